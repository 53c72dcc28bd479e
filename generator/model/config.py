"""`content/site.yaml`: the settings of the whole site."""

from fnmatch import fnmatchcase
from typing import ClassVar, Literal

import msgspec

from generator.model.people import Person, RoleMarks
from generator.model.records.own_kinds import OwnKind
from generator.model.sections import Section
from generator.model.text import Placed, Shown, Text, one_of
from generator.model.theme import OptionValue
from generator.problems import Message, Spot

CitationStyle = Literal[
    "author-year",
    "numbered",
    "superscript",
    "ieee",
    "acm",
    "apa",
    "chicago",
    "vancouver",
    "gbt7714",
]


class ThemeChoice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The choice of a theme, and its options."""

    name: str = "broadsheet"
    """A folder under `themes/`, or a theme that comes with Masthead."""
    options: dict[str, OptionValue] = {}
    """The theme's own options; its `theme.yaml` lists them."""

    expects: ClassVar[str] = "form-theme-choice"

    @classmethod
    def from_scalar(cls, text: str) -> "ThemeChoice":
        """Read the bare name of a theme."""
        return cls(name=text)


class MenuEntry(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """One entry of the menu."""

    to: str
    """A page (`publications`, `/posts/`) or a URL."""
    label: Text | None = None
    """The words; by default, the page's title."""
    part: Text | None = None
    """A heading for this entry and those after it, in themes with a long menu beside the page."""

    expects: ClassVar[str] = "form-menu-entry"

    @classmethod
    def from_scalar(cls, text: str) -> "MenuEntry":
        """Read a bare target."""
        return cls(to=text)


class Posts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The addresses and lists of posts.

    Their list is at `/posts/`; `content/posts/index.md` gives the list a title and a text.
    """

    permalink: str = "/posts/:slug/"
    """The pattern of their addresses, from `:year`, `:month`, `:day`, `:slug`, `:title`,
    `:category` (the first) and `:categories` (all, as folders). It ends in `/`, or in `.html`."""
    feed: int = 20
    """The number of posts in the feed."""
    feed_addresses: tuple[str, ...] = ()
    """Further addresses of the feed `/feed.xml`, such as those of an old site: `[/atom.xml,
    /index.xml]`. Other languages have them below their home."""
    tag_permalink: str = "/tags/:slug/"
    """The pattern of the addresses of tags: `:slug` is in lower case, `:name` keeps capitals."""
    category_permalink: str = "/categories/:slug/"
    """The pattern of the addresses of categories, with the same words."""


class MarkdownSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Settings of Markdown for pages that have none of their own."""

    breaks: bool = False
    """Whether line breaks in the source are kept."""
    html: bool = True
    """Whether raw HTML in pages is kept. In data, it never is."""


class ContentPolicy(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What pages may load (their Content-Security-Policy, CSP Level 3): a word, or sources."""

    word: Literal["page", "none"] = "page"
    """`page`: only what templates and the author's pages contain; `none`: no policy."""
    sources: dict[str, str] = {}
    """Further sources by directive: `{connect-src: https://count.example.org}`."""

    expects: ClassVar[str] = "form-content-policy"
    form_keys: ClassVar[tuple[str, ...]] = (
        *("script-src", "style-src", "img-src", "font-src", "media-src", "connect-src"),
        *("frame-src", "object-src", "worker-src", "manifest-src", "form-action"),
    )

    @classmethod
    def from_scalar(cls, text: str) -> "ContentPolicy":
        """Read `page` or `none`."""
        return cls(word=one_of(text, ("page", "none")))

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "ContentPolicy":
        """Read sources by directive. Raises ValueError with the reason in words."""
        for name, sources in forms.items():
            one_of(name, cls.form_keys)
            if any(ch in sources for ch in ';,"<>'):
                raise ValueError(Message.of("policy-sources", directive=name))
        return cls(sources=forms)


class PictureSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Smaller copies of photographs and figures, so that browsers load what their screens need."""

    made: bool = True
    """Whether copies are made. Without them, pages show the pictures as they are."""
    skip: tuple[str, ...] = ()
    """Addresses of files and folders whose pictures get no copies: `[data/, logo-*.png]`."""

    expects: ClassVar[str] = "form-picture-settings"
    gone: ClassVar[dict[str, str]] = {
        **dict.fromkeys(("widths", "quality"), "instead-of-widths"),
        "largest_film": "instead-of-largest-film",
    }

    @classmethod
    def from_scalar(cls, text: str) -> "PictureSettings":
        """Read `false` for none, or `true`."""
        if text not in ("true", "false"):
            raise ValueError(Message.of("value-bool", text=text))
        return cls(made=text == "true")

    def skips(self, path: str) -> bool:
        """Whether a picture gets no copies; `path` is its address without the first slash."""
        return any(
            path.startswith(name.lstrip("/"))
            if name.endswith("/")
            else fnmatchcase(path, name.lstrip("/"))
            for name in self.skip
        )


class CheckSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The findings that `masthead check` leaves out."""

    ignore: tuple[str, ...] = ()
    """Codes of findings to silence, `translation-missing`, perhaps with a pattern of files or with
    words of the finding or of its line: `[picture-too-large static/maps/*]`."""


class Style(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """The patterns of one style: the form of the records in a section. See *Patterns*."""

    patterns: dict[str, str] = {}
    """The patterns by purpose: `""` or `default` for all records, `patents`, `journal`, `zh`, or
    several of these with dots, `journal.zh`."""

    expects: ClassVar[str] = "form-style"

    @classmethod
    def from_scalar(cls, text: str) -> "Style":
        """Read one pattern for all."""
        return cls(patterns={"": text})

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "Style":
        """Read a pattern for each kind of record or language."""
        return cls(patterns=forms)

    def key_for(self, record_kind: str, kind: str, lang: str) -> str | None:
        """Return the key of the pattern that fits best: by `kind`, then by kind of record, then by
        language.

        `kind` is the value of the record's own field `kind`. It is `other` for a record without
        one; for papers, `other` is also a kind.
        """
        of_kind = 4 if kind == "other" and record_kind != "publications" else 16
        weights = {"default": 0, lang.partition("-")[0]: 1, lang: 2, record_kind: 8, kind: of_kind}
        fitting = {
            key: sum(weights[word] for word in key.split(".") if word)
            for key in self.patterns
            if all(word in weights for word in key.split(".") if word)
        }
        return max(fitting, key=lambda key: fitting[key], default=None)

    def spot_of(self, key: str) -> Spot | None:
        """Return the spot of a pattern."""
        return self.spot.inside(key) if self.spot and key else self.spot


class Config(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The whole of `site.yaml`."""

    person: Person
    """The person whose site this is; the name is highlighted wherever it appears."""
    url: str = ""
    """The site's address: `https://jin.example.org/` or `https://user.github.io/repo/`. Used for
    canonical links, feeds and the sitemap; `--base-url` overrides it."""
    title: Text | None = None
    """The site's title; by default, the person's name."""
    description: Text | None = None
    """A sentence about the site, for search engines."""
    footer: Text | None = None
    """A line at the foot of every page, in Markdown: a licence, or a number that the law requires,
    such as `"[京ICP备00000000号](https://beian.miit.gov.cn/)"`."""
    languages: tuple[str, ...] = ("en",)
    """Codes of the languages: `[en, zh]`. The first language is at `/`, the others at `/zh/`."""
    theme: ThemeChoice = ThemeChoice()
    """The theme and its options."""
    menu: tuple[MenuEntry, ...] | None = None
    """The menu in order; by default, the pages at the top of `content/`."""
    posts: Posts = Posts()
    """The addresses and lists of posts."""
    redirects: dict[str, str] = {}
    """Old addresses and the target of each: a page, a file, a place on a page, or another site:
    `{/archives/2023/: "/posts/", /talks/x/: "/talks/#x", /wiki/: "https://wiki.example.org/"}`."""
    words: dict[str, Text] = {}
    """Changed words of the interface, by name, and words on link buttons: `{present: now,
    link.poster: {en: poster, zh: 海报}}`."""
    kinds: dict[str, OwnKind] = {}
    """Kinds of records of your own, by the names of their data files: grants, students, trials. See
    [kinds of your own](kinds.md)."""
    groups: tuple[str, ...] = ()
    """The order of the groups of people, `[faculty, fellow, phd]`; the others follow in the order
    of academic life: faculty, staff, postdocs, students from doctoral to bachelor's, visitors,
    alumni, then words of your own."""
    styles: dict[str, Style] = {}
    """Your own styles for the entries of sections, by name: each is a pattern, or a pattern for
    each kind of record or language. See [patterns](patterns.md)."""
    marks: RoleMarks = RoleMarks()
    """The form of author roles: a mark for each role (`{corresponding: "*"}`), `words` in brackets
    after the name, or `none`. In data files, the same signs after a name mean these roles: `[Li
    Lei*, Jin Fang†]`."""
    section_defaults: Section = Section()
    """Default options of all sections, on pages and in CVs: `{style: lines, dates: dots, links:
    brackets}`. All options but `id`, `of`, `title`, `text`, `only`, `more` and `visibility` have a
    default."""
    markdown: MarkdownSettings = MarkdownSettings()
    """Settings of Markdown."""
    visibility: dict[str, Shown] = {}
    """Where records without their own `visibility` are shown, by kind: `{references: pdf}`. The
    words are `public` (web pages and PDF), `web`, `pdf` and `private`."""
    citations: CitationStyle = "author-year"
    """The form of citations in texts: `author-year` (Fang et al., 2023), `numbered` [1],
    `superscript`. Or a style of your field for citations and their list: `ieee`, `acm`, `apa`,
    `chicago`, `vancouver`, `gbt7714` (see [patterns](patterns.md)). A page can choose its own."""
    pictures: PictureSettings = PictureSettings()
    """Smaller copies in WebP of the pictures under `content/` and `static/`: `false` for none, or
    `{skip: [data/]}` for all but some."""
    robots: Literal["allow", "disallow"] = "allow"
    """Whether search engines may list the site. Finer rules for crawlers stand in a file of your
    own, `static/robots.txt`. It replaces Masthead's whole file, so give it the line `Sitemap:
    https://…/sitemap.xml`, too."""
    content_policy: ContentPolicy = ContentPolicy()
    """The other hosts that the theme may use, and what scripts of others may load, by directive of
    the Content-Security-Policy: `{connect-src: https://count.example.org}`. Scripts, styles and
    hosts in the text of one of your pages are allowed on that page only. `none` leaves the policy
    out."""
    guard_email: bool = True
    """Whether e-mail addresses are hidden from simple harvesters: all addresses in pages, feeds and
    the search, and the person's own in other files. People and screen readers get the right
    address, without a script, and so does copied text."""
    for_machines: bool = True
    """Whether there is an `llms.txt`, a list of the site's contents for language models."""
    check: CheckSettings = CheckSettings()
    """The findings that `masthead check` leaves out."""

    gone: ClassVar[dict[str, str]] = {
        "cards": "instead-of-cards", "known_dead_links": "instead-of-dead-links",
        "labels": "instead-of-labels",
    }  # fmt: skip

    def words_in(self, lang: str) -> dict[str, str]:
        """Return the words of the interface that the site overrides in a language."""
        own = {key: text.form(lang) for key, text in self.words.items()}
        return {key: word for key, word in own.items() if word}

    def home_of(self, lang: str) -> str:
        """Return the address of a language's home: `/`, `/zh/`."""
        return "/" if lang == self.languages[0] else f"/{lang}/"
