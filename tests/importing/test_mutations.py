"""What has to hold whatever happens to a source: bytes flipped, files lost, lines and keys changed."""

import random
import re

import pytest

from generator.importing.plan import site_files
from generator.problems import SiteError
from tests.importing.conftest import AS_RENDERCV, JSON_RESUME, RENDERCV, Files, planned, source
from tests.importing.test_hexo import FILES as HEXO
from tests.importing.test_hexo import SECRET

SITES: dict[str, tuple[str, Files]] = {
    "hexo": ("hexo", HEXO),
    "al-folio": ("al-folio", source("al-folio")),
    "al-folio with a later CV": ("al-folio", {**source("al-folio"), "_data/cv.yml": AS_RENDERCV}),
    "academicpages": ("academicpages", source("academicpages")),
    "hugo-blox": ("hugo-blox", source("hugo-blox")),
    "hugo-blox in languages": ("hugo-blox", source("hugo-in-folders")),
    "hugo-blox in languages beside each other": ("hugo-blox", source("hugo-beside")),
    "rendercv": ("rendercv", {"cv.yaml": RENDERCV}),
    "json-resume": ("json-resume", {"resume.json": JSON_RESUME}),
}
"""Name -> the kind of source, and its files."""


def mutated(files: Files, chance: random.Random) -> Files:
    """Return a source in which one to four things are different."""
    found = dict(files)
    for _ in range(chance.randint(1, 4)):
        path = chance.choice(sorted(found))
        data = found[path]
        data = bytearray(data if isinstance(data, bytes) else data.encode())
        way = chance.randrange(6)
        if way == 0 and len(found) > 1:
            del found[path]
            continue
        if way == 1 and data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        elif way == 2 and data:
            del data[chance.randrange(len(data)) :]
        elif way == 3:
            lines = bytes(data).split(b"\n")
            chance.shuffle(lines)
            data = bytearray(b"\n".join(lines))
        elif way == 4:
            data = bytearray(
                re.sub(rb"\b(\w+):", rb"x\1:", bytes(data), count=chance.randint(1, 3))
            )
        else:
            at = chance.randrange(len(data) + 1)
            data[at:at] = chance.choice(b"{% %} {{ }} {: $$ ` ]({ <div> ::: ---\n".split(b" "))
        found[path] = bytes(data)
    return found


def check(name: str, files: Files) -> None:
    """Import a source without building the result, and check what must hold."""
    try:
        plan = planned(files, kind=SITES[name][0]).plan
    except SiteError:
        return  # refused
    assert {*plan.taken, *plan.left} >= set(files)
    assert not {*plan.taken} & {*plan.left}
    assert len({document.target for document in plan.documents}) == len(plan.documents)
    texts = dict(site_files(plan))
    for path, text in texts.items():
        assert SECRET not in text, path
    told = " ".join(one.what + one.file for one in plan.findings.all())
    assert SECRET not in told
    assert set(plan.files.values()) <= set(files)


@pytest.mark.slow
@pytest.mark.parametrize("name", SITES)
def test_each_file_is_taken_or_left_and_what_must_hold_holds_under_mutations(name: str) -> None:
    check(name, SITES[name][1])
    for seed in range(212):
        check(name, mutated(SITES[name][1], random.Random(f"{name} {seed}")))
