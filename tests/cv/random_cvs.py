"""Random CVs: each word of the page is in the PDF as often, in order, and within the text area.

`python -m tests.cv.random_cvs 2000 [FIRST]` tries CVs from a seed on, and prints what is wrong with each.
"""

import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from tests.conftest import SiteCase
from tests.cv.pages import Line, lines_of_pdf
from tests.cv.reading import lines_of

_LINES = (Path(__file__).parent / "words.txt").read_text("utf-8").splitlines()
WORDS = {lang: words for lang, _, words in (line.partition(": ") for line in _LINES)}
"""A sentence in each language."""
FIELDS = {
    "projects": ("title", "role"),
    "experience": ("role", "organization"),
    "education": ("degree", "institution"),
    "awards": ("title", "organization"),
    "teaching": ("course", "institution"),
    "service": ("role", ""),
    "talks": ("title", "event"),
    "publications": ("title", "venue"),
    "patents": ("title", "assignee"),
    "skills": ("label", ""),
    "interests": ("title", ""),
    "references": ("name", "organization"),
}
"""What each kind of record has for a title, and for a second line."""
PLAIN = ["projects", "experience", "awards", "publications", "talks", "skills", "references"]
PATTERNS = (
    "**{A}**[, {B}], {date}", "{date} | {A}[, {B}]", "**{date}** | **{A}** | {B}", "**{A}** | {date}",
    "{A} | {B} | {date}",
)  # fmt: skip
FORMULAS = (
    r"\frac{a}{b} + x^2", r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", r"\sum_{i=1}^n x_i",
    r"\begin{aligned} a &= b \\ c &= d \\ e &= f \end{aligned}",
)  # fmt: skip
PERSON = """\
person:
  name: {given: Ada Maria, family: Lovelace, native: 洛芙莱斯}
  role: Analyst · Poet | Translator
  affiliation: Analytical Engine Works
  email: ada.maria.lovelace@example.org
  url: https://ada.example.org/
  phone: '+00 000 0000 0000'
  location: Example Town upon Exampleton
  links: {github: ada-lovelace, orcid: 0000-0000-0000-0001, scholar: abcdefgh, dblp: 1/2}
  portrait: me.jpg
"""
WHOLE = (
    "C++", "C#", "p. 12", "178–189", "pp. 3–14", "12 km", "3.2 ms", "90 %", "J. Fang", "A. B. Xu",
    "CCF-B", "CCF B", "pre-training", "TCP/IP", "2021 – 2023", "5,000 h",
)  # fmt: skip
"""What no line may break."""
BLOCKS = ("p", "p", "p", "ul", "ol", "table", "code", "math", "quote", "mixed")
DATES = ("2019", "2020-03", "2019-05 – 2021-07", "2022 – present")
LONG = (
    "https://example.org/some/long/way/to/a/page/that/nobody/has/read.html",
    "x" * 130,
    "Wort" * 9,
)
SIGN = re.compile(r"[hqx]\d+k\d+z")
"""A word that stands once: of a heading, a record or the text of a section, and its number."""


