"""The command that opens the author's editor."""

from pathlib import Path

import pytest

from generator.preview.editor import EditorError, command_for, open_editor

FILE = Path("/site/content/a b.md")


@pytest.mark.parametrize(
    ("editor", "command"),
    [
        ("code", ["code", "--goto", "/site/content/a b.md:7:3"]),
        ("/usr/bin/codium -n", ["/usr/bin/codium", "-n", "--goto", "/site/content/a b.md:7:3"]),
        ("subl", ["subl", "/site/content/a b.md:7:3"]),
        ("zed", ["zed", "/site/content/a b.md:7:3"]),
        ("emacsclient", ["emacsclient", "+7", "/site/content/a b.md"]),
        ("gvim", ["gvim", "+7", "/site/content/a b.md"]),
        ("mine", ["mine", "/site/content/a b.md"]),
        ("code --goto {file}:{line}", ["code", "--goto", "/site/content/a b.md:7"]),
        ("foot vim +{line} {file}", ["foot", "vim", "+7", "/site/content/a b.md"]),
        ('"/opt/my editor" -l{line} -c{column} {file}',
         ["/opt/my editor", "-l7", "-c3", "/site/content/a b.md"]),
    ],
)  # fmt: skip
def test_each_editor_is_told_the_line_in_its_own_way(editor: str, command: list[str]) -> None:
    assert command_for(editor, FILE, 7, 3) == command


@pytest.mark.parametrize(
    "editor", ["vim", "nvim -p", "/usr/bin/nano", "emacs -nw", "emacsclient -t"]
)
def test_an_editor_of_the_terminal_is_refused_with_the_way_out(editor: str) -> None:
    with pytest.raises(EditorError, match=r"needs a terminal.*MASTHEAD_EDITOR"):
        command_for(editor, FILE, 1, 1)


@pytest.mark.parametrize("editor", ["", "  "])
def test_without_an_editor_the_way_to_configure_one_is_said(editor: str) -> None:
    with pytest.raises(EditorError, match=r"no editor is configured.*MASTHEAD_EDITOR"):
        command_for(editor, FILE, 1, 1)


def test_a_command_that_cannot_be_read_is_a_message() -> None:
    with pytest.raises(EditorError, match="cannot be read"):
        command_for('code "', FILE, 1, 1)


def test_a_file_name_is_never_a_part_of_a_command() -> None:
    nasty = Path("/site/content/$(touch x); {line} `id` --wait.md")
    assert command_for("code {file}:{line}", nasty, 7, 3) == ["code", f"{nasty}:7"]
    assert command_for("ed1 +{line} {file}", nasty, 7, 3) == ["ed1", "+7", str(nasty)]


def test_a_program_that_is_not_there_is_a_message() -> None:
    with pytest.raises(EditorError, match="cannot run no-such-editor"):
        open_editor(["no-such-editor", "x"])
