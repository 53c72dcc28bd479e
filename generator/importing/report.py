"""The report of an import: JSON for programs, and the same as Markdown for people."""

from collections import Counter

import msgspec

from generator.importing.findings import OF_NO_READER, Finding, ImportReport

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
