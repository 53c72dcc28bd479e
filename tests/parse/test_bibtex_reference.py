r"""BibTeX beside a reference reader: pybtex, which follows bibtex.web. It is used by tests alone.

The files are invented. They have every type and field that BibTeX and biblatex document, and every
construct that pybtex reads; where we mean to differ, `DIFFERENT` gives the reason.
"""

import re
import unicodedata
from itertools import product
from pathlib import Path

import latexcodec
import pytest
from pybtex.database import BibliographyData, Person
from pybtex.database.input.bibtex import Parser
from pybtex.richtext import Text as RichText

from generator.model.files import SourceFile
from generator.model.people import Author
from generator.model.records.bibliography import KIND_OF
from generator.model.records.works import Publication
from generator.parse.bib.bib_file import parse_bib
from generator.parse.bib.latex import words_of
from tests.cases import rows

_NAMES = (Path(__file__).parent / "biblatex.txt").read_text("utf-8").split("\n\n")
TYPES, FIELDS = (names.split() for names in _NAMES)
"""All that BibTeX and biblatex document."""
FIRST = ["Ada", "J. R. R.", "Jean-Paul", r"{\'E}va", r"Jos\'e", "Łukasz", "{Ann Mary}", r"\O le"]
VON = ["", "van", "von der", "de la", "{\\'e}l", "bin"]
LAST = [
    "Lovelace",
    "O'Neil",
    "{Barnes and Noble}",
    "Smith-Jones",
    r"M{\"u}ller",
    "Ünal",
    "{van Dyke}",
]
JUNIOR = ["", "Jr.", "III"]


DIFFERENT = dict(rows("latex_letters", "Letters that are read in another way"))
"""Characters of latexcodec, the table of pybtex, that we read in another way -> why."""


def ours(text: str) -> dict[str, Publication]:
    return {
        p.id: p for p in parse_bib(SourceFile("content/a.bib", "nowhere", text.encode())).values
    }


def theirs(text: str) -> BibliographyData:
    return Parser(encoding="utf-8").parse_string(text)


def folded(text: str) -> str:
    """Letters and marks; quotation marks are the page's typography, blanks are one blank."""
    text = unicodedata.normalize("NFC", text.replace("\\", ""))
    return " ".join(re.sub(r"[‘’`']", "'", text).split())


def in_words(latex: str) -> str:
    return folded(str(RichText.from_latex(latex)))


def name_of(person: Person) -> tuple[str, str, str]:
    given = " ".join([*person.first_names, *person.middle_names])
    family = " ".join([*person.prelast_names, *person.last_names])
    return in_words(given), in_words(family), in_words(" ".join(person.lineage_names))


def our_name(author: Author) -> tuple[str, str, str]:
    name = author.name
    return folded(name.given), folded(name.family or name.native), folded(name.suffix)


def test_every_type_and_field_keeps_entries_titles_and_words() -> None:
    text = "".join(
        f"@{kind}{{{kind}:1, title={{On {{\\'E}}t{{\\'e}} in {kind}}}, author={{Bee, Ann and Cee, Bob}},\n"
        + ",\n".join(f"  {name} = {{Word {number}}}" for number, name in enumerate(FIELDS))
        + "}\n"
        for kind in (*TYPES, "my_type", "my-type2")
    )
    want, found = theirs(text), ours(text)
    assert list(found) == list(want.entries)
    for key, entry in want.entries.items():
        paper = found[key]
        assert folded(paper.title.any()) == in_words(entry.fields["title"])
        assert [our_name(a) for a in paper.authors] == [name_of(p) for p in entry.persons["author"]]
        said = repr(paper).replace("Word ", "Word")
        lost = {name for n, name in enumerate(FIELDS) if f"Word{n}" not in said}
        assert lost <= {"month", "date", "year"}, "words that are no date are told"
    assert [kind for kind in TYPES if kind not in KIND_OF] == []


