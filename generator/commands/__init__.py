"""The commands that `cli.py` does not hold itself: words typed -> one call; prints; exit codes."""
