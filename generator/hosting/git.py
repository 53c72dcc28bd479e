"""Runs git. No other file does, so that git obeys only the author's settings.

Settings can name commands. In the author's own repository, settings for fetching and pushing
(`core.sshCommand`, `credential.helper`) apply, as they do for the author's own git. A folder that
only looks like a repository (gitrepository-layout) is refused. An import reads a repository only on
request. It may be a stranger's, so git contacts no remote there, and callers only read.

Only commands that leave the work tree, the index and HEAD alone ("plumbing") are run. The author's
hooks, signing, line ends, filters and ignored files are meant for the author's own commits and are
switched off, because a deployment sends the exact bytes of a build.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from pathlib import Path

from generator.disk import temporary_folder
from generator.problems import Place, Problem, SiteError

PATIENCE = 600
"""The time limit of a command, in seconds."""
_OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
              "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE",
              "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE")  # fmt: skip
"""Variables that git sets for hooks. A hook may have called us."""
_SETTINGS = {
    "commit.gpgSign": "false",
    "core.fsmonitor": "false",
    "core.quotePath": "false",
    "core.sparseCheckout": "false",
    "core.splitIndex": "false",
    "gc.auto": "0",
    "i18n.commitEncoding": "utf-8",
    "maintenance.auto": "false",
    "safe.bareRepository": "explicit",  # git 2.38; `_refuse_bare` is for older ones
    "push.pushOption": "",  # no push options: many servers refuse them
    "user.useConfigOnly": "true",  # otherwise git would derive a name from the machine's
}
_OF_STRANGERS = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
"""Variables that keep git from fetching missing objects from a remote."""
_SECRET = re.compile(r"://[^\s'\"]*@")
"""A name and a password in an address. Git prints them when the address does not work. They end at
the last `@`, since a password may contain one. `printable` is less strict, since it also reads
texts with markup; git prints only addresses."""
_MOST_LINES = 5
"""The most lines of a server's answer that are shown, since some servers add pages of advice."""


class GitError(Exception):
    """A git command failed; carries its output."""

    def __init__(self, said: str) -> None:
        self.said = without_secret(said).strip()
        super().__init__(self.said)

    @property
    def server_lines(self) -> list[str]:
        """The first lines of the server's own message, such as the reason for a refusal."""
        lines = [line.removeprefix("remote:").strip() for line in self.said.splitlines()
                 if line.startswith("remote:")]  # fmt: skip
        return [line for line in lines if line.strip("-=*# ")][:_MOST_LINES]

    @property
    def last_line(self) -> str:
        """The most informative line of git's message."""
        lines = [line.strip() for line in self.said.splitlines() if line.strip()]
        telling = [li for li in lines if li.startswith(("fatal:", "error:", "ERROR:", "remote:"))]
        return (telling or lines or ["git said nothing"])[0]


def without_secret(text: str) -> str:
    """Return a text without the names and passwords in its addresses."""
    return _SECRET.sub("://", text)


