"""The folder of pictures that were drawn before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.engine.caches import store as drawn
from generator.engine.caches.store import DiskImageCache, key_of

MADE_OF = b"what it is drawn from"
KEY = key_of(MADE_OF)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_was_put_is_given_out_by_a_later_build(tmp_path: Path) -> None:
    DiskImageCache(tmp_path / "cards", "v").put(MADE_OF, b"picture")
    later = DiskImageCache(tmp_path / "cards", "v")
    assert later.get(MADE_OF) == b"picture"
    assert later.used == {KEY} and not later.is_changed
    assert names(tmp_path / "cards") == {KEY}


def test_a_key_tells_what_something_was_drawn_from() -> None:
    assert key_of(b"a") != key_of(b"b")
    assert key_of(b"a") == key_of(b"a")


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data.replace(b"pic", b"pig"),
        lambda data: b"\xff" * 50,
        lambda data: b"[]\n",
    ],
)
def test_a_file_that_is_damaged_is_as_good_as_none_and_heals(
    tmp_path: Path, damage: object
) -> None:
    kept = DiskImageCache(tmp_path, "v")
    kept.put(MADE_OF, b"picture")
    assert callable(damage)
    (tmp_path / KEY).write_bytes(damage((tmp_path / KEY).read_bytes()))
    assert kept.get(MADE_OF) is None
    kept.put(MADE_OF, b"picture")
    assert kept.get(MADE_OF) == b"picture"


def test_what_another_version_drew_is_not_given_out(tmp_path: Path) -> None:
    DiskImageCache(tmp_path, "v1").put(MADE_OF, b"picture")
    assert DiskImageCache(tmp_path, "v2").get(MADE_OF) is None


def test_where_nothing_is_trusted_it_is_only_written(tmp_path: Path) -> None:
    DiskImageCache(tmp_path, "v").put(MADE_OF, b"old")
    forced = DiskImageCache(tmp_path, "v", is_trusted=False)
    assert forced.get(MADE_OF) is None
    forced.put(MADE_OF, b"new")
    assert DiskImageCache(tmp_path, "v").get(MADE_OF) == b"new"


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "cards").write_bytes(b"a file where a folder should be")
    kept = DiskImageCache(tmp_path / "cards", "v")
    kept.put(MADE_OF, b"picture")
    assert kept.get(MADE_OF) is None
    kept.prune(())


def test_a_link_in_its_place_is_replaced_and_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"mine")
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / KEY).symlink_to(other)
    kept = DiskImageCache(folder, "v")
    assert kept.get(MADE_OF) is None
    kept.put(MADE_OF, b"picture")
    assert other.read_bytes() == b"mine" and kept.get(MADE_OF) == b"picture"


def test_little_is_never_pruned(tmp_path: Path) -> None:
    kept = DiskImageCache(tmp_path, "v")
    kept.put(MADE_OF, b"picture")
    kept.prune(())
    assert names(tmp_path) == {KEY}


def test_what_is_of_no_use_goes_when_it_is_more_than_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn, "_FEW_IMAGES", 0)
    kept = DiskImageCache(tmp_path, "v")
    keys = [key_of(str(n).encode()) for n in range(5)]
    for n in range(5):
        kept.put(str(n).encode(), b"picture")
    kept.prune(keys[:3])
    assert names(tmp_path) == set(keys)
    (tmp_path / f"{keys[0]}.{os.getpid()}.masthead-tmp").write_bytes(b"of a build that died")
    (tmp_path / "notes.txt").write_bytes(b"not ours")
    kept.prune(keys[:2])
    assert names(tmp_path) == {*keys[:2], "notes.txt"}


def test_a_folder_elsewhere_is_never_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn, "_FEW_IMAGES", 0)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / KEY).write_bytes(b"by chance of such a name")
    (tmp_path / "cards").symlink_to(tmp_path / "mine")
    DiskImageCache(tmp_path / "cards", "v").prune(())
    assert names(tmp_path / "mine") == {KEY}


def test_what_is_not_there_is_made_once(tmp_path: Path) -> None:
    kept = DiskImageCache(tmp_path, "v")
    assert kept.get_or(MADE_OF, lambda: b"picture") == b"picture"
    assert kept.get_or(MADE_OF, lambda: b"another") == b"picture"


def test_a_file_under_another_name_is_another_file(tmp_path: Path) -> None:
    kept = DiskImageCache(tmp_path, "v")
    kept.put(MADE_OF, b"picture")
    other = b"something else"
    (tmp_path / KEY).rename(tmp_path / key_of(other))
    assert kept.get(other) is None
