"""Every message of the catalog is said somewhere, with the arguments that its sentence names."""

import ast
import json
import string
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CATALOG = json.loads((ROOT / "generator/messages/en.json").read_text("utf-8"))
PLACES = {
    "Message.of": 0,
    "Problem.of": 1,
    "context.fault": 1,
    "self.context.fault": 1,
    "self.fault": 1,
    "fault": 1,
    "self._fault": 1,
    "self.tell": 1,
}
"""Which argument of a call is the code."""


def calls():
    """Yield for each call that says a message its place, its codes, and the arguments it gives."""
    for path in sorted((ROOT / "generator").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            place = PLACES.get(ast.unparse(node.func)) if isinstance(node, ast.Call) else None
            said = node.args[place] if place is not None and place < len(node.args) else None
            if isinstance(said, ast.Constant | ast.IfExp):
                words = {getattr(one, "value", "") for one in ast.walk(said)}
                codes = {word for word in words if isinstance(word, str)} & set(CATALOG)
                yield f"{path}:{node.lineno}", codes, {given.arg for given in node.keywords}


def slots(code):
    parts = CATALOG[code] if isinstance(CATALOG[code], list) else [CATALOG[code]]
    return {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}


def test_every_call_names_a_message_and_what_its_sentence_needs():
    for place, codes, given in calls():
        assert codes, f"{place}: no such message"
        for code in codes:
            assert slots(code) <= given, f"{place}: {code} needs {slots(code) - given}"


def test_every_message_is_said():
    words = "\n".join(path.read_text("utf-8") for path in (ROOT / "generator").rglob("*.py"))
    assert not {code for code in CATALOG if f'{code}"' not in words}
