"""Records that Jekyll has as documents with texts: members, and what all kinds of them share."""

import posixpath
import re

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, flat
from generator.importing.plan import Document, Entry, address, address_of_target, id_of, target_of
from generator.importing.reading import SourcePage
from generator.importing.sources.jekyll.site import COMMENTED, Jekyll
from generator.importing.sources.people import group_of, named, take_profiles
from generator.importing.sources.source import TRANSLATED, in_languages
from generator.importing.texts.liquid import PEOPLE, kinds_in, without_texts
from generator.model.languages import language

TAGS = re.compile(
    r"<[^<>]+>|\{%(?:(?!\{%).)*?%\}|\{\{(?:(?!\{\{).)*?\}\}|<!--(?:(?!<!--).)*?-->", re.DOTALL
)
"""What no reader sees of a text: tags of HTML and Liquid, comments."""
_REMARK = re.compile(
    r"<!--(?=\s*(?:(?:_?pages/[\w./-]+|Bibsearch Feature)\s*-->|\{%))(?:(?!-->).)*-->", re.DOTALL
)
"""A remark of a template, or tags that are switched off."""
_LONG = 1200
"""Characters. A longer text, or one with headings, is read on a page of its own."""
_LINE = 90
"""Characters of what a card of a member says below the name. A longer text is a biography."""
_OF_PAGE = re.compile(r"^(?:#{1,6} |[-*+] .*\n+[-*+] )", re.MULTILINE)
"""A heading, or a list: the text of a page, and not of one record."""
_READ_APART = re.compile(r"^#{1,6} |(?s:(?:<img\b|!\[).*(?:<img\b|!\[))", re.MULTILINE)
"""A heading, or several pictures: too much for a list."""
_WITH_PAGES = ("projects", "talks", "teaching", "news")
"""Kinds of records that have a page of their own when they have a text."""
_SHOWN = re.compile(
    r"(?:[>}][^\w<>{}]*((?:\w[^<>{}]*)?)\{\{-?\s*|\{%-?\s*for\s+\w+\s+in\s+(?!site\.))(?!site\.)\w+\.(\w+)"
)
_NOT_SHOWN = re.compile(r"<(script|style|title)\b(?:(?!<\1\b).)*?</\1>|<[^<>]*>", re.DOTALL)


def fields_shown(text: str) -> dict[str, str]:
    """Return the fields that templates show as words, or as lists of them, with the words that
    stand before them there."""
    found = _SHOWN.findall(_NOT_SHOWN.sub("<>", text))
    return {name: before.strip() for before, name in found}


LOOP = re.compile(r"\{%-?\s*for\b(?:(?!\{%-?\s*for\b).)*?\bendfor\b[^}]*\}", re.DOTALL)
_OF_ONE = re.compile(r"(?s)\{%-? (?:els)?if \w+\.collection == .(\w+). -?%\}(?:(?!\{%-? e[ln]).)*")
"""What a template shows of documents of one collection."""


def fields_of(name: str, site: Jekyll) -> tuple[dict[str, str], set[str]]:
    """Return the fields that templates show of documents of a collection, as `fields_shown`, and
    those that they show only of others: in branches, and in the includes of their lists."""
    own, others = set[str](), set[str]()
    for loop in LOOP.findall("\n".join(site.texts)):
        names = re.findall(r"\bsite\.(\w+)", loop)
        found = own if name in names or not names else others
        found |= {*re.findall(r"\binclude\s+([\w./-]+)", loop)}
    left = {site.templates.get(f"_includes/{one}") for one in others - own}
    texts = "\n".join(text for text in site.texts if text not in left)
    shown = fields_shown(_OF_ONE.sub(lambda m: m[0] if m[1] == name else "", texts))
    return shown, fields_shown("\n".join(site.texts)).keys() - shown.keys()


def without_remarks(text: str) -> str:
    """Return a text without the remarks of a template; its lines keep their numbers."""
    return _REMARK.sub(lambda m: "\n" * m[0].count("\n"), text)


