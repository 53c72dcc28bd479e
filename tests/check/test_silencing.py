"""A finding that somebody has looked at is not said again; an ignore that does nothing is."""

import pytest

from generator.check.rules import RULES
from tests.cases import Case, load
from tests.check.checking import HOME, TWO_LANGUAGES, check
from tests.conftest import SiteCase

COMMENT = "<!-- masthead: ignore placeholder-text -->"


@pytest.mark.parametrize("case", load("silencing"), ids=lambda case: case.title)
def test_a_comment_silences_what_is_at_its_place_and_nothing_else(
    case: Case, site: SiteCase
) -> None:
    ((file, text),) = case.parts.items()
    found = check(site.write(f"content/{file}", text).root)
    assert found.silenced == int(case.options["silenced"])
    assert ("placeholder-text" in found.codes()) == (not found.silenced)


def test_the_site_silences_a_rule_everywhere_or_in_some_files(site: SiteCase) -> None:
    site.write("content/index.md", HOME + "TODO\n").write("content/skills.yaml", "- label: TBD\n")
    left = 'content/index.md:5:1: warning: "TODO" is a placeholder [placeholder-text]'
    for rule, said, silenced in (
        ("placeholder-text", [], 2), ("placeholder-text content/sk*", [left], 1)
    ):  # fmt: skip
        settings = f'person: {{name: Ada Lovelace}}\ncheck: {{ignore: ["{rule}"]}}\n'
        found = check(site.write("content/site.yaml", settings).root)
        assert (found.said(), found.silenced) == (said, silenced)


def test_a_warning_of_the_build_is_silenced_too(site: SiteCase) -> None:
    site.write("content/index.md", HOME + "[here](#nowhere)\n")
    assert check(site.root).codes() == ["fragment-missing"]
    comment = "<!-- masthead: ignore fragment-missing -->\n"
    site.write("content/index.md", HOME + comment + "[here](#nowhere)\n")
    assert (check(site.root).said(), check(site.root).silenced) == ([], 1)


def test_an_error_of_the_build_is_said_whatever_is_ignored(site: SiteCase) -> None:
    comment = "<!-- masthead: ignore link-broken -->\n"
    site.write("content/index.md", HOME + comment + "[here](gone.md)\n")
    found = check(site.root)
    assert found.said()[-1] == (
        'content/index.md:6:8: error: this link leads nowhere: "gone.md" [link-broken]'
    )
    assert found.silenced == 0


def test_an_ignore_that_silences_nothing_is_noted_at_its_place(site: SiteCase) -> None:
    site.write(
        "content/site.yaml",
        "person: {name: Ada Lovelace}\ncheck:\n  ignore: [alt-missing, paper-twice]\n",
    )
    site.write("content/skills.yaml", "- label: Tools  # masthead: ignore placeholder-text\n")
    assert check(site.root).said() == [
        'content/site.yaml:3:12: note: this silences nothing: there is no finding "alt-missing" '
        "here [ignore-unused]",
        'content/site.yaml:3:25: note: this silences nothing: there is no finding "paper-twice" '
        "here [ignore-unused]",
        "content/skills.yaml:1:17: note: this silences nothing: there is no finding "
        '"placeholder-text" here [ignore-unused]',
    ]


def test_an_unknown_code_gets_the_nearest_one(site: SiteCase) -> None:
    site.write("content/index.md", HOME + "<!-- masthead: ignore placeholder-txt -->\nTODO\n")
    found = check(site.root)
    problem = next(p for p in found.problems if p.rule == "ignore-unknown")
    assert str(problem.where) == "content/index.md:5:1"
    assert problem.message == 'there is no rule "placeholder-txt"'
    assert problem.hint == 'did you mean "placeholder-text"?'


def test_every_rule_can_be_silenced_for_the_whole_site(site: SiteCase) -> None:
    codes = ", ".join(RULES)
    site.write("content/site.yaml", TWO_LANGUAGES + f"check: {{ignore: [{codes}]}}\n")
    site.write("content/skills.yaml", "- label: {en: TODO}\n")
    found = check(site.root)
    assert set(found.codes()) == {"ignore-unused"}
    assert found.silenced == 2


@pytest.mark.parametrize(
    "text",
    [f"Write `{COMMENT}`:\n\n```markdown\n{COMMENT}\n```\n\nTODO\n",
     f"> ```markdown\n> {COMMENT}\n> ```\n\n- TODO\n"],
)  # fmt: skip
def test_a_comment_in_code_is_an_example_and_silences_nothing(text: str, site: SiteCase) -> None:
    found = check(site.write("content/index.md", HOME + text).root)
    assert found.codes() == ["placeholder-text"] and found.silenced == 0
