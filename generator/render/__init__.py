"""Renders outputs: takes an `Output` and a `ReadTracker`, and returns its bytes and problems.

Every value that an output shows comes from the tracker. Nothing here opens content or looks at the
clock or the environment. Only the engine calls this package: `renderer.Renderer` for outputs, and
`picture_copies.Copies` for copies of pictures.
"""
