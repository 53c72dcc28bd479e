"""Task lists: `- [ ] open` and `- [x] done`, as check boxes that show and cannot be clicked."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_BOX = re.compile(r"\[([ xX])\][ \t\n]+")


def tasks_plugin(md: MarkdownIt) -> None:
    """Teach `md` the boxes. The item's text is their label, so each box has a name."""
    md.core.ruler.after("inline", "tasks", _tasks)
    md.add_render_rule("task_open", lambda _, tokens, idx, *rest: tokens[idx].content)
    md.add_render_rule("task_close", lambda *_: "</label>")


def _tasks(state: StateCore) -> None:
    if not _BOX.search(state.src):
        return
    for index in range(2, len(state.tokens)):
        inline = state.tokens[index]
        item = state.tokens[index - 2]
        if inline.type != "inline" or item.type != "list_item_open" or not inline.children:
            continue
        box, text = _BOX.match(inline.content), inline.children[0]
        if not box or text.type != "text" or not text.content.startswith(box[0].rstrip("\n")):
            continue
        item.attrJoin("class", "task")
        text.content = text.content[box.end() :]
        opening, closing = Token("task_open", "", 1), Token("task_close", "", -1)
        checked = "" if box[1] == " " else " checked"
        opening.content = f'<label><input type="checkbox" disabled{checked}> '
        inline.children = [opening, *inline.children, closing]
