"""QR codes and the site's own line in the footer."""

import pypdf
import pytest

from tests.conftest import SiteCase

ADDRESS = "https://quill.example.org/?a=1&b=2"


@pytest.mark.broadsheet
def test_a_code_is_drawn_when_the_site_is_built_and_stands_in_pages_and_pdfs(
    site: SiteCase,
) -> None:
    page = f"---\ntitle: Me\n---\n:::{{qr}} {ADDRESS}\nOn a *telephone*\n:::\n"
    site.write("content/contact.md", page)
    cv = f"sections:\n- text: |\n    :::{{qr}} {ADDRESS}\n    :::\n"
    site.write("content/cv/resume.yaml", cv)
    built = site.build(strict=True)
    assert built.ok, built.said()
    drawn = built.read("contact/index.html")
    label = 'aria-label="https://quill.example.org/?a=1&amp;b=2"'
    assert f'<svg role="img" {label} viewBox="0 0' in drawn
    assert "<em>telephone</em></p>" in drawn and f">{ADDRESS}" not in drawn
    assert 'href="https://quill.example.org/?a=1&amp;b=2"' in built.read("cv/resume/index.html")
    pdf = pypdf.PdfReader(built.output / "pdf/resume.pdf").pages[0]
    assert "quill.example.org" in pdf.extract_text().replace("\n", "")
    assert pdf.get_contents().get_data().count(b" l") > 100, "modules are lines"


@pytest.mark.broadsheet
def test_the_footer_of_every_page_has_the_sites_own_line(site: SiteCase) -> None:
    site.write(
        "content/site.yaml",
        "person: {name: 陈晓禾}\nlanguages: [zh, en]\n"
        'footer: {zh: "[京ICP备00000000号](https://beian.miit.gov.cn/)", en: A licence}\n',
    )
    built = site.build()
    assert built.ok, built.said()
    pages = [path for path in built.files() if path.endswith("/index.html")]
    for path in pages:
        footer = built.read(path).partition('<footer class="foot frame">')[2]
        line = "A licence" if path.startswith("en/") else '<a href="https://beian.miit.gov.cn/"'
        assert line in footer, path
