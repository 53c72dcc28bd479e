"""What a trial of a change says, and when it is worked out again."""

from generator.api import trials
from generator.project import ProjectFolders
from tests.conftest import SiteCase


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
