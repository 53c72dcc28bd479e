"""academicpages: a template for Jekyll, derived from Minimal Mistakes, with a file for each record.

Format: github.com/academicpages/academicpages.github.io, its `_config.yml` and sample files.
"""

import html
import re
from collections.abc import Iterator

from generator.importing.plan import Document, Entry, SitePlan, target_of
from generator.importing.reading import NOT_NEEDED, FieldReader, SourcePage
from generator.importing.report import OF_TEMPLATE
from generator.importing.source_tree import SourceTree
from generator.importing.sources.jekyll.al_folio_cv import take_resume
from generator.importing.sources.jekyll.pages import (
    ALL,
    add_with_text,
    drop_empty,
    give_values,
    id_of_file,
    needs_list,
    note_lists,
    take_collections,
    take_pages,
    take_people,
)
from generator.importing.sources.jekyll.site import Jekyll, show
from generator.importing.sources.people import named, names_in_citation, names_of, take_profiles
from generator.importing.sources.source import ImportOptions, take_bibliographies
from generator.importing.texts.liquid import PAPERS

_KINDS = {"manuscripts": "journal", "conferences": "conference", "books": "book",
          "journals": "journal", "preprints": "preprint", "theses": "thesis",
          "workshops": "workshop", "reports": "report", "chapters": "chapter"}  # fmt: skip
_HEADINGS = ("Books", "Journal Articles", "Conference Papers")
"""What the template calls categories of papers."""
_UNPUBLISHED = re.compile(r"\b(?:working|preprints?|manuscripts|under review|submitted)\b", re.I)
_TALKS = [("keynote", "keynote"), ("tutorial", "tutorial"), ("panel", "panel"),
          ("seminar", "seminar"), ("invited", "invited"), ("conference", "conference")]  # fmt: skip
_TERM = re.compile(
    r"\b(Spring|Summer|Fall|Autumn|Winter)\s*(?:Quarter|Semester)?,?\s*(20\d{2})", re.IGNORECASE
)
_CODE = re.compile(r"([A-Z]{2,6}[ -]?\d{1,4}[A-Z]{0,2})\s*[:–-]\s+(.+)")
_NO_NAME = re.compile(
    r"[!?]|['’]s\s|\b(?:contact|profile|info|page)s?\Z|\A(?:(?:about|all|author|connect|contact|find|follow|get|hello|here|hey|hi|home|in|info|"
    r"links|me|my|of|out|profile|reach|say|to|touch|us|welcome|with)\b\W*)+\Z|关于|联系|欢迎",
    re.I,
)
"""Words above the portrait that are no name."""
_ARCHIVES = r"/(?:year-archive|tags|categories|posts|blog|page\d*|category|tag)(?:/.*)?"
"""Archives and lists that the theme made."""


class Academicpages:
    """A site made with academicpages."""

    kind = "academicpages"

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what shows that this is one."""
        if not tree.has("_config.yml"):
            return []
        folders = [
            f for f in ("_publications/", "_talks/", "_teaching/", "_portfolio/") if tree.below(f)
        ]
        theme = "_includes/author-profile.html"
        if tree.below("_bibliography/") and not tree.has(theme):
            return []
        found = folders + ([theme] if tree.has(theme) else [])
        return [*found, "_config.yml"] if found else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan."""
        site = Jekyll.of(tree, plan, options)
        plan.leads = [(_ARCHIVES, "/posts/")]
        _person(site)
        for kind in ("talks", "teaching", "portfolio", "publications"):
            plan.lists["projects" if kind == "portfolio" else kind] = f"/{kind}/"
        site.posts()
        pages = take_pages(site)
        _home(site, pages)
        note_lists(site, pages)
        take_people(site)
        take_bibliographies(tree, site.bibliographies, "", plan, options)
        others = [name for name in site.collections if _is_of_papers(site, name)]
        plan.variables[PAPERS] = others
        for name in ("publications", *others):
            _publications(site, name)
        _talks(site)
        _teaching(site)
        _portfolio(site, "portfolio")
        if not plan.entries.get("projects") and "projects" not in others:
            others = [*others, "projects"]
            if "/projects/" in site.samples:
                plan.lists["projects"] = "/projects/"
            _portfolio(site, "projects")
        kinds = ("publications", "projects")
        shown = (one for kind in kinds for one in plan.entries.get(kind, []))
        if any(one.values["preview"] for one in shown):
            show(plan, teaser="small")
        take_collections(site, besides=("publications", "talks", "teaching", "portfolio", *others))
        drop_empty(site, pages)
        for kind, title in (("publications", "Publications"), ("talks", "Talks"),
                            ("teaching", "Teaching"), ("projects", "Portfolio"),
                            ("people", "People")):  # fmt: skip
            needs_list(site, kind, title)
        _resume(site, pages)
        _menu(site)
        give_values(site)
        site.files()
        site.reader.drop(NOT_NEEDED["academicpages: settings"], "setting-not-needed")
        site.rest()


