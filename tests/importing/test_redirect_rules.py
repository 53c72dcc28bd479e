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
    assert site.address("/blog/good/") == ("redirect", "/2024/01/01/good/")
    assert site.found("redirect-rule") == [
        "/app/* /index.html 200", "/en /about/ 302 Country=us", "/:name/cv /about/", "/old/* /about/",
    ]  # fmt: skip
    assert site.report["files"]["taken"]["source/_redirects"] == "content/site.yaml"


def test_old_addresses_that_are_known_lead_on_by_any_rule(imported: Run) -> None:
    files = {**SITE, "netlify.toml": '[[redirects]]\nfrom = "/x"\nto = "/about/"\nstatus = 301\n'}
    page = "<html><body><main><p>Old.</p></main></body></html>"
    site = imported(files, published={"old/a/index.html": page, "tess/cv/index.html": page})
    assert site.address("/old/a/") == ("redirect", "/about/")
    assert site.address("/tess/cv/") == ("redirect", "/about/")
    assert "/x: /about/" in site.text("content/site.yaml")
