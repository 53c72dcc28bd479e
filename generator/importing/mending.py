"""Makes the new site build: anything that stops the build is removed and reported.

A message points at a part of the plan: front matter, a record, settings, the CV. Each remedy looks
at the code of the message and fixes the part. What no remedy fixes is removed as a whole.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from generator.disk import OwnFolder
from generator.importing.judge import Built, built
from generator.importing.plan import Document, Entry, SitePlan, entry_at, page_text, site_files
from generator.importing.report import Severity
from generator.importing.texts.links import edited, rewritten
from generator.model.names import NO_LETTERS, is_emoji, marked
from generator.problems import Message, Place, Problem, SiteError

_ROUNDS = 8
_SITE_FILE = "content/site.yaml"
_DEAD = ("target-missing", "link-broken", "orcid-invalid")
_SIGN = ("author-sign", "sign-behind-name", "sign-behind-author", "sign-in-name")
_SHARED = ("address-twice", "address-in-capitals")
_FIELD = re.compile(r"(- | *)(?:\? )?(\S+?):?(?=\s|$)")
"""Begins a line of YAML that names a field."""
_NEEDED = frozenset({
    "title", "authors", "name", "text", "course", "date", "degree", "id", "sections",
})  # fmt: skip
"""Fields without which most records, or a CV, do not build."""


class _Slip(NamedTuple):
    """A part of a text that stops the build, and the finding once it shows as text or code."""

    pattern: str
    """What it looks like; braces stand for the subject of the message."""
    severity: Severity
    code: str
    became: str


_SLIPS = {
    "formula": _Slip(r"(?s:\$\$.+?\$\$)|\$[^$\n]+\$", "todo", "formula", "shown as code"),
    "formula-never-closed": _Slip(r"\$\$", "todo", "formula", "$$ as text"),
    "html-never-closed": _Slip("<", "lost", "html", "as text"),
    "citation-missing": _Slip(r"(?<!\\)@{}(?![\w-])", "lost", "citation", "as text"),
}
"""Code of a message about a text -> what it means."""
_MARKUP = re.compile(r"(?<!\\)[!-/:-@\[\]^-`{-~]")
"""Punctuation that Markdown may read (CommonMark, 2.4): a backslash before it makes it text."""
_OPTION = r"^:[a-z_]+:.*\n?"
"""An option of a section: it costs itself, and no page."""


class _Part(msgspec.Struct, kw_only=True):
    """The part of the plan at which a message points."""

    source: str
    line: int = 0
    """The line of it in the source."""
    values: dict[str, Any] = {}
    """Its fields."""
    text: str = ""
    """The file that contains the values, or nothing if the message is about no field."""
    above: int = 0
    """How many lines of the file precede those of the values."""
    page: Document | None = None
    of_site: bool = False
    """Whether it is in `site.yaml`, where only the menu and the person's links lead anywhere."""
    code: str = ""
    """The finding if the whole part is taken out; empty if it cannot be."""
    take_out: Callable[[], str] = str
    """Takes the whole part out, and returns what the finding says before the message."""


def build_and_mend(plan: SitePlan, staged: OwnFolder, work: Path) -> Built:
    """Write the new site, build it in the folder `work`, and return what came of it.

    An error about a link removes the link, one about a page makes it a draft, one about a record
    removes it. Raises SiteError where that does not help.
    """
    for left in range(_ROUNDS, 0, -1):
        for path, text in site_files(plan):
            staged.save(path, text.encode())
        try:
            return built(Path(staged.root), work)
        except SiteError as error:
            # From the last to the first, so that the places of those to come stay right.
            wrong = [problem for problem in reversed(error.problems) if problem.is_error]
            if left == 1 or not _mend(wrong, plan, staged):
                raise
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
        if any(remedy(part, problem, problem.where, plan) for remedy in _REMEDIES):
            mended.add(id(part.values))
        elif id(part.values) in mended or not part.code:
            continue  # what else is wrong with it, the next build says
        else:
            what = f"{part.take_out()}{problem.message}"
            how: tuple[Severity, str] = ("todo", "a draft") if part.page else ("lost", "")
            plan.findings.add(how[0], part.code, part.source, what, how[1], line=part.line)
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
        return None if page.front.get("draft") else _page_at(page, place)
    if place.file == _SITE_FILE:
        return _settings_at(place, plan, staged)
    if plan.cv is not None and place.file == plan.cv.target:
        return _Part(
            source=plan.cv.source, values=plan.cv.fields, text=staged.read(place.file).decode(),
            code="cv-does-not-build", take_out=lambda: _without_cv(plan, staged),
        )  # fmt: skip
    if kind in plan.entries:
        text = staged.read(place.file).decode()
        number, above = entry_at(text, place.line)
        entry = plan.entries[kind][number] if number >= 0 else None
        if entry is None or any(entry is one for one in lost):
            return None

        def without_record(entry: Entry = entry) -> str:
            lost.append(entry)
            return ""

        return _Part(
            source=entry.source, line=entry.line, values=entry.values, text=text, above=above,
            code="record-does-not-build", take_out=without_record,
        )  # fmt: skip
    if place.file.endswith(".bib") and place.file in plan.texts:
        return _Part(source=place.file, line=place.line, code="record-does-not-build",
                     take_out=lambda: _without_entry(place, plan))  # fmt: skip
    if place.file.startswith("themes/") and isinstance(problem.text, Message):  # two at one place
        place = Place(str(dict(problem.text.arguments).get("other")))
    published = place.file.removeprefix("static/")
    if place.file in plan.files or f"/{published}" in plan.published_files:
        return _Part(source=plan.files.get(place.file, published), code="file-not-allowed",
                     take_out=lambda: _without_file(place, problem, plan, staged))  # fmt: skip
    return None


