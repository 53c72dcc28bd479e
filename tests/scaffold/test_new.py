"""`masthead new`: a site that builds at once, in a folder where nothing is ever written over."""

import html
import os
import re
import shlex
import sys
from datetime import date
from pathlib import Path

import jsonschema
import pytest
import yaml

from generator.edit.yaml_text import in_flow
from generator.hosting.hosts import HOSTS
from generator.hosting.installation import how_to_add
from generator.scaffold import (
    Answers,
    address_of,
    asked,
    in_the_way,
    needs_font,
    site_files,
    write_new,
)
from tests.cases import rows
from tests.commands import at_terminal, said_by
from tests.conftest import REPOSITORY, SiteCase, files_below, lacks, masthead
from tests.reference.test_schema import Editor

TODAY = date(2026, 3, 1)
NASTY = [text for (text,) in rows("hosting", "Answers that YAML could take for something else")]


def new_site(folder: Path, answers: Answers, has_font: bool = True) -> SiteCase:
    write_new(folder, site_files(answers, TODAY, has_font))
    return SiteCase(folder)


@pytest.mark.parametrize(
    "languages",
    [
        "en", "zh", "en,zh", "zh-CN", "ar,fr",
        *(pytest.param(others, marks=pytest.mark.slow)
          for others in ("de,fr,es,pt,it", "ru,ar,he", "ja,ko,zh-Hant")),
    ],
)  # fmt: skip
def test_a_new_site_builds_without_a_warning(tmp_path: Path, languages: str) -> None:
    codes = tuple(languages.split(","))
    site = new_site(tmp_path / "s", Answers(languages=codes))
    result = site.build_clean("https://user.github.io/repo/" if codes == ("en",) else "")
    for index, lang in enumerate(codes):
        prefix = f"{lang}/" if index else ""
        page = result.read(f"{prefix}index.html")
        assert f'<html lang="{lang}"' in page
        assert "TODO" in result.text(f"{prefix}index.html")
    assert "pdf/resume.pdf" in result.files()
    if codes == ("ar", "fr"):
        assert "المنشورات" in result.text("index.html") and "Home" not in result.text("index.html")
        assert "Publications choisies" in result.text("fr/index.html")
        assert '<html lang="ar" dir="rtl">' in result.read("index.html")


@pytest.mark.parametrize("text", NASTY)
def test_any_answer_is_in_the_site_as_it_was_given(text: str) -> None:
    scalar = in_flow(text)
    assert yaml.safe_load(f"a: {scalar}\n") == {"a": text}
    assert yaml.safe_load(f"a: {{b: {scalar}, c: [{scalar}, {scalar}]}}\n")["a"]["c"] == [text] * 2
    for languages in (("en", "zh"), ("en",)):
        answers = Answers(role=text, affiliation=text, languages=languages)
        person = yaml.safe_load(site_files(answers, TODAY)["content/site.yaml"])["person"]
        said = [person[name] for name in ("role", "affiliation")]
        assert [one["en"] if len(languages) > 1 else one for one in said] == [text] * 2


@pytest.mark.parametrize(
    ("name", "native", "shown"),
    [
        ("Jin Fang", "", "Jin Fang"),
        ("Fang, Jin", "方缙", "Jin Fang"),
        ("Ana María O'Neil: Jr.", "", "Ana María O’Neil: Jr."),
        ("方缙", "", "方缙"),
    ],
)
def test_the_person_is_the_author_of_the_first_paper(
    tmp_path: Path, name: str, native: str, shown: str
) -> None:
    result = new_site(tmp_path / "s", Answers(name=name, native=native)).build_clean()
    page = result.read("publications/first-paper/index.html")
    own = re.search(r'<strong class="self[^>]*>(.*?)</strong>', page)
    assert own and html.unescape(own[1]).replace("'", "’") == shown
    assert native in result.text("index.html")


@pytest.mark.slow
def test_every_data_file_fits_the_schema_that_its_first_line_names(tmp_path: Path) -> None:
    site = new_site(tmp_path / "s", Answers(languages=("en", "zh"), url="https://a.example/"))
    site.build_clean()
    files = sorted((site.root / "content").rglob("*.yaml"))
    assert len(files) >= 8
    for file in files:
        line, _, _ = file.read_text("utf-8").partition("\n")
        schema = (file.parent / line.removeprefix("# yaml-language-server: $schema=")).resolve()
        value = yaml.load(file.read_text("utf-8"), Loader=Editor)
        jsonschema.validate(value, yaml.safe_load(schema.read_text("utf-8")))


