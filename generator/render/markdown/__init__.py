"""Markdown to HTML, as a pure function of the text and its options.

In go a text and `Options`, out comes a `Fragment`. `convert.py` has the functions to call; the
other files are the rules of the language that we read and the HTML that we write for it. Only
`render/text.py` and what loads the parser ahead of time call it.
"""
