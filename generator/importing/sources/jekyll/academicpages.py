"""academicpages: a template for Jekyll, derived from Minimal Mistakes, with a file for each record.

Format: github.com/academicpages/academicpages.github.io, its `_config.yml` and sample files.
"""

import html
import re
from collections.abc import Iterator

from generator.edit.bib_file import read_bib
from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, flat
from generator.importing.plan import Document, Entry, SitePlan
from generator.importing.private_facts import is_private
from generator.importing.reading import SourcePage
from generator.importing.report import OF_TEMPLATE
from generator.importing.source_tree import SourceTree
from generator.importing.sources import people
from generator.importing.sources.jekyll import records
from generator.importing.sources.jekyll.al_folio_cv import take_resume
from generator.importing.sources.jekyll.pages import take_site
from generator.importing.sources.jekyll.site import Jekyll
from generator.importing.sources.source import ImportOptions, show, take_bibliographies
from generator.importing.texts.liquid import FIRST, PAPERS, own_categories
from generator.importing.texts.scholar import bare_words, entries_in, rest_of_citation

_KINDS = {"manuscripts": "journal", "conferences": "conference", "books": "book",
          "journals": "journal", "preprints": "preprint", "theses": "thesis",
          "workshops": "workshop", "reports": "report", "chapters": "chapter"}  # fmt: skip
_UNPUBLISHED = re.compile(r"\b(?:working|preprints?|manuscripts|under review|submitted)\b", re.I)
_TALKS = ("keynote", "tutorial", "panel", "seminar", "invited", "conference")
_TERM = re.compile(
    r"\b(Spring|Summer|Fall|Autumn|Winter)\s*(?:Quarter|Semester)?,?\s*(20\d{2})", re.IGNORECASE
)
_CODE = re.compile(r"([A-Z]{2,6}[ -]?\d{1,4}[A-Z]{0,2})\s*[:–-]\s+(.+)")
_ARCHIVES = r"/(?:year-archive|tags|categories|posts|blog|page\d*|category|tag)(?:/.*)?"
"""Archives and lists that the theme made."""


class Academicpages:
    """A site made with academicpages."""

    kind = "academicpages"

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what shows that this is one."""
        theme, is_other = "_includes/author-profile.html", tree.below("_bibliography/")
        signs = ("_publications/", "_talks/", "_teaching/", "_portfolio/", theme)
        found = [one for one in signs if tree.below(one)]
        is_one = found and tree.has("_config.yml") and (theme in found or not is_other)
        return [*found, "_config.yml"] if is_one else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan."""
        site = Jekyll.of(tree, plan, options)
        plan.leads = [(_ARCHIVES, "/posts/")]
        for kind in ("talks", "teaching", "portfolio", "publications"):
            plan.lists["projects" if kind == "portfolio" else kind] = f"/{kind}/"
        take_site(site, _person, _records, _finish, _LISTS)


_LISTS = {"publications": "Publications", "talks": "Talks", "teaching": "Teaching",
          "projects": "Portfolio", "people": "People"}  # fmt: skip


def _records(site: Jekyll, pages: list[Document]) -> tuple[str, ...]:
    plan = site.plan
    show(plan, home_sections=())
    take_bibliographies(site.tree, site.bibliographies, "", plan, site.options)
    others = [name for name in site.collections if _is_of_papers(site, name)]
    plan.variables[PAPERS] = others
    for name in ("publications", *others):
        _publications(site, name)
    _talks(site)
    _teaching(site)
    for kind in ("publications", "talks", "teaching"):
        site.sort_newest(kind)
    _portfolio(site, "portfolio")
    if not plan.entries.get("projects") and "projects" not in others:
        others = [*others, "projects"]
        if "/projects/" in {*site.samples, *(page.address for page in pages)}:
            plan.lists["projects"] = "/projects/"
        _portfolio(site, "projects")
    if re.search(r"\bsite\.(?:portfolio|projects)\s+reversed\b", "\n".join(site.texts)):
        site.sort_newest("projects")
    shown = (one for kind in ("publications", "projects") for one in plan.entries.get(kind, []))
    if any(one.values["preview"] for one in shown):
        show(plan, teaser="small")
    return ("publications", "talks", "teaching", "portfolio", *others)


