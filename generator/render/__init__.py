"""Renders outputs: turns an `Output` and a `ReadTracker` into bytes and problems.

Every value that an output shows comes from the tracker. Nothing here opens content or reads the
clock or the environment. Only the engine calls this package: `renderer.Renderer` for outputs, and
`picture_copies.Copies` for copies of pictures.
"""
