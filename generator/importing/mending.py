"""Has the new site build: what stops it is taken out and reported, never left for the author."""

import re
from pathlib import Path
from typing import Any

from generator.disk.own_folder import OwnFolder
from generator.importing.judge import Built, built
from generator.importing.plan import (
    Document,
    Entry,
    Resume,
    SitePlan,
    entry_at,
    page_text,
    site_files,
)
from generator.importing.texts.links import rewritten
from generator.model.names import NO_LETTERS, marked
from generator.problems import Place, Problem, SiteError

_ROUNDS = 8
_SITE_FILE = "content/site.yaml"
_DEAD = ("target-missing", "link-broken")
_FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.DOTALL)
_SIGN = ("author-sign", "sign-behind-name", "sign-behind-author", "sign-in-name")
_PHOTO = ("photo-missing", "photo-format", "photo-broken", "photo-elsewhere")
_SHARED = ("address-twice", "address-in-capitals")


def build_and_mend(plan: SitePlan, staged: OwnFolder, work: Path) -> Built:
    """Build the new site in the folder `work`, and return what came of it.

    An error about a link takes the link out, one about a page makes it a draft, one about a record
    takes it out. Raises SiteError where that does not help.
    """
    for left in range(_ROUNDS, 0, -1):
        try:
            return built(Path(staged.root), work)
        except SiteError as error:
            # Formulas from the last to the first, so that the places of those to come stay right.
            errors = [problem for problem in error.problems if problem.is_error]
            wrong = [one for one in reversed(errors) if one.about("formula")]
            wrong += [one for one in errors if not one.about("formula")]
            if left == 1 or not _mend(wrong, plan, staged):
                raise
            for path, text in site_files(plan):
                staged.save(path, text.encode())
    raise AssertionError


def _mend(problems: list[Problem], plan: SitePlan, staged: OwnFolder) -> bool:
    """Mend what can be; whether anything was."""
    is_any = False
    documents = {document.target: document for document in plan.documents}
    entries: set[tuple[str, int]] = set()
    mended: set[tuple[str, int]] = set()
    for problem in problems:
        place = problem.where
        assert isinstance(place, Place)
        kind = place.file.removeprefix("content/").removesuffix(".yaml")
        published = place.file.removeprefix("static/")
        if place.file == _SITE_FILE:
            is_any = (
                _setting(problem, plan)
                or _without_sign(plan.site["person"], place.file, problem, plan)
                or _redirect(place, staged, plan)
                or _without_setting(place.line, staged, problem, plan)
                or is_any
            )
        elif plan.cv is not None and place.file == plan.cv.target:
            is_any = _cv(plan.cv, problem, plan) or is_any
            if plan.cv is None:
                staged.remove(place.file)
        elif place.file in documents:
            is_any = _page(documents[place.file], problem, plan) or is_any
        elif kind in plan.entries:
            text = staged.read(place.file).decode()
            number, above = entry_at(text, place.line)
            if number < 0 or (kind, number) in entries:
                continue
            is_any, entry = True, plan.entries[kind][number]
            if (
                _without_sign(entry.values, entry.source, problem, plan)
                or _with_venue(entry, problem, plan)
                or (problem.about("formula") and _fields_as_code(entry.values, entry.source, plan))
            ):
                mended.add((kind, number))
            elif (kind, number) in mended or _unlink(entry, problem, plan):
                continue  # of the mended, all signs are gone
            elif _without_value(entry.values, text, above, place.line, entry.source, problem, plan):
                mended.add((kind, number))
            else:
                entries.add((kind, number))
                plan.findings.add("lost", "record-does-not-build", entry.source, problem.message,
                                  line=entry.line)  # fmt: skip
        elif place.file in plan.files or f"/{published}" in plan.published_files:
            source = plan.files.get(place.file, published)
            plan.findings.add("lost", "file-not-allowed", source, problem.message)
            staged.remove(place.file)
            plan.leave_again(place.file, problem.message)
            is_any = True
    for kind, number in sorted(entries, reverse=True):
        del plan.entries[kind][number]
    return is_any


_FIELD = re.compile(r"(- | *)([\w-]+):")
_NEEDED = frozenset({"title", "authors", "name", "text", "course", "date", "degree", "id"})
"""Fields without which most records do not build."""


def _without_value(
    values: dict[str, Any],
    text: str,
    above: int,
    line: int,
    source: str,
    problem: Problem,
    plan: SitePlan,
) -> bool:
    """Take out the field that stands at a line of a file; whether that may help.

    `above` is how many lines of the file stand before those of the values, which are all indented
    like the first.
    """
    found = [one for one in map(_FIELD.match, text.split("\n")[above:line]) if one]
    name = next((one[2] for one in reversed(found) if one.end(1) == found[0].end(1)), "")
    is_span = name == "date" and "–" in str(values.get(name))
    if name not in values or (name in _NEEDED and not is_span):
        return False
    plan.findings.add("lost", "value", source, f"{name}: {values.pop(name)}", problem.message)
    return True


