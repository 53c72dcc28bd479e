"""The preview as Chromium shows it."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.browser.conftest import Tell
from tests.browser.conftest import tell as tell
from tests.conftest import SiteCase
from tests.preview.conftest import SITES, Preview, running

pytestmark = pytest.mark.browser

Step = list[str]

CONNECTED = ["until", "window.LiveReload && LiveReload.connector.protocol === 7"]
SHADOW = "document.querySelector('masthead-preview').shadowRoot"
SHOWN = f"{SHADOW} && !{SHADOW}.querySelector('section').hidden"
SAID = f"!{SHADOW}.querySelector('output').hidden && {SHADOW}.querySelector('output').textContent"
PAGE = "---\ntitle: Home\n---\n\n{}\n"
TALL = PAGE.format("first\n\n" + "line\n\n" * 100 + "{}")
# No clipboard is asked for leave in a test.
CLIPBOARD = """Object.defineProperty(navigator, 'clipboard',
    {value: {writeText: text => { window.copied = text; return Promise.resolve(); }}})"""


@contextmanager
def edits(*actions: Callable[[], object]) -> Iterator[Callable[[int], Step]]:
    """Let a page in a story order the test's edits: a step for each number."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            actions[int(self.path[1:])]()
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        yield lambda n: ["eval", f"void fetch('{address}/{n}', {{mode: 'no-cors'}}).catch(() => 0)"]
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def told(tell: Tell) -> Tell:
    """Plays one story; its answers. A page that waits for a change may have complained of it."""
    return partial(tell, may_complain=True)


@pytest.fixture
def preview(project: SiteCase) -> Iterator[Preview]:
    with running(project) as preview:
        yield preview


def test_a_style_sheet_swaps_while_the_page_stays(told: Tell, project: SiteCase) -> None:
    def color(name: str) -> SiteCase:
        return project.write("themes/own/assets/own.css", f"body {{ color: {name} }}\n")

    settings = (project.root / "content/site.yaml").read_text()
    shutil.copytree(SITES / "own-theme", project.root, dirs_exist_ok=True)
    project.write("content/site.yaml", f"{settings}theme: {{name: own}}\n")
    now = "getComputedStyle(document.body).color"
    with running(project) as preview, edits(lambda: color("blue"), lambda: color("green")) as edit:
        answers = told(
            ["goto", preview.url], CONNECTED, ["eval", f"window.stays = {now}"],
             edit(0), ["until", f"{now} === 'rgb(0, 0, 255)'"],
             edit(1), ["until", f"{now} === 'rgb(0, 128, 0)'"],
             ["eval", "window.stays"],
             ["eval", "document.querySelectorAll('link[rel=stylesheet]').length < 3"],
        )  # fmt: skip
    assert answers == ["rgb(255, 0, 0)", "rgb(255, 0, 0)", True]


def test_a_page_loads_anew_and_keeps_its_scroll(
    told: Tell, project: SiteCase, preview: Preview
) -> None:
    project.write("content/index.md", TALL.format("before"))
    preview.shows("before")
    with edits(lambda: project.write("content/index.md", TALL.format("after"))) as edit:
        answers = told(
            ["goto", preview.url], CONNECTED,
             ["eval", "window.stays = 1, scrollTo(0, 777), scrollY"],
             edit(0), ["until", "document.body.innerText.includes('after')"],
             # A face that comes late moves the lines a little, and the browser follows them.
             ["until", "Math.abs(scrollY - 777) < 30"], ["eval", "window.stays === undefined"],
        )  # fmt: skip
    assert answers == [777, True]


