"""Masthead: a static academic homepage generator. One record, every rendering."""

__version__ = "0.1.0"
