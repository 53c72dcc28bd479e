"""What each program that sites come from has to answer, and how all of them read their files.

What cannot be read is left out, with a finding. So are the samples of a template.
"""

import base64
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cache
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

from generator.importing.fields import FieldReader, Fields
from generator.importing.plan import SitePlan, address, free
from generator.importing.private_facts import protection, secrets_in, without_tokens
from generator.importing.reading import (
    SourcePage,
    Unreadable,
    read_front_matter,
    read_json,
    read_toml,
    yaml_or_lines,
)
from generator.importing.source_tree import (
    LARGEST_TEXT,
    ON_LFS,
    SourceTree,
    encoding_of,
    is_lfs_pointer,
)
from generator.importing.sources.samples import Samples, entry_digest, in_entries
from generator.importing.texts.aside import adapted


class ImportOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What a person has asked for."""

    samples: Samples
    """Tells the samples of templates from what people wrote."""
    today: str
    """The day of the import, `2026-01-31`: programs do not publish what bears a later one."""

    def is_future(self, day: str) -> bool:
        """Whether a day is still to come."""
        return day > self.today


class Source(Protocol):
    """A program that sites or CVs come from."""

    kind: str
    """Its name, as `--from` takes it: `hexo`."""

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what in a source shows that it was made for this program, or nothing."""

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill a plan. Texts stay as they are; `conversion.py` does the rest.

        Whatever is not in the plan afterwards is in the findings.
        """


def leave(path: str, plan: SitePlan, code: str, what: str, line: int = 0) -> None:
    """Leave a file out, and say what is wrong with it."""
    plan.leave(path, code)
    plan.findings.add("lost", code, path, what, line=line)


def text_of(tree: SourceTree, path: str, plan: SitePlan) -> str | None:
    """Return a file as text without tokens, or None after noting why it cannot be read as one."""
    if tree.sizes[path] > LARGEST_TEXT:
        leave(path, plan, "too-large", f"{tree.sizes[path] >> 20} MB")
        return None
    try:
        data = tree.read(path)
        if not is_lfs_pointer(data):
            text, lines = without_tokens(tree.text_of(data))
            if encoding_of(data) == "gb18030":
                plan.findings.add("guessed", "encoding-guessed", path, "GB18030")
            for line in lines if path not in plan.taken else ():
                plan.findings.add("secret", "secret", path, "a token", line=line)
            return text
        leave(path, plan, "lfs-pointer", ON_LFS)
    except OSError as error:
        leave(path, plan, "unreadable", error.strerror or "its content cannot be read")
    except UnicodeDecodeError:
        leave(path, plan, "encoding", "this is not UTF-8; save it as UTF-8")
    return None


def settings_in(tree: SourceTree, path: str, plan: SitePlan) -> Fields:
    """Return a file of settings, in which keys are noted; empty where there is none to read."""
    is_new = path not in plan.taken
    found = data_of(tree, path, plan) if path else None
    if not isinstance(found, Fields):
        return Fields()
    for line, name in secrets_in(found) if is_new else ():
        plan.findings.add("secret", "secret", path, name, line=line)
    plan.take(path, "content/site.yaml")
    return found


def data_of(tree: SourceTree, path: str, plan: SitePlan) -> Any:
    """Return what a file in YAML, TOML or JSON says, or None after noting why it is not that."""
    text = text_of(tree, path, plan)
    try:
        if text is None:
            return None
        if path.endswith(".json"):
            return read_json(text) if text.strip() else None
        if path.endswith(".toml"):
            return read_toml(text)
        return yaml_or_lines(text, path, plan.findings)
    except Unreadable as error:
        leave(path, plan, "unreadable", error.reason, error.line)
        return None


def readers(
    tree: SourceTree,
    paths: list[str],
    plan: SitePlan,
    complete: Callable[[str, Fields], None] = lambda path, fields: None,
) -> Iterator[tuple[str, SourcePage, FieldReader]]:
    """Yield each page that can be read, with a reader of its front matter.

    `complete` adds to front matter what settings say for a page.
    """
    for path in paths:
        text = text_of(tree, path, plan)
        if text is None:
            continue
        if not text.strip():
            plan.leave(path, "an empty file")
            plan.findings.add("left", "empty-file", path)
            continue
        try:
            page = read_front_matter(text, path, plan.findings, plan.kind == "hexo")
        except Unreadable as error:
            leave(path, plan, "unreadable", error.reason, error.line)
            continue
        if page.is_there:
            complete(path, page.fields)
        found = protection(page.fields, page.body, plan.locked_tags, plan.hiding)
        if found[0]:
            plan.protected[path] = found
        fields = FieldReader(page.fields, path, plan.findings)
        fields.value(found[1])  # the password, of which a finding speaks
        yield path, page, fields


def without_capitals(path: str, fields: Fields) -> None:
    """Give the fields of a page's front matter the names by which Hugo knows them."""
    odd = [one for one in fields if one[:1].isupper() or one in ("lastMod", "linkTitle")]
    for name in [one for one in odd if one.lower() not in fields]:
        fields[name.lower()] = fields.pop(name)


