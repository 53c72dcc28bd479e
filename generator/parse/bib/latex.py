r"""LaTeX in BibTeX -> plain words or Markdown.

Accents become letters, braces are dropped, `$…$` stays, `\emph` and similar commands become
Markdown, and characters with a meaning in Markdown are escaped. A command or formula that cannot be
read is shown as written, and reported.

Sources: Lamport, "LaTeX: A Document Preparation System", sections 3.2 and C.15; the packages
inputenc, textcomp and babel.
"""

import re
import unicodedata

import msgspec

from generator.model.files import packaged_data
from generator.model.links import is_external
from generator.model.records.bibliography import has_inner_capital
from generator.parse.bib.syntax import Fault, ends_of


class _Commands(msgspec.Struct, frozen=True):
    """The known commands, by their names without the backslash, from `latex.json`."""

    accents: dict[str, str]
    """An accent -> Unicode's combining character."""
    alone: dict[str, str]
    """That character -> the accent on no letter: `\\~{}`."""
    letters: dict[str, str]
    symbols: dict[str, str]
    marks: dict[str, str]
    """Commands with one argument -> the Markdown around it."""
    raised: dict[str, str]
    silent: frozenset[str]
    """Commands that only change how words look."""
    dropped: frozenset[str]
    """Commands whose first argument is not part of the words."""
    notes: frozenset[str]
    """Commands whose argument is a note, and is dropped."""


_KNOWN = packaged_data("tables/latex", _Commands)

_ENTITY = r"&(?:[a-z]+|\#\d+|\#x[0-9a-f]+);"
_TAG = r"<(?P<tag>i|em|b|strong|sub|sup)>(?P<inside>[^<>{}$]{1,300})</(?P=tag)>"
_TOKEN = re.compile(
    r"\\(?P<command>[A-Za-z]+|.|\Z)|(?P<open>\{)|(?P<close>\})|(?P<math>\$\$?)"
    rf"|(?P<entity>{_ENTITY})|(?P<html>{_TAG})|(?P<dash>-{{2,3}})|(?P<quote>``|''|[?!]`)|(?P<tie>~)"
    r"|(?P<text>(?:[^\\{}$\-`'~&<?!]+|-(?!-)|'(?!')|[?!](?!`)|&(?![a-z#])|<(?!\w))+|.)",
    re.DOTALL,
)
_SIMPLE = re.compile(r"[^\\${}~*_\[\]<`'&#>+\-,]*")
_QUOTES = {"``": "“", "''": "”", "?`": "¿", "!`": "¡"}
_SPECIAL = re.compile(
    r"[*`\[\]\\$]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)~~|==(?=\S)"
)

_OPTION = re.compile(r"\[[^\[\]{}]*\]")
_FORMULA_END = "\0"
"""Follows a formula until all is read, because in Markdown a `$` before a digit is a price."""
_DIGITS_BEHIND = re.compile(rf"\${_FORMULA_END}(\d+)")


def words_of(value: str, tell: Fault, markdown: bool = True) -> str:
    """Return the words of a value, as Markdown or plain text, in NFC and without double blanks.

    A blank line stays a blank line.
    """
    is_simple = _SIMPLE.fullmatch(value)
    found = value if is_simple else _Reading(value, tell, markdown).group(stop=False)
    if _FORMULA_END in found:
        found = _DIGITS_BEHIND.sub(r"{\1}$", found).replace(_FORMULA_END, "")
    parts = re.split(r"[ \t]*\n[ \t]*\n\s*", found)
    return unicodedata.normalize("NFC", "\n\n".join(" ".join(p.split()) for p in parts).strip())


