"""What the steps of a conversion share: what they know of a text, and how they write Markdown."""

import re
import shlex
from collections.abc import Callable, Collection
from typing import Any, AnyStr, NamedTuple
from urllib.parse import unquote

import msgspec

from generator.importing.plan import Delimiter, Syntax
from generator.importing.report import Findings, Severity
from generator.importing.texts.links import AddressMap

ARGUMENTS = r"(?P<args>(?:[^%{]|%(?!\})|\{(?!%))*?)-?%\}"
"""Ends a tag of Liquid or Nunjucks. No other tag opens inside, so a text is read once."""
TAG = re.compile(rf"\{{%-?\s*(?P<name>[\w-]+){ARGUMENTS}")
"""A tag of Liquid or Nunjucks."""
A_TODO = "a visible TODO"
HEXO_MARKS = re.compile(r"[\s~`!@#$%^&*()\-_+=[\]{}|\\;:\"'<>,.?/]+")
"""What becomes a hyphen in addresses and ids of Hexo (hexo-util, `slugize`)."""
_ARGUMENT = re.compile(
    r"""(?P<name>[\w-]+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s,]+))"""
    r"""|"(?P<text>[^"]*)"|'(?P<other>[^']*)'|(?P<word>[^\s,]+)""",
    re.DOTALL,
)
_WIDEST = 500
"""Characters on each side of a tag that are looked at for others on its line."""
_WIDTH = re.compile(r"\d+(?:\.\d+)?(?:%|em|px)?")


class TextContext(msgspec.Struct, kw_only=True):
    """One text: where it is, in which syntax it is, and what it may ask for."""

    file: str
    findings: Findings
    links: AddressMap
    whole: str = ""
    """The text as the source has it, to find lines in."""
    line: int = 1
    """The line of its file on which it begins."""
    parts: dict[str, str] = {}
    """Path -> text of the files of which it is made, if of several."""
    address: str = "/"
    """The address of its page; relative links begin there."""
    syntax: Syntax = "plain"
    page: dict[str, Any] = {}
    """What the text may ask for as `page.…`."""
    site: dict[str, Any] = {}
    """What the text may ask for as `site.…`."""
    kinds: Collection[str] | None = None
    """The kinds of records that the new site has; None where that is not known."""
    is_data: bool = False
    """Whether it is a text of a record, in which HTML would show as text."""
    breaks: bool = False
    """Whether each line break counted."""
    delimiter: Delimiter = "$"
    extras: Collection[str] = ()
    """What the renderer read beyond usual Markdown; see `SitePlan.extras`."""
    macros: dict[str, str] = {}
    """Commands of TeX that the site or the page defines -> what they stand for, with `#1`."""

    def note(self, severity: Severity, code: str, what: str, became: str = "") -> None:
        """Note a finding; its line is the first one on which `what` appears."""
        first = what.strip().split("\n", 1)[0][:80]
        at = self.whole.find(first) if first else -1
        line = self.line + self.whole.count("\n", 0, at) if at >= 0 else self.line
        file, bare = self.file, unquote(first)
        for path, text in self.parts.items() if bare else ():
            if (place := text.find(bare)) >= 0:
                file, line = path, 1 + text.count("\n", 0, place)
        self.findings.add(severity, code, file, what, became, line)

    def todo(self, code: str, tag: re.Match[str]) -> str:
        """Note a tag that has no counterpart, and return its visible rest for `masthead check`."""
        self.note("todo", code, tag[0], A_TODO)
        shown = " ".join(tag[0].split()).replace("`", "'")
        before, after = lines_around(tag)
        if before.strip() or after.strip():
            return f"(TODO import: `{shown}`)"
        return block("note", "TODO import", f"`{shown}`")


class Call(NamedTuple):
    """A tag in a text."""

    args: str
    """Its arguments as they are written."""
    plain: list[str]
    """Those without a name."""
    named: dict[str, str]
    inside: str
    """The text that it encloses."""
    context: TextContext
    name: str = ""

    def first(self, *names: str) -> str:
        """Return the first of some named arguments, or of those without a name."""
        found = (self.named[name] for name in names if self.named.get(name))
        return next(found, self.plain[0] if self.plain else "")


BOXES = {"note": "note", "info": "note", "default": "note", "primary": "note", "tip": "tip",
          "tips": "tip", "success": "tip", "warning": "warning", "danger": "warning",
          "caution": "warning", "error": "warning", "important": "important", "hint": "hint",
          "details": "details"}  # fmt: skip
"""Kinds of boxes in the words of others -> Masthead's."""
Change = Callable[[Call], str | None]
"""Returns Markdown, or None for what cannot be said."""


