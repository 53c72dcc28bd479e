"""Blocks and widgets of Hugo Blox -> Markdown with sections."""

import posixpath
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from generator.importing.fields import FieldReader, Fields, flat, mapping_of
from generator.importing.reading import SourcePage
from generator.importing.report import Severity
from generator.importing.source_tree import PICTURES
from generator.importing.sources.hugo.languages import number_of
from generator.importing.sources.hugo.lists import (
    links_below,
    made_records,
    note_filters,
    sections_of,
)
from generator.importing.sources.hugo.owner import groups_in
from generator.importing.sources.hugo.records import ADDRESS, HUGO, folders_of, view_of
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.people import EMAIL, mail_of
from generator.importing.texts.markup import paired, picture, section
from generator.model.languages import language

LAST = 900
"""Place of what has the weight 0 or none: after the others (gohugo.io, `weight`)."""
_SCRIPT, _SCRIPT_ENDS = re.compile(r"(?i)<script\b"), re.compile(r"(?i)</script\s*>")
_OF_ITEMS = ("experience", "accomplishments", "resume-experience", "resume-awards")
_QUIET = ("hero", "slider", "cta", "tag_cloud", "contact", "search", "stats", "demo", "cta-card")
"""Blocks that lose nothing of the owner's if they have no words."""


def widget(site: Hugo, page: SourcePage, fields: FieldReader) -> tuple[float, str] | None:
    """Return the weight and the text of a widget; None after noting that it was switched off."""
    path, kind, weight = fields.file, fields.text("widget"), fields.text("weight")
    if not kind and "section_id" in page.fields:  # Academic 1, whose home shows the text alone
        kind = "about"
        page.fields.pop("title", None)
    if fields.flag("active") is False or not kind:
        is_frame = page.fields.get("type") == "widget_page"
        why = "a part of the old theme" if is_frame else "a widget that was switched off"
        site.plan.leave(path, why)
        return None
    content = mapping_of(**{**page.fields, **fields.mapping("content"), "text": page.body})
    design, name = page.fields.inside("design"), posixpath.basename(path)[:-3]
    block = mapping_of(block=kind, content=content, design=design, id=name)
    return number_of(weight) or LAST, _shown(site, path, block)


def blocks(site: Hugo, fields: FieldReader) -> str:
    """Return the blocks of a page that is made of such, as Markdown with sections."""
    texts = (_shown(site, fields.file, one).strip() for one in fields.mappings("sections"))
    return "\n\n".join(filter(None, texts))


def _shown(site: Hugo, path: str, block: Fields) -> str:
    """Return a block; where one of the home shows nothing, the menu does not lead there."""
    shown, kind = _block(site, path, block), str(block.get("block"))
    is_of_home = re.match(r"_index\b|home/", site.place_of(path).key)
    if is_of_home and not (shown or kind.partition(".")[0] in _ABOUT):
        site.empty.add(f"#{block.get('id')}")
    return shown


_ABOUT = ("about", "resume-biography", "resume-biography-3", "biography", "avatar", "dev-hero")
_OF_PROFILES = {
    "resume-experience": ("experience", "education"), "resume-skills": ("skills",),
    "resume-awards": ("awards",), "resume-languages": ("skills",), "skills": ("skills",),
    "experience": ("experience", "education"), "awards": ("awards",), "languages": ("skills",),
}  # fmt: skip
"""Block that shows a part of the owner's profile -> the kinds of records that it shows."""


