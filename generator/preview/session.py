"""One preview from its start to Ctrl-C: connects the watcher, the builder, the server and the
reporter."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

import msgspec
from tornado.ioloop import IOLoop

from generator.preview.builds import Attempt, Builder, Failure, PreviewRequest, Result
from generator.preview.server import Listener, serve
from generator.preview.state import PreviewState
from generator.preview.watcher import Watcher
from generator.problems import one_line, spoken


class Panel(NamedTuple):
    """The server, beside the preview, of the panel in which the author edits the site."""

    origin: str
    """`http://127.0.0.1:8001`."""
    address: str
    """The address for the author's browser, with the token of this run."""
    begin: Callable[[Listener, PreviewState], None]
    """Called in the loop of the preview's server, before the first build."""


def preview(
    request: PreviewRequest,
    say: Callable[[str], None],
    attempt: Attempt,
    panel: Panel | None = None,
) -> None:
    """Show the site until interrupted. Raises ServerError if that is not possible.

    `attempt` makes the builds, for the address at which the server listens. The site is built into
    its own folder, and the script that reloads pages is added when they are served, so nothing of
    the preview can be deployed.
    """
    project = request.build.project
    listener = Listener(request.host, request.port)
    for note in listener.notes():
        say(note)
    say(spoken("preview-address", url=listener.url))
    address = listener.url
    if panel:
        address = panel.address
        say(spoken("editing-at", url=address))
    state = PreviewState(project, request.build.output.absolute(), request.editor)
    reporter = Reporter(state, say)
    opening = Thread(target=webbrowser.open, args=(address,), daemon=True)
    push = serve(listener, state, panel.origin if panel else "")

    def after(result: Result, changed: tuple[str, ...], seconds: float) -> None:
        push(state.take(result))
        reporter.tell(result, changed, seconds)
        if request.opens_browser and opening.ident is None:  # not started yet
            opening.start()

    builder = Builder(
        msgspec.structs.replace(request.build, base_url=listener.url),
        before=lambda: watcher.refresh(),
        after=after,
        open_pages=state.open_pages,
        on_first=lambda paths: push(state.take_first(paths)),
        attempt=attempt,
    )
    watcher = Watcher(project, request.polls, builder.note, say)

    try:
        if panel:
            panel.begin(listener, state)
        watcher.refresh()
        builder.start()
        IOLoop.current().start()
    except KeyboardInterrupt:
        pass
    finally:
        watcher.stop()
        builder.stop()
    say(spoken("preview-stopped"))


class Reporter:
    """Prints builds and problems; a warning that stays is printed once."""

    def __init__(self, state: PreviewState, say: Callable[[str], None]) -> None:
        self._state = state
        self._say = say
        self._warned: set[str] = set()
        self._was_wrong = False

    def tell(self, result: Result, changed: tuple[str, ...], seconds: float) -> None:
        """Print the result of a build, the files that caused it, and its duration."""
        if isinstance(result, Failure):
            for mistake in self._state.status.mistakes:
                self._say(mistake.text)
            self._say(spoken("not-built", counted=self._state.status.note))
            self._was_wrong = True
            return
        warnings = [m.text for m in self._state.mistakes_of(result.warnings)]
        for text in warnings:
            if text not in self._warned:
                self._say(text)
        self._warned = set(warnings)
        number = len(result.changed) + result.removed
        what = spoken("preview-files", changed=number, outputs=result.outputs)
        took = f"{seconds:.2f}"
        if changed and number:
            file = _named(changed, self._state)
            built = spoken("preview-built-for", what=what, seconds=took, file=file)
        else:
            built = spoken("preview-built", what=what, seconds=took)
        self._say(spoken("preview-fixed", built=built) if self._was_wrong else built)
        self._was_wrong = False


def _named(paths: tuple[str, ...], state: PreviewState) -> str:
    """Name the changed files, except those that an editor made and removed again."""
    root = str(state.project.root.resolve()) + "/"
    paths = tuple(path for path in paths if os.path.lexists(path)) or paths
    first = one_line(paths[0].removeprefix(root))
    return spoken("and-more", first=first, number=len(paths) - 1) if len(paths) > 1 else first
