"""A data file -> its records; `site.yaml` and CVs, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

import msgspec

from generator.model.config import Config
from generator.model.files import SourceFile
from generator.model.lookups import NO_CACHE, SourceCache
from generator.model.sections import Cv
from generator.model.site import is_single
from generator.parse.decode import FAILED, decoder_of, id_node, identity
from generator.parse.nodes import MappingNode, Node, ScalarNode, SequenceNode
from generator.parse.source_text import (
    Parsed,
    cache_name,
    cached_item,
    decoded,
    remember,
    unknown_in_visibility,
)
from generator.problems import Problem, Spot

_ITEM = re.compile(r"- +[^ \t\n#]")
_FIELD = re.compile(r"""(?:\w[\w .+/-]*|"[^"\\\n]*"|'[^'\n]*') *:(?=[ \n]|\Z)""")
_START = re.compile(r"\n(?=[^ \t\n#])")
_HEAD = re.compile(r"(?: *(?:#.*)?\n)*")
_IDS = re.compile(r"""^(?:[ {-]*\bid: *)?["']?([\w.-]+)""", re.MULTILINE)
"""Possible ids of records in a text that is not valid YAML: after `id:`, or a key."""
_BEYOND = re.compile(r"\n(?:---|\.\.\.|%)")
"""Marks of documents: their effect goes beyond their own piece."""


def items_of(text: str) -> list[str]:
    """Return the text of each record; empty if the file can only be read as a whole.

    A piece that is valid YAML by itself means the same in its file: anything that reaches beyond a
    piece (a quotation or bracket that closes on another line) is an error in the piece.
    """
    lines = "\n" + text  # so that each line follows a line break
    if _BEYOND.search(lines):
        return []
    starts = [match.start() for match in _START.finditer(lines)]
    if not starts or not _HEAD.fullmatch(text, 0, starts[0]):
        return []
    found: list[str] = []
    names: set[str] = set()
    is_list = text.startswith("-", starts[0])
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        begins = (_ITEM if is_list else _FIELD).match(text, start)
        name = str(start) if is_list or not begins else begins[0].rstrip(": ").strip("\"'")
        if not begins or name in names:
            return []
        names.add(name)
        found.append(text[start:end])
    return found


def parse_list(
    source: SourceFile, wanted: type[msgspec.Struct], cache: SourceCache = NO_CACHE
) -> Parsed:
    """Read a data file: a list of records, a mapping of ids to records, or one single record.

    `publications.yaml` holds many; `publications/goat.yaml` holds one, named after the file. Values
    without a problem are cached.
    """
    problems: list[Problem] = []
    text = decoded(source.read(), source.path, problems)
    if text is None:
        return Parsed((), tuple(problems))
    if not problems and not is_single(source.path):
        values = _piece_by_piece(text, source, wanted, cache)
        if values:
            return Parsed(tuple(values))
    reader = _RecordReader(source.path, text, problems)
    found = tuple(_records(reader, wanted))
    if not problems:
        remember(source, cache_name(wanted), found, cache)
    unread = reader.unread if reader.root is not None else _IDS.findall(text)
    return Parsed(found, tuple(problems), tuple(unread))


def _piece_by_piece(
    text: str, source: SourceFile, wanted: type[msgspec.Struct], cache: SourceCache
) -> list[Any] | None:
    """Return the records of a file if all pieces are valid; only new pieces are read.

    None means that a piece is not valid. The file is then read as a whole to report why.
    """
    values: list[Any] = []
    names: list[tuple[str, str]] = []
    ids: set[str] = set()
    for index, piece in enumerate(items_of(text)):
        value, name, digest = cached_item(source, wanted, piece, index, cache)
        if value is None:
            reader = _RecordReader(source.path, piece, [])
            found = list(_records(reader, wanted, index))
            if reader.problems or len(found) != 1:
                return None
            value = found[0]
            name = name if _goes_by_id(value) else f"{name} {index}"
            cache.put(name, digest, value)
        word = getattr(value, "id", "")
        if word and word in ids:
            return None
        ids.add(word)
        values.append(value)
        names.append((name, digest))
    if names:
        remember(source, f"items of {cache_name(wanted)}", names, cache)
    return values


