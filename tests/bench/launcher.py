"""Run one command and print its cost as JSON. A program of its own, started with `-I -S`.

Linux counts the memory of whoever starts a program into that program's peak, so the one who
starts it has to be small: this one has 8 MiB, the benchmark itself has many times more. Time is
taken here, too, so that starting this program is not in it.

Usage: launcher.py LOG COMMAND [ARGUMENT…]
"""

import os
import sys
import time


def main() -> None:
    """Run the command with its output in a file."""
    log, *command = sys.argv[1:]
    actions = [
        (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - start
    cpu = usage.ru_utime + usage.ru_stime
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    code = os.waitstatus_to_exitcode(status)
    print(f'{{"code": {code}, "wall": {wall}, "cpu": {cpu}, "peak": {peak}}}')


main()
