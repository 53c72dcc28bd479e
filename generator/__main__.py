"""The command: `masthead`, or `python -m generator`.

A build with nothing to do ends here, before anything that is slow to load.
"""

import gc
import os
import sys

from generator.drawing.start import start
from generator.memory.snapshot import compared


def main() -> int:
    """Run the command line and return the exit code; a build ends the process by itself.

    At its end Python looks at each object once more, and frees it. That takes a tenth of a small
    build's time, and the system takes all the memory back anyway.
    """
    code = run()
    if sys.argv[1:2] == ["build"] and sys.stdout and sys.stderr:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            return code  # Python says at its end what it could not print
        os._exit(code)
    return code


def run() -> int:
    """Run the command line and return the exit code."""
    words = sys.argv[1:]
    is_build = words[:1] == ["build"]
    counts, has_new_texts = compared(words) if is_build else (None, False)
    if counts is None:
        # A build makes much and throws little away; looking for cycles is a tenth of its time.
        gc.set_threshold(50_000, 20, 50)
        try:
            started = start(has_new_texts) if is_build else None
            from generator import cli

            return cli.main(started=started)
        except KeyboardInterrupt:  # outside of the command's own care: while it is loaded, say
            print("stopped; the last good site is still there", file=sys.stderr)
            return 130
    if "--quiet" not in words:
        pages, files = counts
        print(f"nothing has changed: {pages} pages ({files} files)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
