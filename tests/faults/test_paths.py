"""What a site is written to comes from what people typed, and stays inside."""

import html
import re
import unicodedata
from urllib.parse import quote, urljoin

from tests.cases import rows
from tests.conftest import SiteCase
from tests.faults.conftest import Broken, hints, messages, page
from tests.pictures.drawing import plot, saved

P = "content/p.md"
SAFE = "/!$&'()*+,;=:@~-._"
LEAVING = rows("paths_of_projects", "Permalinks that cannot be")
"""In quotation marks, as YAML has them."""


def test_a_permalink_cannot_leave_the_site(broken: Broken) -> None:
    said = []
    for number, (permalink, bad) in enumerate(LEAVING):
        broken.write(f"content/p{number:02}.md", page(f"title: P\npermalink: {permalink}"))
        what = f'a permalink cannot contain "{bad[1:-1]}"'
        said.append(f"content/p{number:02}.md:3:12: error: {what}")
    broken.refuses(*said)


def test_a_scheme_that_gives_posts_one_address_is_an_error(broken: Broken) -> None:
    broken.write("content/site.yaml", "person: {name: Ada}\nposts: {permalink: '/:year/'}\n")
    said = "the permalink scheme has neither :slug nor :title"
    built = broken.refuses(f"content/site.yaml:2:20: error: {said}")
    assert hints(built) == ["for example /:year/:month/:day/:slug/"]


def test_an_address_that_no_disk_can_hold_is_told_by_its_page(broken: Broken) -> None:
    long = "a" * 300
    broken.write(P, page(f"title: P\nslug: {long}"))
    broken.write("content/q.md", page(f"title: Q\npermalink: /{long}/"))
    broken.write("content/r.md", page(f"title: R\naliases: [/{long}/]"))
    broken.write("content/s.md", page(f"title: S\npermalink: {'/abc' * 400}/"))
    broken.write("content/" + "方" * 80 + ".md", page("title: T"))
    broken.write("content/posts/2024-01-01-t.md", page(f"title: T\ntags: [{long}]"))
    broken.write("content/publications.yaml", f"- {{id: {long}, title: T, authors: [X]}}\n")
    cut = f"error: this page's address would be too long, 200 bytes at most: {'a' * 40}…"
    broken.refuses(
        f"content/p.md:3:7: {cut}",
        f"content/posts/2024-01-01-t.md:3:7: {cut}",
        f"content/publications.yaml:1:8: {cut}",
        f"content/q.md:3:12: {cut}",
        f"content/r.md:3:11: {cut}",
        f"content/s.md:3:12: {cut}".replace("200", "1000").replace("a" * 40, "/abc" * 10),
        f"content/{'方' * 80}.md:2:1: {cut}".replace("a" * 40, "方" * 40),
    )


def test_a_picture_whose_copies_no_disk_can_name_is_shown_as_it_is(broken: Broken) -> None:
    long = f"{'方' * 82}.png"
    broken.write(f"static/{long}", saved(plot(1800, 900)))
    broken.write(f"static/{'a' * 190}.png", saved(plot(1800, 900)))
    built = broken.site.build()
    assert sum("aaa" in path for path in built.files()) > 1
    assert sum("方方" in path for path in built.files()) == 1


def test_names_that_are_one_on_some_machines_are_both_named(broken: Broken) -> None:
    """By their capitals, or by how an accent is stored."""
    broken.write("content/Q.md", page("title: P")).write("content/q.md", page("title: Q"))
    broken.write("static/A/x.pdf", "1").write("static/a/x.pdf", "2")
    broken.write("content/\u00e9.md", page("title: P"))
    broken.write("content/e\u0301.md", page("title: Q"))
    same = "are the same on some machines"
    built = broken.refuses(
        f'content/q.md: error: this name and "content/Q.md" {same}',
        f'content/\u00e9.md: error: this name and "content/e\u0301.md" {same}',
        f'static/a/x.pdf: error: this name and "static/A/x.pdf" {same}',
    )
    assert set(hints(built)) == {"rename one of the two"}


