"""Hugo: which files it publishes, at which addresses, and what its menu shows."""

from collections.abc import Callable

import pytest
import yaml

from tests.importing.conftest import Files, Imported

Run = Callable[..., Imported]


def site(config: str = "", **more: str) -> Files:
    """A site of Hugo Blox with settings and files."""
    files = {
        "hugo.yaml": f"title: Ann Tester\nbaseURL: https://ann.example.org/\n{config}",
        "content/authors/admin/_index.md": page("title: Ann Tester\nsuperuser: true", "I test."),
        "content/_index.md": page("title: Home\nsections:\n  - block: about.biography"),
    }
    return {**files, **more}


def page(front: str, text: str = "Words.") -> str:
    return f"---\n{front}\n---\n{text}\n"


@pytest.mark.parametrize(
    ("config", "path", "front", "was"),
    [
        ("", "post/It's A+B/index.md", "title: P", "/post/its-a+b/"),
        ("disablePathToLower: true", "post/Big One.md", "title: P", "/post/Big-One/"),
        ("uglyURLs: true", "post/x.md", "title: P", "/post/x.html"),
        ("permalinks: {post: '/:year/:monthname/:slug/'}", "post/x.md", "title: It's (1)",
         "/2020/march/its-1/"),
        ("permalinks:\n  page: {post: '/:sections[1:]/:contentbasename/'}", "post/a/b/x.md",
         "title: P", "/a/b/x/"),
        ("permalinks: {post: '/w/:slugorfilename/'}", "post/x/index.md", "slug: Y Z", "/w/y-z/"),
        ("", "post/x.md", "slug: y", "/post/y/"),
        ("", "post/x.md", "url: /own/:year/", "/own/2020/"),
        ("", "notes/x.md", "url: own.html", "/own.html"),
        ("Permalinks: {notes: '/n/:yearday/:filename'}", "notes/x.md", "title: P", "/n/64/x/"),
    ],
)  # fmt: skip
def test_a_page_has_the_address_that_hugo_gives_it(
    imported: Run, config: str, path: str, front: str, was: str
) -> None:
    title = "" if "title:" in front else "title: P\n"
    done = imported(site(config, **{f"content/{path}": page(f"{title}date: 2020-03-04\n{front}")}))
    assert done.address(was) == ("same", was)


HIDDEN = {
    "future": "publishDate: 2999-01-01", "undated": "date: 2999-01-01",
    "expired": "expiryDate: 2001-01-01", "bundle": "headless: true",
    "nowhere": "build: {render: never}", "unlisted": "_build: {list: never}",
}  # fmt: skip


def test_what_hugo_does_not_publish_is_a_draft(imported: Run) -> None:
    files = {
        f"content/post/{name}.md": page(f"title: {name}\n{front}") for name, front in HIDDEN.items()
    }
    files |= {"content/post/local.md": page("title: L\nbuild: {list: local, render: link}")}
    done = imported(site(**files))
    drafts = {
        path.rpartition("-")[2].removesuffix(".md") for path in done.files
        if path.startswith("content/posts/") and "draft: true" in done.text(path)
    }  # fmt: skip
    assert drafts == set(HIDDEN)


def test_an_owner_without_a_name_has_that_of_the_site(imported: Run) -> None:
    files = site(**{"content/authors/admin/_index.md": page("title:\nsuperuser: true", "I test.")})
    assert "name: Ann Tester" in imported(files).text("content/site.yaml")


def test_one_hidden_widget_does_not_hide_the_home(imported: Run) -> None:
    files = site(**{"content/home/a.md": page("widget: blank\nheadless: true\ntitle: Funding")})
    del files["content/_index.md"]
    assert "draft" not in imported(files).text("content/index.md")


def test_switches_have_hugo_publish_more(imported: Run) -> None:
    done = imported(site(
        "buildFuture: true\nBuildExpired: true\nbuildDrafts: true",
        **{"content/post/late.md": page("title: L\ndate: 2999-01-01\nexpiryDate: 2001-01-01")},
    ))  # fmt: skip
    assert "draft" not in done.text("content/posts/2999-01-01-late.md")
    assert done.found("render-drafts") == ["buildDrafts: true"]


