"""Reads BibTeX: turns the text of a .bib file into publications, each with its place.

`parse.content` and `parse.locate` call it through `bib_file`; `edit.bib_file` uses `syntax`, too.
"""
