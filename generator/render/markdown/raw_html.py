"""Raw HTML in Markdown: its addresses become slots, and addresses that run scripts are refused.

Tags are read as browsers read them rather than as CommonMark does, so that browsers see exactly
what is checked here. Everything else is copied unchanged.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from generator.render.fragment import LinkSlot, quoted
from generator.render.markdown.context import RenderContext

_START = re.compile(r"<(?:(?P<comment>!--)|(?P<odd>[!?])|/[A-Za-z]|(?P<tag>[A-Za-z]))")
_NAME = re.compile(r"[^\t\n\f />]++")
_ATTRIBUTE = re.compile(
    r"""(?P<gap>[\t\n\f /]*+)(?:(?P<end>>)
    |(?P<name>[^\t\n\f />][^\t\n\f />=]*+)
     (?:[\t\n\f ]*+=[\t\n\f ]*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'
       |(?P<bare>[^\t\n\f >"'][^\t\n\f >]*+)|(?=>)))?+
     (?![\t\n\f ]*+=))""",
    re.VERBOSE,
)
_COMMENT_END = re.compile(r"(?<=<!-)-?>|--!?>")
_RAW_TEXT = frozenset({"script", "style"})

_RESOLVED = frozenset({"href", "src", "poster", "data"})
_LISTED = frozenset({"srcset", "imagesrcset"})
_CHECKED = frozenset({"action", "formaction", "background", "cite", "longdesc", "ping"})
_CHECKED |= {"xlink:href", "to", "from", "by", "values", "manifest"}
_IGNORED = re.compile("[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+")
_SCRIPT = re.compile(r"(?:javascript|vbscript|livescript|data):", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(?:png|gif|jpeg|webp)[;,]", re.IGNORECASE)


_WHOLE = re.compile(r"<(script|style)(?=[\s>])[^<>]*>.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_OPENING = re.compile(r"<(script|style)(?=[\s>])", re.IGNORECASE)
_CLOSING = re.compile(r"</(script|style)\s*>", re.IGNORECASE)


def raw_text_plugin(md: MarkdownIt) -> None:
    """Make `md` read an inline script or style as one token, without Markdown inside."""
    md.inline.ruler.before("html_inline", "raw_text", _raw_text)


def _raw_text(state: StateInline, silent: bool) -> bool:
    if not state.md.options.get("html"):
        return False
    opening = _OPENING.match(state.src, state.pos, state.posMax)
    if opening is None or state.pos > _last_closings(state.src).get(opening[1].lower(), -1):
        return False  # never closed: do not search the rest for each one
    match = _WHOLE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push("html_inline", "", 0).content = match[0]
    state.pos = match.end()
    return True


@lru_cache(maxsize=1)
def _last_closings(source: str) -> dict[str, int]:
    """Return the offsets at which the last script and the last style of a text end."""
    return {match[1].lower(): match.start() for match in _CLOSING.finditer(source)}


def danger(address: str) -> str:
    """Return the scheme of an address that a browser would run as a script, or "".

    Browsers ignore blanks and control characters in a scheme; this ignores a few more characters.
    """
    plain = _IGNORED.sub("", address)
    match = _SCRIPT.match(plain)
    return match[0].lower() if match and not _PICTURE.match(plain) else ""


class Rewriting:
    """Rewrites one token, from its first tag to its last."""

    def __init__(self, context: RenderContext, token: Token) -> None:
        self.context, self.token, self.source = context, token, token.content
        self.out: list[str] = []
        self.done = 0
        """Everything before this position is already in `out`."""

    def run(self) -> str:
        """Return the HTML of the token with placeholders for its addresses."""
        position = 0
        while match := _START.search(self.source, position):
            if match["comment"]:
                close = _COMMENT_END.search(self.source, match.end() - 1)
                end = close.end() if close else -1
            elif match["odd"]:
                end = self.source.find(">", match.end()) + 1 or -1
            else:
                end = self._tag(match.start(), bool(match["tag"]))
            if end < 0:
                return self._unfinished(match.start())
            position = end
        self._copy(len(self.source))
        return "".join(self.out)

    def _copy(self, end: int) -> None:
        self.out.append(self.source[self.done : end])
        self.done = end

    def _unfinished(self, start: int) -> str:
        """Escape a tag or comment that never ends, because it would swallow the rest of the
        page."""
        what = "comment" if self.source.startswith("<!--", start) else "tag"
        self.context.fault(self._place(start), "html-never-closed", what=what)
        self._copy(start)
        self.out.append(quoted(self.source[start:]))
        return "".join(self.out)

    def _place(self, offset: int) -> tuple[int, int]:
        return self.context.place(self.token, offset)

    # ------------------------------------------------------------------ tags

    def _tag(self, start: int, opens: bool) -> int:
        """Rewrite the tag at `start`; return the position after it, or -1 if it does not end."""
        name = _NAME.match(self.source, start + (1 if opens else 2))
        assert name is not None
        tag, position = name[0].lower(), name.end()
        described = tag != "img"
        while attribute := _ATTRIBUTE.match(self.source, position):
            position = attribute.end()
            if attribute["end"]:
                if opens and not described:
                    self.context.fault(
                        self._place(start),
                        "img-without-alt",
                        severity="warning",
                        rule="alt-missing",
                    )
                return self._raw_text(tag, position) if opens else position
            key = attribute["name"].lower()
            described = described or key == "alt"
            if opens:
                self._attribute(tag, key, attribute)
        return -1

    def _raw_text(self, tag: str, position: int) -> int:
        """Return where the content of a script or style sheet ends. That content is not HTML."""
        if tag not in _RAW_TEXT:
            return position
        close = re.compile(rf"</{tag}(?=[\t\n\f />])", re.IGNORECASE).search(self.source, position)
        return close.start() if close else len(self.source)

    def _attribute(self, tag: str, key: str, attribute: re.Match[str]) -> None:
        group = next((g for g in ("double", "single", "bare") if attribute[g] is not None), "")
        if not group:
            return
        value = html.unescape(attribute[group]) if "&" in attribute[group] else attribute[group]
        if key == "id" or (key == "name" and tag == "a"):
            if value:
                self.context.register_id(value, self._place(attribute.start("name")))
        elif key in _RESOLVED and (key != "data" or tag == "object"):
            self._address(attribute, group, value)
        elif key in _LISTED:
            self._list(attribute, group, value)
        elif key in _CHECKED:
            several = value.split(";") if key == "values" else [value]
            self._safe(attribute, next(filter(danger, several), ""))

    def _safe(self, attribute: re.Match[str], value: str) -> bool:
        """Return whether an address is safe; if not, drop the attribute and report it."""
        scheme = danger(value)
        if scheme:
            place = self._place(attribute.start("name"))
            self.context.fault(place, "html-scheme", scheme=scheme)
            self._copy(attribute.start())
            self.done = attribute.end()
        return not scheme

    def _address(self, attribute: re.Match[str], group: str, value: str) -> None:
        if self._safe(attribute, value):
            written = attribute[group].replace('"', "&quot;")
            slot = self._slot(value.strip(), attribute.start(group), written)
            self._replace(attribute, group, slot)

    def _list(self, attribute: re.Match[str], group: str, value: str) -> None:
        """Replace the addresses in a `srcset`, a list of addresses with widths or densities."""
        pieces = re.split(r",[\t\n\f ]+|,$", value)
        candidates = [words for piece in pieces if (words := piece.strip().split(None, 1))]
        bad = next((words[0] for words in candidates if danger(words[0])), "")
        if self._safe(attribute, bad):
            slots = (
                " ".join(
                    [self._slot(words[0], attribute.start(group), ""), *map(quoted, words[1:])]
                )
                for words in candidates
            )
            self._replace(attribute, group, ", ".join(slots))

    def _replace(self, attribute: re.Match[str], group: str, value: str) -> None:
        """Write an attribute with another value, in double quotes."""
        self._copy(attribute.start(group) - (group != "bare"))
        self.out.append(f'"{value}"')
        self.done = attribute.end()

    def _slot(self, target: str, offset: int, written: str) -> str:
        return self.context.placeholder(LinkSlot(target, "html", *self._place(offset), written))
