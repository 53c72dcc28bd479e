"""Elements of a preview's pages name what they show, and those of a build do not."""

import re

import pytest

from tests.conftest import SiteCase

OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in ("plate", "folio", "atlas")]
MARK = re.compile(r' data-source="([^"]*)"')


@pytest.mark.slow
@pytest.mark.broadsheet
@pytest.mark.parametrize("theme", ["broadsheet", *OTHERS])
def test_entries_and_the_person_are_marked_in_previews_alone(
    sample_copy: SiteCase, theme: str
) -> None:
    config = sample_copy.root / "content/site.yaml"
    bare = re.sub(r"(?m)^theme:.*(\n .*)*", "", config.read_text())
    config.write_text(f"{bare}theme: {theme}\n")
    pages = {}
    for is_preview in (False, True):
        sample_copy.is_preview = is_preview
        built = sample_copy.build(output=sample_copy.root / f"_site{is_preview}")
        assert built.ok, built.problems
        files = sorted(built.output.rglob("*.html"))
        pages[is_preview] = {str(f.relative_to(built.output)): f.read_text() for f in files}
    assert not [name for name, page in pages[False].items() if MARK.search(page)]
    # A preview has no cards for other sites, and no digests in the names of a theme's files.
    bare = re.compile(rf"<head>.*?</head>|\.[0-9a-f]{{10}}(?=\.)|{MARK.pattern}", re.DOTALL)
    before, after = (
        {name: bare.sub("", page) for name, page in pages[is_preview].items()}
        for is_preview in (False, True)
    )
    assert after == before
    home = pages[True]["index.html"]
    assert 'data-source="site/person"' in home
    entries = re.findall(r'<li class="entry[^>]*>', home)
    assert entries and all(MARK.search(entry) for entry in entries)
