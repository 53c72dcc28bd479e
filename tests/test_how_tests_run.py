"""Tests pass however they are started."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, REPOSITORY

FAKE = """#!/bin/sh
echo "$(basename $0) $*" >> "$LOG"
"""
INSTALL = """
import os, runpy
os.geteuid = lambda: 0
runpy.run_module("tools.browser.install", run_name="__main__")
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no apt-get, and no pseudo-terminal")
@pytest.mark.parametrize("answer", ["", "n", "y"])
def test_system_packages_are_named_before_they_are_installed_and_a_person_is_asked(
    tmp_path: Path, answer: str
) -> None:
    """Without an answer there is no terminal: a builder goes on."""
    ignored = shutil.ignore_patterns("node_modules", "__pycache__")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/__init__.py").touch()
    shutil.copytree(REPOSITORY / "tools/browser", tmp_path / "tools/browser", ignore=ignored)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("apt-get", "npm"):
        (programs / name).write_text(FAKE)
        (programs / name).chmod(0o755)
    (programs / "basename").symlink_to(str(shutil.which("basename")))
    log = tmp_path / "log"
    log.touch()
    ours, theirs = os.openpty()
    given = theirs if answer else subprocess.DEVNULL
    run = subprocess.Popen(
        [sys.executable, "-c", INSTALL], cwd=tmp_path, stdin=given,
        stdout=theirs if answer else subprocess.PIPE, stderr=subprocess.STDOUT,
        env={"PATH": str(programs), "LOG": str(log)},
    )  # fmt: skip
    if answer:
        os.write(ours, answer.encode() + b"\n")
    said, _ = run.communicate(timeout=PATIENCE)
    os.close(theirs)
    said = os.read(ours, 1 << 16) if answer else said
    os.close(ours)
    done = log.read_text().splitlines()
    packages = b"nodejs chromium-headless-shell default-jre-headless poppler-utils"
    assert b"apt-get will install on this system: " + packages in said
    assert (b"Install them now?" in said) == bool(answer)
    assert ("apt-get update -qq" in done) == (answer in ("", "y"))
    assert "npm ci --ignore-scripts --loglevel=error --no-progress" in done
