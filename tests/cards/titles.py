"""Titles that hardly a font can show, or that mean something to a program; one fault behind each.

Most families are generated, so that no letter of any script is left to chance.
"""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_MARKS = [  # what changes the direction of text or its shapes, and is not seen itself
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x00AD, 0x034F, 0x061C,
    0x115F, 0x1160, 0x180E, 0x3164, 0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB, 0xE0001, 0xE0100,
]  # fmt: skip
_BLANKS = [0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
_UNASSIGNED = [
    *range(0xFDD0, 0xFDD4), 0x1FFFE, 0x10FFFF,  # noncharacters
    0xE000, 0xF8FF, 0xF0000, 0x10FFFD,  # of private use
    0x0378, 0x2FE0, 0x33479, 0xFFFD,  # without a meaning
]  # fmt: skip
_WRITTEN = (Path(__file__).parent / "titles.txt").read_bytes().decode("utf-8").split("\n")[:-1]
_LONG = [
    "𓀀" * 2000, "🚀 " * 400, "word " * 1500, "方" * 3000, "é" * 3000, "a\u0301" * 1500, "ab𓀀" * 500, "‮" * 500, "ﷺ" * 400,
    "x" * 20000, "".join(map(chr, range(0x13000, 0x13400))), "".join(map(chr, range(0x4E00, 0x5600))),
]  # fmt: skip


def titles() -> list[str]:
    """All of them, each once; control characters are not among them, as no source may have one."""
    unseen = (f"a{chr(code)} b" for code in (*_MARKS, *_BLANKS, *_UNASSIGNED))
    only = (chr(code) * 3 for code in (*_MARKS, *_BLANKS, *_UNASSIGNED))
    found = (*unseen, *only, *_WRITTEN, *_LONG, *_scripts(), *_mathematical())
    return [text for text in dict.fromkeys(found) if not _CONTROL.search(text)]


def _scripts() -> Iterator[str]:
    """Yield some letters of each script."""
    letters: dict[str, str] = {}
    for code in range(0x370, 0x20000):
        if unicodedata.category(chr(code))[0] == "L":
            script = unicodedata.name(chr(code), "").partition(" ")[0]
            letters[script] = letters.get(script, "") + chr(code)
    yield from (found[:9] for found in letters.values() if len(found) > 20)


def _mathematical() -> Iterator[str]:
    """Yield an alphabet in each of the styles for formulas."""
    for first in range(0x1D400, 0x1D6A4, 52):
        yield "".join(map(chr, range(first, first + 52)))
