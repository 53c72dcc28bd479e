"""A first site from a profile: recorded answers of services, about invented people of many fields."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from generator.works import SERVICES, work_of_id
from generator.works.client import ServiceError, client_of
from generator.works.found import title_key
from tests.commands import said_by
from tests.sync.conftest import Services

PROFILES = sorted((Path(__file__).parent / "profiles").glob("*.json"))
"""Each has a `field`, its `traps`, the `option` for `new`, the `truth` and the `answers` by path.

A work of the truth is `not` hers, or `unsure`: her site may lack it if she is asked about it."""


class Score(NamedTuple):
    """What became of the works of one person, by title."""

    right: list[str]
    unsure: list[str]
    """Left out and listed."""
    wrong: list[str]
    """Missing, said wrongly, or another's."""
    duplicates: list[str]


def run(*words: str) -> str:
    """Run a command here, which waits for nothing; return what was said."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: None)
        return said_by(*words)


def first_site(folder: Path, option: list[str], url: str) -> str:
    """Make a site with `new`; return what was said."""
    places = [f"--service-url={name}={url}/{name}" for name in SERVICES]
    return run("new", str(folder), "--yes", *option, *places)


def scored(truth: list[dict[str, Any]], papers: list[dict[str, Any]], said: str) -> Score:
    """Compare the papers of a site with what is true."""
    score = Score([], [], [], [])
    rest = list(papers)
    unsure_lines = title_key(said.partition("not taken")[2])
    for work in truth:
        key = title_key(work["title"])
        same = [one for one in rest if title_key(one["title"]) == key
                and (work.get("not") or one.get("date", "")[:4] == str(work["year"]))]  # fmt: skip
        if work.get("not"):
            score.wrong.extend(f"not hers: {work['title']}" for _ in same)
        elif not same:
            is_listed = key in unsure_lines
            (score.unsure if is_listed else score.wrong).append(work["title"])
        else:
            rest.remove(same[0])
            faults = list(faults_in(work, same[0]))
            (score.wrong if faults else score.right).append(f"{work['title']} {faults or ''}")
    score.duplicates.extend(one["title"] for one in rest)
    return score


def faults_in(work: dict[str, Any], paper: dict[str, Any]) -> Iterator[str]:
    """Yield what a paper of the site says wrongly."""
    people = paper.get("authors") or paper.get("editors", [])
    families = [title_key(str(name).strip("{}")) for name in people]
    wanted = [title_key(name) for name in work["authors"]]
    is_open = "todoauthors" in families  # no service says it, and nothing is invented
    if (not is_open and len(families) != len(wanted)) or (
        not is_open and any(w not in f for w, f in zip(wanted, families, strict=True))
    ):
        yield f"authors {people}"
    venue = paper.get("venue", "")
    if title_key(venue) not in map(title_key, work["venue"]):
        yield f"venue {venue!r}"
    if "kind" in work and paper.get("kind") != work["kind"]:
        yield f"kind {paper.get('kind')}"


def records_of(folder: Path, kind: str) -> list[dict[str, Any]]:
    """The records of a kind that are no samples."""
    file = folder / f"content/{kind}.yaml"
    found = yaml.load(file.read_text("utf-8"), yaml.BaseLoader) if file.exists() else []
    samples = {"first-paper", "TODO company or group", "TODO university"}
    return [one for one in found if not samples & set(map(str, one.values()))]


def career_faults(truth: dict[str, Any], folder: Path) -> list[str]:
    """Return what a site says of a person wrongly: of names, positions, degrees, prizes, grants."""
    person = yaml.load((folder / "content/site.yaml").read_text("utf-8"), yaml.BaseLoader)["person"]
    name = person["name"]
    if isinstance(name, dict):
        name = f"{name['native']} / {name.get('given', '')} {name['family']}"
    words = [sorted(one.replace(",", "").split()) for one in (name, truth["name"] or "Robin TODO")]
    faults = [f"name {name}"] * (words[0] != words[1])
    for kind in ("experience", "education", "awards", "projects"):
        said = [[one.get("role") or one.get("degree") or one["title"],
                 one.get("organization") or one.get("institution") or ""]
                for one in records_of(folder, kind)]  # fmt: skip
        wanted = truth["career"].get(kind, [])
        if sorted(map(str, said)) != sorted(map(str, wanted)):
            faults.append(f"{kind}: {said} instead of {wanted}")
    return faults


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_a_profile(path: Path, services: Services, tmp_path: Path) -> None:
    profile = json.loads(path.read_text("utf-8"))
    services.said |= profile["answers"]
    said = first_site(tmp_path / "site", profile["option"], services.url)
    works = records_of(tmp_path / "site", "publications")
    score = scored(profile["truth"]["works"], works, said)
    assert not score.wrong and not score.duplicates, said
    asked = {work["title"] for work in profile["truth"]["works"] if work.get("unsure")}
    assert set(score.unsure) <= asked, said
    assert career_faults(profile["truth"], tmp_path / "site") == []


def test_without_an_answer_the_site_is_written_with_the_id(
    services: Services, tmp_path: Path
) -> None:
    """So `masthead sync` can ask again."""
    for option, service, kept in (
        (["--orcid", "https://orcid.org/0000-0000-0000-001X"], "ORCID", "orcid: 0000-"),
        (["--dblp", "https://dblp.org/pid/1/1.html"], "DBLP", "dblp: https://dblp.org/pid/1/1"),
    ):
        site = tmp_path / option[1][-5:].replace("/", "-")
        said = first_site(site, option, services.url)
        assert f"{service}: it does not know this id (404 Not Found); the site is written" in said
        assert kept in (site / "content/site.yaml").read_text("utf-8")
        assert (site / "content/publications.yaml").read_text("utf-8").count("id: first-paper") == 1
    unreachable = "http://127.0.0.1:9"
    said = first_site(tmp_path / "offline", ["--openalex", "a12"], unreachable)
    assert "OpenAlex: it cannot be reached" in said
    site = (tmp_path / "offline/content/site.yaml").read_text("utf-8")
    assert "openalex: https://openalex.org/A12" in site


def test_sync_offers_a_career_once_and_keeps_refusals(services: Services, tmp_path: Path) -> None:
    path = next(path for path in PROFILES if path.stem.startswith("20-"))
    services.said |= json.loads(path.read_text("utf-8"))["answers"]
    content = tmp_path / "site/content"
    content.mkdir(parents=True)
    (content / "site.yaml").write_text(
        "person: {name: Te Aroha Parata, orcid: 0000-0000-0000-0204}\n"
    )
    mine = "# Mine.\n- {degree: Master of Education, institution: Whare University, date: 2006}\n"
    (content / "education.yaml").write_text(mine)
    refused = "refused: {deanlearninginstitute: Dean}\n"
    (content / "sync.yaml").write_text(refused)
    words = ("sync", "orcid", "--yes", f"--service-url=orcid={services.url}/orcid",
             "--project", str(tmp_path / "site"))  # fmt: skip
    said = run(*words)
    assert "new      Teaching Medal, Ministry of Samples, 2017  (orcid)" in said
    assert (content / "education.yaml").read_text("utf-8") == mine
    jobs = [one["role"] for one in records_of(tmp_path / "site", "experience")]
    assert jobs == ["Visiting Scholar", "TODO position"]
    assert "#" not in (content / "awards.yaml").read_text("utf-8")
    again = run(*words)
    assert again.startswith("nothing is new")


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("https://doi.org/10.5555/a", "crossref/works"),
        ("10.5281/Zenodo.7", "datacite/dois"),
        ("https://arxiv.org/abs/2404.01234v2", "datacite/dois"),
    ],
)
def test_one_work_is_found_by_its_id(written: str, asked: str, services: Services) -> None:
    crossref = {"message": {"items": [{"DOI": "10.5555/A", "title": ["Boats"], "type": "book"}]}}
    attributes = {"doi": "10.5281/zenodo.7", "titles": [{"title": "Boats"}], "publisher": None}
    services.said |= {"crossref/works": {"message": {}}, "datacite/dois": {"data": []}}
    bases = {name: f"{services.url}/{name}" for name in SERVICES}
    with pytest.raises(ServiceError, match=r"no service knows 10\.5555/unknown"):
        work_of_id("10.5555/unknown", lambda service: client_of(service, bases))
    services.said[asked] = {**crossref, "data": [{"attributes": attributes}]}
    found = work_of_id(written, lambda service: client_of(service, bases))
    assert (found.title, found.service) == ("Boats", asked.partition("/")[0])


def test_what_a_profile_holds_costs_at_most_itself(services: Services, tmp_path: Path) -> None:
    path = next(path for path in PROFILES if path.stem.startswith("20-"))
    text = path.read_text("utf-8")
    text = text.replace("Ministry of Samples", "<script>&amp;\\u0007*Ministry*" + "x" * 5000)
    services.said |= json.loads(text)["answers"]
    record = services.said[f"orcid/{json.loads(text)['option'][1]}/record"]
    addresses = ["http://[", "javascript:alert(1)", "https://example.org/a b", "https://e.org/~p"]
    record["person"]["researcher-urls"]["researcher-url"] = [
        {"url-name": "x", "url": {"value": address}} for address in addresses
    ]
    record["activities-summary"]["employments"] = {"affiliation-group": [None, {"summaries": 7}]}
    first_site(tmp_path / "site", json.loads(text)["option"], services.url)
    site = (tmp_path / "site/content/site.yaml").read_text("utf-8")
    assert "links:\n    website: https://e.org/~p\n" in site
    (prize,) = records_of(tmp_path / "site", "awards")
    assert prize["organization"].startswith("& \\*Ministry\\*x")
    run("build", "--project", str(tmp_path / "site"))
