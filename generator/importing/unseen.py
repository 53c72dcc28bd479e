"""Finds what files of the owner say that neither a page of the new site nor the report says.

Any rule of `sources/` and `texts/` can forget a field, a line or a file. Below all of them, each
line of the source is compared with the words of the built pages: it is there if a page has most of
its words, or if pages have half of its groups of three words. E-mail addresses, pictures and links
are looked for by their names. Short lines and code are passed over, so that an alarm is rarely
false.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from generator.importing.fields import NOT_NEEDED
from generator.importing.judge import Built, bare_link
from generator.importing.plan import SitePlan
from generator.importing.private_facts import is_private
from generator.importing.source_tree import SourceTree
from generator.importing.sources.people import EMAIL, mail_of, profile
from generator.importing.sources.samples import Samples, is_of_nobody
from generator.importing.texts.links import with_blanks_encoded
from generator.importing.texts.markup import paired
from generator.model.files import packaged_data

_LARGEST = 1 << 20
"""Bytes of a file that a person writes."""
_SETTINGS = "content/site.yaml"
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
_TEMPLATE = re.compile(
    r"(?:_(?:layouts|includes)/(?!head[./])|layouts/(?!.*\b(?:head|hooks|404|jsonld|shortcodes|_markup)\b))"
    r".+\.(?:html|liquid|md)"
)
"""Where owners write beside their themes, whose own words are samples."""
_ASKED = re.compile(
    r"_data/(?:coauthors|venues|featured_plugins)\.ya?ml|(?:assets/json|_data)/resume\.json"
)
"""Data of al-folio of which pages show only what papers, settings and includes ask for."""
_HEAD = re.compile(r"\s*?(-{3,}|\+{3})[ \t]*\n(.*?)\n\1[ \t]*(?:\n|\Z)", re.DOTALL)
_OPENS = re.compile(
    r"<!--|^ {0,3}\[[^\[\]\n]+\]: ?(?:#|<>) |<(script|style|svg)\b|"
    r"\{%-?\s*(comment|raw|code|highlight|flink)\b[^%]*%\}|\\begin\{(\w+\*?)\}|"
    r"^[ \t]*(```|~~~)|\{\{-? ?(/\*)|\$\$(?=(?:(?!\n[ \t]*\n)(?s:.))*?\$\$)",
    re.IGNORECASE | re.MULTILINE,
)
_CLOSES: tuple[Callable[[str], str], ...] = (
    lambda name: rf"(?i)</{name}\s*>(?!.*?</{name}\s*>)",  # an <svg> may have others inside
    lambda name: rf"\{{%-?\s*end_?{name}",
    lambda name: rf"\\end\{{{re.escape(name)}\}}",
    lambda mark: rf"(?m)^[ \t]*{mark}",
    lambda _: r"\*/ ?-?\}\}",
)
"""How that ends which each group of the pattern opens."""
_PART = r"[^\s\"'<>()]"
_IN_BRACKETS = rf"\((?:{_PART}|\((?:{_PART}|\((?:{_PART}|\({_PART}*\))*\))*\))*\)"
"""What addresses have in brackets."""
_MARKUP = re.compile(
    r"\{%(?:[^%{]|%(?!\})|\{(?!%))*%\}|\{\{[^{}]*\}\}|\{:[^{}]*\}|</?[a-zA-Z][^<>]*>|\$[^$\n]{1,300}\$|`[^`\n]*`|"
    r"^ {0,3}\[[^\[\]\n]+\]:.*|!\[[^\[\]\n]*\]\((?:\"(?:[^\"\n]|\n(?!\s*\n))*+\"|[^()\n])*+\)|"
    rf"\]\((?:\{{\{{[^{{}}]*\}}\}}|[^()\s]|{_IN_BRACKETS})*|"
    r"https?:\S+|:[a-z_]+:|&\w+;",
    re.MULTILINE,
)
"""What shows as something else than its words."""
_FIELD = re.compile(r"\s*(?:-\s+)*[\"']?([\w-]+)[\"']?\s*(?:[:=](?:\s+|$)|=(?=[\"']))")
_TOP_FIELD = re.compile(r"^(\w+):(.*(?:\n[ \t-].*)*)", re.MULTILINE)
_FIELDS = packaged_data("tables/import_shown_fields", dict[str, frozenset[str]])
_SAYS = re.compile(
    r"(?i)(?!\W*(?:null|true|false|tbd|todo|n/?a|none|left|right|center|divider|(?:full )?name|"
    rf"e-?mail|[\w-]+\.md)?\W*$).*(?:[^\W\d_]{{2}}|[{_HAN}]|\d\W\d)"
)
"""A short value that says something."""
_ITEM = re.compile(r"\s*(?:-\s+[\"']?[\w-]+[\"']?:(?:\s|$)|\{\s*$)|\[")
"""What begins an item of a list, or a table of TOML."""
_CAPTION = re.compile(r"\s\"([^\"]+)\"\)$|\bcaption\s*=\s*\"([^\"]+)\"")
_MAIL = re.compile(
    rf"{EMAIL.pattern}|"
    r"[\w.+-]+\s*[\[(]\s*(?:at|@)\s*[\])]\s*[\w-]+(?:\s*(?:\.|[\[(]dot[\])])\s*[\w-]+)+"
)
_ESCAPE = re.compile(r"\\([_#&%~$()*])")
"""A sign of an address that is no markup (CommonMark, 2.4; TeX)."""
_CALL = re.compile(r"\{%.*?%\}|`[^`]*`|^ {0,3}\[[^\[\]\n]+\]:.*")
_LINK = re.compile(
    r"https?://[^\s\"'<>()\[\]|\\^`{}，。；、）】]+"
    rf"(?:{_IN_BRACKETS}[^\s\"'<>()\[\]]*)*(?![^\s\"'<>()]*\{{)"
)
_MADE_WITH = "|".join(_FIELDS["hosts of themes"])
_HREF = re.compile(rf"<a\b[^<>]*\shref=[\"'](https?://(?!{_MADE_WITH})[^\"'{{}}]+)[\"']")
"""A link that a template has of itself, unless themes say there what they are made with."""
_NO_PAGE = re.compile(
    r"schema\.org|w3\.org/(?:\d{4}|TR/SVG)|xml/ns/|example\.(?:com|org)|xxx|^cdn\.|^fonts\.|\.(?:js|css)$|[/=](?:true|false)$|/your[-_]?name|@/|git@|^img\.youtube|latex(?:[?=]|$)"
)
"""Addresses for programs, and invented ones."""
_NOBODY = re.compile(r"name\d?@|your|example|@(?:test|abc|xxx?)\.", re.IGNORECASE)
_FILE = re.compile(
    r"(?<![^\s\"'()<>\[\]{},|=:])[^\s\"'()<>\[\]{},|=:]{1,300}\.(?:png|jpe?g|gif|webp|svg|avif|bmp|pdf|pptx?|docx?|zip|ipynb)\b",
    re.IGNORECASE,
)


_FACE_OR_CODE = "^(?!.*(?:cover|banner)).*(?:avatar|portrait|photo|alipay|wechat)"
"""Names of settings that have the owner's picture, or one that leads to an account."""
_ICONS = re.compile(
    r"^([ \t]*)[\w-]*icons?:[ \t]*\n(?:(?:\1[ \t]+[^\s/@][^\n/@]*|[ \t]*(?:#.*)?)\n)*",
    re.IGNORECASE | re.MULTILINE,
)
"""A map from the names of networks to those of icons, without addresses."""
_SECTION = (
    r"^([ \t]*)(?:(-[ ]+\w+:[ ]*)[\"']?{0}[\"']?|[\"']?{0}[\"']?:)[ \t]*\n"
    r"(?:(?:\1[ \t]|(?(2)(?!)|\1-)|[ \t]*$).*\n?)*"
)
"""A section of a CV in YAML: what a key or an item with a title contains."""
_ESCAPED = re.compile(r"\\u((?!d[89a-f])[\da-f]{4})", re.IGNORECASE)
"""A letter in JSON by its number."""


