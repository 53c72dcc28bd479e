"""The whole site as the author wrote it: pages, posts and data files; also which records have their
own pages.

Each paper and each member of a group has a page. Talks, courses, projects and news with an `id`
have one if they have a text for it. Otherwise, the author may write their page:
`content/talks/goat.md` for the talk `goat`.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar, Literal

import msgspec

from generator.model.config import CitationStyle, Config
from generator.model.dates import Date, When
from generator.model.files import Picture
from generator.model.links import slug_of
from generator.model.people import Author, Person
from generator.model.records import career, works
from generator.model.records.career import Record
from generator.model.records.members import Member
from generator.model.records.works import CitationCounts, Venue
from generator.model.sections import ANY_KINDS, Cv, Section
from generator.model.text import Text, Visibility, choices_of
from generator.problems import Spot

PAGE_ENDINGS = (".md", ".markdown")


class FrontMatter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The fields between the `---` lines at the head of a page."""

    title: str = ""
    """The title, in Markdown; by default, the file's name."""
    description: str = ""
    """A sentence for search engines, shared links and lists of posts; by default, the text's first
    paragraph. Lists prefer the part of a post before `<!-- more -->`."""
    date: When | None = None
    """When it was written; posts need one, here or in the file's name (`2022-12-02-goat.md`). A
    time of day, `2022-12-02 09:30`, orders the posts of one day."""
    updated: When | None = None
    """The date of the last change in substance."""
    slug: str = ""
    """The last part of the address; by default, the file's name."""
    permalink: str = ""
    """The whole address, `/about/`, instead of the one that follows from the file's path. It has no
    language prefix: a page in a second language may also be at `/about-me/`."""
    aliases: tuple[str, ...] = ()
    """Old addresses; each redirects to this page."""
    layout: str = ""
    """The template: `layout: talks` means `templates/talks.html` of the theme."""
    tags: tuple[str, ...] = ()
    """Topics of a post; each has a page."""
    categories: tuple[str, ...] = ()
    """Categories of a post, besides its tags; each has a page, and `:category` in `posts.permalink`
    is the first."""
    author: tuple[Author, ...] = ()
    """The author of a post, in any spelling that is in `people.yaml`: one name or several; by
    default, the site's person. A member's page lists the member's posts."""
    pinned: bool = False
    """Whether a post comes before the others: on the home page, in the list of all posts and in
    sections of posts."""
    publication: str = ""
    """The id of the paper that a post is about; the two link to each other."""
    draft: bool = False
    """A draft is built only with `--drafts`."""
    breaks: bool | None = None
    """Whether line breaks are kept (poems, addresses); by default, the site's `markdown.breaks`."""
    toc: bool | None = None
    """Whether a table of contents is shown; by default, the theme decides."""
    citations: CitationStyle | None = None
    """The form of citations (`[@goat]`): `author-year`, `numbered` or `superscript`; by default,
    that of `citations` in `site.yaml`."""
    lang: str = ""
    """The language, if the file's name does not contain it: `zh`."""
    image: str = ""
    """A picture that appears with shared links: a file under `static/`. Without a `preview`, lists
    of posts show it."""
    preview: str = ""
    """A picture or a short film that represents a post in lists, as in a record."""
    preview_alt: str = ""
    """A description of the preview."""
    preview_still: str = ""
    """A still picture for a film, as in a record."""
    visibility: Visibility = Visibility()
    """`private` keeps the page out of the site."""
    extra: dict[str, str] = {}
    """Fields of your own, for your own templates."""


