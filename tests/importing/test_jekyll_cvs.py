"""Jekyll: what becomes of the CV of a site of al-folio or academicpages, and which is none."""

import yaml

from generator.importing.sources.samples import sentences, title_digest
from tests.importing.conftest import Files
from tests.importing.jekyll_sites import CONFIG, academic, folio, found, page


def test_the_cv_of_the_templates_person_is_never_the_owners() -> None:
    sections = (
        "- title: General Information\n  contents: [{name: Full Name, value: Albert Einstein}]\n",
        "- title: Education\n  contents: [{title: PhD, institution: Zurich, year: 1905}]\n",
    )
    known = [
        title_digest(f"{one['title']} {one['contents']}")
        for one in yaml.safe_load("".join(sections))
    ]
    site = {
        "_data/cv.yml": "".join(sections),
        "_pages/cv.md": page("layout: cv\npermalink: /cv/"),
        "_layouts/cv.html": "{% for one in site.data.cv %}{% endfor %}",
    }
    assert folio(site, known).cv is None
    named = sections[0].replace(
        "Albert Einstein", "Tess Tester\n    }, {name: Languages, value: Maps"
    )
    cv = folio(site | {"_data/cv.yml": named + sections[1]}, known).cv
    assert cv is not None and "Maps" in str(cv.fields) and "Education" not in str(cv.fields)
    cv = folio(site | {"_data/cv.yml": "".join(sections).replace("PhD", "MSc")}, known).cv
    assert cv is not None and "Education" in str(cv.fields)
    hidden = {"_layouts/cv.html": "{{ content }}<!-- {% for one in site.data.cv %} -->"}
    assert folio(site | hidden).cv is None


def test_a_cv_that_no_page_shows_is_none() -> None:
    files = {
        "_config.yml": f"{CONFIG}exclude: [_pages/cv.md]\n",
        "_data/cv.yml": "- {title: Education, contents: [{title: PhD, institution: Zurich}]}\n",
        "_pages/cv.md": page("layout: cv\npermalink: /cv/"),
        "_layouts/cv.liquid": "{% for one in site.data.cv %}{% endfor %}",
    }
    plan = folio(files)
    assert plan.cv is None and plan.left["_data/cv.yml"] == "no page shows it"
    assert folio(files | {"_includes/cv.html": "{{ site.data.cv }}"}).cv is not None
    assert folio({"_layouts/cv.html": "{% for one in site.data.cv %}"}).cv is None


def test_the_json_resume_of_a_page_is_a_cv_and_never_the_templates() -> None:
    said = '{"basics": {"name": "NAME"}, "work": [{"name": "Tests Inc", "position": "Tester"}]}'
    files = {
        "_pages/cv-json.md": page(
            "permalink: /cv-json/\ntitle: CV", "{% include cv-template.html %}"
        )
    }
    own = academic(files | {"_data/cv.json": said.replace("NAME", "Tess Tester")})
    assert own.cv and own.cv.address == "/cv-json/"
    assert own.entries["experience"][0].values["role"] == "Tester"
    of_template = academic(files | {"_data/cv.json": said.replace("NAME", "Your Sidebar Name")})
    assert not of_template.cv and not of_template.documents and not of_template.entries


def test_the_resume_of_the_template_is_told_by_what_it_says() -> None:
    said = (
        '{"basics": {"name": "Tess", "email": "albert@einstein.de"}, "work": [{"name": "Tests"}]}'
    )
    plan = folio({"assets/json/resume.json": said, "_config.yml": CONFIG + "jekyll_get_json: []\n"})
    assert not plan.cv and not plan.entries


