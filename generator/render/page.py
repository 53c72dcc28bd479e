"""Renders one output with its layout, and notes each fact that the layout reads."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec
from jinja2 import Template
from markupsafe import Markup

from generator.html import Source
from generator.model.files import Made, Output, SourcesChanged, packaged_data
from generator.model.languages import Commas, Listed, commas
from generator.model.lookups import ReadTracker
from generator.model.sections import ANY_KINDS, Section
from generator.model.site import BLOCKS, SECTION_KINDS
from generator.model.site_views import CvView
from generator.model.text import Phrase
from generator.model.views import EntryView, PageView, SectionView
from generator.problems import Message, Place, Problem, Spot, did_you_mean
from generator.render.fragment import OPEN_PREFIX, SectionSlot, quoted
from generator.render.links import guarded_text
from generator.render.templates import (
    FUNCTIONS,
    Environment,
    SiteProxy,
    TemplateMistake,
    asked_section,
    template_problem,
)
from generator.render.text import CachedMarkdown, TextRendering
from generator.render.theme import ABSENT, Designs

_SIZES = "parts/sizes.txt"
"""The template for the width of pictures in texts: HTML's attribute `sizes`."""
_SECTION = "parts/section.html"
_SAME_ICON = packaged_data("tables/icons", dict[str, str])
"""A kind of link, without `-` and `_` -> the icon of another kind that it uses."""
_BIBLIOGRAPHY = "parts/bibliography.html"
"""The template of the list of works that a text cites. It gets a section with `prefix`, for the ids
of its entries, and `has_heading`."""


class Here(msgspec.Struct, frozen=True):
    """`here` in a template: the output that is being drawn."""

    texts: TextRendering
    url: str
    lang: str
    layout: str
    subject: str
    target: str
    title: Phrase
    key: str

    @property
    def has_math(self) -> bool:
        """Whether anything rendered so far contains a formula."""
        return self.texts.has_math

    @property
    def has_media(self) -> bool:
        """Whether anything rendered so far needs a script: a film, a gallery or a comparison of
        pictures."""
        return self.texts.pictures.has_media


