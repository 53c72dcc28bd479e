"""The gallery's sites as readers see them: every theme, width, scheme and language, in a browser.

`make looks` looks at all of it, in about an hour; `make test-all` has a sample.
"""
