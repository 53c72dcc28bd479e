"""What all sites of Jekyll have in common: settings, posts, pages, collections, their addresses.

Formats: jekyllrb.com/docs, "Configuration", "Front Matter", "Permalinks", "Collections".
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

import msgspec

from generator.importing.fields import FieldReader, day_of
from generator.importing.plan import Document, SitePlan, address, filled
from generator.importing.private_facts import is_secret_file
from generator.importing.reading import Fields, SourcePage
from generator.importing.source_tree import SourceTree
from generator.importing.sources.source import (
    ImportOptions,
    data_of,
    is_sample,
    readers,
    settings_in,
)
from generator.model.languages import known_code

_STYLES = {
    "date": "/:categories/:year/:month/:day/:title.html",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title.html",
    "none": "/:categories/:title.html",
}
_DATED = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})-(.+)")
_TEXTS = (".md", ".markdown", ".mkd", ".html", ".htm")
NOT_NEEDED = frozenset({
    "layout", "nav", "nav_order", "author_profile", "comments", "share", "related", "read_time",
    "toc", "math", "mathjax", "collection", "classes", "sidebar", "header", "dropdown", "children",
    "pagination", "giscus_comments", "disqus_comments", "related_posts", "related_publications",
    "published", "sitemap", "guid", "id", "author", "inline", "horizontal", "display_categories",
    "chart", "pseudocode", "mermaid", "tikzjax", "typograms", "code_diff", "map", "images",
    "featured", "thumbnail", "hidden", "bibliography", "_styles", "pretty_table", "tabs",
    "social", "profile", "news", "selected_papers", "latest_posts", "announcements", "search",
    "page_css", "custom_css", "custom_js", "citation_", "entries_layout", "show_excerpts",
    "include_author_profile", "keywords", "class", "years", "scholar", "page_id", "cv_pdf",
    "cv_format",
})  # fmt: skip
"""Fields that say how a theme shows a page."""
_THEME_FOLDERS = ("_sass/", "_includes/", "_layouts/", "_plugins/", "_scripts/", "bin/", "scripts/",
                  "lighthouse_results/", "reports/", ".github/", "assets/css/", "assets/js/",
                  "assets/fonts/", "assets/webfonts/", "assets/libs/", "assets/bibliography/",
                  "assets/tabs", "assets/scss/", "markdown_generator/", "vendor/")  # fmt: skip
_NOT_PUBLISHED = re.compile(
    r"^(?:[^/]+\.(?:md|lock|gemspec|ya?ml|json|toml|js|rb|sh|cfg|py|ipynb)|Gemfile|Rakefile|"
    r"Dockerfile|LICENSE.*|Makefile|\.[^/]*|CITATION\.cff|talkmap\.(?:py|ipynb))$"
)
"""Files at the top that serve the program and not readers."""


_EXCLUDED = (".sass-cache", ".jekyll-cache", "gemfiles", "Gemfile", "node_modules/",
             "vendor/bundle/", "vendor/cache/", "vendor/gems/", "vendor/ruby/")  # fmt: skip
"""What Jekyll never reads, whatever `exclude` says (its documentation, "Configuration Options")."""
_HIDDEN_FOLDER = re.compile(r"(?:^|/)\.[^/]+/")


class Jekyll(msgspec.Struct):
    """A site of Jekyll while it is read."""

    tree: SourceTree
    plan: SitePlan
    options: ImportOptions
    config: Fields
    reader: FieldReader
    scheme: str
    collections: dict[str, Fields]
    samples: set[str] = set()
    """The addresses of pages that are the template's, such as a list of papers in its words."""
    navigation: list[tuple[str, Fields]] = []
    """The addresses of pages that say whether the header shows them, with their front matter."""

    @classmethod
    def of(cls, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> "Jekyll":
        """Read the settings, and take from them what all sites of Jekyll have."""
        path = tree.first("_config.yml", "_config.yaml", "_config.toml")
        config = settings_in(tree, path, plan)
        reader = FieldReader(config, path, plan.findings)
        style = reader.text("permalink") or "date"
        collections = config.get("collections")
        found: dict[str, Fields] = {}
        if isinstance(collections, Fields):
            found = {n: c if isinstance(c, Fields) else Fields() for n, c in collections.items()}
        elif isinstance(collections, list):
            found = {str(name): Fields() for name in collections}
        tree = _without_excluded(tree, config, plan)
        site = cls(tree, plan, options, config, reader, _STYLES.get(style, style), found)
        plan.syntax = "liquid"
        plan.variables = dict(config)
        site._addresses()
        return site

    def _addresses(self) -> None:
        plan, url = self.plan, self.reader.text("url")
        plan.take_url(url, self.reader.text("baseurl"))
        cname = self.tree.first("CNAME")
        if cname:
            plan.take_domain(cname, self.tree.text_if_any(cname), url)
            plan.add_file_at("/CNAME", cname)
        lang = self.reader.text("lang", "locale").replace("_", "-").partition("-")[0]
        plan.site["languages"] = [lang if known_code(lang) else "en"]
        said = "/" + self.scheme.replace(":categories/", "").replace(":title", ":slug").strip("/")
        words = set(re.findall(r":\w+", said))
        is_sayable = words <= {":year", ":month", ":day", ":slug"} and ":slug" in words
        pattern = said + ("" if said.endswith(".html") else "/")
        plan.site["posts"] = {"permalink": pattern if is_sayable else "/posts/:slug/"}

    # ------------------------------------------------------------------ addresses

    def post_address(self, name: str, day: str, fields: FieldReader) -> str:
        """Return the address of a post by the pattern of the site, or by its own."""
        scheme = fields.text("permalink")
        scheme = _STYLES.get(scheme, scheme) or self.scheme
        year, month, date = [*day.split("-"), "01", "01"][:3]
        categories = fields.fields.get("categories") or fields.fields.get("category") or []
        words = categories if isinstance(categories, list) else str(categories).split()
        folder = "/".join(str(word).lower().replace(" ", "-") for word in words)
        slug = fields.text("slug") or name
        values = {
            ":categories": folder, ":year": year, ":month": month, ":day": date, ":title": slug,
            ":slug": re.sub(r"[^\w]+", "-", slug.lower()).strip("-"), ":i_month": month.lstrip("0"),
            ":i_day": date.lstrip("0"), ":short_year": year[2:], ":output_ext": ".html",
        }  # fmt: skip
        found = re.sub(r":\w+", lambda m: values.get(m[0], slug), scheme)
        return self._as_file(address(found.strip()))

    def page_address(self, path: str, own: str) -> str:
        """Return the address of a page that lies in the source at a path."""
        if own:
            return self._as_file(address(own.strip()))
        place = path.rpartition(".")[0]
        if place == "index" or place.endswith("/index"):
            return address(place.removesuffix("index"))
        is_pretty = self.scheme.endswith("/")
        return address(f"{place}/" if is_pretty else f"{place}.html")

    def entry_address(self, collection: str, path: str, own: str) -> str:
        """Return the address of a document of a collection."""
        if own:
            return self._as_file(address(own.strip()))
        scheme = str((self.collections.get(collection) or Fields()).get("permalink") or "")
        below = path.partition("/")[2].rpartition(".")[0]
        dated = _DATED.fullmatch(posixpath.basename(below))
        name = posixpath.basename(below)
        values = {":collection": collection, ":path": below, ":name": name, ":title": name,
                  ":slug": dated[2] if dated else name, ":output_ext": ".html"}  # fmt: skip
        found = re.sub(
            r":\w+", lambda m: values.get(m[0], name), scheme or "/:collection/:path.html"
        )
        return self._as_file(address(found))

    def _as_file(self, found: str) -> str:
        """Return an address as readers ask for it: `/x` is the file `x.html`."""
        last = found.rpartition("/")[2]
        return f"{found}.html" if last and not re.search(r"\.\w{1,5}$", last) else found

    # ------------------------------------------------------------------ texts

    def posts(self) -> None:
        """Take the posts and drafts."""
        paths = [p for p in self.tree.sizes if re.match(r"(?:.*/)?_(?:posts|drafts)/", p)]
        paths = [p for p in paths if p.endswith(_TEXTS) and not p.startswith("_site/")]
        for path, page, fields in readers(self.tree, paths, self.plan):
            if is_sample(path, self.options.samples.holds_page(page), self.plan):
                continue
            base = posixpath.basename(path).rpartition(".")[0]
            dated = _DATED.fullmatch(base)
            day = fields.day("date") or (day_of(dated[1]) if dated else "")
            name = dated[2] if dated else base
            is_draft = "_drafts/" in path or fields.flag("published") is False
            if not day:
                day = "1970-01-01"
                self.plan.findings.add("guessed", "date", path, "no date", day)
            was = "" if is_draft else self.post_address(name, day, fields)
            document = self.document(path, page, fields, was)
            slug = re.sub(r"[^\w.+-]+", "-", name)
            document.target = f"content/posts/{day}-{slug}.md"
            if is_draft:
                document.front["draft"] = True
            elif was != self._as_scheme(day, slug):
                document.front["permalink"] = was
            document.front["tags"] = _topics(fields, "tags", "tag")
            document.front["categories"] = _topics(fields, "categories", "category")
            fields.value(*re.findall(r"\bpage\.(\w+)", page.body))  # which the text shows
            fields.rest(not_needed=NOT_NEEDED)
            self.plan.add_document(document)
            if was:
                self.plan.names[base] = self.plan.names[path] = was

    def _as_scheme(self, day: str, slug: str) -> str:
        scheme = self.plan.site["posts"]["permalink"]
        found = filled(scheme, day, slug)
        return found.rstrip("/") if scheme.endswith(".html") else found

    def document(self, path: str, page: SourcePage, fields: FieldReader, was: str) -> Document:
        """Return a page or post with what all of them have."""
        front: dict[str, Any] = {
            "title": fields.text("title") or fields.text("name"),
            "updated": day_of(
                fields.text("last_modified_at", "last_updated", "modified", "updated")
            ),
            "description": fields.text("description", "excerpt", "summary", "subtitle"),
            "aliases": self._aliases(fields),
        }
        image = fields.fields.get("image") or fields.fields.get("og_image")
        fields.value("image", "og_image", "img", "teaser")
        front["image"] = image if isinstance(image, str) and "." in image else ""
        leads = fields.text("redirect_to", "redirect")
        if leads and was:
            self.plan.redirects[was] = leads
        return Document(
            source=path, target="", address=was, front=front, body=page.body, line=page.line,
            syntax="liquid", variables=dict(page.fields),
        )  # fmt: skip

    def _aliases(self, fields: FieldReader) -> list[str]:
        found = []
        for alias in fields.words("redirect_from", "alias", "aliases"):
            old = address(urlsplit(alias).path if "://" in alias else alias)
            if "?" in old or re.search(r"\.(?!html?$)\w{1,5}$", old):
                why = "no static host can serve a page at this address"
                fields.findings.add("lost", "alias", fields.file, alias, why)
                self.plan.made_addresses.add(old)
            else:
                found.append(old)
                self.plan.made_addresses.add(old)
        return found

    def collection(self, name: str) -> Iterator[tuple[str, SourcePage, FieldReader, Document]]:
        """Yield the documents of a collection; of samples and hidden ones it is noted why not."""
        paths = self.tree.below(f"_{name}/", ".md", ".markdown", ".html")
        for path, page, fields in readers(self.tree, paths, self.plan):
            if path.endswith(".html") and not page.is_there:
                continue  # a file that is copied: slides, say
            is_one = self.options.samples.holds_page(page, is_record=True)
            if not (self.is_hidden(path, fields) or is_sample(path, is_one, self.plan)):
                page = self.options.samples.own(page)
                was = self.entry_address(name, path, fields.text("permalink"))
                yield path, page, fields, self.document(path, page, fields, was)

    def is_hidden(self, path: str, fields: FieldReader) -> bool:
        """Whether a page was not published; it is noted then."""
        if not posixpath.basename(path).startswith("_") and fields.flag("published") is not False:
            return False
        self.plan.leave(path, "hidden: it was not published")
        self.plan.findings.add("left", "hidden-page", path)
        return True

    def is_sample_file(self, path: str) -> bool:
        """Whether a file is the template's own; it is noted then."""
        return is_sample(path, self.options.samples.holds_file(self.tree, path), self.plan)

    def files(self) -> None:
        """Take all files that Jekyll copies as they are."""
        for path in self.tree.sizes:
            if path in self.plan.taken or path in self.plan.left:
                continue
            if path.startswith(_THEME_FOLDERS) or is_secret_file(path):
                self.plan.leave(path, "theme")
                continue
            published = self._published(path)
            if _NOT_PUBLISHED.match(path) or any(part[0] in "_." for part in published.split("/")):
                self.plan.leave(path, "not content: settings and tools of the old program")
            elif self.options.samples.holds_file(self.tree, path):
                self.plan.leave(path, "template-sample")
            elif not path.endswith((".scss", ".sass", ".liquid", ".md", ".markdown")):
                self.plan.add_file_at(f"/{published}", path)

    def _published(self, path: str) -> str:
        """Return where a file lies in the published site; those of collections lose their `_`."""
        folder = path.partition("/")[0]
        settings = self.collections.get(folder.removeprefix("_"))
        is_published = settings is not None and str(settings.get("output")).lower() == "true"
        return path.removeprefix("_") if is_published and folder.startswith("_") else path

    def data(self, *names: str) -> tuple[str, Any]:
        """Return the path and the content of the first of some files in `_data/`."""
        path = self.tree.first(
            *(f"_data/{name}{end}" for name in names for end in (".yml", ".yaml"))
        )
        return path, data_of(self.tree, path, self.plan) if path else ""


def _topics(fields: FieldReader, *names: str) -> list[str]:
    found = []
    for name in names:
        value = fields.value(name)
        words = value.split() if isinstance(value, str) and "," not in value else fields.words(name)
        found += words
    return list(dict.fromkeys(str(word).strip() for word in found if str(word).strip()))


def _without_excluded(tree: SourceTree, config: Fields, plan: SitePlan) -> SourceTree:
    """Return a source without the files that Jekyll does not read.

    A word of `exclude` is the beginning of a path, or a pattern in which `*` stands for slashes,
    too; `include` comes first. Nothing is read in a folder whose name begins with a dot (Jekyll's
    `EntryFilter`). Data files are read all the same.
    """
    excluded, included = (
        FieldReader(config, "", plan.findings).words(name) for name in ("exclude", "include")
    )

    def is_read(path: str) -> bool:
        return (
            path.startswith("_data/")
            or _is_among(path, included)
            or not (_is_among(path, (*_EXCLUDED, *excluded)) or _HIDDEN_FOLDER.search(path))
        )

    plan.leave_all((path for path in tree.sizes if not is_read(path)), "excluded by _config.yml")
    return msgspec.structs.replace(
        tree, sizes={path: size for path, size in tree.sizes.items() if is_read(path)}
    )


def _is_among(path: str, words: Iterable[str]) -> bool:
    return any(
        path.startswith(word.lstrip("/")) or fnmatchcase(path, word.lstrip("/")) for word in words
    )