def _finish(site: Jekyll, pages: list[Document]) -> None:
    _resume(site, pages)
    _menu(site)
    site.reader.drop(NOT_NEEDED["academicpages: settings"], "setting-not-needed")


_PROFILE = re.compile(r"href=\"(https?://[^\"{}]+)\{\{ *author\.(\w+) *\}\}([^\"{}]*)\"")


def _person(site: Jekyll) -> None:
    plan, reader = site.plan, site.reader
    author = FieldReader(reader.mapping("author"), reader.file, plan.findings)
    for one in _PROFILE.finditer(site.templates.get("_includes/author-profile.html", "")):
        if re.fullmatch(r"[\w./-]+", value := author.fields.said(one[2])):
            author.fields[one[2]] = f"{one[1]}{value}{one[3]}"
    own = reader.text("name") or reader.text("title")
    name, mail = author.text("name") or own, author.text("email").strip("“”‘’«»")
    bio = re.sub(r"(?:[\s,]*<br\s*/?>)+[\s,]*", ", ", author.text("bio")).strip(", ")
    person: dict[str, object] = {
        **people.named(name or "TODO"),
        "affiliation": author.text("employer"),
        "location": author.text("location"),
        "bio": " · ".join(filter(None, (author.text("pronouns"), bio))),
        "email": "" if "://" in mail else mail,
        "url": author.text("uri") or (mail if "://" in mail else ""),
    }
    path = site.picture(reader.file, author.text("avatar"))
    if path and not site.options.samples.holds_file(site.tree, path):
        person["portrait"] = path
    if (own_page := str(person["url"])) and own_page.strip("/") != plan.site["url"].strip("/"):
        person |= {"url": "", "links": {"website": own_page}}
    people.take_profiles(author, person)
    person["links"] = records.named_links(site, author) | dict(person["links"] or {})  # type: ignore[call-overload]
    shown = records.fields_shown(site.templates.get("_includes/author-profile.html", ""))
    others = (author.text(one) for one in shown if not (one in author.taken or is_private(one)))
    person["bio"] = " · ".join(filter(None, (str(person["bio"]), *others)))
    author.rest("setting")
    plan.site["person"] = person
    title = reader.text("title")
    plan.site["title"] = "" if title in (name, person["name"]) else title
    plan.site["description"] = reader.text("description")


_AROUND = re.compile(r"<(/?)(?:div|p|section|table|[uo]l|center|details)\b")
"""Begins and ends HTML in which there may be an empty line."""
_CHOSEN_BY = re.compile(r"\.(\w+)\s*[!=]=\s*[\"']?(\w*)")
"""A field by which a template decides what it shows, and the value that it looks for."""


def _read(
    site: Jekyll, name: str, kind: str
) -> Iterator[tuple[str, SourcePage, FieldReader, Entry, Document]]:
    """Yield the documents of a collection, each with a record that has its id and its address.

    A record is added when the caller has filled it.
    """
    shown, of_others = records.fields_of(name, site)
    chosen_by = {*_CHOSEN_BY.findall("\n".join(site.texts))}
    not_needed = NOT_NEEDED["jekyll: fields"] | {field for field, _ in chosen_by} | of_others
    settings = site.collections.get(name)
    is_seen = settings is None or settings.is_on("output") or records.is_listed(site, name)
    for path, page, fields, document in site.collection(name):
        slug = re.sub(r"\A\d{4}-\d\d?-\d\d?-|\.\w+\Z", "", path.rpartition("/")[2])
        if not is_seen:
            site.plan.protected.setdefault(path, ("unpublished", f"{name}: {{output: false}}"))
        words = " ".join(map(str.capitalize, slug.split("-")))  # as Jekyll names it
        values = {"id": records.id_of_file(path), "preview": document.front["image"]}
        entry = Entry(values=values, source=path, line=1, address=document.address)
        title = _without_picture(site, entry, document.front["title"]) or words
        document.front["title"] = re.sub(r"(?<=[^\W\d_]{3})\.\Z", "", title)  # lists add a comma
        yield path, page, fields, entry, document
        if kind != "publications":
            entry.values["links"] = records.links_of(site, fields)
            entry.values["body"] = _summary(site, entry, document)
        own = shown.keys() - fields.taken - NOT_NEEDED["jekyll: fields"]
        named = [one for one in page.fields if one in own]
        said = ((one, word) for one in named for word in flat(fields.value(one)))
        own_words = [
            f"{shown[one]} {word}".strip() for one, word in said if (one, word) not in chosen_by
        ]
        entry.values["details"] = [*entry.values.get("details", ()), *own_words]
        fields.rest(not_needed=not_needed)
        first, _, rest = document.body.strip().partition("\n\n")
        has_text = document.address and kind != "publications"
        is_long = bool(
            has_text and re.search(r"\w", records.TAGS.sub(" ", rest.replace("<img", "img")))
        )
        if has_text and not entry.values.get("body") and FIRST.fullmatch(first):
            around = _AROUND.findall(first)
            if is_long and 2 * around.count("/") != len(around):
                site.plan.findings.add("lost", "excerpt", path, first)
            else:  # lists show the first paragraph
                entry.values["body"], document.body = first, rest if is_long else ""
        records.add_with_text(site, kind, entry, page, document, is_page=is_long)