def _goes_by_id(value: Any) -> bool:
    """Whether a record's spots name it by its id rather than by its number in the list."""
    spot = getattr(value, "spot", None)
    return spot is not None and spot.path[:1] == (getattr(value, "id", None),)


def _records(reader: _RecordReader, wanted: Any, first: int = 0) -> Iterator[Any]:
    """Yield the records of a file; the reader's problems name those that cannot be read.

    `first` is the number of the first item, if the text is a piece of a list.
    """
    root = reader.root
    if root is not None and is_single(reader.path):
        stem = PurePosixPath(reader.path).stem
        yield from reader.record(_with_id(root, stem, root), wanted, ())
    elif isinstance(root, SequenceNode):
        lines: dict[str, int] = {}
        for index, item in enumerate(root.value, first):
            word = identity(item, index)
            value = reader.record(item, wanted, (str(index) if word in lines else word,))
            own = id_node(item)
            if own is not None and word in lines:
                said = {"kind": wanted.kind_name, "id": word, "line": lines[word]}
                reader.decoder.fail(own, "id-twice-in-list", **said)
                continue
            if own is not None:
                lines[word] = item.start_mark.line + 1
            yield from value
    elif isinstance(root, MappingNode) and not any(
        isinstance(value, ScalarNode) for _, value in root.value[:1]
    ):
        for key, item in reader.decoder.pairs(root):
            yield from reader.record(_with_id(item, key.value, key), wanted, (key.value,))
    elif root is not None and root.value:  # a text, or one record without its dash
        reader.decoder.fail(root, "records-expected")


def parse_one(source: SourceFile, wanted: type[msgspec.Struct]) -> Parsed:
    """Read a file with one value: `site.yaml`, a CV, `citation-counts.yaml`."""
    problems: list[Problem] = []
    text = decoded(source.read(), source.path, problems)
    reader = _RecordReader(source.path, text, problems)
    found = reader.record(reader.root, wanted, ()) if reader.root is not None else ()
    if wanted is Cv:
        stem = PurePosixPath(source.path).stem
        found = tuple(msgspec.structs.replace(cv, id=stem) for cv in found)
    return Parsed(found, tuple(problems))


class _RecordReader:
    """Reads records from a YAML text: has its root node, a decoder, and the problems so far."""

    def __init__(self, path: str, text: str | None, problems: list[Problem]) -> None:
        self.problems = problems
        self.path = path
        self.decoder = decoder_of(path, text or "", problems)
        self.root = self.decoder.root
        self.unread: list[str] = []
        """Ids of records that cannot be read."""

    def record(
        self, node: Node, wanted: type[msgspec.Struct], path: tuple[str, ...]
    ) -> tuple[Any, ...]:
        """Return a tuple of the value of a node; it is empty if the node cannot be read."""
        value = self.decoder.decode(node, wanted, path)
        if value is FAILED:
            own = id_node(node)
            self.unread += [str(own.value)] if own is not None else path[:1]
            return ()
        value = self._checked(value, Spot(self.path, path))
        if isinstance(value, Config):
            person = self._checked(value.person, Spot(self.path, (*path, "person")))
            value = msgspec.structs.replace(value, person=person)
        return (value,)

    def _checked(self, value: Any, spot: Spot) -> Any:
        """Report mistakes that types do not catch: fields in `visibility`, and malformed links.

        Malformed addresses are removed, so that no page shows them as dead links.
        """
        self.problems.extend(unknown_in_visibility(value, spot))
        if getattr(value, "has_venue", False) and not value.id:
            self.problems.append(Problem.of(spot.inside("id"), "publication-id-empty"))
        has_url = getattr(value, "has_web_address", False) and value.url
        if has_url and not re.match(r"https?://[^\s/]", value.url, re.IGNORECASE):
            self.problems.append(Problem.of(spot.inside("url"), "url-invalid", url=value.url))
            return msgspec.structs.replace(value, url="")
        return value


def _with_id(node: Node, name: str, at: Node) -> Node:
    """Return a record's node with the id from its key or its file's name."""
    if isinstance(node, MappingNode) and not any(key.value == "id" for key, _ in node.value):
        marks = (at.start_mark, at.end_mark)
        tag = "tag:yaml.org,2002:str"
        pair = (ScalarNode(tag, "id", *marks), ScalarNode(tag, name, *marks, style='"'))
        node.value.insert(0, pair)
    return node
