"""Hexo: which files it publishes, at which addresses, and what its home and menu show."""

from collections.abc import Callable

import pytest
import yaml

from tests.importing.conftest import PNG, Files, Imported

Run = Callable[..., Imported]


def blog(config: str = "", **posts: str) -> Files:
    """A blog with settings and posts; a name with two underscores is one in a folder."""
    front = {name.replace("__", "/"): text for name, text in posts.items()}
    return {
        "package.json": '{"dependencies": {"hexo": "7"}}',
        "_config.yml": f"title: Notes\nauthor: Ann Tester\nurl: https://ann.example.org\n{config}",
        **{f"source/_posts/{name}.md": f"---\n{text}\n---\nWords.\n" for name, text in front.items()},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("config", "front", "was"),
    [
        ("permalink: :category/:title/\ncategory_map: {软件: software}",
         "categories: [[软件, Old], [软件]]", "/software/a-post/"),
        ("permalink: :category/:title/\nfilename_case: 1", "categories: [Big, Small Talk]",
         "/big/small-talk/a-post/"),
        ("permalink: :category/:title/\ndefault_category: other", "tags: x", "/other/a-post/"),
        ("permalink: :lang/:title/\npermalink_defaults: {lang: en}", "tags: x", "/en/a-post/"),
        ("permalink: :lang/:title/\npermalink_defaults: {lang: en}", "lang: de", "/de/a-post/"),
        ("permalink: p/:post_title.html", "title: A Café!", "/p/a-cafe.html"),
        ("permalink: :i_month/:i_day/:title", "date: 2020-03-04", "/3/4/a-post"),
        ("permalink: :title\npost_asset_folder: true", "tags: x", "/a-post/"),
        ("permalink: :timestamp/\ntimezone: Asia/Shanghai", "date: 2020-01-01 08:00:00",
         "/1577836800/"),
        ("permalink: :hash/\ntimezone: Asia/Shanghai", "date: 2020-01-01 08:00:00",
         "/000c8b4a5115/"),
        ("permalink: :abbrlink.html", "abbrlink: 3a4b", "/3a4b.html"),
    ],
)  # fmt: skip
def test_a_post_has_the_address_that_hexo_gives_it(
    imported: Run, config: str, front: str, was: str
) -> None:
    date = "" if "date:" in front else "date: 2020-03-04\n"
    title = "" if "title:" in front else "title: One\n"
    done = imported(blog(config, **{"a-post": f"{title}{date}{front}"}))
    (text,) = [done.text(path) for path in done.files if path.startswith("content/posts/")]
    scheme = yaml.safe_load(done.text("content/site.yaml"))["posts"]["permalink"]
    front_of = yaml.safe_load(text.split("---")[1])
    filled = scheme.replace(":slug", "a-post")
    assert front_of.get("permalink", filled) == was or done.address(was)[0] == "same"


def test_the_name_of_a_file_has_a_day_where_the_settings_say_so(imported: Run) -> None:
    done = imported(blog("new_post_name: :year-:month-:day-:title.md",
                         **{"2021-02-03-named": "title: N"}))  # fmt: skip
    assert done.address("/2021/02/03/named/") == ("same", "/2021/02/03/named/")
    assert done.found("date") == []


def test_topics_lead_from_the_addresses_that_the_settings_give_them(imported: Run) -> None:
    done = imported(blog("tag_map: {软件: software}\nfilename_case: 1",
                         one="title: O\ndate: 2020-01-01\ntags: [软件, Big]\n"
                             "categories: [Maps, Papers]"))  # fmt: skip
    assert done.address("/tags/software/") == ("redirect", "/tags/软件/")
    assert yaml.safe_load(done.text("content/site.yaml"))["posts"]["tag_permalink"] == (
        "/tags/:slug/"
    )
    assert done.address("/categories/maps/papers/") == ("redirect", "/categories/papers/")


