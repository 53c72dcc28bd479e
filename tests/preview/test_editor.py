"""The command that opens the author's editor, and the line that says the words on a page."""

import shlex
import shutil
from pathlib import Path

import pytest

from generator.model.files import ProjectFolders
from generator.preview.editor import EditorError, command_for, line_that_says, open_editor
from tests.cases import rows
from tests.conftest import SiteCase

FILE = Path("/site/content/a b.md")


@pytest.mark.parametrize(
    ("editor", "command"), rows("editors", "How editors are told the line 7 and column 3 of a file")
)
def test_each_editor_is_told_the_line_in_its_own_way(editor: str, command: str) -> None:
    assert command_for(editor, FILE, 7, 3) == shlex.split(command)


NO_WINDOW = ["vim", "nvim -p", "/usr/bin/nano", "emacs -nw", "emacsclient -t"]


@pytest.mark.parametrize("editor", [*NO_WINDOW, "", "  "])
def test_an_editor_of_the_terminal_or_none_is_refused_with_the_way_out(editor: str) -> None:
    reason = "needs a terminal" if editor.strip() else "no editor is configured"
    with pytest.raises(EditorError, match=rf"{reason}.*MASTHEAD_EDITOR"):
        command_for(editor, FILE, 1, 1)


def test_a_command_that_cannot_be_read_or_run_is_a_message() -> None:
    with pytest.raises(EditorError, match="cannot be read"):
        command_for('code "', FILE, 1, 1)
    with pytest.raises(EditorError, match="cannot run no-such-editor"):
        open_editor(["no-such-editor", "x"])


def test_a_file_name_is_never_a_part_of_a_command() -> None:
    nasty = Path("/site/content/$(touch x); {line} `id` --wait.md")
    assert command_for("code {file}:{line}", nasty, 7, 3) == ["code", f"{nasty}:7"]
    assert command_for("ed1 +{line} {file}", nasty, 7, 3) == ["ed1", "+7", str(nasty)]


@pytest.fixture
def project(site: SiteCase) -> ProjectFolders:
    shutil.copytree(Path(__file__).parent / "sites/goats", site.root, dirs_exist_ok=True)
    return ProjectFolders(site.root)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I study mountain goats with care.", "content/index.md:5:1"),
        ("我研究山羊的时间观念。", "content/index.md:7:1"),
        ("Ada Lovelace, Wei Zhang: The Great Observation of Alpine Time. 2023",
         "content/publications.yaml:2:3"),
        ("The Small Observation of Time Ada Lovelace", "content/publications.yaml:6:3"),
        ("Built with Masthead", "None"),
        ("", "None"),
    ],
)  # fmt: skip
def test_the_line_that_says_it_is_found_in_the_page_s_own_source_first(
    site: SiteCase, project: ProjectFolders, text: str, place: str
) -> None:
    site.write("content/a.md", "I study mountain goats with care.\n")
    assert str(line_that_says(text, "content/index.md", project)) == place
