"""YAML, front matter and BibTeX of a site: reads and changes a file, leaves other bytes alone."""
