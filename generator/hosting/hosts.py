"""Hosts of sites: the file that publishes a site on each host, and the answers of GitHub Pages.

The answers of Pages depend only on the deployed files. Its documentation says little, but it
behaves as follows. `/about` is about.html if that exists, even if there is a folder `about`. A
folder without a slash is redirected with 301. A folder's index is index.html. Anything else is the
top-level 404.html, with status 404.
"""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import unquote, urlsplit

from generator.problems import Message, Problem, Spot

Host = Literal["github", "gitlab", "rsync"]
"""The host of a site: Pages of GitHub or GitLab, or a server with rsync."""
HOSTS: tuple[Host, ...] = get_args(Host)
PUBLISHERS: dict[Host, str] = {
    "github": ".github/workflows/pages.yml",
    "gitlab": ".gitlab-ci.yml",
    "rsync": "publish.sh",
}

NOT_FOUND = "404.html"


def host_of(project: Path) -> Host | None:
    """Return the host for which a site has files, or None."""
    for host, way in PUBLISHERS.items():
        file = project / way
        if file.is_file() and (host == "github" or b"masthead" in file.read_bytes()[:100_000]):
            return host
    return None


# ---------------------------------------------------------------------- GitHub Pages


def file_at(address: str, files: Collection[str]) -> str:
    """Return the file that Pages shows at an address, or "" for a 404.

    `files` are the paths of the site's files, preferably as a set. The address is relative to the
    site's home, begins with a slash, and has no query.
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
    """Return the usual address of a file of the site, from its root: `/posts/`."""
    is_index = file == "index.html" or file.endswith("/index.html")
    return "/" + (file.removesuffix("index.html") if is_index else file)


_GITHUB = re.compile(
    r"(?:(?:https?|ssh|git)://)?(?:[^@/]*@)?(?:www\.|ssh\.)?github\.com(?::\d+)?[:/]/*"
    r"(?P<user>[\w-]+)/(?P<name>[\w.-]+?)(?:\.git)?/*",
    re.IGNORECASE,
)
_SITE = Spot("content/site.yaml", ("url",))


def repository_of(remote_url: str) -> tuple[str, str]:
    """Return the user and the name of a GitHub repository, or two empty texts for other hosts."""
    found = _GITHUB.fullmatch(remote_url.strip())
    return (found["user"], found["name"]) if found else ("", "")


def pages_url(remote_url: str, domain: str = "") -> str:
    """Return the URL of a repository's site on Pages, judged by its address and CNAME.

    A repository `user.github.io` is at the root of that host; any other is in a folder of its name.
    The result is empty if unknown.
    """
    if domain:
        return f"https://{domain.lower()}/"
    user, name = repository_of(remote_url)
    if not user:
        return ""
    host = f"{user}.github.io".lower()
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def domain_of(cname: bytes) -> str:
    """Return the domain in a CNAME file: its first line that is not empty."""
    lines = cname.decode("utf-8", "replace").splitlines()
    return next((line.strip() for line in lines if line.strip()), "")


def address_problems(base_url: str, remote_url: str, domain: str) -> list[Problem]:
    """Return the problems of the address for which a site was built."""
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
        return []  # a project's site below its owner's domain
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
