"""What a panel learns of a site: records, words to complete from, looks, sections, tasks."""

import json

from tests.editing.conftest import GOAT, PAPERS, Session


def test_records_are_counted_and_listed_with_their_sources(session: Session) -> None:
    kinds = {one["kind"]: one for one in session.ask("kinds")}
    counts = {name: kinds[name]["count"] for name in ("publications", "posts", "pages")}
    assert counts == {"publications": 4, "posts": 1, "pages": 3}
    assert kinds["site"]["source"] == "content/site.yaml#"
    assert session.ask("list", kind="publications")[:2] == [
        {"source": GOAT, "title": "Goats", "year": "2024"},
        {"source": "content/publications.yaml#ox", "title": "Oxen", "year": "2023"},
    ]
    assert session.ask("list", kind="news") == [
        {"source": "content/news.yaml##0", "title": "First", "year": "2024"},
        {"source": "content/news.yaml##1", "title": "Old", "year": "2024"},
    ]
    posts = session.ask("list", kind="posts")
    assert [post["source"] for post in posts] == ["content/posts/2024-01-02-goat.md#"]


def test_fields_are_completed_from_what_the_site_says(session: Session) -> None:
    people = ["Ada Lovelace", "Emmy Noether", "Li Lei", "Jin Fang", "Hongli Xu"]
    assert session.ask("complete", what="people") == people
    assert session.ask("complete", what="venues") == ["icnp"]
    assert session.ask("complete", what="tags") == ["networks", "training", "a", "b", "goats"]
    pages = session.ask("complete", what="pages")
    assert ["about", "About me"] in pages and ["/", "Home"] in pages
    assert session.post("complete", {"what": "secrets"}).status == 400
    assert session.post("complete").status == 400


def test_fields_stand_in_one_order_whatever_the_site_has(session: Session) -> None:
    def order(kind: str) -> list[str]:
        return [*session.ask("blank", kind=kind)["schema"]["properties"]]

    usual = session.ask("blank", kind="awards")["usual"]
    assert usual[:4] == ["title", "organization", "level", "date"]
    awards = order("awards")
    assert awards[: len(usual)] == usual
    assert awards[-3:] == ["preview", "preview_alt", "preview_still"]
    assert order("news")[:2] == ["text", "date"]

    paper = session.ask("record", source=GOAT)
    assert paper["usual"] == session.ask("blank", kind="publications")["usual"]
    assert {"title", "authors", "venue", "kind", "date", "links"} <= set(paper["usual"])


def test_the_home_is_shown_in_another_theme_and_skin_and_nothing_is_written(
    session: Session,
) -> None:
    looks = session.ask("looks")
    assert looks["theme"] == "broadsheet"
    names = {theme["name"]: theme for theme in looks["themes"]}
    plate = names["plate"]
    skins = [skin["name"] for skin in plate["skins"]]
    assert len(skins) > 1 and len(plate["skins"][0]["colours"]) == 3
    pages = []
    for skin in skins[:2]:
        address = session.ask("look", theme="plate", skin=skin)["address"]
        page = session.preview.ask(address)
        assert page.status == 200 and b"client.js" not in page.body
        style = page.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
        pages.append(session.preview.ask(address.rpartition("/")[0] + "/" + style).text)
    assert pages[0] != pages[1] and "--paper" in pages[0]
    assert session.post("look", {"theme": "../x", "skin": ""}).status == 404
    assert session.preview.ask("/__masthead/looks/../index.json").status in (403, 404)


def test_the_sections_of_a_page_are_listed_set_up_and_moved(session: Session) -> None:
    source = "content/index.md#"
    found = session.ask("sections", source=source)
    (part,) = found["parts"]
    assert (part["heading"], part["name"], part["value"]) == ("Papers", "publications", {})
    assert "limit" in found["schema"]["properties"]
    shown = session.ask("shown", name="publications", value={"limit": 1})
    assert [one["title"] for one in shown["records"]] == ["Goats"]
    assert session.ask("shown", name="publications", value={"where": {"colour": "x"}})["problems"]
    parts = [{"name": "news", "value": {"limit": 3}}, {"was": 0, "value": {"selected": True}}]
    body = session.ask("arranged", source=source, parts=parts)["body"]
    assert body == (
        "\n:::{news}\n:limit: 3\n:::\n\n## Papers\n\n:::{publications}\n:selected: true\n:::\n"
    )
    assert session.post("arranged", {"source": source, "parts": [{"was": 7}]}).status == 409


def test_tasks_lead_to_the_record_and_the_field(session: Session) -> None:
    more = "- {id: %s, title: %s, authors: Ada Lovelace, date: 2020, kind: %s}\n"
    kinds = ("thesis", "book", "dataset", "software", "other", "report", "chapter")
    text = PAPERS + "\n" + "".join(more % (kind, kind, kind) for kind in kinds)
    session.preview.site.write("content/publications.yaml", text)
    tasks = session.ask("tasks")
    found = {(one["rule"], one["source"], one["field"]) for one in tasks}
    assert {
        ("placeholder-text", "content/publications.yaml#ox", "note"),
        ("placeholder-text", "content/about.md#", "body"),
        ("translation-missing", "content/interests.yaml##0", "title"),
    } <= found
    assert all(one["message"] for one in tasks)
    asked = [(one["source"].partition("#")[2], one["field"])
             for one in tasks if one["rule"] == "paper-without-pdf"]  # fmt: skip
    assert asked == [(id, "links") for id in ("goat", "ox", "report", "chapter", "cow")], (
        "of the other kinds readers expect no PDF"
    )


def test_what_a_deployment_would_change_is_not_known_without_one(session: Session) -> None:
    answer = session.ask("changed")
    assert answer["lines"] == [] and answer["message"]
    json.dumps(answer)


def test_a_cv_that_extends_another_leads_to_its_sections(session: Session) -> None:
    session.preview.site.write("content/cv/short.yaml", "extends: resume\n")
    news = "- date: 2024-05\n  text: We *won* the [prize](https://example.org)\n"
    session.preview.site.write("content/news.yaml", news)
    found = session.ask("sections", source="content/cv/short.yaml#")
    assert found["parts"] == [] and found["extends"] == "content/cv/resume.yaml#"
    assert len(session.ask("sections", source=found["extends"])["parts"]) == 2
    (one,) = session.ask("list", kind="news")
    assert one["title"] == "We won the prize"
