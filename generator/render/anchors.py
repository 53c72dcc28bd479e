"""Ids of entries in lists, so that `/publications/#goat` leads to an entry.

A page may show a record twice, and a heading, a section or a note of the author's may have the same
id. Which ids there are is known only when the page is drawn. Until then an entry's id carries a
mark; in the end it stays where it is the only one of its kind, and the first of several entries
keeps it.
"""

import re

_MARK = "\ufdd1"
"""A character that no text holds: Unicode keeps it for such use (23.7, Noncharacters)."""
_ENTRY = re.compile(rf' id="{_MARK}([^"]*)"')
_ID = re.compile(r"""\sid=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


class Anchors:
    """The ids of the entries on one page."""

    def __init__(self, is_html: bool) -> None:
        self._is_html = is_html
        self._has_any = False

    def of(self, id: str) -> str:
        """Return what a template writes as the id of an entry; nothing where it can have none."""
        if not id or not self._is_html or any(ch.isspace() for ch in id):
            return ""
        self._has_any = True
        return _MARK + id

    def settled(self, page: str) -> str:
        """Return a page with each id once: those of entries give way."""
        if not self._has_any:
            return page
        given = (double or single or bare for double, single, bare in _ID.findall(page))
        taken = {id for id in given if not id.startswith(_MARK)}

        def kept(match: re.Match[str]) -> str:
            if match[1] in taken:
                return ""
            taken.add(match[1])
            return f' id="{match[1]}"'

        return _ENTRY.sub(kept, page)
