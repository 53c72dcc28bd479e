"""Hexo: which files it publishes, at which addresses, and what its home and menu show."""

import zlib

import pytest
import yaml

from generator.importing.report import OF_BOTH
from tests.importing.conftest import PNG, Files, Run, cases, cases_imported, planned


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
    scheme = done.site["posts"]["permalink"]
    front_of = yaml.safe_load(text.split("---")[1])
    filled = scheme.replace(":slug", "a-post")
    assert front_of.get("permalink", filled) == was or done.address(was)[0] == "same"


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
    assert done.found("render-drafts") == ["render_drafts"]


@pytest.mark.parametrize("field", ["description", "excerpt", "summary", "abstract"])
def test_what_a_post_says_of_itself_is_its_description(field: str) -> None:
    done = planned(blog(one=f"title: O\ndate: 2020-01-01\n{field}: In short, of maps and more."))
    text = done.text("content/posts/2020-01-01-one.md")
    assert "description: In short, of maps and more." in text
    assert done.found("field") == []


def test_code_does_not_tell_the_language_of_a_blog() -> None:
    code = "```java\n" + "public static void main(String[] args) {}\n" * 9 + "```\n"
    files = blog() | {
        "source/_posts/one.md": f"---\ntitle: 测试\n---\n自动化测试的步骤。\n\n{code}"
    }
    assert planned(files).site["languages"] == ["zh"]


def test_files_beside_no_published_post_stay_unpublished(imported: Run) -> None:
    done = imported(
        blog(one="title: O\ndate: 2020-01-01")
        | {
            "source/_posts/one/own.txt": "of a post",
            "source/_posts/TODO.xlsx": "private",
            "source/_posts/scripts/tool.py": "print()",
            "source/_drafts/later.md": "---\ntitle: Later\n---\nNot yet.\n",
            "source/_drafts/later/plan.txt": "private",
            "source/_data/keys.txt": "private",
        }
    )
    static = [path for path in done.files if path.startswith("static/")]
    assert static == ["static/2020/01/01/one/own.txt"]
    assert "source/_posts/TODO.xlsx" in done.text("import-report.md")


def test_texts_beside_posts_that_are_copied_unread_stay_unpublished(imported: Run) -> None:
    done = imported(
        blog("skip_render: ['_posts/slides/*', '_posts/one/*']", one="title: O\ndate: 2020-01-01")
        | {"source/_posts/slides/minutes.md": "# Minutes\n", "source/_posts/one/a.md": "# A\n"}
    )
    assert {path for path in done.files if path.startswith("static/")} == {
        "static/2020/01/01/one/a.md"
    }
    report = done.text("import-report.md")
    assert "source/_posts/slides/minutes.md" in report and "/_posts/" not in str(
        done.report["addresses"]
    )


def test_a_post_without_abbrlink_has_the_number_that_the_plugin_makes_of_its_title(
    imported: Run,
) -> None:
    crc = "permalink: :abbrlink/\nabbrlink: {alg: crc32, rep: dec}\n"
    done = imported(blog(crc, one="title: O\ndate: 2020-01-01"))
    assert done.address(f"/{zlib.crc32(b'O')}/")[0] == "same"


def test_the_menu_keeps_the_list_of_tags_and_links_are_known_by_their_hosts() -> None:
    theme = "menu: {Tags: /tags/, Categories: /categories/}\nsocial: {知乎: https://www.zhihu.com/people/ann}"
    post = "title: O\ndate: 2020-01-01\ntags: x"
    done = planned(blog("theme: next", one=post) | {"_config.next.yml": theme})
    site = done.site
    assert [one["to"] for one in site["menu"]] == ["/", "/tags/", "/posts/"]
    assert site["person"]["links"] == {"zhihu": "https://www.zhihu.com/people/ann"}


def test_fences_show_the_tags_that_stand_in_them() -> None:
    text = (
        "- As in\n\n  ```text\n  {% codeblock %}{% endcodeblock %}\n  {% raw %}x{% endraw %}\n  ```\n\n"
        "![A map](map.png)\n\nHere `{% raw %}{{{% endraw %}` opens.\n"
    )
    files = {"source/_posts/one.md": f"---\ntitle: O\ndate: 2020-01-01\n---\n{text}"}
    body = planned(blog() | files).text("content/posts/2020-01-01-one.md")
    assert "{% codeblock %}{% endcodeblock %}\n  {% raw %}x{% endraw %}" in body
    assert body.count("```") == 2 and "`{{`" in body


def test_an_address_of_mail_among_profiles_is_the_persons() -> None:
    theme = "social: {E-Mail: 'mailto:ann@example.org || envelope', QQ: '12345', shop: 'https://ann.shop'}"
    done = planned(
        blog("theme: next", one="title: O\ndate: 2020-01-01") | {"_config.next.yml": theme}
    )
    site = done.site
    assert site["person"]["email"] == "ann@example.org"
    assert site["person"]["links"] == {"shop": "https://ann.shop"}
    assert done.found("profile") == ["qq: 12345"]
    theme = (
        "links: [{name: Write, url: 'mailto:ann@example.org'}, {name: B, url: 'https://b.test/'}]"
    )
    done = planned(
        blog("theme: vivia", one="title: O\ndate: 2020-01-01") | {"_config.vivia.yml": theme}
    )
    assert done.found("theme-text") == ["links: Write mailto:…, B https://b.test/"]
    theme = "social: {links: [{name: E-Mail(ann@example.org), icon: mail}]}"
    done = planned(
        blog("theme: aria", one="title: O\ndate: 2020-01-01") | {"_config.aria.yml": theme}
    )
    assert done.person["email"] == "ann@example.org"


