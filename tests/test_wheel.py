"""The wheel, installed into an empty environment, brings its theme along."""

import io
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from generator.hosting.installation import own_wheel
from tests.conftest import PATIENCE, REPOSITORY

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def masthead(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as the built wheel installs it."""
    folder = tmp_path_factory.mktemp("wheel")
    # Typst in this process has closed the network to what inherits its environment, see
    # `render/typst.py`; `os.environ` is as it was.
    environ = dict(os.environ)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    build.append(str(REPOSITORY))
    subprocess.run(build, check=True, capture_output=True, timeout=PATIENCE * 4, env=environ)
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    venv.create(environment)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "-q", wheel]
    run = subprocess.run(
        pip, capture_output=True, text=True, timeout=PATIENCE * 4, check=False, env=environ
    )
    assert run.returncode == 0, run.stderr
    return programs / "masthead"


def test_it_holds_the_package_and_nothing_that_lies_beside_it(masthead: Path) -> None:
    (wheel,) = masthead.parent.parent.parent.glob("*.whl")
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"generator"}


def test_it_holds_what_masthead_puts_into_the_wheel_of_a_site(masthead: Path) -> None:
    def files(wheel: zipfile.ZipFile) -> dict[str, int]:
        names = {one.filename: one.file_size for one in wheel.infolist()}
        return {name: size for name, size in names.items() if ".dist-info/" not in name}

    (wheel,) = masthead.parent.parent.parent.glob("*.whl")
    ours = zipfile.ZipFile(io.BytesIO(own_wheel().data))
    assert files(ours) == files(zipfile.ZipFile(wheel))


def test_it_brings_the_files_of_a_new_site_and_the_schemas_along(
    masthead: Path, tmp_path: Path
) -> None:
    def run(*words: str, cwd: Path) -> str:
        done = subprocess.run([masthead, *words], cwd=cwd, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("new", "site", "--yes", "--native", "方缙", "--languages", "en,zh", cwd=tmp_path)
    site = tmp_path / "site"
    packaged = REPOSITORY / "generator/scaffold/site"
    for path in packaged.rglob("*"):
        other_host = path.name in (".gitlab-ci.yml", "publish.sh")
        if path.is_file() and not other_host and path.suffix not in (".jinja", ".md"):
            target = site / path.relative_to(packaged)
            assert target.read_bytes() == path.read_bytes()
    run("build", cwd=site)  # without the font, it warns that the PDF leaves out 方缙
    schemas = {path.name for path in (site / ".cache/schema").glob("*.json")}
    assert schemas == {path.name for path in (REPOSITORY / "docs/schema").glob("*.json")}
    assert "templates/page.html" in run("theme", "files", cwd=site)
    run("theme", "eject", "footer.html", cwd=site)
    assert "the same as Masthead's" in run("theme", "diff", cwd=site)
