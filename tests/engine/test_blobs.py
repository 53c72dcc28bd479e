"""A blob is given back as it was put in, or not at all, whatever has happened to its files."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.api import BuildRequest, build
from generator.disk import OwnFolder
from generator.engine.cache_files import BLOBS, LARGEST, Blobs
from generator.model.files import ProjectFolders
from generator.problems import Problem
from tests.conftest import small_site

RECORDS = {"a": b"first", "b": b"second" * 50, "c": b"", "d": bytes(range(256))}
MEGABYTE = 1_000_000


def opened(folder: Path, version: str = "v", is_trusted: bool = True) -> Blobs:
    return Blobs(OwnFolder(folder, is_all_ours=True), version, is_trusted)


def key(blobs: Blobs, name: str) -> str:
    return blobs.key("text", name.encode())


def put(blobs: Blobs, records: dict[str, bytes]) -> Blobs:
    for name, data in records.items():
        blobs.put(key(blobs, name), data)
    return blobs


def filled(folder: Path, records: dict[str, bytes] = RECORDS) -> None:
    """Have a build put blobs and end."""
    put(opened(folder), records).close()


def held(blobs: Blobs, names: Iterable[str] = RECORDS) -> dict[str, bytes]:
    return {name: data for name in names if (data := blobs.get(key(blobs, name))) is not None}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_put_is_there_for_this_build_and_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "a folder that is not there yet"
    blobs = opened(folder)
    assert held(blobs) == {}
    assert held(put(blobs, RECORDS)) == RECORDS
    blobs.close()
    assert held(opened(folder)) == RECORDS
    assert names(folder) == [BLOBS]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no list of open files here")
def test_a_build_that_is_broken_off_closes_its_files(tmp_path: Path) -> None:
    site = small_site(tmp_path / "project")

    def broken(found: object) -> tuple[list[Problem], int]:
        raise RuntimeError

    request = BuildRequest(project=ProjectFolders(site.root), output=site.output, check=broken)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(RuntimeError):
        build(request)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_where_nothing_is_trusted_all_is_made_again(tmp_path: Path) -> None:
    filled(tmp_path)
    blobs = opened(tmp_path, is_trusted=False)
    assert held(blobs) == {} and held(put(blobs, {"a": b"again"})) == {"a": b"again"}
    blobs.close()
    assert held(opened(tmp_path)) == {"a": b"again"}


def test_copies_of_the_process_add_at_once_and_read_what_the_others_made(tmp_path: Path) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("nothing forks here")
    blobs = opened(tmp_path)
    put(blobs, RECORDS)
    children = []
    for n in range(4):
        child = os.fork()
        if not child:
            try:
                put(blobs, {f"{n} {m}": f"{n} {m}".encode() * (m + 1) for m in range(200)})
                os._exit(0 if held(blobs) == RECORDS else 1)
            finally:
                os._exit(2)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    blobs.look_again()
    put(blobs, {"last": b"z"})
    made = {f"{n} {m}": f"{n} {m}".encode() * (m + 1) for n in range(4) for m in range(200)}
    for each in (blobs, opened(tmp_path)):
        assert held(each, made) == made and held(each, ["last"]) == {"last": b"z"}


@pytest.mark.slow
@given(position=st.integers(min_value=0), flip=st.integers(1, 255))
def test_a_garbled_byte_anywhere_leaves_what_is_right_or_nothing(
    tmp_path_factory: pytest.TempPathFactory, position: int, flip: int
) -> None:
    folder = tmp_path_factory.mktemp("garbled")
    filled(folder)
    path = folder / BLOBS
    garbled = bytearray(path.read_bytes())
    garbled[position % len(garbled)] ^= flip
    path.write_bytes(garbled)
    blobs = opened(folder)
    found = held(blobs)
    assert found.items() <= RECORDS.items()
    put(blobs, {name: data for name, data in RECORDS.items() if name not in found}).close()
    assert held(opened(folder)) == RECORDS


def test_a_link_is_neither_read_nor_written_through(tmp_path: Path) -> None:
    folder, outside = tmp_path / "cache", tmp_path / "precious.txt"
    filled(folder)
    (folder / BLOBS).rename(outside)
    (folder / BLOBS).symlink_to(outside)
    before = outside.read_bytes()
    filled(folder)
    assert held(opened(folder)) == {} and outside.read_bytes() == before


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"a file where a folder should be")
    blobs = opened(tmp_path / "cache")
    assert held(put(blobs, RECORDS)) == {}
    blobs.close()
    assert blobs.fault is not None and blobs.fault.code == "cache-unreadable"


LARGE = {f"r{n}": bytes([n]) * MEGABYTE for n in range(18)}


def test_a_file_that_has_become_too_large_is_emptied(tmp_path: Path) -> None:
    filled(tmp_path)
    os.truncate(tmp_path / BLOBS, LARGEST + 1)
    assert held(opened(tmp_path)) == {}
    assert (tmp_path / BLOBS).stat().st_size == 0


@pytest.mark.slow
@pytest.mark.parametrize("step", range(30))
def test_a_build_killed_at_any_call_to_the_system_leaves_what_is_right_or_nothing(
    tmp_path: Path, step: int
) -> None:
    """The process ends itself at the n-th event that Python's audit hooks see."""
    if not hasattr(os, "fork"):
        pytest.skip("nothing forks here")
    filled(tmp_path, {**RECORDS, **dict(list(LARGE.items())[:16])})
    child = os.fork()
    if not child:
        left = step

        def dying(event: str, _: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os._exit(0)

        sys.addaudithook(dying)
        blobs = put(opened(tmp_path), {"e": b"fifth" * MEGABYTE})
        blobs.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    again = opened(tmp_path)
    assert held(again) in ({}, RECORDS) and held(again, "e") in ({}, {"e": b"fifth" * MEGABYTE})
    assert held(put(again, RECORDS)) == RECORDS and again.fault is None
