"""A real browser for tests, looks and pictures: its installation, and requests to it."""
