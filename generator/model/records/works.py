"""Works, as ORCID calls them: publications, patents, projects and talks; also venues, and counts of
citations."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from generator.model.dates import Clock, When
from generator.model.links import Link, arxiv_id, bare_identifier
from generator.model.people import Author, Contributor, Inventor
from generator.model.records.career import Record
from generator.model.text import Text
from generator.problems import Spot

PublicationKind = Literal[
    "conference",
    "workshop",
    "journal",
    "preprint",
    "book",
    "chapter",
    "thesis",
    "report",
    "demo",
    "poster",
    "dataset",
    "software",
    "other",
]


class Venue(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A conference, a journal or another place of publication; one entry of `venues.yaml`."""

    id: str
    """The word by which publications name the venue: `icnp`."""
    name: Text | None = None
    """The full name: `IEEE International Conference on Network Protocols`."""
    short: Text | None = None
    """The short name: `ICNP`."""
    aliases: tuple[str, ...] = ()
    """Other names that papers use for it: `[IEEE Intl. Conf. on Network Protocols]`."""
    kind: PublicationKind = "other"
    """What it publishes; a publication without a `kind` has this one."""
    ranks: dict[str, str] = {}
    """Ranks by scheme: `{ccf: B, core: A*}`."""
    publisher: str = ""
    """The publisher, for BibTeX."""
    issn: str = ""
    """The ISSN, for metadata."""
    url: str = ""
    """The venue's own page."""
    editions: dict[str, Text] = {}
    """The full name in particular years: `{2024: Proceedings of the 32nd Conference on Goats}`."""

    kind_name: ClassVar[str] = "venues"
    has_web_address: ClassVar[bool] = True

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which papers may mean it: its id, its names in all languages, its
        aliases."""
        texts = (text.forms.values() for text in (self.short, self.name) if text)
        return (self.id, *(form for forms in texts for form in forms), *self.aliases)

    @property
    def title(self) -> Text | None:
        """The full name, or else the short one."""
        return self.name or self.short


def venue_among(venues: Mapping[str, Venue], said: str, spot: Spot | None = None) -> Venue:
    """Return the venue with the id that a paper names, or else a new venue with that name."""
    venue = venues.get(said, Venue(id=""))
    return venue if venue.title or not said else replace(venue, name=Text({"": said}, spot))


Status = Literal[
    "published", "accepted", "submitted", "under-review", "in-revision", "in-preparation"
]


class Publication(Record, frozen=True, kw_only=True):
    """A paper, written once and shown everywhere."""

    id: str
    """The last part of the page's address, and the word for citing it in texts: `[@goat]`."""
    key: str = ""
    """The key in BibTeX, if it is not the `id`: `DBLP:conf/icnp/Fang24`."""
    title: Text
    """The title as printed, in Markdown; no braces are needed to keep capitals."""
    authors: tuple[Author, ...] = ()
    """All authors in order; `et al.` as the last entry stands for further authors. A paper with
    neither authors nor `editors` gets a warning."""
    editors: tuple[Author, ...] = ()
    """The editors of the book that contains a chapter, or of a book without authors."""
    permalink: str = ""
    """The whole address of its page, `/publication/goat/`, instead of the one made from its `id`.
    Other languages have it below their home: `/zh/publication/goat/`."""
    aliases: tuple[str, ...] = ()
    """Old addresses of its page, `[/articles/goat/]`; each redirects to the page."""
    venue: str = ""
    """A venue's id from `venues.yaml`, or its name in words."""
    kind: PublicationKind | None = None
    """`conference`, `journal`, `preprint`, …; by default, that of the venue."""
    status: Status = "published"
    """Its status; printed with the paper unless it is `published`."""
    volume: str = ""
    """Volume of a journal."""
    number: str = ""
    """Issue of a journal, number of a report."""
    pages: str = ""
    """`1-12`, or an article number."""
    publisher: str = ""
    """The publisher, if it is not the venue's."""
    place: str = ""
    """The city of the publisher, or of the university of a thesis: `Berlin`."""
    edition: str = ""
    """The edition of a book: `2`, or in words, `revised`."""
    series: str = ""
    """The series in which a book appeared: `Lecture Notes in Computer Science`."""
    doi: str = ""
    """The DOI: `10.1109/…`. Adds a link of that kind; by default, it is read from one."""
    arxiv: str = ""
    """The arXiv id: `2404.01234`. Adds a link of that kind; by default, it is read from one. A
    paper without a venue shows it instead."""
    isbn: str = ""
    """The ISBN of a book."""
    abstract: Text | None = None
    """The abstract, in Markdown."""
    shape: Text | None = None
    """How it was presented at the venue: `oral`, `spotlight`, `highlight` or `poster` (translated
    on each page), or words of your own."""
    award: Text | None = None
    """A prize that the paper won: `Best Paper Award`."""
    note: Text | None = None
    """A note after the venue: `to appear`."""
    bibtex: dict[str, str] = {}
    """Further BibTeX fields, copied as they are."""
    page: str = ""
    """A Markdown file under `content/` with a text for the paper's page, below the abstract:
    `papers/goat.md`. The file then has no page of its own; links to it lead to the paper."""
    language: str = ""
    """The language of the paper, `de`, if its title does not show it."""
    versions: "tuple[Version, ...]" = ()
    """Other forms of the same paper, such as its preprint: each with its own venue, date and links.
    The paper's page lists them; sections can, too (see the option `versions`)."""

    kind_name: ClassVar[str] = "publications"
    page_texts: ClassVar[tuple[str, ...]] = ("id",)
    people_fields: ClassVar[tuple[str, ...]] = ("authors", "editors")
    makers_field: ClassVar[str] = "authors"
    has_venue: ClassVar[bool] = True
    unsaid_choice: ClassVar[str] = "published"
    shows_first_page: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Fill in missing `doi` and `arxiv` from links of these kinds."""
        doi, arxiv = self.links.get("doi"), self.links.get("arxiv")
        if doi and not self.doi and (number := bare_identifier(doi.to)).startswith("10."):
            msgspec.structs.force_setattr(self, "doi", number)
        if arxiv and not self.arxiv and (number := arxiv_id(arxiv.to)):
            msgspec.structs.force_setattr(self, "arxiv", number)

    @property
    def has_appeared(self) -> bool:
        """Whether it is published."""
        return self.status == "published"

    @property
    def whole_links(self) -> dict[str, Link]:
        """Its links, including those derived from its DOI and arXiv id."""
        numbers = {"doi": self.doi, "arxiv": self.arxiv}
        return self.links | {
            kind: Link(number)
            for kind, number in numbers.items()
            if number and kind not in self.links
        }

    def kind_at(self, venue: Venue) -> PublicationKind:
        """Return the kind of the paper: its own, or its venue's."""
        return self.kind or venue.kind

    def publisher_at(self, venue: Venue) -> str:
        """Return the publisher: the paper's own, or its venue's."""
        return self.publisher or venue.publisher

    @property
    def eprint(self) -> str:
        """The arXiv id of the paper, or of one of its versions."""
        return self.arxiv or next((v.arxiv for v in self.versions if v.arxiv), "")

    def other_versions(self) -> "tuple[Publication, ...]":
        """Return the versions as papers."""
        return tuple(map(self.as_version, range(len(self.versions))))

    def as_version(self, number: int) -> "Publication":
        """Return a version as a paper. It shares the fields that it does not set."""
        version = self.versions[number]
        given = {name: getattr(version, name) for name in ("spot", *_OF_VERSIONS)}
        return msgspec.structs.replace(
            self, **given, versions=(), shape=None, award=None, body=None, details=(), bibtex={},
            page="", preview="", preview_alt=None, preview_still=""
        )  # fmt: skip


