"""Sources -> site: chooses a reader by each file's name, and puts all values together.

A file under `content/` that is neither a page nor data is published only if its ending is in
`PUBLISHED` and it belongs to no hidden page. This keeps a forgotten database dump or list of
passwords off the web.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.model.config import Config
from generator.model.files import ENDINGS, SourceFile, Sources
from generator.model.lookups import NO_CACHE, SourceCache
from generator.model.records.career import Record
from generator.model.records.own_kinds import kind_faults, record_type
from generator.model.records.works import COUNTS_FILE, SYNC_FILE, CitationCounts
from generator.model.sections import Cv
from generator.model.site import (
    KINDS,
    LISTS,
    NO_KINDS,
    PAGE_ENDINGS,
    Page,
    Site,
    data_kind,
    is_bibliography,
    posts_of,
)
from generator.model.text import LANGUAGE_CODE, Shown
from generator.parse.pictures import pictures_of
from generator.parse.source_text import Parsed, cached_list, cached_value, remember
from generator.problems import Message, Place, Problem, SiteError, Spot, did_you_mean


def parse(
    sources: Sources, drafts: bool = False, cache: SourceCache = NO_CACHE
) -> tuple[Site, list[Problem]]:
    """Return the site that the sources describe, and all problems.

    A file that the cache knows by its digest is not read again; YAML is loaded only for others.

    Raises SiteError with the problems of all files if there is no usable `site.yaml`, since nothing
    can be built without one.
    """
    config, problems = _config(sources, cache)
    site_yaml = sources.content.get("content/site.yaml")
    has_lost_kinds = bool(problems) and site_yaml is not None and b"kinds:" in site_yaml.read()
    content = _Content(config, cache, has_lost_kinds)
    for path, source in sources.content.items():
        if path != "content/site.yaml":
            content.take(path, source)
    content.name_unbuilt_folders()
    problems += content.problems
    lists = content.lists
    for name, values in lists.items():
        problems.extend(_repeated_ids(name, values, sources))
    pages = tuple(page for page in content.pages if drafts or not page.front.draft)
    shown = {page.file for page in pages} | content.broken
    statics = set(without_files_of_hidden_pages(content.statics, sources, shown))
    statics |= {path.removeprefix("static/") for path in sources.statics}
    if content.has_bib:
        from generator.parse.bib.bib_file import settled

        lists["publications"], lists["venues"] = settled(
            lists["publications"], lists["venues"], statics
        )
    if config is None:
        raise SiteError(problems)
    for kind, word in config.visibility.items():
        lists[kind] = _shown_as(word, lists.get(kind, []))
    pictures, found = pictures_of(sources, config.pictures, cache)
    problems.extend(found)
    site = Site(
        config=config,
        pages=pages,
        records={name: tuple(lists[name]) for name in (*KINDS, *config.kinds)},
        posts=posts_of(pages, config.languages),
        venues={venue.id: venue for venue in lists["venues"]},
        cvs=tuple(content.cvs),
        citation_counts=content.counts[0] if content.counts else CitationCounts(),
        statics=frozenset(statics),
        pictures=pictures,
        broken=frozenset(content.broken),
        drafts=drafts,
    )
    return site, problems


class _Content:
    """The content of the files under `content/`; a file's name decides how it is read."""

    def __init__(self, config: Config | None, cache: SourceCache, has_lost_kinds: bool) -> None:
        self._languages = config.languages if config else ()
        own = config.kinds if config else {}
        self._kinds = LISTS | {name: record_type(name, kind) for name, kind in own.items()}
        self._has_lost_kinds = has_lost_kinds
        self._cache = cache
        self.lists: dict[str, list[Any]] = {name: [] for name in self._kinds}
        """Records, people and venues."""
        self.cvs: list[Cv] = []
        self.counts: list[CitationCounts] = []
        self.pages: list[Page] = []
        self.statics: set[str] = set()
        """Files that are copied unchanged, unless a hidden page owns them."""
        self.has_bib = False
        """Whether publications in BibTeX are among the records."""
        self.broken: set[str] = set()
        """Paths of files with errors, and ids of records that cannot be read."""
        self.problems: list[Problem] = []
        self._unbuilt: set[str] = set()
        """Folders whose names begin with `_`; they are neither read nor published."""

    def take(self, path: str, source: SourceFile) -> None:
        """Read one file; `path` is its path in the project."""
        name = path.removeprefix("content/")
        if folder := unbuilt_folder(name):
            self._unbuilt.add(folder)
        elif name.endswith((".yaml", ".yml")):
            kind = data_kind(name, self._kinds)
            if name == COUNTS_FILE:
                self._keep(path, self.counts, _one(source, CitationCounts, self._cache))
            elif name == SYNC_FILE:
                pass  # only `masthead sync` reads this file
            elif kind is None:
                if not self._has_lost_kinds:  # the faulty `site.yaml` may declare this kind
                    known = tuple(self.lists)
                    hint = did_you_mean(name.rsplit(".", 1)[0], known)
                    problem = Problem.of(Place(path), "data-file-unknown", known=known, hint=hint)
                    self.problems.append(problem)
            elif kind == "cv":
                self._keep(path, self.cvs, _one(source, Cv, self._cache))
            else:
                parsed = _list(source, self._kinds[kind], self._cache)
                self._keep(path, self.lists[kind], parsed)
        elif is_bibliography(name):
            parsed = _list(source, LISTS["publications"], self._cache)
            self._keep(path, self.lists["publications"], parsed)
            self.has_bib = True
        elif name.endswith(PAGE_ENDINGS):
            self._keep(path, self.pages, _page(source, self._languages, self._cache))
        elif name.lower().endswith(PUBLISHED) or name.endswith(".bib"):  # BibTeX is for readers
            self.statics.add(name)
        else:
            problem = Problem.of(Place(path), "file-not-published", severity="warning")
            self.problems.append(problem)

    def name_unbuilt_folders(self) -> None:
        """Warn of the folders that were skipped."""
        for folder in sorted(self._unbuilt):
            problem = Problem.of(Place(f"content/{folder}"), "folder-not-built", severity="warning")
            self.problems.append(problem)

    def _keep(self, path: str, values: list[Any], parsed: Parsed) -> None:
        values.extend(parsed.values)
        self.problems.extend(parsed.problems)
        if any(problem.is_error for problem in parsed.problems):
            self.broken |= {path, *parsed.unread}


