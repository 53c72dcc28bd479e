"""What outlasts a process: caches of a project in `.cache/`, and code in the user's own cache.

A source, a rendered text or a picture goes in with the digest of what it was made of, and comes out
for the same digest only; whatever is damaged is made again. Only the engine calls them.
"""
