"""Lists the files of the built site, and computes the facts that they may read.

The engine passes in the `Site` and its theme, and gets `Output`s (`outputs`) and facts (`facts`).
Each fact is a pure function of the `Index`. Only the engine calls this package.
"""