def _person(site: Jekyll) -> None:
    plan, reader = site.plan, site.reader
    author = FieldReader(reader.mapping("author"), reader.file, plan.findings)
    name, own = author.text("name"), reader.text("name") or reader.text("title")
    if _NO_NAME.search(name) and own:
        plan.findings.add("guessed", "person-name", reader.file, name, f"person.name: {own}")
        name = own
    name, mail = name or own, author.text("email").strip("“”‘’«»")
    person: dict[str, object] = {
        **named(name or "TODO"),
        "affiliation": author.text("employer"),
        "location": author.text("location"),
        "bio": re.sub(r"\s*<br\s*/?>\s*", ", ", author.text("bio")),
        "email": "" if "://" in mail else mail,
        "url": author.text("uri") or (mail if "://" in mail else ""),
    }
    avatar = author.text("avatar")
    if avatar:
        path = avatar if site.tree.has(avatar.lstrip("/")) else f"images/{avatar}"
        path = path.lstrip("/")
        is_there = site.tree.has(path)
        if is_there and not site.options.samples.holds_file(site.tree, path):
            person["portrait"] = path
        if not is_there and "://" not in avatar:
            plan.findings.add("lost", "picture", reader.file, avatar)
    pronouns = author.text("pronouns")
    if pronouns:
        plan.findings.add("lost", "field", reader.file, f"pronouns: {pronouns}")
    take_profiles(author, person)
    person["links"] = _named_links(site, author) | dict(person["links"] or {})  # type: ignore[call-overload]
    author.rest("setting")
    plan.site["person"] = person
    title = reader.text("title")
    plan.site["title"] = "" if title in (name, person["name"]) else title
    plan.site["description"] = reader.text("description")


def _home(site: Jekyll, pages: list[Document]) -> None:
    """Have the home show its text alone; what its title says behind the name is the role."""
    show(site.plan, home_sections=())
    person = site.plan.site["person"]
    names = {str(site.config.get(one)) for one in ("title", "name")} | {str(person["name"])}
    any_name = "|".join(map(re.escape, names))
    for page in pages:
        title, name = str(page.front["title"]), str(person["name"])
        behind = re.fullmatch(rf"(?:{any_name})\s*[-–—|,:]\s*(.+)", title)
        if page.address == "/" and behind:
            person["role"], page.front["title"] = behind[1], name
        is_alone = str(page.variables.get("author_profile")).lower() == "false"
        if page.address == "/" and is_alone and person["bio"]:  # it stood in the sidebar
            site.plan.findings.add(
                "lost", "field", site.reader.file, f"author.bio: {person['bio']}"
            )
            person["bio"] = ""


