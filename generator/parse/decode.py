"""Node + type -> value or problems. No field is treated specially by its name.

The types are the structs of `generator.model`. A struct that may also be written in a short form
has one or more of three class methods:

    from_scalar(text)   `date: 2024-06`
    from_items(values)  `date: [2022, 2023]`; each item is read as the same type first
    from_forms(forms)   `title: {en: …, zh: …}`: any keys, texts as values

Where a list of its values is expected, `items_in(text)` splits a text into short forms. All of
these raise ValueError with the reason in words. Further attributes of the type:

    expects             the code of the message that says what may be written
    form_keys           the keys that `from_forms` takes, for the reference
    names_elsewhere     other programs' names for its fields, for a hint
    gone                fields of earlier versions, each with the code of the hint on what to write
    set_by_reader       further fields that cannot be written

A field `spot` is set to the spot of the value, a field `given_fields` to the names of the written
fields.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable
from contextlib import suppress
from decimal import Decimal
from functools import cache
from typing import Any, Literal

import msgspec

from generator.model.text import LARGEST, words_in, written_fields
from generator.parse.nodes import At, MappingNode, Node, ScalarNode, SequenceNode, compose, is_null
from generator.problems import Argument, Message, Place, Problem, Spot, did_you_mean

Path = tuple[str, ...]
FAILED: Any = object()
"""Stands for a value that could not be read; a problem gives the reason."""


class Decoder:
    """Decodes the nodes of one YAML text, and collects all problems."""

    def __init__(
        self, text: str, at: At, spot: Callable[[Path, Node], Spot], problems: list[Problem]
    ) -> None:
        self._at = at
        self._spot = spot
        self._problems = problems
        self.root = compose(text, at, problems)
        """None if the text is empty or has a syntax error."""

    def decode(self, node: Node, wanted: Any, path: Path = ()) -> Any:
        """Return the value of `node` as the type `wanted`, or FAILED."""
        if node.tag not in _PLAIN_TAGS:
            return self.fail(node, "yaml-tag", tag=node.tag.replace("tag:yaml.org,2002:", "!!"))
        origin = typing.get_origin(wanted)
        if origin in (types.UnionType, typing.Union):
            (inner,) = (t for t in typing.get_args(wanted) if t is not type(None))
            return None if is_null(node) else self.decode(node, inner, path)
        if origin is tuple:
            return self._items(node, typing.get_args(wanted)[0], path)
        if origin is dict:
            keys, inner = typing.get_args(wanted)
            return self._mapping(node, keys, inner, path)
        if origin is Literal:
            return self._word(node, typing.get_args(wanted))
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            return self._struct(node, wanted, path)
        return self._scalar(node, wanted)

    def fail(
        self, node: Node, said: str | Message, hint: Message | None = None, **arguments: Argument
    ) -> Any:
        """Note a problem at a node, by its code or its message, and return FAILED."""
        message = Message.of(said, **arguments) if isinstance(said, str) else said
        self._problems.append(Problem(self._place(node), message, hint))
        return FAILED

    def _place(self, node: Node) -> Place | Spot:
        return self._at(node.start_mark.line, node.start_mark.column)

    def _scalar(self, node: Node, wanted: Any) -> Any:
        if not isinstance(node, ScalarNode):
            expected = _expected(wanted)
            return self.fail(node, "value-type", _one(node), wanted=expected, got=_what(node))
        text: str = node.value
        if wanted is str:
            return "" if is_null(node) else text
        if wanted is bool:
            if text in ("true", "True", "false", "False"):
                return text in ("true", "True")
            return self.fail(node, "value-bool", text=text)
        with suppress(ValueError, ArithmeticError):
            if abs(value := wanted(text)) <= LARGEST:
                return value
            return self.fail(node, "number-out-of-range", most=LARGEST)
        return self.fail(node, "value-number", text=text, wanted=_expected(wanted))

    def _word(self, node: Node, words: tuple[str, ...]) -> Any:
        text = self._scalar(node, str)
        if text is FAILED:
            return FAILED
        if text in words:  # return the type's own object: msgspec recognizes defaults by identity
            return words[words.index(text)]
        known = tuple(word for word in words if word)
        return self.fail(node, "value-word", did_you_mean(text, words), text=text, known=known)

    def _items(self, node: Node, inner: Any, path: Path) -> Any:
        if is_null(node):
            return ()
        if isinstance(node, ScalarNode) and inner is str:
            return words_in(node.value)
        if isinstance(node, ScalarNode) and hasattr(inner, "items_in"):
            return self._split(node, inner)
        if not isinstance(node, SequenceNode):
            value = self.decode(node, inner, path)
            return FAILED if value is FAILED else (value,)
        values = []
        for index, item in enumerate(node.value):
            value = self.decode(item, inner, (*path, identity(item, index)))
            if value is not FAILED:
                values.append(value)
        return tuple(values)

    def _split(self, node: ScalarNode, inner: Any) -> Any:
        """Return the values of a text in the place of a list, split by the type's `items_in`."""
        try:
            return tuple(inner.from_scalar(part) for part in inner.items_in(node.value))
        except ValueError as error:
            return self.fail(node, error.args[0], _hint(inner.expects))

    def _mapping(self, node: Node, keys: Any, inner: Any, path: Path) -> Any:
        if is_null(node):
            return {}
        if not isinstance(node, MappingNode):
            return self.fail(node, "value-mapping", _way_out(node), got=_what(node))
        result = {}
        for key, child in self.pairs(node):
            is_known = keys is str or self.decode(key, keys) is not FAILED
            value = self.decode(child, inner, (*path, key.value))
            if is_known and value is not FAILED:
                result[key.value] = value
        return result

    def pairs(self, node: MappingNode) -> Iterable[tuple[ScalarNode, Node]]:
        """Return the keys and values of a mapping, each key once."""
        seen: dict[str, ScalarNode] = {}
        for key, child in node.value:
            if not isinstance(key, ScalarNode):
                self.fail(key, "field-name", got=_what(key))
            elif key.value in seen:
                first = _line(self._place(seen[key.value]))
                self.fail(key, "field-twice", field=key.value, line=first)
            else:
                seen[key.value] = key
                yield key, child

    def _struct(self, node: Node, wanted: type[msgspec.Struct], path: Path) -> Any:
        plan = _plan(wanted)
        short = self._short_form(node, wanted, plan, path)
        if short is not None:
            return short
        if not isinstance(node, MappingNode) or plan.has_only_short_forms:
            expected = Message.of(plan.expects)
            hint = _one(node) if plan.from_scalar else _way_out(node)
            return self.fail(node, "value-type", hint, wanted=expected, got=_what(node))
        values: dict[str, Any] = {}
        meant = set[Message | None]()
        for key, child in self.pairs(node):
            name: str = key.value
            field = plan.fields.get(name)
            if field is None:
                meant_here = getattr(wanted, "names_elsewhere", {}).get(name)
                hint = did_you_mean(name, plan.fields)
                if meant_here in plan.fields:
                    hint = Message.of("did-you-mean", word=meant_here)
                if gone_here := getattr(wanted, "gone", {}).get(name):
                    hint = Message.of(gone_here)
                # {title: Goats, and sheep, number: 11,999}
                if is_null(child) and (" " in name or name[:1].isdigit()):
                    hint = Message.of("comma-in-braces")
                self.fail(key, "field-unknown", hint, field=name, known=tuple(plan.fields))
                meant.add(hint)
                continue
            if is_null(child):
                if field.required:
                    values[name] = self.fail(key, "field-empty", _doc_hint(field), field=name)
                continue
            value = self.decode(child, field.type, (*path, name))
            if value is not FAILED or field.required:
                values[name] = value
        for name, field in plan.fields.items():
            if field.required and name not in values:
                values[name] = FAILED
                if Message.of("did-you-mean", word=name) not in meant:
                    self.fail(node, "field-missing", _doc_hint(field), field=name)
        if any(value is FAILED for value in values.values()):
            return FAILED
        if plan.has_given:
            values["given_fields"] = tuple(values)
        if plan.has_spot:
            values["spot"] = self._spot(path, node)
        return wanted(**values)

    def _short_form(self, node: Node, wanted: Any, plan: _Plan, path: Path) -> Any:
        """Return the value of a short form, FAILED, or None if `node` is written in full."""
        try:
            if isinstance(node, ScalarNode) and plan.from_scalar:
                value = plan.from_scalar(node.value)
            elif isinstance(node, SequenceNode) and plan.from_items:
                nested = next((i for i in node.value if isinstance(i, SequenceNode)), None)
                if nested is not None:
                    return self.fail(nested, "list-in-list", _hint(plan.expects))
                items = [self.decode(item, wanted, path) for item in node.value]
                value = plan.from_items([item for item in items if item is not FAILED])
            elif isinstance(node, MappingNode) and plan.from_forms:
                value = plan.from_forms(self._mapping(node, str, str, path))
            else:
                return None
        except ValueError as error:
            at = _culprit(node, plan.from_forms) if isinstance(node, MappingNode) else node
            own = error.args[0].in_words(part=1)  # such as that the earlier date comes first
            return self.fail(at, error.args[0], None if own else _hint(plan.expects))
        if plan.has_spot:
            return msgspec.structs.replace(value, spot=self._spot(path, node))
        return value


