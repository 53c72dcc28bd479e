"""Names of all scripts: no form of a name loses a letter, and none makes anything fail.

`make test` looks at a thousand of them, `make test-all` at three thousand.
"""

import html
import re

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from generator.graph.facts import FACTS
from generator.graph.facts.paper_formats import author_names, bibtex_entry, csl_item
from generator.graph.index import Index
from generator.graph.query import section_view
from generator.model.config import Config
from generator.model.files import SourceFile
from generator.model.languages import LANGUAGES
from generator.model.names import Name
from generator.model.people import Author, Directory, Person
from generator.model.records.works import Publication, venue_among
from generator.model.sections import Section
from generator.model.site import Site
from generator.model.styles import PRESETS
from generator.model.text import Text
from generator.model.theme import Theme
from generator.parse.bib.bib_file import parse_bib
from generator.render.markdown.convert import convert
from tests.model.names import letters, names

TEN = names(10)
AS_FOUND = settings(
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
"""A failure names the one name that it is about: looking for shorter ones takes minutes."""
THREE = 3
"""So many names each style of the field writes out."""


def index_with(authors: list[Author]) -> Index:
    papers = tuple(
        Publication(id=f"p{place}", title=Text({"": "A paper"}), authors=tuple(authors[place:][:THREE]))
        for place in range(0, len(authors), THREE)
    )  # fmt: skip
    config = Config(person=Person(name=Name("Nobody", "Else")))
    return Index(Site(config=config, records={"publications": papers}), Theme(name=""), (), "")


@AS_FOUND
@given(TEN)
def test_no_letter_is_lost_when_a_name_is_read(texts: list[str]) -> None:
    for text in texts:
        name = Author.from_scalar(text).name
        assert letters("".join((name.given, name.family, name.native, name.suffix))) == letters(
            text
        )
        for form in (name.full(), name.family_first(), name.own()):
            assert letters(form) == letters(text)
        for lang in LANGUAGES:
            assert letters(name.in_language(lang)) == letters(text)
            assert name.monogram(lang)


@AS_FOUND
@given(TEN)
def test_initials_keep_a_letter_of_each_given_name(texts: list[str]) -> None:
    for text in texts:
        name = Name.from_scalar(text)
        given = [part for part in re.split(r"[\s-]+", name.given) if part]
        initials = [part for part in re.split(r"[\s-]+", name.given_initials()) if part]
        assert len(initials) == len(given)
        for letter, part in zip(initials, given, strict=True):
            assert letter.endswith(".") and part.startswith(letter[:-1])
            rest = part[len(letter) - 1 :]
            assert not rest or not _is_mark(rest[0]), f"{letter} of {part} lost a mark"


def _is_mark(character: str) -> bool:
    return letters(character) == [character] and not character.isalpha()


@AS_FOUND
@given(TEN)
def test_a_name_is_found_by_each_of_its_forms(texts: list[str]) -> None:
    people = tuple(Person(name=Name.from_scalar(text)) for text in texts)
    directory = Directory(people)
    for person, text in zip(people, texts, strict=True):
        for form in (text, person.name.full(), person.name.family_first()):
            assert directory.find(Name.from_scalar(form)) is not None


@AS_FOUND
@given(TEN)
def test_bibtex_says_the_same_name_again(texts: list[str]) -> None:
    authors = tuple(map(Author.from_scalar, texts))
    paper = Publication(id="p", title=Text({"": "A paper"}), authors=authors)
    entry = bibtex_entry(paper, venue_among({}, paper.venue), Directory(()))
    read = parse_bib(SourceFile("content/publications.bib", "nowhere", entry.encode()))
    (again,) = read.values
    assert [author.name for author in again.authors] == [author.name for author in authors], entry


@AS_FOUND
@given(TEN)
def test_tags_and_other_programs_get_whole_names_and_lists_are_sorted(texts: list[str]) -> None:
    authors = list(map(Author.from_scalar, texts))
    index = index_with(authors)
    for paper in index.publications.values():
        of_paper = [author.name.full() for author in paper.authors]
        assert list(author_names(paper, index)) == of_paper
        item = csl_item(paper, index, "")
        for said, full in zip(item["author"], of_paper, strict=True):
            assert letters("".join(said.values())) == letters(full)
        citation = FACTS["citation"](index, "en", paper.id)
        for person, author in zip(citation.people, paper.authors, strict=True):
            assert letters(person) == letters(author.name.family or author.name.native)
        assert citation.order


@AS_FOUND
@given(st.sampled_from(PRESETS), TEN)
def test_each_style_of_the_field_prints_the_family_names(style: str, texts: list[str]) -> None:
    authors = list(map(Author.from_scalar, texts))
    index = index_with(authors)
    view = section_view(Section(of=("publications",), style=style), index, "en")
    for entry in (entry for group in view.groups for entry in group.entries):
        parts = convert(str(entry.line[0]), is_inline=True).parts
        markup = "".join(part for part in parts if isinstance(part, str))
        said = html.unescape(re.sub(r"<[^>]+>", "", markup))
        for author in index.publications[entry.id].authors:
            family = author.name.family or author.name.native
            assert bare(family) in bare(said), f"{family} is not in {said}"


def bare(text: str) -> str:
    """The letters of a text, whatever quotation marks stand between, and in small letters."""
    return "".join(ch for ch in text.upper().casefold() if letters(ch))
