"""The records of a career: one class for each kind, one data file for each class."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from generator.model.dates import When
from generator.model.links import Link
from generator.model.people import Author
from generator.model.text import Text
from generator.model.venues import PublicationKind, Venue
from generator.model.visibility import Shown, Visibility
from generator.problems import Spot


class Record(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What every record may say."""

    id: str = ""
    """A short word for the record: in addresses, in `blog: goat`, in orders by hand."""
    date: When | None = None
    """`2024`, `2024-06`, `2023H1`, `2020-09 – 2026-06 (expected)`, `2024-11 – present`, a list."""
    links: dict[str, Link] = {}
    """Links in this order, kind to target: `{pdf: pdf/goat.pdf, code: https://…}`."""
    details: tuple[Text, ...] = ()
    """Further facts in a few words each: `[GPA 3.9/4.0, rank 2 of 120]`, `[EUR 9000]`."""
    body: Text | None = None
    """Markdown blocks: paragraphs, lists, labelled paragraphs."""
    tags: tuple[str, ...] = ()
    """Topics, for filters and tag lists."""
    selected: bool = False
    """Whether it belongs to the best: sections can ask for `selected: true`."""
    priority: int = 0
    """How important it is where space is short; higher stays longer."""
    visibility: Visibility = Visibility()
    """Who may see it: `public`, `web`, `pdf`, `private`, or a word for single fields."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    kind_name: ClassVar[str]
    hidden_by_default: ClassVar[dict[str, Shown]] = {}
    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot"})

    @property
    def when(self) -> When | None:
        """The date to sort and group by."""
        return self.date

    @property
    def heading(self) -> Text | None:
        """The text that names the record in messages and lists."""
        return next((getattr(self, f) for f in ("title", "name", "text") if hasattr(self, f)), None)


Status = Literal[
    "published", "accepted", "submitted", "under-review", "in-revision", "in-preparation"
]


class Version(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Another form in which a paper is there: its preprint, an extended version in a journal."""

    venue: str = ""
    """A venue's id from `venues.yaml`, or its name in words."""
    date: When | None = None
    """When it came out."""
    kind: PublicationKind | None = None
    """`preprint`, `journal`, …; taken from the venue where left out."""
    status: Status = "published"
    """How far it is; all but `published` is said with it."""
    volume: str = ""
    """Volume of a journal."""
    number: str = ""
    """Issue of a journal, number of a report."""
    pages: str = ""
    """`1-12`, or an article number."""
    publisher: str = ""
    """The publisher, where it is not the venue's."""
    doi: str = ""
    """The DOI: `10.1109/…`. Adds a link of that kind."""
    arxiv: str = ""
    """The arXiv id: `2404.01234`. Adds a link of that kind."""
    isbn: str = ""
    """The ISBN of a book."""
    links: dict[str, Link] = {}
    """Links in this order, kind to target, as those of a paper."""
    note: Text | None = None
    """Anything else to say about it: `extended by a proof`."""


