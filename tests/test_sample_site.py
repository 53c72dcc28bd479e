"""The sample site as its readers find it."""

from tests.conftest import Built, element, visible_text


def test_every_page_ends_with_whose_it_is_and_its_feed(built_sample: Built) -> None:
    pages = [path for path in built_sample.files() if path.endswith(".html")]
    pages = [path for path in pages if 'http-equiv="refresh"' not in built_sample.read(path)]
    assert len(pages) > 30
    for path in pages:
        footer = element(built_sample.read(path), "footer")
        assert "Jin Fang" in visible_text(footer) or "方缙" in visible_text(footer), path
        assert "feed.xml" in footer, path
