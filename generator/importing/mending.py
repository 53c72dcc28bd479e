"""Makes the new site build: anything that stops the build is removed and reported.

A message points at a part of the plan: front matter, a record, settings, the CV. Each remedy looks
at the code of the message and fixes the part. What no remedy fixes is removed as a whole.
"""

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from generator.disk import OwnFolder
from generator.importing.judge import Built, built
from generator.importing.plan import Document, Entry, SitePlan, entry_at, page_text, site_files
from generator.importing.texts.links import rewritten
from generator.messages import Message
from generator.model.names import NO_LETTERS, is_emoji, marked
from generator.problems import Place, Problem, SiteError

_ROUNDS = 8
_SITE_FILE = "content/site.yaml"
_DEAD = ("target-missing", "link-broken")
_FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.DOTALL)
_SIGN = ("author-sign", "sign-behind-name", "sign-behind-author", "sign-in-name")
_FORMULAS = ("formula", "formula-never-closed")
_SHARED = ("address-twice", "address-in-capitals")
_FIELD = re.compile(r"(- | *)(?:\? )?(\S+?):?(?=\s|$)")
"""Begins a line of YAML that names a field."""
_NEEDED = frozenset({
    "title", "authors", "name", "text", "course", "date", "degree", "id", "sections",
})  # fmt: skip
"""Fields without which most records, or a CV, do not build."""


class _Part(msgspec.Struct, kw_only=True):
    """The mapping of the plan at which a message points."""

    values: dict[str, Any]
    source: str
    text: str
    """The file that contains it, or nothing if the message is about no field."""
    above: int = 0
    """How many lines of the file precede those of the values."""
    line: int
    """The line of the message."""
    page: Document | None = None
    of_site: bool = False
    """Whether it is in `site.yaml`, where only the menu and the person's links lead anywhere."""
    take_out: Callable[[], bool]
    """Takes the whole part out, or returns that this cannot be."""


def build_and_mend(plan: SitePlan, staged: OwnFolder, work: Path) -> Built:
    """Build the new site in the folder `work`, and return what came of it.

    An error about a link removes the link, one about a page makes it a draft, one about a record
    removes it. Raises SiteError where that does not help.
    """
    for left in range(_ROUNDS, 0, -1):
        try:
            return built(Path(staged.root), work)
        except SiteError as error:
            # Formulas from the last to the first, so that the places of those to come stay right.
            errors = [problem for problem in error.problems if problem.is_error]
            wrong = [one for one in reversed(errors) if one.about(*_FORMULAS)]
            wrong += [one for one in errors if not one.about(*_FORMULAS)]
            if left == 1 or not _mend(wrong, plan, staged):
                raise
            for path, text in site_files(plan):
                staged.save(path, text.encode())
    raise AssertionError


def _mend(problems: list[Problem], plan: SitePlan, staged: OwnFolder) -> bool:
    """Mend what can be; whether anything was."""
    is_any = False
    mended: set[int] = set()
    lost: list[Entry] = []
    for problem in problems:
        assert isinstance(problem.where, Place)
        part = _part_at(problem.where, problem, plan, staged, lost)
        if part is None:
            continue
        if any(remedy(part, problem, plan) for remedy in _REMEDIES):
            mended.add(id(part.values))
        elif id(part.values) in mended or not part.take_out():
            continue  # what else is wrong with it, the next build says
        is_any = True
    for kind, entries in plan.entries.items():
        plan.entries[kind] = [one for one in entries if not any(one is other for other in lost)]
    return is_any


