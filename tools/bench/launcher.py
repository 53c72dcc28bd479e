"""Runs one command and prints its cost as JSON. This is a program of its own, started with `-I -S`.

Linux includes the memory of the starting process in a program's peak, so that process must be
small: this one has 10 MiB, the benchmark itself has many times more. Time is also measured here, so
that it does not include the start of this program.

A command may leave a helper process that continues after the command has ended. On Linux, the
launcher becomes a subreaper, so that it adopts such orphans and can wait for them; on other systems
they are missed. It prints

- `code`, the exit code of the command;
- `wall`, the seconds until the command itself ended, which a person waits for;
- `cpu`, the CPU seconds of the command and all its descendants, until the last one ended;
- `peak`, the bytes of the largest of these processes. Their sum is not known: it would have to be
  sampled while they run, and forked processes share most of their pages.

Usage: launcher.py LOG COMMAND [ARGUMENT…]
"""

import os
import resource
import signal
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
"""From <linux/prctl.h>; see prctl(2)."""
PATIENCE = 600
"""Seconds after which the launcher no longer waits for helpers and is killed by SIGALRM."""


def main() -> None:
    """Run the command with its output in a file."""
    log, *command = sys.argv[1:]
    if sys.platform == "linux":
        adopt_orphans()
    actions = [
        (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    ended, status = os.wait()
    while ended != process:  # an orphan that ended before the command did
        ended, status = os.wait()
    wall = time.perf_counter() - start
    signal.alarm(PATIENCE)
    wait_for_orphans()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = usage.ru_utime + usage.ru_stime
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    code = os.waitstatus_to_exitcode(status)
    print(f'{{"code": {code}, "wall": {wall}, "cpu": {cpu}, "peak": {peak}}}')


def adopt_orphans() -> None:
    """Make this process adopt descendants whose parent has ended."""
    import ctypes

    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def wait_for_orphans() -> None:
    """Wait until no descendant is left."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        return


main()