def test_the_address_of_a_site_is_that_of_its_repository() -> None:
    files = blog("deploy: {type: git, repository: 'git@github.com:ann/Ann.github.io'}")
    files["_config.yml"] = str(files["_config.yml"]).replace("https://ann.example.org", "")
    settings = planned(files).text("content/site.yaml")
    assert yaml.safe_load(settings)["url"] == "https://Ann.github.io/"
    own = planned(files | {"source/CNAME": "ann.example.org"})
    assert "url: https://ann.example.org/" in own.text("content/site.yaml")
    assert own.found("domain") == [""] and own.found("url") == []
    assert "ann.github.io" in own.plan.hosts


def test_dollars_are_no_formulas_where_the_theme_sets_none() -> None:
    text = "title: O\ndate: 2020-01-01\n{}---\nSee vm.$el, `vm.$data` and vm.$on, or $$x\\$$$.\n"
    posts = {"source/_posts/one.md": "---\n" + text.format(""),
             "source/_posts/two.md": "---\n" + text.format("mathjax: true\n")}  # fmt: skip
    done = planned(
        blog("theme: matery")
        | posts
        | {"themes/matery/_config.yml": "menu: {Home: /}\nmathjax:\n  enable: false\n  cdn: x\n"}
    )
    escaped = "See vm.\\$el, `vm.$data` and vm.\\$on, or \\$\\$x\\$\\$\\$."
    assert escaped in done.text("content/posts/2020-01-01-one.md")
    money = "vm.\\$on, or $$x\\$$$."  # what is none stays none
    assert money in done.text("content/posts/2020-01-01-two.md")
    assert money in planned(blog() | posts).text("content/posts/2020-01-01-one.md")


def _post(text: str, more: Files | None = None, config: str = "theme: x\n") -> str:
    """Return what the import makes of the text of a post with formulas."""
    front = "---\ntitle: X\ndate: 2020-01-01\nmathjax: true\n---\n"
    files = blog(config) | {"source/_posts/x.md": front + text} | (more or {})
    return planned(files).document("/2020/01/01/x/").body


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("设$ C_i $是，记$ S_j $为", "设$C_i$是，记$S_j$为"),
        (
            "按$O(n \\log n)$，$best$，$f[i][j]$，$O(logn)$",
            "按$O(n \\log n)$，$best$，$f[i][j]$，$O(logn)$",
        ),
        ("$e\\.x \\_ y$ $\\frac{a}{b\\}$", "$e.x _ y$ $\\frac{a}{b}$"),
        ("$\\left. x \\right.$ $\\{a_1\\}$", "$\\left. x \\right.$ $\\{a_1\\}$"),
        ("$a和b$ 与 $c_1和$", "\\$a和b\\$ 与 \\$c_1和\\$"),
        ("用 $attrs：写 a='b'，再用$el", "用 \\$attrs：写 a='b'，再用\\$el"),
        ("$收入=成本+利润$ $O(n)\u200b$", "$收入=成本+利润$ $O(n)$"),
        ("A cost of $5 and $6.", "A cost of $5 and $6."),
        ("** bold ** and **b** to **c**", "**bold** and **b** to **c**"),
        ("~~~js  \nx\n~~~", None),
        ("- a` b https://a.example\n- `c` d", "- a` b <https://a.example>\n- `c` d"),
        ("x\n\n    export PATH=$PATH:$HOME/bin\n    a_$b$\n\n- y\n\n    $c_1 $", None),
        ("$1≤数量≤9$ 与 $3.14159$ 与 $st[]$", None),
        ("``` js a: the way to b.js\nx\n```", "*a: the way to b.js*\n\n```js\nx\n```"),
        ("- A\n\nB\n\n\t<i>b</i>\n\t<script>\n\n<div>\n\n\t<i>c</i>\n\n</div>", None),
        ("[`*`]:\tA`b`c `d` e", None),
        ("## A\n\twget http://a.example\n\nB", "## A {#A}\n\twget http://a.example\n\nB"),
        ("A.\n\n<link rel='stylesheet' href='a.css'>\n\t<div>B</div>", "A.\n\n<div>B</div>"),
        ("<div>\n    <div></div>\n    <p>a@b.net</p>\n</div>",
         '<div>\n    <p><a href="mailto:a@b.net">a@b.net</a></p>\n</div>'),
        ("{% fb_img https://b.example/c.png A map %}\n\n{% no_img x %}",
         ":::{figure} https://b.example/c.png\nA map\n:::\n\n:::{note} TODO import\n`{% no_img x %}`\n:::"),
        ("<div>\n    {% note %}\n    A\n    {% endnote %}\n    </div>",
         "<div>\n\n:::{note}\nA\n:::\n\n</div>"),
        (":::tips\n- A\n  :::", ":::{tip}\n- A\n:::"),
        ('::: info{title="A b"}\nA\n:::', ":::{note} A b\nA\n:::"),
        ("::: own A b {.c}\nA\n::: tabs\nB\n:::\n:::", "::::{note} A b\nA\n\n:::{note}\nB\n:::\n::::"),
        ("::: own\nA\n\n:::\n\n:::", ":::{note}\nA\n:::\n\n\\:::"),
        ("::: so to say", "\\::: so to say"),
        ("A.[1]\n [1]: [Get it](https://a.example/)", None),
        ("The name $$ is `$$` and so on", "The name \\$\\$ is `$$` and so on"),
    ],
)  # fmt: skip
def test_texts_mean_what_markdown_and_formulas_of_hexo_made_of_them(
    text: str, shown: str | None
) -> None:
    assert _post(text).strip() == (text.replace("$c_1 $", "$c_1$") if shown is None else shown)


