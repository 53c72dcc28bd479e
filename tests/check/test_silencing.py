"""A finding that somebody has looked at is not said again."""

from generator.check.rules import RULES
from tests.check.checking import HOME, TWO_LANGUAGES, check
from tests.conftest import SiteCase

PERSON = "person: {name: Ada Lovelace}\n"


def test_an_entry_silences_a_rule_everywhere_in_some_files_or_where_words_are(
    site: SiteCase,
) -> None:
    site.write("content/index.md", HOME + "TODO\n").write("content/skills.yaml", "- label: TBD\n")
    left = 'content/index.md:5:1: warning: "TODO" is a placeholder [placeholder-text]'
    for rule, said, silenced in (
        ("placeholder-text", [], 2), ("placeholder-text content/sk*", [left], 1),
        ("placeholder-text label:", [left], 1),
    ):  # fmt: skip
        settings = f'{PERSON}check: {{ignore: ["{rule}"]}}\n'
        found = check(site.write("content/site.yaml", settings).root)
        assert (found.said(), found.silenced) == (said, silenced)


def test_a_warning_of_the_build_is_silenced_too(site: SiteCase) -> None:
    site.write("content/index.md", HOME + "[here](#nowhere)\n")
    assert check(site.root).codes() == ["fragment-missing"]
    site.write("content/site.yaml", PERSON + "check: {ignore: [fragment-missing]}\n")
    assert (check(site.root).said(), check(site.root).silenced) == ([], 1)


def test_an_error_of_the_build_is_said_whatever_is_ignored(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON + "check: {ignore: [link-broken]}\n")
    site.write("content/index.md", HOME + "[here](gone.md)\n")
    found = check(site.root)
    assert (
        'content/index.md:5:8: error: this link leads nowhere: "gone.md" [link-broken]'
        in found.said()
    )
    assert found.silenced == 0


def test_an_unknown_code_gets_the_nearest_one(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON + "check: {ignore: [placeholder-txt]}\n")
    found = check(site.root)
    problem = next(p for p in found.problems if p.rule == "ignore-unknown")
    assert str(problem.where) == "content/site.yaml:2:18"
    assert problem.message == 'there is no rule "placeholder-txt"'
    assert problem.hint == 'did you mean "placeholder-text"?'


def test_every_rule_can_be_silenced_for_the_whole_site(site: SiteCase) -> None:
    codes = ", ".join(RULES)
    site.write("content/site.yaml", TWO_LANGUAGES + f"check: {{ignore: [{codes}]}}\n")
    site.write("content/skills.yaml", "- label: {en: TODO}\n")
    found = check(site.root)
    assert found.codes() == []
    assert found.silenced == 2