class Page(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A Markdown page or post of the site."""

    key: str
    """The file's path under `content/` without language and ending: `posts/2022-12-02-goat`."""
    file: str
    """The file, relative to the project."""
    lang: str
    front: FrontMatter
    is_post: bool = False
    head: str = ""
    """The digest of the front matter as text."""
    body: str = ""
    """The digest of the Markdown after the front matter; the text is read when it is rendered."""
    is_title_in_body: bool = False
    """Whether the title is the body's first heading, then left out of the body."""
    has_sections: bool = False
    """Whether its text may contain sections."""
    sections: tuple[Section, ...] = ()
    """The sections in its text, see `with_sections` in `engine/stages.py`."""

    at_home: ClassVar[str] = "index"
    """The key of the home in each language."""
    at_posts: ClassVar[str] = "posts/index"
    """The key of the list of posts, whose text an author may write."""

    @property
    def is_generated(self) -> bool:
        """Whether it is the home of a language for which the author wrote no file."""
        return self.file == "content/site.yaml"

    @property
    def body_spot(self) -> Spot:
        """Where the body starts."""
        return Spot(self.file, ("body",))

    def front_spot(self, *path: str) -> Spot:
        """The place of a field of the front matter."""
        return Spot(self.file, ("front", *path))


class Post(Record, frozen=True, kw_only=True):
    """A post as a record for sections: the head of its page, with the titles of all its
    versions."""

    title: Text
    page: str
    """The key of the page."""
    author: tuple[Author, ...] = ()
    pinned: bool = False
    categories: tuple[str, ...] = ()
    publication: str = ""

    kind_name: ClassVar[str] = "posts"
    people_fields: ClassVar[tuple[str, ...]] = ("author",)
    makers_field: ClassVar[str] = "author"


def posts_of(pages: Iterable[Page], languages: tuple[str, ...]) -> tuple[Post, ...]:
    """Return the posts among these pages as records, each from its version in the first
    language."""
    order, versions = {lang: place for place, lang in enumerate(languages)}, dict[str, list[Page]]()
    for page in pages:
        if page.is_post:
            versions.setdefault(page.key, []).append(page)
    found = []
    for key, same in versions.items():
        same.sort(key=lambda page: order.get(page.lang, len(order)))
        front = same[0].front
        found.append(
            Post(
                id=front.slug,
                title=Text({page.lang: page.front.title for page in same}),
                page=key,
                date=front.date,
                author=front.author,
                pinned=front.pinned,
                tags=front.tags,
                categories=front.categories,
                publication=front.publication,
                spot=same[0].front_spot(),
            )
        )
    return tuple(found)


def is_page_body(spot: Spot | None) -> bool:
    """Whether this is the body of a page, and not the `body` of a record."""
    return spot is not None and spot.path == ("body",) and spot.file.endswith(PAGE_ENDINGS)


KINDS: dict[str, type[career.Record]] = {
    kind.kind_name: kind
    for kind in (
        works.Publication,
        career.Experience,
        career.Education,
        works.Project,
        works.Patent,
        career.Award,
        career.Service,
        career.Teaching,
        works.Talk,
        career.Skills,
        career.News,
        career.Reference,
        career.Interest,
        Member,
    )
}
"""Every kind of record by the name of its data file: `content/publications.yaml`."""

SECTION_KINDS = (*KINDS, Post.kind_name)
"""The kinds that a section of any site can show."""

BLOCKS = (
    *("note", "tip", "hint", "important", "warning", "caution", "see-also", "details"),
    *("figure", "gallery", "compare", "logos", "bibliography", *ANY_KINDS),
)
"""The names of blocks `:::{name}` in Markdown that are not kinds."""

LISTS: dict[str, type[msgspec.Struct]] = {**KINDS, Venue.kind_name: Venue}
"""Name of a data file with a list -> the type of its items."""


NO_KINDS = frozenset((
    *("cv", "site", "posts", "seealso", "attention", "danger", "default", "type", *BLOCKS),
    *(word for kind in KINDS.values() for word in choices_of(kind, "kind")),
))  # fmt: skip
"""Names that a site's own kind may not have. Styles name kinds of papers and of records."""


def data_kind(name: str, own: Collection[str] = ()) -> str | None:
    """Return the content of a data file under `content/`: `publications`, `cv`, …, or None.

    `own` are the names of the site's own kinds.
    """
    folder, _, rest = name.partition("/")
    stem = (folder if rest else name).rsplit(".", 1)[0]
    if rest and "/" in rest:
        return None
    return stem if stem in LISTS or stem in own or (stem == "cv" and rest) else None


def is_bibliography(name: str) -> bool:
    """Whether a file under `content/` holds publications in BibTeX."""
    return name.endswith(".bib") and data_kind(name) == "publications"


def is_single(path: str) -> bool:
    """Whether a data file, given by its path in the project, holds one record and is named after
    it."""
    return path.count("/") > 1


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """The complete content of the sources. Facts are pure functions of it."""

    config: Config
    pages: tuple[Page, ...] = ()
    records: dict[str, tuple[Record, ...]] = {}
    """Records by kind, in the order of the data files."""
    posts: tuple[Post, ...] = ()
    """The posts as records."""
    venues: dict[str, Venue] = {}
    cvs: tuple[Cv, ...] = ()
    citation_counts: CitationCounts = CitationCounts()
    statics: frozenset[str] = frozenset()
    """Addresses of the files that are copied unchanged: `pdf/goat.pdf`."""
    pictures: dict[str, Picture] = {}
    """The pictures among these files (with `pictures: false`, only photos of CVs), and PDFs whose
    first pages are pictures."""
    broken: frozenset[str] = frozenset()
    """Names (files, ids) that could not be read; references to them are not reported again."""
    drafts: bool = False
    """Whether drafts are included."""

    @property
    def default_lang(self) -> str:
        """The language at `/`."""
        return self.config.languages[0]

    @property
    def people(self) -> tuple[Person, ...]:
        """The people in `people.yaml`, for lists of authors."""
        members: Any = self.records.get("people", ())
        return tuple(member.as_person() for member in members)

    @property
    def papers(self) -> tuple[works.Publication, ...]:
        """All publications."""
        found: Any = self.records.get("publications", ())
        papers: tuple[works.Publication, ...] = found
        return papers


def papers_by_page(site: Site) -> dict[str, str]:
    """Return key of a page -> id of the paper whose page shows its text.

    A post or a list cannot be such a text, since it has an address of its own.
    """
    keys = {page.key for page in site.pages if not page.is_post}
    keys -= {Page.at_home, Page.at_posts}
    named = ((text_key(paper.page), paper.id) for paper in site.papers if paper.page)
    return {key: id for key, id in named if key in keys}


def text_key(typed: str) -> str:
    """Return the key of the page that a paper names by its file: `/papers/goat.md`."""
    bare = typed.strip().removeprefix("/").removeprefix("content/")
    return next((bare.removesuffix(e) for e in PAGE_ENDINGS if bare.endswith(e)), bare)


TopicField = Literal["tags", "categories"]
"""The fields of a post that name topics; each topic has a page with its posts."""
TOPIC_LAYOUTS: dict[TopicField, str] = {"tags": "tag", "categories": "category"}
"""Field -> the template of one topic's page. That of the list has the field's name."""


def topics_of(site: Site, lang: str, field: TopicField) -> dict[str, str]:
    """Return slug -> name for the tags or categories of the posts in a language, sorted by name."""
    names = {topic for page in _shown_in(site, lang) for topic in getattr(page.front, field)}
    ordered = sorted(names, key=lambda name: (name.casefold(), name))
    return {slug_of(name): name for name in ordered if slug_of(name)}


def posts_in(site: Site, lang: str) -> list[Page]:
    """Return the posts in a language, newest first.

    A post without a version in the language appears in the site's first language, or in any.
    """
    posts = _shown_in(site, lang)
    return sorted(posts, key=lambda page: (_newest(page), page.key), reverse=True)


def _shown_in(site: Site, lang: str) -> list[Page]:
    versions: dict[str, dict[str, Page]] = {}
    for page in site.pages:
        if page.is_post:
            versions.setdefault(page.key, {})[page.lang] = page
    order = (lang, site.default_lang, *site.config.languages)
    return [
        pages[lang] if lang in pages else next(pages[code] for code in order if code in pages)
        for pages in versions.values()
    ]


def _newest(page: Page) -> tuple[tuple[int, ...], str]:
    first = page.front.date.first if page.front.date else Date(0)
    return first.sort_key, first.clock


# ------------------------------------------------------------------ pages of records

LAYOUTS = {
    "publications": "publication",
    "people": "member",
    "talks": "talk",
    "teaching": "course",
    "projects": "project",
    "news": "news-item",
}
"""Kind of record -> the template of its pages."""
OWN_LAYOUT = "record"
"""The template of pages of a site's own kinds."""


def page_key(record: Record) -> str:
    """Return the key of a record's page, `publication:goat` or `page:talks/goat`, or "".

    An author may write the page of any record but a paper, in any language. It then has this key,
    too, and so may the page of a record that has none by itself.
    """
    name = record.page_name or record.id
    if record.kind_name == "publications":
        return f"publication:{name}"
    has_pages = record.kind_name in LAYOUTS or record.page_texts
    return f"page:{record.kind_name}/{name}" if has_pages and name else ""


def with_pages(site: Site) -> Iterator[Record]:
    """Yield the records that have pages on the web. Of two with the same name, the last counts."""
    for kind in (*LAYOUTS, *site.config.kinds):
        named = {record.page_name: record for record in site.records.get(kind, ())}
        yield from (r for name, r in named.items() if name and r.visibility.shows_in("web"))


def record_of(page: Page, site: Site) -> Record | None:
    """Return the record for which the author has written a page, or None."""
    kind, slash, _ = page.key.partition("/")
    if not slash or kind not in (*LAYOUTS, *site.config.kinds):
        return None
    found = (r for r in site.records.get(kind, ()) if page_key(r) == f"page:{page.key}")
    return next((record for record in found if record.visibility.shows_in("web")), None)
