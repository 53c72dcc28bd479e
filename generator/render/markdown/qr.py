"""QR codes of `:::{qr} https://…`, drawn as SVG while a text is converted (ISO/IEC 18004)."""

from __future__ import annotations

import io

from generator.render.fragment import quoted

_QUIET = 4
"""The white around it that the standard asks for, in modules."""


def drawing(content: str) -> str:
    """Return the code as SVG, black on white in dark pages, too.

    Raises ValueError for a text that is longer than any code can hold.
    """
    import segno

    try:
        code = segno.make(content, micro=False)
    except segno.DataOverflowError as error:
        raise ValueError(str(error)) from None
    found = io.BytesIO()
    code.save(found, kind="svg", xmldecl=False, svgns=False, omitsize=True, nl=False,
              border=_QUIET, light="#fff", svgclass=None, lineclass=None)  # fmt: skip
    svg = found.getvalue().decode()
    return svg.replace("<svg ", f'<svg role="img" aria-label="{quoted(content)}" ', 1)
