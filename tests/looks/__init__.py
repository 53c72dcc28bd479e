"""The gallery's sites as readers see them: every theme, width, scheme and language, in a browser.

`python -m tests.looks` does all of it by hand, which takes about an hour; `make test-all` has a sample.
"""
