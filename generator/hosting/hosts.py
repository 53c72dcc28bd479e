"""Where a site lives: the file that publishes it on each host, and what GitHub Pages shows.

What Pages answers is a function of the files that were deployed. Pages documents little of it; this
is what it does. `/about` is about.html where there is one, before a folder of that name; a folder
without its slash is redirected with 301; the index of a folder is index.html; anything else is
404.html at the top, with status 404.
"""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import unquote, urlsplit

from generator.messages import Message
from generator.problems import Problem, Spot

Host = Literal["github", "gitlab", "rsync"]
"""Where a site lives: on the Pages of GitHub or GitLab, or on a server that takes rsync."""
HOSTS: tuple[Host, ...] = get_args(Host)
PUBLISHERS: dict[Host, str] = {
    "github": ".github/workflows/pages.yml",
    "gitlab": ".gitlab-ci.yml",
    "rsync": "publish.sh",
}

TARGET = "masthead.target"
"""The setting of git's that tells `publish.sh` where to send a site."""

NOT_FOUND = "404.html"


def host_of(project: Path) -> Host | None:
    """Return the host that a site's files are for; None where nothing in it publishes it."""
    for host, way in PUBLISHERS.items():
        file = project / way
        if file.is_file() and (host == "github" or b"masthead" in file.read_bytes()[:100_000]):
            return host
    return None


# ---------------------------------------------------------------------- GitHub Pages


def file_at(address: str, files: Collection[str]) -> str:
    """Return the file that Pages shows at an address; nothing where it answers 404.

    `files` are the site's files by their paths, best as a set. The address begins at the site's
    home with a slash, and has no query.
    """
    if not address.startswith("/"):
        return ""
    try:
        wanted = unquote(address, errors="strict")
    except UnicodeDecodeError:
        return ""
    if wanted.endswith("/"):
        ways = [f"{wanted}index.html"]
    else:
        ways = [wanted, f"{wanted}.html", f"{wanted}/index.html"]
    return next((way[1:] for way in ways if way[1:] in files), "")


def address_of(file: str) -> str:
    """Return the address at which people know a file of the site, from its root: `/posts/`."""
    is_index = file == "index.html" or file.endswith("/index.html")
    return "/" + (file.removesuffix("index.html") if is_index else file)


_GITHUB = re.compile(
    r"(?:(?:https?|ssh|git)://)?(?:[^@/]*@)?(?:www\.|ssh\.)?github\.com(?::\d+)?[:/]/*"
    r"(?P<user>[\w-]+)/(?P<name>[\w.-]+?)(?:\.git)?/*",
    re.IGNORECASE,
)
_SITE = Spot("content/site.yaml", ("url",))


def repository_of(remote_url: str) -> tuple[str, str]:
    """Return the user and the name of a GitHub repository, or two empty texts for another host."""
    found = _GITHUB.fullmatch(remote_url.strip())
    return (found["user"], found["name"]) if found else ("", "")


def pages_url(remote_url: str, domain: str = "") -> str:
    """Return where Pages shows a repository's site, judging by its address and CNAME.

    A repository `user.github.io` is at the top of that host, any other one in a folder of its name.
    Empty where that is unknown.
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
        return [
            Problem.of(
                _SITE,
                "url-missing",
                url=right or "https://USER.github.io/REPO/",
                severity="warning",
            )
        ]
    if not right or _plain(base_url) == _plain(right):
        return []
    here, there = urlsplit(base_url), urlsplit(right)
    has_own_domain = not (here.hostname or "").endswith(".github.io")
    if not domain and has_own_domain and here.path == there.path != "/":
        return []  # a project below the domain of its owner's site
    hint = Message.of("write-url", url=right)
    if not domain and has_own_domain and here.path == "/":
        hint = Message.of("write-url-or-domain", url=right, domain=here.hostname or "")
    return [
        Problem.of(
            _SITE, "url-of-other-site", built=base_url, url=right, hint=hint, severity="warning"
        )
    ]


def _plain(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return (parts.hostname or "").lower(), parts.path.rstrip("/")
