"""Finds the programs for browser tests, reports missing ones, and talks to `audit.mjs`.

Standard library only: `install` and `screenshot` run it outside the virtualenv too.
"""

import atexit
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
NODE_MODULES = HERE / "node_modules"
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
OLDEST_NODE = 18

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BrowserTools:
    """The programs that were found; `None` for one that was not."""

    node: str | None
    chromium: str | None
    java: str | None
    missing: tuple[str, ...]
    """One plain sentence for each missing program."""

    def run(self, command: str, request: Json) -> list[Json]:
        """Send one request to `audit.mjs`; return its answers, one per line."""
        assert self.node and self.chromium, self.missing
        browser = open_browser(self.node, self.chromium)
        assert browser.stdin and browser.stdout
        browser.stdin.write(json.dumps({"command": command, **request}) + "\n")
        browser.stdin.flush()
        answers = []
        for line in browser.stdout:
            answer = json.loads(line)
            if "end" not in answer:
                answers.append(answer)
            elif answer["end"] is None:
                return answers
            else:
                raise RuntimeError(f"audit.mjs {command} failed:\n{answer['end']}")
        open_browser.cache_clear()
        raise RuntimeError(f"audit.mjs {command} ended with the code {browser.wait()}")

    def tell(self, *stories: Json) -> list[Json]:
        """Play each story, `{"steps": [["goto", url], ["press", "Tab"], ["eval", js]]}`.

        Each answer has the last `url`, the `answers` of the `eval` steps, the page's console
        messages and requests, and `failure`: why the story ended early, or `None`. The other steps
        are `click`, `hover`, `follow` (a click that must lead elsewhere), `until` (wait for an
        expression to be true, even across pages), `reload`, `resize`, `type`, `fill` and `select`
        (of a selector and a value), `choose` (a file, by Enter on a button), `drag` (from one
        selector to another), `inside` (a script of the framed page), `shot` (a picture) and `axe`,
        whose violations are among the `answers`. A further page in the same tab takes a fifth of
        the time of a separate story.
        """
        return self.run("tell", {"stories": stories})

    def shoot(self, url: str, out: Path, **view: Any) -> Json:
        """Take a picture of a page; refuse a page with a character that is drawn as a box."""
        (answer,) = self.run("shot", {"url": url, "out": str(out), "full": False, **view})
        if answer["boxes"]:
            names = ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in answer["boxes"][:9])
            hint = "on Debian, apt-get install fonts-noto-cjk fonts-noto-core"
            raise RuntimeError(f"{url}: no font of this system draws {names}; {hint}")
        return answer

    def check_html(self, folder: Path) -> list[Json]:
        """Return the messages of the Nu HTML checker, including hints, on every page in a
        folder."""
        assert self.java, self.missing
        jar = NODE_MODULES / "vnu-jar/build/dist/vnu.jar"
        options = ["--skip-non-html", "--exit-zero-always", "--stdout", "--format", "json"]
        done = subprocess.run(
            [self.java, "-Xss4m", "-jar", str(jar), *options, str(folder)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"the Nu HTML checker did not run:\n{done.stderr}")
        messages: list[Json] = json.loads(done.stdout)["messages"]
        return [message for message in messages if not is_wrong_about_policies(message)]


@cache
def open_browser(node: str, chromium: str) -> subprocess.Popen[str]:
    """Start `audit.mjs`, which takes requests until this process ends."""
    browser = subprocess.Popen(
        [node, str(HERE / "audit.mjs")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "MASTHEAD_CHROMIUM": chromium},
    )
    assert browser.stdin
    atexit.register(browser.stdin.close)
    return browser


def is_wrong_about_policies(message: Json) -> bool:
    """Whether a message is a known false alarm of the checker about policies.

    The checker reads single files, so it considers no other file `'self'`; and policies do not
    apply to JSON-LD, because that is data (HTML, "prepare the script element": the type is examined
    first). Anything that a policy really blocks is an error on the console, and pages must have no
    such error.
    """
    ours = re.search(r"\b\w+ “(?!\w+:|//)[^”]*” blocked", message["message"])
    return "Content Security Policy" in message["message"] and (
        ours is not None or "application/ld+json" in message.get("extract", "")
    )


def find_tools() -> BrowserTools:
    """Find node, its packages, a Chromium and Java on this machine."""
    node, java = shutil.which("node"), shutil.which("java")
    chromium = os.environ.get("MASTHEAD_CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUM_NAMES)), None
    )
    missing = []
    if node is None:
        missing.append("Node.js (the command `node`) is not installed.")
    elif (version := node_version(node)) < OLDEST_NODE:
        missing.append(f"Node.js is {version}; {OLDEST_NODE} or newer is needed.")
    if chromium is None:
        missing.append(
            f"No browser: none of {', '.join(CHROMIUM_NAMES)}, and no MASTHEAD_CHROMIUM."
        )
    elif not shutil.which(chromium):
        missing.append(f"MASTHEAD_CHROMIUM names {chromium}, which cannot be run.")
    if java is None:
        missing.append("Java (the command `java`, for the Nu HTML checker) is not installed.")
    if not packages_are_installed():
        missing.append("tools/browser/node_modules is not what package-lock.json says.")
    return BrowserTools(node, chromium, java, tuple(missing))


def node_version(node: str) -> int:
    """Node's major version."""
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return int(answer.stdout.lstrip("v").partition(".")[0] or 0)


def packages_are_installed() -> bool:
    """Whether each locked npm package is installed in its locked version."""
    locked: Json = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    for folder, package in locked.items():
        found = HERE / folder / "package.json"
        if folder and not (
            found.is_file()
            and json.loads(found.read_text("utf-8"))["version"] == package["version"]
        ):
            return False
    return True
