"""Examines the gallery's sites in a browser, in every theme, width, scheme and language.

`make looks` examines all combinations in about an hour; `make test-all` examines a sample.
"""
