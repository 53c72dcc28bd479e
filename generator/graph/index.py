"""The site by every name that something in it can go by."""

from __future__ import annotations

from functools import cached_property
from urllib.parse import unquote

from generator.graph.addresses import candidates, home_of
from generator.graph.posts import posts_in
from generator.model.address import path_encoded
from generator.model.cv import Cv
from generator.model.languages import Language, language
from generator.model.outputs import Output
from generator.model.pages import Page
from generator.model.people import Directory, Person
from generator.model.records import Publication, Record
from generator.model.site import Site
from generator.model.text import Phrase, Text
from generator.model.theme import Theme
from generator.model.venues import PublicationKind
from generator.model.visibility import Medium, shown

SAFE_SCHEMES = ("http", "https", "mailto", "tel", "sms", "ftp", "geo", "irc", "xmpp", "matrix")


def is_safe(target: str) -> bool:
    """Whether an external target is of a kind that only leads somewhere, and runs nothing."""
    return target.startswith("//") or target.split(":")[0].lower() in SAFE_SCHEMES


class Index:
    """A site with its outputs, indexed. Facts are pure functions of it."""

    def __init__(
        self,
        site: Site,
        theme: Theme,
        outputs: tuple[Output, ...],
        base_url: str,
        medium: Medium = "web",
    ) -> None:
        self.site = site
        self.config = site.config
        self.theme = theme
        self.outputs = outputs
        self.base_url = base_url
        self.medium: Medium = medium
        self.default_lang = site.default_lang
        self.person = shown(site.config.person, medium) or Person(name=site.config.person.name)
        people = (shown(person, medium) for person in site.people)
        self.directory = Directory((self.person, *filter(None, people)))
        self._posts: dict[str, list[Page]] = {}
        self._posts_about: dict[str, dict[str, list[Page]]] = {}
        self._places: dict[str, dict[str, int]] = {}
        self.records: dict[str, tuple[Record, ...]] = {
            kind: tuple(filter(None, (shown(record, medium) for record in records)))
            for kind, records in site.records.items()
        }
        seen = ((cv.id, shown(cv, medium)) for cv in site.cvs)
        self.resumes: dict[str, Cv] = {id: cv for id, cv in seen if cv is not None}

    @cached_property
    def publications(self) -> dict[str, Publication]:
        """Publications by id."""
        found = self.records.get("publications", ())
        return {p.id: p for p in found if isinstance(p, Publication)}

    @cached_property
    def pages(self) -> dict[tuple[str, str], Page]:
        """Pages by key and language."""
        return {(page.key, page.lang): page for page in self.site.pages}

    @cached_property
    def by_key(self) -> dict[tuple[str, str], Output]:
        """Outputs by key and language."""
        return {(output.key, output.lang): output for output in self.outputs if output.key}

    @cached_property
    def by_address(self) -> dict[str, Output]:
        """Outputs by address."""
        return {output.url: output for output in self.outputs if output.kind == "template"}

    @cached_property
    def assets(self) -> dict[str, Output]:
        """Outputs of the theme's assets by their file in the theme."""
        return {output.subject: output for output in self.outputs if output.kind == "asset"}

    @cached_property
    def names(self) -> dict[str, str]:
        """Bare words that a link may use -> key: slugs and keys of pages, then ids."""
        found: dict[str, str] = {}
        for page in self.site.pages:
            if (f"page:{page.key}", page.lang) not in self.by_key:
                continue
            found.setdefault(page.front.slug, f"page:{page.key}")
            found.setdefault(page.key, f"page:{page.key}")
        for publication in self.publications:
            found.setdefault(publication, f"publication:{publication}")
        return found

    @cached_property
    def cvs(self) -> dict[str, Output]:
        """Outputs of CVs by id."""
        return {output.subject: output for output in self.outputs if output.layout == "cv"}

    @cached_property
    def by_file(self) -> dict[str, Page]:
        """Pages by their file under `content/`."""
        return {page.file.removeprefix("content/"): page for page in self.site.pages}

    def posts(self, lang: str) -> list[Page]:
        """Return the posts that a language shows, newest first."""
        if lang not in self._posts:
            self._posts[lang] = posts_in(self.site, lang)
        return self._posts[lang]

    def posts_about(self, publication: str, lang: str) -> list[Page]:
        """Return the posts about a paper, newest first."""
        if lang not in self._posts_about:
            found: dict[str, list[Page]] = {}
            for post in self.posts(lang):
                found.setdefault(post.front.publication, []).append(post)
            self._posts_about[lang] = found
        return self._posts_about[lang].get(publication, [])

    def place_of_post(self, key: str, lang: str) -> int | None:
        """Return the position of a post among those of a language, or None."""
        if lang not in self._places:
            self._places[lang] = {post.key: place for place, post in enumerate(self.posts(lang))}
        return self._places[lang].get(key)

    def kind_of(self, publication: Publication) -> PublicationKind:
        """Return the kind of a paper: its own, or its venue's."""
        return publication.kind_at(self.site.venues.get(publication.venue))

    def phrase(self, text: Text | None, lang: str) -> Phrase:
        """Return a text for a page in a language."""
        return text.pick(lang, self.default_lang) if text is not None else Phrase()

    def language(self, lang: str) -> Language:
        """Return the words of a language."""
        return language(lang)

    def word(self, key: str, lang: str) -> str:
        """Return a word of the interface: the site's own, the theme's, or ours."""
        own = self.config.words.get(key)
        if own:
            return own.pick(lang, self.default_lang).text
        tables = self.theme.words
        return (
            tables.get(lang, {}).get(key)
            or tables.get(lang.partition("-")[0], {}).get(key)
            or (language(lang).words.get(key))
            or tables.get("en", {}).get(key)
            or language(lang).word(key)
        )

    def translated(self, key: str, lang: str) -> Output | None:
        """Return an output by its key: in a language, else in the site's first, else in any."""
        for wanted in (lang, self.default_lang, *self.config.languages, ""):
            found = self.by_key.get((key, wanted))
            if found is not None:
                return found
        return None

    def resolve(self, typed: str, lang: str, file: str = "") -> str | None:
        """Return the address where a local link leads, or None for nowhere.

        `typed` is what the author wrote in a page's `file`, or in data; `lang` is the language
        of the page that shows it.
        """
        if typed.startswith("#"):
            return typed
        source = self.by_file.get(file.removeprefix("content/"))
        base = self.by_key.get((f"page:{source.key}", source.lang)) if source else None
        found, suffix = candidates(typed, file, unquote(base.url) if base else "/")
        for candidate in found:
            address = self._at(candidate, lang)
            if address is not None:
                return address + suffix
        name = typed.partition("#")[0].strip("/")
        key = self.names.get(name)
        output = self.translated(key, lang) if key else self.cvs.get(name)
        return output.url + suffix if output else None

    def _at(self, path: str, lang: str) -> str | None:
        """Return the address that a path from the root names, as it is or as a source file."""
        bare = path.lstrip("/")
        if bare in self.site.statics:
            return path_encoded("/" + bare)
        for form in (path, path + "/", path.removesuffix("index.html")):
            if path_encoded(form) in self.by_address:
                return path_encoded(form)
        page = self.by_file.get(bare) or self.by_file.get(bare.rstrip("/") + ".md")
        if page is None and bare.endswith(".md"):
            page = self.pages.get((bare.removesuffix(".md"), self.default_lang))
        if page is None:
            return None
        output = self.translated(
            f"page:{page.key}", page.lang if page.lang != self.default_lang else lang
        )
        return output.url if output else None

    def is_broken(self, typed: str) -> bool:
        """Whether a link may lead to a source that itself could not be read."""
        stem = typed.rpartition("/")[2].partition("#")[0].removesuffix(".md")
        return bool(stem) and any(stem in path for path in self.site.broken)

    def home(self, lang: str) -> str:
        """Return the address of a language's home."""
        return home_of(lang, self.config)
