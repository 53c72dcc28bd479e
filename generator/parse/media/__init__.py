"""Pictures and films among the sources: the size, the form and the faults of each.

In go bytes, out comes a `Picture`, a pure function of them; `content` and the engine call
`pictures`, which loads the readers of metadata only for files that the cache does not know.
"""
