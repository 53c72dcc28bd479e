"""What all sites of Hugo have: settings in YAML or TOML, content in folders, addresses.

Its documentation (gohugo.io, "Configuration", "Front matter", "Build options", "URL management",
"Permalinks", "Page bundles", "Menus") and its source decide:

- Files. `draft`, a `publishDate` (or `date`) to come, an `expiryDate` that is past and `headless`
  hide a page, unless `buildFuture` or `buildExpired` is set; under `buildDrafts` drafts stay drafts
  (a finding). `build` (before 2024 `_build`): with `render: never` a page is nowhere, with
  `list: never` in no list; `render: link` and `list: local` change nothing here. `cascade` in
  `_index.md` or in the settings is front matter for all below. HTML without front matter is a
  file; `ignoreFiles` are expressions for what is not read.
- Addresses. `url`, else the pattern in `permalinks` (of a section, or since 2023 below `page`),
  else the place of the file, of which `slug` is the last part. They are in lower case unless
  `disablePathToLower` is set; `uglyURLs` end in `.html`.
- Home: blocks or widgets, see `pages.py`. Menu: `menus.main`; pages with `menu: main` are findings.
- Pictures are beside a page in its folder, in `assets/media/` or in `static/`.
- Markdown is goldmark's: with `hardWraps` each line break counts; emoji codes are read, as Blox
  sets `enableEmoji`. Dollars are text where `math` is off, in the settings and on the page.
  MathJax, which all versions but those of Tailwind have, numbers no equations by itself.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from generator.edit.bib_file import plain_words
from generator.importing.fields import FieldReader, Fields, day_of, mapping_of, switches
from generator.importing.plan import Document, Entry, SitePlan, address, address_of_target
from generator.importing.private_facts import protection
from generator.importing.reading import SourcePage, Unreadable, read_front_matter
from generator.importing.report import Findings
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hugo.addresses import filled, pattern_of, urlized
from generator.importing.sources.hugo.languages import PagePlace, Places, languages_of, overridden
from generator.importing.sources.source import (
    ImportOptions,
    aliases,
    is_matched,
    is_sample,
    readers,
    settings_in,
    without_capitals,
)
from generator.model.names import fold

CONFIGS = [f"{folder}{name}.{end}" for folder in ("config/_default/", "")
            for name in ("hugo", "config") for end in ("yaml", "yml", "toml")]  # fmt: skip
TEXTS = (".md", ".markdown", ".html")
_OF_NOBODY = re.compile(
    r"https?://(?:(?:www\.)?example\.(?:com|org|net)|localhost|academic-demo\.netlify\.(?:com|app))(?:[:/]|$)"
)
"""Addresses of sites that templates have for their authors to replace."""
_BUILT_AT = re.compile(r"\bhugo\b[^\n]*?\s(?:-b|--baseURL)[ =]+(https?://[^\s\"']+)")
"""An address that the command of a build gives, which goes before that of the settings."""
_TITLE = re.compile(
    r"(?i)academic|(?:r.sum. )?(?:hugo|wowchemy|academic) [\w ]*(?:theme|template|starter|group)"
)
"""The titles of the templates themselves."""
_CASCADED = frozenset({
    "draft", "build", "_build", "date", "publishDate", "publishdate", "expiryDate", "expirydate",
    "headless", "url", "slug", "title", "tags", "categories", "type", "private",
})  # fmt: skip
"""Fields of `cascade` that decide about more than the look."""
_NOWHERE = re.compile(r"https?://(?:www\.)?(?:github|slideshare|youtube|twitter|x)\.(?:com|net)/?")
"""Where the links of a sample lead: to no page of anybody's."""


