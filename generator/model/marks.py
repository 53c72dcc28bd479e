"""Marks behind names: what each role has, and what a mark that was typed means."""

import re
from typing import ClassVar, get_args

import msgspec

from generator.model.people import Author, Role

DEFAULT: dict[str, str] = {
    "equal": "*",
    "corresponding": "†",
    "student": "‡",
    "first-inventor": "§",
    "equal-2": "¶",
    "equal-3": "‖",
}
"""The mark of each role, in the order in which footnotes have them and a legend explains them."""

_ALSO_TYPED = {"✉": "corresponding"}


class RoleMarks(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How the roles of authors are shown: as marks with a legend, or as words in brackets."""

    marks: dict[str, str] = {}
    """A mark for each role, `words`, or `none`."""

    expects: ClassVar[str] = 'words, none, or a mark for each role ({corresponding: "*"})'
    form_keys: ClassVar[tuple[str, ...]] = get_args(Role)

    @classmethod
    def from_scalar(cls, text: str) -> "RoleMarks":
        """Read `words` or `none` for all roles. Raises ValueError with the reason in words."""
        if text not in ("words", "none"):
            raise ValueError(f'"{text}" is not one of words, none')
        return cls(marks=dict.fromkeys(get_args(Role), text))

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "RoleMarks":
        """Read a mark for each role. Raises ValueError with the reason in words."""
        for role, mark in forms.items():
            if role not in get_args(Role):
                raise ValueError(f'"{role}" is not one of {", ".join(get_args(Role))}')
            if mark not in ("words", "none") and not re.fullmatch(r"[^\s\w\[\]{}`]{1,3}|\w", mark):
                raise ValueError(f'"{mark}" is no mark: write a sign such as *, `words`, or `none`')
        return cls(marks=forms)

    def over(self, others: "RoleMarks") -> "RoleMarks":
        """Return these marks, and those of others for the roles that these leave out."""
        return RoleMarks(marks={**others.marks, **self.marks})

    def of(self, role: str) -> str:
        """Return the mark of a role, `words` or `none`."""
        return self.marks.get(role) or DEFAULT[role]

    def roles_of(self, author: Author) -> tuple[str, ...]:
        """Return what an author did: as it is said, and as the signs behind the name mean it."""
        typed = (self._meanings.get(sign) for sign in author.signs)
        return tuple(dict.fromkeys((*author.roles, *filter(None, typed))))

    def unknown_signs(self, author: Author) -> str:
        """Return the signs behind a name that mean no role."""
        return "".join(sign for sign in author.signs if sign not in self._meanings)

    @property
    def _meanings(self) -> dict[str, str]:
        """The role of each sign: that to which it is given, or else that which has it by itself."""
        pairs = (*DEFAULT.items(), *self.marks.items())
        return _ALSO_TYPED | {mark.rstrip("\ufe0e"): role for role, mark in pairs}
