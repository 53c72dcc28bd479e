"""What a session writes when its panel saves, and what it refuses to write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteCase
from tests.editing.conftest import Session, editing, small_site

GOAT = "content/publications.yaml#goat"
BIB = (
    "@article{cow,\n  title = {Cows},  % a comment\n  author = {Ada Lovelace},\n  year = 2020,\n}\n"
)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Session, Path]]:
    """One session; each test leaves the files as they were."""
    site = small_site(SiteCase(tmp_path_factory.mktemp("saving") / "project"))
    site.write("content/publications/more.bib", BIB)
    site.write("content/awards/prize.yaml", "title: A prize # mine\ndate: 2020\n")
    site.write("content/venues.yaml", "icnp: {name: ICNP}\n")
    site.write(
        "content/projects.yaml",
        "- title: One\n  # between\n  tags: [a, # inside\n    b]\n  links: &l {code: https://example.org}\n"
        "- title: Two\n  links: *l\n",
    )
    with editing(site) as session:
        yield session, site.root


def files_of(root: Path) -> dict[str, bytes]:
    files = (file for file in (root / "content").rglob("*") if file.is_file())
    return {str(file.relative_to(root)): file.read_bytes() for file in files}


def set_to(path: list[str | int], value: Any) -> list[dict[str, Any]]:
    return [{"op": "set", "path": path, "value": value}]


def test_each_kind_is_opened_changed_added_moved_and_undone_to_the_byte(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    before = files_of(root)
    sources = {"content/site.yaml#": "title"}
    for kind in asks.ask("kinds"):
        if not kind.get("source"):
            for one in asks.ask("list", kind=kind["kind"])["records"]:
                sources[one["source"]] = ""
    assert len(sources) > 10
    for source, field in sources.items():
        record = asks.ask("record", source=source)
        name = field or next(
            n for n in ("title", "name", "text") if n in record["schema"]["properties"]
        )
        said = asks.ask(
            "save", source=source, digest=record["digest"], changes=set_to([name], "New")
        )
        assert said["ok"], (source, said)
        assert asks.ask("record", source=said["source"])["value"][name] == "New"
        changed = [way for way, data in files_of(root).items() if before[way] != data]
        assert changed == [record["file"]]
        assert asks.ask("undo")["left"] == 0
        assert files_of(root) == before
    for kind in asks.ask("kinds"):
        if kind.get("source"):
            continue
        name = "label" if kind["kind"] == "skills" else "name"
        blank = asks.ask("blank", kind=kind["kind"])
        needed = {one: "2024" for one in blank["schema"].get("required", ()) if one != "id"}
        needed = needed or {name if kind["kind"] == "venues" else "title": "2024"}
        added = asks.ask("add", kind=kind["kind"], value=needed)
        assert added["ok"], (kind, added)
        assert asks.ask("record", source=added["source"])["value"].items() >= needed.items()
        asks.ask("undo")
        assert files_of(root) == before


def test_records_are_copied_moved_and_deleted(session: tuple[Session, Path]) -> None:
    asks, root = session
    before = files_of(root)

    def titles() -> list[str]:
        return [one["title"] for one in asks.ask("list", kind="publications")["records"]][:3]

    for question, more, after in (
        ("duplicate", {}, ["Goats", "Goats", "Oxen"]),
        ("move", {"by": 1}, ["Oxen", "Goats", "Cows"]),
        ("delete", {}, ["Oxen", "Cows"]),
    ):
        digest = asks.ask("record", source=GOAT)["digest"]
        assert asks.ask(question, source=GOAT, digest=digest, **more)["ok"]
        assert titles() == after
        asks.ask("undo")
        assert files_of(root) == before
    assert asks.post("move", {"source": GOAT, "by": -1}).status == 400


def test_what_forms_cannot_show_is_lines_of_yaml(session: tuple[Session, Path]) -> None:
    asks, _ = session
    one, two = (asks.ask("record", source=f"content/projects.yaml##{n}") for n in (0, 1))
    assert one["raw"] == {"tags": "[a, # inside\nb]", "links": "&l {code: https://example.org}"}
    assert two["raw"] == {"links": "*l"}


def test_a_save_that_would_break_the_build_says_why_beside_its_field(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    before = files_of(root)
    record = asks.ask("record", source=GOAT)
    question = {"source": GOAT, "digest": record["digest"], "changes": set_to(["date"], "soonish")}
    assert asks.ask("try", **question)["problems"] == asks.ask("save", **question)["problems"]
    refused = asks.ask("save", **question)
    assert [one["path"] for one in refused["problems"]] == [["date"]]
    assert not refused["ok"] and refused["can_force"] and files_of(root) == before
    assert asks.ask("save", **question, force=True)["ok"]
    # A mistake that was there before keeps no other record from being saved.
    other = asks.ask("record", source="content/site.yaml#")
    edit = {"source": other["source"], "digest": other["digest"], "changes": set_to(["title"], "T")}
    assert asks.ask("try", **edit) == {"ok": True, "problems": []}
    assert asks.ask("save", **edit)["undo"] == 2, "a try is no change"
    asks.ask("undo")
    asks.ask("undo")
    taken = {"source": GOAT, "digest": record["digest"], "changes": set_to(["id"], "ox")}
    assert not asks.ask("save", **taken)["ok"]
    assert files_of(root) == before


def test_a_file_that_changed_meanwhile_is_shown_as_it_is_now(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    file = root / "content/publications.yaml"
    before = file.read_bytes()
    record = asks.ask("record", source=GOAT)
    question = {"source": GOAT, "digest": record["digest"], "changes": set_to(["title"], "Mine")}
    file.write_bytes(before.replace(b"Oxen", b"Bulls"))  # another record is no conflict
    assert asks.ask("save", **question)["ok"]
    file.write_bytes(before.replace(b"'Goats'", b"Theirs"))
    answer = asks.ask("save", **question)
    assert answer["changed"]["value"]["title"] == "Theirs"
    assert not asks.ask("undo")["ok"], "what others wrote since is not undone"
    assert b"Theirs" in file.read_bytes()
    file.write_bytes(b"- id: goat\n  title: [\n")
    broken = asks.post("save", question)
    assert broken.status == 409 and b"publications.yaml" in broken.body
    file.unlink()
    assert asks.post("save", question).status == 404
    file.write_bytes(before)


def test_a_source_outside_of_the_content_is_refused_and_a_fault_of_the_disk_is_said(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    before = files_of(root)
    (root / "content/interests").write_text("no folder")
    added = asks.post("record", {"source": "content/interests/x.yaml#x"})
    (root / "content/interests").unlink()
    assert added.status in (404, 409) and b"interests/x.yaml" in added.body
    for source in ("content/../site.yaml#", "static/x.yaml#", "content/.git/x.yaml#", "content/x"):
        assert asks.post("record", {"source": source}).status == 400
    assert files_of(root) == before


def test_pasted_bibtex_is_a_paper_with_those_that_are_the_same(
    session: tuple[Session, Path],
) -> None:
    asks, _ = session
    pasted = "@article{x, title={Goats}, author={Lovelace, Ada}, year=2024, keywords={a, b}, abstract={It is.}}"
    found = asks.ask("lookup", text=pasted)
    assert found["duplicates"] == [GOAT]
    assert found["value"]["authors"] == ["Ada Lovelace"] and found["value"]["id"]
    assert (found["value"]["abstract"], found["value"]["tags"]) == ("It is.", ["a", "b"])
    assert asks.post("lookup", {"text": "no id"}).status == 400


def test_what_a_page_shows_is_found_by_its_mark_or_its_words(session: tuple[Session, Path]) -> None:
    asks, _ = session
    for mark, words, page, source in [
        ("publications/goat", "", "/", GOAT),
        ("publications/cow", "", "/", "content/publications/more.bib#cow"),
        ("news/1", "", "/", "content/news.yaml##1"),
        ("awards/prize", "", "/", "content/awards/prize.yaml#"),
        ("site/person", "Ada", "/", "content/site.yaml#"),
        ("page/posts/goat/", "", "/", "content/posts/2024-01-02-goat.md#"),
        ("", "Hello.", "/about/", "content/about.md#"),
        ("", "Oxen Ada Lovelace 2023", "/", "content/publications.yaml#ox"),
        ("", "Ada Lovelace", "/", "content/site.yaml#"),
        ("news/9", "Oxen Ada Lovelace 2023", "/", "content/publications.yaml#ox"),
    ]:
        assert asks.ask("find", mark=mark, words=words, page=page)["source"] == source, (
            mark or words
        )


def test_answers_are_in_the_language_of_the_panel_that_asks(session: tuple[Session, Path]) -> None:
    asks, root = session
    said = [
        json.loads(asks.post("undo", X_Masthead_Language=language).body)["message"]
        for language in ("zh", "en", "zh")
    ]
    assert said == ["没有可以撤销的改动", "there is nothing to undo", "没有可以撤销的改动"]
    broken = root / "content/broken.yaml"
    broken.write_text("a: [\n")
    why = json.loads(
        asks.post("record", {"source": "content/broken.yaml#"}, X_Masthead_Language="zh").body
    )
    broken.unlink()
    assert "第" in why["message"] and "行" in why["message"]


def test_the_page_that_shows_a_record_is_found(session: tuple[Session, Path]) -> None:
    asks, _ = session
    for source, page in [
        (GOAT, "index.html"),
        ("content/about.md#", "about/index.html"),
        ("content/site.yaml#", "index.html"),
        ("content/awards/prize.yaml#", "zh/index.html"),
        ("content/venues.yaml#icnp", ""),
    ]:
        assert asks.ask("where", source=source)["page"] == page, source


def test_a_record_whose_page_is_still_built_is_not_looked_for_on_that_of_its_neighbour(
    session: tuple[Session, Path],
) -> None:
    asks, _ = session
    value = {"title": "Hens", "authors": ["Ada Lovelace"], "date": "2024"}
    added = asks.ask("add", kind="publications", value=value)
    assert asks.ask("where", source=added["source"])["page"] in ("", "index.html")
    asks.ask("undo")


def test_a_field_that_is_missing_is_named_at_its_place_in_words_of_a_form(
    session: tuple[Session, Path],
) -> None:
    asks, _ = session
    for value, message in [({"text": "New"}, "this has to be filled in"),
                           ({"text": "New", "date": "soon"}, '"soon" is not a date')]:  # fmt: skip
        (said,) = asks.ask("add", kind="news", value=value)["problems"]
        assert said == {"path": ["date"], "message": message, "hint": "", "is_here": True}


def test_a_file_that_is_not_there_leads_to_the_button_and_not_to_a_folder(
    session: tuple[Session, Path],
) -> None:
    asks, _ = session
    record = asks.ask("record", source=GOAT)
    changes = set_to(["links"], {"pdf": "pdf/none.pdf"})
    (said,) = asks.ask("try", source=GOAT, digest=record["digest"], changes=changes)["problems"]
    assert said["path"] == ["links", "pdf"]
    assert "button beside the field" in said["hint"] and "static/" not in said["hint"]


def test_a_paper_without_authors_says_so_at_its_authors(session: tuple[Session, Path]) -> None:
    asks, _ = session
    (said,) = asks.ask("add", kind="publications", value={"title": "Mine"})["problems"]
    assert said["path"] == ["authors"]
    asks.ask("undo")


def test_a_record_is_called_by_its_words_when_it_is_saved_and_undone(
    session: tuple[Session, Path],
) -> None:
    asks, _ = session
    record = asks.ask("record", source=GOAT)
    given = {"source": GOAT, "digest": record["digest"]}
    saved = asks.ask("save", **given, changes=set_to(["title"], "Sheep"))
    assert saved["title"] == "Sheep"
    assert asks.ask("undo")["message"] == "the change of Sheep is undone"
    asks.ask("delete", **given, force=True)
    assert asks.ask("undo")["message"] == "the change of Goats is undone"
    assert asks.ask("record", source="content/about.md#")["title"] == "About me"


def test_a_deletion_says_what_leads_to_the_record_before_it_is_written(site: SiteCase) -> None:
    small_site(site)
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nmenu:\n- to: /\n- to: /posts/\n")
    site.write("content/news.yaml", "- date: 2024-05\n  text: We wrote [a paper](ox).\n")
    site.write("content/posts/2024-01-02-goat.md", "---\ntitle: A post\n---\nSee [@ox] and `x`.\n")
    ox, post = "content/publications.yaml#ox", "content/posts/2024-01-02-goat.md#"
    with editing(site) as asks:
        before = files_of(site.root)

        def deleted(source: str, **more: bool) -> Any:
            digest = asks.ask("record", source=source)["digest"]
            return asks.ask("delete", source=source, digest=digest, **more)

        for source, ways in (
            (ox, {("content/news.yaml##0", "text", "We wrote a paper."), (post, "body", "A post")}),
            (post, {("content/site.yaml#", "menu.1.to", "")}),
        ):
            said = deleted(source)["problems"]
            assert {(one["source"], one["field"], one["title"]) for one in said} == ways
            assert files_of(site.root) == before
        assert deleted(ox, force=True)["ok"]


def test_new_records_and_pages_are_written_as_people_write_them(site: SiteCase) -> None:
    small_site(site)
    with editing(site) as asks:
        paper = {"title": "The Tides", "authors": [{"name": "Maeve O'Hara", "roles": "equal"}],
                 "date": "March 2024"}  # fmt: skip
        added = asks.ask("add", kind="publications", value=paper)
        assert added["source"] == "content/publications.yaml#ohara2024tides"
        asks.ask("add", kind="awards", value={"title": "A prize"})
        asks.ask("add", kind="pages", value={"title": "Field work"}, body="We went.")
    assert (site.root / "content/awards.yaml").read_text("utf-8") == (
        "# yaml-language-server: $schema=../.cache/schema/awards.json\n\n- title: A prize\n"
    )
    assert (site.root / "content/field-work.md").read_text("utf-8") == (
        "---\ntitle: Field work\n---\n\nWe went.\n"
    )