def test_settings_say_which_files_are_published(imported: Run) -> None:
    done = imported(
        blog(
            "future: false\nskip_render: [README.md, 'demo/**']\nexclude: ['old/*']\n"
            "include: ['_extra/*']\nignore: ['**/secret.txt']\nrender_drafts: true\n",
            late="title: Late\ndate: 2999-01-01", now="title: Now\ndate: 2020-01-01",
            _hidden="title: Hidden\ndate: 2020-01-01",
        )
        | {
            "source/README.md": "# As it is\n",
            "source/demo/page.html": "<html><p>A demo",
            "source/old/x.md": "---\ntitle: Old\n---\nOld.\n",
            "source/_extra/y.txt": "y",
            "source/notes/secret.txt": "no",
            "source/notes/fine.txt": "yes",
            "source/framed.html": "---\ntitle: Framed\n---\n<p>Said in <b>HTML</b>.</p>\n",
            "source/links/index.md": "---\npermalink: friends\ntitle: Links\n---\nThem.\n",
        }
    )  # fmt: skip
    static = {path for path in done.files if path.startswith("static/")}
    assert static == {"static/README.md", "static/demo/page.html", "static/_extra/y.txt",
                      "static/notes/fine.txt"}  # fmt: skip
    assert "draft: true" in done.text("content/posts/2999-01-01-late.md")
    assert not any("hidden" in path or "old" in path for path in done.files)
    assert done.address("/framed.html") == ("same", "/framed.html")
    assert done.address("/friends.html") == ("same", "/friends.html")
    assert done.found("render-drafts") == ["render_drafts: true"]


def test_the_theme_says_the_menu_the_profiles_and_the_portrait(imported: Run) -> None:
    done = imported(
        blog("theme: next\nper_page: 3", one="title: O\ndate: 2020-01-01")
        | {
            "_config.next.yml": "menu:\n  home: / || fa fa-home\n  about: /about/ || user\n"
            "  archives: /archives/\n  More:\n    Papers: /papers/ || book\n"
            "social:\n  GitHub: https://github.com/ann || github\n"
            "avatar:\n  url: /images/me.png\n",
            "source/about/index.md": "---\ntitle: About\n---\nMe.\n",
            "source/papers/index.md": "---\ntitle: Papers\n---\nThem.\n",
            "source/images/me.png": PNG,
        }
    )  # fmt: skip
    site = yaml.safe_load(done.text("content/site.yaml"))
    assert site["menu"] == [{"to": "/"}, {"to": "/about/"}, {"to": "/posts/"},
                            {"to": "/papers/", "label": "Papers"}]  # fmt: skip
    assert site["person"]["links"] == {"github": "https://github.com/ann"}
    assert site["person"]["portrait"] == "images/me.png"
    assert site["theme"]["options"]["home_posts"] == 3


def test_a_menu_whose_entries_have_settings_of_their_own_is_taken(imported: Run) -> None:
    menu = (
        "menu:\n  Index: {url: /, icon: fa-home}\n  About: {url: /about, icon: fa-user}\n"
        "  More:\n    url: /more\n    children:\n      - {name: Papers, url: /papers, icon: x}\n"
    )
    done = imported(
        blog("theme: matery", one="title: O\ndate: 2020-01-01")
        | {
            "themes/matery/_config.yml": menu,
            "source/about/index.md": "---\ntitle: About\n---\nMe.\n",
            "source/more/index.md": "---\ntitle: More\n---\nIt.\n",
            "source/papers/index.md": "---\ntitle: Papers\n---\nThem.\n",
        }
    )
    menu = yaml.safe_load(done.text("content/site.yaml"))["menu"]
    assert [one.get("label") for one in menu] == ["Index", "About", "More", "Papers"]


def test_a_home_that_is_no_list_of_posts_shows_none(imported: Run) -> None:
    done = imported(blog("index_generator: {path: blog}", one="title: O\ndate: 2020-01-01"))
    assert "theme" not in yaml.safe_load(done.text("content/site.yaml"))
    assert done.address("/blog/") == ("redirect", "/posts/")


def test_what_every_new_site_says_is_not_the_owners(imported: Run) -> None:
    files = {**blog(), "_config.yml": "title: Notes\nauthor: John Doe\nurl: http://example.com\n"}
    settings = imported(files).text("content/site.yaml")
    assert "name: Notes" in settings and "url:" not in settings


def test_code_does_not_tell_the_language_of_a_blog(imported: Run) -> None:
    code = "```java\n" + "public static void main(String[] args) {}\n" * 9 + "```\n"
    files = blog() | {
        "source/_posts/one.md": f"---\ntitle: 测试\n---\n自动化测试的步骤。\n\n{code}"
    }
    done = imported(files)
    assert yaml.safe_load(done.text("content/site.yaml"))["languages"] == ["zh"]
