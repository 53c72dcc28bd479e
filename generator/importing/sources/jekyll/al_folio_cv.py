"""The CV of al-folio in its old form: a list of sections with `title`, `type` and `contents`."""

import re
from typing import Any

from generator.importing.fields import shown
from generator.importing.plan import Entry
from generator.importing.reading import Fields
from generator.importing.sources.jekyll.site import Jekyll

_KINDS = {"education": "education", "experience": "experience", "work": "experience",
          "employment": "experience", "honors": "awards", "awards": "awards", "award": "awards",
          "skills": "skills", "interests": "interests", "academic interests": "interests",
          "other interests": "interests", "teaching": "teaching", "service": "service",
          "open source projects": "projects", "projects": "projects", "talks": "talks"}  # fmt: skip
_PRIVATE = re.compile(r"birth|phone|address|nationality|passport", re.IGNORECASE)


def take_cv(site: Jekyll) -> None:
    """Make records of the CV, unless it is the template's."""
    path, data = site.data("cv")
    if not path:
        return
    if site.is_sample_file(path):
        return
    if not isinstance(data, list):
        site.plan.leave(path, "a CV of RenderCV: import it by itself, --from rendercv")
        site.plan.findings.add("todo", "cv", path, "masthead import", "records of the CV")
        return
    for section in data:
        if isinstance(section, Fields):
            _section(site, path, section)


def _section(site: Jekyll, path: str, section: Fields) -> None:
    title = str(section.get("title") or "")
    words = title.lower().strip()
    kind = _KINDS.get(words) or next((k for part, k in _KINDS.items() if part in words), "")
    contents = section.get("contents") or []
    if words == "general information":
        _general(site, path, contents)
        return
    for one in contents if isinstance(contents, list) else []:
        values = _values(kind, one)
        if values is None:
            what = f"{title}: {shown(one)}"
            site.plan.findings.add(
                "lost", "cv-entry", path, what, line=section.lines.get("title", 0)
            )
            continue
        entry = Entry(
            values=values, source=path, guessed={_GUESSED[kind]} if kind in _GUESSED else set()
        )
        site.plan.add_entry(kind, entry)
        site.plan.findings.add("guessed", "cv-section", path, title, f"content/{kind}.yaml")


_GUESSED = {"experience": "role", "education": "degree"}


def _general(site: Jekyll, path: str, contents: Any) -> None:
    for one in contents if isinstance(contents, list) else []:
        name = str(one.get("name") or "") if isinstance(one, Fields) else ""
        if _PRIVATE.search(name):
            site.plan.findings.add("secret", "private", path, name)
        elif name and name.lower() not in ("full name", "name", "email"):
            site.plan.findings.add("lost", "cv-entry", path, f"{name}: {shown(one.get('value'))}")
    site.plan.take(path, "content/")


def _values(kind: str, one: Any) -> dict[str, Any] | None:
    if isinstance(one, str):
        if kind == "interests":
            return {"title": one}
        return {"title": one} if kind in ("awards", "projects") else None
    if not isinstance(one, Fields) or not kind:
        return None
    title = str(one.get("title") or one.get("name") or "")
    body = _list(one.get("description") or one.get("items") or [])
    date = _date(str(one.get("year") or one.get("date") or ""))
    place = str(one.get("institution") or one.get("organization") or "")
    common = {"date": date, "location": str(one.get("location") or ""), "body": body}
    if kind == "education":
        return {"degree": title or "TODO", "institution": place or "TODO", **common}
    if kind == "experience":
        return {"role": title or "TODO", "organization": place or "TODO", **common}
    if kind in ("awards", "talks", "projects") and title:
        own = {"organization": place} if kind != "talks" else {"event": place}
        return {"title": title, "date": date, **own, "body": body}
    if kind == "interests" and title:
        return {"title": title, "text": re.sub(r"^- ", "", body.replace("\n- ", "; "))}
    if kind == "skills" and title:
        return {"label": title, "text": re.sub(r"^- ", "", body.replace("\n- ", "; "))}
    if kind == "teaching" and title:
        return {"course": title, "institution": place, "date": date, "body": body}
    if kind == "service" and title:
        return {
            "role": title,
            "organizations": [place] if place else [],
            "date": date,
            "body": body,
        }
    return None


def _date(text: str) -> str:
    text = (
        re.sub(r"\s*-\s*", " – ", text.strip())
        if re.search(r"\d\s+-|-\s+\w|\d{4}-\d{4}", text)
        else text
    )
    return text if re.fullmatch(r"[\w\s.,/–-]*\d{4}[\w\s.,/–-]*", text) else ""


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