_RAISED = re.compile(r"<sup>\s*([*†‡§]+)\s*</sup>")
"""Signs after names."""
_WITH = re.compile(r"\(?(?:joint(?: work)? )?with (.+?)\)?\.?", re.IGNORECASE)
"""Names the co-authors of the owner, as economists do."""
_FULL_NAME = re.compile(r"(?:[^\W\d_a-z][\w.'’-]*\s+){1,3}[^\W\d_a-z][\w.'’-]*")


def _is_of_papers(site: Jekyll, name: str) -> bool:
    """Whether a collection of the owner's own holds papers, as those that are not published yet."""
    texts = [site.tree.text_if_any(path) for path in site.tree.below(f"_{name}/", ".md")]
    said = r"citation|venue|authors?" if name == "projects" else "paperurl|citation"
    has_papers = any(re.search(rf"(?m)^(?:{said}):[ \t]*\S", text) for text in texts)
    return has_papers and name not in ("posts", "publications", "talks", "teaching", "portfolio")


def _publications(site: Jekyll, name: str) -> None:
    for path, page, fields, entry, document in _read(site, name, "publications"):
        title, citation = document.front["title"], fields.text("citation")
        citation = _RAISED.sub(r"\1", html.unescape(citation))
        authors = people.names_of(fields.value("authors", "author"))
        bibtex = citation if citation.lstrip().startswith("@") else ""
        path_of = f"/{there}" if (there := site.tree.first(citation)) else citation
        file = {"citation": path_of} if re.fullmatch(r"(?:https?:/)?/\S+", path_of) else {}
        citation = "" if file or bibtex or citation.startswith("Your Name, You") else citation
        document.front["description"] = _summary(site, entry, document)
        venue = html.unescape(fields.text("venue", "journal", "conference", "booktitle"))
        said = re.sub(r"(?i)<[^<>]*>|\b(?:(?:19|20)\d\d|forthcoming)\b", " ", citation)
        if venue and not {*bare_words(said)} - {*bare_words(venue)}:
            citation = ""  # it repeats the venue
        if citation and not authors:
            authors = people.names_in_citation(citation, title)
            entry.values["note"] = "" if authors else citation
            entry.guessed.add("authors" if authors else "note")
            became = ", ".join(authors) or "the whole citation"
            code = "authors" if authors else "citation-as-note"
            site.plan.findings.add("guessed", code, path, citation, became,
                                   line=fields.line("citation"))  # fmt: skip
        first = page.body.strip().partition("\n")[0].removesuffix("\\").strip()
        summary = str(document.front["description"] or first)
        said = ", ".join(authors) or ("" if citation or bibtex else summary)
        beside, owner = _WITH.fullmatch(said), str(site.plan.site["person"]["name"])
        names = [owner, *people.names_of(beside[1])] if beside else people.names_of(said)
        is_new = (beside or not authors) and owner in names and names[1:]
        if is_new and all(map(_FULL_NAME.fullmatch, {*names} - {owner})):
            document.front["description"] = document.front["description"] if authors else ""
            authors = names
            entry.guessed.add("authors")
            site.plan.findings.add("guessed", "authors", path, said, ", ".join(authors))
        known = {*bare_words(f"{title} {venue} {authors} {fields.day('date')}"), "and", "et", "al"}
        if authors and {*bare_words(re.sub("<[^<>]*>", " ", citation))} - known:
            rest, twice = rest_of_citation(citation, title, known), re.escape(venue) or "$"
            twice = rf"(?i)\A[\s,.]*(?:<\w+>)?{twice}(?!\w)(?:\s+\d{{4}})?(?:\s*</\w+>)?[\s,.:]*"
            entry.values["note"] = re.sub(twice, "", rest)
        category, day, year = (fields.text("category"), fields.day("date"), fields.text("year"))
        kind = fields.text("type") if fields.fields.get("type") in _KINDS.values() else ""
        entry.values |= {
            "title": title, "authors": authors, "venue": venue,
            "date": day if day.startswith(year) else year, "kind": _KINDS.get(category, kind),
            "links": file | records.links_of(site, fields),
            "tags": [name] if name != "publications" else [],
        }  # fmt: skip
        entry.values["tags"] += [category] if category in own_categories(site.config) else []
        _take_numbers(entry)
        in_bibtex = _take_bibtex(fields.text("bibtex", "bib") or bibtex, entry)
        entry.values["authors"] = authors or in_bibtex
        if re.search(r"\d", fields.fields.said("pages")):  # or lists said that they are to come
            entry.values["pages"] = fields.text("pages")
        if bibtex and not in_bibtex:
            site.plan.findings.add("lost", "citation", path, bibtex, line=fields.line("citation"))
        heading = site.config.inside("publication_category").inside(category).get("title")
        if heading and _UNPUBLISHED.search(str(heading)):
            entry.values["kind"] = "preprint"
        _take_text(site, entry, page, document)