@cache
def glob(pattern: str) -> re.Pattern[str]:
    """Return a pattern of paths as an expression: `*` stands for no slash, `**` for any."""
    found = ""
    for part in re.split(r"(\*\*/|\*\*|\*|\?|\{[^{}]*\})", pattern.strip("/")):
        if part[:1] == "{":
            found += "(?:" + "|".join(map(re.escape, part[1:-1].split(","))) + ")"
        else:
            found += _WILD.get(part) or re.escape(part)
    return re.compile(found)


_WILD = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def is_matched(path: str, patterns: Iterable[str]) -> bool:
    """Whether a path fits one of some patterns."""
    return any(glob(pattern).fullmatch(path) for pattern in patterns)


def is_sample(path: str, is_one: bool, plan: SitePlan, title: str = "") -> bool:
    """Note that a file is a sample of its template, if it is one; return whether. One with an own
    title may be more."""
    if is_one:
        plan.leave(path, "template-sample")
        plan.findings.add("left", "sample-titled" if title else "template-sample", path, title)
    return is_one


_FRONT = re.compile(r"\A\s*---[ \t]*\n(?:.*\n)??---[ \t]*\n")
_KEY = re.compile(r"^[ \t]*@\w+\s*[{(]\s*([^\s,]+)\s*,", re.MULTILINE)
_FORMULA = re.compile(r"(?<!\\)\$((?:[^$\n]|\n(?![ \t]*\n))+)(?<!\\)\$")
_TITLED = re.compile(r"\btitle\s*=", re.IGNORECASE)
"""What is in all entries that can be records."""
_KEYS = "bibliographies"
"""What texts ask for as `site.…`: file -> the keys of its papers."""


_IN_TITLE = re.compile(
    r"^([ \t]*)(title\s*=\s*[{\"]+)\s*<a\b[^<>]{0,300}?\bhref\s*=\s*[\"']?([^\s\"'<>]+)[^<>]*>",
    re.IGNORECASE | re.MULTILINE,
)
_BREAKS = re.compile(r"(?:\s*<br\s*/?>)+\s*", re.IGNORECASE)
_NOTE = re.compile(r"^[ \t]*(?:note|award)\s*=.*", re.IGNORECASE | re.MULTILINE)
_NAMES = re.compile(r"^[ \t]*(?:author|editor)\s*=.*(?:\n(?![ \t]*\w+ *=).*)*", re.I | re.M)
_LINK = re.compile(
    r"<a\b[^<>]{0,300}?\bhref\s*=\s*[\"']?([^\s\"'<>]+)[^<>]*>([^<>]*)</a>", re.IGNORECASE
)
_ATTRIBUTES = r"(?:\s+[\w-]+\s*=[^<>]*)?\s*"  # else it may be a formula
_MARKED = re.compile(rf"<(?:(b|strong)|i|em){_ATTRIBUTES}>([^<>]*)</\w+\s*>", re.IGNORECASE)
_TAGS = re.compile(rf"</?(?:a|b|strong|i|em|su[pb]|u|span|font|p|div){_ATTRIBUTES}>", re.IGNORECASE)


