"""Copies of theme files that an author changes, and what later versions of Masthead change in them.

The record beside the copies goes in, with the packaged theme of today; out comes for each copy how
the two differ, and a merge. Only `masthead theme` calls it.
"""
