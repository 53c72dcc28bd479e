"""What will be written, and what may be read."""
