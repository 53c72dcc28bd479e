"""What somebody who moves can keep: old addresses of pages, papers, feeds, topics and entries."""

import re

import pytest

from tests.conftest import Built, SiteCase

HEAD = "url: https://ada.example.org/\nperson: {name: Ada Lovelace}\n"
PAPER = "- {id: goat, title: Goats, date: 2024, authors: [Ada Lovelace]"


@pytest.fixture
def old(site: SiteCase) -> SiteCase:
    site.write("content/site.yaml", HEAD).write("content/index.md", "---\ntitle: Home\n---\nHi.\n")
    return site.write("content/about.md", "---\ntitle: About\n---\nOn me.\n\n## Now\n\nHere.\n")


def leads_to(built: Built, path: str) -> str:
    """Where a redirect leads, as it is written."""
    found = re.search(r'http-equiv="refresh" content="0; url=([^"]*)"', built.read(path))
    assert found, f"{path} leads nowhere"
    return found[1]


def test_a_paper_has_old_addresses_and_may_choose_its_own(old: SiteCase) -> None:
    old.write("content/site.yaml", f"{HEAD}languages: [en, zh]\n")
    more = "permalink: /publication/goat, aliases: [/articles/goat/, /zh/goats.html]"
    old.write("content/publications.yaml", f"{PAPER}, {more}}}\n")
    built = old.build_clean()
    assert {"publication/goat/index.html", "zh/publication/goat/index.html"} <= built.files()
    assert "publications/goat/index.html" not in built.files()
    assert leads_to(built, "articles/goat/index.html") == "../../publication/goat/"
    assert leads_to(built, "zh/goats.html") == "publication/goat/", "the page in that language"
    old.write("content/me.md", "---\ntitle: Me\naliases: [/%E6%88%91/, /a%20b/]\n---\nMe.\n")
    fields = "author = {A B}, permalink = {/p/goat/}, aliases = {/a/, /b/goat.html}"
    old.delete("content/publications.yaml")
    old.write("content/publications.bib", f"@misc{{goat, title = {{Goats}}, {fields}}}\n")
    built = old.build_clean()
    assert "p/goat/index.html" in built.files(), "so may a paper of a .bib"
    assert leads_to(built, "a/index.html") == leads_to(built, "b/goat.html") == "../p/goat/"
    assert {"我/index.html", "a b/index.html"} <= built.files(), "as a browser has copied them"


def test_the_site_redirects_to_pages_lists_files_places_and_other_hosts(old: SiteCase) -> None:
    old.write("content/posts/2023-01-02-x.md", "---\ntitle: X\ntags: [Some Net]\n---\nText.\n")
    old.write("static/pdf/a b.pdf", b"%PDF-1.4\n")
    redirects = (
        ("/me/", "about", "../about/"),
        ("/now.html", "/about/#now", "about/#now"),
        ("/archives/2023/", "/posts/", "../../posts/"),
        ("/category/net/", "/tags/some-net/", "../../tags/some-net/"),
        ("/cv", "/pdf/a b.pdf", "../pdf/a%20b.pdf"),
        ("/wiki/", "https://wiki.example/?a=b", "https://wiki.example/?a=b"),
        ("/older/", "/me/", "../me/"),
    )
    lines = "".join(f"  {address}: {to}\n" for address, to, _ in redirects)
    built = old.write("content/site.yaml", f"{HEAD}redirects:\n{lines}").build_clean()
    for address, _, link in redirects:
        path = address.strip("/") + "/index.html" * (not address.endswith(".html"))
        assert leads_to(built, path) == link, address
    assert "/me/" not in built.read("sitemap.xml")


def test_a_tag_keeps_the_capitals_of_its_old_address(old: SiteCase) -> None:
    front = "title: X\ntags: [Distributed Training, 网络]\ncategories: Web"
    old.write("content/posts/2023-01-02-x.md", f"---\n{front}\n---\nText.\n")
    old.write("content/site.yaml", f"{HEAD}redirects: {{/tags/Distributed-Training/: /tags/}}\n")
    said = old.build().said()
    assert "one and the same on many machines" in said
    posts = "posts: {tag_permalink: /tags/:name/, category_permalink: /blog/category/:slug.html}\n"
    built = old.write("content/site.yaml", HEAD + posts).build_clean()
    files = built.files()
    assert {"tags/Distributed-Training/index.html", "tags/网络/index.html"} <= files
    assert {"tags/index.html", "blog/category/web.html", "categories/index.html"} <= files
    assert re.search(r'href="(\.\./tags/)?Distributed-Training/"', built.read("tags/index.html"))