PANDOC = '"hexo-renderer-pandoc": "0.3"'


@pytest.mark.parametrize(
    ("package", "text", "shown"),
    [
        ('"markdown-it-mark": "3"', "==A b==, c==d==e, `==f==` ===g===", "<mark>A b</mark>, c==d==e, `==f==` ===g==="),
        ('"hexo": "7"', "==A b== ~c d~ ##E", "==A b== ~~c d~~ ##E"),
        ('"version": "2.8.3"', "##A `b.c` d\n\n~c d~", "## A `b.c` d {#A-b-c-d}\n\n~c d~"),
        ('"hexo-renderer-marked": "^0.2.5"', "##A\n\n|| B|\n|-|:-:|-|\n|1|2|\n\n- 1) C",
         "##A\n\n|| B|\n| - | :-: |\n|1|2|\n\n- 1\\) C"),
        (PANDOC, "## 1. A _B_.c\n\n$a\\_b$", "## 1. A _B_.c {#a-b.c}\n\n$a\\_b$"),
        (PANDOC, "![A *b*](/c.png){width=50%}\n\nD ![E](/c.png)\n\n![ ](/c.png)",
         ":::{figure} /c.png\n:alt: A *b*\n:width: 50%\nA *b*\n:::\n\nD ![E](/c.png)\n\n![ ](/c.png)"),
    ],
)  # fmt: skip
def test_a_text_is_read_as_the_renderer_of_its_site_reads_it(
    package: str, text: str, shown: str
) -> None:
    assert _post(text, {"package.json": f"{{{package}}}", "source/c.png": PNG}).strip() == shown


def test_a_file_or_tag_that_does_not_build_costs_itself_alone(imported: Run) -> None:
    files = blog() | {
        "source/assets/favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "source/_posts/x.md": '---\ntitle: X\ndate: 2020-01-01\n---\nA.\n\n<div a="b></div>\n\nB.\n',
    }
    done = imported(files)
    assert done.address("/2020/01/01/x/")[0] == "same" and done.found("file-not-allowed")


def test_themes_say_links_portrait_licence_and_number_in_more_ways() -> None:
    theme = (
        "aside: {card_announcement: {enable: true, content: News<br>soon}}\n"
        "links: {Bo: 'https://bo.example'}\n"
        "author: {github: 'https://github.com/ann', intro: Hello there}\nauthor_img: imgs/me.png\n"
        "subnav: {RSS: /atom.xml, Music: 'https://music.example/#/ann'}\n"
        "about: {enable: true, intro: I test, icons: [{class: a, link: 'https://gitee.com/ann', tip: Gitee}]}\n"
        "creative_commons: {license: by-nc-sa, sidebar: false, post: true}\n"
        "footer: {beian: {enable: true, icp_text: 京ICP备12345678号}}\n"
    )
    files = blog("theme: x\nsubtitle: Slowly\nemail: ann@example.org\n") | {
        "themes/x/_config.yml": theme, "themes/x/source/imgs/me.png": PNG,
    }  # fmt: skip
    done = planned(files)
    site = done.site
    person = site["person"]
    assert person["links"]["github"] == "https://github.com/ann" and len(person["links"]) == 3
    assert person["email"] == "ann@example.org" and person["portrait"] == "imgs/me.png"
    assert "licenses/by-nc-sa/4.0" in site["footer"] and "京ICP备12345678号" in site["footer"]
    assert person["role"] == "I test · Slowly" and person["bio"] == "News soon"
    older = files | {"themes/x/_config.yml": "post_copyright: {license: CC BY-NC-SA 3.0}\n"}
    text = planned(older).text("content/site.yaml")
    assert "[CC BY-NC-SA 3.0](https://creativecommons.org/licenses/by-nc-sa/3.0/)" in text
    assert done.found("theme-text") == ["links: Bo https://bo.example"]
    off = theme.replace("post: true", "post: false").replace("enable: true", "enable: false")
    assert "footer:" not in planned(files | {"themes/x/_config.yml": off}).text("content/site.yaml")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{% mermaid %}\nA-->B\n{% endmermaid %}", "```mermaid\nA-->B\n```"),
        ("{% own 12 %}\nA **b**.\n{% endown %}", "A **b**."),
        ("{% own %}\n{x: 1}\n{% endown %}", "```\n{x: 1}\n```"),
        ("{% timeline %}\n<!-- node May -->\nA\n{% endtimeline %}", "**May**\n\nA"),
        ("{% tabs a %}\n<!-- tab <svg><use href=#i></use></svg> May@fa-x -->\nA\n<!-- endtab -->"
         "\n{% endtabs %}", "**May**\n\nA"),
        ("|||\n|-|-|\n| A | {% note %} #### B | C\nD.{% endnote %} |",
         "|||\n|-|-|\n| A | **B \\| C**<br>D. |"),
        ("{% math %}\\frac{1}{2}{% endmath %}", "$$\\frac{1}{2}$$"),
    ],
)  # fmt: skip
def test_tags_of_themes_keep_their_words_and_links(text: str, shown: str) -> None:
    assert _post(text).strip() == shown


