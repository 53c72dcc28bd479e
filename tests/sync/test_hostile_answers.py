"""What strangers answer, and what a stranger's settings name: one bad record or service costs itself."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.problems import SiteError
from generator.works.found import found_work, markdown_of, title_key
from generator.works.matching import Groups
from tests.conftest import masthead
from tests.sync.conftest import Reply, Services, accept, start
from tests.sync.replies import Work

Write = Callable[..., Path]

GOOD = Work(title="Mending Boats by Night", venue="Waters", year=2024, doi="10.5555/boats")
BIB = "@article{boats, title={Mending Boats by Night}, author={Quill, Ada}, year=2024}\n"


# ---------------------------------------------------------------------- records


TITLES = {"markup": "<i></i>", "dot": ".", "cut": "…", "invisible": "&#8203;",
          "comments": "<!--" * 100_000, "a comment": "<!-- a -->"}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "title"),
    [(name, "") for name in ("crossref", "dblp", "openalex", "orcid", "semantic-scholar")]
    + [pytest.param("crossref", title, id=id) for id, title in TITLES.items()],
)
def test_a_record_without_a_title_costs_itself(
    services: Services, site: Write, name: str, title: str
) -> None:
    services.works = {name: [GOOD.but(title=title, doi="10.5555/x"), GOOD]}
    run = start(site(), services)
    assert [change.name for change in run.found.changes] == [GOOD.title]
    assert run.notes == [] and not any(one.fault for one in run.replies)
    accept(run)


@pytest.mark.parametrize(
    ("name", "way", "path"),
    [
        ("crossref", "works?cursor=*&rows=200", ("message", "items")),
        ("openalex", "works?cursor=*&per-page=200", ("results",)),
        ("semantic-scholar", "papers?offset=0&limit=500", ("data",)),
    ],
)
@pytest.mark.parametrize(
    "junk", [None, "", [[]], {"other": {}}], ids=["null", "text", "list", "object"]
)
def test_a_record_of_another_form_costs_itself(
    services: Services, site: Write, name: str, way: str, path: tuple[str, ...], junk: object
) -> None:
    services.works = {name: [GOOD.but(title="Nothing"), GOOD]}
    reply = json.loads(services.answer(name, way))
    records = reply
    for part in path:
        records = records[part]
    records[0] = dict.fromkeys(records[0], junk)
    records.append(None)
    services.faults = {name: [Reply(body=json.dumps(reply).encode())]}
    run = start(site(), services)
    assert [change.name for change in run.found.changes] == [GOOD.title]
    assert not any(one.fault for one in run.replies)


def test_openings_of_comments_are_read_in_one_go() -> None:
    assert markdown_of("Boats <!-- by" * 100_000) == "Boats"
    assert title_key("Boats <!-- by\n" * 100_000) == "boats"
    assert markdown_of("Boats <!-- by --> Night") == "Boats Night"


@pytest.mark.parametrize(
    "author",
    ["{}", "{ }", "{Rivers, Boats, Bridges, Waters}", ",", "a, b, c, d", ".", "\x1b[31m"],
)  # fmt: skip
@pytest.mark.parametrize("file", ["publications.yaml", "publications.bib"])
def test_authors_who_are_none_cost_themselves(
    services: Services, site: Write, author: str, file: str
) -> None:
    project = site({file: "" if file.endswith(".yaml") else BIB.replace("Boats", "Bridges")})
    services.works = {"orcid": [GOOD.but(authors=(author, "Ada Quill"))]}
    run = start(project, services)
    assert [change.name for change in run.found.changes] == [GOOD.title]
    accept(run, all_of_them=True)
    assert run.by_hand == []
    assert "Ada" in (project / "content" / file).read_text()
    services.works = {"orcid": [GOOD]}
    assert start(project, services).found.changes == []


def test_no_field_holds_what_cannot_be_shown() -> None:
    said = "\x00Boats\x1b[31m\u202e\n10.5555/b\x1b\u202eoats"
    texts = dict.fromkeys(("title", "venue", "volume", "number", "pages", "publisher", "doi",
                           "arxiv", "isbn", "date"), said)  # fmt: skip
    found = found_work(service="x", key="1", authors=(said,), **texts)
    shown = [found.authors[0], *(getattr(found, name) for name in texts)]
    assert shown[0].isprintable() and all(text.isprintable() for text in shown)
    assert found.doi == "10.5555/b"


def test_long_titles_that_are_merely_alike_are_not_compared_letter_by_letter() -> None:
    many = [found_work(service="x", key=f"{n}", title="a" * 1900 + f"{n:011b}".translate({48: "b", 49: "c"}),
                       authors=("Ada Quill",), date="2024") for n in range(100)]  # fmt: skip
    groups = Groups([*many, many[0]])
    assert len(groups.all()) == 100 and groups.doubts == []


def test_a_year_is_written_in_the_digits_that_a_site_reads() -> None:
    assert found_work(service="x", key="1", title="Boats", date="٢٠٢٤").date == ""


# ---------------------------------------------------------------------- services


def test_a_length_in_raised_digits_is_none(services: Services) -> None:
    services.faults = {"x": [Reply(body=b"{}", headers={"Content-Length": "\xb2"})]}
    assert services.client("x", limit=1.0).get("")[:2] == b"{}"


SLOW = {"never": Reply(hangs=True), "head byte by byte": Reply(dribbles="head"),
        "body byte by byte": Reply(dribbles="body")}  # fmt: skip


@pytest.mark.parametrize("name", SLOW)
def test_an_answer_that_does_not_come_to_its_end_is_given_up(
    services: Services, site: Write, name: str
) -> None:
    services.works = {"orcid": [GOOD]}
    services.faults = {"crossref": [SLOW[name]]}
    run = start(site(), services, limit=0.5)
    assert run.notes == ["Crossref: no complete answer came in time; nothing of it is used"]
    assert [change.name for change in run.found.changes] == [GOOD.title]


# ---------------------------------------------------------------------- exports


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("folder.bib", "this is not a regular file;"),
        ("huge.bib", "this is larger than 30 MB;"),
        ("missing.bib", "No such file or directory;"),
        *((place, "") for place in ("http://[::1", "https://\u2100.example/x.bib",
                                    "file:///etc/passwd", "https:///x.bib")),
    ],
)  # fmt: skip
def test_an_export_that_is_no_file_or_at_no_address_costs_itself(
    services: Services, site: Write, place: str, said: str
) -> None:
    project = site()
    (project / "good.bib").write_text(BIB)
    (project / "folder.bib").mkdir()
    with (project / "huge.bib").open("wb") as file:
        file.truncate(1 << 40)
    services.works = {"orcid": []}
    run = start(project, services, bibtex=(place, "good.bib"))
    (note,) = run.notes
    assert note.startswith(f"BibTeX: {place}: {said}") and note.endswith("; nothing of it is used")
    assert [change.name for change in run.found.changes] == [GOOD.title]


def test_the_command_reads_no_device_and_waits_for_no_pipe(site: Write) -> None:
    project = site({"site.yaml": "person: {name: Ada Quill}\n"})
    (project / "good.bib").write_text(BIB)
    os.mkfifo(project / "pipe.bib")
    exports = [
        word for name in ("good.bib", "pipe.bib", "/dev/zero") for word in ("--bibtex", name)
    ]
    done = masthead("sync", "--project", str(project), "--dry-run", *exports)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"BibTeX: {name}: this is not a regular file; nothing of it is used"
        for name in ("pipe.bib", "/dev/zero")
    ]
    assert done.stdout.endswith("1 change, 0 of them certain; nothing was written\n")


def test_settings_name_no_file_and_no_address(site: Write, services: Services) -> None:
    """They may be a stranger's, whose site was cloned."""
    for place in ("/etc/passwd", "http://127.0.0.1/x.bib"):
        with pytest.raises(SiteError):
            start(site({"sync.yaml": f"bibtex: [{place}]\n"}), services)
    assert services.asked == []


def test_an_export_is_asked_for_at_an_address(site: Write, services: Services) -> None:
    project = site({"sync.yaml": "ids: {arxiv: none}\n"})
    services.faults = {"arxiv": [Reply(body=BIB.encode())]}
    run = start(project, services, bibtex=(services.base("arxiv"),))
    assert [change.name for change in run.found.changes] == [GOOD.title]