def _part_at(
    place: Place, problem: Problem, plan: SitePlan, staged: OwnFolder, lost: list[Entry]
) -> _Part | None:
    """Return the part at which a message points, or None where there is none; `lost` are records
    that are removed in this round."""
    kind = place.file.removeprefix("content/").removesuffix(".yaml")
    page = next((one for one in plan.documents if one.target == place.file), None)
    if page is not None:
        return None if page.front.get("draft") else _page_at(page, place, problem, plan)
    if place.file == _SITE_FILE:
        return _settings_at(place, plan, staged)
    if plan.cv is not None and place.file == plan.cv.target:
        return _Part(
            values=plan.cv.fields, source=plan.cv.source, text=staged.read(place.file).decode(),
            line=place.line, take_out=lambda: _without_cv(plan, staged, problem),
        )  # fmt: skip
    if kind in plan.entries:
        text = staged.read(place.file).decode()
        number, above = entry_at(text, place.line)
        entry = plan.entries[kind][number] if number >= 0 else None
        if entry is None or any(entry is one for one in lost):
            return None

        def take_out(entry: Entry = entry) -> bool:
            lost.append(entry)
            plan.findings.add("lost", "record-does-not-build", entry.source, problem.message,
                              line=entry.line)  # fmt: skip
            return True

        return _Part(values=entry.values, source=entry.source, text=text, above=above,
                     line=place.line, take_out=take_out)  # fmt: skip
    if place.file.endswith(".bib") and place.file in plan.texts:
        return _Part(values={}, source=place.file, text="", line=0,
                     take_out=lambda: _without_entry(place, problem, plan))  # fmt: skip
    if place.file.startswith("themes/") and isinstance(problem.text, Message):  # two at one place
        place = Place(str(dict(problem.text.arguments).get("other")))
    published = place.file.removeprefix("static/")
    if place.file in plan.files or f"/{published}" in plan.published_files:
        source = plan.files.get(place.file, published)

        def leave() -> bool:
            plan.findings.add("lost", "file-not-allowed", source, problem.message)
            staged.remove(place.file)
            plan.leave_again(place.file, problem.message)
            return True

        return _Part(values={}, source=source, text="", line=0, take_out=leave)
    return None


def _page_at(page: Document, place: Place, problem: Problem, plan: SitePlan) -> _Part:
    text = page_text(page)
    head = text[: text.find("\n---\n") + 1] if text.startswith("---\n") else ""
    is_field = place.line <= head.count("\n")

    def take_out() -> bool:
        page.front["draft"] = True
        what = f"{page.target}: {problem.message}"
        plan.findings.add("todo", "page-does-not-build", page.source, what, "a draft")
        return True

    return _Part(values=page.front, source=page.source, text=head if is_field else "",
                 line=place.line, page=page, take_out=take_out)  # fmt: skip


def _settings_at(place: Place, plan: SitePlan, staged: OwnFolder) -> _Part:
    """Return the settings, or the mapping in them, that are at a line."""
    text = staged.read(_SITE_FILE).decode()
    lines = text.split("\n")
    top = next((n for n in range(place.line - 1, -1, -1) if lines[n][:1].isalpha()), 0)
    found = plan.site.get(lines[top].partition(":")[0])
    values = found if isinstance(found, dict) else plan.site
    text = "" if isinstance(found, list) else text  # its other items are worth more
    return _Part(values=values, source=_SITE_FILE, text=text,
                 above=top + (values is found), line=place.line, of_site=True,
                 take_out=lambda: False)  # fmt: skip


def _without_entry(place: Place, problem: Problem, plan: SitePlan) -> bool:
    """Take the entry at a place out of a bibliography: without its @, BibTeX reads past it."""
    lines = plan.texts[place.file].split("\n")
    above = (n for n in range(place.line - 1, -1, -1) if lines[n].lstrip()[:1] == "@")
    at = next(above, None)
    if at is None:
        return False
    entry, lines[at] = lines[at].strip(), lines[at].replace("@", "", 1)
    plan.texts[place.file] = "\n".join(lines)
    found = f"{entry} {problem.message}"
    plan.findings.add("lost", "record-does-not-build", place.file, found, line=place.line)
    return True


def _without_cv(plan: SitePlan, staged: OwnFolder, problem: Problem) -> bool:
    assert plan.cv is not None
    staged.remove(plan.cv.target)
    plan.findings.add("lost", "cv-does-not-build", plan.cv.source, problem.message)
    plan.cv = None
    return True


# ------------------------------------------------------------------ remedies


