"""The panel's script in a browser: forms drawn from the schemas, and what it asks of the server."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import browser_tools  # noqa: F401
from tests.editing.panel_server import PANEL, Json, PanelServer, schema_of, serving

pytestmark = pytest.mark.browser

PAPER = "content/publications.yaml#goat"
RECORDS: dict[str, Json] = {
    PAPER: {
        "title": "GOAT: Gradient Scheduling",
        "id": "goat",
        "authors": ["Jin Fang", {"name": "Hongli Xu", "roles": "corresponding"}, "et al."],
        "venue": "iwqos",
        "date": 2023,
        "links": {"pdf": "pdf/goat.pdf", "code": {"to": "https://example.org", "label": "Code"}},
        "tags": ["networks", "training"],
        "selected": True,
    },
    "content/people.yaml##0": {
        "name": {"given": "Hongli", "family": "Xu", "native": "徐宏力"},
        "aliases": "H. Xu",
    },
    "content/news.yaml##0": {"text": {"en": "A paper", "zh": "论文"}, "date": "2024-05"},
    "content/awards.yaml##0": {"title": "A prize", "date": [2019, "2021-03"]},
    "content/education.yaml##0": {"degree": "Ph.D.", "institution": "USTC", "details": "Rank 2"},
    "content/experience.yaml##0": {"organization": "A lab", "role": "Intern"},
    "content/teaching.yaml##0": {"course": "Networks"},
    "content/talks.yaml##0": {"title": "A talk", "event": "A conference"},
    "content/projects.yaml##0": {"title": "A project", "body": "One.\n\nTwo.\n"},
    "content/patents.yaml##0": {"title": "A patent", "inventors": ["Jin Fang"]},
    "content/service.yaml##0": {"role": "Reviewer"},
    "content/skills.yaml##0": {"label": "Languages"},
    "content/interests.yaml##0": {"title": "Networks"},
    "content/references.yaml##0": {"name": "Hongli Xu"},
    "content/venues.yaml#icnp": {"name": "ICNP", "id": "icnp"},
    "content/site.yaml#": {"title": "My site", "languages": ["en", "zh"], "menu": [{"to": "/"}]},
    "content/cv.yaml#": {"title": "CV", "sections": [{"title": "Papers", "limit": 3}]},
}
PAGE = {"title": "About"}
READY = ["until", "document.querySelector('.rows')"]
FORM = ["until", "document.querySelector('form')"]
SAVED = ["until", "/^(Saved|保存|已保存)/.test(document.querySelector('.said').textContent)"]
DIALOG = ["until", "document.querySelector('dialog[open]')"]
LOOKUP = '.view textarea[placeholder*="@article"]'


@pytest.fixture
def panel() -> Iterator[PanelServer]:
    with serving({source: {"value": value} for source, value in RECORDS.items()}) as server:
        server.records["content/about.md#"] = {"value": PAGE, "body": "Hello.\r\nAgain.\r\n"}
        yield server


@pytest.fixture
def play(browser_tools: Any, panel: PanelServer) -> Any:  # noqa: F811
    """Play a story that begins with the panel's first view; its answers."""

    def play(*steps: list[Any], **more: Any) -> list[Any]:
        begin = [["goto", panel.url], READY]
        (story,) = browser_tools.tell({"steps": [*begin, *steps], "locale": "en-US", **more})
        assert story["failure"] is None, story["failure"]
        assert not story["errors"], story["errors"]
        errors = [m["text"] for m in story["console"] if m["type"] == "error"]
        assert not [text for text in errors if "status of 409" not in text], errors
        return [answer for answer in story["answers"] if answer is not None]

    return play


def opened(source: str) -> list[list[str]]:
    """The steps to the form of a record, as the framed page asks for it."""
    # The server's page names one source; the frame is told another.
    say = json.dumps({"masthead": "edit", "mark": source})
    return [
        ["inside", f"parent.postMessage({say}, '*')"],
        ["until", f"document.querySelector('form')?.dataset.source === {json.dumps(source)}"],
    ]


