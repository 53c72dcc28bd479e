"""Addresses: of pages, papers and topics, of what leads on, and why one cannot be.

`outputs.py` asks here where each output goes.
"""