def overwrites(site: Jekyll, document: Document) -> bool:
    """Put a document in the place of the page at its address, since the last that Jekyll writes
    stays (`Site#each_site_file`: pages, then documents); whether there was one. Lists have both
    of two records, and one gets another address."""
    plan, folder = site.plan, document.target or document.source.partition("/")[0]
    there = (one for one in plan.documents if not (one.is_post or one.source.startswith(folder)))
    page = next((one for one in there if one.address == document.address), None)
    if page is None or not document.address:
        return False
    why = f"{document.source} has the same address, and Jekyll wrote it later"
    plan.taken.pop(page.source)
    site.hide(page.source, why)
    document.target = page.target
    document.front["permalink"] = page.front.get("permalink")
    for name in document.__struct_fields__:
        setattr(page, name, getattr(document, name))
    plan.take(page.source, page.target)
    return True


def take_people(site: Jekyll, pages: list[Document]) -> None:
    """Make members of the people in collections and in data, of which sites of groups are made.

    Their texts say what templates showed of them; what none asks for was never seen.
    """
    texts = "\n".join(site.texts)
    words, asked = {*fields_shown(texts)}, {*re.findall(r"[.\"'](\w+)", texts)}
    for name in PEOPLE:
        asked_for = (one.variables.get("display_categories") for one in pages
                     if f"site.{name}" in one.body)  # fmt: skip
        if groups := next(filter(None, map(flat, asked_for)), []):
            site.plan.site["groups"] = list(dict.fromkeys(group_of(site.plan, g) for g in groups))
        usual = name if name in ("students", "alumni") else ""
        for path, page, _, document in site.cards(name, pages):
            if site.templates and not (page.body.strip() or is_listed(site, name)):
                site.hide(path, "no page shows it")
                continue
            said = Fields()
            said.update({**page.fields.inside("profile"), **page.fields})
            entry = _member(site, path, said, usual, words, asked)
            entry.values["id"], entry.address = id_of_file(path), document.address
            add_with_text(site, "people", entry, page, document)
        path, data = site.data(name)
        for heading in () if path and site.is_sample_file(path) else data:
            for one in data.mappings(heading):
                group = heading.replace("_", " ") or usual
                member = _member(site, path, one, group, words, asked)
                site.plan.add_entry("people", member)


def is_listed(site: Jekyll, name: str) -> bool:
    """Whether a page, or a template, shows documents of a collection that have no pages."""
    pages = [f"site.{one.variables.get('collection')} {one.body}" for one in site.plan.documents]
    pages += [one.body for one in site.samples.values()]
    texts = COMMENTED.sub("", "\n".join([*site.templates.values(), *pages]))
    return bool(re.search(rf"\bsite(?:\.|\[[\"']){name}\b", texts))


def _member(
    site: Jekyll, path: str, said: Fields, usual: str, words: set[str], asked: set[str]
) -> Entry:
    fields = FieldReader(said, path, site.plan.findings)
    heading = fields.text("group", "category", "status") or usual
    name, title = fields.text("name"), fields.text("title")
    role = fields.text("role", "position", "job_title", "degree") or (title if name else "")
    picture = fields.text("image", "img", "photo", "avatar", "picture", "headshot").strip("/")
    field = next((one for one in said if str(said[one]).strip("/") == picture), "")
    shown = site.picture(path, picture, f"{field}: {said.get(field)}")
    values: dict[str, object] = {
        **named(name or title or "TODO"), "role": "" if role in (name, heading) else role,
        "group": group_of(site.plan, heading.capitalize(), role), "portrait": shown and f"/{shown}",
        "affiliation": fields.text("affiliation", "organization", "institution", "department"),
        "bio": fields.text("bio", "description", "info", "interests", "research"),
        "url": fields.text("website", "url", "homepage", "redirect"),
        "email": fields.text("email", "mail"),
    }  # fmt: skip
    below = said.said("description")  # the name, on a card
    if not role and values["bio"] == below and len(below) < _LINE:
        values |= {"role": below, "bio": ""}
    values.pop("prefix", None)  # members have none
    take_profiles(fields, values)
    fields.value("profile", "permalink")
    others = [fields.text(name) for name in said if name in words - fields.taken]
    texts = [str(values["bio"]), *(one for one in others if one != heading)]
    values["bio"] = re.sub(r"(?:\s*<br\s*/?>)+\s*", " ", "\n\n".join(filter(None, texts)))
    fields.rest(
        not_needed=NOT_NEEDED["jekyll: fields"]
        | {"weight", "order", "importance", "align", "group_rank"}
        | (said.keys() - asked if site.templates else set())
    )
    return Entry(values=values, source=path, line=1)


