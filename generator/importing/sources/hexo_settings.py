"""The settings of Hexo in `_config.yml`: the site, its languages, the person, and the addresses of
posts, tags and categories.

Formats: hexo.io/docs, "Configuration", "Permalinks"; hexojs/hexo, `post_permalink.ts`,
`category.ts`, `tag.ts`.
"""

import posixpath
import re
import unicodedata
import zlib
from collections import Counter
from urllib.parse import urlsplit

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, flat, shown, switches
from generator.importing.plan import SitePlan, address
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hexo_theme import PROFILES, take_profile
from generator.importing.sources.source import words_of_day
from generator.importing.texts.markup import HEXO_MARKS
from generator.model.languages import LANGUAGES, known_code, language

_OF_INIT = ("John Doe", "http://yoursite.com", "http://example.com")
"""Author and address as `hexo init` writes them."""


def take_settings(config: Fields, path: str, tree: SourceTree, plan: SitePlan) -> FieldReader:
    """Take the settings of the site and of its owner. Return the reader, which has others left."""
    reader = FieldReader(config, path, plan.findings)
    site = plan.site
    title = "" if reader.text("title") == "Hexo" else config.said("title")
    own = (reader.text("author"), reader.text("url"))
    author, url = ("" if said.rstrip("/") in _OF_INIT else said for said in own)
    site["person"] = {"name": author or title or "TODO"}
    plan.site_guessed.add("person.name")
    plan.findings.add("guessed", "person-name", path, author, f"person.name: {author or title}")
    site["title"] = title
    root = str(config.get("root") or "/").strip("/")
    below = "" if urlsplit(url).path.strip("/") else root
    hosted = re.search(r"[:/]([\w-]+\.github\.io)\b", shown(config.get("deploy") or ""))
    if hosted and tree.first("source/CNAME", "CNAME"):
        plan.hosts.add(hosted[1].lower())
    elif not url and hosted:
        url = f"https://{hosted[1]}/"
        plan.findings.add("guessed", "url", path, f"deploy: {hosted[1]}", url)
    plan.take_address(tree, url, below, ["source/CNAME", "CNAME"])  # which scripts copy
    if not site["url"]:
        plan.findings.add("todo", "no-url", path, own[1], "write `url` in site.yaml")
    subtitle = reader.text("subtitle")
    site["description"] = reader.text("description") or subtitle
    names = {language(code).name: code for code in LANGUAGES}
    said = " ".join(reader.words("language")).split()
    languages = [names.get(word, word.replace("_", "-")) for word in said]
    languages = [code for code in languages if re.fullmatch(r"[a-zA-Z]{2,3}(-\w+)*", code)]
    site["languages"] = [known_code(code) or code for code in languages[:1]] or ["en"]
    if languages[1:]:
        plan.findings.add("todo", "languages", path, ", ".join(languages), site["languages"][0])
    renderers = [config.inside(name) for name in ("marked", "markdown", "kramed")]
    plain = "false" in switches(renderers, "breaks")
    is_pandoc = "hexo-renderer-pandoc" in tree.text_if_any("package.json")
    site["markdown"] = {"breaks": not plain and not is_pandoc}
    pattern = PostAddresses(config)
    scheme = pattern.scheme
    reader.value("permalink", "permalink_pinyin", "tag_dir", "menu", "friends", "alias")
    reader.value("avatar", "sidebar-avatar")
    reader.value(*PROFILES, *(one for one in config if one.endswith("_username")))
    new = address(re.sub(r":(?:title|name)\b", ":slug", scheme))
    if not pattern.is_of_day:
        prefix = re.match(r"(?:[^/:]+/)*", scheme.lstrip("/"))
        new = address(f"{prefix[0] if prefix else ''}:year/:month/:day/:slug/")
        became = f"{new} for new posts; those that are there keep their addresses"
        plan.findings.add("changed", "permalink-pattern", path, scheme, became)
    word = "slug" if str(config.get("filename_case")) == "1" else "name"
    site["posts"] = {
        "permalink": new,
        "tag_permalink": f"{topic_folder(config, 'tag')}:{word}/",
        "category_permalink": f"{topic_folder(config, 'category')}:{word}/",
        "feed_addresses": _feed(config, tree),
    }
    if email := reader.text("email"):
        take_profile("email", email, path, plan)
    if "rss2" in (feed := shown(config.get("feed") or "")):
        plan.findings.add("lost", "feed", path, feed, "feeds are in Atom, at /feed.xml")
    if address(reader.text("rss")) not in site["posts"]["feed_addresses"]:
        reader.taken.discard("rss")
    reader.drop(NOT_NEEDED["hexo: settings"], "setting-not-needed")
    if config.is_on("render_drafts"):
        plan.findings.add("changed", "render-drafts", path, "render_drafts", "drafts stay drafts")
    return reader


