"""What the preview gives, to whom, and what it keeps to itself."""

import asyncio
import json
import re
import shlex
import shutil
import socket
import sys
from pathlib import Path

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from generator.model.files import ProjectFolders
from generator.preview.editor import EditorError, command_for, line_that_says, open_editor
from tests.cases import rows
from tests.conftest import SiteCase, masthead
from tests.preview.conftest import Preview, running


def test_a_page_comes_with_the_preview_s_script_which_is_in_no_file(shared: Preview) -> None:
    page = shared.ask("/")
    assert page.status == 200 and "Hello." in page.text
    assert page.text.count("/__masthead/client.js") == 1
    assert shared.ask("/__masthead/client.js").status == 200
    assert "LiveReload" in shared.ask("/livereload.js?port=1").text
    built = list((shared.site.root / ".cache/preview").rglob("*.html"))
    assert built
    for file in built:
        text = file.read_text("utf-8")
        assert "livereload" not in text.lower() and "__masthead" not in text
    assert not shared.site.output.exists(), "a preview never touches what is deployed"
    assert any("(Ctrl-C stops it)" in line for line in shared.lines)


def test_a_folder_without_its_slash_is_sent_on(shared: Preview) -> None:
    answer = shared.ask("/about")
    assert answer.status in (301, 302) and answer.headers["Location"] == "/about/"
    assert "About me." in shared.ask("/about/").text
    assert shared.ask("/about/", "HEAD").body == b""


def test_a_wrong_address_gets_the_site_s_own_page_and_not_itself_back(shared: Preview) -> None:
    answer = shared.ask("/no/<script>alert(1)</script>/such")
    assert answer.status == 404
    assert "Ada Lovelace" in answer.text and 'href="/assets/style.css"' in answer.text
    assert "alert(1)" not in answer.text
    assert answer.text.count("/__masthead/client.js") == 1, "so that it goes when the page comes"


NOTHING = [path for (path,) in rows("ways_in", "Addresses at which a preview gives nothing")]


@pytest.mark.parametrize("path", [*NOTHING, f"/{'a' * 5000}", f"/{'a' * 300}/"])
def test_nothing_but_the_site_is_given(shared: Preview, path: str) -> None:
    answer = shared.ask(path)
    assert answer.status in (400, 403, 404), answer.text[:200]
    assert "Set-Cookie" not in answer.headers
    for secret in ("person:", "root:", "Psst", "title:"):
        assert secret not in answer.text


def test_a_link_that_leads_out_of_the_built_site_is_not_followed(shared: Preview) -> None:
    link = shared.site.root / ".cache/preview/out.txt"
    link.symlink_to(shared.site.root / "content/site.yaml")
    assert shared.ask("/out.txt").status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/x.txt", "/nope", "/livereload.js", "/__masthead/status"])
def test_pages_are_only_read(shared: Preview, method: str, path: str) -> None:
    assert shared.ask(path, method, body="").status == 405


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", "",
     "127.0.0.1@evil.example", "evil.example/127.0.0.1", "192.168.1.7:{port}", "[::1"],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/nope", "/livereload.js", "/__masthead/status"])
def test_a_foreign_host_is_refused(shared: Preview, host: str, path: str) -> None:
    answer = shared.ask(path, headers={"Host": host.format(port=shared.port)})
    assert answer.status in (400, 403, 421)
    assert "Ada" not in answer.text


@pytest.mark.parametrize("host", ["localhost", "localhost:{port}", "127.0.0.1:{port}", "[::1]:9",
                                  "LOCALHOST"])  # fmt: skip
def test_this_machine_s_names_are_answered_to(shared: Preview, host: str) -> None:
    assert shared.ask("/", headers={"Host": host.format(port=shared.port)}).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1",
                                    "http://127.0.0.1.evil.example"])  # fmt: skip
def test_a_foreign_page_cannot_listen(shared: Preview, origin: str) -> None:
    async def connect() -> None:
        address = f"ws://127.0.0.1:{shared.port}/livereload"
        await websocket_connect(HTTPRequest(address, headers={"Origin": origin}))

    with pytest.raises(HTTPClientError) as refused:
        asyncio.run(connect())
    assert refused.value.code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""},
        {"Content-Type": "text/plain"}, {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ],
)  # fmt: skip
def test_no_foreign_page_opens_an_editor(shared: Preview, headers: dict[str, str]) -> None:
    assert shared.open({"page": "/"}, headers).status in (403, 421)