class RandomCv:
    """The records and the CV of one seed; with `entries`, so many a section, of lists alone."""

    def __init__(
        self, seed: int, lang: str = "", design: str = "", margin: float = 0, entries: int = 0
    ) -> None:
        self.seed = seed
        self._chance = random.Random(seed)
        self._entries = entries
        self._signs, self._of = 0, ""
        self.lang = lang or self._chance.choice(list(WORDS))
        self._design = design or self._chance.choice(("classic", "modern"))
        self._centimetres = margin or self._chance.choice((1.6, 2, 2.6, 3.4))
        self.margin = self._centimetres / 2.54 * 72
        self._paper = self._chance.choice(("a4", "us-letter"))
        self.width, self.height = (595.3, 841.9) if self._paper == "a4" else (612, 792)
        self.is_across = False
        self.records: dict[str, list[str]] = {kind: [] for kind in FIELDS}
        self.styles: list[str] = []
        self.text = self._cv()

    def _cv(self) -> str:
        chance = self._chance
        kinds = PLAIN if self._entries else chance.sample(list(FIELDS), chance.randrange(1, 6))
        sections = "".join(map(self._section, kinds))
        density = chance.choice(("comfortable", "compact"))
        options = f"{{margin: {self._centimetres}, density: {density}, size: {chance.choice((9, 10, 11.5))}}}"
        return (
            f"lang: {self.lang}\npage: {self._paper}\nphoto: {chance.random() < 0.3}\n"
            f"design: {{name: {self._design}, options: {options}}}\n"
            "contact: [email, phone, url, location, github, scholar, dblp, orcid]\n"
            f"sections:\n{sections}"
        )

    def _section(self, kind: str) -> str:
        chance = self._chance
        longest = chance.choice((0, 200, 700, 2000, 5000))
        across = chance.choice((1, 1, 1, 1, 2, 3, 4))
        across = 1 + (kind == "references") if self._entries else across
        self._widest = max(1, 5 // across)
        self.is_across = self.is_across or across > 1
        ids = []
        for _ in range(self._entries or chance.choice((1, 2, 3, 5, 9, 20))):
            self._of = f"q{self._signs}"
            ids.append(f"r{self.seed}-{kind}-{len(ids)}")
            size = chance.choice((0, 1, chance.randrange(1, longest + 2), longest))
            self.records[kind].append(self._record(kind, ids[-1], size))
            longest = longest if len(ids) < 6 else min(longest, 500)
        style = chance.choice(("cards", "lines", *["pattern"] * (0 if self._entries else 3)))
        if style == "pattern":
            style = f"s{self.seed}-{kind}"
            main, second = FIELDS[kind]
            second = "authors" if kind == "publications" else second
            pattern = chance.choice(PATTERNS).replace("{A}", f"{{{main}}}")
            pattern = pattern.replace("{B}", f"{{{second}}}" if second else "")
            pattern = pattern.replace("[, ]", "").replace("|  |", "|").rstrip("| ")
            if kind in ("skills", "interests", "references"):
                pattern = f"**{{{main}}}**"
            self.styles.append(f"  {style}: {{{kind}: {pattern!r}}}\n")
        more = ", numbered: true" if chance.random() < 0.2 else ""
        more += f", columns: {across}" if across > 1 else ""
        self._of = f"x{self._signs}"
        more += f", text: {self._words(40)!r}" if self._entries or chance.random() < 0.2 else ""
        self._of = f"h{self._signs}"
        return (
            f"  - {{of: {kind}, title: {self._words(2)!r}, names: initials, only: [{', '.join(ids)}],"
            f" style: {style}, links: none, order: file{more}}}\n"
        )

    def _record(self, kind: str, id: str, size: int) -> str:
        main, second = FIELDS[kind]
        said = f"- id: {id}\n  {main}: {self._words(self._chance.randrange(1, 12))!r}\n"
        if second:
            said += f"  {second}: {self._words(self._chance.randrange(1, 7))!r}\n"
        if kind == "publications":
            said += "  authors: [J. Fang, 徐宏力, Ada Lovelace*, A. B. Xu†, 欧阳晓明]\n"
        if kind == "skills":
            said += f"  items: [C++, C#, TCP/IP, {self._words(2)!r}]\n"
        if kind == "patents":
            said += "  inventors: [Jin Fang]\n"
        if kind not in ("skills", "interests", "references"):
            date = "2020-03" if self._entries else self._chance.choice(DATES)
            said += f"  date: {date}\n"
        body = "".join(self._body(size))
        return said + (f"  body: |\n{body}" if body else "")

    def _body(self, size: int) -> Iterator[str]:
        """Paragraphs and other blocks of about that many characters, as lines of YAML."""
        chance = self._chance
        while size > 0:
            count = max(1, min(size, chance.choice((60, 300, 900, 5000))) // 8)
            kind = chance.choice(("ul",) if self._entries else BLOCKS)
            size -= count * 8
            if kind in ("ul", "ol"):
                mark = "-" if kind == "ul" else "1."
                for _ in range(chance.randrange(1, 6)):
                    yield f"    {mark} {self._words(max(1, count // 4))}\n"
            elif kind == "table":
                width = chance.randint(1, self._widest)
                yield self._row(width, 1) + "    |" + "---|" * width + "\n"
                yield from (self._row(width, 6) for _ in range(min(30, count // 8)))
            elif kind == "code":
                yield "    ```\n"
                for _ in range(min(90, count // 6 + 1)):
                    yield f"    {self._sign()} = call({'x' * chance.randrange(1, 150)})\n"
                yield "    ```\n"
            elif kind == "math":
                yield f"    {self._words(5)}\n\n    $${chance.choice(FORMULAS)}$$\n"
            elif kind == "quote":
                yield f"    > {self._words(count)}\n"
            elif kind == "mixed":
                yield f"    {self._words(3)} **{self._words(2)}** ${chance.choice(FORMULAS[:1])}$ {self._words(count)} {chance.choice(LONG)}\n"
            else:
                yield f"    {self._words(count)}\n"
            yield "\n"

    def _row(self, width: int, longest: int) -> str:
        cells = (self._words(self._chance.randrange(1, longest + 1)) for _ in range(width))
        return f"    | {' | '.join(cells)} |\n"

    def _sign(self) -> str:
        self._signs += 1
        return f"{self._of}k{self._signs}z"

    def _words(self, count: int) -> str:
        """Some words of the language; every few of them, one that stands nowhere else."""
        words = WORDS[self.lang].split()
        glue = "" if self.lang[:2] in ("zh", "ja") else " "
        start = self._chance.randrange(len(words))
        said = words[0] + glue + self._sign()
        for place in range(count):
            word = words[(start + place) % len(words)]
            if place % 5 == 4:
                word = self._sign()
            elif place % 3 == 1:
                word = self._chance.choice(WHOLE)
            between = "，" if not glue and said[-1].isascii() and word[0].isascii() else glue
            said += "" if not glue and word in said[-4:] else between + word
        return said.rstrip("，、；（“《")


def write(site: SiteCase, cvs: list[RandomCv]) -> None:
    """Write one site with some CVs."""
    styles = "".join(style for cv in cvs for style in cv.styles)
    site.write(
        "content/site.yaml",
        f"languages: [{', '.join(WORDS)}]\n{PERSON}" + (f"styles:\n{styles}" if styles else ""),
    )
    (site.root / "static").mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (90, 120), "gray").save(site.root / "static/me.jpg")
    for kind in FIELDS:
        records = "".join(record for cv in cvs for record in cv.records[kind])
        if records:
            site.write(f"content/{kind}.yaml", records)
    for cv in cvs:
        site.write(f"content/cv/c{cv.seed}.yaml", cv.text)


def letters(text: str) -> str:
    """The letters of a text, as readers tell them from each other."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(ch for ch in text if ch.isalpha())


FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)


def text_of(cv: RandomCv, pdf: Path, lines: list[Line]) -> str:
    """Return the text of a PDF from its first section on, without formulas and footers."""
    if cv.lang in ("ar", "he"):  # PDFium has it in the order in which it is drawn
        bottom = round(cv.height - cv.margin * 0.95 + 4)
        box = ["-x", "0", "-y", "0", "-W", "700", "-H", str(bottom)]
        run = subprocess.run(["pdftotext", "-raw", *box, pdf, "-"], capture_output=True, check=True)
        text = run.stdout.decode()
    else:
        text = " ".join(
            "".join(c.text for c in line.characters if "Math" not in c.font) for line in lines
        )
    return from_first_sign(text)


def from_first_sign(text: str) -> str:
    """Return a text without blanks from its first sign on: before it stands the name of the person."""
    text = "".join(text.split())  # a word in a narrow cell of a table may be broken
    first = SIGN.search(text)
    return text[first.start() :] if first else ""


def faults(cv: RandomCv, page: str, pdf: Path) -> Iterator[str]:
    """Yield what is wrong with a PDF, going by the page of the same CV."""
    lines = lines_of_pdf(pdf)
    said = "".join(re.findall(r"<section\b.*?</section>", FORMULA.sub("", page), re.DOTALL))
    wanted = from_first_sign(" ".join(lines_of(f"<main>{said}</main>")))
    text = text_of(cv, pdf, lines)
    ours, theirs = SIGN.findall(wanted), SIGN.findall(text)
    lost, more = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    if not lost and not more and cv.lang not in ("ar", "he"):
        lost, more = Counter(letters(wanted)), Counter(letters(text))
        lost, more = lost - more, more - lost
    if lost or more:
        yield f"lost: {list(lost.items())[:9]}, too often: {list(more.items())[:9]}"
    elif cv.lang not in ("ar", "he"):
        at = next((n for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b), None)
        if at is not None:
            yield f"the order is another one: {ours[at]} on the page, {theirs[at]} in the PDF"
    yield from misplaced(cv, lines)


def misplaced(cv: RandomCv, lines: list[Line]) -> Iterator[str]:
    """Yield what stands outside of the text area, and pages that end too early."""
    width, height, margin = cv.width, cv.height, cv.margin
    ends: dict[int, float] = {}
    for line in lines:
        for character in line.characters:
            left, bottom, right, _ = character.box
            if character.text.isalnum():
                if left < margin - 3 or right > width - margin + 3:
                    yield f"outside of the lines: {line.text[:60]!r}"
                    break
                if bottom < margin * 0.95 - 5 and cv.lang not in ("ar", "he"):
                    yield f"below the page: {line.text[:60]!r}"
                    break
        bottom = min(c.box[1] for c in line.characters)
        ends[line.page] = min(bottom, ends.get(line.page, height))
    taken: dict[tuple[int, int, int], Line] = {}
    twice = 0
    for line in lines:
        for character in (c for c in line.characters if c.text.isalpha()):
            place = (line.page, round(character.box[0] / 2), round(character.box[1] / 2))
            twice += taken.setdefault(place, line) is not line
    if twice > 20 and cv.lang not in ("ar", "he"):
        yield f"{twice} letters stand upon others"
    for number in range(lines[-1].page):
        free = (ends.get(number, height) - margin) / (height - 2 * margin)
        if free > (
            0.5 if cv.is_across else 1 / 3
        ):  # what is kept together is high where it is narrow
            yield f"{free:.0%} of page {number + 1} is empty"


def tried(seeds: range, folder: Path) -> dict[int, list[str]]:
    """Build the CVs of some seeds in one site, and return what is wrong with each."""
    cvs = [RandomCv(seed) for seed in seeds]
    site = SiteCase(folder)
    write(site, cvs)
    built = site.build()
    if not built.ok:
        return {seeds.start: [built.said()]}
    found = {}
    for cv in cvs:
        (page,) = (f for f in built.files() if f.endswith(f"cv/c{cv.seed}/index.html"))
        found[cv.seed] = list(faults(cv, built.read(page), site.output / f"pdf/c{cv.seed}.pdf"))
    return {seed: wrong for seed, wrong in found.items() if wrong}


def main(count: int, first: int = 0) -> None:
    """Try CVs and print what is wrong."""
    wrong = 0
    for seed in range(first, first + count, 10):
        folder = Path(tempfile.mkdtemp(prefix="masthead-cvs-"))
        for number, said in tried(range(seed, min(seed + 10, first + count)), folder).items():
            wrong += 1
            print(f"seed {number}:", *said, sep="\n  ", flush=True)
        shutil.rmtree(folder)
    print(f"{count} CVs from seed {first} on, {wrong} with faults")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
