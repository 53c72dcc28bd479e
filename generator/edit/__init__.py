"""YAML and BibTeX of a site: reads a file, or adds to it and leaves every other byte as it is."""