class PageRendering:
    """Renders one output."""

    def __init__(
        self,
        templates: Environment,
        cv_designs: Designs,
        markdown: CachedMarkdown,
        output: Output,
        reads: ReadTracker,
        marks_sources: bool = False,
    ) -> None:
        self.templates = templates
        self._cv_designs = cv_designs
        self._markdown = markdown
        self._marks_sources = marks_sources
        self.output = output
        self.reads = reads
        self.lang = output.lang
        self.page: PageView | None = None
        if output.shows_page:
            self.page = reads.get("page", output.lang, output.subject)
        self.texts = TextRendering(
            output,
            reads,
            self.page,
            markdown,
            self._section,
            self._bibliography,
            self._sizes,
        )
        self.picture = self.texts.pictures.picture
        self.film = self.texts.pictures.film
        of_output = Here.__struct_fields__[1:]
        self.arguments: dict[str, Any] = {
            "here": Here(self.texts, **{n: getattr(output, n) for n in of_output}),
            "page": self.page,
            "site": SiteProxy(templates.facts, reads, output),
            **{name: getattr(self, name) for name in FUNCTIONS},
        }
        """All names that a template may use, except filters."""
        self._has_policy = False

    def result(self) -> Made:
        """Return the output's bytes, and the problems of its content."""
        data = self._asset() if self.output.kind == "asset" else self._page()
        return Made(data, self.texts.problems, self.texts.links.fragment_links)

    def _page(self) -> bytes:
        layout = self.output.layout
        name = layout if "." in layout else f"{layout}.html"
        text = self._drawn_template(name, name, self.arguments)
        ending = name.rpartition(".")[2]
        if ending == "html":
            text = _with_ids_once(text)
        text = guarded_text(text, ending, self.reads, self.lang)
        if self._has_policy:
            further = self.reads.get("content_policy", self.lang)
            text = text.replace(_POLICY, policy(self.texts.allowed, further))
        return text.encode("utf-8")

    def _asset(self) -> bytes:
        """Return an asset whose name ends in `.jinja`, rendered with only the options and the
        skin."""
        name = self.output.subject
        look = {fact: self.reads.get(fact, self.lang) for fact in ("options", "skin")}
        return self._drawn_template(name.removesuffix(".jinja"), name, look).encode("utf-8")

    def _drawn_template(self, name: str, file: str, arguments: dict[str, Any]) -> str:
        try:
            return self._template(name, file).render(arguments)
        except SourcesChanged:
            raise
        except Exception as error:
            problem = template_problem(error, self.templates.theme, file)
            if problem is None:
                raise
            self.texts.problems.append(problem)
            return ""

    def _template(self, name: str, file: str) -> Template:
        """Return a template; note it, and all templates that it names, as read."""
        self.reads.note("template", self.templates.digests.of(file), file)
        return self.templates.get_template(name)

    # Functions for templates.

    def word(self, key: str) -> str:
        """Return a word of the interface."""
        return self.reads.word(self.lang, key)

    def between(self, before: object, after: object, of: Listed) -> str:
        """Return the separator between two neighbours of a list of `names`, `facts` or `items`."""
        return self._commas.between(str(before), str(after), of)

    @cached_property
    def _commas(self) -> Commas:
        return commas(self.lang, self.word)

    def entry_id(self, entry: EntryView) -> str:
        """Return the id of an entry in a list, for its attribute `id`: that of its record, unless
        it is taken on the page. Empty for a record without an id."""
        is_id = entry.id and not any(ch.isspace() for ch in entry.id)  # as HTML defines it
        return _MARK + entry.id if is_id and self.output.path.endswith(".html") else ""

    def source_mark(self, source: str) -> Markup:
        """In a preview, return the attribute that tells `masthead edit` what an element shows: a
        record (`entry.source`), a page (`'page' ~ post.url`) or the person (`'site/person'`). Empty
        in a build."""
        if not self._marks_sources or not source:
            return Markup("")
        return Markup(' data-source="{}"').format(source)

    def icon(self, name: str) -> Markup:
        """Return an SVG from the theme's `icons/`; empty if it has none of that name."""
        plain = name.replace("-", "").replace("_", "")
        for known in (name, _SAME_ICON.get(plain, plain)):
            file = self.templates.theme.files.get(f"icons/{known}.svg")
            self.reads.note("icon", file.digest if file else ABSENT, known)
            if file:
                return self.templates.icon(file)
        return Markup("")

    def asset(self, name: str) -> str:
        """Return the link to a file of the theme's `assets/`."""
        address = self.reads.get("asset", self.lang, name)
        if address is None:
            raise TemplateMistake(Message.of("asset-missing", name=name))
        return self.texts.href(address)

    def _sizes(self) -> str:
        """Return the width at which the theme shows pictures in texts."""
        if f"templates/{_SIZES}" in self.templates.theme.files:
            return self._template(_SIZES, _SIZES).render(self.arguments).strip()
        self.reads.note("template", self.templates.digests.of(_SIZES), _SIZES)
        return "100vw"

    def content_policy(self) -> Markup:
        """Return the page's Content-Security-Policy as a `<meta>`.

        It allows the site's own files, the scripts and styles in the author's page, and the hosts
        that this page or `content_policy` in site.yaml names.
        """
        self._has_policy = True
        return Markup(_POLICY)

    def render_section(self, name: str, **options: Any) -> Markup:
        """Return a section by the kind of its records as HTML of `parts/section.html`; options are
        those of sections. Several kinds: `render_section('timeline', of='publications, talks')`."""
        has_headings = bool(self.page and self.texts.headings(self.page.body))
        return self._drawn(self._asked_for(name, options), has_headings)

    def records(self, name: str, **options: Any) -> SectionView:
        """Return a section by the kind of its records as data, for the template to render:
        `records('projects', limit=6).entries`, `records('timeline', of='talks, projects')`."""
        return self._answer(self._asked_for(name, options))

    def _asked_for(self, kind: str, options: dict[str, Any]) -> Section:
        return asked_section(kind, options, lambda: self.reads.get("own_kinds", self.lang))

    def fitted(self, cv: CvView) -> CvView:
        """Return a CV without the entries that do not fit into its PDF (see `fit`)."""
        if not cv.fit or not cv.pdf:
            return cv
        from generator.render.cv_pdf import CvRendering, without_entries

        pdf = msgspec.structs.replace(self.output, kind="document", path=cv.pdf)
        rendering = CvRendering(self._cv_designs, self._markdown, pdf, self.reads)
        return without_entries(cv, rendering.left_out())

    def _section(self, slot: SectionSlot, where: Place | Spot) -> str:
        spot = where if isinstance(where, Spot) else Spot(self.output.source)
        section, problems = self.templates.read_section(slot.name, slot.options, spot)
        if slot.name not in SECTION_KINDS and section is not None and section.of == (slot.name,):
            unknown = list(_block_problems(slot, spot, self.reads.get("own_kinds", self.lang)))
            problems, section = (unknown, None) if unknown else (problems, section)
        self.texts.problems.extend(problems)
        if slot.argument:
            self.texts.problems.append(Problem.of(spot, "section-argument", argument=slot.argument))
        return "" if section is None else self._drawn(section, slot.is_below_heading)

    def _drawn(self, section: Section, is_below_heading: bool) -> Markup:
        if section.spot is not None:
            self.texts.problems.extend(self.reads.get("section_faults", self.lang, section))
        return self._drawn_view(_SECTION, section, level=3 if is_below_heading else 2)

    def _bibliography(self, section: Section, has_heading: bool) -> str:
        more = {"prefix": OPEN_PREFIX, "has_heading": has_heading}
        return str(self._drawn_view(_BIBLIOGRAPHY, section, **more))

    def _drawn_view(self, file: str, section: Section, **more: Any) -> Markup:
        arguments = {**self.arguments, "section": self._answer(section), **more}
        return Markup(self._template(file, file).render(arguments))

    def _answer(self, section: Section) -> SectionView:
        view: SectionView = self.reads.get("section", self.lang, section.query)
        return view