def test_an_address_of_a_feed_in_rss_is_none_of_one_in_atom() -> None:
    for said, has_one in (("type: rss2", False), ("type: atom", True), ("limit: 3", True)):
        done = planned(blog(f"feed: {{{said}}}\nplugins: [hexo-generator-feed]\n"))
        assert ("feed_addresses:\n    - /atom.xml" in done.text("content/site.yaml")) == has_one


@pytest.mark.parametrize(
    ("theme", "said", "shown"),
    [
        ("redefine", "home_banner: {subtitle: {text: [I draw]}}", "Notes; Ann Tester; I draw; "),
        ("fluid", "index: {slogan: {enable: true, text: I draw}}\n"
         "about: {intro: A mapper}", "Notes; Ann Tester; I draw; A mapper"),
        ("ayer", "subtitle: {enable: true, text: I draw, text2: Daily}", "Notes; Ann Tester; I draw · Daily; "),
        ("ayer", "subtitle: {enable: false, text: I draw, text2: Off}", "Notes; Ann Tester; I draw; "),
        ("archer", "signature: I draw", "Notes; Ann Tester; I draw; "),
        ("icarus", "widgets: [{type: profile, author_title: Mapper}]", "Notes; Ann Tester; Mapper; "),
        ("matery", "profile: {career: Software Engineer}\ndream: {enable: true, text: To draw}",
         "Notes; Ann Tester; About; To draw"),
        ("butterfly", "subtitle: {enable: false, sub: [Off]}\naside: {card_author: {description: I <b>draw</b>}}",
         "Notes; Ann Tester; I draw; About"),
        ("stellar", "sidebar: {logo: {subtitle: I draw}}", "Notes; Ann Tester; I draw; "),
        ("volantis", "cover: {title: Volantis, subtitle: I draw}", "Notes; Ann Tester; I draw; "),
        ("keep", "first_screen: {enable: false, description: Off}", "Notes; Ann Tester; About; "),
    ],
)  # fmt: skip
def test_what_themes_show_in_large_letters_is_the_sites(theme: str, said: str, shown: str) -> None:
    files = blog(f"description: About\ntheme: {theme}\n") | {f"_config.{theme}.yml": said}
    person = (site := planned(files).site)["person"]
    found = (site["title"], person["name"], person.get("role", ""), person.get("bio", ""))
    assert "; ".join(found) == shown


@pytest.mark.parametrize(
    ("theme", "said"),
    [
        ("redefine", "navbar: {links: {Home: {path: /}, Me: {icon: x, submenus: {About: /about/}}}}"),
        ("volantis", "navbar: {menu: [{name: Home, url: /}, {name: About, url: about/}]}"),
        ("maupassant", "menu: [{page: home, directory: .}, {page: about, directory: about/}]"),
        ("own", "header: {navbar: [{name: Home, enable: true, path: /, key: homepage}, "
         "{name: Me, path: /about/}, {name: Off, enable: false, path: /off/}]}"),
        ("own", "nav: {Home: {url: /}, Me: {link: /about/}}"),
        ("butterfly", "menu: {Home: / || fas fa-home, More||fa fa-list: [Me || /about/ || fas fa-user]}"),
        ("yun", "menu: {home: {path: /}, list: [{type: about, path: /about/}]}"),
    ],
)  # fmt: skip
def test_themes_have_menus_of_other_forms(theme: str, said: str) -> None:
    files = blog(f"theme: {theme}\n") | {"source/about/index.md": "---\ntitle: Me\n---\nI.\n"}
    done = planned(files | {f"_config.{theme}.yml": said})
    assert [one["to"] for one in done.site["menu"]] == ["/", "/about/"]
    assert not done.found("secret")


@pytest.mark.parametrize(
    ("said", "portrait"),
    [
        ("avatar: {author_photo: /a/me.png, author_nickname: Ann, path: /}", "a/me.png"),
        ("about: {my_photo: a/me.png}", "a/me.png"),
        ("profile: {portrait: {light: /a/me.png}}", "a/me.png"),
        ("friends: [{name: Bo, avatar_photo: /a/me.png}]", None),
        ("comments: {default_avatar: /a/me.png}\navatar_cover: /a/me.png", None),
        ("head: {photo: /a/gone.png}\nbackground: /a/me.png", None),
    ],
)
def test_a_theme_that_nobody_knows_has_a_portrait(said: str, portrait: str | None) -> None:
    files = blog("theme: own\n") | {"_config.own.yml": said, "source/a/me.png": PNG}
    done = planned(files)
    assert done.person.get("portrait") == portrait and done.found("picture") == []


