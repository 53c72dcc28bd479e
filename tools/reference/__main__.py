"""`python -m tools.reference [docs]`: write the schemas and pages, or check them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.reference.chinese import Chinese
from tools.reference.pages import pages
from tools.reference.schema import Schema, schemas


def generated_files(chinese: Chinese | None = None) -> dict[str, str]:
    """Return all generated files, by their path in `docs/`."""
    english, chinese = pages(), chinese or Chinese()
    made = {f"reference/{name}": text for name, text in english.items()}
    made |= {f"reference/{name}": text for name, text in chinese.pages(english).items()}
    for name, schema in schemas().items():
        made[f"schema/{name}.json"] = _as_json(schema)
        made[f"schema/zh/{name}.json"] = _as_json(chinese.schema(schema))
    return made


def _as_json(schema: Schema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def out_of_date(docs: Path) -> list[str]:
    """Return the files that differ from the code, each with the problem: missing, changed or
    obsolete. Texts of `zh.json` are checked, too."""
    chinese = Chinese()
    made = generated_files(chinese)
    there = {
        path.relative_to(docs).as_posix()
        for folder in ("schema", "reference")
        for path in (docs / folder).rglob("*.*")
    }
    faults = [f"{path}: nothing makes this any more; delete it" for path in there - set(made)]
    for path, text in made.items():
        if path not in there:
            faults.append(f"{path}: missing")
        elif (docs / path).read_bytes() != text.encode("utf-8"):
            faults.append(f"{path}: out of date")
    return sorted(faults) + chinese.faults()


def write(docs: Path) -> None:
    """Write all files that differ."""
    for path, text in generated_files().items():
        target, data = docs / path, text.encode("utf-8")
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            print(target)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code: 1 if `--check` finds something."""
    parser = argparse.ArgumentParser(prog="python -m tools.reference", description=__doc__)
    parser.add_argument("docs", nargs="?", type=Path, default=Path("docs"))
    parser.add_argument("--check", action="store_true", help="write nothing; say what is wrong")
    options = parser.parse_args(arguments)
    if not options.check:
        write(options.docs)
    faults = out_of_date(options.docs)
    for fault in faults:
        print(f"{options.docs}/{fault}", file=sys.stderr)
    if faults and options.check:
        print("python -m tools.reference writes them anew", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
