"""The oracle: after any history of edits, `_site/` is what a clean build makes, byte for byte.

A small site is edited at random. Its texts are in `history/`: pages, data, configuration, CVs, templates, parts
and designs, with choices in `‹…|…›`; an edit makes one choice anew, or a file comes or goes. Others change
pictures, fonts, languages, names, times and outputs. After each edit the site is built beside what the
last build remembered, and from nothing into an empty folder; the two must be equal, and a further build
must make nothing again.
"""

import gc
import os
import random
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, TRIES_OTHERS, Built, SiteCase, small_site, texts_below
from tests.pictures.drawing import exif, pdf, photo, saved

Edit = Callable[["History"], str]
BASE = REPOSITORY / "themes/base"

TEXTS = Path(__file__).parent / "history"
POST = (TEXTS / "post.md").read_text("utf-8")
FILES = texts_below(TEXTS / "always")
MAYBE = texts_below(TEXTS / "sometimes")
"""The texts of the site that are always there, and those that come and go."""
for n in range(5):
    name = f"content/posts/2024-01-0{n + 1}-p{n}{'.zh' * (n % 3 == 1)}.md"
    MAYBE[name] = POST.replace("NUMBER", str(n))
for path in ("cv/classic.typ", "cv/nodes.typ"):
    MAYBE[f"themes/broadsheet/{path}"] = (BASE / path).read_text("utf-8") + "\n// ‹number›\n"


@dataclass
class Text:
    """A text in parts, every second of which is a choice: all that it may be, and what it is now."""

    parts: list[str]
    made: list[str]


