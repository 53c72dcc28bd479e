"""The CV of al-folio in its old form: a list of sections with `title`, `type` and `contents`."""

import re
from typing import Any

from generator.importing.fields import shown
from generator.importing.plan import Entry, SitePlan
from generator.importing.reading import Fields
from generator.importing.sources.cv_site import CvSite, section_id
from generator.model.dates import When

_KINDS = {"education": "education", "experience": "experience", "work": "experience",
          "employment": "experience", "honors": "awards", "awards": "awards", "award": "awards",
          "skills": "skills", "interests": "interests", "academic interests": "interests",
          "other interests": "interests", "teaching": "teaching", "service": "service",
          "open source projects": "projects", "projects": "projects", "talks": "talks"}  # fmt: skip
_PRIVATE = re.compile(r"birth|phone|address|nationality|passport", re.IGNORECASE)
_GUESSED = {"experience": "role", "education": "degree"}
"""Kind of record -> the field for which the CV has only a title."""


def take_old_section(section: Fields, cv: CvSite, plan: SitePlan) -> None:
    """Make records of a section; what cannot be one stands in the CV as a text."""
    title, contents = str(section.get("title") or ""), section.get("contents") or []
    items = contents if isinstance(contents, list) else [contents]
    words = title.lower().strip()
    if words == "general information":
        _general(items, cv, plan)
        return
    kind = _KINDS.get(words) or next((k for part, k in _KINDS.items() if part in words), "")
    tag, texts, is_any = section_id(title), [], False
    for item in items:
        for one in _parted(item):
            values = _values(kind, one, cv, plan)
            if values is None:
                texts.append(_as_text(one))
                continue
            is_any = True
            values["tags"] = [tag]
            guessed = {_GUESSED[kind]} if kind in _GUESSED else set()
            plan.add_entry(kind, Entry(values=values, source=cv.file, guessed=guessed))
            plan.findings.add("guessed", "cv-section", cv.file, title, f"content/{kind}.yaml")
    if is_any:
        cv.section(kind, title, where={"tags": tag}, order="file")
    if any(texts):
        cv.words(title or "More", "\n".join(filter(None, texts)))


def _general(items: list[Any], cv: CvSite, plan: SitePlan) -> None:
    texts = []
    for one in items:
        name = str(one.get("name") or "") if isinstance(one, Fields) else ""
        if _PRIVATE.search(name):
            plan.findings.add("secret", "private", cv.file, name)
        elif name and name.lower() not in ("full name", "name", "email"):
            texts.append(f"- **{name}**: {shown(one.get('value'))}")
    if texts:
        cv.words("General information", "\n".join(texts))


def _parted(item: Any) -> list[Any]:
    """Return the entries of `{year: 2020, items: [A prize, Another]}` one by one."""
    if isinstance(item, Fields) and not (item.get("title") or item.get("name")):
        inside, when = item.get("items"), item.get("year") or item.get("date") or ""
        if isinstance(inside, list) and all(isinstance(one, str) for one in inside):
            parts = []
            for one in inside:
                part = Fields()
                part.update({"title": one, "year": when})
                parts.append(part)
            return parts
    return [item]


def _values(kind: str, one: Any, cv: CvSite, plan: SitePlan) -> dict[str, Any] | None:
    """Return the fields of a record; nothing where it has no name or its kind is not known."""
    if isinstance(one, str):
        return {"title": one} if kind in ("interests", "awards", "projects") else None
    title = str(one.get("title") or one.get("name") or "") if isinstance(one, Fields) else ""
    if not kind or not title:
        return None
    body = _list(one.get("description") or one.get("items") or [])
    place = str(one.get("institution") or one.get("organization") or "")
    where = str(one.get("location") or "")
    date = _date(str(one.get("year") or one.get("date") or ""), cv, plan)
    line = re.sub(r"^- ", "", body.replace("\n- ", "; "))
    if kind == "interests":
        return {"title": title, "text": line}
    if kind == "skills":
        return {"label": title, "text": line}
    common = {"date": date, "body": body}
    if kind == "education":
        return {"degree": title, "institution": place or "TODO", "location": where, **common}
    if kind == "experience":
        return {"role": title, "organization": place or "TODO", "location": where, **common}
    if kind == "teaching":
        return {"course": title, "institution": place, "location": where, **common}
    if kind == "service":
        return {"role": title, "organizations": [place] if place else [], **common}
    return {"title": title, "event" if kind == "talks" else "organization": place, **common}


def _as_text(one: Any) -> str:
    """Return an entry as an item of a list in Markdown, with all that it says."""
    if not isinstance(one, Fields):
        return f"- {one}" if str(one).strip() else ""
    named = [str(one.get(name) or "") for name in ("title", "name")]
    head = " ".join(f"**{name}**" for name in named if name)
    others = [
        str(value) for name, value in one.items()
        if isinstance(value, str) and value and name not in ("title", "name", "icon", "link")
    ]  # fmt: skip
    inner = [_list(value, 1) for value in one.values() if isinstance(value, list)]
    said = "- " + ", ".join(filter(None, [head, *others]))
    return "\n".join(filter(None, [said, *inner]))


def _date(text: str, cv: CvSite, plan: SitePlan) -> str:
    """Return a date in Masthead's form; what is none is lost."""
    text = text.strip()
    if re.search(r"\d\s+-|-\s+\w|\d{4}-\d{4}", text):
        text = re.sub(r"\s*-\s*", " – ", text)
    try:
        if text:
            When.from_scalar(text)
    except ValueError:
        plan.findings.add("lost", "date", cv.file, text)
        return ""
    return text


def _list(items: Any, depth: int = 0) -> str:
    if isinstance(items, str):
        return items
    lines = []
    for one in items if isinstance(items, list) else []:
        if isinstance(one, Fields):
            lines.append("  " * depth + f"- {one.get('title') or ''}".rstrip())
            lines.append(_list(one.get("contents") or [], depth + 1))
        else:
            lines.append("  " * depth + f"- {one}")
    return "\n".join(filter(None, lines))
