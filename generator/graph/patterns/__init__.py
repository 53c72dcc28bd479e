"""Fills patterns: turns a record and a `Style` into a line of Markdown, or into columns.

`line.in_pattern` does this for `graph/entries.py`. `EntryWriter` holds the section and its
language; `values.py` computes what each field of a pattern prints; `graph/section_checks.py`
reports the problems of a style.
"""
