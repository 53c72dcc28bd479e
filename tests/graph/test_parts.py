"""A fact whose parts are what they were is what it was: the first level of the two-level trace."""

import inspect
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from generator.engine.ledger import Ledger, Parts
from generator.engine.stages import body, page_digest
from generator.graph.facts import FACTS
from generator.graph.index import Index, Watched, WatchedSite
from generator.graph.outputs import outputs_of, with_homes
from generator.load import load
from generator.model.lookups import Known, Read, fingerprint
from generator.parse.content import parse
from generator.parse.theme import parse_theme
from generator.project import ProjectFolders
from tests.conftest import SiteCase
from tests.engine.conftest import CONFIG, FOOTER, PAPERS, varied
from tests.faults.conftest import page

pytestmark = pytest.mark.broadsheet


class State(NamedTuple):
    """A site as one build sees it."""

    index: Index
    parts: Parts

    def known(self, read: Read) -> Known:
        """A fact computed anew, by itself: what it takes from others is computed again."""
        self.index.answers.clear()
        noted: set[str] = set()
        self.index.noted = noted
        value = FACTS[read[0]].function(self.index, *read[1:])
        return Known(fingerprint(value), frozenset(self.index.noted))


def state(root: Path) -> State:
    """The stages of a build up to the index."""
    sources, _ = load(ProjectFolders(root))
    site, _ = parse(sources)
    site = with_homes(site)
    theme, _ = parse_theme(sources, site.config.theme)
    outputs, _ = outputs_of(site, theme, sources)
    index = Index(site, theme, outputs, site.config.url, read_body=partial(body, sources))
    settings = (site.config.url, index.medium)
    return State(index, Parts(site, theme, outputs, settings, partial(page_digest, sources)))


def reads_of(root: Path) -> list[Read]:
    """The facts that the outputs of a site read, as its ledger has them."""
    (path,) = (root / ".cache").glob("ledger-*.json")
    body = path.read_bytes().partition(b"\n")[2]
    ledger = msgspec.json.decode(body, type=Ledger)
    assert ledger.is_whole()
    return [row.read for row in ledger.reads if row.read[0] in FACTS]


# ------------------------------------------------------------------ nothing is forgotten

PURE = {"body", "medium", "noted", "answers", "phrase", "printed", "value_of"}
"""Public names of the index that say nothing of the site: pure functions, and its own books.

`phrase` is one where there is no text; `body` only wraps a page that was found by its name;
`printed` notes what is asked of it, see below; `value_of` asks `kind_of` or a record.
"""
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "absolute": ("/about/",),
    "by_subject": ("cv",),
    "read_picture": ("me.jpg",),
    "home": ("zh",),
    "is_broken": ("nowhere.md",),
    "kind_of": (),
    "venue_of": (),
    "posts": ("en",),
    "topics": ("en", "tags"),
    "translated": ("page:about", "zh"),
    "word": ("posts", "zh"),
    "own_word": ("more", "en"),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    """A varied site, built once."""
    site = varied(tmp_path_factory.mktemp("parts") / "project")
    done = site.build()
    assert done.ok, done.said()
    return site


@pytest.fixture(scope="module")
def here(built: SiteCase) -> State:
    return state(built.root)


def public(index: Index) -> list[str]:
    return sorted(name for name in {*dir(Index), *vars(index)} if not name.startswith("_"))


def test_every_public_name_of_the_index_notes_a_part_or_is_listed_as_pure(here: State) -> None:
    index = here.index
    assert PURE | ARGUMENTS.keys() <= set(public(index)), "a name in the lists is gone"
    paper = next(iter(index.publications.whole().values()))
    for name in public(index):
        if name in PURE:
            continue
        index.noted = set()
        value = getattr(index, name)
        if inspect.ismethod(value):
            assert name in ARGUMENTS, (
                f"Index.{name} is new: say how it is called, or why it is pure"
            )
            value(*(ARGUMENTS[name] or (paper,)))
        elif isinstance(value, Watched):
            asks_note(value, index)
            continue
        elif isinstance(value, WatchedSite):
            continue  # below
        assert index.noted, f"Index.{name} notes nothing"


def asks_note(value: Watched[Any, Any], index: Index) -> None:
    """Each way to ask a watched mapping notes something, also for what is not there."""
    key = next(iter(value))
    missing = ("no", "such") if isinstance(key, tuple) else "no such"
    ways: list[Callable[[], Any]] = [
        lambda: value[key],
        lambda: value.get(missing),
        lambda: missing in value,
        lambda: list(value),
        lambda: len(value),
        lambda: list(value.items()),
        lambda: list(value.values()),
        lambda: list(value.keys()),
        lambda: bool(value),
        lambda: value == {},
        value.whole,
    ]
    for number, way in enumerate(ways):
        index.noted = set()
        way()
        assert index.noted, f"way {number} to ask notes nothing"
    index.noted = set()
    with pytest.raises(KeyError):
        value[missing]
    assert index.noted


