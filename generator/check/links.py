"""Links and pictures of the finished pages: what leads nowhere, what nobody can hear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, urljoin, urlsplit

from generator.check.evidence import SITE, Evidence
from generator.check.rules import Found, rule
from generator.html_tags import INSIDE, attributes
from generator.model.files import Output
from generator.problems import Place, Spot

_TAG = re.compile(
    r"<(a|img|link|script|source|video|audio|iframe|embed|object|track|area)"
    rf"(?=[\s/>])({INSIDE})>",
    re.IGNORECASE,
)
_LEADING = ("href", "src", "poster", "data", "xlink:href")
"""Attributes whose value is an address."""


@rule("alt-missing", "warning")
def alt_missing(evidence: Evidence) -> Iterator[Found]:
    """A picture has no words for those who do not see it: `![](goat.jpg)`.

    The build says so of Markdown, of `:::{figure}` and of raw HTML, where `alt=""` says that the
    picture only decorates. This rule looks at the finished pages, for the pictures of templates.
    """
    told: set[str] = set()
    for output, tag, given in _tags(evidence):
        if tag != "img" or "alt" in given:
            continue
        for target in _addresses(given):
            name = target.rpartition("/")[2]
            where = _source(evidence, output, name)
            if name not in told and isinstance(where, Place):
                told.add(name)
                message = f"a picture of the page {output.url} has no `alt`: {name}"
                yield Found(where, message, "add one in the theme's template")


@rule("link-broken", "error")
def link_broken(evidence: Evidence) -> Iterator[Found]:
    """A link, a picture or a file leads nowhere.

    The build says so of what is written in pages and data; this rule follows every link of the
    finished pages, those of templates among them.
    """
    base_url = urlsplit(evidence.index.base_url)
    if base_url.path and not base_url.netloc:
        return  # no URL, as the build says, and every link with it would be wrong
    base = base_url.path or "/"
    known = {unquote(output.url) for output in evidence.index.outputs}
    known |= {"/" + output.path for output in evidence.index.outputs}
    said = " ".join(p.message for p in evidence.said if p.code == "link-broken")
    told: set[Spot | Place] = set()
    for output, _, given in _tags(evidence):
        for target in _addresses(given):
            if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|$", target):
                continue
            path = unquote(urlsplit(urljoin(output.url, target)).path)
            if target.startswith("/") and base != "/":
                path = "/" + path.removeprefix(base)
            is_there = path in known or path.rstrip("/") + "/" in known
            if is_there or f'"{target}"' in said:
                continue
            where = _source(evidence, output, target)
            if where not in told:
                told.add(where)
                message = f'a link on {output.url} leads nowhere: "{target}"'
                hint = "mend the link, or the template that draws it"
                yield Found(where, message, hint)


@rule("external-link-dead", "warning")
def external_link_dead(evidence: Evidence) -> Iterator[Found]:
    """A link to another host leads nowhere. Looked at only with `--external`.

    Each address is asked for once a week at most, with one request at a time to each host. A host
    that refuses robots (403, 429, 999) says nothing about its pages, and is left alone.
    """
    if evidence.ask is None:
        return
    links: dict[str, Output] = {}
    for output, tag, given in _tags(evidence):
        for target in _addresses(given):
            is_own = evidence.index.base_url and target.startswith(evidence.index.base_url)
            if tag == "a" and target.startswith(("http://", "https://")) and not is_own:
                links.setdefault(target.partition("#")[0], output)
    for url, reason in evidence.ask(links).items():
        message = f"this link leads nowhere: {url} ({reason})"
        hint = "mend it, take it out, or link to a copy at web.archive.org"
        yield Found(_source(evidence, links[url], url), message, hint)


def _tags(evidence: Evidence) -> Iterator[tuple[Output, str, dict[str, str]]]:
    for output, html in evidence.pages:
        for match in _TAG.finditer(html):
            yield output, match[1].lower(), attributes(match[2])


def _addresses(given: dict[str, str]) -> list[str]:
    return [value.strip() for name, value in given.items() if name in _LEADING]


def _source(evidence: Evidence, output: Output, target: str) -> Spot | Place:
    """Return where an address is written, or else the file that its page comes from."""
    ours = (prose for prose in evidence.prose if prose.spot.file == output.source)
    for prose in (*ours, *evidence.prose):
        start = prose.read.find(target)
        if start >= 0:
            return prose.at(start)
    return Place(output.source or SITE)
