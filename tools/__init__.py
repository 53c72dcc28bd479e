"""What the project needs beside the package: its reference, its documentation as a site.

Nothing here is in the wheel, and nothing in `generator` imports it.
"""
