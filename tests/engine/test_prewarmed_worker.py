"""The prewarmed worker renders what one process renders alone, and leaves no trace."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.engine import prewarmed_worker
from generator.engine.prewarmed_worker import PrewarmedWorker
from generator.model.theme import Theme
from generator.render.renderer import Renderer
from tests.conftest import ENVIRONMENT, PATIENCE, SiteCase
from tests.engine.conftest import ALONE, FOOTER, PAPERS, WITH_WORKER, queries, run, same, varied
from tests.faults.conftest import page
from tests.faults.test_crash import all_end


def every_page(site: SiteCase, text: str = "Two {{ site.person.name }}") -> None:
    site.write(FOOTER, f"<footer><p>{text}</p></footer>\n")


def append(path: str, text: str) -> Callable[[SiteCase], object]:
    def edit(site: SiteCase) -> None:
        file = site.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text((file.read_text("utf-8") if file.exists() else "") + text, "utf-8")

    return edit


def delete_outputs(site: SiteCase) -> None:
    for name in ("index.html", "404.html", "feed.xml"):
        (site.output / name).unlink()


EDITS: dict[str, Callable[[SiteCase], object]] = {
    "a text": append("content/index.md", "\nMore *text*, $y^2$ and `code`. 更多。\n"),
    "a part of every page": every_page,
    "a new page of sections": lambda s: s.write(
        "content/new.md",
        page("title: New", ":::{publications}\n:style: short\n:::\n\n:::{news}\n:::\n"),
    ),
    "a style sheet with options": append("themes/broadsheet/assets/own.css.jinja", "p { margin: 0 }\n"),
    "lost outputs": delete_outputs,
    "a warning": append("content/index.md", "\n![](picture-without-a-text.png)\n[x](#no-such-place)\n"),
    "other formulas and code": lambda s: s.write(
        "content/formulas.md",
        page("title: F", "$$\\frac{a}{b}$$ $\\sqrt{x}$\n\n```rust\nfn main() {}\n```\n\n```bogus\n```\n"),
    ),
    "two things at once": lambda s: [every_page(s), append("content/index.md", "\nMore.\n")(s)],
    "everything in Chinese": lambda s: s.write(
        "content/zh.zh.md", page("title: 中文", "中文，**粗**体。\n\n## 部分\n\n- 一\n- 二\n")
    ),
}  # fmt: skip
MISTAKES: dict[str, Callable[[SiteCase], object]] = {
    "a dead link": append("content/index.md", "\n[dead](nowhere.md) and [two](no-where.md)\n"),
    "a broken template": lambda s: every_page(s, "{% if %}"),
    "an unknown name": lambda s: every_page(s, "{{ site.nothing }}"),
    "an unknown attribute": lambda s: every_page(s, "{{ site.person.nothing.at.all }}"),
    "an unknown filter": lambda s: every_page(s, "{{ 1 | nothing }}"),
    "a division": lambda s: every_page(s, "{{ 1 / 0 }}"),
    "a wrong option": append("content/index.md", "\n:::{publications}\n:bogus: 1\n:::\n"),
    "an unknown section": append("content/index.md", "\n:::{bogus}\n:::\n"),
    "a section of nothing": append("content/index.md", "\n:::{publications}\n:where: {tags: q}\n:::\n"),
    "an unknown icon": lambda s: every_page(s, "{{ icon('nothing') }}"),
    "a wrong formula": append("content/index.md", "\nA $\\bogus{x}$.\n"),
    "a missing part": lambda s: every_page(s, "{% include 'parts/nothing.html' %}"),
}  # fmt: skip


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    """The varied site, built by one process."""
    site = varied(tmp_path_factory.mktemp("varied") / "site")
    assert run(site, ALONE).returncode == 0
    return site


def copied(site: SiteCase, folder: Path) -> SiteCase:
    """A copy of a site, with what its build remembers."""
    return SiteCase(shutil.copytree(site.root, folder))


def drawn_the_same(left: SiteCase, right: SiteCase) -> None:
    """Build one with the worker and one without it: they say and make the same."""
    said = run(left, WITH_WORKER, "--explain"), run(right, ALONE, "--explain")
    told = [(done.returncode, done.stderr) for done in said]
    assert told[0] == told[1]
    reasons = [[line for line in done.stdout.split("\n") if ": " in line] for done in said]
    assert reasons[0][:-2] == reasons[1][:-2]
    same(left, right)


# In the chain below, these are built before every push, three at a time.
@pytest.mark.slow
@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_drawn_as_it_is_at_home(twins: tuple[SiteCase, SiteCase], name: str) -> None:
    for site in twins:
        EDITS[name](site)
    drawn_the_same(*twins)


@pytest.mark.slow
@pytest.mark.parametrize("twins", [varied], ids=["varied"], indirect=True)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_as_it_is_at_home_and_can_be_mended(
    twins: tuple[SiteCase, SiteCase], name: str
) -> None:
    kept = [{path: (s.root / path).read_bytes() for path in ("content/index.md",)} for s in twins]
    for site in twins:
        MISTAKES[name](site)
    drawn_the_same(*twins)
    for site, files in zip(twins, kept, strict=True):
        every_page(site, "Mended")
        for path, data in files.items():
            site.write(path, data)
    drawn_the_same(*twins)


def test_a_chain_of_edits_is_drawn_as_it_is_at_home(tmp_path: Path) -> None:
    """What the worker rendered is what the next build remembers."""
    twins = varied(tmp_path / "left"), varied(tmp_path / "right")
    edits, mistakes = list(EDITS.values()), list(MISTAKES.values())
    for n, step in enumerate(
        [[], edits[:3], edits[3:6], edits[6:], mistakes[:1], mistakes[1:2], mistakes[6:7], mistakes[9:]]
    ):  # fmt: skip
        for site in twins:
            for edit in step:
                edit(site)
        drawn_the_same(*twins)
        for site in twins if n > 3 else ():
            every_page(site, "Mended")
            site.write("content/index.md", page("title: Home", f"# Hi\n\nText {n}.\n"))
    for site in twins:
        site.write("content/publications.yaml", PAPERS.replace("First", "Other"))
    drawn_the_same(*twins)


def test_what_is_larger_than_a_pipe_is_drawn_as_it_is_at_home(tmp_path: Path) -> None:
    """The facts of a page, and the page itself: neither process waits for the other for ever."""
    left = varied(tmp_path / "left")
    news = "".join(f"- {{date: 2024, text: '{n} {'long ' * 50}'}}\n" for n in range(500))
    left.write("content/news.yaml", news)
    for n in range(2):
        cv = f"pdf: none\nsections:\n- {{of: news, limit: {499 + n}}}\n"
        left.write(f"content/cv/{n}.yaml", cv)
    assert run(left, ALONE).returncode == 0
    twins = left, copied(left, tmp_path / "right")
    for site in twins:
        every_page(site)
    drawn_the_same(*twins)
    assert (twins[0].output / "cv/0/index.html").stat().st_size > 1 << 17


# ------------------------------------------------------------------ when it pays


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"content/a.md\0\0001.2.3.4"}, True),
        (
            {"content/publications.yaml\0\0001.2.3.4", "content/publications.yaml\0\0005.6.7.8"},
            True,
        ),
        (
            {"content/a.md\0\0001.2.3.4", "themes/broadsheet/templates/base.html\0\0001.2.3.4"},
            False,
        ),
        ({"cli.py 100 200"}, False),
        (set(), False),
        (None, False),
    ],
    ids=["a page", "a list", "a template, too", "the generator", "an output", "a first build"],
)
def test_a_worker_pays_where_content_was_edited(
    monkeypatch: pytest.MonkeyPatch, changed: set[str] | None, expected: bool
) -> None:
    monkeypatch.setattr(prewarmed_worker, "has_free_core", lambda: True)
    assert prewarmed_worker.pays(changed) is expected
    monkeypatch.setattr(prewarmed_worker, "has_free_core", lambda: False)
    assert not prewarmed_worker.pays(changed)


@pytest.mark.parametrize(
    ("changed", "needs"),
    [
        ({"content/index.md\0\0001.2.3.4"}, True),
        ({"content/publications.yaml\0\0001.2.3.4"}, False),
        ({"content/figure.png\0a.md\0001.2.3.4"}, False),
        (None, True),
    ],
    ids=["a page", "a list", "a link to a page", "a first build"],
)
def test_only_a_touched_page_lets_one_expect_markdown(
    changed: set[str] | None, needs: bool
) -> None:
    assert prewarmed_worker.has_new_texts(changed) is needs


# ------------------------------------------------------------------ when it dies

KILLED = """
import os, signal, sys, time
from generator.engine import prewarmed_worker
prewarmed_worker.pays = lambda changed: True
started = prewarmed_worker.start_worker(None)
assert started
delay = float(sys.argv.pop())
if delay < 0:
    os.kill(started[0], signal.SIGKILL)
