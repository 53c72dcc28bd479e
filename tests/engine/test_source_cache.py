"""What the cache of sources gives back is what reading the source again would give."""

import msgspec
import pytest

from generator.api import BuildRequest, build
from generator.engine.cache_files import record
from generator.model.files import ProjectFolders
from tests.conftest import SiteCase

SECTION = ":::{publications}\n:title: Papers that [nobody](gone.md) has\n:::\n"


@pytest.fixture
def cached(site: SiteCase) -> SiteCase:
    """A site whose cache holds a section that links to a page; then the page goes."""
    site.write("content/publications.yaml", "- {id: p, title: P, authors: [A], date: 2024}\n")
    site.write("content/gone.md", "# Gone\n\nText.\n")
    site.write("content/one.md", f"# One\n\n{SECTION}")
    site.write("content/two.md", f"# Two\n\nText.\n\n{SECTION}")
    assert site.build().ok
    return site.delete("content/gone.md")


def faults(site: SiteCase) -> list[str]:
    return [str(problem.where) for problem in site.build().problems if problem.is_error]


def test_a_section_that_two_pages_hold_tells_its_faults_on_both(cached: SiteCase) -> None:
    assert faults(cached) == ["content/one.md:4:30", "content/two.md:6:30"]


def test_a_section_that_moved_down_tells_its_faults_where_it_stands(cached: SiteCase) -> None:
    cached.write("content/one.md", f"# One\n\nText.\n\nText.\n\n{SECTION}")
    assert faults(cached) == ["content/one.md:8:30", "content/two.md:6:30"]


def test_a_forced_build_asks_no_cache(cached: SiteCase) -> None:
    """Not even where the checksums are right: what a stranger's caches say is made again, too."""
    cached.write("content/gone.md", "# Gone\n\nText.\n")
    request = BuildRequest(project=ProjectFolders(cached.root), output=cached.output)
    build(request)
    page = cached.output / "two/index.html"
    whole, memory = page.read_bytes(), sorted((cached.root / ".cache").glob("*.json"))
    assert b"Text." in whole and len(memory) == 3
    for path in memory:
        head, _, body = path.read_bytes().partition(b"\n")
        if path.name.startswith(("sources", "ledger")):
            version = msgspec.json.decode(head)["version"]
            lie = (
                body.replace(b"Papers", b"Lies")
                .replace(b'"Two"', b'"Lies"')
                .replace(b'"config","', b'"config","0')
            )
            assert lie != body
            path.write_bytes(record(version, lie))
    build(msgspec.structs.replace(request, force=True))
    assert page.read_bytes() == whole
    texts = [path.read_text("utf-8") for path in memory]
    assert not any("Lies" in text or '"config","0' in text for text in texts)