def _read(
    site: Jekyll, name: str, kind: str
) -> Iterator[tuple[str, SourcePage, FieldReader, Entry, Document]]:
    """Yield the documents of a collection, each with a record that has its id and its address.

    A record is added when the caller has filled it.
    """
    for path, page, fields, document in site.collection(name):
        values = {"id": id_of_file(path), "preview": document.front["image"]}
        entry = Entry(values=values, source=path, line=1, address=document.address)
        yield path, page, fields, entry, document
        fields.words("tags")
        fields.rest(not_needed=NOT_NEEDED["jekyll: fields"])
        add_with_text(site, kind, entry, page, document)


def _is_of_papers(site: Jekyll, name: str) -> bool:
    """Whether a collection of the owner's own holds papers, as those that are not published yet."""
    texts = [site.tree.text_if_any(path) for path in site.tree.below(f"_{name}/", ".md")]
    fields = (
        r"(?:citation|venue|authors?):[ \t]*\S" if name == "projects" else "(?:paperurl|citation):"
    )
    has_papers = any(re.search(f"^{fields}", text, re.MULTILINE) for text in texts)
    return has_papers and name not in ("posts", "publications", "talks", "teaching", "portfolio")


def _publications(site: Jekyll, name: str) -> None:
    headings: dict[str, dict[str, None]] = {}
    for path, page, fields, entry, document in _read(site, name, "publications"):
        title, citation = document.front["title"], fields.text("citation")
        if not citation and (below := _RECOMMENDED.search(page.body)):
            citation = below[1].strip()
        citation = html.unescape(citation)
        authors = names_of(fields.value("authors", "author"))
        citation = "" if citation.startswith("Your Name, You") else citation  # of the template
        document.front["description"] = summary = _summary(site, entry, document)
        if authors and {*_words(summary)} - {"and"} == {*_words(" ".join(authors))}:
            summary = document.front["description"] = ""
        if not (citation or authors) and names_in_citation(summary, title):
            citation, document.front["description"] = summary, ""  # its list showed it
        authors = _with_meant_stars(site, authors, path)
        links = _links(fields)
        venue = html.unescape(fields.text("venue", "journal", "conference"))
        if doi := re.search(r"\b10\.\d{4,9}/[^\s<>\"\)\]]+[\w/)]", citation):
            links.setdefault("doi", f"https://doi.org/{doi[0]}")
        said = re.sub(r"(?i)<[^<>]*>|\b(?:(?:19|20)\d\d|forthcoming)\b", " ", citation)
        if venue and not {*_words(said)} - {*_words(venue)}:
            citation = ""  # it repeats the venue
        if citation and not authors:
            authors = names_in_citation(citation, title)
            entry.values["note"] = "" if authors else citation
            entry.guessed.add("authors" if authors else "note")
            became = ", ".join(authors) or "the whole citation"
            code = "authors" if authors else "citation-as-note"
            site.plan.findings.add("guessed", code, path, citation, became,
                                   line=fields.line("citation"))  # fmt: skip
        known = {*_words(f"{title} {venue} {authors} {fields.day('date')}"), "and", "et", "al"}
        if authors and {*_words(re.sub("<[^<>]*>", " ", citation))} - known:
            site.plan.findings.add("lost", "citation", path, citation, line=fields.line("citation"))
        category = fields.text("category")
        entry.values |= {
            "title": title or "TODO",
            "authors": authors,
            "venue": venue,
            "date": fields.day("date"),
            "kind": _KINDS.get(category, ""),
            "links": links | _named_links(site, fields),
            "tags": [name] if name != "publications" else [],
        }
        _from_bibtex(fields.text("bibtex", "bib"), entry)
        heading = site.config.inside("publication_category").inside(category).get("title")
        if heading and _UNPUBLISHED.search(str(heading)):
            entry.values["kind"] = "preprint"
        if heading and heading not in _HEADINGS:
            kind = str(entry.values["kind"] or "other")
            headings.setdefault(kind, {})[str(heading)] = None
        _text_of_paper(site, entry, page, document)
    for kind, titles in headings.items():  # their lists showed papers below them
        site.plan.site.setdefault("words", {})[f"kind.{kind}"] = " / ".join(titles)