elif os.fork() == 0:
    time.sleep(delay)
    try:
        os.kill(started[0], signal.SIGKILL)
    finally:
        os._exit(0)
from generator.cli import main
sys.exit(main(started=started))
"""


@pytest.mark.parametrize(
    "delay",
    [-1.0, 0.0, 0.1, *(pytest.param(n * 0.025, marks=pytest.mark.slow) for n in range(1, 16))],
)
def test_when_that_process_dies_at_any_moment_the_build_is_right(
    built_once: SiteCase, tmp_path: Path, delay: float
) -> None:
    twins = copied(built_once, tmp_path / "left"), copied(built_once, tmp_path / "right")
    for site in twins:
        every_page(site)
        append("content/index.md", "\nMore *text* and $z$.\n")(site)
    left = run(twins[0], KILLED, str(delay))
    right = run(twins[1], ALONE)
    assert (left.returncode, left.stderr) == (right.returncode, right.stderr)
    same(*twins)


@pytest.mark.parametrize("broken", ["", "{% if %}", "{{ site.nothing }}"])
def test_no_process_is_left_after_a_build(
    built_once: SiteCase, tmp_path: Path, broken: str
) -> None:
    site = copied(built_once, tmp_path / "site")
    every_page(site, broken)
    process = subprocess.Popen(
        [sys.executable, "-c", WITH_WORKER, "build"], cwd=site.root, start_new_session=True,
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.communicate()  # returns when nobody holds the pipes any more
    all_end(process.pid)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("content/site.yaml", "person: ["),
        ("content/site.yaml", ""),
        ("content/about.md", "---\ntitle: [\n---\n"),
        ("content/publications.yaml", "- ["),
    ],
)
def test_no_process_is_left_where_the_sources_cannot_be_read(
    built_once: SiteCase, tmp_path: Path, path: str, text: str
) -> None:
    site = copied(built_once, tmp_path / "site")
    site.write(path, text)
    process = subprocess.Popen(
        [sys.executable, "-c", WITH_WORKER, "build"], cwd=site.root, start_new_session=True,
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    _, said = process.communicate()
    all_end(process.pid)
    assert process.returncode == 1 and "Traceback" not in said


@pytest.mark.parametrize("words", [("--help",), ("--bogus",), ("--project", "nowhere")])
def test_no_process_is_left_where_nothing_is_built(
    built_once: SiteCase, words: tuple[str, ...]
) -> None:
    site = built_once
    process = subprocess.Popen(
        [sys.executable, "-c", WITH_WORKER, "build", *words], cwd=site.root,
        start_new_session=True, env=ENVIRONMENT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    _, said = process.communicate()
    all_end(process.pid)
    assert "Traceback" not in said


def test_a_section_is_asked_for_in_the_same_words(built_once: SiteCase, tmp_path: Path) -> None:
    twins = copied(built_once, tmp_path / "left"), copied(built_once, tmp_path / "right")
    for site, program in zip(twins, (WITH_WORKER, ALONE), strict=True):
        append("content/index.md", "\nMore.\n")(site)
        assert run(site, program).returncode == 0
    assert queries(twins[0]) == queries(twins[1])


@pytest.mark.parametrize(
    "program",
    [pytest.param(WITH_WORKER, id="worker"), pytest.param(ALONE, id="alone")],
)
def test_a_file_that_changes_while_pages_are_drawn_begins_the_build_again(
    tmp_path: Path, program: str
) -> None:
    site = varied(tmp_path / "site")
    for n in range(20):
        site.write(f"content/p{n}.md", page(f"title: P{n}", f"Text {n} and ${n}^x$.\n" * 20))
    assert run(site, ALONE).returncode == 0
    (site.root / "content/about.md").touch()
    assert run(site, ALONE).returncode == 0  # now all files are known by their stamps
    every_page(site)
    (site.output / "a.txt").unlink()
    process = subprocess.Popen(
        [sys.executable, "-c", program, "build", "--explain"], cwd=site.root,
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert process.stdout
    while not process.stdout.readline().startswith("a.txt: "):
        pass
    site.write("static/a.txt", "changed")  # its page comes last
    _, said = process.communicate()
    assert "Traceback" not in said
    assert process.returncode == 0
    assert (site.output / "a.txt").read_text() == "changed"
    time.sleep(0.01)
    assert run(site, ALONE).stdout.count(" 0 made again") == 1


def test_a_whole_theme_goes_to_the_worker_before_it_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the build reads its sources while the worker loads what it needs, and does not wait."""
    monkeypatch.setattr(prewarmed_worker, "pays", lambda changed: True)
    monkeypatch.setattr(prewarmed_worker, "_work", lambda *_: signal.pause())
    started = prewarmed_worker.start_worker(None)
    assert started is not None
    theme = Theme(name="t", words={"en": {"long": "x" * 900_000}})
    renderer = Renderer(theme, {}, lambda *_: (None, []))
    told: list[PrewarmedWorker] = []
    telling = threading.Thread(
        target=lambda: told.append(PrewarmedWorker(started, renderer, None, (Path(), ""))),
        daemon=True,
    )
    telling.start()
    telling.join(PATIENCE)
    assert told
    told[0].wait()
