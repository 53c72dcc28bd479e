"""The project's tools beside the package: reference, documentation, looks, speed, releases.

The wheel does not contain them, and `generator` does not import them.
"""
