"""Reads BibTeX: the text of a .bib file in, publications out, each with its place.

Only `parse.content` and `parse.locate` call it, by `bib_file`; all else here serves that.
"""
