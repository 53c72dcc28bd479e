"""Output + what it reads -> bytes. Opens no content, no clock, no environment."""
