"""Which file becomes which model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from generator.model.config import Config
from generator.model.cv import Cv
from generator.model.files import SourceFile, Sources
from generator.model.pages import PAGE_ENDINGS, Page
from generator.model.people import Person
from generator.model.records import KINDS, Record
from generator.model.site import Site
from generator.model.venues import Venue
from generator.parse.decode import FAILED, Decoder, id_node, identity
from generator.parse.encoding import decoded
from generator.parse.locate import locate
from generator.parse.nodes import MappingNode, Node, ScalarNode, SequenceNode, compose
from generator.parse.pages import page_of
from generator.parse.parsed import Parsed
from generator.parse.visibility import unknown_in_visibility
from generator.problems import Place, Problem, SiteError, Spot, did_you_mean

LISTS: dict[str, type[msgspec.Struct]] = {**KINDS, "people": Person, "venues": Venue}
"""The data files that hold lists, and what of."""
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""BCP 47, the part that people use."""


def parse(sources: Sources, drafts: bool = False) -> tuple[Site, list[Problem]]:
    """Return the site that the sources describe, and all that is wrong with them.

    Raises SiteError with the problems of all files when there is no usable `site.yaml`, since
    nothing can be built without one.
    """
    problems: list[Problem] = []
    lists: dict[str, list[Any]] = {name: [] for name in LISTS}
    cvs: list[Cv] = []
    statics = {path.removeprefix("static/") for path in sources.statics}
    config = _config(sources, problems)
    languages = config.languages if config else ()
    pages: list[Page] = []
    broken: set[str] = set()
    for path, source in sources.content.items():
        name = path.removeprefix("content/")
        if path == "content/site.yaml":
            continue
        if name.endswith((".yaml", ".yml")):
            kind = data_kind(name)
            if kind is None:
                problems.append(_unknown_data_file(path, name))
                continue
            parsed = parse_cv(source) if kind == "cv" else parse_list(source, kind)
            (cvs if kind == "cv" else lists[kind]).extend(parsed.values)
        elif name.endswith(PAGE_ENDINGS):
            parsed = page_of(source, languages)
            pages.extend(parsed.values)
        else:
            statics.add(name)
            continue
        problems.extend(parsed.problems)
        if any(problem.is_error for problem in parsed.problems):
            broken.add(path)
    for name, values in lists.items():
        problems.extend(_twins(name, values, sources))
    if config is None:
        raise SiteError(problems)
    site = Site(
        config=config,
        pages=tuple(page for page in pages if drafts or not page.front.draft),
        records={name: tuple(lists[name]) for name in KINDS},
        people=tuple(lists["people"]),
        venues={venue.id: venue for venue in lists["venues"]},
        cvs=tuple(cvs),
        statics=frozenset(statics),
        broken=frozenset(broken),
        drafts=drafts,
    )
    return site, problems


def data_kind(name: str) -> str | None:
    """Return what a data file under `content/` holds: `publications`, `cv`, …, or None."""
    folder, _, rest = name.partition("/")
    stem = (folder if rest else name).rsplit(".", 1)[0]
    if rest and "/" in rest:
        return None
    return stem if stem in LISTS or (stem == "cv" and rest) else None


def parse_list(source: SourceFile, kind: str) -> Parsed:
    """Read a data file: a list of records, a mapping of ids to records, or one single record.

    `publications.yaml` holds many; `publications/goat.yaml` holds one, named after the file.
    """
    wanted = LISTS[kind]
    reader = _FileReader(source)
    is_single = source.path.count("/") > 1
    values = []
    if reader.root is not None and is_single:
        stem = source.path.rpartition("/")[2].rsplit(".", 1)[0]
        values.append(reader.record(_with_id(reader.root, stem, reader.root), wanted, ()))
    elif isinstance(reader.root, SequenceNode):
        lines: dict[str, int] = {}
        for index, item in enumerate(reader.root.value):
            word = identity(item, index)
            value = reader.record(item, wanted, (str(index) if word in lines else word,))
            own = id_node(item)
            if own is not None and word in lines:
                hint = f"the first is on line {lines[word]}"
                reader.decoder.fail(own, f'two {kind} have the id "{word}"', hint)
                continue
            lines[word] = item.start_mark.line + 1
            values.append(value)
    elif isinstance(reader.root, MappingNode):
        for key, item in reader.decoder.pairs(reader.root):
            values.append(reader.record(_with_id(item, key.value, key), wanted, (key.value,)))
    elif reader.root is not None and reader.root.value:
        reader.decoder.fail(reader.root, "a list of records is expected here")
    found = tuple(value for value in values if value is not FAILED)
    return Parsed(found, tuple(reader.problems))


