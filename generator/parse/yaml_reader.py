"""A text in YAML, composed: its root node, and a decoder that knows where its values stand."""

from __future__ import annotations

from generator.parse.decode import Decoder
from generator.parse.nodes import Node, compose
from generator.problems import Place, Problem, Spot


class Composed:
    """A text in YAML on its way to values; what is wrong with it goes to `problems`."""

    def __init__(
        self,
        file: str,
        text: str,
        problems: list[Problem],
        line: int = 0,
        inside: tuple[str, ...] = (),
    ) -> None:
        """`line` is where the text begins in the file, from 0; spots begin with `inside`."""
        self._file = file
        self._line = line
        self.root = compose(text, self._place, problems)
        """None where there is nothing, or a syntax error."""
        self.decoder = Decoder(self._at, lambda keys, _: Spot(file, (*inside, *keys)), problems)

    def _place(self, line: int, column: int) -> Place:
        return Place(self._file, self._line + line + 1, column + 1)

    def _at(self, node: Node) -> Place:
        return self._place(node.start_mark.line, node.start_mark.column)