def _feed(config: Fields, tree: SourceTree) -> list[str]:
    """Return the address of the feed that a plug-in made, if it is one in Atom."""
    if feed := config.inside("feed"):
        kinds = flat(feed.get("type") or "atom")
        paths = flat(feed.get("path")) or [f"{one}.xml" for one in kinds]
        pairs = zip(paths, kinds, strict=False)
        return [address(one) for one, word in pairs if word == "atom" or "atom" in one]
    has_one = "hexo-generator-feed" in tree.text_if_any("package.json")
    return ["/atom.xml"] if has_one else []


class PostAddresses:
    """Where posts were, so that the files beside them keep their places."""

    def __init__(self, config: Fields) -> None:
        self.scheme = str(config.get("permalink") or _USUAL)
        self.words = _WORD.findall(self.scheme)
        """The words of the pattern; those that Hexo does not know are fields of a post."""
        self.is_future_hidden = str(config.get("future")).lower() == "false"
        self.keeps_assets = config.is_on("post_asset_folder")
        self.copied = flat(config.get("skip_render"))
        """Which files no renderer reads."""
        pinyin = config.inside("permalink_pinyin")
        self.pinyin = str(pinyin.get("separator") or "-") if pinyin.is_on("enable") else ""
        """What is between the words of an address that hexo-permalink-pinyin writes in pinyin."""
        self.names = _name_pattern(str(config.get("new_post_name") or ":title.md"))
        """What the name of a post's file says: its day, say."""
        self.of_posts: dict[str, str] = {}
        """Folder in the source -> the address of its post."""
        self.topics: dict[str, tuple[str, str]] = {}
        """Address that a tag or a category had, also one above others -> its kind and name."""
        self.posts = Counter[tuple[str, str]]()
        """Kind and name of a tag or category -> how many posts have it."""
        self._config = config

    @property
    def is_of_day(self) -> bool:
        """Whether Masthead knows all words of the pattern."""
        return set(self.words) <= {"year", "month", "day", "title", "name"}

    def of_file(self, path: str) -> str:
        """Return the folder of the post to which a file belongs, or nothing."""
        folder = posixpath.dirname(path)
        while folder and f"{folder}/" not in self.of_posts:
            folder = posixpath.dirname(folder)
        return f"{folder}/" if folder else ""

    def slug(self, kind: str, name: str) -> str:
        """Return how a tag or category is written in addresses, by `tag_map` or `category_map`."""
        slug = _slugged(str(self._config.inside(f"{kind}_map").get(name) or name))
        case = str(self._config.get("filename_case") or "0")
        return slug.lower() if case == "1" else slug.upper() if case == "2" else slug

    def note_topics(self, front: Fields) -> None:
        """Note where the tags and categories of a post were."""
        paths = [[tag] for tag in tags_of(front)]
        for kind, found in (("tag", paths), ("category", category_paths(front))):
            where = topic_folder(self._config, kind)
            for path in found:
                for end, name in enumerate(path, 1):
                    slug = "/".join(self.slug(kind, one) for one in path[:end])
                    self.topics[address(f"{where}{slug}/")] = (kind, name)
                    self.posts[kind, name] += 1

    def address_of(self, name: str, day: str, front: Fields) -> tuple[str, str]:
        """Return the address of a post by its own pattern, or by that of the site.

        The second value names a field that the pattern has and the post lacks: the address then is
        one that Hexo gives without settings.
        """
        words = words_of_day(day, str(front.get("date", "")))
        paths = category_paths(front)
        default = str(self._config.get("default_category") or "uncategorized")
        values = {
            **words, "title": name, "name": posixpath.basename(name),
            "post_title": _slugged(str(front.get("title") or "")).lower(),
            "category": "/".join(self.slug("category", one) for one in (paths or [[default]])[-1]),
        }  # fmt: skip
        others = {**self._config.inside("permalink_defaults"), **front}
        others["abbrlink"] = others.get("abbrlink") or self._abbrlink(front)
        # A list with one text is that text in JavaScript.
        others = {name: ",".join(flat(one)) or one for name, one in others.items()}
        known = {word: values.get(word) or str(others.get(word) or "") for word in self.words}
        said, lacks = str(front.get("permalink") or "").strip(), ""
        if not said:
            lacks = next((word for word, value in known.items() if not value), "")
            scheme = _USUAL if lacks else self.scheme
            said = _WORD.sub(lambda m: known.get(m[1]) or values[m[1]], scheme)
            if self.pinyin and said.isascii():
                said = re.sub(r"[^A-Za-z0-9./]+", self.pinyin, said).lower()
            elif self.pinyin:
                lacks = "its name in pinyin"
        is_folder = self.keeps_assets and not said.endswith(("/", ".html"))
        return address(f"{said}/" if is_folder else said), lacks

    def _abbrlink(self, front: Fields) -> str:
        """Return the CRC-32 of a title that hexo-abbrlink takes as its number (`lib/logic.js`)."""
        said, title = self._config.inside("abbrlink"), str(front.get("title") or "")
        if said.get("alg") != "crc32" or not title:
            return ""
        number = zlib.crc32(title.encode())
        return f"{number:x}" if said.get("rep") == "hex" else str(number)