def _with_meant_stars(site: Jekyll, authors: list[str], path: str) -> list[str]:
    """Return authors whose stars mean what they do where no page explains them: on the first author
    that two did the same, on others alone that one writes to them."""
    starred = [name for name in authors if name.endswith("*")]
    if not starred or site.says_equal:
        return authors
    is_equal = authors[0] in starred
    became = "equal contribution" if is_equal else "corresponding author"
    site.plan.findings.add("guessed", "authors", path, f"* ({', '.join(starred)})", became)
    return authors if is_equal else [re.sub(r"\*$", "✉", name) for name in authors]


_LINKS = {
    "url": ("paperurl", "url", "link"), "slides": ("slidesurl", "slides"),
    "citation": ("bibtexurl",), "code": ("codeurl", "code", "github"),
    "video": ("videourl", "video"), "doi": ("doi",), "arxiv": ("arxiv",),
}  # fmt: skip
"""Kind of link -> the fields that name one."""


def _links(fields: FieldReader) -> dict[str, str]:
    links: dict[str, str] = {}
    for kind, names in _LINKS.items():
        found = re.sub(r"^\[[^\]]*\]\(([^()\s]+)\)$", r"\1", fields.text(*names))
        if found:
            host = re.match(r"https?://(?:dx\.|www\.)?(doi|arxiv)\.org/", found)
            is_pdf = found.lower().endswith(".pdf")
            own = "pdf" if is_pdf else host[1] if host else "url"
            links[own if kind == "url" else kind] = found
    for name in fields.fields:
        if "video" in name and str(fields.fields[name]).startswith("http"):
            links.setdefault("video", fields.text(name))
    return links


def _named_links(site: Jekyll, fields: FieldReader) -> dict[str, dict[str, str]]:
    """Return the links in fields that only the owner's own includes know, with their words."""
    found = {}
    for name, value in fields.fields.items():
        is_of_other = name.endswith("_url") and name[:-4] in fields.fields
        is_link = isinstance(value, str) and re.match("https?://", value)
        if name not in fields.taken and is_link and not is_of_other:
            found[name] = {"to": fields.text(name), "label": _words_of_link(site, name)}
    return found


def _words_of_link(site: Jekyll, field: str) -> str:
    """Return the words with which an include shows the address in a field."""
    link = rf"<a\b[^<>]*\{{\{{ *\w+\.{re.escape(field)}\b[^<>]*>(?:<[^<>]*>|\s)*([^<>{{}}]+)<"
    texts = (text for path, text in site.templates.items() if path.startswith("_includes/"))
    found = (words[1].strip() for text in texts if (words := re.search(link, text)))
    return next(filter(None, found), field.replace("_", " ").capitalize())


def _from_bibtex(text: str, entry: Entry) -> None:
    """Take from the BibTeX in a paper's front matter what the record does not say."""
    for name, value in re.findall(r"\b(doi|pages|volume|number)\s*=\s*[{\"]([^{}\"]+)", text):
        if name != "doi" or "doi" not in entry.values["links"]:
            entry.values.setdefault(name, value.replace("--", "–").strip())


_NO_ABSTRACT = re.compile(
    r"^(?:#{1,6} |[ \t]{0,9}(?:[-*+]|\d+\.) |!\[|[<|]|\{%|[=-]{3})", re.MULTILINE
)
"""Begins a heading, a list, a picture or a table."""


_ONLY_LINK = re.compile(
    r"^[ \t]*(?:\[([^\]<!]+)\]\((https?://[^()\s]+|/[^()\s]+)\)|"
    r"<a\s[^<>]*?href\s*=\s*[\"']([^\"'<>]+)[\"'][^<>]*>([^<]+)</a>)(?:\{:[^}]*\})?[ \t]*(?:\n|\Z)",
    re.MULTILINE,
)


