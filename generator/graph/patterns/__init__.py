"""Fills patterns: a record and a `Style` go in; out comes its line as Markdown, or its columns.

`line.line_of` does it, and only `graph/entries.py` calls that; `checking` says what is wrong with a
style, for `graph/references.py`. The other files say what each field of a pattern prints.
"""
