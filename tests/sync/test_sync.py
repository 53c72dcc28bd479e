"""A run from the services to the files: what is added, what stays, what is asked, what fails."""

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from generator.model.records.works import SERVICE_NAMES, ServiceName
from generator.problems import SiteError
from generator.sync.writing import read_settings
from generator.works import SERVICES
from generator.works.client import LARGEST
from tests.commands import PATIENCE, run_command
from tests.conftest import SiteCase
from tests.sync.conftest import SITE, Reply, Services, accept, start
from tests.sync.replies import Work

Write = Callable[..., Path]

RIVERS = Work(title="Measuring Rivers without Maps", authors=("Ada Quill", "Jean Lac"), year=2023,
              month=5, venue="Conference on Invented Waters", doi="10.5555/rivers",
              pages="11-29", citations=7)  # fmt: skip
BOATS = Work(title="Mending Boats by Night", authors=("Ada Quill",), year=2024, kind="journal",
             venue="Journal of Invented Waters", volume="3", doi="10.5555/boats", citations=2)  # fmt: skip
MINE = """\
# Mine, by hand.
- id: rivers   # the first
  title: "Measuring *Rivers* without Maps"
  authors: [Ada Quill, Jean Lac]
  venue: CIW
  date: 2023-06
"""


ADDED = """\
- id: quill2024mending
  title: Mending Boats by Night
  authors: [Ada Quill]
  venue: Journal of Invented Waters
  date: 2024
  kind: journal
  volume: "3"
  publisher: Invented Press
  doi: 10.5555/boats
"""
"""How BOATS is written."""


def text_of(site: Path, name: str = "publications.yaml") -> str:
    return (site / "content" / name).read_text("utf-8")


def papers_of(site: Path) -> dict[str, dict[str, object]]:
    return {one["id"]: one for one in yaml.load(text_of(site), yaml.BaseLoader)}


def test_new_papers_and_missing_fields_are_added(services: Services, site: Write) -> None:
    project = site({"publications.yaml": MINE})
    services.works = {"crossref": [RIVERS, BOATS], "dblp": [BOATS]}
    assert accept(start(project, services)) == ["content/publications.yaml"]
    head, rest = MINE.split("\n", 1)
    assert text_of(project) == f"{head}\n{ADDED}\n{rest}  pages: 11-29\n  doi: 10.5555/rivers\n"
    again = start(project, services)
    assert again.found.changes == [] and accept(again) == []


def test_what_stands_there_wins_and_a_difference_is_told(services: Services, site: Write) -> None:
    project = site({"publications.yaml": MINE + "  pages: 1-2\n"})
    services.works = {"crossref": [RIVERS.but(year=2022, doi="10.5555/rivers")]}
    run = start(project, services)
    assert sorted(run.found.differences) == [
        'rivers: date is "2023-06" here and "2022-05" at crossref; yours stays',
        'rivers: pages is "1-2" here and "11-29" at crossref; yours stays',
    ]
    accept(run, all_of_them=True)
    paper = papers_of(project)["rivers"]
    assert (paper["pages"], paper["date"]) == ("1-2", "2023-06")


def test_a_preprint_and_what_it_became_are_one_record(services: Services, site: Write) -> None:
    project = site()
    preprint = RIVERS.but(kind="preprint", arxiv="2201.00001", doi="", venue="", year=2022)
    services.works = {"crossref": [RIVERS], "arxiv": [preprint], "dblp": [preprint, RIVERS]}
    accept(start(project, services))
    (paper,) = papers_of(project).values()
    assert paper["doi"] == "10.5555/rivers"
    (version,) = paper["versions"]  # type: ignore[misc]
    assert version["arxiv"] == "2201.00001" and version["venue"] == "arXiv"
    assert start(project, services).found.changes == []


def test_the_preprint_of_a_paper_that_is_there_becomes_a_version(
    services: Services, site: Write
) -> None:
    project = site({"publications.yaml": MINE})
    services.works = {"arxiv": [RIVERS.but(kind="preprint", arxiv="2201.00001", year=2022)]}
    accept(start(project, services))
    assert "  versions:\n    - venue: arXiv\n" in text_of(project)
    assert start(project, services).found.changes == []


