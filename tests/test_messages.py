"""Every message of the catalog is said somewhere, with the arguments that its sentence names, and
every other language says the same."""

import argparse
import ast
import inspect
import json
import re
import string
from functools import cache
from pathlib import Path

import pytest

from generator import language, problems
from generator.commands.cli import parser
from tests.test_floor_plan import dotted, modules, nodes

ROOT = Path(__file__).resolve().parents[1]
CATALOG = json.loads((ROOT / "generator/messages/en.json").read_text("utf-8"))
FIRST = ("Message.of", "spoken", "CannotEdit", "tell", "tell_error")
SECOND = ("Problem.of", "context.fault", "self.context.fault", "self.fault", "fault", "self._fault",
          "self.tell")  # fmt: skip
PLACES = {**dict.fromkeys(FIRST, 0), **dict.fromkeys(SECOND, 1)}
"""Which argument of a call is the code."""


@cache
def calls():
    """For each call that says a message: its place, its codes, and the arguments it gives."""
    found = []
    for path in modules():
        for node in nodes(path):
            place = PLACES.get(dotted(node.func)) if isinstance(node, ast.Call) else None
            said = node.args[place] if place is not None and place < len(node.args) else None
            if isinstance(said, ast.Constant | ast.IfExp):
                words = {getattr(one, "value", "") for one in ast.walk(said)}
                codes = {word for word in words if isinstance(word, str)} & set(CATALOG)
                given = {argument.arg for argument in node.keywords}
                found.append((f"{path}:{node.lineno}", codes, given))
    return found


def parts(entry):
    """The sentence and its hint, or the forms of a sentence."""
    if isinstance(entry, dict):
        return list(entry.values())
    return entry if isinstance(entry, list) else [entry]


def names(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def slots(code):
    return set().union(*map(names, parts(CATALOG[code])))


def test_every_call_names_a_message_and_what_its_sentence_needs():
    for place, codes, given in calls():
        assert codes, f"{place}: no such message"
        for code in codes:
            assert slots(code) <= given, f"{place}: {code} needs {slots(code) - given}"


def test_every_message_is_said():
    files = [path for kind in ("*.py", "*.jinja") for path in (ROOT / "generator").rglob(kind)]
    said = {word for path in files for word in re.findall(r'([\w.-]+)"', path.read_text("utf-8"))}
    assert CATALOG.keys() - said - set(texts_of(parser())) == {
        code for code in CATALOG if code.startswith(("argparse: ", "count: ", "report: "))
    }


def texts_of(command):
    """The codes of a parser's texts, for which it may ask under two names."""
    path = command.prog.split()[1:]
    yield "-".join(["about", *path] if path else ["about", "masthead"])
    yield "-".join(["command", *path])
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from texts_of(below)
        dest = action.dest.replace("_", "-")
        own = "-".join(["argument", *path, dest])
        yield own if own in CATALOG else f"argument-{dest}"


def test_words_of_argparse_are_those_that_it_says():
    source = inspect.getsource(argparse)
    for code in CATALOG:
        begun, _, text = code.partition("argparse: ")
        assert begun or text.rstrip("\n") in source, code


def test_phrases_of_the_report_of_an_import_are_those_that_it_says():
    said = {
        node.value
        for path in (ROOT / "generator/importing").rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.Constant)
    }
    template = (ROOT / "generator/importing/report.md.jinja").read_text("utf-8")
    phrases = [code.removeprefix("report: ") for code in CATALOG if code.startswith("report: ")]
    assert not [one for one in phrases if one not in said and f'"{one}"' not in template]


OTHERS = [path for path in (ROOT / "generator/messages").glob("*.json") if path.stem != "en"]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_messages_of_another_language_have_the_same_names_and_hints_and_chinese_has_all(path):
    other = json.loads(path.read_text("utf-8"))
    assert other.keys() <= CATALOG.keys()
    assert path.stem != "zh" or other.keys() == CATALOG.keys()
    for code in other:
        entry = CATALOG[code]
        said, ours = parts(other[code]), parts(entry)
        if isinstance(entry, dict):
            assert other[code].keys() <= entry.keys() and "other" in other[code], code
            assert names(other[code]["other"]) == names(entry["other"]), code
        else:
            assert len(said) == len(ours), code
            assert list(map(names, said)) == list(map(names, ours)), code
        assert all(said), code


def test_what_a_language_lacks_is_said_in_english(tmp_path, monkeypatch):
    folder = tmp_path / "messages"
    folder.mkdir()
    (folder / "de.json").write_text('{"nothing-written": "nichts geschrieben"}', "utf-8")
    (folder / "en.json").write_bytes((ROOT / "generator/messages/en.json").read_bytes())
    monkeypatch.setattr(problems, "__file__", str(tmp_path / "problems.py"))
    monkeypatch.setattr(language, "_CATALOGS", str(folder))
    problems._catalog.cache_clear()
    with problems.speaking("de"):
        assert problems.spoken("nothing-written") == "nichts geschrieben"
        assert problems.spoken("import-nothing") == "nothing"
    assert language.sentence("stopped", "de") == language.sentence("stopped", "en")
