"""The hash function of all digests. `hashlib` itself loads OpenSSL, which takes 3 ms."""

try:
    from _blake2 import blake2b
except ImportError:  # another Python than CPython
    from hashlib import blake2b

__all__ = ["blake2b"]
