"""Words without any mark that Markdown reads: most titles, names and labels.

They render as themselves, and that can be seen without a parser, in a thousandth of the time that
loading one takes. Imports none, therefore.
"""

from __future__ import annotations

import re

_CHARACTER = (
    r"""[^\s\x00-\x1f"#$&'*+\-.<=>@\[\\\]^_`{|}~\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"""
)
"""What means nothing to any rule, wherever in a line it stands. Besides marks it leaves out what a
draft strips from its text, blanks, and `-` and `.`, of which two or three become another sign."""

_UNMARKED = re.compile(
    rf"""(?:
      (?![0-9]{{1,9}}[.)](?:[ ]|\Z) | :)        # no item of a list, no directive
      {_CHARACTER}++
      (?: (?:\.?[ ]|[-.]) {_CHARACTER}++ )*+    # single blanks, hyphens and full stops inside
      \.?
    )?""",
    re.VERBOSE,
)


def is_unmarked(text: str) -> bool:
    """Return whether a text renders as the words that it is, as one line or as one paragraph."""
    return _UNMARKED.fullmatch(text) is not None
