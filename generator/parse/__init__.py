"""Reads sources: text in, typed values of the model out, each with its place.

What one file says is a function of its path and bytes alone, so it can be cached by digest;
`content.parse` puts all files together to a site. Only the engine calls it.
"""