def test_front_matter_comes_from_above(imported: Run) -> None:
    done = imported(site(
        "ignoreFiles: ['\\.tmp\\.md$']",
        **{
            "content/post/_index.md": page("title: Posts\ncascade:\n  - build: {render: never}\n"
                                           "    target: {path: 'post/old/**'}"),
            "content/post/old/x.md": page("title: X\ndate: 2020-01-01"),
            "content/post/new.md": page("title: N\ndate: 2020-01-01"),
            "content/lab/_index.md": page("title: Lab\ncascade: {draft: true}"),
            "content/lab/secret.md": page("title: Secret"),
            "content/a.tmp.md": page("title: Tmp"),
            "content/plain.html": "<p>As it is",
        },
    ))  # fmt: skip
    assert "draft: true" in done.text("content/posts/2020-01-01-x.md")
    assert "draft" not in done.text("content/posts/2020-01-01-new.md")
    assert "static/plain.html" in done.files
    pages = [done.text(path) for path in done.files if path.endswith(".md")]
    assert not any("title: Tmp" in text for text in pages)
    assert not any("title: Secret" in text and "draft: true" not in text for text in pages)


def test_a_list_keeps_its_filters_and_folders_may_have_capitals(imported: Run) -> None:
    filters = "{publication_type: '2', tag: maps, author: bo, folders: [publication]}"
    done = imported(site(**{
        "content/_index.md": page("title: Home\nsections:\n  - block: collection\n    content:\n"
                                  f"      title: Journals\n      filters: {filters}"),
        "content/publication/one.md": page("title: One\nauthors: [admin]\ndate: 2020-01-01"),
        "content/Talk/Two.md": page("title: Two\ndate: 2020-01-01"),
        "content/authors/admin/_index.md": page("title: Dr. Ann Tester PhD\nsuperuser: true", "I test."),
    }))  # fmt: skip
    assert ':where: {kind: "journal", tags: "maps"}' in done.text("content/index.md")
    assert done.found("list-filter") == ["author: bo"]
    assert "title: Two" in done.text("content/talks.yaml")
    assert "name: Ann Tester\n  prefix: Dr.\n  title: PhD\n" in done.text("content/site.yaml")
    assert "authors:\n    - Ann Tester\n" in done.text("content/publications.yaml")


def test_pages_ask_for_their_place_in_the_menu(imported: Run) -> None:
    done = imported(site(
        "menus:\n  main:\n    - {name: Papers, pageRef: /publication, weight: 20}\n"
        "markup: {goldmark: {renderer: {hardWraps: true}}}",
        **{
            "content/about.md": page("title: About me\nmenus: {main: {weight: 10}}"),
            "content/publication/one/index.md": page("title: One\nauthors: [admin]\n"
                                                     "date: 2020-01-01"),
        },
    ))  # fmt: skip
    found = yaml.safe_load(done.text("content/site.yaml"))
    assert found["menu"] == [
        {"to": "/"}, {"to": "/about/", "label": "About me"},
        {"to": "/publication/", "label": "Papers"},
    ]  # fmt: skip
    assert found["markdown"] == {"breaks": True}


def test_the_menu_leads_to_places_that_the_home_has(imported: Run) -> None:
    entries = "about, Biography", "papers, Papers", "notes, Notes"
    menu = "".join(
        f'[[main]]\n  name = "{name}"\n  url = "#{to}"\n'
        for to, name in (one.split(", ") for one in entries)
    )
    done = imported(site(**{
        "config/_default/menus.toml": menu,
        "content/_index.md": page("title: Home\nsections:\n  - {block: about.biography, id: about}\n"
                                  "  - {block: markdown, id: notes, content: {title: Notes, text: N}}"),
    }))  # fmt: skip
    assert yaml.safe_load(done.text("content/site.yaml"))["menu"] == [
        {"to": "/", "label": "Biography"}, {"to": "/#notes", "label": "Notes"},
    ]  # fmt: skip
    assert done.found("menu") == ["Papers: /#papers"]
