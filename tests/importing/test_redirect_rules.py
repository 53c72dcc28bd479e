"""Rules of a host, `_redirects` and `netlify.toml`: the report has them all."""

from tests.importing.conftest import AL_FOLIO, Run, page, planned
from tests.importing.test_bad_sources import BASE


def test_the_rules_of_a_host_are_named() -> None:
    rules = (
        "# Ours\n/home            /\n/paper  https://papers.example/1   302\n/blog/*  /a/:splat\n"
    )
    netlify = '[[redirects]]\n  from = "/x"\n  to = "/about/"\n'
    done = planned({**BASE, "source/_redirects": rules, "netlify.toml": netlify})
    assert {*done.found("redirect-rule")} == {
        "/home /", "/paper https://papers.example/1 302", "/blog/* /a/:splat", 'from = "/x" to = "/about/"',
    }  # fmt: skip


def test_a_page_keeps_its_address_where_redirects_clash(imported: Run) -> None:
    moved = "redirect_from: [/cv, /me/, /me.html, /a/, /own/]"
    done = imported({
        **AL_FOLIO,
        "_pages/about.md": page(f"layout: about\npermalink: /\ntitle: about\n{moved}", "I test."),
        "_pages/a.md": page("title: A\npermalink: /a/\nredirect_from: /cv", "Words."),
        "_pages/own.md": page(f"title: Own\npermalink: /own/\n{moved}", "More words."),
        "_pages/z.md": page("title: Z\npermalink: /z.html\nredirect_from: [/me/, /y/]", "Last."),
    })  # fmt: skip
    assert done.code == 1
    for old, how in (("/own/", "same"), ("/a/", "same"), ("/z.html", "same"), ("/y/", "alias")):
        assert done.address(old)[0] == how
    assert done.address("/me/") == ("alias", "/") and done.address("/me.html") == ("alias", "/")
