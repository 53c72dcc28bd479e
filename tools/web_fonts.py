"""The fonts of the packaged themes: cuts subsets in WOFF2, and writes the style sheet for them.

    npm install --prefix /tmp/fonts --ignore-scripts @fontsource-variable/inter@5.3.0 …
    python -m tools.web_fonts /tmp/fonts/node_modules [THEME …]

Each theme gets `assets/fonts/`, with the licence of each family beside it, and `assets/fonts.css`.
A family has a file with the letters of Western European languages, and one with the other Latin
letters, which browsers fetch only for pages that need one (`unicode-range`). Until a font is
loaded, a local font replaces it, stretched to the same widths and heights so that no line moves:
the family "NAME fallback" (CSS Fonts 5, `size-adjust`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import NO_VARIATION_INDEX
from fontTools.varLib import instancer

THEMES_FOLDER = Path(__file__).parent.parent / "themes"
MOST = 120 * 1024
"""The most bytes of fonts that a page may load: the first files of a theme together."""


class Fallback(NamedTuple):
    """A font that most machines have, under its names; widths are in em, see `mean_width`."""

    regular: tuple[str, ...]
    bold: tuple[str, ...]
    width: float
    bold_width: float


# Measured on Liberation 1.07.4, whose glyphs are as wide as those of Arial and Times New Roman.
SANS = Fallback(("Arial", "Liberation Sans", "Arimo"), ("Arial Bold", "Arial-BoldMT",
                "Liberation Sans Bold"), 0.43958, 0.47540)  # fmt: skip
SERIF = Fallback(("Times New Roman", "Liberation Serif", "Tinos"), ("Times New Roman Bold",
                 "TimesNewRomanPS-BoldMT", "Liberation Serif Bold"), 0.39831, 0.42395)  # fmt: skip


class Family(NamedTuple):
    """A family of a theme."""

    package: str
    """The npm package in `@fontsource-variable/`."""
    name: str
    """Its name in style sheets."""
    fallback: Fallback
    axes: dict[str, Any]
    """The kept part of its axes: one value, or the least, the default and the largest."""
    styles: tuple[str, ...] = ("normal", "italic")
    source: str = "wght"
    """The axes of the package's files from which it is cut."""
    italic_weight: int = 0
    """The only weight of the italics, if text has few of them; 0 means the weights of `axes`."""

    def axes_of(self, style: str) -> dict[str, Any]:
        """Return the kept part of the axes of a style."""
        if style == "italic" and self.italic_weight:
            return {**self.axes, "wght": self.italic_weight}
        return self.axes


WEIGHTS = (400, 400, 700)
FAMILIES = {
    "broadsheet": (
        Family("newsreader", "Newsreader", SERIF, {"wght": WEIGHTS}, italic_weight=400),
        # Adobe reserves the name "Source" for unchanged fonts.
        Family("source-sans-3", "Broadsheet Sans", SANS, {"wght": WEIGHTS}, ("normal",)),
    ),
    "folio": (Family("inter", "Inter", SANS, {"wght": WEIGHTS}),),
    "plate": (
        Family("fraunces", "Fraunces", SERIF, {"wght": WEIGHTS, "opsz": 72}, ("normal",), "opsz"),
        Family("public-sans", "Public Sans", SANS, {"wght": WEIGHTS}),
    ),
    "atlas": (Family("figtree", "Figtree", SANS, {"wght": WEIGHTS}),),
}