def test_whatever_was_not_told_says_that_it_waits_for_facts() -> None:
    files = site_files(Answers(languages=("en", "zh")), TODAY)
    for path, data in files.items():
        if path.startswith("content/") and not path.startswith("content/cv/"):
            assert "todo" in data.decode().lower(), path


def test_a_bib_may_take_the_place_of_the_publications_as_the_comment_says(tmp_path: Path) -> None:
    site = new_site(tmp_path / "s", Answers(name="Ada Lovelace", languages=("en", "zh")))
    comment = (site.root / "content/publications.yaml").read_text("utf-8")
    assert "content/publications.bib" in comment
    site.delete("content/publications.yaml")
    site.write(
        "content/publications.bib",
        "@inproceedings{notes, title = {Notes}, author = {Lovelace, Ada}, year = 2025,\n"
        "  booktitle = {Sketches}, selected = {true}}\n",
    )
    assert "Notes" in site.build_clean().text("index.html")


def test_without_a_post_the_menu_says_how_to_go_on_and_so_does_the_first_post(
    tmp_path: Path,
) -> None:
    site = new_site(tmp_path / "s", Answers(name="Ada Lovelace", languages=("en", "zh")))
    for post in site.root.glob("content/posts/*.md"):
        assert "`/posts/`" in post.read_text("utf-8")
        post.unlink()
    said = site.build().said()
    assert "there are no posts: write the first one" in said and "or delete this line" in said
    config = site.root / "content/site.yaml"
    lines = config.read_text("utf-8").splitlines(keepends=True)
    config.write_text("".join(line for line in lines if "/posts/" not in line), "utf-8")
    site.build_clean()


@pytest.mark.parametrize(
    ("answers", "pdfs"),
    [
        (Answers(languages=("en", "zh")), {"resume"}),
        (Answers(native="方缙"), {"resume"}),
        (Answers(languages=("zh",)), set()),
    ],
)
def test_without_the_font_for_chinese_no_pdf_is_promised(
    tmp_path: Path, answers: Answers, pdfs: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "justmytype_intl_cjk", None)
    result = new_site(tmp_path / "s", answers, has_font=False).build()
    assert ("the PDF leaves out" in result.said()) == bool(answers.native), "and it is said"
    assert {Path(path).stem for path in result.files() if path.endswith(".pdf")} == pdfs


def test_a_script_that_no_font_of_ours_has_makes_pages_only(tmp_path: Path) -> None:
    result = new_site(
        tmp_path / "s", Answers(name="Somchai Jaidee", native="สมชาย ใจดี")
    ).build_clean()
    assert not [path for path in result.files() if path.endswith(".pdf")]
    assert needs_font(("Łukasz Żółć", "Ελένη", "Юрий", "ליאת", "ليلى")) == ""
    assert needs_font(("Kim Minsu", "김민수")) == "ko" and needs_font(("山田はなこ",)) == "zh"


def test_nothing_is_written_over_and_each_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content/old.md").write_text("mine", "utf-8")
    (tmp_path / "README.md").write_text("mine, too", "utf-8")
    before = files_below(tmp_path)
    run = masthead("new", str(tmp_path), "--yes")
    assert run.returncode == 2
    assert "  README.md\n" in run.stderr and "  content/old.md\n" in run.stderr
    assert files_below(tmp_path) == before


