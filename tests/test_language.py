"""The language of messages: what the terminal's is, and what `--lang` says."""

from pathlib import Path

import pytest

from generator.language import known_language, language_of
from generator.problems import cells
from tests.commands import at_terminal
from tests.conftest import ENVIRONMENT, SiteCase, masthead


def shown(*words: str, cwd: Path, answers: str = "", **locale: str) -> str:
    """What a command prints at a terminal, with its output and its messages as they come."""
    environment = {**ENVIRONMENT, **locale}
    return at_terminal(*words, cwd=cwd, typed=answers, environment=environment)[1]


@pytest.fixture
def mistaken(tmp_path: Path) -> SiteCase:
    site = SiteCase(tmp_path)
    site.write("content/site.yaml", "person: {nmae: 李明}\n")
    return site


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("zh", "zh"), ("zh_CN.UTF-8", "zh"), ("zh-Hans", "zh"), ("zh_TW", "zh"), ("en_GB", "en"),
        ("C.UTF-8", ""), ("POSIX", ""), ("../words/zh", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_locale_is_one_of_our_languages_or_none(said: str, code: str) -> None:
    assert known_language(said) == code


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("build --lang zh", "zh"), ("check --lang=zh_CN", "zh"), ("check --lang=zh --lang en", "en"),
        ("export bibtex --lang zh", "en"), ("build --lang", "en"), ("build --lang tlh", "en"), ("", "en"),
    ],
)  # fmt: skip
def test_an_option_says_the_language_but_where_it_means_that_of_texts(
    words: str, code: str
) -> None:
    assert language_of(words.split()) == code


@pytest.mark.parametrize(
    ("locale", "hint"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "      建议：你想写的是“name”吗？"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "      建议：你想写的是“name”吗？"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, '      help: did you mean "name"?'),
        ({"LANG": "de_DE.UTF-8"}, '      help: did you mean "name"?'),
    ],
)
def test_a_terminal_says_in_which_language_it_is_told(
    mistaken: SiteCase, locale: dict[str, str], hint: str
) -> None:
    assert hint in shown("build", cwd=mistaken.root, **locale).split("\n")


def test_what_is_piped_or_for_programs_is_in_english(mistaken: SiteCase) -> None:
    locale = {"LANG": "zh_CN.UTF-8"}
    said = masthead("build", cwd=mistaken.root, **locale).stderr
    assert 'help: did you mean "name"?' in said
    said = shown("check", "--format", "json", cwd=mistaken.root, **locale)
    assert '"hint": "did you mean \\"name\\"?"' in said


def test_a_new_site_without_questions_is_in_it_too(tmp_path: Path) -> None:
    shown("new", "site", "--yes", cwd=tmp_path, LANG="zh_CN.UTF-8")
    text = (tmp_path / "site/content/site.yaml").read_text("utf-8")
    assert "languages: [zh]" in text and 'marks: {corresponding: "*", equal: "#"}' in text


@pytest.mark.parametrize("more", ["", "  date: 2024\n", "  title: T\n  date：2024\n"])
def test_a_full_width_colon_is_named(mistaken: SiteCase, more: str) -> None:
    first = "- id: a\n" if "：" in more else "- title：国家奖学金\n"
    mistaken.write("content/awards.yaml", first + more)
    said = masthead("build", cwd=mistaken.root, LANG="zh_CN.UTF-8").stderr
    assert "the colon “：” is full-width: YAML needs `:` and a space" in said


@pytest.mark.broadsheet
def test_nothing_to_do_is_said_in_the_same_language(site: SiteCase) -> None:
    locale = {"LANG": "zh_CN.UTF-8"}
    masthead("build", cwd=site.root)
    assert shown("build", cwd=site.root, **locale).startswith("没有变化：3 个页面")


def test_help_and_mistakes_of_words_are_in_chinese(tmp_path: Path) -> None:
    said = masthead("build", "--lang", "zh", "--nope", cwd=tmp_path).stderr
    assert "masthead: 错误：无法识别的参数：--nope" in said
    said = masthead("build", "--lang=tlh", cwd=tmp_path).stderr
    assert said.endswith('there are no messages in "tlh"; there are: en, zh\n')


def test_lines_of_chinese_help_fit_the_terminal(tmp_path: Path) -> None:
    said = masthead("deploy", "--lang", "zh", "--help", cwd=tmp_path, COLUMNS="80").stdout
    about = said.split("\n\n")[1].split("\n")
    assert max(map(cells, about)) <= 80 and all(line[0] not in "，。；" for line in about)


def test_a_new_site_is_asked_for_built_checked_and_refused_in_chinese(tmp_path: Path) -> None:
    def run(*words: str, cwd: Path = tmp_path, answers: str = "") -> str:
        return shown(*words, cwd=cwd, answers=answers, LANG="zh_CN.UTF-8")

    answers = "\n陈晓禾\nXiaohe Chen\n博士研究生\n\n没有\n\n\n"
    said = run("new", "site", answers=answers)
    assert "网站的语言，主要语言写在最前面，如 zh 或 zh,en [zh]: " in said
    assert "“没有”不是邮箱地址" in said and "masthead check       列出剩下的 TODO" in said
    site = (tmp_path / "site/content/site.yaml").read_text("utf-8")
    assert "languages: [zh]" in site
    assert "name: {given: Xiaohe, family: Chen, native: 陈晓禾}" in site
    said += run("build", cwd=tmp_path / "site") + run("check", cwd=tmp_path / "site")
    assert "已生成 " in said and "检查完毕：" in said and " 个警告" in said
    said += run("new", "site")
    assert "没有写入任何文件：site 中已有这些文件：" in said
    for english in ("built", "checked", "Languages", "Press", "exist"):
        assert english not in said
