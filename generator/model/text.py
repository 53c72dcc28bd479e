"""Texts for people, as Markdown source in each language; and visibility."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin

import msgspec

from generator.problems import Message, Spot


@cache
def fields_of(struct: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the fields of a struct by name, in order."""
    return {field.name: field for field in msgspec.structs.fields(struct)}


def written_fields(struct: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the fields that people may write, in order: without those that the reader sets."""
    hidden = {"spot", "given_fields", *getattr(struct, "set_by_reader", ())}
    return {name: field for name, field in fields_of(struct).items() if name not in hidden}


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a list that is written with commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def choices_of(struct: type[msgspec.Struct], name: str) -> tuple[str, ...]:
    """Return the words of a choice field, in order; empty for any other field."""
    field = fields_of(struct).get(name)
    options = (field.type, *get_args(field.type)) if field else ()
    literal = next((option for option in options if get_origin(option) is Literal), None)
    return tuple(word for word in get_args(literal) if word)


class Placed(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A value with its place in the sources; one that a template makes has none."""

    spot: Spot | None = None
    """Its place (set by the reader)."""


LARGEST = 10**15
"""The largest absolute value of a number in a file; all JSON readers represent it exactly."""
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""BCP 47, the common part."""

SCRIPT = (
    r"(?P<mark>\^|(?<=[^\s~])~)"
    r"(?P<script>(?:[+\-−±=.()*†‡§0-9A-Za-z\u00c0-\u024f\u0370-\u04ff]|\\[ -/:-@\[-`{-~]){1,60}+)"
    r"(?P=mark)(?![\^~0-9])"
)
"""A superscript or subscript in Markdown, in Pandoc's form: `3^rd^`, `H~2~O`, `x^a\\ b^`.

It contains Latin, Greek or Cyrillic letters, digits and a few signs, and no digit follows it; a
subscript follows a character. So `5~10 人，20~30 天`, `~5`, `^_^` and `10^5-10^6` are not changed.
"""


class Text(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Text in one or several languages, kept as Markdown source.

    A plain text is in the site's first language. A mapping of language codes to texts has a text
    for each language; a page takes its own, or else that of the site's first language.
    """

    forms: dict[str, str]
    """Language code (BCP 47) -> Markdown. The code `""` means a plain text without a language."""
    spot: Spot | None = None
    """The spot of the text, for the place of a fault inside its Markdown."""

    expects: ClassVar[str] = "form-text"

    @classmethod
    def from_scalar(cls, text: str) -> "Text":
        """Return a text that was written plainly."""
        return cls({"": text})

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "Text":
        """Return a text that was written for each language. Raises ValueError for a wrong code."""
        for lang in forms:
            if not LANGUAGE_CODE.fullmatch(lang):
                code = "language-code" if forms[lang] else "text-after-comma"
                raise ValueError(Message.of(code, code=lang))
        return cls(forms)

    def __bool__(self) -> bool:
        return any(self.forms.values())

    def pick(self, lang: str, default: str) -> "Phrase":
        """Return the form for a page in `lang`, on a site whose first language is `default`."""
        if lang in self.forms:
            return Phrase(self.forms[lang], "", self._at(lang))
        if "" in self.forms:
            return Phrase(self.forms[""], "" if lang == default else default, self.spot)
        for other in (default, *self.forms):
            if other in self.forms:
                return Phrase(self.forms[other], other, self._at(other))
        return Phrase()

    def form(self, lang: str) -> str:
        """Return the form for a language, or the plain one, or ""."""
        return self.forms.get(lang) or self.forms.get("", "")

    def _at(self, form: str) -> Spot | None:
        return self.spot.inside(form) if self.spot else None

    def any(self) -> str:
        """Return any form of the text, for sorting, slugs and messages."""
        return next((form for form in self.forms.values() if form), "")


class Phrase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A text in the language in which a page shows it, marked if that is not the page's own."""

    text: str = ""
    """Markdown source."""
    lang: str = ""
    """The language if it differs from the page's, for the attribute `lang`."""
    spot: Spot | None = None
    """Its place in the sources."""

    def followed_by(self, other: "Phrase") -> "Phrase":
        """Return two texts as paragraphs of one, or the one that is not empty."""
        if self and other:
            return Phrase(f"{self}\n\n{other}", self.lang, self.spot)
        return self or other

    def __bool__(self) -> bool:
        return bool(self.text)

    def __str__(self) -> str:
        return self.text


class Body:
    """The Markdown of a page. It is known by its digest, and read from its file when wanted.

    It can be used wherever a `Phrase` can.
    """

    __slots__ = ("_read", "digest", "lang", "spot")

    def __init__(self, digest: str, spot: Spot, read: Callable[[], str], lang: str = "") -> None:
        self.digest = digest
        """Of the text; empty where there is none."""
        self.lang = lang
        """The language if it differs from the page's, for the attribute `lang`."""
        self.spot = spot
        """Where it starts."""
        self._read = read

    @property
    def text(self) -> str:
        """Markdown source."""
        return self._read() if self.digest else ""

    def in_language(self, lang: str) -> "Body":
        """Return the same text, marked with a language."""
        return Body(self.digest, self.spot, self._read, lang)

    def __bool__(self) -> bool:
        return bool(self.digest)

    def __str__(self) -> str:
        return self.text


Shown = Literal["public", "web", "pdf", "private"]
Medium = Literal["web", "pdf"]

S = TypeVar("S", bound=msgspec.Struct)


class Visibility(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One word for the whole record, or words for single fields."""

    word: Shown = "public"
    """`public` (web pages and PDF), `web`, `pdf`, or `private` (no output at all)."""
    fields: dict[str, Shown] = {}
    """The same for single fields: `{phone: pdf, email: private}`."""
    is_given: bool = False
    """Whether the word is set, by the record or by `visibility` in site.yaml for its kind."""

    expects: ClassVar[str] = "form-visibility"
    set_by_reader: ClassVar[frozenset[str]] = frozenset({"is_given"})

    @classmethod
    def from_scalar(cls, text: str) -> "Visibility":
        """Read one word for the whole record."""
        return cls(word=one_of(text, get_args(Shown)), is_given=True)

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "Visibility":
        """Read a word for each field."""
        return cls(fields={name: one_of(word, get_args(Shown)) for name, word in forms.items()})

    def shows_in(self, medium: Medium) -> bool:
        """Whether the whole record may appear in `medium`."""
        return self.word in ("public", medium)


def one_of(text: str, words: tuple[str, ...]) -> Any:
    """Return a text that is one of these words. Raises ValueError for any other."""
    if text not in words:
        raise ValueError(Message.of("value-not-among", text=text, known=words))
    return text


def shown(record: S, medium: Medium) -> S | None:
    """Return the record for `medium`: None if hidden, or with its hidden fields emptied."""
    visibility: Visibility = getattr(record, "visibility", _PUBLIC)
    if not visibility.shows_in(medium):
        return None
    words: dict[str, Shown] = {**getattr(record, "hidden_by_default", {}), **visibility.fields}
    hidden = {field for field, word in words.items() if word not in ("public", medium)}
    if not hidden:
        return record
    changes: dict[str, Any] = {
        field.name: field.default
        if field.default is not msgspec.NODEFAULT
        else field.default_factory()
        for field in fields_of(type(record)).values()
        if field.name in hidden and not field.required
    }
    return msgspec.structs.replace(record, **changes) if changes else record


_PUBLIC = Visibility()
_EMPTY: tuple[Any, ...] = ("", None, [], {})


def filled(tree: Any, words: Callable[[Phrase], str]) -> Any:
    """Return a JSON tree with phrases converted by `words`, and without empty values.

    A node of schema.org with only a type is empty, too.
    """
    if isinstance(tree, str):
        return tree
    if isinstance(tree, Phrase):
        return words(tree)
    if isinstance(tree, dict):
        found = {name: filled(one, words) for name, one in tree.items()}
        found = {name: said for name, said in found.items() if said not in _EMPTY}
        return found if found.keys() - {"@type"} else {}
    if isinstance(tree, (list, tuple)):
        return [said for one in tree if (said := filled(one, words)) not in _EMPTY]
    return tree


# ------------------------------------------------------------------ pieces of Markdown

_MARKS = re.compile(r"([\\`*_\[\]{}<&^~$@])")
_UNSEEN = re.compile(r"\]\([^)]*\)|\{[^{}]*\}")


def escaped(text: str) -> str:
    """Return plain text escaped for Markdown."""
    return _MARKS.sub(r"\\\1", text)


def spanned(markdown: str, lang: str, kind: str = "") -> str:
    """Return Markdown as a span with a language or class, or unchanged without either."""
    marks = " ".join(filter(None, (f".{kind}" if kind else "", f"lang={lang}" if lang else "")))
    return f"[{markdown}]{{{marks}}}" if marks and is_balanced(markdown) else markdown


def linked(markdown: str, url: str, mark: str = "{.quiet}") -> str:
    """Return Markdown as a link; with `mark`, it has the colour of its line.

    Markdown with a link or a span is not changed: CommonMark allows a link in a span, but neither
    in a link.
    """
    if "](" in markdown or "]{" in markdown or "<" in url or not is_balanced(markdown):
        return markdown
    return f"[{markdown}](<{url}>){mark}"


def has_link(markdown: str, url: str) -> bool:
    """Whether Markdown by `linked` has a link to an address."""
    return f"](<{url}>)" in markdown


def phrased(phrase: Phrase, url: str = "") -> str:
    """Return a text as Markdown with its language, and as a link if there is an address."""
    if not phrase:
        return ""
    return spanned(linked(phrase.text, url) if url else phrase.text, phrase.lang)


def set_apart(markdown: str, direction: str) -> str:
    """Return a number such as 11-C-2093, isolated so that its parts keep their order in Arabic or
    Hebrew."""
    is_mixed = markdown.isascii() and re.search(r"\d.*[A-Za-z]|[A-Za-z].*\d", markdown)
    return f"[{markdown}]{{dir=ltr}}" if direction == "rtl" and is_mixed else markdown


def is_balanced(text: str, brackets: str = r"\\.|[\[\]]") -> bool:
    """Whether brackets, by default square ones in Markdown, are balanced, so that the text cannot
    close those around it."""
    depth = 0
    for sign in re.findall(brackets, text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0


def spoken(markdown: str) -> str:
    """Return Markdown without invisible parts: addresses, classes and languages."""
    return _UNSEEN.sub("", markdown)


_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")


def without_fences(text: str) -> str:
    """Return a text with blanks for its fenced blocks of code."""
    if "```" not in text and "~~~" not in text:
        return text
    lines, fence = text.split("\n"), ""
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence or found:
            lines[number] = " " * len(line)
        if fence:
            if found and found[1].startswith(fence) and not line.strip(" \t>" + fence[0]):
                fence = ""
        elif found:
            fence = found[1]
    return "\n".join(lines)
