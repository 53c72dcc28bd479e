"""What `re` makes of kept code is what it compiles itself; code that is damaged is not run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.disk.own_folder import OwnFolder
from generator.engine.caches.compiled_patterns import CompiledPatterns

PATTERNS: tuple[tuple[str | bytes, int], ...] = (
    ("", 0),
    (r"(?P<year>\d{4})-(?P<month>\d\d)?(x)?", 0),
    (r"[^\W\d_]+|[㐀-鿿]", re.IGNORECASE),
    (r"(?<=a)b(?!c)(?:d|e)*?", re.MULTILINE | re.DOTALL),
    (r" a  # a comment ", re.VERBOSE),
    (r"(?i:straße)|ǅ", re.UNICODE),
    (rb"\x00+[\x80-\xff]", 0),
    (r"\bword\b", re.ASCII),
    ("[\U00010000-\U0010ffff]", 0),
    (r"(a)(?(1)b|c)(?>x*+)", 0),
)


def in_process(folder: Path) -> CompiledPatterns:
    """What a new process has."""
    return CompiledPatterns(OwnFolder(folder))


def by_re(pattern: str | bytes, flags: int) -> re.Pattern[str] | re.Pattern[bytes]:
    re.purge()
    return re.compile(pattern, flags)


@pytest.mark.parametrize("pattern, flags", PATTERNS)
def test_a_kept_pattern_equals_the_one_that_re_compiles(
    tmp_path: Path, pattern: str | bytes, flags: int
) -> None:
    first = in_process(tmp_path)
    expected = by_re(pattern, flags)
    assert first.compile(pattern, flags) == expected
    first.save()
    kept = in_process(tmp_path)
    made = kept.compile(pattern, flags)
    assert (made, made.flags, made.groups, dict(made.groupindex)) == (
        expected, expected.flags, expected.groups, dict(expected.groupindex),
    )  # fmt: skip
    assert not kept._has_new


def test_names_of_groups_are_kept(tmp_path: Path) -> None:
    first = in_process(tmp_path)
    first.compile(r"(?P<a>.)(?P<b>.)", 0)
    first.save()
    found = in_process(tmp_path).compile(r"(?P<a>.)(?P<b>.)", 0).match("xy")
    assert found.groupdict() == {"a": "x", "b": "y"}
    assert found.lastgroup == "b"


def test_a_mistake_in_a_pattern_is_said_as_ever(tmp_path: Path) -> None:
    with pytest.raises(re.error, match="unterminated subpattern"):
        in_process(tmp_path).compile("(a", 0)


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:3],
                                    lambda data: data[: len(data) // 2],
                                    lambda data: data[:9] + bytes([data[9] ^ 1]) + data[10:]])  # fmt: skip
def test_damaged_code_is_compiled_again(tmp_path: Path, damage: object) -> None:
    first = in_process(tmp_path)
    first.compile("a+", 0)
    first.save()
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    second = in_process(tmp_path)
    assert second.compile("a+", 0).fullmatch("aaa")
    second.save()
    third = in_process(tmp_path)
    third.compile("a+", 0)
    assert not third._has_new


def test_processes_add_to_what_others_keep(tmp_path: Path) -> None:
    one, other = in_process(tmp_path), in_process(tmp_path)
    one.compile("one", 0)
    other.compile("other", 0)
    one.save()
    other.save()
    assert len(in_process(tmp_path)._known) == 2


def test_a_folder_that_cannot_be_written_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    patterns = in_process(tmp_path / "file")
    assert patterns.compile("a", 0).match("a")
    patterns.save()


def test_a_command_uses_what_the_last_one_kept(tmp_path: Path) -> None:
    """In processes of their own, since what is installed in `re` stays there."""
    program = (
        "import re; from pathlib import Path; from generator.engine.caches import compiled_code\n"
        "compiled_code.start(Path.cwd(), is_build=False)\n"
        "re.compile('(?P<a>x)[yz]{2,}'); print(compiled_code._kept[0]._has_new)\n"
        "compiled_code.save()"
    )
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(Path.cwd())}
    (tmp_path / "project").mkdir()
    said = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path / "project", env=environment,
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for _ in range(2)
    ]  # fmt: skip
    assert said == ["True", "False"]
