"""What GitHub Pages makes of a repository: where it shows the site."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from generator.problems import Problem, Spot

_GITHUB = re.compile(
    r"(?:(?:https?|ssh|git)://)?(?:[^@/]*@)?(?:www\.|ssh\.)?github\.com(?::\d+)?[:/]/*"
    r"(?P<user>[^/:]+)/(?P<name>[^/]+?)(?:\.git)?/*",
    re.IGNORECASE,
)
_SITE = Spot("content/site.yaml", ("url",))


def repository_of(remote_url: str) -> tuple[str, str]:
    """Return the user and the name of a GitHub repository, or two empty texts for another host."""
    found = _GITHUB.fullmatch(remote_url.strip())
    return (found["user"], found["name"]) if found else ("", "")


def pages_url(remote_url: str, domain: str = "") -> str:
    """Return where Pages shows a repository's site, as far as its address and CNAME tell.

    A repository `user.github.io` is at the top of that host, any other one in a folder of its name.
    Empty where nobody can know.
    """
    if domain:
        return f"https://{domain.lower()}/"
    user, name = repository_of(remote_url)
    if not user:
        return ""
    host = f"{user}.github.io".lower()
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def domain_of(cname: bytes) -> str:
    """Return the domain that a CNAME file names: its first line that says anything."""
    lines = cname.decode("utf-8", "replace").splitlines()
    return next((line.strip() for line in lines if line.strip()), "")


def address_problems(base_url: str, remote_url: str, domain: str) -> list[Problem]:
    """Return what is wrong with the address that a site was built for."""
    right = pages_url(remote_url, domain)
    if not base_url:
        message = "`url` is missing: feeds, search engines and the 404 page cannot tell addresses"
        hint = f"write `url: {right or 'https://USER.github.io/REPO/'}`"
        return [Problem(_SITE, message, hint, "warning")]
    if not right or _plain(base_url) == _plain(right):
        return []
    here, there = urlsplit(base_url), urlsplit(right)
    has_own_domain = not (here.hostname or "").endswith(".github.io")
    if not domain and has_own_domain and here.path == there.path != "/":
        return []  # a project below the domain of its owner's site
    message = f"the site is built for {base_url}, but GitHub Pages will show it at {right}"
    hint = f"write `url: {right}`"
    if not domain and has_own_domain and here.path == "/":
        hint += f", or put the line `{here.hostname}` into static/CNAME"
    return [Problem(_SITE, message, hint, "warning")]


def _plain(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return (parts.hostname or "").lower(), parts.path.rstrip("/")