class Publication(Record, frozen=True, kw_only=True):
    """A paper, written once for every rendering."""

    id: str
    """The citation key, and the last part of the page's address."""
    title: Text
    """The title as printed, in Markdown; no braces are needed to keep capitals."""
    authors: tuple[Author, ...]
    """All authors in order; a last entry `et al.` stands for more."""
    venue: str = ""
    """A venue's id from `venues.yaml`, or its name in words."""
    kind: PublicationKind | None = None
    """`conference`, `journal`, `preprint`, …; taken from the venue where left out."""
    status: Status = "published"
    """How far it is; all but `published` is said with the paper."""
    volume: str = ""
    """Volume of a journal."""
    number: str = ""
    """Issue of a journal, number of a report."""
    pages: str = ""
    """`1-12`, or an article number."""
    publisher: str = ""
    """The publisher, where it is not the venue's."""
    doi: str = ""
    """The DOI: `10.1109/…`. Adds a link of that kind."""
    arxiv: str = ""
    """The arXiv id: `2404.01234`. Adds a link of that kind."""
    isbn: str = ""
    """The ISBN of a book."""
    abstract: Text | None = None
    """The abstract, in Markdown."""
    award: Text | None = None
    """A prize the paper won: `Best Paper Award`."""
    note: Text | None = None
    """Anything else to say after the venue: `to appear`, `oral`."""
    bibtex: dict[str, str] = {}
    """Further BibTeX fields, taken over as they are."""
    preview: str = ""
    """A picture that stands for the paper, a file under `static/`; left out, the first page of its
    `pdf`. Themes that show thumbnails show it."""
    language: str = ""
    """The language of the paper, `de`, where its title does not tell it."""
    versions: tuple[Version, ...] = ()
    """Other forms of the same paper, such as its preprint: each with a venue, a date and links of
    its own. The paper's page lists them."""

    kind_name: ClassVar[str] = "publications"

    def kind_at(self, venue: Venue | None) -> PublicationKind:
        """Return the kind of the paper: its own, or that of the venue it appeared at."""
        return self.kind or (venue.kind if venue else "other")

    @property
    def eprint(self) -> str:
        """The arXiv id of the paper, or of one of its versions."""
        return self.arxiv or next((v.arxiv for v in self.versions if v.arxiv), "")

    def as_version(self, number: int) -> Publication:
        """Return one of the versions as a paper: what it does not say itself, it shares."""
        version = self.versions[number]
        given = {name: getattr(version, name) for name in version.__struct_fields__}
        spot = self.spot.inside("versions", str(number)) if self.spot else None
        return msgspec.structs.replace(
            self, **given, versions=(), award=None, body=None, details=(), bibtex={},
            preview="", spot=spot
        )  # fmt: skip


class Experience(Record, frozen=True, kw_only=True):
    """A position that was held."""

    role: Text
    """The position: `Research Intern`."""
    organization: Text
    """The employer: `ByteDance`."""
    unit: Text | None = None
    """Department, group or team."""
    location: Text | None = None
    """City and country."""
    kind: Literal["industry", "academia", "government", "volunteer", "other"] = "other"
    """The sort of position."""

    kind_name: ClassVar[str] = "experience"


class Education(Record, frozen=True, kw_only=True):
    """A degree."""

    degree: Text
    """`Ph.D.`, `B.S.`."""
    area: Text | None = None
    """The field of study: `Computer Science`."""
    institution: Text
    """The university."""
    unit: Text | None = None
    """School, college or department."""
    location: Text | None = None
    """City, province, country."""
    advisors: tuple[Author, ...] = ()
    """Supervisors."""
    thesis: Text | None = None
    """Title of the thesis."""

    kind_name: ClassVar[str] = "education"


class Project(Record, frozen=True, kw_only=True):
    """A piece of work with a result: research, engineering, open source."""

    title: Text
    """What was done."""
    kind: str = ""
    """A word of your own to tell sorts of project apart: `research`, `open-source`."""
    role: Text | None = None
    """Your part in it: `Main developer`."""
    organization: Text | None = None
    """Company or university."""
    unit: Text | None = None
    """Group or team."""
    location: Text | None = None
    """City and country."""

    kind_name: ClassVar[str] = "projects"


PatentKind = Literal["patent", "utility-model", "design", "software-copyright", "trade-secret"]


class Patent(Record, frozen=True, kw_only=True):
    """A patent, an application, a registered design or software, or a trade secret."""

    title: Text
    """The title of the invention."""
    number: str = ""
    """The publication or patent number: `CN113961324A`."""
    kind: PatentKind = "patent"
    """What sort of right it is; all but `patent` is said with the entry."""
    status: Literal["", "pending", "filed", "published", "granted", "expired"] = ""
    """How far it is."""
    dates: dict[str, When] = {}
    """The dates of its stages, said with the entry: `{filed: 2020-03, granted: 2022-07}`. Without
    a `date`, it is sorted by the last of them."""
    assignee: Text | None = None
    """Who owns it."""
    inventors: tuple[Author, ...] = ()
    """Inventors in order, with roles."""
    office: Text | None = None
    """The patent office or country."""

    kind_name: ClassVar[str] = "patents"

    @property
    def when(self) -> When | None:
        """Its date, or the last of its stages."""
        return self.date or max(self.dates.values(), key=lambda w: w.sort_key, default=None)


