"""How lists and citations are written: patterns, and the styles that come with Masthead."""
