"""Requests to services: a client with limits, and the description of a service.

A `Client` asks a service, politely and with limits. Every failure is a `ServiceError` in words.
`SERVICES` in `__init__.py` lists the services.
"""

from __future__ import annotations

import http.client
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import Any, NamedTuple, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec

from generator import __version__
from generator.model.links import ORCID_ID
from generator.model.people import Person
from generator.model.records.works import SERVICE_NAMES, PersonCount, ServiceName
from generator.problems import Message
from generator.works.found import FoundWork, Profile, one_line


def id_in_links(person: Person, pattern: str) -> str:
    """Return the first group of a pattern that matches one of a person's addresses."""
    for address in (person.url, *(link.to for link in person.links.values())):
        if found := re.search(pattern, address):
            return found[1]
    return ""


def orcid_of(person: Person) -> str:
    """Return the ORCID iD of a person, as `0000-0002-1825-0097`."""
    found = re.search(ORCID_ID, person.orcid)
    return found[0] if found else id_in_links(person, rf"orcid\.org/({ORCID_ID})")


class ServiceClient(NamedTuple):
    """A service that knows the works of people."""

    name: ServiceName
    """The name by which users choose it: `semantic-scholar`."""
    base: str
    """The address of its API."""
    works: Callable[[Client, str], list[FoundWork]]
    """Returns the works of an id. Raises ServiceError."""
    id_of: Callable[[Person], str] = orcid_of
    """Returns the id of a person there, or ""."""
    id_pattern: str = ORCID_ID
    id_example: str = "0000-0002-1825-0097 (an ORCID iD)"
    """An example of an id, for messages."""
    pause: float = 0.2
    """Seconds between two requests, as its documentation requires."""
    key_variable: str = ""
    """The environment variable with the user's key, if the service takes one."""
    key_header: str = ""
    """The header for the key; empty if it is `Authorization`."""
    counts: Callable[[Client, str], PersonCount | None] | None = None
    """Returns its counts for a person, without a day. Raises ServiceError."""
    works_of_dois: Callable[[Client, Sequence[str]], list[FoundWork]] | None = None
    """Returns those of the works with these DOIs that the service knows. Raises ServiceError."""
    profile: Callable[[Client, str], Profile] | None = None
    """Returns its profile of the person with an id. Raises ServiceError."""

    @property
    def title(self) -> str:
        """Its name for people."""
        return SERVICE_NAMES[self.name]

    def checked(self, id: str) -> str:
        """Return an id, which becomes part of an address. Raises ServiceError for a malformed
        one."""
        if not re.fullmatch(self.id_pattern, id):
            raise ServiceError(Message.of("service-id", id=id, example=self.id_example))
        return id


T = TypeVar("T")

LARGEST = 30_000_000
"""Bytes of one reply."""
MOST_REPLIES = 200
"""Replies of one service in one run: with 200 works each, 40,000 works."""
LIMIT = 60.0
"""Seconds for a whole reply, from looking up the host to the last byte."""
_TRIES = 4
_LONGEST_WAIT = 60.0
"""The longest wait, in seconds, that a service may request (RFC 9110, section 10.2.3)."""
_LOCAL = ("127.0.0.1", "::1", "localhost")


class ServiceError(Exception):
    """A service cannot be used now; the `Message` says why, without the service's name."""


TOO_SLOW = Message.of("service-too-slow")


class UnknownId(ServiceError):
    """A service does not know an id."""


class Json:
    """An object in a reply. A value that is null, missing, or not of the documented form is empty.

    A path consists of names of fields and numbers of items.
    """

    def __init__(self, said: object) -> None:
        self._said = said

    def _at(self, path: Sequence[str | int]) -> Any:
        found: Any = self._said
        for name in path:
            try:
                found = None if isinstance(found, str) else found[name]
            except (KeyError, IndexError, TypeError):
                return None
        return found

    def part(self, *path: str | int) -> Json:
        """Return an object in this one."""
        return Json(self._at(path))

    def parts(self, *path: str | int) -> list[Json]:
        """Return a list of objects."""
        return [Json(one) for one in self._list(path) if isinstance(one, dict)]

    def text(self, *path: str | int) -> str:
        """Return a text, a number as text, or "". ORCID has texts in a field `value`."""
        found = self._at(path)
        found = found.get("value") if isinstance(found, dict) else found
        return one_line(str(found)) if isinstance(found, (str, int)) else ""

    def texts(self, *path: str | int) -> list[str]:
        """Return the texts in a list."""
        return [text for one in self._list(path) if (text := Json(one).text())]

    def _list(self, path: Sequence[str | int]) -> list[Any]:
        found = self._at(path)
        return found if isinstance(found, list) else []

    def number(self, *path: str | int) -> int | None:
        """Return a whole number, or None."""
        found = self._at(path)
        return found if isinstance(found, int) else None


