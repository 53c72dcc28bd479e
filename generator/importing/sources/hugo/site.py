"""What all sites of Hugo have: settings in YAML or TOML, content in folders, addresses.

Formats: gohugo.io, "Configuration", "Front matter", "URL management", "Page bundles".
"""

import posixpath
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import msgspec

from generator.importing.dates import address, day_of
from generator.importing.fields import FieldReader
from generator.importing.plan import Document, SitePlan
from generator.importing.private_facts import secrets_in
from generator.importing.reading import Fields, FrontMatter, Unreadable, read_toml, read_yaml
from generator.importing.source_tree import SourceTree
from generator.importing.sources.front_pages import leave, readers, text_of
from generator.importing.sources.source import Options
from generator.model.languages import known_code

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
    options: Options
    config: Fields
    path: str
    folder: str = "content/"
    """Where the content in the site's first language lies."""

    @classmethod
    def of(cls, tree: SourceTree, plan: SitePlan, options: Options) -> "Hugo":
        """Read the settings."""
        path = tree.first(*_CONFIGS)
        config = read_settings(tree, path, plan) if path else Fields()
        site = cls(tree, plan, options, config, path)
        plan.syntax, plan.folders = "hugo", ("/media/", "/img/")
        site._addresses()
        return site

    def settings(self, name: str) -> tuple[str, Fields]:
        """Return the path and the content of a file of settings beside the main one."""
        path = self.tree.first(
            *(f"config/_default/{name}.{end}" for end in ("yaml", "yml", "toml"))
        )
        if path:
            return path, read_settings(self.tree, path, self.plan)
        inside = self.config.get(name)
        return self.path, inside if isinstance(inside, Fields) else Fields()

    def _addresses(self) -> None:
        plan, config = self.plan, {name.lower(): value for name, value in self.config.items()}
        url = str(config.get("baseurl") or "")
        host = (urlsplit(url).hostname or "").lower() if "://" in url else ""
        plan.hosts |= {host} if host else set()
        plan.base_path = urlsplit(url).path.rstrip("/") if host else ""
        plan.site["url"] = f"{url.rstrip('/')}/" if host else ""
        cname = self.tree.first("static/CNAME", "CNAME")
        if cname:
            plan.take_domain(cname, self.tree.text_if_any(cname), url)
            if cname == "CNAME":
                plan.add_file_at("/CNAME", cname)
        lang = str(config.get("defaultcontentlanguage") or config.get("languagecode") or "en")
        lang = lang.lower().partition("-")[0]
        plan.site["languages"] = [lang if known_code(lang) else "en"]
        if self.tree.below(f"content/{lang}/"):
            self.folder = f"content/{lang}/"
            others = {p.split("/")[1] for p in self.tree.below("content/")} - {lang}
            others = {code for code in others if known_code(code)}
            for code in sorted(others):
                plan.findings.add("lost", "language", f"content/{code}/", f"pages in {code}",
                                  "one language is imported")  # fmt: skip
                plan.leave_all(self.tree.below(f"content/{code}/"), f"in another language: {code}")

    # ------------------------------------------------------------------ pages

    def pages(self, folder: str) -> Iterator[tuple[str, FrontMatter, FieldReader, str]]:
        """Yield the pages below a folder of the content, each with its address.

        Drafts come with an empty address, samples not at all.
        """
        paths = [
            p for p in self.tree.below(f"{self.folder}{folder}", *TEXTS) if p not in self.plan.left
        ]
        for path, page, fields in readers(self.tree, paths, self.plan):
            if self.is_sample(path, page):
                continue
            is_draft = fields.flag("draft") is True
            yield path, page, fields, "" if is_draft else self.address_of(path, fields)

    def address_of(self, path: str, fields: FieldReader) -> str:
        """Return the address of a page, by its own fields, the site's patterns or its place."""
        own, slug = fields.text("url"), fields.text("slug")
        if own:
            return address(own if own.endswith((".html", "/")) else f"{own}/")
        place = path.removeprefix(self.folder).rpartition(".")[0]
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
        return address(f"{place.lower()}/") if place else "/"

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

    def is_sample(self, path: str, page: FrontMatter) -> bool:
        """Whether a page is the template's own; it is noted then."""
        is_one = self.options.samples.holds(page.body) or self.options.samples.holds_file(
            self.tree, path
        )
        if is_one:
            self.plan.leave(path, "template-sample")
            self.plan.findings.add("left", "template-sample", path)
        return is_one

    def document(self, path: str, page: FrontMatter, fields: FieldReader, was: str) -> Document:
        """Return a page or post with what all of them have."""
        summary = fields.text("summary", "description", "subtitle")
        front: dict[str, Any] = {
            "title": fields.text("title"),
            "updated": day_of(fields.text("lastmod")),
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
        if posixpath.basename(path).rpartition(".")[0] not in ("index", "_index") or not was:
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
            if any(self.tree.has(f"{inside}/{name}") for name in ("index.md", "_index.md")):
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


def read_settings(tree: SourceTree, path: str, plan: SitePlan) -> Fields:
    """Return a file of settings; empty after noting why it cannot be read."""
    text = text_of(tree, path, plan)
    if text is None:
        return Fields()
    for line, name in secrets_in(text):
        plan.findings.add("secret", "secret", path, name, line=line)
    plan.take(path, "content/site.yaml")
    try:
        found = read_toml(text) if path.endswith(".toml") else read_yaml(text, path, plan.findings)
    except Unreadable as error:
        leave(path, plan, "unreadable", error.reason, error.line)
        return Fields()
    return found if isinstance(found, Fields) else Fields()
