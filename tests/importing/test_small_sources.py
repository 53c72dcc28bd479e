"""Small sources and what an import makes of them: the cases of `tests/cases/imports_*.md`.

A case holds files of its source beside those that its base has. A file of Markdown without front
matter is a page or a post of Hexo, or else it is all front matter. `template` has what the template
says. The other parts are what is expected: the text of a page by its address, a file of the new site
below `site/`, a value of site.yaml behind `site.`, the names of all files, and all findings, by what
they say or by their file. A line `…` stands for any lines.
"""

import re

import pytest
import yaml

from generator.importing.sources.samples import sentences, title_digest
from tests.cases import Case, load
from tests.importing import (
    jekyll_sites,
    test_drawn,
    test_hexo_rules,
    test_hugo_blocks,
    test_hugo_rules,
    test_jekyll_rules,
)
from tests.importing.conftest import AL_FOLIO, PNG, Files, planned
from tests.importing.test_hugo_blox import ACADEMIC

BASES: dict[str, Files] = {
    "al-folio": {"_config.yml": jekyll_sites.CONFIG},
    "academicpages": {"_config.yml": "title: Tess\nauthor: {name: Tess Tester}\n"},
    "jekyll": test_jekyll_rules.site(),
    "folio": AL_FOLIO,
    "pages": test_drawn.PAGES,
    "hexo": test_hexo_rules.blog(),
    "next": test_drawn.HEXO,
    "hugo": test_hugo_rules.site(),
    "blox": test_hugo_blocks.home(""),
    "lab": test_drawn.HUGO,
    "academic": ACADEMIC,
    "hugo-2019": {},
}
KINDS = ("al-folio", "academicpages")
"""Bases that do not show by themselves which program they are of."""
PAGE = re.compile(r"_pages/(\w+)\.\w+")
POST = "---\ntitle: X\ndate: 2020-01-01\nmathjax: true\n---\n"
PICTURES = (".png", ".jpg", ".jpeg")
BESIDE = {"list-added", "list-made", "setting-not-needed", "field-not-needed"}
"""Findings that no case is about."""


def file_of(path: str, text: str) -> str | bytes:
    """The file that a part of a case writes."""
    if path.endswith(PICTURES):
        return PNG
    page = PAGE.fullmatch(path)
    if text.startswith(("---\n", "+++\n")) or not (page or path.endswith(".md")):
        return text
    if page:
        return f"---\npermalink: /{page[1]}/\n---\n{text}"
    return POST + text if path.startswith("source/_posts/") else f"---\n{text}---\n"


def holds(text: str, lines: str) -> bool:
    """Whether a text has these lines and no others, but where `…` stands for them."""
    parts = (r"(?:.*\n)*?" if line == "…" else re.escape(f"{line}\n") for line in lines.split("\n"))
    return bool(re.fullmatch("".join(parts), text.strip("\n") + "\n"))


@pytest.mark.parametrize(
    "case",
    [case for name in ("jekyll", "hexo", "hugo") for case in load(f"imports_{name}")],
    ids=lambda case: case.title,
)
def test_what_a_source_says_is_said(case: Case) -> None:
    base = case.options["of"]
    kind = base if base in KINDS else ""
    parts = dict(case.parts)
    words = parts.pop("template", "").splitlines()
    known = [*map(title_digest, words), *(one for line in words for one, _ in sentences(line))]
    findings = parts.pop("findings", None)
    names = parts.pop("files", None)
    places = [place for place in parts if place.startswith(("/", "site/", "site."))]
    shown = {place: parts.pop(place) for place in places}
    assert shown or names or findings is not None, "nothing is expected"
    files = BASES[base] | {path: file_of(path, text) for path, text in parts.items()}
    done = planned(files, known, kind)
    for place, lines in shown.items():
        if place.startswith("site."):
            assert done.site.get(place.removeprefix("site.")) == yaml.safe_load(lines), place
            continue
        is_page = place.startswith("/")
        text = done.document(place).body if is_page else done.text(place.removeprefix("site/"))
        text = re.sub("^# yaml-language-server.*\n", "", text)
        assert holds(text, lines.strip("\n")), f"{place} says:\n{text}"
    if names:
        assert sorted(path for path in done.files if path.startswith("content/")) == names.split()
    if findings is not None:
        ours = {(one.code, one.what) for one in planned(BASES[base], kind=kind).plan.findings.all()}
        said = {
            (f"{one.code}: {' '.join(one.what.split())}", f"{one.code}: {one.file}")
            for one in done.plan.findings.all()
            if (one.code, one.what) not in ours and one.code not in BESIDE
        }
        expected = set(findings.splitlines())
        more = sorted(one for one in said if not expected & {*one})
        lacking = expected - {either for one in said for either in one}
        assert (more, lacking) == ([], set()), "findings that are not expected, and those that lack"
