"""The commands: words typed -> one call; prints; exit codes."""
