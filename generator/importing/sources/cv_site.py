"""A site that is made of one CV, in YAML of RenderCV or JSON Resume: records by kind, a home that
shows them, and the CV itself.

Sections keep the titles and the order that they had. Those of JSON Resume have names that tell the
kind of their records. Those of RenderCV have titles of the author's own: the fields of an entry
tell its kind, and sections of plain text stay as they are. Formats: docs.rendercv.com, "YAML Input
Structure", version 2; jsonresume.org/schema, v1.0.0.
"""

import posixpath
import re
from collections.abc import Callable
from typing import Any

import msgspec

from generator.importing.fields import FieldReader, Fields, flat, text_in
from generator.importing.plan import Document, Resume, SitePlan, in_yaml
from generator.importing.source_tree import LARGEST_TEXT, PICTURES, SourceTree
from generator.importing.sources.cv_records import CVS, as_body, cv_record, told_by
from generator.importing.sources.people import named, profile
from generator.importing.sources.source import ImportOptions, data_of
from generator.model.links import slug_of

NOT_NEEDED = ("design", "locale", "locale_catalog", "settings", "rendercv_settings", "$schema",
              "meta")  # fmt: skip
"""Parts of a CV that say how its program works."""
_SAME = {"googlescholar": "scholar", "twitter": "x"}
_LISTS = ("bullet", "number", "reversed_number")
"""The field of an entry that is one item of a list."""
_LINKED = re.compile(r"\[([^\]]+)\]\((https?://[^()\s]+)\)")


