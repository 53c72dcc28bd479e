"""What the preview says in the terminal."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from threading import Thread

from generator.preview.builder import Outcome
from generator.preview.listener import Listening
from generator.preview.state import Desk


class Teller:
    """Says what was built, and what is wrong, once."""

    def __init__(self, desk: Desk, say: Callable[[str], None]) -> None:
        self._desk = desk
        self._say = say
        self._warned: set[str] = set()
        self._is_first = True
        self._was_wrong = False
        self.is_open = False

    def hello(self, listening: Listening, wanted: int) -> None:
        """Say where the preview is, and who can see it."""
        if listening.is_moved:
            self._say(f"port {wanted} is taken: using {listening.port}")
        if not listening.is_loopback:
            self._say("warning: everybody in your network can see this preview, drafts included")
        self._say(f"preview: {listening.url}  (Ctrl-C ends it)")

    def tell(self, outcome: Outcome) -> None:
        """Say what came of a build."""
        if outcome.report is None:
            for mistake in self._desk.status.mistakes:
                self._say(mistake.text)
            self._say(f"not built: {self._desk.status.note}")
            self._was_wrong = True
            return
        warnings = [m.text for m in self._desk.mistakes_of(outcome.report.warnings)]
        for text in warnings:
            if text not in self._warned:
                self._say(text)
        self._warned = set(warnings)
        report = outcome.report
        changed = report.written + report.removed
        what = f"{report.pages} pages" if self._is_first else f"{changed} of {report.outputs} files"
        mended = "mended; " * self._was_wrong
        why = f" for {_named(outcome.paths, self._desk)}" if outcome.paths else ""
        self._say(f"{mended}built {what} in {outcome.seconds:.2f} s{why}")
        self._is_first = self._was_wrong = False

    def open(self, url: str) -> None:
        """Open the preview in the browser of the system."""
        self.is_open = True
        Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _named(paths: tuple[str, ...], desk: Desk) -> str:
    root = str(desk.project.root.resolve()) + "/"
    first = paths[0].removeprefix(root)
    shown = "".join(ch if ch.isprintable() else "?" for ch in first)
    return shown + (f" and {len(paths) - 1} more" if len(paths) > 1 else "")
