"""The only package that writes, moves and removes files; a test checks that.

In go paths below an `OwnFolder` and bytes; out of it no link leads. Whoever writes calls it: the
engine, `write.py`, the commands, the publisher and the preview.
"""
