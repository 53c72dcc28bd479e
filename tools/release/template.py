"""The template repository: a new site, with a README for people who have only a browser.

It is made anew for each release, by the wheel of that release, so it cannot fall behind. A folder
that is pushed as it is; GitHub's setting "Template repository" does the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tools.release.steps import run

README = Path(__file__).with_name("template_readme.md")


def write_template(folder: Path, masthead: Sequence[str | Path]) -> None:
    """Write the template repository into a folder that is not there yet.

    `masthead` is the command whose version the template is of. Raises CannotRelease.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    way = "`masthead new` must work in an empty folder"
    run(*masthead, "new", folder, "--yes", cwd=folder.parent, way_out=way)
    (folder / "README.md").write_bytes(README.read_bytes())
