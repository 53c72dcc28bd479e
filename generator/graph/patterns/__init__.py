"""Patterns at work: what their fields say of a record, and the line that comes of it."""
