"""GitHub Pages: where it shows a repository, and how it answers requests.

The answer to a request is a function of the files that were deployed. Pages documents little of it;
this is what it does. `/about` is about.html where there is one, before a folder of that name; a
folder without its slash is redirected with 301; the index of a folder is index.html; anything else
is 404.html at the top, with status 404.
"""

import re
from collections.abc import Collection
from urllib.parse import unquote_to_bytes, urlsplit

import msgspec

from generator.messages import Message
from generator.problems import Problem, Spot

NOT_FOUND = "404.html"


class Answer(msgspec.Struct, frozen=True):
    """What Pages says to a request for a path."""

    status: int
    """200, 301 or 404."""
    file: str = ""
    """The file whose bytes are sent, by its path in the site; none for a redirect."""
    location: str = ""
    """Where a redirect leads, percent-encoded as it was asked for."""


def answer(path: str, files: Collection[str]) -> Answer:
    """Return the answer to a request for `path`, as it stands in the request, without a query.

    `files` are the site's files by their paths, best as a set. The path begins at the site's home.
    """
    if not path.startswith("/"):
        return Answer(404)
    wanted = _decoded(path[1:])
    if wanted is None:
        return _not_found(files)
    if not wanted or wanted.endswith("/"):
        index = wanted + "index.html"
        return Answer(200, index) if index in files else _not_found(files)
    for file in (wanted, wanted + ".html"):
        if file in files:
            return Answer(200, file)
    if f"{wanted}/index.html" in files:
        return Answer(301, location=path + "/")
    return _not_found(files)


def address_of(file: str) -> str:
    """Return the address at which people know a file of the site, from its root: `/posts/`."""
    is_index = file == "index.html" or file.endswith("/index.html")
    return "/" + (file.removesuffix("index.html") if is_index else file)


def _decoded(path: str) -> str | None:
    try:
        return unquote_to_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _not_found(files: Collection[str]) -> Answer:
    return Answer(404, NOT_FOUND if NOT_FOUND in files else "")


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
