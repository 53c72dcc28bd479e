"""Draws the pictures of `docs/coming-from-*.md`: an invented source, and the site made of it.

`python -m tests.importing.pictures` imports the sources of these tests and writes
`docs/images/imports/`. It needs Chromium, as the tests of the browser do.
"""

import html
import io
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from PIL import Image

from generator.cli import main as masthead
from tests.conftest import REPOSITORY
from tests.importing.conftest import PNG, RENDERCV, Files, source, write
from tests.pictures.drawing import saved
from tools.browser.browser_tools import BrowserTools, find_tools
from tools.looks.server import serve

OUT = REPOSITORY / "docs" / "images" / "imports"
SHOWN = {
    "hexo": (source("hexo"), "source/_posts/first.md", "2022/12/02/first/"),
    "al-folio": (source("al-folio"), "_pages/about.md", ""),
    "academicpages": (source("academicpages"), "_publications/2020-one.md", "publications/"),
    "hugo-blox": (source("hugo-blox"), "content/_index.md", ""),
    "rendercv": ({"Ada_CV.yaml": RENDERCV}, "Ada_CV.yaml", "cv/resume/"),
}
"""Kind of source -> its files, the one that the picture shows, and the page that came of it."""
HEIGHT, BEFORE, AFTER = 900, 760, 1060
"""Pixels of the windows; the picture has two thirds of them."""
STYLE = (
    "margin: 24px; font: 17px/1.45 monospace; background: #f6f6f4; color: #222; overflow: hidden"
)


def main() -> int:
    """Draw all pictures."""
    tools = find_tools()
    if tools.node is None or tools.chromium is None:
        print("\n".join(tools.missing), file=sys.stderr)
        return 1
    OUT.mkdir(exist_ok=True)
    for kind, (files, file, page) in SHOWN.items():
        with tempfile.TemporaryDirectory() as folder:
            drawn = draw(Path(folder), files, file, page, tools)
            target = OUT / f"{kind}.webp"
            drawn.save(target, quality=60, method=6)
            print(f"{target.stat().st_size:>7} {target.relative_to(REPOSITORY)}")
    return 0


def draw(folder: Path, files: Files, file: str, page: str, tools: BrowserTools) -> Image.Image:
    """Draw the source at the left, and the page that came of it at the right."""
    portrait = Image.open(REPOSITORY / "tools" / "gallery" / "person" / "static" / "portrait.webp")
    picture = saved(portrait.convert("RGB").resize((300, 300)), "PNG")
    shown = {path: picture if data == PNG else data for path, data in files.items()}
    source, site = write(folder / "source", shown), folder / "site"
    with redirect_stdout(io.StringIO()):
        assert masthead(["import", str(source), str(site)]) in (0, 1)
        assert masthead(["build", "--project", str(site)]) == 0
    text = shown[file]
    assert isinstance(text, str)
    paths = "\n".join(sorted(shown))
    said = f"<b>{html.escape(file)}</b>\n\n{html.escape(text)}"
    before = folder / "before" / "index.html"
    before.parent.mkdir()
    before.write_text(
        f"<!doctype html><title>Before</title><pre style='{STYLE}'>{said}\n\n<b>…</b>\n{paths}</pre>"
    )
    pictures = []
    for root, address, width in ((before.parent, "", BEFORE), (site / "_site", page, AFTER)):
        with serve(root) as served:
            out = folder / f"{width}.png"
            tools.shoot(served.root + address, out, width=width, height=HEIGHT, dark=False)
        pictures.append(Image.open(out).convert("RGB"))
    whole = Image.new("RGB", (BEFORE + AFTER + 12, HEIGHT), "#888888")
    whole.paste(pictures[0], (0, 0))
    whole.paste(pictures[1], (BEFORE + 12, 0))
    return whole.resize((whole.width * 2 // 3, HEIGHT * 2 // 3), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main())
