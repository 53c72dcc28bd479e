"""What the documentation shows works: its commands are there, its snippets build, its links lead on.

A block below a line that names a file (`content/people.yaml`:) is written to that file of a new
site; `site.yaml` takes over the keys that the block has. Blocks of `sh` are run line by
line, in the order in which they stand, those that need a network or a terminal excepted.
"""

import re
import shlex
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator import __version__
from generator.api import BuildRequest, build
from generator.check import check_on
from generator.commands import cli
from generator.model.files import ProjectFolders
from generator.scaffold import Answers, site_files, write_new
from tests.conftest import REPOSITORY, Built, SiteCase, element
from tools.docs_site import gather, write_front
from tools.gallery import SITES, themes

DOCS = REPOSITORY / "docs"
WRITTEN = sorted(DOCS.glob("*.md"))
_FENCE = re.compile(r"^(?:`(\S+)`[:：]\n\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = {"new", "build", "theme"}
"""Commands that need neither a network nor somebody who stops them."""
OTHERS = {"python", "python3", "~/masthead/bin/python", "pip", "npm", "git", "make", "rsync",
          "source", "export"}  # fmt: skip
Blocks = tuple[tuple[str, str, str], ...]


def sections(page: Path) -> Iterator[tuple[str, Blocks]]:
    """Each part of a page with its blocks: language, file, text."""
    for part in re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE):
        blocks = tuple((kind, file, text) for file, kind, text in _FENCE.findall(part))
        if blocks:
            yield f"{page.stem}: {part.partition(chr(10))[0]}", blocks


SECTIONS: dict[Blocks, str] = {}
for _page in WRITTEN:  # a translation with the same blocks shows nothing new
    for _name, _blocks in sections(_page):
        SECTIONS.setdefault(_blocks, _name)


def lines_of(*pages: Path) -> list[str]:
    found = []
    for page in pages:
        for _, kind, text in _FENCE.findall(page.read_text("utf-8")):
            if kind == "sh":
                found += [line.partition("  #")[0].strip() for line in text.splitlines() if line]
            elif kind == "text":
                found += re.findall(r"^\$ (masthead .*)", text, re.MULTILINE)
    return found


PARSER = cli.parser()
COMMANDS = lines_of(*WRITTEN, REPOSITORY / "README.md", REPOSITORY / "README.zh.md")
assert len(SECTIONS) >= 12 and sum(line.startswith("masthead ") for line in COMMANDS) >= 10


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_line_is_understood(line: str) -> None:
    words = shlex.split(line)
    if words[0] != "masthead":
        assert words[0] in OTHERS | {"cd", "rm"}, line
        if words[0] == "make":
            makefile = (REPOSITORY / "Makefile").read_text("utf-8")
            assert f"\n{words[1].rstrip()}:" in makefile
        return
    PARSER.parse_args(words[1:])


def test_fonts_that_guides_have_installed_are_those_of_the_extras() -> None:
    known = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    guides = "".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    named = set(re.findall(r"pylopdf-[\w-]+==[\d.]+", guides))
    assert named and all(font in known for font in named), named


@pytest.fixture(scope="module")
def new_sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A new site in each language, built: what a section does not touch is not drawn for it again."""
    made = {}
    for lang, name in (("en", "Jin Fang"), ("zh", "陈晓禾")):
        site = SiteCase(tmp_path_factory.mktemp("new") / lang)
        answers = Answers(name=name, languages=(lang,), url="https://jin.example.org/")
        write_new(site.root, site_files(answers, date(2026, 3, 1)))
        assert site.build().ok
        made[lang] = site.root
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("blocks", "name"), SECTIONS.items(), ids=SECTIONS.values())
def test_what_a_section_shows_builds_without_a_warning(
    new_sites: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    name: str, blocks: Blocks,
) -> None:  # fmt: skip
    lang = "zh" if ".zh: " in name else "en"
    site = SiteCase(shutil.copytree(new_sites[lang], tmp_path / "site"))
    monkeypatch.chdir(site.root)
    for kind, file, text in blocks:
        if file:
            apply(site, file, text)
        elif kind == "sh":
            for line in text.splitlines():
                run(line, monkeypatch)
        elif kind == "python":
            compile(text, name, "exec")
        elif kind != "text":  # what a command says
            raise AssertionError(f"{name}: a block of {kind} that nothing tests")
    if any(file or kind == "sh" for kind, file, _ in blocks):
        built = site.build(strict=True)
        assert built.ok and not built.problems, built.said()


def apply(site: SiteCase, file: str, text: str) -> None:
    """Write what a block shows of a file."""
    if file != "content/site.yaml":
        site.write(file, text)
        return
    path = site.root / file
    config: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    change = yaml.safe_load(text)
    assert isinstance(change, dict), text
    person = {**config["person"], **change.get("person", {})}
    site.write(file, yaml.safe_dump({**config, **change, "person": person}, allow_unicode=True))


def run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what a line of a shell does; those that only a network or a person can end are left out."""
    words = shlex.split(line)
    if not words:
        return
    if words[0] == "cd":
        monkeypatch.chdir(words[1])
    elif words[:2] == ["git", "clone"]:
        Path(Path(words[2]).stem).mkdir()  # its files are a test's in scaffold/
    elif words[0] == "rm":
        for word in words[1:]:
            Path(word).unlink()
    elif words[0] == "masthead" and words[1] in RUN:
        assert cli.main(words[1:]) == 0, line