def _page_at(page: Document, place: Place) -> _Part:
    text = page_text(page)
    head = text[: text.find("\n---\n") + 1] if text.startswith("---\n") else ""

    def take_out() -> str:
        page.front["draft"] = True
        return f"{page.target}: "

    return _Part(
        source=page.source, values=page.front, text=head if place.line <= head.count("\n") else "",
        page=page, code="page-does-not-build", take_out=take_out,
    )  # fmt: skip


def _settings_at(place: Place, plan: SitePlan, staged: OwnFolder) -> _Part:
    """Return the settings, or the mapping in them, that are at a line."""
    text = staged.read(_SITE_FILE).decode()
    lines = text.split("\n")
    top = next((n for n in range(place.line - 1, -1, -1) if lines[n][:1].isalpha()), 0)
    found = plan.site.get(lines[top].partition(":")[0])
    values = found if isinstance(found, dict) else plan.site
    text = "" if isinstance(found, list) else text  # its other items are worth more
    return _Part(source=_SITE_FILE, values=values, text=text, above=top + (values is found),
                 of_site=True)  # fmt: skip


def _without_entry(place: Place, plan: SitePlan) -> str:
    """Take the entry at a place out of a bibliography: without its @, BibTeX reads past it."""
    lines = plan.texts[place.file].split("\n")
    above = (n for n in range(place.line - 1, -1, -1) if lines[n].lstrip()[:1] == "@")
    at = next(above, 0)
    entry, lines[at] = lines[at].strip(), lines[at].replace("@", "", 1)
    plan.texts[place.file] = "\n".join(lines)
    return f"{entry} "


def _without_cv(plan: SitePlan, staged: OwnFolder) -> str:
    assert plan.cv is not None
    staged.remove(plan.cv.target)
    plan.cv = None
    return ""


def _without_file(place: Place, problem: Problem, plan: SitePlan, staged: OwnFolder) -> str:
    staged.remove(place.file)
    plan.leave_again(place.file, problem.message)
    return ""


# ------------------------------------------------------------------ remedies


def _without_sign(part: _Part, problem: Problem, place: Place, plan: SitePlan) -> bool:
    """Take an unexplained sign away from names of people; whether that helps."""
    sign = problem.about(*_SIGN)
    changed: dict[str, str] = {}
    for field in ("name", "aliases", "authors") if sign else ():
        known = part.values.get(field)
        some = known if isinstance(known, list) else [known] if isinstance(known, str) else []
        names = list(map(str, some))
        bare = [_bare(name, sign) for name in names]
        changed |= {old: new for old, new in zip(names, bare, strict=True) if old != new}
        if bare:
            part.values[field] = bare if isinstance(known, list) else bare[0]
    for old, new in changed.items():
        code = "name-cut" if part.of_site else "author-sign"
        plan.findings.add("lost", code, part.source, old, new)
    return bool(changed)


def _bare(name: str, sign: str) -> str:
    """Return a name without one sign, and without the unknown text after it."""
    found = marked(name)
    letters = (ch for ch in found.name if ch not in NO_LETTERS and not is_emoji(ch))
    bare, signs = " ".join("".join(letters).split()), found.signs.replace(sign, "")
    if (bare, signs, ()) == (found.name, found.signs, found.unknown):
        return name
    return f"{bare}{signs}" + (f" ({', '.join(found.roles)})" if found.roles else "")


