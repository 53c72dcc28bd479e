"""Finds what files of the owner say that neither a page of the new site nor the report says.

Any rule of `sources/` and `texts/` can forget a field, a line or a file. Below all of them, each
line of the source is compared with the words of the built pages: it is there if a page has most of
its words, or if pages have half of its groups of three words. E-mail addresses and pictures are
looked for by their names. Short lines and code are passed over, so that an alarm is rarely false.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, islice
from urllib.parse import unquote

from generator.importing.judge import Built
from generator.importing.plan import SitePlan
from generator.importing.private_facts import is_private
from generator.importing.reading import NOT_NEEDED
from generator.importing.source_tree import SourceTree
from generator.importing.sources.samples import Samples
from generator.importing.texts.markup import paired

_LARGEST = 1 << 20
"""Bytes of a file that a person writes."""
_MOST = 99
"""Lines of a file that are counted."""
_FEWEST = 4
"""Words of the shortest text; of Chinese, two characters are one."""
_HAN = r"\u2e80-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+")
_PLAIN_WORD = re.compile(r"(?<!\S)[^\W\d_][^\s/=_{}]*(?!\S)")
_TEXTS = (".md", ".markdown", ".html", ".qmd", ".rmd", ".mdx", ".yml", ".yaml", ".json", ".toml")
_FILLED = ("a page without text", "a list ", "the heading of a list")
"""Why pages are left out that the old program filled. Their own words may be more than that."""
_TEMPLATE = re.compile(r"_(?:layouts|includes)/(?!head[./]).+\.(?:html|liquid|md)")
"""Where owners write beside their themes, whose own words are samples."""
_HEAD = re.compile(r"\s*?(-{3,}|\+{3})[ \t]*\n(.*?)\n\1[ \t]*(?:\n|\Z)", re.DOTALL)
_BARE_HEAD = re.compile(r"()([\w-]+[ \t]*:.*?)\n-{3,}[ \t]*(?:\n|\Z)", re.DOTALL)
"""Front matter of Hexo whose first line is missing."""
_OPENS = re.compile(
    r"<!--|<(script|style|svg)\b|\{%-?\s*(comment|raw|code|highlight)\b[^%]*%\}|\\begin\{(\w+\*?)\}|"
    r"^[ \t]*(```|~~~)|\$\$",
    re.IGNORECASE | re.MULTILINE,
)
_CLOSES: tuple[Callable[[str], str], ...] = (
    lambda name: rf"(?i)</{name}\s*>",
    lambda name: rf"\{{%-?\s*end_?{name}",
    lambda name: rf"\\end\{{{re.escape(name)}\}}",
    lambda mark: rf"(?m)^[ \t]*{mark}",
)
"""How that ends which each group of the pattern opens."""
_MARKUP = re.compile(
    r"\{%(?:[^%{]|%(?!\})|\{(?!%))*%\}|\{\{[^{}]*\}\}|\{:[^{}]*\}|</?[a-zA-Z][^<>]*>|\$[^$\n]{1,300}\$|`[^`\n]*`|"
    r"^ {0,3}\[[^\[\]\n]+\]:.*|!\[[^\[\]\n]*\]\([^()\n]*\)|\]\([^()\s]*|https?:\S+|:[a-z_]+:|&\w+;",
    re.MULTILINE,
)
"""What shows as something else than its words."""
_FIELD = re.compile(r"\s*(?:-\s+)*[\"']?([\w-]+)[\"']?\s*[:=](?:\s+|$)")
_OF_PROGRAMS = frozenset({
    "layout", "permalink", "keywords", "url", "exclude", "include", "path", "plugins", "tags",
    "categories", "cv_pdf", "redirect_from", "aliases", "bibtex", "citation",
})  # fmt: skip
"""Fields whose values are for programs, or are shown in other words."""
_MAIL = re.compile(
    r"^[^\w\n#]*e?-?mail[\"']?\s*[:=]\W*(?:mailto:)?([\w.+-]{2,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)",
    re.IGNORECASE | re.MULTILINE,
)
_NOBODY = re.compile(r"name\d?@|your|example|@(?:test|abc|xxx?)\.", re.IGNORECASE)
_PICTURE = re.compile(
    r"(?<![^\s\"'()<>\[\]{},|=:])[^\s\"'()<>\[\]{},|=:]{1,300}\.(?:png|jpe?g|gif|webp|svg|avif|bmp)\b",
    re.IGNORECASE,
)


class _Search:
    """What the pages and the report of an import have, and what its source has beyond that."""

    def __init__(self, plan: SitePlan, tree: SourceTree, site: Built) -> None:
        self.plan, self.tree, self.samples = plan, tree, Samples()
        self.pages = [_words("".join(said)) for said in site.shown.values()]
        self.said = "\n".join(f"{one.file} {one.what} {one.became}" for one in plan.findings.all())
        self.known = {group for said in self.pages for group in _groups(said)}
        self.known.update(_groups(_words(self.said)))
        self.names, self.said = site.names, self.said.casefold()

    @cached_property
    def sets(self) -> list[frozenset[str]]:
        """The words of each page."""
        return [frozenset(said) for said in self.pages]

    def lacks_text(self, text: str, typed: str) -> bool:
        """Whether a text is for readers, and none of them sees it."""
        is_long = len(re.findall(f"[{_HAN}]", text)) >= 2 * _FEWEST
        if not is_long and len(_PLAIN_WORD.findall(text)) < _FEWEST:
            return False
        # A tag may stand between two words, or inside of one.
        ways = [_words(text), _words(text.replace(" \0 ", ""))]
        if any(self.has(words) for words in ways):
            return False
        samples = self.samples
        return not (samples.holds(typed) or samples.holds(text) or samples.holds_title(text))

    def has(self, words: list[str]) -> bool:
        """Whether the pages or the report have these words, or most of them."""
        groups, own = _groups(words), frozenset(words)
        if 2 * sum(group in self.known for group in groups) >= len(groups):
            return True
        return any(4 * len(own - page) <= len(own) for page in self.sets)

    def lacks_picture(self, name: str) -> bool:
        """Whether a picture was copied, and no page shows it."""
        last = unquote(name).rpartition("/")[2].casefold()
        source = self.copied.get(last, "")
        is_known = last.partition(".")[0] in self.names or last in self.said or "//" in name
        return bool(source) and not is_known and not self.samples.holds_file(self.tree, source)

    @cached_property
    def copied(self) -> dict[str, str]:
        """Name of each file that was copied -> its path in the source."""
        return {path.rpartition("/")[2].casefold(): path for path in self.plan.files.values()}


def note_unseen(plan: SitePlan, tree: SourceTree, site: Built) -> None:
    """Note, for each file of the source, what of it no reader of the new site sees."""
    search = _Search(plan, tree, site)
    for path in _own_files(plan, tree):
        typed = tree.text_if_any(path)
        if plan.taken.get(path) == "content/site.yaml":
            for one in _MAIL.finditer(typed):
                mail = one[1].casefold()
                if not _NOBODY.search(mail) and mail not in search.names:
                    line = 1 + typed.count("\n", 0, one.start(1))
                    plan.findings.add("lost", "contact-not-shown", path, "email", line=line)
            continue
        if plan.taken.get(path, "").startswith("static/") and not _HEAD.match(typed):
            continue
        written = typed.split("\n")
        lines = list(_lines(typed, path, plan.kind))
        label = "{{" if _TEMPLATE.fullmatch(path) else "\0"  # of what the line shows
        told = (one for one in lines if label not in written[one[0] - 1])
        lost = (at for at, text in told if search.lacks_text(text, written[at - 1]))
        first = next(lost, 0)
        for _ in islice(chain([first], lost), _MOST if first else 0):
            what = written[first - 1].strip()
            plan.findings.add("lost", "text-not-shown", path, what, line=first)
        named = {one[0] for number, _ in lines for one in _PICTURE.finditer(written[number - 1])}
        for name in sorted(filter(search.lacks_picture, named)):
            plan.findings.add("lost", "picture-not-shown", path, name)


def _own_files(plan: SitePlan, tree: SourceTree) -> Iterator[str]:
    """Yield the files with words of the owner, also those that were left out or copied unread."""
    hidden = {one.source for one in plan.documents if one.front.get("draft")} | {*plan.protected}
    for path, size in tree.sizes.items():
        became, why = plan.taken.get(path, ""), plan.left.get(path, "")
        is_read = became.startswith("content/") and path.lower().endswith(_TEXTS)
        is_unread = became.startswith("static/") and "." not in path.rpartition("/")[2]
        is_own = is_read or is_unread or _TEMPLATE.fullmatch(path) or why.startswith(_FILLED)
        if is_own and path not in hidden and size <= _LARGEST:
            yield path


def _lines(typed: str, path: str, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that a reader may see, and its words without markup."""
    head = None if path.lower().endswith(_TEXTS[-4:]) else _HEAD.match(typed)
    head = head or (_BARE_HEAD.match(typed) if kind == "hexo" else None)
    start = head.end() if head else 0
    first = 1 + typed.count("\n", 0, start)
    body = typed[start:]
    if head:
        yield from _values(head[2].split("\n"), 1 + typed.count("\n", 0, head.start(2)), kind)
    elif path.lower().endswith(_TEXTS[-4:]):
        yield from _values(typed.split("\n"), 1, kind)
        return
    body = paired(body, _OPENS, _end_of, lambda opening, inside, end: _blank(opening[0] + inside))
    body = _MARKUP.sub(lambda found: _blank(found[0]), body)
    yield from enumerate(body.split("\n"), first)


def _values(lines: list[str], first: int, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the values of fields; a line without a name goes on with the field above it."""
    name, passed = "", _OF_PROGRAMS | (NOT_NEEDED["hexo: fields"] if kind == "hexo" else set())
    for number, line in enumerate(lines, first):
        bare = re.sub(r"(?:^|\s)#.*$", "", line)
        if field := _FIELD.match(bare):
            name, bare = field[1].lower(), bare[field.end() :]
        if name not in passed and not is_private(name) and bare.lstrip("- ")[:1] not in ("[", "{"):
            yield number, _MARKUP.sub(" \0 ", bare)


def _blank(text: str) -> str:
    return " \0 " + "\n" * text.count("\n")


def _end_of(opening: re.Match[str]) -> re.Pattern[str]:
    ends = zip(_CLOSES, opening.groups(), strict=True)
    other = "-->" if opening[0] == "<!--" else r"\$\$"
    return re.compile(next((end(name) for end, name in ends if name), other))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _groups(words: list[str]) -> list[tuple[str, str, str]]:
    return list(zip(words, words[1:], words[2:], strict=False))
