"""Sites on GitLab and on a server: the lines that `masthead new` writes do what a folder can show."""

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
import yaml

from generator.hosting.hosts import HOSTS, PUBLISHERS, Host
from generator.scaffold import Answers, site_files
from tests.conftest import PATIENCE, REPOSITORY, files_below, masthead

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the lines are for shells")
NEEDS_RSYNC = pytest.mark.skipif(not shutil.which("rsync"), reason="rsync is not installed")
IDENTITY = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}  # fmt: skip


def git(site: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=site, check=True, capture_output=True, text=True,
                          env={**os.environ, **IDENTITY})  # fmt: skip
    return done.stdout.strip()


def new(folder: Path, host: str, *more: str) -> Path:
    done = masthead("new", "site", "--yes", "--host", host, *more, cwd=folder)
    assert done.returncode == 0, done.stderr
    site = folder / "site"
    for words in (("init", "-qb", "main"), ("add", "-A"), ("commit", "-qm", "A site")):
        git(site, *words)
    return site


def shell(lines: str, site: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run lines as a runner does, with a `masthead` that is this one; pip has nothing to do."""
    commands = site.parent / "commands"
    commands.mkdir(exist_ok=True)
    for name, line in (
        ("masthead", f'PYTHONPATH={REPOSITORY} exec {sys.executable} -m generator "$@"'),
        ("pip", "exit 0"),
    ):
        (commands / name).write_text(f"#!/bin/sh\n{line}\n")
        (commands / name).chmod(0o755)
    lines = lines.replace("python -m pip ", "pip ")
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", lines], cwd=site, capture_output=True, text=True, check=False,
        timeout=PATIENCE * 4, env={**os.environ, **IDENTITY, "PATH": path, **more},
    )  # fmt: skip


def job(site: Path, name: str, **variables: str) -> subprocess.CompletedProcess[str]:
    pipeline = yaml.safe_load((site / ".gitlab-ci.yml").read_text("utf-8"))
    lines = [*pipeline["default"]["before_script"], *pipeline[name]["script"]]
    return shell("\n".join(lines), site, **variables)


@pytest.mark.parametrize(
    ("host", "file"),
    [("github", ".github/workflows/pages.yml"), ("gitlab", ".gitlab-ci.yml"), ("rsync", "publish.sh")],
)  # fmt: skip
def test_a_new_site_has_what_publishes_it_on_its_host_and_nothing_for_another(
    host: Host, file: str
) -> None:
    publishers = {".github/workflows/pages.yml", ".gitlab-ci.yml", "publish.sh"}
    assert publishers & site_files(Answers(host=host), date(2026, 3, 1)).keys() == {file}


@pytest.mark.slow
def test_on_gitlab_a_user_names_the_address(tmp_path: Path) -> None:
    site = new(tmp_path, "gitlab", "--url", "Jin/notes")
    config = yaml.safe_load((site / "content/site.yaml").read_text("utf-8"))
    assert config["url"] == "https://jin.gitlab.io/notes/"
    assert config["person"]["links"] == {"gitlab": "https://gitlab.com/Jin"}
    done = masthead("new", "other", "--yes", "--host", "rsync", "--url", "jin", cwd=tmp_path)
    assert done.returncode == 2 and "is not the address of a site" in done.stderr
    assert not (tmp_path / "other").exists()


@pytest.mark.slow
def test_a_merge_request_on_gitlab_is_checked_and_the_main_branch_published(tmp_path: Path) -> None:
    site = new(tmp_path, "gitlab")
    base = git(site, "rev-parse", "HEAD")
    git(site, "switch", "-qc", "my-news")
    news = site / "content/news.yaml"
    text = news.read_text("utf-8")
    news.write_text(text + "- date: 2026-02-30\n  text: Lin is here.\n", "utf-8")
    done = job(site, "check", CI_MERGE_REQUEST_DIFF_BASE_SHA=base, CI_PROJECT_DIR=str(site))
    assert done.returncode == 1 and not (site / "public").exists()
    (found,) = [one for one in json.loads((site / "findings.json").read_text("utf-8"))
                if one["severity"] == "major"]  # fmt: skip
    assert found["location"] == {
        "path": "content/news.yaml", "lines": {"begin": len(text.splitlines()) + 1}
    }  # fmt: skip
    assert "there is no such day" in found["description"]
    assert "there is no such day" in done.stderr, "the log says it, too"

    news.write_text(text + "- date: 2026-02-28\n  text: Lin is here.\n", "utf-8")
    done = job(site, "check", CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
    assert done.returncode == 0, done.stderr
    assert "Lin is here." in (site / "words.txt").read_text("utf-8")
    assert (site / "public/index.html").is_file()

    done = job(site, "pages", CI_PAGES_URL="https://ada.pages.example.org/site")
    assert done.returncode == 0, done.stderr
    page = (site / "public/index.html").read_text("utf-8")
    assert re.search(r'rel="canonical" href="https://ada\.pages\.example\.org/site/"', page)


def test_gitlab_publishes_from_the_main_branch_only_and_knows_no_secret() -> None:
    files = site_files(Answers(host="gitlab"), date(2026, 3, 1))
    pipeline = yaml.safe_load(files[".gitlab-ci.yml"])
    is_request = '$CI_PIPELINE_SOURCE == "merge_request_event"'
    is_main = f"$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && {is_request.replace('==', '!=')}"
    assert pipeline["pages"]["rules"] == [{"if": is_main}]
    assert pipeline["pages"]["artifacts"]["paths"] == ["public"]
    assert pipeline["check"]["rules"] == [{"if": is_request}]
    variables = set(re.findall(r"\$\{?(\w+)", json.dumps(pipeline)))
    assert {name for name in variables if not name.startswith("CI_")} == {"before"}


@pytest.mark.parametrize("host", HOSTS)
def test_in_chinese_only_comments_and_what_is_printed_are_different(host: Host) -> None:
    english, chinese = (
        site_files(Answers(host=host, languages=(lang,)), date(2026, 3, 1))[PUBLISHERS[host]]
        for lang in ("en", "zh")
    )
    said = re.compile(r"^ *#.*\n| # .*|name: .*|(?:echo|stop) [\"'].*", re.MULTILINE)
    plain = [said.sub("", file.decode()) for file in (english, chinese)]
    assert plain[0] == plain[1]
    words = "".join(said.findall(chinese.decode()))
    assert not re.search(r"\b[a-z]+ [a-z]+ [a-z]+ [a-z]+", words), words


@pytest.fixture
def served(tmp_path: Path) -> Path:
    site = new(tmp_path, "rsync", "--url", "https://faculty.example.edu/~jin/")
    (site / "static").mkdir(exist_ok=True)
    (site / "static/talk.txt").write_text("Slides")
    git(site, "add", "static")
    git(site, "commit", "-qm", "Slides")
    git(site, "config", "masthead.target", f"{tmp_path / 'public_html'}")
    return site


@NEEDS_RSYNC
@pytest.mark.slow
def test_the_script_sends_the_site_and_removes_nothing_unasked(
    served: Path, tmp_path: Path
) -> None:
    public = tmp_path / "public_html"
    public.mkdir()
    (public / "course.html").write_text("Mine")
    done = shell("sh publish.sh", served)
    assert done.returncode == 1 and "course.html\n" in done.stderr, "it is not in the site"
    assert [path.name for path in public.iterdir()] == ["course.html"], "nothing was sent"
    (public / "course.html").unlink()
    (public / "assets").mkdir()
    (public / "assets/style.0123456789.css").write_text("old")
    done = shell("sh publish.sh --dry-run", served)
    assert done.returncode == 0 and "index.html" in done.stdout
    assert not (public / "index.html").exists()
    done = shell("sh publish.sh", served)
    assert done.returncode == 0, done.stderr
    assert files_below(public) == files_below(served / "_site")
    assert (public / "index.html").stat().st_mode & 0o444 == 0o444

    git(served, "rm", "-q", "static/talk.txt")
    assert "commit your changes first" in shell("sh publish.sh", served).stderr
    git(served, "commit", "-qm", "No slides")
    done = shell("sh publish.sh", served)
    assert done.returncode == 1 and "talk.txt\n" in done.stderr and (public / "talk.txt").exists()
    done = shell("sh publish.sh --delete", served)
    assert done.returncode == 0 and not (public / "talk.txt").exists(), done.stderr


@NEEDS_RSYNC
@pytest.mark.slow
def test_the_script_checks_a_branch_and_sends_only_the_main_one(
    served: Path, tmp_path: Path
) -> None:
    git(served, "switch", "-qc", "my-news")
    news = served / "content/news.yaml"
    text = news.read_text("utf-8")
    news.write_text(text + "- date: 2026-02-30\n  text: Lin is here.\n", "utf-8")
    done = shell("sh publish.sh --check", served)
    assert done.returncode == 1 and "there is no such day" in done.stdout
    news.write_text(text + "- date: 2026-02-28\n  text: Lin is here.\n", "utf-8")
    git(served, "commit", "-qam", "News")
    done = shell("sh publish.sh --check", served)
    assert done.returncode == 0 and "Lin is here." in done.stdout, done.stderr
    done = shell("sh publish.sh", served)
    assert done.returncode == 1 and "only the branch main is sent" in done.stderr
    assert not (tmp_path / "public_html").exists()
    for target in ("jin@faculty.example.edu:", "jin@faculty.example.edu:~/", "/"):
        git(served, "config", "masthead.target", target)
        assert "is a whole home or disk" in shell("sh publish.sh --dry-run", served).stderr
    git(served, "config", "--unset", "masthead.target")
    assert "git config masthead.target jin@" in shell("sh publish.sh", served).stderr


@pytest.mark.parametrize(
    ("host", "way_out"),
    [
        ("gitlab", "git push; or delete"),
        pytest.param("rsync", "sh publish.sh; or delete", marks=pytest.mark.slow),
    ],
)
def test_deploy_says_what_publishes_the_site(tmp_path: Path, host: str, way_out: str) -> None:
    site = new(tmp_path, host)
    git(site, "remote", "add", "origin", "https://git.example.edu/jin/site.git")
    done = masthead("deploy", cwd=site)
    assert done.returncode == 1 and way_out in done.stderr, done.stderr