def id_of_file(path: str) -> str:
    """Return the id of a record that had a file of its own."""
    name = posixpath.basename(path)
    return id_of(name.rpartition(".")[0] or name) or "entry"


def add(site: Jekyll, kind: str, entry: Entry) -> str:
    """Add a record, or its texts to the one that it translates: that of the same name. Return
    what addresses in its language begin with."""
    main, code = site.plan.site["languages"][0], site.translations.get(entry.source, "")
    others = site.plan.entries.get(kind, []) if code else []
    known = next((one for one in others if one.values["id"] == entry.values["id"]), entry)
    if known is entry:
        site.plan.add_entry(kind, entry)
    for name in sorted(TRANSLATED & entry.values.keys()):
        known.values[name] = in_languages(known.values.get(name), entry.values[name], main, code)
    site.plan.take(entry.source, f"content/{kind}.yaml")
    return f"/{code}" if code else ""


def add_with_text(
    site: Jekyll,
    kind: str,
    entry: Entry,
    page: SourcePage,
    document: Document,
    is_page: bool = False,
) -> None:
    """Add a record with its text: in the record itself, or, where it is long, as a page."""
    if _OF_PAGE.search(page.body) and overwrites(site, document):
        return
    is_paper = kind == "publications"
    said = str(entry.values.get("body") or "")
    body = said if is_paper else COMMENTED.sub("", page.body).strip()
    words, all_words = (" ".join(re.findall(r"\w+", TAGS.sub(" ", one))) for one in (said, body))
    # Lists show the summary, and the page has the rest.
    is_read_apart = len(body) > _LONG or _READ_APART.search(body) or words not in all_words
    is_page |= bool(is_read_apart and document.body.strip())  # or lists showed all of it
    if body and is_page and document.address and not is_paper:
        document.front["title"] = document.front.get("title") or str(
            entry.values.get("title") or entry.values.get("course") or "TODO"
        )
        entry.address = ""
        add(site, kind, entry)
        document.target = f"content/{kind}/{entry.values['id']}.md"  # the page of this record
        if address_of_target(document.target) != document.address:
            document.front["permalink"] = document.address
        site.plan.add_document(document)
        site.plan.taken[document.source] = document.target
        return
    if body:
        entry.values["body"] = body if words in all_words else f"{said}\n\n{body}"
    entry.line = page.line
    prefix = add(site, kind, entry)
    has_page = (body or said) and kind in _WITH_PAGES and entry.address
    if is_paper or (has_page and entry.address not in site.plan.redirects):
        entry.values["permalink"] = entry.address
        entry.values["aliases"] = document.front.get("aliases")
    else:
        lists, folder = site.plan.lists, entry.source.partition("/")[0]
        lead = f"{prefix}{lists.get(folder) or lists.get(kind, f'/{kind}/')}#{entry.values['id']}"
        for old in [entry.address, *document.front.get("aliases", [])]:
            if old:
                site.plan.redirects.setdefault(old, lead)
    is_seen = not prefix and document.source not in site.plan.protected
    if is_paper and is_seen and "\n\n" in body:  # above it, a paper has but one paragraph
        document.target, document.body = f"content/publications/{entry.values['id']}.md", body
        document.front = {"title": document.front["title"]}
        site.plan.add_document(document)
        entry.values |= {"page": document.target.removeprefix("content/"), "body": ""}