def test_a_resume_has_its_sections_in_order_and_no_contacts_that_its_layout_left_out() -> None:
    said = """{"basics": {"name": "Tess", // the owner
      "profiles": [{"network": "X", "username": "someone"}]}, /* and */
      "education": [{"institution": "Sea", "url": "https://sea.example.net//x"}],
      "work": [{"name": "Tests", "highlights": ["One."]}]}"""
    config = CONFIG + "jekyll_get_json: []\n"
    plan = folio({
        "assets/json/resume.json": said, "_config.yml": config,
        "_includes/resume/basics.html": "x", "_data/cv.yml": "- {title: Awards, contents: [A]}\n",
    })  # fmt: skip
    assert plan.cv and [one["of"] for one in plan.cv.fields["sections"]] == [
        "education", "experience",
    ]  # fmt: skip
    assert "x" not in plan.site["person"].get("links", {}) and "awards" not in plan.entries
    broken = folio({
        "assets/json/resume.json": "{", "_config.yml": config, "assets/pdf/own.pdf": "%PDF",
        "_data/cv.yml": "- {title: Awards, contents: [A]}\n", "_layouts/cv.html": "site.data.cv",
        "_pages/cv.md": page("layout: cv\npermalink: /cv/\ncv_pdf: own.pdf", "<!-- See -->"),
    })  # fmt: skip
    assert broken.cv and broken.cv.address == "/cv/" and "awards" in broken.entries
    assert found(broken, "unreadable") and broken.cv.fields["pdf"] == "none"


def test_projects_of_a_cv_are_words_where_a_page_lists_others() -> None:
    cv = "- title: Projects\n  contents: [{title: Maps, description: [Drawn.]}]\n"
    alone = folio({"_data/cv.yml": cv})
    beside = folio({"_data/cv.yml": cv, "_projects/a.md": page("title: Sea")})
    assert [one.values["title"] for one in alone.entries["projects"]] == ["Maps"]
    assert [one.values["title"] for one in beside.entries["projects"]] == ["Sea"]
    assert beside.cv and "Maps" in str(beside.cv.fields["sections"])


def test_a_cv_of_ones_own_is_shown_by_the_page_of_the_template() -> None:
    text = "{% include cv-template.html %} A page with these words of the template."
    known = [title_digest("CV"), *(digest for digest, _ in sentences(text))]
    cv = '{"basics": {"name": "Tess Tester"}, "education": [{"institution": "Sea", "studyType": "PhD"}]}'
    files = {"_pages/cv.md": page("title: CV\npermalink: /cv/", text), "_data/cv.json": cv}
    plan = academic(files, known)
    assert plan.cv and plan.cv.address == "/cv/" and not found(plan, "theme-data")


def test_of_a_resume_the_entries_of_the_template_are_nobodys() -> None:
    resume = """{"basics": {"name": "Tess", "email": "none@example.org", "profiles": [
        {"network": "ORCID", "username": "", "url": "http://orcid.org/yourorcidurl"}]},
        "education": [{"institution": "GitHub University", "area": "M.S. in Jekyll"}%s],
        "publications": [{"name": "Paper Title Number 1"}, {"name": "Mine"}]}"""
    files: Files = {"_pages/cv.md": page("permalink: /cv-json/\nredirect_from: [/resume-json]",
                                         "{% include cv-template.html %}"),
                    "_publications/a.md": page("title: Mine\ndate: 2020-01-01\nauthors: Tess Tester")}  # fmt: skip
    known = [title_digest("Paper Title Number 1")]
    own = ', {"institution": "Oslo", "area": "Maps"}'
    plan = academic({**files, "_data/cv.json": resume % own}, known)
    assert [one.values["institution"] for one in plan.entries["education"]] == ["Oslo"]
    assert len(plan.entries["publications"]) == 1 and "orcid" not in plan.site["person"]
    assert plan.redirects["/resume-json.html"] == "/cv-json/"
    assert not plan.site["person"]["email"]


def test_an_item_with_a_colon_is_a_text_in_each_list_of_a_cv() -> None:
    plan = folio({
        "_pages/cv.md": page("permalink: /cv/\nlayout: cv"),
        "_data/cv.yml": "cv:\n  sections:\n    Education:\n      - institution: Tarn\n        studyType: PhD\n"
        "        highlights:\n          - Minor: Maps (2020 - 2021)\n          - GPA: 4.0\n"
        "    Skills:\n      - name: Code\n        keywords: [C]\n    Notes:\n      - Ships: three\n",
    })  # fmt: skip
    (education,) = plan.entries["education"]
    assert education.values["body"] == "- Minor: Maps (2020 - 2021)\n- GPA: 4.0"
    assert plan.cv is not None
    _, skills, notes = plan.cv.fields["sections"]
    assert "skip" not in skills and "Ships: three" in notes["text"]
