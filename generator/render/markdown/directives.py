"""`:::{name} argument` … `:::`, the fenced directives of MyST.

Admonitions, `details`, `figure`, `logos` and `bibliography` are rendered here; all but the
last hold Markdown. Every other name means a section of the site: its option lines become a
`SectionSlot` unread, and the site reports a name that does not exist.

`gallery` and `compare` hold pictures side by side, one on each line of the block:

    :::{gallery}
    :columns: 3
    ![A goat](goat.jpg) Words of a caption, in *Markdown*
    ![Two goats](goats.mp4)
    :::

Each picture of a gallery is a link to itself, so that readers can see it in full; a script of the
theme opens it above the page. A comparison has two pictures side by side; a script lays one over
the other, with a slider.
"""

from __future__ import annotations

import re
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from generator.model.files import FILMS, kind_named
from generator.model.links import is_external
from generator.model.sections import ANY_KINDS
from generator.model.site import SECTION_KINDS
from generator.render.fragment import BibliographySlot, SectionSlot, quoted
from generator.render.markdown.context import RenderContext, content_of, start_of, word
from generator.render.markdown.inline_rules import attach

ADMONITIONS = frozenset({"note", "tip", "hint", "important", "warning", "caution", "see-also"})
SECTIONS = frozenset({*SECTION_KINDS, *ANY_KINDS})
"""Names of directives that show records."""
OPTIONS = {
    **dict.fromkeys((*ADMONITIONS, "logos", "compare"), ("class", "name")),
    "details": ("class", "name", "open"),
    "figure": ("class", "name", "alt", "width", "height", "still"),
    "gallery": ("class", "name", "columns"),
    "bibliography": (),
}
"""The blocks that this file renders, with their options."""
_OF_PICTURES = ("alt", "width", "height")
_ALIASES = {"seealso": "see-also", "attention": "caution", "danger": "warning"}

_COLONS = re.compile(r":{3,}+")
_OPENING = re.compile(r"[ \t]*\{[ \t]*([A-Za-z][\w-]*+)[ \t]*\}[ \t]*(.*)")
_BRACELESS = re.compile(r"[ \t]*([A-Za-z][\w-]*+)[ \t]*(.*)")
_OPTION = re.compile(r":([A-Za-z][\w-]*+):(?:[ \t]+(.*))?$")
_COMPARED = 2
_MOST_COLUMNS = 6
_PICTURE = re.compile(
    r"""!\[(?P<alt>(?:[^\[\]\\]|\\.|\[[^\[\]]*+\])*+)\]
        \([ \t]*(?P<target><[^<>]*+>|(?:[^\s()]|\([^\s()]*+\))*+)(?:[ \t]+"[^"]*+")?[ \t]*\)
        (?:\{[^{}]*+\})?""",
    re.VERBOSE,
)


def directives_plugin(md: MarkdownIt) -> None:
    """Add the directive to the block rules of `md`; it may interrupt a paragraph."""
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.before("fence", "directive", _directive, interrupts)