def _without_html(entry: str) -> str:
    """Return an entry with LaTeX for the HTML that its template printed as such. A link around a
    title leads to the paper."""
    if "<" not in entry:
        return entry
    has_url = re.search(r"^\s*(?:url|html)\s*=", entry, re.IGNORECASE | re.MULTILINE)
    entry = _IN_TITLE.sub(r"\1\2" if has_url else r"\1url = {\3},\n\1\2", entry)
    entry = _NAMES.sub(lambda m: _TAGS.sub("", m[0]), entry)
    entry = _BREAKS.sub("\n\n", _NOTE.sub(lambda m: _BREAKS.sub("; ", m[0]), entry))
    for _ in range(3):  # one in another
        entry = _MARKED.sub(lambda m: f"\\{'textbf' if m[1] else 'emph'}{{{m[2]}}}", entry)
        entry = _LINK.sub(r"\\href{\1}{\2}", entry)
    return _TAGS.sub("", entry)


def take_bibliographies(
    tree: SourceTree, paths: list[str], main: str, plan: SitePlan, options: ImportOptions
) -> None:
    """Take the main `.bib` as `content/publications.bib`, and others beside it."""
    main = main if main in paths else (paths or [""])[0]
    seen: set[str] = set()
    for path in sorted(paths, key=lambda one: one != main):
        text = text_of(tree, path, plan)
        if text is None:
            continue
        kept, samples = options.samples.without(_FRONT.sub("", text))
        if samples:
            gone = ", ".join(_KEY.findall("".join(samples)))
            plan.findings.add("left", "template-sample", path, gone)
        kept = _with_own_keys(kept, path, plan)
        whole = [
            key for one in in_entries(kept) if _TITLED.search(one) for key in _KEY.findall(one)
        ]
        plan.variables.setdefault(_KEYS, {})[posixpath.basename(path)] = whole
        if again := [key for key in whole if key in seen]:
            head, *entries = in_entries(kept)
            kept = head + "".join(one for one in entries if not set(_KEY.findall(one)) & seen)
            became = "the papers with these keys in another .bib"
            plan.findings.add("lost", "second-bib", path, ", ".join(again), became)
        keys = set(_KEY.findall(kept))
        if not keys:
            why = "its papers are in another .bib, too" if again else "no papers in it"
            plan.leave(path, "template-sample" if samples else why)
            continue
        seen |= keys
        kept = "".join(map(_without_html, in_entries(kept)))
        kept = _FORMULA.sub(lambda formula: f"${adapted(formula[1])}$", kept)
        beside = f"content/publications/{posixpath.basename(path)}"
        target = "content/publications.bib" if path == main else beside
        plan.texts[target] = kept.strip("\n") + "\n"
        plan.papers += len(keys)
        plan.take(path, target)


def _with_own_keys(bib: str, path: str, plan: SitePlan) -> str:
    """Return a bibliography in which each entry has a key of its own, as BibTeX-Ruby reads it."""
    head, *entries = in_entries(bib)
    seen: set[str] = set()

    def change(match: re.Match[str]) -> str:
        key = free(match[1], lambda one: one.casefold() in seen)
        seen.add(key.casefold())
        if key != match[1]:
            plan.findings.add("changed", "key-twice", path, match[1], key)
        return match[0].replace(match[1], key)

    once: dict[str, str] = {}
    for one in entries:
        once.setdefault(entry_digest(one), one)
    return head + "".join(_KEY.sub(change, one, 1) for one in once.values())


_FILES = (
    "_redirects", "static/_redirects", "source/_redirects", "public/_redirects", "netlify.toml",
)  # fmt: skip
_RULE = re.compile(
    r"^[ \t]*(/\S*[ \t]+(?:/|http).*|from[ \t]*=.*(?:\n[ \t]*to[ \t]*=.*)?)", re.MULTILINE
)