class _Reading:
    """Reads one value from left to right."""

    def __init__(self, value: str, tell: Fault, markdown: bool) -> None:
        self.value = value
        self.tell = tell
        self.markdown = markdown
        self.at = 0
        self.depth = 0
        self._missing: set[str] = set()
        self._ends = ends_of(value)

    def group(self, stop: bool = True) -> str:
        """Return the words up to the end of the group, or of the value."""
        found: list[str] = []
        while self.at < len(self.value):
            token = _TOKEN.match(self.value, self.at)
            if token is None:
                break
            begin, self.at = self.at, token.end()
            sort = token.lastgroup
            if sort == "close":
                if stop:
                    break
            elif sort == "open":
                found.append(self._inside())
            elif sort == "command":
                found.append(self._command(token["command"], begin))
            elif sort == "math":
                found.append(self._math(token[0], begin))
            elif sort == "dash":
                found.append("–" if len(token[0]) == 2 else "—")
            elif sort == "quote":
                found.append(_QUOTES[token[0]])
            elif sort == "entity":
                found.append(self._entity(token[0], begin))
            elif sort == "html":
                found.append(self._tagged(token["tag"], token["inside"]))
            elif sort == "tie":
                found.append(" ")
            else:
                found.append(self._plain(token[0], begin))
        return "".join(found)

    def _inside(self) -> str:
        if self.depth >= 50:  # in groups nested deeper, braces are skipped
            return ""
        self.depth += 1
        found = self.group()
        self.depth -= 1
        return found

    def _entity(self, text: str, begin: int) -> str:
        """Return the character of an HTML reference: publishers and Crossref write `&amp;`."""
        from html import unescape

        character = unescape(text)
        return self._plain(text, begin) if character == text else self._escape(character)

    def _tagged(self, tag: str, inside: str) -> str:
        """Return HTML as Markdown: publishers and Crossref write `<i>E. coli</i>`."""
        if not self.markdown:
            return words_of(inside, self.tell, False)
        if tag in ("sub", "sup"):
            return f"${'_' if tag == 'sub' else '^'}{{{inside}}}${_FORMULA_END}"
        mark = "*" if tag in ("i", "em") else "**"
        return f"{mark}{words_of(inside, self.tell)}{mark}"

    def _plain(self, text: str, begin: int) -> str:
        if not self.markdown:
            return text
        if text.isalnum():
            return text
        if text in "<&":  # this depends on what follows the token
            return f"\\{text}" if _SPECIAL.match(self.value, begin) else text

        def escaped(match: re.Match[str]) -> str:
            if match[0] == "_":  # inside a word it is no mark, even at the end of a token
                at = begin + match.start()
                around = self.value[max(at - 1, 0) : at] + self.value[at + 1 : at + 2]
                if len(around) == 2 and around.isalnum():
                    return "_"
            return "".join("\\" + mark for mark in match[0])

        return _SPECIAL.sub(escaped, text)

    def _math(self, mark: str, begin: int) -> str:
        end = self._ends.get(begin)
        if end is None and mark == "$$":  # read it as two single dollars
            self.at, mark = begin + 1, "$"
            end = self._ends.get(begin)
        if end is None:
            return "\\$" * len(mark) if self.markdown else mark
        inner, self.at = self.value[begin + len(mark) : end], end + len(mark)
        return self._formula(inner, begin)

    def _formula(self, tex: str, begin: int) -> str:
        """Return TeX as a formula in Markdown, or as written if it cannot be one."""
        tex = " ".join(tex.split())
        if not tex or not self.markdown or "$" in tex.replace("\\$", ""):
            if tex:
                self.tell(begin, "latex-formula")
            return self._verbatim(self.value[begin : self.at])
        return f"${tex}${_FORMULA_END}"

    def _verbatim(self, text: str) -> str:
        """Return LaTeX as written, with its marks escaped for Markdown."""
        return self._escape(re.sub(r"\s+", " ", text))

    def _argument(self) -> str:
        """Return the words of the argument that follows: a group, a command or one letter."""
        blank = re.compile(r"[ \t\n]*").match(self.value, self.at)
        self.at = blank.end() if blank else self.at
        token = _TOKEN.match(self.value, self.at)
        if token is None:
            return ""
        begin = self.at
        if token.lastgroup == "open":
            self.at = token.end()
            return self._inside()
        if token.lastgroup == "command":
            self.at = token.end()
            if self.depth >= 50:
                return self._verbatim(token[0])
            self.depth += 1
            found = self._command(token["command"], begin)
            self.depth -= 1
            return found
        if token.lastgroup == "close":
            return ""
        self.at += 1
        return self._plain(self.value[begin], begin)

    def _raw_group(self) -> str:
        """Return the raw text of the group that follows."""
        found = re.compile(r"\s*\{([^{}]*)\}").match(self.value, self.at)
        if found is None:
            return self._argument()
        self.at = found.end()
        return found[1].replace("\\", "")

    def _command(self, name: str, begin: int) -> str:
        if name in _KNOWN.accents and not (name.isalpha() and self._ends_here()):
            return self._accented(_KNOWN.accents[name])
        if name in _KNOWN.letters or name in _KNOWN.silent:
            self._skip_blank(name)
            return self._escape(_KNOWN.letters.get(name, ""))
        if name in _KNOWN.symbols:
            return self._escape(_KNOWN.symbols[name])
        if name in _KNOWN.dropped:
            self._argument()
            return ""
        if name in _KNOWN.notes:
            self.tell(begin, "latex-note-left-out", name=name)
            self._argument()
            return ""
        if name in _KNOWN.raised:
            return self._raised(_KNOWN.raised[name])
        if name in _KNOWN.marks:
            if name in ("url", "path", "nolinkurl"):
                return self._escape(self._raw_group())
            inner, mark = self._argument().strip(), _KNOWN.marks[name]
            if name == "enquote":
                return f"“{inner}”"
            return f"{mark}{inner}{mark}" if self.markdown and inner else inner
        if name == "href":
            target, label = self._raw_group(), self._argument()
            target = target.replace("<", "%3C").replace(">", "%3E").replace("\n", "")
            return f"[{label}](<{target}>)" if self.markdown else label
        if name == "ensuremath" and self.at in self._ends:
            inner, self.at = self.value[self.at + 1 : self._ends[self.at]], self._ends[self.at] + 1
            return self._formula(inner, begin)
        if name in ("(", "["):
            return self._display("\\)" if name == "(" else "\\]", begin)
        return self._unknown(name, begin)

    def _unknown(self, name: str, begin: int) -> str:
        """Return an unknown command with its arguments, as written."""
        while True:
            option = _OPTION.match(self.value, self.at)
            if option:
                self.at = option.end()
            elif self.value[self.at : self.at + 1] == "{" and self.at in self._ends:
                self.at = self._ends[self.at] + 1
            else:
                break
        self.tell(begin, "latex-command-unknown", name=name)
        return self._verbatim(self.value[begin : self.at])

    def _raised(self, mark: str) -> str:
        """Return a superscript or subscript as a formula in which words are upright."""
        inner = self._argument().strip()
        if not self.markdown or not re.fullmatch(r"[\w ,.+\-]+", inner):
            return inner
        tex = inner if inner.isdigit() else f"\\text{{{inner}}}"
        return f"${mark}{{{tex}}}${_FORMULA_END}"

    def _ends_here(self) -> bool:
        """Whether no letter follows that an accent could go on."""
        return not self.value[self.at :].strip(" \t\n}")

    def _display(self, closer: str, begin: int) -> str:
        end = -1 if closer in self._missing else self.value.find(closer, self.at)
        if end < 0:
            self._missing.add(closer)  # searched for only once
            return self._unknown(self.value[begin + 1], begin)
        inner, self.at = self.value[self.at : end], end + 2
        return self._formula(inner, begin)

    def _accented(self, accent: str) -> str:
        base = self._argument()
        if not base:
            return self._escape(_KNOWN.alone.get(accent, ""))
        first = {"ı": "i", "ȷ": "j"}.get(base[0], base[0])
        return unicodedata.normalize("NFC", first + accent) + base[1:]

    def _skip_blank(self, name: str) -> None:
        """Skip the blanks or the empty group after a command that is made of letters."""
        if name.isalpha():
            found = re.compile(r"\{\}|[ \t\n]+").match(self.value, self.at)
            self.at = found.end() if found else self.at

    def _escape(self, text: str) -> str:
        if not self.markdown or text.isalnum():
            return text
        return "".join("\\" + ch if ch in "*`[]\\$_<{}" else ch for ch in text)


