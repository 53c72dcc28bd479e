"""Patents and talks in the styles of the field, and papers in Chinese by GB/T 7714, as CSL has them.

Other kinds of records have no form there that a CV could want: a degree or a prize is no work.
"""

from typing import Any

import pytest

from generator.model.dates import When
from generator.model.records.works import Patent, Talk
from generator.model.styles import PRESETS
from tests.csl.conftest import Official
from tests.csl.test_presets import bare, items_of, ours, records_in
from tests.graph.conftest import IndexOf

IEEE_STOP = "The official style prints no full stop behind a patent; IEEE's own guide does."
NUMBER = "The official style leaves the number out, and ACM's own examples have it."


def people(names: list[str]) -> list[dict[str, str]]:
    return [dict(zip(("given", "family"), name.split(" "), strict=True)) for name in names]


def issued(when: When | None) -> dict[str, Any]:
    assert when
    parts = (when.last.year, when.last.month, when.last.day)
    return {"date-parts": [[part for part in parts if part]]}


def patent_item(patent: Patent) -> dict[str, Any]:
    """A patent as CSL 1.0.2 describes it (appendix III and IV)."""
    return {
        "id": patent.id,
        "type": "patent",
        "title": patent.title.any() if patent.title else "",
        "number": patent.number,
        "author": people([author.name.full() for author in patent.inventors]),
        "authority": patent.office.any() if patent.office else "",
        "publisher": patent.assignee.any() if patent.assignee else "",
        "issued": issued(patent.when),
    }


def talk_item(talk: Talk) -> dict[str, Any]:
    event = talk.event.any() if talk.event else ""
    return {
        "id": talk.id,
        "type": "speech",
        "title": talk.title.any(),
        "author": people(["Jin Fang"]),
        "event": event,
        "event-title": event,
        "event-place": talk.location.any() if talk.location else "",
        "issued": issued(talk.when),
    }


def as_we_print(style: str, kind: str, line: str, item: dict[str, Any]) -> str:
    """The official line with what we change on purpose: `IEEE_STOP`, `NUMBER`."""
    if kind == "patents" and style == "ieee":
        return f"{line}."
    if kind == "patents" and style == "acm":
        return f"{line} Patent No. {item['number']}."
    return line


@pytest.mark.parametrize(
    ("kind", "records", "item_of"),
    [("patents", records_in("patents"), patent_item), ("talks", records_in("talks"), talk_item)],
)
def test_patents_and_talks_are_written_as_the_official_styles_write_them(
    kind: str, records: str, item_of: Any, index_of: IndexOf, official: Official
) -> None:
    index = index_of({f"{kind}.yaml": records}, site="person: {name: Jin Fang}\n")
    items = [{k: v for k, v in item_of(one).items() if v} for one in index.records[kind]]
    written = official(items, PRESETS)
    for style in PRESETS:
        expected = {
            item["id"]: as_we_print(style, kind, bare(written[style][item["id"]]), item)
            for item in items
        }
        assert ours(index, style, kind, order=("file",)) == expected, style


def test_a_patent_without_title_or_inventors_has_no_stray_signs(index_of: IndexOf) -> None:
    records = "- {id: a, number: CN 1000, date: 2021}\n- {id: b, number: CN 2}\n"
    index = index_of({"patents.yaml": records})
    said = {style: ours(index, style, "patents", order=("file",)) for style in PRESETS}
    assert said["ieee"] == {"a": "CN 1000, 2021.", "b": "CN 2."}
    assert said["apa"] == {"a": "(2021). Patent No. CN 1000.", "b": "(n.d.). Patent No. CN 2."}
    assert said["gbt7714"] == {"a": "CN 1000[P]. 2021.", "b": "CN 2[P]."}
    lines = [line for lines in said.values() for line in lines.values()]
    assert not [line for line in lines if line[0] in ".,;" or ",." in line or " ." in line]


def test_gbt7714_writes_chinese_papers_as_the_official_style_does(
    index_of: IndexOf, official: Official
) -> None:
    files = {
        "publications.yaml": records_in("papers-in-chinese"),
        "people.yaml": "- name: {given: Gongming, family: Zhao, native: 赵功名}\n",
    }
    index = index_of(files, site="person: {name: 某人}\nlanguages: [zh]\n")
    items = [item for item in items_of(index) if item["id"] != "n"]
    written = official(items, ["gbt7714"], language="zh-CN")["gbt7714"]
    said = ours(index, "gbt7714", lang="zh", order=("file",))
    own = said.pop("n")
    assert said == {id: bare(markup) for id, markup in written.items()}
    assert own == "赵功名, FANG J. 论名字[D]. 某某大学, 2024.", "as the paper has the name"
