"""What the panel's questions change in files: what was meant, and not one byte more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import SiteCase
from tests.editing.conftest import Session, editing, small_site

PAPERS, NEWS, ABOUT = "content/publications.yaml", "content/news.yaml", "content/about.md"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with editing(small_site(SiteCase(tmp_path / "project"))) as session:
        yield session


def text_of(session: Session, file: str) -> str:
    return (session.preview.site.root / file).read_text("utf-8")


def test_a_record_is_shown_changed_on_its_page_and_undone(session: Session) -> None:
    before = text_of(session, PAPERS)
    record = session.ask("record", source=f"{PAPERS}#goat")
    assert record["title"] == "Goats" and record["value"]["venue"] == "ICNP"
    assert "title" in record["schema"]["properties"] and record["languages"] == ["en", "zh"]
    changes = [{"op": "set", "path": ["title"], "value": "Sheep"}]
    given = {"source": f"{PAPERS}#goat", "changes": changes, "digest": record["digest"]}
    answer = session.ask("save", **given)
    assert answer["ok"] and answer["undo"] == 1
    assert text_of(session, PAPERS) == before.replace("'Goats'", "'Sheep'")
    session.preview.shows("Sheep")
    assert session.ask("save", **given)["changed"]["value"]["title"] == "Sheep"
    assert session.ask("undo")["left"] == 0
    assert text_of(session, PAPERS) == before
    assert session.post("undo").status == 400


def test_a_mistake_stands_beside_its_field_and_is_written_only_if_asked(session: Session) -> None:
    record = session.ask("record", source=f"{PAPERS}#ox")
    changes = [{"op": "set", "path": ["date"], "value": "soon"}]
    given = {"source": f"{PAPERS}#ox", "changes": changes, "digest": record["digest"]}
    before = text_of(session, PAPERS)
    answer = session.ask("save", **given)
    assert answer["can_force"] and answer["problems"][0]["path"] == ["date"]
    assert text_of(session, PAPERS) == before
    assert session.ask("save", **given, force=True)["ok"]
    assert "date: soon" in text_of(session, PAPERS)


def test_records_are_added_duplicated_moved_and_deleted(session: Session) -> None:
    value = {"title": "Swans", "authors": ["Ada Lovelace"], "date": 2025}
    added = session.ask("add", kind="publications", value=value)
    assert added["source"] == f"{PAPERS}#lovelace2025swans"
    assert text_of(session, PAPERS).index("Swans") < text_of(session, PAPERS).index("Goats")
    copy = session.ask("duplicate", source=added["source"], digest=added["digest"])
    assert copy["source"] == f"{PAPERS}#lovelace2025swans-2"
    moved = session.ask("move", source=f"{NEWS}##1", by=-1,
                        digest=session.ask("record", source=f"{NEWS}##1")["digest"])  # fmt: skip
    assert moved["source"] == f"{NEWS}##0" and text_of(session, NEWS).index("Old") < 40
    gone = session.ask("delete", source=copy["source"], digest=copy["digest"])
    assert gone["ok"] and text_of(session, PAPERS).count("Swans") == 1
    award = session.ask("add", kind="awards", value={"title": "A prize", "date": "2024"})
    assert award["source"] == "content/awards.yaml##0"
    for _ in range(5):
        session.ask("undo")
    assert "Swans" not in text_of(session, PAPERS)
    assert not (session.preview.site.root / "content/awards.yaml").exists()


def test_pages_and_posts_are_made_changed_and_deleted(session: Session) -> None:
    blank = session.ask("blank", kind="posts")
    assert blank["value"]["date"] and blank["body"] == ""
    value = {**blank["value"], "title": "On Boats"}
    made = session.ask("add", kind="posts", value=value, body="They float.\n")
    assert made["source"] == "content/posts/on-boats.md#"
    session.preview.shows("They float.", "/posts/on-boats/")
    assert session.post("add", {"kind": "posts", "value": value, "body": ""}).status == 409
    page = session.ask("record", source=f"{ABOUT}#")
    assert page["body"] == "\nHello, TODO.\n"
    session.ask("save", source=f"{ABOUT}#", digest=page["digest"], changes=[], body="\nBye.\n")
    assert text_of(session, ABOUT) == "---\ntitle: About me\n---\n\nBye.\n"
    session.ask("delete", source=made["source"], digest=made["digest"])
    assert not (session.preview.site.root / "content/posts/on-boats.md").exists()


def test_a_paper_is_read_from_bibtex_and_known_again(session: Session) -> None:
    entry = "@inproceedings{x, title={Goats}, author={Lovelace, Ada and Lei, Li}, year=2024}"
    found = session.ask("lookup", text=entry)
    assert found["value"]["title"] == "Goats" and found["duplicates"] == [f"{PAPERS}#goat"]
    assert found["value"]["authors"][0] == "Ada Lovelace"


def test_an_entry_of_a_page_is_found_by_its_words(session: Session) -> None:
    words = "Goats Ada Lovelace, Li Lei ICNP 2024"
    assert session.ask("find", page="/", words=words)["source"] == f"{PAPERS}#goat"