@pytest.mark.slow
def test_the_documentation_is_a_site_without_a_warning(tmp_path: Path) -> None:
    made = gather(DOCS, tmp_path / "docs")
    assert "content/index.md" in made and "content/reference/index.md" in made
    for site in SITES:  # what `make docs` builds in minutes
        for theme in themes():
            home = tmp_path / "docs/static/gallery" / site / theme / "index.html"
            home.parent.mkdir(parents=True)
            home.write_text("built")
    site = SiteCase(tmp_path / "docs")
    request = BuildRequest(project=ProjectFolders(site.root), output=site.output, check=check_on())
    report = build(request)
    found = [one for one in report.warnings if "/gallery/" not in one.message]
    assert [one for one in found if one.severity == "warning"] == []  # `make docs` stops at one
    built = Built(site.output, report, (), site.root)
    pages = {path for path in built.files() if path.endswith("index.html")}
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).with_suffix("").as_posix()
        path = f"zh/{name.removesuffix('.zh')}" if name.endswith(".zh") else name
        assert f"{path.removesuffix('README').rstrip('/')}/index.html".lstrip("/") in pages
    start = built.read("start/index.html")
    assert 'href="../recipes/#a-theme-of-your-own"' in start
    bar = element(start, "details")
    assert '<p class="part">Guide</p>' in bar and 'href="./" aria-current="page"' in bar
    assert 'rel="prev" href="../"' in start and 'rel="next" href="../only-a-browser/"' in start


def test_the_documentation_names_its_version_and_all_its_pages_in_the_menu() -> None:
    settings = yaml.safe_load((DOCS / "site.yaml").read_text("utf-8"))
    assert settings["theme"]["options"]["version"] == __version__
    named = [entry["to"] if isinstance(entry, dict) else entry for entry in settings["menu"]]
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")}
    pages = {page for page in pages if not page.endswith(".zh")}
    there = {{"README": "/", "reference/README": "reference"}.get(page, page) for page in pages}
    assert sorted(named) == sorted(there), "docs/site.yaml: the menu holds each page once"


def test_the_newest_version_is_the_one_that_the_front_page_leads_to(tmp_path: Path) -> None:
    for version in ("0.9.2", "0.10.0", "0.2.0"):
        (tmp_path / version).mkdir()
        (tmp_path / version / "index.html").write_text("docs")
    (tmp_path / "drafts").mkdir()
    write_front(tmp_path)
    assert "url=0.10.0/" in (tmp_path / "index.html").read_text("utf-8")
    listed = re.findall(r'href="(.*?)/"', (tmp_path / "versions.html").read_text("utf-8"))
    assert listed == ["0.10.0", "0.9.2", "0.2.0"]


def test_lines_of_gathered_pages_have_the_numbers_that_they_have_in_docs(tmp_path: Path) -> None:
    gather(DOCS, tmp_path)
    for page in WRITTEN:
        name = page.name.replace("README.", "index.")
        gathered = (tmp_path / "content" / name).read_text("utf-8")
        assert gathered.count("\n") == page.read_text("utf-8").count("\n")


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings_as_a_repository_shows_them(page: Path) -> None:
    text = _FENCE.sub("", page.read_text("utf-8"))
    targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text))
    for target in targets:
        if "://" in target:
            continue
        file, _, heading = target.partition("#")
        other = (page.parent / file) if file else page
        assert other.is_file(), target
        if heading:
            headings = re.findall(r"^#+ (.+)$", other.read_text("utf-8"), re.MULTILINE)
            names = {re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-") for words in headings}
            assert heading in names, target
