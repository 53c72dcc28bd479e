"""Tags of jekyll-scholar -> citations and sections of papers.

Formats: github.com/inukshuk/jekyll-scholar, README; github.com/inukshuk/bibtex-ruby, "Queries".
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from html import unescape
from itertools import chain
from typing import Any

from generator.edit.bib_file import BibFile
from generator.importing.texts import markup
from generator.importing.texts.markup import Call, TextContext

WORKS = "works"
"""The variable of a site with what all `.bib` of the source say, those of posts among them."""


@lru_cache(maxsize=8)
def entries_in(bib: str) -> dict[str, dict[str, str]]:
    """Return the entries of a bibliography by their keys, each with what its fields say."""
    return BibFile(bib).value


def cite(call: Call) -> str:
    """`{% cite one two %}`."""
    option = r"(?:--(?:prefix|file|locator|label|template|style)|-[lpfTs])\s+\S+"
    words = re.sub(option, "", call.args).split()
    return "[" + "; ".join(f"@{word}" for word in words if not word.startswith("-")) + "]"


def bibliography(call: Call) -> str:
    """`{% bibliography --file x --query @article[year=2019] %}`."""
    context, settings = call.context, _settings(call.context.site)
    args = _with_settings(call.args, context)
    args = _OF_PAGE.sub(lambda m: str(context.page.get(m[1]) or ""), args)
    if "--cited" in args:
        return "\n\n:::{bibliography}\n:::\n\n"
    queries = _QUERY.findall(args)
    _, kind, condition = queries[0] if queries else ("", "*", "")
    keys = _keys_of_file(args, context)
    year = re.fullmatch(r"\s*year\s*=+\s*(\d{4})\s*", condition)
    is_selected = bool(re.fullmatch(r"\s*selected\s*=+\s*true\s*", condition))
    is_told = (year or is_selected or not condition) and kind in ("*", *_BIB_TYPES)
    if not is_told or len(queries) > 1:
        keys = _keys_of_queries(keys, queries, context.site)
        context.note("changed", "bibliography-query", args, f"the papers {', '.join(keys)}")
        kind, year, is_selected = "*", None, False
    if keys == []:
        return ""
    where = {"kind": _BIB_TYPES.get(kind), "year": year and year[1]}
    said = ", ".join(f'{name}: "{word}"' for name, word in where.items() if word)
    options = f":only: {', '.join(keys)}\n:order: -date\n" if keys else ""
    options += f":where: {{{said}}}\n" if said else ""
    options += ":selected: true\n" if is_selected else ""
    options += "".join(f":limit: {n}\n" for n in re.findall(r"(?:--max|-m)[ =]+(\d+)", args))
    asked = re.search(r"--group_by[ =]+(\w+)", args)
    by = (asked[1] if asked else str(settings.get("group_by"))).replace("type", "kind")
    options += f":group: {by}\n" if by in ("kind", "year") else ""
    return markup.section("publications", options)


def _settings(site: Mapping[str, Any]) -> Mapping[str, Any]:
    said = site.get("scholar")
    return said if isinstance(said, dict) else {}


def _with_settings(args: str, context: TextContext) -> str:
    """Return the arguments of a tag with the settings of jekyll-scholar that they name."""
    settings = _settings(context.site)
    return SETTING.sub(lambda m: str(settings.get(m[1]) or ""), args)


def _keys_of_file(args: str, context: TextContext) -> list[str] | None:
    """Return the keys of the papers in the bibliography that a tag names, or in that of the
    settings; None where these are all papers, those to come among them."""
    known: dict[str, list[str]] = context.site.get("bibliographies", {})
    main = str(_settings(context.site).get("bibliography") or "").removesuffix(".bib")
    file = re.search(r"(?:--file|-f)[ =]+(?:\S*/)?([^\s/]+?)(?:\.bib)?(?:\s|$)", args)
    keys = known.get(f"{file[1] if file else main}.bib")
    if keys is None and file and file[1] != main:
        context.note("changed", "bibliography-all", args, "all papers")
    return None if keys is None or {*keys} >= {*chain(*known.values())} else keys


def _keys_of_queries(
    among: list[str] | None, queries: list[tuple[str, str, str]], site: Mapping[str, Any]
) -> list[str]:
    """Return the keys of the papers for which some queries ask."""
    papers = entries_in(str(site.get(WORKS)))
    keys = chain(*site.get("bibliographies", {}).values()) if among is None else among
    return [one for one in dict.fromkeys(keys) if one in papers and _is_found(papers[one], queries)]


def in_loop(tags: list[str], context: TextContext) -> str | None:
    """Return the options by which a list has the papers of all lists that a loop makes; None where
    these have none."""
    files = {args: _keys_of_file(_with_settings(args, context), context) for args in tags}
    asked = ((keys, _QUERY.findall(args) or [("", "*", "")]) for args, keys in files.items())
    found = dict.fromkeys(chain(*(_keys_of_queries(*one, context.site) for one in asked)))
    if not found:
        return None
    is_all = found.keys() >= {*chain(*context.site.get("bibliographies", {}).values())}
    return "" if is_all else f":only: {', '.join(found)}\n:order: -date\n"


def _is_found(paper: Mapping[str, str], queries: list[tuple[str, str, str]]) -> bool:
    """Whether one of some queries asks for a paper (bibtex-ruby, `Element#matches?`)."""
    return any(
        (kind in ("*", paper["ENTRYTYPE"].lower())) != bool(no)
        and any(
            all(_holds(paper, one) for one in re.split(",|&&", all_)) for all_ in said.split("||")
        )
        for no, kind, said in queries
    )


def _holds(paper: Mapping[str, str], condition: str) -> bool:
    """Whether a condition holds for a paper; `^=` is followed by beginnings, `~=` by parts."""
    parts = _COMPARED.fullmatch(condition)
    if parts is None:
        return not condition.strip()
    name, how, value = parts.groups()
    said = re.sub(r"[{}]", "", paper.get("ID" if name == "key" else name, ""))
    if how in ("^=", "~="):
        return any(said.startswith(one) if how == "^=" else one in said for one in value.split("|"))
    if how[0] in "<>":
        is_so = said < value if how[0] == "<" else said > value
        return bool(said) and (is_so or (said == value and how[1:] == "="))
    return (said == value) == (how[0] == "=")


_QUERY = re.compile(r"(!)?@(\*|\w+)(?:\[([^\]]*)\])?")
_COMPARED = re.compile(r"\s*([\w-]+)\s*([!/~^<>=]?=|[<>])\s*(.*?)\s*", re.DOTALL)
_OF_PAGE = re.compile(r"\{\{-?\s*page\.(\w+)\s*-?\}\}")
SETTING = re.compile(r"\{\{\s*site\.scholar\.(\w+)\s*\}\}")
"""A setting of jekyll-scholar among the arguments of a tag."""
_CITED = re.compile(r"<d-cite\s+key=[\"']([^\"'<>]+)[\"']\s*>\s*</d-cite>")
_NOTE = re.compile(r"<d-footnote>((?:(?!</?d-footnote>).)*)</d-footnote>", re.DOTALL)


def with_notes(text: str, context: TextContext) -> str:
    """Return a post of distill with the works that it cites, and its notes, as footnotes."""
    text = _NOTE.sub(lambda m: f"^[{' '.join(m[1].split())}]", text)
    return _CITED.sub(
        lambda m: "".join(_work(key.strip(), context) for key in m[1].split(",")), text
    )


def _work(key: str, context: TextContext) -> str:
    """Return a footnote with the work of a key, as some `.bib` of the source has it."""
    said = entries_in(str(context.site.get(WORKS))).get(key)
    if not said:
        context.note("lost", "citation", key)
        return f" ({key})"
    author = re.sub(r"\s+and\s+", "; ", said.get("author", ""))
    place = said.get("journal") or said.get("booktitle") or said.get("publisher") or ""
    parts = (author, said.get("title"), ", ".join(filter(None, (place, said.get("year")))))
    return f"^[{' '.join(re.sub('[][{}$]', '', '. '.join(filter(None, parts))).split())}.]"


_BIB_TYPES = {"article": "journal, preprint", "inproceedings": "conference, workshop, poster",
              "conference": "conference, workshop, poster", "book": "book", "phdthesis": "thesis",
              "incollection": "chapter", "techreport": "report", "misc": "preprint, other",
              "mastersthesis": "thesis", "unpublished": "preprint, other"}  # fmt: skip
"""Type of BibTeX that a query asks for -> the kinds of record that such papers are."""


def rest_of_citation(citation: str, title: str, known: set[str]) -> str:
    """Return what a citation says after the title, or of a journal at its end; else all of it."""
    words = r"(?:[^\w<>]|</?\w[^<>]*>)+".join(map(re.escape, bare_words(title)))
    titled = rf"(?i){words}[^\w<>(\[]*(?:</\w+>[^\w<>(\[]*)*(?=.*\w)"
    for before in (titled, r"(?=<(i|em|b|strong)>[^<>]*</\1>[^<>]*\Z)"):
        found = re.search(before, citation) if words else None
        names = citation[: found.start()] if found else ""
        names = re.sub(r"<[^<>]*>|\([^()]*\d{4}[^()]*\)", " ", names)  # without the day
        if found and not {*bare_words(names)} - known:
            return citation[found.end() :]
    return f"Recommended citation: {citation}"


def bare_words(text: str) -> list[str]:
    """Return the words of a text without the marks between them, HTML's signs resolved."""
    return re.findall(r"\w+", unescape(text))