def test_a_mistake_is_shown_in_the_page_until_it_is_mended(
    told: Tell, project: SiteCase, preview: Preview
) -> None:
    wrong = PAGE.format("[<img src=x onerror=alert(1)>](nowhere.md)")
    mend = PAGE.format("Mended.")
    with edits(
        lambda: project.write("content/index.md", wrong),
        lambda: project.write("content/index.md", mend),
    ) as edit:
        panel = f"{SHADOW}.querySelector('section')"
        answers = told(
            ["goto", preview.url], CONNECTED, ["eval", f"!!({SHOWN})"],
             edit(0), ["until", SHOWN], ["eval", f"{panel}.innerText"],
             ["eval", f"{panel}.querySelectorAll('img').length"],
             ["eval", "document.querySelector('main').innerText.includes('Hello.')"],
             # Another page of the site, or this one again, shows it as well.
             ["goto", preview.url + "404.html"], ["until", SHOWN],
             ["goto", preview.url], CONNECTED, ["until", SHOWN],
             edit(1), ["until", "document.body.innerText.includes('Mended.')"], CONNECTED,
             # The page that is open comes first, and then what the whole build says.
             ["until", f"!({SHOWN})"], ["eval", f"!!({SHOWN})"],
        )  # fmt: skip
    before, text, pictures, is_good, after = answers
    assert (before, pictures, is_good, after) == (False, 0, True, False)
    assert "content/index.md:5:" in text and "error: this link leads nowhere" in text
    assert "5 | [<img src=x onerror=alert(1)>](nowhere.md)" in text
    assert "the last good page" in text


def test_a_page_that_cannot_be_built_at_first_appears_by_itself(
    told: Tell, project: SiteCase
) -> None:
    project.write("content/index.md", PAGE.format("[x](nowhere.md)"))
    mend = PAGE.format("Mended.")
    with (
        running(project) as preview,
        edits(lambda: project.write("content/index.md", mend)) as edit,
    ):
        told(
            ["goto", preview.url], CONNECTED, ["until", SHOWN],
             edit(0), ["until", "document.body.innerText.includes('Mended.')"],
        )  # fmt: skip


def test_the_key_and_the_button_open_what_the_page_shows(
    told: Tell, project: SiteCase, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    editor = tmp_path / "editor.py"
    editor.write_text(
        "import sys\nwith open(sys.argv[1], 'a') as f: f.write(sys.argv[2] + '\\n')\n"
    )
    body = "Some text.\n\nAn elephant in the second paragraph.\n"
    project.write("content/index.md", PAGE.format(body))
    command = f"{sys.executable} {editor} {notes} {{file}}:{{line}}"
    point = """[...document.querySelectorAll('main p')].at(-1).dispatchEvent(
        new PointerEvent('pointermove', {bubbles: true})), 1"""
    with running(project, editor=command) as preview:
        told(
            ["goto", preview.url], CONNECTED, ["press", "e"],
             ["until", f"({SAID} || '').startsWith('opened content/index.md:5')"],
             ["eval", point], ["press", "e"],
             ["until", f"({SAID} || '').startsWith('opened content/index.md:7')"],
             ["click", "masthead-preview button.edit"],
             ["until", f"({SAID} || '').startsWith('opened content/index.md:5')"],
        )  # fmt: skip
        preview.until(lambda: notes.is_file() and notes.read_text().count("\n") == 3, "the editor")
    lines = sorted(line.rpartition(":")[2] for line in notes.read_text().split())
    assert lines == ["5", "5", "7"]


def test_without_an_editor_the_place_is_copied_and_an_e_that_is_typed_copies_nothing(
    told: Tell, preview: Preview
) -> None:
    answers = told(
        ["goto", preview.url], CONNECTED,
         ["eval", "document.body.append(window.i = document.createElement('input')), i.focus()"],
         ["press", "e"], ["eval", "i.value"],
         ["eval", f"{SHADOW}.querySelector('output').hidden"],
         ["eval", "i.blur()"], ["press", "Control+e"], ["press", "e"],
         ["until", SAID], ["eval", SAID], ["eval", "window.copied"],
        init=CLIPBOARD,
    )  # fmt: skip
    assert answers[:2] == ["e", True]
    assert answers[2].startswith("copied content/index.md:5 — no editor is configured")
    assert answers[3] == "content/index.md:5"
