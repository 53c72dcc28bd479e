"""The only package that opens files to write, and that moves and removes files.

A test checks that. All that is written lies in an `OwnFolder`, and no link leads out of one. The
engine, `write.py`, the commands, and the leaves that write call this package. The engine also
writes through descriptors that an `OwnFolder` has opened: of the lock and of the cache.
"""