def _without_sign(values: dict[str, Any], source: str, problem: Problem, plan: SitePlan) -> bool:
    """Take an unexplained sign away from names of people; whether that helps."""
    sign = problem.about(*_SIGN)
    changed: list[str] = []
    for field in ("name", "aliases", "authors") if sign else ():
        known = values.get(field)
        names = known if isinstance(known, list) else [known] if isinstance(known, str) else []
        bare = [_bare(str(name), sign) for name in names]
        changed += [str(name) for name, new in zip(names, bare, strict=True) if name != new]
        if bare:
            values[field] = bare if isinstance(known, list) else bare[0]
    if changed:
        plan.findings.add("lost", "author-sign", source, ", ".join(changed), sign)
    return bool(changed)


def _bare(name: str, sign: str) -> str:
    """Return a name without one sign, and without the unknown text behind it."""
    found = marked(name)
    bare = "".join(ch for ch in found.name if ch not in NO_LETTERS).strip()
    signs = found.signs.replace(sign, "")
    if (bare, signs, ()) == (found.name, found.signs, found.unknown):
        return name
    return f"{bare}{signs}" + (f" ({', '.join(found.roles)})" if found.roles else "")


def _with_venue(entry: Entry, problem: Problem, plan: SitePlan) -> bool:
    """Add a venue of which a paper's one word would be the id; whether that helps."""
    id = problem.about("venue-missing")
    if not id:
        return False
    known = plan.entries.get("venues", [])
    if not any(one.values.get("id") == id for one in known):
        plan.add_entry("venues", Entry(values={"id": id, "name": id}, source=entry.source))
    return True


def _unlink(entry: Entry, problem: Problem, plan: SitePlan) -> bool:
    """Take out of a record a dead link, or an address of another page; whether that helps."""
    shared = problem.about(*_SHARED)
    aliases = entry.values.get("aliases")
    if shared and isinstance(aliases, list) and _without_alias(aliases, shared):
        plan.findings.add("lost", "alias", entry.source, shared, "another page is there")
        return True
    own = str(entry.values.get("permalink") or "")
    if shared and own.strip("/") == shared.strip("/"):
        del entry.values["permalink"]
        plan.findings.add("lost", "permalink", entry.source, own, "another page is there")
        return True
    dead = problem.about(*_DEAD)
    if not dead:
        return False
    is_any = False
    for name, value in entry.values.items():
        if name == "links" and isinstance(value, dict):
            for kind in [kind for kind, target in value.items() if target == dead]:
                del value[kind]
                is_any = True
        elif isinstance(value, (str, dict)):
            new = _without_link(value, dead)
            is_any = is_any or new != value
            entry.values[name] = new
    if is_any:
        plan.findings.add("lost", "dead-link", entry.source, dead, "its words")
    return is_any


def _without_link(value: Any, dead: str) -> Any:
    """Return a text, or one for each language, without the links to an address."""
    if isinstance(value, dict):
        return {code: _without_link(one, dead) for code, one in value.items()}
    return rewritten(str(value), lambda typed: None if typed == dead else typed, lambda typed: None)


def _cv(cv: Resume, problem: Problem, plan: SitePlan) -> bool:
    """Take a photo or a dead link out of the CV; where that does not help, the CV as a whole."""
    dead = problem.about(*_DEAD)
    texts = [(cv.fields, "summary"), *((one, "text") for one in cv.fields["sections"])]
    before = str(cv.fields)
    for fields, name in texts if dead else ():
        if fields.get(name):
            fields[name] = _without_link(fields[name], dead)
    if dead and before != str(cv.fields):
        plan.findings.add("lost", "dead-link", cv.source, dead, "its words")
    elif problem.about(*_PHOTO) and cv.fields.pop("photo", None):
        plan.findings.add("lost", "photo", cv.source, problem.message)
    elif plan.cv is not None:
        plan.cv = None
        plan.findings.add("lost", "cv-does-not-build", cv.source, problem.message)
    return True


def _without_alias(aliases: list[str], address: str) -> bool:
    """Take an address out of some aliases; whether it was there."""
    same = [one for one in aliases if one.strip("/") == address.strip("/")]
    for one in same:
        aliases.remove(one)
    return bool(same)


def _as_code(document: Document, problem: Problem, plan: SitePlan) -> bool:
    """Show the formula at a problem as code, or all on its line; whether there are any."""
    if not problem.about("formula") or not isinstance(problem.where, Place):
        return False
    body = document.body.strip("\n")
    line = problem.where.line - page_text(document).count("\n") + body.count("\n")
    if line < 0:
        return _fields_as_code(document.front, document.source, plan)
    lines = body.splitlines(keepends=True)
    begin = sum(map(len, lines[:line]))
    end = begin + len("".join(lines[line : line + 1]))
    at = begin + problem.where.column - 1
    formulas = [one for one in _FORMULA.finditer(body) if one.start() < end and one.end() > begin]
    wrong = [one for one in formulas if one.start() <= at < one.end()] or formulas
    for formula in reversed(wrong):
        code = _code(formula[0], document.source, plan)
        body = body[: formula.start()] + code + body[formula.end() :]
    document.body = body
    return bool(wrong)


