"""What each service says comes out the same: one paper, written in six formats."""

import json

import pytest

from generator.model.people import Person
from generator.parse.decode import decoder_of
from generator.works import SERVICES
from generator.works.client import ServiceClient, ServiceError
from generator.works.found import FoundWork, found_work, markdown_of
from tests.cases import rows
from tests.sync.conftest import ORCID, Services
from tests.sync.replies import Work

PAPER = Work(
    title="Boats & Bridges: A Study of Rivers",
    authors=("Ada Quill", "Jean-Pierre Lac"),
    year=2023,
    month=6,
    venue="Journal of Invented Rivers",
    kind="journal",
    doi="10.5555/rivers.1",
    pages="11-29",
    volume="7",
    citations=5,
)
PREPRINT = PAPER.but(kind="preprint", arxiv="2301.01234", doi="", venue="", pages="", volume="")
IDS = {"orcid": ORCID, "crossref": ORCID, "openalex": "A12", "dblp": "1/1",
       "semantic-scholar": "77", "arxiv": "quill_a_1"}  # fmt: skip


def works(services: Services, name: str, *found: Work) -> list[FoundWork]:
    is_xml = name == "dblp"
    services.works[name] = [
        one.but(title=one.title.replace("&", "&amp;")) if is_xml else one for one in found
    ]
    return list(SERVICES[name].works(services.client(name), IDS[name]))


@pytest.mark.parametrize("name", ["orcid", "crossref", "openalex", "dblp", "semantic-scholar"])
def test_a_paper_of_a_journal(services: Services, name: str) -> None:
    (found,) = works(services, name, PAPER)
    assert (found.title, found.venue) == (PAPER.title, PAPER.venue)
    assert [author.split(", ")[0].split()[-1] for author in found.authors] == ["Quill", "Lac"]
    assert (found.doi, found.year, found.kind) == ("10.5555/rivers.1", 2023, "journal")
    if name != "orcid":
        assert (found.volume, found.pages) == ("7", "11-29")


@pytest.mark.parametrize("name", ["orcid", "openalex", "dblp", "semantic-scholar", "arxiv"])
def test_a_preprint(services: Services, name: str) -> None:
    (found,) = works(services, name, PREPRINT)
    assert (found.kind, found.arxiv, found.venue) == ("preprint", "2301.01234", "")


@pytest.mark.parametrize(("name", "size"), [("crossref", 450), ("openalex", 450), ("orcid", 250),
                                            ("semantic-scholar", 1100)])  # fmt: skip
def test_all_pages_of_works_are_read(services: Services, name: str, size: int) -> None:
    many = [PAPER.but(title=f"Paper number {n}", doi=f"10.5555/{n}") for n in range(size)]
    assert len(works(services, name, *many)) == size
    assert sum(asked == name for asked, *_ in services.asked) >= 3


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_an_id_of_another_form_is_refused(service: ServiceClient) -> None:
    with pytest.raises(ServiceError, match="is not one of its ids"):
        service.checked("../../etc")


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ("dblp: https://dblp.org/pid/65/9612-3.html", {"dblp": "65/9612-3"}),
        ("dblp: https://dblp.uni-trier.de/pid/q/AdaQuill", {"dblp": "q/AdaQuill"}),
        ("x: https://www.semanticscholar.org/author/Ada-Quill/77", {"semantic-scholar": "77"}),
        ("x: https://openalex.org/authors/a512", {"openalex": "A512"}),
        ("x: https://arxiv.org/a/quill_a_1", {"arxiv": "quill_a_1"}),
        (f"x: https://orcid.org/{ORCID}",
         dict.fromkeys(("orcid", "crossref", "datacite", "openalex", "arxiv", "pubmed"), ORCID)),
    ],
)  # fmt: skip
def test_ids_stand_in_the_links_of_a_person(links: str, expected: dict[str, str]) -> None:
    decoder = decoder_of("x", f"name: Ada Quill\nlinks: {{{links}}}", [])
    assert decoder.root is not None
    person = decoder.decode(decoder.root, Person)
    found = {name: id for name, service in SERVICES.items() if (id := service.id_of(person))}
    assert found == expected


@pytest.mark.parametrize(
    ("said", "markdown"),
    [
        ("H<sub>2</sub>O at <i>pH</i> 7", "H~2~O at *pH* 7"),
        ("10<sup>th</sup> of <b>May</b>", "10^th^ of **May**"),
        ("A &amp;amp; B &lt;i&gt;C&lt;/i&gt;", "A & B *C*"),
        ("snake_case and *stars*", "snake\\_case and \\*stars\\*"),
        ("Learning $\\alpha$-fair rates", "Learning $\\alpha$-fair rates"),
        ("5$ and 6$ more", "5\\$ and 6\\$ more"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math> rays", "x rays"),
        ("line\n  break\u2028and\x00control", "line break and control"),
        ("<i></i>Nothing", "Nothing"),
    ],
)
def test_titles_become_markdown(said: str, markdown: str) -> None:
    assert markdown_of(said) == markdown


@pytest.mark.parametrize(("title", "expected"), rows("works", "Titles that are no papers"))
def test_errata_and_front_matter_are_no_papers(title: str, expected: str) -> None:
    assert found_work(service="x", key="1", title=title).is_paper == (expected == "yes")


@pytest.mark.parametrize(
    ("given", "doi", "arxiv", "kind"),
    [
        ("https://doi.org/10.5555/ABC.1", "10.5555/abc.1", "", "other"),
        ("10.48550/arXiv.2301.01234", "10.48550/arxiv.2301.01234", "2301.01234", "preprint"),
        ("10.1101/2020.01.01.123", "10.1101/2020.01.01.123", "", "preprint"),
        ("none", "", "", "other"),
    ],
)
def test_dois(given: str, doi: str, arxiv: str, kind: str) -> None:
    found = found_work(service="x", key="1", title="T", doi=given)
    assert (found.doi, found.arxiv, found.kind) == (doi, arxiv, kind)


@pytest.mark.parametrize("behind", ["", " 0001", "1", "^1,2^", "*", "<sup>1</sup>", " 2"])
def test_numbers_and_signs_behind_names_go(behind: str) -> None:
    authors = (f"Wei Wang{behind}", "A Team (CERN)")
    found = found_work(service="x", key="1", title="T", authors=authors)
    assert found.authors == ("Wei Wang", "A Team (CERN)")


def test_the_services_are_told_who_asks(services: Services) -> None:
    services.works["crossref"] = []
    client = services.client("crossref", contact="ada@example.org")
    SERVICES["crossref"].works(client, ORCID)
    assert json.dumps(services.asked[0][2]).count("mailto:ada@example.org") == 1
