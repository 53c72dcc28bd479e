"""A page's file -> its front matter and its Markdown; the options of a directive -> a section."""

import re
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.model.dates import When
from generator.model.files import SourceFile, digest_of
from generator.model.sections import ANY_KINDS, Section
from generator.model.site import FrontMatter, Page
from generator.model.text import shown
from generator.parse.source_text import Parsed, decoded, unknown_in_visibility
from generator.problems import Message, Place, Problem, Spot, did_you_mean

_OPEN = re.compile(r"---[ \t]*\n")
_NEARLY_OPEN = re.compile(r"\s*[-–—+]+[ \t]*\n(?=(?:title|date|lang|slug|description|tags):)")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)


class Split(NamedTuple):
    """A page's text in two: YAML and Markdown, with the 0-based lines on which they start."""

    front: str
    front_line: int
    body: str
    body_line: int


def split(text: str, file: str, problems: list[Problem]) -> Split | None:
    """Return the two parts, or None if the block of YAML is never closed.

    A file without front matter is all body. A `---` later in the body is a rule.
    """
    opening = _OPEN.match(text)
    if opening is None:
        if nearly := _NEARLY_OPEN.match(text):
            line = text.count("\n", 0, nearly.end())
            problems.append(Problem.of(Place(file, line, 1), "front-matter-mark"))
        return Split("", 0, text, 0)
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        problems.append(Problem.of(Place(file, 1, 1), "front-matter-never-closed"))
        return None
    front = text[opening.end() : closing.start()]
    body = text[closing.end() :]
    return Split(front, 1, body, text.count("\n", 0, closing.end()))


def front_matter(parts: Split, file: str, problems: list[Problem]) -> FrontMatter:
    """Return the fields of a page."""
    from generator.parse.decode import FAILED, decoder_of
    from generator.parse.nodes import MappingNode

    found: list[Problem] = []
    decoder = decoder_of(file, parts.front, found, parts.front_line, ("front",))
    node, front = decoder.root, FAILED
    if isinstance(node, MappingNode):
        front = decoder.decode(node, FrontMatter)
    elif node is not None:
        decoder.fail(node, "front-matter-no-mapping")
    problems += map(_mention_extra, found)
    return FrontMatter() if front is FAILED else front


def _mention_extra(problem: Problem) -> Problem:
    if problem.about("field-unknown") and problem.way_out is None:
        return replace(problem, way_out=Message.of("field-of-my-own"))
    return problem


_MOST_TAGS = 200
_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})-(.+)")
_H1 = re.compile(r"\s*# (.+?)(?: #+)?[ \t]*(?=\n|\Z)")


def page_of(
    source: SourceFile, languages: tuple[str, ...], earlier: tuple[Page, ...] = ()
) -> Parsed:
    """Read a page or post. Its language is given by its name (`about.zh.md`) or its front
    matter.

    `earlier` is what the file was before its last change. Mostly, only the text has changed. Then
    the front matter is not read again, and a build need not load the parser of YAML: a tenth of its
    time on a small site.
    """
    problems: list[Problem] = []
    text = decoded(source.read(), source.path, problems)
    parts = split(text, source.path, problems) if text is not None else None
    if parts is None:
        return Parsed((), tuple(problems))
    head = digest_of(parts.front.encode())
    heading, rest = _without_title(parts.body)
    known = [page for page in earlier if page.head == head]
    if known and not heading and not known[0].is_title_in_body:
        page, is_hidden = known[0], False
    else:
        page, is_hidden = _page_with(parts, heading, source.path, languages, problems)
    body = rest if page.is_title_in_body else parts.body
    if not body.strip() and not page.front.layout and page.key not in (Page.at_home, Page.at_posts):
        place = Place(source.path, 1)
        problems.append(Problem.of(place, "page-without-text", severity="warning"))
    digest = digest_of(body.encode()) if body else ""
    page = replace(page, head=head, body=digest, has_sections=":::" in body)
    return Parsed(() if is_hidden else (page,), tuple(problems))


