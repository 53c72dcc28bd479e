"""Asking fewer rules gives what asking all of them gives."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.parser_inline import ParserInline
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from generator.render.fragment import Options
from generator.render.markdown.context import RenderContext
from generator.render.markdown.convert import parser
from generator.render.markdown.parsers import (
    BLOCK_BEGINNINGS,
    INLINE_BEGINNINGS,
    BlockParser,
    InlineParser,
)

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/cases", "content", "content/posts", "docs", "docs/reference", ".")
TEXTS = [path for folder in FOLDERS for path in ROOT.glob(f"{folder}/*.md")]
KINDS = [(True, True), (True, False), (False, True)]
VISIBLE = set(string.printable) - set(string.whitespace)
TAILS = (
    "",
    " a",
    "a*",
    "--",
    "==",
    "``\na\n```",
    "[a]: b",
    "[a](b)",
    "^a]: b",
    "!--a-->",
    "a>b</a>",
)
TAILS += (
    "1. a",
    "$ a $$",
    ". a",
    ") a",
    "::{note}\na\n:::",
    "amp;",
    "~a~~",
    "^a^",
    "a~b~",
    "{.a}",
    "#a}",
    "\na\n---",
)


class AllInlineRules(InlineParser):
    """The library's loop, which asks every rule everywhere."""

    tokenize = ParserInline.tokenize

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        state = self.state(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules():
            rule(state)
        return state.tokens


class AllBlockRules(BlockParser):
    tokenize = ParserBlock.tokenize


def thorough(extensions: bool, html: bool) -> MarkdownIt:
    md = parser.__wrapped__(extensions, html)
    md.inline.__class__, md.block.__class__ = AllInlineRules, AllBlockRules
    return md


def context(text: str, extensions: bool, html: bool) -> RenderContext:
    return RenderContext(text, Options(extensions=extensions, html=html))


def outline(tokens: list[Token]) -> list[Any]:
    """All that tokens say, but for the references to each other in `meta`."""
    return [
        (
            *(token.type, token.tag, token.nesting, token.attrs, token.map, token.level),
            *(token.content, token.markup, token.info, token.block, token.hidden),
            outline(token.children or []),
        )
        for token in tokens
    ]


def reading(md: MarkdownIt, text: str, kind: tuple[bool, bool]) -> tuple[Any, ...]:
    sheet = context(text, *kind)
    env = {"context": sheet}
    tokens = md.parse(sheet.text, env)
    before = outline(tokens)
    return before, sheet.finish(md.renderer.render(tokens, md.options, env))


@pytest.mark.parametrize("kind", KINDS)
def test_every_text_of_this_repository_is_read_as_if_all_rules_were_asked(
    kind: tuple[bool, bool],
) -> None:
    chosen, all_rules = parser(*kind), thorough(*kind)
    assert len(TEXTS) > 20
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        assert reading(chosen, text, kind) == reading(all_rules, text, kind), path


@settings(max_examples=2 * settings.default.max_examples)
@given(st.text(alphabet="ab1. \n\t*_-#>`~$[]()!<&;:{}^|\\=+/中：", max_size=60))
def test_any_text_is_read_as_if_all_rules_were_asked(text: str) -> None:
    for kind in KINDS:
        assert reading(parser(*kind), text, kind) == reading(thorough(*kind), text, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_an_inline_rule_says_no_where_the_table_does_not_name_it(kind: tuple[bool, bool]) -> None:
    md = parser(*kind)
    assert isinstance(md.inline, InlineParser)
    rules = zip(md.inline.ruler.get_active_rules(), md.inline.ruler.getRules(), strict=True)
    for name, rule in rules:
        beginnings = INLINE_BEGINNINGS.get(name)
        for character in sorted(set(string.printable) - set(beginnings or string.printable)):
            for tail in TAILS:
                text = character + tail
                state = md.inline.state(text, md, {"context": context(text, *kind)}, [])
                assert not rule(state, False), (name, text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_block_rule_says_no_where_the_table_does_not_name_it(kind: tuple[bool, bool]) -> None:
    md = parser(*kind)
    rules = zip(md.block.ruler.get_active_rules(), md.block.ruler.getRules(), strict=True)
    for name, rule in rules:
        beginnings = BLOCK_BEGINNINGS.get(name)
        for character in sorted(VISIBLE - set(beginnings or VISIBLE)):
            for tail in TAILS:
                text = character + tail
                state = StateBlock(text, md, {"context": context(text, *kind)}, [])
                assert not rule(state, 0, state.lineMax, False), (name, text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tag_is_written_as_the_library_writes_it(kind: tuple[bool, bool]) -> None:
    md = parser(*kind)
    for path in TEXTS:
        sheet = context(path.read_text(encoding="utf-8"), *kind)
        env = {"context": sheet}
        blocks = md.parse(sheet.text, env)
        for tokens in [blocks, *(block.children for block in blocks if block.children)]:
            for index in range(len(tokens)):
                given = tokens, index, md.options, env
                assert md.renderer.renderToken(*given) == RendererHTML.renderToken(
                    md.renderer, *given
                )
