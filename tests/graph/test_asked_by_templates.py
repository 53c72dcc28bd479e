"""Sections that a theme's templates ask for in so many words are public, as those of pages are."""

from __future__ import annotations

import pytest

from tests.conftest import SiteCase

INTERESTS = "- {title: Running, text: Two marathons.}\n- {title: Chess, text: Slow games.}\n"
HOME = "{% set heading = 'Home' %}\n{% extends 'base.html' %}\n{% block main %}ASK{% endblock %}"


def shown(site: SiteCase, ask: str, template: str = "home") -> str:
    """The `resume.json` of a site whose theme has a template of its own."""
    site.write("content/interests.yaml", INTERESTS)
    site.write(f"themes/bare/templates/{template}.html", HOME.replace("ASK", ask))
    return site.build().read("resume.json")


@pytest.mark.parametrize(
    "ask",
    [
        "{{ render_section('interests') }}",
        '{{ render_section("interests", title=word("interests"), style=\'lines\') }}',
        "{% set chips = records('interests', limit=8).entries %}",
        "{{ render_section('timeline', of='talks, interests') }}",
    ],
)
def test_what_a_template_shows_programs_get_too(site: SiteCase, ask: str) -> None:
    found = shown(site, ask)
    assert "Running" in found and "Chess" in found


def test_no_more_than_the_template_shows(site: SiteCase) -> None:
    found = shown(site, "{{ render_section('interests', order='title', limit=1) }}")
    assert "Chess" in found and "Running" not in found


@pytest.mark.parametrize(
    ("ask", "template"),
    [
        ("Nothing.", "home"),
        ("{# {{ render_section('interests') }} #}", "home"),
        ("{{ render_section('interests', limit=heading | length) }}", "home"),
        ("{{ render_section('interests') }}", "never-drawn"),
    ],
)
def test_what_is_not_asked_for_in_so_many_words_stays_away(
    site: SiteCase, ask: str, template: str
) -> None:
    assert "Running" not in shown(site, ask, template)


def test_an_edit_of_the_template_is_seen_by_the_next_build(site: SiteCase) -> None:
    assert "Running" not in shown(site, "Nothing.")
    assert "Running" in shown(site, "{{ render_section('interests') }}")
    assert "Running" not in shown(site, "Nothing.")