def test_people_and_venues_are_written_as_the_site_knows_them(
    services: Services, site: Write
) -> None:
    project = site(
        {
            "people.yaml": "- name: {given: Jean, family: Lac, native: 拉克}\n",
            "venues.yaml": "- id: ciw\n  name: Conference on Invented Waters\n  kind: conference\n",
            "publications.yaml": "",
        }
    )
    services.works = {"dblp": [RIVERS.but(authors=("A. Quill", "J. Lac", "Ludo van der Berg"))]}
    accept(start(project, services))
    paper = papers_of(project)["quill2023measuring"]
    assert paper["authors"] == ["Ada Quill", "Jean Lac", "Ludo van der Berg"]
    assert paper["venue"] == "ciw" and "kind" not in paper


def test_what_is_not_sure_waits_for_its_author(services: Services, site: Write) -> None:
    project = site()
    services.works = {
        "crossref": [
            RIVERS.but(authors=("Carl Brook",)),
            BOATS.but(title="Editorial"),
            BOATS.but(title="Correction to: Mending Boats by Night", doi="10.5555/c"),
        ],
        "openalex": [BOATS.but(doi="")],
    }
    run = start(project, services)
    assert {change.doubt for change in run.found.changes} == {
        "you are not among its authors under a name that the site knows",
        "it has no DOI and no arXiv id",
    }
    assert run.found.left_out == 2
    assert accept(run) == []
    assert not (project / "content/publications.yaml").exists()


def test_what_is_refused_is_not_asked_again(services: Services, site: Write) -> None:
    project = site({"publications.yaml": MINE})
    services.works = {"crossref": [RIVERS, BOATS], "dblp": [BOATS.but(title="No Id Here", doi="")]}
    run = start(project, services)
    run.decide(lambda change: "refuse")
    assert run.save() == ["content/sync.yaml"]
    said = yaml.load(text_of(project, "sync.yaml"), yaml.BaseLoader)["refused"]
    assert said == {"10.5555/boats": BOATS.title, "rivers": "doi, pages", "noidhere": "No Id Here"}
    assert text_of(project) == MINE
    assert start(project, services).found.changes == []
    preprint = RIVERS.but(kind="preprint", arxiv="2201.00001", year=2022)
    services.works["arxiv"] = [preprint]
    services.works["crossref"].append(RIVERS.but(title="Naming Boats", doi="10.5555/new"))
    more = start(project, services)
    more.decide(lambda change: "refuse")
    more.save()
    after = text_of(project, "sync.yaml")
    assert after.startswith("# What `masthead sync` asks") and "10.5555/new" in after
    said = yaml.load(after, yaml.BaseLoader)["refused"]
    assert said["rivers"] == "doi, pages, versions" and len(said) == 4
    assert start(project, services).found.changes == []


def test_a_bib_that_somebody_exports_is_read_and_groups_in_it_stay_groups(
    services: Services, site: Write
) -> None:
    project = site()
    (project / "zotero.bib").write_text(
        "@article{x, title={Mending {Boats}}, author={Quill, Ada and {World River Office} and "
        "{Lakes, Seas, and Ponds}}, year=2024, doi={10.5555/BOATS}}\n"
    )
    services.works = {"orcid": []}
    accept(start(project, services, bibtex=("zotero.bib",)))
    paper = papers_of(project)["quill2024mending"]
    assert paper["authors"] == ["Ada Quill", "{World River Office}", "{Lakes, Seas, and Ponds}"]
    assert paper["doi"] == "10.5555/boats"


def test_a_paper_of_groups_is_known_again_by_them(services: Services, site: Write) -> None:
    mine = MINE.replace("Ada Quill, Jean Lac", '"{World River Office}"')
    project = site({"publications.yaml": mine})
    services.works = {"orcid": [RIVERS.but(authors=("{World River Office}",))]}
    run = start(project, services)
    assert [change.paper is None for change in run.found.changes] == [False]


def test_a_site_that_keeps_a_bib_gets_entries_of_bibtex(services: Services, site: Write) -> None:
    before = "@inproceedings{rivers,\n  title = {Measuring Rivers without Maps},\n" \
             "  author = {Ada Quill and Jean Lac},\n  year = {2023}\n}\n"  # fmt: skip
    project = site({"publications.bib": before})
    services.works = {"crossref": [RIVERS, BOATS]}
    assert accept(start(project, services)) == ["content/publications.bib"]
    after = text_of(project, "publications.bib")
    assert "doi = {10.5555/rivers}" in after and "@article{quill2024mending," in after
    assert start(project, services).found.changes == []


