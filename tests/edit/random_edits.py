"""Random edits of the data files, pages and bibliographies of this checkout, and of hostile ones.

PyYAML's nodes judge each edit: the model is what was meant, and the lines that do not belong to
the edited value are those of before. Refusals are counted by their reasons.
"""

import random
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit
from generator.edit.data_file import NewPart, PageFile, PagePart, arranged, open_file, parts_of
from generator.edit.yaml_file import YamlFile
from tests.conftest import texts_below

ROOT = Path(__file__).parents[2]
HOSTILE = texts_below(Path(__file__).parent / "sites/hostile")
WORDS = ["Boats", "and: bridges", "# of rivers", "x #y", "'quoted'", '"double"', "yes", "1e3", "~", "方缙",
         "- dash", "[x]", "{y}", "a, b", "*star", "&and", "100%", "@home", "`tick`", "ends:", "|", "",
         "2020", "2020-05", "two\nlines", "a\n\nb\n", " blank ", "tab\there", "why?", "? x", "a\\b", "😀",
         "word " * 40 + "end", "\n\n", "a\n  b\n c", "...", "---", "null", "!x", "%y", "<<", "\u2028"]  # fmt: skip


def files() -> dict[str, str]:
    found = dict(HOSTILE)
    own = ("content", "docs", "tests", "tools/gallery", "generator/scaffold", "themes")
    for folder in (ROOT / name for name in own):
        for path in sorted(folder.rglob("*")):
            is_data = path.suffix in (".yaml", ".md", ".bib") and "node_modules" not in path.parts
            if is_data and path.is_file() and not path.is_symlink():
                data = path.read_bytes()
                with suppress(CannotEdit):
                    open_file(path.name, data)
                    found[str(path).removeprefix(f"{ROOT}/")] = data.decode()
    return found


def random_value(dice: random.Random, depth: int = 0) -> Any:
    kind = dice.random()
    if kind < 0.7 or depth > 1:
        return dice.choice([*WORDS, dice.choice(WORDS), 7, True, None])
    if kind < 0.85:
        return [random_value(dice, depth + 1) for _ in range(dice.randint(0, 3))]
    return {dice.choice(["en", "zh", "pdf", "a b"]): random_value(dice, depth + 1)
            for _ in range(dice.randint(0, 2))}  # fmt: skip


def compose(text: str) -> Any:
    return yaml.compose(text.removeprefix("\ufeff"), Loader=yaml.CBaseLoader)


def model(node: Any, depth: int = 0) -> Any:
    """What a node says; pairs in order, no line ends at the end of a text."""
    if depth > 20:
        return "…"
    if isinstance(node, yaml.MappingNode):
        return {"pairs": [[model(k, depth + 1), model(v, depth + 1)] for k, v in node.value]}
    if isinstance(node, yaml.SequenceNode):
        return [model(one, depth + 1) for one in node.value]
    if not node.style and node.value in ("", "~", "null", "Null", "NULL"):
        return None
    return node.value.rstrip("\n")


def meant(value: Any) -> Any:
    if isinstance(value, dict):
        return {"pairs": [[k, meant(v)] for k, v in value.items()]}
    if isinstance(value, list):
        return [meant(one) for one in value]
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value).replace("\u2028", "\u2028").rstrip("\n")


def unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            "pairs": sorted(([unordered(k), unordered(v)] for k, v in value["pairs"]), key=repr)
        }
    return [unordered(one) for one in value] if isinstance(value, list) else value


