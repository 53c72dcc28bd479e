"""What is put out is right wherever it stands, and no more than meant."""

import os
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from generator.api import BuildRequest, build
from generator.model.files import ProjectFolders
from tests.commands import REPOSITORY, run_command
from tests.conftest import ENVIRONMENT, Built, SiteCase, files_below, texts_below
from tests.cv.conftest import read_pdf
from tests.faults.conftest import messages, page
from tests.machines.reading import Page, pages
from tests.pictures.drawing import plot, saved

pytestmark = [pytest.mark.broadsheet, pytest.mark.slow]

BASE = "https://user.github.io/repo/"
NAMES = {"href", "src", "srcset", "poster", "action", "formaction", "data", "cite", "xlink:href"}


Link = tuple[str, str]
"""How an address got into a page, and the address."""


def links_in(page: Page) -> list[Link]:
    links = []
    for tag, attributes in page.tags:
        for name, value in attributes.items():
            if name == "srcset":
                links += [(f"{tag} {name}", one.split()[0]) for one in value.split(", ")]
            elif name in NAMES:
                links.append((f"{tag} {name}", value))
            elif tag == "meta" and name == "content" and (found := re.search(r"url=(.*)", value)):
                links.append(("meta refresh", found[1]))
            elif tag == "meta" and name == "content" and value.startswith(("/", "http")):
                links.append(("meta", value))
    return links


def ids_in(page: Page) -> set[str]:
    return {attributes["id"] for _, attributes in page.tags if "id" in attributes}


def links_of(built: Built, path: str) -> list[Link]:
    """All addresses in an output: of a page, a feed, a sitemap or a style sheet."""
    text = built.read(path)
    if path.endswith(".html"):
        return links_in(Page(text))
    if path.endswith(".css"):
        return [("url()", found) for found in re.findall(r"url\([\"']?([^\"')]+)", text)]
    if path == "robots.txt":
        return [("Sitemap", found) for found in re.findall(r"Sitemap: (\S+)", text)]
    links = []
    for node in ElementTree.fromstring(text).iter():
        name = node.tag.rpartition("}")[2]
        links += [(name, node.get("href", ""))] if node.get("href") else []
        links += [(name, node.text or "")] if name in ("id", "loc") else []
        if name == "content":  # a footnote may lead to its mark, in the same text
            page = Page(node.text or "")
            links += [li for li in links_in(page) if li[1].lstrip("#") not in ids_in(page)]
    return links


def address_of(path: str) -> str:
    return BASE + path.removesuffix("index.html")


def dead(built: Built) -> list[str]:
    """All links of a site, served at BASE, that lead to no file or no place in one."""
    files = built.files()
    ids = {path: ids_in(page) for path, page in pages(built).items()}
    wrong = []
    for path in sorted(files):
        if not path.endswith((".html", ".xml", ".css", "robots.txt")):
            continue
        for where, address in links_of(built, path):
            url = urlsplit(urljoin(address_of(path), address))
            if url.netloc != "user.github.io":
                continue
            inside = unquote(url.path).removeprefix("/repo/")
            target = inside + "index.html" if inside.endswith("/") or not inside else inside
            if not url.path.startswith("/repo/") or target not in files:
                wrong.append(f"{path}: {where}={address}")
            elif url.fragment and target in ids and unquote(url.fragment) not in ids[target]:
                wrong.append(f"{path}: {where}={address} (no such place)")
    return wrong


RICH: dict[str, str | bytes] = {
    **texts_below(Path(__file__).parent / "sites/rich"),
    **dict.fromkeys(("content/posts/in.png", "static/me.png"), saved(plot(60, 40))),
}


@pytest.fixture(scope="module", params=["a small site of everything", "the sample site"])
def under_repo(
    request: pytest.FixtureRequest, sample: ProjectFolders, tmp_path_factory: pytest.TempPathFactory
) -> Built:
    folder = tmp_path_factory.mktemp("under_repo")
    if request.param == "the sample site":
        report = build(BuildRequest(project=sample, output=folder, base_url=BASE))
        return Built(folder, report, report.warnings, sample.root)
    site = SiteCase(folder)
    for path, text in RICH.items():
        site.write(path, text)
    built = site.build(base_url=BASE)
    assert messages(built) == []
    return built


