"""What a deployment sends, and what it leaves alone."""

from pathlib import Path

import pytest

from tests.conftest import SiteCase
from tests.publish.conftest import Author, said


def built(author: Author) -> dict[str, bytes]:
    """The bytes of a build of the same sources, elsewhere."""
    case = SiteCase(author.site.root)
    case.output = author.site.root.parent / "compared"
    return case.build().bytes()


@pytest.mark.broadsheet
def test_the_branch_holds_the_bytes_of_a_build_and_nothing_else(author: Author) -> None:
    names = ("论文 一.txt", "quo'te.txt", "é.txt", "-dash.txt", "a{b}.txt")
    for name in names:
        author.site.write(f"static/{name}", name)
    author.deploy(allows_dirty=True)
    live = author.live()
    assert len(live) > 20
    assert live == built(author)
    assert live["pdf/a.pdf"] == b"%PDF-1.4\r\nnot really\n"
    assert {".well-known/security.txt", *names} <= live.keys() and b"<html" in live["404.html"]
    assert live[".nojekyll"] == b""


def test_nothing_of_the_author_s_is_touched(author: Author) -> None:
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nStashed.\n")
    author.git("stash")
    author.site.write("notes.txt", "mine")
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nStaged.\n")
    author.git("add", "content/about.md")
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nIn the work tree.\n")
    author.deploy(allows_dirty=True)
    assert author.git("branch", "--list") == "* main"
    assert b"In the work tree." in author.live()["about/index.html"], "what is there is built"


def test_what_an_author_may_not_expect_of_a_deployment_is_a_warning(author: Author) -> None:
    author.site.write(".github/workflows/pages.yml", "name: Pages\n")
    author.site.write("content/posts/2999-01-02-later.md", "---\ntitle: Later\n---\n\nWords.\n")
    author.commit()
    home = Path(author.environment["HOME"])
    (home / ".config/git").mkdir(parents=True)
    (home / ".config/git/ignore").write_text("*.pdf\n.DS_Store\n")
    author.site.write("static/pdf/new.pdf", "%PDF").write("static/.DS_Store", "x")
    author.deploy()
    warnings = {str(warning.where): warning for warning in author.plans[-1].warnings}
    workflow = warnings.pop(".github/workflows/pages.yml")
    assert "publishes the site, too" in workflow.message and "delete this file" in workflow.hint
    assert sorted(said(list(warnings.values()))) == [
        "content/posts/2999-01-02-later.md:2:1: warning: this post is dated 2999-01-02, which is in the future, "
        "but it is published now",
        "static/pdf/new.pdf: warning: git ignores these, so they go live but are in no commit: "
        "static/pdf/new.pdf",
    ]
    assert author.live()["pdf/new.pdf"] == b"%PDF"


def test_each_deployment_follows_the_one_before_unless_nothing_has_changed(author: Author) -> None:
    first, sent = author.deploy(), author.sent()
    assert not author.deploy()
    run = author.masthead("deploy")
    assert (run.returncode, run.stderr) == (0, "")
    assert "origin/gh-pages already has these" in run.stdout and "nothing to do" in run.stdout
    assert author.sent() == sent
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nI have six engines.\n")
    source = author.commit()
    second = author.deploy()
    log = author.git("log", "--format=%H %P", "gh-pages", cwd=author.remote).splitlines()
    assert log == [f"{second} {first}", f"{first} "]
    text = author.git("log", "-1", "--format=%an <%ae>%n%B", "gh-pages", cwd=author.remote)
    assert text.startswith(
        f"Ada <ada@example.org>\nDeploy the site from {source[:7]}\n\nMasthead-Deploy: "
    )
    assert text.rstrip().endswith(f"Masthead-Source: {source}")


@pytest.mark.slow
def test_the_command_rehearses_and_says_what_changes_where_it_went_and_what_is_next(
    author: Author,
) -> None:
    before = author.state()
    run = author.masthead("deploy", "--dry-run")
    assert run.returncode == 0, run.stderr
    assert "a new branch with" in run.stdout and "nothing was sent (--dry-run)" in run.stdout
    assert author.sent() == "" and author.state() == before
    assert "unreachable" not in author.git("fsck", "--unreachable"), "not even an object is made"
    run = author.masthead("deploy")
    assert run.returncode == 0, run.stderr
    assert "sent" in run.stdout and "origin/gh-pages" in run.stdout
    assert "Settings > Pages > Deploy from a branch > gh-pages" in run.stdout
    author.site.write("content/about.md", "---\ntitle: About\n---\n\nI have six engines.\n")
    author.commit()
    run = author.masthead("deploy")
    assert "  - I have [five] engines.\n" in run.stdout, run.stdout
    assert "  + I have [six] engines.\n" in run.stdout
    assert "Settings" not in run.stdout, "that is said once"


