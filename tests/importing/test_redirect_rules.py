"""Rules of a host, `_redirects` and `netlify.toml`: what led on leads on."""

from tests.importing.conftest import Files, Run
from tests.importing.test_bad_sources import BASE

RULES = """\
# Ours
/home            /
/paper           https://papers.example/1   302
/blog/*          /2024/01/01/:splat
/:name/cv        /about/
/old/*           /about/
/app/*           /index.html  200
/en  /about/  302  Country=us
"""
SITE: Files = {
    **BASE,
    "source/about/index.md": "---\ntitle: About\n---\nAbout.\n",
    "source/_redirects": RULES,
}


def test_rules_become_redirects_one_by_one(imported: Run) -> None:
    site = imported(SITE)
    assert site.address("/home") == ("redirect", "/")
    assert site.address("/paper") == ("redirect", "https://papers.example/1")
    assert site.found("redirect-rule") == [
        "/blog/* /2024/01/01/:splat", "/:name/cv /about/", "/old/* /about/",
        "/app/* /index.html 200", "/en /about/ 302 Country=us",
    ]  # fmt: skip
    assert site.report["files"]["taken"]["source/_redirects"] == "content/site.yaml"


def test_rules_of_netlify_become_redirects(imported: Run) -> None:
    netlify = '[[redirects]]\nfrom = "/x"\nto = "/about/"\nstatus = 301\n'
    site = imported({**SITE, "netlify.toml": netlify})
    assert "/x: /about/" in site.text("content/site.yaml")
