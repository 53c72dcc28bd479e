"""Whatever bytes a file has, the site is right or the message is."""

import html
import xml.etree.ElementTree as ElementTree

import pytest

from tests.conftest import SiteCase
from tests.faults.conftest import Broken, hints, messages, page

pytestmark = pytest.mark.broadsheet

PAGE = page("title: Naïve café 方缙\ntags: [a]", "One.\n\nTwo *three*.\n")


def test_a_byte_order_mark_is_dropped(site: SiteCase) -> None:
    site.write("content/p.md", PAGE)
    plain = site.build().bytes()
    site.write("content/p.md", b"\xef\xbb\xbf" + PAGE.encode())
    site.write("content/site.yaml", b"\xef\xbb\xbfperson: {name: Ada Lovelace}\n")
    built = site.build()
    assert (built.bytes(), messages(built)) == (plain, [])


def test_cr_alone_ends_a_line(site: SiteCase) -> None:
    site.write("content/p.md", PAGE)
    plain = site.build().bytes()
    site.write("content/p.md", PAGE.replace("\n", "\r"))
    assert site.build().bytes() == plain


def test_a_mistake_after_cr_or_a_line_separator_has_its_line(broken: Broken) -> None:
    broken.write("content/p.md", "---\rtitle: A\u2028B\x85C\rdat: 2024\r---\r\rx\r")
    built = broken.refuses('content/p.md:3:1: error: unknown field "dat"')
    assert "    3 | dat: 2024\n" in built.said()


def test_utf_16_is_named(broken: Broken) -> None:
    codecs = {"utf-16-be": "16", "utf-16-le": "16", "utf-16": "16", "utf-32": "32"}
    text = "---\ntitle: A page like any other\n---\n\nWords.\n"
    broken.write("content/news.yaml", text.encode("utf-16"))
    for codec in codecs:
        broken.write(f"content/{codec}.md", text.encode(codec))
    said = "error: this file is not UTF-8, it looks like UTF-"
    built = broken.refuses(
        f"content/news.yaml:1: {said}16",
        *(f"content/{codec}.md:1: {said}{name}" for codec, name in codecs.items()),
    )
    assert "\0" not in built.said()
    assert "help: save it as UTF-8" in built.said()


def test_a_latin_1_byte_has_its_line_and_column(broken: Broken) -> None:
    broken.write(
        "content/p.md",
        "---\ntitle: A\n---\n\nün café\n".encode().replace(b"caf\xc3\xa9", b"caf\xe9"),
    )
    broken.write("content/news.yaml", b"- date: 2024\r\n  text: caf\xe9\r\n")
    broken.refuses(
        "content/news.yaml:2:12: error: this file is not UTF-8: byte 0xE9 cannot stand here",
        "content/p.md:5:7: error: this file is not UTF-8: byte 0xE9 cannot stand here",
    )


def test_control_characters_are_left_out_with_a_warning(broken: Broken) -> None:
    post = "---\ntitle: 'A\x00B\x07'\ntags: ['t\x1b[31m']\n---\n\nx\x08\x0c\x7f\ufffey\n"
    broken.write("content/posts/2024-01-01-x.md", post)
    built = broken.accepts(
        "content/posts/2024-01-01-x.md:2:10: warning: the control character U+0000 is left out, "
        "and 6 more in this file"
    )
    feed = ElementTree.fromstring(built.read("feed.xml"))
    ElementTree.fromstring(built.read("sitemap.xml"))
    titles = [node.text for node in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert "AB" in titles
    assert "xy" in built.read("posts/x/index.html")


def test_an_escape_for_a_control_character_is_an_error(broken: Broken) -> None:
    """`"$\\alpha$"` in double quotes: YAML reads `\\a` as a bell."""
    escapes = {
        "\\0": "0000", "\\a": "0007", "\\b": "0008", "\\v": "000B", "\\f": "000C", "\\e": "001B",
        "\\x1f": "001F", "\\uFFFE": "FFFE",
    }  # fmt: skip
    said = []
    for number, (escape, code) in enumerate(escapes.items()):
        broken.write(f"content/p{number}.md", page(f'title: "The ${escape}lpha$ case"'))
        named = escape if len(escape) == 2 else "an escape"
        message = f"in double quotes, {named} is the control character U+{code}"
        said.append(f"content/p{number}.md:2:8: error: {message}")
    built = broken.refuses(*said)
    assert set(hints(built)) == {"write the backslash twice, or use '…' instead of \"…\""}


def test_an_escape_for_half_a_character_is_an_error(broken: Broken) -> None:
    broken.write("content/p.md", page('title: "A\\uD800B"'))
    broken.refuses('content/p.md:2:12: error: this escape in "…" is not a character')


def test_letters_of_all_planes_and_directions_are_kept(site: SiteCase) -> None:
    text = "𝔘𝔫𝔦 𠮷 עברית العربية 👩‍👩‍👧 🇨🇳 é a\u200db \u202eabc\u202c"
    site.write("content/site.yaml", "person: {name: Ada}\nlanguages: [en, ar]\n")
    site.write("content/p.md", page(f"title: {text}", f"{text}\n"))
    site.write("content/p.ar.md", page(f"title: {text}", f"{text}\n"))
    built = site.build()
    assert html.unescape(built.read("p/index.html")).count(text) >= 3
    assert '<html lang="ar" dir="rtl">' in built.read("ar/p/index.html")
    assert "dir=" not in built.read("p/index.html")


def test_empty_files_and_front_matter_alone_are_no_crash(broken: Broken) -> None:
    broken.write("content/a.md", "").write("content/b.md", "---\ntitle: B\n---\n")
    broken.write("content/c.md", "---\n---\n").write("content/d.md", "\n\n")
    for name in ("news", "publications", "people", "venues", "cv/empty"):
        broken.write(f"content/{name}.yaml", "")
    broken.write("content/talks.yaml", "# nothing yet\n")
    broken.accepts(*(f"content/{name}.md:1: warning: this page has no text" for name in "abcd"))
