"""What a session writes when its panel saves, what it refuses to write, and what goes wrong then:
a clear answer, and the old file or the new one, whole."""

import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from typing import Any

import pytest

from tests.conftest import IS_ROOT, PATIENCE, SiteCase
from tests.editing.conftest import FILES, GOAT, OX, Session, editing

PAPERS = "content/publications.yaml"


def message(session: Session, name: str, question: dict[str, Any]) -> tuple[int, str]:
    answer = session.post(name, question)
    return answer.status, json.loads(answer.body).get("message", "")


@pytest.mark.slow
def test_each_kind_is_opened_changed_added_moved_and_undone_to_the_byte(session: Session) -> None:
    before = session.files()
    kinds = [one["kind"] for one in session.ask("kinds") if not one.get("source")]
    sources = ["content/site.yaml#"]
    for kind in kinds:
        sources += [one["source"] for one in session.ask("list", kind=kind)]
    assert len(sources) > len(kinds)
    names = ("title", "name", "text", "role", "degree", "course", "label")
    for source in sources:
        record = session.ask("record", source=source)
        name = next(one for one in names if one in record["schema"]["properties"])
        said = session.ask("save", **session.setting(source, [name], "New"))
        assert said["ok"], (source, said)
        assert session.ask("record", source=said["source"])["value"][name] == "New"
        changed = [way for way, data in session.files().items() if before[way] != data]
        assert changed == [record["file"]]
        assert session.ask("undo")["left"] == 0
        assert session.files() == before
    for kind in kinds:
        blank = session.ask("blank", kind=kind)
        needed = {one: "2024" for one in blank["schema"].get("required", ()) if one != "id"}
        needed = needed or {"name" if kind == "venues" else "title": "2024"}
        added = session.ask("add", kind=kind, value=needed)
        assert added["ok"], (kind, added)
        assert session.ask("record", source=added["source"])["value"].items() >= needed.items()
        session.ask("undo")
        assert session.files() == before


def test_records_are_moved_and_deleted(session: Session) -> None:
    before = session.files()

    def titles() -> list[str]:
        return [one["title"] for one in session.ask("list", kind="publications")][:3]

    for question, more, after in (
        ("move", {"by": 1}, ["Oxen", "Goats", "Yaks"]),
        ("delete", {}, ["Oxen", "Yaks", "Cows"]),
    ):
        digest = session.ask("record", source=GOAT)["digest"]
        assert session.ask(question, source=GOAT, digest=digest, **more)["ok"]
        assert titles() == after
        session.ask("undo")
        assert session.files() == before
    assert session.post("move", {"source": GOAT, "by": -1}).status == 400


def test_what_forms_cannot_show_is_lines_of_yaml(session: Session) -> None:
    one, two = (session.ask("record", source=f"content/projects.yaml##{n}") for n in (0, 1))
    assert one["raw"] == {"tags": "[a, # inside\nb]"}
    assert two["raw"] == {}


def test_a_save_that_would_break_the_build_says_why_beside_its_field(session: Session) -> None:
    before = session.files()
    question = session.setting(GOAT, ["date"], "soonish")
    assert session.ask("try", **question)["problems"] == session.ask("save", **question)["problems"]
    refused = session.ask("save", **question)
    assert [one["path"] for one in refused["problems"]] == [["date"]]
    assert not refused["ok"] and refused["can_force"] and session.files() == before
    assert session.ask("save", **question, force=True)["ok"]
    # A mistake that was there before keeps no other record from being saved.
    edit = session.setting("content/site.yaml#", ["title"], "T")
    assert session.ask("try", **edit) == {"ok": True, "problems": []}
    assert session.ask("save", **edit)["undo"] == 2, "a try is no change"
    session.ask("undo")
    session.ask("undo")
    assert session.files() == before


def test_a_file_that_changed_meanwhile_is_shown_as_it_is_now(session: Session) -> None:
    file = session.root / "content/publications.yaml"
    before = file.read_bytes()
    question = session.setting(GOAT, ["title"], "Mine")
    file.write_bytes(before.replace(b"Oxen", b"Bulls"))  # another record is no conflict
    assert session.ask("save", **question)["ok"]
    file.write_bytes(before.replace(b"'Goats'", b"Theirs"))
    answer = session.ask("save", **question)
    assert not answer["ok"] and answer["changed"]["value"]["title"] == "Theirs"
    assert session.ask("save", **{**question, "digest": answer["changed"]["digest"]})["ok"]
    assert session.ask("undo")["ok"] and b"Theirs" in file.read_bytes()
    assert not session.ask("undo")["ok"], "what others wrote since is not undone"
    assert b"Theirs" in file.read_bytes()
    file.unlink()
    assert session.post("save", question).status == 404
    file.write_bytes(before)