def _directive(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    line = content_of(state, start_line)
    colons = _COLONS.match(line)
    if not colons or state.is_code_block(start_line):
        return False
    if silent:
        return True
    context: RenderContext = state.env["context"]
    place = start_of(state, start_line)
    rest = line[colons.end() :]
    state.line = start_line + 1
    opening = _OPENING.fullmatch(rest)
    if not opening:
        opening = _BRACELESS.fullmatch(rest)
        if not opening:
            context.fault(place, "block-name-expected" if rest.strip() else "block-closes-nothing")
            return True
        context.fault(place, "block-without-braces", opening=opening[1], colons=colons[0])
    last = _closing_line(state, start_line, end_line, len(colons[0]))
    if last is None:
        context.fault(place, "block-never-closed", opening=opening[1], colons=colons[0])
        last = start_line
    _Directive(state, opening[1].lower(), opening[2].strip(), start_line, last, place).write()
    state.line = last + 1
    return True


class _Directive:
    """One directive, from its opening line to its closing line."""

    def __init__(
        self,
        state: StateBlock,
        name: str,
        argument: str,
        first: int,
        last: int,
        place: tuple[int, int],
    ) -> None:
        self.state, self.argument = state, argument
        self.name = _ALIASES.get(name, name)
        self.first, self.last, self.place = first, last, place
        self.context: RenderContext = state.env["context"]
        self.options: dict[str, str] = {}
        self.body = first + 1
        """The first line of the body that is not written yet."""

    def write(self) -> None:
        if self.name not in OPTIONS:
            self._section()
            return
        self._read_options(OPTIONS[self.name])
        blocks = {
            "details": self._details, "bibliography": self._bibliography, "figure": self._figure,
            "logos": self._logos, "gallery": self._gallery, "compare": self._comparison,
        }  # fmt: skip
        blocks.get(self.name, self._admonition)()

    # ------------------------------------------------------------------ blocks with Markdown

    def _admonition(self) -> None:
        opening = self._open("aside", f"admonition {self.name}")
        opening.attrSet("role", "note")  # an aside without a role would be a landmark of the page
        title = self._push("p", 1)
        title.attrSet("class", "admonition-title")
        self._line(self.first, self.argument or self._word(f"admonition.{self.name}"))
        self._push("p", -1)
        self._close(opening)

    def _details(self) -> None:
        opening = self._open("details", "")
        if "open" in self.options:
            opening.attrSet("open", "")
        self._push("summary", 1)
        self._line(self.first, self.argument or self._word("details"))
        self._push("summary", -1)
        self._close(opening)

    def _word(self, name: str) -> str:
        """Return a word as Markdown in which nothing is HTML."""
        return quoted(word(name, self.context.options))

    def _figure(self) -> None:
        if not self.argument:
            self.context.fault(self.place, "figure-needs-picture")
            return
        opening = self._open("figure", "")
        image = self.state.push("figure_image", "img", 0)
        image.map = [self.first, self.first + 1]
        image.content = self.argument
        image.attrs = {"src": self.argument.removeprefix("<").removesuffix(">")}
        given = {name: self.options[name] for name in _OF_PICTURES if name in self.options}
        attach(self.context, image, given, self.place)
        image.meta["still"] = self.options.get("still", "")
        if self.body < self.last:
            self._push("figcaption", 1)
            self._markdown()
            self._push("figcaption", -1)
        self._close(opening)

    def _bibliography(self) -> None:
        if self.argument or self.body < self.last:
            self.context.fault(self.place, "bibliography-with-text")
        self._slot(BibliographySlot())

    # ------------------------------------------------------------------ blocks with pictures

    def _logos(self) -> None:
        self._close(self._open("div", "logos"))

    def _gallery(self) -> None:
        opening = self._open("div", "gallery")
        columns = self.options.get("columns")
        if columns is not None:
            if columns.isdecimal() and 1 <= int(columns) <= _MOST_COLUMNS:
                opening.attrJoin("class", f"columns-{int(columns)}")
            else:
                self.context.fault(
                    self.place, "gallery-columns", value=columns, most_columns=_MOST_COLUMNS
                )
        self._pictures(is_zoomed=True)
        self._close(opening)

    def _comparison(self) -> None:
        opening = self._open("div", "compare")
        opening.attrSet("data-label", word("pictures.compare", self.context.options))
        written = self._pictures(is_zoomed=False)
        if written != _COMPARED:
            self.context.fault(self.place, "comparison-of-two", written=written)
        self._close(opening)

    def _pictures(self, is_zoomed: bool) -> int:
        """Write a figure for each line of the block, and return how many there are.

        If pictures are zoomed, each is a link to itself.
        """
        self.context.has_pictures_to_open = True
        written = 0
        for number in range(self.body, self.last):
            text = content_of(self.state, number)
            if found := _PICTURE.match(text):
                self._picture(number, found, text[found.end() :].strip(), is_zoomed)
                written += 1
            elif text:
                place = start_of(self.state, number)
                self.context.fault(place, "gallery-line", what=self.name)
        self.body = self.last
        return written

    def _picture(self, number: int, found: re.Match[str], caption: str, is_zoomed: bool) -> None:
        self._push("figure", 1).map = [number, number + 1]
        target = found["target"].removeprefix("<").removesuffix(">")
        is_still = kind_named(target) not in FILMS and not is_external(target)
        opens = is_zoomed and is_still and bool(found["alt"].strip()) and bool(target)
        if opens:
            zoom = self.state.push("zoom_open", "a", 1)
            zoom.meta |= {"target": target, "place": start_of(self.state, number)}
        self._line(number, found[0])
        if opens:
            self.state.push("zoom_close", "a", -1)
        if caption:
            self._push("figcaption", 1)
            self._line(number, caption)
            self._push("figcaption", -1)
        self._push("figure", -1)

    # ------------------------------------------------------------------ what all blocks are made of

    def _push(self, tag: str, nesting: Literal[1, -1]) -> Token:
        """Add a start or end tag."""
        return self.state.push("directive", tag, nesting)

    def _open(self, tag: str, classes: str) -> Token:
        token = self._push(tag, 1)
        token.map = [self.first, self.last]
        classes = f"{classes} {self.options.get('class', '')}".strip()
        if classes:
            token.attrSet("class", classes)
        if name := self.options.get("name"):
            token.attrSet("id", name)
            self.context.register_id(name, self.place)
        return token

    def _line(self, number: int, text: str) -> None:
        """Add a line of inline Markdown."""
        inline = self.state.push("inline", "", 0)
        inline.content, inline.children = text, []
        inline.map = [number, number + 1]

    def _close(self, opening: Token) -> None:
        self._markdown()
        self._push(opening.tag, -1)

    def _markdown(self) -> None:
        """Render the body. It ends where the block ends, even in the middle of a list."""
        state = self.state
        if self.body >= self.last:
            return
        parent, line_max = state.parentType, state.lineMax
        state.parentType, state.lineMax = "directive", self.last
        state.md.block.tokenize(state, self.body, self.last)
        state.parentType, state.lineMax = parent, line_max
        self.body = self.last

    # ------------------------------------------------------------------ options

    def _read_options(self, known: tuple[str, ...]) -> None:
        """Read the `:key: value` lines directly below the opening line."""
        while self.body < self.last:
            option = _OPTION.fullmatch(content_of(self.state, self.body))
            if not option:
                return
            if option[1] in known:
                self.options[option[1]] = (option[2] or "").strip()
            else:
                place = start_of(self.state, self.body)
                self.context.fault(place, "block-option-unknown", option=option[1], known=known)
            self.body += 1

    def _section(self) -> None:
        rows: list[str] = []
        stray: tuple[int, int] | None = None
        for number in range(self.first + 1, self.last):
            text, column = content_of(self.state, number), start_of(self.state, number)[1]
            if text and not _OPTION.fullmatch(text) and not self._continues(number, bool(rows)):
                if self.name in SECTIONS:
                    self.context.fault((number, column), "section-with-text", name=self.name)
                stray, text = stray or (number, column), ""
            elif text.startswith(":"):
                text, column = text[1:], column + 1
            rows.append(" " * column + text if text else "")
        self._slot(
            SectionSlot(
                self.name,
                "\n".join(rows),
                self.first,
                argument=self.argument,
                stray=stray if self.name not in SECTIONS else None,
            )
        )

    def _slot(self, slot: SectionSlot | BibliographySlot) -> None:
        token = self.state.push("slot", "", 0)
        token.map = [self.first, self.last]
        token.meta["slot"] = slot

    def _continues(self, number: int, has_option: bool) -> bool:
        """Whether a line continues the value of an option: it is indented more than the option."""
        return has_option and self.state.sCount[number] >= self.state.blkIndent + 2


_FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,}+)")


