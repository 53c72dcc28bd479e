"""The page on data files: every kind of record, every field, and their counterparts in BibTeX."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from generator.model.config import Config
from generator.model.records.bibliography import BIBTEX_FIELDS, LINKS
from generator.model.records.career import Record
from generator.model.sections import Cv
from generator.model.site import LISTS, FrontMatter
from generator.model.text import fields_of, written_fields
from generator.problems import Message
from tools.reference.examples import DATA
from tools.reference.structs import (
    field_docstrings,
    first_paragraph,
    is_written_as_fields,
    structs_in,
)
from tools.reference.wording import (
    HOMES,
    Struct,
    anchor,
    code,
    default_in_words,
    noun,
    prose,
    table,
    type_in_words,
)


def data_page() -> str:
    """Return the page on data files."""
    files: dict[str, Struct] = {**LISTS, "cv": Cv}
    kinds = ", ".join(f"[{name}](#{anchor(name)})" for name in files)
    names = code(name for name, struct in LISTS.items() if "id" not in fields_of(struct))
    nameless = f" Always a list, since its records have no ids: {names}." if names else ""
    intro = prose(
        f"""The records of a career are in YAML files under `content/`, one file for each kind:
        {kinds}.""",
        f"""A data file is a list of records, as in the examples below. It may also be a mapping of
        ids to records (`goat: {{title: …}}`), or a folder of the same name with a file for each
        record, named after its id: `content/publications/goat.yaml`.{nameless}""",
        """Values are texts unless a field says otherwise: `venue: NO` and `number: 1.10` stay as
        they are. An empty field counts as missing. Unknown fields and words are errors, with a
        hint.""",
    )
    return "\n\n".join(
        [
            intro,
            *(_kind(name, struct) for name, struct in files.items()),
            _bibtex_section(),
            "## Every record\n\nFields that every record may have, whatever its kind.",
            fields_table(Record),
            "## Values\n\nTypes that several fields share.",
            *(_value(struct) for struct in sorted(_values(), key=noun)),
        ]
    )


def _kind(name: str, struct: Struct) -> str:
    inherited = set(written_fields(Record)) if issubclass(struct, Record) else set()
    own = {n for n, f in written_fields(struct).items() if n not in inherited or f.required}
    where = "`content/cv/`, a file for each CV" if struct is Cv else f"`content/{name}.yaml`"
    rest = code(field for field in written_fields(struct) if field not in own)
    also = f"\n\nAlso the fields of [every record](#every-record): {rest}."
    about = prose(f"{doc(struct)} In {where}; [schema](../schema/{name}.json).")
    head = f"## {name}\n\n{about}"
    also = also if rest else ""
    return f"{head}\n\n{yaml_block(DATA[name])}\n\n{fields_table(struct, own)}{also}"


def _value(struct: Struct) -> str:
    """Return the section on a value: its short forms, and its fields."""
    docs = field_docstrings(struct)
    parts = [f"### {noun(struct).capitalize()}", doc(struct), written_as(struct)]
    if is_written_as_fields(struct):
        parts.append(fields_table(struct))
    elif len(written_fields(struct)) > 1:
        parts += [docs.get(name, "") for name in written_fields(struct)]
    return "\n\n".join(filter(None, parts))


def written_as(struct: Struct) -> str:
    """Return the short forms in words: the text for `expects`, and the forms on one line."""
    expects = hasattr(struct, "expects") and str(Message.of(struct.expects))
    read = first_paragraph(getattr(struct, "from_scalar", None)).removeprefix("Read ")
    on_one_line = f" On one line: {read}" if read.startswith("`") else ""
    return prose(f"Written as {expects}.{on_one_line}") if expects else ""


def _values() -> set[Struct]:
    """Return the structs in data files that have no page or kind of their own."""
    found: set[Struct] = set()
    waiting: list[Struct] = [*LISTS.values(), Cv, FrontMatter, Config]
    while waiting:
        struct = waiting.pop()
        fields = written_fields(struct).values() if is_written_as_fields(struct) else ()
        inside = {s for field in fields for s in structs_in(field.type)}
        waiting += inside - found
        found |= inside
    return found - set(HOMES) - set(LISTS.values())


def fields_table(struct: Struct, only: Iterable[str] | None = None) -> str:
    """Return the fields of a struct as a table, or `only` some of them."""
    docs = field_docstrings(struct)
    rows = [
        (f"`{name}`", type_in_words(field.type), default_in_words(field), docs.get(name, ""))
        for name, field in written_fields(struct).items()
        if only is None or name in only
    ]
    return table(("Field", "Type", "Default", "Meaning"), rows)


def doc(documented: object) -> str:
    """Return the docstring of a class or function as Markdown."""
    return prose(*paragraphs(documented))


def paragraphs(documented: object) -> list[str]:
    """Return the paragraphs of the docstring of a class or function."""
    return (inspect.getdoc(documented) or "").split("\n\n")


def yaml_block(text: str) -> str:
    """Return an example in YAML as a block of code."""
    return f"```yaml\n{text.strip()}\n```"


def _bibtex_section() -> str:
    """Return the section on the content of `publications.bib`, and on where its fields go."""
    sources = {name: list(fields) for name, fields in BIBTEX_FIELDS.items()}
    kinds: dict[str, list[str]] = {}
    for field, kind in LINKS.items():
        kinds.setdefault(f"links.{kind}", []).append(field)
    rows = [(f"`{name}`", code(fields)) for name, fields in (sources | kinds).items()]
    about = prose(
        """Papers may also be in `content/publications.bib`, or in any `.bib` file in the folder
        `content/publications/`, instead of YAML or beside it. The key is the `id`, unless a field
        `id` gives another one. The type of the entry gives the `kind`. Masthead understands
        `@string`, `#`, `crossref`, names in all forms of BibTeX, groups in braces, `and others`,
        LaTeX's accents and formulas. An unknown command or formula is shown as it is written, with
        a warning.""",
        """Every entry with a title is a paper, including a volume that chapters name as `crossref`.
        A chapter takes missing fields from its volume, except links, identifiers, abstract and
        keywords.""",
        """If `venues.yaml` has the venue, by its id or a name, the paper gets that venue.
        al-folio's `abbr` is the short name of the venue. A file name without a folder is looked for
        in `static/`, `static/pdf/`, `static/assets/pdf/` and `static/assets/html/`. Fields that are
        not in the table are kept under `bibtex`, and so is a title whose LaTeX braces keep
        capitals.""",
        """Signs after a name mean roles, as in YAML (`Fang*, Jin`): see `marks` in
        [site.yaml](site.md). Other marks are reported and left out.""",
        """You often cannot correct the file, so mistakes in an entry are warnings: an entry without
        a title or a key is left out, a URL without a scheme gets `https://`, and a broken link is
        not shown. Only braces and quotation marks that are never closed stop the build. A work that
        is also in YAML under the same id is an error; with another id, `masthead check` warns of
        the same DOI, arXiv id or title.""",
        """An `@patent` is listed as a paper, without its number and its holder, and is a warning:
        write it into [patents.yaml](#patents) and take it out here.""",
        """The site offers all publications as `/publications.bib`, `/publications/ID.bib` and
        `/publications.json` (CSL-JSON), and the records on its pages as `/resume.json` (JSON
        Resume). A file under `static/` with one of these addresses replaces it.""",
    )
    head = "## Publications in BibTeX"
    return f"{head}\n\n{about}\n\n{table(('Field', 'From the fields'), rows)}"