def _as_text(part: _Part, problem: Problem, place: Place, plan: SitePlan) -> bool:
    """Show what a text says wrongly at a place as text, a formula as code, and an option of a
    section not at all, or all such on its line; whether there is any. In a record and in front
    matter, it is all formulas where none is found at the place."""
    code = next((code for code in _SLIPS if problem.about(code)), "")
    slip = _SLIPS.get(code, _Slip(_OPTION, "lost", "value", problem.message))
    pattern = re.compile(slip.pattern.format(re.escape(problem.about(code))), re.MULTILINE)
    piece, is_there = "", False

    def shown(wrong: re.Match[str]) -> str:
        if is_there and piece not in wrong[0]:
            return wrong[0]
        if code != "citation-missing" or plan.syntax == "liquid":  # elsewhere it was text
            plan.findings.add(slip.severity, slip.code, part.source, wrong[0], slip.became)
        if code == "formula":
            return f"`{' '.join(wrong[0].split())}`"
        if code == "html-never-closed":  # in HTML a backslash is text
            return "&lt;"
        return re.sub(r"[$@]", r"\\\g<0>", wrong[0]) if code else ""

    if part.page is None or part.text:
        before, rows = dict(part.values), [*part.text.split("\n"), ""]
        piece = rows[min(place.line, len(rows)) - 1][place.column - 1 :].partition("$")[0][:20]
        is_there = any(piece in one for one in pattern.findall(str(before)))
        if slip.code == "formula":
            part.values |= _in_texts(before, lambda text: pattern.sub(shown, text))
        return part.values != before
    body = part.page.body.strip("\n")
    line = place.line - page_text(part.page).count("\n") + body.count("\n")
    lines = body.splitlines(keepends=True)
    begin = sum(map(len, lines[:line]))
    end, at = begin + len("".join(lines[line : line + 1])), begin + place.column - 1
    near = [one for one in pattern.finditer(body) if one.start() < end and one.end() > begin]
    wrong = [one for one in near if one.start() <= at < one.end()] or near
    part.page.body = edited(body, [(*one.span(), shown(one)) for one in wrong])
    return bool(wrong)


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


def _without_link(part: _Part, problem: Problem, place: Place, plan: SitePlan) -> bool:
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


def _without_value(part: _Part, problem: Problem, place: Place, plan: SitePlan) -> bool:
    """Remove the field at the line, or an item of it; whether that may help.

    All fields are indented like the first.
    """
    lines = part.text.split("\n")[part.above : place.line] if part.text else []
    found = [one for one in map(_FIELD.match, lines) if one]
    name = next((one[2] for one in reversed(found) if one.end(1) == found[0].end(1)), "")
    is_shared = problem.about(*_SHARED) and "permalink" in part.values and part.page is None
    name = "permalink" if is_shared else name
    is_span = name == "date" and "–" in str(part.values.get(name))
    if part.of_site and name == "name" and part.values["name"] != "TODO":
        plan.findings.add("lost", "name-cut", part.source, str(part.values["name"]), "TODO")
        part.values["name"] = "TODO"
        return True
    if name not in part.values or (name in _NEEDED and not is_span):
        return False
    value = part.values.pop(name)
    at_line = lines[-1].strip("-' \"") if lines else ""
    if isinstance(value, list) and at_line in value and len(value) > 1:
        part.values[name], value = [one for one in value if one != at_line], at_line
    if not name.startswith("/"):  # a redirect, of which the list of addresses says enough
        plan.findings.add("lost", "value", part.source, f"{name}: {value}", problem.message)
    return True


def _with_venue(part: _Part, problem: Problem, place: Place, plan: SitePlan) -> bool:
    """Make a venue of the one word that a paper has for it, which is an id; whether it is one."""
    id = problem.about("venue-missing")
    known = [one.values["id"] for one in plan.entries.get("venues", [])]
    if id and id not in known:
        plan.add_entry("venues", Entry(values={"id": id, "name": id}, source=part.source))
    return bool(id)


def _elsewhere(part: _Part, problem: Problem, place: Place, plan: SitePlan) -> bool:
    """Give a page another address where a list of Masthead has its own; whether it had that.

    Of a redirect, only the redirect goes.
    """
    page, address = part.page, problem.about("address-twice")
    if page is None or page.is_post or not address or page.front.get("permalink"):
        return False
    if address.strip("/") in (one.strip("/") for one in page.front.get("aliases") or ()):
        return False
    page.front["permalink"] = new = f"{address.rstrip('/')}-page/"
    plan.findings.add("lost", "name-clash", part.source, address, new)
    for entry in plan.site.get("menu", ()):
        entry["to"] = new if entry["to"] == address else entry["to"]
    return True


def _line_as_text(part: _Part, problem: Problem, place: Place, plan: SitePlan) -> bool:
    """Show a line of a page's text as it is written; whether it changes. It costs no page."""
    if part.page is None or part.text:
        return False
    lines = part.page.body.strip("\n").split("\n")
    at = len(lines) - page_text(part.page).count("\n") + place.line - 1
    plain = _MARKUP.sub(r"\\\g<0>", lines[at])
    if plain == lines[at]:
        return False
    plan.findings.add("todo", "line-as-text", part.source, lines[at], problem.message)
    lines[at] = plain
    part.page.body = "\n".join(lines)
    return True


_REMEDIES = (
    _without_sign, _as_text, _without_link, _with_venue, _elsewhere, _without_value, _line_as_text,
)  # fmt: skip
"""What may fix a part, in this order. Each says whether it has changed anything."""