def _page_with(
    parts: Split, heading: str, file: str, languages: tuple[str, ...], problems: list[Problem]
) -> tuple[Page, bool]:
    """Return the page with this front matter, still without its text, and whether it is hidden.

    Its title is its own, or the `heading` at the beginning of its text, or the file's name.
    """
    front = front_matter(parts, file, problems)
    problems.extend(unknown_in_visibility(front, Spot(file, ("front",))))
    if len(front.tags) > _MOST_TAGS:
        where = Spot(file, ("front", "tags"))
        problem = Problem.of(where, "page-with-many-tags", count=len(front.tags), most=_MOST_TAGS)
        problems.append(problem)
        front = replace(front, tags=front.tags[:_MOST_TAGS])
    is_hidden = not front.visibility.shows_in("web")
    front = shown(front, "web") or front
    key, lang = _key_and_language(file, front, languages, problems)
    is_post = key.startswith("posts/") and key != Page.at_posts
    front = _with_name(front, key, is_post, Place(file), problems)
    is_whole = not any(problem.is_error for problem in problems)
    if is_post and front.date is None and is_whole:
        problems.append(Problem.of(Place(file, 1), "post-without-date"))
    is_title_in_body = bool(heading) and not front.title
    if not front.title:
        words = front.slug.replace("-", " ").replace("_", " ")
        front = replace(front, title=heading or words[:1].upper() + words[1:])
    page = Page(
        key=key,
        file=file,
        lang=lang,
        front=front,
        is_post=is_post,
        is_title_in_body=is_title_in_body,
    )
    return page, is_hidden


def body_of(source: SourceFile, page: Page) -> str:
    """Return the Markdown of a page. It is needed only when the page is rendered."""
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
    if not languages:  # site.yaml could not be read; that is already reported
        return key, named or front.lang
    spot = Spot(file, ("front", "lang"))
    if front.lang and front.lang not in languages:
        hint = did_you_mean(front.lang, languages)
        problems.append(
            Problem.of(spot, "language-of-no-page", lang=front.lang, known=languages, hint=hint)
        )
    elif front.lang and named and front.lang != named:
        problems.append(Problem.of(spot, "language-twice", front=front.lang, file=named))
    lang = named or (front.lang if front.lang in languages else languages[0])
    if key.endswith("/index") and key != Page.at_posts:
        key = key.removesuffix("/index")
    return key, lang


def _with_name(
    front: FrontMatter, key: str, is_post: bool, file: Place, problems: list[Problem]
) -> FrontMatter:
    """Return the front matter with the date and slug from the file's name."""
    name = "posts" if key == Page.at_posts else key.rpartition("/")[2]
    dated = _DATED.fullmatch(name) if is_post else None
    date = front.date
    if dated:
        name = dated[2]
        if date is None:
            try:
                date = When.from_scalar(dated[1])
            except ValueError as error:
                problems.append(Problem.of(file, "file-name-date", error=error.args[0]))
    return replace(front, date=date, slug=front.slug or name)


def _without_title(body: str) -> tuple[str, str]:
    """Return the heading that a body begins with, or "", and the rest of the body.

    The heading becomes a blank line, so that the lines below keep their numbers.
    """
    heading = _H1.match(body)
    if heading is None:
        return "", body
    return heading[1], "\n" * heading[0].count("\n") + body[heading.end() :]


def read_section(name: str, options: str, where: Spot) -> tuple[Section | None, list[Problem]]:
    """Return the section that a directive describes, and its problems.

    The caller checks that the name is a kind of records, since a site may declare kinds.

    `options` are the lines after the opening one. Each leading colon is replaced by a blank, so
    that they are YAML with the page's columns. `where` is the opening line.
    """
    from generator.parse.decode import FAILED, Decoder
    from generator.parse.nodes import MappingNode, Node

    problems: list[Problem] = []

    def at(line: int, column: int) -> Spot:
        return where.at(where.line + 1 + line, column)

    def spot(_: tuple[str, ...], node: Node) -> Spot:
        return at(node.start_mark.line, node.start_mark.column)

    decoder = Decoder(options, at, spot, problems)
    section: Any = FAILED if problems else Section()
    if isinstance(decoder.root, MappingNode):
        section = decoder.decode(decoder.root, Section)
    elif decoder.root is not None:
        section = decoder.fail(decoder.root, "section-option-expected")
    if section is not FAILED and not section.of and name in ANY_KINDS:
        problems.append(Problem.of(where, "section-says-nothing", name=name))
        section = FAILED
    if section is FAILED:
        return None, problems
    return replace(section, of=section.of or (name,), spot=where), problems