def _fields_as_code(values: dict[str, Any], source: str, plan: SitePlan) -> bool:
    """Show the formulas in the texts of some fields as code; whether there are any."""
    before = dict(values)
    for name, value in before.items():
        values[name] = _with_code(value, source, plan)
    return values != before


def _with_code(value: Any, source: str, plan: SitePlan) -> Any:
    if isinstance(value, dict):
        return {name: _with_code(one, source, plan) for name, one in value.items()}
    if isinstance(value, list):
        return [_with_code(one, source, plan) for one in value]
    if isinstance(value, str):
        return _FORMULA.sub(lambda formula: _code(formula[0], source, plan), value)
    return value


def _code(formula: str, source: str, plan: SitePlan) -> str:
    plan.findings.add("todo", "formula", source, formula, "shown as code")
    return f"`{' '.join(formula.split())}`"


def _uncited(document: Document, problem: Problem, plan: SitePlan) -> bool:
    """Leave the key of a paper that is not there as the text that it is; whether that helps."""
    key = problem.about("citation-missing")
    before = document.body
    if key:
        name = re.escape(key)
        document.body = re.sub(rf"(?<!\\)@{name}(?![\w-])", rf"\\@{key}", before)
    if document.body == before:
        return False
    plan.findings.add("lost", "citation", document.source, f"@{key}", "as text")
    return True


def _setting(problem: Problem, plan: SitePlan) -> bool:
    """Take an entry of the menu or a link of the person out that leads nowhere."""
    dead = problem.about(*_DEAD)
    odd = problem.about("link-scheme")
    if not dead and not odd:
        return False
    menu, person = plan.site.get("menu"), plan.site.get("person")
    links: dict[str, Any] = (person.get("links") or {}) if isinstance(person, dict) else {}

    def is_dead(link: object) -> bool:
        to = str(link.get("to") if isinstance(link, dict) else link)
        return to == dead if dead else to.startswith(odd)

    kept = [one for one in menu or [] if not is_dead(one["to"])]
    gone = [name for name, to in links.items() if is_dead(to)]
    what = dead or ", ".join(str(links[name]) for name in gone)
    is_any = bool(gone) or len(kept) < len(menu or [])
    for name in gone:
        del links[name]
    if menu:
        plan.site["menu"] = kept
    if is_any:
        code = "profile" if gone else "menu"
        plan.findings.add("lost", code, _SITE_FILE, what)
    return is_any


def _redirect(place: Place, staged: OwnFolder, plan: SitePlan) -> bool:
    """Take a redirect out that cannot be."""
    lines = staged.read(_SITE_FILE).decode().split("\n")
    line = lines[place.line - 1].strip() if 0 < place.line <= len(lines) else ""
    redirects = plan.site.get("redirects")
    old = next((old for old in redirects or {} if line.startswith((f"{old}:", f"? {old}"))), "")
    if old and isinstance(redirects, dict):
        del redirects[old]
    return bool(old)


def _without_setting(line: int, staged: OwnFolder, problem: Problem, plan: SitePlan) -> bool:
    """Take out the value that stands at a line of `site.yaml`; whether that may help."""
    text = staged.read(_SITE_FILE).decode()
    lines = text.split("\n")
    top = next((n for n in range(line - 1, -1, -1) if lines[n][:1].isalpha()), 0)
    found = plan.site.get(lines[top].partition(":")[0])
    if isinstance(found, dict):
        return _without_value(found, text, top + 1, line, _SITE_FILE, problem, plan)
    if isinstance(found, list):
        return False  # its other items are worth more
    return _without_value(plan.site, text, top, line, _SITE_FILE, problem, plan)


def _page(document: Document, problem: Problem, plan: SitePlan) -> bool:
    """Take a dead link out of a page, or make a draft of it where something else is wrong."""
    if document.front.get("draft"):
        return False
    shared = problem.about(*_SHARED)
    aliases = document.front.get("aliases")
    if shared and isinstance(aliases, list) and _without_alias(aliases, shared):
        plan.findings.add("lost", "alias", document.source, shared, "another page is there")
        return True
    if _as_code(document, problem, plan) or _uncited(document, problem, plan):
        return True
    dead = problem.about(*_DEAD)
    if dead:
        before = document.body
        document.body = rewritten(
            before, lambda typed: None if typed == dead else typed, lambda typed: None
        )
        if before != document.body:
            plan.findings.add("lost", "dead-link", document.source, dead, "its words")
            return True
    text = page_text(document)
    head = text[: text.find("\n---\n") + 1] if text.startswith("---\n") else ""
    line = problem.where.line if isinstance(problem.where, Place) else 0
    if line <= head.count("\n") and _without_value(
        document.front, head, 0, line, document.source, problem, plan
    ):
        return True
    document.front["draft"] = True
    plan.findings.add("todo", "page-does-not-build", document.source, problem.message, "a draft")
    return True
