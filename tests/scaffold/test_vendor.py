"""A new site holds the Masthead that wrote it, and `masthead upgrade` replaces it."""

import os
import re
import subprocess
from ast import literal_eval
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from generator.hosting.installation import LOCK_LINE, Wheel, own_wheel
from tests.cases import rows
from tests.conftest import PATIENCE, REPOSITORY, masthead


@pytest.fixture
def site(tmp_path: Path) -> Path:
    done = masthead("new", "site", "--yes", "--kind", "group", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path / "site"


def line_of(site: Path) -> str:
    text = (site / "requirements.txt").read_text("utf-8")
    return next(line for line in text.splitlines() if not line.startswith("#"))


NEW = Wheel("new.whl", b"", "1")


@pytest.mark.parametrize(("text", "what", "extras"), rows("hosting", "Lines that install Masthead"))
def test_the_line_that_installs_masthead_is_replaced_and_keeps_its_extras(
    text: str, what: str, extras: str
) -> None:
    others = "# masthead\n./other.whl\nmastheads\n../masthead\n"
    before = others + literal_eval(text)
    after = NEW.installed_by(before)
    line = f"./vendor/new.whl{f'[{extras}]' if extras else ''} --hash=sha256:1\n{LOCK_LINE}"
    assert after.startswith(others) and line in after.replace("\r", "")
    assert what not in after.splitlines() and "sha256:0" not in after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "NEW\n"),
        ("a\r\nmasthead==1\r\nb", "a\r\nNEW\r\nb"),
        ("other==1", "other==1\nNEW\n"),
        (f"masthead==1 \\\n    --hash=sha256:0 \\\r\n    --hash=sha256:1\nb\n{LOCK_LINE}\n",
         f"./vendor/new.whl --hash=sha256:1\nb\n{LOCK_LINE}\n"),
    ],
)  # fmt: skip
def test_another_line_takes_its_place_and_the_rest_stays(before: str, after: str) -> None:
    new = f"./vendor/new.whl --hash=sha256:1\n{LOCK_LINE}"
    assert NEW.installed_by(before) == after.replace("NEW", new)


@pytest.mark.slow
def test_a_new_site_names_the_wheel_by_its_hash(site: Path) -> None:
    (wheel,) = (site / "vendor").glob("*.whl")
    own_wheel.cache_clear()
    assert wheel.read_bytes() == own_wheel().data, "it is the same each time"
    assert line_of(site) == f"./vendor/{wheel.name} --hash=sha256:{own_wheel().sha256}"
    assert own_wheel().sha256 == sha256(wheel.read_bytes()).hexdigest()
    assert (site / "requirements.txt").read_text("utf-8").endswith(f"\n{LOCK_LINE}\n")
    lock = REPOSITORY / "generator/requirements.lock"
    assert (site / "vendor/requirements.lock").read_bytes() == lock.read_bytes()
    assert "placeholder" not in masthead("check", cwd=site).stdout.partition("requirements")[2]


@pytest.mark.slow
def test_upgrade_replaces_what_is_there(site: Path) -> None:
    assert "nothing to do" in masthead("upgrade", cwd=site).stdout
    (new,) = (site / "vendor").glob("*.whl")
    old = new.with_name("masthead-0.0.9-py3-none-any.whl")
    new.rename(old)
    (site / "vendor/requirements.lock").unlink()  # as sites had it
    before = line_of(site)
    (site / "requirements.txt").write_text(f"# mine\n{before.replace(new.name, old.name)}\nother\n")
    shown = masthead("upgrade", cwd=site)
    said = [f"removed: vendor/{old.name}", f"new: vendor/{new.name}",
            "new: vendor/requirements.lock", "new: requirements.txt"]  # fmt: skip
    assert shown.stdout.splitlines()[:4] == said
    assert shown.stdout.endswith("nothing was changed\n") and old.exists()
    done = masthead("upgrade", "--yes", cwd=site)
    assert done.returncode == 0, done.stderr
    assert (site / "requirements.txt").read_text() == f"# mine\n{before}\n{LOCK_LINE}\nother\n"
    assert {path.name for path in (site / "vendor").iterdir()} == {new.name, "requirements.lock"}
    assert "nothing to do" in masthead("upgrade", "--yes", cwd=site).stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the recipe is for shells")
