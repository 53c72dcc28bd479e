"""YAML -> values that know where they stand: of a file, of front matter, of a directive."""

from __future__ import annotations

import msgspec

from generator.messages import Message
from generator.model.sections import ANY_KINDS, Section, Words
from generator.parse.decode import FAILED, Decoder
from generator.parse.nodes import MappingNode, Node, compose
from generator.problems import Place, Problem, Spot


class Composed:
    """A text in YAML, composed to nodes, and the decoder for them; faults go to `problems`."""

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


def read_section(name: str, options: str, where: Spot) -> tuple[Section | None, list[Problem]]:
    """Return the section that a directive describes, and what is wrong with it.

    Whether there are records of its name, the caller knows: a site may have kinds of its own.

    `options` are the lines after the opening one, each with its leading colon as a blank, so
    that they are YAML whose columns are those of the page. `where` is the opening line.
    """
    found: list[Problem] = []

    def spot(line: int, column: int) -> Spot:
        return where.at(where.line + 1 + line, column)

    def at(node: Node) -> Spot:
        return spot(node.start_mark.line, node.start_mark.column)

    # compose() wants places; here they become spots, which the engine locates later.
    node = compose(options, lambda line, column: Place("", line, column), found)
    problems = [msgspec.structs.replace(p, where=spot(p.where.line, p.where.column)) for p in found]
    if problems:
        return None, problems
    section = Section()
    if node is not None:
        decoder = Decoder(at, lambda _path, node: at(node), problems)
        if not isinstance(node, MappingNode):
            decoder.fail(node, Message.of("section-option-expected"))
            return None, problems
        value = decoder.decode(node, Section)
        if value is FAILED:
            return None, problems
        section = value
    if not section.of and name in ANY_KINDS:
        problems.append(Problem.of(where, "section-says-nothing", name=name))
        return None, problems
    of = section.of or Words((name,))
    return msgspec.structs.replace(section, of=of, spot=where), problems
