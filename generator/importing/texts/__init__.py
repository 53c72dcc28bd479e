"""Texts of other programs -> Masthead's Markdown, step by step; see `conversion.py`."""
