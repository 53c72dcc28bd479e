"""The door notes whatever is asked for."""

from generator.model.lookups import ReadTracker


def test_asking_is_what_records_the_read() -> None:
    facts = {("menu", "en"): ("the menu", "d1"), ("menu", "zh"): ("菜单", "d2")}
    reads = ReadTracker(facts.__getitem__)
    assert reads.get("menu", "zh") == "菜单"
    reads.note("template", "d3", "page.html")
    assert reads.noted == {("menu", "zh"): "d2", ("template", "page.html"): "d3"}
