"""The engine: a `BuildRequest` goes in, a built site and a `Report` come out.

It runs the stages in order, makes what is stale, and remembers in `.cache/` what it did. Only
the command, the preview and the publisher call it; no stage imports it, each is handed what it
needs.
"""
