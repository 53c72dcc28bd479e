"""A source from a few files, and what an import makes of it."""

import io
import json
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.commands.cli import main
from generator.importing.import_site import import_site
from generator.importing.plan import Document, SitePlan, site_files
from generator.importing.planning import ImportRequest, convert, plan_of, source_of
from generator.importing.source_tree import SourceTree
from generator.importing.sources.samples import Samples
from generator.importing.sources.source import ImportOptions
from generator.importing.texts.conversion import convert_texts
from tests.conftest import files_below, made_once

Files = dict[str, str | bytes]
Said = dict[str, Any]
"""What a site says, by places: see `Made.says`."""
Case = tuple[Files, Said] | tuple[Files, Said, Iterable[str]]
"""The files of a source, what the site that is made of it says, and digests of samples."""
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360"
    "60606000000005000157cfc8ea0000000049454e44ae426082"
)
"""A picture of one pixel."""
AL_FOLIO: Files = {
    "_config.yml": "first_name: Tess\nlast_name: Tester\nurl: https://tess.example.org\n"
    "scholar:\n  last_name: [Tester]\n",
    "_bibliography/papers.bib": "@article{one, title={One}, author={Tester, Tess}, year={2020}}\n",
    "_layouts/about.liquid": "{{ content }}{% if page.news %}{% include news.liquid %}{% endif %}",
    "_pages/about.md": "---\nlayout: about\npermalink: /\ntitle: about\n---\nI test engines.\n",
}
"""The least that shows al-folio."""
SOURCES = Path(__file__).parent / "sources"
"""Invented sources: a site of each program has each feature of the program's table once."""
AS_RENDERCV, JSON_RESUME, RENDERCV = (
    (SOURCES / "cvs" / name).read_text("utf-8")
    for name in ("al-folio.yaml", "resume.json", "rendercv.yaml")
)
"""A CV in each format, with every field that the formats have."""


def source(name: str) -> Files:
    """The files of an invented source; those that are no text as bytes."""
    files = files_below(SOURCES / name)
    return {path: data if b"\0" in data else data.decode() for path, data in files.items()}


VALUES = ("site", "person", "cv", "records", "number", "front", "to", "left", "gone", "taken", "at")


class Made:
    """What came of an import: the files that it makes, and what it found."""

    def text(self, path: str) -> str:
        raise NotImplementedError

    def data(self, name: str) -> Any:
        """What a file of `content/` says."""
        return yaml.safe_load(self.text(f"content/{name}.yaml"))

    @property
    def site(self) -> Any:
        return self.data("site")

    @property
    def person(self) -> Any:
        return self.site["person"]

    def says(self: Any, said: Said) -> None:
        """Check what a site says: `said` has words, or another value, by their places.

        Pages (by their addresses), files of `content/`, `files` (the paths of all) and the `advice`
        of the report have the words in their order. Behind `not` they have none of them; behind
        `once`, `end` and `all` they have them at one place alone, at their end, and no others.
        Values are those of `site`, `person`, `cv`, `records` and the `front` of a page, by their
        paths; what became of an old address or file, behind `to`, `left`, `gone`, `taken` or `at`;
        the `number` of records; and `static` is all static files. Any other place is the code of
        findings, which say these words; behind `in` they are about these files, and behind `also`
        there are others.
        """
        for name, value in said.items():
            kind, _, place = name.partition(" ") if " " in name else ("", "", name)
            words = [value] if isinstance(value, str) else value
            if kind in VALUES:
                assert self._value(kind, place) == value, name
            elif name == "static":
                assert {path for path in self.files if path.startswith("static/")} == {*value}
            elif name == "also menu":
                assert value in self.site["menu"]
            elif place.startswith(("/", "content/")) or place in ("files", "advice"):
                self._holds(kind, place, words)
            elif kind == "also":
                assert {*words} <= {*self.found(place)}, name
            else:
                found = {"": self.found, "in": self.named}[kind](place)
                assert sorted(found) == sorted(words), name

    def _value(self: Any, kind: str, place: str) -> Any:
        if kind in ("site", "person"):
            return value_at(getattr(self, kind), place)
        if kind == "cv":
            return value_at(self.cv and {"address": self.cv.address, **self.cv.fields}, place)
        if kind == "records":
            file, _, path = place.partition(".")
            return value_at(self.data(file), path)
        if kind == "number":
            return len(self.data(place))
        if kind == "front":
            address, _, field = place.partition(" ")
            return self.document(address).front.get(field)
        return self.became(kind, place)

    def _holds(self: Any, kind: str, place: str, words: list[str]) -> None:
        if place == "files":
            text = "\n".join(sorted(self.files))
        elif place == "advice":
            text = "\n".join(self.report["before_you_publish"])
        else:
            text = self.document(place).body if place.startswith("/") else self.text(place)
        start = 0
        for one in words:
            if kind == "all":
                assert text.strip() == one
            elif kind == "end":
                assert text.endswith(one), text
            elif kind:
                assert text.count(one) == {"not": 0, "once": 1}[kind], f"{place} says:\n{text}"
            else:
                start = text.find(one, start)
                assert start >= 0, f"{place} does not say {one!r} there:\n{text}"


