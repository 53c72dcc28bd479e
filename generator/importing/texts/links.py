"""Where links of the old site lead in the new one; what is dead loses its link, not its words."""

import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from generator.importing.plan import SitePlan
from generator.importing.source_tree import OF_MANY, PICTURES
from generator.model.links import is_safe

FILE = "source-file:"
"""Begins the target of a link that names a file of the source and no address."""
_HERE = "https://site.invalid"
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_HOST = re.compile(
    r"(?:www\.)[\w-]+\.[\w.-]+(?:/\S*)?|[\w-]+\.(?:com|org|net|edu|io|gov|ac\.uk)(?:/\S*)?"
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.(?:[\w-]+\.)*[A-Za-z]{2,}")
_UNENCODED = "/!$&'*+,;=:@~-._"
_IN_MARKDOWN = re.compile(
    r"\]\(\s*(?P<target><[^<>\n]*>|(?:[^\s()<>]|\([^\s()<>]*\))+)"
    r"""(?P<title>\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)"""
)
_ATTRIBUTES = re.compile(r"\{[^{}\n]*\}")
_NO_WORDS = re.compile(
    r"(?:image|img|alt(?: text)?|pic(?:ture)?|图片?|在?这里[插写]入?图片描述|"
    r".*\.(?:png|jpe?g|gif|webp|svg|bmp)|(?a:[\w-]+))[-_ ]?\d*",
    re.IGNORECASE,
)
"""What editors call pictures without a description, or a single word."""
_HANGING = re.compile(r"(?<!\\)\\\n[ \t]*(?=\n|\Z)")
"""A line break after which a dead picture left nothing."""
_PICTURE = re.compile(r"data:image/(?:png|gif|jpeg|webp)[;,]", re.IGNORECASE)
_WITH_BLANKS = re.compile(
    r"(!\[[^\[\]\n]*\]\()(?=[^()<>\"\n]+ )(?![^()\n]* '[^'\n]*'\))([^()<>\"\n]+)(\))"
)
"""A picture with blanks in its address, and no title in single quotes behind it."""
_LINK_WITH_BLANKS = re.compile(r"(\]\()(?=[^()<>\"'\n]+ )([^()<>\"'\n]+)(\))")
_BRACKET = re.compile(r"(?<!\\)[\[\]]")
_REFERENCE = re.compile(
    r"(?m)^( {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)(<[^>\n]*>|[^\s\[\uf8f0][^\s\uf8f0]*+)"
    r"(?=[ \t]*(?:[\"'(].*)?$)"
)
_FIGURE = re.compile(r"^(:{3,})\{figure\} (\S+)(.*(?:\n:[a-z]+:.*)*)", re.MULTILINE)
_GALLERY = re.compile(
    r"^(?P<mark>:{3,})\{gallery\}\n(?P<inside>(?:(?!:::).*\n)*)(?P=mark)$", re.MULTILINE
)
_IN_HTML = re.compile(
    r"""(?P<before><(?P<name>\w+)\b[^<>]*?\s(?P<attribute>href|src|poster)\s*=\s*)"""
    r"""(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')""",
    re.IGNORECASE,
)


class AddressMap:
    """Knows the addresses of the old site, and what is there now."""

    def __init__(self, plan: SitePlan) -> None:
        known = plan.known_addresses()
        self._folders, self._other = plan.folders, plan.leads_to
        self._hosts, self._base_path = plan.hosts, plan.base_path.rstrip("/")
        static = (file for file in plan.files if file.startswith("static/"))
        self._files = {plan.files[file]: file.removeprefix("static") for file in static}
        self._files |= {one.source: one.address for one in plan.documents}
        """Paths in the source, each with the address of the file now."""
        self._named = self._files | plan.names
        self._known = dict(known)
        self._loose: dict[str, str] = {}
        for old, new in known.items():
            self._loose.setdefault(_loose(old), new)
            if old.endswith("/index.html"):  # a page that is copied as a file
                self._known.setdefault(old.removesuffix("index.html"), new)
        pictures = [(old, new) for old, new in known.items() if old.lower().endswith(PICTURES)]
        self._stems = {posixpath.splitext(old)[0]: new for old, new in pictures}
        """Pictures without their endings: jekyll-imagemagick shows copies of other kinds."""

    def new_target(self, typed: str, page: str, file: str = "") -> str | None:
        """Return what a link typed on the page at an old address has to say now; None for
        nowhere.

        What does not lead from the address may lead from `file`, the text's path in the source:
        so editors show pictures, and plug-ins of Hexo publish them (hexo-asset-image).
        """
        typed = typed.strip().strip("\"'")
        typed = f"mailto:{typed}" if _MAIL.fullmatch(typed) else typed
        if not typed or typed.startswith("#"):
            return typed or None
        if FILE in typed:  # behind `site.baseurl`, maybe
            name, mark, place = unquote(typed.partition(FILE)[2]).partition("#")
            there = self._of_tag(name, file)
            return there and (self._inner_target(there + mark + place, page) or there)
        if typed.startswith("//"):
            typed = "https:" + typed
        if _SCHEME.match(typed):
            if not re.match(r"https?:", typed, re.IGNORECASE):
                return typed if is_safe(typed) or _PICTURE.match(typed) else None
            whole, typed = typed, self._inside(typed)
            if _SCHEME.match(typed):
                return typed
            # What this site does not have, another one on the same host may: a project's pages.
            return self._inner_target(typed, page) or whole
        return self._inner_target(typed, page) or self._beside(typed, file)

    def _of_tag(self, name: str, file: str) -> str | None:
        """Return the address of the page or file that a tag names: from the root or, without a
        slash before it, also from the folder of the text and the one around it, which go first in
        Hugo, as any capitals do there (`getContentNode`)."""
        near = (f"{file}/../{name}", f"{file}/../../{name}") if name[:1] != "/" else ()
        places = (*map(posixpath.normpath, near), name.strip("/"))
        forms = (form for place in places for form in (place, place.casefold()))
        return next(filter(None, map(self._named.get, forms)), None)

    def file_named(self, typed: str) -> str:
        """Return the address of the only picture or PDF of the source with a name."""
        name = posixpath.basename(unquote(typed)).casefold()
        stem, ending = posixpath.splitext(name)
        is_rare = ending in (*PICTURES, ".pdf") and not OF_MANY.fullmatch(stem)
        named = [p for p in self._files if posixpath.basename(p).casefold() == name and is_rare]
        return quote(self._files[named[0]], safe=_UNENCODED) if len(named) == 1 else ""

    def pictures_below(self, folder: str) -> list[str]:
        """Return the paths in the source of the pictures in a folder, by their names."""
        inside = (path for path in self._files if path.startswith(folder))
        return sorted(path for path in inside if path.lower().endswith(PICTURES))

    def _beside(self, typed: str, file: str) -> str | None:
        """Return where a file is that is named from the text's folder (also as its root, as
        Typora does), or from the folder of the post: by hexo-asset-image, whatever is before."""
        path = unquote(re.split(r"[?#]", typed.replace("\\", "/"))[0]).lstrip("/")
        own = posixpath.splitext(file)[0]
        places = [posixpath.dirname(file), own]
        named = [f"{place}/{path}" for place in places] + [f"{own}/{path.partition('/')[2]}"]
        # Where Hugo finds pages, too; pictures of Wowchemy (`render-image.html`); the whole source.
        named += [f"content/{path}", f"assets/media/{path}", path]
        found = (self._files.get(posixpath.normpath(one)) for one in named if file and path)
        target = next(filter(None, found), "")
        return quote(target, safe=_UNENCODED) if target else None

    def _inner_target(self, typed: str, page: str) -> str | None:
        typed = re.sub(r"\\(?=[A-Za-z0-9])", "/", typed)  # as browsers do (WHATWG, "URL")
        try:
            parts = urlsplit(urljoin(_HERE + quote(page, safe="/%"), typed))
        except ValueError:
            return None
        path = self._without_base(unicodedata.normalize("NFC", unquote(parts.path)))
        rest = urlunsplit(("", "", "", parts.query, parts.fragment))
        found = self.at(path)
        for folder in self._folders if found is None and not typed.startswith("/") else ():
            found = found or self.at(f"{folder}{unquote(typed.partition('#')[0])}")
        if found is not None:
            path, mark, place = found.partition("#")
            encoded = quote(path, safe=_UNENCODED) + (mark + place if mark else rest)
            return found if _SCHEME.match(found) else encoded
        if _HOST.fullmatch(typed):
            return f"https://{typed}"
        return None

    def at(self, path: str) -> str | None:
        """Return the new address for an old one from the root, or None."""
        path = _clean(path)
        for form in (path, path.rstrip("/") + "/", path.rstrip("/"), path + ".html"):
            if form in self._known:
                return self._known[form]
        stem, ending = posixpath.splitext(path)
        picture = self._stems.get(stem) if ending.lower() in PICTURES else None
        return self._loose.get(_loose(path)) or self._other(path) or picture or None

    def _inside(self, url: str) -> str:
        """Return a URL of the old site as a path from its root, any other as it is."""
        try:
            parts = urlsplit(url)
            host = (parts.hostname or "").lower()
        except ValueError:
            return url
        path = re.sub(r"^/{2,}", "/", parts.path) or "/"
        if host not in self._hosts or not f"{path}/".startswith(f"{self._base_path}/"):
            return url
        return path + urlunsplit(("", "", "", parts.query, parts.fragment))

    def _without_base(self, path: str) -> str:
        if self._base_path and f"{path}/".startswith(f"{self._base_path}/"):
            return path[len(self._base_path) :] or "/"
        return path


def _clean(path: str) -> str:
    path = re.sub("/{2,}", "/", path)
    clean = posixpath.normpath(path)
    path = clean + "/" if path.endswith("/") and clean != "/" else clean
    return path.removesuffix("index.html") if path.endswith("/index.html") else path


def _loose(path: str) -> str:
    """Return an address without what people forget: capitals, the last slash, `.html`."""
    return path.casefold().rstrip("/").removesuffix(".html").removesuffix(".md") or "/"


def with_blanks_encoded(text: str) -> str:
    """Return a text in which links may have blanks, as kramdown ("Links and Images"), Pandoc and
    the first versions of marked let them."""
    return _LINK_WITH_BLANKS.sub(lambda m: m[1] + m[2].strip().replace(" ", "%20") + m[3], text)


_NO_ADDRESS = r"\s<>()\[\]\"'`\uf8f0-\uf8f1\u3000-\u303f\u4e00-\u9fff\uff00-\uffef"
_NOT_BEFORE = r"(?<![\w\"'(\[=/:.+@-])"
_BARE = re.compile(
    r"(?a:(?P<kept>^ {0,3}\[[^\]\n]+\]:.*$|^:+\{figure\}.*$|<[^<>]*>|\]\([^()\n]*\))|"
    rf"(?P<bare>(?:{_NOT_BEFORE}|(?<=\w:))https?://(?:[^{_NO_ADDRESS}]|[\u4e00-\u9fff]+(?=[/.]\w))*[\w/]|"
    rf"{_NOT_BEFORE}[\w.+-]+@[\w-]+(?:\.[a-zA-Z][\w-]+)+)(?![^\[\]\n]*\]\(|[^<\n]*</a))",
    re.MULTILINE,
)
"""What stays as it is (definitions, pictures, tags, targets), or a bare address."""


HTML_BLOCK = re.compile(
    r"^[ \t]*</?(?:table|tbody|t[dhr]|div|p|h[1-6]|ul|ol|li|details|summary|center|section|form)\b"
    r"(?:.*\S.*(?:\n|\Z))+",
    re.IGNORECASE | re.MULTILINE,
)
"""Lines of HTML up to an empty one, in which nothing is Markdown."""


def with_bare_links(text: str) -> str:
    """Return a text in which bare addresses are links, as marked and goldmark do (GFM, 6.9)."""

    def in_html(m: re.Match[str]) -> str:
        url = m["bare"] if not m["bare"] or "://" in m["bare"] else f"mailto:{m['bare']}"
        return m["kept"] or f'<a href="{url}">{m["bare"]}</a>'

    text = HTML_BLOCK.sub(lambda block: _BARE.sub(in_html, block[0]), text)
    return _BARE.sub(lambda m: m["kept"] or f"<{m['bare']}>", text)


def rewritten(
    text: str, new_target: Callable[[str], str | None], dead: Callable[[str], None]
) -> str:
    """Return a text in which each link leads where `new_target` says.

    Where that is nowhere, the words stay and the link goes, and `dead` is told.
    """

    def led(typed: str) -> str | None:
        new = new_target(typed)
        if new is None:
            dead(typed)
        return new

    text = _WITH_BLANKS.sub(lambda m: m[1] + m[2].strip().replace(" ", "%20") + m[3], text)
    edits: list[tuple[int, int, str]] = []
    openings = _openings(text)
    for match in _IN_MARKDOWN.finditer(text):
        new = led(_bare(match["target"]))
        if new is not None:
            is_odd = re.search(r"[\s()<>]", new)
            became = f"]({f'<{new}>' if is_odd else new}{match['title'] or ''})"
            edits.append((*match.span(), became))
            continue
        start = openings.get(match.start())
        is_picture = start is not None and text[start - 1 : start] == "!"
        attributes = _ATTRIBUTES.match(text, match.end())
        edits.append((match.start(), (attributes or match).end(), ""))
        if start is not None:
            is_linked = text[: start - 1].endswith("[")
            words = "" if is_linked else text[start + 1 : match.start()]
            says_nothing = is_picture and _NO_WORDS.fullmatch(words)
            edits[-1:] = [] if says_nothing else edits[-1:]
            end = (attributes or match).end() if says_nothing else start + 1
            edits.append((start - is_picture, end, ""))
    text = _HANGING.sub("", edited(text, edits)) if edits else text

    def reference(match: re.Match[str]) -> str:
        if any(start < match.start() < end for start, end in blocks):
            return match[0]
        new = led(_bare(match[2]))
        return match[1] + (new if new is not None else "#")

    def figure(match: re.Match[str]) -> str:
        new = led(match[2])
        if new is None:
            return f"{match[1]}{{note}} A picture that is missing: {match[2]}"
        return f"{match[1]}{{figure}} {new}{match[3]}"

    def element(match: re.Match[str]) -> str:
        typed = match["double"] if match["double"] is not None else match["single"]
        new = led(typed.replace("&amp;", "&")) if typed.strip() else typed
        before = match["before"].rstrip().removesuffix("=").rstrip()
        if new is None:
            return before[: -len(match["attribute"])].rstrip()
        return f'{before}="{_quoted(new)}"'

    text = _GALLERY.sub(_pictures_alone, _FIGURE.sub(figure, text))
    blocks = [block.span() for block in HTML_BLOCK.finditer(text)]
    is_page = "\n" in text  # a title may begin with `[Errors]:`
    return _IN_HTML.sub(element, _REFERENCE.sub(reference, text) if is_page else text)


def _bare(target: str) -> str:
    return target.removeprefix("<").removesuffix(">")


def _pictures_alone(gallery: re.Match[str]) -> str:
    """Return a gallery without the words below it that dead pictures left."""
    lines = gallery["inside"].split("\n")
    words = [line for line in lines if line.strip() and not line.startswith(("![", ":columns:"))]
    pictures = [line for line in lines if line.startswith("![")]
    if pictures and not words:
        return gallery[0]
    block = "\n".join([f"{gallery['mark']}{{gallery}}", *pictures, gallery["mark"]])
    return "\n\n".join([*([block] if pictures else []), *words])


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;") if "&amp;" not in text else text


def _openings(text: str) -> dict[int, int]:
    """Return where each bracket closes that was opened -> where it opens."""
    brackets = ((one, "", one[0] == "]") for one in _BRACKET.finditer(text))
    return {end.start(): opening.start() for opening, end in pairs(brackets)}


def pairs(
    marks: Iterable[tuple[re.Match[str], str, bool]],
) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Yield what opens a part of a text with what closes it, the innermost first. Each mark has
    a name, and says whether it closes; what is never closed, or never opened, is passed over."""
    open_: dict[str, list[re.Match[str]]] = defaultdict(list)
    for mark, name, is_end in marks:
        if not is_end:
            open_[name].append(mark)
        elif open_[name]:
            yield open_[name].pop(), mark


def edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    """Return a text with something else in the place of some parts; of two that meet, the first."""
    out: list[str] = []
    at = 0
    for start, end, new in sorted(edits):
        if start >= at:
            out += [text[at:start], new]
            at = end
    return "".join([*out, text[at:]])