def test_counts_have_a_source_and_a_day_and_stay_when_a_service_fails(
    services: Services, site: Write
) -> None:
    project = site({"publications.yaml": MINE})
    services.works = {"crossref": [RIVERS.but(citations=7)], "openalex": [RIVERS.but(citations=9)]}
    run = start(project, services, counts=True)
    accept(run)
    run = start(project, services, counts=True)
    run.count()
    run.save()
    said = yaml.safe_load(text_of(project, "citation-counts.yaml"))
    rivers = said["papers"]["rivers"]
    assert (rivers["citations"], rivers["source"], "date" in rivers) == (7, "crossref", True)
    assert said["person"]["openalex"]["citations"] == 300
    before = text_of(project, "citation-counts.yaml")
    services.faults = {"crossref": [Reply(500)], "openalex": [Reply(500)]}
    run = start(project, services, counts=True)
    run.count()
    assert run.save() == [] and text_of(project, "citation-counts.yaml") == before


# ---------------------------------------------------------------------- faults

HTML = b"<!DOCTYPE html><html><body>Sign in</body></html>"
ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaa">]><dblpperson>&a;</dblpperson>'

NO_JSON = "its reply is not JSON, or only a part of it"
NO_XML = "its reply is not XML, or only a part of it"
BUSY = "it cannot answer now (429 Too Many Requests); try again later"
FAULTS: dict[str, tuple[Any, ...]] = {
    "403": (Reply(403), "it refuses us; does it need a key? (403 Forbidden)"),
    "404": (Reply(404), "it does not know this id (404 Not Found)"),
    "429": (Reply(429, headers={"Retry-After": "7"}), BUSY),
    "429 for an hour": (Reply(429, headers={"Retry-After": "3600"}), BUSY),
    "500": (Reply(500), "it cannot answer now (500 Internal Server Error); try again later"),
    "cut": (Reply(body=b'{"message": {"items": [{"DOI"', breaks_off=True), "its reply broke off"),
    "half of it": (Reply(body=b'{"message": {"items": [{"DOI"'), NO_JSON),
    "a web page": (Reply(body=HTML), NO_JSON),
    "a web page for XML": (Reply(body=HTML), NO_XML, "dblp"),
    "another form": (Reply(body=b'{"items": [{"title": 5}]}'),
        "its reply does not have the documented form: it lacks `message`"),
    "no object": (Reply(body=b'["group"]'),
        "its reply does not have the documented form: it lacks `group`", "orcid"),
    "empty": (Reply(), NO_JSON),
    "without end": (Reply(body=b" " * (LARGEST + 1)), "this is larger than 30 MB"),
    "deep": (Reply(body=b"[" * 100_000), NO_JSON),
    "entities": (Reply(body=ENTITIES), NO_XML, "dblp"),
    "latin-1": (Reply(body="<dblpperson>Müller</dblpperson>".encode("latin-1")), NO_XML, "dblp"),
    "another host": (Reply(302, headers={"Location": "https://example.org/x"}),
        "it redirects to another host, example.org"),
    "in circles": (Reply(302, headers={"Location": "/crossref/works"}),
        "it refuses the request (302 Found)"),
    "a broken address": (Reply(302, headers={"Location": "http://[::1"}),
        "its address, or one that it redirects to, cannot be requested"),
    "this machine": (Reply(302, headers={"Location": "http://localhost:1/"}),
        "it redirects to another host, localhost:1"),
    "a raised digit to wait": (Reply(429, headers={"Retry-After": "\xb2"}), BUSY),
    "a wait without end": (Reply(429, headers={"Retry-After": "9" * 5000}), BUSY),
    "deep XML": (Reply(body=b"<a>" * 100_000), NO_JSON),
    "compressed": (Reply(body=gzip.compress(b"{}")), NO_JSON),
}  # fmt: skip
"""What is answered, what is said of it, and by which service if it is not Crossref."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_line_and_changes_nothing(
    services: Services, site: Write, name: str
) -> None:
    reply, line, service = (*FAULTS[name], "crossref")[:3]
    project = site({"publications.yaml": MINE})
    services.faults = {service: [reply]}
    run = start(project, services)
    title = {"crossref": "Crossref", "dblp": "DBLP", "orcid": "ORCID"}[service]
    assert run.notes == [f"{title}: {line}; nothing of it is used"]
    assert accept(run) == [] and text_of(project) == MINE


def test_a_fault_that_passes_is_waited_for(services: Services, site: Write) -> None:
    project = site()
    services.works = {"crossref": [BOATS]}
    good = Reply(body=services.answer("crossref", "works?cursor=*&rows=200"))
    services.faults = {"crossref": [Reply(429, headers={"Retry-After": "7"}), Reply(503), good]}
    run = start(project, services)
    assert run.notes == [] and len(run.found.changes) == 1
    assert services.waits == [7.0, 2.0]


def test_only_https_is_asked(site: Write, services: Services) -> None:
    services.works = {"crossref": []}
    services.base = lambda name: "http://example.org/"  # type: ignore[method-assign]
    run = start(site(), services)
    assert run.notes == [
        'Crossref: "http://example.org/" is not an address with https://; nothing of it is used'
    ]


def test_a_site_that_cannot_be_read_is_not_touched(services: Services, site: Write) -> None:
    project = site({"publications.yaml": "- id: x\n  title: [\n"})
    services.works = {"crossref": [BOATS]}
    with pytest.raises(SiteError):
        start(project, services)
    assert services.asked == []


@pytest.mark.parametrize("is_done", [False, True])
def test_a_file_that_cannot_be_written_and_an_interruption_leave_all_as_they_were(
    services: Services, site: Write, monkeypatch: pytest.MonkeyPatch, is_done: bool
) -> None:
    project = site({"publications.yaml": MINE})
    services.works = {"crossref": [RIVERS, BOATS]}
    run = start(project, services)
    run.decide(lambda change: "refuse" if change.paper is None else "add")
    replace = os.replace

    def ending(new: str, old: str) -> None:
        if old.endswith("sync.yaml") and not is_done:
            raise OSError(28, "No space left on device", old)
        replace(new, old)
        if old.endswith("sync.yaml"):
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", ending)
    with pytest.raises((SiteError, KeyboardInterrupt)) as error:
        run.save()
    said = [one.message for one in getattr(error.value, "problems", ())]
    assert is_done or "No space left on device" in said[0]
    assert text_of(project) == MINE and not (project / "content/sync.yaml").exists()


def test_a_file_that_somebody_edits_meanwhile_is_not_written_over(
    services: Services, site: Write
) -> None:
    project = site({"publications.yaml": MINE})
    services.works = {"crossref": [RIVERS]}
    run = start(project, services)
    run.decide(lambda change: "add")
    (project / "content/publications.yaml").write_text(MINE + "# more\n")
    with pytest.raises(SiteError) as error:
        run.save()
    assert "changed in the meantime" in error.value.problems[0].message
    assert text_of(project) == MINE + "# more\n"


# ---------------------------------------------------------------------- the command


def masthead(project: Path, services: Services, *words: str) -> subprocess.CompletedProcess[str]:
    urls = [f"--service-url={name}={services.base(name)}" for name in services.works]
    command = ("sync", *services.works, "--project", str(project), *urls, *words)
    return run_command(command, None, {**os.environ, "SEMANTIC_SCHOLAR_API_KEY": "s3cret-key"})


def test_where_no_service_answers_nothing_is_called_known(services: Services, site: Write) -> None:
    services.works = {"crossref": [BOATS]}
    services.faults = {"crossref": [Reply(404)]}
    said = masthead(site({"publications.yaml": MINE}), services)
    assert said.stdout == "no service has answered: nothing was compared\n"


def test_the_command_shows_what_is_new_and_writes_what_is_sure(
    services: Services, site: Write
) -> None:
    project = site({"publications.yaml": MINE})
    services.works = {"crossref": [RIVERS, BOATS], "semantic-scholar": [BOATS]}
    shown = masthead(project, services)
    assert shown.returncode == 0, shown.stderr
    assert "new      Mending Boats by Night  (crossref, semantic-scholar)" in shown.stdout
    assert "more     rivers  (crossref)\n         pages: 11-29  (crossref)" in shown.stdout
    assert "2 changes, 2 of them certain; nothing was written; --yes takes what" in shown.stdout
    assert text_of(project) == MINE
    done = masthead(project, services, "--yes")
    assert "2 added, 0 refused, 0 left for later; wrote content/publications.yaml" in done.stdout
    again = masthead(project, services, "--yes")
    assert again.stdout == "nothing is new: 2 papers of the site are known there\n"
    assert "s3cret-key" not in shown.stdout + shown.stderr
    assert "s3cret-key" in {headers.get("X-Api-Key") for _, _, headers in services.asked}


def test_an_unknown_service_is_named(services: Services, site: Write) -> None:
    services.works = {"crosref": []}
    done = masthead(site(), services)
    assert done.returncode == 2
    assert 'no service is called "crosref"; did you mean' in done.stderr


def test_a_person_without_ids_is_told_what_to_write(services: Services, site: Write) -> None:
    project = site({"site.yaml": "person:\n  name: Ada Quill\n"})
    done = masthead(project, services)
    assert done.returncode == 1
    assert "no service has an id of this person" in done.stderr and "`orcid`" in done.stderr


def test_members_with_an_orcid_are_asked_for_too(services: Services, site: Write) -> None:
    bo = "0000-0001-5109-3700"
    people = f"- name: Bo Rill\n  orcid: {bo}\n- name: Cy Else\n"
    project = site({"people.yaml": people, "sync.yaml": "members: true\n"})
    services.works = {"crossref": []}
    start(project, services)
    assert any(bo in way for _, way, _ in services.asked)


def test_ctrl_c_while_a_service_is_asked_changes_nothing(services: Services, site: Write) -> None:
    project = site({"publications.yaml": MINE})
    services.faults = {"crossref": [Reply(hangs=True)]}
    command = [sys.executable, "-m", "generator", "sync", "crossref", "--yes", "--project",
               str(project), f"--service-url=crossref={services.base('crossref')}"]  # fmt: skip
    # Typst in this process closes the network to what inherits its environment.
    environment = dict(os.environ)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        while not services.asked and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130  # though the service still does not answer
    assert text_of(project) == MINE
    assert not list((project / "content").glob("*masthead-tmp*"))


# ---------------------------------------------------------------------- counts on pages

COUNTED = """\
papers:
  rivers: {{citations: {0}, source: openalex, date: 2026-11-22}}
