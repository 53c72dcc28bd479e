"""The site, indexed by every name that a link or a template can use.

Facts are functions of the index, and each depends on few parts. A fact whose parts have not changed
is not computed again. The index records which parts are read; `engine/ledger.py` computes their
digests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial, wraps
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

from msgspec.structs import replace

from generator.model.config import Config
from generator.model.files import Output
from generator.model.languages import known_code, language
from generator.model.people import Directory, Person
from generator.model.records.career import Record
from generator.model.records.own_kinds import record_type, words_of_kinds
from generator.model.records.works import CitationCounts, Publication, Venue, venue_among
from generator.model.sections import Cv
from generator.model.site import (
    KINDS,
    LAYOUTS,
    Page,
    Post,
    Site,
    TopicField,
    page_key,
    papers_by_page,
    posts_in,
    topics_of,
    with_pages,
)
from generator.model.text import Body, Medium, Phrase, Text, shown
from generator.model.theme import Theme

K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


class Watched(Mapping[K, V]):
    """A mapping that records which of its values are read: single ones, or all."""

    def __init__(
        self, values: dict[K, V], note: Callable[[str], None], kind: str, all: str
    ) -> None:
        """`note` is called with the name of each part that is read; `kind` is the first word of the
        name of each value's part, and `all` is the part of all values."""
        self._values = values
        self._note = note
        self._kind = kind
        self._all = all

    def __getitem__(self, key: K) -> V:
        self._note(part(self._kind, key))
        return self._values[key]

    def __iter__(self) -> Iterator[K]:
        self._note(self._all)
        return iter(self._values)

    def __len__(self) -> int:
        self._note(self._all)
        return len(self._values)

    def whole(self) -> dict[K, V]:
        """Return the whole mapping, for callers that read most of its values anyway."""
        self._note(self._all)
        return self._values


def part(kind: str, key: object) -> str:
    """Return the name of a part: a paper by its id, a page by its key and language, all records of
    a kind, or a picture by its address without the first slash."""
    return f"{kind} {' '.join(key) if isinstance(key, tuple) else key}"


class _Watching(Generic[V]):
    """An attribute of the index; reading it records a part."""

    def __init__(self, path: str, part: str = "") -> None:
        """`path` leads from the index to the value; its last name is the part if none is given."""
        self._value_in = attrgetter(path)
        self._part = part or path.rpartition(".")[2]

    def __get__(self, index: Index, type: Any = None) -> V:
        index.noted.add(self._part)
        found: V = self._value_in(index)
        return found


_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}-")


def _words_of(path: str) -> set[str]:
    """Return the names by which a link may mean a source; `path` is a file, or the id of a
    record."""
    parts = path.removeprefix("content/").split("/")
    name = parts[-1].removesuffix(".md")
    stem = name.partition(".")[0]
    return {path, *parts, name, stem, _DATE.sub("", stem)}


def memoized(function: F) -> F:
    """Memoize the results of a function of the index, with the parts that each call reads.

    Facts share values: a post's item is in the archive, on the pages of its tags and neighbours,
    and in the feed. All of these facts depend on the item's parts.
    """

    @wraps(function)
    def ask(index: Any, *args: Any) -> Any:
        question = (function, *args)
        known = index.answers.get(question)
        if known is None:
            outer, index.noted = index.noted, set()
            answer = function(index, *args)
            known = index.answers[question] = (answer, frozenset(index.noted))
            index.noted = outer
        index.noted |= known[1]  # the caller depends on the same parts
        return known[0]

    return cast(F, ask)