HOSTILE = (Path(__file__).parent / "hostile.gitconfig").read_text("utf-8")


def make_hostile(author: Author) -> None:
    """Set up git so that next to nothing of what is committed is what was written."""
    home = Path(author.environment["HOME"])
    with (home / ".gitconfig").open("a") as config:
        config.write(HOSTILE.format(home=home))
    # Not in the home folder: the remote is on this machine, and would have these hooks, too.
    author.git("config", "core.hooksPath", str(home / "hooks"))
    (home / "ignored").write_text("_site\n*.pdf\n*.html\n.nojekyll\n")
    (home / "attributes").write_text("* text eol=crlf\n*.html filter=shout\n*.md export-ignore\n")
    for folder in (home / "hooks", author.site.root / ".git/hooks"):
        folder.mkdir(exist_ok=True)
        for name in ("pre-commit", "commit-msg", "prepare-commit-msg", "post-commit", "pre-push",
                     "reference-transaction", "post-index-change"):  # fmt: skip
            hook = folder / name
            hook.write_text(f"#!/bin/sh\necho hook {name} >> {home}/ran\nexit 1\n")
            hook.chmod(0o755)


def test_no_setting_of_git_s_changes_a_byte_or_stops_it(author: Author) -> None:
    make_hostile(author)
    # Git itself sees CRLF where there is none.
    author.deploy(allows_dirty=True)
    assert author.live() == built(author)
    assert not Path(author.environment["HOME"], "ran").exists(), "a hook has run"
    assert not author.deploy(allows_dirty=True)


def test_it_works_in_a_hook_s_environment(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(author.remote))
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index.lock")
    monkeypatch.setenv("GIT_WORK_TREE", "/nowhere")
    author.deploy()
    assert author.live() == built(author)


def test_it_works_in_a_linked_work_tree_and_beside_submodules(author: Author) -> None:
    other = author.site.root.parent / "other"
    author.git("init", "-q", str(other), cwd=other.parent)
    author.git("commit", "-qm", "x", "--allow-empty", cwd=other)
    author.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other), "sub")
    author.git("commit", "-qm", "a submodule")
    linked = author.site.root.parent / "linked"
    author.git("worktree", "add", "-q", "-b", "side", str(linked))
    author.deploy(linked)
    assert author.git("status", "--porcelain", cwd=linked) == ""
    assert author.live() == built(author)
    assert not author.deploy()


def test_a_site_may_be_a_folder_of_its_repository(author: Author) -> None:
    (author.site.root / "web").mkdir()
    author.git("mv", "content", "static", "themes", "web/")
    author.git("commit", "-qm", "into a folder")
    web = author.site.root / "web"
    author.deploy(web)
    assert "about/index.html" in author.live()
    SiteCase(web).write("content/about.md", "---\ntitle: About\n---\n\nOther.\n")
    (problem,) = author.refused(web)
    assert said([problem])[0].startswith("content/about.md: error: not committed")


def test_the_first_commit_of_the_sources_may_still_be_to_come(
    author: Author, tmp_path: Path
) -> None:
    root = tmp_path / "young"
    author.git("init", "-q", str(root), cwd=tmp_path)
    (root / ".git/logs").mkdir()  # where git itself notes what was pushed
    for name in ("content", "static", "themes"):
        (author.site.root / name).rename(root / name)
    author.site = SiteCase(root)
    author.git("remote", "add", "origin", str(author.remote))
    assert "not committed" in author.refused()[0].message
    author.deploy(allows_dirty=True)
    text = author.git("log", "--format=%B", "gh-pages", cwd=author.remote)
    assert "Deploy the site\n" in text and "Masthead-Source" not in text


def test_placeholders_do_not_go_live(author: Author) -> None:
    author.site.write("content/about.md", "---\ntitle: TODO\n---\n\nTBD, and TODO.\n")
    author.commit()
    found = author.refused()
    places = ("content/about.md:2:8", "content/about.md:5:1", "content/about.md:5:10")
    assert tuple(str(one.where) for one in found) == places
    assert all(one.is_error for one in found)
    run = author.masthead("deploy")
    assert run.returncode == 1 and run.stderr.count("is a placeholder") == 3
    site = author.site.root / "content/site.yaml"
    text = site.read_text("utf-8").replace("ignore: [", "ignore: [placeholder-text, ")
    site.write_text(text, "utf-8")
    author.commit()
    author.deploy()
    assert not author.plans[-1].warnings
