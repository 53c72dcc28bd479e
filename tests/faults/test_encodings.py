"""Whatever bytes a file has, the site is right or the message is."""

import html
import xml.etree.ElementTree as ElementTree

import pytest

from tests.conftest import SiteCase
from tests.faults.conftest import Broken, messages, page

pytestmark = pytest.mark.broadsheet

PAGE = page("title: Naïve café 方缙\ntags: [a]", "One.\n\nTwo *three*.\n")


WRITTEN = {
    "with a byte order mark": b"\xef\xbb\xbf" + PAGE.encode(),
    "with the line ends of an old Macintosh": PAGE.replace("\n", "\r").encode(),
}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_a_page_is_the_same_however_an_editor_writes_it(site: SiteCase, written: bytes) -> None:
    site.write("content/p.md", PAGE)
    plain = site.build().bytes()
    site.write("content/p.md", written)
    site.write("content/site.yaml", b"\xef\xbb\xbfperson: {name: Ada Lovelace}\n")
    built = site.build()
    assert (built.bytes(), messages(built)) == (plain, [])


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