_BARE_ADDRESS = re.compile(r"(?i)(?:\bdoi:?\s*)?(?<![\"'=(\[>\w])(https?://[^\s<>\"']*[\w/])\.?")
_NUMBERS = re.compile(
    r"(?:(?P<volume>\d+)(?: ?\((?P<number>\d+(?:[-–]\d+)?)\))?(?:[,:]\s*(?=\w)|(?<=\))(?=\W*\Z)))?"
    r"(?:pp?\.\s*)?(?P<pages>(?!(?:19|20)\d\d\b(?![-–]))\d+(?:[-–]+\d+)?)?[\s.,]*"
)
"""`9(4), 365-377.`, `1-16.`, `609.`: what citations say after the journal."""


def _take_numbers(entry: Entry) -> None:
    """Take addresses out of what is left of a citation, and the numbers where those are all."""
    links = entry.values["links"]

    def linked(found: re.Match[str]) -> str:
        kind = "doi" if "doi.org/" in found[1] else "url"
        is_one = found[1] in links.values() or links.setdefault(kind, found[1]) == found[1]
        return "" if is_one else f"<{found[1]}>."

    note = _BARE_ADDRESS.sub(linked, str(entry.values.get("note") or ""))
    note = re.sub(r"\A,\s*|,\s*(?=[,.])", "", note).strip()
    if numbers := _NUMBERS.fullmatch(note):
        entry.values |= {name: one for name, one in numbers.groupdict().items() if one}
    entry.values["note"] = "" if numbers else note


def _talks(site: Jekyll) -> None:
    for _, _, fields, entry, document in _read(site, "talks", "talks"):
        word = fields.text("type")
        said = html.unescape(fields.text("citation"))
        entry.values |= {
            "title": document.front["title"],
            "event": html.unescape(fields.text("venue")),
            "location": fields.text("location"),
            "date": fields.day("date"),
            "kind": next((one for one in _TALKS if one in word.lower()), ""),
            "details": [one for one in (word, said) if one.lower() not in ("", "talk")],
        }


