"""Reads pages with front matter, whatever program they are for; what cannot be read is left out."""

from collections.abc import Iterator

from generator.importing.fields import FieldReader
from generator.importing.plan import SitePlan
from generator.importing.reading import FrontMatter, Unreadable, read_front_matter
from generator.importing.source_tree import LARGEST_TEXT, SourceTree, is_lfs_pointer, plain_text


def text_of(tree: SourceTree, path: str, plan: SitePlan) -> str | None:
    """Return a file as text, or None after noting why it cannot be read as one."""
    if tree.sizes[path] > LARGEST_TEXT:
        leave(path, plan, "too-large", f"{tree.sizes[path] >> 20} MB")
        return None
    try:
        data = tree.read(path)
        if not is_lfs_pointer(data):
            return plain_text(data)
        leave(path, plan, "lfs-pointer", "its content is on a server of Git LFS")
    except OSError:
        leave(path, plan, "unreadable", "its content cannot be read")
    except UnicodeDecodeError:
        leave(path, plan, "encoding", "this is not UTF-8; save it as UTF-8")
    return None


def leave(path: str, plan: SitePlan, code: str, what: str, line: int = 0) -> None:
    """Leave a file out, and say what is wrong with it."""
    plan.leave(path, code)
    plan.findings.add("lost", code, path, what, line=line)


def front_page(tree: SourceTree, path: str, plan: SitePlan) -> FrontMatter | None:
    """Return a page's front matter and text, or None after noting why it cannot be read."""
    text = text_of(tree, path, plan)
    if text is None:
        return None
    try:
        return read_front_matter(text, path, plan.findings)
    except Unreadable as error:
        leave(path, plan, "unreadable", error.reason, error.line)
        return None


def readers(
    tree: SourceTree, paths: list[str], plan: SitePlan
) -> Iterator[tuple[str, FrontMatter, FieldReader]]:
    """Yield each page that can be read, with a reader of its fields."""
    for path in paths:
        page = front_page(tree, path, plan)
        if page is not None:
            yield path, page, FieldReader(page.fields, path, plan.findings)
