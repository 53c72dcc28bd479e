"""What a process keeps from build to build is never out of date, and what the cache of sources gives back
is what reading the source again would give."""

import gc

import msgspec
import pytest

from generator.api import BuildRequest, build, trials
from generator.engine.cache_files import record
from generator.engine.project_cache import SOURCES_FILE
from generator.engine.stages import BuildRun
from generator.model.files import ProjectFolders
from tests.conftest import SiteCase


@pytest.fixture
def keeping(site: SiteCase) -> SiteCase:
    """A site whose builds keep what they can, after two of them."""
    site.process_cache, site.is_preview = {}, True
    for n in range(2):
        site.write("content/index.md", f"---\ntitle: Home {n}\n---\n\nHello.\n")
        assert site.build().ok
    return site


def runs() -> int:
    gc.collect()
    return sum(isinstance(one, BuildRun) for one in gc.get_objects())


@pytest.mark.slow
def test_a_build_that_is_done_is_forgotten(keeping: SiteCase) -> None:
    """A struct with `gc=False` that led back to the build kept a whole site in memory at each save."""
    keeping.write("content/posts/2024-05-01-x.md", "---\ntitle: Post\n---\n\nWords.\n")
    before = runs()
    for n in range(2):
        keeping.write(
            "content/index.md", f"---\ntitle: Home\n---\n\nHello {n}.\n\n:::{{posts}}\n:::\n"
        )
        assert keeping.build().ok
    assert runs() == before


@pytest.mark.parametrize("name", [SOURCES_FILE, "ledger-*.json", "blobs"])
def test_a_memory_that_was_damaged_or_removed_meanwhile_is_not_trusted(
    keeping: SiteCase, name: str
) -> None:
    (file,) = (keeping.root / ".cache").glob(name)
    keeping.write("content/more.md", "---\ntitle: More\n---\n\nSome *words*.\n")
    whole = file.read_bytes()
    for data in (whole[:-2] + b"xx", b"", None):
        file.write_bytes(data) if data is not None else file.unlink()
        assert "Some <em>words</em>." in keeping.build().read("more/index.html")


@pytest.mark.broadsheet
def test_a_template_that_changed_is_compiled_anew(keeping: SiteCase) -> None:
    part = "themes/broadsheet/templates/parts/footer.html"
    for n in (1, 2, 1):
        keeping.write(part, f"<footer>{n}</footer>\n")
        assert f"<footer>{n}</footer>" in keeping.build().read("index.html")
    keeping.delete(part)
    assert "<footer>1</footer>" not in keeping.build().read("index.html")


def test_the_trial_of_a_change_is_that_of_the_site_until_anything_changes(site: SiteCase) -> None:
    tried = trials(ProjectFolders(site.root, site.root / ".cache"))
    change = b"---\ntitle: Home\nimage: goat.png\n---\n"
    before, found = tried.around({"content/index.md": change})
    assert tried.of() is before
    again = tried.around({"content/index.md": change})
    assert again[0] is before and again[1] is found
    site.write("content/index.md", change)
    assert tried.of() is found and len(found.printed) == len(before.printed) + 1
    site.write("static/goat.png", b"")
    assert not any("goat.png" in one.message for one in tried.of().printed)


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
