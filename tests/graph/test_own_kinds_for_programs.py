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


def test_the_search_and_the_contents_have_the_records_with_a_page(index_of: IndexOf) -> None:
    site = OWN_KINDS.replace("  grants:\n", "  grants:\n    pages: true\n")
    index = index_of(FILES, site=site)
    english, chinese = found(index, "en"), found(index, "zh")
    assert english["Switches that learn"] == (
        "/grants/learn/", "", ["Ada Lee", "Amount: 250,000"], "Two words.",
    )  # fmt: skip
    assert chinese["会学习的交换机"][0] == "/zh/grants/learn/"
    for without_page in ("To heal", "In the CV only", "Nowhere", "Hidden"):
        assert without_page not in english
    groups = {group.kind: group for group in contents(index, "en")}
    assert (groups["grants"].title, "licences" in groups) == ("Grants", False)
    (item,) = groups["grants"].items
    assert (str(item.title), item.url) == ("Switches that learn", "/grants/learn/")


def test_a_json_resume_has_them_as_projects(index_of: IndexOf) -> None:
    cv = "sections:\n- {of: grants, where: {tags: '!paper, !nowhere'}}\n- {of: licences}\n"
    index = index_of({**FILES, "cv/web.yaml": cv}, site=OWN_KINDS)
    grant, licence = ResumeWriter(index).resume()["projects"]
    assert (str(grant["name"]), grant["type"]) == ("Switches that learn", "Grants")
    assert (grant["startDate"], grant["endDate"]) == ("2021", "2024")
    assert str(licence["name"]) == "To heal"
    whole = ResumeWriter(index, is_whole=True).resume()
    assert len(whole["projects"]) == 4, "what no CV shows is exported, but for what no eye may see"
