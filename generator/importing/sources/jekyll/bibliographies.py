"""The papers of al-folio: the bibliographies that its pages list, co-authors and venues.

Formats: jekyll-scholar's README; `_data/coauthors.yml` and `_data/venues.yml` of al-folio.
"""

import posixpath
import re
from fnmatch import fnmatchcase

from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit
from generator.importing.fields import FieldReader
from generator.importing.plan import Entry, SitePlan
from generator.importing.source_tree import PICTURES
from generator.importing.sources.jekyll.site import JEKYLL, Jekyll
from generator.importing.sources.samples import in_entries
from generator.importing.sources.source import show, take_bibliographies
from generator.importing.texts.liquid import bibliographies_below
from generator.importing.texts.scholar import SETTING, entries_in
from generator.model.names import fold
from generator.model.records.bibliography import KIND_OF, LINKS


def take_papers(site: Jekyll) -> None:
    """Take the bibliographies, and name what they ask for and the new site does not show."""
    plan, tree = site.plan, site.tree
    scholar = site.config.inside("scholar")
    named = str(scholar.get("bibliography") or "papers.bib")
    bibs = _asked_bibliographies(site, named)
    take_bibliographies(tree, bibs, f"_bibliography/{named}", plan, site.options)
    headings = scholar.inside("type_names") if scholar.get("group_by") == "type" else {}
    for one in (one for one in headings if one in KIND_OF):
        plan.site.setdefault("words", {})[f"kind.{KIND_OF[one]}"] = str(headings[one])
    template = f"_layouts/{scholar.get('bibliography_template') or 'bib'}"
    layout = tree.first(f"{template}.liquid", f"{template}.html")
    shows = tree.text_if_any(layout)
    folders = _FILES | dict(_PREPENDED.findall(shows))
    thumbnails = str(site.config.get("enable_publication_thumbnails"))
    papers = [one for bib in plan.texts.values() for one in entries_in(bib).values()]
    previews = [one["preview"] for one in papers if "preview" in one]
    for name, said in ((name, paper.get(name)) for paper in papers for name in _FILES):
        usual, file = _FILES[name], (said or "").replace("\\", "").lstrip("/")
        if not file or (name != "preview" and "://" in file):
            continue
        found = tree.first(*(f"{folder}/{file}" for folder in (folders[name], usual)), file)
        if name == "preview" and not found:
            # `figure.liquid` asks for the copies that are made of a picture with any ending.
            stem = file.rpartition(".")[0]
            found = tree.first(*(f"{usual}/{stem}{end}" for end in PICTURES))
        if not found:
            code = "picture" if name == "preview" else "dead-link"
            found = "" if name == "preview" else f"{folders[name]}/{file}"
            there = f"/{found}" if found else said
            plan.findings.add("lost", code, f"_bibliography/{named}", f"{name}: {there}")
        if found and (place := found.removeprefix(f"{usual}/")) != file:
            field = re.compile(rf"(\b{name}\s*=\s*[{{\"]\s*){re.escape(str(said))}(?=\s*[}}\"])")
            texts = plan.texts.items()
            plan.texts = {to: field.sub(rf"\g<1>{place}", bib) for to, bib in texts}
    has_cards = any(one.values.get("preview") for one in plan.entries.get("projects", []))
    if has_cards or (previews and thumbnails.lower() != "false"):
        show(plan, teaser="small")
    limit = site.reader.text("max_author_limit")
    if (not shows or "max_author_limit" in shows) and limit.isdecimal() and int(limit):
        plan.site["section_defaults"] = {"max_authors": int(limit)}
    _take_own_fields(plan, layout, shows, {name for one in papers for name in one})


def _take_own_fields(plan: SitePlan, layout: str, shows: str, used: set[str]) -> None:
    """Take the fields that the owner's own layout showed beside the template's: links as links of
    kinds that no paper has, and words as notes. The labels of links are the layout's."""
    shows = shows or "{{ entry.additional_info | markdownify }}"  # the template may lie elsewhere
    own = used & {*re.findall(r"\bentry\.(\w+)", shows)}
    own -= JEKYLL["fields of papers"] | LINKS.keys()
    buttons = dict(_BUTTON.findall(shows))
    free = [name for name in _KINDS if name not in used]
    links = dict(zip([name for name in buttons if name in own], free, strict=False))
    for name, kind in (LINKS | links).items():
        if name in used & buttons.keys() and (name in links or buttons[name].lower() != name):
            plan.site.setdefault("words", {}).setdefault(f"link.{kind}", buttons[name])
    printed = _PRINTED.findall(re.sub(r"<[^<>]*>", "", shows))
    notes = [one for one in dict.fromkeys(printed) if one in own - buttons.keys()]

    def taken(entry: str) -> str:
        said = next(iter(entries_in(entry).values()), {})
        new = {links[one]: said[one] for one in links if one in said}
        if words := [_as_note(said[one]) for one in notes if one in said]:
            new["note"] = "; ".join(filter(None, [said.get("note"), *words])).replace(".; ", ". ")
        gone = [one for one in (*links, *notes) if one in said]
        edits = [Edit("remove", (said["ID"], one)) for one in gone]
        edits += [Edit("set", (said["ID"], name), value) for name, value in new.items()]
        try:
            return BibFile(entry).changed(edits).text
        except CannotEdit:
            return entry

    for to in [to for to in plan.texts if to.endswith(".bib")]:
        plan.texts[to] = "".join(map(taken, in_entries(plan.texts[to])))
    for name in sorted(own - {*links, *notes}):
        plan.findings.add("lost", "bib-field", layout, name)