_USUAL = ":year/:month/:day/:title/"
_FOLDERS = {"tag": "tags", "category": "categories"}


def topic_folder(config: Fields, kind: str) -> str:
    """Return the address of the list of all tags, or of all categories."""
    return address(str(config.get(f"{kind}_dir") or _FOLDERS[kind]).strip("/") + "/")


_WORD = re.compile(r":(\w*[^_\W])")
"""A word of a pattern of addresses (hexo-util, `Permalink`)."""


def _slugged(text: str) -> str:
    """Return a text as it appears in addresses (hexo-util, `slugize`)."""
    letters = re.sub(r"(?<=[A-Za-z])[\u0300-\u036f]+", "", unicodedata.normalize("NFD", text))
    return HEXO_MARKS.sub("-", unicodedata.normalize("NFC", letters)).strip("-")


def _name_pattern(pattern: str) -> re.Pattern[str]:
    """Return `new_post_name` as an expression with a group for each of its words."""
    parts = _WORD.split(pattern.rpartition(".")[0] or pattern)
    parts[::2] = map(re.escape, parts[::2])
    names = parts[1::2]
    for at, name in enumerate(names):
        form = _NUMBERS.get(name, ".+?")
        is_group = name.isidentifier() and name.isascii() and names.index(name) == at
        parts[2 * at + 1] = f"(?P<{name}>{form})" if is_group else form
    return re.compile("".join(parts))


_NUMBERS = {"year": r"\d{4}", "month": r"\d{2}", "day": r"\d{2}", "i_month": r"\d{1,2}",
            "i_day": r"\d{1,2}"}  # fmt: skip


def tags_of(front: Fields) -> list[str]:
    """Return the tags of a post. A text is one tag, also with commas (`lib/models/post.ts`)."""
    return list(dict.fromkeys(flat(front.get("tags") or front.get("tag"))))


def category_paths(front: Fields) -> list[list[str]]:
    """Return the categories of a post, each below others: `[a, b]` is b below a, and
    `[[a, b], [c]]` is that and c."""
    said = front.get("categories") or front.get("category") or []
    items = said if isinstance(said, list) else [said]
    is_nested = any(isinstance(one, list) for one in items)
    return [path for one in (items if is_nested else [items]) if (path := flat([one]))]
