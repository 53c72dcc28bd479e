"""The settings of Hexo in `_config.yml`: the site, its addresses and languages, the person."""

import re
from urllib.parse import urlsplit

from generator.hosting.visible_content import words_of
from generator.importing.plan import SitePlan, address
from generator.importing.reading import NOT_NEEDED, FieldReader, Fields, shown
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hexo_addresses import PostAddresses, topic_folder
from generator.importing.sources.hexo_theme import take_profile
from generator.importing.sources.source import ImportOptions
from generator.model.languages import known_code

_OF_INIT = ("John Doe", "http://yoursite.com", "http://example.com")
"""Author and address as `hexo init` writes them."""


def take_settings(
    config: Fields, path: str, tree: SourceTree, plan: SitePlan, options: ImportOptions
) -> list[str]:
    """Take the settings; return those that stood on the home page in so many words."""
    reader = FieldReader(config, path, plan.findings)
    site = plan.site
    title = "" if reader.text("title") == "Hexo" else str(config.get("title") or "")
    own = (reader.text("author"), reader.text("url"))
    author, url = ("" if said.rstrip("/") in _OF_INIT else said for said in own)
    site["person"] = {"name": author or title or "TODO"}
    plan.site_guessed.add("person.name")
    plan.findings.add("guessed", "person-name", path, author, f"person.name: {author or title}")
    site["title"] = title
    root = str(config.get("root") or "/").strip("/")
    below = "" if urlsplit(url).path.strip("/") else root
    hosted = re.search(r"[:/]([\w-]+\.github\.io)\b", shown(config.get("deploy") or ""))
    if hosted and tree.has("source/CNAME"):
        plan.hosts.add(hosted[1].lower())
    elif not url and hosted:
        url = f"https://{hosted[1]}/"
        plan.findings.add("guessed", "url", path, f"deploy: {hosted[1]}", url)
    plan.take_address(tree, url, below, ["source/CNAME"])
    if not site["url"]:
        plan.findings.add("todo", "no-url", path, own[1], "write `url` in site.yaml")
    subtitle = reader.text("subtitle")
    site["description"] = reader.text("description") or subtitle
    languages = [code.replace("_", "-") for code in reader.words("language")]
    languages = [code for code in languages if re.fullmatch(r"[a-zA-Z]{2,3}(-\w+)*", code)]
    site["languages"] = [known_code(code) or code for code in languages[:1]] or ["en"]
    if languages[1:]:
        plan.findings.add("todo", "languages", path, ", ".join(languages), site["languages"][0])
    renderers = [config.inside(name) for name in ("marked", "markdown", "kramed")]
    renderers.append(config.inside("markdown").inside("render"))  # of markdown-it
    plain = [one for one in renderers if str(one.get("breaks")) == "false"]
    is_pandoc = "hexo-renderer-pandoc" in tree.text_if_any("package.json")
    site["markdown"] = {"breaks": not plain and not is_pandoc}
    pattern = PostAddresses(config)
    scheme = pattern.scheme
    reader.value("permalink", "tag_dir", "avatar")
    new = address(scheme.replace(":title", ":slug"))
    if not pattern.is_of_day:
        new = "/:year/:month/:day/:slug/"
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
    if "rss" in (feed := shown(config.get("feed") or "")):
        plan.findings.add("lost", "feed", path, feed, "feeds are in Atom, at /feed.xml")
    if address(reader.text("rss")) not in site["posts"]["feed_addresses"]:
        reader.taken.discard("rss")
    reader.drop(NOT_NEEDED["hexo: settings"], "setting-not-needed")
    at_home = [name for name, value in config.items() if _is_shown(value, options)]
    home = [text for name in at_home if (text := reader.text(name)) and name != "title"]
    for name, became in _FINDINGS.items():
        if config.is_on(name):
            plan.findings.add("changed", name.replace("_", "-"), path, f"{name}: true", became)
    for name in at_home:
        plan.findings.add("guessed", "setting-on-home", path, name, "content/index.md")
    reader.rest("setting")
    return [text for text in home if text not in (title, author, site["description"])]


def _is_shown(value: object, options: ImportOptions) -> bool:
    """Whether a setting of the theme stood on the old home page word for word."""
    if not isinstance(value, str) or len(value.split()) < 1 + value.isascii():
        return False
    bare = re.sub(r"\]\([^)]*\)", "]", value)
    found = [re.sub(r"\W+", "", word).casefold() for word in words_of(bare)]
    return all(word in options.home_words for word in found if word)


def _feed(config: Fields, tree: SourceTree) -> list[str]:
    """Return the address of the feed that a plug-in made, if it is one in Atom."""
    if feed := config.inside("feed"):
        path, kind = feed.get("path"), feed.get("type")
        paths = path if isinstance(path, list) else [path or f"{kind or 'atom'}.xml"]
        kinds = kind if isinstance(kind, list) else [kind or "atom"]
        pairs = zip(paths, kinds, strict=False)
        return [address(str(one)) for one, word in pairs if word == "atom" or "atom" in str(one)]
    has_one = "hexo-generator-feed" in tree.text_if_any("package.json")
    return ["/atom.xml"] if has_one else []


_FINDINGS = {"titlecase": "titles as they are written", "render_drafts": "drafts stay drafts"}
"""Switch -> what became of what it stands for."""
