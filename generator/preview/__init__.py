"""`masthead preview`: builds a site, serves it, and follows the author's changes.

A `PreviewRequest` goes in; pages in the browser and lines in the terminal come out, and nothing
gets into `_site/`. Only the command calls this package: `session.preview`.
"""

import msgspec

from generator.project import ProjectFolders


class PreviewRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a preview is asked for."""

    project: ProjectFolders
    host: str = "127.0.0.1"
    port: int = 8000
    opens_browser: bool = False
    drafts: bool = False
    theme: str = ""
    """A theme instead of that of `site.yaml`."""
    polls: bool = False
    """Whether to look for changes instead of waiting for notifications."""
    editor: str = ""
    """The command of the author's editor, as configured."""
