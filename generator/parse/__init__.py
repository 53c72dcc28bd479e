"""Reads sources: in go files as `load` found them, out come a `Site`, a `Theme` and problems.

What one file says is a function of its path and bytes alone, so it is cached by digest;
`content.parse` puts all files together. Only the engine calls it.
"""
