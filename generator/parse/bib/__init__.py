"""BibTeX as text: entries with their places, LaTeX in words, names."""
