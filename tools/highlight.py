"""The colours of highlighted code in the packaged theme: writes its `assets/highlight.css`.

    python -m tools.highlight

The two palettes are our own, a dozen colours each, chosen for a contrast of at least 4.5 to 1 on
the theme's code backgrounds; a test computes it.
"""

from __future__ import annotations

from pathlib import Path

from pygments.token import STANDARD_TYPES

STYLESHEET = Path(__file__).parent.parent / "themes/base/assets/highlight.css"
LIGHT_BACKGROUND = "#f6f7f9"
DARK_BACKGROUND = "#161b22"

PALETTE: dict[str, tuple[str, str]] = {
    "Token": ("#1f2328", "#e6edf3"),
    "Token.Comment": ("#57606a", "#9198a1"),
    "Token.Comment.Preproc": ("#953800", "#ffa657"),
    "Token.Keyword": ("#b3202c", "#ff7b72"),
    "Token.Operator.Word": ("#b3202c", "#ff7b72"),
    "Token.Literal.Number": ("#0550ae", "#79c0ff"),
    "Token.Keyword.Constant": ("#0550ae", "#79c0ff"),
    "Token.Literal.String": ("#0a3069", "#a5d6ff"),
    "Token.Literal.String.Escape": ("#0550ae", "#79c0ff"),
    "Token.Literal.String.Interpol": ("#0550ae", "#79c0ff"),
    "Token.Literal.String.Regex": ("#116329", "#7ee787"),
    "Token.Name.Function": ("#6639ba", "#d2a8ff"),
    "Token.Name.Decorator": ("#6639ba", "#d2a8ff"),
    "Token.Name.Class": ("#953800", "#ffa657"),
    "Token.Name.Exception": ("#953800", "#ffa657"),
    "Token.Name.Namespace": ("#953800", "#ffa657"),
    "Token.Name.Builtin": ("#0550ae", "#79c0ff"),
    "Token.Name.Constant": ("#0550ae", "#79c0ff"),
    "Token.Name.Attribute": ("#0550ae", "#79c0ff"),
    "Token.Name.Variable": ("#953800", "#ffa657"),
    "Token.Name.Tag": ("#116329", "#7ee787"),
    "Token.Generic.Deleted": ("#82071e", "#ffa198"),
    "Token.Generic.Inserted": ("#116329", "#7ee787"),
    "Token.Generic.Heading": ("#0550ae", "#79c0ff"),
    "Token.Generic.Subheading": ("#0550ae", "#79c0ff"),
    "Token.Generic.Prompt": ("#57606a", "#9198a1"),
    "Token.Generic.Output": ("#57606a", "#9198a1"),
    "Token.Generic.Error": ("#82071e", "#ffa198"),
    "Token.Generic.Traceback": ("#82071e", "#ffa198"),
}
"""The light and the dark colour of each kind of word; a subkind has its parent's."""


def highlight_css() -> str:
    """Return the style sheet of highlighted code: light, or dark by the reader's choice or system.

    Each kind of word has its colour in a custom property, so the two palettes are lists of colours
    rather than sets of rules.
    """
    groups = _groups()
    light = _colours(LIGHT_BACKGROUND, [pair[0] for pair in groups])
    dark = _colours(DARK_BACKGROUND, [pair[1] for pair in groups])
    rules = [
        f".hl :is({', '.join(f'.{name}' for name in names)}) {{ color: var(--hl-{number}); }}"
        for number, names in enumerate(groups.values())
        if names
    ]
    return "\n".join(
        [
            "{# Written by tools/highlight.py, where the palette is. #}",
            f".hl {{ {light} }}",
            f"[data-theme=dark] .hl {{ {dark} }}",
            "@media (prefers-color-scheme: dark) {",
            f"  :root:not([data-theme=light]) .hl {{ {dark} }}",
            "}",
            ".hl { color: var(--hl-0); background: var(--hl-background); }",
            *rules,
            ".hl .ge, .hl .ges { font-style: italic; }",
            ".hl .gs, .hl .ges { font-weight: 600; }",
            "",
        ]
    )


def _colours(background: str, colours: list[str]) -> str:
    properties = [f"--hl-{number}: {colour};" for number, colour in enumerate(colours)]
    return " ".join([f"--hl-background: {background};", *properties])


def _groups() -> dict[tuple[str, str], list[str]]:
    """The classes that share a pair of colours; first the pair of code as a whole."""
    groups: dict[tuple[str, str], list[str]] = {PALETTE["Token"]: []}
    for kind, name in STANDARD_TYPES.items():
        ancestor = str(kind)
        while ancestor not in PALETTE:
            ancestor = ancestor.rpartition(".")[0]
        if name and ancestor != "Token":
            groups.setdefault(PALETTE[ancestor], []).append(name)
    return groups


if __name__ == "__main__":
    STYLESHEET.write_text(highlight_css(), encoding="utf-8")
