"""Writes the files of a new site.

`Answers` about the author go in; out comes a mapping of paths to bytes; `write_new` writes it to
a folder without touching what is there. Only `masthead new` calls it.
"""