def test_categories_have_pages_and_a_place_in_addresses(old: SiteCase) -> None:
    old.write("content/site.yaml", f"{HEAD}posts: {{permalink: /:category/:year/:slug.html}}\n")
    one = "---\ntitle: One\ndate: 2023-01-02\ncategories: [Deep Sea, Fish]\n---\nText.\n"
    old.write("content/posts/one.md", one)
    old.write("content/posts/two.md", "---\ntitle: Two\ndate: 2023-01-03\n---\nText.\n")
    built = old.build_clean()
    assert {"deep-sea/2023/one.html", "2023/two.html"} <= built.files()
    assert ">One<" in built.read("categories/fish/index.html")
    assert ">Two<" not in built.read("categories/fish/index.html")
    assert "Deep Sea" in built.read("categories/index.html")
    old.write("content/site.yaml", f"{HEAD}posts: {{permalink: '/:categories/:slug/'}}\n")
    assert "deep-sea/fish/one/index.html" in old.build().files()


def test_the_feed_lies_at_further_addresses_as_a_feed(old: SiteCase) -> None:
    old.write("content/posts/2023-01-02-x.md", "---\ntitle: X\n---\nText.\n")
    posts = "posts: {feed_addresses: [/atom.xml, post/index.xml]}\nlanguages: [en, zh]\n"
    posts += "theme: broadsheet\n"
    built = old.write("content/site.yaml", HEAD + posts).build_clean()
    for path in ("atom.xml", "post/index.xml", "zh/atom.xml"):
        feed = built.read(path)
        assert "<feed" in feed and "X" in feed
        assert f"https://ada.example.org/{path}" in feed, "it says where it is"


def test_a_page_in_a_second_language_may_live_at_any_address(old: SiteCase) -> None:
    old.write("content/site.yaml", f"{HEAD}languages: [en, zh]\n")
    post = "---\ntitle: 羊\nlang: zh\npermalink: /2023/05/06/x/\n---\n羊。\n"
    old.write("content/posts/2023-05-06-x.md", post)
    built = old.build_clean()
    assert "2023/05/06/x/index.html" in built.files()
    assert 'lang="zh"' in built.read("2023/05/06/x/index.html")


def test_a_paper_without_authors_is_shown_with_a_warning(old: SiteCase) -> None:
    old.write("content/site.yaml", f"{HEAD}theme: broadsheet\n")
    old.write("content/publications.yaml", "- {id: goat, title: On *Goats*, date: 2024}\n")
    old.write("content/index.md", "---\ntitle: Home\n---\n:::{publications}\n:::\n\n[@goat]\n")
    built = old.build()
    assert "publications.yaml:1:3: warning: the publication" in built.said()
    assert [p.severity for p in built.problems] == ["warning"]
    assert "publications/goat/index.html" in built.files()
    assert "“On Goats”, 2024" in built.read("index.html"), "as CSL cites such a work"
    for name in ("publications.bib", "publications.json", "resume.json"):
        assert "Goats" in built.read(name)


@pytest.mark.parametrize("style", ["cards", "lines", "ieee"])
def test_an_entry_of_a_list_has_the_id_of_its_record(old: SiteCase, style: str) -> None:
    old.write("content/publications.yaml", f"{PAPER}}}\n{PAPER.replace('goat', 'a:b/c_&x')}}}\n")
    old.write("content/talks.yaml", "- {id: keynote, title: T}\n- {title: No id}\n")
    old.write("content/skills.yaml", "- {id: tools, label: Tools, items: [a]}\n")
    sections = f":::{{publications}}\n:style: {style}\n:::\n\n"
    sections += ":::{talks}\n:::\n\n:::{skills}\n:::\n\n"
    old.write("content/list.md", f"---\ntitle: List\n---\n{sections}[here](#keynote)\n")
    old.write("content/site.yaml", f"{HEAD}theme: broadsheet\nredirects: {{/k/: '/list/#goat'}}\n")
    built = old.build_clean()
    page = built.read("list/index.html")
    for id in ("goat", "a:b/c_&amp;x", "keynote", "tools"):
        assert page.count(f'id="{id}"') == 1
    assert leads_to(built, "k/index.html") == "../list/#goat"
    assert not [path for path, data in built.bytes().items() if "\ufdd1".encode() in data]


def test_an_id_stands_once_on_a_page(old: SiteCase) -> None:
    old.write("content/publications.yaml", f"{PAPER}}}\n{PAPER.replace('goat', 'later')}}}\n")
    old.write("content/talks.yaml", "- {id: goat, title: T}\n- {id: raw, title: U}\n")
    body = ":::{publications}\n:::\n\n:::{talks}\n:::\n\n:::{publications}\n:::\n\n"
    body += "## Later\n\n<p id='raw'>x</p>\n"
    built = old.write("content/list.md", f"---\ntitle: List\n---\n{body}").build()
    page = built.read("list/index.html")
    assert page.count('id="goat"') == 1, "that of the first entry"
    assert page.index('id="goat"') < page.index("<li>T")
    assert re.findall(r"<(\w+)[^>]* id=[\"']?later", page) == ["h2"], "a heading comes first"
    assert re.findall(r"<(\w+)[^>]* id=[\"']?raw", page) == ["p"], "so does the author's own HTML"
