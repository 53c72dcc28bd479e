"""`python -m tools.docs_site`: the documentation as a site, with the gallery: `_docs/VERSION/`.

The pages in `docs/` are in the form for repositories: the title is the first heading, and links
lead to files. Masthead understands both. Only paths differ, so the files are copied: a `README.md`
becomes the `index.md` of its folder, `site.yaml` goes into `content/`, `theme/` becomes the theme
`handbook`. Chinese pages lose their digests (`tools/translations.py`). Lines keep their numbers.
The gallery's sites are built first, in each theme, and are among the files that are copied
unchanged.

`_docs/` has a folder for each version that was built there, an `index.html` that redirects to the
newest, and a list of all, `versions.html`.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
from pathlib import Path

from generator import __version__
from tools.gallery import place_all
from tools.translations import for_readers

ROOT = Path(__file__).resolve().parents[1]
_README = re.compile(r"(\]\((?:[^)\s]*/)?)README((?:\.zh)?\.md)(?=[#)])")
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
{more}</head>
<body>
<h1>{title}</h1>
<ul>
{items}
</ul>
</body>
</html>
"""


def gather(docs: Path, folder: Path) -> list[str]:
    """Empty a folder, write the project into it, and return the sorted files.

    The folder's own `.cache/` and `static/` stay. Raises OSError.
    """
    for name in ("content", "themes", "static/schema"):
        shutil.rmtree(folder / name, ignore_errors=True)
    made = []
    for source in sorted(path for path in docs.rglob("*") if path.is_file()):
        path = source.relative_to(docs)
        if path.parts[0] == "theme":
            target = folder / "themes/handbook" / path.relative_to("theme")
        elif path.suffix == ".json":
            target = folder / "static" / path
        else:
            target = folder / "content" / path.with_name(path.name.replace("README.", "index."))
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = source.read_text("utf-8")
            if path.name.endswith(".zh.md"):
                english = source.with_name(path.name.replace(".zh.md", ".md"))
                text = for_readers(text, english.read_text("utf-8"))
            text = _README.sub(r"\1index\2", text)
            target.write_bytes(text.encode("utf-8"))
        else:
            shutil.copyfile(source, target)
        made.append(target.relative_to(folder).as_posix())
    versions = folder / "static/versions.html"
    versions.parent.mkdir(exist_ok=True)
    leave = '<meta http-equiv="refresh" content="0; url=../versions.html">\n'
    items = '<li><a href="../versions.html">All versions</a></li>'
    page = _PAGE.format(title="Versions of Masthead", more=leave, items=items)
    versions.write_text(page, "utf-8")
    return sorted(made)


def build_gallery(projects: Path, output: Path) -> None:
    """Build each site of the gallery in each theme: `OUTPUT/person/folio/`."""
    shutil.rmtree(output, ignore_errors=True)
    for site, theme, project in place_all(projects):
        masthead("build", "--strict", "--project", project, "--output", output / site / theme)


def build(project: Path, output: Path) -> None:
    """Build and check the gathered site."""
    masthead("build", "--strict", "--project", project, "--output", output / __version__)
    masthead("check", "--strict", "--project", project)


def write_front(output: Path) -> None:
    """Write the pages that lead to the built versions in a folder, the newest first."""
    versions = sorted(
        (path.name for path in output.iterdir() if (path / "index.html").is_file()),
        key=lambda name: [int(number) for number in re.findall(r"\d+", name)],
        reverse=True,
    )
    items = "\n".join(f'<li><a href="{name}/">{html.escape(name)}</a></li>' for name in versions)
    leave = f'<meta http-equiv="refresh" content="0; url={versions[0]}/">\n'
    for name, title, more in (
        ("index", "Masthead", leave),
        ("versions", "Versions of Masthead", ""),
    ):
        page = _PAGE.format(title=title, more=more, items=items)
        (output / f"{name}.html").write_text(page, "utf-8")


def masthead(*words: str | Path) -> None:
    """Run the command; if it fails, end the program with its exit code."""
    done = subprocess.run([sys.executable, "-m", "generator", *map(str, words)], check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    folder = ROOT / ".cache/docs"
    gather(ROOT / "docs", folder)
    build_gallery(ROOT / ".cache/gallery", folder / "static/gallery")
    build(folder, ROOT / "_docs")
    write_front(ROOT / "_docs")