_OF_VERSIONS = (
    "date", "links", "venue", "kind", "status", "volume", "number", "pages", "publisher", "place",
    "edition", "series", "doi", "arxiv", "isbn", "note",
)  # fmt: skip


class Version(Publication, frozen=True, kw_only=True):
    """Another form of a paper: its preprint, an extended version in a journal."""

    id: str = ""
    title: Text = Text({})

    set_by_reader: ClassVar[frozenset[str]] = frozenset(Publication.__struct_fields__) - {
        *_OF_VERSIONS
    }


PatentKind = Literal["patent", "utility-model", "design", "software-copyright", "trade-secret"]


class Patent(Record, frozen=True, kw_only=True):
    """A patent, an application, a registered design or software, or a trade secret."""

    title: Text | None = None
    """The title of the invention; a number is enough."""
    number: str = ""
    """The publication or patent number: `CN113961324A`."""
    kind: PatentKind = "patent"
    """The kind of right; printed with the entry unless it is `patent`."""
    status: Literal["", "pending", "filed", "published", "granted", "expired"] = ""
    """Its status."""
    dates: dict[str, When] = {}
    """The dates of its stages, printed with the entry: `{filed: 2020-03, granted: 2022-07}`.
    Without a `date`, the last of them determines its place in lists."""
    assignee: Text | None = None
    """Who owns it."""
    inventors: tuple[Inventor, ...] = ()
    """Inventors in order, with roles."""
    office: Text | None = None
    """The patent office or country."""

    kind_name: ClassVar[str] = "patents"
    people_fields: ClassVar[tuple[str, ...]] = ("inventors",)
    makers_field: ClassVar[str] = "inventors"

    @property
    def when(self) -> When | None:
        """Its date, or that of its last stage."""
        return self.date or max(self.dates.values(), key=lambda w: w.order, default=None)


