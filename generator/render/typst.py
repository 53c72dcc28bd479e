"""Typst: turns a document and a design into a PDF, or into a fault.

The compiler gets all files in memory, and the user's words as one JSON string that the design
decodes. Only fonts are on the disk. Fonts of the machine are not used, so that every machine makes
the same bytes. Fonts for Chinese, Japanese and Korean come with extras.

A design is a stranger's program and gets nothing else: no file of the project or the machine, no
package from the network or of the user.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from generator.model.files import packaged_data
from generator.model.languages import is_han, known_code
from generator.problems import Message

if TYPE_CHECKING:
    import typst


class HanFonts(msgspec.Struct, frozen=True):
    """The fonts of a language that uses Han characters."""

    sans: tuple[str, str]
    """The folder in the extra's package, and the family."""
    serif: tuple[str, str]
    """The package of the extra `zh-serif` (or similar) and the family: Song, Ming, Mincho or
    Myeongjo, all in one weight."""
    regions: tuple[str, ...]
    """The endings by which families in a collection name the region of their shapes."""


HAN_PACKAGE = "justmytype_intl_cjk"
"""Comes with the extras `zh`, `ja` and `ko`: Noto Sans SC, TC, JP and KR in all weights."""
HAN_FONTS = packaged_data("tables/fonts", dict[str, HanFonts])
_BOLD = 600
"""The least weight that looks bold beside a regular one, in the units of OpenType."""
_VARIABLE = ("wght", "VF", "Variable")
"""The part of a file's name that means a variable font, with all weights."""
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_KANA = re.compile("[\u3041-\u30ff]")


class Family(msgspec.Struct, frozen=True):
    """A family of fonts that a design may use for characters that its own fonts lack."""

    name: str
    has_bold: bool = True
    is_own: bool = False
    """Whether its files are in the site's `fonts/`."""


class WithoutFont(NamedTuple):
    """Chinese, Japanese and Korean characters whose fonts are not installed."""

    characters: tuple[str, ...] = ()
    language: str = "Chinese"
    extra: str = "zh"
    """The extra that brings the fonts."""

    @property
    def hint(self) -> Message:
        return Message.of("extra-or-font", extra=self.extra)


def han_without_font(characters: Iterable[str]) -> WithoutFont:
    """Return the characters for which an extra that is not installed has a font."""
    text = "" if _folders(HAN_PACKAGE) else "".join(characters)
    if _HANGUL.search(text):
        return WithoutFont(tuple(c for c in text if is_han(c) or _HANGUL.match(c)), "Korean", "ko")
    if _KANA.search(text):
        return WithoutFont(tuple(c for c in text if is_han(c) or _KANA.match(c)), "Japanese", "ja")
    return WithoutFont(tuple(filter(is_han, text)))


def han_fonts_for(lang: str, text: str) -> tuple[str, ...]:
    """Return the languages whose fonts a document needs, the most fitting first: `("ja", "zh")`.

    Each font has ten megabytes, so only these are opened. The font for simplified Chinese has kana,
    too.
    """
    own = known_code(lang)
    codes = [own] if own in HAN_FONTS else []
    codes += ["zh", *(["ko"] if _HANGUL.search(text) else [])]
    return tuple(dict.fromkeys(codes))


def _folders(package: str) -> list[Path]:
    found = find_spec(package)
    return [Path(folder) for folder in (found and found.submodule_search_locations) or ()]


def _serifs(codes: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """Yield the folders and families of installed fonts with serifs."""
    for code in codes:
        package, family = HAN_FONTS[code].serif
        yield from ((folder, family) for folder in _folders(package))


def han_paths(codes: Iterable[str]) -> list[Path]:
    """Return the folders of the installed fonts."""
    sans = [folder / HAN_FONTS[code].sans[0] for folder in _folders(HAN_PACKAGE) for code in codes]
    return [*sans, *(path for path, _ in _serifs(codes))]


def _strangeness(family: str, codes: Sequence[str]) -> int:
    """Return how far the shapes of a family's characters are from those of the document's language.

    A collection (`.ttc`) has a family for each region: `Noto Serif CJK JP`, `… SC`.
    """
    region = family.split()[-1]
    wanted = (place for place, code in enumerate(codes) if region in HAN_FONTS[code].regions)
    return next(wanted, len(codes))


STANDARDS = ["ua-1", "a-3a"]
"""PDF/UA-1 (ISO 14289-1) for accessibility, PDF/A-3a (ISO 19005-3) for archives."""
_PAGES = re.compile(rb"/Type/Pages/Count (\d+)")
_GLYPH = re.compile(r'the text `"((?:[^"\\]|\\.)+)"` could not be displayed', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-f]+)\}|(.))")
r"""Typst quotes text in the form of Rust's `Debug`: `\u{200d}`, `\"`."""
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_FAMILY = re.compile(r"unknown font family: (.+)")
_USUAL = re.compile("[ -~\u00a0-\u017f\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026]*")
"""Characters of Typst's own fonts: the Latin letters of Europe."""
_ROOT = Path(__file__)
"""The root of all paths in a design. It is a file, because a file contains no other files. Typst's
default is the working directory, with all the user's files there."""
_WHERE = re.compile(rf"┌─ .*?{re.escape(_ROOT.name)}[/\\](.+):(\d+):\d+$", re.MULTILINE)
_NO_PROXY = "http://127.0.0.1:0"
"""A port at which no program can listen (RFC 6335, section 6: 0 is reserved)."""
_PROXIES = ("all_proxy", "https_proxy", "http_proxy")
_OUTSIDE = re.compile(r"panicked with: outside: (\[.*\])", re.DOTALL)
_STRANGE_FILE = re.compile(r"failed to load file|file not found|would escape the project root")
_PACKAGE = re.compile(r"(?:failed to download )?package ")


