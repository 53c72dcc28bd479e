"""`masthead theme`: files copied out of the theme, and what becomes of them later."""

from pathlib import Path

import pytest

from generator.commands.terminal import CommandError
from generator.commands.theme import ThemeFiles
from generator.disk import OwnFolder
from tests.commands import said_by
from tests.conftest import REPOSITORY, SiteCase

pytestmark = pytest.mark.broadsheet

FOOTER = "templates/parts/footer.html"


PACKAGED = REPOSITORY / "themes/base"
"""The theme below all others."""


def run(site: SiteCase, *words: str, code: int = 0) -> str:
    return said_by("theme", *words, "--project", str(site.root), code=code)


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text("utf-8") + text, "utf-8")


def test_a_copy_goes_before_the_packaged_file_and_changes_nothing_by_itself(site: SiteCase) -> None:
    before = site.build().bytes()
    run(site, "eject", FOOTER)
    assert site.build(strict=True).bytes() == before
    append(site.root / f"themes/broadsheet/{FOOTER}", "<p>Changed by me</p>\n")
    assert "Changed by me" in site.build(strict=True).read("index.html")


@pytest.mark.parametrize(
    "name", ["assets/style.css.jinja", "theme.yaml", "cv/classic.typ", "icons/pdf.svg"]
)
def test_styles_and_designs_can_be_copied_too(site: SiteCase, name: str) -> None:
    before = site.build().bytes()
    run(site, "eject", name)
    files = (PACKAGED.parent / theme / name for theme in ("broadsheet", "base"))
    theirs = next(file for file in files if file.exists())
    assert (site.root / "themes/broadsheet" / name).read_bytes() == theirs.read_bytes()
    assert site.build(strict=True).bytes() == before
    said = run(site, "diff")
    assert f"{name}: the same as Masthead's; the copy can be deleted" in said


def test_a_copy_is_never_written_over_and_the_file_of_masthead_is_printed(site: SiteCase) -> None:
    site.write(f"themes/broadsheet/{FOOTER}", "mine")
    said = run(site, "eject", "page.html", "footer.html", code=2)
    assert f"themes/broadsheet/{FOOTER}" in said
    assert (site.root / f"themes/broadsheet/{FOOTER}").read_text("utf-8") == "mine"
    assert not (site.root / "themes/broadsheet/templates/page.html").exists()
    assert run(site, "print", "footer.html") == (PACKAGED / FOOTER).read_text("utf-8")


def test_a_diff_shows_how_a_copy_differs_from_the_file_of_today(site: SiteCase) -> None:
    run(site, "eject", FOOTER, "page.html")
    copy = site.root / f"themes/broadsheet/{FOOTER}"
    copy.write_bytes(copy.read_bytes().replace(b"\n", b"\r\n"))
    assert f"{FOOTER}: the same" in run(site, "diff"), "line ends of Windows are no difference"
    first, rest = copy.read_text("utf-8").split("\n", 1)
    copy.write_text(f"{rest}<p>mine</p>\n", "utf-8")
    said = run(site, "diff")
    assert f"--- {FOOTER} (Masthead)\n+++ {FOOTER} (yours)\n" in said
    assert f"\n-{first}\n" in said and "\n+<p>mine</p>\n" in said
    assert "templates/page.html: the same" in said
    assert first not in run(site, "diff", "page.html")


def test_a_theme_of_ones_own_takes_copies_of_the_one_that_it_extends(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: mine\n")
    site.write("themes/mine/theme.yaml", "extends: broadsheet\n")
    site.write("themes/mine/templates/page.html", "nothing of Masthead's")
    run(site, "eject", FOOTER)
    copy = site.root / "themes/mine" / FOOTER
    assert copy.read_bytes() == (PACKAGED / FOOTER).read_bytes()
    run(site, "eject", "page.html", code=2)  # there is one already


@pytest.mark.parametrize(
    ("command", "typed", "hint"),
    [
        ("eject", "templates/pge.html", 'did you mean "templates/page.html"?'),
        ("print", "fotter.html", f'did you mean "{FOOTER}"?'),
        ("diff", "qqqqqq", "theme files"),
    ],
)
def test_an_unknown_file_is_told_what_may_be_meant(
    site: SiteCase, command: str, typed: str, hint: str
) -> None:
    site.write("content/site.yaml", "persn: 1\ntheme: {name: broadsheet, nope: 1}\n")  # mistakes
    said = run(site, command, typed, code=2)
    assert f'no file "{typed}"' in said and hint in said
    assert not (site.root / "themes").exists()


def test_a_file_of_the_theme_that_was_not_copied_is_told_so(site: SiteCase) -> None:
    run(site, "eject", FOOTER)
    said = run(site, "diff", "page.html", code=2)
    assert '"templates/page.html" was not copied from the theme' in said
    assert "masthead theme eject templates/page.html" in said


def test_the_end_of_a_path_is_enough_where_only_one_file_has_it(tmp_path: Path) -> None:
    names = ["templates/page.html", "templates/parts/page.html", "assets/a.css"]
    files = ThemeFiles(OwnFolder(tmp_path), "t", dict.fromkeys(names, ""))
    assert files.named("a.css") == "assets/a.css"
    assert files.named("parts/page.html") == "templates/parts/page.html"
    assert files.named("themes/t/templates/page.html") == "templates/page.html"
    with pytest.raises(CommandError, match=r"templates/page\.html or templates/parts/page\.html"):
        files.named("page.html")


def test_a_list_names_every_file_and_marks_copies(site: SiteCase) -> None:
    run(site, "eject", FOOTER)
    lines = run(site, "files").splitlines()
    assert f"* {FOOTER}  (base)" in lines and "  templates/page.html  (base)" in lines
    themes = [PACKAGED, PACKAGED.parent / "broadsheet"]
    files = {p.relative_to(theme) for theme in themes for p in theme.rglob("*") if p.is_file()}
    assert len([line for line in lines if line[:2] in ("* ", "  ")]) == len(files)
    assert "  assets/theme.css  (broadsheet)" in lines
    assert not any("\\n" in line for line in lines)