class CvSite:
    """Fills a plan with one CV."""

    def __init__(self, plan: SitePlan, file: str) -> None:
        self._plan = plan
        self.file = file
        self.sections: list[dict[str, Any]] = []
        """The sections of the CV, in their order."""
        self._has_photo = False

    def take_person(self, fields: FieldReader, tree: SourceTree) -> tuple[str, str]:
        """Take whose CV it is; return its summary and its headline."""
        name, headline = fields.text("name"), fields.text("label", "headline")
        mails, phones = flat(fields.value("email")), flat(fields.value("phone"))
        place = fields.inner("location")
        inside = (place.text("city"), place.text("region"), place.text("countryCode"))
        who: dict[str, Any] = {
            **named(name or "TODO"),
            "role": headline,
            "location": fields.text("location") or ", ".join(filter(None, inside)),
            "email": "".join(mails[:1]),
            "phone": "".join(phones[:1]).removeprefix("tel:"),
            "url": "".join(flat(fields.value("url", "website"))[:1]),
        }
        self._plan.site["person"] = {key: value for key, value in who.items() if value}
        if not name:
            self._plan.site_guessed.add("person.name")
            self._plan.findings.add("guessed", "person-name", self.file, "", "person.name: TODO")
        for part in ("address", "postalCode"):
            if place.text(part):
                self._plan.findings.add("secret", "private", self.file, f"location.{part}")
        place.rest()
        for more in (*mails[1:], *phones[1:]):
            what = f"a second one: {more.split('@')[-1]}"
            self._plan.findings.add("lost", "field", self.file, what)
        if photo := fields.text("image", "picture", "photo"):
            self._take_photo(photo, tree)
        self.take_profiles(fields)
        return fields.text("summary"), headline

    def take_profiles(self, fields: FieldReader) -> None:
        """Take where else the person is found."""
        for one in fields.inners("profiles", "social_networks", "custom_connections"):
            network = one.text("network", "placeholder", "text")
            self._take_profile(network, one.text("username"), one.text("url"))
            one.rest(not_needed={"fontawesome_icon"})

    def _take_photo(self, named: str, tree: SourceTree) -> None:
        """Show the person's picture at home and in the CV, where the source has the file."""
        path = posixpath.normpath(named).lstrip("/")
        if tree.has(path) and path.lower().endswith(PICTURES):
            self._plan.add_file(f"static/{path}", path)
            self._plan.site["person"]["portrait"] = path
            self._has_photo = True
        else:
            became = "put the file under static/, and name it as `portrait`"
            self._plan.findings.add("todo", "portrait", self.file, named, became)

    def _take_profile(self, network: str, username: str, url: str) -> None:
        """Add where else the person is found; a network that we do not know needs a URL."""
        bare = re.sub(r"[^a-z0-9]", "", network.lower())
        kind = _SAME.get(bare, bare)
        who = self._plan.site["person"]
        if kind == "orcid":
            who["orcid"] = who.get("orcid") or username or url
            return
        known, usual = profile(kind, username)
        url = url or usual
        if re.match(r"https?://", url):
            link = url if known or profile(kind, url)[0] else {"to": url, "label": network}
            who.setdefault("links", {}).setdefault(kind or "link", link)
        else:
            what = f"{network}: no address is known"
            self._plan.findings.add("lost", "profile", self.file, what)

    def take_section(self, name: str, items: list[Any], title: str = "", **options: str) -> None:
        """Make records of a section of JSON Resume, `work`; `title` is the author's own."""
        kind, usual, query, _ = CVS.sections[name]
        if self._take_entries(title or name, items, lambda reader: self._record(name, reader)):
            self.section(kind, title or usual, **query, **options)

    def take_titled(self, title: str, entries: Any) -> None:
        """Take a section of RenderCV, whose entries tell their kinds by their fields."""
        title = title if " " in title or title.lower() != title else title.replace("_", " ").title()
        listed = entries if isinstance(entries, list) else [entries] if entries else []
        items = list(map(text_in, listed))
        records = [one for one in items if isinstance(one, Fields)]
        if not records:
            self.words(title, "\n\n".join(str(one) for one in items))
        elif mark := next((name for name in _LISTS if name in records[0]), ""):
            said = [one.said(mark) for one in records]
            said = said[::-1] if mark == "reversed_number" else said
            numbers = ["-" if mark == "bullet" else f"{n}." for n in range(1, len(said) + 1)]
            self.words(title, "\n".join(map("{} {}".format, numbers, said)))
        else:
            tag = section_id(title)
            kinds = self._take_entries(title, items, lambda reader: self._by_fields(reader, tag))
            for kind in dict.fromkeys(kinds):
                self.section(kind, title, where={"tags": tag}, order="file")

    def _take_entries(
        self, title: str, items: list[Any], record: Callable[[FieldReader], str]
    ) -> list[str]:
        """Make a record of each item, and return their kinds; those without fields are lost."""
        kinds = []
        for one in items:
            if isinstance(one, Fields):
                reader = FieldReader(one, self.file, self._plan.findings)
                kinds.append(record(reader))
                reader.rest(not_needed={"icon"})
            else:
                self._plan.findings.add("lost", "entry", self.file, f"{title}: {one}")
        return kinds

    def _record(self, name: str, reader: FieldReader, **more: Any) -> str:
        """Add an entry of a section of JSON Resume, and return the kind of its record. Languages
        are one line of skills."""
        kind, _, _, fixed = CVS.sections[name]
        more = {**fixed, **more}
        if name == "work":  # its description is that of the company
            points = reader.words("highlights")
            more["unit"] = reader.text("description")
            more["body"] = as_body(reader.text("summary"), points, has_points=False)
        elif name == "languages":
            language, fluency = reader.text("language", "name"), reader.text("fluency", "summary")
            word = f"{language} ({fluency})" if fluency else language
            skills = self._plan.entries.get("skills", [])
            for one in (one for one in skills if one.values.get("id") == "languages"):
                one.values["items"].append(word)
                return kind
            more["items"] = [word]
        entry = cv_record(kind, reader, **more)
        entry.guessed |= {"kind"} if name == "work" else set()
        self._plan.add_entry(kind, entry)
        return kind

    def _by_fields(self, reader: FieldReader, tag: str) -> str:
        """Add an entry of RenderCV, and return the kind of its record."""
        kind, more = told_by(reader.fields), {"tags": [tag]}
        if kind == "languages":
            return self._record(kind, reader, **more)
        entry = cv_record(kind, reader)
        entry.values["tags"] = [tag, *entry.values.get("tags", ())]
        if kind == "projects":
            entry.values["kind"] = tag
            if linked := _LINKED.fullmatch(entry.values["title"]):
                entry.values["title"] = linked[1]
                entry.values["links"].setdefault("website", linked[2])
        self._plan.add_entry(kind, entry)
        return kind

    def section(self, kind: str, title: str, **options: Any) -> None:
        """Add a section with records to the CV and to the home."""
        self.sections.append({"of": kind, "title": title, **options})

    def words(self, title: str, text: str) -> None:
        """Add a section with words of the author's own."""
        self.sections.append({"title": title, "text": text})

    def _take_pdfs(self, tree: SourceTree) -> None:
        """Keep the PDFs of the CV that are beside it, or where RenderCV puts them."""
        name = slug_of(str(self._plan.site["person"]["name"]))
        for path in tree.below("", ".pdf"):
            folder, _, base = path.rpartition("/")
            words = slug_of(base.lower().removesuffix(".pdf").replace("_", " "))
            is_cv = re.search(r"\b(?:cv|resume|vitae)\b", words) or name in words
            if folder in ("", "rendercv_output", "output") and is_cv:
                self._plan.add_file(f"static/{base}", path)
                links = self._plan.site["person"].setdefault("links", {})
                links.setdefault("cv", {"to": f"/{base}", "label": "CV (PDF)"})

    def finish(self, summary: str, headline: str, tree: SourceTree) -> None:
        """Plan the home and the CV."""
        plan = self._plan
        self.write_cv(headline=headline, photo=self._has_photo, summary=summary)
        self._take_pdfs(tree)
        name = str(plan.site["person"]["name"])
        blocks = [summary.strip()] if summary.strip() else []
        for section in self.sections:
            if "of" in section:
                options = "".join(
                    f":{key}: {_in_line(value)}\n" for key, value in section.items() if key != "of"
                )
                blocks.append(f":::{{{section['of']}}}\n{options}:::")
            else:
                blocks.append(f"## {section['title']}\n\n{section['text'].strip()}")
        plan.add_document(
            Document(source=self.file, target="content/index.md", address="/",
                     front={"title": name}, body="\n\n".join(blocks) + "\n")
        )  # fmt: skip
        plan.menu = [{"to": "/cv/resume/"}]

    def write_cv(self, **fields: Any) -> Resume:
        """Plan the CV with the sections and some more fields, and return it."""
        for section in self.sections:  # no CV would build that names a record that is not there
            if section.get("skip") not in [
                one.values.get("id") for one in self._plan.entries.get(section.get("of", ""), [])
            ]:
                section.pop("skip", None)
        who = self._plan.site["person"]
        contact = [name for name in ("location", "email", "phone", "url", "orcid") if who.get(name)]
        contact += [kind for kind, to in (who.get("links") or {}).items() if isinstance(to, str)]
        said = {"contact": contact, "updated": "none", **fields}
        cv = {key: value for key, value in said.items() if value} | {"sections": self.sections}
        self._plan.cv = made = Resume(source=self.file, fields=cv)
        self._plan.take(self.file, made.target)
        return made


