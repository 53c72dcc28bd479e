"""A page's file -> its front matter and its Markdown."""

import re
from typing import NamedTuple

import msgspec

from generator.model.caches import SourceCache
from generator.model.dates import When
from generator.model.files import SourceFile, digest_of
from generator.model.site import FrontMatter, Page
from generator.model.text import shown
from generator.parse.placed_sections import placed_sections
from generator.parse.source_text import Parsed, decoded, unknown_in_visibility
from generator.problems import Place, Problem, Spot, did_you_mean

_OPEN = re.compile(r"---[ \t]*\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)


class Split(NamedTuple):
    """A page's text in two: YAML and Markdown, with the 0-based lines on which they start."""

    front: str
    front_line: int
    body: str
    body_line: int


def split(text: str, file: str, problems: list[Problem]) -> Split | None:
    """Return the two parts, or None when the block is opened and never closed.

    A file without front matter is all body. A `---` later in the body is a rule.
    """
    opening = _OPEN.match(text)
    if opening is None:
        return Split("", 0, text, 0)
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        message = "the front matter that opens here is never closed"
        hint = "close it with a line of three hyphens; above a rule, leave a blank line"
        problems.append(Problem(Place(file, 1, 1), message, hint))
        return None
    front = text[opening.end() : closing.start()]
    body = text[closing.end() :]
    return Split(front, 1, body, text.count("\n", 0, closing.end()))


def front_matter(
    parts: Split, file: str, problems: list[Problem], cache: SourceCache
) -> FrontMatter:
    """Return the fields of a page; most edits are of its text, and need no YAML."""
    name, digest = f"front matter {file}", digest_of(parts.front.encode())
    known: FrontMatter | None = cache.get(name, digest, FrontMatter)
    if known is not None:
        return known
    found: list[Problem] = []
    front = _read(parts, file, found)
    if not found:
        cache.put(name, digest, front)
    problems += found
    return front


def _read(parts: Split, file: str, problems: list[Problem]) -> FrontMatter:
    from generator.parse.decode import FAILED
    from generator.parse.nodes import MappingNode
    from generator.parse.yaml_reader import Composed

    composed = Composed(file, parts.front, problems, parts.front_line, ("front",))
    node, decoder = composed.root, composed.decoder
    if node is None:
        return FrontMatter()
    if not isinstance(node, MappingNode):
        decoder.fail(node, "the front matter is not a mapping", "write fields: `title: About me`")
        return FrontMatter()
    front = decoder.decode(node, FrontMatter)
    if any("unknown field" in problem.message for problem in problems):
        problems[:] = [_mention_extra(p) for p in problems]
    return FrontMatter() if front is FAILED else front


def _mention_extra(problem: Problem) -> Problem:
    if "unknown field" not in problem.message or "did you mean" in problem.hint:
        return problem
    hint = "fields of your own go under `extra:`"
    return msgspec.structs.replace(problem, hint=hint)


_MOST_TAGS = 200
_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})-(.+)")
_H1 = re.compile(r"\s*# (.+?)(?: #+)?[ \t]*(?=\n|\Z)")