class History:
    """A site and the random edits that happen to it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.case = SiteCase(folder / "project")
        self.folder = folder
        self.random = random.Random(seed)
        self.number = 0
        self.languages = "en, zh"
        self.texts: dict[str, Text] = {}
        for path in (*FILES, *(path for path in MAYBE if re.search("index|p[012]", path))):
            self.add(path)
        self.case.write("static/p.pdf", pdf()).write("static/cover.png", saved(photo(90, 50)))

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def choice(self, slot: str) -> str:
        self.number += slot in ("word", "number")
        if slot == "word":
            return f"{self.pick('gradient', 'switch', '网络', 'edge', 'a *b* c')} {self.number}"
        return str(self.number) if slot == "number" else self.pick(*slot.split("|"))

    def add(self, path: str) -> None:
        """Write a file with new choices."""
        parts = re.split("‹(.*?)›", (FILES | MAYBE)[path], flags=re.DOTALL)
        made = [self.choice(part) if n % 2 else part for n, part in enumerate(parts)]
        self.texts[path] = Text(parts, made)
        self.write(path)

    def write(self, path: str) -> None:
        text = "".join(self.texts[path].made)
        text = text.replace("LANGUAGES", self.languages).replace("PRAISE", "praise " * 300)
        self.case.write(path, text)

    def delete(self, path: str) -> str:
        del self.texts[path]
        self.case.delete(path)
        return f"{path} deleted"

    def files(self, *folders: str) -> list[Path]:
        found = [p for f in folders for p in sorted((self.case.root / f).rglob("*")) if p.is_file()]
        return [p for p in found if p.name not in ("site.yaml", "index.md", "venues.yaml")]


# Each edit does one thing and says what it did.


def edit_text(h: History) -> str:
    """Make one choice of one file anew."""
    path = h.pick(*(path for path, text in h.texts.items() if len(text.parts) > 1))
    text = h.texts[path]
    n = h.random.randrange(1, len(text.parts), 2)
    text.made[n] = h.choice(text.parts[n])
    h.write(path)
    return f"{path}: now {text.made[n]!r} of {text.parts[n]!r}"


def edit_whole_text(h: History) -> str:
    path = h.pick(*(path for path in (FILES | MAYBE) if path in h.texts and "case" not in path))
    h.add(path)
    return f"{path} written anew"


def toggle_text(h: History) -> str:
    path = h.pick(*(path for path in MAYBE if h.languages != "en" or ".zh." not in path))
    if path in h.texts:
        return h.delete(path)
    h.add(path)
    return f"{path} added"


def rename_post(h: History) -> str:
    posts = [path for path in h.texts if "posts/" in path]
    if not posts:
        return "no post to rename"
    old = h.pick(*posts)
    h.number += 1
    h.texts[new := f"{old[:25]}renamed{h.number}.md"] = h.texts[old]
    h.delete(old)
    h.write(new)
    return f"{old} renamed"


def edit_languages(h: History) -> str:
    h.languages = "en" if "zh" in h.languages else "en, zh"
    for path in [path for path in h.texts if ".zh." in path]:
        h.delete(path)
    h.write("content/site.yaml")
    return f"languages: {h.languages}"


def toggle_font(h: History) -> str:
    name = "Inter-Italic.otf"
    path = h.case.root / "fonts" / name
    if path.exists():
        path.unlink()
        return "font removed"
    h.case.write(f"fonts/{name}", (BASE / "cv/fonts" / name).read_bytes())
    return "font added"


def same_size_and_time(h: History) -> str:
    path = h.case.root / "content/about.md"
    status = path.stat()
    text = path.read_text("utf-8")
    swapped = text.replace("See", "Sea") if "See" in text else text.replace("Sea", "See")
    path.write_text(swapped, "utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    return "about.md edited with its size and time kept"


def older_time(h: History) -> str:
    texts = (".md", ".yaml", ".bib")
    path = h.random.choice([p for p in h.files("content") if p.suffix in texts])
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    return f"{path.name} edited with an old time"


def touch(h: History) -> str:
    path = h.random.choice(h.files("content", "static"))
    path.touch()
    return f"{path.name} touched"


def change_case(h: History) -> str:
    old, new = h.case.root / "static/case.txt", h.case.root / "static/Case.txt"
    (old if old.exists() else new).rename(new if old.exists() else old)
    return "case.txt changed its case"


def revert_paper(h: History) -> str:
    text = h.texts["content/publications.yaml"]
    before, text.made[1] = text.made[1], "Another title"
    h.write("content/publications.yaml")
    h.case.build()
    text.made[1] = before
    h.write("content/publications.yaml")
    return "paper edited, built and reverted"


def edit_output(h: History) -> str:
    """By hand: a page is changed, and perhaps another one deleted."""
    page = h.case.output / "index.html"
    gone = h.random.choice(([h.case.output / "404.html"], []))
    if page.exists() and h.pick("y", "n") == "y":
        page.write_bytes(page.read_bytes() + b"<!-- by hand -->")
    for path in gone:
        path.unlink(missing_ok=True)
    return "outputs edited and deleted by hand"


def break_and_mend(h: History) -> str:
    path = h.case.root / "content/broken.md"
    path.write_text("---\ntitle: x\n---\n[dead](nowhere.md)\n", "utf-8")
    assert not h.case.build().ok
    path.unlink()
    return "broken, built and mended"


def edit_picture(h: History) -> str:
    """Pictures that come, change, go and break, beside a page and under static/."""
    path = h.pick("content/about.png", "content/posts/wide.jpg", "static/seen.webp", "static/d.svg")
    if (h.case.root / path).exists() and h.pick("y", "n", "n") == "y":
        h.case.delete(path)
        return f"{path} deleted"
    width = h.random.choice((60, 70, 90, 130))
    kind = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP"}.get(path.rpartition(".")[2])
    data = f'<svg width="{width}" height="9"></svg>'.encode()
    if kind:
        turned = exif(h.random.choice((1, 6)), position=h.pick("y", "n") == "y")
        data = saved(photo(width, 50, h.random.randrange(9)), kind, exif=turned)
    broken = h.pick("", "", "", "cut", "garbled", "another kind", "empty")
    if broken == "cut":
        data = data[: len(data) * 2 // 3]
    elif broken == "garbled":
        data = data[:60] + bytes(h.random.randrange(256) for _ in range(40)) + data[100:]
    elif broken:
        data = b"GIF89a but not really" if broken == "another kind" else b""
    h.case.write(path, data)
    return f"{path} written {broken}"


def edit_shown_pictures(h: History) -> str:
    """A post that shows some of them, as long as they are there; and who looks at the reader."""
    there = [
        p for p in h.files("content", "static") if p.suffix in (".png", ".jpg", ".webp", ".svg")
    ]
    targets = ["/" + p.relative_to(h.case.root).as_posix().partition("/")[2] for p in there]
    shown = "".join(
        f"![p]({target}){h.pick('', '{width=40}', '{width=37%}')}\n\n" for target in targets
    )
    h.case.write("content/posts/2024-02-01-pictures.md", f"---\ntitle: Pictures\n---\n{shown}")
    return f"{len(there)} pictures shown"


def edit_paper_picture(h: History) -> str:
    """What stands for papers: a PDF, perhaps broken, and a picture."""
    square = f"{h.random.randrange(3)} 0 0 rg 20 20 90 90 re f"
    data = pdf(h.random.choice((30, 40)), 40, square)
    h.case.write("static/p.pdf", h.random.choice((data, data, data[:50], b"")))
    h.case.write("static/cover.png", saved(photo(90, 50, h.random.randrange(3))))
    return "PDF and cover written"


def rename_picture(h: History) -> str:
    there = [p for p in h.files("content", "static") if p.suffix in (".png", ".jpg", ".webp")]
    there = [p for p in there if p.stem != "cover"]
    if not there:
        return "no picture to rename"
    path, to = h.random.choice(there), h.random.choice(there)
    h.number += 1
    path.rename(path.with_stem(f"{to.stem[:4]}{h.number}"))
    return f"{path.name} renamed"


EDITS: list[Edit] = [
    *(edit_text,) * 20, *(toggle_text,) * 8, edit_whole_text, edit_whole_text, rename_post, edit_languages,
    toggle_font, same_size_and_time, older_time, touch, change_case, revert_paper, edit_output, break_and_mend,
    edit_picture, edit_shown_pictures, edit_paper_picture, rename_picture,
]  # fmt: skip


def same_as_clean(h: History, said: str) -> Built:
    """Build beside the memory and from nothing, compare, and build once more."""
    built = h.case.build()
    clean_root = h.folder / "clean"
    shutil.rmtree(clean_root, ignore_errors=True)
    shutil.copytree(h.case.root, clean_root, ignore=shutil.ignore_patterns("_site", ".cache"))
    clean = SiteCase(clean_root, h.case.is_preview).build()
    assert clean.ok == built.ok, f"after {said}: {built.said()} / {clean.said()}"
    if built.ok:
        assert built.said() == clean.said(), f"after {said}: other warnings"
        left, right = built.bytes(), clean.bytes()
        different = sorted(p for p in left.keys() | right if left.get(p) != right.get(p))
        assert not different, f"after {said}: {different} are not what a clean build makes"
        again = h.case.build()
        assert again.report is not None
        assert (again.report.rendered, again.report.changed) == (0, ()), f"after {said}"
        assert again.said() == built.said(), f"after {said}: warnings are lost"
    return built


def run(folder: Path, seed: int, edits: int, keeps: bool = False) -> None:
    """Edit and build; one process that `keeps` what it can does so beside builds of others."""
    print(f"seed {seed}")
    history = History(folder, seed)
    kept = history.case.process_cache = {} if keeps else None
    history.case.is_preview = keeps
    same_as_clean(history, "the start")
    done = []
    for number in range(edits):
        if number % 4 == 0:
            gc.collect()  # builds end as cycles; a preview, too, looks for them itself
        edit = history.random.choice(EDITS)
        done.append(edit(history))
        if keeps and history.random.random() < 0.2:
            history.case.process_cache = None
            history.case.build()
            history.case.process_cache = kept
            done.append("built beside")
            done.append(history.random.choice(EDITS)(history))
        # Right after an edit a file is read whatever its stamp; a tick later the stamp is trusted.
        time.sleep(history.random.choice((0, 0.01)))
        same_as_clean(history, f"seed {seed}, {' | '.join(done[-4:])}")


def test_after_many_edits_the_site_is_what_a_clean_build_makes(tmp_path: Path) -> None:
    run(tmp_path, 0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [100, 101])
def test_after_many_edits_a_process_that_keeps_its_state_makes_what_a_clean_build_makes(
    tmp_path: Path, seed: int
) -> None:
    run(tmp_path, seed, 30, keeps=True)


def test_the_page_of_a_talk_follows_the_people_of_a_paper_whose_page_was_made_first(
    tmp_path: Path,
) -> None:
    case = small_site(tmp_path / "project")
    case.write(
        "content/publications.yaml",
        "- {id: p, title: A, authors: [Ada Lovelace, Bob Bee], date: 2024}\n",
    )
    case.write("content/talks.yaml", "- {id: t, title: T, date: 2024, body: B, publication: p}\n")
    for site in ("old", "new"):
        case.write("content/people.yaml", f"- {{name: Bob Bee, url: https://{site}.example/}}\n")
        built = case.build()
        for page in ("publications/p/index.html", "talks/t/index.html"):
            assert f"https://{site}.example/" in built.bytes()[page].decode(), page


@pytest.mark.slow
@pytest.mark.longest
@pytest.mark.parametrize("quarter", range(4))
def test_after_hundreds_of_edits_the_site_is_what_a_clean_build_makes(
    tmp_path: Path, quarter: int
) -> None:
    """In four histories: while a process is in one test, no other takes tests from it."""
    seed = random.SystemRandom().randrange(10**6) if TRIES_OTHERS else 1000 + quarter
    run(tmp_path, seed, 60)
