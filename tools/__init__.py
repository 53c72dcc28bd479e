"""What the project needs beside the package: its reference and documentation, looks and speed.

Nothing here is in the wheel, and nothing in `generator` imports it.
"""
