"""People of `people.yaml`: co-authors in all their spellings, and the members of a group."""

from functools import cache
from typing import Any, ClassVar, Literal

from generator.model.dates import Span, When
from generator.model.languages import meant
from generator.model.links import slug_of
from generator.model.names import Name
from generator.model.people import Person
from generator.model.records.career import Record
from generator.model.text import Shown, Text

Standing = Literal["", "current", "alumni"]

PEOPLE_GROUPS = (
    "faculty",
    "staff",
    "postdoc",
    "phd",
    "master",
    "undergraduate",
    "visitor",
    "alumni",
)
"""The groups in the order of academic life."""


def group_meant(word: str) -> str:
    """Return the group of `PEOPLE_GROUPS` that a word means in any language, or ""."""
    return word if word in PEOPLE_GROUPS else _meanings().get(word.casefold(), "")


@cache
def _meanings() -> dict[str, str]:
    return {word.casefold(): group for word, group in meant("people.group.").items()}


class Member(Record, frozen=True, kw_only=True):
    """A person: a co-author, named by papers in any spelling, or, with a `group`, a member."""

    name: Name
    """The name: `Jin Fang`, or `{given: Jin, family: Fang, native: 方缙}`."""
    aliases: tuple[Name, ...] = ()
    """Other spellings under which this person appears."""
    group: str = ""
    """Makes the person a member, with a page and a place in sections of `people`: `faculty`,
    `postdoc`, `phd`, `master`, `undergraduate`, `staff`, `visitor`, `alumni`, or a word of your own
    (in `site.yaml`, `words: {people.group.fellow: Fellows}` gives its heading, and `groups` its
    place)."""
    role: Text | None = None
    """What the person is: `Ph.D. student`, `Principal investigator`."""
    since: When | None = None
    """When the person joined: `2021-09`."""
    until: When | None = None
    """When the person left: `2025`. The person is then one of the alumni, unless the date is only
    `(expected)`."""
    status: Standing = ""
    """`current` or `alumni`; by default, `until` decides."""
    affiliation: Text | None = None
    """University, department, group or company; for alumni, where they went: `now at ByteDance`."""
    location: Text | None = None
    """City and country."""
    bio: Text | None = None
    """A sentence or two, in Markdown. A longer text is the `body`."""
    portrait: str = ""
    """A picture: a file under `static/`. Without one the theme draws a monogram."""
    title: Text | None = None
    """Printed after the name in headings, and nowhere else: `Ph.D.`"""
    url: str = ""
    """The person's own page. Names link to it, or else to the member's page on this site."""
    email: str = ""
    """An e-mail address. On the web only with `visibility: {email: public}`."""
    phone: str = ""
    """A telephone number. On the web only with `visibility: {phone: public}`."""
    orcid: str = ""
    """The ORCID iD: `0000-0002-1825-0097`."""
    old_addresses: tuple[str, ...] = ()
    """Old addresses of a member's page, `[/members/fang/]`; each redirects to the page."""

    kind_name: ClassVar[str] = "people"
    is_text_on_page: ClassVar[bool] = True
    has_web_address: ClassVar[bool] = True
    hidden_by_default: ClassVar[dict[str, Shown]] = {"email": "pdf", "phone": "pdf"}
    addresses_field: ClassVar[str] = "old_addresses"
    set_by_reader: ClassVar[frozenset[str]] = frozenset(
        ("date", "preview", "preview_alt", "preview_still")
    )

    @property
    def is_listed(self) -> bool:
        """Whether the person is a member; sections show co-authors only by their ids."""
        return bool(self.group)

    @property
    def page_name(self) -> str:
        """The `id`, or the name, of a member."""
        return (self.id or self.slug) if self.is_listed else ""

    @property
    def is_past(self) -> bool:
        """Whether the person was a member."""
        return self.standing == "alumni"

    @property
    def person_name(self) -> Name:
        """The name."""
        return self.name

    @property
    def other_names(self) -> tuple[Name, ...]:
        """The other spellings."""
        return self.aliases

    def value_of(self, field: str) -> Any:
        """Return the value of a field; the date and the status are derived from `since` and
        `until`."""
        if field == "date":
            return self.when
        if field == "left":
            return self.until if self.is_past else None
        return self.standing if field == "status" else getattr(self, field, None)

    @property
    def heading(self) -> Text:
        """The name, for messages."""
        return Text({"": self.name.full()})

    @property
    def slug(self) -> str:
        """The name of the person's page without an `id`: `jin-fang`."""
        return slug_of(self.name.full())

    @property
    def standing(self) -> Literal["current", "alumni"]:
        """Whether the person is or was a member, regardless of the current date."""
        if self.status:
            return self.status
        has_left = self.until is not None and not any(s.expected for s in self.until.spans)
        return "alumni" if has_left or group_meant(self.group) == "alumni" else "current"

    @property
    def when(self) -> When | None:
        """The time as a member: `2021 – present`, `2019 – 2024`, or `2024` if only one end is
        given."""
        until = self.until.spans[-1] if self.until else None
        if self.since is None:
            return self.until
        goes_on = until is None and self.standing == "current"
        is_expected = until is not None and until.expected
        end = (until.end or until.start) if until is not None else None
        return When((Span(self.since.first, end, present=goes_on, expected=is_expected),))

    def as_person(self) -> Person:
        """Return the person for lists of authors and services: names, ids, page and place."""
        return Person(
            id=self.id or self.slug,
            name=self.name,
            aliases=self.aliases,
            orcid=self.orcid,
            url=self.url,
            affiliation=self.affiliation,
            visibility=self.visibility,
        )
