"""The site that every generator gets: pages, publications and posts, the same at each run.

Every text is different, including code and formulas, so that generators cannot reuse a rendered
one. One post and one publication contain a token that `edits.py` changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

TAGS = ("systems", "networks", "compilers", "storage", "theory", "teaching", "writing", "tools")
MENU_PAGES = ("about", "teaching", "contact")
NEWEST = 20
"""How many posts the feed holds."""

POST_TOKEN, PUBLICATION_TOKEN, BASE_TOKEN = "posttoken00000", "papertoken00000", "basetoken00000"

_TEXT = """
    a the of and in to for with over under between each every new old small large fast slow shared
    local remote open closed simple careful measured network switch packet queue buffer cluster
    kernel tensor model layer gradient schedule worker server client request reply cache memory
    page file index table graph node edge path tree proof bound lemma rate cost gain loss trade
    delay throughput latency bandwidth signal noise sample error median range figure result claim
    paper draft review student lecture course exercise question answer reason example story method
    system design measure compare explain remove repair observe collect reduce divide combine send
    receive start stop wait keep drop change follow lead turn hold find show learn read write
"""
_WORDS = _TEXT.split()
_NAMES = "Ada Bo Chen Dara Eva Femi Gao Hana Ivo Jin Kofi Lin Mara Nils Olga Pia Qi Rosa Sun Tao"
_FAMILIES = "Abe Baker Costa Diaz Evans Fang Garcia Hansen Ito Jansen Kim Lopez Moreau Novak Okoro"
_VENUES = (
    "Conference on Network Protocols",
    "Symposium on Operating Systems",
    "Transactions on Networking",
    "Workshop on Machine Learning Systems",
)
_CHINESE = (
    "在大规模集群中，通信往往成为训练的瓶颈",
    "我们先测量，再设计，最后验证每一个结论",
    "交换机的内存十分有限，因此必须仔细安排每个数据包",
    "实验表明，该方法在多数情况下优于已有方案",
    "学生可以从最简单的例子开始，逐步理解整个系统",
    "当链路出现拥塞时，调度器会推迟不重要的请求",
)


@dataclass(frozen=True)
class Size:
    """How much of everything a site has."""

    name: str
    pages: int
    publications: int
    posts: int


SIZES = {
    "S": Size("S", 5, 20, 10),
    "M": Size("M", 20, 300, 300),
    "L": Size("L", 20, 2_000, 10_000),
}


@dataclass(frozen=True)
class Page:
    """A Markdown page."""

    slug: str
    title: str
    body: str


@dataclass(frozen=True)
class Post:
    """A post of about 650 words."""

    slug: str
    title: str
    date: date
    tags: tuple[str, ...]
    body: str


@dataclass(frozen=True)
class Publication:
    """A paper."""

    id: str
    title: str
    authors: tuple[str, ...]
    venue: str
    year: int
    pages: str
    doi: str
    pdf: str
    abstract: str


@dataclass(frozen=True)
class Corpus:
    """All content that an author would have written."""

    size: Size
    home: Page
    publications_page: Page
    pages: tuple[Page, ...]
    publications: tuple[Publication, ...]
    posts: tuple[Post, ...]
    """Oldest first."""

    @property
    def edited_post(self) -> Post:
        """The newest post. The feed shows it, too."""
        return self.posts[-1]

    @property
    def edited_publication(self) -> Publication:
        """A paper from the middle of the data file."""
        return self.publications[len(self.publications) // 2]


def corpus_of(size: Size) -> Corpus:
    """Return the corpus of a size."""
    chance = Random(size.name)
    names = [*MENU_PAGES, *(f"notes-{n:02}" for n in range(size.pages))][: size.pages - 2]
    return Corpus(
        size=size,
        home=Page("index", "Jin Fang", _paragraphs(chance, 2)),
        publications_page=Page("publications", "Publications", _sentence(chance)),
        pages=tuple(Page(name, _heading(chance), _paragraphs(chance, 5)) for name in names),
        publications=tuple(_publication(chance, n, size) for n in range(size.publications)),
        posts=tuple(_post(chance, n, size) for n in range(size.posts)),
    )


def _post(chance: Random, number: int, size: Size) -> Post:
    is_edited = number == size.posts - 1
    other = chance.randrange(size.posts)
    topic, second = chance.sample(_WORDS[40:], 2)
    parts = [
        _paragraph(chance, 6) + f" {POST_TOKEN}." * is_edited,
        f"## {_heading(chance)}",
        _paragraph(chance, 4) + f" See [{topic}](/posts/{_slug(other)}/).",
        "\n".join(f"- **{_heading(chance)}**: {_sentence(chance)}" for _ in range(4)),
        f"## {_heading(chance)}",
        _paragraph(chance, 7),
        _table(chance),
        _paragraph(chance, 3) + f" It is `{topic}_{number}` in [the code](https://example.org/c).",
        _code(chance, number, topic, second),
        f"## {_heading(chance)}",
        _paragraph(chance, 4) + f" For $x_{{{number}}} > 0$ the *{second}* is at most",
        f"$$\n\\sum_{{i=1}}^{{{number + 2}}} \\frac{{x_i^2}}{{{number + 3}}} + \\sqrt{{a}}\n$$",
        "\n".join(f"{step}. {_sentence(chance)}" for step in (1, 2, 3)),
        f"> {_sentence(chance)} {_sentence(chance)}",
        f"### {_heading(chance)}",
        _paragraph(chance, 4) + f" More [in the list](/posts/) and [at {second}](/publications/).",
        "。".join(chance.sample(_CHINESE, 4)) + "。",
        _paragraph(chance, 7),
    ]
    day = date(1995, 1, 1) + timedelta(days=number)
    tags = tuple(chance.sample(TAGS, 2))
    return Post(_slug(number), _heading(chance), day, tags, "\n\n".join(parts) + "\n")


def _publication(chance: Random, number: int, size: Size) -> Publication:
    is_edited = number == size.publications // 2
    names, families = _NAMES.split(), _FAMILIES.split()
    first = chance.randrange(1, 900)
    return Publication(
        id=f"paper-{number:04}",
        title=f"{_heading(chance)} of {_heading(chance)}" + f" {PUBLICATION_TOKEN}" * is_edited,
        authors=(
            "Jin Fang",
            *(f"{chance.choice(names)} {chance.choice(families)}" for _ in "1234"),
        ),
        venue=chance.choice(_VENUES),
        year=1995 + number * 30 // size.publications,
        pages=f"{first}-{first + 12}",
        doi=f"10.1000/bench.{number}",
        pdf=f"https://example.org/pdf/paper-{number:04}.pdf",
        abstract=_paragraph(chance, 6),
    )


def _slug(number: int) -> str:
    return f"post-{number:05}"


def _table(chance: Random) -> str:
    rows = [f"| {chance.choice(_WORDS)} | {chance.random():.3f} | {n} |" for n in range(5)]
    return "\n".join(["| Method | Rate | Rank |", "|---|---:|---:|", *rows])


def _code(chance: Random, number: int, one: str, two: str) -> str:
    return f'''```python
import math


def {one}_{number}(values: list[float], {two}: float = {chance.random():.4f}) -> float:
    """Return the {two} of the {one}."""
    total = 0.0
    for index, value in enumerate(values):
        if value > {chance.randrange(100)} and index % {chance.randrange(2, 9)} == 0:
            total += math.sqrt(value) * {two}  # {_heading(chance)}
    return round(total / max(len(values), 1), {chance.randrange(1, 6)})
```'''


def _heading(chance: Random) -> str:
    return " ".join(chance.sample(_WORDS, 4)).capitalize()


def _sentence(chance: Random) -> str:
    words = chance.choices(_WORDS, k=chance.randrange(8, 15))
    words[chance.randrange(1, 5)] += ","
    return " ".join(words).capitalize() + "."


def _paragraph(chance: Random, sentences: int) -> str:
    return " ".join(_sentence(chance) for _ in range(sentences))


def _paragraphs(chance: Random, number: int) -> str:
    return "\n\n".join(_paragraph(chance, 4) for _ in range(number)) + "\n"
