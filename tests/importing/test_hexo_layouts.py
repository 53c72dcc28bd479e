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


ARCHER = {
    "base-header": '<a href="/"><%= theme.main_title || config.title %></a>',
    "base-head": "<title><%= theme.SEO_title || config.title %></title>",
    "base-profile": "<b><%= theme.author ? theme.author : config.author %></b><%= theme.subtitle %>"
    "<% for (name in theme.pals) { %><a href=<%= theme.pals[name] %>></a><% } %>",
}


def test_what_a_theme_prints_in_the_place_of_a_setting_comes_first() -> None:
    settings = (
        "main_title: Ann's Studio\nSEO_title: Studio\nauthor: Ann T. Tester\nsubtitle: All on maps\n"
        "pals: {bo: //bo.example.net/a, home: /}"
    )
    done = themed(settings, "subtitle: For my children", **ARCHER)
    assert (done.site["title"], done.person["name"]) == ("Ann's Studio", "Ann T. Tester")
    assert done.person["role"] == "All on maps" and "bio" not in done.person
    assert done.found("theme-text") == ["links: bo https://bo.example.net/a"]


def test_a_setting_of_the_site_is_taken_where_the_theme_says_nothing() -> None:
    layouts = {"head": "<%= theme.subtitle || config.subtitle %>", "bar": "{{ config.subtitle }}"}
    done = themed("main_title: ''", "subtitle: For my children", **ARCHER | layouts)
    assert (done.site["title"], done.person["name"]) == ("Notes", "Ann Tester")
    assert done.person["role"] == "For my children" and done.found("theme-setting") == [
        "For my children"
    ]