def test_a_student_s_pull_request_is_checked_without_our_checkout(
    site: Path, tmp_path: Path
) -> None:
    """The recipe and the workflow: what runs is their lines, in an environment that has nothing."""
    git = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-qb", "main"), ("add", "-A"), ("commit", "-qm", "A site")):
        subprocess.run([*git, *words], cwd=site, check=True)
    summary = tmp_path / "summary.md"
    environ = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")} | {
        "GIT_CONFIG_COUNT": "3", "GIT_CONFIG_KEY_0": f"url.{site}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/our-lab/our-lab.github.io.git",
        "GIT_CONFIG_KEY_1": "user.name", "GIT_CONFIG_VALUE_1": "Lin",
        "GIT_CONFIG_KEY_2": "user.email", "GIT_CONFIG_VALUE_2": "lin@example.org",
        "RUNNER_TEMP": str(tmp_path), "GITHUB_STEP_SUMMARY": str(summary),
    }  # fmt: skip

    def run(lines: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-e", "-c", lines], cwd=cwd, capture_output=True, text=True,
                              timeout=PATIENCE * 4, check=False, env=environ | more)  # fmt: skip

    recipe = (REPOSITORY / "docs/recipes.md").read_text("utf-8")
    recipe = recipe.partition("## Students edit their profile")[2].partition("\n## ")[0]
    begin, send = re.findall(r"```sh\n(.*?)```", recipe, re.DOTALL)
    done = run(begin, tmp_path)
    assert done.returncode == 0, done.stderr
    clone = tmp_path / "our-lab.github.io"
    wrong = {"people.yaml": "- name: Lin Student\n  group: phd\n  emial: lin@example.org\n",
             "news.yaml": "- date: 2026-02-30\n  text: Lin is here.\n",
             "publications.md": "See [me](/people/lin/).\n"}  # fmt: skip
    texts = {name: (clone / "content" / name).read_text("utf-8") for name in wrong}
    for name, text in wrong.items():
        (clone / "content" / name).write_text(texts[name] + text, "utf-8")
    environ["PATH"] = f"{clone / '.venv/bin'}{os.pathsep}{environ['PATH']}"
    assert run(send, clone).returncode == 1, "check finds them before they are sent"
    done = run(send.replace("masthead check\n", ""), clone)
    assert done.returncode == 0, done.stderr

    def steps(event: str, **more: str) -> dict[str, subprocess.CompletedProcess[str]]:
        """Go through the job in a checkout as GitHub makes it, until a step fails."""
        subprocess.run(["git", "reset", "-q", "--hard"], cwd=site, check=True)
        workflow = yaml.safe_load((site / ".github/workflows/pages.yml").read_text("utf-8"))
        done = dict[str, subprocess.CompletedProcess[str]]()
        for step in workflow["jobs"]["build"]["steps"]:
            wanted = step.get("if", "") in ("", f"github.event_name {event} 'pull_request'")
            if "run" in step and wanted:
                done[step["name"].partition(" ")[0]] = last = run(step["run"], site, **more)
                if last.returncode:
                    break
        return done

    merge = [*git, "merge", "-q", "--no-ff", "-m", "As GitHub tries it", "my-profile"]
    subprocess.run(merge, cwd=site, check=True)
    done_steps = steps("==", GITHUB_ACTIONS="true", BASE_URL="")
    assert list(done_steps) == ["Install", "Check"], done_steps["Install"].stderr
    marks = re.findall(
        r"::error file=(\S+),line=(\d+),col=\d+::(.*?) \[", done_steps["Check"].stdout
    )
    lines = {name: len(text.splitlines()) for name, text in texts.items()}
    assert marks == [
        ("content/news.yaml", f"{lines['news.yaml'] + 1}",
         '"2026-02-30" is not a date: there is no such day or month'),
        ("content/people.yaml", f"{lines['people.yaml'] + 3}", 'unknown field "emial"'),
        ("content/publications.md", f"{lines['publications.md'] + 1}",
         'this link leads nowhere: "/people/lin/"'),
    ]  # fmt: skip

    right = (("people.yaml", "emial", "email"), ("news.yaml", "02-30", "02-28"),
             ("publications.md", "/people/lin/", "/people/lin-student/"))  # fmt: skip
    for name, old, new in right:
        (clone / "content" / name).write_text((texts[name] + wrong[name]).replace(old, new))
    assert run(send, clone).returncode == 0, "and now it finds nothing that stops"
    subprocess.run(["git", "reset", "-q", "--hard", "HEAD^1"], cwd=site, check=True)
    subprocess.run(merge, cwd=site, check=True)
    done_steps = steps("==", GITHUB_ACTIONS="true", BASE_URL="")
    assert list(done_steps) == ["Install", "Check", "Build", "Say"]
    said = done_steps["Say"]
    assert said.returncode == 0 and "::" not in said.stdout + said.stderr, said.stderr
    assert "/people/lin-student/" in summary.read_text() and "Lin is here." in summary.read_text()
    done_steps = steps("!=", BASE_URL="https://ada.example.org/site/")
    assert list(done_steps) == ["Install", "Check", "Build"]
    page = (site / "_site/index.html").read_text("utf-8")
    assert re.search(r'rel="canonical" href="https://ada\.example\.org/site/"', page)