_Lost = tuple[str, str, int]
"""The kind of a finding, what it is, and its line."""


class _Line(NamedTuple):
    """A line of a source: as it is typed, without code and comments, and its words without markup;
    the field whose value it has, and whether that is one of a record, of which the shortest counts.
    """

    number: int
    typed: str
    kept: str
    text: str
    field: str = ""
    is_value: bool = False


class _Search:
    """What the pages and the report of an import have, and what its source has beyond that."""

    def __init__(self, plan: SitePlan, tree: SourceTree, site: Built) -> None:
        self.plan, self.tree, self.samples, findings = plan, tree, Samples(), plan.findings.all()
        pages = [_words("".join(said)) for said in site.shown.values()]
        self.sets = [frozenset(said) for said in pages]
        told = [one for one in findings if one.severity != "left"]
        self.said = "\n".join(f"{one.file} {one.what} {one.became}" for one in told)
        pages.append(_words(self.said))
        self.known = {group for said in pages for group in _groups(said)}
        self.whole, self.said = "\n".join(map(_joined, pages)), self.said.casefold()
        self.sections = [(one.file, one.what) for one in findings if one.code == "template-sample"]
        left = (one for one in findings if one.severity == "left" and "not-needed" not in one.code)
        self.left = "\n".join(_joined(_words(one.what)) for one in left)
        self.names = {*site.names, *map(bare_link, site.leads.values())}
        self.hosts = {bare_link(host) for host in plan.hosts}
        records = [one for some in plan.entries.values() for one in some if one.values.get("id")]
        said = [(one.source, str(one.values)) for one in records]  # no degrees in profiles
        files = Counter(file for file, _ in said)
        texts = {one.source: f"{one.front}{one.body}" for one in plan.documents}
        own = (one for one in said if files[one[0]] == 1 and plan.taken.get(one[0]) != _SETTINGS)
        self.records = {file: text + texts.get(file, "") for file, text in own}
        """Path of a record that has a file of its own -> all that the new one says."""
        shown = {one for path, one in plan.files.items() if _stem(path) in self.names}
        copied = (path for path in plan.files.values() if path not in shown)
        self.copied = {path.rpartition("/")[2].casefold(): path for path in copied}

    def lost(self, path: str, typed: str) -> Iterator[_Lost]:
        """Yield what no reader sees of a file: the kind of finding, what it is, and its line."""
        mark = "{{" if _TEMPLATE.fullmatch(path) else "\0"  # of what the line shows
        for section in (re.escape(what) for file, what in self.sections if file == path and what):
            part = re.compile(_SECTION.format(section), re.MULTILINE)
            typed = part.sub(lambda found: "\n" * found[0].count("\n"), typed)
        lines, head = list(_lines(typed, path, self.plan.kind)), _HEAD.match(typed)
        if head and self.samples.holds(typed[head.end() :]):  # whose links are the template's, too
            lines = [one for one in lines if one.field]
        unasked = self.unasked(path, head[2]) if head else set()
        own = unquote(self.records.get(path, "")).casefold()
        for entry in _entries(lines):
            is_record = _FIELDS["of no record"].isdisjoint(one.field for one in entry)
            for one in entry if not self.is_sample(entry) else ():
                if mark not in one.typed and self.lacks_text(one, is_record):
                    yield "text-not-shown", one.typed.strip(), one.number
                names = [name for name in _FILE.findall(one.kept) if name not in unasked]
                for name in filter(self.lacks_file, names):
                    yield "picture-not-shown", name, one.number
                for text in _HREF.findall(one.kept) if mark == "{{" else [_CALL.sub(" ", one.kept)]:
                    yield from self.lost_links(one, text, own if one.field else "")

    def unasked(self, path: str, head: str) -> set[str]:
        """Return the files that the front matter of a page of Jekyll names, and its layout does not
        ask for."""
        layout = "".join(re.findall(r"^layout:[ \t]*([\w-]+)", head, re.MULTILINE)[:1])
        places = (f"_layouts/{layout}.{ending}" for ending in ("liquid", "html"))
        shown = self.tree.text_if_any(self.tree.first(*places))
        is_page = shown and not re.match("_(?!pages/)", path)
        fields = _TOP_FIELD.findall(head) if is_page else ()
        unasked = (said for name, said in fields if f"page.{name}" not in shown)
        return {file for said in unasked for file in _FILE.findall(said)}

    def lost_settings(self, typed: str) -> Iterator[_Lost]:
        """Yield the mail, the pictures and the profiles that settings have, and no page."""
        typed = _ICONS.sub(lambda icons: _blank(icons[0]), typed)
        for one in _values(typed.split("\n"), 1, self.plan.kind):
            value = one.kept.partition("||")[0].strip(" \"'")
            for name in filter(self.lacks_file, _FILE.findall(value)):
                if re.search(_FACE_OR_CODE, one.field) or "qrcode" in one.kept:
                    yield "picture-not-shown", name, one.number
            is_mail = re.fullmatch("e?-?mail", one.field)
            if not is_of_nobody(one.field, value):
                yield from self.lost_links(one, value if is_mail else profile(one.field, value)[1])

    def lost_links(self, one: _Line, text: str, own: str = "") -> Iterator[_Lost]:
        """Yield the addresses of mail and the links of a text that no page has, or, of a field of
        a record, that its own have not."""
        for _ in filter(self.lacks_mail, _MAIL.findall(_FILE.sub("", _LINK.sub("", text)))):
            yield "contact-not-shown", "email", one.number
        text = re.sub(r"&#?\w+;", lambda entity: unescape(entity[0]), _ESCAPE.sub(r"\1", text))
        for address in _LINK.findall(with_blanks_encoded(text)):
            if self.lacks_link(address, own):
                yield "link-not-shown", address, one.number

    def is_sample(self, entry: list[_Line]) -> bool:
        """Whether an item of a list is a template's, or private: its title is, or half of it."""
        said = [one for one in entry if one.is_value and _words(one.text)]
        known = [*filter(self.holds, said)]
        is_titled = any(one.field in _FIELDS["titles"] for one in known)
        is_titled |= self.samples.holds_title(" ".join(one.text.strip() for one in said))
        is_hidden = any(is_private(one.text.strip(" \"'")) for one in said)
        return is_titled or is_hidden or 0 < len(said) <= 2 * len(known)

    def holds(self, one: _Line) -> bool:
        """Whether a line is a template's, or the old site showed it nowhere."""
        samples, text, words = self.samples, one.text.strip(" \"',"), _words(one.text)
        if words and _joined(words) in self.left:
            return True
        return samples.holds(one.typed) or samples.holds(text) or samples.holds_title(text)

    def lacks_text(self, one: _Line, is_record: bool) -> bool:
        """Whether a line has a text for readers, and none of them sees it."""
        is_long = len(re.findall(f"[{_HAN}]", one.text)) >= 2 * _FEWEST
        is_long = is_long or len(_PLAIN_WORD.findall(one.text)) >= _FEWEST - one.is_value
        if not (is_long or (is_record and one.is_value and _SAYS.match(one.text))):
            return False
        # A tag or stress may stand between two words, or inside of one.
        forms = (one.text, re.sub(r" \0 |\*\*", "", one.text))
        if not is_long:
            return not any(_joined(_words(form)) in self.whole for form in forms)
        return not (any(map(self.has, forms)) or self.holds(one))

    def has(self, text: str) -> bool:
        """Whether the pages or the report have the words of a text, or most of them."""
        words, parts = _words(text), [_words(part) for part in text.split("\0")]
        groups = [group for part in parts for group in _groups(part)]
        own = frozenset(one for one in words if len(one) > 1)
        if 2 * sum(group in self.known for group in groups) >= len(groups):
            return True
        # A long page in Chinese has nearly all characters of any text, so single ones do not count.
        is_told = 2 * len(own) >= len({*words})
        return is_told and any(4 * len(own - page) <= len(own) for page in self.sets)

    def lacks_file(self, name: str) -> bool:
        """Whether a picture or document was copied, and no page shows it or leads to it."""
        last = unquote(name).rpartition("/")[2].casefold()
        source = self.copied.get(last, "")
        is_known = last.partition(".")[0] in self.names or last in self.said or "//" in name
        return bool(source) and not is_known and not self.samples.holds_file(self.tree, source)

    def lacks_mail(self, written: str) -> bool:
        """Whether no page has an address of mail, as it is written or as it is meant."""
        mail = mail_of(written).casefold()
        is_known = bool(_NOBODY.search(mail)) or f"mailto:{mail}" in self.names
        said = (_joined(_words(one)) for one in (written, mail))
        return not is_known and not any(one in self.whole for one in said)

    def lacks_link(self, address: str, own: str) -> bool:
        """Whether an address is one for readers, and no page leads there, or its own record
        lacks it."""
        bare, said = bare_link(address), _joined(_words(address))
        is_known = (
            said in self.left
            or (bare in self.names and (not own or bare in own))
            or bare[:150] in self.said  # where long ones are cut
            or said in self.whole  # as words, up to which a link in Chinese may go
            or bare.partition("/")[0] in self.hosts
        )
        return not is_known and not _NO_PAGE.search(bare) and not self.samples.holds_title(address)


