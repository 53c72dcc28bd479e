"""Many outputs, shared among as many processes as there are cores.

The processes are copies of this one, so each has the whole site already and nothing has to be
handed over but the results. A copy that fails is of no consequence: its share is done here.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from generator.disk.own_folder import OwnFolder
from generator.model.files import Output

T = TypeVar("T")


def cores() -> int:
    """Return how many processes may draw: one where copying a process could do harm."""
    threading = sys.modules.get("threading")  # nobody who has not loaded it has threads
    is_alone = threading is None or threading.active_count() == 1
    if not (is_alone and sys.platform.startswith("linux")):
        return 1
    return min(len(os.sched_getaffinity(0)), 8)


def has_free_core() -> bool:
    """Whether fewer tasks run at this moment, this one among them, than there are cores.

    On a busy machine a second process only takes turns with this one. The count is the kernel's
    (`man 5 proc_loadavg`, the fourth field); reading it takes some 20 µs.
    """
    try:
        with open("/proc/loadavg", encoding="ascii") as file:  # noqa: PTH123
            running = int(file.read().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return False
    return running < len(os.sched_getaffinity(0))


def shared_among_processes(
    outputs: Sequence[Output],
    make: Callable[[Output], T],
    folder: OwnFolder,
    done: Callable[[], None],
    stays: Callable[[Output], bool] = lambda output: False,
    unit: Callable[[Output], str] = lambda output: output.path,
    weight: Callable[[Output], int] = lambda output: 1,
) -> list[T]:
    """Return what `make` gives for each output, in their order.

    What it gives must be picklable. `folder` holds the results on their way; `done` is called
    after each output of this process's own share, to which all belong that `stays` names. Outputs
    of one `unit` come into one share; heavy units are dealt first, so that shares weigh the same.
    """
    count = cores()
    staying = [output for output in outputs if stays(output)]
    free = [output for output in outputs if not stays(output)]
    shares = _dealt(free, count, unit, weight)
    shares[0] = [*staying, *shares[0]]
    results: list[list[T]] = [[] for _ in shares]
    copies: list[tuple[int, int]] = []
    try:
        copies += (_copied(share, make, folder) for share in shares[1:])
        for output in shares[0]:
            results[0].append(make(output))
            done()
        for n, share in enumerate(shares[1:], 1):
            process, made = copies[0]
            os.waitpid(process, 0)
            del copies[0]
            results[n] = _read(made) or [make(output) for output in share]
    finally:
        for process, _ in copies:  # something went wrong before they were done
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
    pairs = (
        (output.path, result)
        for share, made in zip(shares, results, strict=True)
        for output, result in zip(share, made, strict=True)
    )
    by_path = dict(pairs)
    return [by_path[output.path] for output in outputs]


def _dealt(
    outputs: list[Output],
    count: int,
    unit: Callable[[Output], str],
    weight: Callable[[Output], int],
) -> list[list[Output]]:
    """Return as many shares as there are processes."""
    units: dict[str, list[Output]] = {}
    for output in outputs:
        units.setdefault(unit(output), []).append(output)
    if len(units) == len(outputs):
        return [outputs[n::count] for n in range(count)]
    shares: list[list[Output]] = [[] for _ in range(count)]
    weights = [0] * count
    for whole in sorted(units.values(), key=lambda whole: -weight(whole[0])):
        lightest = weights.index(min(weights))
        shares[lightest] += whole
        weights[lightest] += weight(whole[0])
    return shares


def _copied(
    share: Sequence[Output], make: Callable[[Output], Any], folder: OwnFolder
) -> tuple[int, int]:
    """Start a copy of this process that makes a share; return it, and an open file of results."""
    results = folder.nameless_file()
    process = os.fork()
    if process:
        return process, results
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process decides
        with os.fdopen(results, "wb") as file:
            pickle.dump([make(output) for output in share], file, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)


def _read(results: int) -> Any:
    """Return what a copy has made, or None where it failed before it was done."""
    os.lseek(results, 0, os.SEEK_SET)
    with os.fdopen(results, "rb") as file:
        try:
            return pickle.load(file)
        except (EOFError, pickle.PickleError):
            return None
