"""A source of 50,000 files: its import ends, and takes each file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.importing.conftest import PNG, Files, write

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