def _block_problems(slot: SectionSlot, spot: Spot, own: tuple[str, ...]) -> Iterator[Problem]:
    """Yield problems of a block whose name is not a built-in kind."""
    if slot.name not in own:
        kinds = (*SECTION_KINDS, *own)
        message = Message.of("block-unknown", name=slot.name, known=(*kinds, *ANY_KINDS))
        hint = Message.of("instead-of-qr") if slot.name == "qr" else None
        yield Problem(spot, message, hint or did_you_mean(slot.name, (*kinds, *BLOCKS)))
    elif slot.stray:
        line, column = slot.stray
        where = spot.at(spot.line + line - slot.line, column)
        yield Problem.of(where, "section-with-text", name=slot.name)


_MARK = "\ufdd1"
"""The first character of an entry's id in a page that is not yet whole: a heading, a section or a
note may have the same id, and a page may show a record twice. No text contains this character:
Unicode reserves it for such uses (23.7, Noncharacters)."""
_ENTRY = re.compile(rf' id="{_MARK}([^"]*)"')
_ID = re.compile(r"""\sid=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


def _with_ids_once(page: str) -> str:
    """Return a page with unique ids: an entry yields its id to other elements, and to an earlier
    entry."""
    if _MARK not in page:
        return page
    given = (double or single or bare for double, single, bare in _ID.findall(page))
    taken = {id for id in given if not id.startswith(_MARK)}

    def kept(match: re.Match[str]) -> str:
        if match[1] in taken:
            return ""
        taken.add(match[1])
        return f' id="{match[1]}"'

    return _ENTRY.sub(kept, page)


_POLICY = "\x02policy\x02"
"""Marks the place of the policy in a page; no text of a site contains this character."""

_BASE = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
}


_BROUGHT: dict[Source, Source] = {
    ("script-src", "https://gist.github.com"): ("style-src", "https://github.githubassets.com"),
    ("script-src", "https://platform.twitter.com"): ("frame-src", "https://platform.twitter.com"),
}
"""What a script that an author embeds loads in its turn."""


def policy(allowed: frozenset[Source], further: dict[str, str] | None) -> str:
    """Return a page's Content-Security-Policy as a `<meta>`; empty if `further` is None.

    The policy is the same for all pages, plus `allowed`, the sources in the author's own texts, and
    `further`, the site's additional sources by directive. The finished page is never asked for
    sources, since a value may have slipped them in.

    Format: W3C, "Content Security Policy Level 3", 3.3 (delivery in a <meta>).
    """
    if further is None:
        return ""
    given = {name: list(sources) for name, sources in _BASE.items()}
    added = [(name, one) for name, sources in further.items() for one in sources.split()]
    brought = [_BROUGHT[one] for one in sorted(allowed & _BROUGHT.keys())]
    for name, source in (*sorted(allowed), *brought, *added):
        if source not in given.setdefault(name, []):
            given[name].append(source)
    words = "; ".join(f"{name} {' '.join(_order(sources))}" for name, sources in given.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{quoted(words)}">'


def _order(sources: list[str]) -> list[str]:
    """Return sources in the same order for all pages; `'none'` is kept only if it is alone."""
    rest = sorted(source for source in sources if source not in ("'self'", "'none'"))
    return [*(["'self'"] if "'self'" in sources else []), *rest] or ["'none'"]
