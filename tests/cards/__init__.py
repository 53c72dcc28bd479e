"""Social cards."""
