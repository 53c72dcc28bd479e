"""What other programs read of a site: one format in each file."""
