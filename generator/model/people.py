"""People: their roles in a work, the marks after their names, and their identity.

A sign such as * after a name means a role; `RoleMarks` knows which.
"""

import re
from functools import cache
from typing import ClassVar, Literal, Self, cast, get_args

import msgspec
from msgspec.structs import replace

from generator.model.languages import is_han, script_of
from generator.model.links import Link
from generator.model.names import (
    BETWEEN,
    OTHERS,
    Marked,
    Name,
    fold,
    initial_letters,
    is_initials,
    marked,
    marks_hidden,
    spellings,
    split_people,
    without_title,
)
from generator.model.text import Shown, Text, Visibility, one_of
from generator.problems import Message


class Person(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A person: a co-author in `people.yaml`, or the site's own in `site.yaml`."""

    id: str = ""
    """A short word for the person, if each has a file or a key; references by name need none."""
    name: Name
    """The name: `Jin Fang`, or `{given: Jin, family: Fang, native: 方缙}`."""
    aliases: tuple[Name, ...] = ()
    """Other spellings under which this person appears."""
    prefix: Text | None = None
    """Printed before the name in headings, and nowhere else: `PD Dr.`, `Prof. Dr.`, `د.`"""
    title: Text | None = None
    """Printed after the name in headings, and nowhere else: `Ph.D.`, `硕士（2018级）`."""
    role: Text | None = None
    """What the person is: `Ph.D. candidate`. On the home page under the name."""
    affiliation: Text | None = None
    """University, department, group or company."""
    location: Text | None = None
    """City and country."""
    bio: Text | None = None
    """A sentence or two, for lists of people and metadata."""
    portrait: str = ""
    """A picture: a file under `static/`. Without one the theme draws a monogram."""
    portrait_dark: str = ""
    """A different picture for dark pages; by default, the same one."""
    url: str = ""
    """The person's own page; names of co-authors link to it."""
    email: str = ""
    """An e-mail address. It is shown for the site's own person only."""
    phone: str = ""
    """A telephone number. It is only in the PDF, unless `visibility` says otherwise."""
    orcid: str = ""
    """The ORCID iD: `0000-0002-1825-0097`."""
    links: dict[str, Link] = {}
    """Profiles and other links, in this order: `{github: https://…, scholar: https://…}`."""
    visibility: Visibility = Visibility()
    """Who may see the person, or single fields: `{phone: pdf, email: private}`."""

    hidden_by_default: ClassVar[dict[str, Shown]] = {"phone": "pdf"}
    has_web_address: ClassVar[bool] = True
    """Whether its `url` must be the address of a page on the web."""


Role = Literal["equal", "equal-2", "equal-3", "corresponding", "first-inventor", "student"]


class Author(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One name in a list of authors or inventors, with that person's roles."""

    name: Name
    """The name, in any spelling that is in `people.yaml`. `et al.` at the end means: and others."""
    roles: tuple[Role, ...] = ()
    """`equal` (contribution; `equal-2` for a second group), `corresponding`, `first-inventor`,
    `student` (of the site's person). Or signs after the name: `Jin Fang*`, see `marks`."""
    affiliations: tuple[Text, ...] = ()
    """Where that person was at the time. If a paper gives the affiliation of one author, those of
    the others come from `people.yaml`, and the paper's page numbers them."""
    signs: str = ""
    """The signs after the name, `*†` (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"signs"})
    possible_roles: ClassVar[tuple[str, ...]] = tuple(
        role for role in get_args(Role) if role != "first-inventor"
    )
    """The roles that this kind of record allows."""
    expects: ClassVar[str] = "form-author"

    @classmethod
    def from_scalar(cls, text: str) -> "Author":
        """Read a name and the marks after it. Raises ValueError for several names."""
        if text.lower() in OTHERS:
            return cls(Name(family=text))
        found = marked(text)
        if found.unknown:
            raise ValueError(Message.of("sign-behind-author", sign=found.unknown[0]))
        several = split_people(text)
        if len(several) > 2 or (
            len(several) > 1
            and (is_han(text) or BETWEEN.search(text) or marks_hidden(several[0])[1])
        ):
            raise ValueError(Message.of("names-in-one", text=text, count=len(several)))
        return cls.with_roles(Name.of(found), found)

    @classmethod
    def with_roles(cls, name: Name, found: Marked) -> Self:
        """Return an author with the signs and roles after the name."""
        if strange := [role for role in found.roles if role not in get_args(Role)]:
            raise ValueError(Message.of("role-unknown", role=strange[0]))
        return cls(name, cast("tuple[Role, ...]", found.roles), signs=found.signs)

    @classmethod
    def items_in(cls, text: str) -> list[str]:
        """Return the names in a text in the place of a list.

        Raises ValueError if the text could mean one person or two.
        """
        several = split_people(text)
        if len(several) == 2 and not is_han(text) and not BETWEEN.search(text):
            raise ValueError(Message.of("name-or-two", text=text))
        return several

    @property
    def is_others(self) -> bool:
        """Whether this is `et al.`: everyone whom the list leaves out."""
        return not self.name.given and self.name.family.lower() in OTHERS


class Inventor(Author, frozen=True, gc=False, omit_defaults=True):
    """One name in a list of inventors."""

    possible_roles: ClassVar[tuple[str, ...]] = get_args(Role)


class Contributor(Author, frozen=True, gc=False, omit_defaults=True):
    """A person who works on a project or teaches a course."""

    role: Text | None = None
    """What that person does, printed in brackets after the name: `Lecturer`, `Project lead`."""

    expects: ClassVar[str] = "form-contributor"


class Advisor(Author, frozen=True, gc=False, omit_defaults=True):
    """A person who supervised a thesis."""

    role: Literal["advisor", "co-advisor"] = "advisor"
    """`co-advisor` is printed after the name."""
    title: Text | None = None
    """A title printed with the name: `Prof.`; `{en: Prof., zh: 教授}`."""
    url: str = ""
    """The link of the name: a URL or a page; by default, the person's page in `people.yaml`."""

    @classmethod
    def with_roles(cls, name: Name, found: Marked) -> Self:
        """Return an advisor, who may have a title and the co-advisor's role."""
        bare, title = without_title(found.name)
        is_second = "co-advisor" in found.roles
        others = tuple(role for role in found.roles if role != "co-advisor")
        author = super().with_roles(name, replace(found, roles=others))
        if title:
            name = Name.of(replace(found, name=bare))
            author = replace(author, name=name, title=Text({"": title}))
        return replace(author, role="co-advisor") if is_second else author

    expects: ClassVar[str] = "form-advisor"


DEFAULT_MARKS: dict[str, str] = {
    "equal": "*",
    "corresponding": "†",
    "student": "‡",
    "first-inventor": "§",
    "equal-2": "¶",
    "equal-3": "‖",
}
"""The mark of each role, in the order of footnotes and of a legend."""

_ALSO_TYPED = {"✉": "corresponding"}


class RoleMarks(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The form of author roles: marks with a legend, or words in brackets."""

    marks: dict[str, str] = {}
    """A mark for each role, `words`, or `none`."""

    expects: ClassVar[str] = "form-role-marks"
    form_keys: ClassVar[tuple[str, ...]] = get_args(Role)

    @classmethod
    def from_scalar(cls, text: str) -> "RoleMarks":
        """Read `words` or `none` for all roles."""
        return cls(marks=dict.fromkeys(get_args(Role), one_of(text, ("words", "none"))))

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "RoleMarks":
        """Read a mark for each role. Raises ValueError with the reason in words."""
        for role, mark in forms.items():
            one_of(role, get_args(Role))
            if mark not in ("words", "none") and not re.fullmatch(r"[^\s\w\[\]{}`]{1,3}|\w", mark):
                raise ValueError(Message.of("mark-of-role", mark=mark))
        return cls(marks=forms)

    def over(self, others: "RoleMarks") -> "RoleMarks":
        """Return these marks, completed by `others` for roles without one."""
        return RoleMarks(marks={**others.marks, **self.marks})

    def of(self, role: str) -> str:
        """Return the mark of a role, `words` or `none`."""
        return self.marks.get(role) or DEFAULT_MARKS[role]

    def roles_of(self, author: Author) -> tuple[str, ...]:
        """Return an author's roles: those given in words, then those given by signs."""
        meanings = self.meanings(author) if author.signs else {}
        typed = (meanings.get(sign) for sign in author.signs)
        return tuple(dict.fromkeys((*author.roles, *filter(None, typed))))

    def unknown_signs(self, author: Author) -> str:
        """Return the signs after a name that mean no role."""
        meanings = self.meanings(author)
        return "".join(sign for sign in author.signs if sign not in meanings)

    def meanings(self, author: Author) -> dict[str, str]:
        """Return sign -> role for the signs after this author's name.

        A sign that the site gives to a role means that role. Any other sign means its default role,
        unless the site gives that role another sign. Roles that the list does not allow are left
        out. If the site gives one sign to two roles, `first-inventor` wins.
        """
        given = sorted(self.marks.items(), key=lambda pair: pair[0] == "first-inventor")
        kept = (
            pair for pair in DEFAULT_MARKS.items() if self.of(pair[0]) in (pair[1], "words", "none")
        )
        pairs = (*kept, *given)
        possible = (pair for pair in pairs if pair[0] in author.possible_roles)
        return _ALSO_TYPED | {mark.rstrip("\ufe0e"): role for role, mark in possible}


class Directory:
    """Finds the people of the site by any spelling of their names.

    `Fang, Jin`, `Jin Fang`, `J. Fang`, `Fáng Jìn` and `方缙` are one person; accents, case and the
    order of the parts do not matter. Initials match if only one person fits; so do `Ada Lovelace`
    and `Ada K. Lovelace`.
    """

    def __init__(self, people: tuple[Person, ...]) -> None:
        self.people = people
        self._by_spelling: dict[str, int] = {}
        self._by_family: dict[str, list[tuple[str, str, int]]] = {}
        # Most papers have the same few co-authors.
        self.candidates, self.spelled = cache(self._candidates), cache(self._spelled)
        for index, person in enumerate(people):
            for name in (person.name, *person.aliases):
                for spelling in spellings(name):
                    self._by_spelling.setdefault(spelling, index)
                if name.given:
                    entry = (initial_letters(name.given), _without_initials(name.given), index)
                    self._by_family.setdefault(fold(name.family), []).append(entry)

    def find(self, name: Name) -> Person | None:
        """Return the one person who has this name, or None if none or several could have it."""
        found = self.candidates(name)
        return found[0] if len(found) == 1 else None

    def _spelled(self, name: Name) -> Name:
        """Return a name in the form for all outputs.

        The record determines the parts and their order. `people.yaml` completes the same parts
        (initials, accents, capitals) and adds the name in the other script.
        """
        person = self.find(name)
        if person is None:
            return name
        known = person.name
        is_latin = script_of(known.full()) == "LATIN"
        if script_of(name.full()) != "LATIN":
            return replace(known, native=name.full()) if is_latin else name
        same = next((n for n in (known, *person.aliases) if _has_same_parts(name, n)), name)
        native = name.native or known.native or ("" if is_latin else known.full())
        return replace(same, native=native, suffix=name.suffix or same.suffix)

    def is_turned(self, name: Name) -> bool:
        """Whether `people.yaml` has this name with its parts in reverse order."""
        person = self.find(name)
        known = person.name if person is not None else name
        turned = Name(name.family, name.given)
        return _has_same_parts(turned, known) and not _has_same_parts(name, known)

    def forms_of(self, name: Name) -> set[str]:
        """Return all words by which a query may mean the person with this name: known spellings,
        and the id.

        Accents and case are kept.
        """
        person = self.find(name)
        names = (name, person.name, *person.aliases) if person is not None else (name,)
        forms = {form for one in names for form in (one.full(), one.native) if form}
        return forms | {person.id} if person is not None and person.id else forms

    def _candidates(self, name: Name) -> tuple[Person, ...]:
        """Return all people whom a name could mean: one by a full spelling, or several by
        initials."""
        for spelling in spellings(name):
            if spelling in self._by_spelling:
                return (self.people[self._by_spelling[spelling]],)
        wanted, in_full = initial_letters(name.given), _without_initials(name.given)
        family = self._by_family.get(fold(name.family), []) if wanted else []
        if not in_full:
            found = {index for letters, _, index in family if letters.startswith(wanted)}
            return tuple(self.people[index] for index in sorted(found))
        found = {
            index
            for letters, theirs, index in family
            if theirs == in_full and (letters.startswith(wanted) or wanted.startswith(letters))
        }
        return tuple(self.people[index] for index in found) if len(found) == 1 else ()


def _without_initials(given: str) -> str:
    """Return the given names except initials, folded: `ada` for `Ada K.`."""
    return "".join(fold(part) for part in given.split() if not is_initials(part))


def _has_same_parts(name: Name, other: Name) -> bool:
    """Whether two names differ only in accents, case and initials."""
    if not (name.given and name.family) or fold(name.family) != fold(other.family):
        return False
    is_short = is_initials(name.given) and initial_letters(other.given).startswith(
        initial_letters(name.given)
    )
    return is_short or fold(name.given) == fold(other.given)
