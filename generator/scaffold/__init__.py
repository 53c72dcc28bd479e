"""A new site: what is asked, what it is made of, and how it comes into a folder."""