"""


def test_counts_are_shown_with_source_and_day_where_the_site_wants_them(
    tmp_path: Path, services: Services
) -> None:
    case = SiteCase(tmp_path)
    case.write("content/publications.yaml", MINE)
    case.write("content/index.md", ":::{publications}\n:::\n")
    case.write("content/citation-counts.yaml", COUNTED.format(12))
    case.write("content/sync.yaml", "services: [dblp]\n")
    settings = SITE + "theme: {{name: broadsheet, options: {{show_citations: {0}}}}}\n"
    case.write("content/site.yaml", settings.format("false"))
    assert "Citations" not in case.build().read("index.html")
    case.write("content/site.yaml", settings.format("true"))
    built = case.build()
    line = 'Citations: <b>12</b> <span class="source">(OpenAlex, <time datetime="2026-11-22">'
    assert line in built.read("index.html")
    assert line in built.read("publications/rivers/index.html")
    case.write("content/citation-counts.yaml", COUNTED.format(13))
    built = case.build()
    assert line.replace("12", "13", 1) in built.read("index.html")
    assert not [path for path in built.files() if path.endswith(".yaml")]


def test_a_mistake_in_the_counts_has_its_place(tmp_path: Path) -> None:
    case = SiteCase(tmp_path)
    case.write("content/site.yaml", SITE)
    case.write("content/index.md", "Hello.\n")
    case.write("content/citation-counts.yaml", "papers:\n  rivers: {citations: many}\n")
    assert "content/citation-counts.yaml:2:" in case.build().said()


def test_services_have_the_same_names_everywhere() -> None:
    assert {name: service.title for name, service in SERVICES.items()} == SERVICE_NAMES
    assert get_args(ServiceName) == tuple(SERVICE_NAMES)


def test_a_service_that_the_settings_misspell_has_its_place() -> None:
    text = "# dblb\nservices: [dblp, dblb]\nids:\n  crosref: 0000-0002-1825-0097\ncitations: x\n"
    with pytest.raises(SiteError) as failed:
        read_settings(text.encode())
    said = [(p.where.line, p.where.column, p.hint) for p in failed.value.problems]  # type: ignore[union-attr]
    assert said == [
        (2, 18, 'did you mean "dblp"?'),
        (4, 3, 'did you mean "crossref"?'),
        (5, 12, f"one of: {', '.join(SERVICE_NAMES)}"),
    ]
