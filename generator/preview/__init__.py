"""`masthead preview`: watches, builds and serves, and tells both the page and the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from generator.engine.request import BuildRequest
from generator.project import Project

if TYPE_CHECKING:
    from generator.preview.attempt import Attempt


class PreviewRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a preview is asked for."""

    project: Project
    host: str = "127.0.0.1"
    port: int = 8000
    opens_browser: bool = False
    drafts: bool = False
    polls: bool = False
    """Whether to look for changes instead of waiting for notifications."""
    editor: str = ""
    """The command of the author's editor, as configured."""
    is_production: bool = False
    """Whether what is going to be deployed is shown, and not what is being edited."""
    base_url: str = ""
    """Where the site will live, instead of `url` of `site.yaml`; in production only."""


def preview(request: PreviewRequest, say: Callable[[str], None]) -> bool:
    """Show the site while it is edited, until interrupted; return whether that was possible.

    What is built goes into a folder of its own, and the script that reloads pages is put in when
    they are served: nothing of the preview can get into what is deployed. Raises SiteError where a
    preview of the production cannot be built.
    """
    if request.is_production:
        from generator.preview.production import show

        return show(request, say)
    from generator.preview.build_process import apart

    with apart() as attempt:
        return _preview(request, say, attempt)


def _preview(request: PreviewRequest, say: Callable[[str], None], attempt: Attempt) -> bool:
    from generator.preview.builder import Builder, Outcome
    from generator.preview.listener import Listening, Refusal
    from generator.preview.server import serve
    from generator.preview.state import Desk
    from generator.preview.telling import Teller
    from generator.preview.watcher import Watcher

    project = request.project
    output = project.cache / "preview"
    try:
        listening = Listening(request.host, request.port)
    except Refusal as refusal:
        say(f"masthead: {refusal}")
        return False
    desk = Desk(project, output.absolute(), request.editor)
    teller = Teller(desk, say)
    teller.hello(listening, request.port)
    pushes: list[Callable[[list[str]], None]] = []

    def after(outcome: Outcome) -> None:
        paths = desk.take(outcome)
        for push in pushes:
            push(paths)
        teller.tell(outcome)
        if request.opens_browser and not teller.is_open:
            teller.open(listening.url)

    builder = Builder(
        BuildRequest(
            project=project,
            output=output,
            base_url=listening.url,
            drafts=request.drafts,
            is_preview=True,
        ),
        closes_are_told=lambda: watcher.closes_are_told,
        before=lambda: watcher.refresh(),
        after=after,
        attempt=attempt,
    )
    watcher = Watcher(project, request.polls, builder.note, say)

    def start(push: Callable[[list[str]], None]) -> None:
        pushes.append(push)
        watcher.start()
        builder.start()

    try:
        serve(listening, desk, start)
    finally:
        watcher.stop()
        builder.stop()
    return True
