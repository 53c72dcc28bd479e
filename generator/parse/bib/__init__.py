"""Reads BibTeX: turns the text of a .bib file into publications, each with its place.

Only `parse.content` and `parse.locate` call it, through `bib_file`.
"""
