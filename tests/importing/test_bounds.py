"""Sources that ask for gigabytes or hours: a message within seconds, and each costs only itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.importing.import_site import LIMITS
from generator.importing.planning import ImportRequest, convert
from generator.importing.reading import Unreadable, read_front_matter, read_json
from generator.importing.report import Findings
from generator.processes import result_of
from tests.conftest import REPOSITORY
from tests.importing.conftest import PNG, Files, Run, planned, run_import, source, write
from tests.importing.test_bad_sources import BASE

JEKYLL = source("academicpages")
HEAD = "---\ntitle: Odd\ndate: 2024-02-03\n---\n"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such limits")
def test_a_file_that_takes_too_much_is_left_out_and_named(tmp_path: Path) -> None:
    endless = "{{ (1..2000000000) | reverse | join }}"
    site = run_import(tmp_path, {**JEKYLL, "_posts/2024-02-03-odd.md": HEAD + endless})
    assert site.named("unreadable") == ["_posts/2024-02-03-odd.md"]
    assert site.found("unreadable")[0].startswith("it takes ")
    assert any(path.startswith("content/posts/") for path in site.files)


@pytest.mark.slow  # 5 seconds of a processor for each of four files
@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such limits")
def test_where_many_files_take_too_much_nothing_is_written(tmp_path: Path) -> None:
    odd: Files = {
        f"_posts/2024-02-03-{n}.md": HEAD + "{{ (1..2000000000) | join }}" for n in range(5)
    }
    site = run_import(tmp_path, {**JEKYLL, **odd})
    assert site.code == 2 and not site.folder.exists()
    assert "_posts/2024-02-03-3.md: " in site.said
    assert "this cannot be imported: it takes " in site.said


OPENINGS = (
    "{% details ", "{% highlight x %}", "{% comment %}", "{% raw %}", "{% note %}", "{% if x %}",
    "{% codeblock %}", "{{", "{#", "{:", "{% x", "{{< callout ", "{{< highlight x >}}", "{{</*",
    "{::comment", "<!--", "<script>", "<script ", "<![CDATA[", "<div class='row'>", "<div ",
    "<div class='caption'>", "<a name='", "<math>", "![", "](", "](<", "[x](/dead) ", "$$", "\\(",
    "# <", "\n\n", "`` ` ", ":::{gallery}\n", "<main>",
)  # fmt: skip
PROGRAMS: dict[str, tuple[Files, str]] = {
    "hexo": (BASE, "source/_posts/odd-{}.md"),
    "jekyll": (JEKYLL, "_posts/2024-02-03-odd-{}.md"),
    "hugo": (source("hugo-blox"), "content/post/odd-{}/index.md"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "number"), [("jekyll", 10_000), ("hexo", 30_000), ("hugo", 30_000)]
)
def test_what_is_never_closed_is_read_in_time_by_its_length(
    program: str, number: int, tmp_path: Path
) -> None:
    """None takes more than the time of one text; a scan from each opening to the end would."""
    files, place = PROGRAMS[program]
    odd: Files = {place.format(n): HEAD + one * number for n, one in enumerate(OPENINGS)}
    source = write(tmp_path / "source", {**files, **odd})
    request = ImportRequest(source=str(source), target=tmp_path / "site", today="2026-01-31")
    plan = result_of(LIMITS, convert, request, {})
    assert set(odd) <= set(plan.taken)


DEEP = {
    "flow": "---\ntitle: T\ntags: " + "[" * 30_000 + "\n---\n",
    "closed": "---\ntitle: T\ntags: " + "[" * 30_000 + "]" * 30_000 + "\n---\n",
    "mappings": "---\ntitle: T\nx: " + "{a: " * 30_000 + "\n---\n",
    "indented": "---\ntitle: T\nx:\n" + "\n".join(" " * n + "a:" for n in range(1, 900)) + "\n---\n",
    "in a line": "---\ntitle: T\nx:\n" + "- " * 30_000 + "\n---\n",
    "toml": "+++\ntitle = 'T'\nx = " + "[" * 30_000 + "]" * 30_000 + "\n+++\n",
    "toml names": "+++\ntitle = 'T'\n" + ".".join("a" * 30_000) + " = 1\n+++\n",
    "aliases": "---\ntitle: T\na0: &a0 [x, x]\n"
    + "\n".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)) + "\n---\n",
    "long aliases": "---\ntitle: T\na: &a " + "x" * 100_000 + "\nb: [" + "*a, " * 100_000 + "]\n---\n",
}  # fmt: skip


@pytest.mark.parametrize("name", DEEP)
def test_what_is_too_deep_or_stands_for_too_much_cannot_be_read(name: str) -> None:
    with pytest.raises(Unreadable):
        read_front_matter(DEEP[name] + "Text.\n", "x.md", Findings())


@pytest.mark.parametrize("deep", [500, 30_000])
def test_json_that_is_too_deep_cannot_be_read(deep: int) -> None:
    with pytest.raises(Unreadable):
        read_json('{"x": ' + "[" * deep + "]" * deep + "}")


def test_what_is_too_deep_costs_itself_alone() -> None:
    texts = {f"source/_posts/{name}.md": DEEP[name] for name in ("flow", "toml", "aliases")}
    site = planned({**BASE, **texts})
    assert dict(zip(site.named("unreadable"), site.found("unreadable"), strict=True)) == {
        "source/_posts/flow.md": "values are nested more than 60 deep",
        "source/_posts/toml.md": "no TOML",
        "source/_posts/aliases.md": "its aliases stand for too many values",
    }
    assert "content/posts/2024-01-01-good.md" in site.files


GROWING = (
    "{% for i in (1..2000000000) %}x{% endfor %}",
    "{% for i in (1..5000) %}{% for j in (1..5000) %}x{% endfor %}{% endfor %}",
    "{% assign s = 'xxxxxxxxxxxxxxxx' %}" + "{% assign s = s | append: s %}" * 100 + "{{ s }}",
    "{% capture s %}" + "x" * 1000 + "{% endcapture %}"
    + "{% capture s %}{{ s }}{{ s }}{% endcapture %}" * 100,
)  # fmt: skip


def test_loops_and_growth_of_liquid_end_in_a_finding() -> None:
    files: Files = {f"_posts/2024-02-03-{n}.md": HEAD + one for n, one in enumerate(GROWING)}
    site = planned({**JEKYLL, **files})
    assert {*site.named("template-error")} == set(files) and not site.named("unreadable")


def test_addresses_that_no_disk_has_room_for_are_given_up(imported: Run) -> None:
    deep = "/a" * 3000
    site = imported({
        **BASE,
        "source/_posts/deep.md": f"---\ntitle: D\ndate: 2024-02-03\npermalink: {deep}/\n---\nText.\n",
        "source/_posts/long.md": f"---\ntitle: L\ndate: 2024-02-04\npermalink: /{'x' * 300}/\n---\nText.\n",
        "source/deep/index.md": f"---\ntitle: P\npermalink: {deep}/\n---\nText.\n",
        f"source/_posts/{'n' * 240}.md": "---\ntitle: N\ndate: 2024-02-05\n---\nText.\n",
    })  # fmt: skip
    assert len(site.found("permalink")) >= 3 and site.code == 1
    assert {"content/posts/2024-02-03-deep.md", "content/posts/2024-02-04-long.md"} <= site.files
    titles = {
        site.text(path).partition("title: ")[2][:1] for path in site.files if path.endswith(".md")
    }
    assert {"D", "L", "P", "N"} <= titles


NUMBER = 50_000
POSTS = 2_000


def hexo(number: int, posts: int) -> Files:
    """A blog whose posts have folders of files."""
    files: Files = {
        "package.json": '{"hexo": {"version": "7.0.0"}}',
        "_config.yml": "title: A\nauthor: Tess Tester\npost_asset_folder: true\n",
    }
    for n in range(posts):
        day = f"{2000 + n // 300}-{n % 12 + 1:02}-{n % 28 + 1:02}"
        link = f"[before](/2000/01/01/post-{n - 1}/) ![x](file-0.png)"
        files[f"source/_posts/post-{n}.md"] = f"---\ntitle: Post {n}\ndate: {day}\n---\n{link}\n"
    for n in range(number - len(files)):
        files[f"source/_posts/post-{n % posts}/file-{n // posts}.png"] = PNG
    return files


@pytest.mark.slow
def test_a_source_of_fifty_thousand_files_is_taken_whole(tmp_path: Path) -> None:
    import resource  # not on Windows

    write(tmp_path / "source", hexo(NUMBER, POSTS))
    words = ["import", str(tmp_path / "source"), str(tmp_path / "site")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "generator", *words],
        cwd=REPOSITORY, capture_output=True, text=True, timeout=3600,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 1, done.stderr  # the first post links to what is not there
    report = json.loads((tmp_path / "site" / "import-report.json").read_bytes())
    assert len(report["files"]["taken"]) == NUMBER - 1
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{seconds:.0f} s of CPU, {after.ru_maxrss >> 10} MB")
