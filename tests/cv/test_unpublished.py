"""A CV for a few readers: it is built, and no part of the site."""

from pathlib import Path

import pytest

from tests.conftest import SiteCase, masthead
from tests.cv.conftest import read_pdf

pytestmark = pytest.mark.broadsheet

PDF = "_unpublished/private.pdf"


@pytest.fixture
def private(cv: SiteCase) -> SiteCase:
    """The site has a public CV, and one with a referee that is not published."""
    cv.write(
        "content/references.yaml", "- {name: Charles Babbage, phone: '+00 1', visibility: pdf}\n"
    )
    cv.write(
        "content/cv/private.yaml",
        "extends: resume\npublish: false\nsections: [{of: awards}, {of: references}]\n",
    )
    return cv


def build(site: SiteCase, *more: str) -> str:
    run = masthead("build", *more, cwd=site.root)
    assert run.returncode == 0, run.stderr
    return run.stdout


def names(folder: Path) -> set[str]:
    found = folder.rglob("*")
    return {path.relative_to(folder).as_posix() for path in found if path.is_file()}


def test_its_pdf_lies_beside_the_site_where_git_does_not_look(private: SiteCase) -> None:
    said = build(private)
    assert "never deployed: 1 PDF in _unpublished" in said.replace(f"{private.root}/", "")
    assert "Charles Babbage" in read_pdf(private.root / PDF).text
    assert names(private.root / "_unpublished") == {".gitignore", "private.pdf"}
    assert (private.root / "_unpublished/.gitignore").read_text() == "*\n"
    assert {name for name in names(private.output) if "private" in name} == set()
    assert "pdf/resume.pdf" in names(private.output)
    for path in names(private.output):
        assert b"Babbage" not in (private.output / path).read_bytes(), path


def test_it_goes_when_the_cv_is_published_and_comes_back(private: SiteCase) -> None:
    build(private)
    text = (private.root / "content/cv/private.yaml").read_text()
    private.write("content/cv/private.yaml", text.replace("publish: false", "publish: true"))
    build(private)
    assert names(private.root / "_unpublished") == {".gitignore"}
    assert "pdf/private.pdf" in names(private.output)
    private.write("content/cv/private.yaml", text)
    build(private)
    assert (private.root / PDF).exists()
    assert "pdf/private.pdf" not in names(private.output)


def test_a_further_build_makes_nothing(private: SiteCase) -> None:
    build(private)
    before = (private.root / PDF).stat()
    build(private)
    build(private, "--output", "elsewhere")
    assert (private.root / PDF).stat() == before
    assert not (private.root / "elsewhere/private.pdf").exists()


def test_a_site_without_such_a_cv_has_no_such_folder(cv: SiteCase) -> None:
    build(cv)
    assert not (cv.root / "_unpublished").exists()


def test_a_link_to_it_leads_nowhere(private: SiteCase) -> None:
    private.write("content/index.md", "---\ntitle: Home\n---\n\n[CV](/pdf/private.pdf)\n")
    run = masthead("build", cwd=private.root)
    assert run.returncode == 1 and "/pdf/private.pdf" in run.stderr
