"""Generates the reference from the code, so that both always agree.

It makes two things: a JSON Schema for each data file, with which editors complete and check input,
and Markdown pages that list every field, directive, fact, option and flag. Both are made from the
strings under the fields.

    python -m tools.reference            writes docs/
    python -m tools.reference --check    says what in docs/ is out of date

Builds do not need this package, and nothing imports it.
"""
