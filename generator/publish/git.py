"""Plain git, as a tool that neither changes nor heeds what its user has set up for work.

Only commands that touch no work tree, no index and no HEAD are run ("plumbing"). Hooks, signing,
line ends, filters and ignored files are a matter of a person's own commits: what is sent are the
bytes of a build.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.problems import Place, Problem, SiteError

PATIENCE = 600
"""Seconds after which a command that talks to a server is given up."""
_OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
              "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE",
              "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE")  # fmt: skip
"""What git tells its hooks, from one of which we may have been called."""
_SETTINGS = {
    "commit.gpgSign": "false",
    "core.fsmonitor": "false",
    "core.quotePath": "false",
    "gc.auto": "0",
    "i18n.commitEncoding": "utf-8",
    "maintenance.auto": "false",
    "push.pushOption": "",  # empties the list: servers that know none refuse them all
    "user.useConfigOnly": "true",  # a name that git guessed from the machine is nobody's
}


_SECRET = re.compile(r"://[^/@\s]+@")
"""A name and a password in an address, which git repeats when the address does not work."""


_TOLD = 5
"""Lines of a server's that are repeated; some add pages of advice."""


class GitError(Exception):
    """A command of git's that failed, with what it said."""

    def __init__(self, said: str, code: int = 1) -> None:
        self.said = said.strip()
        self.code = code
        super().__init__(self.said)

    @property
    def told(self) -> list[str]:
        """What the server itself said, the first lines of it: why it refused, say."""
        lines = [line.removeprefix("remote:").strip() for line in self.said.splitlines()
                 if line.startswith("remote:")]  # fmt: skip
        return [_SECRET.sub("://", line) for line in lines if line.strip("-=*# ")][:_TOLD]

    @property
    def last_line(self) -> str:
        """The line that says most, of what git said."""
        lines = [line.strip() for line in self.said.splitlines() if line.strip()]
        lines = [_SECRET.sub("://", line) for line in lines]
        telling = [li for li in lines if li.startswith(("fatal:", "error:", "ERROR:", "remote:"))]
        return (telling or lines or ["git said nothing"])[0]


class Git:
    """The git of one repository."""

    def __init__(self, folder: Path, no_hooks: Path, can_ask: bool = False) -> None:
        """`folder` lies in the work tree; `no_hooks` is an empty folder, which stands for that of
        the hooks; `can_ask` says whether there is a person at a terminal to ask for a password."""
        self._folder = folder
        self._can_ask = can_ask
        settings = {**_SETTINGS, "core.hooksPath": str(no_hooks)}
        self._command = ["git", *(w for n, v in settings.items() for w in ("-c", f"{n}={v}"))]

    def say(self, *words: str, stdin: bytes = b"") -> str:
        """Run a command and return what it prints, without the last line's end."""
        return self.bytes(*words, stdin=stdin).decode("utf-8", "surrogateescape").rstrip("\n")

    def does(self, *words: str) -> bool:
        """Run a command and return whether it succeeds."""
        try:
            self.bytes(*words)
        except GitError:
            return False
        return True

    def bytes(self, *words: str, stdin: bytes = b"") -> bytes:
        """Run a command and return what it prints. Raises GitError where it fails.

        Raises SiteError where there is no git at all.
        """
        talks = words[0] in ("fetch", "push", "ls-remote")
        try:
            run = subprocess.run(
                [*self._command, *words],
                cwd=self._folder,
                input=stdin,
                capture_output=True,
                env=_environment(os.environ, self._can_ask),
                # Without a terminal of its own, no program below can wait for a password.
                start_new_session=not self._can_ask,
                timeout=PATIENCE if talks else None,
                check=False,
            )
        except FileNotFoundError:
            hint = "install it from https://git-scm.com/downloads, then try again"
            raise SiteError([Problem(Place("git"), "git is not installed here", hint)]) from None
        except subprocess.TimeoutExpired:
            raise GitError(f"fatal: no answer within {PATIENCE // 60} minutes") from None
        if run.returncode:
            raise GitError((run.stderr + run.stdout).decode("utf-8", "replace"), run.returncode)
        return run.stdout


def _environment(given: Mapping[str, str], can_ask: bool) -> dict[str, str]:
    kept = {name: value for name, value in given.items() if name not in _OF_A_HOOK}
    kept |= {
        "LC_ALL": "C",  # what it says is read
        "LANGUAGE": "",
        "GIT_OPTIONAL_LOCKS": "0",  # so that even `git status` does not write the index
        "GIT_LITERAL_PATHSPECS": "1",
    }
    if not can_ask:
        kept |= {"GIT_TERMINAL_PROMPT": "0", "GCM_INTERACTIVE": "never"}
        kept |= {"SSH_ASKPASS_REQUIRE": "never"}
    return kept


def write_tree(git: Git, blobs: Mapping[str, str]) -> str:
    """Write the trees that hold some blobs, by their paths; return the name of the top one.

    No index is needed, so none can be in the way. Format: gitformat of `git mktree -z`.
    """
    folders: dict[str, list[str]] = {"": []}
    for path, name in blobs.items():
        folder, _, last = path.rpartition("/")
        folders.setdefault(folder, []).append(f"100644 blob {name}\t{last}")
        while folder:
            folder = folder.rpartition("/")[0]
            folders.setdefault(folder, [])
    top = ""
    for depth in sorted({_depth(folder) for folder in folders}, reverse=True):
        here = sorted(folder for folder in folders if _depth(folder) == depth)
        names = _trees(git, [folders[folder] for folder in here])
        for folder, name in zip(here, names, strict=True):
            parent, _, last = folder.rpartition("/")
            if folder:
                folders[parent].append(f"040000 tree {name}\t{last}")
            else:
                top = name
    return top


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _trees(git: Git, entries: Iterable[list[str]]) -> list[str]:
    text = b"".join(
        b"".join(line.encode("utf-8", "surrogateescape") + b"\0" for line in lines) + b"\0"
        for lines in entries
    )
    return git.say("mktree", "-z", "--batch", stdin=text).split("\n")


def write_blobs(git: Git, files: Iterable[Path]) -> list[str]:
    """Write the bytes of files into the repository as they are; return the blobs' names."""
    paths = b"".join(os.fsencode(file) + b"\n" for file in files)
    if not paths:
        return []
    return git.say("hash-object", "-w", "--no-filters", "--stdin-paths", stdin=paths).split("\n")
