"""`python -m tools.release`: `cut VERSION`, `files DIR` or `template DIR`; see the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.release.cut import cut_release, write_template
from tools.release.distributions import make_files
from tools.release.steps import CannotRelease, done, git
from tools.release.version import refuse_other_version

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run the command and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "cut":
            cut_release(root, options.version, options.dry_run)
        elif options.command == "files":
            commit = git(root, "rev-parse", "HEAD")
            if options.tag:
                refuse_other_version(root, options.tag)
            make_files(root, commit, options.folder)
        else:
            write_template(options.folder.resolve(), (sys.executable, "-m", "generator"))
            done("template", str(options.folder))
    except CannotRelease as error:
        for line in error.lines():
            print(line, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stop  nothing was released", file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cut = commands.add_parser("cut", help="make a release on this machine, up to the tag")
    cut.add_argument("version", help="X.Y.Z")
    cut.add_argument("--dry-run", action="store_true", help="do all, and keep nothing of it")
    files = commands.add_parser("files", help="make sdist and wheel of what is checked out")
    files.add_argument("folder", type=Path)
    files.add_argument("--tag", default="", help="refuse, unless this is the version's own tag")
    template = commands.add_parser("template", help="write the template repository")
    template.add_argument("folder", type=Path)
    return parser


if __name__ == "__main__":
    sys.exit(main())