class Project(Record, frozen=True, kw_only=True):
    """A piece of work with a result: research, engineering, open source."""

    title: Text
    """What was done."""
    kind: str = ""
    """The sort of project, in a word of your own: `research`, `open-source`."""
    role: Text | None = None
    """Your part in it: `Main developer`."""
    people: tuple[Contributor, ...] = ()
    """The people who work on it, in any spelling that is in `people.yaml`; their pages show it.
    `{name: Jin Fang, role: Lead}` adds a role."""
    organization: Text | None = None
    """Company or university."""
    unit: Text | None = None
    """Group or team."""
    location: Text | None = None
    """City and country."""
    permalink: str = ""
    """The whole address of its page, `/software/goat/`, instead of the one made from its `id`."""
    aliases: tuple[str, ...] = ()
    """Old addresses of its page; each redirects to the page."""

    kind_name: ClassVar[str] = "projects"
    page_texts: ClassVar[tuple[str, ...]] = ("body", "people", "related")
    people_fields: ClassVar[tuple[str, ...]] = ("people",)
    makers_field: ClassVar[str] = "people"


TalkKind = Literal["keynote", "invited", "conference", "seminar", "tutorial", "panel", "other"]


class Talk(Record, frozen=True, kw_only=True):
    """A talk, tutorial or panel."""

    title: Text
    """The title of the talk."""
    people: tuple[Author, ...] = ()
    """The speakers, if not you, in any spelling that is in `people.yaml`."""
    event: Text | None = None
    """Where it was held: conference, seminar."""
    location: Text | None = None
    """City and country."""
    time: Clock | None = None
    """The time of day: `14:00`, `14:00–15:30`, `14:00–15:30 +08:00`."""
    kind: TalkKind = "other"
    """The sort of talk; sections can group by it."""
    abstract: Text | None = None
    """What it is about, in Markdown. Talks with an `id` and an abstract or a `body` have a page."""
    publication: str = ""
    """The id of the paper that it presented."""
    permalink: str = ""
    """The whole address of its page, `/lectures/goat/`, instead of the one made from its `id`."""
    aliases: tuple[str, ...] = ()
    """Old addresses of its page; each redirects to the page."""

    kind_name: ClassVar[str] = "talks"
    page_texts: ClassVar[tuple[str, ...]] = ("abstract", "body")
    people_fields: ClassVar[tuple[str, ...]] = ("people",)
    makers_field: ClassVar[str] = "people"


# ------------------------------------------------------------------ citation counts

COUNTS_FILE = "citation-counts.yaml"
"""The file of the counts under `content/`; `masthead sync --citations` writes it."""
SYNC_FILE = "sync.yaml"
"""The file under `content/` with the settings of that command. Builds ignore it."""

ServiceName = Literal[
    "crossref", "datacite", "dblp", "openalex", "orcid", "semantic-scholar", "arxiv", "pubmed"
]
"""The services that `masthead sync` asks, by their words in its files."""
SERVICE_NAMES: dict[str, str] = {
    "crossref": "Crossref",
    "datacite": "DataCite",
    "dblp": "DBLP",
    "openalex": "OpenAlex",
    "orcid": "ORCID",
    "semantic-scholar": "Semantic Scholar",
    "arxiv": "arXiv",
    "pubmed": "PubMed",
}
"""Their names for people."""


class PaperCount(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The number of citations of a paper."""

    citations: int
    """The number."""
    source: str
    """The service that counted: `openalex`."""
    date: str
    """The day of the count: `2026-11-22`."""


class PersonCount(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The number of citations of all works of a person."""

    citations: int
    """The number."""
    h_index: int | None = None
    """The h-index, if the service has one."""
    date: str
    """The day of the count: `2026-11-22`."""


class CitationCounts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The whole of `citation-counts.yaml`."""

    person: dict[str, PersonCount] = {}
    """Counts of the site's person by service."""
    papers: dict[str, PaperCount] = {}
    """Counts of papers by their ids."""
