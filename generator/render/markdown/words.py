"""The few words that rendering adds to an author's text, in each language we speak."""

from __future__ import annotations

from generator.render.fragment import Options

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "note": "Note",
        "tip": "Tip",
        "hint": "Hint",
        "important": "Important",
        "warning": "Warning",
        "caution": "Caution",
        "see-also": "See also",
        "details": "Details",
        "table": "Table",
        "formula": "Formula",
        "footnotes": "Footnotes",
        "footnote": "Footnote {n}",
        "backlink": "Back to reference {n}",
    },
    "zh": {
        "note": "说明",
        "tip": "提示",
        "hint": "提示",
        "important": "重要",
        "warning": "警告",
        "caution": "注意",
        "see-also": "参见",
        "details": "详情",
        "table": "表格",
        "formula": "公式",
        "footnotes": "脚注",
        "footnote": "脚注 {n}",
        "backlink": "返回引用 {n}",
    },
}


def word(name: str, options: Options) -> str:
    """The word under `name`: the site's own, else that of the text's language, else English."""
    language = WORDS.get(options.lang.split("-")[0].lower(), WORDS["en"])
    return options.titles.get(name) or language[name]
