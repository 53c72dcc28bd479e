"""Formulas of imported sites: what MathJax takes is written in other words, the rest is code."""

from pathlib import Path

import pytest

from generator.importing.texts.aside import adapted
from generator.render.markdown.formulas import to_mathml
from tests.importing.conftest import AL_FOLIO, Files, import_here, page, planned, source
from tests.importing.test_hexo_rules import blog
from tests.importing.test_hugo_rules import site


@pytest.mark.parametrize(
    ("tex", "holds"),
    [
        (r"\begin{aligned} a \\* b \\-c \end{aligned}", "−</mo>"),
        (r"{\scriptsize\color{red}{x}} + \large y", "color"),
        (r"\text{if $x_1$ is a_b}", "a_b</mtext>"),
        (r"a \tag{1}", "(1)"),
        (r"\begin{split} a &= b \end{split}", "<mtable"),
        (r"a \label{eq:1}", "<mi>a</mi>"),
        (r"\begin{equation}\label{eq_式} a \end{equation}", 'id="eq-5f0f"'),
    ],
)
def test_what_mathjax_takes_is_set_in_other_words(tex: str, holds: str) -> None:
    assert holds in to_mathml(adapted(tex), True)


def test_an_import_keeps_every_formula_and_the_page_around_it(tmp_path: Path) -> None:
    page = (
        "---\nlayout: page\ntitle: Sums $\\ce{a}$\npermalink: /sums/\n---\n\n"
        "So $x \\text{ if $y > 0$}$ and $\\ce{H2O}$, $z$.\n\n"
        "$$\n\\begin{CD}\na\n\\end{CD}\n$$\n\nThen $\\foo$ and $b$.\n"
    )
    paper = (
        "@article{lace, title = {Lace}, author = {Ada Poe}, abstract = {A $\\mbox{b}$ $\\ce{c}$}}\n"
    )
    files = {
        **source("al-folio"),
        "_pages/sums.md": page,
        "_bibliography/more.bib": paper,
        "_pages/more.md": "---\npermalink: /more/\n---\n{% bibliography -f more %}\n",
    }
    done = import_here(tmp_path, files)
    text = done.text("content/sums.md")
    assert "title: Sums `$\\ce{a}$`\n" in text
    assert "So $x \\text{ if }{y > 0}$ and `$\\ce{H2O}$`, $z$.\n" in text
    assert "`$$ \\begin{CD} a \\end{CD} $$`\n\nThen `$\\foo$` and $b$.\n" in text
    assert "draft" not in text
    assert len(done.found("formula")) == 4
    assert "A $\\text{b}$ $\\ce{c}$" in done.text("content/publications/more.bib")


_PAID = "QPS/$ rose by 8% and QPS/$ fell; see $$\\frac{1}{2}$$."
_AS_TEXT = "QPS/\\$ rose by 8% and QPS/\\$ fell; see "


@pytest.mark.parametrize(
    ("settings", "front", "is_set"),
    [
        ("features: {math: {enable: false}}", "", False),
        ("hugoblox: {content: {math: {enable: false}}}", "", False),
        ("math: false", "", False),
        ("math: false", "math: true", True),
        ("math: {enable: true}", "", True),
        ("theme: {name: a}", "", True),
    ],
)
def test_dollars_are_text_where_hugo_sets_no_formulas(
    settings: str, front: str, is_set: bool
) -> None:
    said = f"title: P\ndate: 2020-01-01\nauthors: [admin]\n{front}"
    done = planned(site(**{
        "config/_default/params.yaml": settings,
        "content/publication/p/index.md": page(f"{said}\nabstract: '{_PAID}'", ""),
        "content/post/p.md": page(said, _PAID),
    }))  # fmt: skip
    for text in (
        done.data("publications")[0]["abstract"],
        done.document("/post/p/").body,
    ):
        assert (_AS_TEXT in text) is not is_set
    assert (set(done.found("formulas-off")) == {"$$…$$"}) is not is_set


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        ("", "A $x_1$, $x_2$ and $$y$$."),
        ("MathJax.js?config=TeX-MML-AM_CHTML", "A \\$x_1\\$, \\$x_2\\$ and $$y$$."),
        ("katex/auto-render.min.js", "A \\$x_1\\$, \\$x_2\\$ and $$y$$."),
        ("MathJax = {tex: {inlineMath: [['$', '$']]}}", "A $x_1$, $x_2$ and $$y$$."),
    ],
)
def test_one_dollar_is_a_delimiter_where_the_scripts_of_a_theme_say_so(
    script: str, shown: str
) -> None:
    layout: Files = {"themes/x/layout/layout.ejs": script} if script else {}
    files = blog("theme: x\n") | layout
    files["source/_posts/x.md"] = page("title: X\ndate: 2020-01-01", "A $x_1$, $x_2$ and $$y$$.")
    assert planned(files).document("/2020/01/01/x/").body.strip() == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("$$\nx = 1\n\n\ny = 2\n\n$$\n\nThen $$a$$.", "$$\nx = 1\ny = 2\n$$\n\nThen $$a$$."),
        ("$$ never closed\n\nWords.\n\n$$\na_1\n$$\n\n## H", 
         "\\$\\$ never closed\n\nWords.\n\n$$\na_1\n$$\n\n## H {#H}"),
        ("$$\na_1\n$$\n\nIt is $$ 5.\n\nWords.", "$$\na_1\n$$\n\nIt is \\$\\$ 5.\n\nWords."),
    ],
)  # fmt: skip
def test_a_formula_has_no_empty_lines_and_turns_no_words_into_formulas(
    text: str, shown: str
) -> None:
    front = "title: X\ndate: 2020-01-01\nmathjax: true"
    files = blog() | {"source/_posts/x.md": page(front, text)}
    assert planned(files).document("/2020/01/01/x/").body.strip() == shown


def test_dollars_in_code_of_any_form_have_no_backslashes() -> None:
    script = "<script>\nlet all = $$('a'), $b = $c;\n</script>"
    files = blog() | {"source/_posts/x.md": page("title: X\ndate: 2020-01-01\nmath: true", script)}
    assert script in planned(files).document("/2020/01/01/x/").body
    text = "    $a = $b;\n\nA $c and $d.\n\n<pre>\n$e = 1;\n\n$f = $g;\n</pre>\n"
    files = blog("theme: x\n") | {"themes/x/_config.yml": "math: false\n"}
    files["source/_posts/x.md"] = page("title: X\ndate: 2020-01-01", f"\n{text}")
    shown = planned(files).document("/2020/01/01/x/").body
    assert "    $a = $b;" in shown and "A \\$c and \\$d." in shown
    assert "$e = 1;&#10;\n$f = $g;" in shown


def test_the_commands_that_one_formula_of_a_page_defines_hold_for_the_others() -> None:
    defined = (
        "$$\n\\DeclareMathOperator\\supp{supp}\n\\DeclareMathOperator*{\\best}{arg\\,max}\n"
        "\\newcommand{\\R}{\\mathbb{R}}\n$$\n\n"
    )
    text = "So $$ \\supp p \\subset \\R $$ holds.\n\n$$\n\\best_x f\n$$\n"
    one = page("permalink: /sums/\ntitle: Sums", defined + text)
    plan = planned(AL_FOLIO | {"_pages/sums.md": one}).plan
    body = next(one.body for one in plan.documents if one.address == "/sums/")
    assert body.lstrip().startswith("So $\\operatorname{supp} p \\subset \\mathbb{R}$ holds.")
    assert "\\operatorname*{arg\\,max}_x f" in body and "Declare" not in body
