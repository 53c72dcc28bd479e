"""The engine: a `BuildRequest` goes in, a built site and a `Report` come out.

It runs the stages in order, makes the outputs that are stale, and keeps its caches in `.cache/`.
Only `api` and `__main__` call it. No stage imports it; the engine passes each stage what it needs.
"""