def _in_line(value: Any) -> str:
    """Return a value of an option on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_in_line(one)}" for key, one in value.items()) + "}"
    text = in_yaml(str(value)).removesuffix("\n").removesuffix("\n...")
    return " ".join(text.split())


def section_id(title: str) -> str:
    """Return a section's name as a tag that its records carry."""
    return slug_of(title) or "section"


class CvFile(msgspec.Struct):
    """A format of CVs."""

    kind: str
    endings: tuple[str, ...]
    person: str
    """The field with what it says of the person; RenderCV has the sections in it, too."""
    sign: re.Pattern[str]
    """What a file has that is one."""

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return the first file at the top that is one."""
        path = self._file(tree)
        return [f"{self.person} in {path}"] if path else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan with records, a home and a CV."""
        path = self._file(tree)
        found = data_of(tree, path, plan) if path else None
        whole = FieldReader(found if isinstance(found, Fields) else Fields(), path, plan.findings)
        site = CvSite(plan, path)
        person = whole.inner(self.person)
        summary, headline = site.take_person(person, tree)
        for title, entries in person.mapping("sections").items():
            site.take_titled(str(title), entries)
        for name in CVS.sections:
            site.take_section(name, whole.items(name))
        person.rest()
        whole.rest(not_needed=NOT_NEEDED)
        site.finish(summary, headline, tree)

    def _file(self, tree: SourceTree) -> str:
        if tree.first("_config.yml", "hugo.toml", "hugo.yaml", "config.toml"):
            return ""
        paths = (path for path in tree.below("", *self.endings) if "/" not in path)
        for path in sorted(paths, key=lambda path: (path != "resume.json", path)):
            if tree.sizes[path] <= LARGEST_TEXT and self.sign.search(tree.text_if_any(path)):
                return path
        return ""


RENDERCV = CvFile("rendercv", (".yaml", ".yml"), "cv", re.compile(r"(?ms)^cv:.*^\s+sections:"))
JSON_RESUME = CvFile(
    "json-resume", (".json",), "basics", re.compile(r'\A\s*\{.*"basics"\s*:', re.S)
)
