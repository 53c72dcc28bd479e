"""Bytes -> text: UTF-8, one kind of line end, no control characters."""

from __future__ import annotations

import re

from generator.problems import Place, Problem

_BOMS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
# What XML 1.0 (section 2.2) has no way to write; feeds and sitemaps must stay well-formed.
_UNWANTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


def decoded(data: bytes, file: str, problems: list[Problem]) -> str | None:
    """Return the text of a file, or None after saying why there is none.

    A byte order mark is dropped; CRLF and CR become LF, so that the same words give the same
    site whoever saved them; control characters are dropped with a warning.
    """
    for bom, name in _BOMS:
        if data.startswith(bom) or data[:200].count(b"\0") > len(data[:200]) // 3:
            message = f"this file is not UTF-8, it looks like {name}"
            problems.append(Problem(Place(file, 1), message, "save it as UTF-8"))
            return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        message = f"this file is not UTF-8: byte 0x{data[error.start]:02X} cannot stand here"
        problems.append(Problem(Place(file, line, column), message, "save it as UTF-8"))
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    unwanted = _UNWANTED.search(text)
    if unwanted:
        line = text.count("\n", 0, unwanted.start()) + 1
        column = unwanted.start() - text.rfind("\n", 0, unwanted.start())
        message = f"control character U+{ord(unwanted[0]):04X} dropped"
        problems.append(Problem(Place(file, line, column), message, severity="warning"))
        text = _UNWANTED.sub("", text)
    return text
