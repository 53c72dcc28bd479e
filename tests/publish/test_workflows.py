"""The workflows on GitHub: what they may do, and what they run."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import REPOSITORY

OURS = REPOSITORY / ".github/workflows"
TEMPLATE = REPOSITORY / "generator/scaffold/site/.github/workflows/pages.yml"
SYNC = REPOSITORY / "generator/sync/sync.yml"
ALL = [*sorted(OURS.glob("*.yml")), TEMPLATE, SYNC]
NAMES = [path.relative_to(REPOSITORY).as_posix() for path in ALL]
ACTION = REPOSITORY / "action.yml"
PUBLISHER = "pypa/gh-action-pypi-publish"
"""The one action that is not GitHub's own: only it can publish without a password."""
SPOKEN_BY_STRANGERS = re.compile(r"\$\{\{[^}]*\bgithub\.(event|head_ref|ref_name|actor)\b")


def read(path: Path) -> dict[Any, Any]:
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in read(path)["jobs"].values():
        yield from job["steps"]


def triggers(path: Path) -> set[str]:
    return set(read(path)[True])  # YAML 1.1 reads `on` as a truth


def test_there_are_a_workflow_for_the_site_and_one_for_the_project() -> None:
    names = sorted(path.name for path in OURS.iterdir())
    assert names == ["ci.yml", "pages.yml", "release.yml"]
    assert TEMPLATE.read_bytes() == (OURS / "pages.yml").read_bytes(), "a user's site has the same"


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_every_action_is_an_official_one_named_by_its_hash_with_its_version(path: Path) -> None:
    lines = [line for line in path.read_text("utf-8").splitlines() if "uses:" in line]
    assert len(lines) == sum("uses" in step for step in steps(path)) > 1
    for line in lines:
        named = re.search(r"uses: (\S+)@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)
        assert named and re.fullmatch(rf"actions/[a-z-]+|{PUBLISHER}", named[1]), line


def test_an_action_has_the_same_hash_everywhere() -> None:
    texts = "".join(path.read_text("utf-8") for path in [*ALL, ACTION])
    found = set(re.findall(r"(\S+/[a-z-]+)@([0-9a-f]{40}) # (\S+)", texts))
    assert len(found) == len({name for name, _, _ in found}) == 8


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_nobody_may_do_more_than_is_needed(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        expected = {
            ("pages.yml", "build"): {"contents": "read", "pages": "read"},
            ("pages.yml", "deploy"): {"pages": "write", "id-token": "write"},
            ("release.yml", "publish"): {"id-token": "write"},
            ("sync.yml", "sync"): {"contents": "write", "pull-requests": "write"},
        }.get((path.name, name))
        assert job.get("permissions") == expected, name
    checkouts = [step for step in steps(path) if "actions/checkout@" in step.get("uses", "")]
    assert checkouts
    for step in checkouts:
        assert step["with"]["persist-credentials"] is False
    assert "secrets." not in path.read_text("utf-8")


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_no_stranger_s_words_are_run(path: Path) -> None:
    assert "pull_request_target" not in triggers(path) and "workflow_run" not in triggers(path)
    for step in steps(path):
        assert "${{" not in step.get("run", ""), "values come in by `env`"
    assert not SPOKEN_BY_STRANGERS.search(path.read_text("utf-8"))


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_every_job_ends_some_time_and_pushes_do_not_race(path: Path) -> None:
    workflow = read(path)
    assert all(job["timeout-minutes"] <= 60 for job in workflow["jobs"].values())
    assert workflow["concurrency"]["group"]
    assert workflow["concurrency"]["cancel-in-progress"] is (path.name == "ci.yml")


def test_the_site_is_built_for_the_address_that_pages_names_and_goes_up_whole() -> None:
    found = list(steps(TEMPLATE))
    by_action = {step["uses"].partition("@")[0]: step for step in found if "uses" in step}
    assert by_action["actions/configure-pages"]["id"] == "pages"
    (build,) = [step for step in found if step.get("name") == "Build"]
    assert build["env"] == {"BASE_URL": "${{ steps.pages.outputs.base_url }}"}
    assert '--base-url "$BASE_URL"' in build["run"]
    upload = by_action["actions/upload-pages-artifact"]["with"]
    assert upload == {"path": "_site", "include-hidden-files": True}
    assert by_action["actions/setup-python"]["with"]["cache"] == "pip"
    assert read(TEMPLATE)["jobs"]["deploy"]["if"] == (
        "github.ref == 'refs/heads/main' || github.ref == 'refs/heads/master'"
    ), "never from a pull request, whose ref is refs/pull/5/merge"
    (check,) = [step for step in found if "masthead check" in step.get("run", "")]
    assert "--format github" in check["run"]
    in_order = [check, build, by_action["actions/upload-pages-artifact"]]
    assert sorted(in_order, key=found.index) == in_order
    deploy = read(TEMPLATE)["jobs"]["deploy"]
    assert deploy["needs"] == "build" and deploy["environment"]["name"] == "github-pages"
    assert [step["uses"].partition("@")[0] for step in deploy["steps"]] == ["actions/deploy-pages"]


def test_the_action_does_what_the_workflow_of_a_new_site_does() -> None:
    found = read(ACTION)["runs"]["steps"]
    ours = [step for step in steps(TEMPLATE) if "run" in step]
    for step in found:
        assert "${{" not in step.get("run", "") and ("uses" in step) is not ("shell" in step)
    install, check, build = (step["run"] for step in found if "run" in step)
    assert [line.split('"')[0] for line in install.splitlines()] == [
        "python -m pip install --no-deps ",
        "python -m pip install --require-hashes --requirement ",
    ]
    assert ours[1]["run"] in check and ours[2]["run"].partition(" --")[0] in build
    setups = {step["with"]["python-version"] for step in [*found, *steps(TEMPLATE)]
              if "setup-python" in step.get("uses", "")}  # fmt: skip
    assert len(setups) == 1


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_what_is_installed_is_named_by_hashes(path: Path) -> None:
    """But for Masthead itself, which lies here; the requirements of a new site have hashes of all."""
    lines = [line for step in steps(path) for line in step.get("run", "").splitlines()]
    installs = [
        line for line in lines if re.search(r"\b(pip|uv|npm|pipx)\b.*\b(install|ci)\b", line)
    ]
    assert installs
    for line in installs:
        is_site = line == "python -m pip install --requirement requirements.txt"
        assert is_site or "--require-hashes --requirement" in line or "--no-deps" in line, line


@pytest.mark.parametrize(
    ("name", "extras"),
    [
        (".github/requirements.lock", ("zh", "thumbs", "dev")),
        ("generator/requirements.lock", ("zh",)),
    ],
)
def test_a_lock_names_all_that_the_project_asks_for_with_hashes_and_nothing_that_lies_elsewhere(
    name: str, extras: tuple[str, ...]
) -> None:
    """After a change of pyproject.toml: make lock."""
    text = (REPOSITORY / name).read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) > 10 and "://" not in text
    locked = {}
    for line in lines:
        found = re.match(
            r"([a-z0-9.-]+)==([\w.]+)( ; [^-]+)?( +--hash=sha256:[0-9a-f]{64})+$", line
        )
        assert found, line
        locked[found[1]] = found[2]
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [one for extra in extras for one in project["optional-dependencies"][extra]]
    for requirement in map(Requirement, [*project["dependencies"], *wanted]):
        version = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), requirement
