"""Programs that know nothing of us, as portals for applications use, read each design's CV in order."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from pdfminer.high_level import extract_text

from tests.conftest import REPOSITORY, SiteCase
from tests.cv.conftest import read_pdf, simple_text, squeezed

READERS = {
    "pdftotext": simple_text,
    "pypdf": lambda path: read_pdf(path).text,
    "pdfminer": extract_text,
}
LANGUAGES = {
    "en": ("Ada Lovelace", "ada@example.org", ("Senior Engineer", "Example Works", "Mar 2020 – present"),
           ("Engineer", "Invented Labs", "Jul 2016 – Feb 2020"), ("Ph.D.", "Nowhere University", "2011 – 2016")),
    "zh": ("艾达", "ada@example.org", ("高级工程师", "示例公司", "2020.3-至今"),
           ("工程师", "虚构实验室", "2016.7-2020.2"), ("博士", "无名大学", "2011-2016")),
}  # fmt: skip
BODY = f"{'Kept what many people need in order. ' * 9}"
TIMES = ("2020-03 – present", "2016-07 – 2020-02", "2011 – 2016")


STYLES = ("cards", "lines", "columns", "two", "dates")
PATTERNS = """\
styles:
  columns:
    experience: '{role} | {organization} | {date}'
    education: '{degree} | {institution} | {date}'
  dates:
    experience: '{date} | **{role}** | {organization}'
    education: '{date} | **{degree}** | {institution}'
  two:
    experience: "{role}\\n*{organization}* | {date}"
    education: "{degree} | {institution}\\n{details} | {date}"
"""


@pytest.fixture(scope="module", params=LANGUAGES)
def printed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    """CVs in all designs: with cards, with lines, and with patterns."""
    site, lang = SiteCase(tmp_path_factory.mktemp("readers")), request.param
    name, email, *entries = LANGUAGES[lang]
    head = f"person: {{name: {name}, email: {email}}}\nlanguages: [{lang}]\n"
    site.write("content/site.yaml", head + PATTERNS)
    jobs, degree = entries[:2], entries[2]
    site.write("content/experience.yaml", "".join(
        f"- {{role: {role}, organization: {place}, date: {time}, details: [Remote], body: {BODY}}}\n"
        for (role, place, _), time in zip(jobs, TIMES[:2], strict=True)
    ))  # fmt: skip
    education = f"degree: {degree[0]}, institution: {degree[1]}, date: {TIMES[2]}"
    site.write("content/education.yaml", f"- {{{education}}}\n")
    dates = "dots" if lang == "zh" else "short"
    for design, style in product(designs(), STYLES):
        defaults = f"section_defaults: {{dates: {dates}, style: {style}}}\n"
        cv = f"design: {design}\n{defaults}sections: [{{of: experience}}, {{of: education}}]\n"
        site.write(f"content/cv/{design}-{style}.yaml", cv)
    site.build_clean()
    return lang, site.output / "pdf"


def designs() -> list[str]:
    folder = REPOSITORY / "themes/base/cv"
    return sorted(f.stem for f in folder.glob("*.typ") if "#cv(" in f.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("design", designs())
def test_a_program_finds_what_belongs_together_in_order(
    design: str, style: str, reader: str, printed: tuple[str, Path]
) -> None:
    lang, folder = printed
    name, email, *entries = LANGUAGES[lang]
    text = squeezed(READERS[reader](folder / f"{design}-{style}.pdf"))
    at = [text.index(squeezed(words)) for words in (name, email)]
    for entry in entries:
        said = [text.index(squeezed(words), at[-1] + 1) for words in entry]
        first = said[-1] if style == "dates" else said[0]
        assert min(said) == first and max(said) - min(said) < 60, (entry, text)
        at.append(max(said))
    assert at == sorted(at), text