def note_unseen(plan: SitePlan, tree: SourceTree, site: Built) -> None:
    """Note, for each file of the source, what of it no reader of the new site sees."""
    search = _Search(plan, tree, site)
    for path in _own_files(plan, tree):
        typed, became = tree.text_if_any(path), plan.taken.get(path, "")
        if became.startswith("static/") and not _HEAD.match(typed):
            continue
        typed = _ESCAPED.sub(lambda one: chr(int(one[1], 16)), typed)
        is_settings = became == _SETTINGS and path.lower().endswith(_TEXTS[-4:])
        lost = search.lost_settings(typed) if is_settings else search.lost(path, typed)
        for code, what, line in islice(lost, _MOST):
            plan.findings.add("lost", code, path, what, line=line)


def _own_files(plan: SitePlan, tree: SourceTree) -> Iterator[str]:
    """Yield the files with words of the owner, also those that were left out or copied unread."""
    hidden = {one.source for one in plan.documents if one.front.get("draft")} | {*plan.protected}
    for path, size in tree.sizes.items():
        became, why = plan.taken.get(path, ""), plan.left.get(path, "")
        is_bare = "." not in path.rpartition("/")[2]
        is_read = became.startswith("content/") and (path.lower().endswith(_TEXTS) or is_bare)
        is_unread = became.startswith("static/") and is_bare
        is_own = is_read or is_unread or _TEMPLATE.fullmatch(path) or why.startswith(_FILLED)
        is_hidden = path in hidden or _ASKED.fullmatch(path)
        if is_own and not is_hidden and size <= _LARGEST:
            yield path


