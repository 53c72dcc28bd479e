"""What all sites of Jekyll have in common: settings, posts, pages, collections, their addresses.

Jekyll's documentation (jekyllrb.com/docs, "Configuration", "Front Matter", "Permalinks",
"Collections") and its source (jekyll/jekyll, `entry_filter.rb`, `drops/url_drop.rb`, `utils.rb`)
decide:

- Files. `include` goes before `exclude`; names that begin with `_`, `.`, `#` or `~` are hidden.
  What has front matter is a page, all else a file. `published: false` is hidden unless
  `unpublished` is set; what bears a day to come is hidden unless `future` is. `_drafts/` are
  drafts, also under `show_drafts` (a finding). `defaults` are front matter for the paths and kinds
  in their scopes.
- Addresses. `permalink` is a style or a pattern, of the site, of a collection or of a page. Words
  of a post: its date, `:title` with its capitals, `:slug` without, `:categories` (in lower case,
  folders above `_posts` among them). A page ends in `/` where the site's pattern does, else in
  `.html`; so does a collection without a pattern. It has pages only with `output: true`.
- Home and menu are the theme's, see `al_folio.py` and `academicpages.py`.
- Pictures are where their files are, below `baseurl`.
- Markdown is kramdown's: `$$` in a line is a formula in the line, `{: .x}` are attributes, quotes
  are curled as Masthead curls them; with `hard_wrap` each line break counts.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

import msgspec

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, day_of, flat
from generator.importing.plan import Document, SitePlan, address
from generator.importing.private_facts import is_secret_file
from generator.importing.reading import SourcePage
from generator.importing.report import OF_BUILD
from generator.importing.source_tree import SourceTree
from generator.importing.sources.jekyll.addresses import (
    DATED,
    STYLES,
    entry_address,
    filled,
    order_of,
    post_address,
)
from generator.importing.sources.samples import without_nobody
from generator.importing.sources.source import (
    ImportOptions,
    aliases,
    data_of,
    is_matched,
    is_sample,
    readers,
    settings_in,
    topics,
)
from generator.importing.texts.liquid import without_off
from generator.importing.texts.liquid_values import said_by
from generator.importing.texts.markup import target
from generator.model.files import packaged_data
from generator.model.languages import known_code

TEXTS = (".md", ".markdown", ".mkd", ".html", ".htm")
"""Endings of pages and documents."""
JEKYLL = packaged_data("tables/import_jekyll", dict[str, frozenset[str]])
"""Folders, layouts and classes of themes; fields of papers that the layout of al-folio asks for;
fields of `defaults` that decide about more than the look; what Jekyll never reads, whatever
`exclude` says (its documentation, "Configuration Options"); switches of the home of al-folio."""
_NOT_PUBLISHED = re.compile(
    r"^(?:[^/]+\.(?:md|lock|gemspec|ya?ml|toml|rb|sh|cfg|config\.[cm]?js)|Gemfile|Rakefile|"
    r"requirements\.txt|Dockerfile|LICENSE.*|Makefile|\.[^/]*|CITATION\.cff|talkmap\.(?:py|ipynb|html)|"
    r"(?:package|package-lock|tsconfig|composer|app|robots)\.json|[Gg](?:runt|ulp)file\.js)$|talkmap/"
)
"""Files at the top that serve the program and not readers, and the map of academicpages."""
_THEME_DATA = re.compile(
    r"_data/(?:ui-text|navigation|authors|citations|repositories|featured_plugins|comments/.*)(?:\.\w+)?"
)
"""Data of the themes: words of their own, menus."""
COMMENTED = re.compile(
    r"<!--(?:(?!<!--).)*?-->|\{%-?\s*comment\b(?:(?!\{%-?\s*comment\b).)*?\bendcomment\s*-?%\}",
    re.DOTALL,
)
_VERSION = re.compile(r"v?\d[\w.-]*\Z")
"""What a setting says of a script."""
_LAYOUT = re.compile(r"---\n(?:(?!---).*\n)*?layout:[ \t]*(\w+)")
"""Names the layout that a layout inherits from."""
_SWITCHED = re.compile(r"\{%-?\s*if page\.(\w+)\s*-?%\}\s*\{%-?\s*include\s+([\w./-]+)\s*-?%\}")
"""A switch of a page by which its layout includes something."""
_FEED = re.compile(r"<link href=\"([^\"]+)/feed\.xml\" rel=\"self\"")
"""Where a feed is that jekyll-feed has made."""
_HIDDEN_FOLDER = re.compile(r"(?:^|/)\.[^/]+/")
_OF_PLACEHOLDER = NOT_NEEDED["jekyll: fields"] | {"category", "date", "permalink", "type"}
"""Fields that a record has before its owner has written anything."""
_PICTURES = frozenset({"img", "image", "photo", "picture", "preview", "teaser", "thumbnail"})
_PICTURE = re.compile(r"[^\n:]+\.(?:png|jpe?g|gif|webp|svg|avif)", re.IGNORECASE)


_BUILT_WITH = re.compile(r"\bjekyll build\b[^\n]*?\s--config[ =][\"']?([\w./,-]+)")
_COUNTER = re.compile(
    r"\b(?:(?:clustrmaps|mapmyvisitors|flagcounter|statcounter)|pagead2\.googlesyndication)\.com"
)
"""Hosts that count readers, show where they are, or show advertisements. Templates have none."""


class Jekyll(msgspec.Struct, dict=True):
    """A site of Jekyll while it is read."""

    tree: SourceTree
    whole: SourceTree
    """It has the files that the settings exclude, too: `include_relative` reads them."""
    plan: SitePlan
    options: ImportOptions
    config: Fields
    reader: FieldReader
    scheme: str
    collections: dict[str, Fields]
    samples: dict[str, Document] = {}
    """Address -> a page that is the template's, such as a list of papers in its words."""
    bibliographies: list[str] = []
    """The `.bib` files of jekyll-scholar, and those that a service listed on a page."""
    shown: dict[str, list[dict[str, Any]]] = {}
    """Collection -> its documents, as Liquid knows them."""
    translations: dict[str, str] = {}
    """Path of a document -> its language, or nothing for the main one."""
    navigation: list[tuple[str, Fields]] = []
    """The addresses of pages that say whether the header shows them, with their front matter."""

    @classmethod
    def of(cls, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> "Jekyll":
        """Read the settings, and take from them what all sites of Jekyll have."""
        path, config = _settings(tree, plan)
        without_nobody(config)
        without_nobody(config.inside("author"))
        reader = FieldReader(config, path, plan.findings)
        style = reader.text("permalink") or "date"
        collections = config.get("collections")
        names = collections if isinstance(collections, list | Fields) else ()
        found = {str(name): config.inside("collections").inside(name) for name in names}
        bibs = tree.below("_bibliography/", ".bib")
        whole, tree = tree, _without_excluded(tree, config, plan)
        reader.drop(NOT_NEEDED["jekyll: settings"], "setting-not-needed")
        if config.is_on("show_drafts"):
            became = "drafts stay drafts"
            plan.findings.add("changed", "render-drafts", path, "show_drafts: true", became)
        if config.inside("kramdown").is_on("hard_wrap"):
            plan.site["markdown"] = {"breaks": True}
        scheme = STYLES.get(style, style)
        site = cls(tree, whole, plan, options, config, reader, scheme, found, bibliographies=bibs)
        plan.syntax = "liquid"
        plan.variables.update(config)
        site._addresses()
        return site

    def _addresses(self) -> None:
        plan = self.plan
        url, below = self.reader.text("url"), self.reader.text("baseurl").strip("./")
        below = "" if below == "al-folio" and not url else below  # the demo of the template
        plan.take_address(self.tree, url, below, ["CNAME"])
        if not plan.site["url"]:
            plan.findings.add("todo", "no-url", self.reader.file, url, "write `url` in site.yaml")
        lang = re.split("[_-]", self.reader.text("default_lang", "lang", "locale"))[0]
        # Those of jekyll-polyglot.
        said = self.config.get("languages") if "default_lang" in self.config else None
        others = [one for one in flat(said) if one == known_code(one) != lang]
        plan.site["languages"] = [lang if known_code(lang) else "en", *others]
        self.reader.taken |= {"languages"} if others else set()
        said = "/" + self.scheme.replace(":categories/", "").replace(":title", ":slug").strip("/")
        words = set(re.findall(r":\w+", said))
        is_sayable = words <= {":year", ":month", ":day", ":slug"} and ":slug" in words
        pattern = said + ("" if said.endswith(".html") else "/")
        plan.site["posts"] = {"permalink": pattern if is_sayable else "/posts/:slug/"}

    # ------------------------------------------------------------------ texts

    def in_no_language(self, where: str) -> str:
        """Return a path or an address without a language in it, as translations share it."""
        codes = self.plan.site["languages"]
        return re.sub(rf"[/.](?:{'|'.join(codes)})(?=[/.])", "", where) if codes[1:] else where

    def in_language(self, was: str, fields: FieldReader) -> str:
        """Return an address as Polyglot changes it (`coordinate_documents`): `/ja/x/`, where `/x/`
        is the page that it translates. Note the language."""
        code = self.translations[fields.file] = self._language(fields)
        was = self.in_no_language(was)
        return address(code, was) if code and was else was

    def _language(self, fields: FieldReader) -> str:
        """Return the further language that front matter says, or nothing."""
        return self.plan.language_of(f"/{fields.fields.get('lang')}/")

    def _complete(self, path: str, fields: Fields) -> None:
        """Add to front matter what `defaults` say, the last of them first."""
        kind = next((one for one in self.collections if path.startswith(f"_{one}/")), "pages")
        drawer = re.search(r"(?:^|/)_(posts|drafts)/", path)
        kind = drawer[1] if drawer else kind
        for one in reversed(self.config.mappings("defaults")):
            scope, values = one.inside("scope"), one.inside("values")
            where = scope.said("path").strip("/")
            is_inside = f"{path}/".startswith(f"{where}/") or is_matched(path, [where])
            if (is_inside or not where) and str(scope.get("type") or kind) == kind:
                for name in values.keys() & JEKYLL["fields of defaults"]:
                    fields.setdefault(name, values[name])
        if self.config.is_on("unpublished"):
            fields.pop("published", None)
        if day := fields.said("date"):  # the month comes second (Ruby's `Date.parse`)
            fields["date"] = re.sub(r"\A(\d\d?)[./-](\d\d?)[./-](\d{4})\b", r"\3-\2-\1", day)
        if "://" in fields.said("permalink"):  # no address: it leads there
            fields["link"] = fields.pop("permalink")

    def _hide_future(self, path: str, day: str) -> None:
        """Note a page that is not published before its day."""
        if self.options.is_future(day) and not self.config.is_on("future"):
            self.plan.protected[path] = ("unpublished", f"date: {day}")

    def readers(self, paths: list[str]) -> list[tuple[str, SourcePage, FieldReader]]:
        """Return pages with readers of their front matter, `defaults` among it; translations come
        after what they translate."""
        found = readers(self.tree, paths, self.plan, self._complete)
        return sorted(found, key=lambda one: self._language(one[2]))

    def posts(self) -> None:
        """Take the posts and drafts."""
        paths = [p for p in self.tree.sizes if re.match(r"(?:.*/)?_(?:posts|drafts)/", p)]
        for path, page, fields in self.readers([p for p in paths if p.endswith(TEXTS)]):
            samples = self.options.samples
            if is_sample(path, samples.holds_page(page), self.plan, samples.own_title(page)):
                continue
            base = posixpath.basename(path).rpartition(".")[0]
            dated = DATED.fullmatch(base)
            day = fields.day("date") or (day_of(dated[1]) if dated else "")
            name = dated[2] if dated else base
            is_draft = "_drafts/" in path or fields.flag("published") is False
            is_empty = is_draft and not page.body.strip() and not page.fields.get("title")
            if is_empty or (not dated and "_drafts/" not in path):
                dateless = "Jekyll reads no post without a date in its name"
                self.hide(path, "an empty file" if is_empty else dateless)
                continue
            day = day or "1970-01-01"
            was = "" if is_draft else post_address(self.scheme, name, day, fields)
            was = self.in_language(was, fields)
            self._hide_future(path, day)
            document = self.document(path, page, fields, was)
            document.front["tags"] = topics(fields, "tags", "tag")
            document.front["categories"] = topics(fields, "categories", "category")
            for switch, include in _SWITCHED.findall(self.layout(page.fields)):
                text = self.templates.get(f"_includes/{include}", "")
                is_on = page.fields.is_on(switch) and switch not in NOT_NEEDED["jekyll: fields"]
                if is_on and (said := said_by(text, {**page.fields, "url": was}, self.config)):
                    document.body += f"\n\n{said.strip()}\n"  # how to cite it, in al-folio
                    fields.taken.add(switch)
            fields.rest(not_needed=NOT_NEEDED["jekyll: fields"])
            self.plan.add_post(document, day, name)
            if was:
                self.plan.names[base] = self.plan.names[path] = was

    def document(self, path: str, page: SourcePage, fields: FieldReader, was: str) -> Document:
        """Return a page or post with what all of them have."""
        front: dict[str, Any] = {
            "title": fields.text("title") or fields.text("name"),
            "updated": day_of(
                fields.text("last_modified_at", "last_updated", "modified", "updated")
            ),
            "description": self._own(
                fields.text("description", "excerpt", "summary", "abstract", "subtitle")
            ),
            # Of `/resume`, jekyll-redirect-from writes `resume.html`.
            "aliases": [filled(one, {}) for one in aliases(fields, self.plan)],
        }
        fields.value(*re.findall(r"\bpage\.(\w+)", page.body))  # which the text shows
        teaser = page.fields.inside("header").get("teaser")  # of Minimal Mistakes
        image = fields.text("image", "og_image") or str(teaser or "")
        found = self.tree.picture(image) if "." in image and "://" not in image else ""
        image = f"/{found}" if found else image
        front["image"] = image if "." in image else self._picture(path, fields)
        body = page.body
        if (leads := fields.text("redirect_to", "redirect")) and was:
            self.plan.redirects[was] = leads
            if path.startswith("_posts/") and not body.strip():  # its title led there
                where = target(urljoin(self.plan.site["url"], leads))
                body = f"[{page.fields.get('title') or leads}]({where})\n"
                self.plan.findings.add("changed", "redirect", path, was, leads)
        return Document(
            source=path, target="", address=was, front=front, body=body, line=page.line,
            syntax="liquid", variables=page.fields,
        )  # fmt: skip

    def _own(self, text: str) -> str:
        """Return a text, or nothing where it is a sample, or markup alone."""
        has_words = re.search(r"\w", re.sub(r"<[^<>]*>|!\[[^\]]*\]\([^()]*\)", "", text))
        return text if has_words and not self.options.samples.holds(text) else ""

    def _picture(self, path: str, fields: FieldReader) -> str:
        """Return the picture that a field names, whatever its theme calls it: `img`, `media`."""
        for name, value in fields.fields.items():
            is_remote = name in _PICTURES and re.match("https?://", str(value))
            if isinstance(value, str) and (is_remote or _PICTURE.fullmatch(value)):
                fields.text(name)
                if found := self.picture(path, value, f"{name}: {value}"):
                    return f"/{found}"  # a sample that a text shows is the owner's
        return ""

    def picture(self, path: str, named: str, said: str = "") -> str:
        """Return the picture that a record or a setting names; one that is not there is noted."""
        found = self.tree.picture(named) if named and "://" not in named else ""
        if named and not found:
            self.plan.findings.add("lost", "picture", path, said or named)
        return found

    def collection(self, name: str) -> Iterator[tuple[str, SourcePage, FieldReader, Document]]:
        """Yield the documents of a collection; of samples and hidden ones it is noted why not."""
        found = self.tree.below(f"_{name}/")  # documents need no ending
        settings = self.collections.get(name, Fields())
        paths = [p for p in found if p.endswith(TEXTS) or "." not in posixpath.basename(p)]
        for path, page, fields in self.readers(paths):
            if not page.is_there:
                continue  # a file that is copied: slides, say
            is_one = self.options.samples.holds_page(page, is_record=True)
            says = {one for one, value in page.fields.items() if value} - _OF_PLACEHOLDER
            is_one |= page.fields.get("title") == "" and not (says or page.body.strip())
            if not (self.is_hidden(path, fields) or is_sample(path, is_one, self.plan)):
                page, whole = self.options.samples.own(page, self.tree), page
                dated = None if page.fields.get("date") else DATED.match(posixpath.basename(path))
                if dated:
                    page.fields["date"] = dated[1]
                    fields.taken.add("date")
                if page.body != whole.body:
                    self.plan.findings.add("left", "template-sample", path, "its text")
                day = day_of(str(fields.fields.get("date")))
                self._hide_future(path, day)
                own = fields.text("permalink")
                was = entry_address(self.scheme, name, settings, path, own, day)
                was = was if name not in self.collections or settings.is_on("output") else ""
                was = self.in_language(was, fields)
                self.plan.names |= {path: was} if was else {}
                document = self.document(path, page, fields, was)
                slug = posixpath.basename(path).partition(".")[0]
                said = {"url": was, "date": day, "content": page.body, "path": path, "slug": slug}
                said |= page.fields
                said["picture"] = document.front["image"]
                self.shown.setdefault(name, []).append(said)
                yield path, page, fields, document
        self.shown.get(name, []).sort(key=order_of)

    def sort_newest(self, kind: str) -> None:
        """Put the newest documents first that became records, as lists reverse Jekyll's order."""
        order = {one["path"]: order_of(one) for some in self.shown.values() for one in some}
        found = self.plan.entries.get(kind, [])
        found.sort(key=lambda one: order.get(one.source, ()), reverse=True)

    def cards(
        self, name: str, pages: list[Document]
    ) -> list[tuple[str, SourcePage, FieldReader, Document]]:
        """Return the documents of a collection as pages of al-folio show their cards: by the
        categories that a page names, then by importance."""
        shown = [one for page in pages for one in flat(page.variables.get("display_categories"))]

        def rank(one: tuple[str, SourcePage, FieldReader, Document]) -> tuple[int, int, str]:
            group, order = (str(one[1].fields.get(field)) for field in ("category", "importance"))
            place = shown.index(group) if group in shown else len(shown)
            return place, int(order) if order.isdecimal() else 999, one[0]

        return sorted(self.collection(name), key=rank)

    def is_hidden(self, path: str, fields: FieldReader) -> bool:
        """Whether a page was not published; it is noted then."""
        is_named_so = any(part[0] in "._#~" for part in path.split("/")[1:] or [path])
        if not is_named_so and fields.flag("published") is not False:
            return False
        self.plan.leave(path, "hidden: it was not published")
        self.plan.findings.add("left", "hidden-page", path)
        return True

    def hide(self, path: str, why: str) -> None:
        """Leave out a page that no reader saw."""
        self.plan.leave(path, why)
        self.plan.findings.add("left", "hidden-page", path, why)

    def is_sample_file(self, path: str) -> bool:
        """Whether a file is the template's own; it is noted then."""
        return is_sample(path, self.options.samples.holds_file(self.tree, path), self.plan)

    def files(self) -> None:
        """Take all files that Jekyll copies as they are, samples where texts show them."""
        texts = [f"{one.body} {one.front.get('image')}" for one in self.plan.documents]
        texts += [str(one.values) for some in self.plan.entries.values() for one in some]
        is_known = self.options.samples.holds_file
        texts += [str(self.plan.site["person"]), *self.plan.texts.values()]
        shown = COMMENTED.sub("", "\n".join(texts))
        for path in self.tree.sizes:
            if path in self.plan.taken or path in self.plan.left:
                continue
            is_of_theme = path.startswith(tuple(JEKYLL["folders"])) and f"/{path}" not in shown
            if is_of_theme or is_secret_file(path, self.tree.bytes_if_any):
                self.plan.leave(path, "theme")
                continue
            if path.startswith("_data/") and not _THEME_DATA.match(path):
                if not self.is_sample_file(path):
                    self.plan.leave(path, "data of the theme")
                    if self.is_asked(path):
                        why = "only its theme knows what it means"
                        self.plan.findings.add("lost", "theme-data", path, why)
                continue
            # Where it is in the published site; files of collections lose their `_`.
            settings = self.collections.get(path[1:].partition("/")[0], Fields())
            published = path[1:] if path[0] == "_" and settings.is_on("output") else path
            parts = published.split("/")[self.is_included(path) :]
            if _NOT_PUBLISHED.match(path) or any(part[0] in "_." for part in parts):
                self.plan.leave(path, "not content: settings and tools of the old program")
            elif path.removeprefix("assets/pdf/") not in shown and is_known(self.tree, path):
                self.plan.leave(path, "template-sample")
            elif not path.endswith((".scss", ".sass", ".liquid", ".md", ".markdown")):
                self.plan.add_file_at(f"/{published}", path)

    def is_included(self, path: str) -> bool:
        """Whether `include` names the folder at the top of a path, and no collection is there."""
        top, named = path.partition("/")[0], flat(self.config.get("include"))
        return top in (one.strip("/") for one in named) and top[1:] not in self.collections

    @cached_property
    def templates(self) -> dict[str, str]:
        """The layouts, includes and plug-ins of the source, each read once."""
        places = ("_layouts/", "_includes/", "_plugins/")
        paths = [path for place in places for path in self.tree.below(place)]
        return {path: self.tree.text_if_any(path) for path in paths}

    def layout(self, fields: Fields, inherited: bool = False) -> str:
        """Return the layout of a page, if there is one, without what its owner switched off; also
        those that it inherits from, if asked."""
        found, name = dict[str, str](), str(fields.get("layout"))
        while name and name not in found:
            text = self.templates.get(f"_layouts/{name}.html") or ""
            text = text or self.templates.get(f"_layouts/{name}.liquid") or ""
            found[name] = without_off(COMMENTED.sub("", text))
            name = above[1] if inherited and (above := _LAYOUT.match(text)) else ""
        return "".join(found.values())

    @cached_property
    def texts(self) -> list[str]:
        """The texts of all templates and pages, each read once."""
        paths = [path for path in self.tree.sizes if path.endswith(TEXTS)]
        return [*self.templates.values(), *map(self.tree.text_if_any, paths)]

    def is_asked(self, path: str) -> bool:
        """Whether a data file says anything, and a template of the source may have shown it."""
        name = re.escape(self.in_no_language(path).split("/")[1].partition(".")[0])
        texts = [COMMENTED.sub("", text) for text in self.templates.values()]
        says = re.search(r"^[ \t]*[^\s#]", self.tree.text_if_any(path), re.MULTILINE)
        asked = re.compile(rf"\bsite\.data(?:\.{name}\b|\[)")
        return bool(says) and (not texts or any(map(asked.search, texts)))

    def rest(self) -> None:
        """Report the settings that were not taken; those first that a template of the source shows
        are texts."""
        for path, text in self.templates.items():
            shown = "" if path.startswith("_plugins/") else COMMENTED.sub("", text)
            for counter in dict.fromkeys(_COUNTER.findall(shown)):
                self.plan.findings.add("lost", "service", path, counter)
            for name in re.findall(r"\{\{-?\s*site\.(\w+)\s*-?\}\}", shown):
                value = self.config.get(name)
                is_text = isinstance(value, str) and self._own(value) and not _VERSION.match(value)
                if name not in self.reader.taken and is_text:
                    self.reader.report(name, "theme-text")
        if "staticman" not in str(self.config.inside("comments").get("provider")):
            self.reader.drop(["staticman"], "setting-not-needed")
        if self.config.inside("giscus").get("repo"):
            self.reader.report("giscus", "setting")
        self.reader.rest("setting")

    def data(self, name: str) -> tuple[str, Fields]:
        """Return the path and the content of a file in `_data/`; a list has the name ``."""
        names = (name, f"{self.plan.site['languages'][0]}/{name}")
        path = self.tree.first(*(f"_data/{one}.{end}" for one in names for end in ("yml", "yaml")))
        found = data_of(self.tree, path, self.plan) if path else None
        fields = found if isinstance(found, Fields) else Fields()
        fields.update({"": found} if isinstance(found, list) else {})
        return path, fields


def _settings(tree: SourceTree, plan: SitePlan) -> tuple[str, Fields]:
    """Return the settings and their file: those with which a workflow builds it, the last
    of which has the last word."""
    workflows = "\n".join(map(tree.text_if_any, tree.below(".github/workflows/")))
    built = found[1].split(",") if (found := _BUILT_WITH.search(workflows)) else []
    usual = tree.first("_config.yml", "_config.yaml", "_config.toml")
    config, paths = Fields(), [one for one in built if tree.has(one)] or [usual]
    for path in paths:
        said = settings_in(tree, path, plan)
        config.update(said)
        config.lines |= said.lines
    return paths[-1], config


def _without_excluded(tree: SourceTree, config: Fields, plan: SitePlan) -> SourceTree:
    """Return a source without the files that Jekyll does not read.

    A word of `exclude` is the beginning of a path, or a pattern in which `*` stands for slashes,
    too; `include` comes first, but not for what `exclude` names inside of it. Nothing is read in a
    folder whose name begins with a dot (Jekyll's `EntryFilter`). Data files are read all the same.
    A folder with the feed of the site's top was built by Jekyll, and a script put it there.
    """
    excluded, included = (
        FieldReader(config, "", plan.findings).words(name) for name in ("exclude", "include")
    )

    def is_read(path: str) -> bool:
        top = path.partition("/")[0]
        named = [word for word in included if top[:1] == "_" and word.lstrip("/").startswith(top)]
        if named and not _depth(path, named):
            return False  # of a hidden folder, Jekyll reads what is named
        taken, out = _depth(path, included), _depth(path, (*JEKYLL["never read"], *excluded))
        is_seen = taken > 0 or not _HIDDEN_FOLDER.search(path)
        return path.startswith("_data/") or (taken >= out and is_seen)

    there = f"{config.said('url')}/{config.said('baseurl')}".strip("/")
    feeds = ((path, _FEED.search(tree.text_if_any(path))) for path in tree.below("", "/feed.xml"))
    built = tuple(path[:-8] for path, feed in feeds if feed and feed[1] == there)
    plan.leave_all((path for path in tree.sizes if path.startswith(built)), OF_BUILD)
    plan.gone |= {address(one): why for one, why in plan.left.items() if why == OF_BUILD}
    plan.made_addresses |= {one for one in plan.gone if one.endswith((".html", "/"))}
    excluded += [*built, config.said("destination").removeprefix("./") or "_site"]
    plan.leave_all((path for path in tree.sizes if not is_read(path)), "excluded by _config.yml")
    return msgspec.structs.replace(
        tree, sizes={path: size for path, size in tree.sizes.items() if is_read(path)}
    )


def _depth(path: str, words: Iterable[str]) -> int:
    """Return how many parts the longest word has that names a path or a folder above it, or 0."""
    said = (word.lstrip("/") for word in words)
    found = (one for one in said if path.startswith(one) or fnmatchcase(path, one))
    return max((one.rstrip("/").count("/") + 1 for one in found), default=0)
