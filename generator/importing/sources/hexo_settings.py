"""The settings of Hexo -> `site.yaml`, and what its theme showed of them on the home page.

Format: hexo.io/docs/configuration.
"""

import re

from generator.hosting.visible_content import words_of
from generator.importing.fields import FieldReader
from generator.importing.plan import Document, SitePlan, address
from generator.importing.reading import Fields
from generator.importing.source_tree import SourceTree
from generator.importing.sources.source import ImportOptions
from generator.importing.texts.markup import section
from generator.model.languages import language

OF_ADDRESSES = frozenset({":year", ":month", ":day", ":title"})
"""Words of a pattern of addresses that Masthead has, too."""
_OWN_SETTINGS = {
    "subtitle", "keywords", "timezone", "root", "permalink_defaults", "pretty_urls", "source_dir",
    "public_dir", "archive_dir", "category_dir", "code_dir", "i18n_dir", "skip_render",
    "new_post_name", "default_layout", "titlecase", "external_link", "filename_case",
    "render_drafts", "post_asset_folder", "relative_link", "future", "highlight", "prismjs",
    "syntax_highlighter", "index_generator", "archive_generator", "category_generator",
    "tag_generator", "default_category", "category_map", "tag_map", "meta_generator",
    "date_format", "time_format", "updated_option", "use_date_for_updated", "per_page",
    "pagination_dir", "include", "exclude", "ignore", "theme", "deploy", "feed", "sitemap",
    "baidusitemap", "marked", "markdown", "kramed", "mathjax", "math", "search", "server", "admin",
    "all_minifier", "hash", "theme_config", "auto_excerpt", "jsonContent", "symbols_count_time",
    "word_count", "encrypt", "hide_posts",
}  # fmt: skip
"""Settings of Hexo and its usual plug-ins that say how it works, and nothing to readers."""


def take_settings(
    config: Fields, path: str, tree: SourceTree, plan: SitePlan, options: ImportOptions
) -> list[str]:
    """Take the settings; return those that stood on the home page in so many words."""
    reader = FieldReader(config, path, plan.findings)
    site = plan.site
    title, author = reader.text("title"), reader.text("author")
    site["person"] = {"name": author or title or "TODO"}
    plan.site_guessed.add("person.name")
    plan.findings.add("guessed", "person-name", path, author, f"person.name: {author or title}")
    site["title"] = title
    url = reader.text("url")
    plan.take_url(url)
    if tree.has("source/CNAME"):
        plan.take_domain("source/CNAME", tree.text_if_any("source/CNAME"), url)
    site["description"] = reader.text("description")
    languages = [code.replace("_", "-") for code in reader.words("language")]
    languages = [code for code in languages if re.fullmatch(r"[a-zA-Z]{2,3}(-\w+)*", code)]
    site["languages"] = languages[:1] or ["en"]
    if languages[1:]:
        plan.findings.add("todo", "languages", path, ", ".join(languages), site["languages"][0])
    marked = config.get("marked")
    has_breaks = not isinstance(marked, dict) or str(marked.get("breaks", "true")) != "false"
    site["markdown"] = {"breaks": has_breaks}
    scheme = reader.text("permalink") or ":year/:month/:day/:title/"
    tags = str(config.get("tag_dir") or "tags").strip("/")
    categories = str(config.get("category_dir") or "categories").strip("/")
    site["posts"] = {
        "permalink": _said(scheme),
        "tag_permalink": f"/{tags}/:name/",
        "category_permalink": f"/{categories}/:name/",
        "feed_addresses": _feed(config, tree),
    }
    reader.value("tag_dir")
    reader.drop(_OWN_SETTINGS, "setting-not-needed")
    shown = [name for name, value in config.items() if _is_shown(value, options)]
    home = [text for name in shown if (text := reader.text(name)) and name != "title"]
    for name in shown:
        plan.findings.add("guessed", "setting-on-home", path, name, "content/index.md")
    reader.rest("setting")
    return [text for text in home if text not in (title, author, site["description"])]


def _is_shown(value: object, options: ImportOptions) -> bool:
    """Whether a setting of the theme stood on the old home page word for word."""
    if not isinstance(value, str) or len(value.split()) < 2:
        return False
    bare = re.sub(r"\]\([^)]*\)", "]", value)
    found = [re.sub(r"\W+", "", word).casefold() for word in words_of(bare)]
    return all(word in options.home_words for word in found if word)


def add_home(texts: list[str], plan: SitePlan) -> None:
    """Make a home page of what the theme showed there, unless there is one in the source."""
    if any(document.address == "/" for document in plan.documents) or not texts:
        return
    news = section("news", f":title: {language(plan.site['languages'][0]).word('news')}\n")
    body = "\n\n".join(texts) + (news if plan.entries.get("news") else "")
    body += "\n\n[Posts](/posts/)\n"
    plan.add_document(
        Document(source="_config.yml", target="content/index.md", address="/", body=body,
                 front={"title": plan.site["title"]}, syntax="nunjucks", guessed={"title"})
    )  # fmt: skip


def _feed(config: Fields, tree: SourceTree) -> list[str]:
    """Return the address of the feed that a plug-in made, if it is one in Atom."""
    feed = config.get("feed")
    if isinstance(feed, Fields):
        path, kind = feed.get("path"), feed.get("type")
        paths = path if isinstance(path, list) else [path or "atom.xml"]
        kinds = kind if isinstance(kind, list) else [kind or "atom"]
        pairs = zip(paths, kinds, strict=False)
        return [address(str(one)) for one, word in pairs if word == "atom" or "atom" in str(one)]
    has_one = tree.has("package.json") and "hexo-generator-feed" in tree.text_if_any("package.json")
    return ["/atom.xml"] if has_one else []


def _said(scheme: str) -> str:
    """Return the pattern as Masthead has it, or the nearest one where it has no such word."""
    if set(re.findall(r":\w+", scheme)) <= OF_ADDRESSES:
        return address(scheme.replace(":title", ":slug"))
    return "/:year/:month/:day/:slug/"