def test_names_come_out_composed_and_links_in_either_form_find_them(site: SiteCase) -> None:
    apart = "caf" + "e\u0301"
    site.write(f"content/{apart}.md", page("title: P"))
    site.write(f"static/{apart}.pdf", "x")
    site.write(
        "content/index.md", f"[a]({apart}.md) [b](caf\u00e9.md) [c](/{apart}.pdf) [d](caf%C3%A9)\n"
    )
    built = site.build()
    assert messages(built) == []
    assert {"caf\u00e9/index.html", "caf\u00e9.pdf"} <= built.files()
    assert all(path == unicodedata.normalize("NFC", path) for path in built.files())
    assert built.read("index.html").count('href="caf%C3%A9/"') >= 3


ODD = [name for (name,) in rows("paths_of_projects", "Odd names of pages and files")]


def test_odd_names_get_links_that_are_encoded_once(site: SiteCase) -> None:
    for name in ODD:
        site.write(f"content/{name}.md", page(f"title: t\naliases: ['/old/{quote(name)}/']"))
        site.write(f"static/files/{name}.pdf", "x")
    links = "".join(f"- [x](/files/{quote(name)}.pdf)\n" for name in ODD)
    site.write("content/list.md", page("title: List", links))
    built = site.build()
    assert messages(built) == []
    files = built.files()
    for name in ODD:
        assert {f"{name}/index.html", f"files/{name}.pdf", f"old/{name}/index.html"} <= files
    encoded = {quote(path.removesuffix("index.html"), safe=SAFE) for path in files}
    found = set()
    for path in files:
        if path.endswith(".html") and path != "404.html":
            here = "/" + quote(path.removesuffix("index.html"), safe=SAFE)
            links = re.findall(r"<a\b[^>]* href=\"([^\"]*)\"", built.read(path))
            found |= {urljoin(here, html.unescape(link).split("#")[0]) for link in links}
    local = {link.removeprefix("/") for link in found if not re.match("[a-z]+:", link)}
    assert local <= encoded
    assert {f"files/{quote(name, safe=SAFE)}.pdf" for name in ODD} <= local
    assert {f"{quote(name, safe=SAFE)}/" for name in ODD} <= local
    listed = re.findall(r"<loc>/([^<]*)</loc>", built.read("sitemap.xml"))
    assert {html.unescape(address) for address in listed} <= encoded


def test_a_line_end_in_a_name_is_an_error(broken: Broken) -> None:
    broken.write("content/a\nb.md", page("title: P")).write("static/a\tb.pdf", "x")
    broken.write(P, page('title: P\nslug: "a\\nb"'))
    built = broken.refuses(
        "content/a\nb.md: error: this name has a character that no link can name",
        'content/p.md:3:7: error: a slug cannot contain "\n"',
        "static/a\tb.pdf: error: this name has a character that no link can name",
    )
    assert "content/a\\nb.md: error:" in built.said()
    assert 'cannot contain "\\n"' in built.said()


def test_what_editors_leave_behind_is_ignored(broken: Broken) -> None:
    for name in (".p.md.swp", ".p.md.swo", "p.md~", "#p.md#", ".p.md.kate-swp", "p.md.bak",
                 "p.md.orig", "p.tmp", ".DS_Store", "Thumbs.db", "._p.md"):  # fmt: skip
        broken.write(f"content/{name}", "---\nnever closed").write(f"static/{name}", "x")
    (broken.site.root / "content" / ".#p.md").symlink_to("ada@host.4242:1700000000")
    built = broken.accepts()
    assert built.bytes() == {path: data for path, data in broken.before.items() if data is not None}


def test_a_link_in_data_copies_nothing(broken: Broken) -> None:
    targets = (
        "../../etc/passwd", "/etc/passwd", "../content/site.yaml", "site.yaml", "/site.yaml",
        "..\\..\\etc\\passwd", "%2e%2e/%2e%2e/etc/passwd", "~/.ssh/id_rsa",
        "pdf/../../../etc/passwd", "C:/x.pdf",
    )  # fmt: skip
    talks = "".join(f"- {{title: T, links: {{pdf: '{target}'}}}}\n" for target in targets)
    broken.write("content/talks.yaml", talks)
    told = [f'this site has no page and no file "{target}"' for target in targets]
    told[-1] = 'a link cannot be of the kind "C:"'
    said = (f"content/talks.yaml:{line}:27: error: {one}" for line, one in enumerate(told, 1))
    assert all(hints(broken.refuses(*said)))
