"""What goes wrong between a machine and a site that people read."""

import http.server
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.check import check_on
from generator.model.files import ProjectFolders
from generator.problems import SiteError
from generator.publish.deploy import DeployRequest, Plan, deploy
from tests.cases import rows
from tests.publish.conftest import Author, said


def on_branch(author: Author, message: str = "Create CNAME", **files: str) -> str:
    """Commit files to the live branch as somebody else does: GitHub's own pages, or a person."""
    clone = author.site.root.parent / "clone"
    shutil.rmtree(clone, ignore_errors=True)
    author.git("clone", "-q", str(author.remote), str(clone), cwd=clone.parent)
    has_branch = "gh-pages" in author.git("branch", "--all", cwd=clone)
    author.git("switch", "-q", *(() if has_branch else ("--orphan",)), "gh-pages", cwd=clone)
    for name, text in files.items():
        path = clone / name.replace("__", ".").replace("_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    author.git("add", "--all", cwd=clone)
    author.git("commit", "-qm", message, cwd=clone)
    author.git("push", "-q", "origin", "HEAD:gh-pages", cwd=clone)
    return author.git("rev-parse", "HEAD", cwd=clone)


def test_a_domain_that_was_set_on_github_stays(author: Author) -> None:
    author.deploy()
    on_branch(author, CNAME="ada.example\n")
    assert not author.deploy(), "the domain alone is no reason for a commit"
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nNew words.\n")
    author.commit()
    author.deploy()
    assert author.live()["CNAME"] == b"ada.example\n"
    author.site.write("static/CNAME", "lovelace.example\n")
    author.commit()
    author.deploy()
    assert author.live()["CNAME"] == b"lovelace.example\n", "the site's own goes first"


def test_without_git_or_a_repository_it_says_how_to_get_one(author: Author, tmp_path: Path) -> None:
    run = author.masthead("deploy", PATH="/nowhere")
    assert run.returncode == 1
    assert "error: git is not installed here" in run.stderr
    assert "https://git-scm.com/downloads" in run.stderr
    plain = tmp_path / "plain"
    shutil.copytree(author.site.root, plain, ignore=shutil.ignore_patterns(".git"))
    run = author.masthead("deploy", cwd=plain)
    assert (run.returncode, run.stdout) == (1, "")
    assert "error: this project is not in a git repository" in run.stderr
    assert "git init" in run.stderr and "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("what", "words", "message", "way_out"), rows("hosting", "What keeps git from sending")
)
def test_what_keeps_git_from_sending_is_said_with_a_way_out(
    author: Author, what: str, words: str, message: str, way_out: str
) -> None:
    author.git(*words.split())
    (problem,) = author.refused()
    assert problem.message.startswith(message) and way_out in problem.hint


def test_a_remote_by_another_name_is_found_or_asked_for(author: Author) -> None:
    author.git("remote", "rename", "origin", "hub")
    author.deploy()
    author.git("remote", "add", "second", "/nowhere")
    (problem,) = author.refused()
    assert (problem.message, problem.hint) == (
        "no remote has this name, and none is called origin", "name one with --remote: hub, second"
    )  # fmt: skip
    (problem,) = author.refused(remote="third")
    assert problem.message.startswith("no remote has this name")
    assert not author.deploy(remote="hub")


def hook(author: Author, text: str) -> None:
    file = author.remote / "hooks/pre-receive"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


def test_a_push_that_the_server_declines_leaves_nothing_behind(author: Author) -> None:
    hook(author, "echo you shall not; exit 1")
    (problem,) = author.refused()
    assert problem.message == (
        "the server does not accept the commit: (pre-receive hook declined): you shall not"
    )
    assert "may protect the branch" in problem.hint
    assert author.git("branch", "--list") == "* main"