def test_under_a_folder_every_link_leads_to_a_file_and_place(under_repo: Built) -> None:
    assert dead(under_repo) == []
    seen = sum(len(links_of(under_repo, p)) for p in under_repo.files() if p.endswith(".html"))
    assert seen > 200


def test_no_link_starts_at_the_root_but_those_of_the_404_page(under_repo: Built) -> None:
    for path in sorted(under_repo.files()):
        if not path.endswith((".html", ".css")):
            continue
        rooted = [link for link in links_of(under_repo, path) if link[1].startswith("/")]
        if path == "404.html":
            local = [li for li in links_of(under_repo, path) if not urlsplit(li[1]).scheme]
            assert len(rooted) > 5
            assert all(link[1].startswith("/repo/") for link in rooted), rooted
            assert all(link in rooted or link[1].startswith("#") for link in local), local
        else:
            assert rooted == [], path


TIES = {
    "content/posts/2049-01-01-later.md": page("title: Later"),
    "content/posts/2024-01-01-one.md": page("title: One\ntags: [GPU, Tcp, ab, CD, ef, Gh]"),
    "content/posts/2024-01-01-two.md": page("title: Two\ntags: [gpu, TCP, AB, cd, EF, gh]"),
    "content/posts/2024-01-01-six.md": page("title: Six\ntags: [Gpu, tcp, Ab, Cd, Ef, GH]"),
    "content/ties.md": page("title: Ties", ":::{talks}\n:::\n"),
    **{f"content/talks/{name}.yaml": f"title: {name}\ndate: 2024\n" for name in "bdaceg"},
}


def a_copy(folder: Path, crlf: bool = False) -> Path:
    """A copy of the sample site, with posts whose dates and tags are alike."""
    for name in ("content", "static", "themes"):
        shutil.copytree(REPOSITORY / name, folder / name)
    (folder / "content/talks").mkdir()
    for path, text in TIES.items():
        (folder / path).write_bytes(text.encode())
    for path in folder.rglob("*"):
        is_text = path.suffix in (".md", ".yaml", ".html", ".xml", ".txt", ".jinja")
        if crlf and is_text and path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return folder


def bytes_of(project: Path, umask: int = 0o022, **environment: str) -> dict[str, bytes]:
    """Build with the real command in an environment of its own: all files with their bytes."""
    words = ("build", "--project", str(project), "--quiet")
    run = run_command(words, project.parent, {**ENVIRONMENT, **environment}, umask)
    assert run.returncode == 0, run.stderr
    return files_below(project / "_site")


WORKSHOP = "workshop-4711"
"""The name of a folder that is to stand in no output."""


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    found = bytes_of(a_copy(tmp_path_factory.mktemp(WORKSHOP) / "site"), PYTHONHASHSEED="0")
    assert len(found) > 50
    return found


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> set[str]:
    return {path for path in one.keys() | other.keys() if one.get(path) != other.get(path)}


ENVIRONMENT_OF_ANOTHER = {
    "PYTHONHASHSEED": "random", "TZ": "Pacific/Kiritimati", "LC_ALL": "POSIX",
    "LANG": "tr_TR.UTF-8", "LANGUAGE": "zh", "PYTHONCOERCECLOCALE": "0", "HOME": "/nowhere",
    "USER": "nobody", "SOURCE_DATE_EPOCH": "1",
}  # fmt: skip
ANOTHER_DAY = """
import datetime, time
day = (2051, 7, 3, 4, 5, 6, 0, 184, 0)
time.time = lambda: 2571969906.0
time.localtime = time.gmtime = lambda *_: time.struct_time(day)
class date(datetime.date):
    today = classmethod(lambda cls: cls(2051, 7, 3))
class moment(datetime.datetime):
    now = classmethod(lambda cls, tz=None: cls(2051, 7, 3, tzinfo=tz))
    utcnow = today = classmethod(lambda cls: cls(2051, 7, 3))
datetime.date, datetime.datetime = date, moment
"""


def elsewhere(folder: Path) -> Path:
    """A copy in a folder with a name of all signs, whose files have other times."""
    project = a_copy(folder / "Ordner mit Ümlauten 网站 #1" / "deep" / "er")
    for number, path in enumerate(sorted(project.rglob("*"), reverse=True)):
        stamp = (number * 7919) % 2_000_000_000
        os.utime(path, (stamp, stamp))
    return project


