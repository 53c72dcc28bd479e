"""A real browser for tests, looks and pictures: what it needs, and how to ask it."""
