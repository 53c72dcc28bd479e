"""A new site holds the Masthead that wrote it, and `masthead upgrade` replaces it."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from generator.hosting.requirements import own_wheel, requirement_in, with_requirement
from tests.commands import PATIENCE, REPOSITORY, run_command


def masthead(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_command(words, cwd, {**os.environ, "PYTHONPATH": str(REPOSITORY)})


@pytest.fixture
def site(tmp_path: Path) -> Path:
    done = masthead("new", "site", "--yes", "--languages", "en", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path / "site"


def line_of(site: Path) -> str:
    text = (site / "requirements.txt").read_text("utf-8")
    return next(line for line in text.splitlines() if not line.startswith("#"))


@pytest.mark.parametrize(
    ("text", "what", "extras", "vendored"),
    [
        ("masthead==0.2.0", "masthead==0.2.0", "", ""),
        ("# mine\r\nmasthead[zh,ja]\r\nother\r\n", "masthead[zh,ja]", "zh,ja", ""),
        ("masthead-extras\nmasthead.more\nmasthead", "masthead", "", ""),
        ("./vendor/masthead-0.1.0-py3-none-any.whl[zh] --hash=sha256:0\n",
         "./vendor/masthead-0.1.0-py3-none-any.whl[zh]", "zh",
         "vendor/masthead-0.1.0-py3-none-any.whl"),
        ("masthead @ git+https://[::1]/masthead.git@0123",
         "masthead @ git+https://[::1]/masthead.git@0123", "", ""),
        ("masthead[zh]==1 \\\n    --hash=sha256:0 \\\r\n  --hash=sha256:1\n", "masthead[zh]==1", "zh", ""),
        ("\n.[zh]\n", ".[zh]", "zh", ""),
        (".", ".", "", ""),
    ],
)  # fmt: skip
def test_the_line_that_installs_masthead_is_found_among_others(
    text: str, what: str, extras: str, vendored: str
) -> None:
    found = requirement_in(text)
    assert found is not None
    assert (found.what, found.extras) == (what, extras)
    assert found.vendored == vendored and found.is_checkout is (what[0:2] in (".", ".["))


@pytest.mark.parametrize(
    "text", ["", "# masthead\n", "./other.whl\n", "mastheads\n", "../masthead\n"]
)
def test_a_file_may_have_no_such_line(text: str) -> None:
    assert requirement_in(text) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "NEW\n"),
        ("a\r\nmasthead==1\r\nb", "a\r\nNEW\r\nb"),
        ("other==1", "other==1\nNEW\n"),
        ("masthead==1 \\\n    --hash=sha256:0 \\\r\n    --hash=sha256:1\nb\n", "NEW\nb\n"),
    ],
)
def test_another_line_takes_its_place_and_the_rest_stays(before: str, after: str) -> None:
    assert with_requirement(before, "NEW") == after


def test_the_wheel_is_the_same_each_time_and_lists_what_it_holds() -> None:
    wheel = own_wheel()
    assert wheel == own_wheel()
    assert sha256(wheel.data).hexdigest() == wheel.sha256


def test_the_wheel_holds_what_hatchling_would_put_in(tmp_path: Path) -> None:
    built = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(REPOSITORY)]
    subprocess.run(built, check=True, capture_output=True, timeout=PATIENCE, env=dict(os.environ))
    (reference,) = tmp_path.glob("*.whl")
    ours = tmp_path / "ours.whl"
    ours.write_bytes(own_wheel().data)

    def files(path: Path) -> dict[str, int]:
        with zipfile.ZipFile(path) as archive:
            return {one.filename: one.file_size for one in archive.infolist()
                    if ".dist-info/" not in one.filename}  # fmt: skip

    assert files(ours) == files(reference)


def test_a_new_site_names_the_wheel_by_its_hash(site: Path) -> None:
    (wheel,) = (site / "vendor").iterdir()
    digest = sha256(wheel.read_bytes()).hexdigest()
    assert line_of(site) == f"./vendor/{wheel.name} --hash=sha256:{digest}"
    assert "placeholder" not in masthead("check", cwd=site).stdout.partition("requirements")[2]


def test_upgrade_replaces_what_is_there(site: Path) -> None:
    assert "nothing to do" in masthead("upgrade", cwd=site).stdout
    (new,) = (site / "vendor").iterdir()
    old = new.with_name("masthead-0.0.9-py3-none-any.whl")
    new.rename(old)
    before = line_of(site)
    (site / "requirements.txt").write_text(f"# mine\n{before.replace(new.name, old.name)}\nother\n")
    shown = masthead("upgrade", cwd=site)
    assert f"removed: vendor/{old.name}\nnew: vendor/{new.name}" in shown.stdout
    assert shown.stdout.endswith("nothing was changed\n") and old.exists()
    done = masthead("upgrade", "--yes", cwd=site)
    assert done.returncode == 0, done.stderr
    assert (site / "requirements.txt").read_text() == f"# mine\n{before}\nother\n"
    assert [path.name for path in (site / "vendor").iterdir()] == [new.name]
    assert "nothing to do" in masthead("upgrade", "--yes", cwd=site).stdout


def test_upgrade_leaves_the_repository_of_masthead_alone(site: Path) -> None:
    (site / "requirements.txt").write_text(".[zh]\n")
    assert "in its own repository" in masthead("upgrade", "--yes", cwd=site).stdout
    assert (site / "requirements.txt").read_text() == ".[zh]\n"


@pytest.mark.slow
def test_the_steps_of_the_workflow_work_without_our_checkout(site: Path, tmp_path: Path) -> None:
    """All but what only GitHub has: in an environment that has nothing yet."""
    workflow = yaml.safe_load((site / ".github/workflows/pages.yml").read_text("utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    assert len(steps) == 3
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    environ = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
               "BASE_URL": "https://ada.example.org/site/"}  # fmt: skip
    environ.pop("PYTHONPATH", None)
    for step in steps:
        done = subprocess.run(["bash", "-e", "-c", step], cwd=site, capture_output=True, text=True,
                              timeout=PATIENCE * 4, check=False, env=environ)  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    page = (site / "_site/index.html").read_text("utf-8")
    assert re.search(r'rel="canonical" href="https://ada\.example\.org/site/"', page)