def test_a_source_outside_of_the_content_is_refused_and_a_fault_of_the_disk_is_said(
    session: Session,
) -> None:
    before = session.files()
    (session.root / "content/interests").write_text("no folder")
    added = session.post("record", {"source": "content/interests/x.yaml#x"})
    (session.root / "content/interests").unlink()
    assert added.status in (400, 404) and b"interests/x.yaml" in added.body
    for source in ("content/../site.yaml#", "static/x.yaml#", "content/.git/x.yaml#", "content/x"):
        assert session.post("record", {"source": source}).status == 400
    assert session.files() == before


def test_of_several_pasted_entries_none_is_lost_without_a_word(session: Session) -> None:
    entry = "@article{%s, title={%s}, author={Lovelace, Ada}, year=2025}\n"
    pasted = "% Encoding: UTF-8\n" + entry % ("ram", "On rams") + entry % ("goat", "On ewes")
    pasted += "@article{nameless, author={Lovelace, Ada}, year=2025}\n"
    found = session.ask("lookup", text=pasted)
    assert "pasted.bib:4:1" in found["problems"][0] and "left out" in found["problems"][0]
    values = [one["value"] for one in found["papers"]]
    assert [one["id"] for one in values] == ["ram", "lovelace2025ewes"], "goat is taken"
    before = session.files()
    answer = session.ask("add", kind="publications", value=values)
    assert answer["ok"] and answer["undo"] == 1 and answer["title"] == "2 entries"
    titles = [one["title"] for one in session.ask("list", kind="publications")]
    assert {"On rams", "On ewes"} <= {*titles}
    assert "2 entries" in session.ask("undo")["message"] and session.files() == before
    (same,) = session.ask("lookup", text=entry % ("x", "Goats"))["papers"]
    assert same["duplicates"] == [GOAT] and same["value"]["authors"] == ["Ada Lovelace"]
    assert session.post("lookup", {"text": "no id"}).status == 400


def test_a_pasted_entry_keeps_its_fields_in_yaml_and_in_bibtex(session: Session) -> None:
    pasted = """@article{ram, title={On rams}, author={Lovelace, Ada}, year=2025, note={to appear},
        abstract={5\\% of \\emph{it}}, keywords={a, b}, selected={true}, series={LNCS},
        url={https://example.org/?a=1&b_2}, pdf={ram.pdf}, code={https://example.org/ram}}"""
    (found,) = session.ask("lookup", text=pasted)["papers"]
    fields = {
        "note": "to appear", "abstract": "5% of *it*", "tags": ["a", "b"], "selected": True,
        "series": "LNCS",
        "links": {"url": "https://example.org/?a=1&b_2", "code": "https://example.org/ram"},
    }  # fmt: skip
    assert {name: found["value"].get(name) for name in fields} == fields
    assert session.ask("add", kind="publications", value=found["value"])["ok"]
    record = session.ask("record", source="content/publications.yaml#ram")["value"]
    assert {name: record.get(name) for name in fields} == fields | {"selected": "true"}
    while session.ask("undo")["left"]:
        pass
    (session.root / "content/publications.yaml").unlink()
    answer = session.ask("add", kind="publications", value=found["value"], force=True)
    assert answer["source"].endswith(".bib#ram"), answer
    text = session.files()[answer["source"].partition("#")[0]].decode()
    again = next(one["value"] for one in session.ask("lookup", text=text)["papers"]
                 if one["value"]["title"] == "On rams")  # fmt: skip
    fields["abstract"] = "5% of it"  # in BibTeX, texts have no emphasis
    assert {name: again.get(name) for name in fields} == fields


def test_what_a_page_shows_is_found_by_its_mark_or_its_words(session: Session) -> None:
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
        assert session.ask("find", mark=mark, words=words, page=page)["source"] == source, (
            mark or words
        )


def test_answers_are_in_the_language_of_the_panel_that_asks(session: Session) -> None:
    said = [
        json.loads(session.post("undo", X_Masthead_Language=language).body)["message"]
        for language in ("zh", "en", "zh")
    ]
    assert said == ["没有可以撤销的改动", "there is nothing to undo", "没有可以撤销的改动"]
    session.preview.site.write("content/broken.yaml", "a: [\n")
    question = {"source": "content/broken.yaml#"}
    why = json.loads(session.post("record", question, X_Masthead_Language="zh").body)["message"]
    assert "第" in why and "行" in why


