"""Files that are too large: for readers, and for GitHub."""

import os
from pathlib import Path

import pytest

from generator.api import BuildRequest, build
from generator.check import check_on
from generator.model.files import ProjectFolders
from generator.problems import SiteError
from tests.check.checking import check
from tests.conftest import SiteCase
from tests.pictures.drawing import photo, saved

MIB = 1024 * 1024


def sparse(site: SiteCase, path: str, size: int) -> None:
    """Write a file that is large and takes no room."""
    site.write(path, b"")
    os.truncate(site.root / path, size)


@pytest.mark.slow
def test_a_file_that_github_refuses_is_an_error_before_anything_is_deployed(
    site: SiteCase, tmp_path: Path
) -> None:
    sparse(site, "static/data.bin", 100 * MIB + 1)
    assert check(site.root).said() == [
        "static/data.bin: error: this file is 104.9 MB, and GitHub takes no more than 100 MiB "
        "[file-refused-by-github]"
    ]
    sparse(site, "static/data.bin", 100 * MIB)
    assert check(site.root).said() == []


def test_a_build_that_checks_writes_nothing_that_github_would_refuse(site: SiteCase) -> None:
    sparse(site, "static/data.bin", 100 * MIB + 1)
    request = BuildRequest(project=ProjectFolders(site.root), output=site.output, check=check_on())
    with pytest.raises(SiteError) as stopped:
        build(request)
    assert [problem.rule for problem in stopped.value.problems] == ["file-refused-by-github"]
    assert not (site.output / "index.html").exists()
    site.delete("static/data.bin").write("content/skills.yaml", "- label: TODO\n")
    report = build(request)
    assert [problem.rule for problem in report.warnings] == ["placeholder-text"]
    assert (site.output / "index.html").exists()


def test_large_pictures_are_warned_of_and_files_up_to_the_limits_are_right(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\npictures: false\n")
    sparse(site, "static/img/a.JPG", 1_000_001)
    sparse(site, "static/img/b.jpg", 1_000_000)
    sparse(site, "static/data.bin", 30_000_000)
    assert check(site.root).said() == [
        "static/img/a.JPG: warning: this picture is 1.0 MB [picture-too-large]",
    ]


def test_a_photo_of_which_pages_send_copies_may_be_large(site: SiteCase) -> None:
    site.write("static/a.jpg", saved(photo(), "JPEG") + b"\0" * 2_000_000)
    assert check(site.root).said() == []


def test_a_broken_link_of_a_template_is_told_once(site: SiteCase) -> None:
    """It may stand on thousands of pages."""
    site.write("themes/mine/theme.yaml", "extends: bare\n")
    site.write("themes/mine/templates/publication.html", '<p><a href="/gone/">x</a></p>\n')
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: {name: mine}\n")
    papers = "".join(f"- {{id: p{n}, title: Paper {n}, authors: [A B]}}\n" for n in range(5))
    site.write("content/publications.yaml", papers)
    file = "content/publications.yaml"
    assert [said for said in check(site.root).said() if "/gone/" in said] == [
        f'{file}: error: a link on /publications/p0/ leads nowhere: "/gone/" [link-broken]'
    ]


def test_a_wrong_address_of_a_person_is_one_finding(site: SiteCase) -> None:
    site.write("content/people.yaml", "- {name: Bo Li, url: 'htps//bo.example'}\n")
    papers = "".join(f"- {{id: p{n}, title: P, authors: [Bo Li], date: 2024}}\n" for n in range(3))
    site.write("content/publications.yaml", papers)
    found = [one for one in check(site.root).said() if "bo.example" in one]
    assert found == ['content/people.yaml:1:22: error: "htps//bo.example" is not a URL [build]']
