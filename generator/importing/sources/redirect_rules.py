"""Rules of a host by which old addresses lead on: `/blog/*  /posts/:splat`.

Formats: docs.netlify.com, "Redirect syntax and rules", files `_redirects` and `netlify.toml`, which
hosts such as Cloudflare Pages read, too. A static host has no patterns, so each old address that a
pattern stands for gets a redirect of its own.
"""

import re
from collections.abc import Iterable, Iterator

from generator.importing.plan import SitePlan, address
from generator.importing.reading import Fields
from generator.importing.source_tree import SourceTree
from generator.importing.sources.source import data_of, text_of

_FILES = ("_redirects", "static/_redirects", "source/_redirects", "public/_redirects")
_LEADING = frozenset({"", "301", "302", "303", "307", "308"})
"""Codes of HTTP that send readers on; others show another page under an address, say."""
_HOLE = re.compile(r":(\w+)|\*")


def take_rules(tree: SourceTree, plan: SitePlan) -> None:
    """Take all rules into the plan: single addresses as redirects, patterns as `plan.rules`."""
    for path in _FILES:
        text = text_of(tree, path, plan) if tree.has(path) else None
        for number, line in enumerate((text or "").split("\n"), 1):
            words = line.partition(" #")[0].split()
            if len(words) > 1 and not words[0].startswith("#"):
                status = words[2].rstrip("!") if len(words) > 2 else ""
                conditions = words[3:] if status.isdigit() else words[2:]
                _take(plan, path, number, words[0], words[1], " ".join([status, *conditions]))
    if tree.has("netlify.toml"):
        _from_netlify(tree, plan)


def _from_netlify(tree: SourceTree, plan: SitePlan) -> None:
    found = data_of(tree, "netlify.toml", plan)
    rules = found.get("redirects") if isinstance(found, Fields) else None
    for one in rules if isinstance(rules, list) else []:
        if isinstance(one, Fields) and one.get("from") and one.get("to"):
            conditions = "with conditions" if one.get("conditions") or one.get("query") else ""
            how = f"{one.get('status') or ''} {conditions}".strip()
            _take(plan, "netlify.toml", 0, str(one["from"]), str(one["to"]), how)


def _take(plan: SitePlan, path: str, line: int, old: str, new: str, how: str) -> None:
    plan.take(path, "content/site.yaml")
    if how not in _LEADING or not old.startswith("/") or "?" in old:
        plan.findings.add("lost", "redirect-rule", path, f"{old} {new} {how}".strip(), line=line)
    elif _HOLE.search(old):
        plan.rules.append((path, address(old), new))
    else:
        plan.redirects.setdefault(address(old), new if "://" in new else address(new))


def expand(plan: SitePlan, known: Iterable[str]) -> None:
    """Add a redirect for each old address that stands behind an address that the plan has."""
    addresses = list(known)
    for file, old, new in plan.rules:
        if set(_holes(old)) <= set(_holes(new.replace("*", ":splat"))):
            for there in addresses:
                found = _pattern(new).fullmatch(there)
                if found:
                    plan.redirects.setdefault(address(_filled(old, found.groupdict())), there)
        else:
            became = "for the old addresses that --published knows"
            plan.findings.add("todo", "redirect-rule", file, f"{old} {new}", became)


def led_by_rule(plan: SitePlan, there: str) -> str:
    """Return where an old address leads by the first rule that speaks of it, or nothing."""
    for _, old, new in plan.rules:
        found = _pattern(old).fullmatch(there) or _pattern(old).fullmatch(there.rstrip("/"))
        if found:
            filled = _filled(new, found.groupdict())
            return filled if "://" in filled else address(filled)
    return ""


def _holes(pattern: str) -> Iterator[str]:
    for match in _HOLE.finditer(pattern):
        yield match[1] or "splat"


def _pattern(text: str) -> re.Pattern[str]:
    """Return a pattern as an expression with a group for each hole, the first of each name."""
    made, at, names = "", 0, set[str]()
    for match in _HOLE.finditer(text):
        name = match[1] or "splat"
        made += re.escape(text[at : match.start()])
        part = ".*" if name == "splat" else "[^/]+"
        made += part if name in names or not name.isidentifier() else f"(?P<{name}>{part})"
        names.add(name)
        at = match.end()
    return re.compile(made + re.escape(text[at:]))


def _filled(text: str, values: dict[str, str]) -> str:
    return _HOLE.sub(lambda m: values.get(m[1] or "splat", ""), text)
