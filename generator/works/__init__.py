"""What services say of people and their works, and which of their works are one."""
