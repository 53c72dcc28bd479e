"""What is remembered of Markdown never changes what comes out, and spares the slow libraries."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.api import BuildRequest, build
from generator.disk import OwnFolder
from generator.engine.cache_files import Blobs
from generator.engine.snapshot import generator_version
from generator.model.files import ProjectFolders
from generator.render.fragment import Fragment, Options, is_unmarked
from generator.render.markdown.convert import convert, plain
from generator.render.text import CachedMarkdown
from tests.commands import REPOSITORY, python
from tests.conftest import SiteCase
from tests.render.test_markdown import CASES

TEXTS = [case.parts["markdown"] for case in CASES]
SAMPLE = [path.read_text("utf-8") for path in sorted((REPOSITORY / "content").rglob("*.md"))]
ALL_OPTIONS = [
    Options(),
    Options(html=False, lang="zh"),
    Options(breaks=True, titles={"note": "N.B."}),
]
PAGE = """\
# A page with all that is slow

Formulas $x^2$, and [a link](about.md).

```python
def f(x):
    return x
```
"""
SLOW = "{'markdown_it', 'pygments', 'math_core'}"


class Uncached:
    """The same questions without any memory."""

    convert, plain = staticmethod(convert), staticmethod(plain)

    def words(self, text: str, options: Options) -> str:
        return convert(text, options).words


def everything(markdown: CachedMarkdown | Uncached, texts: list[str]) -> list[Any]:
    """All that can be asked about some texts."""
    return [
        result
        for text in texts
        for result in (
            *(markdown.convert(text, o, i) for o in ALL_OPTIONS for i in (False, True)),
            *(markdown.plain(text, html) for html in (False, True)),
            markdown.words(text, Options()),
        )
    ]


class NotedBlobs(Blobs):
    """Blobs of a project that note the kind of each key, and what is new."""

    def __init__(self, folder: Path, version: str = "v") -> None:
        super().__init__(OwnFolder(folder, is_all_ours=True), version)
        self.kinds: dict[str, str] = {}
        self.fresh: dict[str, bytes] = {}

    def key(self, kind: str, made_of: bytes) -> str:
        found = super().key(kind, made_of)
        self.kinds[found] = kind
        return found

    def put(self, key: str, data: bytes) -> None:
        super().put(key, data)
        self.fresh[key] = data


def in_cache(folder: Path) -> tuple[CachedMarkdown, NotedBlobs]:
    cache = NotedBlobs(folder)
    return CachedMarkdown(cache), cache


@pytest.mark.slow
def test_the_same_comes_out_with_no_cache_an_empty_one_and_a_full_one(tmp_path: Path) -> None:
    texts = [*TEXTS, *SAMPLE, PAGE]
    expected = everything(Uncached(), texts)
    assert everything(CachedMarkdown(), texts) == expected
    first, cache = in_cache(tmp_path)
    assert everything(first, texts) == expected  # put in the cache
    assert everything(first, texts) == expected  # from this process
    cache.close()
    second, cache = in_cache(tmp_path)
    assert everything(second, texts) == expected  # from the cache
    assert cache.fresh == {}


def test_every_option_has_a_say(tmp_path: Path) -> None:
    changed: dict[str, Any] = {
        "html": False, "breaks": True, "lang": "zh",
        "titles": {"note": "N.B."},
    }  # fmt: skip
    assert changed.keys() == set(Options.__struct_fields__)
    markdown, cache = in_cache(tmp_path)
    for options in (Options(), *(Options(**{name: changed[name]}) for name in changed)):
        assert markdown.convert(PAGE, options, False) == convert(PAGE, options)
    pages = [key for key in cache.fresh if cache.kinds[key] == "blocks"]
    assert len(pages) == len(changed) + 1


def in_a_new_process(program: str, folder: Path) -> None:
    """Run a program with a cache in `folder`, and `PAGE`; then save the cache."""
    head = (
        "import sys; from generator.disk import OwnFolder; from generator.engine.cache_files import Blobs\n"
        "from generator.render.fragment import Options\n"
        "from generator.render.text import CachedMarkdown\n"
        f"PAGE = {PAGE!r}; cache = Blobs(OwnFolder(sys.argv[1]), 'v')\n"
        "markdown = CachedMarkdown(cache); loaded = lambda: "
        f"{SLOW} & set(sys.modules)\n"
    )
    python(f"{head}{program}\ncache.close()", str(folder))


def test_a_second_process_loads_no_parser_and_no_highlighter(tmp_path: Path) -> None:
    ask = (
        "fragment = markdown.convert(PAGE, Options(), False)\n"
        "markdown.convert('a *b*', Options(), True); markdown.convert('', Options(), False)\n"
        "markdown.plain('Plain words, no more.', False); markdown.plain(PAGE, False)\n"
        "markdown.words(PAGE, Options()); assert fragment.has_math\n"
    )
    in_a_new_process(ask + f"assert loaded() == {SLOW}", tmp_path)
    in_a_new_process(ask + "assert loaded() == set()", tmp_path)


def test_an_edit_of_a_text_loads_nothing_for_the_code_and_formulas_that_it_had(
    tmp_path: Path,
) -> None:
    ask = "html = str(markdown.convert({}, Options(), False).parts)\nassert 'class=\"k\"' in html\n"
    in_a_new_process(ask.format("PAGE"), tmp_path)
    in_a_new_process(ask.format("PAGE + 'More.'") + "assert loaded() == {'markdown_it'}", tmp_path)
    in_a_new_process(
        ask.format("PAGE.replace('f(x)', 'g(x)')") + "assert 'pygments' in loaded()", tmp_path
    )


def test_a_forced_build_trusts_nothing_that_was_rendered(site: SiteCase) -> None:
    site.write("content/about.md", "---\ntitle: About\n---\nWhat is *true*.\n")
    expected = site.build().bytes()
    folder, version = site.root / ".cache", generator_version()
    lying = NotedBlobs(folder, version)
    CachedMarkdown(lying).convert("What is *true*.\n", Options(), False)
    lies = [key for key, kind in lying.kinds.items() if kind == "blocks"]
    assert lies
    for key in lies:
        lying.put(key, msgspec.msgpack.encode(Fragment(("a lie",))))
    lying.close()
    for ledger in folder.glob("ledger-*.json"):
        ledger.unlink()  # every output is stale, as after an edit of the base template
    assert "a lie" in site.build().read("about/index.html")
    request = BuildRequest(project=ProjectFolders(site.root), output=site.output, force=True)
    build(request)
    assert {path: (site.output / path).read_bytes() for path in expected} == expected
    told = NotedBlobs(folder, version)
    assert CachedMarkdown(told).convert("What is *true*.\n", Options(), False) == (
        convert("What is *true*.\n", Options())
    )


def test_a_mistake_in_one_page_does_not_cost_the_others_what_was_rendered(site: SiteCase) -> None:
    site.write("content/about.md", "---\ntitle: About\n---\nWhat is *true*.\n")
    site.write("content/wrong.md", "---\ntitle: Wrong\n---\n[Nowhere](nowhere.md)\n")
    assert not site.build().ok
    cache = NotedBlobs(site.root / ".cache", generator_version())
    CachedMarkdown(cache).convert("What is *true*.\n", Options(), False)
    assert cache.fresh == {}


SOME = st.sampled_from(
    " .-,;:/?!()%@0123456789abXY éß中文，。：（）“”‘’—–…·《》\u0301\u200b\U0001f600²"
)


@given(st.text(SOME, max_size=30).filter(is_unmarked))
@example("Deep learning: a survey (part 2), and more; why?")
@example("注意力就是一切：论文，第二版。")
@example("हिन्दी भाषा")
@example("e\u0301te\u0301 – “quoted” … 50% home")
def test_words_of_the_alphabet_render_as_themselves(text: str) -> None:
    assert is_unmarked(text)
    markdown = CachedMarkdown()
    for options in ALL_OPTIONS:
        assert markdown.convert(text, options, True) == convert(text, options, is_inline=True)
        assert markdown.convert(text, options, False) == convert(text, options)
    for html in (False, True):
        assert markdown.plain(text, html) == plain(text, html)


def test_each_character_is_refused_or_renders_as_itself_wherever_it_stands() -> None:
    """Latin letters and signs, the blanks and invisible characters, Chinese punctuation."""
    shapes = [
        "{0}",
        "{0}a",
        "a{0}",
        "a{0}b",
        "a {0} b",
        "{0} a",
        "1{0} a",
        "{0}{0}{0}",
        "a{0}{0}{0}b",
    ]
    blocks = ((0, 0x180), (0x2000, 0x2070), (0x3000, 0x3020), (0xFEF0, 0xFF10))
    for code in (code for first, last in blocks for code in range(first, last)):
        for text in (shape.format(chr(code)) for shape in shapes):
            if is_unmarked(text):
                assert convert(text, is_inline=True).parts == (text,), hex(code)
                assert convert(text).parts == (f"<p>{text}</p>\n",), hex(code)
                assert plain(text) == text, hex(code)
