"""Reads a `.bib` file, or adds to one and leaves every other byte as it is; see `yaml_file`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from generator.edit.changes import CannotEdit
from generator.model.files import SourceFile
from generator.model.names import Name
from generator.model.records.bibtex_types import HOLDER_OF, TYPE_OF
from generator.model.records.works import Publication, PublicationKind
from generator.parse.bib.bib_file import parse_bib
from generator.parse.bib.syntax import EntryReader, ignore, key_of, kind_of, pieces_of
from generator.problems import Problem

Fields = Mapping[str, Any]
_AS_THEY_ARE = ("volume", "number", "pages", "publisher", "doi", "isbn")
_Entries = dict[str, tuple[str, dict[str, str]]]


def read_bib(name: str, data: bytes) -> tuple[list[Publication], tuple[Problem, ...]]:
    """Return the papers of a `.bib` and what is wrong with it; `name` stands in the messages."""
    parsed = parse_bib(SourceFile(name, name, data))
    return [paper for paper in parsed.values if isinstance(paper, Publication)], parsed.problems


class BibFile:
    """The text of a `.bib` file; each edit makes a new text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def with_entry(self, id: str, fields: Fields) -> BibFile:
        """Return the file with an entry more, at its end. Raises CannotEdit."""
        before = _entries(self.text)
        if id in before:
            raise CannotEdit(f'"{id}" is in it already')
        kind = TYPE_OF.get(cast(PublicationKind, fields.get("kind")), "misc")
        values = _values(fields, kind)
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in values.items())
        body = self.text.rstrip("\r\n")
        gap = "\n\n" if body else ""
        text = self._with_line_ends(f"{body}{gap}@{kind}{{{id},\n{lines}}}\n")
        return _checked(text, {**before, id: (kind, values)})

    def with_fields(self, id: str, fields: Fields) -> BibFile:
        """Return the file with further fields of an entry. Raises CannotEdit."""
        before = _entries(self.text)
        if id not in before:
            raise CannotEdit(f'"{id}" is not in it')
        kind, old = before[id]
        new = {n: v for n, v in _values(fields, kind).items() if n not in old}
        if "year" in old or "date" in old:
            new = {n: v for n, v in new.items() if n not in ("year", "month", "date")}
        if not new:
            raise CannotEdit("BibTeX has no field for it")
        after = {**before, id: (kind, {**old, **new})}
        offset, piece = next(one for one in pieces_of(self.text)[1:] if key_of(one[1]) == id)
        for end in reversed([match.start() for match in re.finditer(r"[})]", piece)]):
            head = piece[:end].rstrip()
            indent = re.search(r"\n([ \t]+)\S", piece)
            comma = "" if head.endswith(",") else ","
            lines = ",\n".join(f"{indent[1] if indent else '  '}{n} = {{{v}}}"
                               for n, v in new.items())  # fmt: skip
            last = "," * head.endswith(",") + "\n"
            text = self.text[:offset] + head + comma + "\n" + lines + last + piece[end:]
            text += self.text[offset + len(piece) :]
            try:
                return _checked(self._with_line_ends(text), after)
            except CannotEdit:
                continue  # this brace closes something else
        raise CannotEdit(f'"{id}" is written in a way that Masthead cannot safely add to')

    def _with_line_ends(self, text: str) -> str:
        return re.sub(r"(?<!\r)\n", "\r\n", text) if "\r\n" in self.text else text


def _checked(text: str, expected: _Entries) -> BibFile:
    if _entries(text) != expected:
        raise CannotEdit("it is written in a way that Masthead cannot safely add to")
    return BibFile(text)


def _entries(text: str) -> _Entries:
    """Return the entries by their keys, each with its type and the fields as they are written."""
    found: _Entries = {}
    plain = text.replace("\r\n", "\n")
    for offset, piece in pieces_of(plain)[1:]:
        if kind_of(piece) in ("comment", "string", "preamble"):
            found[f"\0{offset}"] = (piece.strip(), {})
            continue
        entry = EntryReader(piece, offset, {}, ignore).entry()
        if entry is not None:
            fields = {name: field.value for name, field in entry.fields.items()}
            found[entry.key] = (entry.kind, fields)
    return {
        f"\0{number}" if key.startswith("\0") else key: value
        for number, (key, value) in enumerate(found.items())
    }


def _values(fields: Fields, kind: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in fields.items():
        if name == "title":
            found["title"] = _latex(str(value), keeps_capitals=True)
        elif name == "authors":
            found["author"] = " and ".join(_author(str(one)) for one in value)
        elif name == "venue" and kind in HOLDER_OF:
            found[HOLDER_OF[kind]] = _latex(str(value))
        elif name == "date":
            found["year"] = str(value)[:4]
            if len(str(value)) >= 7:
                found["month"] = str(int(str(value)[5:7]))
        elif name == "arxiv":
            found |= {"eprint": str(value), "archiveprefix": "arXiv"}
        elif name == "versions":
            found |= _eprint(value)
        elif name in _AS_THEY_ARE:
            found[name] = _latex(str(value)) if name == "publisher" else str(value)
    return found


def _eprint(versions: object) -> dict[str, str]:
    """Return the arXiv id among versions: BibTeX has no other field for further forms."""
    for version in versions if isinstance(versions, list | tuple) else ():
        if isinstance(version, Mapping) and "arxiv" in version:
            return {"eprint": version["arxiv"], "archiveprefix": "arXiv"}
    return {}


def _author(text: str) -> str:
    try:
        name = Name.from_scalar(text)
    except ValueError:
        return f"{{{_latex(text)}}}"
    is_group = name.family and not name.given
    return f"{{{_latex(name.family)}}}" if is_group else _latex(name.family_first())


_IN_LATEX = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%",
             "#": r"\#", "_": r"\_", "$": r"\$", "~": r"\textasciitilde{}",
             "^": r"\textasciicircum{}"}  # fmt: skip
_MARKUP = re.compile(
    r"\\(?P<sign>[\\`*_\[\]<>~^$|])|(?P<math>\$[^$]+\$)"
    r"|\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*]+)\*|\^(?P<high>[^^\s]+)\^|~(?P<low>[^~\s]+)~"
    r"|(?P<special>[&%#_{}\\$~^])"
)
_COMMANDS = {"bold": "textbf", "italic": "emph", "high": "textsuperscript", "low": "textsubscript"}


def _latex(markdown: str, keeps_capitals: bool = False) -> str:
    """Return a text in Markdown as LaTeX; words with inner capitals in braces, if it is a title."""

    def written(match: re.Match[str]) -> str:
        name, text = match.lastgroup or "", match[match.lastgroup or 0]
        if name in _COMMANDS:
            return f"\\{_COMMANDS[name]}{{{_latex(text)}}}"
        return text if name == "math" else _IN_LATEX.get(text, text)

    latex = _MARKUP.sub(written, markdown)
    if keeps_capitals:
        latex = re.sub(r"(?<![\\{\w])\w+[A-Z]\w*(?![}\w])", r"{\g<0>}", latex)
    return latex
