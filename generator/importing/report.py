"""What an import reports: what is not as it was, and what became of addresses and words.

The report is JSON for programs, and the same as Markdown for people.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from generator.importing.private_facts import masked
from generator.messages import Message

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
FOR_PROGRAM = "for programs; Masthead makes its own"
OF_NO_READER = (OF_THEME, OF_TEMPLATE, SMALLER, FOR_PROGRAM)
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
    before_you_publish: list[str] = []
    """What to mend first, the worst at the top: at most ten sentences."""
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
        """Whether something was lost or guessed, so that a person has to look."""
        is_gone = any(one.how == "gone" for one in self.addresses)
        return is_gone or any(one.severity in COUNTED for one in self.findings)


_TITLES = {
    "protected": "Protected: readers could not see it, and do not see it now",
    "lost": "Lost: the new site does not say it",
    "secret": "Secret or private: not taken over",
    "todo": "To decide",
    "guessed": "Guessed: please look",
    "changed": "Changed",
    "left": "Not needed here",
}
_MOST = 40
"""Lines under one code in the report for people; the JSON has all."""


def as_json(report: ImportReport) -> bytes:
    """Return the report for programs."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def as_markdown(report: ImportReport) -> str:
    """Return the report for people."""
    lines = ["# Import report", "", *_summary(report), ""]
    if report.before_you_publish:
        head = Message.of("before-you-publish")
        steps = [f"{number}. {one}" for number, one in enumerate(report.before_you_publish, 1)]
        lines += [f"## {head}", "", *steps, ""]
    for severity, title in _TITLES.items():
        found = [one for one in report.findings if one.severity == severity]
        if found:
            lines += [f"## {title}", "", *_by_code(found)]
    lines += _addresses(report)
    lines += _words(report)
    lines += _files(report)
    lines += _build(report)
    return "\n".join([*lines, *_next(report)]) + "\n"


def _summary(report: ImportReport) -> list[str]:
    source = report.source
    evidence = source["evidence"]
    said = ", ".join(map(str, evidence)) if isinstance(evidence, list) else ""
    taken = ", ".join(f"{number} {kind}" for kind, number in report.taken.items())
    commit = f", commit {str(source['commit'])[:10]}" if source["commit"] else ""
    ways = Counter(one.how for one in report.addresses)
    kept = ", ".join(f"{number} {how}" for how, number in sorted(ways.items()))
    return [
        f"A site of {source['kind']} ({said}{commit}).",
        "",
        f"- taken over: {taken or 'nothing'}",
        f"- findings: {len(report.findings)}",
        f"- old addresses: {kept or 'none'}" + _of_no_readers(report),
    ]


def _of_no_readers(report: ImportReport) -> str:
    """Return how many of the addresses that are gone no reader has a link to."""
    whys = [one.why for one in report.addresses if one.how == "gone"]
    number = sum(why in OF_NO_READER for why in whys)
    if not number:
        return ""
    if number == len(whys):
        return ", none of which a reader can have linked to"
    whose = "the theme's, the template's and the program's own"
    return f", {number} of which no reader can have linked to: {whose}"


def _by_code(found: list[Finding]) -> list[str]:
    lines = []
    for code in dict.fromkeys(one.code for one in found):
        these = [one for one in found if one.code == code]
        number = sum(one.how_often for one in these)
        lines += [f"### {code} ({number})", ""]
        if these[0].severity == "left" and code.endswith("not-needed"):
            lines += [", ".join(f"`{one.what}`" for one in these), ""]
            continue
        for one in these[:_MOST]:
            place = f"{one.file}:{one.line}" if one.line else one.file
            what = f": {_code(one.what)}" if one.what else ""
            became = f" → {_code(one.became)}" if one.became else ""
            often = f" (×{one.how_often})" if one.how_often > 1 else ""
            lines.append(f"- {place}{what}{became}{often}")
        if len(these) > _MOST:
            lines.append(f"- … and {len(these) - _MOST} more, see import-report.json")
        lines.append("")
    return lines


def _code(text: str) -> str:
    mark = "``" if "`" in text else "`"
    return f"{mark} {text} {mark}" if "`" in text else f"`{text}`"


def _addresses(report: ImportReport) -> list[str]:
    moved = [one for one in report.addresses if one.how in ("alias", "redirect")]
    gone = [one for one in report.addresses if one.how == "gone"]
    lines: list[str] = []
    if moved:
        lines += ["## Addresses that lead on", ""]
        lines += [f"- {one.old} → {one.new}" for one in moved[:_MOST]]
        lines += [f"- … and {len(moved) - _MOST} more"] * (len(moved) > _MOST) + [""]
    if gone:
        lines += ["## Addresses that are gone", ""]
        for why in dict.fromkeys(one.why for one in gone):
            these = [one.old for one in gone if one.why == why]
            more = f" and {len(these) - _MOST} more" if len(these) > _MOST else ""
            lines.append(f"- {why} ({len(these)}): {', '.join(these[:_MOST])}{more}")
        lines.append("")
    return lines


def _words(report: ImportReport) -> list[str]:
    if not report.words:
        return []
    lines = ["## Words that differ from the published pages", ""]
    for one in report.words[: _MOST * 2]:
        lost = f" − {' '.join(one.lost[:30])}{' …' * (len(one.lost) > 30)}" if one.lost else ""
        new = f" + {' '.join(one.new[:15])}{' …' * (len(one.new) > 15)}" if one.new else ""
        other = f" ({len(one.elsewhere)} on other pages)" if one.elsewhere else ""
        lines.append(f"- {one.address}:{lost}{new}{other}")
    return [*lines, ""]


def _files(report: ImportReport) -> list[str]:
    left = report.files["left"]
    assert isinstance(left, list)
    if not left:
        return []
    lines = ["## Files that were left out", ""]
    for why in dict.fromkeys(one["why"] for one in left):
        these = [one["file"] for one in left if one["why"] == why]
        more = f" and {len(these) - _MOST} more" if len(these) > _MOST else ""
        lines.append(f"- {why} ({len(these)}): {', '.join(these[:_MOST])}{more}")
    return [*lines, ""]


def _build(report: ImportReport) -> list[str]:
    problems = report.build["problems"]
    assert isinstance(problems, list)
    lines = ["## The build", "", f"{report.build['pages']} pages, {len(problems)} warnings.", ""]
    return [*lines, *(f"- {problem}" for problem in problems[:_MOST]), ""]


def _next(report: ImportReport) -> list[str]:
    codes = {one.code for one in report.findings}
    steps = []
    if {"password", "unlisted"} & codes:
        steps.append(
            "Decide on each page under “Protected”: Masthead knows no passwords, and lists every "
            "page. Whoever takes `draft` or `visibility` away publishes it."
        )
    if "secret" in codes:
        steps.append("Revoke the keys under “Secret”: whoever has the old repository has them.")
    if "person-name" in codes:
        steps.append("Write your name under `person` in content/site.yaml.")
    steps += [
        "Look for `# import: guessed` in content/, and take the comment away where it is right.",
        "`masthead preview` shows the site while you edit it.",
        "`masthead check` lists every TODO and what a careful reader would notice.",
        "`masthead diff --against PUBLISHED` compares it with the old site, page by page.",
        "`masthead deploy --dry-run`, then `masthead deploy`, publishes it.",
    ]
    return ["## Next", "", *(f"{number}. {step}" for number, step in enumerate(steps, 1))]