class SubAward(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One of several prizes under one heading."""

    title: Text
    """The prize."""
    level: Text | None = None
    """How high it was: `first class`."""
    date: When | None = None
    """When it was given; several dates are a list."""
    count: int = 1
    """How many times."""


class Award(Record, frozen=True, kw_only=True):
    """A prize, scholarship or honour."""

    title: Text
    """The prize."""
    organization: Text | None = None
    """Who gave it."""
    level: Text | None = None
    """How high it was: `top 25%`, `first class`."""
    count: int = 1
    """How many times: shown as ×2."""
    stage: Text | None = None
    """The stage of the career: `Ph.D.`, `Undergraduate`; sections can group by it."""
    awards: tuple[SubAward, ...] = ()
    """Prizes under this one."""

    kind_name: ClassVar[str] = "awards"


ServiceKind = Literal[
    "review", "committee", "editing", "organization", "membership", "teaching", "other"
]


class Service(Record, frozen=True, kw_only=True):
    """Work for the community: reviews, committees, editing."""

    role: Text
    """`External reviewer`, `Programme committee`."""
    organizations: tuple[Text, ...] = ()
    """For whom: journals, conferences, societies."""
    kind: ServiceKind = "other"
    """The sort of service; sections can group by it."""

    kind_name: ClassVar[str] = "service"


class Teaching(Record, frozen=True, kw_only=True):
    """A course."""

    course: Text
    """The name of the course."""
    code: str = ""
    """Its number: `COMP6103P`."""
    role: Text | None = None
    """`Lecturer`, `Teaching assistant`."""
    institution: Text | None = None
    """The university."""
    level: Text | None = None
    """`Graduate`, `Undergraduate`."""

    kind_name: ClassVar[str] = "teaching"


TalkKind = Literal["keynote", "invited", "conference", "seminar", "tutorial", "panel", "other"]


class Talk(Record, frozen=True, kw_only=True):
    """A talk, tutorial or panel."""

    title: Text
    """The title of the talk."""
    event: Text | None = None
    """Where it was held: conference, seminar."""
    location: Text | None = None
    """City and country."""
    kind: TalkKind = "other"
    """The sort of talk; sections can group by it."""
    publication: str = ""
    """The id of the paper it presented."""

    kind_name: ClassVar[str] = "talks"


class Skills(Record, frozen=True, kw_only=True):
    """A line of skills: a label, and words or sentences."""

    label: Text
    """`Programming languages`."""
    items: tuple[Text, ...] = ()
    """Single words."""
    text: Text | None = None
    """Or a sentence."""

    kind_name: ClassVar[str] = "skills"


class News(Record, frozen=True, kw_only=True):
    """A line of news."""

    date: When
    """When it happened."""
    text: Text
    """What happened, in a sentence."""

    kind_name: ClassVar[str] = "news"


class Reference(Record, frozen=True, kw_only=True):
    """A referee. E-mail and phone go into the PDF only, unless `visibility` says otherwise."""

    name: Text
    """The referee's name and title."""
    position: Text | None = None
    """`Professor`."""
    organization: Text | None = None
    """University or company."""
    relation: Text | None = None
    """`Ph.D. advisor`."""
    email: str = ""
    """E-mail address."""
    phone: str = ""
    """Telephone number."""

    kind_name: ClassVar[str] = "references"
    hidden_by_default: ClassVar[dict[str, Shown]] = {"email": "pdf", "phone": "pdf"}


class Interest(Record, frozen=True, kw_only=True):
    """Something else that people may like to know: software, sports, translations."""

    title: Text
    """What it is."""
    text: Text | None = None
    """A few words about it."""

    kind_name: ClassVar[str] = "interests"


KINDS: dict[str, type[Record]] = {
    kind.kind_name: kind
    for kind in (
        Publication,
        Experience,
        Education,
        Project,
        Patent,
        Award,
        Service,
        Teaching,
        Talk,
        Skills,
        News,
        Reference,
        Interest,
    )
}
"""Every kind of record by the name of its data file: `content/publications.yaml`."""