def needs_list(site: Jekyll, kind: str, title: str) -> None:
    """Add a page that lists the records of a kind where the source has none."""
    others = [one for one in site.plan.documents if site.in_no_language(one.address) != "/"]
    has_list = any(f":::{{{kind}}}" in one.body for one in others)
    where = site.plan.lists.get(kind, f"/{kind}/")
    members = [one for one in site.plan.entries.get("people", []) if one.values.get("group")]
    if has_list or not (members if kind == "people" else kind in site.plan.kinds()):
        return  # people without a group are authors of papers
    hidden = [one.source in site.plan.protected for one in site.plan.entries.get(kind, [])]
    if (hidden and all(hidden)) or any(one.address == where for one in site.plan.documents):
        return
    page = site.samples.get(where)  # its words are the template's, and its query is the owner's
    fields, body = (page.variables, page.body) if page else (Fields(), "")
    source = page.source if page else "_config.yml"
    said = fields.said("description")
    said = "" if site.options.samples.holds(said) else said
    usual = f":::{{{kind}}}\n{without_texts(kind, site.plan.variables)}:::\n"
    body = without_remarks(body) if kind in kinds_in(body) else usual
    for code in ("", *map(str, site.plan.site["languages"][1:])):
        word, at = language(code).word(kind) if code else title, address(code, where)
        front = {"title": str(fields.get("title") or word), "description": said}
        site.plan.add_document(
            Document(source=source, target=target_of(at), address=at, front=front,
                     body=body, syntax="liquid", variables=fields)
        )  # fmt: skip
    if not page:
        site.plan.findings.add("changed", "list-added", "_config.yml", kind, where)


# ------------------------------------------------------------------ links

_LINKS = {
    "url": ("paperurl", "url", "link"), "slides": ("slidesurl", "slides"),
    "citation": ("bibtexurl",), "code": ("codeurl", "code", "github"),
    "video": ("videourl", "video", "youtube"), "doi": ("doi",), "arxiv": ("arxiv",),
}  # fmt: skip
"""Kind of link -> the fields that name one. A link of the first kind has that of its host."""
_HOSTS = re.compile(
    r"(?P<pdf>.*\.pdf\Z)|https?://(?:dx\.|www\.)?(?:(?P<doi>doi\.org)|(?P<arxiv>arxiv\.org)|"
    r"(?P<video>youtube\.com|youtu\.be|vimeo\.com|bilibili\.com))/",
    re.IGNORECASE,
)
"""What tells the kind of a link."""


def links_of(site: Jekyll, fields: FieldReader) -> dict[str, object]:
    """Return the links that the fields of a record name; each address is one."""
    links: dict[str, object] = {}
    for usual, name in ((kind, name) for kind, names in _LINKS.items() for name in names):
        found = re.sub(r"^\[[^\]]*\]\(([^()\s]+)\)$", r"\1", fields.text(name))
        if found and found not in links.values():
            host = _HOSTS.match(found) if usual == "url" else None
            kind = str(host.lastgroup) if host else usual
            link = {"to": found, "label": _words_of_link(site, name)}
            links |= {name: link} if kind in links else {kind: found}
    for one in fields.mappings("links"):
        if (label := one.get("title") or one.get("name")) and one.get("url"):
            links[str(label).lower()] = {"to": one["url"], "label": label}
    return links | named_links(site, fields)


def named_links(site: Jekyll, fields: FieldReader) -> dict[str, dict[str, str]]:
    """Return the links in fields that only the owner's own includes know, with their words."""
    found = {}
    for name, value in fields.fields.items():
        is_of_other = name.endswith("_url") and name[:-4] in fields.fields
        is_link = isinstance(value, str) and re.match("https?://", value)
        if name not in fields.taken and is_link and not is_of_other:
            found[name] = {"to": fields.text(name), "label": _words_of_link(site, name)}
    return found


def _words_of_link(site: Jekyll, field: str) -> str:
    """Return the words with which a template shows the address in a field."""
    link = rf"<a\b[^<>]*\{{\{{ *\w+\.{re.escape(field)}\b[^<>]*>(?:<[^<>]*>|\s)*([^<>{{}}]+)<"
    found = (m[1].strip() for text in site.templates.values() if (m := re.search(link, text)))
    return next(filter(None, found), field.replace("_", " ").capitalize())
