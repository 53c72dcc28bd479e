"""Which outputs are made by this process, by the prewarmed worker, or by several processes."""

from __future__ import annotations

import sys

from generator.model.files import Output

AHEAD = ("template", "twin", "asset", "index")
"""What the prewarmed worker renders; a PDF needs nothing of what that has loaded."""
_GATHERING = ("feed.xml", "index")
"""Templates and kinds of outputs in which texts stand that other outputs render anyway."""
_WORK = {"template": 1, "twin": 1, "static": 1, "card": 6}
"""What takes time, and how much; data for other programs is written in a fraction of a
millisecond."""
MANY = 60
"""From as many pages on, or what takes as long, several processes share a build's outputs."""
FEW = 8
"""The same for parts of the search's index, each of which reads some hundred documents."""


def batches(stale: list[Output]) -> list[list[Output]]:
    """Return the outputs in the order in which they are made.

    Where several processes share them, none knows what another has rendered before all are done.
    The search takes the words of rendered pages, so it waits for them. Pictures come last: until
    then, the prewarmed worker may be rendering.
    """
    pictures = [output for output in stale if output.kind == "picture"]
    rest = [output for output in stale if output.kind != "picture"] if pictures else stale
    indexes: list[Output] = []
    if is_shared(rest):
        indexes = [output for output in rest if output.kind == "index"]
        rest = [output for output in rest if output.kind != "index"]
    return [batch for batch in (rest, indexes, pictures) if batch]


def is_shared(stale: list[Output]) -> bool:
    """Whether several processes share the making of outputs: it takes time to begin with."""
    if stale and stale[0].kind == "index":
        return len(stale) >= FEW
    if stale and stale[0].kind == "picture":
        return len({unit(output) for output in stale}) > 1
    return sum(_WORK.get(output.kind, 0) for output in stale) >= MANY


def gathers(output: Output) -> bool:
    """Whether an output holds texts of others, and is made sooner when those have been made."""
    return output.layout in _GATHERING or output.kind in _GATHERING


def unit(output: Output) -> str:
    """Return what must not be torn apart: a picture with all of its copies is decoded once."""
    return output.source if output.kind == "picture" else output.path


def weight(output: Output) -> int:
    """Return how much of the work an output is: for copies of pictures, their pixels."""
    return output.variant.width * output.variant.height if output.variant else 1


def stays(output: Output) -> bool:
    """Whether only this process may make an output: Typst's, once it has been loaded here.

    It has threads, which a copy of a process does not get. Copies that are made before each load
    it for themselves.
    """
    may_typeset = output.kind in ("document", "card") or output.layout in ("cv", "cv.md")
    return may_typeset and "typst" in sys.modules
