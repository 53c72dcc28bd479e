"""Lighthouse's four scores for a page on a phone. npm installs it in a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

PACKAGE = "lighthouse@13"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu "
    "--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'"
)


def installed(folder: Path) -> Path:
    """Return Lighthouse's command; npm fetches it once. Raises CalledProcessError."""
    command = folder / "node_modules/.bin/lighthouse"
    if not command.exists():
        folder.mkdir(parents=True, exist_ok=True)
        words = [
            "npm",
            "install",
            "--no-save",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            PACKAGE,
        ]
        subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return command


def scores(command: Path, url: str, chromium: str) -> tuple[dict[str, int], list[str]]:
    """Return the score of each category from 0 to 100, and the audits that are not perfect."""
    words = [str(command), url, "--quiet", "--output=json", "--output-path=stdout",
             f"--chrome-flags={_FLAGS}", "--max-wait-for-load=60000"]  # fmt: skip
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CHROME_PATH": shutil.which(chromium) or chromium},
    )
    if done.returncode:
        raise RuntimeError(f"Lighthouse failed on {url}:\n{done.stderr[-2000:]}")
    report = json.loads(done.stdout)
    found = {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}
    scored = [audit for audit in report["audits"].values() if audit.get("score") is not None]
    weak = [
        f"{audit['id']} {audit.get('displayValue', '')}".strip()
        for audit in scored
        if audit["score"] < 0.9 and audit.get("scoreDisplayMode") != "informative"
    ]
    return found, weak
