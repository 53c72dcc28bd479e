"""What publishes a site besides `masthead deploy`: a file that `masthead new` writes."""

from pathlib import Path
from typing import Literal, get_args

Host = Literal["github", "gitlab", "rsync"]
"""Where a site lives: on the Pages of GitHub or GitLab, or on a server that takes rsync."""
HOSTS: tuple[Host, ...] = get_args(Host)
PUBLISHERS: dict[Host, str] = {
    "github": ".github/workflows/pages.yml",
    "gitlab": ".gitlab-ci.yml",
    "rsync": "publish.sh",
}

TARGET = "masthead.target"
"""The setting of git's that tells `publish.sh` where to send a site."""


def host_of(project: Path) -> Host | None:
    """Return the host that a site's files are for; None where nothing in it publishes it."""
    for host, way in PUBLISHERS.items():
        file = project / way
        if file.is_file() and (host == "github" or b"masthead" in file.read_bytes()[:100_000]):
            return host
    return None