def test_a_fresh_repository_and_files_that_are_not_in_the_way_may_be_there(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (tmp_path / "LICENSE").write_text("MIT", "utf-8")
    said = said_by("new", str(tmp_path), "--yes")
    assert "inside the repository" not in said and "Nothing was asked" not in said
    assert (tmp_path / "content/site.yaml").is_file()
    assert (tmp_path / "LICENSE").read_text("utf-8") == "MIT"
    said = said_by("new", str(tmp_path / "below"))
    assert "Nothing was asked" in said
    assert f"This folder is inside the repository {tmp_path}, and GitHub" in said, (
        "runs no workflow"
    )


def test_a_file_in_the_place_of_a_folder_and_a_link_to_nothing_are_in_the_way(
    tmp_path: Path,
) -> None:
    (tmp_path / "content").write_text("a file", "utf-8")
    assert in_the_way(tmp_path, ["content/site.yaml"]) == ["content"]
    assert in_the_way(tmp_path / "content", ["content/site.yaml"]) == ["."]
    run = masthead("new", str(tmp_path / "content"), "--yes")
    assert run.returncode == 2 and "is a file" in run.stderr
    if os.name != "nt":  # where links need rights
        (tmp_path / "README.md").symlink_to(tmp_path / "nowhere")
        assert in_the_way(tmp_path, ["README.md"]) == ["README.md"]


def test_where_one_file_cannot_be_written_none_is(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("mine", "utf-8")
    with pytest.raises(FileExistsError):
        write_new(tmp_path, {"a": b"1", "b": b"2", "c": b"3"})
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
    assert (tmp_path / "b").read_text("utf-8") == "mine"


def test_all_that_lies_in_the_packaged_site_comes_along(tmp_path: Path) -> None:
    folder = REPOSITORY / "generator/scaffold/site"
    plain = [p for p in folder.rglob("*") if p.is_file() and p.suffix not in (".jinja", ".md")]
    assert folder / ".gitignore" in plain
    files = {path: data for host in HOSTS
             for path, data in site_files(Answers(host=host), TODAY).items()}  # fmt: skip
    for path in plain:
        assert files[path.relative_to(folder).as_posix()] == path.read_bytes()
    assert not [path for path in files if path.endswith(".jinja")]


@pytest.mark.parametrize(
    ("typed", "url", "github"), rows("hosting", "What a user types for the address of a site")
)
def test_an_address_may_be_a_user_a_repository_a_domain_or_a_url(
    typed: str, url: str, github: str
) -> None:
    assert address_of(typed) == (url, github)


@pytest.mark.parametrize(
    "typed", ["a b", "-jin", "ftp://x.org", "https://", "https://x.org/?q", "jin_"]
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a site"):
        address_of(typed)


def test_a_wrong_answer_is_asked_for_again_and_an_empty_one_leaves_a_question_open() -> None:
    typed = iter(["x!", "zh, en", "Jin Fang", "latin", "方缙", "", "", "nobody", "a@b.cn", ""])
    said: list[str] = []
    questions: list[str] = []

    def ask(question: str) -> str:
        questions.append(question)
        return next(typed)

    names = ["name", "native", "languages", "role", "affiliation", "email", "url"]
    answers = asked(names, ask, said.append)
    assert "你的姓名: " in questions, "all else is asked in the first language"
    assert answers["native"] == "方缙" and answers["languages"] == ("zh", "en")
    assert answers["email"] == "a@b.cn" and answers["url"] == ""
    assert len(said) == 3


@pytest.mark.parametrize(
    "words",
    [["--email", "x"], ["--url", "a b"], ["--languages", "english"], ["--name", "\x07"],
     ["--native", "Jin"], []],
)  # fmt: skip
def test_wrong_flags_are_wrong_usage_and_write_nothing(tmp_path: Path, words: list[str]) -> None:
    folder = [] if not words else [str(tmp_path / "s")]
    run = masthead("new", *folder, *words)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_at_a_terminal_it_asks_and_takes_the_answers(tmp_path: Path) -> None:
    typed = "en,zh\nJin Fang\n方缙\nPh.D. student\nUSTC\njin\n"
    words = ("new", "s", "--email", "jin@example.org")
    code, said = at_terminal(*words, cwd=tmp_path, typed=typed)
    assert code == 0, said
    assert "E-mail" not in said and "Your name:" in said
    config = yaml.safe_load((tmp_path / "s/content/site.yaml").read_text("utf-8"))
    assert config["person"]["name"] == {"given": "Jin", "family": "Fang", "native": "方缙"}
    assert config["person"]["email"] == "jin@example.org"
    assert config["url"] == "https://jin.github.io/"


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_who_leaves_at_a_question_finds_nothing_written(tmp_path: Path) -> None:
    code, said = at_terminal("new", "s", cwd=tmp_path, typed="Jin Fang\n\x04")
    assert code == 130 and "nothing was written" in said
    assert list(tmp_path.iterdir()) == []


def test_languages_without_texts_of_ours_are_told(tmp_path: Path) -> None:
    said = said_by("new", str(tmp_path / "s"), "--yes", "--languages", "nl,zh-TW,en")
    assert "The texts for nl are in English" in said


@pytest.mark.parametrize(
    ("direct_url", "said"), rows("hosting", "How an extra is added to an installation")
)
def test_how_to_add_an_extra_is_said_for_this_very_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, direct_url: str, said: str
) -> None:
    (tmp_path / "m.whl").touch()
    about = tmp_path / "masthead-9.dist-info"  # as an installer writes it
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: masthead\nVersion: 9\n")
    if direct_url != "none":
        (about / "direct_url.json").write_text(direct_url.replace("/HERE", str(tmp_path)))
    monkeypatch.syspath_prepend(tmp_path)
    said = said.replace(
        "AGAIN", "install Masthead again from where you have it, with its extra `zh`"
    )
    said = said.replace("HERE", str(tmp_path)).replace("PYTHON", sys.executable)
    assert how_to_add("zh") == said
    if said.startswith("run: "):  # pip understands it
        words = shlex.split(said.removeprefix("run: "))
        assert words[:4] == [sys.executable, "-m", "pip", "install"]
    lacks(monkeypatch, "pip")
    assert "-m pip" not in how_to_add("zh")


def test_nobody_is_told_to_install_masthead_by_its_name_alone() -> None:
    """No package index has it, so that its name there is open to strangers."""
    by_name = re.compile(
        r"""install[^\n]*["' ]masthead(?:\[\w+\])?(?:==[^"'\s]*)?["'`]?\s*(?:$|[^\w@ ])""", re.M
    )
    assert by_name.search("pip install masthead\n") and by_name.search("install 'masthead[zh]'.")
    assert not by_name.search("pip install 'masthead @ git+https://x'")
    folders = ("docs", "generator", "themes", "content", ".github", "tools")
    files = [path for name in folders for path in (REPOSITORY / name).rglob("*")]
    kinds = {".md", ".py", ".yaml", ".yml", ".jinja", ".txt", ".html", ".lock"}
    for path in [*files, *REPOSITORY.glob("*.md")]:
        if path.suffix in kinds and path.is_file():
            assert not by_name.search(path.read_text("utf-8")), path


def test_a_build_puts_schemas_of_its_own_version_into_the_cache(site: SiteCase) -> None:
    site.build()
    folder = site.root / ".cache/schema"
    ours = {path.name: path.read_bytes() for path in (REPOSITORY / "docs/schema").glob("*.json")}
    assert {path.name: path.read_bytes() for path in folder.glob("*.json")} == ours
    (folder / "news.json").write_text("{}", "utf-8")
    (folder / "site.json").write_bytes(b"")  # as a power cut leaves it
    site.build()
    assert {path.name: path.read_bytes() for path in folder.glob("*.json")} == ours
    (folder / "site.json").unlink()
    (folder / "site.json").mkdir()
    assert site.build(strict=True).ok, "a folder in the place of a schema stops nothing"


def test_a_groups_site_builds_and_its_person_is_the_group(tmp_path: Path) -> None:
    words = ("--kind", "group", "--name", "Network Group", "--languages", "en,zh")
    said_by("new", str(tmp_path / "s"), *words, "--yes")
    site = SiteCase(tmp_path / "s")
    result = site.build_clean("https://lab.example.org/")
    person = yaml.safe_load((site.root / "content/site.yaml").read_text("utf-8"))["person"]
    assert person["name"] == "{Network Group}" and "role" not in person
    assert "Network Group" in result.text("index.html")
    assert "Robin TODO" in result.text("people/index.html")
    assert not any("cv" in path for path in result.files())
    assert not (site.root / "content/education.yaml").exists()
    lab = site_files(Answers(kind="group", name="{Lab}"), TODAY)["content/site.yaml"]
    assert b'name: "{Lab}"' in lab
    questions: list[str] = []
    asked(["name"], lambda question: questions.append(question) or "", print, is_group=True)
    assert questions == ["The group’s name: "]