# ------------------------------------------------------------------ raw values

_COMMANDS_AND_MATH = re.compile(r"\\(?:[A-Za-z]+\s*|.)\{[^{}]*\}|\$[^$]*\$")


def with_kept_capitals(title: str) -> str:
    """Return a title as LaTeX if its braces protect a capital that our own BibTeX would not
    protect.

    Ours protects words with a capital inside (`GOAT`, `eBPF`), but cannot recognize names such as
    `Bayesian`. The result is empty if the braces protect no more than ours would.
    """
    groups = re.findall(r"\{([^{}\\]+)\}", _COMMANDS_AND_MATH.sub("", title))
    kept = (word for group in groups for word in re.findall(r"\w+", group))
    return title if any(w[0].isupper() and not has_inner_capital(w) for w in kept) else ""


_IN_TARGETS = re.compile(
    r"\\(?:url|path|nolinkurl)\b|\\textasciitilde(?:\{\})?|\\([_%&#~$])(?:\{\})?|[{}]"
)


def target_of(raw: str) -> str:
    """Return a URL, file or number without LaTeX's escapes."""
    bare = _IN_TARGETS.sub(lambda m: m[1] or ("~" if "tilde" in m[0] else ""), raw)
    return ("" if is_external(bare.lstrip()) else " ").join(bare.split())