def test_all_kinds_are_opened_changed_and_undone(play: Any, panel: PanelServer) -> None:
    before = json.dumps(panel.records)
    steps: list[list[Any]] = []
    for source in panel.records:
        field = next(name for name, value in panel.records[source]["value"].items() if value)
        inside = f"form > div > [data-key={field}] :is(textarea, input[type=text])"
        steps += [
            *opened(source),
            ["click", inside],
            ["press", "End"],
            ["type", "X"],
            ["press", "Control+s"],
            SAVED,
            ["click", ".bar button:last-child"],
            ["until", "document.querySelector('.said').textContent === 'Undone'"],
        ]
    play(*steps)

    saves = panel.said("save")
    assert [save["source"] for save in saves] == list(panel.records)
    for save in saves:
        (change,) = save["changes"]
        assert change["op"] == "set" and "X" in change["value"], save
        assert "body" not in save
    assert json.dumps(panel.records) == before


def test_a_form_gives_back_what_it_was_given(play: Any, panel: PanelServer) -> None:
    values = [(panel.kind(source), record["value"]) for source, record in panel.records.items()]
    steps: list[list[Any]] = []
    for kind, value in values:
        panel.answers.setdefault("lookup", []).append({"value": value, "kind": kind})
        steps += [
            ["click", ".bar button:nth-child(3)"],
            ["until", f"document.querySelector(`{LOOKUP}`)"],
            ["fill", [LOOKUP, "10.1/1"]],
            ["click", ".view .tools button"],
            FORM,
            ["press", "Control+s"],
            ["until", "document.querySelector('form').dataset.source"],
            SAVED,
        ]
    play(*steps)

    assert [given["value"] for given in panel.said("add")] == [value for _, value in values]