class TypstFault(NamedTuple):
    """The reason that there is no PDF, as far as Typst reports it."""

    characters: tuple[str, ...] = ()
    """Characters that no font has."""
    family: str = ""
    """A missing font."""
    outside: tuple[str, ...] = ()
    """Sources of entries that extend beyond the text area (`cv/bounds.typ` in the theme)."""
    message: str = ""
    """Anything else, mostly in Typst's words."""
    file: str = ""
    """The design's file and line at which the fault was found."""
    line: int = 0


class Typesetter(msgspec.Struct, eq=False, dict=True):
    """Typst with the files of one design; Typst is loaded for the first document.

    `_files` maps names for Typst to bytes, with the design as `main`. The folders of fonts are the
    site's, then the theme's. `_han` is the result of `han_fonts_for`.
    """

    _files: dict[str, bytes]
    _own_folders: tuple[Path, ...]
    _folders: tuple[Path, ...]
    _han: tuple[str, ...]

    @cached_property
    def _fonts(self) -> "typst.Fonts":
        import typst

        paths = [*self._own_folders, *self._folders, *han_paths(self._han)]
        return typst.Fonts(include_system_fonts=False, font_paths=[str(path) for path in paths])

    @cached_property
    def _compiler(self) -> "typst.Compiler":
        import typst

        _close_the_network()
        root = str(_ROOT)
        return typst.Compiler(
            font_paths=self._fonts, root=root, package_path=root, package_cache_path=root
        )

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The families for characters that a design's own fonts lack.

        The most fitting come first: the site's own, then those for Chinese, Japanese and Korean, if
        installed.
        """
        with_bold: dict[str, bool] = {}
        for font in self._fonts.fonts():
            path = Path(font.path or "")
            if any(path.is_relative_to(folder) for folder in self._own_folders):
                is_variable = any(word in path.name for word in _VARIABLE)
                is_bold = is_variable or font.weight >= _BOLD
                with_bold[font.family] = with_bold.get(font.family, False) or is_bold
        names = sorted(with_bold, key=lambda family: (_strangeness(family, self._han), family))
        found = [Family(name, with_bold[name], is_own=True) for name in names]
        if _folders(HAN_PACKAGE):
            found += [Family(HAN_FONTS[code].sans[1]) for code in self._han]
        found += [Family(family, has_bold=False) for _, family in _serifs(self._han)]
        return tuple(found)

    def pdf(self, document: Mapping[str, Any], seconds: int) -> bytes | TypstFault:
        """Return the PDF, dated in seconds since 1970, or the fault."""
        import typst

        inputs = {"document": json.dumps(document, ensure_ascii=False)}
        form: dict[str, Any] = {"format": "pdf", "pdf_standards": STANDARDS, "timestamp": seconds}
        try:
            data, warnings = self._compiler.compile_with_warnings(
                self._files, sys_inputs=inputs, **form
            )
        except typst.TypstError as error:
            return _refusal(error)
        for warning in warnings:
            if family := _FAMILY.match(warning.message):
                return TypstFault(family=family[1])
        assert isinstance(data, bytes)  # only pictures of pages are several files
        return data


def _close_the_network() -> None:
    """Set invalid proxies for native libraries in this process.

    Typst loads packages through the proxy that the environment names, and has no other switch
    against it. Python's copy of the environment does not change; git gets that one.
    """
    for name in _PROXIES:
        os.putenv(name, _NO_PROXY)
        os.putenv(name.upper(), _NO_PROXY)
    for name in ("no_proxy", "NO_PROXY"):
        os.putenv(name, "")


def pages_of(pdf: bytes) -> int:
    """Return the number of pages of a PDF by Typst: the largest count in its tree of pages."""
    return max(map(int, _PAGES.findall(pdf)), default=0)


def _refusal(error: "typst.TypstError") -> TypstFault:
    quoted = _GLYPH.findall(error.diagnostic)
    if quoted:
        return TypstFault(characters=_lacking(map(_unescaped, quoted)))
    outside = _OUTSIDE.search(error.message)
    if outside:
        return TypstFault(outside=tuple(dict.fromkeys(json.loads(outside[1]))))
    where = _WHERE.search(error.diagnostic)
    file, line = (where[1].replace("\\", "/"), int(where[2])) if where else ("", 0)
    return TypstFault(message=_in_words(error.message), file=file, line=line)


def _in_words(said: str) -> str:
    """Return Typst's message, reworded if a design asks for a file or package that it does not
    get."""
    if _PACKAGE.match(said):
        return "a design cannot import packages: copy what it needs from them into its own folder"
    if _STRANGE_FILE.search(said):
        return "a design gets the files in `cv/` of its theme, and no others"
    return said


def _lacking(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the characters in texts that no font has.

    A text is a letter with its marks. Any of them may be missing, except usual letters.
    """
    return tuple(dict.fromkeys("".join(_USUAL.sub("", text) or text for text in texts)))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _LETTERS.get(m[2], m[2]), text)