class Hugo(msgspec.Struct, dict=True):
    """A site of Hugo while it is read."""

    tree: SourceTree
    plan: SitePlan
    options: ImportOptions
    config: Fields
    """The settings by their names in lower case: Hugo does not mind capitals in them."""
    path: str
    places: Places = msgspec.field(default_factory=lambda: Places([]))
    """Knows the languages."""
    targets: dict[str, str] = {}
    """Key of a page in all languages -> its file in the main one."""
    is_main_below: bool = False
    """Whether the main language, too, had its name in its addresses: `/en/about/`."""
    records: dict[tuple[str, str], Entry] = {}
    """Kind and key of a page -> the record that was made of it."""
    cascades: list[tuple[str, Fields]] = []
    """Folder of the content -> front matter for all pages in it, the deepest first."""
    own: Fields = msgspec.field(default_factory=Fields)
    """The settings of the main language, which override those of the site."""
    permalinks: Fields = msgspec.field(default_factory=Fields)
    """The patterns of addresses."""
    empty: set[str] = set()
    """Addresses of pages and lists that showed nothing, or the template's samples alone."""
    lost: set[str] = set()
    """Places of blocks of the home that are gone."""
    groups: dict[str, set[str]] = {}
    """Group of authors that blocks show -> what its members are in Masthead."""
    profiles: dict[tuple[str, str], tuple[str, str]] = {}
    """Folder of another author, and language -> name, and the text of a block about this one."""
    parts: list[tuple[str, Document]] = []
    """Kind of record -> the page of a folder of such inside of another."""
    views: dict[str, str] = {}
    """Kind of record -> the view of the page that listed them."""
    names: dict[str, str] = {}
    """The folder of each author -> the name; `admin` and `me` are the owner."""
    about: dict[str, str] = {}
    """Code of a language -> the text about the owner."""
    titles: dict[tuple[str, str], tuple[str, str, str]] = {}
    """Kind of record and language -> title, text and path of their list; each may be empty."""

    @classmethod
    def of(cls, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> "Hugo":
        """Read the settings."""
        path, config = tree.first(*CONFIGS), Fields()
        for one in dict.fromkeys((tree.first(*CONFIGS[6:]), path)):  # the folder counts more
            said = settings_in(tree, one, plan).items()
            config.update([(name.lower(), one) for name, one in said if one != "/" or not config])
        if _TITLE.fullmatch(title := str(config.get("title"))):
            plan.findings.add("left", "template-sample", path, title)
            config["title"] = ""
        site = cls(tree, plan, options, config, path)
        site.places = Places(languages_of(config, site._languages()))
        site.own = site.places.main.settings
        own = {one.lower(): said for one, said in site.own.items() if one != "params"}
        site.config = overridden(config, mapping_of(**own))
        site.permalinks = site.settings("permalinks")[1]
        plan.syntax, plan.folders = "hugo", ("/media/", "/img/", "/")
        site._addresses()
        if config.is_on("builddrafts"):
            became = "drafts stay drafts"
            plan.findings.add("changed", "render-drafts", path, "buildDrafts: true", became)
        site._ignore_files(FieldReader(config, path, plan.findings).words("ignorefiles"))
        markup = site.settings("markup")[1]
        if markup.inside("goldmark").inside("renderer").is_on("hardWraps"):
            plan.site["markdown"] = {"breaks": True}
        site._note_cascades()
        if not re.search(r"modules/blox(?!-\w+)|blox-tailwind", tree.text_if_any("go.mod")):
            plan.extras.append("unnumbered")
        return site

    def _languages(self) -> Fields:
        """Return the settings of each language, with what is in files for it: `menus.zh.toml`
        (gohugo.io, "Configuration directory")."""
        languages = self.settings("languages")[1]
        for path in self.tree.below("config/_default/", ".yaml", ".yml", ".toml"):
            part, _, name = posixpath.basename(path).rpartition(".")[0].partition(".")
            if name in (*languages, self.config.said("defaultcontentlanguage")) and name:
                said = settings_in(self.tree, path, self.plan)
                said = said if part in ("hugo", "config") else mapping_of(**{part: said})
                languages[name] = overridden(languages.inside(name), said)
        return languages

    def _ignore_files(self, expressions: list[str]) -> None:
        """Leave out what Hugo passes over by itself, and what the settings have it pass over."""
        for said in (r"/[.#]", *expressions):
            try:
                pattern = re.compile(said.replace("\\\\", "\\"))
            except re.error:
                continue
            found = (p for p in self.tree.below("content/") if pattern.search(p))
            self.plan.leave_all(found, "ignored by Hugo")

    def _note_cascades(self) -> None:
        said = [("", self.config)]
        for path in self.texts(""):
            key = self.place_of(path).key
            if posixpath.basename(key) == "_index":
                said.append((posixpath.dirname(key), self.front(path)))
        for folder, front in said:
            for one in front.mappings("cascade") or [front.inside("cascade")]:
                self.cascades.append((folder, one))
        self.cascades.sort(key=lambda one: -len(one[0]))

    def front(self, path: str) -> Fields:
        try:
            fields = read_front_matter(self.tree.text_if_any(path), path, Findings()).fields
        except Unreadable:
            return Fields()
        without_capitals(path, fields)
        return fields

    @cached_property
    def blocks(self) -> list[tuple[str, Fields]]:
        """The kinds of the blocks and widgets that pages show, and what they say."""
        found = []
        for path in self.texts("", ".md"):
            if not re.search(r"\b(?:widget|block)\b", self.tree.text_if_any(path)):
                continue
            front = self.front(path)
            is_off = front.is_on("draft") or str(front.get("active", "")).lower() == "false"
            for one in [] if is_off else [front, *front.mappings("sections")]:
                kind = one.said("block", "widget").partition(".")[0]
                if kind and not one.is_on("demo"):
                    found.append((kind, mapping_of(**{**one, **one.inside("content")})))
        return found

    def _complete(self, path: str, fields: Fields) -> None:
        """Add to front matter what `cascade` says for a page."""
        without_capitals(path, fields)
        place = self.place_of(path)
        if not fields.get("date"):  # gohugo.io, "Configure dates"
            other = ("publishDate", "publishdate", "pubdate", "published", "lastmod", "modified")
            for name in [name for name in other if fields.get(name)][:1]:
                fields["date"] = fields[name]
        for folder, values in self.cascades:
            if not f"{place.key}/".startswith(f"{folder}/" if folder else ""):
                continue
            asked = values.inside("target") or values.inside("_target")
            where, kind = str(asked.get("path") or "**"), str(asked.get("kind") or "page")
            is_kind = (kind == "page") == (posixpath.basename(place.key) != "_index")
            if is_kind and is_matched(place.key.removesuffix("/index"), [where]):
                for name, value in (*values.items(), *values.inside("params").items()):
                    if name in _CASCADED:
                        fields.setdefault(name, value)

    def readers(self, paths: list[str]) -> Iterator[tuple[str, SourcePage, FieldReader]]:
        """Yield pages with readers of their front matter, `cascade` among it."""
        return readers(self.tree, paths, self.plan, self._complete)

    def settings(self, name: str) -> tuple[str, Fields]:
        """Return the path and the content of a file of settings beside the main one, or of its
        part, for the main language."""
        ends = ("yaml", "yml", "toml")
        path = self.tree.first(*(f"config/_default/{name}.{end}" for end in ends))
        found = settings_in(self.tree, path, self.plan) if path else self.config.inside(name)
        return path or self.path, overridden(found, self.own.inside(name))

    def sets_formulas(self) -> bool:
        """Whether formulas are set on all pages, by MathJax or KaTeX of Blox (`math` in params,
        since Wowchemy 5 below `features` or `content`), or by templates that goldmark passes them
        to (`passthrough`). Where no setting says so, they may be."""
        said = switches([self.settings("params")[1], *(one for _, one in self.cascades)], "math")
        extensions = self.settings("markup")[1].inside("goldmark").inside("extensions")
        return extensions.inside("passthrough").is_on("enable") or {*said} != {"false"}

    def _addresses(self) -> None:
        plan, config = self.plan, self.config
        url = config.said("baseurl")
        themes = self.tree.below("themes/", ".toml", ".yaml", ".yml")
        samples = (self.tree.text_if_any(one) for one in themes if "/exampleSite/con" in one)
        is_sample = _OF_NOBODY.match(url) or ("://" in url and any(url in one for one in samples))
        built = _BUILT_AT.search(self.tree.text_if_any("netlify.toml"))
        said, url = url, built[1] if built else "" if is_sample else url
        folder = config.get("publishdir") or "public"
        plan.take_address(self.tree, url, "", ["static/CNAME", "CNAME", f"{folder}/CNAME"])
        if not plan.site["url"]:
            plan.findings.add("todo", "no-url", self.path, said, "write `url` in site.yaml")
        self.is_main_below = config.is_on("defaultcontentlanguageinsubdir")
        self.places = self.places.written(self.tree.below("", *TEXTS))
        plan.site["languages"] = [one.code for one in self.places.languages]

    # ------------------------------------------------------------------ pages

    def pages(self, folder: str) -> Iterator[tuple[str, SourcePage, FieldReader, str]]:
        """Yield the pages below a folder of the content, each with its address.

        Drafts come with an empty address, samples not at all.
        """
        for path, page, fields in self.readers(self.texts(folder)):
            if path.endswith(".html") and not page.is_there:
                continue  # a file that is copied
            samples = self.options.samples
            is_record = bool({"date", "time_start"} & {*page.fields})
            is_one = samples.holds_page(page, is_record) or samples.holds_file(self.tree, path)
            # Blocks show what the owner has written elsewhere, on pages as the template has them.
            is_frame = bool({"sections", "widget"} & {*page.fields})
            is_frame = is_frame or page.fields.get("type") == "widget_page"
            if is_sample(path, is_one and not is_frame, self.plan, samples.own_title(page)):
                self.empty.add(was := self.address_of(path, fields))
                known = self.plan.redirects.items()  # of nobody's pages there are none
                self.plan.redirects = {old: new for old, new in known if new != was}
                continue
            whole, page = page, samples.own(page, self.tree) if is_record else page
            if page.body != whole.body:
                self.plan.findings.add("left", "template-sample", path, "its text")
            self.drop_samples(path, page.fields)
            is_draft = fields.flag("draft") is True
            kind = page.fields.get("widget")  # alone, a blank one is a page like others
            beside = {f"{posixpath.dirname(path)}/{one}.md" for one in ("index", "_index")} - {path}
            is_headless = fields.fields.is_on("headless") and "/index." in path
            is_alone = kind == "blank" and not is_headless
            is_in_folder = path.count("/") > 1  # as widgets are
            is_part = kind and is_in_folder and not (is_alone and not self.tree.first(*beside))
            was = "" if is_draft or is_part else self.address_of(path, fields)
            folder, name = posixpath.split(path)
            for one in self.tree.below(f"{folder}/", ".pdf") if was and "index." in name else ():
                pdf = one.removeprefix(f"{folder}/")
                if pdf.lower() == f"{self.name_of(path)}.pdf".lower():  # `page_links.html`
                    page.fields["url_pdf"] = was + pdf
            place = re.sub(r"(?:^|/)_?index$", "", self.place_of(path).key)
            file = f"{self.place_of(path).language.folder}{place}".rstrip("/")
            for name in map(str.casefold, (file, place, posixpath.basename(place)) if was else ()):
                self.plan.names.setdefault(name, was)
                link = f"[{fields.text('title')}]({was})"
                self.plan.variables.setdefault("mentions", {}).setdefault(name, link)
            if why := self._unpublished(page.fields):
                self.plan.protected[path] = ("unpublished", why)
            if was and "main" in (page.fields.get("menu") or page.fields.get("menus") or ()):
                self.plan.findings.add("lost", "menu", path, was)
            yield path, page, fields, was

    def author(self, name: str) -> str:
        """Return the name of an author that a page names, maybe in LaTeX, or by a folder in any
        capitals."""
        known = self.names.get(name.casefold(), name)
        return plain_words(known) if re.search(r"\\[^*]|\{", known) else known

    def renders(self, path: str) -> bool:
        """Whether an author has a page (gohugo.io, "Build options")."""
        section = self.place_of(path).key.partition("/")[0]
        said = [self.front(path), *(one for folder, one in self.cascades if folder == section)]
        return not any("render" in protection(one, "", (), ())[1] for one in said)

    def drop_samples(self, path: str, fields: Fields) -> None:
        """Take out of an owner's page what it still says in the words of the template: links to
        its author, a summary, the name of its person."""
        samples = self.options.samples
        for name, value in fields.items():
            is_link = name.startswith("url_") and _NOWHERE.fullmatch(str(value))
            is_filler = str(value).startswith("Lorem ipsum dolor sit amet")
            is_text = name in ("summary", "abstract") and (is_filler or samples.holds(str(value)))
            if is_link or is_text:
                fields[name] = ""
                self.plan.findings.add("left", "template-sample", path, str(value))
        for names in (("first_name", "last_name"), ("name_pronunciation",)):
            if self.are_samples(path, *(str(fields[name]) for name in names if fields.get(name))):
                fields.update(dict.fromkeys(names, ""))
        for name in ("links", "social", "profiles"):
            for one in fields.mappings(name):
                if self.are_samples(path, str(one.get("link") or one.get("url"))):
                    fields[name] = [other for other in fields[name] if other is not one]

    def are_samples(self, path: str, *words: str) -> bool:
        """Note that these words are those of a template's person, if they are; return whether."""
        are_some = self.options.samples.holds_title(" ".join(words))
        if are_some:
            self.plan.findings.add("left", "template-sample", path, " ".join(words))
        return are_some

    def _unpublished(self, fields: Fields) -> str:
        """Return why Hugo does not publish a page, or nothing."""
        low = {name.lower(): str(value) for name, value in fields.items()}
        begins = day_of(low.get("publishdate") or low.get("date") or "")
        ends = day_of(low.get("expirydate") or "")
        if self.options.is_future(begins) and not self.config.is_on("buildfuture"):
            return f"date: {begins}"
        if ends and not self.options.is_future(ends) and not self.config.is_on("buildexpired"):
            return f"expiryDate: {ends}"
        is_widget = "widget" in fields or fields.get("type") == "widget_page"
        return "headless: true" if fields.is_on("headless") and not is_widget else ""

    def texts(self, folder: str, *endings: str) -> list[str]:
        """Return the pages below a folder of the content, those in the main language first."""
        order = self.places.languages
        found = [
            (order.index(place.language), path)
            for root in {one.folder for one in order}
            for path in self.tree.below(root, *(endings or TEXTS))
            if path not in self.plan.left
            and not self._is_resource(path)
            and (place := self.places.place_of(path))
            and f"{place.key}.".lower().startswith(folder)
        ]
        return [path for _, path in sorted(found)]

    def _is_resource(self, path: str) -> bool:
        """Whether a text is beside the `index.md` of a page or below it ("Page bundles"). Widgets
        of a page are beside it, too."""
        around, name = posixpath.split(self._page_around(path))
        is_index = posixpath.basename(path).startswith("index.")
        is_own = posixpath.dirname(path) == around and (is_index or self.front(path).get("widget"))
        return name == "index." and not is_own

    def place_of(self, path: str) -> PagePlace:
        """Return the language and the key of a file; what is in no content is the site's own."""
        return self.places.place_of(path) or PagePlace(self.places.main, path)

    def name_of(self, path: str) -> str:
        """Return the name of a page: that of its folder, where the file is an index."""
        key = self.place_of(path).key
        name = posixpath.basename(key)
        is_index = name in ("index", "_index")
        return posixpath.basename(posixpath.dirname(key)) if is_index else name

    def prefix_of(self, path: str) -> str:
        """Return what the address of a page begins with in the new site: nothing, or `/zh`."""
        return self.places.prefix(self.place_of(path).language)

    def address_of(self, path: str, fields: FieldReader) -> str:
        """Return the address of a page, by its own fields, the site's patterns or its place.

        Of one in another language it is that of the new site, to which the old one leads.
        """
        own, slug = fields.text("url"), fields.text("slug")
        here = self.place_of(path)
        prefix = self.places.prefix(here.language)
        place = here.key
        is_list = posixpath.basename(place) == "_index"
        place = posixpath.dirname(place) if is_list else place.removesuffix("/index")
        if own:
            own = filled(own, place, slug, fields, self.config)
            own = own if own.endswith((".html", "/")) else f"{own}/"
            return address(own if own.startswith("/") else f"{prefix}/{own}")
        section, _, rest = place.partition("/")
        pattern = pattern_of(self.permalinks, section, "section" if is_list else "page")
        if pattern and (rest or is_list):
            place = filled(pattern, place, slug, fields, self.config)
        elif slug and not is_list:
            place = posixpath.join(posixpath.dirname(place), slug)
        place = urlized(place.strip("/"), self.config)
        is_ugly = self.config.is_on("uglyurls") and not is_list
        base = address(place + (".html" if is_ugly else "/")) if place else "/"
        is_below = here.language != self.places.main or self.is_main_below
        old = address(f"/{here.language.name}{base}") if is_below else base
        if old != prefix + base:
            self.plan.redirects[old] = prefix + base
        return prefix + base

    def put(
        self, document: Document, target: str, usual: Callable[[str], str] = address_of_target
    ) -> None:
        """Give a page its file: `target`, or beside that of the main language, of which it is a
        translation. `usual` returns the address that the page in a file has by itself."""
        here = self.place_of(document.source)
        prefix = self.places.prefix(here.language)
        target = self.targets.setdefault(here.key, target)
        ending = f".{here.language.code}.md" if prefix else ".md"
        document.target = target.removesuffix(".md") + ending
        if document.address and document.address != prefix + usual(target):
            document.front["permalink"] = document.address

    def document(self, path: str, page: SourcePage, fields: FieldReader, was: str) -> Document:
        """Return a page or post with what all of them have."""
        title, body = fields.text("title"), page.body
        head = re.match(r"\s*#[ \t]+(.+)\n?", "" if title else body)
        if head:
            title, body = re.sub(r"<[^<>]+>|\{[^{}]*\}", "", head[1]).strip(), body[head.end() :]
        told = fold(fields.fields.said("abstract"))
        names = ["summary", *(["abstract"] if told in fold(body) else [])]
        subtitle, summary = fields.text("subtitle"), fields.text(*names, "description")
        if subtitle and not self.options.samples.holds(subtitle):  # below the title in Blox
            body = f"{subtitle if subtitle[0] == '#' else f'*{subtitle}*'}\n\n{body}"
        front: dict[str, Any] = {
            "title": title,
            "updated": fields.day("lastmod"),
            "description": summary,
            "aliases": aliases(fields, self.plan),
        }
        return Document(
            source=path, target="", address=was, front=front, body=body, syntax="hugo",
            line=page.line + (head[0].count("\n") if head else 0), variables=page.fields,
        )  # fmt: skip

    def bundle_files(self, path: str, was: str) -> list[str]:
        """Take the files that are beside a page in its folder, to where they were published."""
        if posixpath.basename(self.place_of(path).key) not in ("index", "_index") or not was:
            return []
        folder = posixpath.dirname(path) + "/"
        beside = [
            other
            for other in self.tree.below(folder)
            if not other.endswith(TEXTS)
            and other not in self.plan.left
            and posixpath.dirname(self._page_around(other)) == folder.rstrip("/")
            and not self.options.samples.holds_file(self.tree, other)
        ]
        for other in beside:
            self.plan.add_file_at(f"{was}{other.removeprefix(folder)}", other)
        return beside

    def _page_around(self, path: str) -> str:
        """Return the page in whose folder a file is, without its ending: `content/post/x/index.`"""
        while path := posixpath.dirname(path):
            for found in (f"{path}/index.", f"{path}/_index."):
                if self.tree.below(found, *TEXTS):
                    return found
        return ""

    def _is_copied(self, path: str) -> bool:
        """Whether Hugo publishes a file of the content where it is: no page, and in no folder of a
        page but a list. Portraits of authors are taken where they are shown."""
        is_other = re.search(r"(?:^|/)authors?/|\.(?:md|markdown|org|rst|adoc|ipynb)$", path)
        around = self._page_around(path)
        is_page = path.endswith(".html") and path != f"{around}html"
        return is_page or not (is_other or "/index." in around)

    def files(self) -> None:
        """Take the files of `static/` and `assets/media/`, and say what else is left."""
        self.plan.leave_all(self.tree.below("resources/_gen/"), "made by programs")
        for path in self.tree.sizes:
            if path in self.plan.taken or path in self.plan.left:
                continue
            if self.options.samples.holds_file(self.tree, path):
                self.plan.leave(path, "template-sample")
            elif (here := self.places.place_of(path)) and self._is_copied(path):
                place = path.removeprefix(here.language.folder)
                self.plan.add_file_at(f"{self.prefix_of(path)}/{place}", path)
            elif here and path.lower().endswith(TEXTS):
                self.plan.leave(path, "ignored by Hugo")
            elif any(part.startswith(".") for part in path.split("/")):
                continue
            elif path == "static/index.html":
                self.plan.leave(path, "Hugo's home page has its address")
            elif found := re.match(r"static(/.+)|assets(/media/.+)", path):
                self.plan.add_file_at(found[1] or found[2], path)