def test_the_page_that_shows_a_record_is_found(session: Session) -> None:
    session.settle()  # a test before this one may have changed what is built
    for source, page in [
        (GOAT, "index.html"),
        ("content/about.md#", "about/index.html"),
        ("content/site.yaml#", "index.html"),
        ("content/awards/prize.yaml#", "zh/index.html"),
        ("content/venues.yaml#icnp", ""),
    ]:
        assert session.ask("where", source=source)["page"] == page, source
    page = session.root / ".cache/preview/about/index.html"
    kept = page.read_bytes()
    page.unlink()  # as a build does
    assert session.ask("where", source=GOAT)["page"] == "index.html"
    page.write_bytes(kept)
    value = {"title": "Hens", "authors": ["Ada Lovelace"], "date": "2024"}
    added = session.ask("add", kind="publications", value=value)  # its page is still to be built
    assert session.ask("where", source=added["source"])["page"] in ("", "index.html")


def test_a_mistake_is_named_at_its_place_in_words_of_a_form(session: Session) -> None:
    for value, message in [({"text": "New"}, "this has to be filled in"),
                           ({"text": "New", "date": "soon"}, '"soon" is not a date')]:  # fmt: skip
        (said,) = session.ask("add", kind="news", value=value)["problems"]
        assert said == {"path": ["date"], "message": message, "hint": "", "is_here": True}
    (said,) = session.ask("add", kind="publications", value={"title": "Mine"})["problems"]
    assert said["path"] == ["authors"]
    question = session.setting(GOAT, ["links"], {"pdf": "pdf/none.pdf"})
    (said,) = session.ask("try", **question)["problems"]
    assert said["path"] == ["links", "pdf"]
    assert "button beside the field" in said["hint"] and "static/" not in said["hint"]


def test_a_record_is_called_by_its_words_when_it_is_saved_and_undone(session: Session) -> None:
    question = session.setting(GOAT, ["title"], "Sheep")
    saved = session.ask("save", **question)
    assert saved["title"] == "Sheep"
    assert session.ask("undo")["message"] == "the change of Sheep is undone"
    session.ask("delete", source=GOAT, digest=question["digest"], force=True)
    assert session.ask("undo")["message"] == "the change of Goats is undone"
    assert session.ask("record", source="content/about.md#")["title"] == "About me"


def test_a_deletion_says_what_leads_to_the_record_before_it_is_written(session: Session) -> None:
    site = session.preview.site
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nmenu:\n- to: /\n- to: /posts/\n")
    site.write("content/news.yaml", "- date: 2024-05\n  text: We wrote [a paper](ox).\n")
    site.write("content/posts/2024-01-02-goat.md", "---\ntitle: A post\n---\nSee [@ox] and `x`.\n")
    post, before = "content/posts/2024-01-02-goat.md#", session.files()

    def deleted(source: str, **more: bool) -> Any:
        digest = session.ask("record", source=source)["digest"]
        return session.ask("delete", source=source, digest=digest, **more)

    for source, ways in (
        (OX, {("content/news.yaml##0", "text", "We wrote a paper."), (post, "body", "A post")}),
        (post, {("content/site.yaml#", "menu.1.to", "")}),
    ):
        said = deleted(source)["problems"]
        assert {(one["source"], one["field"], one["title"]) for one in said} == ways
        assert session.files() == before
    assert deleted(OX, force=True)["ok"]


def test_new_records_and_pages_are_written_as_people_write_them(session: Session) -> None:
    (session.root / "content/talks.yaml").unlink()
    paper = {"title": "The Tides", "authors": [{"name": "Maeve O'Hara", "roles": "equal"}],
             "date": "March 2024"}  # fmt: skip
    added = session.ask("add", kind="publications", value=paper)
    assert added["source"] == "content/publications.yaml#ohara2024tides"
    added = session.ask("add", kind="awards", value={"title": "A medal", "date": "2021"})
    assert added["source"] == "content/awards/a-medal.yaml#", "each award has a file"
    session.ask("add", kind="talks", value={"title": "A talk"})
    session.ask("add", kind="pages", value={"title": "Field work"}, body="We went.")
    files = session.files()
    assert files["content/talks.yaml"].decode() == (
        "# yaml-language-server: $schema=../.cache/schema/talks.json\n\n- title: A talk\n"
    )
    assert files["content/field-work.md"].decode() == "---\ntitle: Field work\n---\n\nWe went.\n"