def test_of_mottos_that_take_turns_one_is_shown_and_the_others_are_named() -> None:
    mottos = [f"Motto number {n}" for n in range(31)]
    theme = f"subtitle: {{enable: true, effect: true, sub: {mottos}}}\n"
    done = planned(blog("theme: butterfly\n") | {"themes/butterfly/_config.yml": theme})
    assert done.person["role"] == mottos[0] and "bio" not in done.person
    assert done.found("theme-text")[0].startswith("Motto number 1 · Motto number 2 · ")


def test_a_footer_of_ones_own_is_named_and_that_of_the_theme_is_not() -> None:
    for said in ("Drawn by hand", "<a href='https://hexo.io'>Hexo</a>", "<b>By Hexo & Fluid</b>"):
        theme = f'menu: {{Home: /}}\nfooter: {{content: "{said}"}}\n'
        done = planned(blog("theme: fluid\n") | {"_config.fluid.yml": theme})
        assert done.found("theme-text") == [said] * ("Hexo" not in said)


def test_settings_of_a_theme_are_beneath_those_of_its_owner() -> None:
    theme = "post_copyright: {enable: true, license: CC BY 4.0}\nmenu: {Home: /}\nauthor_img: /x/me.png\n"
    own = "post_copyright: {license: }\navatar: {img: 'https://a.example/me.png'}\n"
    own += "wechat_subscriber: {enabled: true, qcode: /we.png}\n"
    files = {"source/_data/fluid_config.yml": own, "themes/fluid/_config.yml": theme}
    done = planned(blog("theme: fluid\n") | files | {"source/b/me.png": PNG})
    site = done.site
    assert "footer" not in site and "portrait" not in site["person"]
    assert done.found("picture") == ["https://a.example/me.png"]
    assert done.plan.files["static/b/me.png"] == "source/b/me.png"
    assert done.found("profile") == ["qcode: /we.png"]


def test_pictures_of_posts_are_named_and_a_feed_may_be_in_the_menu() -> None:
    files = blog("feed: {type: atom, path: atom.xml}\ntheme: fluid\nlanguage: 中文 英语",
                 one="title: O\ndate: 2020-01-01\ntop: 1\ncover: /c.png\nimg: false",
                 two="title: T\ndate: 2020-01-02\ntop: 2")  # fmt: skip
    files |= {"source/about/index.md": "---\ntitle: ''\n---\n"}
    files["source/_posts/one.md"] += "See `x` //book[@price].\n"
    done = planned(files | {"_config.fluid.yml": "menu: {Home: /, News: /atom.xml}"})
    assert done.found("cover") == ["cover: /c.png"] and done.site["languages"] == ["zh"]
    for code in ("menu", "field", "citation", "list-page", "language"):
        assert done.found(code) == []
    assert "to: /atom.xml" in done.text("content/site.yaml")


@pytest.mark.parametrize(
    "config", ["marked: {breaks: false}", "markdown: {render: {breaks: false}}"]
)
def test_line_breaks_count_as_the_renderer_of_the_site_says(config: str) -> None:
    for said, breaks in ((config, False), (config.replace("false", "true"), True), ("", True)):
        assert planned(blog(said)).site["markdown"]["breaks"] is breaks


def test_posts_may_be_html_and_their_dates_of_many_forms() -> None:
    dates = ["2020/3/4", "2020-03-04T05:06:07Z", "2020-3-4 5:06", "2020.03.04", "2020年3月4日",
             "Mar 4 2020"]  # fmt: skip
    files = blog(**{f"p{n}": f"title: P\ndate: {said}" for n, said in enumerate(dates)})
    files["source/_posts/h.html"] = "---\ntitle: H\ndate: 2020-03-04\n---\n<p>Here.</p>\n"
    files["source/_data/footer.swig"] = "Words"
    done = planned(files)
    assert done.document("/2020/03/04/h/").body.strip() == "<p>Here.</p>"
    assert [n for n in range(len(dates)) if not done.document(f"/2020/03/04/p{n}/").body] == []


def test_files_that_only_the_theme_or_the_committed_site_has_are_taken() -> None:
    shown = "![image](/img/one.png) ![](two.png) ![](/img/of-theme.png)\n\n![image](/img/no.png)\n"
    done = planned(
        blog("theme: plain\ntheme_config: {avatar: /img/me.png}")
        | {
            "public/img/me.png": PNG,
            "source/_posts/one.md": f"---\ntitle: One\ndate: 2020-01-01\n---\nSeen.\n\n{shown}",
            "public/index.html": "<p>Notes",
            "public/img/one.png": PNG,
            "public/img/other.png": PNG,
            "public/2020/01/01/one/two.png": PNG,
            "themes/plain/source/img/of-theme.png": PNG,
        }
    )
    done.says({"static": ["static/img/one.png", "static/2020/01/01/one/two.png",
                          "static/img/of-theme.png", "static/img/me.png"]})  # fmt: skip
    assert len(done.found("from-published")) == 2
    post = done.text("content/posts/2020-01-01-one.md")
    assert post.count("![") == 3 and post.rstrip().endswith("](/img/of-theme.png)")


