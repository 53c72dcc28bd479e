"""Forms in a browser: drawn from the schemas, and written to the files as it was meant."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases import rows
from tests.editing.conftest import (
    DIALOG,
    FORM,
    GOAT,
    PAPERS,
    SAVE,
    SAVED,
    UNDO,
    YAK,
    Play,
    Session,
    Steps,
    listed,
    opened,
    opened_paper,
    told,
    view_of_site,
)

pytestmark = pytest.mark.browser
TITLE = "[data-key=title] textarea"

SHOWN = [
    ("Publications", "Goats", "title"), ("Site", "", "name"), ("Pages", "About me", "body"),
]  # fmt: skip
"""A list, settings and a text."""
OTHERS = rows("forms", "Kinds, a record of each, and a field of that")
"""All other kinds."""


@pytest.mark.parametrize("shown", [SHOWN, pytest.param(OTHERS, marks=pytest.mark.slow)])
def test_each_kind_is_opened_changed_and_undone(
    play: Play, session: Session, shown: list[tuple[str, str, str]]
) -> None:
    steps: Steps = []
    for kind, title, field in shown:
        steps += [
            *listed(kind, title),
            ["click", f"form [data-key={field}] :is(textarea, input[type=text])"],
            ["press", "End"],
            ["type", "X"],
            *SAVE,
            *UNDO,
        ]
    play(*steps)
    assert session.edits() == []


UNTOUCHED = (Path(__file__).parent / "untouched.js").read_text("utf-8")


def test_a_form_gives_back_what_it_was_given(play: Play) -> None:
    (found,) = play(["eval", UNTOUCHED])
    assert len(found) > 20
    assert [one for one in found if one["changes"]] == []


def test_lists_change_by_keyboard_and_only_in_what_was_meant(play: Play, session: Session) -> None:
    authors = "[data-key=authors] "
    play(
        *opened_paper("yak"),
        ["click", f"{authors} .row:nth-child(1) input"],
        *keys("Shift+Tab", "ArrowDown"),
        ["click", f"{authors} .row:nth-child(3) [aria-label=Remove]"],
        ["click", "[data-key=tags] .tools button"],
        ["type", "scheduling"],
        *SAVE,
    )
    kept = "  - {name: Hongli Xu, roles: corresponding}\n"
    before = PAPERS.replace(f"  - Jin Fang\n{kept}  - et al.\n", f"{kept}  - Jin Fang\n")
    after = before.replace("training]", "training, scheduling]")
    assert (session.root / "content/publications.yaml").read_text("utf-8") == after


def test_rows_are_dragged_and_roles_are_buttons(play: Play, session: Session) -> None:
    rows = "[data-key=authors] .row"
    play(
        *opened_paper("yak"),
        ["drag", [f"{rows}:nth-child(3) .handle", f"{rows}:nth-child(1)"]],
        ["click", f"{rows}:nth-child(2) [aria-label='Equal contribution']"],
        ["click", f"{rows}:nth-child(3) [aria-label='Corresponding author']"],
        *SAVE,
    )
    text = (session.root / "content/publications.yaml").read_text("utf-8")
    authors = text.partition("title: Yaks\n")[2].partition("  date")[0]
    assert authors == (
        "  authors:\n  - et al.\n  - {name: Jin Fang, roles: [equal]}\n  - name: Hongli Xu\n"
    )


def test_names_that_are_typed_into_one_row_get_a_row_each(play: Play, session: Session) -> None:
    add = ["click", "[data-key=authors] .tools button"]
    last = "[data-key=authors] .row:last-child .value input"
    play(
        *opened_paper("yak"),
        add,
        ["fill", [last, "Ruth Okafor, Karl Linden and Li, Na"]],
        add,
        ["fill", [last, "van der Berg, A. B."]],
        add,
        ["fill", [last, "方瑾，徐宏力"]],
        *SAVE,
    )
    names = ["Ruth Okafor", "Karl Linden", "Li, Na", "van der Berg, A. B.", "方瑾", "徐宏力"]
    assert session.edits() == [f"+  - {name}" for name in names]


def test_a_text_has_a_tab_for_each_language_and_what_a_form_cannot_show_is_yaml(
    play: Play, session: Session
) -> None:
    play(
        *opened_paper("goat"),
        ["click", "[data-key=title] [role=tab]:nth-child(2)"],
        ["type", "山羊"],
        *SAVE,
        *opened_paper("yak"),
        ["fill", ["[data-key=links] [data-key=code] textarea", "{to: https://example.org/y}"]],
        *SAVE,
    )
    assert session.ask("record", source=GOAT)["value"]["title"] == {"en": "Goats", "zh": "山羊"}
    old = ["-    code: {to: https://example.org, # all of it", "-      label: Code}"]
    assert session.edits()[-3:] == [old[0], "+    code: {to: https://example.org/y}", old[1]]


def test_problems_stand_beside_their_fields_and_are_saved_only_on_demand(
    play: Play, session: Session
) -> None:
    date = "document.querySelector('[data-key=date]')"
    answers = play(
        *opened_paper("goat"),
        ["fill", ["[data-key=date] input", "soon"]],
        ["until", f"{date}.querySelector('.problem')"],
        ["eval", "document.activeElement.closest('[data-key]').dataset.key"],
        ["fill", ["[data-key=date] input", "2025"]],
        ["until", f"!{date}.querySelector('.problem')"],
        ["fill", ["[data-key=date] input", "soon"]],
        ["press", "Control+s"],
        ["until", "document.querySelector('.problem button')"],
        ["eval", f"{date}.querySelector('.problem').textContent"],
        ["eval", f"{date}.querySelector('input').getAttribute('aria-invalid')"],
        ["eval", f"document.activeElement === {date}.querySelector('input')"],
        ["click", ".problem button"],
        SAVED,
    )
    assert answers == ["date", '"soon" is not a date', "true", True]
    assert session.edits() == ["-  date: 2024", "+  date: soon"]


def test_a_change_on_the_disk_keeps_what_was_typed(play: Play, session: Session) -> None:
    file = session.root / "content/publications.yaml"
    theirs = file.read_text("utf-8").replace("venue: ICNP", "venue: TON")
    change = f"""import("/shell.js").then(async ({{ ask }}) => {{
        const {{ digest }} = await ask("record", {{ source: "{GOAT}" }});
        const changes = [{{ op: "set", path: ["venue"], value: "TON" }}];
        await ask("save", {{ source: "{GOAT}", digest, changes }});
    }})"""
    answers = play(
        *opened_paper("goat"),
        ["fill", [TITLE, "Mine"]],
        ["eval", change],  # as another tab does
        ["press", "Control+s"],
        DIALOG,
        ["eval", "document.querySelector('dialog').textContent.includes('\"TON\"')"],
        ["click", "dialog button.main"],
        SAVED,
        ["eval", "document.querySelector('[data-key=venue] input').value"],
    )
    assert answers == [True, "TON"]
    assert file.read_text("utf-8") == theirs.replace("'Goats'", "'Mine'")


def test_a_refusal_is_shown_and_leaves_what_was_typed(play: Play, session: Session) -> None:
    shared = "- title: {en: One, # here\n    zh: 一}\n"
    session.preview.site.write("content/interests.yaml", shared)
    area = "[data-key=title] textarea"
    answers = play(
        *listed("Interests", "One"),
        ["fill", [area, "{en: One"]],
        ["press", "Control+s"],
        DIALOG,
        ["eval", "document.querySelector('dialog').textContent"],
        ["press", "Escape"],
        ["eval", f"document.querySelector('{area}').value"],
    )
    assert "content/interests.yaml:1" in answers[0] and answers[1] == "{en: One"
    assert (session.root / "content/interests.yaml").read_text("utf-8") == shared


def test_another_record_waits_for_what_is_not_saved(play: Play, session: Session) -> None:
    answers = play(
        *opened_paper("goat"),
        ["fill", [TITLE, "Mine"]],
        ["click", ".bar button:nth-child(2)"],
        DIALOG,
        ["press", "Escape"],
        ["eval", f"document.querySelector('{TITLE}').value"],
        ["click", ".bar button:nth-child(2)"],
        DIALOG,
        ["click", "dialog button.bad"],
        ["until", "!document.querySelector('form')"],
    )
    assert answers == ["Mine"] and session.edits() == []


def test_a_page_is_edited_beside_its_front_matter(play: Play, session: Session) -> None:
    play(
        *opened("page/windows/", "content/windows.md#"),
        ["click", "textarea.markdown"],
        ["press", "Control+End"],
        ["click", "[data-key=body] .tools button"],
        ["type", "words"],
        *SAVE,
    )
    text = (session.root / "content/windows.md").read_bytes()
    assert text.endswith(b"---\n\nHello.\r\nAgain.\r\n[words](https://)")


def pasted(text: str) -> Steps:
    """The steps that look something new up."""
    area = '.view textarea[placeholder*="@article"]'
    return [
        ["click", ".bar button:nth-child(3)"],
        ["until", f"document.querySelector(`{area}`)"],
        ["fill", [area, text]],
        ["click", ".view .tools button"],
    ]


def test_a_paper_is_made_of_bibtex_unless_it_is_there(play: Play, session: Session) -> None:
    play(
        *pasted("no id"),
        ["until", "document.querySelector('.view .field .problem')"],
        *pasted("@article{new, title={Goats}, author={Lovelace, Ada}, year=2024}")[2:],
        ["click", ".view .problem ~ button"],
        FORM,
        ["press", "Control+s"],
        ["until", "document.querySelector('form').dataset.source"],
    )
    new = session.ask("record", source="content/publications.yaml#new")
    assert new["value"] == {"id": "new", "title": "Goats", "authors": ["Ada Lovelace"],
                            "kind": "journal", "date": "2024"}  # fmt: skip


def test_all_entries_of_a_pasted_bib_are_added_at_once(play: Play, session: Session) -> None:
    entry = "@article{%s, title={%s}, author={Lovelace, Ada}, year=2025}\n"
    (said,) = play(
        *pasted(entry % ("ram", "On rams") + entry % ("ewe", "On ewes")),
        ["click", ".view button:has-text('Add all entries (2)')"],
        ["until", "/New: 2$/.test(document.querySelector('.said').textContent)"],
        ["eval", "document.querySelector('.view').textContent"],
        *UNDO,
    )
    assert "On rams" in said and "On ewes" in said
    assert session.files()["content/publications.yaml"].decode() == PAPERS


def test_a_mistake_in_a_new_record_is_shown_at_its_field_while_one_types(play: Play) -> None:
    field = 'form [data-key="date"]'
    play(
        *listed("Publications"),
        ["click", ".view .head button"],
        FORM,
        ["fill", [f"{field} input", "June 31, 2026"]],
        ["until", f"document.querySelector('{field} .problem')"],
        ["until", "document.querySelectorAll('form .problem').length === 1"],
        ["fill", [f"{field} input", ""]],
    )


def test_the_accent_is_set_from_the_view_of_looks(play: Play, session: Session) -> None:
    accent = '[data-key="accent"] input'
    play(
        *view_of_site("Look"),
        ["until", "document.querySelectorAll('.look iframe').length > 1"],
        ["click", ".view button:has-text('Colours and typefaces')"],
        FORM,
        ["until", "document.querySelector('[data-key=font] select')"],
        ["fill", [accent, "#0b5d4f"]],
        *SAVE,
    )
    text = session.files()["content/site.yaml"].decode()
    assert 'theme:\n  options:\n    accent: "#0b5d4f"' in text.replace("'", '"')


def test_a_copy_is_a_new_record_that_is_written_once_it_is_saved(
    play: Play, session: Session
) -> None:
    play(
        *opened_paper("yak"),
        ["click", "form header button:has-text('Duplicate')"],
        ["until", "document.querySelector('form:not([data-source])')"],
        *SAVE,
    )
    titles = [one["title"] for one in session.ask("list", kind="publications")]
    assert titles.count("Yaks") == 2


def keys(*names: str) -> Steps:
    return [["press", name] for name in names]


def test_records_are_reached_changed_and_deleted_by_keyboard_alone(
    play: Play, session: Session
) -> None:
    play(
        *keys("Tab", "Tab", "Enter"),
        ["until", "document.querySelector('[aria-current=page]').textContent === 'Everything'"],
        *keys(*["Tab"] * 6),
        ["until", "document.activeElement.textContent.startsWith('Publications')"],
        ["press", "Enter"],
        ["until", "document.querySelector('[type=search]')"],
        *keys("Tab", "Tab"),
        ["type", "yak"],
        *keys("Tab", "Enter"),
        FORM,
        ["press", "Control+a"],
        ["type", "By keys"],
        ["press", "Enter"],
        *SAVE,
        ["until", "document.activeElement.tagName === 'TEXTAREA'"],
        *keys("Shift+Tab", "Shift+Tab", "Enter"),
        DIALOG,
        *keys("Tab", "Enter"),
        ["until", "!document.querySelector('form')"],
    )
    assert session.post("record", {"source": YAK}).status == 409
    assert session.ask("undo")["ok"]
    assert session.edits() == ["-  title: Yaks", "+  title: By keys"]


def test_a_record_is_deleted_from_its_list_and_undo_brings_it_back(
    play: Play, session: Session
) -> None:
    rows = "document.querySelectorAll('.rows li').length"
    answers = play(
        *listed("Talks"),
        ["until", "document.querySelector('.head')"],
        ["eval", rows],
        ["click", "[aria-label^=Delete]"],
        DIALOG,
        ["click", "dialog button.bad"],
        ["until", f"{rows} === 0"],
        *UNDO,
        ["until", f"{rows} === 1"],
    )
    assert answers == [1] and session.edits() == []


def test_an_undo_shows_the_part_of_the_settings_that_was_open(play: Play, session: Session) -> None:
    answers = play(
        *view_of_site("Menu"),
        FORM,
        ["click", "[data-key=menu] .tools button"],
        ["fill", ["[data-key=menu] .row:last-child input", "about"]],
        *SAVE,
        *UNDO,
        ["eval", "document.querySelectorAll('form > div > [data-key]').length"],
    )
    assert answers == [1] and session.edits() == []


def test_what_records_say_is_text_and_no_markup(play: Play, session: Session) -> None:
    evil = "<img src=x onerror=alert(1)>"
    record = json.dumps([{"title": evil, "tags": [evil], "date": evil, evil: evil}])
    session.preview.site.write("content/talks.yaml", record)
    images = "[...document.images].filter((one) => one.getAttribute('src') === 'x').length"
    (found,) = play(*listed("Talks", "img"), ["until", "document.querySelector('.problem')"],
                    ["eval", images])  # fmt: skip
    assert found == 0


def test_only_the_framed_site_opens_records(play: Play) -> None:
    own = ["eval", told(mark="publications/goat")[1].replace("parent.", "")]
    asked = "performance.getEntriesByName(location.origin + '/api/find').length"
    assert play(own, *opened("site/person", "content/site.yaml#"), ["eval", asked]) == [True, 1]


def test_the_panel_speaks_chinese(play: Play) -> None:
    label = ["eval", "document.querySelector('[data-key=authors] .label').textContent"]
    assert play(*opened_paper("goat"), label, locale="zh-CN") == ["作者"]


DROP = """(() => {
    const data = new DataTransfer();
    data.items.add(new File(["%PDF-1.7"], "NAME", {type: "KIND"}));
    document.querySelector("form .field").dispatchEvent(
        new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
})()"""


def dropped(name: str, kind: str) -> list[Any]:
    return ["eval", DROP.replace("NAME", name).replace("KIND", kind)]


def test_files_become_links_and_pictures_by_mouse_and_by_keyboard(
    play: Play, session: Session
) -> None:
    session.preview.site.write("static/pdf/goat-slides.pdf", "%PDF")
    session.preview.site.write("my picture.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    picture = ["until", "document.querySelector('[data-key=preview] input')?.value"]
    links = "document.querySelector('[data-key=links] [data-key={}] input:not(.key)')?.value"
    play(
        *opened_paper("goat"),
        dropped("Goat (final).PDF", "application/pdf"),
        ["until", links.format("pdf")],
        dropped("goat-slides.pdf", "application/pdf"),
        DIALOG,  # the name is taken
        ["click", "dialog button.main"],
        ["until", links.format("slides")],
        dropped("Goat.mp4", "video/mp4"),
        picture,
        *SAVE,
        *opened_paper("ox"),
        ["eval", "document.querySelector('details.more > summary').focus()"],
        ["press", "Enter"],
        ["choose", ["[data-key=preview] .withfile button", str(session.root / "my picture.svg")]],
        picture,
        *SAVE,
    )
    assert session.edits()[:5] == [
        "+  links:",
        "+    pdf: pdf/goat-final.pdf",
        "+    slides: pdf/goat-slides-2.pdf",
        "+  preview: films/goat.mp4",
        "+  preview: images/my-picture.svg",
    ]


def test_what_is_made_of_nothing_is_shown_by_itself(play: Play, session: Session) -> None:
    session.preview.site.write("bay.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    session.preview.site.write("content/index.md", "Long.\n\n" * 90 + ":::{publications}\n:::\n")
    text = "document.querySelector('textarea.markdown').value"

    def fresh(kind: str, title: str) -> Steps:
        return [
            ["click", ".bar button:nth-child(3)"],
            ["click", f".rows button >> text={kind}"],
            ["until", "document.querySelector('form')?.contains(document.activeElement)"],
            ["type", title],
        ]

    play(
        *fresh("Pages", "Field sites"),
        ["choose", ["[data-key=body] .tools button >> nth=1", str(session.root / "bay.svg")]],
        ["until", "document.querySelector('dialog[open] input') === document.activeElement"],
        ["type", "A bay"],
        ["press", "Enter"],
        ["until", f"{text} === '![A bay](/images/bay.svg)'"],
        *SAVE,
        ["within", "/Field sites/.test(document.querySelector('h1')?.innerText)"],
        *fresh("Posts", "In the mud"),
        *SAVE,
        ["within", "/In the mud/.test(document.querySelector('h1')?.innerText)"],
        *opened_paper("ox"),
        ["click", ".actions [title^=Show]"],
        ["within", "window.scrollY > 500"],
        *listed("Skills", "Languages"),  # no page shows it
        ["click", ".actions [title^=Show]"],
        ["click", ".said button"],
        ["until", "document.querySelector('h1').textContent === 'Sections'"],
    )
    page = (session.root / "content/field-sites.md").read_text("utf-8")
    assert page == "---\ntitle: Field sites\n---\n\n![A bay](/images/bay.svg)\n"
    assert list((session.root / "content/posts").glob("*-in-the-mud.md"))
