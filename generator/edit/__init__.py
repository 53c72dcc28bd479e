"""Edits YAML, front matter and BibTeX of a site, and leaves all other bytes of a file alone."""