@pytest.mark.parametrize(
    ("was", "how"),
    [
        ("/categories/Maps/", ("redirect", "/categories/地图/")),
        ("/categories/Maps/Papers/", ("redirect", "/categories/Papers/")),
        ("/blog/topics/", ("redirect", "/categories/")),
        ("/blog/marks/", ("redirect", "/tags/")),
        ("/map/", ("redirect", "/tags/x/")),
        ("/en/a/", ("redirect", "https://ann.example.org/other/a/")),
    ],
)
def test_lists_of_topics_lead_on(imported: Run, was: str, how: tuple[str, str]) -> None:
    done = imported(
        blog("category_map: {地图: Maps}\nalias: {map/index.html: tags/x/, en/a/: other/a/}",
             one="title: O\ndate: 2020-01-01\ntags: x\ncategories: [地图, Papers]")
        | {
            "source/blog/topics/index.md": "---\nlayout: category\n---\n",
            "source/blog/marks/index.md": "---\ntype: tag\n---\n",
            "source/empty/index.md": "---\ntitle: Empty\n---\n",
        }
    )  # fmt: skip
    assert done.address(was) == how
    assert done.address("/empty/")[0] == "gone"


@pytest.mark.parametrize("host", ["localhost:4000", "10.1.2.3", "192.168.0.2:80", "127.0.0.1"])
def test_an_address_of_the_house_is_not_that_of_the_site(host: str) -> None:
    files = {**blog(), "_config.yml": f"title: Notes\nauthor: Ann\nurl: http://{host}/\n"}
    assert "url:" not in planned(files).text("content/site.yaml")


def test_entries_of_a_menu_are_called_what_the_theme_calls_them() -> None:
    files = {
        "themes/x/_config.yml": "menu: {guests: /guests/, Own: /own/}\n",
        "themes/x/languages/zh-CN.yml": "menu: {guests: 留言}\n",
        "themes/x/languages/en.yml": "menu: {guests: Guests}\n",
    }
    menu = planned(blog("theme: x\nlanguage: zh-CN\n") | files).plan.menu
    assert [one["label"] for one in menu if one["to"] != "/"] == ["留言", "Own"]


def test_lists_of_topics_keep_their_entries_in_the_menu_wherever_the_topics_are() -> None:
    post = "title: O\ntags: x\ncategories: y"
    done = planned({
        **blog("theme: next\ntag_dir: marks\ncategory_dir: kinds\n", one=post),
        "_config.next.yml": "menu:\n  tags: /tags/ || fa fa-tags\n  categories: /categories/\n",
        "source/tags/index.md": "---\ntitle: Tags\ntype: tags\n---\n",
    })  # fmt: skip
    assert done.plan.leads_to("/tags/") == done.plan.leads_to("/marks/") == "/tags/"
    assert done.plan.redirects["/tags/"] == "/tags/"


