"""One output: its layout is drawn with what it reads through the door."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

import msgspec
from markupsafe import Markup

from generator.memory.reads import Reads
from generator.model.address import relative
from generator.model.fields import fields_of
from generator.model.outputs import Output
from generator.model.sections import Section, Words
from generator.model.text import Phrase, Text
from generator.model.theme import Theme
from generator.model.views import PageView, PostItem, SectionView
from generator.problems import Place, Problem, Spot, did_you_mean
from generator.render.fragment import Fragment, LinkSlot, Options, SectionSlot
from generator.render.templates import Environment, template_problem, with_language
from generator.render.theme import TemplateDigests

ReadSection = Callable[[str, str, Spot], tuple[Section | None, list[Problem]]]
"""Directive name, option lines and their place -> section, and what is wrong with it."""
_TOP_HEADING = 2
"""The level of the highest heading in a text: the page's title is the first."""
_EXTERNAL = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//)")


class FragmentLink(NamedTuple):
    """A link to an id on a page of the site; checked when all pages are there."""

    address: str
    fragment: str
    where: Spot


class Rendered(msgspec.Struct):
    """One output's bytes and what was noticed while making it."""

    data: bytes = b""
    problems: list[Problem] = []
    fragment_links: list[FragmentLink] = []


class Renderer:
    """Renders the outputs of one site with one theme."""

    def __init__(
        self, theme: Theme, template_facts: Mapping[str, bool], read_section: ReadSection
    ) -> None:
        self.theme = theme
        self.template_facts = template_facts
        """Facts that templates may read by name; whether each takes arguments."""
        self.read_section = read_section
        self.environment = Environment(theme)
        self.digests = TemplateDigests(theme)
        self._fragments: dict[tuple[Any, ...], Fragment] = {}

    def render(self, output: Output, reads: Reads) -> Rendered:
        """Return one output of the kind `template` or `asset`."""
        return PageRendering(self, output, reads).result()

    def fragment(self, text: str, options: Options, is_inline: bool) -> Fragment:
        """Return a text's first phase, which depends on nothing but the text and the options."""
        key = (text, is_inline, options.html, options.breaks, options.heading_base, options.lang,
               options.prefix)  # fmt: skip
        found = self._fragments.get(key)
        if found is None:
            from generator.render.markdown import convert, convert_inline

            found = (convert_inline if is_inline else convert)(text, options)
            self._fragments[key] = found
        return found


class Door:
    """`site` in a template: its attributes are facts in the page's language."""

    def __init__(self, rendering: PageRendering) -> None:
        self._rendering = rendering

    def __getattr__(self, name: str) -> Any:
        rendering = self._rendering
        known = rendering.renderer.template_facts
        if name == "translations":
            return rendering.reads.get(name, rendering.lang, rendering.output.key)
        if name not in known:
            hint = did_you_mean(name, known)
            raise AttributeError(f"site has no fact {name!r}{': ' if hint else ''}{hint}")
        if known[name]:
            return lambda *args: rendering.reads.get(name, rendering.lang, *args)
        return rendering.reads.get(name, rendering.lang)


class Here:
    """`here` in a template: the output that is being drawn."""

    def __init__(self, rendering: PageRendering) -> None:
        output = rendering.output
        self.rendering = rendering
        self.url = output.url
        self.lang = output.lang
        self.layout = output.layout
        self.subject = output.subject
        self.target = output.target
        self.title = output.title
        self.key = output.key
        self.has_math = False