RANGES = {
    "latin": "U+20-7E, U+A0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2002-200A, "
    "U+2010-2015, U+2018-201E, U+2020-2022, U+2026, U+202F-2030, U+2032-2033, U+2039-203A, U+2044, "
    "U+20AC, U+2122, U+2190-2193, U+2212, U+2215",
    "latin-ext": "U+100-130, U+132-151, U+154-17F, U+18F, U+1A0-1A1, U+1AF-1B0, U+1CD-1DC, "
    "U+218-21B, U+259, U+1E80-1E85, U+1E9E, U+1EA0-1EF9",
}
"""The letters of each file, as CSS ranges: Western European languages; then the rest of Europe,
Turkish, Vietnamese and Pinyin. A package has the same two."""
FEATURES = ("kern", "liga", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum", "pnum", "rvrn")
LETTERS = {
    " ": 18.3, "e": 10.3, "t": 7.5, "a": 6.5, "o": 6.2, "n": 5.7, "i": 5.7, "s": 5.3, "r": 5.0,
    "h": 5.0, "l": 3.3, "d": 3.3, "u": 2.3, "c": 2.2, "m": 2.0, "f": 2.0, "w": 1.7, "g": 1.6,
    "p": 1.5, "y": 1.4, "b": 1.3, "v": 0.8, "k": 0.6, "x": 0.1, "j": 0.1, "q": 0.1, "z": 0.1,
}  # fmt: skip
"""The frequency of letters in English, in percent, as weights to compare widths."""


def code_points(ranges: str) -> list[int]:
    """Return the characters of a `unicode-range`."""
    found: list[int] = []
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
        found += range(int(first, 16), int(last or first, 16) + 1)
    return found


def cut(source: Path, family: Family, style: str, subset_name: str) -> TTFont:
    """Return a font with only some of its letters, axes and features."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(layout_features=list(FEATURES), hinting=False, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=code_points(RANGES[subset_name]))
    cutter.subset(font)
    own = {axis.axisTag for axis in font["fvar"].axes}
    limits = {tag: value for tag, value in family.axes_of(style).items() if tag in own}
    font = instancer.instantiateVariableFont(font, limits)
    drop_small_kerning(font)
    for record in list(font["name"].names):
        if record.nameID in (1, 4, 16):
            record.string = family.name
        elif record.nameID not in (0, 2, 5, 13, 14):
            font["name"].removeNames(nameID=record.nameID)
    return font


def drop_small_kerning(font: TTFont) -> None:
    """Remove kerning that moves a pair by less than 15 thousandths of an em in every weight.

    That is an invisible quarter of a pixel in text, and up to a fifth of a file.
    """
    if "GPOS" not in font:
        return
    least = font["head"].unitsPerEm * 0.015
    for table in _pair_tables(font):
        if table.Format == 1:
            for pairs in table.PairSet:
                kept = [r for r in pairs.PairValueRecord if _moves(r.Value1, font) >= least]
                pairs.PairValueRecord, pairs.PairValueCount = kept, len(kept)
            continue
        for row in table.Class1Record:
            for cell in row.Class2Record:
                if cell.Value1 and _moves(cell.Value1, font) < least:
                    cell.Value1.XAdvance = 0
                    cell.Value1.XAdvDevice = None


def _pair_tables(font: TTFont) -> Iterable[Any]:
    """Yield the tables of a font for pairs of letters (OpenType, GPOS, types 2 and 9)."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            found = table.ExtSubTable if table.LookupType == 9 else table
            if found.LookupType == 2:
                yield found


def _moves(value: Any, font: TTFont) -> float:
    """Return the largest shift of a pair in any weight, in units of the font."""
    if value is None:
        return 0
    advance = getattr(value, "XAdvance", 0) or 0
    device = getattr(value, "XAdvDevice", None)
    if device is None or device.StartSize == NO_VARIATION_INDEX >> 16:
        return float(abs(advance))
    item = font["GDEF"].table.VarStore.VarData[device.StartSize].Item[device.EndSize]
    return float(max(abs(advance), abs(advance + sum(item))))


def mean_width(font: TTFont, weight: int) -> float:
    """Return the mean width of a letter in English, in em."""
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": weight}, inplace=False)
    names, widths = font.getBestCmap(), font["hmtx"]
    whole = sum(widths[names[ord(letter)]][0] * share for letter, share in LETTERS.items())
    return float(whole / sum(LETTERS.values()) / font["head"].unitsPerEm)


def face(family: Family, style: str, file: str, subset_name: str) -> str:
    """Return the rule for one file."""
    kept = family.axes_of(style)["wght"]
    weight = f"{kept[0]} {kept[2]}" if isinstance(kept, tuple) else str(kept)
    return f"""@font-face {{
  font-family: "{family.name}";
  src: url("fonts/{file}") format("woff2");
  font-weight: {weight};
  font-style: {style};
  font-display: swap;
  unicode-range: {RANGES[subset_name]};
}}
"""


def stand_in(family: Family, font: TTFont) -> Iterable[str]:
    """Yield the rules for the fallback font of a family: one for text, one for bold."""
    units, head = font["head"].unitsPerEm, font["hhea"]
    known = family.fallback
    for names, weights, width, own in (
        (known.regular, "100 500", known.width, mean_width(font, 400)),
        (known.bold, "501 900", known.bold_width, mean_width(font, 700)),
    ):
        scale = own / width
        local = ", ".join(f'local("{name}")' for name in names)
        heights = (
            f"{name}-override: {100 * value / units / scale:.1f}%;"
            for name, value in (
                ("ascent", head.ascent),
                ("descent", -head.descent),
                ("line-gap", head.lineGap),
            )
        )
        yield f"""@font-face {{
  font-family: "{family.name} fallback";
  src: {local};
  font-weight: {weights};
  size-adjust: {100 * scale:.1f}%;
  {" ".join(heights)}
}}
"""


def write_theme(theme: str, packages: Path) -> int:
    """Write the fonts and the style sheet of a theme; return the bytes that every page loads."""
    folder = THEMES_FOLDER / theme / "assets" / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    rules: list[str] = []
    loaded = 0
    for family in FAMILIES[theme]:
        package = packages / "@fontsource-variable" / family.package
        stem = family.name.lower().replace(" ", "-")
        for style in family.styles:
            for name in RANGES:
                source = f"{family.package}-{name}-{family.source}-{style}.woff2"
                font = cut(package / "files" / source, family, style, name)
                parts = (stem, *(["italic"] if style == "italic" else []),
                         *(["ext"] if name == "latin-ext" else []))  # fmt: skip
                file = folder / f"{'-'.join(parts)}.woff2"
                if name == "latin" and style == "normal":
                    rules += stand_in(family, font)
                font.flavor = "woff2"
                font.save(file)
                rules.append(face(family, style, file.name, name))
                loaded += file.stat().st_size if name == "latin" else 0
                owner = str(font["name"].getDebugName(0))
        text = (package / "LICENSE").read_text("utf-8").partition("\n")[2]
        cut_from = f"{owner}\n\nCut from the npm package @fontsource-variable/{family.package}.\n"
        (folder / f"{stem}-OFL.txt").write_text(f"{cut_from}{text}", "utf-8")
    sheet = folder.parent / "fonts.css"
    head = (
        f"/* Made by `python -m tools.web_fonts`; {loaded} bytes of fonts on a Western page. */\n"
    )
    sheet.write_text(head + "".join(rules), "utf-8")
    return loaded


def main() -> None:
    """Write the fonts of the named themes, or of all."""
    packages, *names = sys.argv[1:]
    for theme in names or FAMILIES:
        loaded = write_theme(theme, Path(packages))
        print(f"{theme}: {loaded} bytes{' - too many' if loaded > MOST else ''}")


if __name__ == "__main__":
    main()