OPTION = re.compile(r"([a-z]\w{1,14})[:=](?!//)(\S*)")
"""An argument of Hexo's tags that has a name: `color:red`, `class="wide"`."""


def said(call: Call) -> list[str]:
    """Return the arguments that are words."""
    return [word for word in call.plain if not OPTION.fullmatch(word)]


def plain(call: Call) -> str:
    return f"\n\n{call.inside.strip()}\n\n" if call.context.syntax == "nunjucks" else call.inside


def paired(
    text: AnyStr,
    opening: re.Pattern[AnyStr],
    closing: Callable[[re.Match[AnyStr]], re.Pattern[AnyStr]],
    change: Callable[[re.Match[AnyStr], AnyStr, AnyStr], AnyStr],
) -> AnyStr:
    """Return a text in which `change` has made something of each part that is opened and closed.

    It gets what opens the part, what is inside, and what closes it. What is never closed stays; a
    closing that was not found is not looked for again, so that this takes time by the length alone.
    """
    out: list[AnyStr] = []
    at = start = 0
    missing: set[re.Pattern[AnyStr]] = set()
    while found := opening.search(text, start):
        closer = closing(found)
        end = None if closer in missing else closer.search(text, found.end())
        if end is None:
            missing.add(closer)
            start = found.end()
            continue
        inside = text[found.end() : end.start()]
        out += [text[at : found.start()], change(found, inside, end[0])]
        at = start = end.end()
    empty: Any = text[:0]
    whole: AnyStr = empty.join([*out, text[at:]])
    return whole


def end_of(name: str) -> re.Pattern[str]:
    """Return the pattern of the tag that closes another one: `{% endraw %}`."""
    return re.compile(rf"\{{%-?\s*end{name}\s*-?%\}}")


def lines_around(match: re.Match[str]) -> tuple[str, str]:
    """Return what is before and after a match on its lines, or a part of that."""
    text = match.string
    before = text[max(0, match.start() - _WIDEST) : match.start()]
    after = text[match.end() : match.end() + _WIDEST]
    return before.rpartition("\n")[2], after.partition("\n")[0]


def arguments(text: str) -> tuple[list[str], dict[str, str]]:
    """Return the arguments of a tag: those without a name, and those with one."""
    plain: list[str] = []
    named: dict[str, str] = {}
    for match in _ARGUMENT.finditer(text):
        if match["name"]:
            found = (match["double"], match["single"], match["bare"])
            named.setdefault(match["name"], next(one for one in found if one is not None))
        else:
            found = (match["text"], match["other"], match["word"])
            plain.append(next(one for one in found if one is not None))
    return plain, named


def words_of(text: str) -> list[str]:
    """Return the arguments of a tag that has none with names, quotes taken away."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def picture(source: str, alt: str = "", caption: str = "", width: str = "") -> str:
    """Return a picture, in a block of its own where it has a caption."""
    alt = " ".join(alt.split())
    has_width = bool(_WIDTH.fullmatch(width)) and not width.startswith("0")
    width = width.removesuffix("px")
    if not caption.strip():
        plain = alt.replace("[", "(").replace("]", ")")
        return f"![{plain}]({target(source)})" + (f"{{width={width}}}" if has_width else "")
    options = [f":alt: {alt}"] if alt else []
    options += [f":width: {width}"] if has_width else []
    return block("figure", target(source), caption.strip(), options)


def target(address: str) -> str:
    """Return an address as the target of a link."""
    bare = address.strip().removeprefix("<").removesuffix(">")
    if re.search(r"[\s()<>]", bare):
        bare = bare.replace("<", "%3C").replace(">", "%3E").replace("\n", " ")
        return re.sub(r"\s", "%20", bare).replace("(", "%28").replace(")", "%29")
    return bare


def block(name: str, behind: str, inside: str, options: list[str] | None = None) -> str:
    """Return a block with as many colons as what is inside of it needs."""
    deepest = max((len(found) for found in re.findall(r"^:{3,}", inside, re.MULTILINE)), default=2)
    colons = ":" * max(3, deepest + 1)
    lines = [f"{colons}{{{name}}} {behind}".rstrip(), *(options or []), inside.strip("\n"), colons]
    return "\n\n" + "\n".join(lines) + "\n\n"


def fence(language: str, code: str) -> str:
    """Return code in a block of its own."""
    mark = "````" if "```" in code else "```"
    inside = code.strip("\n")
    return f"\n{mark}{language}\n{inside}\n{mark}\n"


def section(kind: str, options: str = "") -> str:
    """Return the directive that lists records of a kind."""
    return f"\n\n:::{{{kind}}}\n{options}:::\n\n"
