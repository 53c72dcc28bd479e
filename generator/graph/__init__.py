"""Lists the files that there will be, and answers what they may read.

The engine hands in the `Site` and its theme. It gets `Output`s (`outputs`) and facts (`facts`),
each of which is a pure function of the `Index`. No other stage calls this package; `check` does.
"""