def _block(site: Hugo, path: str, block: Fields) -> str:
    kind, _, part = block.said("block").partition(".")
    content, samples = block.inside("content"), site.options.samples
    code = site.place_of(path).language.code
    title = content.said("title")
    name = block.said("id")
    if block.is_on("demo"):  # only in the demonstration of the template (`landing_page.html`)
        site.plan.findings.add("left", "theme-block", path, f"{kind}: {title or name}")
        return ""
    design = block.inside("design") or content  # widgets of Academic 3 had no part for it
    place = f" {{#{name}}}" if re.fullmatch(r"[\w-]+", name) else ""
    head = f"## {title}{place}" if title else ""
    has_samples = _without_samples(site, path, content)
    whole = str(content.get("text") or "")
    album = _GALLERY.fullmatch(whole.strip())
    pictures = (p for p in site.tree.below("", *PICTURES) if album and f"/{album[1]}/" in p)
    is_demo = album and all(samples.holds_file(site.tree, one) for one in pictures)
    text = "" if is_demo or samples.holds(whole) else whole
    if whole.strip() and not text and kind != "markdown":
        site.plan.findings.add("left", "template-sample", path, whole)
    if title or any(one[0] == "#" for one in _FENCED.finditer(text)):  # below titles of blocks
        text = _FENCED.sub(lambda found: found[0] if found[1] else f"#{found[0]}", text)
    if name and not head:
        text = re.sub(r"\A\s*(##+ [^\n{]*[^\n{\s])[ \t]*(?=\n|\Z)", rf"\1 {{#{name}}}", text)
    subtitle = content.said("subtitle")
    subtitle = "" if samples.holds(subtitle) else subtitle
    if kind in _ABOUT:
        shown = () if {"avatar", "dev-hero"} & {kind, part} else ("interests", "education")
        lists = [_said(site, content)] if kind == "dev-hero" else []
        lists += [_button(site, path, content.inside("button"))]
        lists += _of_owner(site, path, content, *shown)
        about = site.about.get(code) or site.about.get(site.places.main.code, "")
        told = content.inside("headings").get("about") if about or text else ""
        is_headed = kind in ("about", "biography") and part in ("", "biography")
        head = head if is_headed and (about or text) else f"## {told}" if told else ""
        about = "" if "avatar" in (kind, part) and _is_told(site) else about
        whom = content.said("username", "author").casefold()
        if other := site.profiles.get((whom, code)):
            head, about, lists = head or (other[1] and f"## {other[0]} {{#{name}}}"), other[1], []
        return "\n\n".join(filter(None, [head, about, text, *lists]))
    if kind in ("markdown", "blank", "custom", ""):
        if whole.strip() and not text and not subtitle:  # nothing is left below the heading
            site.plan.findings.add("left", "template-sample", path, title or name)
            return ""
        return "\n\n".join(filter(None, [head, subtitle, text]))
    members = {one.values.get("group") for one in site.plan.entries.get("people", [])} - {None, ""}
    if kind in ("people", "team-showcase") and members:
        note_filters(site, path, content)
        named = groups_in(content)
        asked = {new for old in named for new in site.groups.get(old, ())}
        where = f':where: {{group: "{", ".join(sorted(asked))}"}}\n' if asked < members else ""
        options = (where if asked else "") + ":group: group\n" * (len(named) > 1)
        everybody = section("people", options) if asked or not named else ""
        return "\n\n".join(filter(None, [head, subtitle, text, everybody]))
    if kind in _OF_PROFILES and not (content.get("items") or content.get("experience")):
        skills = site.plan.entries.get("skills", [])
        word = {"languages": "only", "skills": "skip"}.get(kind.removeprefix("resume-"), "")
        languages = [one for one in skills if one.values.get("id") == "languages"]
        own = [one for one in skills if not word or (one in languages) == (word == "only")]
        options = f":{word}: languages\n" if word and languages else ""
        kinds = _OF_PROFILES[kind] if own or not word else ()
        kinds = kinds[::-1] if design.is_on("is_education_first") else kinds
        found = [subtitle, text, *_of_owner(site, path, content, *kinds, options=options)]
        return "\n\n".join(filter(None, [head, *found])) if any(found) else ""
    view = view_of(block, kind) or view_of(content, kind)
    listed = sections_of(site, path, kind, content, view)
    if listed is None:
        listed = links_below(site, path, kind, content, view) or None
    if listed is None and kind in _OF_ITEMS:
        listed = made_records(site, path, kind, content, name)
    if listed is not None:
        is_shown = listed or text.strip()
        return "\n\n".join(filter(None, [head, subtitle, text, listed])) if is_shown else ""
    said = _contact(site, path, content) if kind.startswith("contact") else _said(site, content)
    said = "" if kind == "tag_cloud" else said  # words that introduce it
    bare = re.sub(r"<br\s*/?>", "", paired(said, _SCRIPT, lambda _: _SCRIPT_ENDS, lambda *_: ""))
    says_more = bare.strip() and not samples.holds(said)
    what = f"{kind}: {title or name}".strip(": ")
    of_old = {"1": "Netlify", "2": "Formspree"}.get(str(content.get("email_form")))  # Academic 4
    if provider := content.inside("form").get("provider") or (says_more and of_old):
        site.plan.findings.add("lost", "service", path, f"form ({provider})")
    is_quiet = (kind in _QUIET or has_samples) and not text.strip()
    # The template's own contact, or a list of folders in which nothing is the owner's.
    is_quiet = is_quiet or bool(kind.startswith("contact") and any(map(content.get, _CONTACT)))
    below = (p for one in folders_of(content) for p in site.texts(f"{one}/") if "_index." not in p)
    places = (f"layouts/partials/{folder}/{kind}.html" for folder in ("widgets", "blocks"))
    template = site.tree.first(*places)  # whose words are the owner's
    is_quiet = not template and (is_quiet or bool(folders_of(content) and not any(below)))
    if says_more:
        site.plan.findings.add("changed", "block-as-text", path, what)
        return "\n\n".join(filter(None, [head, subtitle, said]))
    severity: Severity = "left" if is_quiet else "lost"
    site.lost |= set() if is_quiet else {f"#{name}"}
    what += f", shown by {template}" if template else ""
    site.plan.findings.add(severity, "theme-block" if is_quiet else "block", path, what)
    return ""


