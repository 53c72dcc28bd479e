"""Measures the first screen of a home page: its content, and the position of the first paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.looks.server import serve

SCREENS = ((1280, 800), (390, 844))
_FIRST_PAPER = """
(() => {
  const paper = [...document.querySelectorAll('main a[href*="publications/"]')].find(
    (a) => /publications\\/[^/]+\\/$/.test(a.pathname) && a.textContent.trim().length > 12
      && !a.closest(".kind-news, nav") && a.checkVisibility());
  const pictures = [...document.images].filter((i) => {
    const box = i.getBoundingClientRect();
    return box.top < innerHeight && box.bottom > 0 && box.width > 60;
  });
  const buttons = [...document.querySelectorAll("a, button, summary, select, input")]
    .filter((e) => e.checkVisibility())
    .filter((e) => !e.closest("p, li:not(:has(> a:only-child)), td, h1, h2, h3, h4, cite"))
    .filter((e) => {
      const box = e.getBoundingClientRect();
      return box.width && box.height && box.height < 24;
    })
    .map((e) => e.textContent.trim().slice(0, 24));
  return {
    paper: paper ? Math.round(paper.getBoundingClientRect().top + scrollY) : null,
    title: paper ? paper.textContent.trim() : "",
    pictures: pictures.length,
    small: [...new Set(buttons)].slice(0, 5),
    height: document.documentElement.scrollHeight,
  };
})()
"""


def first_screens(
    tools: Any, folder: Path, page: str = ""
) -> dict[tuple[int, int], dict[str, Any]]:
    """Return, for each screen, the top of the first paper, the visible pictures, and small
    targets."""
    with serve(folder) as site:
        stories = [
            {
                "steps": [["goto", site.root + page], ["eval", _FIRST_PAPER]],
                "viewport": {"width": width, "height": height},
            }
            for width, height in SCREENS
        ]
        told = tools.tell(*stories)
    return {screen: story["answers"][0] for screen, story in zip(SCREENS, told, strict=True)}
