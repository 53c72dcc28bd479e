"""The records of a career: `Record`, with the fields of all kinds, and the kinds that are not
works."""

from typing import Any, ClassVar, Literal

import msgspec

from generator.model.dates import Clock, When
from generator.model.links import Link
from generator.model.names import Name
from generator.model.people import Advisor, Author, Contributor
from generator.model.text import Placed, Shown, Text, Visibility
from generator.problems import Message


class Record(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """The fields that every record may have."""

    id: str = ""
    """A short word for the record: in addresses, in `blog: goat`, in lists ordered by hand."""
    date: When | None = None
    """`2024`, `2024-06`, `2023H1`, `2020-09 – 2026-06 (expected)`, `2024-11 – present`, a list."""
    links: dict[str, Link] = {}
    """Links in this order, kind to target: `{pdf: pdf/goat.pdf, code: https://…}`."""
    details: tuple[Text, ...] = ()
    """Further facts, each in a few words: `[GPA 3.9/4.0, rank 2 of 120]`, `[EUR 9000]`."""
    body: Text | None = None
    """Markdown blocks: paragraphs, lists, labelled paragraphs."""
    preview: str = ""
    """A picture or a short film that represents it, a file under `static/`: a JPEG, a PNG, an MP4
    or a WebM. Films play without sound when a reader points at them or has them in view. A paper
    without one has the first page of its `pdf`. The theme's option `teaser` decides whether lists
    show it."""
    preview_alt: Text | None = None
    """A description of the preview, for readers who cannot see it."""
    preview_still: str = ""
    """A still picture for a film or an animated picture: shown until it plays, in print, and to
    readers who want nothing to move. By default, a film shows its first frame."""
    tags: tuple[str, ...] = ()
    """Topics, for filters and tag lists."""
    selected: bool = False
    """Whether it is one of your best: sections can show only these (`selected: true`)."""
    priority: int = 0
    """How important it is if space is short; records with a lower number are left out first."""
    related: dict[str, tuple[str, ...]] = {}
    """Related records, by kind and id: `{publications: [goat, bee], grants: nsfc-62}`, `{people:
    jin-fang}`. Their pages show it, and its page shows them. Sections find it with `where:
    {related: goat}`."""
    extra: dict[str, Text] = {}
    """Fields of your own, for your own templates: `{funding: "ERC", motto: {en: …, zh: …}}`."""
    visibility: Visibility = Visibility()
    """Who may see it: `public`, `web`, `pdf`, `private`, or a word for single fields."""

    names_elsewhere: ClassVar[dict[str, str]] = {
        "year": "date", "start_date": "date", "startDate": "date", "journal": "venue",
        "booktitle": "venue", "url": "links", "website": "links", "company": "organization",
        "employer": "organization", "position": "role", "school": "institution",
        "university": "institution", "highlights": "details", "summary": "body",
    }  # fmt: skip
    """Names of fields in BibTeX, JSON Resume and RenderCV, each with its name here."""
    kind_name: ClassVar[str]
    declared: ClassVar[dict[str, Any]] = {}
    """The fields that a site has declared for a kind of its own; see `own_kinds`."""
    declaration: ClassVar[str] = ""
    hidden_by_default: ClassVar[dict[str, Shown]] = {}

    # The code tests these traits instead of a record's class. A field of a site's own kind cannot
    # have one of these names.
    people_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that name people."""
    makers_field: ClassVar[str] = ""
    """The one of these that names the makers of the work."""
    has_venue: ClassVar[bool] = False
    """Whether it has a venue that supplies a kind, a publisher and ranks."""
    unsaid_choice: ClassVar[str] = "other"
    """The choice that is not printed in any field, since it says nothing."""
    is_text_on_page: ClassVar[bool] = False
    """Whether its Markdown is on its page, and in sections only if they ask for it."""
    body_field: ClassVar[str] = ""
    """The field whose text an entry shows above its body, unless its line shows it already."""
    encloses_others: ClassVar[bool] = False
    """Whether it is sorted above records that began later and ended with it."""
    shows_first_page: ClassVar[bool] = False
    """Whether the first page of its PDF can be its preview."""
    page_texts: ClassVar[tuple[str, ...]] = ()
    """Fields with texts for a page. One is enough for a record with an `id` to have a page."""
    addresses_field: ClassVar[str] = "aliases"
    """The field with the earlier addresses of its page. A person's `aliases` are names."""

    @property
    def page_name(self) -> str:
        """The name of its page, whose slug is the last part of the address, or ""."""
        return self.id if any(getattr(self, field) for field in self.page_texts) else ""

    @property
    def old_addresses(self) -> tuple[str, ...]:
        """The earlier addresses of its page."""
        return getattr(self, "aliases", ())

    @property
    def is_listed(self) -> bool:
        """Whether sections show it without naming its id."""
        return True

    @property
    def is_past(self) -> bool:
        """Whether it is of the past, like alumni."""
        return False

    @property
    def has_appeared(self) -> bool:
        """Whether it is published, by its status."""
        return True

    @property
    def person_name(self) -> Name | None:
        """For a person, the name with all its forms."""
        return None

    @property
    def other_names(self) -> tuple[Name, ...]:
        """For a person, further names."""
        return ()

    @property
    def whole_links(self) -> dict[str, Link]:
        """Its links, including those derived from other fields."""
        return self.links

    def value_of(self, field: str) -> Any:
        """Return the value of a field, perhaps derived from other fields if it is empty."""
        return getattr(self, field, None)

    def kind_at(self, venue: Any) -> str:
        """Return the value of its field `kind`; a paper may inherit it from its venue."""
        kind = getattr(self, "kind", "")
        return kind if isinstance(kind, str) else ""  # a site's own field may be of any type

    def people_in(self, field: str) -> tuple[Author, ...]:
        """Return the people that one of its `people_fields` names."""
        people: tuple[Author, ...] = getattr(self, field)
        return people

    def other_versions(self) -> "tuple[Record, ...]":
        """Return its other forms as records of their own, such as a paper's preprint."""
        return ()

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


def record_source(record: Record) -> str:
    """Return a unique name of a record: `publications/goat`, or its place in the file:
    `awards/3`."""
    where = "/".join(record.spot.path) if record.spot else ""
    return f"{record.kind_name}/{record.id or where}"


class Experience(Record, frozen=True, kw_only=True):
    """A job or position."""

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
    people_fields: ClassVar[tuple[str, ...]] = ("advisors",)
    encloses_others: ClassVar[bool] = True


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
    """Each time in your own words: `[first class 2019, second class 2021]`."""


class Award(Record, frozen=True, kw_only=True):
    """A prize, scholarship or honour."""

    title: Text
    """The prize."""
    organization: Text | None = None
    """Who gave it."""
    level: Text | None = None
    """Its level: `top 25%`, `first class`."""
    count: int = 1
    """How many times it was given: shown as ×2."""
    people: tuple[Author, ...] = ()
    """The winners, in any spelling that is in `people.yaml`; their pages show it."""
    stage: Text | None = None
    """The stage of the career: `Ph.D.`, `Undergraduate`; sections can group by it."""
    awards: tuple[SubAward, ...] = ()
    """Prizes under this one."""

    kind_name: ClassVar[str] = "awards"
    people_fields: ClassVar[tuple[str, ...]] = ("people",)
    makers_field: ClassVar[str] = "people"

    @property
    def when(self) -> When | None:
        """Its own date, or else those of the prizes under it."""
        spans = tuple(span for sub in self.awards if sub.date for span in sub.date.spans)
        return self.date or (When(spans) if spans else None)


ServiceKind = Literal[
    "review", "committee", "editing", "organization", "membership", "teaching", "other"
]


class Service(Record, frozen=True, kw_only=True):
    """Work for the community: reviews, committees, editing."""

    role: Text
    """`External reviewer`, `Programme committee`."""
    organizations: tuple[Text, ...] = ()
    """The journals, conferences or societies that it serves."""
    kind: ServiceKind = "other"
    """The sort of service; sections can group by it."""

    kind_name: ClassVar[str] = "service"


# ------------------------------------------------------------------ courses


class Session(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """One row in the schedule of a course."""

    week: str = ""
    """The week, as a number or a word: `1`, `3–4`, `exam`."""
    date: When | None = None
    """The day: `2026-03-02`."""
    time: Clock | None = None
    """The time of day: `14:00–15:30`; by default, the course's."""
    topic: Text
    """What it is about, in Markdown."""
    location: Text | None = None
    """The place; by default, the course's."""
    no_class: bool = False
    """Whether there is no class on that day, such as a holiday."""
    readings: tuple[Text, ...] = ()
    """What to read, in Markdown: `[chapter 1, "[the paper](goat)"]`."""
    files: dict[str, Link] = {}
    """Slides, notes and other files, kind to target: `{slides: teaching/l1.pdf}`."""

    expects: ClassVar[str] = "form-session"

    @classmethod
    def from_scalar(cls, text: str) -> "Session":
        """Read a bare topic. Raises ValueError for an empty one."""
        if not text.strip():
            raise ValueError(Message.of("topic-empty"))
        return cls(topic=Text.from_scalar(text))


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
    staff: tuple[Contributor, ...] = ()
    """Who teaches it: `[Jin Fang, {name: Ann Lee, role: Teaching assistant}]`."""
    time: Clock | None = None
    """The time of day of its sessions: `14:00–15:30`, `14:00–15:30 +08:00`."""
    location: Text | None = None
    """Where it takes place."""
    schedule: tuple[Session, ...] = ()
    """Its sessions in order, each with week, date, topic, readings and files. A course has a page
    if it has an `id` and a schedule or a `body`."""
    permalink: str = ""
    """The whole address of its page, `/courses/goat/`, instead of the one made from its `id`."""
    aliases: tuple[str, ...] = ()
    """Old addresses of its page; each redirects to the page."""

    kind_name: ClassVar[str] = "teaching"
    people_fields: ClassVar[tuple[str, ...]] = ("staff",)
    page_texts: ClassVar[tuple[str, ...]] = ("schedule", "body")


class Skills(Record, frozen=True, kw_only=True):
    """A line of skills: a label, and words or sentences."""

    label: Text
    """`Programming languages`."""
    items: tuple[Text, ...] = ()
    """Single words."""
    text: Text | None = None
    """Or a sentence."""

    kind_name: ClassVar[str] = "skills"
    body_field: ClassVar[str] = "text"


class News(Record, frozen=True, kw_only=True):
    """An item of news."""

    date: When
    """When it happened."""
    text: Text
    """What happened, in a sentence. An item with an `id` and a `body` has a page for the rest."""
    permalink: str = ""
    """The whole address of its page, `/blog/goat/`, instead of the one made from its `id`."""
    aliases: tuple[str, ...] = ()
    """Old addresses of its page; each redirects to the page."""

    kind_name: ClassVar[str] = "news"
    page_texts: ClassVar[tuple[str, ...]] = ("body",)


class Reference(Record, frozen=True, kw_only=True):
    """A referee. E-mail and phone are only in the PDF, unless `visibility` says otherwise."""

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
    """A research interest with a sentence, or anything else worth telling: software, sports,
    translations."""

    title: Text
    """The topic: `Network measurement`."""
    text: Text | None = None
    """A few words about it, or a sentence."""

    kind_name: ClassVar[str] = "interests"