def _is_told(site: Hugo) -> bool:
    """Whether a block shows the owner's text: one with the picture has a text of its own."""
    named = (one.said("block", "widget") for _, one in site.blocks)
    return any(re.match(r"(?:resume-)?biography|about(?!\.avatar)", name) for name in named)


def _of_owner(
    site: Hugo, path: str, content: Fields, *kinds: str, options: str = ""
) -> Iterator[str]:
    """Yield sections of what the profile of the owner has, with a heading each if of several."""
    code = site.place_of(path).language.code
    for kind in kinds:
        own = HUGO["interests"].get(code, "Interests") if kind == "interests" else ""
        word = own or language(code).word(kind)
        head = f"## {content.inside('headings').get(kind) or word}" if len(kinds) > 1 else ""
        if entries := site.plan.entries.get(kind):
            dates = (str(one.values.get("date")) for one in entries)
            found = (re.findall(r"present|\d{4}[-\d]*", one) for one in dates)
            ends = [f"{some[-1] if some else 'undated'}~" for some in found]  # of a whole year
            is_told = kind in ("education", "experience") and any(a <= b for a, b in pairwise(ends))
            yield (head + section(kind, options + ":order: file\n" * is_told)).strip()


def _button(site: Hugo, path: str, button: Fields) -> str:
    """Return the button below the text about the owner, unless its file is the template's."""
    file = f"static/{str(button.get('url') or '').lstrip('/')}"
    if not site.tree.has(file) or not site.options.samples.holds_file(site.tree, file):
        return _said(site, mapping_of(button=button))
    site.plan.findings.add("left", "template-sample", path, str(button.get("text")))
    return ""


_WORDS = ("greeting", "tagline", "prefix", "text", "content", "description", "sub_metric", "value",
          "answer", "answer_preview", "role", "funding", "cta_note")  # fmt: skip
_TITLES = ("title", "name", "question", "statistic", "label")
_ITEMS = ("items", "item", "slides", "feature", "categories", "prospective", "announcement",
          "typewriter", "logos", "questions", "stats")  # fmt: skip
_GALLERY = re.compile(r"\{\{<\s*gallery\s+album=\"([\w-]+)\"[^{}]*\}\}")
_FENCED = re.compile(r"(?ms)^(```|~~~).*?^\1|^#{1,5}(?= )")
"""Code, and what begins a heading."""
_SHORT = 80
"""Characters of a text that is beside the name of its item."""


def _without_samples(site: Hugo, path: str, content: Fields) -> bool:
    """Take items out of a block that are the template's; return whether there were any."""
    has_some = False
    for name in _ITEMS:
        for one in content.mappings(name):
            said = (str(one[word]) for word in (*_TITLES, *_WORDS) if one.get(word))
            if any(map(one.get, _WORDS)) and site.are_samples(path, *said):
                content[name] = [other for other in content[name] if other is not one]
                has_some = True
    return has_some


def _said(site: Hugo, part: Fields, title: str = "") -> str:
    """Return what a block, or an item of it, shows: texts, pictures, buttons, items."""
    said = (part.inside(one).get("label") or part.get(one) for one in _WORDS)
    texts = list(dict.fromkeys(one.strip() for one in said if isinstance(one, str) and one.strip()))
    buttons = [one for one in part.values() if isinstance(one, Fields)]
    buttons += part.mappings("buttons", "cta_buttons")
    links = [(one.said("label", "text", "name"), one.said("url", "link")) for one in buttons]
    links.append((part.said("cta_label"), part.said("cta_url")))
    found = (part.mappings(name) or [part.inside(name)] for name in _ITEMS)
    inside = [one for some in found for one in some if one]
    inner = (_said(site, one, _title(one)) for one in inside)
    named = ("features", "topics", "strings", "suggestions")
    lists = (one for name in named for one in flat(part.get(name)))
    head = [f"**{title}**"] if title else []
    if title and len(texts) == 1 and len(texts[0]) < _SHORT and "\n" not in texts[0]:
        head, texts = [f"**{title}** {texts[0]}"], []
    return "\n\n".join(filter(None, [
        _picture(site, part), *head, *texts, "\n".join(f"- {one}" for one in lists),
        " · ".join(f"[{label}](<{to}>)" for label, to in links if label and to), *inner,
    ]))  # fmt: skip