def decoder_of(
    file: str, text: str, problems: list[Problem], line: int = 0, inside: Path = ()
) -> Decoder:
    """Return the decoder of a YAML text that begins on this line of its file, counted from 0.

    Spots begin with `inside`.
    """

    def at(row: int, column: int) -> Place:
        return Place(file, line + row + 1, column + 1)

    return Decoder(text, at, lambda keys, _: Spot(file, (*inside, *keys)), problems)


class _Plan:
    """The properties of a struct that decoding needs, looked up once."""

    def __init__(self, wanted: type[msgspec.Struct]) -> None:
        self.from_scalar = getattr(wanted, "from_scalar", None)
        self.from_items = getattr(wanted, "from_items", None)
        self.from_forms = getattr(wanted, "from_forms", None)
        # `date: {spans: …}` is a mistake: a value with lists or free keys may not be a mapping of
        # fields.
        self.has_only_short_forms = bool(self.from_items or self.from_forms)
        self.expects: str = getattr(wanted, "expects", "form-fields")
        self.has_spot = "spot" in wanted.__struct_fields__
        self.has_given = "given_fields" in wanted.__struct_fields__
        self.fields = written_fields(wanted)


_plan = cache(_Plan)


def identity(node: Node, index: int) -> str:
    """Return the key of a list item in a path: its `id`, or else its position from 0."""
    own = id_node(node)
    return str(index) if own is None else str(own.value)