def paths(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values; of a field that stands there twice the first."""
    found = [path]
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value not in seen:
                seen.add(key.value)
                found += paths(value, (*path, key.value)) if len(path) < 6 else []
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            found += paths(value, (*path, number)) if len(path) < 6 else []
    return found


def child(node: Any, key: Any) -> tuple[int, Any, Any]:
    """The number, key node and value node of an entry."""
    if isinstance(node, yaml.MappingNode):
        return next((n, k, v) for n, (k, v) in enumerate(node.value)
                    if isinstance(k, yaml.ScalarNode) and k.value == key)  # fmt: skip
    return key, node.value[key], node.value[key]


def at(root: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        root = child(root, key)[2]
    return root


def last_line(node: Any) -> int:
    parts = []
    if isinstance(node, yaml.MappingNode) and not node.flow_style:
        parts = [one for pair in node.value for one in pair]
    elif isinstance(node, yaml.SequenceNode) and not node.flow_style:
        parts = node.value
    if parts:
        return max(last_line(one) for one in parts)
    end = node.end_mark.line
    return end - 1 if node.end_mark.column == 0 and end > node.start_mark.line else end


def lines_of(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text.removeprefix("\ufeff"))


def judged(before: str, after: str, edit: Edit) -> str:
    old, new = compose(before), compose(after)
    parent = at(old, edit.path[:-1])
    key = edit.path[-1]
    expected = model(old)
    holder: Any = expected
    for one in edit.path[:-1]:
        is_field = isinstance(holder, dict)
        holder = next(v for k, v in holder["pairs"] if k == one) if is_field else holder[one]
    entries = holder["pairs"] if isinstance(holder, dict) else holder
    rows = lines_of(before)
    first, final = parent.start_mark.line, last_line(parent)
    if edit.op == "insert":
        if entries is None:
            return ""
        new_entry = meant(edit.value) if isinstance(key, int) else [key, meant(edit.value)]
        entries.insert(key if isinstance(key, int) else len(entries), new_entry)
    else:
        number, key_node, value_node = child(parent, key)
        if edit.op == "set":
            if isinstance(holder, dict):
                entries[number][1] = meant(edit.value)
            else:
                entries[number] = meant(edit.value)
        elif edit.op == "remove":
            del entries[number]
        elif edit.op == "move":
            entries.insert(edit.to or 0, entries.pop(number))
        if edit.op != "move" and not parent.flow_style and len(parent.value) > 1:
            first = key_node.start_mark.line
            final = last_line(value_node)
            if edit.op == "remove" and number == 0:  # the next one may go behind its dash
                following = parent.value[1]
                following = following[0] if isinstance(following, tuple) else following
                final = max(final, following.start_mark.line)
            while first and not re.match(r"[ ]*[-?\w'\"\[{]", rows[first]):
                first -= 1
    if unordered(model(new)) != unordered(expected):
        return "the model is not what was meant"
    if edit.op == "insert" and not parent.flow_style and parent.value:
        return "" if only_added(before, after) else "something else than an addition"
    # The dash may stand on a line above, and so may the key of a parent.
    while first and (rows[first][: len(rows[first]) - len(rows[first].lstrip())].strip() or
                     (edit.op != "set" and not rows[first - 1].strip())):  # fmt: skip
        first -= 1
    if isinstance(key, int) and edit.op in ("set", "raw", "remove"):
        while first and not re.match(r"[ ]*-(\s|\Z)", rows[first]) and not parent.flow_style:
            first -= 1
    if (
        edit.op in ("insert", "remove")
        and (parent.flow_style or len(parent.value) < 2)
        and len(edit.path) > 1
    ):
        up = at(old, edit.path[:-2])
        first = min(first, child(up, edit.path[-2])[1].start_mark.line)
        while first and isinstance(edit.path[-2], int) and not re.match(r"\s*-", rows[first]):
            first -= 1
    if edit.op == "move":
        while first and rows[first - 1].lstrip().startswith("#"):
            first -= 1
    if edit.op == "remove":
        while final + 1 < len(rows) and not rows[final + 1].strip():
            final += 1
        while first and not rows[first - 1].strip():
            first -= 1
    is_text = edit.op == "set" and isinstance(edit.value, str)
    if is_text and not other_bytes_stay(before, old, after, edit):
        return "bytes that do not belong to the value have changed"
    found = lines_of(after)
    head, tail = rows[:first], rows[final + 1 :]
    if found[: len(head)] != head or (tail and found[-len(tail) :] != tail):
        return "a line that does not belong to the value has changed"
    if edit.op == "move" and sorted("".join(rows)) != sorted("".join(found)):
        return "words have changed in a move"
    return ""


def other_bytes_stay(before: str, root: Any, after: str, edit: Edit) -> bool:
    """Whether a text that takes the place of another leaves all bytes around it."""
    node = at(root, edit.path)
    start, end = (
        mark.index + before.startswith("\ufeff") for mark in (node.start_mark, node.end_mark)
    )
    if not isinstance(node, yaml.ScalarNode) or start == end:
        return True
    end = start + len(before[start:end].rstrip("\r\n"))
    head, tail = before[:start], before[end:]
    if head.endswith((" ", "\t")) and node.style not in ("|", ">") and "\n" in edit.value:
        return after.startswith(head)  # a comment behind it stays above its lines
    return after.startswith(head) and after.endswith(tail.lstrip("\r\n"))


def only_added(before: str, after: str) -> bool:
    start = common(before, after)
    return before[start:] == "" or after.endswith(before[start:])


def common(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def yaml_edit(dice: random.Random, text: str) -> Edit | None:
    root = compose(text)
    if root is None:
        return None
    path = dice.choice(paths(root))
    node = at(root, path)
    kind = dice.choice(["set", "set", "set", "remove", "insert", "insert", "move", "raw"])
    if kind == "insert" and isinstance(node, (yaml.SequenceNode, yaml.MappingNode)):
        is_list = isinstance(node, yaml.SequenceNode)
        key = dice.randint(0, len(node.value)) if is_list else f"new{dice.randint(0, 99)}"
        return Edit("insert", (*path, key), random_value(dice))
    if not path:
        return None
    parent = at(root, path[:-1])
    if kind == "move":
        return Edit("move", path, None, dice.randrange(len(parent.value)))
    if kind == "remove":
        return Edit("remove", path)
    if kind == "raw":
        return Edit("raw", path, YamlFile(text).raw(path))
    return Edit("set", path, random_value(dice))


def tried(dice: random.Random, name: str, text: str) -> str | None:
    """What is wrong with a random edit of a file; None where there was none to try."""
    file = open_file(name, text.encode())
    if isinstance(file, BibFile):
        return tried_in_bib(dice, file)
    if isinstance(file, PageFile):
        return tried_in_page(dice, file)
    edit = yaml_edit(dice, text)
    if edit is None:
        return None
    after = file.changed([edit]).text
    wrong = judged(text, after, edit)
    if not wrong and ("\r\n" in text) and re.search(r"(?<!\r)\n", after):
        wrong = "a line end of another kind"
    return f"{wrong}: {name} {edit}\n{after}" if wrong else ""


def tried_in_page(dice: random.Random, file: PageFile) -> str | None:
    if dice.random() < 0.2:
        return tried_in_parts(dice, file)
    parts = re.match(
        r"(---\r?\n)(.*?)(^(?:---|\.\.\.)\r?\n.*)", file.text, re.DOTALL | re.MULTILINE
    )
    if parts is None or dice.random() < 0.2:
        body = file.value["body"].split("\n")
        body.insert(dice.randint(0, len(body)), dice.choice(WORDS))
        after = file.changed([Edit("set", ("body",), "\n".join(body))])
        is_right = after.value["body"] == "\n".join(body) and only_added(file.text, after.text)
        return "" if is_right else f"the body is not what was meant: {body}"
    edit = yaml_edit(dice, parts[2])
    if edit is None:
        return None
    after_text = file.changed([edit]).text
    if not after_text.startswith(parts[1]) or not after_text.endswith(parts[3]):
        return f"text outside of the front matter has changed: {edit}"
    front = after_text[len(parts[1]) : len(after_text) - len(parts[3])]
    wrong = judged(parts[2], front, edit)
    return f"{wrong}: {edit}\n{front}" if wrong else ""


def tried_in_parts(dice: random.Random, file: PageFile) -> str | None:
    """Parts of a page change places, are removed and get options; a section comes in."""
    body = file.value["body"]
    parts = parts_of(body)
    order = dice.sample(range(len(parts)), dice.randint(0, len(parts)))
    new = [NewPart(number) for number in order]
    sections = [one for one in new if parts[one.was or 0].name]
    if sections and dice.random() < 0.7:
        one = dice.choice(sections)
        said = {name: random_value(dice, 1) for name in dice.sample(["limit", "where", "title"], 2)}
        one.value = {**parts[one.was or 0].options, **said}
    if dice.random() < 0.3:
        new.insert(dice.randint(0, len(new)), NewPart(None, "talks", {"limit": 3}))
    after = file.changed([Edit("set", ("body",), arranged(body, new))])
    rows: list[str] = []
    for one in new:
        old = parts[one.was] if one.was is not None else PagePart(":::{talks}\n:limit: 3\n:::")
        if one.was is not None and one.value is not None:
            made = old.with_options(one.value)
            around = [(p.text[: p.start], p.text[p.end :]) for p in (old, made)]
            if made.options != meant_options(one.value) or around[0] != around[1]:
                return f"the options are not what was meant: {one}\n{made.text}"
            old = made
        rows += filter(str.strip, old.text.split("\n"))
    is_right = list(filter(str.strip, after.value["body"].split("\n"))) == rows
    return "" if is_right else f"the parts are not what was meant: {new}\n{after.text}"


def meant_options(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: meant_options(one) for name, one in value.items()}
    if isinstance(value, list):
        return [meant_options(one) for one in value]
    return meant(value)


def tried_in_bib(dice: random.Random, file: BibFile) -> str | None:
    before = file.value
    if not before:
        return None
    key = dice.choice(list(before))
    fields = [name for name in before[key] if name.islower()]
    name = dice.choice([*fields, "doi"])
    value = dice.choice(["X {Y}", "2021", 'a "b"', "方缙", "a # b, c = d", r"\'{e}\&"])
    kind = dice.choice(["set", "set", "remove", "insert"])
    edit = {"set": Edit("set", (key, name), value), "remove": Edit("remove", (key, name)),
            "insert": Edit("insert", ("new",), {"ENTRYTYPE": "misc", "title": value})}[kind]  # fmt: skip
    if kind == "remove" and name not in fields:
        edit = Edit("remove", (key,))
    after = file.changed([edit])
    expected = {one: dict(said) for one, said in before.items()}
    if edit.op == "set":
        expected[key][name] = value
    elif edit.op == "remove":
        if edit.path[1:]:
            del expected[key][name]
        else:
            del expected[key]
    elif edit.op == "insert":
        expected["new"] = {"ENTRYTYPE": "misc", "ID": "new", "title": value}
    if after.value != expected:
        return f"the model is not what was meant: {edit}\n{after.text}"
    gone = only_added(after.text, file.text) or only_added(file.text, after.text)
    is_right = gone or (edit.op == "set" and name in fields and only_differs_in(
        file.raw((key, name)), file.text, after.text))  # fmt: skip
    return "" if is_right else f"other text has changed: {edit}\n{after.text}"


def only_differs_in(value: str, before: str, after: str) -> bool:
    """Whether what two texts have not in common at both ends is a part of a value."""
    before, after = before.replace("\r\n", "\n"), after.replace("\r\n", "\n")
    head = common(before, after)
    tail = common(before[head:][::-1], after[head:][::-1])
    return before[head : len(before) - tail] in value


def run(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    sources = files()
    names, outcomes, faults = sorted(sources), Counter[str](), []
    refusals: list[str] = []
    number = 0
    while outcomes.total() < count:
        dice = random.Random(seed + number)
        number += 1
        name = dice.choice(names)
        if dice.random() < 0.5:
            name = dice.choice([*HOSTILE, name, dice.choice(names)])
        try:
            wrong = tried(dice, name, sources[name])
        except CannotEdit as error:
            outcomes["refused: " + re.sub(r'".*?"|`.*?`|\d+', "…", str(error))] += 1
            if not re.search("stands|repeats|a comment between", str(error)):
                refusals.append(f"{seed + number - 1}: {name}: {error}")
            continue
        if wrong is None:
            continue
        outcomes["wrong" if wrong else "right"] += 1
        if wrong:
            faults.append(f"{seed + number - 1}: {name}: {wrong}")
    return outcomes, [*faults, *refusals]
