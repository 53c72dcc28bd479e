"""What a process keeps from build to build, and that it is never out of date."""

import gc

import pytest

from generator.api import trials
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
        built = keeping.build()
        assert built.ok
        assert "Some <em>words</em>." in built.read("more/index.html")


@pytest.mark.broadsheet
def test_a_template_that_changed_is_compiled_anew(keeping: SiteCase) -> None:
    part = "themes/broadsheet/templates/parts/footer.html"
    for n in (1, 2, 1):
        keeping.write(part, f"<footer>{n}</footer>\n")
        assert f"<footer>{n}</footer>" in keeping.build().read("index.html")
    keeping.delete(part)
    assert "<footer>1</footer>" not in keeping.build().read("index.html")


def test_the_trial_of_a_change_is_that_of_the_site_until_anything_changes(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\n")
    site.write("content/index.md", "---\ntitle: Home\n---\n")
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
