"""The pages of a group as readers see them: what belongs together, posts by members, schedules."""

import re

import pytest

from tests.conftest import SiteCase, visible_text
from tests.graph.conftest import files_of
from tests.pictures.drawing import photo, saved

LOGOS = "\n:::{logos}\n[![A Fund](f.png)](https://example.org/)\n![B](f.png)\n:::\n"
POST = "---\ntitle: {}\n{}---\nText.\n"


@pytest.mark.broadsheet
def test_pages_of_a_group_show_people_what_belongs_together_and_who_wrote(site: SiteCase) -> None:
    for name, text in files_of("lab").items():
        site.write(f"content/{name}", text)
    site.write(
        "content/posts/2024-01-01-a.md", POST.format("First", "author: J. Fang\npinned: true\n")
    )
    site.write("content/posts/2024-02-01-b.md", POST.format("Second", ""))
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{posts}\n:limit: 1\n:::\n" + LOGOS)
    twice = "theme: {name: broadsheet, options: {home_posts: 3}}\n"
    site.write("content/site.yaml", files_of("lab")["site.yaml"] + twice)
    site.write("static/f.png", saved(photo(90, 50)))
    day = "{date: 2026-10-01, topic: Holiday, no_class: true}"
    site.write(
        "content/teaching.yaml", f"- {{id: net, course: Nets, staff: J. Fang, schedule: [{day}]}}\n"
    )
    built = site.build()
    assert built.ok, built.said()
    member = visible_text(built.read("people/jin-fang/index.html"))
    assert re.findall("Publications|Projects|Awards|Posts", member)[-4:] == [
        *("Publications", "Projects", "Awards", "Posts")
    ]
    project = built.text("projects/hive/index.html")
    assert "Hive Jin Fang (lead), Otto Out" in project and "What we promise" not in project
    assert "Hive" in built.text("publications/goat/index.html")
    assert "Hive" in built.text("grants/nsfc/index.html")
    assert "Jin Fang" in built.text("posts/a/index.html")
    home = built.text("index.html")
    assert "First" in home and "Second" not in home
    (logos,) = re.findall('<div class="logos">.*?</div>', built.read("index.html"), re.DOTALL)
    assert '<a href="https://example.org/">' in logos and logos.count("<img") == 2
    assert "<author><name>Jin Fang</name></author>" in built.read("feed.xml")
    assert '<tr class="no-class">' in built.read("teaching/net/index.html")
    assert "People" not in built.text("teaching/net/index.html")


@pytest.mark.broadsheet
def test_a_list_of_posts_tells_posts_of_one_name_apart(site: SiteCase) -> None:
    site.write("content/posts/2024-01-01-graduation.md", POST.format("Ann", "permalink: /a/\n"))
    site.write("content/posts/2025-01-01-graduation.md", POST.format("Bob", "permalink: /b/\n"))
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{posts}\n:::\n")
    home = visible_text(site.build().read("index.html"))
    assert home.count("Ann") == home.count("Bob") == 1