def _own_link(match: re.Match[str], entry: Entry) -> str:
    """Take a line that is a link alone for a link of the paper; return it where one is known."""
    words, to = match[1] or match[4], match[2] or match[3]
    kind = "pdf" if to.lower().endswith(".pdf") or "pdf" in words.lower() else "url"
    if kind in entry.values["links"]:
        return match[0]
    entry.values["links"][kind] = to if kind == "pdf" else {"to": to, "label": words.strip()}
    return ""


_SHORT = 160
"""Characters. A longer summary is taken for an abstract."""
_RECOMMENDED = re.compile(r"^Recommended citation:(.*)\Z", re.MULTILINE | re.DOTALL)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", html.unescape(text))


def _text_of_paper(site: Jekyll, entry: Entry, page: SourcePage, document: Document) -> None:
    """Part the text of a paper into its abstract and the rest; a link that is known is dropped."""
    body, summary = page.body.strip(), document.front.get("description")
    targets = [one for one in dict(entry.values["links"]).values() if isinstance(one, str)]
    for target in targets:
        link = re.escape(target)
        linked = rf"<a\s[^>]*{link}[^>]*>([^<]*)</a>|\[([^\]<!]*)\]\({link}\)(?:\{{:[^}}]*\}})?"
        body = re.sub(rf"^(?:{linked})\s*(?:\n|\Z)", "", body, flags=re.MULTILINE)
        body = re.sub(linked, lambda m: "" if (m[1] or m[2]).startswith("Download") else m[0], body)
    first, _, others = body.partition("\n\n")
    if {*_words(first)} - {"Author", "Authors", "and"} == {
        *_words(" ".join(entry.values["authors"]))
    }:
        body = others  # they stand below the title
    body = _ONLY_LINK.sub(lambda m: _own_link(m, entry), body)
    said = " ".join(_words(re.sub(r"<[^<>]*>", " ", str(summary or ""))))
    is_same = bool(summary) and _words(_RECOMMENDED.sub("", body)) == _words(str(summary))
    if is_same:
        body = ""  # as the generator of the template writes it
    elif said in " ".join(_words(body)):
        summary = ""
    found = re.match(r"\s*(?:\*\*)?Abstract:?(?:\*\*)?:?\s*(.+)", body, re.DOTALL)
    is_short = body.strip().count("\n\n") < 3
    if not found and not summary and is_short and not _NO_ABSTRACT.search(body):
        found = re.fullmatch(r"\s*(.+)", body, re.DOTALL)
    if found and not re.search(r"^#{1,6} ", found[1], re.MULTILINE):
        entry.values["abstract"] = _RECOMMENDED.sub("", found[1]).strip()
        body = ""
        if summary and summary not in found[1]:
            site.plan.findings.add("lost", "field", entry.source, f"excerpt: {summary}")
    elif summary and len(said) < _SHORT:
        note = entry.values.get("note")
        entry.values["note"] = f"{note} {summary}" if note else summary
    elif summary:
        entry.values["abstract"] = summary
    entry.values["body"] = body.strip()


def _talks(site: Jekyll) -> None:
    for _, _, fields, entry, document in _read(site, "talks", "talks"):
        word = fields.text("type")
        kind = next((ours for part, ours in _TALKS if part in word.lower()), "")
        entry.values |= {
            "title": document.front["title"] or "TODO",
            "event": html.unescape(fields.text("venue")),
            "location": fields.text("location"),
            "date": fields.day("date"),
            "kind": kind,
            "details": [word] if word.lower() not in ("", "talk") else [],
            "links": _links(fields),
            "body": _summary(site, entry, document),
        }


