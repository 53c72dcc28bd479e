"""What a panel shows of a site: kinds, records, words to complete from."""

from tests.editing.conftest import Session


def test_kinds_are_counted(shared: Session) -> None:
    kinds = {one["kind"]: one for one in shared.ask("kinds")}
    assert kinds["publications"]["count"] == 2
    assert kinds["publications"]["file"] == "content/publications.yaml"
    assert kinds["posts"]["count"] == 1
    assert kinds["pages"]["count"] == 2
    assert kinds["awards"]["count"] == 0
    assert kinds["site"]["source"] == "content/site.yaml#"


def test_records_are_listed_with_their_sources(shared: Session) -> None:
    assert shared.ask("list", kind="publications")["records"] == [
        {"source": "content/publications.yaml#goat", "title": "Goats", "year": "2024"},
        {"source": "content/publications.yaml#ox", "title": "Oxen", "year": "2023"},
    ]
    assert shared.ask("list", kind="news")["records"] == [
        {"source": "content/news.yaml##0", "title": "First", "year": "2024"},
        {"source": "content/news.yaml##1", "title": "Old", "year": "2024"},
    ]
    posts = shared.ask("list", kind="posts")["records"]
    assert [post["source"] for post in posts] == ["content/posts/2024-01-02-goat.md#"]


def test_fields_are_completed_from_what_the_site_says(shared: Session) -> None:
    assert shared.ask("complete", what="people") == ["Ada Lovelace", "Li Lei"]
    assert shared.ask("complete", what="venues") == ["ICNP"]
    assert shared.ask("complete", what="tags") == ["goats"]
    assert shared.post("complete", {"what": "secrets"}).status == 400
    assert shared.post("complete").status == 400


def test_fields_stand_in_one_order_whatever_the_site_has(shared: Session) -> None:
    def order(kind: str) -> list[str]:
        return [*shared.ask("blank", kind=kind)["schema"]["properties"]]

    usual = shared.ask("blank", kind="awards")["usual"]
    assert usual[:4] == ["title", "organization", "level", "date"]
    awards = order("awards")
    assert awards[: len(usual)] == usual
    assert awards[-3:] == ["preview", "preview_alt", "preview_still"]
    assert order("news")[:2] == ["text", "date"]

    paper = shared.ask("record", source="content/publications.yaml#goat")
    assert paper["usual"] == shared.ask("blank", kind="publications")["usual"]
    assert {"title", "authors", "venue", "kind", "date", "links"} <= set(paper["usual"])


def test_links_and_menus_are_completed_from_pages_with_their_titles(shared: Session) -> None:
    pages = shared.ask("complete", what="pages")
    assert ["about", "About me"] in pages and ["/", "Home"] in pages