def _teaching(site: Jekyll) -> None:
    for path, _, fields, entry, document in _read(site, "teaching", "teaching"):
        title = str(document.front["title"])
        said, given = fields.text("term", "semester"), fields.text("year")
        role, kind = fields.text("role"), fields.text("type")
        year, code = "" if said else fields.day("date")[:4], _CODE.fullmatch(title)
        named = re.sub(r".*?(20\d\d)-(\w+).*", r" \2 \1", path)  # as samples are: 2014-spring-x
        found = (one for text in [said or named, said or title] for one in _TERM.finditer(text))
        terms = [one for one in found if year in ("", one[2])]
        term = terms[-1] if terms else None
        place, day = fields.text("location"), fields.day("date") or given
        term_said = "" if term or not said else f"{said} {given}".strip()
        entry.values |= {
            "course": code[2] if code else title,
            "code": code[1] if code else "",
            "role": role or kind,
            "institution": fields.text("venue", "institution"),
            "date": f"{term[1].capitalize()} {term[2]}" if term else day[:4],
            "details": [one for one in (role and kind, term_said, place) if one],
        }
        if term and not said:
            entry.guessed.add("date")
            site.plan.findings.add("guessed", "term", path, title, str(entry.values["date"]))
        fields.value("date", "institution")


def _portfolio(site: Jekyll, name: str) -> None:
    for _, _, fields, entry, document in _read(site, name, "projects"):
        entry.values["title"] = document.front["title"]
        entry.values["date"] = fields.day("date") or fields.text("year")


def _resume(site: Jekyll, pages: list[Document]) -> None:
    """Make a CV of the JSON Resume that a page of the template showed."""
    page = next((one for one in pages if "include cv-template" in one.body), None)
    if page and page in site.plan.documents and site.tree.has("_data/cv.json"):
        page.body = ""
        if not take_resume(site, "_data/cv.json", page):
            site.plan.remove_document(page, "template-sample")
            site.plan.gone[page.address] = OF_TEMPLATE


def _summary(site: Jekyll, entry: Entry, document: Document) -> str:
    """Return the summary of a record for lists; the only picture in it is the preview."""
    summary, said = document.front.get("description"), document.variables.said("excerpt")
    # The description is empty where there are but pictures.
    shown = summary or ("" if site.options.samples.holds(said) else said)
    return _without_picture(site, entry, str(shown))


def _without_picture(site: Jekyll, entry: Entry, text: str) -> str:
    """Return a text of a record without the only picture in it, which becomes the preview."""
    pictures = _IN_TEXT.findall(text)
    shown = site.tree.first("".join(pictures[0])) if len(pictures) == 1 else ""
    if not shown:
        return text
    entry.values["preview"] = entry.values["preview"] or f"/{shown}"
    return _AT_ENDS.sub("", _IN_TEXT.sub("", text))


_AT_ENDS = re.compile(r"\A(?:\s|<br\s*/?>)++|(?:\s|<br\s*/?>)++\Z")
_IN_TEXT = re.compile(r"<img\b[^<>]*?\ssrc\s*=\s*[\"']([^\"'<>]+)[^<>]*>|!\[[^\]]*\]\(([^()\s]+)\)")


def _leads(entry: Fields) -> str:
    """Return where an entry of the menu leads, whatever its field is called: home, if it does not
    say that, since the theme writes the site's address before it."""
    found = [entry.said("url"), *map(str, entry.values())]
    leads = next((one for one in found if re.match(r"/|https?://", one)), found[0])
    return (leads or "/") if entry.get("title") else ""


def _menu(site: Jekyll) -> None:
    path, data = site.data("navigation")
    site.plan.menu = [
        {"to": to, "label": str(one["title"])}
        for one in data.mappings("main", "") if (to := _leads(one))
    ]  # fmt: skip
    if path:
        site.plan.take(path, "content/site.yaml")
        site.plan.menu = site.plan.menu or [{"to": "/"}]  # where it is empty, the header was
    labels = {one["to"]: one.get("label", "") for one in site.plan.menu}
    for page in site.plan.documents:
        title = page.front["title"] = page.front.get("title") or labels.get(page.address, "")
        if page.address == "/" and _GREETING.search(str(title)):  # a heading, and no word of a menu
            page.front["title"], page.body = "", f"## {title}\n\n{page.body}"
        name = str(site.plan.site["person"].get("portrait") or "").rpartition("/")[2]
        if page.address == "/" and str(page.variables.get("author_profile")) == "false" and name:
            shown = rf"<img\b[^<>]*(?:author\.avatar|{re.escape(name)})[^<>]*>"
            page.body = re.sub(shown, "", page.body)  # which the profile shows here


_GREETING = re.compile(r"[,.!?:]\s*\Z|(?:\S+\s+){3}\S")

# ------------------------------------------------------------------ what a paper says


