"""What is wrong in a CV is named at the author's place, not at ours."""

import re

import pytest

from generator.installation import HAN_PACKAGE
from generator.render.typst.compiler import HAN_FONTS
from tests.conftest import SiteCase, lacks
from tests.cv.conftest import CV

pytestmark = pytest.mark.broadsheet


def said(site: SiteCase) -> str:
    built = site.build()
    assert not built.ok
    return built.said()


def test_a_character_that_no_font_has_is_named_with_its_record(cv: SiteCase) -> None:
    cv.write(
        "content/awards.yaml",
        "- id: odd\n  title: A prize\n  body: |\n    One.\n\n    Two \U00013000.\n",
    )
    message = said(cv)
    assert (
        'content/awards.yaml:6:9: error: no font has the character "\U00013000" (U+13000)'
        in message
    )
    assert "put a font that has it into fonts/" in message


def test_only_what_is_missing_is_named_and_not_how_typst_writes_it(cv: SiteCase) -> None:
    """What joins an emoji is quoted as an escape by Typst, and a mark together with its letter."""
    cv.write("content/awards.yaml", '- title: "0 u d 200 👩\u200d🔬 a\U0001e944b"\n')
    message = said(cv)
    named = re.findall(r'no font has the character "(.+)" \(', message)
    assert set(named) == {"👩\u200d🔬", "a\U0001e944"} and len(named) == 2


def test_a_missing_font_for_chinese_is_one_mistake(
    cv: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacks(monkeypatch, HAN_PACKAGE, *(fonts.serif[0] for fonts in HAN_FONTS.values()))
    cv.write("content/awards.yaml", "- title: 国家奖学金\n- title: 一等奖 \U00013000\n")
    message = said(cv)
    assert message.count("error:") == 2
    assert (
        "content/cv/resume.yaml:1:1: error: no font has the Chinese characters of this CV"
        in message
    )
    assert re.search(r"help: run: .* -m pip install .*\[zh\]'?, or put a font of your own", message)
    assert "content/awards.yaml:2:14: error: no font has the character" in message


def test_a_name_that_no_font_can_show_is_named_by_its_record(cv: SiteCase) -> None:
    cv.write(
        "content/publications.yaml",
        "- {id: odd, title: A paper, authors: [Ada Lovelace, A. \U00013000us]}\n",
    )
    cv.write("content/cv/resume.yaml", "sections: [{of: publications}]\n")
    message = said(cv)
    assert "content/publications.yaml:1:" in message and "U+13000" in message


WIDE = "\\frac{" + "+".join("abcdefgh" * 10) + "}{2}"
TALL = "\\begin{pmatrix}" + "a\\\\\\\\" * 90 + "\\end{pmatrix}"
BROAD = f"| {' | '.join('ab' * 60)} |\n    |{'---|' * 120}"


def test_what_leaves_the_text_area_is_named_with_its_entry(cv: SiteCase) -> None:
    def award(name: str, body: str) -> str:
        return f"- id: {name}\n  title: A {name} one\n  body: |\n    Words.\n\n    {body}\n"

    bodies = {"wide": f"$${WIDE}$$", "tall": f"$${TALL}$$", "broad": BROAD}
    bodies |= {"inline": f"It is ${WIDE}$ here."}
    fine = {"fine": "$$a$$", "word": "w" * 400, "code": f"`{'c' * 400}`"}
    awards = [award(*item) for item in (*bodies.items(), *fine.items())]
    cv.write("content/awards.yaml", "".join(awards))
    message = said(cv)
    lines = "".join(awards).splitlines()
    named = re.findall(r"content/awards.yaml:(\d+):10: error: this leaves the text area", message)
    assert [lines[int(n) - 1] for n in named] == [f"  title: A {name} one" for name in bodies]
    assert "fewer columns" in message


@pytest.mark.parametrize(
    ("line", "place", "told"),
    [
        ("design: modren", "1:9", 'the theme has no design "modren" for CVs'),
        ("design: modren", "1:9", 'did you mean "modern"?'),
        ("design: {options: {acent: red}}", "1:20", '"acent" is not one of the words allowed here'),
        ("design: {options: {size: big}}", "1:26", '"big" is not a number'),
        ("contact: [emial]", "1:11", '"emial" is not one of the words allowed here'),
        ("pdf: resume.txt", "1:6", "the name of a PDF ends in .pdf"),
    ],
)
def test_what_a_cv_says_wrongly_is_named_at_its_place(
    cv: SiteCase, line: str, place: str, told: str
) -> None:
    cv.write("content/cv/resume.yaml", f"{line}\n{CV}")
    message = said(cv)
    assert f"content/cv/resume.yaml:{place}: error: " in message and told in message


def test_a_font_that_is_not_there(cv: SiteCase) -> None:
    cv.write(
        "content/cv/resume.yaml", f"design: {{name: modern, options: {{font: Comic Sans}}}}\n{CV}"
    )
    message = said(cv)
    assert "content/cv/resume.yaml:1:" in message
    assert "comic sans" in message.lower()
    assert "fonts/" in message


def test_a_mistake_in_a_theme_of_ones_own_is_named_in_it(cv: SiteCase) -> None:
    cv.write("themes/broadsheet/cv/classic.typ", "#let x = 1\n\n#nothing\n")
    message = said(cv)
    assert "themes/broadsheet/cv/classic.typ:3: error: the PDF of content/cv/resume.yaml" in message
    assert "unknown variable: nothing" in message


def test_the_contact_line_names_what_the_person_has(cv: SiteCase) -> None:
    cv.write("content/cv/resume.yaml", f"contact: [emial]\n{CV}")
    message = said(cv)
    assert (
        'content/cv/resume.yaml:1:11: error: "emial" is not one of the words allowed here'
        in message
    )
    assert 'did you mean "email"?' in message


def test_a_pdf_has_the_name_of_one(cv: SiteCase) -> None:
    cv.write("content/cv/resume.yaml", f"pdf: resume.txt\n{CV}")
    assert "content/cv/resume.yaml:1:6: error: the name of a PDF ends in .pdf" in said(cv)


def test_two_cvs_cannot_be_one_file(cv: SiteCase) -> None:
    cv.write("content/cv/other.yaml", f"pdf: pdf/resume.pdf\n{CV}")
    assert "would both be /pdf/resume.pdf" in said(cv)


def test_a_section_inside_of_a_text_is_refused(cv: SiteCase) -> None:
    cv.write("content/awards.yaml", "- title: A\n  body: |\n    :::{skills}\n    :::\n")
    assert ":::{skills} cannot stand inside of a CV's text" in said(cv)


def test_a_character_that_is_several_is_named_whole_and_once(cv: SiteCase) -> None:
    several = {
        "👩\u200d🔬": "U+1F469 U+200D U+1F52C",
        "🇨🇭": "U+1F1E8 U+1F1ED",
        "1\ufe0f\u20e3": "U+0031 U+FE0F U+20E3",
    }
    for text, codes in several.items():
        message = said(cv.write("content/awards.yaml", f"- title: 'a {text} b'\n"))
        assert message.count("error:") == 1
        assert f'1:13: error: no font has the character "{text}" ({codes})' in message