test_what_a_blog_says = cases({
    "a tag that is a text with commas is one": (
        blog(one="title: O\ndate: 2020-01-01\ntags: maps, papers"),
        {"content/posts/2020-01-01-one.md": "- maps, papers"}),
    "a theme publishes the files in its source": (
        blog("theme: next\nsocial: {}", one="title: O\ndate: 2020-01-01") | {
            "themes/next/_config.yml": "avatar: {url: /images/me.png}\n",
            "themes/next/source/images/me.png": PNG,
        }, {
        "person portrait": "images/me.png", "files": "static/images/me.png",
        "theme-missing": ["theme: next"],
    }),
    "a portrait that is not in the source is named": (blog("theme: next") | {
        "_config.next.yml": "avatar: /images/none.png\nmenu: {Home: /}\n",
    }, {"picture": ["images/none.png"]}),
    "drafts keep the address that the pattern gives them": (
        blog("permalink: posts/:url/", one="title: O\ndate: 2020-01-01\nurl: o") | {
            "source/_drafts/later.md": "---\ntitle: Later\nurl: later-one\n---\nNot yet.\n",
        }, {
        "content/posts/2026-01-31-later.md": "permalink: /posts/later-one/",
        "permalink-pattern": ["posts/:url/"],
    }),
    "the report names nothing that is there": (blog("watermark: {enable: false, text: x}") | {
        "source/_posts/one.md":
            "---\ntitle: O\ndate: 2020-01-01\nauthor: Ann Tester\nkeywords: x\nsummary: In short\n"
            "---\n![a](data:image/png;base64,iVBORw0KGgo=)\n",
        "source/404/index.md": "---\ntitle: 404\nlayout: 404\n---\n",
        "source/_data/friends.json": '[{"name": "Bo"}]',
    }, {
        "content/posts/2020-01-01-one.md": [
            "description: In short", "![a](data:image/png;base64,iVBORw0KGgo=)",
        ], "field": [], "setting": [], "dead-link": [],
        "in theme-data": ["source/_data/friends.json"], "to /404/": None,
    }),
    "a page that only the theme filled is no page of the owners": (blog() | {
        "source/about/index.md": "---\ntitle: About\ntype: about\n---\n",
    }, {"gone /about/": "a part of the old theme"}),
    "what aurora and its texts say is read": ({
        "_config.yml": "title: Hexo\nauthor: John Doe\nurl: http://example.com\ntheme: aurora\n",
        "_config.aurora.yml": "menu: {About: true}\nsite: {avatar: /svg/me.png}\n"
        "socials: {github: 'https://github.com/ann'}\n",
        "source/svg/me.png": PNG,
        "source/about/index.md": "---\ntitle: About\n---\nI test.\n",
        "source/_posts/x.md": "---\ntitle: Maps\ndate: 2020-01-01\n---\n:::tip Hello\nWords.\n:::\n",
    }, {
        "site person.portrait": "svg/me.png",
        "site person.links": {"github": "https://github.com/ann"},
        "also menu": {"to": "/about/", "label": "About"},
        "/2020/01/01/x/": ":::{tip} Hello\nWords.\n:::",
    }),
    "a day that is half written stops no import": (
        blog(one="title: O\ndate: '2022-09-017 00:00'", two="title: T\ndate: 2022-08"),
        {"files": ["content/posts/2022-08-01-two.md", "content/posts/2022-09-17-one.md"]}),
    "what a theme shows below each post is named or not needed": (blog(
        "theme: x\navatar: /me.png\njiathis: true\nlimit: 9\nfeed: {path: rss.xml}\n",
        one="title: O\ndate: 2020-01-01\ncopyright: true\ntags: Go",
        two="title: T\ndate: 2020-01-02\ntags: Go", three="title: H\ndate: 2020-01-03\ntags: go",
    ) | {
        "themes/x/_config.yml": "gitment: {enable: true}\nreward_comment: Thank you\n"
            "post: {comments: {enable: true, type: utterances}}\n",
        "themes/x/layout/a.swig": "{% if page.copyright %}<p>Licence: as you like</p>{% endif %}",
        "themes/x/layout/head.swig": "<img src={{ theme.avatar }}> ca-pub-123",
        "themes/x/layout/b.swig": "<img src={{ theme.avatar }}>{% include 'c.swig' %}",
        "themes/x/layout/c.swig": "<ul><li><a href='http://bo.example/'>Bo</a></li></ul>"
            "<a rel='license' href='https://l.example/'>L</a><li><a href='https://hexo.io'>H</a>",
        "source/_posts/x.md": "---\ntitle: X\ndate: 2020-01-01\n---\nA List<Object> in words.\n",
        "source/me.png": PNG, "source/favicon.ico": b"icon", "CNAME": "notes.example.org\n",
    }, {
        "theme-text": ["Licence: as you like", "Thank you",
                       "links: http://bo.example/ Bo, https://l.example/ L"], "field-not-needed": [], "feed": [],
        "setting": [], "service": [
            "jiathis (JiaThis)", "gitment (Gitment)", "Google AdSense", "utterances (utterances)"],
        "person portrait": "me.png", "site url": "https://notes.example.org/",
        "files": ["static/CNAME", "static/favicon.ico", "themes/base/assets/favicon.svg.jinja"],
        "front /2020/01/03/three/ tags": ["Go"], "gone /tags/go/": OF_BOTH, "active-html": [],
    }),
    "data with the name of a theme stand for its settings where a script says so": (
        blog("theme: hexo-theme-Own") | {
            "source/_data/own.yml": "reward: {QR: [{img: /qr.png}]}\nsubtitle: {sub: 'A&#44; b'}\n"
                "footer_custom_text: 京ICP备12345678号\nlicense: CC BY 4.0\n",
            "themes/hexo-theme-Own/_config.yml": "avatar: /gone.png\n",
            "themes/hexo-theme-Own/scripts/a.js": "hexo.theme.config = data.own",
            "source/_posts/x.md": "***\n\ntitle: X\n---\nWords.\n",
        }, {"theme-text": ["reward: /qr.png"], "person role": "A, b", "picture": [],
            "unpublished": ["front matter: did not find expected alphabetic or numeric character"]}),
    "projects and skills of matery are named": ({
        **blog("theme: matery"),
        "themes/matery/_config.yml": "mySkills:\n  enable: true\n  data:\n    Weaving: {percent: 60%}\n"
        "    Law: {percent: 5%}\n",
    }, {"theme-text": ["mySkills: Weaving, Law"]}),
})  # fmt: skip


