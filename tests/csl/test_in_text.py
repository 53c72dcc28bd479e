"""APA and Chicago cite in a text as CSL's official styles of these names do, and list as they do.

What a sentence names (`@one`) the processor does not write; those forms stand here as the manuals
have them (Publication Manual of the APA, 7th ed., 8.11 and 8.17; Chicago Manual of Style, 18th ed.,
13.102 to 13.123).
"""

import html
import re

import pytest

from tests.cases import rows
from tests.conftest import SiteCase
from tests.csl.conftest import Official
from tests.csl.test_presets import bare, items_of, records_in
from tests.graph.conftest import IndexOf

PAPERS = records_in("papers-in-text")
CITED = [citation for (citation,) in rows("citations", "Citations in brackets")]
NARRATIVE: dict[str, dict[str, str]] = {"apa": {}, "chicago": {}}
for _citation, *_forms in rows("citations", "Citations by a name in the sentence"):
    for _style, _form in zip(NARRATIVE, _forms, strict=True):
        NARRATIVE[_style][_citation] = _form
DIFFERENCES = {
    (style, citation): line
    for style, citation, line, _ in rows(
        "csl", "Citations that we print in another way than the official styles"
    )
}
"""Where we differ on purpose: what we print."""
LETTERS = {"Nearly alike": "a", "Alike": "b"}
"""Titles of works that get letters in our list, and the letters."""
WORK = re.compile(r"@(\w+)(?:, (?:pp?\. )([\d-]+))?")


def request(citation: str) -> list[dict[str, str]]:
    """A citation as the processor takes it."""
    return [
        {"id": id, "locator": place.replace("--", "-"), "label": "page"} if place else {"id": id}
        for id, place in WORK.findall(citation)
    ]


def lettered(line: str) -> str:
    """A line of the official list with the letter that our list has behind the year."""
    for title, letter in LETTERS.items():
        line = re.sub(rf"2016(\W+(?:<i>)?{title})", rf"2016{letter}\1", line, flags=re.I)
    return line


@pytest.mark.broadsheet
@pytest.mark.parametrize("style", ["apa", "chicago"])
def test_texts_cite_and_list_as_the_official_style_does(
    style: str, site: SiteCase, index_of: IndexOf, official: Official
) -> None:
    index = index_of({"publications.yaml": PAPERS}, site="person: {name: Nobody Else}\n")
    citations = [request(citation) for citation in CITED]
    written = official(items_of(index), [style], citations=citations)[style]
    paragraphs = [*CITED, *NARRATIVE[style]]
    site.write("content/site.yaml", f"person: {{name: Nobody Else}}\ncitations: {style}\n")
    site.write("content/publications.yaml", PAPERS)
    site.write("content/about.md", "---\ntitle: About\n---\n" + "\n\n".join(paragraphs) + "\n")
    page = site.build().read("about/index.html")
    said = [
        html.unescape(re.sub(r"<[^>]+>", "", found))
        for found in re.findall(r"<p>(.*?)</p>", page, re.DOTALL)
    ]
    cited = dict(zip(paragraphs, said, strict=False))
    expected = dict(zip(CITED, map(bare, written["cited"]), strict=True)) | NARRATIVE[style]
    for (name, citation), ours in DIFFERENCES.items():
        if name == style:
            assert expected[citation] != ours, f"{citation} is no difference any more"
            expected[citation] = ours
    assert cited == expected
    listed = re.findall(r'<p class="line">(.*?)</p>', page, re.DOTALL)
    assert [bare(line) for line in listed] == [
        lettered(bare(re.sub(r"\n\s*", "", line))) for line in written["listed"]
    ]


@pytest.mark.broadsheet
def test_a_work_without_a_date_says_so_whatever_its_venue(site: SiteCase) -> None:
    """`n.d.` is no pattern: it would match the letters of Canadian."""
    site.write("content/site.yaml", "person: {name: Nobody Else}\ncitations: author-year\n")
    paper = "- {id: u, title: T, authors: [Zoe Zed], venue: Canadian Birds}\n"
    site.write("content/publications.yaml", paper)
    site.write("content/about.md", "---\ntitle: About\n---\n[@u]\n")
    text = html.unescape(re.sub(r"<[^>]+>", "", site.build().read("about/index.html")))
    assert text.count("n.d.") == 2, text
