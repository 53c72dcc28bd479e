"""What other programs read: BibTeX, CSL-JSON, JSON Resume."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from generator.graph.facts.paper_formats import bibtex_entry
from generator.model.dates import When
from generator.model.links import Link
from generator.model.names import Name
from generator.model.people import Author, Directory, Person
from generator.model.records.works import Publication, Venue, Version
from generator.model.text import Text
from tests.cases import rows
from tests.conftest import SiteCase
from tests.graph.conftest import files_of
from tests.pictures.drawing import photo, saved

pytestmark = pytest.mark.broadsheet

CSL_FIELDS = {
    "id", "type", "title", "author", "issued", "container-title", "container-title-short",
    "publisher", "volume", "issue", "number", "page", "genre", "status", "DOI", "ISBN", "ISSN",
    "URL", "abstract", "keyword", "note",
}  # fmt: skip
"""Those of CSL 1.0.2 (csl-data.json) that we write."""
CSL_TYPES = {"article", "article-journal", "book", "chapter", "dataset", "document",
             "paper-conference", "report", "software", "thesis"}  # fmt: skip
RESUME_FIELDS = {
    name: set(fields.split())
    for line in (Path(__file__).parent / "resume_fields.txt").read_text("utf-8").splitlines()[1:]
    for name, _, fields in [line.partition(":")]
}
DAY = re.compile(r"[12]\d{3}(-[01]\d(-[0-3]\d)?)?")


@pytest.fixture
def full(site: SiteCase) -> SiteCase:
    for path, text in files_of("exports").items():
        site.write(f"content/{path}", text)
    return site


def test_bibtex_holds_what_the_web_may_show_and_nothing_else(full: SiteCase) -> None:
    done = full.build()
    whole = done.read("publications.bib")
    assert re.findall(r"@\w+\{(\w+),", whole) == ["One", "veiled"]
    assert "Hidden words" not in whole and "Secret" not in whole
    names = {path for path in done.files() if path.endswith(".bib")}
    assert names == {"publications.bib", "publications/one.bib", "publications/veiled.bib"}
    assert done.read("publications/one.bib") + "\n" + done.read("publications/veiled.bib") == whole


def test_the_pages_lead_to_the_files(full: SiteCase) -> None:
    full.write("content/publications.md", "---\ntitle: Papers\n---\n:::{publications}\n:::\n")
    done = full.build()
    assert 'href="../one.bib" download' in done.read("publications/one/index.html")
    assert 'href="../../../publications/one.bib" download' in done.read(
        "zh/publications/one/index.html"
    )
    assert 'href="../publications.bib" download' in done.read("publications/index.html")


def test_csl_json_has_the_fields_of_its_schema(full: SiteCase) -> None:
    items = json.loads(full.build().read("publications.json"))
    assert items[0] == json.loads((Path(__file__).parent / "csl_of_one.json").read_text("utf-8"))
    assert items[1]["author"] == [{"literal": "A Group"}] and "abstract" not in items[1]
    for item in items:
        assert item.keys() <= CSL_FIELDS and item["type"] in CSL_TYPES


def leaves(value: Any) -> list[Any]:
    value = list(value.values()) if isinstance(value, dict) else value
    return [leaf for one in value for leaf in leaves(one)] if isinstance(value, list) else [value]


def test_the_resume_has_the_sections_and_fields_of_its_schema(full: SiteCase) -> None:
    text = full.build().read("resume.json")
    resume = json.loads(text)
    assert resume.keys() <= RESUME_FIELDS.keys()
    for name, section in resume.items():
        for item in section if isinstance(section, list) else [section] * (name != "$schema"):
            assert item.keys() <= RESUME_FIELDS[name], name
            for key in ("startDate", "endDate", "date", "releaseDate"):
                assert DAY.fullmatch(item.get(key, "2000")), item
    assert "" not in leaves(resume) and None not in leaves(resume)
    assert resume["basics"]["label"] == "Analyst", "it is in the site's first language"
    assert resume["work"] == [
        {"name": "Mill", "position": "Intern", "startDate": "2020-09", "url": "https://m.org"}
    ]
    assert resume["volunteer"][0]["organization"] == "School"
    dates = {"startDate": "2015-09", "endDate": "2019-06"}
    assert dates.items() <= resume["education"][0].items()
    assert [award["title"] for award in resume["awards"]] == ["Prize", "First", "Second"]
    english = {"language": "English", "fluency": "fluent"}
    assert resume["languages"] == [english, {"language": "Latin"}]
    assert resume["skills"] == [{"name": "Code", "keywords": ["Python"]}]
    assert resume["meta"]["canonical"] == "https://ada.example.org/lab/resume.json"


def test_a_doi_is_the_same_in_all_formats(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace, orcid: 0000-0002-1825-0097}\n")
    site.write("content/publications.yaml", "- {id: one, title: T, doi: 'DOI: 10.1/x'}\n")
    done = site.build()
    assert re.search("doi += {10.1/x}", done.read("publications/one.bib"))
    assert json.loads(done.read("publications.json"))[0]["DOI"] == "10.1/x"
    resume = json.loads(done.read("resume.json"))
    assert resume["publications"][0]["url"] == "https://doi.org/10.1/x"
    page = done.read("publications/one/index.html")
    assert '<meta name="citation_doi" content="10.1/x">' in page
    assert '"https://doi.org/10.1/x"' in page


def test_a_site_without_papers_has_a_resume_and_no_bibliography(site: SiteCase) -> None:
    files = site.build().files()
    assert "resume.json" in files
    assert not {"publications.bib", "publications.json"} & files


def test_a_file_of_the_authors_own_takes_the_place_of_ours(full: SiteCase) -> None:
    full.write("static/resume.json", "{}").write("static/publications/one.bib", "mine")
    done = full.build()
    assert done.read("resume.json") == "{}" and done.read("publications/one.bib") == "mine"


def test_al_folios_short_venue_is_shown_and_found(site: SiteCase) -> None:
    venue = "- {id: icnp, name: Network Protocols, short: ICNP, ranks: {ccf: B}}\n"
    site.write("content/venues.yaml", venue)
    site.write("static/assets/pdf/x.pdf", "x")
    site.write("static/assets/html/x y.html", "<p>x</p>")
    site.write("content/index.md", "---\ntitle: H\n---\n:::{publications}\n:ranks: ccf\n:::\n")
    links = "booktitle={Proceedings of the 30th ICNP}, pdf={x.pdf}, html={x y.html}"
    bib = f"@inproceedings{{a, title={{A}}, author={{X}}, abbr={{ICNP}}, {links}}}\n"
    bib += "@article{b, title={B}, author={X}, abbr={NSDI}, journal={Symposium}}\n"
    bib += "@article{c, title={C}, author={X}, abbr={Mar Sci\\&Eng}}\n"
    site.write("content/publications.bib", bib)
    done = site.build()
    home = done.text("index.html")
    assert "ICNP" in home and "CCF B" in home.replace("\u00a0", " ") and "NSDI" in home
    assert "Mar Sci&Eng" in home
    assert 'href="assets/pdf/x.pdf"' in done.read("index.html")
    assert 'href="assets/html/x%20y.html"' in done.read("index.html")
    assert "abbr" not in done.read("publications.bib")


def test_a_short_name_does_not_stand_beside_itself(site: SiteCase) -> None:
    """Booktitles from IEEE and ACM end in it, and `abbr` says it again."""
    site.write("content/index.md", "---\ntitle: H\n---\n:::{publications}\n:style: lines\n:::\n")
    entry = "@inproceedings{{{0}, title={{{0}}}, author={{X}}, abbr={{{1}}}, booktitle={{{2}}}}}\n"
    bib = entry.format("a", "ICNP", "Conference on Protocols (ICNP '23)")
    site.write(
        "content/publications.bib", bib + entry.format("b", "CoNEXT", "Experiments (Posters)")
    )
    done = site.build()
    home = done.text("index.html")
    assert "Conference on Protocols ( ICNP )" in home and "(Posters) ( CoNEXT )" in home
    assert "(ICNP '23)}" in done.read("publications.bib")


def test_a_short_name_that_is_a_topic_takes_the_place_of_no_venue(site: SiteCase) -> None:
    entry = "@{0}{{{1}, title={{{1}}}, author={{X}}, abbr={{paper}}{2}}}\n"
    bib = entry.format("misc", "a", "") + entry.format("inproceedings", "b", ", booktitle={Goats}")
    site.write("content/publications.bib", bib)
    said = site.build().read("publications.bib")
    assert "booktitle = {Goats}" in said and "booktitle = {paper}" not in said


def test_the_words_for_a_preview_in_a_bib_file_stand_at_the_picture_and_nowhere_else(
    site: SiteCase,
) -> None:
    entry = "@misc{goat, title={Goats}, author={Ann Ay}, year=2024, preview={g.png},\n"
    site.write("content/publications.bib", entry + " preview_alt={A goat on a {ROCKY} hill}}\n")
    site.write("static/g.png", saved(photo(900, 500)))
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{publications}\n:::\n")
    files = {name: data.decode("utf-8", "replace") for name, data in site.build().bytes().items()}
    assert 'alt="A goat on a ROCKY hill"' in files["publications/goat/index.html"]
    for name, text in files.items():
        said = text if not name.endswith(".html") else re.sub(r'alt="[^"]*"', "", text)
        assert "ROCKY" not in said and "preview_alt" not in said, name


def test_the_resume_has_all_dates_of_an_award_and_a_label(site: SiteCase) -> None:
    cv = "headline: Countess *and* analyst\nsections: [{of: awards}]\n"
    site.write("content/cv/resume.yaml", cv)
    site.write(
        "content/awards.yaml",
        "- {title: Cup, date: [2019, 2021-05], level: gold, count: 2}\n"
        "- title: Prizes\n  organization: A Society\n  date: 2020\n  awards:\n"
        "  - {title: First, count: 3, details: [twice for engines]}\n"
        "  - {title: Second, date: 2018 – 2019}\n",
    )
    resume = json.loads(site.build().read("resume.json"))
    assert resume["basics"]["label"] == "Countess and analyst"
    assert resume["awards"] == [
        {"title": "Cup", "date": "2019", "summary": "gold"},
        {"title": "Cup", "date": "2021-05", "summary": "gold"},
        {"title": "First", "awarder": "A Society", "date": "2020", "summary": "twice for engines, ×3"},
        {"title": "Second", "awarder": "A Society", "date": "2019"},
    ]  # fmt: skip


NOBODY = Directory(())
HERE = Venue(id="")


def paper(title: str = "A title", **fields: object) -> Publication:
    authors = (Author.from_scalar("Jin Fang"), Author.from_scalar("et al."))
    return Publication(id="p 1", title=Text({"": title}), authors=authors, **fields)  # type: ignore[arg-type]


def value(entry: str, field: str) -> str:
    (line,) = [line for line in entry.splitlines() if line.strip().startswith(f"{field} ")]
    return line.partition(" = ")[2].rstrip(",")


@pytest.mark.parametrize(("title", "written"), rows("plain_texts", "Titles in BibTeX"))
def test_a_title_keeps_its_capitals_and_breaks_nothing(title: str, written: str) -> None:
    entry = bibtex_entry(paper(title.replace("⏎", "\n")), HERE, NOBODY)
    assert value(entry, "title") == written


def test_a_chinese_paper_has_its_authors_in_chinese() -> None:
    people = Directory((Person(name=Name("Jin", "Fang", native="方缙")),))
    for title, who in (("关于网络", "方缙 and others"), ("On networks", "Fang, Jin and others")):
        assert value(bibtex_entry(paper(title), HERE, people), "author") == f"{{{who}}}"


def test_the_address_of_a_work_is_kept_where_it_is_on_another_site() -> None:
    links = {"url": Link("https://x.org/a_b%20c"), "pdf": Link("a.pdf")}
    assert value(bibtex_entry(paper(links=links), HERE, NOBODY), "url") == "{https://x.org/a_b%20c}"
    for own in ({"url": Link("own.html")}, {"pdf": Link("https://x.org/a.pdf")}):
        assert "url" not in bibtex_entry(paper(links=own), HERE, NOBODY)


def test_fields_stand_in_one_column_and_empty_ones_are_left_out() -> None:
    venue = Venue(id="j", name=Text({"": "Journal of Examples"}), kind="journal")
    record = paper(date=When.from_scalar("2024-05"), pages="1–12", doi="10.1/a_b")
    people = Directory((Person(name=Name("Jìn", "Fang")),))
    assert bibtex_entry(record, venue, people) == (
        "@article{p1,\n"
        "  author  = {Fang, Jìn and others},\n"
        "  title   = {A title},\n"
        "  journal = {Journal of Examples},\n"
        "  pages   = {1--12},\n"
        "  year    = {2024},\n"
        "  month   = may,\n"
        "  doi     = {10.1/a_b}\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("links", "said"),
    [
        ({"arxiv": "2404.01234"}, {"eprint": "{2404.01234}", "archiveprefix": "{arXiv}"}),
        ({"arxiv": "https://arxiv.org/pdf/2404.01234v2.pdf"}, {"eprint": "{2404.01234v2}"}),
        ({"arxiv": "arXiv:hep-th/9901001"}, {"eprint": "{hep-th/9901001}"}),
        ({"doi": "https://doi.org/10.1109/x.1"}, {"doi": "{10.1109/x.1}"}),
        ({"arxiv": "pdf/own.pdf", "doi": "https://example.org/"}, {}),
    ],
)
def test_a_number_that_stands_in_a_link_alone_is_in_the_entry(
    links: dict[str, str], said: dict[str, str]
) -> None:
    held = {kind: Link(to) for kind, to in links.items()}
    in_version = paper(versions=(Version(links=held),))
    entry = bibtex_entry(paper(links=held), HERE, NOBODY)
    assert {field: value(entry, field) for field in said} == said
    assert ("eprint" in entry, "doi " in entry) == ("eprint" in said, "doi" in said)
    own = bibtex_entry(paper(arxiv="2404.01234", links=held), HERE, NOBODY)
    assert value(own, "eprint") == "{2404.01234}", "a number of its own comes first"
    entry = bibtex_entry(in_version, HERE, NOBODY)  # whose DOI is another work's
    assert ("eprint" in entry, "doi " in entry) == ("eprint" in said, False)
