"""What we write in BibTeX is read back as the same record, as far as BibTeX can say it."""

import re
from unicodedata import normalize

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from generator.graph.facts.paper_formats import bibtex_entry
from generator.model.dates import Date, Span, When
from generator.model.files import SourceFile
from generator.model.names import Name
from generator.model.people import Author, Directory
from generator.model.records.bibliography import KIND_NAMES
from generator.model.records.works import Publication, Venue, venue_among
from generator.model.text import Text
from generator.parse.bib.bib_file import parse_bib, settled
from generator.problems import Spot
from tests.cases import load

NOBODY = Directory(())
FILE = "content/publications.bib"
SAID = ("id", "title", "authors", "venue", "volume", "number", "pages", "publisher", "place",
        "edition", "series", "doi", "arxiv", "isbn", "abstract", "note", "date", "tags", "bibtex")  # fmt: skip
"""The fields that BibTeX has a place for; emphasis, links, roles and translations it has none for."""


def plain(record: Publication) -> dict[str, object]:
    found = {name: getattr(record, name) for name in SAID}
    for name in ("title", "abstract", "note"):
        found[name] = found[name].any() if isinstance(found[name], Text) else ""
    # The type of an entry tells some kinds apart, and not all.
    found["type"] = KIND_NAMES[record.kind or "other"].bibtex
    found["authors"] = [author.name for author in record.authors]
    return found


def read(text: str) -> list[Publication]:
    parsed = parse_bib(SourceFile(FILE, "nowhere", text.encode()))
    said = [problem.message for problem in parsed.problems]
    assert all(re.search("has no author|is read as one name", one) for one in said), (said, text)
    return list(parsed.values)


# Words with all that LaTeX, BibTeX and Markdown give a meaning to, escaped as in Markdown.
ESCAPED = st.sampled_from([rf"\{mark}" for mark in "*`[]\\$"])
LETTERS = st.text(st.characters(categories=["Lu", "Ll", "Lo", "Nd"]), min_size=1, max_size=8)
ATOM = st.one_of(
    LETTERS.map(lambda text: normalize("NFC", text)),
    ESCAPED,
    st.sampled_from(["&", "%", "#", "~", "^", "=", "@", ",", "“q”", "a–b", "'", '"', ":", "$x_1^{2}$", "eBPF", "and", "GOAT"]),
)  # fmt: skip
WORDS = st.lists(ATOM, min_size=1, max_size=6).map(" ".join).filter(lambda t: t.strip(" .,"))
NAME_PART = st.sampled_from(
    ["Jin", "Éva", "O'Neil", "Anne-Marie", "Wu", "Smith", "Łukasz", "J.", "Ünal"]
)
NAME = st.one_of(
    st.builds(Name, given=NAME_PART, family=st.one_of(NAME_PART, st.sampled_from(["van der Berg", "de la Cruz"]))),
    st.builds(Name, given=NAME_PART, family=NAME_PART, suffix=st.just("Jr.")),
    st.builds(Name, native=st.sampled_from(["方缙", "赵功名"])),
    st.builds(Name, family=st.sampled_from(["World Health Organization", "Plato", "A and B, Ltd", "bell hooks", "R & D"])),
)  # fmt: skip
AUTHORS = st.builds(
    lambda names, more: (
        tuple(map(Author, names)) + ((Author(Name(family="et al.")),) if more else ())
    ),
    st.lists(NAME, min_size=1, max_size=4),
    st.booleans(),
)
DATES = st.one_of(
    st.builds(Date, st.integers(1900, 2099)),
    st.builds(Date, st.integers(1900, 2099), st.integers(1, 12)),
    st.builds(Date, st.integers(1900, 2099), st.integers(1, 12), st.integers(1, 28)),
)
NUMBER = st.from_regex(r"\A[A-Za-z0-9]{1,6}\Z")
MAYBE = st.one_of(st.just(""), NUMBER)
PAPERS = st.builds(
    Publication,
    id=st.from_regex(r"\A[a-z][a-z0-9:_-]{0,10}\Z"),
    title=WORDS.map(lambda text: Text({"": text})),
    authors=AUTHORS,
    venue=st.one_of(st.just(""), ATOM.map(lambda t: f"Venue {t} & Co")),
    kind=st.sampled_from(["conference", "journal", "chapter", "thesis", "report", "other"]),
    volume=MAYBE,
    number=MAYBE,
    pages=st.sampled_from(["", "1-12", "e17", "S1-S9", "3:1-3:20"]),
    publisher=st.sampled_from(["", "ACM Press", "Wiley & Sons"]),
    place=st.sampled_from(["", "Berlin", "New York, NY", "北京"]),
    edition=st.sampled_from(["", "1", "2", "9", "10", "23", "revised", "增订"]),
    series=st.sampled_from(["", "Lecture Notes & Co", "ICNP '24"]),
    doi=st.sampled_from(["", "10.1145/12_3.4", "10.1000/a(b)"]),
    arxiv=st.sampled_from(["", "2404.01234", "2404.01234v2", "cs/9901001"]),
    isbn=MAYBE,
    abstract=st.one_of(st.none(), WORDS.map(lambda text: Text({"": f"We {text}"}))),
    note=st.one_of(st.none(), WORDS.map(lambda text: Text({"": text}))),
    date=st.one_of(st.none(), DATES.map(lambda date: When((Span(date),)))),
    tags=st.lists(
        st.sampled_from(["a b", "llm", "网络", "R&D", "x, y"]), unique=True, max_size=3
    ).map(tuple),
    bibtex=st.dictionaries(st.sampled_from(["eventdate", "howread", "mood"]), NUMBER, max_size=2),
)


