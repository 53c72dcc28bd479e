"""What one page shows: a text, a paper or a CV, with its neighbours and pictures."""

from __future__ import annotations

from generator.messages import Message
from generator.model.entry_views import (
    AuthorView,
    EntryView,
    LinkView,
    TeaserView,
    View,
)
from generator.model.site_views import MenuItem
from generator.model.text import Body, Phrase


class PageHead(View, frozen=True, kw_only=True):
    """What is said of a page or a post above its text, and of a post in lists."""

    key: str
    """The file's path under `content/` without language and ending: `posts/2022-12-02-goat`."""
    title: Phrase
    """The title."""
    url: str
    """The address."""
    lang: str
    """The language that the text is in. Of a post, the filters `excerpt` and `content` give it."""
    is_draft: bool = False
    """Whether it is a draft."""
    date: str = ""
    """The date in words."""
    datetime: str = ""
    """The same for machines (ISO 8601), for `<time>`."""
    updated_iso: str = ""
    """The date of the last change for machines."""
    tags: tuple[TagView, ...] = ()
    """Topics of a post."""
    categories: tuple[TagView, ...] = ()
    """Categories of a post."""
    teaser: TeaserView | None = None
    """The picture or film that stands for a post: its `preview`, or else its `image`."""
    authors: tuple[AuthorView, ...] = ()
    """Who wrote a post, where it says so."""


class PageView(PageHead, frozen=True, kw_only=True):
    """A Markdown page or post."""

    description: str = ""
    """The sentence for search engines, empty where none is given."""
    is_post: bool = False
    """Whether it lies in `content/posts/`."""
    updated: str = ""
    """The date of the last change in words."""
    body: Body | Phrase = Phrase()
    """The Markdown; the filter `blocks` renders it."""
    breaks: bool = False
    """Whether each line break counts."""
    toc: bool | None = None
    """Whether a table of contents is asked for; `none` leaves it to the theme."""
    image: str = ""
    """Address of a picture for cards, empty where none is given."""
    publication: str = ""
    """The id of the paper that a post is about."""
    extra: dict[str, str] = {}  # noqa: RUF012
    """The author's own fields, as texts."""


class TagView(View, frozen=True, kw_only=True):
    """A tag."""

    name: str
    """The tag as the author writes it."""
    url: str
    """The page that lists its posts."""
    count: int = 0
    """How many posts have it, where tags are listed."""


class PostItem(PageHead, frozen=True, kw_only=True):
    """A post in a list: the excerpt is the head of its Markdown."""

    uid: str = ""
    """Its id in feeds, which does not depend on its address."""
    day: str = ""
    """The date without its year, for lists below that year."""
    year: str = ""
    """The year, to group by."""
    summary: str = ""
    """The description of its front matter, if any."""


class Neighbours(View, frozen=True, kw_only=True):
    """The posts before and after a post."""

    older: PostItem | None = None
    """The post before it in time."""
    newer: PostItem | None = None
    """The post after it in time."""


class CitationView(View, frozen=True, kw_only=True):
    """A paper as a text cites it."""

    people: tuple[str, ...] = ()
    """The family names of its authors; the title where it has none."""
    is_open: bool = False
    """Whether there are more authors, whom the paper's record does not name."""
    year: str = ""
    """When it appeared; empty where it has no date."""
    url: str = ""
    """Its page."""
    order: str = ""
    """What a list by authors is sorted by."""


class PublicationView(View, frozen=True, kw_only=True):
    """A paper for its own page."""

    entry: EntryView
    """The paper with everything that an entry can show."""
    marks: dict[str, str] = {}  # noqa: RUF012
    """The mark of each role that is shown as one."""
    bibtex: str = ""
    """The BibTeX entry."""
    bibtex_url: str = ""
    """The address of a file with the entry."""
    text: Body | Phrase = Phrase()
    """The Markdown of the page that the paper names, in the page's language where there is such a
    one; the filter `blocks` renders it."""
    posts: tuple[PostItem, ...] = ()
    """Posts about it."""
    talks: tuple[EntryView, ...] = ()
    """Talks that presented it, newest first."""
    meta: tuple[tuple[str, str | Phrase], ...] = ()
    """Name and content of each `citation_*` tag (Google Scholar's inclusion guidelines). Of a
    content that is Markdown, the filter `plain` gives the words."""
    versions: tuple[EntryView, ...] = ()
    """Its other versions, such as a preprint: each as an entry with a venue and links."""


class RecordView(View, frozen=True, kw_only=True):
    """A record other than a paper for its own page: a member, talk, project, course, news."""

    entry: EntryView
    """The record with everything that an entry can show, but for its text."""
    text: Phrase = Phrase()
    """Its Markdown blocks: of a person the `bio`, of a talk the `abstract`, and what follows it."""
    time: str = ""
    """Of a talk or a course: the time of day in words."""
    staff: tuple[AuthorView, ...] = ()
    """Who teaches a course; `words` are the role in brackets."""
    schedule: tuple[SessionView, ...] = ()
    """The sessions of a course."""
    paper: EntryView | None = None
    """Of a talk: the paper that it presented."""
    posts: tuple[PostItem, ...] = ()
    """Posts about that paper."""
    person: str = ""
    """Of a person: the word for `where: {authors: …}`, which finds the papers."""
    marks: dict[str, str] = {}  # noqa: RUF012
    """The mark of each role that is shown as one, for people in it or the authors of the paper."""
    group: str = ""
    """Of a person: the group in words, `Ph.D. students`."""
    is_past: bool = False
    """Of a person: whether he or she is one of the alumni."""
    older: MenuItem | None = None
    """Of news: the page of the news before it in time."""
    newer: MenuItem | None = None
    """Of news: the page of the news after it in time."""


class SessionView(View, frozen=True, kw_only=True):
    """A row in the schedule of a course."""

    week: str = ""
    """The week, as the author has it."""
    date: str = ""
    """The day in words."""
    datetime: str = ""
    """The same for machines (ISO 8601)."""
    time: str = ""
    """The time of day, where it is not the course's."""
    location: Phrase = Phrase()
    """The place, where it is not the course's."""
    topic: Phrase = Phrase()
    """What it is about."""
    readings: tuple[Phrase, ...] = ()
    """What to read."""
    no_class: bool = False
    """Whether there is none on that day."""
    links: tuple[LinkView, ...] = ()
    """Its files."""


class PictureView(View, frozen=True, kw_only=True):
    """A picture of the site, and its smaller copies."""

    url: str
    """Its own address."""
    width: int
    """In pixels, as it is displayed."""
    height: int
    """In pixels, too."""
    copies: tuple[CopyView, ...] = ()
    """In WebP, from the narrowest to the widest; the picture itself is one if it is WebP."""


class FilmView(View, frozen=True, kw_only=True):
    """A film of the site."""

    url: str
    """Its address."""
    width: int = 0
    """In pixels, as it is displayed; 0 where its head does not say it."""
    height: int = 0
    """In pixels, too."""
    fault: Message | None = None
    """Why pages cannot show it."""


class CopyView(View, frozen=True, kw_only=True):
    """One copy of a picture, as a browser may choose it."""

    url: str
    """Its address."""
    width: int
    """In pixels."""