def _as_note(text: str) -> str:
    """Return what a layout printed behind others, its Markdown as LaTeX."""
    text = re.sub(r"\[([^\[\]]+)\]\(([^()\s]+)\)", r"\\href{\2}{\1}", text.lstrip(".,; "))
    text = re.sub(r"\*\*([^*\n]+)\*\*", r"\\textbf{\1}", text)
    return re.sub(r"\*([^*\n]+)\*", r"\\emph{\1}", text)


def say_references(site: Jekyll) -> None:
    """Have pages list the papers that their layouts looked for below their texts.

    Those that a text cites, pages list by themselves.
    """
    for page in site.plan.documents:
        for block in bibliographies_below(site.layout(page.variables), page.variables, site.config):
            page.body += "" if "--cited" in block else f"\n\n{block}\n"


def _asked_bibliographies(site: Jekyll, named: str) -> list[str]:
    """Return the bibliographies that the settings, a page or a template ask for; leave others."""
    if not any("{% bibliography" in text for text in site.texts):
        return site.bibliographies
    settings = site.config.inside("scholar")
    asked = {named.removesuffix(".bib")}
    asked |= {str(settings.get(name)) for text in site.texts for name in SETTING.findall(text)}
    asked |= {one or other for text in site.texts for one, other in _ASKED_BIB.findall(text)}
    found = []
    for path in site.bibliographies:
        name = posixpath.basename(path).removesuffix(".bib")
        is_named = any(f"{name}.bib" in text for text in site.texts)
        if is_named or any(fnmatchcase(name, one.removesuffix(".bib")) for one in asked):
            found.append(path)
        else:
            site.plan.leave(path, "no page lists it")
            site.plan.findings.add("left", "bib-not-listed", path)
    return found


_BUTTON = re.compile(r"<a\b[^<>]*\{\{-?\s*entry\.(\w+)[^<>]*>\s*([^<>{}]+?)\s*</a>")
"""A link to what a field of a paper names, with its label."""
_KINDS = ("html", "website", "project", "demo", "blog")
"""Links of papers under any label."""
_PRINTED = re.compile(r"\{\{-?\s*entry\.(\w+)")
_ASKED_BIB = re.compile(r"(?:--file|-f)[ =]+([\w./-]+)|^bibliography:\s*([\w./-]+)", re.MULTILINE)
_PREPENDED = re.compile(r"\bentry\.(\w+)\s*\|\s*prepend:\s*[\"']/?([^\"']+?)/?[\"']")
"""A field of a paper that names a file, with the folder in which the layout looks for it."""
_FILES = {"preview": "assets/img/publication_preview",
          **dict.fromkeys(("pdf", "poster", "slides", "supp"), "assets/pdf")}  # fmt: skip
"""Fields of papers that name files -> where those are."""
_INITIALS = re.compile(r"(?:\w\.[\s-]*)+|\w")


def take_people_and_venues(site: Jekyll) -> None:
    """Make records of the people that the settings name beside the papers.

    What a paper itself says stands: a name with initials is not completed, and the short names in
    `venues.yml` only colour and link a badge, and do not take the place of journals.
    """
    path, people = site.data("coauthors")
    if people and not site.is_sample_file(path):
        site.plan.leave(path, "no paper names them")
        typed = "".join(site.plan.texts.values())
        bibs = fold(re.sub(r"\\[^a-z]|[{}]", "", typed))
        spelt = {fold(one): one for one in re.findall(r"\b[^\W\d_a-z][^\W\d_]+", typed)}
        for family in (one for one in people if fold(one) in bibs):
            for one in people.mappings(family):
                given = FieldReader(one, path, site.plan.findings).words("firstname")
                if not given:  # al-folio links no co-author to it
                    site.plan.findings.add("lost", "field", path, f"{family}: {one.get('url')}")
                    continue
                usual = family.title() if family.islower() else family
                last = spelt.get(fold(family), usual)  # keys have no accents
                whole = [one for one in given if not _INITIALS.fullmatch(one)] or given
                whole.sort(key=lambda one: all(
                    said not in typed for said in (f"{one} {last}", f"{last}, {one}")
                ))  # fmt: skip
                names = [f"{first} {last}" for first in whole] or [last]
                values = {"name": names[0], "aliases": names[1:], "url": one.said("url")}
                site.plan.add_entry("people", Entry(values=values, source=path))
    path, venues = site.data("venues")
    if venues and not site.is_sample_file(path):
        bibs = "".join(site.plan.texts.values())
        for short in venues:
            used = re.search(rf"abbr\s*=\s*[{{\"]\s*{re.escape(short)}\s*[}}\"]", bibs)
            if used and (url := venues.inside(short).get("url")):
                site.plan.findings.add("lost", "venue-link", path, f"{short}: {url}")
        site.plan.leave(path, "links and colours of badges")
