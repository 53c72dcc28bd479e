"""The preview follows each change, says each mistake, and comes back by itself."""

import os
import shutil
import threading
import time

import pytest

from generator.preview.builds import NEAR
from tests.conftest import SiteCase
from tests.preview.conftest import SITES, Tab, running


def page(text: str) -> str:
    return f"---\ntitle: Home\n---\n\n{text}\n"


def test_config_data_theme_and_static_files_are_all_live(project: SiteCase) -> None:
    with running(project) as preview:
        project.write("content/site.yaml", "person: {name: Grace Hopper}\n")
        preview.shows("Grace Hopper")
        project.write("content/index.md", page(":::{publications}\n:::"))
        project.write("content/publications.yaml", "- id: goat\n  title: Alpine Goats\n"
                      "  authors: [Ada Lovelace]\n  date: 2023\n")  # fmt: skip
        preview.shows("Alpine Goats")
        project.write("static/pdf/x.txt", "a new file in a new folder")
        preview.shows("a new file", "/pdf/x.txt")
        shutil.copytree(SITES / "own-theme", project.root, dirs_exist_ok=True)
        preview.shows("mark1")
        home = project.root / "themes/own/templates/home.html"
        home.write_text(home.read_text().replace("mark1", "mark2"))
        preview.shows("mark2")
        # A page is there before its build says so; the build of the next edit begins after that.
        project.write("themes/own/assets/own.css", "body { color: green }\n")
        preview.shows("green", "/assets/own.css")
        tab = Tab(preview)
        project.write("themes/own/assets/own.css", "body { color: blue }\n")
        preview.until(lambda: tab.told != [], "the style sheet")
        assert {*tab.told} == {"/assets/own.css"}, "it swaps, and no page is loaded anew"
        preview.shows("blue", "/assets/own.css")


def test_a_mistake_is_told_in_the_page_and_in_the_terminal_until_it_is_mended(
    project: SiteCase,
) -> None:
    with running(project) as preview:
        tab = Tab(preview)
        project.write("content/index.md", page("<b>\n\n[x](nowhere.md)"))
        preview.says(r"content/index\.md:7:5: error: this link leads nowhere")
        preview.says(r"    7 \| \[x\]\(nowhere\.md\)")
        preview.says("not built: what you see is the last good page")
        preview.until(lambda: tab.told == ["/__masthead/status"], "the push")
        (mistake,) = preview.status()["mistakes"]
        assert mistake["place"] == "content/index.md:7:5"
        assert "7 | [x](nowhere.md)\n      |     ^" in mistake["text"]
        assert "Hello." in preview.ask("/").text
        project.write("content/index.md", page("Mended."))
        preview.says("fixed; built")
        # The page is loaded anew as soon as it is made; the mistake goes when all others are.
        expected = ["/__masthead/status", "*", "/__masthead/status"]
        preview.until(lambda: tab.told == expected, "the reload")
        assert preview.status()["mistakes"] == []
        assert "Mended." in preview.ask("/").text
        settings = (project.root / "content/site.yaml").read_text("utf-8")
        project.write("content/site.yaml", "person: {name: [}\n")
        preview.says(r"content/site\.yaml:1:\d+: error")
        project.write("content/site.yaml", settings)
        preview.until(lambda: tab.told[3:] == ["/__masthead/status"] * 2, "no page has changed")
        assert preview.status()["mistakes"] == []


def test_a_save_during_a_build_is_never_lost(project: SiteCase) -> None:
    with running(project) as preview:
        for number in range(15):  # with and without rests, so that some fall into each stage
            project.write("content/index.md", page(f"state {number}."))
            threading.Event().wait(number % 7 / 100)
        preview.shows("state 14.")


@pytest.mark.slow
def test_a_file_that_is_read_half_written_is_no_mistake(project: SiteCase) -> None:
    path = project.root / "content" / "publications.yaml"
    whole = "- id: goat\n  title: Alpine Goats\n  authors: [Ada Lovelace]\n  date: 2023\n"
    project.write("content/publications.yaml", whole)
    project.write("content/index.md", page("[](cite:goat) {cite}`goat`\n\n:::{publications}\n:::"))
    slowest = 0.0
    with running(project) as preview:
        for number in range(5):
            begin = time.monotonic()
            with path.open("w") as file:  # an editor that empties, and takes its time to write
                file.write(whole[:20])
                file.flush()
                os.fsync(file.fileno())
                threading.Event().wait(0.05)
                file.write(whole[20:].replace("Goats", f"Goats {number}"))
            slowest = max(slowest, time.monotonic() - begin)
            preview.shows(f"Goats {number}")
        # Where this test had to wait in the midst of a file, the file was left half-written.
        mistakes = [line for line in preview.lines if "error" in line]
        assert not mistakes or slowest > NEAR / 2, "\n".join(preview.lines)


@pytest.mark.slow
def test_where_asked_it_looks_for_changes_instead_of_waiting(project: SiteCase) -> None:
    with running(project, "--poll") as preview:
        before: str = preview.status()["version"]
        assert f'data-version="{before}"' in preview.ask("/").text
        project.write("content/index.md", page("Found."))
        preview.shows("Found.")
        # So a page that missed the change can tell, once the build has said what changed.
        preview.until(lambda: preview.status()["version"] != before, "the version")
        assert f'data-version="{before}"' not in preview.ask("/").text