class Client:
    """Asks one service, one request at a time, with pauses."""

    def __init__(
        self,
        base: str,
        pause: float = 0.2,
        contact: str = "",
        headers: Mapping[str, str] | None = None,
        limit: float = LIMIT,
    ) -> None:
        """`base` is the service's address; `pause` is in seconds.

        `contact` is an e-mail address for the service, so that it can write before it blocks;
        `limit` is the seconds for a whole reply. Raises ServiceError for an address that is neither
        https nor of this machine.
        """
        try:
            parts = urlsplit(base)
        except ValueError:
            raise ServiceError(Message.of("service-cannot-ask")) from None
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOCAL):
            raise ServiceError(Message.of("service-not-https", base=base))
        self._base = base.rstrip("/")
        self._pause = pause
        agent = f"masthead/{__version__}" + (f" (mailto:{contact})" if contact else "")
        self._headers = {"User-Agent": agent, "Accept-Encoding": "identity", **(headers or {})}
        self._limit = limit
        self._opener = build_opener(_SameHost)
        self._replies = 0

    def json(self, path: str, holding: str, query: Mapping[str, object] | None = None) -> Json:
        """Return a reply in JSON, which must have the field `holding`. Raises ServiceError."""
        try:
            said = msgspec.json.decode(self.get(path, query, "application/json"))
        except (msgspec.DecodeError, RecursionError):
            raise ServiceError(Message.of("service-unreadable", wanted="JSON")) from None
        if not isinstance(said, dict) or holding not in said:
            raise ServiceError(Message.of("service-form", field=holding))
        return Json(said)

    def get(
        self, path: str, query: Mapping[str, object] | None = None, accept: str = "*/*"
    ) -> bytes:
        """Return the bytes of a reply. Raises ServiceError."""
        url = self._base + path + ("?" + urlencode(query) if query else "")
        self._replies += 1
        if self._replies > MOST_REPLIES:
            raise ServiceError(Message.of("service-pages", number=MOST_REPLIES))
        if self._replies > 1:
            time.sleep(self._pause)
        try:
            return self._tried(url, accept)
        except ValueError:
            raise ServiceError(Message.of("service-cannot-ask")) from None

    def _tried(self, url: str, accept: str) -> bytes:
        for number in range(_TRIES):
            try:
                return in_thread(partial(self._request, url, accept)).result(self._limit)
            except HTTPError as error:
                with error:
                    asked = _seconds(error.headers.get("Retry-After", ""))
                    is_for_good = error.code < 500 and error.code != 429
                    if is_for_good or number == _TRIES - 1 or asked > _LONGEST_WAIT:
                        raise _refusal(error.code) from None
                    time.sleep(max(asked, 2.0**number))
            except (OSError, http.client.HTTPException) as error:
                raise ServiceError(_unreached(error)) from None
        raise AssertionError("the last try returns or raises")

    def _request(self, url: str, accept: str) -> bytes:
        request = Request(url, headers={**self._headers, "Accept": accept})
        with self._opener.open(request, timeout=self._limit) as response:
            data: bytes = response.read(LARGEST + 1)
            if len(data) > LARGEST:
                raise ServiceError(Message.of("service-too-large", size=LARGEST // 1_000_000))
            if response.length:
                raise ServiceError(Message.of("service-broke-off"))
            return data


def batches(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """Split the items for several requests into lists of at most this size."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def client_of(service: ServiceClient, bases: Mapping[str, str], **how: Any) -> Client:
    """Return the client for a service, at its own address or another, with the user's key if the
    environment has one."""
    headers, key = {}, os.environ.get(service.key_variable)
    if key:
        is_bearer = not service.key_header
        headers[service.key_header or "Authorization"] = f"Bearer {key}" if is_bearer else key
    return Client(bases.get(service.name, service.base), service.pause, headers=headers, **how)


def in_thread(job: Callable[[], T]) -> Future[T]:
    """Run a job in a thread; return the future of its result.

    Unlike the threads of a pool, it ends with the program, so a service that hangs does not delay
    the end after Ctrl-C or a timeout.
    """
    found: Future[T] = Future()

    def settle() -> None:
        try:
            found.set_result(job())
        except BaseException as error:  # raised where the result is read
            found.set_exception(error)

    Thread(target=settle, daemon=True).start()
    return found


class _SameHost(HTTPRedirectHandler):
    """Follows redirects only on one host, because keys must not go to another."""

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        if urlsplit(newurl)[:2] != urlsplit(req.full_url)[:2]:
            raise ServiceError(Message.of("service-other-host", host=urlsplit(newurl).netloc))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def xml_of(data: bytes) -> Element:
    """Return the root of a reply in XML. Raises ServiceError.

    A document type is refused, since entities could expand a few lines to gigabytes. Our services
    do not send one. (DBLP's dump has one, but its replies for persons do not.)
    """
    try:
        text = data.decode()
        if "<!doctype" not in text.lower():
            return ElementTree.fromstring(text)
    except (UnicodeDecodeError, ElementTree.ParseError):
        pass
    raise ServiceError(Message.of("service-unreadable", wanted="XML"))


def text_in(element: Element | None) -> str:
    """Return the text in an element, with its markup (`<sub>`) as written."""
    if element is None:
        return ""
    whole = ElementTree.tostring(element, encoding="unicode")
    start, end = whole.find(">") + 1, whole.rfind("</")
    return whole[start:end] if end >= start else ""


def _refusal(status: int) -> ServiceError:
    words = f"{status} {http.client.responses.get(status, '')}"
    if status in (404, 410):
        return UnknownId(Message.of("service-unknown-id", status=words))
    if status in (401, 403):
        return ServiceError(Message.of("service-wants-key", status=words))
    is_busy = status == 429 or status >= 500
    code = "service-busy" if is_busy else "service-refuses"
    return ServiceError(Message.of(code, status=words))


def _seconds(written: str) -> float:
    """Return the seconds in `Retry-After`, or 0 for a date; no service here sends dates."""
    return float(written[:9]) if written.isascii() and written.isdigit() else 0.0


def _unreached(error: Exception) -> Message:
    inner = error.reason if isinstance(error, URLError) else error
    if isinstance(inner, TimeoutError):
        return TOO_SLOW
    return Message.of("service-unreached", error=str(inner))