def _teaching(site: Jekyll) -> None:
    for path, _, fields, entry, document in _read(site, "teaching", "teaching"):
        title = str(document.front["title"] or "TODO")
        said = fields.text("term", "semester")
        term, code = _TERM.search(said or title), _CODE.fullmatch(title)
        place = fields.text("location")
        entry.values |= {
            "course": code[2] if code else title,
            "code": code[1] if code else "",
            "role": fields.text("type", "role"),
            "institution": fields.text("venue", "institution"),
            "date": f"{term[1].capitalize()} {term[2]}" if term else fields.day("date")[:4],
            "details": [place] if place else [],
            "links": _links(fields),
            "body": _summary(site, entry, document),
        }
        if term and not said:
            entry.guessed.add("date")
            site.plan.findings.add("guessed", "term", path, title, str(entry.values["date"]))
        fields.value("date", "institution")


def _portfolio(site: Jekyll, name: str) -> None:
    for _, _, fields, entry, document in _read(site, name, "projects"):
        leads = fields.text("redirect_to")
        links = _links(fields)
        entry.values |= {
            "title": document.front["title"] or "TODO",
            "date": fields.day("date") or fields.text("year"),
            "links": {"page": leads, **links} if leads else links,
            "body": _summary(site, entry, document),
        }
        if leads:
            entry.address = ""
    if any(f"in site.{name} reversed" in text for text in site.texts):
        site.plan.entries.get("projects", []).reverse()


def _resume(site: Jekyll, pages: list[Document]) -> None:
    """Make a CV of the JSON Resume that a page of the template showed."""
    page = next((one for one in pages if "include cv-template" in one.body), None)
    if page in site.plan.documents and site.tree.has("_data/cv.json"):
        assert page is not None
        page.body = ""
        if not take_resume(site, "_data/cv.json", page):
            site.plan.documents.remove(page)
            site.plan.taken.pop(page.source)
            site.plan.gone[page.address] = OF_TEMPLATE
            site.plan.leave(page.source, "template-sample")


def _summary(site: Jekyll, entry: Entry, document: Document) -> str:
    """Return the summary of a record, which lists show; a picture in it is the preview."""
    summary = str(document.front.get("description") or "")
    # The description is empty where there is but a picture.
    picture = _IN_SUMMARY.search(summary or str(document.variables.get("excerpt") or ""))
    shown = site.tree.first((picture[1] or picture[2]).lstrip("/")) if picture else ""
    if not shown:
        return summary
    entry.values["preview"] = entry.values["preview"] or f"/{shown}"
    return re.sub(r"(?:\s|<br\s*/?>)++\Z", "", _IN_SUMMARY.sub("", summary))


_IN_SUMMARY = re.compile(
    r"<img\b[^<>]*?\ssrc\s*=\s*[\"']([^\"'<>]+)[^<>]*>|!\[[^\]]*\]\(([^()\s]+)\)"
)


def _menu(site: Jekyll) -> None:
    path, data = site.data("navigation")
    site.plan.menu = [
        {"to": str(one["url"]), "label": str(one["title"])}
        for one in data.mappings("main", "") if one.get("url") and one.get("title")
    ]  # fmt: skip
    if path:
        site.plan.take(path, "content/site.yaml")
        site.plan.menu = site.plan.menu or [{"to": "/"}]  # where it is empty, the header was
    labels = {one["to"]: one.get("label", "") for one in site.plan.menu}
    known = {page.address.strip("/") for page in site.plan.documents} | site.plan.redirects.keys()
    for to, label in labels.items():  # a collection without a page: its documents are listed
        if (name := to.strip("/")) in site.shown.keys() - known - {*site.plan.lists}:
            body, target = ALL.format(name), target_of(f"/{name}/")
            page = Document(source=path, target=target, address=f"/{name}/",
                            front={"title": label}, body=body, syntax="liquid")  # fmt: skip
            site.plan.add_document(page)
    for page in site.plan.documents:
        page.front["title"] = page.front.get("title") or labels.get(page.address, "")