class Git:
    """The git of one repository."""

    def __init__(self, folder: Path, no_hooks: Path, can_ask: bool, is_strange: bool) -> None:
        """`no_hooks` is an empty folder that replaces the folder of hooks. For the rest, see
        `repository`."""
        self._folder = folder
        self._no_hooks = no_hooks
        self._can_ask = can_ask
        settings = {**_SETTINGS, "core.hooksPath": str(no_hooks)}
        words = [w for n, v in settings.items() for w in ("-c", f"{n}={v}")]
        if is_strange and _is_repository(folder):
            words.append("--git-dir=.")
        self._command = [_program(), *words]
        self._environment = _environment(os.environ, can_ask)
        if is_strange:
            self._environment |= _OF_STRANGERS

    def with_own_index(self) -> "Git":
        """Return this git with its own empty index in place of the author's."""
        apart = copy(self)
        apart._environment = {
            **self._environment,
            "GIT_INDEX_FILE": str(self._no_hooks.parent / "index"),
        }
        return apart

    def run(self, *words: str, stdin: bytes = b"") -> str:
        """Run a command and return its output, without the final line end."""
        return self.run_bytes(*words, stdin=stdin).decode("utf-8", "surrogateescape").rstrip("\n")

    def answer(self, *words: str) -> str:
        """Run a command and return its output, or "" if it fails."""
        try:
            return self.run(*words)
        except GitError:
            return ""

    def succeeds(self, *words: str) -> bool:
        """Run a command and return whether it succeeds."""
        try:
            self.run_bytes(*words)
        except GitError:
            return False
        return True

    def run_bytes(self, *words: str, stdin: bytes = b"") -> bytes:
        """Run a command and return its output. Raises GitError if it fails."""
        try:
            run = subprocess.run(
                [*self._command, *words],
                cwd=self._folder,
                input=stdin,
                capture_output=True,
                env=self._environment,
                # Without a terminal, no child process can wait for a password.
                start_new_session=not self._can_ask,
                timeout=PATIENCE,
                check=False,
            )
        except OSError as error:
            raise GitError(f"{self._command[0]} cannot be run: {error.strerror}") from None
        except subprocess.TimeoutExpired:
            raise GitError(f"fatal: no answer within {PATIENCE // 60} minutes") from None
        if run.returncode:
            raise GitError((run.stderr + run.stdout).decode("utf-8", "replace"))
        return run.stdout


def _environment(given: Mapping[str, str], can_ask: bool) -> dict[str, str]:
    kept = {name: value for name, value in given.items() if name not in _OF_A_HOOK}
    kept |= {
        "LC_ALL": "C",  # we read its messages
        "LANGUAGE": "",
        "GIT_OPTIONAL_LOCKS": "0",  # so that even `git status` does not write the index
        "GIT_LITERAL_PATHSPECS": "1",
    }
    if not can_ask:
        kept |= {"GIT_TERMINAL_PROMPT": "0", "GCM_INTERACTIVE": "never"}
        kept |= {"SSH_ASKPASS_REQUIRE": "never"}
    return kept


def _program() -> str:
    """Return the git on the PATH. Raises SiteError if there is none.

    Relative folders are left out, because they could be a stranger's. So is the current folder,
    where Windows also searches.
    """
    name = "git.exe" if sys.platform == "win32" else "git"
    for folder in map(Path, os.get_exec_path()):
        if folder.is_absolute() and os.access(folder / name, os.X_OK):
            return str(folder / name)
    raise SiteError([Problem.of(Place("git"), "git-missing")])


def _is_repository(folder: Path) -> bool:
    """Whether git would take a folder for a repository, roughly (gitrepository-layout)."""
    has_objects = any((folder / name).exists() for name in ("objects", "commondir"))
    return has_objects and os.path.lexists(folder / "HEAD")


def _refuse_bare(folder: Path) -> None:
    """Raise SiteError if git would take a folder, or one above it, for a repository without a work
    tree and obey its `config`. Any clone can contain such a folder."""
    for here in (folder, *folder.parents):
        if (here / ".git").is_file() or _is_repository(here / ".git"):
            return
        if _is_repository(here):
            raise SiteError([Problem.of(Place(str(here)), "folder-looks-like-repository")])


@contextmanager
def repository(folder: Path, can_ask: bool = False, is_strange: bool = False) -> Iterator[Git]:
    """Yield the git of the repository that contains a folder.

    With `can_ask`, git may ask a person at a terminal for a password. With `is_strange`, the
    repository may be a stranger's and is only read. Raises SiteError if git cannot run, or if a
    command fails unexpectedly.
    """
    folder = folder.resolve()
    if not is_strange:
        _refuse_bare(folder)
    with temporary_folder() as temporary:
        temporary.make("no-hooks")
        try:
            yield Git(folder, Path(temporary.root, "no-hooks"), can_ask, is_strange)
        except GitError as error:
            problem = Problem.of(Place(".git"), "git-failed", reason=error.last_line)
            raise SiteError([problem]) from None
