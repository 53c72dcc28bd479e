"""Reads the files that `load` found into a `Site`, a `Theme` and problems.

The result for one file depends only on its path and bytes, so it is cached by digest;
`content.parse` puts all files together. The engine, `api` and `edit` call it.
"""