def _without_address(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Take an address out of the aliases, or the own one of a record, at which another page is."""
    shared = problem.about(*_SHARED)
    aliases = part.values.get("aliases")
    same = [one for one in aliases or () if one.strip("/") == shared.strip("/")]
    own = "" if part.page else str(part.values.get("permalink") or "")
    if shared and isinstance(aliases, list) and same:
        part.values["aliases"] = [one for one in aliases if one not in same]
        plan.findings.add("lost", "alias", part.source, shared, "another page is there")
        return True
    if shared and own and own.strip("/") == shared.strip("/"):
        del part.values["permalink"]
        plan.findings.add("lost", "permalink", part.source, own, "another page is there")
        return True
    return False


def _without_sign(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Take an unexplained sign away from names of people; whether that helps."""
    sign = problem.about(*_SIGN)
    changed: dict[str, str] = {}
    for field in ("name", "aliases", "authors") if sign else ():
        known = part.values.get(field)
        some = known if isinstance(known, list) else [known] if isinstance(known, str) else []
        names = list(map(str, some))
        bare = [_RAISED.sub(_lowered, name) if part.of_site else name for name in names]
        if bare == names:
            bare = [_bare(name, sign) for name in names]
        changed |= {old: new for old, new in zip(names, bare, strict=True) if old != new}
        if bare:
            part.values[field] = bare if isinstance(known, list) else bare[0]
    if changed:
        code, became = "name-cut" if part.of_site else "author-sign", ", ".join(changed.values())
        plan.findings.add("lost", code, part.source, ", ".join(changed), became)
    return bool(changed)


_RAISED = re.compile("[⁰¹²³⁴-⁹]+(?= )")
"""A number within a name, as in that of a lab: after a name it means a note."""


def _lowered(number: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", number[0])


def _bare(name: str, sign: str) -> str:
    """Return a name without one sign, and without the unknown text after it."""
    found = marked(name)
    bare = " ".join(
        "".join(ch for ch in found.name if ch not in NO_LETTERS and not is_emoji(ch)).split()
    )
    signs = found.signs.replace(sign, "")
    if (bare, signs, ()) == (found.name, found.signs, found.unknown):
        return name
    return f"{bare}{signs}" + (f" ({', '.join(found.roles)})" if found.roles else "")


def _with_venue(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Add a venue of which a paper's one word would be the id; whether that helps."""
    id = problem.about("venue-missing")
    known = plan.entries.get("venues", [])
    if id and not any(one.values.get("id") == id for one in known):
        plan.add_entry("venues", Entry(values={"id": id, "name": id}, source=part.source))
    return bool(id)


def _as_code(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Show the formula at a problem as code, or all on its line; whether there are any.

    In a record and in front matter, it is all formulas where none is found at the place.
    """
    assert isinstance(problem.where, Place)
    if not problem.about(*_FORMULAS):
        return False
    if part.page is None or part.text:
        before, rows = dict(part.values), ["", *part.text.split("\n"), ""]
        row = rows[min(problem.where.line, len(rows) - 1)]
        found = re.match(r"[^$]{1,20}", row[problem.where.column - 1 :])
        for piece in (found[0], "") if found else ("",):
            if part.values == before:
                new = {name: _with_code(one, part, plan, piece) for name, one in before.items()}
                part.values.update(new)
        return part.values != before
    body = part.page.body.strip("\n")
    line = problem.where.line - page_text(part.page).count("\n") + body.count("\n")
    lines = body.splitlines(keepends=True)
    begin = sum(map(len, lines[:line]))
    end = begin + len("".join(lines[line : line + 1]))
    if problem.about("formula-never-closed"):
        part.page.body = body[:begin] + body[begin:end].replace("$$", r"\$\$", 1) + body[end:]
        plan.findings.add("todo", "formula", part.source, problem.message, "$$ as text")
        return part.page.body != body
    at = begin + problem.where.column - 1
    formulas = [one for one in _FORMULA.finditer(body) if one.start() < end and one.end() > begin]
    wrong = [one for one in formulas if one.start() <= at < one.end()] or formulas
    for formula in reversed(wrong):
        code = _with_code(formula[0], part, plan)
        body = f"{body[: formula.start()]}{code}{body[formula.end() :]}"
    part.page.body = body
    return bool(wrong)


def _with_code(value: Any, part: _Part, plan: SitePlan, piece: str = "") -> Any:
    """Return a value in which all formulas are code that have a piece of text in them."""

    def code(formula: re.Match[str]) -> str:
        if piece not in formula[0]:
            return formula[0]
        plan.findings.add("todo", "formula", part.source, formula[0], "shown as code")
        return f"`{' '.join(formula[0].split())}`"

    return _in_texts(value, lambda text: _FORMULA.sub(code, text))


def _in_texts(value: Any, change: Callable[[str], str | None]) -> Any:
    """Return a value in which each text is changed. One that becomes None goes, and so does a
    mapping that leads there: `{to: /x/, label: X}`."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [new for one in value if (new := _in_texts(one, change)) is not None]
    if isinstance(value, dict):
        found = {name: _in_texts(one, change) for name, one in value.items()}
        is_gone = "to" in value and found["to"] is None
        return None if is_gone else {name: new for name, new in found.items() if new is not None}
    return value


def _uncited(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Leave the key of a paper that is not there as the text that it is; whether that helps."""
    key = problem.about("citation-missing")
    before = part.page.body if part.page and key else ""
    body = re.sub(rf"(?<!\\)@{re.escape(key)}(?![\w-])", rf"\\@{key}", before)
    if part.page is None or body == before:
        return False
    part.page.body = body
    if plan.syntax == "liquid":  # elsewhere it was text
        plan.findings.add("lost", "citation", part.source, f"@{key}", "as text")
    return True


def _without_link(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Take a link out that leads nowhere; its words stay. Whether there was one."""
    dead, odd = problem.about(*_DEAD), problem.about("link-scheme")
    gone: list[str] = []

    def target(typed: str) -> str | None:
        is_gone = typed == dead if dead else typed.startswith(odd)
        gone.extend([typed] if is_gone else [])
        return None if is_gone else typed

    def change(text: str) -> str | None:
        return rewritten(text, target, lambda typed: None)

    if not dead and not odd:
        return False
    code, places = "dead-link", [(part.values, name) for name in part.values]
    if part.of_site:
        places = [(plan.site, "menu"), (plan.site["person"], "links")]
    for fields, name in places:
        before = fields.get(name)
        new = _in_texts(before, target if name in ("links", "menu") else change)
        if before != new:
            fields[name] = new
            code = {"menu": "menu", "links": "profile"}[name] if part.of_site else code
    if part.page is not None:
        part.page.body = rewritten(part.page.body, target, lambda typed: None)
    if gone:
        plan.findings.add("lost", code, part.source, ", ".join(dict.fromkeys(gone)), "its words")
    return bool(gone)


def _without_value(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Remove the field at the line; whether that may help.

    All fields are indented like the first.
    """
    lines = part.text.split("\n")[part.above : part.line] if part.text else []
    found = [one for one in map(_FIELD.match, lines) if one]
    name = next((one[2] for one in reversed(found) if one.end(1) == found[0].end(1)), "")
    is_span = name == "date" and "–" in str(part.values.get(name))
    if name not in part.values or (name in _NEEDED and not is_span):
        return False
    value = part.values.pop(name)
    if not name.startswith("/"):  # a redirect, of which the list of addresses says enough
        plan.findings.add("lost", "value", part.source, f"{name}: {value}", problem.message)
    return True


def _without_option(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Remove the option of a section at the line: it costs itself, and no page."""
    lines, at = _lines(part)
    if not lines or not re.match(r":[a-z_]+:", lines[at]):
        return False
    plan.findings.add("lost", "value", part.source, lines.pop(at), problem.message)
    assert part.page is not None
    part.page.body = "\n".join(lines)
    return True


def _as_text(part: _Part, problem: Problem, plan: SitePlan) -> bool:
    """Show a tag that is never closed as text; whether there is one."""
    lines, at = _lines(part) if problem.about("html-never-closed") else ([], 0)
    if not lines or part.page is None or not isinstance(problem.where, Place):
        return False
    begin = problem.where.column - 1
    before, mark, rest = lines[at][:begin], lines[at][begin : begin + 1], lines[at][begin + 1 :]
    plan.findings.add("lost", "html", part.source, mark + rest, problem.message)
    lines[at] = f"{before}\\{mark}{rest}"
    part.page.body = "\n".join(lines)
    return mark == "<"


def _lines(part: _Part) -> tuple[list[str], int]:
    """Return the lines of a page's text and which of them a message means, or no lines."""
    if part.page is None or part.text:
        return [], 0
    body = part.page.body.strip("\n")
    at = part.line - page_text(part.page).count("\n") + body.count("\n")
    lines = body.split("\n")
    return (lines, at) if 0 <= at < len(lines) else ([], 0)


_REMEDIES = (
    _without_address, _without_sign, _with_venue, _as_code, _uncited, _without_link, _without_value,
    _without_option, _as_text,
)  # fmt: skip
"""What may fix a part, in this order. Each says whether it has changed anything."""
