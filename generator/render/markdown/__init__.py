"""Markdown to HTML, as a pure function of the text and its options.

It takes a text and `Options` and returns a `Fragment`. `convert.py` has the functions to call. The
other files hold the rules of our Markdown, and `writer.py` the HTML. Only `render/text.py` and the
exports of `engine/reading.py` call it.
"""
