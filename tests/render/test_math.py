"""TeX to MathML: good formulas, faults with their offset, and formulas that mean harm; and formulas in
plain text: titles of tabs, tags, feeds and lists of other programs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.render.markdown.convert import plain
from generator.render.markdown.formulas import MathFault, formula_words, number_equations, to_mathml
from tests.cases import rows
from tests.commands import python
from tests.conftest import SiteCase


def fault(tex: str) -> MathFault:
    with pytest.raises(MathFault) as raised:
        to_mathml(tex, False)
    return raised.value


def test_what_papers_use_is_understood() -> None:
    for (tex,) in rows("formulas", "What papers use"):
        assert "<math" in to_mathml(tex, True), tex


def test_a_formula_becomes_mathml_that_keeps_its_tex() -> None:
    mathml = to_mathml("a<b", False)
    assert mathml.startswith("<math>") and "<mo>&lt;</mo>" in mathml
    assert '<annotation encoding="application/x-tex">a&lt;b</annotation>' in mathml
    assert to_mathml("x", True).startswith('<math display="block">')


@pytest.mark.parametrize(
    ("tex", "offset", "message"),
    [
        (r"\frac{1", 7, 'expected closing token "}", but reached end of input'),
        (r"中文 \foo", 3, r'unknown command "\foo"'),
        (r"\href{javascript:alert(1)}{x}", 0, r'unknown command "\href"'),
        (r"x + \def\a{\a\a}\a", 4, r"\def stands in a formula, where no command can be defined"),
        (r"\let\a=b", 0, r"\let stands in a formula, where no command can be defined"),
        ("(" * 40, 0, "40 brackets are opened and never closed"),
        (r"\langle a| " * 40, 0, "40 brackets are opened and never closed"),
        ("{" * 10_000, 0, "the formula is too large"),
        ("x" * 200_000, 0, "the formula has 200000 characters"),
    ],
)
def test_a_bad_formula_says_what_is_wrong_and_where(tex: str, offset: int, message: str) -> None:
    raised = fault(tex)
    assert (raised.offset, raised.message) == (offset, message)


def test_equations_are_numbered_through_and_found_by_their_label() -> None:
    first, second, see = number_equations(
        [
            (r"\begin{equation}a\label{x_1}\end{equation}", True),
            (r"\begin{equation}b\end{equation}", True),
            (r"\eqref{x_1}", False),
        ],
        prefix="p-",
    )
    assert "(1)" in first and 'id="p-x-1"' in first
    assert "(2)" in second
    assert '<a href="#p-x-1">(1)</a>' in see


DEEP = {
    "groups": "'{' * 7_900 + 'x' + '}' * 7_900",
    "roots": "r'\\sqrt{' * 3_900 + 'x' + '}' * 3_900",
    "accents": "r'\\hat ' * 7_900 + 'x'",
    "limits in a row": "r'\\lim_{x} ' * 2_600",
    "colours": "r'\\color{red}a ' * 3_900",
    "matched delimiters": "r'\\left(' * 3_000 + 'x' + r'\\right)' * 3_000",
    "matched brackets": "'(' * 3_000 + 'x' + ')' * 3_000",
    "brackets at the limit": "'(' * 20",
    "environments": "r'\\begin{matrix}' * 2_500 + 'x' + r'\\end{matrix}' * 2_500",
}


def test_the_deepest_formula_we_accept_does_not_end_the_process() -> None:
    program = (
        "import threading; from generator.render.markdown.formulas import MathFault, to_mathml\n"
        "def run(tex):\n"
        "    try: to_mathml(tex, True)\n"
        "    except MathFault as fault: print(fault)\n"
        "threading.stack_size(256 * 1024)\n"  # less than any system gives a thread
    )
    for name, tex in DEEP.items():
        program += f"print({name!r}, flush=True)\n"
        program += f"one = threading.Thread(target=run, args=({tex},)); one.start(); one.join()\n"
    python(program)


FORMULAS = rows("formulas", "Formulas in one line") + rows(
    "formulas", "Formulas as they are written"
)


@pytest.mark.parametrize(("tex", "words"), FORMULAS)
def test_a_formula_is_said_in_one_line_where_that_can_be(tex: str, words: str) -> None:
    assert formula_words(tex) == words


@given(st.text(st.sampled_from("\\{}^_&~ ab1\\alpha\\frac\\text"), max_size=40))
def test_no_formula_crashes_or_vanishes(tex: str) -> None:
    assert formula_words(tex) or not tex.strip("{}~ \\")


@pytest.mark.broadsheet
def test_a_title_has_no_tex_where_machines_and_tabs_read_it(site: SiteCase) -> None:
    assert (
        plain(r"With $\alpha$-stable *noise*, and `\alpha`") == r"With α-stable noise, and \alpha"
    )
    site.write(
        "content/publications.yaml",
        "- id: a\n  title: 'Sorting in $O(n\\log n)$'\n  authors: [A]\n  abstract: 'Of $\\alpha$.'\n",
    )
    built = site.build()
    page = built.read("publications/a/index.html")
    assert "<title>Sorting in O(n log n) –" in page
    assert 'name="citation_title" content="Sorting in O(n log n)"' in page
    assert 'name="description" content="Of α."' in page
    assert '"title": "Sorting in O(n log n)"' in built.read("publications.json")
    assert r"title    = {Sorting in $O(n\log n)$}" in built.read("publications.bib")
    assert r"O(n\log n)</annotation>" in page
