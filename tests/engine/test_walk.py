"""How many files of the package an engineer follows to see a paper drawn on the home page."""

import sys
from pathlib import Path
from types import FrameType

import generator
from generator.render.renderer import Renderer
from tests.conftest import SiteCase

ROOT = str(Path(generator.__file__).parent)
PAPER = "- {{id: p, title: {}, authors: [Ada Lovelace], venue: Memoirs, date: 1843}}\n"
IN_A_BUILD = 75
"""Of these, load, parse, the list of outputs, the check of what is written, and writing take half."""
ON_THE_PAGE = 40


def test_a_paper_is_drawn_by_few_files(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nfor_machines: false\n")
    site.write("content/index.md", "---\ntitle: Home\n---\n\n:::{publications}\n:::\n")
    site.write("content/publications.yaml", PAPER.format("Notes"))
    assert site.build().ok
    site.write("content/publications.yaml", PAPER.format("Sketch"))
    entered: set[str] = set()
    on_the_page: set[str] = set()
    drawn: list[FrameType] = []

    def follow(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if code is Renderer.render.__code__ and frame.f_locals["output"].path == "index.html":
            drawn[:] = [frame] if event == "call" else []
        if event == "call" and code.co_filename.startswith(ROOT) and code.co_name != "<module>":
            entered.add(code.co_filename)
            if drawn:
                on_the_page.add(code.co_filename)

    before = sys.getprofile()
    sys.setprofile(follow)
    try:
        built = site.build()
    finally:
        sys.setprofile(before)
    assert built.ok and "Sketch" in built.read("index.html")
    assert 20 < len(on_the_page) <= ON_THE_PAGE, sorted(on_the_page)
    assert len(entered) <= IN_A_BUILD, sorted(entered)
