"""Formulas of imported sites: what MathJax takes is written in other words, the rest is code."""

from pathlib import Path

import pytest

from generator.importing.texts.aside import adapted
from generator.render.markdown.formulas import to_mathml
from tests.importing.conftest import import_here, source


@pytest.mark.parametrize(
    ("tex", "holds"),
    [
        (r"\begin{aligned} a \\* b \\-c \end{aligned}", "−</mo>"),
        (r"{\scriptsize x} + \large y", "<mi>x</mi>"),
        (r"\text{if $x_1$ is a_b}", "a_b</mtext>"),
        (r"a \tag{1}", "(1)"),
        (r"\begin{split} a &= b \end{split}", "<mtable"),
        (r"a \label{eq:1}", "<mi>a</mi>"),
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