def test_another_place_day_and_environment_give_the_same_bytes(
    usual: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(ANOTHER_DAY)
    path = f"{REPOSITORY}{os.pathsep}{tmp_path}"
    found = bytes_of(elsewhere(tmp_path), umask=0o077, PYTHONPATH=path, **ENVIRONMENT_OF_ANOTHER)
    assert differing(usual, found) == set() and "2049/01/01/later/index.html" in found


class Backwards(list["os.DirEntry[str]"]):
    """What a folder holds, in an order that another file system may give."""

    def __enter__(self) -> "Backwards":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def without_digest(files: dict[str, bytes]) -> dict[str, bytes]:
    """The name of the style sheet tells its source; git leaves a theme's files as they are."""
    sheet = re.compile(rb"style\.[0-9a-f]{10}\.css")
    return {
        re.sub(sheet, b"style.css", path.encode()).decode(): re.sub(sheet, b"style.css", data)
        for path, data in files.items()
    }


def test_line_ends_of_windows_and_another_order_of_files_give_the_same_bytes(
    usual: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = ProjectFolders(a_copy(tmp_path / "site", crlf=True))
    scandir = os.scandir

    def backwards(folder: str) -> Backwards:
        return Backwards(sorted(scandir(folder), key=lambda entry: entry.name, reverse=True))

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", backwards)
        report = build(BuildRequest(project=project, output=tmp_path / "out"))
    found = Built(tmp_path / "out", report, (), project.root).bytes()
    assert differing(without_digest(usual), without_digest(found)) == set()


RECORDS = {
    "publications": "id: %, title: %, authors: [%], venue: In @, date: 2031, abstract: @, note: @, "
    "award: @, body: @, doi: 10.1/@, links: {web: 'https://x.org/@'}, bibtex: {series: @}, tags: [@]",
    "experience": "role: %, organization: %, unit: @, location: @, body: @",
    "education": "degree: %, area: @, institution: %, thesis: @, advisors: [@]",
    "projects": "title: %, role: @, organization: @, body: @",
    "patents": "title: %, number: @, assignee: @, inventors: [@]",
    "awards": "title: %, organization: @, level: @, stage: @, awards: [{title: @}]",
    "service": "role: %, organizations: [@]",
    "teaching": "course: %, code: @, institution: @",
    "talks": "title: %, event: @, location: @",
    "skills": "label: %, items: [@]",
    "news": "date: 2024, text: %",
    "references": "name: %, position: @, organization: @, email: @, phone: @",
    "interests": "title: %, text: @",
}
"""Records with words to show (`%`), which each must have, and words and a year to hide."""


class Tokens:
    """Words that stand nowhere else, planted in a site."""

    def __init__(self, site: SiteCase) -> None:
        self.site = site
        self.hidden: dict[str, str] = {}
        self.open: dict[str, str] = {}
        self.count = 0

    def write(self, path: str, text: str) -> None:
        """Write a file; each `@` becomes a token to hide, each `%` one to show."""

        def token(match: re.Match[str]) -> str:
            kept = self.hidden if match[0] == "@" else self.open
            self.count += 1
            word = f"{'hush' if match[0] == '@' else 'shown'}{self.count:04}x"
            line = text.count("\n", 0, match.start()) + 1
            kept[word] = f"{path}:{line} {text[: match.end()].splitlines()[-1][-40:]}"
            return word

        self.site.write(path, re.sub("[@%]", token, text))

    def check(self, built: Built, but_pdfs: bool = False) -> None:
        """Look into all bytes and all names of a site, and into the texts of its PDFs."""
        files = built.bytes()
        for path in [path for path in files if path.endswith(".pdf")]:
            if but_pdfs:
                del files[path]
            else:
                files[f"{path}, its text"] = read_pdf(built.output / path).text.encode()
        everything = b"\0".join(
            path.encode() + b"\0" + data for path, data in files.items()
        ).lower()
        assert [place for word, place in self.hidden.items() if word.encode() in everything] == []
        assert [place for word, place in self.open.items() if word.encode() not in everything] == []
        assert self.hidden and self.open


def sections(kinds: list[str]) -> str:
    one = ":::{{{0}}}\n:body: true\n:abstract: true\n:group: none\n:::\n"
    return "\n".join(one.format(kind) for kind in kinds)


@pytest.fixture
def tokens(site: SiteCase) -> Tokens:
    kinds = list(RECORDS)
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nurl: https://ada.example/\n")
    site.write("content/index.md", page("title: Home", sections(kinds)))
    every = "".join(f"  - {{of: {kind}}}\n" for kind in kinds)
    site.write(
        "content/cv/open.yaml", f"contact: [email, phone, url, location]\nsections:\n{every}"
    )
    return Tokens(site)


@pytest.mark.parametrize("word", ["private", "pdf"])
def test_a_field_that_the_web_may_not_show_is_in_no_output(tokens: Tokens, word: str) -> None:
    for kind, fields in RECORDS.items():
        parts = re.findall(r"(\w+): ((?:\[.*?\]|\{.*?\}|[^,])*)", fields)
        hidden = [name for name, value in parts if "@" in value or value == "2031"]
        words = ", ".join(f"{name}: {word}" for name in hidden)
        tokens.write(f"content/{kind}.yaml", f"- {{{fields}, visibility: {{{words}}}}}\n")
    built = tokens.site.build()
    tokens.check(built, but_pdfs=word == "pdf")
    shown = [data for path, data in built.bytes().items() if not path.endswith(".pdf")]
    assert not any(b"2031" in data for data in shown)


PAGES = texts_below(Path(__file__).parent / "sites/hidden")


def test_drafts_and_hidden_pages_are_in_no_output(tokens: Tokens) -> None:
    tokens.write(
        "content/site.yaml",
        "person: {name: Ada}\nlanguages: [en, zh]\nurl: https://ada.example/\n"
        "theme: {name: broadsheet, options: {home_posts: 9}}\n",
    )
    for path, text in PAGES.items():
        tokens.write(path, f"{text}\n# @\n\n<!-- more -->\n\n- @\n")
    tokens.write("content/about.md", page("title: %"))
    front = "title: %\ntags: [%, both]\ndescription: @\nupdated: 2031\nvisibility: {description: private, updated: pdf}"
    tokens.write("content/posts/2024-01-04-d.md", page(front, "Words %.\n"))
    built = tokens.site.build()
    tokens.check(built)
    assert "2031" not in b"".join(built.bytes().values()).decode("utf-8", "replace")
    assert "both" in built.text("tags/index.html")
    assert "both 1" in built.text("tags/index.html"), "the hidden post is not counted"


def test_with_drafts_drafts_are_built_and_nothing_else(tokens: Tokens) -> None:
    for path, text in PAGES.items():
        if "zh" not in path:
            shown = text.replace("extra: {a: @}\n", "").replace("@", "%")
            tokens.write(path, shown if "draft: true" in text else text)
    built = tokens.site.build(drafts=True)
    tokens.check(built)
    assert 'content="noindex"' in built.read("draft/index.html")


@pytest.mark.parametrize("word", ["private", "pdf"])
def test_a_hidden_cv_and_hidden_fields_of_one_are_in_no_output(tokens: Tokens, word: str) -> None:
    tokens.site.write("content/news.yaml", "- {date: 2024, text: x}\n")
    tokens.write(
        "content/cv/hush.yaml",
        f"title: @\nvisibility: {word}\npermalink: /@/\nsections: [{{of: news, title: @}}]\n",
    )
    tokens.write("content/cv/half.yaml",
                 f"title: '%'\nupdated: 2031\nsections: [{{of: news, title: '@'}}]\n"
                 f"visibility: {{updated: {word}, sections: {word}}}\n")  # fmt: skip
    tokens.write("content/cv/name.yaml", f"title: '@'\nvisibility: {{title: {word}}}\n")
    tokens.site.write("content/site.yaml", "person: {name: Ada}\nmenu: [/, half, name]\n")
    tokens.check(tokens.site.build(), but_pdfs=word == "pdf")


def test_no_path_of_this_machine_is_in_any_output(
    usual: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    above = str(tmp_path_factory.getbasetemp())
    paths = {above, WORKSHOP, str(REPOSITORY), str(Path.home()), "/tmp/", sys.prefix}
    for name, data in usual.items():
        text = data.decode("utf-8", "replace")
        assert not [path for path in paths if len(path) > 3 and path in text], name
        if not name.endswith((".png", ".woff2")):  # whose packed bytes can spell anything
            assert not re.search(r"file://|[A-Z]:\\|/(?:home|Users|var|private)/", text), name