def test_lists_change_by_keyboard_and_only_in_what_was_meant(play: Any, panel: PanelServer) -> None:
    authors = "[data-key=authors] "
    play(
        *opened(PAPER),
        ["click", f"{authors} .row:nth-child(1) input"],
        ["press", "Shift+Tab"],
        ["press", "ArrowDown"],
        ["click", f"{authors} .row:nth-child(3) [aria-label=Remove]"],
        ["click", "[data-key=tags] .tools button"],
        ["type", "scheduling"],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    assert save["changes"] == [
        {"op": "remove", "path": ["authors", 2]},
        {"op": "move", "path": ["authors", 1], "to": 0},
        {"op": "insert", "path": ["tags", 2], "value": "scheduling"},
    ]


def test_a_row_is_dragged_to_another_place(play: Any, panel: PanelServer) -> None:
    rows = "[data-key=authors] .row"
    play(
        *opened(PAPER),
        ["drag", [f"{rows}:nth-child(3) .handle", f"{rows}:nth-child(1)"]],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    assert save["changes"] == [{"op": "move", "path": ["authors", 2], "to": 0}]


def test_roles_of_authors_are_buttons(play: Any, panel: PanelServer) -> None:
    play(
        *opened(PAPER),
        ["click", "[data-key=authors] .row:nth-child(1) [aria-label='Equal contribution']"],
        ["click", "[data-key=authors] .row:nth-child(2) [aria-label='Corresponding author']"],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    assert save["changes"] == [
        {
            "op": "set",
            "path": ["authors", 0],
            "value": {"name": "Jin Fang", "roles": ["equal"]},
        },
        {"op": "remove", "path": ["authors", 1, "roles"]},
    ]


def test_names_that_are_typed_into_one_row_get_a_row_each(play: Any, panel: PanelServer) -> None:
    add = ["click", "[data-key=authors] .tools button"]
    last = "[data-key=authors] .row:last-child .value input"
    play(
        *opened(PAPER),
        add,
        ["fill", [last, "Ruth Okafor, Karl Linden and Li, Na"]],
        add,
        ["fill", [last, "van der Berg, A. B."]],
        add,
        ["fill", [last, "方瑾，徐宏力"]],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    assert [change["value"] for change in save["changes"]] == [
        "Ruth Okafor", "Karl Linden", "Li, Na", "van der Berg, A. B.", "方瑾", "徐宏力"
    ]  # fmt: skip


def test_a_record_is_deleted_from_its_list_and_undo_brings_it_back(
    play: Any, panel: PanelServer
) -> None:
    rows = "document.querySelectorAll('.rows li').length"
    answers = play(
        ["click", ".bar button:nth-child(2)"],
        ["until", "document.querySelector('h1').textContent === 'Everything'"],
        ["click", ".rows li:nth-child(2) button"],
        ["until", "document.querySelector('.head')"],
        ["eval", rows],
        ["click", "[aria-label^=Delete]"],
        DIALOG,
        ["click", "dialog button.bad"],
        ["until", f"{rows} === 0"],
        ["click", ".bar button:last-child"],
        ["until", f"{rows} === 1"],
    )

    assert answers == [1] and len(panel.said("delete")) == 1


def test_an_undo_shows_the_part_of_the_settings_that_was_open(
    play: Any, panel: PanelServer
) -> None:
    shown = "document.querySelectorAll('form > div > [data-key]').length"
    answers = play(
        ["click", ".bar button:nth-child(4)"],
        ["click", "xpath=//li/button[starts-with(., 'Menu')]"],
        FORM,
        ["click", "[data-key=menu] .tools button"],
        ["fill", ["[data-key=menu] .row:last-child input", "publications"]],
        ["press", "Control+s"],
        SAVED,
        ["click", ".bar button:last-child"],
        ["until", "document.querySelector('.said').textContent === 'Undone'"],
        ["eval", shown],
    )

    assert answers == [1]


def test_a_record_that_no_page_shows_leads_to_the_sections_of_the_home(
    play: Any, panel: PanelServer
) -> None:
    panel.records["content/index.md#"] = {"value": PAGE, "body": ""}
    home = {"source": "content/index.md#", "title": "About", "year": ""}
    panel.answers["list"] = [{"records": [home]}]
    panel.answers["sections"] = [{"parts": [], "schema": schema_of("cv"), "extends": ""}]
    play(
        *opened(PAPER),
        ["click", ".actions [title^=Show]"],
        ["click", ".said button"],
        ["until", "document.querySelector('h1').textContent === 'Sections'"],
    )

    assert panel.said("sections") == [{"source": "content/index.md#"}]


def test_a_text_has_a_tab_for_each_language(play: Any, panel: PanelServer) -> None:
    play(
        *opened(PAPER),
        ["click", "[data-key=title] [role=tab]:nth-child(2)"],
        ["type", "梯度调度"],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    title = {"en": RECORDS[PAPER]["title"], "zh": "梯度调度"}
    assert save["changes"] == [{"op": "set", "path": ["title"], "value": title}]


def test_what_a_form_cannot_show_is_edited_as_yaml(play: Any, panel: PanelServer) -> None:
    panel.records[PAPER]["raw"] = {"tags": "*tags # ours", "links.pdf": "&pdf pdf/goat.pdf"}
    play(
        *opened(PAPER),
        ["fill", ["[data-key=links] [data-key=pdf] textarea", "&pdf pdf/new.pdf"]],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    change = {"op": "raw", "path": ["links", "pdf"], "value": "&pdf pdf/new.pdf"}
    assert save["changes"] == [change]


def test_problems_stand_beside_their_fields_and_are_saved_only_on_demand(
    play: Any, panel: PanelServer
) -> None:
    panel.answers["save"] = [
        {
            "ok": False,
            "can_force": True,
            "problems": [{"path": ["date"], "message": "`soon` is no date", "hint": "Write 2024."}],
        }
    ]
    date = "document.querySelector('[data-key=date]')"
    answers = play(
        *opened(PAPER),
        ["fill", ["[data-key=date] input", "soon"]],
        ["press", "Control+s"],
        ["until", f"{date}.querySelector('.problem')"],
        ["eval", f"{date}.querySelector('.problem').textContent"],
        ["eval", f"{date}.querySelector('input').getAttribute('aria-invalid')"],
        ["eval", f"document.activeElement === {date}.querySelector('input')"],
        ["click", ".problem button"],
        SAVED,
        ["eval", "document.querySelectorAll('.problem').length"],
    )

    assert answers == ["soon is no date — Write 2024.", "true", True, 0]
    assert [save["force"] for save in panel.said("save")] == [False, True]


def test_problems_are_shown_before_a_save_and_go_when_they_are_mended(
    play: Any, panel: PanelServer
) -> None:
    wrong = {"path": ["date"], "message": "`soon` is no date", "hint": ""}
    panel.answers["try"] = [{"ok": False, "can_force": True, "problems": [wrong]}]
    problem = "document.querySelector('[data-key=date] .problem')"
    answers = play(
        *opened(PAPER),
        ["fill", ["[data-key=date] input", "soon"]],
        ["until", problem],
        ["eval", "document.activeElement.closest('[data-key]').dataset.key"],
        ["fill", ["[data-key=date] input", "2024"]],
        ["until", f"!{problem}"],
    )

    assert answers == ["date"] and not panel.said("save")
    tried = [given["changes"][0]["value"] for given in panel.said("try")]
    assert tried == ["soon", 2024]


def test_a_page_that_loads_anew_does_not_keep_the_frame_from_another(
    play: Any, panel: PanelServer
) -> None:
    panel.answers["where"] = [{"page": "goat/index.html", "mark": "publications/goat"}]
    here = "parent.postMessage({masthead: 'here', page: location.pathname}, '*')"
    play(
        *opened(PAPER),
        ["click", ".actions [title^=Show]"],
        ["within", "location.pathname === '/goat/index.html'"],
        ["inside", "location.replace('/')"],
        ["within", "location.pathname === '/'"],
        ["inside", here],
        ["within", "location.pathname === '/goat/index.html'"],
    )


def test_a_change_on_the_disk_keeps_what_was_typed(play: Any, panel: PanelServer) -> None:
    newer = {**RECORDS[PAPER], "venue": "ton"}
    changed = {**panel.on_record({"source": PAPER}), "value": newer, "digest": "newer"}
    panel.answers["save"] = [{"ok": False, "changed": changed}]
    panel.records[PAPER] = {"value": newer}
    answers = play(
        *opened(PAPER),
        ["fill", ["[data-key=title] textarea", "Mine"]],
        ["press", "Control+s"],
        DIALOG,
        ["eval", "document.querySelector('dialog').textContent.includes('\"ton\"')"],
        ["click", "dialog button.main"],
        SAVED,
        ["eval", "document.querySelector('[data-key=venue] input').value"],
    )

    assert answers == [True, "ton"]
    last = panel.said("save")[-1]
    assert last["digest"] == "newer"
    assert last["changes"] == [{"op": "set", "path": ["title"], "value": "Mine"}]


def test_a_refusal_is_shown_and_leaves_what_was_typed(play: Any, panel: PanelServer) -> None:
    panel.answers["save"] = [{"ok": False, "refused": "an anchor is in the way", "place": "x:3:1"}]
    answers = play(
        *opened(PAPER),
        ["fill", ["[data-key=title] textarea", "Mine"]],
        ["press", "Control+s"],
        DIALOG,
        ["eval", "document.querySelector('dialog').textContent"],
        ["press", "Escape"],
        ["eval", "document.querySelector('[data-key=title] textarea').value"],
    )

    assert "an anchor is in the way x:3:1" in answers[0]
    assert answers[1] == "Mine"


def test_another_record_waits_for_what_is_not_saved(play: Any, panel: PanelServer) -> None:
    answers = play(
        *opened(PAPER),
        ["fill", ["[data-key=title] textarea", "Mine"]],
        ["click", ".bar button:nth-child(2)"],
        DIALOG,
        ["press", "Escape"],
        ["eval", "document.querySelector('[data-key=title] textarea').value"],
        ["click", ".bar button:nth-child(2)"],
        DIALOG,
        ["click", "dialog button.bad"],
        ["until", "!document.querySelector('form')"],
    )

    assert answers == ["Mine"]
    assert not panel.said("save")


DROP = """(() => {
    const data = new DataTransfer();
    data.items.add(new File(["%PDF-1.7"], "{name}", {type: "{type}"}));
    document.querySelector("form").dispatchEvent(
        new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
})()"""


def dropped(name: str, kind: str) -> list[str]:
    return ["eval", DROP.replace("{name}", name).replace("{type}", kind)]


def test_dropped_files_become_links_and_pictures(play: Any, panel: PanelServer) -> None:
    panel.uploads.append("goat-slides.pdf")
    value = "document.querySelector('[data-key={}] input{}')?.value"
    play(
        *opened(PAPER),
        dropped("goat-slides.pdf", "application/pdf"),
        DIALOG,
        ["click", "dialog button.main"],
        ["until", value.format("links] [data-key=slides", ":not(.key)")],
        dropped("goat.png", "image/png"),
        ["until", value.format("preview", "")],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    assert save["changes"] == [
        {"op": "set", "path": ["links", "slides"], "value": "files/2-goat-slides.pdf"},
        {"op": "set", "path": ["preview"], "value": "files/goat.png"},
    ]


def test_a_page_is_edited_beside_its_front_matter(play: Any, panel: PanelServer) -> None:
    play(
        *opened("content/about.md#"),
        ["click", "textarea.markdown"],
        ["press", "Control+End"],
        ["click", "[data-key=body] .tools button"],
        ["type", "words"],
        ["press", "Control+s"],
        SAVED,
    )

    (save,) = panel.said("save")
    assert save["changes"] == []
    assert save["body"] == "Hello.\r\nAgain.\r\n[words](https://)"


def test_a_paper_is_made_of_a_doi_unless_it_is_there(play: Any, panel: PanelServer) -> None:
    value = {"title": "Found", "authors": ["Ada Lovelace"]}
    panel.answers["lookup"] = [{"value": value, "kind": "publications", "duplicates": [PAPER]}]
    play(
        ["click", ".bar button:nth-child(3)"],
        ["until", f"document.querySelector(`{LOOKUP}`)"],
        ["fill", [LOOKUP, "10.1109/1"]],
        ["click", ".view .tools button"],
        ["until", "document.querySelector('.view .problem')"],
        ["click", ".view .problem ~ button"],
        FORM,
        ["press", "Control+s"],
        ["until", "document.querySelector('form').dataset.source"],
    )

    (given,) = panel.said("add")
    assert given["kind"] == "publications" and given["value"] == value


def test_records_are_reached_changed_and_deleted_by_keyboard_alone(
    play: Any, panel: PanelServer
) -> None:
    kinds = "document.querySelector('[aria-current=page]').textContent === 'Everything'"
    play(
        ["press", "Tab"],
        ["press", "Tab"],
        ["press", "Enter"],
        ["until", kinds],
        ["press", "Tab"],
        ["press", "Tab"],
        ["press", "Tab"],
        ["press", "Enter"],
        ["until", "document.querySelector('[type=search]')"],
        ["press", "Tab"],
        ["press", "Tab"],
        ["type", "goat"],
        ["press", "Tab"],
        ["press", "Enter"],
        FORM,
        ["press", "Control+a"],
        ["type", "By keys"],
        ["press", "Enter"],
        ["press", "Control+s"],
        SAVED,
        ["until", "document.activeElement.tagName === 'TEXTAREA'"],
        ["press", "Shift+Tab"],
        ["press", "Shift+Tab"],
        ["press", "Enter"],
        DIALOG,
        ["press", "Tab"],
        ["press", "Enter"],
        ["until", "!document.querySelector('form')"],
    )

    (save,) = panel.said("save")
    assert save["changes"] == [{"op": "set", "path": ["title"], "value": "By keys"}]
    assert [given["source"] for given in panel.said("delete")] == [PAPER]


@pytest.mark.parametrize("look", [{}, {"viewport": {"width": 360, "height": 740}}])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_view(play: Any, look: Json, scheme: str) -> None:
    found = play(
        ["axe", ""],
        ["click", ".bar button:nth-child(2)"],
        ["until", "document.querySelectorAll('.rows li').length > 9"],
        ["axe", ""],
        ["click", ".bar button:nth-child(3)"],
        ["until", f"document.querySelector(`{LOOKUP}`)"],
        ["axe", ""],
        *opened(PAPER),
        ["click", "details.more summary"],
        ["axe", ""],
        ["eval", "document.documentElement.scrollWidth - innerWidth"],
        *opened("content/site.yaml#"),
        ["axe", ""],
        ["fill", ["[data-key=title] textarea", "Mine"]],
        ["click", ".bar button:nth-child(1)"],
        DIALOG,
        ["axe", ""],
        scheme=scheme,
        **look,
    )

    assert found == [[], [], [], [], 0, [], []]


def test_what_is_to_do_leads_to_the_part_of_the_settings_that_has_it(
    play: Any, panel: PanelServer
) -> None:
    todo = {"rule": "placeholder-text", "severity": "warning", "message": "TODO", "place": "x"}
    fields = ("description", "person.name", "person.role")
    panel.answers["tasks"] = [
        [{**todo, "source": "content/site.yaml#", "field": field} for field in fields]
    ]
    rows = "[...document.querySelectorAll('details.more .rows button')]"
    (said,) = play(
        ["until", f"{rows}.length"],
        [
            "eval",
            f"{rows}.map((one) => [...one.childNodes].map((n) => n.textContent).filter(Boolean).join(': '))",
        ],
    )

    assert said == ["Languages and title: Description", "Profile: Name, Role"]


def test_what_records_say_is_text_and_no_markup(play: Any, panel: PanelServer) -> None:
    evil = "<img src=x onerror=alert(1)>"
    panel.records[PAPER]["value"] = {"id": "goat", "title": evil, "tags": [evil], evil: evil}
    panel.records[PAPER]["problems"] = [{"path": [], "message": evil, "hint": evil}]
    images = "[...document.images].filter((one) => one.getAttribute('src') === 'x').length"
    (found,) = play(*opened(PAPER), ["eval", images])

    assert found == 0


def test_only_the_framed_site_opens_records(play: Any, panel: PanelServer) -> None:
    say = json.dumps({"masthead": "edit", "mark": PAPER})
    play(["eval", f"postMessage({say}, '*')"], *opened("content/site.yaml#"))

    assert [given["source"] for given in panel.said("record")] == ["content/site.yaml#"]


def test_the_panel_speaks_chinese(play: Any) -> None:
    (words,) = play(
        *opened(PAPER),
        ["eval", "document.querySelector('[data-key=authors] .label').textContent"],
        locale="zh-CN",
    )

    assert words == "作者"


def test_each_word_has_a_chinese_one() -> None:
    script = "".join(file.read_text("utf-8") for file in sorted(PANEL.glob("*.js")))
    table = script[script.index("const CHINESE") : script.index("const FIELDS")]
    known = set(re.findall(r'"([^"]+)": "', table))
    said = set(re.findall(r'\bt\("([^"]+)"\)', script))
    said |= set(re.findall(r'\[\["([A-Z][^"]+)", |(?<=\[)"([A-Z][a-z ]+)", "\w*", ', script)[0])
    assert said - known - {""} == set()