def _closing_line(state: StateBlock, start_line: int, end_line: int, colons: int) -> int | None:
    """Return the line that closes a block of `colons` colons; lines in fenced code do not count."""
    if start_line >= _last_closing(state, colons):
        return None
    fence = ""
    for number in range(start_line + 1, end_line):
        if state.sCount[number] < state.blkIndent and not state.isEmpty(number):
            return None
        line = content_of(state, number)
        if not line.startswith((":", "`", "~")) or state.is_code_block(number):
            continue
        if fence:
            if line.startswith(fence) and not line.strip(fence[0]):
                fence = ""
        elif opened := _FENCE.match(line):
            fence = opened[1] or opened[2]
        elif len(line) >= colons and not line.strip(":"):
            return number
    return None


def _last_closing(state: StateBlock, colons: int) -> int:
    """Return the last line of the whole text that could close a block of `colons` colons.

    Checking this before a search keeps the time linear for a page full of unclosed blocks.
    """
    known: dict[int, int] | None = state.env.get("closings")
    if known is None:
        known = state.env["closings"] = {}
        for number in range(len(state.bMarks) - 1):  # all lines, not only those of this container
            line = state.src[state.bMarks[number] : state.eMarks[number]].strip(" \t>")
            if line and not line.strip(":"):
                known[len(line)] = number
    return max((last for length, last in known.items() if length >= colons), default=-1)
