"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_project(command: ArgumentParser) -> None:
    """Add the folder of the site."""
    command.add_argument(
        "--project", type=Path, default=Path(), metavar="DIR",
        help="the folder that holds content/ (default: this one)",
    )  # fmt: skip


def add_base_url(command: ArgumentParser, before: str = "") -> None:
    """Add the address that the site will have; `before` stands before the help's words."""
    command.add_argument(
        "--base-url", default="", metavar="URL",
        help=f"{before}where the site will live, instead of `url` in site.yaml",
    )  # fmt: skip


def add_branch(command: ArgumentParser, remote: str, branch: str) -> None:
    """Add the remote of git and the branch; the words say what each is."""
    command.add_argument(
        "--remote", default="", metavar="NAME",
        help=f"{remote} (default: origin, or the only one)",
    )  # fmt: skip
    command.add_argument(
        "--branch", default="gh-pages", metavar="NAME", help=f"{branch} (default: %(default)s)"
    )