def _entries(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Yield lines of values together that are one item of a list, all others alone."""
    entry: list[_Line] = []
    for one in lines:
        is_out = _FIELD.match(one.typed) and entry and _depth(one.typed) < _depth(entry[0].typed)
        if entry and (is_out or not one.field or _ITEM.match(one.typed)):
            yield entry
            entry = []
        entry.append(one)
    yield entry


def _lines(typed: str, path: str, kind: str) -> Iterator[_Line]:
    """Yield each line that a reader may see."""
    head = None if path.lower().endswith(_TEXTS[-4:]) else _HEAD.match(typed)
    start = head.end() if head else 0
    first, written = 1 + typed.count("\n", 0, start), typed.split("\n")
    if head:
        yield from _values(head[2].split("\n"), 1 + typed.count("\n", 0, head.start(2)), kind)
    elif path.lower().endswith(_TEXTS[-4:]):
        yield from _values(written, 1, kind)
        return
    body = paired(
        typed[start:], _OPENS, _end_of, lambda opening, inside, end: _blank(opening[0] + inside)
    )
    bare = _MARKUP.sub(_said, body).split("\n")
    for number, (kept, text) in enumerate(zip(body.split("\n"), bare, strict=True), first):
        yield _Line(number, written[number - 1], kept, text)


def _values(lines: list[str], first: int, kind: str) -> Iterator[_Line]:
    """Yield the values of fields; a line without a name goes on with the field above it."""
    of_hexo: frozenset[str] = NOT_NEEDED["hexo: fields"] if kind == "hexo" else frozenset()
    name, passed = "", _FIELDS["of programs"] | of_hexo
    inside, opens = 0, False  # how deep a text of several lines stands
    for number, line in enumerate(lines, first):
        if line.strip() and (opens or _depth(line) < inside):
            inside, opens = _depth(line) * opens, False
        name = "" if line[:1] == "[" else name  # a table of TOML
        bare = line if inside else re.sub(r"(?:^|\s)#.*$", "", line)
        if not inside and (field := _FIELD.match(bare)):
            name, bare = field[1].lower(), bare[field.end() :]
            opens = bool(re.fullmatch(r"[|>][\d+-]*\s*", bare))
        if not is_private(name) and (name, kind) != ("email", "hugo-blox"):  # for Gravatar
            is_text = name not in passed and bare.lstrip("- ")[:1] not in ("[", "{")
            text = _MARKUP.sub(" \0 ", bare) if is_text else ""
            is_value = name in _FIELDS["of records" if line[:1] in " -\t" else "of top records"]
            yield _Line(number, line, bare, text, name or "-", is_value)


def _said(markup: re.Match[str]) -> str:
    """Return the words that readers see of markup: a caption."""
    caption = _CAPTION.search(markup[0])
    said = f" {caption[1] or caption[2]} " if caption else " \0 "
    return said + "\n" * (markup[0].count("\n") - said.count("\n"))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].casefold()


def _blank(text: str) -> str:
    return " \0 " + "\n" * text.count("\n")


def _end_of(opening: re.Match[str]) -> re.Pattern[str]:
    ends = zip(_CLOSES, opening.groups(), strict=True)
    other = {"<!--": "-->", "$$": r"\$\$"}.get(opening[0], "(?m)$")  # a remark, `[//]: # (…)`
    return re.compile(next((end(name) for end, name in ends if name), other))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _joined(words: list[str]) -> str:
    return f" {' '.join(words)} "


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _groups(words: list[str]) -> list[tuple[str, str, str]]:
    return list(zip(words, words[1:], words[2:], strict=False))