def test_every_public_name_of_the_watched_site_notes_a_part(here: State) -> None:
    site, index = here.index.site, here.index
    names = {name for name in {*dir(WatchedSite), *vars(site)} if not name.startswith("_")}
    assert names >= {"config", "pages", "records", "venues", "people", "cvs", "statics", "broken"}
    for name in names:
        index.noted = set()
        value = getattr(site, name)
        if isinstance(value, Mapping) and isinstance(value, Watched):
            asks_note(value, index)
        else:
            assert index.noted, f"WatchedSite.{name} notes nothing"


# ------------------------------------------------------------------ one part


# ------------------------------------------------------------------ soundness


def edit(path: str, old: str = "", new: str = "") -> Callable[[SiteCase], object]:
    """Put something into the place of something else, or write a whole file."""

    def change(site: SiteCase) -> None:
        file = site.root / path
        if not old:
            site.write(path, new)
            return
        text = file.read_text("utf-8")
        assert old in text, path
        file.write_text(text.replace(old, new), "utf-8")

    return change


def rename(path: str, name: str) -> Callable[[SiteCase], object]:
    return lambda site: (site.root / path).rename((site.root / path).with_name(name))


SITE = "content/site.yaml"
P1, P2 = "content/posts/2024-01-01-p1.md", "content/posts/2024-01-02-p2.md"
EDITS: dict[str, Callable[[SiteCase], object]] = {
    "a body": edit("content/about.md", "On ", "Off "),
    "a body that is longer": edit("content/about.md", "On ", "\n\n\nOn "),
    "a title": edit("content/about.md", "About", "Me"),
    "a line above the title": edit("content/about.md", "title:", "# comment\ntitle:"),
    "a description": edit("content/about.md", "title:", "description: Words\ntitle:"),
    "a slug": edit("content/about.md", "title:", "slug: me\ntitle:"),
    "a permalink": edit("content/about.md", "title:", "permalink: /x/\ntitle:"),
    "an alias": edit("content/about.md", "title:", "aliases: [/old/]\ntitle:"),
    "another layout": edit("content/about.md", "title:", "layout: post\ntitle:"),
    "a field of one's own": edit("content/about.md", "title:", "extra: {a: 1}\ntitle:"),
    "a draft": edit(P1, "title:", "draft: true\ntitle:"),
    "a post's body": edit(P2, "Two ", "Three "),
    "a post's title": edit(P2, "P2", "Q2"),
    "a post's date": edit(P1, "title:", "date: 2030-01-01\ntitle:"),
    "a post's update": edit(P1, "title:", "updated: 2030-01-01\ntitle:"),
    "a post's tags": edit(P1, "[x, y]", "[z]"),
    "a tag in other letters": edit(P1, "[x, y]", "[X, y]"),
    "a post's paper": edit(P1, "publication: one", "publication: two"),
    "a post's name": rename(P2, "2024-01-02-q2.md"),
    "a post that is gone": lambda s: s.delete(P2),
    "a new post": edit("content/posts/2024-05-05-n.md", new=page("title: N\ntags: [x]")),
    "a post in Chinese": edit("content/posts/2024-01-01-p1.zh.md", new=page("title: 一")),
    "a page in Chinese": edit("content/about.zh.md", new=page("title: 关于")),
    "a new page": edit("content/new.md", new=page("title: New")),
    "a page named like a file": edit("content/a.txt.md", new=page("title: New")),
    "a page that is broken": edit("content/broken.md", new="---\ntitle: [\n---\n"),
    "a page that is gone": lambda s: s.delete("content/notes.md"),
    "a page that moved": lambda s: [s.write("content/sub/notes.md", page("title: Notes")), s.delete("content/notes.md")],
    "the home that is gone": lambda s: s.delete("content/index.zh.md"),
    "a paper's title": edit("content/publications.yaml", "Second", "Other"),
    "a paper's authors": edit("content/publications.yaml", "Ada Lovelace, Bob Bee", "Bob Bee"),
    "a paper's id": edit("content/publications.yaml", "id: two", "id: deux"),
    "a paper's venue": edit("content/publications.yaml", "Workshop", "conf"),
    "papers in another order": edit("content/publications.yaml", new="\n".join(reversed(PAPERS.strip().split("\n"))) + "\n"),
    "a hidden paper": edit("content/publications.yaml", "id: two", "visibility: cv, id: two"),
    "a new paper": edit("content/publications.yaml", new=PAPERS + "- {id: x, title: X, authors: [A]}\n"),
    "no papers": lambda s: s.delete("content/publications.yaml"),
    "a venue": edit("content/venues.yaml", "A Conference", "B"),
    "a venue's rank": edit("content/venues.yaml", "short: AC", "short: AC, ranks: {ccf: A}"),
    "a venue's id": edit("content/venues.yaml", "id: conf", "id: cnf"),
    "a co-author": edit("content/people.yaml", "bob.example", "robert.example"),
    "a co-author's name": edit("content/people.yaml", "Bob Bee", "Rob Bee"),
    "news": edit("content/news.yaml", "A thing", "Another"),
    "awards": edit("content/awards.yaml", new="- {date: 2024, title: Prize}\n"),
    "a CV": edit("content/cv/ada.yaml", "publications", "news"),
    "a new CV": edit("content/cv/b.yaml", new="title: Two\nsections: []\n"),
    "the person": edit(SITE, "Lovelace", "King"),
    "the role": edit(SITE, "Analyst", "Author"),
    "the title": edit(SITE, new=f"{CONFIG}title: {{en: Site, zh: 站}}\n"),
    "the description": edit(SITE, new=f"{CONFIG}description: Words\n"),
    "the address": edit(SITE, "ada.example", "b.example"),
    "the menu": edit(SITE, "[index.md, about.md]", "[about.md, code.md]"),
    "no menu": edit(SITE, "menu: [index.md, about.md]\n", ""),
    "a word": edit(SITE, new=f"{CONFIG}words: {{posts: Notes}}\n"),
    "the languages": edit(SITE, "[en, zh]", "[zh, en]"),
    "one language less": lambda s: [edit(SITE, "[en, zh]", "[en]")(s), *[p.unlink() for p in s.root.rglob("*.zh.md")]],
    "permalinks": edit(SITE, new=f"{CONFIG}posts: {{permalink: /:year/:slug/}}\n"),
    "the feed's length": edit(SITE, new=f"{CONFIG}posts: {{feed: 1}}\n"),
    "Markdown": edit(SITE, new=f"{CONFIG}markdown: {{html: false, breaks: true}}\n"),
    "an option of the theme": edit(SITE, new=f'{CONFIG}theme: {{name: broadsheet, options: {{accent: "#123456"}}}}\n'),
    "a new static file": edit("static/b.txt", new="b"),
    "a static file that is gone": lambda s: s.delete("static/a.txt"),
    "a static file with an address like a page's": edit("static/about.txt", new="b"),
    "a file beside a page": edit("content/x.png", new="x"),
    "a template": edit(FOOTER, new="<footer>Two</footer>\n"),
    "a style sheet": edit("themes/broadsheet/assets/own.css", new="p { margin: 0 }\n"),
}  # fmt: skip


