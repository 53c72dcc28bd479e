"""Hugo in several languages: pages become translations, records have texts in each language."""

from pathlib import Path

import pytest

from tests.importing.conftest import PNG, Imported, import_here, import_once, planned, source

IN_FOLDERS, BESIDE = source("hugo-in-folders"), source("hugo-beside")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "folders", IN_FOLDERS)


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "beside", BESIDE)


def test_a_language_counts_if_there_are_pages_in_it(folders: Imported) -> None:
    assert folders.code == 1
    site = folders.site
    assert site["languages"] == ["en", "zh"]
    assert site["title"] == {"en": "Tess Tester", "zh": "测试人"}
    assert site["description"] == {"en": "About tests.", "zh": "关于测试"}


def test_pages_and_posts_become_translations(folders: Imported) -> None:
    assert "About the [first](/post/first/)." in folders.text("content/about.md")
    assert "见[第一篇](/zh/post/first/)。" in folders.text("content/about.zh.md")
    assert "![图](/zh/post/first/plot.png)" in folders.text("content/posts/2020-02-02-first.zh.md")
    assert "content/posts/2021-01-01-only.zh.md" in folders.files
    assert "我做测试。" in folders.text("content/index.zh.md")
    assert "title: 学术论文" in folders.text("content/publication.zh.md")


def test_records_have_texts_in_each_language(folders: Imported) -> None:
    (paper,) = folders.data("publications")
    assert paper["title"] == {"en": "One Test", "zh": "一个测试"}
    assert paper["abstract"]["zh"] == "全部，见[关于](/zh/about/)。"
    assert folders.found("translation") == ["authors: [Tess Tester, 安]"]
    assert folders.data("education")[0]["institution"] == {
        "en": "University of Tests", "zh": "测试大学",
    }  # fmt: skip
    assert folders.data("interests") == [{"title": {"en": "Tests", "zh": "测试"}}]


def test_the_person_and_the_menu_speak_both_languages(folders: Imported) -> None:
    site = folders.site
    person = site["person"]
    assert person["name"] == {"given": "Tess", "family": "Tester", "native": "测试"}
    assert person["role"] == {"en": "Professor", "zh": "教授"}
    assert {"to": "/publication/", "label": {"en": "Papers", "zh": "论文"}} in site["menu"]
    assert {"to": "/posts/", "label": "Posts"} in site["menu"]
    assert folders.found("menu") == ["zh: 相册: /photos/"]


def test_addresses_in_another_language_are_kept_or_lead_on(folders: Imported) -> None:
    for address in ("/about/", "/publication/one/", "/post/first/", "/publication/"):
        assert folders.address(f"/zh-cn{address}") == ("redirect", f"/zh{address}")
        assert folders.address(address) == ("same", address)


def test_files_beside_each_other_become_translations(beside: Imported) -> None:
    site = beside.site
    assert site["languages"] == ["de", "en"]
    assert site["title"] == {"de": "Tess Tester", "en": "Tess Tester (en)"}
    assert "Mehr [hier](/post/eins/)." in beside.text("content/about.md")
    assert "![me](/en/about/me.png)" in beside.text("content/about.en.md")
    assert "permalink: /en/post/one/" in beside.text("content/posts/2020-02-02-eins.en.md")
    (talk,) = beside.data("talks")
    assert talk["title"] == {"de": "Ein Vortrag", "en": "A Talk"}
    assert talk["event"] == {"de": "Testtage", "en": "Testing Days"}


def test_the_main_language_below_its_name_leads_on(beside: Imported) -> None:
    assert beside.address("/de/about/") == ("redirect", "/about/")
    assert beside.address("/en/about/") == ("same", "/en/about/")
    assert beside.address("/en/event/tag/") == ("same", "/en/event/tag/")


