"""`masthead theme`: files copied out of the theme, and what becomes of them later."""

from pathlib import Path

import pytest

from generator import cli
from generator.commands.theme import ThemeFiles
from generator.disk.own_folder import OwnFolder
from tests.conftest import REPOSITORY, SiteCase

pytestmark = pytest.mark.broadsheet

FOOTER = "templates/parts/footer.html"


PACKAGED = REPOSITORY / "themes/base"
"""The theme below all others."""


def run(site: SiteCase, *words: str) -> int:
    return cli.main(["theme", *words, "--project", str(site.root)])


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text("utf-8") + text, "utf-8")


def test_a_copy_goes_before_the_packaged_file_and_changes_nothing_by_itself(site: SiteCase) -> None:
    before = site.build().bytes()
    assert run(site, "eject", FOOTER) == 0
    assert site.build(strict=True).bytes() == before
    append(site.root / f"themes/broadsheet/{FOOTER}", "<p>Changed by me</p>\n")
    assert "Changed by me" in site.build(strict=True).read("index.html")


@pytest.mark.parametrize(
    "name",
    ["assets/style.css.jinja", "theme.yaml", "cv/classic.typ", "icons/pdf.svg"],
)
def test_styles_and_designs_can_be_copied_too(
    site: SiteCase, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = site.build().bytes()
    assert run(site, "eject", name) == 0
    files = (PACKAGED.parent / theme / name for theme in ("broadsheet", "base"))
    theirs = next(file for file in files if file.exists())
    assert (site.root / "themes/broadsheet" / name).read_bytes() == theirs.read_bytes()
    assert site.build(strict=True).bytes() == before
    capsys.readouterr()
    assert run(site, "diff") == 0
    assert f"{name}: the same as Masthead's; the copy can be deleted" in capsys.readouterr().out


def test_a_copy_is_never_written_over(site: SiteCase, capsys: pytest.CaptureFixture[str]) -> None:
    site.write(f"themes/broadsheet/{FOOTER}", "mine")
    assert run(site, "eject", "page.html", "footer.html") == 2
    assert f"themes/broadsheet/{FOOTER}" in capsys.readouterr().err
    assert (site.root / f"themes/broadsheet/{FOOTER}").read_text("utf-8") == "mine"
    assert not (site.root / "themes/broadsheet/templates/page.html").exists()


def test_a_diff_shows_how_a_copy_differs_from_the_file_of_today(
    site: SiteCase, capsys: pytest.CaptureFixture[str]
) -> None:
    run(site, "eject", FOOTER, "page.html")
    copy = site.root / f"themes/broadsheet/{FOOTER}"
    first, rest = copy.read_text("utf-8").split("\n", 1)
    copy.write_text(f"{rest}<p>mine</p>\n", "utf-8")
    capsys.readouterr()
    assert run(site, "diff") == 0
    said = capsys.readouterr().out
    assert f"--- {FOOTER} (Masthead)\n+++ {FOOTER} (yours)\n" in said
    assert f"\n-{first}\n" in said and "\n+<p>mine</p>\n" in said
    assert "templates/page.html: the same" in said
    assert run(site, "diff", "page.html") == 0
    assert first not in capsys.readouterr().out


def test_line_ends_of_windows_are_no_difference(
    site: SiteCase, capsys: pytest.CaptureFixture[str]
) -> None:
    run(site, "eject", FOOTER)
    copy = site.root / "themes/broadsheet" / FOOTER
    copy.write_bytes(copy.read_bytes().replace(b"\n", b"\r\n"))
    capsys.readouterr()
    assert run(site, "diff") == 0
    assert f"{FOOTER}: the same" in capsys.readouterr().out


def test_a_theme_of_ones_own_takes_copies_of_the_one_that_it_extends(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: mine\n")
    site.write("themes/mine/theme.yaml", "extends: broadsheet\n")
    site.write("themes/mine/templates/page.html", "nothing of Masthead's")
    assert run(site, "eject", FOOTER) == 0
    copy = site.root / "themes/mine" / FOOTER
    assert copy.read_bytes() == (PACKAGED / FOOTER).read_bytes()
    assert run(site, "eject", "page.html") == 2, "there is one already"


def test_a_site_with_mistakes_has_a_theme_all_the_same(site: SiteCase) -> None:
    site.write("content/site.yaml", "persn: 1\ntheme: {name: broadsheet, nope: 1}\n")
    assert run(site, "eject", FOOTER) == 0


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("templates/pge.html", 'did you mean "templates/page.html"?'),
        ("fotter.html", f'did you mean "{FOOTER}"?'),
        ("qqqqqq", "theme files"),
    ],
)
def test_an_unknown_file_is_told_what_may_be_meant(
    site: SiteCase, typed: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, "eject", typed) == 2
    said = capsys.readouterr().err
    assert f'no file "{typed}"' in said and hint in said
    assert not (site.root / "themes").exists()


def test_a_file_of_the_theme_that_was_not_copied_is_told_so(
    site: SiteCase, capsys: pytest.CaptureFixture[str]
) -> None:
    run(site, "eject", FOOTER)
    assert run(site, "diff", "page.html") == 2
    said = capsys.readouterr().err
    assert '"templates/page.html" was not copied out of the theme' in said
    assert "masthead theme eject templates/page.html" in said
    assert run(site, "diff", "nope.html") == 2
    assert 'the theme has no file "nope.html"' in capsys.readouterr().err


def test_the_end_of_a_path_is_enough_where_only_one_file_has_it(tmp_path: Path) -> None:
    names = ["templates/page.html", "templates/parts/page.html", "assets/a.css"]
    files = ThemeFiles(OwnFolder(tmp_path), "t", dict.fromkeys(names, ""))
    assert files.named("a.css") == "assets/a.css"
    assert files.named("parts/page.html") == "templates/parts/page.html"
    assert files.named("themes/t/templates/page.html") == "templates/page.html"
    with pytest.raises(LookupError, match=r"templates/page\.html or templates/parts/page\.html"):
        files.named("page.html")


def test_a_list_names_every_file_and_marks_copies(
    site: SiteCase, capsys: pytest.CaptureFixture[str]
) -> None:
    run(site, "eject", FOOTER)
    capsys.readouterr()
    assert run(site, "files") == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"* {FOOTER}" in lines and "  templates/page.html" in lines
    themes = [PACKAGED, PACKAGED.parent / "broadsheet"]
    files = {p.relative_to(theme) for theme in themes for p in theme.rglob("*") if p.is_file()}
    assert len([line for line in lines if line[:2] in ("* ", "  ")]) == len(files)
    assert lines[0] == "of broadsheet:", "the nearest theme comes first"
    assert lines.index("of base:") < lines.index("  templates/page.html")
    assert lines.index("  assets/theme.css") < lines.index("of base:")
    assert not any("\\n" in line for line in lines)


def test_a_file_is_printed_as_masthead_has_it(
    site: SiteCase, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    site.write(f"themes/broadsheet/{FOOTER}", "mine")
    assert run(site, "print", "footer.html") == 0
    assert capfdbinary.readouterr().out == (PACKAGED / FOOTER).read_bytes()
    assert run(site, "print", "fotter.html") == 2


def test_outside_of_a_project_it_is_wrong_usage(tmp_path: Path) -> None:
    assert cli.main(["theme", "files", "--project", str(tmp_path)]) == 2
