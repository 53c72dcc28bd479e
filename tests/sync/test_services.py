"""What each service says comes out the same: one paper, written in six formats; and works as registries
and people really hold them: editors, versions, capitals, retractions."""

import json

import pytest

from generator.model.people import Person
from generator.parse.decode import decoder_of
from generator.works import SERVICES
from generator.works.client import ServiceClient, ServiceError
from generator.works.found import FoundWork, found_work, links_among, markdown_of, native_among
from generator.works.matching import Likeness, likeness
from generator.works.records import NewRecords, forms_of
from tests.cases import rows
from tests.sync.conftest import ORCID, Reply, Services
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


ORDER = tuple(SERVICES)


def held(title: str, service: str = "orcid", **values: object) -> FoundWork:
    return found_work(service=service, key=title, title=title, **values)


def test_ids_tell_more_than_they_show() -> None:
    sici = "10.1002/(SICI)1097-9999(2009)17:15/16<1661::AID-X>3.0.CO;2-2"
    assert held("Boats", doi=f"https://doi.org/{sici}").doi == sici.lower()
    assert held("Boats", arxiv="2609.99902v1").date == "2026-09"


def test_versions_of_one_thing_are_one_form() -> None:
    whole = held("Boats", "datacite", doi="10.5281/zenodo.1", other_dois=("10.5281/zenodo.2",))
    (form,) = forms_of([whole, held("Boats", doi="10.5281/zenodo.2")], ORDER)
    assert form.value("doi") == "10.5281/zenodo.1"


def test_a_retraction_is_said_and_an_edited_book_has_no_authors() -> None:
    (form,) = forms_of([held("WITHDRAWN: On Boats", kind="journal")], ORDER)
    assert form.value("note") == "Retracted"
    book = held("Boats of 2024", "dblp", kind="book", editors=("Ada Quill",))
    (form,) = forms_of([book, held("Boats of 2024", kind="book", authors=("A. Quill",))], ORDER)
    assert "authors" not in form.said
    assert NewRecords(()).fields(form.said)["editors"] == ["Ada Quill"]


def test_a_venue_of_proceedings_is_that_of_dblp() -> None:
    series = held("Boats", "crossref", kind="chapter", venue="Lecture Notes", doi="10.5555/1")
    paper = held("Boats", "dblp", kind="conference", venue="ICBO", doi="10.5555/1")
    (form,) = forms_of([series, paper], ORDER)
    assert (form.value("venue"), form.value("kind")) == ("ICBO", "conference")


def test_a_part_is_another_paper() -> None:
    people = {"authors": ("Ada Quill",), "date": "2022"}
    begun = held("Do Boats Pay Their Way at Night", kind="preprint", **people)
    longer, part = (held(f"{begun.title}: {end}", kind="journal", **people)
                    for end in ("Evidence from the Sea", "Part II"))  # fmt: skip
    assert likeness(longer, begun) is Likeness.SAME
    assert likeness(part, begun) is not Likeness.SAME


def test_names_are_cut_in_one_place() -> None:
    records = NewRecords(())
    records.learn(["Della Torre, Francesca", "Torre, Francesca Della"])
    fields = records.fields(
        {"authors": (("Torre, Francesca Della", "Della Torre, Francesca"), "x")}
    )
    assert fields["authors"] == ["Della Torre, Francesca"] * 2


def test_a_venue_of_one_small_word_is_not_taken_for_an_id() -> None:
    assert NewRecords(()).fields({"venue": ("figshare", "datacite")}) == {"venue": "Figshare"}


def test_links_are_named_by_hosts_and_native_names_stay() -> None:
    first, second = "https://a.example", "https://b.example/me"
    assert links_among([first, second]) == {"website": first, "b.example": second}
    assert native_among(["欧阳明哲 (Mingzhe Ouyang)"]) == "欧阳明哲"


def test_a_work_of_orcid_without_people_is_its_holders(services: Services) -> None:
    """A thesis has one author."""
    types = ["dissertation-thesis", "book", "patent"]
    works = [{"put-code": n, "type": type, "title": {"title": {"value": f"Boats {n}"}}}
             for n, type in enumerate(types)]  # fmt: skip
    record = {
        "person": {"name": {"given-names": {"value": "Ada"}, "family-name": {"value": "Quill"}}}
    }
    answers = [{"group": [{"work-summary": [one]} for one in works]}, record,
               {"bulk": [{"work": one} for one in works]}]  # fmt: skip
    services.faults["orcid"] = [Reply(body=json.dumps(one).encode()) for one in answers]
    thesis, book, patent = SERVICES["orcid"].works(services.client("orcid"), ORCID)
    assert thesis.authors == ("Quill, Ada",) and thesis.is_paper and not patent.is_paper
    assert book.authors == ("Quill, Ada", "TODO Authors")
