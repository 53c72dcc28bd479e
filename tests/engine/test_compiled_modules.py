"""Modules are loaded from what is kept only while their sources are those that were kept."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

PROGRAM = """
import sys
sys.path.insert(0, "library")
from pathlib import Path
from generator.engine.caches import compiled_code
compiled_code.start(Path.cwd(), is_build=True)
import json, one, several.part
print(one.WORD, several.part.WORD, several.__path__ == [str(Path(several.__file__).parent)])
print(*(type(m.__loader__).__name__ for m in (one, several, several.part, json)))
print(one.__file__, one.__cached__, one.__spec__.origin, one.said.__code__.co_filename)
compiled_code.save()
"""
KEPT = "_Loader _Loader _Loader _Loader"
FOUND = "SourceFileLoader SourceFileLoader SourceFileLoader SourceFileLoader"


class Machine:
    """A project beside a library of two modules, and a user's cache."""

    def __init__(self, root: Path) -> None:
        self.project = root / "project"
        self.cache = root / "cache"
        for name, text in {
            "one.py": "WORD = 'one'\ndef said(): return WORD\n",
            "several/__init__.py": "",
            "several/part.py": "WORD = 'part'\n",
        }.items():
            file = self.project / "library" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def run(self, program: str = PROGRAM, **environment: str) -> list[str]:
        """Return the lines that a process prints."""
        env = {"XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(REPOSITORY), **environment}
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=self.project,
            env=env,
            text=True,
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    @property
    def file(self) -> Path:
        (file,) = (self.cache / "masthead").glob("modules-*")
        return file


def kept_names(file: Path) -> set[str]:
    data = file.read_bytes()
    return set(marshal.loads(data[int.from_bytes(data[:4], "big") :]))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_second_process_loads_the_same_modules_from_what_is_kept(machine: Machine) -> None:
    first, second = machine.run(), machine.run()
    assert (first[1], second[1]) == (FOUND, KEPT)
    assert first[0] == second[0] == "one part True"
    assert first[2] == second[2]


def test_a_module_that_has_changed_is_found_as_ever_and_kept_anew(machine: Machine) -> None:
    machine.run()
    source = machine.project / "library" / "one.py"
    source.write_text("WORD = 'other'\ndef said(): return WORD\n")
    said = machine.run()
    assert (said[0], said[1]) == ("other part True", KEPT.replace("_Loader", "SourceFileLoader", 1))
    said = machine.run()
    assert (said[0], said[1]) == ("other part True", KEPT)


def test_a_module_of_the_same_size_has_another_time(machine: Machine) -> None:
    machine.run()
    source = machine.project / "library" / "one.py"
    status = source.stat()
    source.write_text(source.read_text().replace("'one'", "'two'"))
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000_000))
    assert machine.run()[0] == "two part True"


def test_a_module_that_is_gone_is_gone(machine: Machine) -> None:
    machine.run()
    (machine.project / "library" / "one.py").unlink()
    gone = PROGRAM.replace(
        "import json, one",
        "import json\ntry: import one\nexcept ImportError: print('no such module')\nimport json",
    )
    program = gone.partition("print(one.WORD")[0]
    assert machine.run(program) == ["no such module"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:11],
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: data[:12] + bytes(byte ^ 1 for byte in data[12:20_000]) + data[20_000:],
    ],
)  # fmt: skip
def test_damaged_code_is_not_run(machine: Machine, damage: Callable[[bytes], bytes]) -> None:
    machine.run()
    machine.file.write_bytes(damage(machine.file.read_bytes()))
    assert machine.run()[0] == "one part True"


def test_nothing_is_kept_for_people_who_want_no_compiled_files(machine: Machine) -> None:
    machine.run(PYTHONDONTWRITEBYTECODE="1")
    assert not list((machine.cache / "masthead").glob("modules-*"))


def test_nothing_is_kept_that_python_has_not_compiled_from_this_source(machine: Machine) -> None:
    """Its own file of compiled code may be of another source, or be missing."""
    machine.run()
    machine.file.unlink()
    program = PROGRAM.replace(
        "compiled_code.save()",
        "Path(one.__cached__).unlink()\n"
        "source = Path(several.part.__file__)\nsource.write_text(source.read_text() + '# more')\n"
        "compiled_code.save()",
    )
    machine.run(program)
    assert kept_names(machine.file) & {"one", "several", "several.part"} == {"several"}


def test_processes_add_to_what_others_keep(machine: Machine) -> None:
    """Here another process keeps something after this one has read what there is."""
    beginning = PROGRAM.partition("import json")[0]
    machine.run(
        beginning + "import os\n"
        "if os.fork() == 0:\n"
        "    import several.part\n    compiled_code.save()\n    os._exit(0)\n"
        "os.wait()\nimport one\ncompiled_code.save()\n"
    )
    assert {"one", "several.part"} <= kept_names(machine.file)


def test_other_paths_have_files_of_their_own(machine: Machine) -> None:
    """A module of the same name may come from elsewhere."""
    machine.run()
    other = machine.project / "other"
    other.mkdir()
    (other / "one.py").write_text("WORD = 'another'\ndef said(): return WORD\n")
    program = PROGRAM.replace('"library")', '"library")\nsys.path.insert(0, "other")')
    assert machine.run(program)[0] == "another part True"
    assert machine.run()[0] == "one part True"


def test_what_other_environments_keep_goes_after_a_month(machine: Machine) -> None:
    machine.run()
    ours = machine.file
    old, new = (ours.with_name(f"modules-{name}") for name in ("00000000", "11111111"))
    for file, days in ((old, 40), (new, 20)):
        file.write_bytes(b"")
        then = ours.stat().st_mtime - days * 86400
        os.utime(file, (then, then))
    (machine.project / "library" / "more.py").write_text("")
    machine.run(PROGRAM.replace("import json", "import more, json"))
    assert not old.exists()
    assert new.exists()