def name_rules(tree: SourceTree, plan: SitePlan) -> None:
    """Name the rules of a host: where it led readers from an address."""
    for path in _FILES:
        for rule in _RULE.findall(tree.text_if_any(path)):
            plan.findings.add("lost", "redirect-rule", path, rule)


_FORMS = {"year": "%Y", "short_year": "%y", "month": "%m", "short_month": "%b", "long_month": "%B",
          "day": "%d", "y_day": "%j", "week": "%V", "w_year": "%G", "w_day": "%u",
          "short_day": "%a", "long_day": "%A", "monthname": "%B", "weekday": "%w",
          "weekdayname": "%A"}  # fmt: skip
"""Word of a pattern of addresses -> how a date says it."""


def words_of_day(day: str, written: str = "") -> dict[str, str]:
    """Return what patterns of addresses may ask of a day, and of the time after it as written."""
    parts = [int(part) for part in day.split("-") if part]
    at = date(*[*parts, 1, 1][:3])
    words = {name: at.strftime(form) for name, form in _FORMS.items()}
    words |= {"i_month": str(at.month), "i_day": str(at.day), "year": f"{at.year:04}"}
    clock = re.search(r"[T ](\d{1,2}):(\d{2})(?::(\d{2}))?", written)
    time = clock.groups(default="00") if clock else ("00",) * 3
    return words | dict(
        zip(("hour", "minute", "second"), (one.zfill(2) for one in time), strict=True)
    )


_ICON = "themes/base/assets/favicon.svg.jinja"
"""The file of a site that stands for Masthead's own icon."""
_IN_SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<image width="32" height="32" href="data:image/{};base64,{}"/></svg>"""


def take_icon(tree: SourceTree, path: str, plan: SitePlan) -> None:
    """Have the site's own icon stand for Masthead's."""
    if tree.sizes[path] < 300_000:
        ending = path.rpartition(".")[2].lower().replace("svg", "svg+xml").replace("ico", "x-icon")
        plan.texts[_ICON] = _IN_SVG.format(ending, base64.b64encode(tree.read(path)).decode())
        plan.take(path, _ICON)
    else:
        plan.findings.add("lost", "site-icon", path, "too large", _ICON)


def show(plan: SitePlan, **options: object) -> None:
    """Have the theme show what the old one showed."""
    plan.site.setdefault("theme", {"options": {}})["options"].update(options)


def aliases(fields: FieldReader, plan: SitePlan) -> list[str]:
    """Return the further addresses of a page, from which readers are redirected to it."""
    some = fields.words("redirect_from", "alias", "aliases")
    found = [address(urlsplit(one).path if "://" in one else one) for one in some]
    plan.made_addresses.update(found)
    for odd in [one for one in found if "?" in one or re.search(r"\.(?!html?$)\w{1,5}$", one)]:
        why = "no static host can serve a page at this address"
        plan.findings.add("lost", "alias", fields.file, odd, why)
        found.remove(odd)
    return found


TRANSLATED = frozenset({
    "title", "abstract", "event", "location", "body", "note", "degree", "institution", "role",
    "organization", "label", "details", "text", "bio", "affiliation",
})  # fmt: skip
"""Fields of records that may say something else in each language."""


def in_languages(known: object, new: str, main: str, code: str) -> object:
    """Return a text to which one in a further language has come, as a mapping of languages."""
    if not new or new == known:
        return known
    if isinstance(known, dict):
        return {**known, code: new}
    return {main: known, code: new} if known else {code: new}


def topics(fields: FieldReader, *names: str) -> list[str]:
    """Return the tags or categories that fields say: a list, or words with blanks or commas."""
    found = []
    for name in names:
        value = fields.value(name)
        words = value.split() if isinstance(value, str) and "," not in value else fields.words(name)
        found += words
    return list(dict.fromkeys(str(word).strip() for word in found if str(word).strip()))
