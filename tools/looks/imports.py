"""Draws the pictures of `docs/coming-from-*.md`: an invented source, and the imported site.

`python -m tools.looks.imports` imports the sources in `tests/importing/sources` and writes
`docs/images/imports/`. It needs Chromium, as the tests of the browser do.
"""

import html
import io
import shutil
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from PIL import Image

from generator.commands.cli import main as masthead
from tools.browser.browser_tools import BrowserTools, find_tools
from tools.looks.server import serve

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "tests" / "importing" / "sources"
OUT = ROOT / "docs" / "images" / "imports"
SHOWN = {
    "hexo": ("source/_posts/first.md", "2022/12/02/first/"),
    "al-folio": ("_pages/about.md", ""),
    "academicpages": ("_publications/2020-one.md", "publications/"),
    "hugo-blox": ("content/_index.md", ""),
    "rendercv": ("Ada_CV.yaml", "cv/resume/"),
}
"""Kind of source -> the file in the picture, and the page that it became."""
HEIGHT, BEFORE, AFTER = 900, 760, 1060
"""Pixels of the windows; the picture has two thirds of this size."""
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
    for kind, (file, page) in SHOWN.items():
        with tempfile.TemporaryDirectory() as folder:
            drawn = draw(Path(folder), kind, file, page, tools)
            target = OUT / f"{kind}.webp"
            drawn.save(target, quality=60, method=6)
            print(f"{target.stat().st_size:>7} {target.relative_to(ROOT)}")
    return 0


def draw(folder: Path, kind: str, file: str, page: str, tools: BrowserTools) -> Image.Image:
    """Draw the source at the left, and the page that it became at the right."""
    source, site = folder / "source", folder / "site"
    if kind == "rendercv":
        source.mkdir()
        shutil.copy(SOURCES / "cvs" / "rendercv.yaml", source / file)
    else:
        shutil.copytree(SOURCES / kind, source)
    portrait = Image.open(ROOT / "tools" / "gallery" / "person" / "static" / "portrait.webp")
    for picture in source.rglob("*.png"):
        portrait.convert("RGB").resize((300, 300)).save(picture)
    with redirect_stdout(io.StringIO()):
        assert masthead(["import", str(source), str(site)]) in (0, 1)
        assert masthead(["build", "--project", str(site)]) == 0
    text = (source / file).read_text("utf-8")
    files = (path for path in source.rglob("*") if path.is_file())
    paths = "\n".join(sorted(path.relative_to(source).as_posix() for path in files))
    said = f"<b>{html.escape(file)}</b>\n\n{html.escape(text)}"
    before = folder / "before" / "index.html"
    before.parent.mkdir()
    shown = f"<pre style='{STYLE}'>{said}\n\n<b>…</b>\n{paths}</pre>"
    before.write_text(f"<!doctype html><title>Before</title>{shown}")
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
