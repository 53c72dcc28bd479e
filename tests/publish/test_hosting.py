"""Where GitHub Pages will show a site, and whether the site was built for that."""

import pytest

from generator.hosting.hosts import address_of, address_problems, domain_of, file_at, pages_url
from generator.problems import Place
from tests.cases import rows
from tests.publish.conftest import Author, said

HOME, REPO = "https://ada.github.io/", "https://ada.github.io/repo/"


@pytest.mark.parametrize(
    ("remote", "url"), rows("hosting", "Where GitHub shows the site of a repository")
)
def test_a_remote_s_address_says_where_the_site_will_be(remote: str, url: str) -> None:
    assert pages_url(remote) == url


def test_a_domain_goes_before_the_repository_s_name() -> None:
    assert domain_of(b"\n  ada.example \n") == "ada.example"
    assert domain_of(b"") == ""
    assert pages_url("https://github.com/ada/repo", "Ada.Example") == "https://ada.example/"


PROJECT, OWN = "https://github.com/ada/repo.git", "https://github.com/ada/ada.github.io.git"


@pytest.mark.parametrize(
    ("built_for", "remote", "domain"), rows("hosting", "Addresses that can be right")
)
def test_an_address_that_can_be_right_is_not_doubted(
    built_for: str, remote: str, domain: str
) -> None:
    assert address_problems(built_for, remote, domain) == []


@pytest.mark.parametrize(
    ("built_for", "remote", "domain", "right"), rows("hosting", "Addresses that cannot be right")
)
def test_an_address_that_cannot_be_right_comes_with_the_right_one(
    built_for: str, remote: str, domain: str, right: str
) -> None:
    (problem,) = address_problems(built_for, remote, domain)
    assert problem.severity == "warning"
    assert problem.message == (
        f"the site is built for {built_for}, but GitHub Pages will show it at {right}"
    )
    assert f"write `url: {right}`" in problem.hint


def test_a_domain_of_one_s_own_can_be_kept_by_a_file() -> None:
    (problem,) = address_problems("https://ada.example/", OWN, "")
    assert problem.hint.endswith("or put the line `ada.example` into static/CNAME")


def test_without_any_address_the_right_one_is_proposed() -> None:
    (problem,) = address_problems("", PROJECT, "")
    assert "`url` is missing" in problem.message
    assert problem.hint == f"write `url: {REPO}`"
    (problem,) = address_problems("", "/srv/git/x", "")
    assert problem.hint == "write `url: https://USER.github.io/REPO/`"


def test_a_deployment_says_so_at_the_line_of_the_url(author: Author) -> None:
    # GitHub's address, which git takes to the repository on this disk.
    author.git("config", f"url.{author.remote.parent}/.insteadOf", "https://github.com/ada/")
    author.git("remote", "set-url", "origin", "https://github.com/ada/remote.git")
    author.deploy()
    plan = author.plans[0]
    assert said(list(plan.warnings)) == [
        "content/site.yaml:1:6: warning: the site is built for https://ada.example/, "
        "but GitHub Pages will show it at https://ada.github.io/remote/"
    ]
    assert plan.warnings[0].where == Place("content/site.yaml", 1, 6)
    assert plan.url == "https://ada.github.io/remote/"
    author.site.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en]\n")
    author.site.delete("content/index.zh.md")
    author.commit()
    author.deploy(base_url="https://ada.github.io/remote/", let_go=("all",))
    assert author.plans[1].warnings == ()


FILES = {
    "index.html", "404.html", "file.html", "folder/index.html", "both.html", "both/index.html",
    "folder/page.html", "a b.txt", "论文/index.html", "empty/x.txt", ".well-known/x", "x.html.html",
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected"), rows("hosting", "What GitHub Pages shows at an address")
)
def test_an_address_shows_the_file_that_pages_shows(path: str, expected: str) -> None:
    assert file_at(path, FILES) == expected


@pytest.mark.parametrize("address", ["", "index.html", "https://x.example/index.html"])
def test_what_does_not_begin_at_the_home_shows_nothing(address: str) -> None:
    assert not file_at(address, FILES)


def test_an_address_is_what_people_know_a_file_by() -> None:
    assert [address_of(p) for p in ("index.html", "a/index.html", "a.html", "a/myindex.html")] == [
        "/", "/a/", "/a.html", "/a/myindex.html"
    ]  # fmt: skip