def page_of(
    source: SourceFile, languages: tuple[str, ...], cache: SourceCache | None = None
) -> Parsed:
    """Read a page or post; its language is in its name (`about.zh.md`) or in its front matter."""
    problems: list[Problem] = []
    cache = cache or SourceCache()
    text = decoded(source.read(), source.path, problems)
    parts = split(text, source.path, problems) if text is not None else None
    if parts is None:
        return Parsed((), tuple(problems))
    front = front_matter(parts, source.path, problems, cache)
    problems.extend(unknown_in_visibility(front, Spot(source.path, ("front",))))
    if len(front.tags) > _MOST_TAGS:
        where = Spot(source.path, ("front", "tags"))
        hint = f"each tag gets a page of its own; name at most {_MOST_TAGS}"
        problems.append(Problem(where, f"this page has {len(front.tags)} tags", hint))
        front = msgspec.structs.replace(front, tags=front.tags[:_MOST_TAGS])
    is_hidden = not front.visibility.shows_in("web")
    front = shown(front, "web") or front
    key, lang = _key_and_language(source.path, front, languages, problems)
    is_post = key.startswith("posts/") and key != Page.at_posts
    front = _with_name(front, key, is_post, Place(source.path), problems)
    is_whole = not any(problem.is_error for problem in problems)
    if is_post and front.date is None and is_whole:
        hint = "add `date:`, or begin the file's name with it: 2022-12-02-title.md"
        problems.append(Problem(Place(source.path, 1), "this post has no date", hint))
    is_title_in_body = not front.title and _H1.match(parts.body) is not None
    front, body = _with_title(front, parts.body, key)
    if not body.strip() and not front.layout and key not in (Page.at_home, Page.at_posts):
        place = Place(source.path, 1)
        problems.append(Problem(place, "this page has no text", severity="warning"))
    page = Page(
        key=key,
        file=source.path,
        lang=lang,
        front=front,
        is_post=is_post,
        body=digest_of(body.encode()),
        is_title_in_body=is_title_in_body,
        sections=placed_sections(source.path, body, cache),
    )
    return Parsed(() if is_hidden else (page,), tuple(problems))


def body_of(source: SourceFile, page: Page) -> str:
    """Return the Markdown of a page, which is read only when it is rendered."""
    text = decoded(source.read(), source.path, [])
    parts = split(text, source.path, []) if text is not None else None
    body = parts.body if parts is not None else ""
    return _without_title(body)[1] if page.is_title_in_body else body


def _key_and_language(
    file: str, front: FrontMatter, languages: tuple[str, ...], problems: list[Problem]
) -> tuple[str, str]:
    key = file.removeprefix("content/").rsplit(".", 1)[0]
    stem, _, ending = key.rpartition(".")
    named = ending if stem and ending in languages else ""
    key = stem if named else key
    if not languages:  # site.yaml could not be read, which is said already
        return key, named or front.lang
    if front.lang and front.lang not in languages:
        message = f'"{front.lang}" is not one of the site\'s languages'
        hint = did_you_mean(front.lang, languages)
        hint = hint or f"`languages` in site.yaml has: {', '.join(languages)}"
        problems.append(Problem(Spot(file, ("front", "lang")), message, hint))
    elif front.lang and named and front.lang != named:
        message = f'the front matter says "{front.lang}", the file\'s name says "{named}"'
        problems.append(Problem(Spot(file, ("front", "lang")), message, "drop one of the two"))
    lang = named or (front.lang if front.lang in languages else languages[0])
    if key.endswith("/index") and key != Page.at_posts:
        key = key.removesuffix("/index")
    return key, lang


def _with_name(
    front: FrontMatter, key: str, is_post: bool, file: Place, problems: list[Problem]
) -> FrontMatter:
    """Return the front matter with the date and slug that the file's name gives."""
    name = "posts" if key == Page.at_posts else key.rpartition("/")[2]
    dated = _DATED.fullmatch(name) if is_post else None
    date = front.date
    if dated:
        name = dated[2]
        if date is None:
            try:
                date = When.from_scalar(dated[1])
            except ValueError as error:
                hint = "mend the file's name, or add `date:`"
                problems.append(Problem(file, f"{error} (in the file's name)", hint))
    return msgspec.structs.replace(front, date=date, slug=front.slug or name)


def _with_title(front: FrontMatter, body: str, key: str) -> tuple[FrontMatter, str]:
    """Return front matter with a title: its own, the body's first heading, or the file's name."""
    if front.title:
        return front, body
    title, body = _without_title(body)
    if not title:
        words = front.slug.replace("-", " ").replace("_", " ")
        title = words[:1].upper() + words[1:]
    return msgspec.structs.replace(front, title=title), body


def _without_title(body: str) -> tuple[str, str]:
    """Return a body's first heading, if it begins with one, and what follows.

    The heading's line stays as a blank one, so that the lines below keep their numbers.
    """
    heading = _H1.match(body)
    if heading is None:
        return "", body
    return heading[1], "\n" * heading[0].count("\n") + body[heading.end() :]
