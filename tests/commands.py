"""The command as a terminal runs it, with its own streams, folder and environment.

It runs in a copy of a server that has loaded Masthead, since a new interpreter needs 0.2 s to load it.
`test_cli.py`, `test_no_op.py` and `test_wheel.py` start new ones.
"""

import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

REPOSITORY = Path(__file__).parent.parent
PATIENCE = 300.0
"""Seconds after which something hangs: ten times what the slowest step takes on a busy machine."""
LOADED = (
    "generator.__main__", "generator.commands.cli", "generator.commands.build", "generator.commands.check",
    "generator.commands.terminal", "generator.engine.reading", "generator.engine.stages",
    "generator.render.renderer", "generator.render.markdown.convert", "jinja2.async_utils",
    "markdown_it", "math_core", "pygments.formatters.html", "argparse", "pytest", __name__,
)  # fmt: skip
"""What the server loads: never Typst, whose threads a copy would lack."""


class Limits(NamedTuple):
    """What a command may take; -1 means without a limit."""

    cpu: int = -1
    """Seconds of processor time."""
    memory: int = -1
    """Bytes."""
    files: int = -1
    """How many files are open at once."""


def run_command(
    words: tuple[str, ...],
    cwd: Path | None,
    environment: Mapping[str, str],
    umask: int = -1,
    limits: Limits | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command without a terminal.

    A new interpreter runs it where the system cannot fork, and where the environment has other
    variables for Python or the locale, which only a new one reads.
    """
    if not hasattr(os, "fork") or any(map(_is_for_python, environment.items())):
        return subprocess.run(
            [sys.executable, "-m", "generator", *words],
            cwd=cwd, env=environment, umask=umask, stdin=subprocess.DEVNULL,
            capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False,
        )  # fmt: skip
    server = get_context("forkserver")
    server.set_forkserver_preload(list(LOADED))
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        how = (words, Path(cwd or Path.cwd()), dict(environment), umask, limits)
        process = server.Process(target=_become, args=(*how, out, err))
        process.start()
        process.join()
        said = (path.read_text("utf-8", "replace") for path in (out, err))
        return subprocess.CompletedProcess(words, process.exitcode or 0, *said)


def python(program: str, *words: str, cwd: Path = REPOSITORY, **how: Any) -> str:
    """Run a program of Python in a new interpreter, which must succeed; return what it printed."""
    run = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=cwd, capture_output=True, encoding="utf-8",
        timeout=4 * PATIENCE, check=False, **how,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr[-2000:]
    return run.stdout


def said_by(*words: str, code: int = 0) -> str:
    """Run a command in this process, which must end with a code; return all that it says."""
    from generator.commands.cli import main

    with TextIOWrapper(BytesIO(), "utf-8") as said:
        with redirect_stdout(said), redirect_stderr(said):
            ended = main(words)
        said.seek(0)
        found = said.read()
    assert ended == code, found
    return found


def at_terminal(
    *words: str, cwd: Path, typed: str = "", environment: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Run a command at a terminal, where somebody types; return how it ended, and all on the screen."""
    import pty  # not on Windows

    child, screen = pty.fork()
    if not child:
        try:
            os.chdir(cwd)
            program = [sys.executable, "-m", "generator", *words]
            own = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1"}
            os.execve(sys.executable, program, environment or own)
        finally:
            os._exit(99)
    os.write(screen, typed.encode())
    said = b""
    with suppress(OSError):  # Linux says the end of a terminal so
        while data := os.read(screen, 65536):
            said += data
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(screen)
    return code, said.decode().replace("\r\n", "\n")


def _is_for_python(variable: tuple[str, str]) -> bool:
    name, value = variable
    is_mine = value in (os.environ.get(name), str(REPOSITORY))
    return name.startswith(("PYTHON", "LC_", "LANG", "TZ")) and not is_mine


def _become(
    words: tuple[str, ...],
    cwd: Path,
    environment: Mapping[str, str],
    umask: int,
    limits: Limits | None,
    out: Path,
    err: Path,
) -> NoReturn:
    """Be the command until its end."""
    for number, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape")
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace")
    code = 1
    try:
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(environment)
        if umask >= 0:
            os.umask(umask)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.alarm(int(PATIENCE))
        if limits:
            _limit(limits)
        tempfile.tempdir = None
        sys.argv = ["masthead", *words]
        from generator.__main__ import run

        code = run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _limit(limits: Limits) -> None:
    import resource  # not on Windows

    names = (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NOFILE)
    for name, limit in zip(names, limits, strict=True):
        if limit >= 0:
            resource.setrlimit(name, (limit, limit))
