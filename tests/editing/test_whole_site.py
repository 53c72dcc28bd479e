"""What the panel asks about the site as a whole: themes, sections, what to do next."""

import json

from tests.conftest import SiteCase
from tests.editing.conftest import Session, editing, small_site


def test_the_home_is_shown_in_another_theme_and_skin_and_nothing_is_written(
    shared: Session,
) -> None:
    looks = shared.ask("looks")
    assert looks["theme"] == "broadsheet"
    names = {theme["name"]: theme for theme in looks["themes"]}
    plate = names["plate"]
    skins = [skin["name"] for skin in plate["skins"]]
    assert len(skins) > 1 and len(plate["skins"][0]["colours"]) == 3
    pages = []
    for skin in skins[:2]:
        address = shared.ask("look", theme="plate", skin=skin)["address"]
        page = shared.preview.ask(address)
        assert page.status == 200 and b"client.js" not in page.body
        style = page.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
        pages.append(shared.preview.ask(address.rpartition("/")[0] + "/" + style).text)
    assert pages[0] != pages[1] and "--paper" in pages[0]
    assert shared.post("look", {"theme": "../x", "skin": ""}).status == 404
    assert shared.preview.ask("/__masthead/looks/../index.json").status in (403, 404)


def test_the_sections_of_a_page_are_listed_set_up_and_moved(shared: Session) -> None:
    source = "content/index.md#"
    found = shared.ask("sections", source=source)
    assert [(part["name"], part["value"]) for part in found["parts"]] == [("publications", {})]
    assert "limit" in found["schema"]["properties"]
    shown = shared.ask("shown", name="publications", value={"limit": 1})
    assert [one["title"] for one in shown["records"]] == ["Goats"]
    assert shared.ask("shown", name="publications", value={"where": {"colour": "x"}})["problems"]
    parts = [{"name": "news", "value": {"limit": 3}}, {"was": 0, "value": {"selected": True}}]
    body = shared.ask("arranged", source=source, parts=parts)["body"]
    assert body == "\n:::{news}\n:limit: 3\n:::\n\n:::{publications}\n:selected: true\n:::\n"
    assert shared.post("arranged", {"source": source, "parts": [{"was": 7}]}).status == 409


def test_tasks_lead_to_the_record_and_the_field(shared: Session) -> None:
    tasks = shared.ask("tasks")
    found = {(one["rule"], one["source"], one["field"]) for one in tasks}
    assert ("paper-without-pdf", "content/publications.yaml#ox", "links") in found
    assert ("paper-without-kind", "content/publications.yaml#ox", "kind") in found
    assert ("placeholder-text", "content/publications.yaml#ox", "note") in found
    assert ("placeholder-text", "content/about.md#", "body") in found
    assert ("translation-missing", "content/news.yaml##1", "text") in found
    assert all(one["message"] for one in tasks)


def test_what_a_deployment_would_change_is_not_known_without_one(shared: Session) -> None:
    answer = shared.ask("changed")
    assert answer["lines"] == [] and answer["message"]
    json.dumps(answer)


def test_a_cv_that_extends_another_leads_to_its_sections(site: SiteCase) -> None:
    small_site(site)
    site.write("content/cv/full.yaml", "sections: [{of: publications, title: '**Papers**'}]\n")
    site.write("content/cv/short.yaml", "extends: full\n")
    site.write(
        "content/news.yaml", "- date: 2024-05\n  text: We *won* the [prize](https://example.org)\n"
    )
    with editing(site) as session:
        found = session.ask("sections", source="content/cv/short.yaml#")
        assert found["parts"] == [] and found["extends"] == "content/cv/full.yaml#"
        assert len(session.ask("sections", source=found["extends"])["parts"]) == 1
        (news,) = session.ask("list", kind="news")["records"]
        assert news["title"] == "We won the prize"