def parse_cv(source: SourceFile) -> Parsed:
    """Read one file of `content/cv/`."""
    reader = _FileReader(source)
    cv = reader.record(reader.root, Cv, ()) if reader.root is not None else FAILED
    if cv is FAILED:
        return Parsed((), tuple(reader.problems))
    stem = source.path.rpartition("/")[2].rsplit(".", 1)[0]
    return Parsed((msgspec.structs.replace(cv, id=stem),), tuple(reader.problems))


def parse_config(source: SourceFile) -> Parsed:
    """Read `site.yaml`."""
    reader = _FileReader(source)
    if reader.root is None:
        if not reader.problems:
            place = Place(source.path, 1)
            hint = "it needs at least `person: {name: Your Name}`"
            reader.problems.append(Problem(place, "this file is empty", hint))
        return Parsed((), tuple(reader.problems))
    config = reader.record(reader.root, Config, ())
    return Parsed(() if config is FAILED else (config,), tuple(reader.problems))


class _FileReader:
    """One YAML file: its root node, a decoder for it, and the problems so far."""

    def __init__(self, source: SourceFile) -> None:
        self.problems: list[Problem] = []
        text = decoded(source.read(), source.path, self.problems)
        self.path = source.path
        self.root = compose(text, self._place, self.problems) if text is not None else None
        self.decoder = Decoder(self._at, lambda path, _: Spot(source.path, path), self.problems)

    def record(self, node: Node, wanted: type[msgspec.Struct], path: tuple[str, ...]) -> Any:
        value = self.decoder.decode(node, wanted, path)
        if value is not FAILED:
            self._check(value, Spot(self.path, path))
            if isinstance(value, Config):
                self._check(value.person, Spot(self.path, (*path, "person")))
        return value

    def _check(self, value: Any, spot: Spot) -> None:
        """Report what the types cannot: the fields in `visibility`, and links without a check."""
        self.problems.extend(unknown_in_visibility(value, spot))
        is_linked = isinstance(value, (Person, Venue)) and value.url
        if is_linked and not re.match(r"https?://[^\s/]", value.url, re.IGNORECASE):
            message = f'"{value.url}" is not a URL'
            hint = "write it in full: https://example.org/"
            self.problems.append(Problem(spot.inside("url"), message, hint))

    def _place(self, line: int, column: int) -> Place:
        return Place(self.path, line + 1, column + 1)

    def _at(self, node: Node) -> Place:
        return self._place(node.start_mark.line, node.start_mark.column)


def _config(sources: Sources, problems: list[Problem]) -> Config | None:
    source = sources.content.get("content/site.yaml")
    if source is None:
        hint = "make one with at least `person: {name: Your Name}`"
        problems.append(Problem(Place("content/site.yaml"), "this file is missing", hint))
        return None
    parsed = parse_config(source)
    problems.extend(parsed.problems)
    config: Config | None = parsed.values[0] if parsed.values else None
    faults = list(_faulty_languages(config.languages)) if config else []
    problems.extend(faults)
    return None if faults else config


def _faulty_languages(languages: tuple[str, ...]) -> Iterator[Problem]:
    """Codes of languages become folders and attributes: each must be one, and stand once."""
    spot = Spot("content/site.yaml", ("languages",))
    if not languages:
        yield Problem(spot, "the site has no language", "name at least one: `languages: [en]`")
    for index, code in enumerate(languages):
        where = spot.inside(str(index))
        if not LANGUAGE_CODE.fullmatch(code):
            hint = "write it like en, zh, pt-BR"
            yield Problem(where, f'"{code}" is not the code of a language', hint)
        elif code in languages[:index]:
            yield Problem(where, f'the language "{code}" stands here a second time')


def _with_id(node: Node, name: str, at: Node) -> Node:
    """Return a record's node with the id that its key or its file's name gives."""
    if isinstance(node, MappingNode) and not any(key.value == "id" for key, _ in node.value):
        marks = (at.start_mark, at.end_mark)
        tag = "tag:yaml.org,2002:str"
        pair = (ScalarNode(tag, "id", *marks), ScalarNode(tag, name, *marks, style='"'))
        node.value.insert(0, pair)
    return node


def _twins(kind: str, values: list[Any], sources: Sources) -> Iterator[Problem]:
    """Report ids that stand in two files of a kind."""
    seen: dict[str, Record] = {}
    for value in values:
        name = getattr(value, "id", "")
        if name and name in seen:
            first = getattr(seen[name], "spot", None)
            where = getattr(value, "spot", None)
            message = f'two {kind} have the id "{name}"'
            hint = f"the first is at {locate(first, sources)}" if first else ""
            yield Problem(where or Place(f"content/{kind}.yaml"), message, hint)
        elif name:
            seen[name] = value


def _unknown_data_file(path: str, name: str) -> Problem:
    stem = name.rsplit(".", 1)[0]
    hint = did_you_mean(stem, LISTS) or f"data files are: {', '.join(LISTS)}, cv/*.yaml"
    return Problem(Place(path), "no kind of data has this name", hint)
