"""What the steps of a conversion know of the text at hand."""

from typing import Any

import msgspec

from generator.importing.findings import Findings, Severity
from generator.importing.plan import Syntax
from generator.importing.texts.links import Links


class TextContext(msgspec.Struct, kw_only=True):
    """One text: where it stands, in which syntax it is, and what it may ask for."""

    file: str
    findings: Findings
    links: Links
    whole: str = ""
    """The text as the source has it, to find lines in."""
    line: int = 1
    """The line of its file on which it begins."""
    address: str = "/"
    """The address of its page; relative links begin there."""
    syntax: Syntax = "plain"
    page: dict[str, Any] = {}
    """What the text may ask for as `page.…`."""
    site: dict[str, Any] = {}
    """What the text may ask for as `site.…`."""
    is_data: bool = False
    """Whether it is a text of a record, in which HTML would show as text."""
    breaks: bool = False
    """Whether each line break counted."""

    def note(self, severity: Severity, code: str, what: str, became: str = "") -> None:
        """Note a finding; its line is the first one on which `what` stands."""
        first = what.strip().split("\n", 1)[0][:80]
        at = self.whole.find(first) if first else -1
        line = self.line + self.whole.count("\n", 0, at) if at >= 0 else self.line
        self.findings.add(severity, code, self.file, what, became, line)
