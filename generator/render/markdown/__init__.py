"""Markdown to HTML, as a pure function of the text and its options.

It turns a text and `Options` into a `Fragment`. `convert.py` has the functions to call, `writer.py`
writes the HTML, and the other files hold the rules of our Markdown. Only `render/text.py` and the
exports of `engine/reading.py` call it.
"""
