"""Jekyll: what pages of al-folio and academicpages showed by their layouts, loops and HTML."""

from collections.abc import Iterable

import pytest

from generator.importing.plan import Document, SitePlan
from generator.importing.planning import plan_of
from generator.importing.source_tree import SourceTree
from generator.importing.sources.jekyll.academicpages import Academicpages
from generator.importing.sources.jekyll.al_folio import AlFolio
from generator.importing.sources.samples import Samples, sentences, title_digest
from generator.importing.sources.source import ImportOptions, Source
from generator.importing.texts.conversion import convert_texts, converted
from generator.importing.texts.links import AddressMap
from generator.importing.texts.markup import TextContext
from generator.importing.report import Findings

CONFIG = "name: Tess Tester\nscholar: {last_name: Tester}\n"


def folio(files: dict[str, str], known: Iterable[str] = (), source: Source | None = None) -> SitePlan:
    """The plan of a site of al-folio with all texts converted."""
    files = {"_config.yml": CONFIG, **files}
    data = {path: text.encode() for path, text in sorted(files.items())}
    tree = SourceTree("x", {path: len(one) for path, one in data.items()}, {}, data.__getitem__)
    options = ImportOptions(samples=Samples(digests=list(known)), today="2026-01-31")
    plan = plan_of(tree, source or AlFolio(), options)
    convert_texts(plan)
    return plan


def academic(files: dict[str, str], known: Iterable[str] = ()) -> SitePlan:
    """The same of a site of academicpages."""
    config = "title: Tess\nauthor: {name: Tess Tester}\n"
    return folio({"_config.yml": config, **files}, known, Academicpages())


def page(front: str, text: str = "") -> str:
    return f"---\n{front}\n---\n{text}\n"


def at(plan: SitePlan, address: str) -> Document:
    return next(one for one in plan.documents if one.address == address)


def found(plan: SitePlan, code: str) -> list[str]:
    return [one.what for one in plan.findings.all() if one.code == code]


def markdown(text: str) -> str:
    links = AddressMap({"/a.png": "/a.png"}, set(), "", {}, (), lambda address: "")
    context = TextContext(file="x", findings=Findings(), links=links, syntax="liquid")
    return converted(text, context)


# ------------------------------------------------------------------ loops


def test_a_loop_over_data_says_what_it_said() -> None:
    plan = folio({
        "_pages/teaching.md": page("permalink: /teaching/", "#### Assistant\n\n"
        "{% for c in site.data.courses %}\n- {{ c.name }}{% if c.is_new %} (new){% endif %}\n{% endfor %}"),
        "_data/courses.yml": "- {name: Maps, is_new: true}\n- {name: Seas, is_new: false}\n",
        "_data/others.yml": "- {name: Stars}\n",
    })  # fmt: skip
    text = at(plan, "/teaching/").body
    assert "- Maps (new)\n" in text and "- Seas\n" in text and ":::" not in text
    assert plan.taken["_data/courses.yml"] == "content/teaching.md"
    assert [one.file for one in plan.findings.all() if one.code == "theme-data"] == [
        "_data/others.yml"
    ]


def test_a_loop_over_documents_that_are_pages_lists_them() -> None:
    plan = folio({
        "_config.yml": CONFIG + "collections: {trip: {output: true, permalink: '/:collection/:name/'}}\n",
        "_pages/trips.html": page("permalink: /trips/", "{% for one in site.trip reversed %}\n"
        "  <a href='{{ one.url | prepend: site.baseurl }}'>{{ one.date | date: '%Y' }} {{ one.title }}</a>\n"
        "{% endfor %}"),
        "_trip/north.md": page("title: North\ndate: 2020-01-02", "Cold."),
        "_trip/south.md": page("title: South\ndate: 2021-01-02", "Warm."),
    })  # fmt: skip
    text = at(plan, "/trips/").body
    assert text.index("2021 South") < text.index("2020 North") and "/trip/north/" in text
    assert not found(plan, "listing")


def test_a_loop_over_samples_goes_with_its_heading() -> None:
    plan = academic(
        {
            "_pages/cv.md": page("permalink: /cv/", "Posts\n======\nClerk.\n\nTalks\n======\n  <ul>"
            "{% for post in site.talks %}{% include archive.html %}{% endfor %}</ul>\n\n"
            "Skills\n======\nMaps.\n"),
            "_talks/one.md": page("title: A talk"),
        },
        [title_digest("A talk")],
    )  # fmt: skip
    text = at(plan, "/cv/").body
    assert "Talks" not in text and ":::" not in text and "Skills\n======\nMaps." in text