class Unfriendly(http.server.BaseHTTPRequestHandler):
    """A server that wants a password for everything."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="here"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""


@pytest.fixture
def unfriendly() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Unfriendly)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/ada/site.git"
    finally:
        server.shutdown()
        server.server_close()


def test_without_a_terminal_it_never_waits_for_a_password(author: Author, unfriendly: str) -> None:
    author.git("remote", "set-url", "origin", unfriendly)
    run = author.masthead("deploy", GIT_ASKPASS="")
    assert run.returncode == 1
    assert "error: the server does not let you in: " in run.stderr
    assert "terminal prompts disabled" in run.stderr and "git push origin" in run.stderr
    assert author.refused()[0].message.startswith("the server does not let you in: ")


@pytest.mark.parametrize("way", ["http://{}127.0.0.1:1/x.git", "ssh://{}127.0.0.1:1/x.git"])
def test_no_part_of_a_password_is_printed_whatever_its_letters(
    author: Author, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Some cannot stand in a URL as they are; people paste them nonetheless."""
    monkeypatch.setenv("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
    for password in ("s3cret", "s3@cret", "s3/cret", "s3%2Fcret", "s3%cret", "s3:cret", "s3?c#ret",
                     "7/cret"):  # fmt: skip
        author.git("remote", "set-url", "origin", way.format(f"ada:{password}@"))
        (problem,) = author.refused()
        told = f"{problem.where} {problem.message} {problem.hint}"
        assert "cret" not in told and "c#ret" not in told, password


def test_a_password_is_not_printed_wherever_it_was_given(author: Author) -> None:
    secret = "https://ada:s3/cr@et@x.example/site.git"
    for words in (
        ("deploy", "--remote", secret), ("diff", "--remote", secret), ("diff", "--against", secret),
        ("deploy", "--base-url", secret), ("build", "--base-url", "https://ada:cret@x.example/"),
        ("deploy", "--branch", secret), ("deploy", secret),
    ):  # fmt: skip
        run = author.masthead(*words)
        assert run.returncode in (1, 2), words
        assert "cr@et" not in run.stderr + run.stdout and ":cret" not in run.stderr, words
    author.git("config", f"url.{secret}/.insteadOf", "short:")
    author.git("remote", "set-url", "origin", "short:x.git")
    (problem,) = author.refused()
    assert problem.message.startswith("the password in this remote's address has characters")
    author.site.write("content/site.yaml", f"url: {secret}\nperson: {{name: Ada}}\n")
    assert "cr@et" not in author.masthead("build").stderr


def test_a_detached_head_deploys_what_is_checked_out(author: Author) -> None:
    author.git("switch", "-q", "--detach")
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nAside.\n")
    head = author.commit()
    author.deploy()
    assert not author.plans[-1].warnings and author.git("rev-parse", "HEAD") == head


def test_uncommitted_work_stops_it_and_is_named(author: Author) -> None:
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nOther.\n")
    author.site.write("static/new.txt", "new").delete("content/posts/2024-01-02-first.md")
    author.site.write("README.md", "not of the site")
    author.site.write("content/.about.md.swp", "an editor's").write("static/x~", "an editor's")
    (problem,) = author.refused()
    assert said([problem]) == [
        "content/about.md: error: not committed, so nobody could build this site again: "
        "content/about.md, content/posts/2024-01-02-first.md, static/new.txt"
    ]
    assert "--allow-dirty" in problem.hint
    author.git("config", "--global", "--unset", "user.name")
    assert len(author.refused()) == 2, "all that is wrong here is said at once"
    author.git("config", "--global", "user.name", "Ada")
    author.deploy(allows_dirty=True)
    assert [p.severity for p in author.plans[-1].warnings] == ["warning"]
    assert b"Other." in author.live()["about/index.html"]
    text = author.git("log", "-1", "--format=%B", "gh-pages", cwd=author.remote)
    assert text.rstrip().endswith("-dirty")


def test_a_branch_that_moved_meanwhile_is_not_overwritten(author: Author) -> None:
    author.deploy()
    other = author.site.root.parent / "other"
    author.git("clone", "-q", str(author.site.root), str(other), cwd=other.parent)
    author.git("remote", "set-url", "origin", str(author.remote), cwd=other)
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nMine.\n")
    author.commit()
    (other / "content/about.md").write_text("---\ntitle: About\n---\n\nTheirs.\n")
    theirs: list[str] = []

    def meanwhile(plan: Plan) -> None:
        request = DeployRequest(check=check_on(), project=ProjectFolders(other), allows_dirty=True)
        theirs.append(deploy(request, lambda plan: None))

    before = author.state()
    with pytest.raises(SiteError) as caught:
        deploy(DeployRequest(check=check_on(), project=ProjectFolders(author.site.root)), meanwhile)
    (problem,) = caught.value.problems
    assert problem.message.startswith("somebody else has deployed in the meantime; nothing was")
    assert "git pull" in problem.hint
    assert author.git("rev-parse", "gh-pages", cwd=author.remote) == theirs[0]
    assert author.state() == before
    author.deploy()
    parent = author.git("rev-parse", "gh-pages^", cwd=author.remote)
    assert parent == theirs[0], "the second time it follows"


def test_a_branch_that_others_made_is_left_as_it_is(author: Author) -> None:
    old = {"index__html": "<title>Old</title><p>Old site.", "cv_index__html": "My CV"}
    theirs = on_branch(author, "By hand", **old)
    (problem,) = author.refused()
    assert problem.message.startswith("this branch was not made by a deployment of Masthead")
    assert "--adopt" in problem.hint
    assert said(author.refused(adopts=True)) == [
        "origin/gh-pages: error: readers know the address /cv/, and it will lead nowhere"
    ]
    done = author.deploy(adopts=True, let_go=("/cv/",))
    log = author.git("log", "--format=%H", "gh-pages", cwd=author.remote).splitlines()
    assert log == [done, theirs], "its history stays"
    assert not author.deploy(), "from now on it is ours"


def test_what_somebody_changed_by_hand_is_not_lost_without_a_word(author: Author) -> None:
    author.deploy()
    on_branch(author, "Fix a typo", about_index__html="fixed", new__html="new")
    (problem,) = author.refused()
    assert "2 files (about/index.html, …) were changed on this branch by hand" in problem.message
    assert '"Fix a typo" by Ada' in problem.message
    author.deploy(adopts=True, let_go=("/new.html",))
    assert not author.deploy()


@pytest.mark.parametrize("adopts", [False, True])
def test_a_branch_with_sources_is_never_taken(author: Author, adopts: bool) -> None:
    author.git("push", "-q", "origin", "main", "main:work")
    (problem,) = author.refused(branch="main", adopts=adopts)
    assert "it is checked out here" in problem.message
    (problem,) = author.refused(branch="work", adopts=adopts)
    assert "content/site.yaml is on it" in problem.message


def test_a_branch_may_have_another_name_but_a_possible_one(author: Author) -> None:
    author.deploy(branch="live/site")
    assert "about/index.html" in author.live("live/site")
    (problem,) = author.refused(branch="no..name")
    assert problem.message == '"no..name" cannot be the name of a branch'


def test_a_live_site_of_newer_sources_is_pointed_out(author: Author) -> None:
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nNewer.\n")
    newer = author.commit()
    author.deploy()
    author.git("reset", "-q", "--hard", "HEAD~1")
    author.deploy()
    (warning,) = author.plans[-1].warnings
    assert f"built from the commit {newer[:7]}, which is not in this branch" in warning.message
    assert "git pull" in warning.hint


def test_a_clone_without_its_past_does_not_doubt_the_live_site(
    author: Author, tmp_path: Path
) -> None:
    author.deploy()
    for number in range(3):
        author.site.write("content/about.md", f"---\ntitle: About\n---\n\nNow {number}.\n")
        author.commit()
    author.git("push", "-q", "origin", "main")
    clone = tmp_path / "clone"
    author.git("clone", "-q", "--depth=1", "-b", "main", author.remote.as_uri(), str(clone))
    author.git("config", "user.name", "Ada", cwd=clone)
    author.git("config", "user.email", "ada@example.org", cwd=clone)
    author.deploy(clone)
    assert author.plans[-1].warnings == ()


def test_mistakes_in_the_site_are_said_as_a_build_says_them(author: Author) -> None:
    author.site.write("content/about.md", "---\ntitle: About\n---\n\n[x](nope.md)\n")
    author.commit()
    assert said(author.refused()) == [
        'content/about.md:5:5: error: this link leads nowhere: "nope.md"'
    ]
