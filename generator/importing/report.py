"""What an import reports: what is not as it was, and what became of addresses.

The report is JSON for programs, and the same as Markdown for people, see `report.md.jinja`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import jinja2
import msgspec

from generator.importing.private_facts import masked
from generator.problems import is_said, spoken

Severity = Literal["protected", "lost", "changed", "guessed", "todo", "left", "secret"]
"""`protected`: readers could not see it, or only with a password, so that it is a draft or private
now. `lost`: the site no longer says it. `changed`: it says it in another way. `guessed`: nobody
wrote it in so many words. `todo`: the author has to decide. `left`: no content, or not needed here.
`secret`: a key, a password or a private fact that was not taken over."""

COUNTED: tuple[Severity, ...] = ("protected", "lost", "guessed", "todo", "secret")
"""What makes an import exit with 1, since a person has to look at it."""

OF_THEME = "a part of the old theme"
OF_TEMPLATE = "a sample of the template"
SMALLER = "a smaller copy of a picture, which the old program made"
OF_BOTH = "a list that differs from another in capitals only: one has the entries of both"
FOR_PROGRAM = "for programs; Masthead makes its own"
EMPTY = "a page without text"
OF_BUILD = "a copy of the site, which the old program built"
OF_NO_READER = (OF_THEME, OF_TEMPLATE, SMALLER, FOR_PROGRAM, EMPTY, OF_BUILD)
"""Why addresses are gone to which no reader has a link."""
_LONGEST = 200
_MOST_CHARACTERS = 2_000
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
    """What the new site has instead."""
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
        what, became = what[:_MOST_CHARACTERS], became[:_MOST_CHARACTERS]
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
                one, what=_bounded(self.masked(one.what)), became=_bounded(self.masked(one.became))
            )
            for one in self._found.values()
        ]
        return sorted(
            found, key=lambda one: (order[one.severity], one.code, one.file, one.line, one.what)
        )


def _bounded(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


How = Literal["same", "alias", "redirect", "gone"]


class OldAddress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of an address of the old site."""

    old: str
    new: str = ""
    how: How
    why: str = ""


class ImportReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of everything; its JSON is the file `import-report.json`."""

    version: int = 1
    before_you_publish: list[str] = []
    """What to fix first, the worst at the top: at most ten sentences."""
    source: dict[str, Any]
    """`kind`, `evidence`, `commit`."""
    taken: Mapping[str, int]
    """Kind of record, `posts`, `pages`, `files` -> how many."""
    findings: list[Finding]
    addresses: list[OldAddress]
    files: dict[str, Any]
    """`taken`: path -> what it became; `left`: a list of paths, each with the reason."""
    build: dict[str, Any]
    """`pages`, and `problems`, what the build of the new site says."""

    @property
    def has_losses(self) -> bool:
        """Whether something was lost or guessed, so that a person has to look."""
        is_gone = any(one.how == "gone" for one in self.addresses)
        return is_gone or any(one.severity in COUNTED for one in self.findings)


_TITLES = {
    "protected": "Protected: no list showed it, or a password did, and readers do not see it now",
    "lost": "Lost: not in the new site",
    "secret": "Secret or private: not taken over",
    "todo": "To decide",
    "guessed": "Guessed: please look",
    "changed": "Changed",
    "left": "Not needed here",
}
_MOST = 40
"""Lines under one code in the report for people; the JSON has all."""


def said(phrase: str, use: str = "report") -> str:
    """Return a phrase of the import's in the language that is spoken, any other as it is."""
    code = f"{use}: {phrase}"
    return spoken(code) if is_said(code) else phrase


def counted(numbers: Mapping[Any, int]) -> tuple[str, ...]:
    """Return how many there are of each, in words: `3 posts`."""
    return tuple(
        spoken("import-count", number=number, what=said(what, "count"))
        for what, number in numbers.items()
    )


def as_json(report: ImportReport) -> bytes:
    """Return the report for programs."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


_TEMPLATE = Path(__file__).with_name("report.md.jinja")
_STEPS = {
    "Decide on each page under “Protected”: Masthead knows no passwords, and lists every page. "
    "Removing `draft` or `visibility` publishes it.": ("password", "unlisted"),
    "Revoke the keys under “Secret”: anyone with the old repository has them.": ("secret",),
    "Look for `# import: guessed` in content/, and remove the comment if the guess is right.": (),
    "`masthead preview` shows the site while you edit it.": (),
    "`masthead check` lists every TODO and what a careful reader would notice.": (),
    "`masthead diff --against PUBLISHED` compares it with the old site, page by page.": (),
    "`masthead deploy --dry-run`, then `masthead deploy`, publishes it.": (),
}
"""What to do next -> the findings of which one asks for it; nothing where all imports do."""


def as_markdown(report: ImportReport) -> str:
    """Return the report for people."""
    signs = [*report.source["evidence"]]
    signs += [f"commit {report.source['commit'][:10]}"] if report.source["commit"] else []
    codes = {one.code for one in report.findings}
    whys = [one.why for one in report.addresses if one.how == "gone"]
    number = sum(why in OF_NO_READER for why in whys)
    code = "report-none-linked" if number == len(whys) else "report-some-linked"
    return _template().render(
        report=report,
        signs=tuple(signs),
        ways=Counter(sorted(one.how for one in report.addresses)),
        unlinked=spoken(code, number=number) if number else "",
        moved=[one for one in report.addresses if one.how in ("alias", "redirect")],
        gone=_by_reason((one.old, one.why) for one in report.addresses if one.how == "gone"),
        left=_by_reason((one["file"], one["why"]) for one in report.files["left"]),
        steps=[step for step, asking in _STEPS.items() if not asking or codes & {*asking}],
    )


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined, autoescape=False,
    )  # fmt: skip
    environment.globals |= {
        "said": said, "spoken": spoken, "counted": counted, "as_code": _as_code, "most": _MOST,
        "titles": _TITLES,
    }  # fmt: skip
    return environment.from_string(_TEMPLATE.read_text("utf-8"))


def _as_code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _by_reason(reasons: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return what is gone by the reason why."""
    found: dict[str, list[str]] = {}
    for what, why in reasons:
        found.setdefault(why, []).append(what)
    return found