def is_sound(before: State, after: State, reads: list[Read]) -> int:
    """Hold each fact that is not suspect against itself, computed anew; how many are suspect."""
    suspect = 0
    for read in reads:
        old = before.known(read)
        if any(before.parts.digest(part) != after.parts.digest(part) for part in old.parts):
            suspect += 1
            continue
        new = after.known(read)
        assert new.digest == old.digest, f"{read} changed, and none of {sorted(old.parts)} did"
        assert new.parts == old.parts, f"{read} is made of other parts, and none of them changed"
    return suspect


@pytest.mark.parametrize("name", EDITS)
def test_a_fact_whose_parts_are_the_same_is_the_same(
    built: SiteCase, here: State, tmp_path: Path, name: str
) -> None:
    after = SiteCase(tmp_path / "project")
    shutil.copytree(built.root, after.root, ignore=shutil.ignore_patterns("_site", ".cache"))
    EDITS[name](after)
    there = state(after.root)
    forwards = reads_of(built.root)
    is_sound(here, there, forwards)
    is_sound(there, here, forwards)  # as if the edit was taken back


def test_a_post_s_text_casts_doubt_on_few_facts(
    built: SiteCase, here: State, tmp_path: Path
) -> None:
    after = SiteCase(tmp_path / "project")
    shutil.copytree(built.root, after.root, ignore=shutil.ignore_patterns("_site", ".cache"))
    EDITS["a post's body"](after)
    reads = reads_of(built.root)
    assert 0 < is_sound(here, state(after.root), reads) < len(reads) / 10
