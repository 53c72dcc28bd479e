"""Works as registries and people really hold them: editors, versions, capitals, retractions."""

import json

from generator.works import SERVICES
from generator.works.client import Client
from generator.works.found import FoundWork, found_work, links_among, native_among
from generator.works.matching import Likeness, likeness
from generator.works.records import NewRecords, forms_of
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
    client: Client = services.client("orcid")
    thesis, book, patent = SERVICES["orcid"].works(client, ORCID)
    assert thesis.authors == ("Quill, Ada",) and thesis.is_paper and not patent.is_paper
    assert book.authors == ("Quill, Ada", "TODO Authors")
