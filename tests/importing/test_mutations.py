"""What has to hold whatever happens to a source: bytes flipped, files lost, lines and keys changed."""

from __future__ import annotations

import random
import re

import pytest

from generator.importing.detection import SOURCES
from generator.importing.plan_making import plan_of
from generator.importing.plan_texts import convert_texts
from generator.importing.samples import Samples
from generator.importing.site_files import site_files
from generator.importing.source_tree import SourceTree
from generator.importing.sources.source import Options
from generator.problems import SiteError
from tests.importing import academicpages_site, al_folio_site, hexo_site, hugo_site
from tests.importing.conftest import Files

SITES = {
    "hexo": hexo_site.FILES,
    "al-folio": al_folio_site.FILES,
    "academicpages": academicpages_site.FILES,
    "hugo-blox": hugo_site.FILES,
}


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
            marks = [
                b"{%",
                b"%}",
                b"{{",
                b"}}",
                b"{:",
                b"$$",
                b"`",
                b"]({",
                b"<div>",
                b":::",
                b"---\n",
            ]
            at = chance.randrange(len(data) + 1)
            data[at:at] = chance.choice(marks)
        found[path] = bytes(data)
    return found


def check(kind: str, files: Files) -> None:
    """Import a source without building the result, and check what must hold."""
    data = {p: d if isinstance(d, bytes) else d.encode() for p, d in sorted(files.items())}
    sizes = {path: len(content) for path, content in data.items()}
    tree = SourceTree("source", sizes, {}, data.__getitem__)
    source = next(one for one in SOURCES if one.kind == kind)
    source.evidence(tree)
    try:
        plan = plan_of(tree, source, Options(samples=Samples(digests=())))
    except SiteError:
        return  # refused
    convert_texts(plan, source.leads_to)
    assert {*plan.taken, *plan.left} >= set(data)
    assert not {*plan.taken} & {*plan.left}
    texts = dict(site_files(plan))
    for path, text in texts.items():
        assert hexo_site.SECRET not in text, path
    told = " ".join(one.what + one.file for one in plan.findings.all())
    assert hexo_site.SECRET not in told
    assert set(plan.files.values()) <= set(data)


@pytest.mark.parametrize("kind", SITES)
def test_what_must_hold_holds_under_mutations(kind: str) -> None:
    for seed in range(25):
        check(kind, mutated(SITES[kind], random.Random(f"{kind} {seed}")))


@pytest.mark.slow
@pytest.mark.parametrize("kind", SITES)
def test_what_must_hold_holds_under_many_mutations(kind: str) -> None:
    for seed in range(25, 525):
        check(kind, mutated(SITES[kind], random.Random(f"{kind} {seed}")))
