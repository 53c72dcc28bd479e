"""Text -> model, each value with its place."""
