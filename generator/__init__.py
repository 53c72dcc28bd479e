"""Masthead: a static academic homepage generator. One record has many renderings."""

__version__ = "0.1.0"
