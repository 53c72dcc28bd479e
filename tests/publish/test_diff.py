"""What readers will see change: said shortly, and nothing else."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from generator.hosting.visible_content import visible_content, words_of
from generator.model.files import ProjectFolders
from generator.publish.diff import (
    ChangedAddress,
    Diff,
    Hunk,
    PageChange,
    compare,
    diff,
    diff_as_text,
    hunks,
)
from tests.cases import rows
from tests.commands import python
from tests.conftest import small_site
from tests.publish.conftest import Author


@dataclass
class Site:
    """Files that are nowhere."""

    files: dict[str, bytes]
    digests: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.digests = {path: data.hex() for path, data in self.files.items()}

    def read(self, path: str) -> bytes:
        return self.files[path]


def site(**files: str) -> Site:
    """Files by their paths, with `__` for a dot and `_` for a slash."""
    names = {name.replace("__", ".").replace("_", "/"): text for name, text in files.items()}
    return Site({name: text.encode() for name, text in names.items()})


def page(body: str, head: str = "<title>T</title>") -> str:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"


def change(old: str, new: str) -> PageChange:
    """What is different on a page that was `old` and is `new`."""
    found = diff(site(a_index__html=old), site(a_index__html=new))
    assert len(found.pages) == 1, found
    return found.pages[0]


LIST = "<ul><li>One</li><li>Two cats</li><li>Three</li></ul>"
LINKS = '<a href="{}">x</a> <a href="https://x.example/{}">y</a> <a href="#here">z</a>'
CHANGES = {
    "words, shown with their neighbours": (
        "<h1>Me</h1><p>I wrote the first five papers of the group alone.</p><p>End</p>",
        "<h1>Me</h1><p>I wrote the first <b>six</b> papers of the group alone.</p><p>End</p>",
        [Hunk("five", "six", "I wrote the first", "papers of the group")],
    ),
    "neighbours end where something else ends": (
        LIST, LIST.replace("cats", "dogs"), [Hunk("cats", "dogs", "Two", "")],
    ),
    "neighbours begin where something else begins": (
        LIST, LIST.replace("Two", "Ten"), [Hunk("Two", "Ten", "", "cats")],
    ),
    "links, as addresses of the site": (
        LINKS.format("../b/", 1), LINKS.format("c.pdf", 2),
        [*(Hunk(old, "", about="link") for old in ("/b/", "https://x.example/1")),
         *(Hunk("", new, about="link") for new in ("/a/c.pdf", "https://x.example/2"))],
    ),
    "the words of a picture": (
        '<img alt="A cat" src=x>', '<img alt="A dog" src=x>',
        [Hunk("cat]", "dog]", "[A", "")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_told_and_nothing_else(old: str, new: str, told: list[Hunk]) -> None:
    assert change(page(old), page(new)) == PageChange("/a/", tuple(told))


@pytest.mark.parametrize(
    ("old", "new", "hunk"),
    [
        (
            "我是一名博士研究生，研究网络。",
            "我是一名硕士研究生，研究网络。",
            ("博", "硕", "我是一名", "士研究生"),
        ),
        ("用 GPU 训练", "用 TPU 训练", ("GPU", "TPU", "用", "训练")),
        ("a b c d e", "a X c Y e", ("b c d", "X c Y", "a", "e")),
        ("a b", "a x b", ("", "x", "a", "b")),
        ("a x b", "a b", ("x", "", "a", "b")),
        ("", "a b", ("", "a b")),
    ],
    ids=["Chinese", "Chinese and Latin", "changes that nearly touch", "new", "gone", "all new"],
)
def test_what_differs_is_a_hunk_of_words_or_chinese_characters(
    old: str, new: str, hunk: tuple[str, ...]
) -> None:
    assert hunks(words_of(old), words_of(new)) == [Hunk(*hunk)]


@pytest.mark.parametrize(
    ("what", "old", "new"), rows("hosting", "Differences of pages that nobody sees")
)
def test_what_nobody_sees_is_not_shown(what: str, old: str, new: str) -> None:
    found = diff(site(index__html=page(old)), site(index__html=page(new)))
    assert found.pages == () and not found
    assert diff_as_text(found) == ["readers will see no change"]


HEAD = """<title>{t}</title><meta name="description" content="{d}">
<link rel="canonical" href="https://x.example/{c}"><link rel="alternate" hreflang="zh" href="{h}">
<meta name="citation_author" content="Ada"><meta name="citation_author" content="{a}">"""


@pytest.mark.parametrize(
    ("key", "name", "old", "new"),
    [
        ("t", "title", "v", "w"),
        ("d", "description", "v", "w"),
        ("c", "canonical", "https://x.example/v", "https://x.example/w"),
        ("h", "hreflang zh", "v", "w"),
        ("a", "citation_author", "v", "w"),
    ],
)
def test_metadata_is_told_by_its_name(key: str, name: str, old: str, new: str) -> None:
    same = dict.fromkeys("tdcha", "v")
    found = change(page("x", HEAD.format(**same)), page("x", HEAD.format(**{**same, key: "w"})))
    before = "Ada;" if key == "a" else ""
    assert found == PageChange("/a/", (Hunk(old, new, before, about=name),))
    gone = change(page("x", HEAD.format(**same)), page("x", ""))
    assert (name, f"{before} {old}".strip(), "") in gone.by_key


def test_addresses_come_and_go() -> None:
    old = site(index__html=page("x"), a_index__html=page("x"), cv__pdf="1", b__html=page("x"))
    new = site(index__html=page("x"), c_index__html=page("x", "<title>C</title>"), d__bib="2")
    found = diff(old, new)
    assert found.added == (ChangedAddress("/c/", "C"), ChangedAddress("/d.bib"))
    assert [one.address for one in found.gone] == ["/a/", "/b.html", "/cv.pdf"]
    assert found.dead == ("/a/", "/b.html", "/cv.pdf")


def test_an_old_address_that_sends_its_readers_on_is_not_gone() -> None:
    to_new = page("", '<meta http-equiv="refresh" content="0; url=../c/">')
    found = diff(
        site(a_index__html=page("x"), b_index__html=page("y")),
        site(a_index__html=to_new, c_index__html=page("x"), b__html=page("y")),
    )
    assert PageChange("/a/", (Hunk("", "/c/", about=">"),)) in found.pages
    assert found.dead == ("/b/",), "Pages does not find b.html for /b/"
    assert diff_as_text(found)[-2:] == ["/a/", "  > /c/"]


def test_what_follows_from_pages_is_not_told_beside_them() -> None:
    files = {"index__md": "1", "sitemap__xml": "1", "robots__txt": "1", "llms__txt": "1",
             "search__json": "1", "assets_style.0123456789__css": "1", "__nojekyll": "",
             "feed__xml": "<feed>x</feed>"}  # fmt: skip
    old = site(index__html=page("x"), CNAME="a", **files)
    new = site(index__html=page("x"), **dict.fromkeys(files, "2"))
    found = diff(old, new)
    assert found == Diff(looks=("assets/style.css",)), found
    assert diff(site(feed__xml="x"), site()).dead == ("/feed.xml",), (
        "but readers have a feed's address"
    )


def test_pictures_and_downloads_are_told_when_their_bytes_change() -> None:
    old = site(me__png="1", cv__pdf="1", x__css="1", gone__png="1", data__json="1")
    new = site(me__png="2", cv__pdf="2", x__css="1", data__json="2")
    found = diff(old, new)
    assert found.files == ("/me.png", "/cv.pdf", "/data.json")
    assert [one.address for one in found.gone] == ["/gone.png"]
    assert found.dead == (), "hardly anybody knows a picture's address"


def test_what_many_pages_share_is_told_once() -> None:
    def pages(word: str) -> Site:
        texts = (page(f"<nav>About {word}</nav><p>Page {n} alone") for n in range(5))
        return Site({f"p{n}/index.html": text.encode() for n, text in enumerate(texts)})

    told = ["on 5 pages: /p0/, /p1/, …", "  - About [me]", "  + About [us]"]
    assert diff_as_text(diff(pages("me"), pages("us"))) == told


def test_a_short_form_says_how_much_it_leaves_out() -> None:
    old = site(**{f"p{n}_index__html": page("x") for n in range(9)})
    lines = diff_as_text(diff(old, site()), most=2)
    assert lines == ["gone: 9 addresses", "  - /p0/  T", "  - /p1/  T", "  … and 7 more"]


def test_a_page_that_cannot_be_right_html_is_read_all_the_same() -> None:
    odd = (b"\xff\xfe", b"<", b"<a href='", b"<svg><p>x", b"</p></b>", b"<a href='http://['>")
    for text in odd:
        visible_content(text, "/")


@pytest.mark.broadsheet
def test_the_command_compares_with_what_is_deployed(author: Author) -> None:
    run = author.masthead("diff")
    assert run.returncode == 1
    assert "error: nothing has been deployed there yet" in run.stderr
    author.deploy()
    before = author.state()
    run = author.masthead("diff")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[1] == "readers will see no change"
    text = "---\ntitle: About\n---\n\nI have six engines.\n\n![](pdf/a.pdf)\n"
    author.site.write("content/about.md", text)
    author.site.delete("content/posts/2024-01-02-first.md")
    run = author.masthead("diff")
    assert run.returncode == 0
    assert "  - /posts/first/  First – Ada Lovelace" in run.stdout, run.stdout
    assert "  - I have [five] engines." in run.stdout
    assert "content/about.md:7" in run.stderr
    author.git("checkout", "-q", "content")
    assert author.state()["refs"] == before["refs"]


def test_the_command_compares_with_a_folder_a_commit_or_a_tag(author: Author) -> None:
    old = author.site.root.parent / "old"
    assert author.site.build(output=old).ok
    author.deploy()
    author.git("fetch", "-q", "origin")
    author.git("tag", "live", "origin/gh-pages")
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nI have six engines.\n")
    for against in ("../old", "live"):
        run = author.masthead("diff", "--against", against)
        assert "  + I have [six] engines." in run.stdout, (against, run.stderr)
    wrong = {"nope": "git knows no commit of that name", "content": "contains no site"}
    for against, words in wrong.items():
        run = author.masthead("diff", "--against", against)
        assert run.returncode == 1 and words in run.stderr


def test_without_a_repository_a_folder_will_do(tmp_path: Path) -> None:
    case = small_site(tmp_path / "plain")
    assert case.build().ok
    assert not compare(ProjectFolders(case.root), str(case.output)).diff


def test_offline_it_compares_with_what_git_last_heard_if_asked_to(author: Author) -> None:
    author.deploy()
    author.git("remote", "set-url", "origin", "http://127.0.0.1:1/x.git")
    run = author.masthead("diff")
    assert run.returncode == 1
    assert "`masthead diff --against origin/gh-pages` asks no server" in run.stderr
    run = author.masthead("diff", "--against", "origin/gh-pages")
    assert run.returncode == 0, run.stderr
    assert "against origin/gh-pages" in run.stdout


@pytest.mark.slow
def test_an_address_that_dies_stops_a_deployment_until_it_is_redirected_or_let_go(
    author: Author,
) -> None:
    author.deploy()
    about = (author.site.root / "content/about.md").read_text()
    author.site.delete("content/about.md")
    author.site.write("content/me.md", about)
    config = (author.site.root / "content/site.yaml").read_text()
    author.site.write("content/site.yaml", config.replace("about", "me"))
    home = (author.site.root / "content/index.md").read_text()
    author.site.write("content/index.md", home.replace("about.md", "me.md"))
    author.commit()
    (problem,) = author.refused()
    assert problem.message == "readers know the address /about/, and it will lead nowhere"
    assert problem.hint == (
        "write `aliases: [/about/]` at the page or record in its place, or `redirects: "
        "{/about/: /its-place/}` in site.yaml; or give it up with --let-go /about/"
    )
    assert author.masthead("deploy", "--dry-run", "--let-go", "/about/").returncode == 0
    assert author.masthead("deploy", "--dry-run", "--let-go", "/other/").returncode == 1
    config = (author.site.root / "content/site.yaml").read_text()
    author.site.write("content/site.yaml", config + "redirects: {/about/: /me/}\n")
    author.commit()
    author.deploy()
    assert b"refresh" in author.live()["about/index.html"]


LONG = """
hunks(['a', 'b'] * 50_000, ['b', 'a', 'c'] * 50_000)
hunks(['a'] * 100_000, ['b', *['a'] * 100_000, 'c'])
hunks([str(n) for n in range(50_000)], [str(n) for n in range(50_000, 0, -1)])
hunks([str(n % 100) for n in range(100_000)], [str(n % 99) for n in range(100_000)])
"""


def test_pages_of_any_words_are_compared_in_bounded_time() -> None:
    head = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (60, 60))\n"
    python(f"{head}from generator.publish.diff import hunks{LONG}")


def test_a_change_at_the_end_of_a_long_page_is_shown_with_what_is_around_it() -> None:
    words = [f"w{n % 50}" for n in range(20_000)]
    (hunk,) = hunks([*words, "old", "end"], [*words, "new", "end"])
    assert (hunk.old, hunk.new, hunk.after) == ("old", "new", "end")
    assert hunk.before == "w46w47w48w49"
