"""Drawing in further processes."""