class PageRendering:
    """One output on its way; the filters of its templates are methods here."""

    def __init__(self, renderer: Renderer, output: Output, reads: Reads) -> None:
        self.renderer = renderer
        self.output = output
        self.reads = reads
        self.lang = output.lang
        self.rendered = Rendered(problems=[], fragment_links=[])
        self.here = Here(self)
        self.page: PageView | None = None
        # GitHub Pages serves 404.html at any depth, so its links must start at the root.
        self.is_rootless = output.layout == "404"
        self.is_absolute = not output.path.endswith(".html")

    def result(self) -> Rendered:
        output, theme = self.output, self.renderer.theme
        if output.kind == "asset":
            self._asset()
            return self.rendered
        name = output.layout if "." in output.layout else f"{output.layout}.html"
        self.reads.note("template", self.renderer.digests.of(name), name)
        if output.key.startswith("page:"):
            self.page = self.reads.get("page", output.lang, output.subject)
        try:
            template = self.renderer.environment.get_template(name)
            self.rendered.data = template.render(self._arguments()).encode("utf-8")
        except Exception as error:
            self._fault_of(error, theme, name)
        return self.rendered

    def _asset(self) -> None:
        """An asset is copied; one that ends in `.jinja` is drawn with the options alone."""
        name, theme = self.output.subject, self.renderer.theme
        if not name.endswith(".jinja"):
            self.rendered.data = theme.files[name].data
            return
        self.reads.note("template", self.renderer.digests.of(name), name)
        options = self.reads.get("options", self.lang)
        try:
            template = self.renderer.environment.get_template(name.removesuffix(".jinja"))
            self.rendered.data = template.render(options=options).encode("utf-8")
        except Exception as error:
            self._fault_of(error, theme, name)

    def _fault_of(self, error: Exception, theme: Theme, name: str) -> None:
        problem = template_problem(error, theme, name)
        if problem is None:
            raise error
        self.rendered.problems.append(problem)

    def _arguments(self) -> dict[str, Any]:
        return {
            "here": self.here,
            "page": self.page,
            "site": Door(self),
            "word": self.word,
            "icon": self.icon,
            "asset": self.asset,
            "render_section": self.render_section,
        }

    # What templates call.

    def word(self, key: str) -> str:
        """Return a word of the interface."""
        found: str = self.reads.get("word", self.lang, key)
        return found

    def icon(self, name: str) -> Markup:
        """Return an SVG of the theme's `icons/`, or nothing when it has none of that name."""
        file = self.renderer.theme.files.get(f"icons/{name}.svg")
        self.reads.note("icon", file.digest if file else "absent", name)
        return Markup(file.data.decode("utf-8").strip()) if file else Markup("")

    def asset(self, name: str) -> str:
        """Return the link to a file of the theme's `assets/`."""
        address = self.reads.get("asset", self.lang, name)
        if address is None:
            raise ValueError(f'the theme has no asset "{name}"')
        return self.href(address)

    def render_section(self, name: str, **options: Any) -> Markup:
        """Return a section by the kind of its records, drawn with `parts/section.html`."""
        fields = fields_of(Section)
        for key in options:
            if key not in fields:
                hint = did_you_mean(key, fields)
                raise ValueError(f'a section has no option "{key}"{hint and f", {hint}"}')
        given = {key: _short(value, fields[key].type) for key, value in options.items()}
        return self._drawn(Section(of=Words((name,)), **given), None)

    def href(self, target: str) -> str:
        """Return the link from this page to an address of the site; URLs stay as they are."""
        if _EXTERNAL.match(target) or target.startswith("#"):
            return target
        if self.is_rootless:
            base: str = self.reads.get("info", self.lang).base_path
            return base.rstrip("/") + target
        if self.is_absolute:
            return self.absolute(target)
        return relative(target, self.output.url)

    def absolute(self, target: str) -> str:
        """Return the URL of an address; without a configured URL, the address from the root."""
        if _EXTERNAL.match(target):
            return target
        base: str = self.reads.get("info", self.lang).url
        return base.rstrip("/") + target

    def inline(self, value: Phrase | str) -> Markup:
        """Return a line of Markdown as HTML."""
        phrase = value if isinstance(value, Phrase) else Phrase(value)
        fragment = self._fragment(phrase, self._options(phrase), is_inline=True)
        return with_language(self._filled(fragment, phrase), phrase, "span")

    def blocks(self, value: Phrase | str, prefix: str = "", absolute: bool = False) -> Markup:
        """Return Markdown blocks as HTML; the highest headings in them become `<h2>`.

        `absolute` gives links with the site's URL, for text that is read elsewhere.
        """
        phrase = value if isinstance(value, Phrase) else Phrase(value)
        before, self.is_absolute = self.is_absolute, absolute or self.is_absolute
        fragment = self._fragment(phrase, self._options(phrase, prefix), is_inline=False)
        html = self._filled(fragment, phrase)
        self.is_absolute = before
        return with_language(html, phrase, "div")

    def headings(self, value: Phrase) -> tuple[Any, ...]:
        """Return the headings in Markdown blocks, for a table of contents."""
        return self._fragment(value, self._options(value), is_inline=False).headings

    def plain(self, value: Phrase | str) -> str:
        """Return Markdown as plain text."""
        from generator.render.markdown import plain

        return plain(str(value))

    def content(self, post: PostItem, absolute: bool = False) -> Markup:
        """Return the whole text of a post in a list as HTML: for feeds."""
        return self.blocks(self._body(post), prefix=_id_prefix(post), absolute=absolute)

    def excerpt(self, post: PostItem) -> Markup:
        """Return the head of a post as HTML."""
        from generator.render.markdown import excerpt

        body = self._body(post)
        source, _ = excerpt(body.text)
        return self.blocks(msgspec.structs.replace(body, text=source), prefix=_id_prefix(post))

    def excerpt_text(self, value: PostItem | PageView) -> str:
        """Return the head of a post or page as plain text: for descriptions."""
        from generator.render.markdown import excerpt, plain

        body = self._body(value) if isinstance(value, PostItem) else value.body
        return plain(excerpt(body.text)[0])

    def _body(self, post: PostItem) -> Phrase:
        body: Phrase = self.reads.get("body", post.lang, post.key)
        return msgspec.structs.replace(body, lang="" if post.lang == self.lang else post.lang)

    # Markdown with the site's answers.

    def _options(self, phrase: Phrase, prefix: str = "") -> Options:
        is_body = phrase.spot is not None and phrase.spot.path == ("body",)
        own = is_body and self.page is not None and self.page.body.spot == phrase.spot
        return Options(
            html=is_body and (self.page is None or self.page.html),
            breaks=bool(own and self.page and self.page.breaks),
            heading_base=1,
            lang=phrase.lang or self.lang,
            prefix=prefix,
        )

    def _fragment(self, phrase: Phrase, options: Options, is_inline: bool) -> Fragment:
        fragment = self.renderer.fragment(phrase.text, options, is_inline)
        highest = min((heading.level for heading in fragment.headings), default=_TOP_HEADING)
        if highest != _TOP_HEADING:
            # Some write `#` under a page's title and some `##`; either is the second level there.
            base = options.heading_base + _TOP_HEADING - highest
            options = msgspec.structs.replace(options, heading_base=base)
            fragment = self.renderer.fragment(phrase.text, options, is_inline)
        for fault in fragment.faults:
            where = self._where(phrase, fault.line, fault.column)
            problem = Problem(where, fault.message, fault.hint, fault.severity)
            self.rendered.problems.append(problem)
        self.here.has_math = self.here.has_math or fragment.has_math
        return fragment

    def _filled(self, fragment: Fragment, phrase: Phrase) -> str:
        return fragment.fill(
            link=lambda slot: self._link(slot, phrase),
            section=lambda slot: self._section(slot, phrase),
        )

    def _where(self, phrase: Phrase, line: int, column: int) -> Place | Spot:
        return phrase.spot.at(line, column) if phrase.spot else Place(self.output.source)

    def _link(self, slot: LinkSlot, phrase: Phrase) -> str:
        target = slot.target
        if _EXTERNAL.match(target) or not target:
            return target
        file = phrase.spot.file if phrase.spot else ""
        address = self.reads.get("target", self.lang, target, file)
        where = self._where(phrase, slot.line, slot.column)
        if address is None:
            if not self.reads.get("is_broken", self.lang, target):
                what = "picture" if slot.kind == "image" else "link"
                known = self.reads.get("known_targets", self.lang)
                message = f'this {what} leads nowhere: "{target}"'
                hint = did_you_mean(target.lstrip("./"), known)
                hint = hint or "name a page, a file under static/ or content/, or a full URL"
                self.rendered.problems.append(Problem(where, message, hint))
            return target
        if target.startswith("#") and self.page is not None and self.page.body == phrase:
            address = self.output.url + target
        path, mark, name = address.partition("#")
        if mark and name and isinstance(where, Spot):
            self.rendered.fragment_links.append(FragmentLink(path, name, where))
        return self.href(address)

    def _section(self, slot: SectionSlot, phrase: Phrase) -> str:
        where = self._where(phrase, slot.line, 0)
        spot = where if isinstance(where, Spot) else Spot(self.output.source)
        section, problems = self.renderer.read_section(slot.name, slot.options, spot)
        self.rendered.problems.extend(problems)
        if slot.argument:
            message = f'"{slot.argument}" has no meaning behind the name of a section'
            hint = "a heading is given by a line `:title: …` below"
            self.rendered.problems.append(Problem(spot, message, hint))
        if section is None:
            return ""
        return self._drawn(section, spot)

    def _drawn(self, section: Section, spot: Spot | None) -> Markup:
        query = msgspec.json.encode(msgspec.structs.replace(section, spot=None)).decode()
        if spot is not None:
            where = msgspec.json.encode(spot).decode()
            self.rendered.problems.extend(self.reads.get("section_faults", self.lang, query, where))
        view: SectionView = self.reads.get("section", self.lang, query)
        template = self.renderer.environment.get_template("parts/section.html")
        return Markup(template.render({**self._arguments(), "section": view}))


def _short(value: Any, wanted: Any) -> Any:
    """Return an option of a section, which a template may give in the short form of its type."""
    if isinstance(value, str):
        for form in (Words, Text):
            if wanted is form or form in get_args(wanted):
                return form.from_scalar(value)
    return value


def _id_prefix(post: PostItem) -> str:
    """Return what begins the ids in a post's text where several stand on one page."""
    return re.sub(r"[^0-9A-Za-z]+", "-", post.key) + "-"