def id_node(node: Node) -> ScalarNode | None:
    """Return the node of a list item's `id`, if it has one that is not empty."""
    for key, value in node.value if isinstance(node, MappingNode) else ():
        if isinstance(key, ScalarNode) and key.value == "id" and isinstance(value, ScalarNode):
            return value if value.value else None
    return None


def _culprit(node: MappingNode, from_forms: Callable[[dict[str, Any]], Any] | None) -> Node:
    """Return the key of the first form that is not valid in a mapping of forms."""
    pairs: list[tuple[Node, Node]] = node.value
    for key, child in pairs:
        try:
            if from_forms and isinstance(key, ScalarNode):
                from_forms({key.value: child.value})
        except ValueError:
            return key
    return node


_PLAIN_TAGS = {None, "", "!", *(f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))}


def _doc_hint(field: msgspec.structs.FieldInfo) -> Message | None:
    expects = getattr(field.type, "expects", "")
    return _hint(expects) if expects else None


def _hint(expects: str) -> Message:
    return Message.of("expected", form=Message.of(expects))


_FORMS = {
    str: "form-plain-text",
    int: "form-whole-number",
    float: "form-number",
    Decimal: "form-number",
    bool: "form-bool",
}


def _expected(wanted: Any) -> Message:
    return Message.of(_FORMS.get(wanted, "form-value"))


def _way_out(node: Node) -> Message | None:
    """Return a hint for a text in the place of fields, if it contains a full-width colon."""
    is_wide = isinstance(node, ScalarNode) and "：" in node.value
    return Message.of("full-width-colon") if is_wide else None


def _one(node: Node) -> Message | None:
    return Message.of("one-value") if isinstance(node, SequenceNode) else None


def _what(node: Node) -> Message | str:
    if isinstance(node, SequenceNode):
        return Message.of("got-list")
    if isinstance(node, MappingNode):
        return Message.of("got-mapping")
    return f'"{node.value}"' if node.value else Message.of("got-nothing")


def _line(where: Place | Spot) -> int:
    return where.line if isinstance(where, Place) else where.line + 1