def _take_bibtex(text: str, entry: Entry) -> list[str]:
    """Take from the BibTeX in a paper's front matter what the record does not say, and return the
    authors that it names."""
    papers, _ = read_bib(entry.source, text.encode())
    said = next(iter(entries_in(text).values()), {})
    for name in ("volume", "number", "pages", "doi"):
        if name in said and name not in entry.values["links"]:
            entry.values.setdefault(name, re.sub("[{}]", "", said[name]).replace("--", "–").strip())
    return [one.name.full() for paper in papers[:1] for one in paper.authors]


_NO_ABSTRACT = re.compile(
    r"^(?:#{1,6} |[ \t]{0,9}(?:[-*+]|\d+\.) |!\[|[<|]|\{%|[=-]{3})", re.MULTILINE
)
"""Begins a heading, a list, a picture or a table."""


_FEWEST = 30
"""Words of the shortest abstract."""
_NO_TEXT = re.compile(r"(?i)\Awith\b|\]\(|<a\b")
"""Names co-authors, or links."""
_ABSTRACT = re.compile(r"(?sm)(?:\*\*|#+ )?Abstract\b:?(?:\*\*)?:?\s*(.+?)(?=^#{1,6} |\Z)")
_BREAK = re.compile(r"\\$|<br\s*/?>", re.MULTILINE)
_SHORT = 160
"""Characters. A longer summary is taken for an abstract."""
_RECOMMENDED = re.compile(r"^Recommended citation:.*(?:\n.+)*", re.MULTILINE)


_UNDERLINED = re.compile(
    r"^(?![#<>|]|!\[|[-*+] |\d+[.)] |-{3})(\S.*)\n(?:={3,}|-{3,})[ \t]*$", re.MULTILINE
)
"""A paragraph that is a heading (Markdown, "Setext headings")."""


_PAPER = re.compile(r"(?:Download|Access) paper \[?here\]\(([^()\s]+)\)")
"""The link of the template, whose script writes it into the text."""


def _take_text(site: Jekyll, entry: Entry, page: SourcePage, document: Document) -> None:
    """Part the text of a paper into its abstract and the rest; a link that is known is dropped."""
    body = _UNDERLINED.sub(r"## \1", page.body.strip())
    body = _RECOMMENDED.sub("", body) if page.fields.get("citation") else body
    summary = document.front.get("description")
    if not entry.values["links"].keys() & {"url", "pdf"} and (found := _PAPER.search(body)):
        entry.values["links"]["url"] = found[1]
    targets = [one for one in dict(entry.values["links"]).values() if isinstance(one, str)]
    for target in targets:
        link = re.escape(target)
        linked = rf"<a\s[^>]*{link}[^>]*>([^<]*)</a>|\[([^\]<!]*)\]\({link}\)(?:\{{:[^}}]*\}})?"
        body = re.sub(rf"^(?:{linked})\s*(?:\n|\Z)", "", body, flags=re.MULTILINE)
        body = re.sub(linked, lambda m: "" if (m[1] or m[2]).startswith("Download") else m[0], body)
    said = " ".join(bare_words(re.sub(r"<[^<>]*>", " ", str(summary or ""))))
    if said in " ".join(bare_words(body)):
        summary = ""
    found = _ABSTRACT.match(body)
    is_plain = body.strip().count("\n\n") < 3 and not _NO_ABSTRACT.search(body)
    if not found and not summary and is_plain:
        if len(bare_words(body)) < _FEWEST and _NO_TEXT.search(body):  # lists show it as excerpt
            entry.values["details"], body = [" ".join(_BREAK.sub(" ", body).split())], ""
        found = re.fullmatch(r"\s*(.+)", body, re.DOTALL)
    if found:
        entry.values["abstract"] = found[1].strip()
        body = body[found.end() :]
        if summary and summary not in found[1]:
            entry.values["details"] = [summary]
    elif summary and len(said) < _SHORT:
        note = entry.values.get("note")
        entry.values["note"] = f"{str(note).rstrip('.')}. {summary}" if note else summary
    elif summary and is_plain and len(bare_words(body)) >= _FEWEST:  # lists show the summary
        entry.values["abstract"], entry.values["details"], body = body.strip(), [summary], ""
    elif summary:
        entry.values["abstract"] = summary
    entry.values["body"] = body.strip()
