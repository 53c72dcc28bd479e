"""The only package that writes, moves or removes files.

A test checks that. All written files are in an `OwnFolder`, and no link leads out of one. The
engine, `write.py`, the commands, and leaves that write call this package. The engine also writes
through descriptors that an `OwnFolder` has opened, for the lock and the cache.
"""
