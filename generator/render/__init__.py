"""Renders outputs: an `Output` and a `ReadTracker` go in, its bytes and its problems come out.

What an output shows, it asks of the tracker; nothing here opens content or looks at the clock or
the environment. Only the engine calls it: `renderer.Renderer` for outputs, `fragment` for what a
text holds, and `images/` for copies of pictures.
"""
