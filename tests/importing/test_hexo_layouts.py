"""Hexo: what the settings and the layouts of its themes say of the site and its owner."""

import pytest

from tests.importing.conftest import Files, Planned, Run, planned
from tests.importing.test_hexo_rules import blog


def themed(settings: str, config: str = "", **layouts: str) -> Planned:
    """A blog with a theme of its own: its settings and its layouts."""
    files: Files = {
        f"themes/own/layout/_partial/{name}.ejs": text for name, text in layouts.items()
    }
    return planned(
        blog(f"theme: own\n{config}")
        | files
        | {"themes/own/_config.yml": f"menu: {{Home: /}}\n{settings}"}
    )


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("//github.com/ann", "https://github.com/ann"),
        ("https:/github.com/ann", "https://github.com/ann"),
        ("gist.github.com/ann", "https://gist.github.com/ann"),
        ("ann", "https://github.com/ann"),
    ],
)
def test_an_address_without_its_scheme_is_no_user_name(typed: str, url: str) -> None:
    done = themed(f"social: {{github: '{typed}'}}")
    assert done.person["links"] == {"github": url}


def test_no_link_is_made_of_two_addresses() -> None:
    done = themed("social: {github: 'ann//example.org'}")
    assert "links" not in done.person and done.found("profile") == ["github: ann//example.org"]


def test_a_name_of_one_word_keeps_its_digits(imported: Run) -> None:
    files = blog()
    done = imported(
        files | {"_config.yml": str(files["_config.yml"]).replace("Ann Tester", "Tester29")}
    )
    assert done.person["name"] == {"family": "Tester29"} and done.found("name-cut") == []
    assert "Tester29" in done.text("content/site.yaml")


@pytest.mark.parametrize(
    "value", ["$GH_TOKEN", "'${TOKEN}'", "'{{ token }}'", "'${{ secrets.KEY }}'"]
)
def test_the_name_of_a_variable_is_no_key(value: str) -> None:
    assert planned(blog(f"deploy: {{type: git, token: {value}}}")).found("secret") == []