def _page(source: SourceFile, languages: tuple[str, ...], cache: SourceCache) -> Parsed:
    what = f"page {','.join(languages)}"  # a file's name may end in one of them
    known = cached_value(source, what, tuple[Page, ...], cache)
    if known is not None:
        return Parsed(known)
    from generator.parse.pages import page_of

    earlier = cache.last(f"{what} {source.path}", tuple[Page, ...]) or ()
    return _remembered(page_of(source, languages, earlier), source, what, cache)


def _list(source: SourceFile, wanted: type[Struct], cache: SourceCache) -> Parsed:
    known = cached_list(source, wanted, cache)
    if known is not None:
        return Parsed(known)
    if source.path.endswith(".bib"):
        from generator.parse.bib.bib_file import parse_bib

        return parse_bib(source, cache)
    from generator.parse.data_file import parse_list

    return parse_list(source, wanted, cache)


def _one(source: SourceFile, kind: Any, cache: SourceCache) -> Parsed:
    """Return the value of a file with a single value: a CV, or the citation counts."""
    what = "cv" if kind is Cv else "counts"
    known = cached_value(source, what, tuple[kind, ...], cache)
    if known is not None:
        return Parsed(known)
    from generator.parse.data_file import parse_one

    return _remembered(parse_one(source, kind), source, what, cache)


def _remembered(parsed: Parsed, source: SourceFile, what: str, cache: SourceCache) -> Parsed:
    if not parsed.problems:
        remember(source, what, parsed.values, cache)
    return parsed


def _config(sources: Sources, cache: SourceCache) -> tuple[Config | None, list[Problem]]:
    """Return the configuration in `site.yaml`, or None if nothing can be built with it."""
    source = sources.content.get("content/site.yaml")
    if source is None:
        return None, [Problem.of(Place("content/site.yaml"), "site-file-missing")]
    config: Config | None = cached_value(source, "config", Config, cache)
    if config is not None:
        return config, []
    from generator.parse.data_file import parse_one

    parsed = parse_one(source, Config)
    problems = list(parsed.problems)
    if not parsed.values:
        return None, problems or [Problem.of(Place(source.path, 1), "site-file-empty")]
    config = parsed.values[0]
    faults = list(_faulty_languages(config.languages))
    faults += kind_faults(config.kinds, source.path, (*LISTS, *NO_KINDS, *config.languages))
    problems += faults
    problems += _unknown_in_visibility(config)
    if not problems:
        remember(source, "config", config, cache)
    return (None if faults else config), problems


