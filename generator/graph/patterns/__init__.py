"""Fills patterns: turns a record and a `Style` into a line of Markdown, or into columns.

`line.in_pattern` does it for `graph/entries.py`. `EntryWriter` knows the section and its language;
`values.py` says what each field of a pattern prints; `graph/section_checks.py` says what is wrong
with a style.
"""
