"""Pages of a site of Jekyll: those with text become pages, those that only list become lists."""

import posixpath
import re

from generator.importing.plan import Document
from generator.importing.reading import FrontMatter
from generator.importing.sources.front_pages import readers
from generator.importing.sources.jekyll.site import NOT_NEEDED, Jekyll

_PAGES = (".md", ".markdown", ".html", ".htm")
_SKIPPED = re.compile(r"(?:^|/)_(?:posts|drafts|includes|layouts|sass|data|plugins|site)/")
_POST_LISTS = re.compile(r"site\.(?:posts|tags|categories)|paginator\b")
_TAGS = re.compile(r"<[^>]+>|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->", re.DOTALL)


def take_pages(site: Jekyll, folders: tuple[str, ...] = ("_pages/",)) -> list[Document]:
    """Take the pages, and return those that became some."""
    found = []
    paths = [
        path
        for path in site.tree.sizes
        if path.endswith(_PAGES)
        and not _SKIPPED.search(path)
        and (path.startswith(folders) or not path.startswith("_"))
        and not path.startswith(("assets/", "vendor/", "docs/", "test/", "lighthouse_results/"))
    ]
    for path, page, fields in readers(site.tree, paths, site.plan):
        if not page.is_there:
            continue  # a file that is copied, or a README
        name = posixpath.basename(path)
        if name.startswith("_") or fields.flag("published") is False:
            site.plan.leave(path, "hidden: it was not published")
            site.plan.findings.add("left", "hidden-page", path)
            continue
        own = fields.text("permalink")
        was = site.page_address(path, own)
        if was in ("/404.html", "/404/") or was.endswith((".xml", ".json", ".txt", ".css", ".js")):
            site.plan.leave(path, "Masthead makes its own")
            continue
        if site.is_sample(path, page) or _is_list_of_posts(site, path, page, was):
            continue
        document = site.document(path, page, fields, was)
        document.target = target_of(was)
        if address_of_target(document.target) != was:
            document.front["permalink"] = was
        if path.endswith((".html", ".htm")):
            document.body = "\n".join(line.lstrip() for line in page.body.split("\n"))
        fields.value("tags", "categories", "date")
        fields.drop(NOT_NEEDED)
        fields.rest()
        site.plan.add_document(document)
        site.plan.names[path] = was
        found.append(document)
    return found


def _is_list_of_posts(site: Jekyll, path: str, page: FrontMatter, was: str) -> bool:
    """Whether a page only lists posts, for which Masthead has its own page."""
    if not _POST_LISTS.search(page.body) and "paginate" not in page.fields:
        return False
    words = re.findall(r"\w+", _TAGS.sub(" ", page.body))
    if len(words) > 40:
        return False
    site.plan.leave(path, "a list of posts, which Masthead makes by itself")
    if was == "/":
        return True
    site.plan.findings.add("changed", "list-page", path, was, "/posts/")
    site.plan.redirects[was] = "/posts/"
    return True


def target_of(address: str) -> str:
    """Return the file under `content/` whose page has an address."""
    place = address.strip("/").removesuffix(".html").removesuffix("/index")
    clean = re.sub(r"[^\w./+-]+", "-", place)
    parts = [part for part in clean.split("/") if part.strip(".")]
    place = "/".join(part.lstrip("._") or "page" for part in parts) or "index"
    return f"content/{place}.md" if not place.startswith("posts/") else f"content/pages/{place}.md"


def address_of_target(target: str) -> str:
    """Return the address that the page in a file has without a `permalink`."""
    place = target.removeprefix("content/").removesuffix(".md")
    return "/" if place == "index" else f"/{place}/"
