"""Writes the files of a new site.

It turns `Answers` about the author into a mapping of paths to bytes. `write_new` writes that to a
folder without touching existing files. Only `masthead new` calls it.
"""
