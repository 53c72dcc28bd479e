"""An editor with the YAML language server completes and checks each data file, by its first line.

The server is the one that editors run; tools/browser/install.py installs it from npm.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.model.site import LISTS
from generator.project import modeline
from tests.conftest import REPOSITORY, SiteCase
from tests.reference.language_server import PROGRAM, LanguageServer
from tools.reference.examples import DATA

pytestmark = pytest.mark.slow
FILES = {name: f"content/{name}.yaml" for name in DATA if name not in ("page", "cv")}
FILES["cv"] = "content/cv/resume.yaml"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that was built once, so its schemas are where the files say."""
    site = SiteCase(tmp_path_factory.mktemp("editor"))
    site.write("content/site.yaml", "person: {name: Ada Quill}\n")
    site.write("content/index.md", "Hello.\n")
    assert site.build().ok
    (site.root / "content/cv").mkdir()
    return site.root


@pytest.fixture(scope="module")
def server(project: Path) -> Iterator[LanguageServer]:
    if not PROGRAM.is_file():
        message = "yaml-language-server is not installed: see tools/browser/install.py"
        if os.environ.get("MASTHEAD_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)
    with LanguageServer(project) as running:
        yield running


def head(file: str) -> str:
    name = "cv" if "/cv/" in file else Path(file).stem
    return modeline(name, up=file.count("/"))


@pytest.mark.parametrize("name", FILES)
def test_what_is_right_is_not_underlined(project: Path, server: LanguageServer, name: str) -> None:
    text = head(FILES[name]) + DATA[name].lstrip()
    assert server.open(project / FILES[name], text) == []


@pytest.mark.parametrize("name", FILES)
def test_a_misspelt_field_is_underlined_in_its_line(
    project: Path, server: LanguageServer, name: str
) -> None:
    text = head(FILES[name]) + DATA[name].lstrip()
    misspelt = text.replace("\n- ", "\n- tittle: x\n  ", 1)
    if misspelt == text:
        misspelt += "tittle: x\n"
    where = misspelt[: misspelt.index("tittle")].count("\n")
    found = server.open(project / FILES[name], misspelt)
    assert where in {one["range"]["start"]["line"] for one in found}, found


@pytest.mark.parametrize("name", FILES)
def test_the_fields_are_offered_with_what_they_mean(
    project: Path, server: LanguageServer, name: str
) -> None:
    is_list = name in LISTS
    text = head(FILES[name]) + ("- \n" if is_list else "\n")
    server.open(project / FILES[name], text)
    offered = server.complete(project / FILES[name], 1, 2 if is_list else 0)
    wanted = set(
        re.findall(r"^(?:- |  )(\w+):" if is_list else r"^(\w+):", DATA[name], re.MULTILINE)
    )
    assert wanted and wanted <= set(offered)
    described = [one for label, one in offered.items() if one.get("documentation")]
    assert len(described) >= len(offered) / 2


def test_over_a_field_stands_what_it_means(project: Path, server: LanguageServer) -> None:
    file = project / FILES["venues"]
    server.open(file, head(FILES["venues"]) + "- id: goat\n  short: GOAT\n  name: Goats\n")
    schema = json.loads((REPOSITORY / "docs/schema/venues.json").read_text("utf-8"))
    meaning = schema["$defs"]["Venue"]["properties"]["short"]["description"]
    bare = re.sub(r"\W", "", server.hover(file, 2, 3))
    assert meaning and re.sub(r"\W", "", meaning) in bare


def test_the_kinds_that_a_site_declares_are_completed_and_checked_likewise(
    project: Path, server: LanguageServer
) -> None:
    site = SiteCase(project)
    site.write(
        "content/site.yaml",
        "person: {name: Ada Quill}\nkinds: {grants: {fields: {name: text, amount: number}}}\n",
    )
    site.write("content/grants.yaml", "- {name: A grant, amount: 3}\n")
    built = site.build()
    assert built.ok, built.said()
    file = project / "content/grants.yaml"
    first = "# yaml-language-server: $schema=../.cache/schema/own/grants.json\n"
    assert (
        server.open(file, f"{first}- name: A grant\n  amuont: 3\n")[0]["range"]["start"]["line"]
        == 2
    )
    server.open(file, f"{first}- \n")
    assert {"name", "amount"} <= set(server.complete(file, 1, 2))