@pytest.mark.parametrize(
    "form",
    ["{first} {von} {last}", "{von} {last}, {first}", "{von} {last}, {jr}, {first}", "{last}"],
)
def test_names_in_all_forms_have_the_same_parts(form: str) -> None:
    juniors = JUNIOR[1:] if "{jr}" in form else [""]
    parts = product(FIRST, VON, LAST, juniors)
    cases = {form.format(first=f, von=v, last=last, jr=j) for f, v, last, j in parts}
    names = sorted({" ".join(case.split()) for case in cases})
    text = "@misc{a, title={T}, author={" + " and\n ".join(names) + "}}"
    want = [name_of(p) for p in theirs(text).entries["a"].persons["author"]]
    found = [our_name(a) for a in ours(text)["a"].authors]
    # A name in braces alone is one of a group: we keep it whole, pybtex calls it a last name.
    whole = {n for n in names if n.startswith("{") and n.endswith("}") and n.count("{") == 1}
    compared = zip(names, want, found, strict=True)
    wrong = [(n, w, f) for n, w, f in compared if w != f and n not in whole]
    assert not wrong, (len(wrong), wrong[:5])


def test_tex_letters_are_those_of_latexcodec() -> None:
    table = (Path(latexcodec.__file__).parent / "table.txt").read_text("utf-8")
    seen = 0
    for line in table.splitlines():
        way, names, latex = [*line.split("\t"), "", ""][:3]
        if way[:1] not in ("T", "A") or way[1:2] == ">" or names in DIFFERENT:
            continue
        character = "".join(unicodedata.lookup(name) for name in names.split(","))
        told: list[str] = []
        found = words_of(latex, lambda _, message, told=told: told.append(message), False)
        assert found == unicodedata.normalize("NFC", character).strip(), (names, latex)
        assert not told, (names, latex)
        seen += 1
    assert seen > 250


CONSTRUCTS = [text for (text,) in rows("bibtex_constructs", "Constructs that pybtex reads, too")]


@pytest.mark.parametrize("text", CONSTRUCTS)
def test_constructs_give_the_same_entries_titles_and_names(text: str) -> None:
    for name, character in (("⏎", "\n"), ("<TAB>", "\t"), ("<BOM>", "\ufeff")):
        text = text.replace(name, character)
    want, found = theirs(text.lstrip("\ufeff")), ours(text)
    assert list(found) == list(want.entries)
    for key, entry in want.entries.items():
        assert folded(found[key].title.any()) == in_words(entry.fields["title"])
        pairs = zip(map(our_name, found[key].authors), entry.persons["author"], strict=True)
        for our, person in pairs:
            assert our == name_of(person) or not our[1].isascii()


def test_a_crossref_gives_the_fields_that_an_entry_lacks() -> None:
    """pybtex maps no titles, as BibTeX does not: there the volume has its own booktitle."""
    text = """
    @inproceedings{a, title={A}, author={A B}, crossref={p}}
    @inproceedings{b, title={B}, author={A B}, crossref={p}, publisher={Own}}
    @incollection{c, title={C}, author={A B}, crossref={q}}
    @proceedings{p, title={P}, booktitle={P}, editor={E F}, year=2001, publisher={Pub}, series={S}}
    @book{q, title={Q}, booktitle={Q}, editor={E F}, year=2002, publisher={Pub}, volume=3}
    """
    want, found = theirs(text), ours(text)
    assert list(found) == list(want.entries)

    def wanted(key: str, name: str) -> str:
        return str(want.entries[key]._find_field(name, want))

    for key in "abc":
        paper = found[key]
        assert paper.venue == wanted(key, "booktitle")
        assert paper.publisher == wanted(key, "publisher")
        assert paper.date is not None and str(paper.date.last.year) == wanted(key, "year")
    assert (found["a"].series, found["c"].volume) == (wanted("a", "series"), "3")


def test_a_file_in_another_encoding_is_told_with_its_place() -> None:
    for encoding in ("latin-1", "utf-16"):
        data = "@misc{a, title={Été}, author={X}}".encode(encoding)
        parsed = parse_bib(SourceFile("content/a.bib", "nowhere", data))
        assert not parsed.values and "not UTF-8" in parsed.problems[0].message
