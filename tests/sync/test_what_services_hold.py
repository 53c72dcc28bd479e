"""Works as registries and people really hold them: editors, versions, capitals, retractions."""

import json

from generator.works.client import Client
from generator.works.found import FoundWork, found_work
from generator.works.matching import Likeness, likeness
from generator.works.profile import links_among, native_among
from generator.works.records import NewRecords, forms_of
from generator.works.services import SERVICES
from tests.sync.conftest import ORCID, Reply, Services

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
    fields = records.fields({"authors": (("Torre, F. Della", "Torre, Francesca Della"), "x")})
    assert fields["authors"] == ["Della Torre, Francesca"] * 2


def test_a_venue_of_one_small_word_is_not_taken_for_an_id() -> None:
    assert NewRecords(()).fields({"venue": ("figshare", "datacite")}) == {"venue": "Figshare"}


def test_labels_of_links_and_native_names_stay() -> None:
    links = [("Lab – Boats", "https://a.example"), ("Home page", "https://b.example")]
    assert links_among(links) == {"Lab – Boats": links[0][1], "website": links[1][1]}
    assert native_among(["欧阳明哲 (Mingzhe Ouyang)"]) == "欧阳明哲"


def test_a_work_of_orcid_without_people_is_its_holders(services: Services) -> None:
    """A thesis has one author, and the school of the degree that ended in its year."""

    def work(code: int, type: str, source: object = None) -> dict[str, object]:
        year, title = {"year": {"value": "2018"}}, {"title": {"value": f"Boats {code}"}}
        return {"put-code": code, "type": type, "title": title, "publication-date": year,
                "source": {"source-client-id": source}}  # fmt: skip

    works = [work(1, "dissertation-thesis"), work(2, "book"), work(3, "patent"),
             work(4, "journal-article", {"path": "0000-0000-0000-0000"})]  # fmt: skip
    degree = {"role-title": "Ph.D.", "organization": {"name": "River University"},
              "end-date": {"year": {"value": "2018"}}}  # fmt: skip
    group = [{"summaries": [{"education-summary": degree}]}]
    activities = {"educations": {"affiliation-group": group},
                  "works": {"group": [{"work-summary": [one]} for one in works]}}  # fmt: skip
    name = {"given-names": {"value": "ADA"}, "family-name": {"value": "QUILL"}}
    record = {"person": {"name": name}, "activities-summary": activities}
    answers = [activities["works"], record, {"bulk": [{"work": one} for one in works]}, record]
    services.faults["orcid"] = [Reply(body=json.dumps(one).encode()) for one in answers]
    client: Client = services.client("orcid")
    thesis, book, found = SERVICES["orcid"].works(client, ORCID)
    assert (thesis.authors, thesis.venue) == (("QUILL, ADA",), "River University")
    assert book.authors == ("QUILL, ADA", "TODO Authors")
    assert found.is_guess and not book.is_guess
    assert SERVICES["orcid"].profile is not None
    career = SERVICES["orcid"].profile(client, ORCID).career
    assert [(one.kind, one.fields["title"]) for one in career[1:]] == [("patents", "Boats 3")]


def test_works_of_orcid_are_of_use_without_the_record(services: Services) -> None:
    work = {"put-code": 1, "title": {"title": {"value": "Boats"}}}
    answers = [{"group": [{"work-summary": [work]}]}, None, {"bulk": [{"work": work}]}]
    services.faults["orcid"] = [
        Reply(body=json.dumps(one).encode()) if one else Reply(404) for one in answers
    ]
    (found,) = SERVICES["orcid"].works(services.client("orcid"), ORCID)
    assert (found.title, found.authors) == ("Boats", ())
