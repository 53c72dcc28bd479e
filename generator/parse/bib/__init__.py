"""Reads BibTeX: the text of a .bib file in, publications out, each with its place.

`bib_file.parse_bib` is what `parse.content` calls; all else here serves it.
"""
