"""The reference, made from the code, so that it cannot say what the code does not do.

Two things are made: a JSON Schema per data file, by which editors complete and check what a person
types, and Markdown pages that name every field, directive, fact, option and flag. Both read the
same strings: the docstrings under the fields.

    python -m tools.reference            writes docs/
    python -m tools.reference --check    says what in docs/ is out of date

No build needs this room, and nothing imports it.
"""
