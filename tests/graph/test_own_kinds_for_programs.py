"""Records of a site's own kinds in what programs read: the search, `llms.txt` and `resume.json`."""

from generator.graph.facts.json_resume import ResumeWriter
from generator.graph.facts.machine_facts import contents, search_part
from generator.graph.index import Index
from tests.graph.conftest import OWN_KINDS, IndexOf, files_of

FILES = files_of("own-kinds-for-programs")


def found(index: Index, lang: str) -> dict[str, tuple[str, str, list[str], str]]:
    """What the search finds, by title: address, date, words and text."""
    part = search_part(index, lang, "0/1")
    return {
        str(d.title): (d.url, d.date, [str(words) for words in d.words], str(d.body)) for d in part
    }


def test_the_search_leads_to_the_page_that_shows_a_record(index_of: IndexOf) -> None:
    index = index_of(FILES, site=OWN_KINDS)
    english, chinese = found(index, "en"), found(index, "zh")
    assert english["Switches that learn"] == (
        "/#learn", "2024", ["Ada Lee", "Amount: 250,000"], "Two words.",
    )  # fmt: skip
    assert english["To heal"] == ("/about/", "2015", ["A Board", "No.: L-1"], "")
    assert chinese["会学习的交换机"][0] == "/zh/#learn" and "To heal" not in chinese
    for hidden in ("In the CV only", "Nowhere", "Hidden"):
        assert hidden not in english


def test_the_contents_for_language_models_list_them_by_kind(index_of: IndexOf) -> None:
    index = index_of(FILES, site=OWN_KINDS)
    groups = {group.kind: group for group in contents(index, "en")}
    assert (groups["grants"].title, groups["licences"].title) == ("Grants", "licences")
    (item,) = groups["grants"].items
    assert (str(item.title), item.url) == ("Switches that learn", "/")
    assert str(item.note) == "Amount: 250,000. 2021 – 2024"
    assert {group.kind: group for group in contents(index, "zh")}["grants"].title == "科研项目"


def test_a_json_resume_has_them_as_projects(index_of: IndexOf) -> None:
    cv = "sections:\n- {of: grants, where: {tags: '!paper, !nowhere'}}\n- {of: licences}\n"
    index = index_of({**FILES, "cv/web.yaml": cv}, site=OWN_KINDS)
    grant, licence = ResumeWriter(index).resume()["projects"]
    assert (str(grant["name"]), grant["type"]) == ("Switches that learn", "Grants")
    assert (grant["startDate"], grant["endDate"]) == ("2021", "2024")
    assert str(licence["name"]) == "To heal"
    whole = ResumeWriter(index, is_whole=True).resume()
    assert len(whole["projects"]) == 4, "what no CV shows is exported, but for what no eye may see"
