"""Starts a process that will draw, before what only one of the two needs is loaded."""

from __future__ import annotations

import os
import sys

Started = tuple[int, int, int]
"""The process, and the ends of two pipes: to read what it asks, and to answer."""


def start(has_new_texts: bool = True) -> Started | None:
    """Copy this process while it is small; see `ahead` and `drawer` for what the copy does.

    Without `has_new_texts` it loads the Markdown parser only when it turns out to be needed.
    Only on Linux, where a process can be copied without harm; elsewhere None, and all is drawn
    where it is asked for.
    """
    if not sys.platform.startswith("linux"):
        return None
    # What both will need is loaded once, while there is one.
    from generator.drawing import ahead
    from generator.model import data_files
    from generator.model.views import pages, site
    from generator.render import renderer

    assert ahead and data_files and pages and renderer and site
    to_read, to_ask = os.pipe()
    to_hear, to_answer = os.pipe()
    process = os.fork()
    if process:
        os.close(to_ask)
        os.close(to_hear)
        return process, to_read, to_answer
    try:
        os.close(to_read)
        os.close(to_answer)
        from generator.drawing.drawer import work

        work(to_hear, to_ask, has_new_texts)
    finally:
        os._exit(0)
