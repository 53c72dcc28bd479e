"""Rules of a host, `_redirects` and `netlify.toml`: the report has them all."""

from tests.importing.conftest import planned
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