def _faulty_languages(languages: tuple[str, ...]) -> Iterator[Problem]:
    """Report invalid and repeated codes of languages: codes become folders and attributes."""
    spot = Spot("content/site.yaml", ("languages",))
    if not languages:
        yield Problem.of(spot, "languages-empty")
    for index, code in enumerate(languages):
        where = spot.inside(str(index))
        if not LANGUAGE_CODE.fullmatch(code):
            yield Problem.of(where, "site-language-code", code=code)
        elif code in languages[:index]:
            yield Problem.of(where, "language-code-twice", code=code)


def _unknown_in_visibility(config: Config) -> Iterator[Problem]:
    """Report names in the site's `visibility` that are not kinds of records."""
    kinds = (*KINDS, *config.kinds)
    for name in config.visibility.keys() - set(kinds):
        hint = did_you_mean(name, kinds)
        spot = Spot("content/site.yaml", ("visibility",)).key(name)
        yield Problem.of(spot, "visibility-of-no-kind", kind=name, known=tuple(kinds), hint=hint)


def _shown_as(word: Shown, records: list[Any]) -> list[Any]:
    """Return the records of a kind, with the `visibility` that the site sets for the kind."""
    return [
        record
        if record.visibility.is_given
        else replace(record, visibility=replace(record.visibility, word=word, is_given=True))
        for record in records
    ]


def _repeated_ids(kind: str, values: list[Any], sources: Sources) -> Iterator[Problem]:
    """Report ids that occur in two files of a kind."""
    seen: dict[str, Record] = {}
    for value in values:
        name = getattr(value, "id", "")
        if name and name in seen:
            from generator.parse.locate import Locator

            first = getattr(seen[name], "spot", None)
            where = getattr(value, "spot", None)
            message = Message.of("id-twice", id=name, kind=kind)
            place = str(Locator(sources).locate(first)) if first else ""
            hint = Message.of("first-is-at", place=place) if first else None
            yield Problem(where or Place(f"content/{kind}.yaml"), message, hint)
        elif name:
            seen[name] = value


PUBLISHED = (
    *ENDINGS, ".ico", ".vtt", ".ogv", ".mp3", ".m4a", ".ogg", ".oga", ".opus", ".wav",
    ".flac", ".pdf", ".ps", ".djvu", ".epub", ".doc", ".docx", ".odt", ".ppt", ".pptx", ".pps",
    ".ppsx", ".odp",
)  # fmt: skip
"""Endings of pictures, films, sound, documents and slides, in lower case."""


def unbuilt_folder(name: str) -> str:
    """Return the folder above a file under `content/` whose name begins with `_`, or "".

    Jekyll and others keep drafts in `_drafts/`, and never publish such a folder.
    """
    parts = name.split("/")[:-1]
    number = next((n for n, part in enumerate(parts, 1) if part.startswith("_")), 0)
    return "/".join(parts[:number])


def without_files_of_hidden_pages(
    names: Iterable[str], sources: Sources, shown: Collection[str]
) -> Iterator[str]:
    """Yield the files under `content/` that no draft or private page owns.

    A page owns the files in its folder, which is `a/` for `a/index.md` and for `a.md`, and those of
    its own name (`a.pdf`). The nearest page decides. `shown` are the files of public pages.
    """
    is_shown: dict[str, bool] = {}
    for path in sources.content:
        if path.endswith(PAGE_ENDINGS):
            owner = _owner(path)
            is_shown[owner] = is_shown.get(owner, False) or path in shown
    for name in names:
        place = _owner(f"content/{name}")
        while place not in is_shown and "/" in place:
            place = place.rpartition("/")[0]
        if is_shown.get(place, True) or place == "content":
            yield name


def _owner(path: str) -> str:
    """Return a path without the file's endings, and without `/index`."""
    folder, _, last = path.rpartition("/")
    return f"{folder}/{last.partition('.')[0]}".removesuffix("/index")
