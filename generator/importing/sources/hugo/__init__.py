"""Sites of Hugo made with Hugo Blox, formerly Wowchemy and Academic."""
