"""Links, slugs and encoded paths: what is written out here is what the quick ways must equal."""

import posixpath
import re
import unicodedata
from urllib.parse import quote, urljoin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.model.links import (
    arxiv_id,
    bare_identifier,
    expanded,
    identifier_url,
    is_doi,
    is_orcid,
    parted,
    path_encoded,
    relative,
    slug_of,
)
from tests.cases import rows

PARTS = ["", ".", "..", "a", "b", "ab", "a:b", "..a", ".a", "index.html", "%E5%85%B3", "关"]
PATHS = st.lists(st.sampled_from(PARTS), max_size=5).map(lambda parts: "/" + "/".join(parts))
ENDS = st.sampled_from(["", "#", "?", "#x", "?x#y", "#x?y", "#a/../b:c"])


def spelled_out(address: str, here: str) -> str:
    """The link from `here` to `address` by the path functions of the standard library."""
    found = re.fullmatch(r"([^?#]*)([?#]?)(.*)", address)
    assert found
    path, mark, rest = found.groups()
    path = f"/{path.removeprefix('/')}"  # it starts at the root without its first slash, too
    if mark and path == here:
        return mark + rest
    link = posixpath.relpath(path, posixpath.dirname(here))
    if path.endswith("/"):
        link = "./" if link == "." else link + "/"
    return ("./" if ":" in link.split("/")[0] else "") + link + mark + rest


@given(PATHS, ENDS, PATHS)
@example("/a/", "", "/a/")
@example("/a/", "#x", "/a/")
@example("/a", "", "/a/")
@example("/a", "", "/a/b/")
@example("/ab/", "", "/a/")
@example("/a:b/", "", "/")
@example("/../a", "", "/..")
@example("about/", "", "/posts/goat/")
def test_a_relative_link_is_what_the_path_functions_of_the_library_say(
    path: str, end: str, here: str
) -> None:
    assert relative(path + end, here) == spelled_out(path + end, here)


TIDY = st.lists(st.sampled_from(["a", "b", "ab", "a:b", "关"]), max_size=4)
ADDRESSES = TIDY.map(lambda parts: "".join(["/", *(f"{part}/" for part in parts)]))


@given(ADDRESSES, ADDRESSES)
def test_a_browser_that_follows_a_relative_link_arrives(address: str, here: str) -> None:
    root = "https://user.example.org"
    assert urljoin(root + here, relative(address, here)) == root + address


@given(st.text("aB1-_. +/çÇ̧ßİ关，\n"))
def test_a_slug_joins_what_may_stand_in_it_with_hyphens(text: str) -> None:
    normal = unicodedata.normalize("NFC", text).lower()
    assert slug_of(text) == re.sub(r"[^\w.+-]+", "-", normal).strip("-.")


@given(st.text() | st.text("a/%:~関 #?!^[]\n", max_size=5))
def test_an_encoded_path_has_codes_for_all_but_what_may_stand_there(path: str) -> None:
    assert path_encoded(path) == quote(path, safe="/!$&'()*+,;=:@~-._")


@pytest.mark.parametrize("address", ["/a/", "/a/#b", "/a/?b", "/a/?b#c", "/a/#b?c#d", "#", ""])
def test_an_address_ends_at_its_first_mark(address: str) -> None:
    assert parted(address) == (*re.split("([#?])", address, maxsplit=1), "", "")[:3]


@pytest.mark.parametrize(("kind", "written", "url"), rows("identifiers", "Urls of identifiers"))
def test_the_url_of_an_identifier_has_no_letter_with_a_meaning_of_its_own(
    kind: str, written: str, url: str
) -> None:
    assert identifier_url(kind, written) == url


@pytest.mark.parametrize(("written", "bare"), rows("identifiers", "Identifiers without what leads"))
def test_an_identifier_is_found_however_it_is_written(written: str, bare: str) -> None:
    assert bare_identifier(written) == bare
    assert bare_identifier(bare) == bare


@pytest.mark.parametrize(("written", "id"), rows("identifiers", "Numbers of arXiv"))
def test_an_id_of_arxiv_is_known_by_its_form(written: str, id: str) -> None:
    assert arxiv_id(written) == id


@pytest.mark.parametrize(("kind", "target", "url"), rows("identifiers", "Bare identifiers"))
def test_a_link_of_a_record_may_be_a_bare_identifier(kind: str, target: str, url: str) -> None:
    assert expanded(kind, target) == url


@pytest.mark.parametrize(("kind", "written", "is_one"), rows("identifiers", "Whether it is one"))
def test_an_identifier_is_judged_by_its_form_and_check_digit(
    kind: str, written: str, is_one: str
) -> None:
    judge = {"orcid": is_orcid, "doi": is_doi}[kind]
    assert judge(written) == (is_one == "yes")
