"""A build with nothing to do: answered by the files' stamps, before anything heavy is loaded."""

import os
import shutil
from pathlib import Path

import pytest

from generator.engine.snapshot import source_lines
from tests.commands import python
from tests.conftest import REPOSITORY, SiteCase, small_site
from tests.pictures.drawing import plot, saved

pytestmark = pytest.mark.broadsheet

HEAVY = (
    "yaml", "jinja2", "markdown_it", "pygments", "math_core", "typst", "watchdog", "livereload",
    "tornado", "msgspec", "argparse", "pathlib", "json", "hashlib", "typing",
    "generator.commands.cli", "generator.engine.stages", "PIL",
)  # fmt: skip
LATER = (
    "generator.graph.facts.json_resume", "yaml",
)  # fmt: skip
PROGRAM = f"""
import sys
from generator.__main__ import run
code = run()
print("loaded:", *sorted(name for name in {HEAVY + LATER!r} if name in sys.modules))
sys.exit(code)
"""


def run(site: SiteCase, *words: str, folder: Path | None = None) -> tuple[str, set[str]]:
    """Run the command in the site's folder: what it printed, and the heavy modules it loaded."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = python(PROGRAM, *words, cwd=folder or site.root, env=environment)
    said, _, loaded = done.rpartition("loaded:")
    return said, set(loaded.split())


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    """A site that was built by the command."""
    site = small_site(tmp_path_factory.mktemp("built") / "project")
    site.write("static/a.txt", "a")
    site.write("static/a.png", saved(plot(90, 60)))
    site.write("content/publications.yaml", "- {id: one, title: First, authors: [Ada Lovelace]}\n")
    _, loaded = run(site, "build")
    assert "generator.engine.stages" in loaded
    return site


@pytest.fixture
def built(built_once: SiteCase, tmp_path: Path) -> SiteCase:
    """A copy of it with its files a moment old, of which the command knows."""
    site = SiteCase(shutil.copytree(built_once.root, tmp_path / "project"))
    run(site, "build")
    return site


def test_nothing_that_is_slow_to_load_is_loaded_when_nothing_has_changed(built: SiteCase) -> None:
    said, loaded = run(built, "build")
    assert loaded == set()
    assert said.startswith("nothing has changed: ")


@pytest.mark.slow
def test_another_question_is_not_answered_with_what_is_known(
    built: SiteCase, tmp_path: Path
) -> None:
    """Quiet asks the same each time, and says nothing."""
    run(built, "build", "--quiet")
    assert run(built, "build", "--quiet") == ("", set())
    for words in (["--base-url", "https://x.example/"], [], ["--force"], ["--force"]):
        said, loaded = run(built, "build", *words)
        assert "generator.engine.stages" in loaded
        assert "--force" not in words or " 0 made again" not in said
    words = ["build", "--project", str(built.root)]
    assert "generator.engine.stages" in run(built, *words, folder=tmp_path)[1]


def test_an_edit_of_a_page_loads_only_what_it_needs(built: SiteCase) -> None:
    path = "content/index.md"
    (built.root / path).touch()
    assert not run(built, "build")[1] & {"yaml", "jinja2", "markdown_it", "pygments", "math_core"}
    built.write(path, (built.root / path).read_text("utf-8") + "\nMore.\n")
    said, loaded = run(built, "build")
    assert " made again" in said
    assert not loaded & {*LATER, "pygments", "math_core"}  # its front matter is as it was
    built.write(path, "---\ntitle: Anew\n---\nMore.\n")
    assert "yaml" in run(built, "build")[1]
    assert "Anew" in (built.output / "index.html").read_text("utf-8")


@pytest.mark.parametrize("path", ["static/a.txt", "_site/index.html"])
def test_a_touch_is_looked_into_once(built: SiteCase, path: str) -> None:
    (built.root / path).touch()
    said, loaded = run(built, "build")
    assert "generator.engine.stages" in loaded and "0 made again" in said
    assert run(built, "build")[1] == set()


@pytest.mark.parametrize(
    "path", ["content/new.md", "themes/broadsheet/templates/parts/footer.html"]
)
def test_a_new_file_and_its_removal_are_seen(built: SiteCase, path: str) -> None:
    before = (built.output / "index.html").read_bytes()
    built.write(path, "---\ntitle: New\n---\nText.\n")
    run(built, "build")
    assert (built.output / "index.html").read_bytes() != before
    built.delete(path)
    run(built, "build")
    assert (built.output / "index.html").read_bytes() == before


def test_a_site_with_a_warning_shows_it_each_time(built: SiteCase) -> None:
    built.write("content/about.md", "---\ntitle: About\n---\n![](a.txt)\n")
    for _ in range(2):
        assert "generator.engine.stages" in run(built, "build")[1]


def test_a_changed_generator_is_another_question(built: SiteCase) -> None:
    snapshot = built.root / ".cache/snapshot"
    data = snapshot.read_bytes()
    assert b"stages.py" in data
    snapshot.write_bytes(data.replace(b"stages.py ", b"stages.py 9"))
    assert "generator.engine.stages" in run(built, "build")[1]


def test_what_is_younger_than_a_build_is_not_known_to_it(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site.root)
    newest = max(path.stat().st_mtime_ns for path in site.root.rglob("*.md"))
    assert any(line.endswith("\0?") for line in source_lines(newest))
    assert not any(line.endswith("\0?") for line in source_lines(newest + 60 * 10**9))
