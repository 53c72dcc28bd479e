"""Output + Reads -> bytes. Opens no content, no clock, no environment."""
