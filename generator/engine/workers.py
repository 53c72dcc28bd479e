"""Shares many outputs among as many processes as there are cores.

The processes are forks of this one, so each has the whole site and only results are passed back. If
a copy fails, this process does its share.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from generator.disk import OwnFolder
from generator.processes import forked, held_back

Item = TypeVar("Item")
T = TypeVar("T")


def cores() -> int:
    """Return how many processes to use: one if forking could do harm."""
    threading = sys.modules.get("threading")  # not loaded: this process has no threads
    is_alone = threading is None or threading.active_count() == 1
    if not (is_alone and sys.platform.startswith("linux")):
        return 1
    return min(len(os.sched_getaffinity(0)), 8)


def shared_among_processes(
    items: Sequence[Item],
    make: Callable[[Item], T],
    folder: OwnFolder,
    done: Callable[[], None] = lambda: None,
    stays: Callable[[Item], bool] = lambda item: False,
    unit: Callable[[Item], Hashable] = id,
    weight: Callable[[Item], int] = lambda item: 1,
) -> list[T]:
    """Return the results of `make` for the items, in their order.

    Results must be picklable; `folder` holds them on their way. `done` is called after each item
    that this process makes itself. It makes all items for which `stays` is true. One process makes
    all items of a `unit`, heavy units first. A process takes the next unit when it is free, so a
    process on a busy core takes fewer.
    """
    units: dict[Hashable, list[int]] = {}
    for number, item in enumerate(items):
        if not stays(item):
            units.setdefault(unit(item), []).append(number)
    waiting = sorted(units.values(), key=lambda whole: -weight(items[whole[0]]))
    made: dict[int, T] = {}

    def make_here(numbers: Iterable[int]) -> None:
        for number in numbers:
            if number not in made:
                made[number] = make(items[number])
                done()

    queue = folder.nameless_file()
    """The numbers of the units that no process has taken yet. All copies share its position."""
    os.write(queue, b"".join(number.to_bytes(4) for number in range(len(waiting))))
    os.lseek(queue, 0, os.SEEK_SET)

    def taken() -> Iterator[int]:
        while number := os.read(queue, 4):
            yield from waiting[int.from_bytes(number)]

    copies: list[tuple[int, int]] = []
    try:
        for _ in range(cores() - 1):
            _copy(lambda: {number: make(items[number]) for number in taken()}, folder, copies)
        make_here(number for number, item in enumerate(items) if stays(item))
        make_here(taken())
        while copies:
            process, results = copies[0]
            os.waitpid(process, 0)
            del copies[0]
            made.update(_read(results))
    finally:
        os.close(queue)
        for process, _ in copies:  # an error before they were done
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
    make_here(range(len(items)))  # taken by a copy that failed
    return [made[number] for number in range(len(items))]


def _copy(
    make: Callable[[], dict[int, Any]], folder: OwnFolder, copies: list[tuple[int, int]]
) -> None:
    """Fork a copy of this process that runs `make`.

    It is added to `copies`, with an open file for its results.
    """
    results = folder.nameless_file()
    with held_back():  # until it is listed, so that an interrupt ends it, too
        if process := forked():
            copies.append((process, results))
            return
    try:
        with os.fdopen(results, "wb") as file:
            pickle.dump(make(), file, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)


def _read(results: int) -> dict[int, Any]:
    """Return a copy's results by item number; empty if it failed before it was done."""
    os.lseek(results, 0, os.SEEK_SET)
    with os.fdopen(results, "rb") as file:
        try:
            made: dict[int, Any] = pickle.load(file)
        except (EOFError, pickle.PickleError):
            return {}
    return made
