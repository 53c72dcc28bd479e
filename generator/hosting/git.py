"""Runs git: the only place that does, so that git obeys no settings but the author's.

Settings can name commands. In the author's own repository, those that fetching and pushing need
(`core.sshCommand`, `credential.helper`) count, as they do for the author's own git. A folder that
only looks like a repository (gitrepository-layout) is refused. An import reads a repository only if
it is asked to. That may be a stranger's, so git asks no remote there, and its callers only read.

Only commands that leave the work tree, the index and HEAD alone are run ("plumbing"). The author's
hooks, signing, line ends, filters and ignored files are for the author's own commits and are
switched off: a deployment sends the bytes of a build.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from pathlib import Path

from generator.disk.own_folder import temporary_folder
from generator.problems import Place, Problem, SiteError

PATIENCE = 600
"""Seconds after which a command is given up."""
_OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
              "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE",
              "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE")  # fmt: skip
"""Variables that git sets for its hooks: a hook may have called us."""
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
    "push.pushOption": "",  # empties the list: servers that know none refuse them all
    "user.useConfigOnly": "true",  # or git would make a name out of the machine's
}
_OF_STRANGERS = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
"""Variables by which git asks no remote for what a repository lacks."""
_SECRET = re.compile(r"://[^\s'\"]*@")
"""A name and a password in an address. Git repeats them when the address does not work. They end at
the last `@`, since a password may hold that sign, too. `printable` is less strict, since it also
reads texts with markup; git prints only addresses."""
_MOST_LINES = 5
"""So many lines of a server's answer are repeated; some servers add pages of advice."""


class GitError(Exception):
    """A command of git's that failed, with what it said."""

    def __init__(self, said: str) -> None:
        self.said = without_secret(said).strip()
        super().__init__(self.said)

    @property
    def server_lines(self) -> list[str]:
        """What the server itself said, the first lines of it: why it refused, say."""
        lines = [line.removeprefix("remote:").strip() for line in self.said.splitlines()
                 if line.startswith("remote:")]  # fmt: skip
        return [line for line in lines if line.strip("-=*# ")][:_MOST_LINES]

    @property
    def last_line(self) -> str:
        """The line of git's message that says most."""
        lines = [line.strip() for line in self.said.splitlines() if line.strip()]
        telling = [li for li in lines if li.startswith(("fatal:", "error:", "ERROR:", "remote:"))]
        return (telling or lines or ["git said nothing"])[0]


def without_secret(text: str) -> str:
    """Return a text without the names and passwords in its addresses."""
    return _SECRET.sub("://", text)


class Git:
    """The git of one repository."""

    def __init__(self, folder: Path, no_hooks: Path, can_ask: bool, is_strange: bool) -> None:
        """`no_hooks` is an empty folder in place of that of the hooks. For the rest, see
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
        """Return this git with an empty index of its own in the place of the author's."""
        apart = copy(self)
        apart._environment = {
            **self._environment,
            "GIT_INDEX_FILE": str(self._no_hooks.parent / "index"),
        }
        return apart

    def run(self, *words: str, stdin: bytes = b"") -> str:
        """Run a command and return what it prints, without the last line's end."""
        return self.run_bytes(*words, stdin=stdin).decode("utf-8", "surrogateescape").rstrip("\n")

    def answer(self, *words: str) -> str:
        """Run a command and return what it prints, or nothing where it fails."""
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
        """Run a command and return what it prints. Raises GitError where it fails."""
        try:
            run = subprocess.run(
                [*self._command, *words],
                cwd=self._folder,
                input=stdin,
                capture_output=True,
                env=self._environment,
                # Without a terminal of its own, no program below can wait for a password.
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
    """Return the git on the PATH. Raises SiteError where there is none.

    Relative folders are left out, and so is the folder in which Windows looks by itself: either
    could be a stranger's.
    """
    name = "git.exe" if sys.platform == "win32" else "git"
    for folder in map(Path, os.get_exec_path()):
        if folder.is_absolute() and os.access(folder / name, os.X_OK):
            return str(folder / name)
    raise SiteError([Problem.of(Place("git"), "git-missing")])


def _is_repository(folder: Path) -> bool:
    """Whether git takes a folder for a repository, or nearly (gitrepository-layout)."""
    has_objects = any((folder / name).exists() for name in ("objects", "commondir"))
    return has_objects and os.path.lexists(folder / "HEAD")


def _refuse_bare(folder: Path) -> None:
    """Raise SiteError where git takes a folder or one above it for a repository without a work
    tree, and obeys its `config`. Such a folder can be part of any clone."""
    for here in (folder, *folder.parents):
        if (here / ".git").is_file() or _is_repository(here / ".git"):
            return
        if _is_repository(here):
            raise SiteError([Problem.of(Place(str(here)), "folder-looks-like-repository")])


@contextmanager
def repository(folder: Path, can_ask: bool = False, is_strange: bool = False) -> Iterator[Git]:
    """Yield the git of the repository that a folder lies in.

    `can_ask` says whether there is a person at a terminal to ask for a password; `is_strange`,
    whether the repository may be a stranger's and is only read. Raises SiteError where git cannot
    be run, and for a command that fails without the caller's expecting it.
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
