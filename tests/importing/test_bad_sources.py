"""Sources that are broken, odd or hostile: a finding each, or a refusal, and never half a site."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from generator.commands.cli import main
from generator.importing.planning import keep_linked, plan_of
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hexo import Hexo
from generator.importing.sources.samples import Samples
from generator.importing.sources.source import ImportOptions
from tests.importing.conftest import (
    AL_FOLIO,
    PNG,
    RENDERCV,
    Files,
    Imported,
    Run,
    cases,
    planned,
    run_import,
    write,
)

BASE: Files = {
    "package.json": '{"hexo": {"version": "7.0.0"}}',
    "_config.yml": "title: A\nauthor: Tess Tester\n",
    "source/_posts/good.md": "---\ntitle: Good\ndate: 2024-01-01\n---\nGood.\n",
}


def test_what_macos_keeps_beside_a_file_is_passed_over(imported: Run) -> None:
    beside: Files = {f"source/_posts/._{n}.md": b"\0\5\x16\7\xb0" for n in range(5)}
    site = imported({**BASE, **beside})
    assert site.named("encoding") == [] and "content/posts/2024-01-01-good.md" in site.files


def test_odd_front_matter_is_read_or_named() -> None:
    deep = "[" * 300 + "]" * 300
    site = planned({
        **BASE,
        "source/_posts/twice.md": "---\ntitle: One\ntitle: Two\ndate: 2024-01-02\n---\nText.\n",
        "source/_posts/lists.md": "---\ntitle: L\ndate: 2024-01-03\ntags:\n - [a, [b, c]]\n---\nText.\n",
        "source/_posts/joined.md": "---\ntitle:Text\n---\nText.\n",
        "source/_posts/empty.md": "",
        "source/_posts/deep.md": f"---\ntitle: D\ntags: {deep}\n---\nText.\n",
        "source/_posts/date.md": "---\ntitle: No day\ndate: 2024-02-31\n---\nText.\n",
        "source/_posts/dash.md": "---\ntitle: \ndate: 2024-1-5 9:03:22\n---\nText.\n",
    })  # fmt: skip
    assert site.found("duplicate-key") == ["title: the first of two"]
    assert "- a\n  - b\n  - c\n" in site.text("content/posts/2024-01-03-lists.md")
    assert "content/posts/2024-01-05-dash.md" in site.files
    assert "title: Two" in site.text("content/posts/2024-01-02-twice.md")
    assert site.named("unreadable") == ["source/_posts/deep.md"]
    assert site.found("front-matter-line") == ["title: Text"]


def test_a_line_that_is_no_yaml_costs_one_value() -> None:
    front = (
        "title: First note: on engines\ndate: 2024-01-04\ntags: [a, b]\n"
        "summary: 'It's so'\ncategories:\n  - c\n description: |\n  Long.\nauthor: \"T\" T\n"
    )
    site = planned({**BASE, "source/_posts/colon.md": f"---\n{front}---\nText of it.\n"})
    post = site.text("content/posts/2024-01-04-colon.md")
    assert 'title: "First note: on engines"' in post or "title: 'First note: on engines'" in post
    assert "- a\n  - b\n" in post and "Text of it." in post
    assert "title: First note: on engines" in site.found("front-matter-line")
    (lost,) = (one for one in site.plan.findings.all() if one.code == "front-matter-field")
    assert lost.line == 6


def test_of_two_posts_at_one_address_one_moves(imported: Run) -> None:
    post = "---\ntitle: {}\ndate: 2024-01-0{}\npermalink: /same/\n---\nText.\n"
    site = imported({
        **BASE,
        "source/_posts/a.md": post.format("A", 2),
        "source/_posts/b.md": post.format("B", 3),
    })  # fmt: skip
    assert site.found("value") == ["permalink: /same/"] and not site.found("page-does-not-build")
    assert site.address("/same/") == ("same", "/same/")


def test_names_that_cannot_be_are_left(imported: Run) -> None:
    site = imported({
        **BASE,
        "source/a\\b.txt": "x",
        "source/line\nbreak.txt": "x",
        "source/con.txt": "x",
        "source/ümlaut käse.pdf": b"%PDF-1.4\n",
        "source/..hidden": "x",
    })  # fmt: skip
    assert "static/ümlaut käse.pdf" in site.files
    left = {one["file"] for one in site.report["files"]["left"]}
    assert "source/a\\b.txt" in left or "source/a\\\\b.txt" in left


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_is_followed(imported: Run, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("not yours")
    source = write(tmp_path / "source", BASE)
    (source / "source" / "out.txt").symlink_to(outside)
    (source / "source" / "loop").symlink_to(source)
    site = imported(BASE)
    assert site.code == 1
    assert not any("not yours" in site.text(path) for path in site.files if path.endswith(".txt"))
    assert sorted(site.named("not-followed")) == ["source/loop", "source/out.txt"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("ref", [(), ("--ref", "main")])
def test_a_link_to_a_file_of_the_source_is_that_file(tmp_path: Path, ref: tuple[str, ...]) -> None:
    (tmp_path / "outside.png").write_bytes(b"not yours")
    old = write(tmp_path / "old", {**BASE, "en/maps.png": PNG, "node_modules/a.png": PNG})
    write(old, {"source/_posts/map.md": "---\ntitle: M\n---\n![A map](/zh/maps.png)\n"})
    (old / "source/zh").mkdir()
    links = {"maps": "../../en/maps.png", "out": "../../../outside.png", "up": "../../en",
             "loop": "loop.png", "twice": "loop.png", "whole": str(old / "en/maps.png"),
             "apart": "../../node_modules/a.png", "none": "none"}  # fmt: skip
    for name, target in links.items():
        (old / f"source/zh/{name}.png").symlink_to(target)
    if ref:
        for words in (["init", "-qb", "main"], ["add", "-A"], ["commit", "-qm", "All"]):
            by = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
            subprocess.run(["git", *by, *words], cwd=old, check=True)
    main(["import", str(old), str(tmp_path / "site"), *ref])
    site = tmp_path / "site/static/zh"
    assert {path.name: path.read_bytes() for path in site.iterdir()} == {"maps.png": PNG}
    report = json.loads((tmp_path / "site/import-report.json").read_text())
    left = {one["what"] for one in report["findings"] if one["code"] == "not-followed"}
    assert left <= {"link"} and len([one for one in report["findings"]
                                     if one["code"] == "not-followed"]) == 7  # fmt: skip


def test_files_that_clash_and_cannot_be_read_are_named() -> None:
    data = {path: str(text).encode() for path, text in BASE.items()}
    data |= {"source/A.png": b"", "source/a.png": b""}

    def read(path: str) -> bytes:
        if path.endswith(".png"):
            raise OSError(5, "bad file", path)
        return data[path]

    tree = SourceTree("x", {path: len(one) for path, one in sorted(data.items())}, {}, read)
    plan = plan_of(tree, Hexo(), ImportOptions(samples=Samples(digests=()), today="2026-01-31"))
    keep_linked(plan, tree, ())
    assert [one.what for one in plan.findings.all() if one.code == "name-clash"] == ["static/a.png"]


@pytest.mark.parametrize(
    ("words", "one"), [("[A](/pdf/One.pdf)", "One"), ("[A](/pdf/one.pdf)", "one")]
)
def test_of_files_that_differ_in_capitals_only_the_one_that_is_linked_stays(
    imported: Run, words: str, one: str
) -> None:
    both: Files = {"source/pdf/One.pdf": b"1", "source/pdf/one.pdf": b"2"}
    site = imported({**BASE, **both, "source/_posts/good.md": f"---\ntitle: Good\n---\n{words}\n"})
    kept = {path for path in site.files if path.startswith("static/pdf/")}
    assert kept == {f"static/pdf/{one}.pdf"}
    lost = "source/pdf/one.pdf" if one == "One" else "source/pdf/One.pdf"
    assert site.named("name-clash") == [lost]
    assert any(lost in line for line in site.report["before_you_publish"])


def test_a_pointer_of_git_lfs_is_no_file(imported: Run) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    site = imported({**BASE, "source/big.zip": pointer})
    assert site.found("lfs-pointer") and "static/big.zip" not in site.files


@pytest.mark.slow
def test_an_address_that_is_gone_says_why_and_published_files_are_taken(tmp_path: Path) -> None:
    old = tmp_path / "old"
    by = ["-c", "user.name=Tess", "-c", "user.email=tess@tester.example"]

    def git(*words: str) -> str:
        done = subprocess.run(["git", *by, *words], cwd=old, check=True, capture_output=True)
        return done.stdout.decode().strip()

    both: Files = {"pdf/big.pdf": b"big", "pdf/same.pdf": PNG, "pdf/SAME.pdf": PNG}
    links = "---\ntitle: Good\ndate: 2024-01-01\n---\n[A](/pdf/SAME.pdf) [B](/pdf/SAME.pdf)\n"
    source = {f"source/{path}": data for path, data in both.items()}
    write(old, {**BASE, **source, "source/_posts/good.md": links})
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "All")
    git("checkout", "-q", "--orphan", "pages")
    git("rm", "-rfq", ".")
    more: Files = {
        "css/main.css": "",
        "google0123456789abcdef.html": "x",
        "lost/index.html": "<p>L</p>",
        "index.html": "<main><img alt='' src='/images/avatar.png'></main>",
        "images/avatar.png": PNG,
        "images/x-480.webp": PNG,
    }
    write(old, {**both, **more})
    git("add", "-A")
    git("commit", "-qm", "All")
    blob = git("rev-parse", "main:source/pdf/big.pdf")
    (old / ".git/objects" / blob[:2] / blob[2:]).unlink()
    main(["import", str(old), str(tmp_path / "site"), "--ref", "main", "--published", "pages"])
    site = Imported(1, tmp_path / "site", "")
    gone = {one["old"]: one["why"] for one in site.report["addresses"] if one["how"] == "gone"}
    assert gone == {
        "/css/main.css": "a part of the old theme",
        "/images/x-480.webp": "a smaller copy of a picture, which the old program made",
        "/google0123456789abcdef.html": "the source has no page for it",
        "/lost/": "the source has no page for it",
        "/pdf/big.pdf": "this clone of the repository lacks its content: import from a whole one",
        "/pdf/same.pdf": "/pdf/SAME.pdf is the same file; not every disk tells capitals apart",
    }
    assert "No reader can have linked to 2 of those that are gone" in site.text("import-report.md")
    assert site.found("from-published") == ["the source does not have it"]
    assert site.person["portrait"] == "images/avatar.png"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"index.html": "<p>x</p>", "about/index.html": "x"}, "as it was published"),
        ({}, "there is no such folder"),
        ({"notes.txt": "x"}, "none of hexo, al-folio"),
        ({"not-at-the-top/cv.yaml": RENDERCV}, "none of hexo, al-folio"),
        (
            {**BASE, "_config.yml": "title: A\nscholar: x\n", "_bibliography/papers.bib": "x"},
            "--from",
        ),
    ],
)
def test_what_cannot_be_imported_is_refused_with_words_that_help(
    tmp_path: Path, files: Files, words: str
) -> None:
    site = run_import(tmp_path, files)
    assert site.code == 2 and words in site.said and "nothing was written" in site.said
    assert not site.folder.exists()


def test_a_folder_with_files_is_never_written_to(tmp_path: Path) -> None:
    write(tmp_path / "site", {"mine.txt": "mine"})
    site = run_import(tmp_path, BASE)
    assert site.code == 2 and site.files == {"mine.txt"}


def test_a_dry_run_writes_its_report_and_nothing_else(tmp_path: Path) -> None:
    site = run_import(tmp_path, BASE, "--dry-run", "--report", str(tmp_path / "report.md"))
    assert not site.folder.exists()
    assert (tmp_path / "report.md").read_text().startswith("# Import report")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.md", "source"]


def test_what_stops_the_build_is_mended_in_place_where_it_can_be(imported: Run) -> None:
    site = imported({
        **BASE,
        "source/_posts/cites.md": "---\ntitle: C\ndate: 2024-01-02\n---\n\nAs [@nobody] said, and $\\nosuchthing{x}$.\n",
        "source/_posts/odd.md": "---\ntitle: O\ndate: 2024-01-03\n---\n\nA.\n\n :::{nothing}\n :::\n\n*B.*\n",
        "source/_posts/open.md": "---\ntitle: P\ndate: 2024-01-04\n---\n\n$$\nx\n\nWords.\n",
    })  # fmt: skip
    assert not site.found("page-does-not-build")
    assert site.found("line-as-text") == [":::", ":::{nothing}"]
    odd = site.text("content/posts/2024-01-03-odd.md")
    assert "A.\n\n \\:\\:\\:\\{nothing\\}\n \\:\\:\\:\n\n*B.*" in odd and "draft" not in odd
    assert "draft" not in site.text("content/posts/2024-01-04-open.md")
    [first] = [one for one in site.report["before_you_publish"] if "show as text" in one]
    assert "source/_posts/odd.md (:::" in first
    text = site.text("content/posts/2024-01-02-cites.md")
    assert "[\\@nobody]" in text and "draft" not in text


def test_a_report_replaces_no_file_and_lies_in_no_site(tmp_path: Path) -> None:
    mine = tmp_path / "report.md"
    mine.write_text("mine")
    words = ("--dry-run", "--report", str(mine))
    site = run_import(tmp_path, BASE, *words)
    assert site.code == 2 and "already exists" in site.said
    assert mine.read_text() == "mine"
    run_import(tmp_path, BASE, *words, "--force")
    assert mine.read_text() != "mine"
    other = tmp_path / "other"
    (other / "content").mkdir(parents=True)
    (other / "content/site.yaml").write_text("person: {name: Ada}\n")
    site = run_import(tmp_path, BASE, "--force", "--report", str(other / "content/index.md"))
    assert site.code == 2 and "would be a source of the site" in site.said
    site = run_import(tmp_path, BASE, "--report", str(site.folder / "content/index.md"))
    assert site.code == 2 and "has its own report" in site.said


@pytest.mark.slow
def test_keys_in_the_folder_of_bundler_are_no_secrets(tmp_path: Path) -> None:
    gem = "vendor/bundle/ruby/3.0.0/gems/one/client.key"
    site = run_import(tmp_path, {**BASE, gem: "A key of its tests.", "vendor/own.key": "A key."})
    assert site.named("secret-file") == ["vendor/own.key"]


def test_a_presentation_of_keynote_is_no_key(tmp_path: Path) -> None:
    files = {
        **BASE,
        "source/files/talk.key": b"PK\x03\x04 slides",
        "source/files/own.key": b"A key.",
    }
    site = run_import(tmp_path, files)
    assert site.named("secret-file") == ["source/files/own.key"]
    assert "static/files/talk.key" in site.files


def test_settings_of_npm_and_samples_of_themes_are_no_keys(tmp_path: Path) -> None:
    config = f"{BASE['_config.yml']}\nencrypt: {{tags: [{{name: tagName, password: 密码A}}]}}\n"
    config += "lock: {enable: false, password: 123456, old: {app_key: a1B2c3D4e5F6g7H8i9J0kLmN}}\n"
    config += "chat: {enable: false, token: ghp_a1B2c3D4e5F6g7H8i9J0kLmN}\n"
    files = {**BASE, "_config.yml": config, ".npmrc": "node-linker=hoisted\n",
             "a/.npmrc": "//registry.example.org/:_authToken=a1B2c3\n",
             "b/.npmrc": "//registry.example.org/:_authToken=${TOKEN}\n",
             "a/.env.example": "# Fill in.\nMAPS_API_KEY=your_key_here\nMAPS_USER=tess-3\n",
             "b/.env.example": "export MAPS_API_KEY='a1B2c3D4e5F6g7H8'\n"}  # fmt: skip
    site = run_import(tmp_path, files)
    assert site.named("secret-file") == ["a/.npmrc", "b/.env.example"] and site.found("secret") == [
        "a token"
    ]
    assert "ghp_" not in site.said + site.text("import-report.md")


def test_pictures_in_a_folder_beside_posts_are_shown(tmp_path: Path) -> None:
    post = "---\ntitle: Maps\ndate: 2020-01-02\n---\n![A map](./res/map.png)\n"
    site = run_import(tmp_path, {
        **BASE, "source/_posts/lab/maps.md": post,
        "source/_posts/lab/res/map.png": PNG, "source/_posts/lab/res/other.png": PNG,
        "source/_posts/lab/diary.md": post.replace("date", "password: secret7\ndate").replace("map.png", "other.png"),
    })  # fmt: skip
    assert "![A map](/lab/res/map.png)" in site.text("content/posts/2020-01-02-maps.md")
    assert "static/lab/res/map.png" in site.files and "static/lab/res/other.png" not in site.files
    assert site.named("file-place") == ["source/_posts/lab/maps.md"]


def test_a_comment_within_html_hides_its_empty_lines_too(imported: Run) -> None:
    page = "<ul>\n<li>One</li>\n<!--\n<li>Old</li>\n\t\n<br>\n-->\n</ul>\n"
    done = imported({**AL_FOLIO, "_pages/list.md": f"---\npermalink: /list/\n---\n{page}"})
    assert "<!--\n<li>Old</li>\n<br>\n-->" in done.text("content/list.md")


def test_a_tag_that_is_never_closed_within_html_is_text(imported: Run) -> None:
    post = "---\ntitle: Note\ndate: 2024-01-02\n---\n<div>\nOne <b class='x\n</div>\n\nTwo.\n"
    done = imported({**BASE, "source/_posts/note.md": post})
    text = done.text("content/posts/2024-01-02-note.md")
    assert "One &lt;b class" in text and "draft" not in text


test_what_small_sites_say = cases({
    "what cannot be read is left out and named": ({
        **BASE,
        "source/_posts/open.md": '+++\ntitle = "Never closed"\n\nText.\n',
        "source/_posts/latin.md": "---\ntitle: Café\n---\nText.\n".encode("latin-1"),
    }, {
        "in unreadable": ["source/_posts/open.md"], "in encoding": ["source/_posts/latin.md"],
        "files": "content/posts/2024-01-01-good.md",
    }),
    "settings and posts may be in the chinese encoding of windows": ({
        **BASE,
        "_config.yml": "title: 笔记\nauthor: Tess Tester\ntheme_config: {menu: {关于: /about/}}\n# 我的，设置\n".encode("gb18030"),
        "source/about/index.md": "---\ntitle: A\n---\nText.\n",
        "source/_posts/one.md": "---\ntitle: 第一篇\ndate: 2024-01-02\n---\n你好，世界。\n".encode("gbk"),
    }, {
        "site title": "笔记", "also menu": {"to": "/about/", "label": "关于"},
        "content/posts/2024-01-02-one.md": "你好，世界。",
        "in encoding-guessed": ["_config.yml", "source/_posts/one.md"],
    }),
})  # fmt: skip


def test_a_page_at_the_address_of_the_posts_moves_and_the_menu_follows(imported: Run) -> None:
    site = imported({
        **BASE,
        "source/posts/index.md": "---\ntitle: Running\n---\nHow I run.\n",
        "_config.yml": f"{BASE['_config.yml']}theme: next\n",
        "_config.next.yml": "menu:\n  home: / || home\n  running: /posts/ || run\n",
        "source/_posts/a.md": "---\ntitle: A\ndate: 2024-01-02\n---\nText.\n",
    })  # fmt: skip
    assert not site.found("page-does-not-build")
    assert site.found("name-clash") == ["/posts/"]
    assert "permalink: /posts-page/" in site.text("content/posts.md")
    assert "to: /posts-page/" in site.text("content/site.yaml")


def test_of_files_that_differ_in_capitals_only_the_one_that_was_published_stays(
    imported: Run,
) -> None:
    both: Files = {"source/pdf/One.pdf": b"1", "source/pdf/one.pdf": b"1"}
    site = imported({**BASE, **both}, {"index.html": "<p>x", "pdf/one.pdf": b"1"})
    assert "static/pdf/one.pdf" in site.files and site.address("/pdf/one.pdf")[0] == "same"
    assert not any("One.pdf" in line for line in site.report["before_you_publish"])
