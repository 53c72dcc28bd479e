"""Fills patterns: turns a record and a `Style` into a line of Markdown, or into columns.

`line.line_of` does it, and only `graph/entries.py` calls that. The other files say what each field
of a pattern prints; `graph/section_checks.py` says what is wrong with a style.
"""