def _title(one: Fields) -> str:
    """Return what an item is called, with the link that its tile was."""
    title, to = one.said(*_TITLES), one.said("url", "link")
    return f"[{title}](<{to}>)" if title and to else title


def _picture(site: Hugo, part: Fields) -> str:
    """Return the picture of a block or a slide, unless it is the template's."""
    image, back = part.get("image"), part.inside("background")
    names = [part.get("hero_media"), part.get("overlay_img"), back.get("media")]
    names += [part.inside("image").get("filename"), back.inside("image").get("filename")]
    names += [image, back.get("image")]
    name = next((str(one) for one in names if isinstance(one, str) and one), "")
    there = site.tree.first(*(f"{folder}/{name}" for folder in ("assets/media", "static/img")))
    is_sample = there and site.options.samples.holds_file(site.tree, there)
    return "" if is_sample or not name else picture(name)


def _take_email(site: Hugo, email: str) -> None:
    """Take an address of mail for the owner's, if it has none; not a hidden one: `a at b`."""
    person, is_hidden = site.plan.site["person"], mail_of(email) != email
    person["email"] = person.get("email") or ("" if is_hidden or "@example." in email else email)


_CONTACT = ("email", "phone", "address", "directions", "office_hours", "appointment_url",
            "contact_links", "skype", "telegram")  # fmt: skip
"""What the contact block shows; that of Academic 4 had it in `params`."""
_OF_NOBODY = re.compile(
    r"test@example\.org|450 Serra Mall|(?:skype:)?echo123(?:\?call)?|@?Telegram|888 888 88 88|"
    r"https?://(?:www\.)?(?:twitter\.com/Twitter|calendly\.com|zoom\.(?:com|us)|keybase\.io|"
    r"discourse\.gohugo\.io)/?"
)
"""What the template has in its contact block as an example."""
_CALL = re.compile(r"\[[^\]]*\]\(skype:([^?)]+).*")


def _own(value: Any, site: Hugo, path: str) -> Any:
    """Return a part of the contact block that is the owner's: without the template's examples."""
    if isinstance(value, list):
        return [own for one in value if (own := _own(one, site, path))]
    texts = list(map(str, value.values())) if isinstance(value, Fields) else [str(value or "")]
    samples = site.options.samples
    is_one = any(_OF_NOBODY.fullmatch(text) or samples.holds(text) for text in texts)
    for text in filter(None, texts if is_one else ()):
        site.plan.findings.add("left", "template-sample", path, text)
    return "" if is_one else value


def _contact(site: Hugo, path: str, content: Fields) -> str:
    """Return how the owner says to be reached, as a list without street and telephone."""
    other, settings = site.settings("params")
    here = [mapping_of(**{one: _own(part.get(one), site, file) for one in _CONTACT})
            for part, file in ((content, path), (settings, other))]  # fmt: skip
    said, path = (here[0], path) if any(here[0].values()) else (here[1], other)
    email, place = said.said("email"), said.inside("address")
    hours = said.get("office_hours")
    _take_email(site, email)
    street = place.get("street") or ("" if place else said.get("address"))
    links = [(one.get("name"), one.get("link")) for one in said.mappings("contact_links")]
    phones = [one for one in links if not one[1] and re.fullmatch(r"[+\d ().-]{7,}", str(one[0]))]
    links = [one for one in links if one not in phones]
    for name, value in (("phone", said.get("phone") or phones), ("street", street)):
        if value:
            site.plan.findings.add("secret", "private-contact", path, name)
    links += [("Book an appointment", to)] if (to := said.get("appointment_url")) else []
    lines = [
        f"[{email}](mailto:{email})" if EMAIL.fullmatch(email) else email,
        ", ".join(str(place[one]) for one in ADDRESS if place.get(one)),
        said.get("directions"),
        *(hours if isinstance(hours, list) else [hours]),
        *(f"{one.title()}: {said[one]}" for one in ("skype", "telegram") if said.get(one)),
        *(
            _CALL.sub(r"Skype: \1", f"[{label or to}]({to})") if to else label
            for label, to in links
        ),
    ]
    return "\n\n".join(filter(None, [
        content.said("text"), "\n".join(f"- {one}" for one in lines if one),
        _said(site, mapping_of(prospective=content.inside("prospective"))),
    ]))  # fmt: skip