test_what_a_blog_says_when_it_is_built = cases_imported({
    "the name of a file has a day where the settings say so": (
        blog("new_post_name: :year-:month-:day-:title.md", **{"2021-02-03-named": "title: N"}),
        {"at /2021/02/03/named/": ("same", "/2021/02/03/named/"), "date": []}),
    "topics lead from the addresses that the settings give them": (
        blog("tag_map: {软件: software}\nfilename_case: 1", one="title: O\ndate: 2020-01-01\ntags: [软件, Big]\ncategories: [Maps, Papers]"), {
        "at /tags/software/": ("redirect", "/tags/软件/"), "site posts.tag_permalink": "/tags/:slug/",
        "at /categories/maps/papers/": ("redirect", "/categories/papers/"),
    }),
    "friends that a tag names in yaml become a list of links": (blog() | {
        "source/link/index.md":
            "---\ntitle: Links\n---\n{% flink %}\n- class_name: Friends\n  class_desc: Whom I read\n"
            "  link_list:\n    - name: Bo's __notes__\n      link: https://bo.example.org/a_b_c/\n"
            "      avatar: https://bo.example.org/me.png\n      descr: On maps\n\n    - name: Cy\n"
            "      link: https://cy.example.org/\n      descr:\n"
            "- {class_name: Two, cdescr: Others}\n{% endflink %}\n\nWrite [to me]((https://me.example/)).\n\n"
            "<a href='https://x.example' title='X'><i class='ri-x-fill'></i></a> "
            "<a href='https://y.example' title='Y'><svg viewBox='0 0 9 9'><path d='M1'/></svg></a>\n\n"
            "{% galleryGroup 'Sea' 'in June' '/link/' /sea.jpg %}\n",
    }, {
        "content/link.md": [
            "## Friends", "\nWhom I read\n",
            "](https://bo.example.org/a_b_c/): On maps\n- [Cy](https://cy.example.org/)\n",
            "## Two", "\nOthers\n", "\nWrite [to me](https://me.example/).\n", "'X'>X</a>", "'Y'>Y</a>",
            "- [Sea in June](/link/)",
        ], "not content/link.md": ["me.png", "class_desc"],
        "template-tag": ["{% flink %}", "{% galleryGroup %}"], "link-not-shown": [],
    }),
    "a home that is no list of posts shows none": (
        blog("index_generator: {path: blog}", one="title: O\ndate: 2020-01-01"),
        {"site theme": None, "at /blog/": ("redirect", "/posts/")}),
    "tabs dates and one bad line cost no settings": (
        blog("category_map:\n\tNotes: notes\nbad: [\ntag_dir: topics", one="title: O\ndate: 2017*02*19\ntags: x"), {
        "site title": "Notes", "site posts.tag_permalink": "/topics/:name/",
        "at /2017/02/19/one/": ("same", "/2017/02/19/one/"),
    }),
    "a post without the field of its address gets that of its day": (
        blog("permalink: p/:urlname/", one="title: O\ndate: 2020-01-01",
             two="title: T\ndate: 2020-01-02\nurlname: t"), {
        "at /2020/01/01/one/": ("same", "/2020/01/01/one/"), "at /p/t/": ("same", "/p/t/"),
        "permalink": ["`urlname` is missing"], "field": [],
    }),
    "archives lead on and the page of what is missing is mastheads own": (
        blog("theme: icarus", one="title: O\ndate: 2020-01-01") | {
            "themes/icarus/layout.ejs": "<p>",
            "source/404.md": "---\ntitle: ''\n---\nNot here.\n",
            "source/404/404.md": "---\npermalink: /404.html\n---\n<p>Gone.\n",
            "source/categories/index.md": "---\ntype: categories\n---\n",
        }, {
        "site redirects": {"/archives/": "/posts/", "/categories/": "/posts/"}, "content/404.md": "permalink: /404/",
        "theme-missing": ["theme: icarus"],
    }),
    "a page of the theme leads where its kind does": (blog(one="title: O\ndate: 2020-01-01") | {
        "source/categories/old.md": "---\ntype: categories\n---\n",
    }, {"at /categories/old.html": ("redirect", "/posts/")}),
    "a draft takes no address from a post": (blog(one="title: X\ndate: 2020-01-01") | {
        "source/_drafts/one.md": "---\ntitle: X\ndate: 2020-01-01\n---\nDraft.\n",
        "source/_posts/sub/one.md": "---\ntitle: X\ndate: 2020-01-01\n---\nSub.\n",
    }, {
        "at /2020/01/01/one/": ("same", "/2020/01/01/one/"),
        "at /2020/01/01/sub/one/": ("same", "/2020/01/01/sub/one/"),
        "content/posts/2020-01-01-one.md": "Words.",
    }),
    "a theme that is not in the source is named": (
        blog("theme: fexo", one="title: O\ndate: 2020-01-01"),
        {"advice": "theme: fexo"}),
    "a name that was cut is told first": ({
        **blog(),
        "_config.yml": "title: Notes\nauthor: Ann 🎈\nurl: https://ann.example.org\n",
    }, {"content/site.yaml": "name: Ann", "name-cut": ["Ann 🎈"], "advice": "Ann 🎈"}),
    "advice speaks of nothing that the old site had as it is": (
        blog("theme: next\n", one="title: O\ndate: 2020-01-01\nupdate: 2020-02-03 04:05") | {
            "source/_posts/x.md": "---\ntitle: X\ndate: 2020-01-01\n---\n$$\\frac{1}{2}$$\n",
            "themes/next/_config.yml": "menu: {about: /about/}\nmathjax: {enable: false}\n",
        }, {
        "not advice": "would have replaced", "in formulas-off": ["source/_posts/x.md"],
        "content/posts/2020-01-01-one.md": "updated: '2020-02-03'", "menu": ["/about/"],
        "field": [],
    }),
})  # fmt: skip
