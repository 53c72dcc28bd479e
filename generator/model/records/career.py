"""The records of a career: the fields of all of them, and the kinds that are not works."""

from typing import Any, ClassVar, Literal

import msgspec

from generator.model.dates import When
from generator.model.links import Link
from generator.model.people import Advisor
from generator.model.records.events import Clock, Session, Teacher
from generator.model.text import Shown, Text, Visibility
from generator.problems import Spot


class Record(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The fields that every record may have."""

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
    preview: str = ""
    """A picture or a short film that stands for it, a file under `static/`: a JPEG, a PNG, an MP4
    or a WebM. Films play without sound when a reader points at them or has them in view. A paper
    without one has the first page of its `pdf`. Themes show it as their option `teaser` says."""
    preview_alt: Text | None = None
    """What the preview shows, in words, for those who do not see it."""
    preview_still: str = ""
    """A picture in place of a film or of an animated one: until it plays, in print, and for readers
    who want nothing to move. Left out, a film shows its first frame."""
    tags: tuple[str, ...] = ()
    """Topics, for filters and tag lists."""
    selected: bool = False
    """Whether it is one of the best: sections can ask for `selected: true`."""
    priority: int = 0
    """How important it is where space is short; higher stays longer."""
    extra: dict[str, Text] = {}
    """Fields of your own, for your own templates: `{funding: "ERC", motto: {en: …, zh: …}}`."""
    visibility: Visibility = Visibility()
    """Who may see it: `public`, `web`, `pdf`, `private`, or a word for single fields."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    kind_name: ClassVar[str]
    declared: ClassVar[dict[str, Any]] = {}
    """The fields that a site has declared for a kind of its own; see `own_kinds`."""
    declaration: ClassVar[str] = ""
    hidden_by_default: ClassVar[dict[str, Shown]] = {}
    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot"})

    @property
    def when(self) -> When | None:
        """The date to sort and group by."""
        return self.date

    @property
    def heading(self) -> Text | None:
        """The text that names the record in messages and lists."""
        names = ("title", "name", "course", "text", *self.declared)
        found = (getattr(self, name) for name in names if hasattr(self, name))
        return next((text for text in found if isinstance(text, Text)), None)


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
    advisors: tuple[Advisor, ...] = ()
    """Supervisors: names, or `{name: Hongli Xu, title: Prof., role: co-advisor, url: https://…}`."""
    thesis: Text | None = None
    """Title of the thesis."""

    kind_name: ClassVar[str] = "education"


class SubAward(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One of several prizes under one heading."""

    title: Text
    """The prize."""
    level: Text | None = None
    """Its level: `first class`."""
    date: When | None = None
    """When it was given; several dates are a list."""
    count: int = 1
    """How many times."""
    details: tuple[Text, ...] = ()
    """The single times in your own words: `[first class 2019, second class 2021]`."""


class Award(Record, frozen=True, kw_only=True):
    """A prize, scholarship or honour."""

    title: Text
    """The prize."""
    organization: Text | None = None
    """Who gave it."""
    level: Text | None = None
    """Its level: `top 25%`, `first class`."""
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
    staff: tuple[Teacher, ...] = ()
    """Who teaches it: `[Jin Fang, {name: Ann Lee, role: Teaching assistant}]`."""
    time: Clock | None = None
    """The time of day of its sessions: `14:00–15:30`, `14:00–15:30 +08:00`."""
    location: Text | None = None
    """Where it takes place."""
    schedule: tuple[Session, ...] = ()
    """Its sessions in order, each with week, date, topic, readings and files. A course with an `id`
    and a schedule or a `body` has a page, and its days a calendar to subscribe to (`.ics`)."""
    permalink: str = ""
    """The whole address of its page, `/courses/goat/`, instead of the one made of its `id`."""
    aliases: tuple[str, ...] = ()
    """Old addresses of its page; each gets a small page that leads there."""

    kind_name: ClassVar[str] = "teaching"


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
    """What happened, in a sentence. With an `id`, a `body` makes a page for the rest."""
    permalink: str = ""
    """The whole address of its page, `/blog/goat/`, instead of the one made of its `id`."""
    aliases: tuple[str, ...] = ()
    """Old addresses of its page; each gets a small page that leads there."""

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
    """A direction of research with a sentence; or else what people may like to know: software,
    sports, translations."""

    title: Text
    """What it is: `Network measurement`."""
    text: Text | None = None
    """A few words about it, or a sentence."""

    kind_name: ClassVar[str] = "interests"
