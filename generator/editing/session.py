"""One session of `masthead edit`: the preview's server, and the panel's on a port of its own."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from generator.api import BuildRequest
from generator.editing.answers import Answerer
from generator.editing.server import PanelServer
from generator.preview.builds import Attempt
from generator.preview.server import Listener, ServerError
from generator.preview.session import Panel, preview
from generator.preview.state import PreviewState


class EditRequest(NamedTuple):
    """What a session shows, and how."""

    build: BuildRequest
    host: str
    port: int
    polls: bool
    opens_browser: bool
    editor: str
    largest_upload: int
    """In bytes."""
    today: date


def edit(
    request: EditRequest, say: Callable[[str], None], attempt: Attempt, attempt_check: Attempt
) -> bool:
    """Serve the site and the panel until interrupted; return whether that was possible.

    `attempt` makes the builds of the preview, `attempt_check` those of the list of tasks.
    """
    try:
        listener = Listener(request.host, request.port + 1 if request.port else 0)
    except ServerError as refusal:
        say(f"masthead: {refusal}")
        return False
    if not listener.is_loopback:
        say(
            f"masthead: {request.host} can be reached by other machines, and who reaches the panel "
            "can change your files; leave --host out, or use `masthead preview`"
        )
        return False
    token = secrets.token_urlsafe(32)

    def begin(site: Listener, state: PreviewState) -> None:
        answers = Answerer(request.build, state, attempt_check, request.today)
        PanelServer(listener, site, answers, token, request.largest_upload).start()

    panel = Panel(listener.url.rstrip("/"), f"{listener.url}#{token}", begin)
    return preview(
        request.build,
        request.host,
        request.port,
        request.polls,
        request.opens_browser,
        request.editor,
        say,
        attempt,
        panel,
    )
