"""What an import reports: what is not as it was, and what became of addresses and words."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from generator.importing.private_facts import masked

Severity = Literal["protected", "lost", "changed", "guessed", "todo", "left", "secret"]
"""`protected`: readers could not see it, or only with a password, so that it is a draft or private
now. `lost`: the site no longer says it. `changed`: it says it in another way. `guessed`: nobody
wrote it in so many words. `todo`: the author has to decide. `left`: no content, or not needed here.
`secret`: a key, a password or a private fact that was not taken over."""

COUNTED: tuple[Severity, ...] = ("protected", "lost", "guessed", "todo", "secret")
"""What makes an import exit with 1: somebody has to look at it."""

OF_THEME = "a part of the old theme"
OF_TEMPLATE = "a sample of the template"
SMALLER = "a smaller copy of a picture, which the old program made"
FOR_PROGRAM = "for programs; Masthead makes its own"
OF_NO_READER = (OF_THEME, OF_TEMPLATE, SMALLER, FOR_PROGRAM)
"""Why addresses are gone to which no reader has a link."""
_LONGEST = 200
_MOST = 2_000
"""Characters that are kept until all is known that must not be repeated."""


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is not as it was."""

    severity: Severity
    code: str
    """The kind of finding, a word in kebab-case."""
    file: str
    """Path in the source; the first one where there are several."""
    line: int = 0
    """1-based; 0 where it concerns the whole file."""
    what: str = ""
    """What stood there."""
    became: str = ""
    """What stands in the new site instead."""
    how_often: int = 1


class Findings:
    """Collects findings; the same one in the same file is counted."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], Finding] = {}
        self._private: set[str] = set()

    def keep_quiet(self, values: Iterable[str]) -> None:
        """Repeat these values nowhere: keys and private facts."""
        self._private.update(values)

    def masked(self, text: str) -> str:
        """Return a text as a report may repeat it."""
        return masked(text, sorted(self._private, key=len, reverse=True))

    def add(
        self,
        severity: Severity,
        code: str,
        file: str,
        what: str = "",
        became: str = "",
        line: int = 0,
        once: bool = False,
    ) -> None:
        """Note a finding. `once` says that one for all files is enough: a setting, say."""
        what, became = what[:_MOST], became[:_MOST]
        key = (severity, code, "" if once else file, what, became)
        known = self._found.get(key)
        if known is None:
            self._found[key] = Finding(
                severity=severity, code=code, file=file, line=line, what=what, became=became
            )
        else:
            often = known.how_often + 1
            self._found[key] = msgspec.structs.replace(known, how_often=often)

    def all(self) -> list[Finding]:
        """Return all findings by severity, code and place."""
        order = {name: number for number, name in enumerate(Severity.__args__)}  # type: ignore[attr-defined]
        found = [
            msgspec.structs.replace(
                one,
                what=_bounded(self.masked(one.what)),
                became=_bounded(self.masked(one.became)),
            )
            for one in self._found.values()
        ]
        return sorted(
            found,
            key=lambda one: (order[one.severity], one.code, one.file, one.line, one.what),
        )


def _bounded(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


class OldAddress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of an address of the old site."""

    old: str
    new: str = ""
    how: Literal["same", "alias", "redirect", "gone"]
    why: str = ""


class WordDifference(msgspec.Struct, frozen=True, kw_only=True):
    """Words of a page's main part that are only in the old site, or only in the new one."""

    address: str
    lost: tuple[str, ...] = ()
    """Those that the new site says nowhere."""
    elsewhere: tuple[str, ...] = ()
    """Those that it says on other pages."""
    new: tuple[str, ...] = ()

    def masked(self, masked: Callable[[str], str]) -> "WordDifference":
        """Return the same, each word as a report may repeat it."""
        lost, elsewhere, new = (
            tuple(map(masked, words)) for words in (self.lost, self.elsewhere, self.new)
        )
        return WordDifference(address=self.address, lost=lost, elsewhere=elsewhere, new=new)


class ImportReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of everything; its JSON is the file `import-report.json`."""

    version: int = 1
    source: dict[str, object]
    """`kind`, `evidence`, `commit`."""
    taken: Mapping[str, int]
    """Kind of record, `posts`, `pages`, `files` -> how many."""
    findings: list[Finding]
    addresses: list[OldAddress]
    words: list[WordDifference]
    files: dict[str, object]
    """`taken`: path -> what it became; `left`: a list of paths, each with the reason."""
    build: dict[str, object]
    """`pages`, and `problems`, what the build of the new site says."""

    @property
    def has_losses(self) -> bool:
        """Whether something was lost or guessed, so that somebody has to look."""
        is_gone = any(one.how == "gone" for one in self.addresses)
        return is_gone or any(one.severity in COUNTED for one in self.findings)
