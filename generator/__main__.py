"""The command: `masthead`, or `python -m generator`.

A build with nothing to do ends here, before anything that is slow to load.
"""

import gc
import os
import sys

from generator.engine.snapshot import unchanged
from generator.language import language_of, sentence


def main() -> int:
    """Run the command line and return the exit code; a build ends the process at once.

    A normal exit visits and frees every object. That takes a tenth of a small build's time, and the
    system frees all the memory anyway.
    """
    code = run()
    if sys.argv[1:2] == ["build"] and sys.stdout and sys.stderr:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            return code  # Python reports at exit what it could not print
        os._exit(code)
    return code


def run() -> int:
    """Run the command line and return the exit code."""
    words = sys.argv[1:]
    is_build = words[:1] == ["build"]
    counts = unchanged(words) if is_build else None
    if counts is None:
        from generator import processes

        processes.end_in_order()
        try:
            # A build and a check allocate much and free little; only a preview runs for long.
            is_short = words[:1] in (["build"], ["check"])
            gc.set_threshold(500_000 if is_short else 50_000, 20, 50)
            make_printable()
            from generator.commands import cli

            return cli.main()
        except BaseException as error:
            if not (number := processes.behind(error)):
                raise
            print(sentence("stopped", language_of(words)), file=sys.stderr)
            return 128 + number
    if "--quiet" not in words:
        pages, files = counts
        said = sentence("nothing-has-changed", language_of(words))
        print(said.format(pages=pages, files=files))
    return 0


def make_printable() -> None:
    """Keep control characters away from the terminal in all later output."""
    from generator.problems import PrintableStream

    if sys.stdout:
        sys.stdout = PrintableStream(sys.stdout)
    if sys.stderr:
        sys.stderr = PrintableStream(sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
