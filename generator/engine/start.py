"""Starts a process that will draw, before what only one of the two needs is loaded."""

from __future__ import annotations

import os
import sys

Started = tuple[int, ...]
"""The process, and two times the ends of two pipes: to read what it asks, and to answer. The
second pair is for a copy of it."""


def start(has_new_texts: bool = True) -> Started | None:
    """Copy this process while it is small; see `ahead` and `drawer` for what the copy does.

    Without `has_new_texts` it loads the Markdown parser only when it turns out to be needed.
    Only on Linux, where a process can be copied without harm; elsewhere None, and all is drawn
    where it is asked for.
    """
    if not sys.platform.startswith("linux"):
        return None
    # What both will need is loaded once, while there is one.
    from generator.engine import ahead
    from generator.model import site
    from generator.model.views import page_views, site_views
    from generator.render import renderer

    assert ahead and site and page_views and renderer and site_views
    theirs, ours = [], []
    for _ in range(2):
        (to_read, to_ask), (to_hear, to_answer) = os.pipe(), os.pipe()
        theirs.append((to_hear, to_ask))
        ours += [to_read, to_answer]
    process = os.fork()
    if process:
        for pipe in (end for ends in theirs for end in ends):
            os.close(pipe)
        return process, *ours
    try:
        for pipe in ours:
            os.close(pipe)
        from generator.engine.drawer import work

        work(theirs[0], theirs[1], has_new_texts)
    finally:
        os._exit(0)