class Index:
    """A site with its outputs, indexed. Facts are pure functions of it.

    Every public method and attribute records the parts of the site on which its answer depends (see
    `part`), unless it depends only on its arguments.
    """

    config = _Watching[Config]("_site.config")
    """The whole of `site.yaml`."""
    default_lang = _Watching[str]("_site.default_lang", "config")
    """The language at `/`."""
    base_url = _Watching[str]("_base_url", "config")
    """The URL of the site with a slash at its end, or ""."""
    person = _Watching[Person]("_person", "config")
    """The person whose site this is."""
    theme = _Watching[Theme]("_theme", "theme")
    outputs = _Watching[tuple[Output, ...]]("_outputs", "outputs")
    """All outputs, in the order in which they are made."""
    all_pages = _Watching[tuple[Page, ...]]("_site.pages")
    """All pages, without their texts."""
    by_name = _Watching[dict[tuple[str, str], Page]]("_pages", "files")
    """Pages by key and language. Only `key` and `lang` may be read of them: the part `files` covers
    nothing else."""
    people = _Watching[tuple[Person, ...]]("_site.people")
    venues = _Watching[dict[str, Venue]]("_site.venues")
    all_cvs = _Watching[tuple[Cv, ...]]("_site.cvs")
    citation_counts = _Watching[CitationCounts]("_site.citation_counts")
    statics = _Watching[frozenset[str]]("_site.statics")
    broken = _Watching[frozenset[str]]("_site.broken")

    def __init__(
        self,
        site: Site,
        theme: Theme,
        outputs: tuple[Output, ...],
        base_url: str,
        medium: Medium = "web",
        read_body: Callable[[Page], str] = lambda page: "",
    ) -> None:
        self.noted: set[str] = set()
        """The parts that were read since the caller last emptied this."""
        self.medium: Medium = medium
        self._site = site
        self._theme = theme
        self._outputs = outputs
        self._base_url = base_url
        self._read_body = read_body
        self._person = shown(site.config.person, medium) or Person(name=site.config.person.name)
        self.answers: dict[tuple[Any, ...], tuple[Any, frozenset[str]]] = {}
        """Results that several facts share; see `memoized`."""
        self._records: dict[str, tuple[Record, ...]] = {
            kind: tuple(filter(None, (shown(record, medium) for record in records)))
            for kind, records in {**site.records, Post.kind_name: site.posts}.items()
        }
        self.records = Watched(self._records, self._note, "records", "records")
        """Records by kind."""
        self.all_records = Watched(site.records, self._note, "records", "records")
        """Records by kind, including hidden ones, but no posts."""
        self.pictures = Watched(site.pictures, self._note, "picture", "pictures")
        """Pictures and films by their addresses without the first slash."""
        papers = {p.id: p for p in self._records.get("publications", ()) if type(p) is Publication}
        self.publications = Watched(papers, self._note, "publication", "records publications")
        """Publications by id."""
        self._pages = {(page.key, page.lang): page for page in site.pages}
        self.pages = Watched(self._pages, self._note, "page", "pages")
        """Pages by key and language."""

    def all_of(self, kind: str) -> tuple[Record, ...]:
        """Return the records of a kind, including hidden ones; posts are a kind, too."""
        return self.records[kind] if kind == Post.kind_name else self.all_records.get(kind, ())

    @property
    def printed(self) -> Index:
        """The same site as a PDF may show it. Parts read from it are recorded in this index."""
        self._printed.noted = self.noted  # shared, since `memoized` adds to it in place
        return self._printed

    @cached_property
    def _printed(self) -> Index:
        return Index(self._site, self._theme, self._outputs, self._base_url, "pdf", self._read_body)

    def _note(self, part: str) -> None:
        self.noted.add(part)

    @property
    @memoized
    def kinds(self) -> dict[str, type[Record]]:
        """Every kind of record: built-in kinds, then those that the site declares."""
        own = {name: record_type(name, kind) for name, kind in self.config.kinds.items()}
        return {**KINDS, Post.kind_name: Post, **own}

    @property
    @memoized
    def own_words(self) -> dict[str, Text]:
        """The words of the interface that the site overrides, by name."""
        return {**words_of_kinds(self.config.kinds), **self.config.words}

    @property
    @memoized
    def directory(self) -> Directory:
        """All people of the site; the site's own person comes first."""
        people = (shown(person, self.medium) for person in self.people)
        return Directory((self.person, *filter(None, people)))

    @property
    @memoized
    def shown_cvs(self) -> dict[str, Cv]:
        """CVs by id."""
        seen = ((cv.id, shown(cv, self.medium)) for cv in self.all_cvs)
        return {id: cv for id, cv in seen if cv is not None}

    @property
    @memoized
    def by_key(self) -> dict[tuple[str, str], Output]:
        """Outputs by key and language."""
        return {(output.key, output.lang): output for output in self.outputs if output.key}

    @property
    @memoized
    def by_address(self) -> dict[str, Output]:
        """Outputs by address."""
        return {output.url: output for output in self.outputs if output.traits.is_linked}

    @memoized
    def by_subject(self, layout: str) -> dict[str, Output]:
        """Return the outputs of a layout by their subjects: CVs by id, assets by file."""
        return {output.subject: output for output in self.outputs if output.layout == layout}

    @property
    @memoized
    def names(self) -> dict[str, str]:
        """Bare words that links may use -> key: slugs and keys of pages, then ids."""
        found: dict[str, str] = {}
        self.noted.update(part("records", kind) for kind in (*LAYOUTS, *self.config.kinds))
        for page in self.all_pages:
            if (f"page:{page.key}", page.lang) not in self.by_key:
                continue
            found.setdefault(page.front.slug, f"page:{page.key}")
            found.setdefault(page.key, f"page:{page.key}")
        for record in with_pages(self._site):
            key = page_key(record)
            if any((key, lang) in self.by_key for lang in self.config.languages):
                found.setdefault(record.page_name, key)
        return found

    @property
    @memoized
    def papers_by_page(self) -> dict[str, str]:
        """Keys of pages -> ids of the papers whose pages show their texts."""
        self.noted.update(("pages", "records publications"))
        return papers_by_page(self._site)

    @property
    @memoized
    def by_file(self) -> dict[str, Page]:
        """Pages by their file under `content/`. Only `key` and `lang` may be read of them."""
        self.noted.add("files")
        return {page.file.removeprefix("content/"): page for page in self._site.pages}

    def body(self, page: Page) -> Body:
        """Return the Markdown of a page."""
        return Body(page.body, page.body_spot, partial(self._read_body, page))

    @memoized
    def posts(self, lang: str) -> list[Page]:
        """Return the posts in a language, newest first."""
        self.noted.update(("config", "pages"))
        return posts_in(self._site, lang)

    def topics(self, lang: str, field: TopicField) -> dict[str, str]:
        """Return slug -> name for the tags or categories of the posts in a language."""
        self.noted.update(("config", "pages"))
        return topics_of(self._site, lang, field)

    def venue_of(self, record: Record) -> Venue:
        """Return the venue of a record: the one that it names by an id, or one made of its
        words."""
        if not record.has_venue:
            return Venue(id="")
        spot = record.spot and record.spot.inside("venue")
        venue = venue_among(self.venues, record.value_of("venue"), spot)
        name = venue.editions.get(str(record.when.last.year)) if record.when else None
        return replace(venue, name=name) if name else venue

    def kind_of(self, record: Record) -> str:
        """Return the word in the field `kind` of a record: its own, or its venue's."""
        return record.kind_at(self.venue_of(record))

    def value_of(self, record: Record, field: str) -> Any:
        """Return the value of a record's field, perhaps derived from its venue or other fields."""
        return (
            self.kind_of(record) if field == "kind" and record.has_venue else record.value_of(field)
        )

    def phrase(self, text: Text | None, lang: str) -> Phrase:
        """Return a text for a page in a language."""
        return text.pick(lang, self.default_lang) if text is not None else Phrase()

    def word(self, key: str, lang: str) -> str:
        """Return a word of the interface: the site's own, the theme's, or ours."""
        found = self.own_word(key, lang)
        return found or self.theme.words.get("en", {}).get(key) or language(lang).word(key)

    def own_word(self, key: str, lang: str) -> str:
        """Return a word of the interface in exactly this language, or ""."""
        own = self.own_words.get(key)
        tables = self.theme.words
        return (
            (own.form(lang) if own else "")
            or tables.get(lang, {}).get(key)
            or tables.get(known_code(lang), {}).get(key)
            or language(lang).words.get(key)
            or language("und").words.get(key, "")
        )

    def translated(self, key: str, lang: str) -> Output | None:
        """Return an output by its key: in this language, else in the site's first, else in any."""
        for wanted in (lang, self.default_lang, *self.config.languages, ""):
            found = self.by_key.get((key, wanted))
            if found is not None:
                return found
        return None

    def url_of(self, key: str, lang: str) -> str:
        """Return the address of the output that `translated` finds, or ""."""
        found = self.translated(key, lang)
        return found.url if found else ""

    def is_broken(self, typed: str) -> bool:
        """Whether a link may lead to a source that could not be read.

        It may if its last part occurs in a broken file's path, or is the id of a broken record.
        """
        stem = typed.partition("#")[0].rstrip("/").rpartition("/")[2].removesuffix(".md")
        words = (_words_of(path) for path in self.broken)
        return bool(stem) and any(stem in found for found in words)

    def absolute(self, url: str) -> str:
        """Return an address with the site's URL before it, or "" if the site has none.

        The URL of another site is returned unchanged.
        """
        base = self.base_url.rstrip("/")
        return (base + url if base else "") if url.startswith("/") and url[:2] != "//" else url


ENTERED: dict[str, Callable[..., Any]] = {}
"""The registered facts of all loaded modules; `graph/facts` loads them all."""
FOR_TEMPLATES: dict[str, bool] = {}
"""Facts that templates read -> whether they take more than the index and a language."""


def fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a fact under the name of its function, whose docstring is the reference."""
    FOR_TEMPLATES[function.__name__] = function.__code__.co_argcount > 2
    return inner_fact(function)


def inner_fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a fact that filters and template functions read, but templates do not."""
    ENTERED[function.__name__] = function
    return function