@given(PAPERS)
def test_a_paper_that_is_written_is_read_as_the_same(paper: Publication) -> None:
    (again,) = read(bibtex_entry(paper, venue_among({}, paper.venue), NOBODY, is_full=True))
    sort = {"type": "Ph.D. thesis"} if paper.kind == "thesis" else {}  # as its entry is one
    wanted = plain(paper) | {"bibtex": {**paper.bibtex, **sort}}
    if again.kind == "preprint" and paper.date is None:  # an id of arXiv says the month
        wanted["date"] = When.from_scalar("1999-01" if "9901" in paper.arxiv else "2024-04")
    assert {**plain(again), "arxiv": paper.arxiv} == wanted
    assert again.arxiv == paper.arxiv


_NO_WAY_BACK = ("emphasis", "HTML of publishers", "a command in a name", "a formula in a number")


def test_what_was_read_from_messy_entries_is_written_and_read_as_the_same() -> None:
    """Also the second time: nothing grows or wears off."""
    for case in load("bibtex"):
        source = SourceFile(FILE, "nowhere", case.parts["bibtex"].encode())
        for record in parse_bib(source).values:
            site_own = ("abbr", "preview", "bibtex_show")
            bare = {name: said for name, said in record.bibtex.items() if name not in site_own}
            record = msgspec.structs.replace(record, bibtex=bare)
            text = bibtex_entry(record, venue_among({}, record.venue), NOBODY, is_full=True)
            if case.title in _NO_WAY_BACK:
                continue
            (again,) = read(text)
            assert plain(again) == plain(record), (case.title, text)


def test_a_venue_is_found_again_by_its_name_and_gives_the_kind_back() -> None:
    venues = [
        Venue(id="icnp", name=Text({"": "Conference on Network Protocols"}), short=Text({"": "ICNP"}), kind="workshop"),
        Venue(id="ton", name=Text({"en": "Transactions on Networking", "zh": "汇刊"}), kind="journal"),
        Venue(id="nameless", short=Text({"": "NL"}), kind="poster"),
    ]  # fmt: skip
    for venue in venues:
        authors = (Author(Name("A", "B")),)
        paper = Publication(id="a", title=Text({"": "T"}), authors=authors, venue=venue.id)
        records = read(bibtex_entry(paper, venue, NOBODY))
        (again,), kept = settled(records, venues, set())
        assert (again.venue, again.kind_at(venue), kept) == (venue.id, venue.kind, venues)
        assert again.spot == Spot(FILE, ("a",))
