"""The render cache gives back what was put into it or nothing, whatever has happened to its files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.caches.render_cache import FORMAT, DiskRenderCache
from generator.engine.caches.store import record

RECORDS = {"a": b"first", "b": b"second" * 50, "c": b"", "d": bytes(range(256))}
MEGABYTE = 1_000_000


def filled(
    folder: Path, records: dict[str, bytes] = RECORDS, version: str = "v"
) -> DiskRenderCache:
    """A cache into which records were put, and which was saved."""
    cache = DiskRenderCache.open(folder, version)[0]
    for key, data in records.items():
        cache.put(key, data)
    cache.save()
    return cache


def opened(folder: Path, version: str = "v") -> DiskRenderCache:
    """The cache as the next build sees it, if nothing is wrong with it."""
    cache, warning = DiskRenderCache.open(folder, version)
    assert warning == ""
    return cache


def held(cache: DiskRenderCache, keys: object = tuple(RECORDS)) -> dict[str, bytes]:
    """What a cache gives for these keys."""
    assert isinstance(keys, tuple)
    return {key: data for key in keys if (data := cache.get(key)) is not None}


def data_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("rendered-*.data"))


def data_file(folder: Path) -> Path:
    (found,) = data_files(folder)
    return found


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_fresh_can_be_got_before_it_is_saved(tmp_path: Path) -> None:
    cache = opened(tmp_path)
    cache.put("a", b"first")
    assert cache.get("a") == b"first" and cache.get("b") is None
    assert names(tmp_path) == []


def test_what_is_saved_is_there_for_this_build_and_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "a folder that is not there yet"
    cache = filled(folder)
    assert held(cache) == RECORDS and cache.fresh == {}
    assert held(opened(folder)) == RECORDS


def test_records_are_added_behind_those_that_are_there(tmp_path: Path) -> None:
    filled(tmp_path)
    before = data_file(tmp_path).read_bytes()
    filled(tmp_path, {"e": b"fifth"})
    assert data_file(tmp_path).read_bytes() == before + b"fifth"
    assert held(opened(tmp_path), (*RECORDS, "e")) == {**RECORDS, "e": b"fifth"}


def test_a_record_that_is_put_again_is_the_one_that_counts(tmp_path: Path) -> None:
    filled(tmp_path)
    cache = filled(tmp_path, {"a": b"better"})
    assert cache.get("a") == b"better" and opened(tmp_path).get("a") == b"better"


def test_where_nothing_is_fresh_nothing_is_written(tmp_path: Path) -> None:
    opened(tmp_path / "new").save()
    assert names(tmp_path) == []
    filled(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    cache = opened(tmp_path)
    held(cache)
    cache.save()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_a_new_cache_replaces_what_was_there(tmp_path: Path) -> None:
    filled(tmp_path)
    cache = DiskRenderCache(tmp_path, "v")
    assert held(cache) == {}
    cache.put("a", b"made again")
    cache.save()
    assert held(opened(tmp_path)) == {"a": b"made again"}
    assert data_file(tmp_path).read_bytes() == b"made again"


def test_a_build_knows_which_keys_it_used_and_those_inside_them(tmp_path: Path) -> None:
    cache = opened(tmp_path)
    cache.put("code", b"coloured")
    cache.put("page", b"html", inner=("code",))
    assert cache.used == {"page", "code"}
    cache.save()
    again = opened(tmp_path)
    assert again.used == set()
    assert again.get("nothing") is None and again.get("page") == b"html"
    assert again.used == {"page", "code"}


def test_what_a_forked_worker_made_is_put_again_by_its_parent(tmp_path: Path) -> None:
    worker, parent = filled(tmp_path), opened(tmp_path)
    worker.put("page", b"html", inner=("a",))
    for key, entry in worker.fresh.items():
        parent.put(key, *entry)
    parent.save()
    again = opened(tmp_path)
    assert again.get("page") == b"html" and again.used == {"page", "a"}


def test_the_data_can_be_read_by_several_processes_at_once(tmp_path: Path) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("nothing forks here")
    cache = filled(tmp_path, {str(n): str(n).encode() * 100 for n in range(200)})
    children = []
    for _ in range(4):
        child = os.fork()
        if not child:
            right = all(cache.get(str(n)) == str(n).encode() * 100 for n in range(200))
            os._exit(0 if right else 1)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4


# ---------------------------------------------------------------------- no fault, but empty


def test_a_cache_of_another_generator_is_empty_and_is_replaced(tmp_path: Path) -> None:
    filled(tmp_path)
    assert held(opened(tmp_path, "another")) == {}
    filled(tmp_path, {"x": b"y"}, "another")
    assert held(opened(tmp_path, "another"), (*RECORDS, "x")) == {"x": b"y"}
    assert data_file(tmp_path).read_bytes() == b"y"


def lying(index: bytes, old: bytes, new: bytes) -> bytes:
    """An index that says something else, with a checksum that is right."""
    body = index.partition(b"\n")[2]
    assert old in body
    return record(FORMAT, "v", body.replace(old, new))


@pytest.mark.parametrize("which", ["rendered.json", "rendered-1.data"])
def test_a_cache_with_a_file_missing_is_empty_and_works(tmp_path: Path, which: str) -> None:
    filled(tmp_path)
    (tmp_path / which).unlink()
    assert held(opened(tmp_path)) == {}
    assert held(filled(tmp_path)) == held(opened(tmp_path)) == RECORDS
    assert len(data_files(tmp_path)) == 1


# ---------------------------------------------------------------------- damage


@pytest.mark.parametrize(
    ("damage", "warning"),
    [
        (lambda index: b"", "is damaged"),
        (lambda index: index[:-20], "is damaged"),
        (lambda index: b"\xff\xfe" + index, "is damaged"),
        (lambda index: lying(index, b'"number":1', b'"number":-1'), "is damaged"),
        (lambda index: lying(index, b'"number":1', b'"number":"../1"'), "is damaged"),
        (lambda index: lying(index, b'"a":[0', b'"a":[-1'), "is damaged"),
        (lambda index: lying(index, b'"size":', b'"size":9'), "is damaged"),
        (lambda index: index.replace(b'"format":2', b'"format":99'), "is of a newer Masthead"),
        (lambda index: b'{"format":99,"version":"v","records":"?"}', "is of a newer Masthead"),
    ],
)
def test_an_index_that_cannot_be_used_is_one_warning_and_an_empty_cache(
    tmp_path: Path, damage: Callable[[bytes], bytes], warning: str
) -> None:
    assert FORMAT == 2
    filled(tmp_path)
    index = tmp_path / "rendered.json"
    index.write_bytes(damage(index.read_bytes()))
    cache, said = DiskRenderCache.open(tmp_path, "v")
    assert said == f"what was rendered before {warning}" and held(cache) == {}
    filled(tmp_path)
    assert held(opened(tmp_path)) == RECORDS and len(data_files(tmp_path)) == 1


def test_a_folder_in_the_place_of_a_file_is_one_warning(tmp_path: Path) -> None:
    (tmp_path / "rendered.json").mkdir(parents=True)
    cache, said = DiskRenderCache.open(tmp_path, "v")
    assert said.startswith("cannot read what was rendered before: ") and held(cache) == {}


def test_data_that_is_cut_before_the_build_is_one_warning(tmp_path: Path) -> None:
    filled(tmp_path)
    os.truncate(data_file(tmp_path), 8)
    cache, said = DiskRenderCache.open(tmp_path, "v")
    assert said == "what was rendered before is damaged" and held(cache) == {}
    filled(tmp_path)
    assert held(opened(tmp_path)) == RECORDS


def test_data_that_is_cut_during_the_build_is_absent(tmp_path: Path) -> None:
    filled(tmp_path)
    cache = opened(tmp_path)
    os.truncate(data_file(tmp_path), 8)
    assert held(cache) == {"a": b"first", "c": b""}


def test_a_record_that_claims_more_than_there_is_is_absent(tmp_path: Path) -> None:
    filled(tmp_path)
    index = tmp_path / "rendered.json"
    index.write_bytes(lying(index.read_bytes(), b'"a":[0,5', b'"a":[0,99999999999999'))
    assert held(opened(tmp_path)).keys() == {"b", "c", "d"}


@given(position=st.integers(min_value=0), flip=st.integers(1, 255))
def test_a_garbled_byte_anywhere_leaves_what_is_right_or_nothing(
    tmp_path_factory: pytest.TempPathFactory, position: int, flip: int
) -> None:
    folder = tmp_path_factory.mktemp("garbled")
    filled(folder)
    files = [folder / "rendered.json", data_file(folder)]
    sizes = [path.stat().st_size for path in files]
    position %= sum(sizes)
    path = files[0] if position < sizes[0] else files[1]
    garbled = bytearray(path.read_bytes())
    garbled[position - (0 if path == files[0] else sizes[0])] ^= flip
    path.write_bytes(garbled)
    cache, _ = DiskRenderCache.open(folder, "v")
    assert held(cache).items() <= RECORDS.items()
    for key, data in RECORDS.items():
        if cache.get(key) is None:
            cache.put(key, data)
    cache.save()
    assert held(opened(folder)) == RECORDS


def test_a_link_in_the_place_of_the_data_is_not_followed(tmp_path: Path) -> None:
    folder, outside = tmp_path / "cache", tmp_path / "precious.txt"
    filled(folder)
    data_file(folder).rename(outside)
    (folder / "rendered-1.data").symlink_to(outside)
    before = outside.read_bytes()
    cache, said = DiskRenderCache.open(folder, "v")
    assert said.startswith("cannot read what was rendered before: ") and held(cache) == {}
    filled(folder)
    assert outside.read_bytes() == before and held(opened(folder)) == RECORDS
    assert not data_file(folder).is_symlink()


# ---------------------------------------------------------------------- a build that dies


def test_data_without_an_index_for_it_is_passed_over(tmp_path: Path) -> None:
    filled(tmp_path)
    with data_file(tmp_path).open("ab") as file:
        file.write(b"half a rec")
    assert held(opened(tmp_path)) == RECORDS
    filled(tmp_path, {"e": b"fifth"})
    assert held(opened(tmp_path), (*RECORDS, "e")) == {**RECORDS, "e": b"fifth"}


def test_a_new_data_file_without_an_index_for_it_is_removed_later(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / "rendered-2.data").write_bytes(b"the build died before it wrote the index")
    (tmp_path / "rendered.json.masthead-tmp").write_bytes(b'{"format":1,')
    assert held(opened(tmp_path)) == RECORDS
    filled(tmp_path, {"e": b"fifth"})
    assert names(tmp_path) == ["rendered-1.data", "rendered.json"]


@pytest.mark.parametrize("step", range(40))
def test_a_build_killed_at_any_call_to_the_system_leaves_a_readable_pair(
    tmp_path: Path, step: int
) -> None:
    """The process ends itself at the n-th event that Python's audit hooks see while saving."""
    if not hasattr(os, "fork"):
        pytest.skip("nothing forks here")
    big = {f"big{n}": bytes([n]) * 400_000 for n in range(4)}
    filled(tmp_path, {**RECORDS, **big})
    child = os.fork()
    if not child:
        import sys

        cache, left = opened(tmp_path), step
        cache.put("e", b"fifth")

        def dying(event: str, _: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os._exit(0)

        sys.addaudithook(dying)
        cache.save(lambda: RECORDS.keys())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    again = opened(tmp_path)
    assert held(again) == RECORDS and again.get("e") in (None, b"fifth")


# ---------------------------------------------------------------------- compaction


def waste(folder: Path) -> dict[str, bytes]:
    """Put records of three megabytes in the cache, and return those of the first third."""
    records = {f"r{n}": bytes([n]) * (MEGABYTE // 10) for n in range(30)}
    filled(folder, records)
    return dict(list(records.items())[:10])


def test_what_nobody_needs_is_dropped_once_it_is_the_larger_part(tmp_path: Path) -> None:
    kept = waste(tmp_path)
    cache = opened(tmp_path)
    cache.put("new", b"new")
    cache.save(lambda: kept)
    assert names(tmp_path) == ["rendered-2.data", "rendered.json"]
    assert data_file(tmp_path).stat().st_size == MEGABYTE + 3
    for each in (cache, opened(tmp_path)):
        assert held(each, (*kept, "new")) == {**kept, "new": b"new"}
        assert each.get("r15") is None


def test_what_this_build_used_is_kept_with_what_is_inside(tmp_path: Path) -> None:
    cache = opened(tmp_path)
    cache.put("code", b"c" * MEGABYTE)
    cache.put("page", b"p", inner=("code",))
    cache.put("other", b"o", inner=("other code",))
    cache.put("other code", b"d")
    cache.put("waste", b"w" * 3 * MEGABYTE)
    cache.save()
    again = opened(tmp_path)
    assert again.get("page") == b"p"
    again.put("new", b"n")
    again.save(lambda: ["other"])
    keys = ("page", "code", "other", "other code", "new", "waste")
    assert held(opened(tmp_path), keys).keys() == set(keys) - {"waste"}


def test_a_damaged_record_is_not_moved(tmp_path: Path) -> None:
    kept = waste(tmp_path)
    with data_file(tmp_path).open("r+b") as file:
        file.write(b"\xff")
    cache = opened(tmp_path)
    cache.put("new", b"new")
    cache.save(lambda: kept)
    assert held(opened(tmp_path), tuple(kept)).keys() == kept.keys() - {"r0"}


def test_what_is_alive_is_asked_only_where_much_has_come_together(tmp_path: Path) -> None:
    def unasked() -> list[str]:
        raise AssertionError("nothing could be gained by it")

    filled(tmp_path)
    small = opened(tmp_path)
    small.put("new", b"new")
    small.save(unasked)
    waste(tmp_path)
    unchanged = opened(tmp_path)
    unchanged.save(unasked)


def test_nothing_moves_while_the_larger_part_is_alive(tmp_path: Path) -> None:
    waste(tmp_path)
    cache = opened(tmp_path)
    cache.put("new", b"new")
    cache.save(lambda: [f"r{n}" for n in range(16)])
    assert names(tmp_path) == ["rendered-1.data", "rendered.json"]
    assert cache.get("r29") is not None


# ---------------------------------------------------------------------- saving that fails


def test_saving_into_a_folder_that_cannot_be_written_raises_and_harms_nothing(
    tmp_path: Path,
) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() == 0:
        pytest.skip("for this user every folder can be written")
    filled(tmp_path)
    tmp_path.chmod(0o500)
    try:
        cache = opened(tmp_path)
        cache.put("e", b"fifth")
        with pytest.raises(OSError):
            cache.save()
        assert cache.get("e") == b"fifth" and held(cache) == RECORDS
        assert held(opened(tmp_path)) == RECORDS
    finally:
        tmp_path.chmod(0o700)


def test_an_index_that_cannot_be_written_leaves_the_data_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no")

    filled(tmp_path)
    before = data_file(tmp_path).read_bytes()
    cache = opened(tmp_path)
    cache.put("e", b"fifth")
    with monkeypatch.context() as broken, pytest.raises(OSError):
        broken.setattr(os, "replace", fail)
        cache.save()
    assert data_file(tmp_path).read_bytes() == before
    assert cache.get("e") == b"fifth" and held(opened(tmp_path)) == RECORDS
    assert names(tmp_path) == ["rendered-1.data", "rendered.json"]
    cache.save()
    assert opened(tmp_path).get("e") == b"fifth"