@contextmanager
def full_disk(session: Session) -> Iterator[None]:
    """Let no file of the session grow beyond some bytes, as on a full disk."""
    import resource  # which Windows lacks

    process = session.preview.process.pid
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
def test_on_a_full_disk_nothing_is_written_and_all_goes_on_when_there_is_room(
    session: Session,
) -> None:
    before = (session.root / PAPERS).read_bytes()
    question = session.setting(GOAT, ["title"], "Goats on a full disk")
    with full_disk(session):
        status, said = message(session, "save", question)
        upload = session.upload("large.pdf", b"%PDF" + bytes(1000))
    assert status == 400 and PAPERS in said and "File too large" in said
    assert upload.status == 400 and "static/pdf/large.pdf" in json.loads(upload.body)["message"]
    assert (session.root / PAPERS).read_bytes() == before
    assert [file.name for file in (session.root / "content").iterdir() if "tmp" in file.name] == []
    assert session.ask("save", **question)["ok"]
    with full_disk(session):
        assert message(session, "undo", {})[0] == 400
    assert session.ask("undo")["ok"]
    assert (session.root / PAPERS).read_bytes() == before


def test_a_file_that_was_broken_by_hand_is_named_with_its_line_and_not_written(
    session: Session,
) -> None:
    question = session.setting(GOAT, ["title"], "Goats in a broken file")
    before = (session.root / PAPERS).read_bytes()
    broken = before + b"- id: [\n"
    (session.root / PAPERS).write_bytes(broken)
    for name in ("record", "save", "delete", "move"):
        status, said = message(session, name, {**question, "by": 1})
        assert status == 409 and PAPERS in said and "line" in said, name
    paper = {"title": "X", "authors": ["Ada Lovelace"], "shape": "So no BibTeX."}
    added = session.ask("add", kind="publications", value=paper)
    assert "line" in added["refused"] and added["place"] == PAPERS
    assert (session.root / PAPERS).read_bytes() == broken
    (session.root / PAPERS).write_bytes(before)
    assert session.ask("save", **question)["ok"] and session.ask("undo")["ok"]


def test_an_editor_that_saves_at_the_same_time_never_leaves_a_part_of_a_file(
    session: Session,
) -> None:
    before = (session.root / PAPERS).read_text()
    theirs = before.replace("Oxen", "Oxen of the editor")
    start = threading.Barrier(2)

    def save_in_the_editor() -> None:
        start.wait()
        other = session.root / "content/.publications.yaml.swp"
        other.write_text(theirs)
        other.replace(session.root / PAPERS)

    for number in range(10):
        question = session.setting(GOAT, ["title"], f"Goats {number}")
        ours = before.replace("'Goats'", f"'Goats {number}'")
        editor = threading.Thread(target=save_in_the_editor)
        editor.start()
        start.wait()
        answer = session.post("save", question)
        editor.join()
        said = json.loads(answer.body)
        assert answer.status == 200 or "has just changed" in said["message"], said
        texts = {theirs, ours, theirs.replace("'Goats'", f"'Goats {number}'")}
        assert (session.root / PAPERS).read_text() in texts
        (session.root / PAPERS).write_text(before)


@pytest.mark.skipif(IS_ROOT, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_said(session: Session) -> None:
    (session.root / "static").mkdir(exist_ok=True)
    for folder in ("content", "static"):
        (session.root / folder).chmod(0o555)
    try:
        question = session.setting(GOAT, ["title"], "Goats in a locked folder")
        status, said = message(session, "save", question)
        upload = session.upload("a.pdf", b"%PDF")
    finally:
        for folder in ("content", "static"):
            (session.root / folder).chmod(0o755)
    assert status == 400 and PAPERS in said and "Permission denied" in said
    assert upload.status == 400 and "Permission denied" in json.loads(upload.body)["message"]


@pytest.mark.slow
@pytest.mark.parametrize("end", ["SIGINT", "SIGKILL"])
def test_a_session_that_is_ended_while_it_saves_leaves_one_of_both_files(
    site: SiteCase, end: str
) -> None:
    site.write(PAPERS, FILES[PAPERS])
    file, long = site.root / PAPERS, f"Goats {'x' * 50_000}"
    texts = [file.read_text(), file.read_text().replace("'Goats'", f"'{long}'")]
    # The end of a session that is killed is not that of an author.
    with suppress(AssertionError), editing(site) as session:
        has_saved = threading.Event()

        def keep_saving() -> None:
            with suppress(OSError, HTTPException, ValueError):
                while True:
                    session.ask("save", **session.setting(GOAT, ["title"], long))
                    session.ask("undo")
                    has_saved.set()

        thread = threading.Thread(target=keep_saving)
        thread.start()
        has_saved.wait(PATIENCE)
        session.preview.process.send_signal(getattr(signal, end))
        session.preview.process.wait()
        thread.join()
    assert file.read_text() in texts
    with editing(site) as session:
        assert session.ask("save", **session.setting(GOAT, ["title"], "Oats"))["ok"]
    assert [one.name for one in (site.root / "content").iterdir() if "tmp" in one.name] == []
