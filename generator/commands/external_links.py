"""Asks other hosts whether they still have what a site links to; politely.

One request at a time goes to each host, to a few hosts at a time, with a time limit and HEAD first.
Answers are remembered, so that a page is asked for once a week. A host that refuses robots says
nothing about its pages.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import Request, build_opener

from generator import __version__
from generator.disk.own_folder import OwnFolder
from generator.sync.http import UNREACHED, NoRedirect, fault_in_words

FILE = "links.json"
AGENT = f"masthead/{__version__} (looks for dead links)"
TIMEOUT = 10.0
"""Seconds to wait for an answer."""
MOST = 300
"""Requests of one run; the other links are left to the next one."""
HOSTS = 8
"""Hosts that are asked at the same time."""
WEEK = 7
_REDIRECTS = 5
_GONE = (404, 410)
"""Statuses that mean that a page is gone (RFC 9110, sections 15.5.5 and 15.5.11)."""

_Seen = dict[str, tuple[int, str]]
"""URL -> the day of the last look (days since the year 1), and what is wrong, or nothing."""


class LinkChecker:
    """Looks at links, and remembers the answers."""

    def __init__(
        self, memory: Path, today: int, timeout: float = TIMEOUT, most: int = MOST
    ) -> None:
        """`memory` is the folder to remember in, `today` the number of the day."""
        self._memory = OwnFolder(memory, is_all_ours=True)
        self._today = today
        self._timeout = timeout
        self._most = most
        self._opener = build_opener(NoRedirect)  # we follow redirects ourselves, host by host
        self._locks: dict[str, Lock] = {}
        self._lock = Lock()
        self.notes: list[str] = []
        """What the user should know about the search itself."""

    def dead(self, urls: Iterable[str]) -> dict[str, str]:
        """Return the URLs that lead nowhere, each with the reason."""
        wanted = list(dict.fromkeys(urls))
        seen = self._read()
        due = [url for url in wanted if not self._is_known(seen.get(url))]
        for url in due[self._most :]:
            seen.pop(url, None)
        if len(due) > self._most:
            self.notes.append(f"{len(due) - self._most} links are left for the next time")
        answers = self._ask(due[: self._most])
        hosts = {urlsplit(url).netloc for url in answers}
        if len(hosts) > 1 and all(a and a.startswith(UNREACHED) for a in answers.values()):
            self.notes.append("no host could be reached: is there a network? No link was judged")
            answers = {}
        for url, answer in answers.items():
            if answer is None:
                seen.pop(url, None)  # asked again the next time
            else:
                seen[url] = (self._today, answer)
        self._memory.save(FILE, json.dumps(seen, indent=0, sort_keys=True).encode())
        return {url: seen[url][1] for url in wanted if url in seen and seen[url][1]}

    def _is_known(self, seen: tuple[int, str] | None) -> bool:
        if seen is None:
            return False
        day, reason = seen
        return 0 <= self._today - day < (1 if reason else WEEK)

    def _read(self) -> _Seen:
        try:
            known = json.loads(self._memory.read(FILE))
            return {str(url): (int(day), str(reason)) for url, (day, reason) in known.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def _ask(self, urls: list[str]) -> dict[str, str | None]:
        """Return what is wrong with each URL: nothing, a reason, or None where nobody knows."""
        by_host: dict[str, list[str]] = {}
        for url in urls:
            by_host.setdefault(urlsplit(url).netloc, []).append(url)
        with ThreadPoolExecutor(HOSTS) as pool:
            found = pool.map(lambda group: [(url, self._look(url)) for url in group],
                             by_host.values())  # fmt: skip
            return dict(pair for group in found for pair in group)

    def _look(self, url: str) -> str | None:
        answer = self._answer(url, "HEAD")
        if answer == "":
            return ""
        return self._answer(url, "GET")  # not every server knows HEAD, or answers it truthfully

    def _answer(self, url: str, method: str) -> str | None:
        for _ in range(_REDIRECTS):
            try:
                status, onward = self._request(url, method)
            except (URLError, OSError, http.client.HTTPException, ValueError) as error:
                return fault_in_words(error)
            if status < 300:
                return ""
            if 300 <= status < 400 and onward:
                url = urljoin(url, onward)
                if urlsplit(url).scheme not in ("http", "https"):
                    return None
            else:
                return f"{status} {http.client.responses[status]}" if status in _GONE else None
        return "too many redirects"

    def _request(self, url: str, method: str) -> tuple[int, str]:
        parts = urlsplit(url)
        ascii_url = quote(url, safe="%/:=&?~#+!$,;'@()*[]") if not url.isascii() else url
        request = Request(ascii_url, headers={"User-Agent": AGENT, "Accept": "*/*"}, method=method)
        with self._turn(parts.netloc):
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    return response.status, ""
            except HTTPError as error:
                with error:
                    return error.code, error.headers.get("Location", "")

    @contextmanager
    def _turn(self, host: str) -> Iterator[None]:
        """Wait until nobody else asks a host."""
        with self._lock:
            lock = self._locks.setdefault(host, Lock())
        with lock:
            yield