def value_at(value: Any, path: str) -> Any:
    """The value at a path of names and numbers, where `*` stands for each item; None for none."""
    if not path or value is None:
        return value
    first, _, rest = path.partition(".")
    if first == "*":
        return [value_at(one, rest) for one in value]
    return value_at(value[int(first)] if first.isdigit() else value.get(first), rest)


@dataclass
class Imported(Made):
    """What came of an import."""

    code: int
    folder: Path
    said: str

    def text(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    @property
    def files(self) -> set[str]:
        return set(files_below(self.folder))

    @property
    def report(self) -> Any:
        return json.loads(self.text("import-report.json"))

    def found(self, code: str) -> list[str]:
        """What the findings of a code say."""
        return [one.get("what", "") for one in self.report["findings"] if one["code"] == code]

    def named(self, code: str) -> list[str]:
        """The files that findings of a code are about."""
        return [one["file"] for one in self.report["findings"] if one["code"] == code]

    def address(self, old: str) -> tuple[str, str]:
        """How an old address fared, and where it leads."""
        one = next(one for one in self.report["addresses"] if one["old"] == old)
        return one["how"], one.get("new", "")

    def became(self, how: str, old: str) -> Any:
        return self.address(old)


def write(folder: Path, files: Files) -> Path:
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def run_import(tmp_path: Path, files: Files, *options: str, **published: Files) -> Imported:
    """Import a source that is given by its files, in a folder of its own, with the command."""
    words = ["import", str(write(tmp_path / "source", files)), str(tmp_path / "site"), *options]
    for name, old in published.items():
        words += [f"--{name}", str(write(tmp_path / name, old))]
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = main(words)
    return Imported(code, tmp_path / "site", said.getvalue())


def import_here(tmp_path: Path, files: Files, published: Files | None = None) -> Imported:
    """The same without the command, and without a child that bounds what the texts may take."""
    request = ImportRequest(
        source=str(write(tmp_path / "source", files)),
        target=tmp_path / "site",
        today="2026-01-31",
        published=str(write(tmp_path / "published", published)) if published else "",
    )
    report = import_site(request, lambda asked: convert(asked, {}))
    return Imported(int(report.has_losses), request.target, "")


def import_once(
    factory: pytest.TempPathFactory,
    name: str,
    files: Files,
    how: Callable[..., Imported] = import_here,
) -> Imported:
    """What an import makes of a source, made once for all workers."""
    return made_once(factory, f"import-{name}", lambda folder: how(folder, files))


Run = Callable[..., Imported]


@pytest.fixture
def imported(tmp_path: Path) -> Run:
    """Imports a source, given by its files."""

    def run(files: Files, published: Files | None = None) -> Imported:
        return import_here(tmp_path, files, published)

    return run


@dataclass
class Planned(Made):
    """What an import would write, before anybody tries to build it."""

    plan: SitePlan

    def text(self, path: str) -> str:
        return dict(site_files(self.plan))[path]

    @property
    def files(self) -> set[str]:
        return {*dict(site_files(self.plan)), *self.plan.files}

    @property
    def cv(self) -> Any:
        return self.plan.cv

    def became(self, how: str, old: str) -> Any:
        plan = self.plan
        ways = {"to": plan.redirects, "left": plan.left, "gone": plan.gone, "taken": plan.taken}
        return ways[how].get(old)

    def document(self, address: str) -> Document:
        """The page at an address."""
        return next(one for one in self.plan.documents if one.address == address)

    def found(self, code: str) -> list[str]:
        """What the findings of a code say."""
        return [one.what for one in self.plan.findings.all() if one.code == code]

    def named(self, code: str) -> list[str]:
        """The files that findings of a code are about."""
        return [one.file for one in self.plan.findings.all() if one.code == code]


def tree_of(files: Files) -> SourceTree:
    """A source that lies on no disk."""
    data = {path: one if isinstance(one, bytes) else one.encode() for path, one in files.items()}
    sizes = {path: len(data[path]) for path in sorted(data)}
    return SourceTree("source", sizes, {}, data.__getitem__)


def planned(files: Files, known: Iterable[str] = (), kind: str = "") -> Planned:
    """Plan an import, with all texts converted. `known` are the digests of samples."""
    tree = tree_of(files)
    options = ImportOptions(samples=Samples(digests=list(known)), today="2026-01-31")
    plan = plan_of(tree, source_of(tree, kind)[0], options)
    convert_texts(plan)
    return Planned(plan)


def cases(some: dict[str, Case], make: Callable[..., Made] = planned) -> Callable[..., None]:
    """A test with a case for each of these names."""

    @pytest.mark.parametrize("case", some.values(), ids=some)
    def check(case: Case) -> None:
        files, said, *known = case
        make(files, *known).says(said)

    return check


def cases_imported(some: dict[str, Case]) -> Callable[..., None]:
    """The same of whole imports."""

    @pytest.mark.parametrize("case", some.values(), ids=some)
    def check(case: Case, tmp_path: Path) -> None:
        import_here(tmp_path, case[0]).says(case[1])

    return check


def page(front: str, text: str = "Words.") -> str:
    return f"---\n{front}\n---\n{text}\n"
