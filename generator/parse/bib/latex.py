r"""LaTeX as it stands in BibTeX -> words, or Markdown.

Accents become letters (Lamport, "LaTeX: A Document Preparation System", section 3.2.2), braces
go, `$…$` stays, `\emph` and its like become Markdown, and what would be a mark in Markdown is
escaped. A command that is not known is told, and its arguments are kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306",
    ".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323",
    "c": "\u0327", "k": "\u0328", "b": "\u0331", "h": "\u0309", "G": "\u030f", "U": "\u030e",
    "textcommabelow": "\u0326",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "SS": "SS",
    "S": "§", "P": "¶", "dag": "†", "ddag": "‡", "copyright": "©", "pounds": "£",
    "textregistered": "®", "texttrademark": "™", "textcopyright": "©", "texteuro": "€",
    "euro": "€", "textdegree": "°", "textmu": "µ", "textbullet": "•",
    "textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…", "textellipsis": "…",
    "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textquotesingle": "'", "textquotedbl": '"', "quotedblbase": "„",
    "glqq": "„", "grqq": "“", "guillemotleft": "«", "guillemotright": "»", "guilsinglleft": "‹",
    "guilsinglright": "›", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textunderscore": "_", "textbar": "|", "textless": "<", "textgreater": ">",
    "textdollar": "$", "textbraceleft": "{", "textbraceright": "}", "textperiodcentered": "·",
    "textexclamdown": "¡", "textquestiondown": "¿", "textsection": "§", "slash": "/",
    "lbrack": "[", "rbrack": "]", "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
    "quad": " ", "qquad": " ", "space": " ", "par": "\n\n", "newline": " ",
    "textasteriskcentered": "*",
    "and": "and", "numero": "№", "textnumero": "№", "ordfeminine": "ª", "ordmasculine": "º",
}  # fmt: skip
_SYMBOLS = {
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", ",": "\u202f",
    ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", "\\": " ", "\n": " ", "*": "",
}  # fmt: skip
_MARKS = {"emph": "*", "textit": "*", "textsl": "*", "textbf": "**", "texttt": "`", "uline": "",
          "enquote": "“", "url": "", "path": "", "nolinkurl": ""}  # fmt: skip
_SILENT = frozenset(
    re.findall(
        r"\w+",
        "textrm textsf textsc textup textmd textnormal mbox text hbox underline uppercase "
        "MakeUppercase em it bf sc rm sf tt sl itshape bfseries scshape ttfamily sffamily "
        "rmfamily upshape normalfont small footnotesize large normalsize relax protect nobreak "
        "noindent break allowbreak textsuperscript textsubscript NoCaseChange bibnamedelima "
        "bibinitperiod centering xspace selectfont sloppy leavevmode ignorespaces unskip "
        "lowercase MakeLowercase bibstring foreignlanguage hskip nobreakspace ",
    )
)
"""Commands that say how words look and not what they are."""
_DROPPED = frozenset({"footnote", "thanks", "label", "vspace", "hspace", "cite", "noopsort"})
"""Commands whose first argument is no part of the words."""

_ENTITY = r"&(?:[a-z]+|\#\d+|\#x[0-9a-f]+);"
_TAG = r"<(?P<tag>i|em|b|strong|sub|sup)>(?P<inside>[^<>{}$]{1,300})</(?P=tag)>"
_TOKEN = re.compile(
    r"\\(?P<command>[A-Za-z]+|.|\Z)|(?P<open>\{)|(?P<close>\})|(?P<math>\$\$?)"
    rf"|(?P<entity>{_ENTITY})|(?P<html>{_TAG})|(?P<dash>-{{2,3}})|(?P<quote>``|'')|(?P<tie>~)"
    r"|(?P<text>(?:[^\\{}$\-`'~&<]+|-(?!-)|'(?!')|&(?![a-z#])|<(?!\w))+|.)",
    re.DOTALL,
)
_SIMPLE = re.compile(r"[^\\${}~*_\[\]<`'&#>+\-,]*")
_QUOTES = {"``": "“", "''": "”"}
_SPECIAL = re.compile(
    r"[*`\[\]\\$]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)~~|==(?=\S)"
)

Tell = Callable[[int, str], None]
"""Takes an offset in the value and the name of a command that is not known."""


def words_of(value: str, tell: Tell, markdown: bool = True) -> str:
    """Return the words of a value, as Markdown or as they are, in NFC and without double blanks.

    A blank line stays a blank line.
    """
    is_simple = _SIMPLE.fullmatch(value)
    found = value if is_simple else _Reading(value, tell, markdown).group(stop=False)
    parts = re.split(r"[ \t]*\n[ \t]*\n\s*", found)
    return unicodedata.normalize("NFC", "\n\n".join(" ".join(p.split()) for p in parts).strip())


class _Reading:
    """A value on its way from left to right."""

    def __init__(self, value: str, tell: Tell, markdown: bool) -> None:
        self.value = value
        self.tell = tell
        self.markdown = markdown
        self.at = 0
        self.depth = 0

    def group(self, stop: bool = True) -> str:
        """Return the words up to the end of the group, or of all."""
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
        if self.depth >= 50:  # nobody nests so deep: what follows is read without its braces
            return ""
        self.depth += 1
        found = self.group()
        self.depth -= 1
        return found

    def _entity(self, text: str, begin: int) -> str:
        """Publishers and Crossref write `&amp;`."""
        from html import unescape

        character = unescape(text)
        return self._plain(text, begin) if character == text else self._escape(character)

    def _tagged(self, tag: str, inside: str) -> str:
        """Publishers and Crossref write `<i>E. coli</i>` and `H<sub>2</sub>O`."""
        if not self.markdown:
            return words_of(inside, self.tell, False)
        if tag in ("sub", "sup"):
            return f"${'_' if tag == 'sub' else '^'}{{{inside}}}$"
        mark = "*" if tag in ("i", "em") else "**"
        return f"{mark}{words_of(inside, self.tell)}{mark}"

    def _plain(self, text: str, begin: int) -> str:
        if not self.markdown:
            return text
        if text.isalnum():
            return text
        if text in "<&":  # what follows decides, and is no part of this token
            return f"\\{text}" if _SPECIAL.match(self.value, begin) else text

        def escaped(match: re.Match[str]) -> str:
            if match[0] == "_":  # inside a word it is none, also where a token ends
                at = begin + match.start()
                around = self.value[max(at - 1, 0) : at] + self.value[at + 1 : at + 2]
                if len(around) == 2 and around.isalnum():
                    return "_"
            return "".join("\\" + mark for mark in match[0])

        return _SPECIAL.sub(escaped, text)

    def _math(self, mark: str, begin: int) -> str:
        end = self.at
        while True:
            end = self.value.find(mark, end)
            if end < 0:
                return "\\$" * len(mark) if self.markdown else mark
            if self.value[end - 1] != "\\":
                break
            end += 1
        inner, self.at = self.value[self.at : end], end + len(mark)
        return f"${' '.join(inner.split())}$"

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
                return ""
            self.depth += 1
            found = self._command(token["command"], begin)
            self.depth -= 1
            return found
        if token.lastgroup == "close":
            return ""
        self.at += 1
        return self._plain(self.value[begin], begin)

    def _raw_group(self) -> str:
        """Return the text of the group that follows, as it is."""
        found = re.compile(r"\s*\{([^{}]*)\}").match(self.value, self.at)
        if found is None:
            return self._argument()
        self.at = found.end()
        return found[1].replace("\\", "")

    def _command(self, name: str, begin: int) -> str:
        if name in _ACCENTS and not (name.isalpha() and self._ends_here()):
            return self._accented(_ACCENTS[name])
        if name in _LETTERS or name in _SILENT:
            self._skip_blank(name)
            return self._escape(_LETTERS.get(name, ""))
        if name in _SYMBOLS:
            return self._escape(_SYMBOLS[name])
        if name in _DROPPED:
            self._argument()
            return ""
        if name in _MARKS:
            if name in ("url", "path", "nolinkurl"):
                return self._escape(self._raw_group())
            inner, mark = self._argument().strip(), _MARKS[name]
            if name == "enquote":
                return f"“{inner}”"
            return f"{mark}{inner}{mark}" if self.markdown and inner else inner
        if name == "href":
            target, label = self._raw_group(), self._argument()
            return f"[{label}](<{target}>)" if self.markdown else label
        if name == "ensuremath":
            inner = self._raw_group()
            return f"${inner}$"
        if name in ("(", "["):
            return self._display("\\)" if name == "(" else "\\]")
        if name in ("char", "symbol"):
            return ""
        self.tell(begin, name)
        self._skip_blank(name)
        return ""

    def _ends_here(self) -> bool:
        """Whether nothing follows that an accent could stand on."""
        return not self.value[self.at :].strip(" \t\n}")

    def _display(self, closer: str) -> str:
        end = self.value.find(closer, self.at)
        if end < 0:
            return ""
        inner, self.at = self.value[self.at : end], end + 2
        return f"${inner.strip()}$"

    def _accented(self, accent: str) -> str:
        base = self._argument()
        if not base:
            return ""
        first = {"ı": "i", "ȷ": "j"}.get(base[0], base[0])
        return unicodedata.normalize("NFC", first + accent) + base[1:]

    def _skip_blank(self, name: str) -> None:
        """A command of letters ends with the blanks behind it, or with an empty group."""
        if name.isalpha():
            found = re.compile(r"\{\}|[ \t\n]+").match(self.value, self.at)
            self.at = found.end() if found else self.at

    def _escape(self, text: str) -> str:
        if not self.markdown or text.isalnum():
            return text
        return "".join("\\" + ch if ch in "*`[]\\$_<" else ch for ch in text)
