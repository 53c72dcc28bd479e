"""Styles of the owner's own, for what the HTML of pages is made of: they go into these pages.

Owners write them into the theme's file for that, or behind what `main.scss` loads. A browser reads
nested rules as Sass does (W3C, "CSS Nesting"); what only Sass knows goes, such as its variables.
"""

import re
from collections.abc import Iterator

from generator.importing.sources.jekyll.site import COMMENTED, Jekyll

_SHEET = re.compile(r"(?:_sass|assets/css)/(?:.*/)?(?:main|[^/]*custom[^/]*)\.s?css")
_REMARK = re.compile(r"/\*.*?\*/|(?<![:\w\"'(])//[^\n]*|\A---\n.*?^---$", re.DOTALL | re.MULTILINE)
_OF_SASS = re.compile(r"[^;{}]*(?:@include|@extend|\$|#\{|opacity: 0(?=;)|display: none)[^;{}]*;")
"""What is not in CSS, or hides what a script of the theme showed."""
_BREAKPOINT = re.compile(r"@include\s+breakpoint\(.*?\)")
"""Begins what holds on wide screens in Minimal Mistakes."""
_GRID, _WHOLE = "display: grid", "column-span: all; display: grid"
"""Themes set the text of a home in columns, of which a grid takes the whole width."""
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_OF_PAGE = re.compile(r"<\w[^<>]*?\sclass\s*=\s*[\"']([^\"'<>]+)")


def take_styles(site: Jekyll) -> None:
    """Put into each page the rules for its classes, and say which they are."""
    for path in filter(_SHEET.fullmatch, site.tree.sizes):
        sheet = _REMARK.sub("", site.tree.text_if_any(path)).replace(_GRID, _WHOLE)
        for page in site.plan.documents:
            used = {*" ".join(_OF_PAGE.findall(COMMENTED.sub("", page.body))).split()}
            if rules := "\n".join(_rules(sheet, used)):
                page.body = f"<style>\n{rules}\n</style>\n\n{page.body}"
                classes = ", ".join(f".{one}" for one in sorted({*_CLASS.findall(rules)} & used))
                site.plan.findings.add("changed", "own-style", path, classes, page.target)


def _rules(sheet: str, used: set[str]) -> Iterator[str]:
    """Yield the rules for some classes."""
    depth = start = opened = 0
    for mark in re.finditer(r"[{};]", sheet):
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
        if depth == 1 and mark[0] == "{":
            opened = mark.start()
        elif depth <= 0:
            head, body = sheet[start:opened].strip(), sheet[opened + 1 : mark.start()]
            start, is_rule, depth = mark.end(), mark[0] == "}" and opened > start, 0
            width = _BREAKPOINT.sub("@media (min-width: 925px)", head)
            if is_rule and width.startswith(("@media", "@supports")):
                if inside := "\n".join(_rules(body, used)):
                    yield f"{width} {{\n{inside}\n}}"
            elif is_rule and used & {*_CLASS.findall(head)}:
                body = _OF_SASS.sub("", body)
                yield re.sub(r"\n\s*\n", "\n", f"{head} {{{body}}}")
