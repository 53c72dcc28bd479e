"""Where GitHub Pages will show a site, and whether the site was built for that."""

import pytest

from generator.hosting.hosts import address_problems, domain_of, pages_url
from generator.problems import Place
from tests.publish.conftest import Author, said

HOME, REPO = "https://ada.github.io/", "https://ada.github.io/repo/"


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("https://github.com/ada/repo.git", REPO),
        ("https://github.com/Ada/repo", REPO),
        ("https://token@github.com/ada/repo/", REPO),
        ("https://ada:secret@www.github.com/ada/repo.git", REPO),
        ("git@github.com:ada/repo.git", REPO),
        ("org-123@github.com:ada/repo.git", REPO),
        ("ssh://git@github.com/ada/repo.git", REPO),
        ("ssh://git@ssh.github.com:443/ada/repo.git", REPO),
        ("git://github.com/ada/repo.git", REPO),
        ("git@github.com:Ada/Ada.GitHub.io.git", HOME),
        ("https://github.com/ada/bob.github.io", "https://ada.github.io/bob.github.io/"),
        ("https://github.com/ada/Repo.Name", "https://ada.github.io/Repo.Name/"),
        ("https://gitlab.com/ada/repo.git", ""),
        ("https://evilgithub.com/ada/repo.git", ""),
        ("https://github.com.evil.example/ada/repo.git", ""),
        ("/srv/git/github.com/ada/repo.git", ""),
        ("../repo.git", ""),
        ("C:\\repo.git", ""),
    ],
)
def test_a_remote_s_address_says_where_the_site_will_be(remote: str, url: str) -> None:
    assert pages_url(remote) == url


def test_a_domain_goes_before_the_repository_s_name() -> None:
    assert domain_of(b"\n  ada.example \n") == "ada.example"
    assert domain_of(b"") == ""
    assert pages_url("https://github.com/ada/repo", "Ada.Example") == "https://ada.example/"


PROJECT, OWN = "https://github.com/ada/repo.git", "https://github.com/ada/ada.github.io.git"


@pytest.mark.parametrize(
    ("built_for", "remote", "domain"),
    [
        (REPO, PROJECT, ""),
        ("http://Ada.GitHub.io/repo/", PROJECT, ""),
        (HOME, OWN, ""),
        ("https://ada.example/", PROJECT, "ada.example"),
        ("https://ada.example/repo/", PROJECT, ""),  # below the domain of the owner's own site
        ("https://anything.example/x/", "https://gitlab.com/ada/repo.git", ""),
    ],
)
def test_an_address_that_can_be_right_is_not_doubted(
    built_for: str, remote: str, domain: str
) -> None:
    assert address_problems(built_for, remote, domain) == []


@pytest.mark.parametrize(
    ("built_for", "remote", "domain", "right"),
    [
        (HOME, PROJECT, "", REPO),
        ("https://ada.github.io/rebo/", PROJECT, "", REPO),
        ("https://bob.github.io/repo/", PROJECT, "", REPO),
        (REPO, OWN, "", HOME),
        ("https://ada.example/", PROJECT, "", REPO),
        ("https://ada.example/", OWN, "", HOME),
        (REPO, PROJECT, "ada.example", "https://ada.example/"),
        ("https://ada.example/repo/", PROJECT, "ada.example", "https://ada.example/"),
    ],
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