def test_nothing_but_sources_of_shown_pages_can_be_opened(shared: Preview) -> None:
    for query in ({"page": "/../../etc/passwd"}, {"mistake": "/etc/passwd:1"},
                  {"file": "/etc/passwd", "page": "/nope"}):  # fmt: skip
        answer = json.loads(shared.open(query).body)
        assert "passwd" not in answer["place"] and not answer["opened"]
    for body in ("", "[]", "{", "nonsense"):
        headers = {"Origin": shared.url.rstrip("/"), "Content-Type": "application/json"}
        assert shared.ask("/__masthead/open", "POST", headers, body).status == 400


@pytest.mark.slow
def test_a_page_and_words_on_it_open_in_the_editor(project: SiteCase, tmp_path: Path) -> None:
    note = tmp_path / "opened"
    editor = tmp_path / "editor.py"
    editor.write_text("import sys, pathlib\npathlib.Path(sys.argv[1]).write_text(sys.argv[2])\n")
    project.write("content/publications.yaml", "- id: goat\n  title: Great Alpine Goats\n"
                  "  authors: [Ada Lovelace]\n  date: 2023\n")  # fmt: skip
    project.write("content/cv/long.yaml", "title: CV\n")
    with running(project, editor=f"{sys.executable} {editor} {note} {{file}}:{{line}}") as preview:

        def opened(query: dict[str, str]) -> str:
            note.unlink(missing_ok=True)
            answer = json.loads(preview.open(query).body)
            assert answer["opened"], answer
            preview.until(lambda: note.is_file() and note.read_text() != "", "the editor")
            return note.read_text().removeprefix(str(project.root.resolve()) + "/")

        assert opened({"page": "/"}) == "content/index.md:5"
        assert opened({"page": "/index.html?a#b"}) == "content/index.md:5"
        assert opened({"page": "/publications/goat/"}) == "content/publications.yaml:1"
        words = "Great Alpine Goats, Ada Lovelace"
        assert opened({"page": "/", "words": words}) == "content/publications.yaml:2"
        project.write("content/index.md", "---\ntitle: Home\nlang: en\n---\n\n\nHello.\n")
        assert opened({"page": "/"}) == "content/index.md:7", "the line is the one of today"
        project.write("content/index.md", "---\ntitle: Home\n---\n\n\n[x](nowhere.md)\n")
        preview.until(lambda: bool(preview.status()["mistakes"]), "the mistake")
        place = preview.status()["mistakes"][0]["place"]
        assert opened({"mistake": place}) == "content/index.md:6"


def test_a_port_that_is_taken_is_said_and_the_next_one_used(project: SiteCase) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(project, "--port", str(port)) as preview:
            assert preview.port > port
            assert f"port {port} is taken: using {preview.port}" in preview.lines[0]


@pytest.mark.parametrize(
    ("host", "said"),
    [("no.such.host.invalid", "cannot listen on no.such.host.invalid, port 8000: "),
     ("\x9b" * 70, "cannot be the name of a host")],
    ids=["unknown", "no name"],
)  # fmt: skip
def test_a_host_that_is_not_here_is_one_line(project: SiteCase, host: str, said: str) -> None:
    run = masthead("preview", "--project", str(project.root), "--host", host)
    assert run.returncode == 2
    assert said in run.stderr and len(run.stderr.splitlines()) == 1


@pytest.mark.slow
def test_whoever_opens_the_preview_to_others_is_warned(project: SiteCase) -> None:
    with running(project, "--host", "0.0.0.0") as preview:
        preview.says("everybody on your network can see this preview")
        assert preview.ask("/", headers={"Host": "192.168.1.7"}).status == 200
        assert preview.ask("/", headers={"Host": "evil.example"}).status == 421


def test_drafts_are_shown_when_asked_for_and_carry_a_mark(project: SiteCase) -> None:
    project.write("content/about.md", "---\ntitle: About\ndraft: true\n---\n\nNot yet.\n")
    with running(project, "--drafts") as preview:
        page = preview.ask("/about/").text
        assert "Not yet." in page and 'class="draft"' in page
        assert 'class="draft"' not in preview.ask("/").text


OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in ("plate", "folio", "atlas")]
MARK = re.compile(r' data-source="([^"]*)"')


@pytest.mark.slow
@pytest.mark.broadsheet
@pytest.mark.parametrize("theme", ["broadsheet", *OTHERS])
def test_entries_and_the_person_are_marked_in_previews_alone(
    sample_copy: SiteCase, theme: str
) -> None:
    config = sample_copy.root / "content/site.yaml"
    bare = re.sub(r"(?m)^theme:.*(\n .*)*", "", config.read_text())
    config.write_text(f"{bare}theme: {theme}\n")
    pages = {}
    for is_preview in (False, True):
        sample_copy.is_preview = is_preview
        built = sample_copy.build(output=sample_copy.root / f"_site{is_preview}")
        assert built.ok, built.problems
        files = sorted(built.output.rglob("*.html"))
        pages[is_preview] = {str(f.relative_to(built.output)): f.read_text() for f in files}
    assert not [name for name, page in pages[False].items() if MARK.search(page)]
    # A preview has no cards for other sites, and no digests in the names of a theme's files.
    bare = re.compile(rf"<head>.*?</head>|\.[0-9a-f]{{10}}(?=\.)|{MARK.pattern}", re.DOTALL)
    before, after = (
        {name: bare.sub("", page) for name, page in pages[is_preview].items()}
        for is_preview in (False, True)
    )
    assert after == before
    home = pages[True]["index.html"]
    assert 'data-source="site/person"' in home
    entries = re.findall(r'<li class="entry[^>]*>', home)
    assert entries and all(MARK.search(entry) for entry in entries)


FILE = Path("/site/content/a b.md")


@pytest.mark.parametrize(
    ("editor", "command"), rows("editors", "How editors are told the line 7 and column 3 of a file")
)
def test_each_editor_is_told_the_line_in_its_own_way(editor: str, command: str) -> None:
    assert command_for(editor, FILE, 7, 3) == shlex.split(command)


NO_WINDOW = ["vim", "nvim -p", "/usr/bin/nano", "emacs -nw", "emacsclient -t"]


@pytest.mark.parametrize("editor", [*NO_WINDOW, "", "  "])
def test_an_editor_of_the_terminal_or_none_is_refused_with_the_way_out(editor: str) -> None:
    reason = "needs a terminal" if editor.strip() else "no editor is configured"
    with pytest.raises(EditorError, match=rf"{reason}.*MASTHEAD_EDITOR"):
        command_for(editor, FILE, 1, 1)


def test_a_command_that_cannot_be_read_or_run_is_a_message() -> None:
    with pytest.raises(EditorError, match="cannot be read"):
        command_for('code "', FILE, 1, 1)
    with pytest.raises(EditorError, match="cannot run no-such-editor"):
        open_editor(["no-such-editor", "x"])


def test_a_file_name_is_never_a_part_of_a_command() -> None:
    nasty = Path("/site/content/$(touch x); {line} `id` --wait.md")
    assert command_for("code {file}:{line}", nasty, 7, 3) == ["code", f"{nasty}:7"]
    assert command_for("ed1 +{line} {file}", nasty, 7, 3) == ["ed1", "+7", str(nasty)]


@pytest.fixture
def goats(site: SiteCase) -> ProjectFolders:
    shutil.copytree(Path(__file__).parent / "sites/goats", site.root, dirs_exist_ok=True)
    return ProjectFolders(site.root)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I study mountain goats with care.", "content/index.md:5:1"),
        ("我研究山羊的时间观念。", "content/index.md:7:1"),
        ("Ada Lovelace, Wei Zhang: The Great Observation of Alpine Time. 2023",
         "content/publications.yaml:2:3"),
        ("The Small Observation of Time Ada Lovelace", "content/publications.yaml:6:3"),
        ("Built with Masthead", "None"),
        ("", "None"),
    ],
)  # fmt: skip
def test_the_line_that_says_it_is_found_in_the_page_s_own_source_first(
    site: SiteCase, goats: ProjectFolders, text: str, place: str
) -> None:
    site.write("content/a.md", "I study mountain goats with care.\n")
    assert str(line_that_says(text, "content/index.md", goats)) == place