def test_degrees_of_two_profiles_are_one_if_their_dates_are() -> None:
    profile = "---\ntitle: %s\neducation:\n%s---\n"
    degree = "  - {area: %s, institution: %s, date_start: %s-09-01, date_end: %s-06-30}\n"
    ours = degree % ("Waves", "North", 2022, 2026) + degree % ("Tides", "North", 2018, 2022)
    theirs = degree % ("访问", "南方", 2025, 2026) + degree % ("波浪", "北方", 2022, 2026)
    theirs += degree % ("潮汐", "北方", 2018, 2022)
    done = planned(IN_FOLDERS | {
        "content/en/authors/admin/_index.md": profile % ("Tess Tester", ours),
        "content/zh/authors/admin/_index.md": profile % ("测试", theirs),
    })  # fmt: skip
    assert [one["degree"] for one in done.data("education")] == [
        {"en": "Waves", "zh": "波浪"}, {"en": "Tides", "zh": "潮汐"}, "访问",
    ]  # fmt: skip
    assert done.found("one-language") == ["访问"]
    assert done.named("translation") == ["content/zh/publication/one/index.md"]


def test_words_of_the_template_and_signs_that_notes_explain_are_no_advice(tmp_path: Path) -> None:
    profile = (
        "---\ntitle: %s\nprofiles:\n"
        "  - {icon: academicons/orcid, url: 'https://orcid.org/my-orcid?orcid=0000-0002-1825-0097'}\n"
        "education:\n  - area: Waves\n    institution: North\n    summary: Thesis on "
        "_Why LLMs are awesome_. Supervised by [Prof Joe Smith](https://example.com).\n    button:\n"
        "      text: 'Read Thesis'\n      url: 'https://example.com'\n---\n"
    )
    paper = (
        "---\ntitle: %s\nauthors: [admin, Ann Other]\nauthor_notes: ['', corresponding author]\n"
        "image:\n  caption: 'Image credit: [**Unsplash**](https://unsplash.com/photos/s9CC2SKySJM)'\n"
        "---\n"
    )
    done = import_here(tmp_path, IN_FOLDERS | {
        "content/en/authors/admin/_index.md": profile % "Tess Tester",
        "content/zh/authors/admin/_index.md": profile % "测试",
        "content/en/publication/one/index.md": paper % "One",
        "content/zh/publication/one/index.md": paper % "一",
        "content/zh/publication/one/featured.png": PNG,
        "content/en/publication/_index.md": "---\ntitle: Papers\n---\n",
    })  # fmt: skip
    assert done.data("publications")[0]["authors"][1] == "Ann Other (corresponding)"
    assert done.person["links"]["orcid"] == "https://orcid.org/0000-0002-1825-0097"
    said = done.report["before_you_publish"]
    assert not any("no page shows" in one or "signs after" in one for one in said), said


def test_files_of_a_language_override_the_plain_ones(tmp_path: Path) -> None:
    folder = "config/_default/"
    menu = "[[main]]\n  name = '%s'\n  url = '/%s'\n"
    profile = "---\ntitle: 安\nsuperuser: true\n---\n"
    done = import_here(tmp_path, {
        f"{folder}config.toml": "title = 'Ann'\ndefaultContentLanguage = 'zh'\nbaseurl = 'https://a.example.org/'\n",
        f"{folder}config.zh.toml": "title = '安'\n[permalinks]\n  post = '/:year/:slug/'\n",
        f"{folder}languages.toml": "[zh]\n  contentDir = 'content/zh'\n",
        f"{folder}menu.toml": menu % ("Posts", "post"),
        f"{folder}menu.zh.toml": menu % ("<b>索引</b>", "about"),
        f"{folder}menu.fr.toml": menu % ("Articles", "about"),
        f"{folder}params.toml": "description = 'Tests'\nmath = false\n[address]\ncity = 'Town'\ncountry = 'Land'\n",
        f"{folder}params.zh.toml": "description = '测试'\nmath = true\n[address]\ncity = '深圳'\n",
        "content/zh/authors/admin/_index.md": profile,
        "content/zh/home/about.md": "---\nwidget: about\n---\n",
        "content/zh/home/contact.md": "---\nwidget: contact\ntitle: 联系\n---\n",
        "content/zh/about.md": "---\ntitle: 关于\n---\n$$x^2$$\n",
        "content/zh/post/one.md": "---\ntitle: 一\ndate: 2020-01-01\nslug: one\n---\n文\n",
    })  # fmt: skip
    assert done.site["title"] == "安"
    assert done.site["description"] == "测试"
    assert done.site["menu"] == [{"to": "/"}, {"to": "/about/", "label": "索引"}]
    assert done.address("/2020/one/") == ("same", "/2020/one/")
    assert "\n$$x^2$$\n" in done.text("content/about.md")
    assert "深圳, Land" in done.text("content/index.md")
