"""What all sites of Hugo have: settings in YAML or TOML, content in folders, addresses.

Formats: gohugo.io, "Configuration", "Front matter", "URL management", "Page bundles".
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from generator.importing.fields import FieldReader, day_of
from generator.importing.plan import Document, Entry, SitePlan, address, address_of_target
from generator.importing.reading import Fields, SourcePage
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hugo.languages import PagePlace, Places, languages_of
from generator.importing.sources.source import ImportOptions, is_sample, readers, settings_in

_CONFIGS = [f"{folder}{name}.{end}" for folder in ("config/_default/", "")
            for name in ("hugo", "config") for end in ("yaml", "yml", "toml")]  # fmt: skip
TEXTS = (".md", ".markdown", ".html")
NOT_NEEDED = frozenset({
    "layout", "type", "weight", "lastmod_", "toc", "share", "profile", "commentable", "editable",
    "reading_time", "pager", "view", "header", "cms_exclude", "banner", "design", "image",
    "publishDate", "publishdate", "show_date", "show_breadcrumb", "diagram", "math", "markup",
    "highlight", "highlighting_languages", "linktitle", "menu", "active", "headless",
    "gallery_item", "slides", "all_day", "date_end", "cascade", "outputs", "show_related",
    "external_link", "rmd_hash", "output", "author", "authors", "spacing", "isCJKLanguage",
    "params", "sitemap", "comments", "subtitle_", "show_post_date", "show_post_time",
    "show_author_profile",
    "book", "icon", "disable_jquery", "math_", "bibliography", "caption", "search", "private",
})  # fmt: skip
"""Fields that say how a theme shows a page."""


class Hugo(msgspec.Struct):
    """A site of Hugo while it is read."""

    tree: SourceTree
    plan: SitePlan
    options: ImportOptions
    config: Fields
    path: str
    places: Places
    """Knows the languages."""
    targets: dict[str, str] = {}
    """Key of a page in all languages -> its file in the main one."""
    is_main_below: bool = False
    """Whether the main language, too, had its name in its addresses: `/en/about/`."""
    records: dict[tuple[str, str], Entry] = {}
    """Kind and key of a page -> the record that was made of it."""
    titles: dict[tuple[str, str], str] = {}
    """Kind of record and language -> the title of the page that listed them; it may be empty."""

    @classmethod
    def of(cls, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> "Hugo":
        """Read the settings."""
        path = tree.first(*_CONFIGS)
        config = settings_in(tree, path, plan)
        low = {name.lower(): value for name, value in config.items()}
        _, settings = settings_of("languages", tree, plan, path, config)
        site = cls(tree, plan, options, config, path, Places(languages_of(low, settings, tree)))
        plan.syntax, plan.folders = "hugo", ("/media/", "/img/")
        site._addresses()
        return site

    def settings(self, name: str) -> tuple[str, Fields]:
        """Return the path and the content of a file of settings beside the main one."""
        return settings_of(name, self.tree, self.plan, self.path, self.config)

    def _addresses(self) -> None:
        plan, config = self.plan, {name.lower(): value for name, value in self.config.items()}
        url = str(config.get("baseurl") or "")
        plan.take_url(url)
        cname = self.tree.first("static/CNAME", "CNAME")
        if cname:
            plan.take_domain(cname, self.tree.text_if_any(cname), url)
            if cname == "CNAME":
                plan.add_file_at("/CNAME", cname)
        self.is_main_below = str(config.get("defaultcontentlanguageinsubdir")).lower() == "true"
        self._languages()

    def _languages(self) -> None:
        """Keep the languages in which there are pages."""
        places = self.places
        written = {
            place.language.code
            for folder in {one.folder for one in places.languages}
            for path in self.tree.below(folder, *TEXTS)
            if (place := places.place_of(path))
        }
        kept = [one for one in places.languages if one == places.main or one.code in written]
        self.places = Places(kept)
        self.plan.site["languages"] = [one.code for one in kept]

    # ------------------------------------------------------------------ pages

    def pages(self, folder: str) -> Iterator[tuple[str, SourcePage, FieldReader, str]]:
        """Yield the pages below a folder of the content, each with its address.

        Drafts come with an empty address, samples not at all.
        """
        for path, page, fields in readers(self.tree, self.texts(folder), self.plan):
            samples = self.options.samples
            is_record = bool(page.fields.get("date"))
            is_one = samples.holds_page(page, is_record) or samples.holds_file(self.tree, path)
            if is_sample(path, is_one, self.plan):
                continue
            page = samples.own(page) if is_record else page
            is_draft = fields.flag("draft") is True
            yield path, page, fields, "" if is_draft else self.address_of(path, fields)

    def texts(self, folder: str, *endings: str) -> list[str]:
        """Return the pages below a folder of the content, those in the main language first."""
        order = self.places.languages
        found = [
            (order.index(place.language), path)
            for root in {one.folder for one in order}
            for path in self.tree.below(root, *(endings or TEXTS))
            if path not in self.plan.left
            and (place := self.places.place_of(path))
            and f"{place.key}.".startswith(folder)
        ]
        return [path for _, path in sorted(found)]

    def place_of(self, path: str) -> PagePlace:
        """Return the language and the key of a file; what lies in no content is the site's own."""
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
        if own:
            own = own if own.endswith((".html", "/")) else f"{own}/"
            return address(own if own.startswith("/") else f"{prefix}/{own}")
        place = here.key
        is_index = posixpath.basename(place) in ("index", "_index")
        place = posixpath.dirname(place) if is_index else place
        section, _, rest = place.partition("/")
        patterns = self.config.get("permalinks")
        pattern = str(patterns.get(section) or "") if isinstance(patterns, Fields) else ""
        if pattern and rest:
            place = self._filled(pattern, rest, slug, fields)
        elif slug:
            place = posixpath.join(posixpath.dirname(place), slug)
        place = re.sub(r"\s+", "-", place.strip("/"))
        base = address(f"{place.lower()}/") if place else "/"
        is_below = here.language != self.places.main or self.is_main_below
        old = address(f"/{here.language.name}{base}") if is_below else base
        if old != prefix + base:
            self.plan.redirects[old] = prefix + base
        return prefix + base

    def _filled(self, pattern: str, rest: str, slug: str, fields: FieldReader) -> str:
        year, month, date = [*day_of(str(fields.fields.get("date") or "")).split("-"), "01", "01"][
            :3
        ]
        name = posixpath.basename(rest)
        title = re.sub(r"[^\w]+", "-", str(fields.fields.get("title") or name).lower()).strip("-")
        values = {":year": year, ":month": month, ":day": date, ":slug": slug or name,
                  ":filename": name, ":contentbasename": name, ":title": title}  # fmt: skip
        return re.sub(r":\w+", lambda m: values.get(m[0], name), pattern)

    def topic(self, name: str, default: str) -> str:
        """Return the pattern of the addresses of tags or categories."""
        patterns = self.config.get("permalinks")
        said = str(patterns.get(name) or "") if isinstance(patterns, Fields) else ""
        said = re.sub(r":(?:title|contentbasename|filename)", ":slug", said)
        is_sayable = said.endswith("/:slug/") and said.count(":") == 1
        return said if is_sayable else default

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
        summary = fields.text("summary", "description", "subtitle")
        front: dict[str, Any] = {
            "title": fields.text("title"),
            "updated": fields.day("lastmod"),
            "description": summary,
            "aliases": self._aliases(fields),
        }
        return Document(
            source=path, target="", address=was, front=front, body=page.body, line=page.line,
            syntax="hugo", variables=dict(page.fields),
        )  # fmt: skip

    def _aliases(self, fields: FieldReader) -> list[str]:
        found = [address(alias) for alias in fields.words("aliases") if "?" not in alias]
        self.plan.made_addresses.update(found)
        return found

    def bundle_files(self, path: str, was: str) -> list[str]:
        """Take the files that lie beside a page in its folder, to where they were published."""
        if posixpath.basename(self.place_of(path).key) not in ("index", "_index") or not was:
            return []
        folder = posixpath.dirname(path) + "/"
        beside = [
            other
            for other in self.tree.below(folder)
            if not other.endswith(TEXTS)
            and other not in self.plan.left
            and not self._is_in_another_page(other, folder)
            and not self.options.samples.holds_file(self.tree, other)
        ]
        for other in beside:
            self.plan.add_file_at(f"{was}{other.removeprefix(folder)}", other)
        return beside

    def _is_in_another_page(self, path: str, folder: str) -> bool:
        inside = posixpath.dirname(path)
        while f"{inside}/" != folder:
            names = ["", *(f".{one.name}" for one in self.places.languages)]
            stems = [stem + name for stem in ("index", "_index") for name in names]
            if any(self.tree.has(f"{inside}/{stem}.md") for stem in stems):
                return True
            inside = posixpath.dirname(inside)
        return False

    def files(self) -> None:
        """Take the files of `static/` and `assets/media/`, and say what else is left."""
        for path in self.tree.sizes:
            if path in self.plan.taken or path in self.plan.left:
                continue
            if self.options.samples.holds_file(self.tree, path):
                self.plan.leave(path, "template-sample")
            elif path.startswith("static/"):
                if not any(part.startswith(".") for part in path.split("/")):
                    self.plan.add_file_at(path.removeprefix("static"), path)
            elif path.startswith("assets/media/") and not path.endswith(".gitkeep"):
                self.plan.add_file_at("/media/" + path.removeprefix("assets/media/"), path)


def settings_of(
    name: str, tree: SourceTree, plan: SitePlan, main: str, config: Fields
) -> tuple[str, Fields]:
    """Return the path and the content of a file of settings beside the main one, or of its part."""
    path = tree.first(*(f"config/_default/{name}.{end}" for end in ("yaml", "yml", "toml")))
    if path:
        return path, settings_in(tree, path, plan)
    inside = config.get(name)
    return main, inside if isinstance(inside, Fields) else Fields()
