"""Links to other hosts, asked for on loopback: politely, and no more often than needed."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from generator.commands.external_links import LinkChecker
from tests.check.checking import HOME, check
from tests.conftest import PATIENCE, SiteCase


class Host:
    """A server on loopback that answers as its paths say, and remembers who asked.

    It thinks for ``seconds`` before each answer, so that two requests at once would meet.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.asked: list[tuple[str, str]] = []
        self.agents: set[str] = set()
        self.at_once = self.most_at_once = 0
        self.closing = threading.Event()
        lock = threading.Lock()
        host = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                with lock:
                    host.at_once += 1
                    host.most_at_once = max(host.most_at_once, host.at_once)
                    host.asked.append((self.command, self.path))
                    host.agents.add(self.headers["User-Agent"])
                self.reply()
                if host.seconds:
                    time.sleep(host.seconds)
                with lock:
                    host.at_once -= 1
                # Who asks hears nothing before this, so the next request comes after the count.
                self.end_headers()

            def reply(self) -> None:
                word = self.path.strip("/").split("/")[0]
                if word == "slow":
                    host.closing.wait()
                if word == "no-head" and self.command == "HEAD":
                    self.send_response(405)
                elif word == "to":
                    self.send_response(301)
                    self.send_header("Location", "/" + self.path.strip("/").partition("/")[2])
                else:
                    self.send_response(int(word) if word.isdecimal() else 200)
                self.send_header("Content-Length", "0")

            do_HEAD = do_GET = answer

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()
    yield host
    host.close()


def looking(
    folder: Path, today: int = 1000, most: int = 300, timeout: float = PATIENCE
) -> LinkChecker:
    return LinkChecker(folder, today, timeout, most)


def test_only_what_is_gone_is_dead(host: Host, tmp_path: Path) -> None:
    paths = ["fine", "404/x", "410/x", "403/x", "429/x", "500/x", "503/x", "no-head"]
    dead = looking(tmp_path).dead(f"{host.url}/{path}" for path in paths)
    assert dead == {f"{host.url}/404/x": "404 Not Found", f"{host.url}/410/x": "410 Gone"}


def test_a_host_that_refuses_robots_is_not_called_dead(host: Host, tmp_path: Path) -> None:
    assert looking(tmp_path).dead([f"{host.url}/999/x"]) == {}


def test_redirects_are_followed_but_not_for_ever(host: Host, tmp_path: Path) -> None:
    endless = f"{host.url}/to/" + "to/" * 9
    urls = [f"{host.url}/to/fine", f"{host.url}/to/404/x", endless]
    assert looking(tmp_path).dead(urls) == {
        f"{host.url}/to/404/x": "404 Not Found",
        endless: "too many redirects",
    }


def test_head_is_asked_first_and_get_only_where_it_fails(host: Host, tmp_path: Path) -> None:
    looking(tmp_path).dead([f"{host.url}/fine", f"{host.url}/no-head"])
    assert host.asked == [("HEAD", "/fine"), ("HEAD", "/no-head"), ("GET", "/no-head")]
    assert all(agent.startswith("masthead/") for agent in host.agents)


def test_a_host_gets_one_request_at_a_time(host: Host, tmp_path: Path) -> None:
    host.seconds = 0.02
    looking(tmp_path).dead(f"{host.url}/to/{n}00/" for n in (2, 4, 5) for _ in range(4))
    looking(tmp_path / "again").dead(f"{host.url}/fine/{n}" for n in range(12))
    assert host.most_at_once == 1


def test_a_host_that_does_not_answer_in_time_is_dead(host: Host, tmp_path: Path) -> None:
    dead = looking(tmp_path, timeout=0.1).dead([f"{host.url}/slow"])
    assert dead == {f"{host.url}/slow": "no answer came in time"}


def test_what_was_seen_is_not_asked_again_for_a_week(host: Host, tmp_path: Path) -> None:
    urls = [f"{host.url}/fine", f"{host.url}/404/x"]
    gone = {urls[1]: "404 Not Found"}
    assert looking(tmp_path).dead(urls) == gone
    count = len(host.asked)
    assert looking(tmp_path).dead(urls) == gone
    assert len(host.asked) == count, "the same day"
    assert looking(tmp_path, today=1003).dead(urls) == gone
    assert {path for _, path in host.asked[count:]} == {"/404/x"}, "what is dead, the next day"
    count = len(host.asked)
    looking(tmp_path, today=1007).dead(urls)
    assert ("HEAD", "/fine") in host.asked[count:]


def test_a_run_has_a_limit_and_says_so(host: Host, tmp_path: Path) -> None:
    look = looking(tmp_path, most=3)
    look.dead(f"{host.url}/{n}/" for n in ("a", "b", "c", "d", "e"))
    assert len(host.asked) == 3
    assert look.notes == ["2 links are left for the next time"]
    looking(tmp_path, most=3).dead(f"{host.url}/{n}/" for n in ("a", "b", "c", "d", "e"))
    assert Counter(host.asked).most_common(1)[0][1] == 1
    assert len(host.asked) == 5


def test_without_a_network_no_link_is_judged(tmp_path: Path) -> None:
    host = Host()
    host.close()
    look = looking(tmp_path)
    port = host.url.rpartition(":")[2]
    assert look.dead([f"{host.url}/a", f"http://localhost:{port}/a"]) == {}
    assert look.notes == ["no host could be reached: is there a network? No link was judged"]


def test_a_spoilt_memory_is_no_mistake(host: Host, tmp_path: Path) -> None:
    (tmp_path / "links.json").write_text('{"x": 3}', "utf-8")
    assert looking(tmp_path).dead([f"{host.url}/404/x"]) == {f"{host.url}/404/x": "404 Not Found"}


def test_nothing_is_asked_without_the_flag(host: Host, site: SiteCase) -> None:
    site.write("content/index.md", HOME + f"[x]({host.url}/404/x)\n")
    assert check(site.root).said() == []
    assert host.asked == []


def test_a_dead_link_is_a_warning_at_its_place_in_data_and_on_pages(
    host: Host, site: SiteCase
) -> None:
    site.write("content/index.md", HOME + f"See [x]({host.url}/404/x#y), [y]({host.url}/fine).\n")
    site.write(
        "content/publications.yaml",
        "- id: one\n  title: One\n  authors: [Ada Lovelace]\n  links:\n"
        f"    code: {host.url}/410/c\n",
    )
    look = looking(site.root / ".cache")
    assert check(site.root, ask=look.dead).said() == [
        f"content/index.md:5:9: warning: this link leads nowhere: {host.url}/404/x (404 Not Found) "
        "[external-link-dead]",
        f"content/publications.yaml:5:11: warning: this link leads nowhere: {host.url}/410/c "
        "(410 Gone) [external-link-dead]",
    ]
