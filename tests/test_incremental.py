"""The oracle: after any history of edits, `_site/` is what a clean build makes, byte for byte.

A small site is edited at random: pages, data, people, venues, templates, parts, a theme's
override and options, style sheets, static files, configuration, languages, CVs, their designs and
fonts; files are added, deleted, renamed, reverted, given another time, touched. After each edit
the site is built beside what the last build remembered, and from nothing into an empty folder; the
two must be equal, and a further build must make nothing again.
"""

import gc
import os
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.model.lookups import ProcessCache
from tests.conftest import REPOSITORY, TRIES_OTHERS, Built, SiteCase, small_site
from tests.pictures.drawing import exif, pdf, photo, saved

Edit = Callable[["History"], str]

PAPER = """- id: {id}
  title: {title}
  authors: [Ada Lovelace, {author}]
  venue: {venue}
  date: {date}
  tags: [{tag}]
  visibility: {visibility}
  links: {{pdf: {pdf}}}
  preview: {preview}
  permalink: {permalink}
  aliases: [{aliases}]
  award: {award}
  shape: {shape}
  extra: {{motto: {{en: {motto}, zh: 慢}}}}
  versions: [{{venue: {venue}, date: {version}, links: {{pdf: a.txt}}}}]
"""
SITE = """url: https://ada.example.org/
languages: [{languages}]
person:
  {{name: {{given: Ada, family: Lovelace, native: 埃达}}, role: {role}, email: ada@x.example}}
guard_email: {guard}
for_machines: {machines}
cards: {cards}
content_policy: {policy}
theme: {{name: broadsheet, options: {{accent: "{accent}", density: {density}, search: {search}, first_pages: {first_pages}}}}}
posts: {{permalink: {permalink}, tag_permalink: {tags}, feed_addresses: [{feeds}]}}
redirects: {{{redirects}}}
known_dead_links: [{dead}]
groups: [{groups}]
citations: {citations}
pictures: {pictures}
kinds:
  grants: {{title: {grants}, pages: {pages}, fields: {{title: text, amount: {amount}}}}}
"""


class History:
    """A site and the random edits that happen to it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.case = SiteCase(folder / "project")
        self.folder = folder
        self.random = random.Random(seed)
        self.number = 0
        self.languages = "en, zh"
        self.site()
        self.case.write(
            "content/index.md",
            "---\ntitle: Home\n---\n# Hi\n\n:::{publications}\n:filter: true\n:group: year\n:::\n"
            "\n:::{grants}\n:order: amount\n:::\n\n:::{posts}\n:limit: 2\n:::\n",
        )
        self.case.write("content/index.zh.md", "---\ntitle: 首页\n---\n你好。[文](about.md)\n")
        self.case.write("content/about.md", "---\ntitle: About\n---\nSee [home](index.md#hi).\n")
        self.case.write("content/venues.yaml", "- {id: conf, name: A Conference, short: AC}\n")
        self.case.write("content/people.yaml", "- {name: Bob Bee, url: https://bob.example.org/}\n")
        self.case.write("static/a.txt", "a").write("static/case.txt", "c")
        self.case.write("static/p.pdf", pdf()).write("static/cover.png", saved(photo(90, 50)))
        self.papers = {"one": "A first paper", "two": "A second paper"}
        self.write_papers()
        for n in range(3):
            self.write_post(n)
        self.write_cv()

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def word(self) -> str:
        self.number += 1
        return f"{self.pick('gradient', 'switch', '网络', 'edge', 'a *b* c')} {self.number}"

    def site(self) -> None:
        self.case.write(
            "content/site.yaml",
            SITE.format(
                languages=self.languages,
                role=self.word(),
                accent=self.pick("#123456", "#654321"),
                guard=self.pick("true", "false"),
                machines=self.pick("true", "true", "false"),
                cards=self.pick("true", "false", "false"),
                policy=self.pick("page", "none", "{connect-src: https://a.example}"),
                density=self.pick("comfortable", "compact"),
                search=self.pick("true", "true", "false"),
                first_pages=self.pick("true", "false"),
                citations=self.pick("author-year", "numbered"),
                pictures=self.pick(
                    *("true", "false", "{widths: [64, 100]}", "{widths: [80], quality: 30}"),
                    "{widths: [64], skip: [posts/, seen*]}",
                ),
                permalink=self.pick("/posts/:slug/", "/:year/:slug/", "/:category/:slug.html"),
                tags=self.pick("/tags/:slug/", "/tag/:name/"),
                feeds=self.pick("", "", "/atom.xml"),
                redirects=self.pick(
                    "",
                    "/old/: about",
                    "/old/: /publications/one/",
                    "/x.html: https://x.example/",
                    "'/p/': '/#one'",
                    "/t/: /tags/x/",
                ),
                dead=self.pick("", "", "lost.md", "/publications/one/"),
                grants=self.word(),
                pages=self.pick("true", "false"),
                groups=self.pick("", "staff", "phd, staff"),
                amount=self.pick("number", "markdown", "{type: text, label: Sum}", "{choices: 12}"),
            ),
        )

    def write_papers(self) -> None:
        text = "".join(
            PAPER.format(
                id=name,
                title=title,
                author=self.pick(
                    "Bob Bee", "B. Bee", "Cy Cee", "{name: Cy Cee, affiliations: A Lab}"
                ),
                venue=self.pick("conf", "Some Workshop"),
                date=self.pick("2023", "2024", "2024-05"),
                version=self.pick("2021", "2022-03-04"),
                tag=self.pick("llm", "net"),
                pdf=self.pick("p.pdf", "a.txt"),
                preview=self.pick('""', '""', "cover.png"),
                permalink=self.pick('""', '""', f"/p/{name}/"),
                aliases=self.pick("", "", f"/a/{name}/"),
                award=self.pick('""', "Best Paper"),
                shape=self.pick('""', "oral"),
                motto=self.pick("Slowly", "Fast"),
                visibility="public"
                if name in ("one", "two")
                else self.pick("public", "web", "pdf"),
            )
            for name, title in self.papers.items()
        )
        self.case.write("content/publications.yaml", text)

    def write_post(self, n: int) -> None:
        lang = self.pick("", ".zh") if "zh" in self.languages else ""
        front = f"citations: {self.pick('numbered', 'author-year', 'superscript')}\n"
        front = f"title: {self.word()}\n{front}tags: [{self.pick('x', 'y')}]\n"
        front += f"categories: [{self.pick('', 'C D', 'e')}]\n"
        if "one" in self.papers and self.pick("y", "n") == "y":
            front += "publication: one\n"
        front += f"aliases: [{self.pick('', '', f'/old-{n}/')}]\n"
        front += f"author: [{self.pick('', 'Bob Bee', 'Cy Cee')}]\n"
        front += f"pinned: {self.pick('true', 'false', 'false')}\n"
        cited = self.pick("", "", "[@one, p. 3]", "[@one; @two]", "@two")
        raw = self.pick('<p style="color: red">r</p>', "<script>r()</script>", "<r@x.example>", "r")
        code = f"```python\nn = {n}\n```"
        lost = self.pick("", "", "", "[l](lost.md)")
        body = f"{raw}\n\n{lost}{self.word()} and $x_{n}$. {cited}\n\n## Part\n\n{code}\n"
        self.case.write(f"content/posts/2024-01-0{n + 1}-p{n}{lang}.md", f"---\n{front}---\n{body}")

    def write_cv(self) -> None:
        """A CV and a variant of it; what `fit` leaves out reaches the page, too."""
        entries = "".join(
            f"- {{title: {self.word()}, date: 20{n + 10}, priority: {self.random.randrange(3)}, "
            f"visibility: {self.pick('public', 'pdf', 'web')}, "
            f"people: [{self.pick('', 'Bob Bee', 'Cy Cee')}], body: {'praise ' * 300}}}\n"
            for n in range(4)
        )
        self.case.write("content/awards.yaml", entries)
        self.case.write("content/grants.yaml", f"- {{id: g, title: {self.word()}, amount: 12}}\n")
        self.case.write(
            "content/cv/resume.yaml",
            f"title: {self.word()}\ndesign: {self.pick('classic', 'modern')}\n"
            f"page: {self.pick('a4', 'us-letter')}\nfit: {self.pick('0', '1')}\n"
            "sections: [{of: awards}, {of: publications, style: lines}, {of: grants}]\n",
        )
        self.case.write(
            "content/cv/short.yaml",
            f"extends: resume\nchange: {{awards: {{limit: {self.pick('1', '2')}}}}}\n",
        )

    def files(self, *folders: str) -> list[Path]:
        found = [p for f in folders for p in sorted((self.case.root / f).rglob("*")) if p.is_file()]
        return [p for p in found if p.name not in ("site.yaml", "index.md", "venues.yaml")]


# Each edit does one thing and says what it did.


def edit_body(h: History) -> str:
    path = h.random.choice([p for p in h.files("content") if p.suffix == ".md"])
    path.write_text(path.read_text("utf-8") + f"\n{h.word()}\n", "utf-8")
    return f"body of {path.name}"


def edit_title(h: History) -> str:
    path = h.random.choice([p for p in h.files("content") if p.suffix == ".md"])
    lines = path.read_text("utf-8").split("\n")
    lines[1] = f"title: {h.word()}"
    path.write_text("\n".join(lines), "utf-8")
    return f"title of {path.name}"


def edit_post(h: History) -> str:
    n = h.random.randrange(5)
    h.write_post(n)
    return f"post {n} written"


def delete_post(h: History) -> str:
    posts = h.files("content/posts")
    if not posts:
        return "no post to delete"
    path = h.random.choice(posts)
    path.unlink()
    return f"{path.name} deleted"


def rename_post(h: History) -> str:
    posts = [p for p in h.files("content/posts") if p.suffix == ".md"]
    if not posts:
        return "no post to rename"
    path = h.random.choice(posts)
    h.number += 1
    path.rename(path.with_name(f"{path.name[:11]}renamed{h.number}.md"))
    return f"{path.name} renamed"


def edit_paper(h: History) -> str:
    name = h.random.choice(list(h.papers))
    h.papers[name] = h.word()
    h.write_papers()
    return f"paper {name} edited"


def add_paper(h: History) -> str:
    h.number += 1
    h.papers[f"p{h.number}"] = h.word()
    h.write_papers()
    return "paper added"


def edit_bibliography(h: History) -> str:
    """Papers in BibTeX: macros, `crossref`, a venue that is known, files that come and go."""
    path = h.pick("content/publications.bib", "content/publications/more.bib")
    prefix = "m" if "more" in path else "b"
    if (h.case.root / path).exists() and h.pick("y", "n", "n") == "y":
        h.case.delete(path)
        return f"{path} deleted"
    entries = [f"@string{{net = {{{h.pick('Net', 'A Conference', 'AC')}}}}}\n"]
    for n in range(h.random.randrange(4)):
        entries.append(
            f"@inproceedings{{{prefix}{n}, title={{{h.pick('A', 'B')} {prefix}{n} {{GOAT}}}},\n"
            f" author={{{h.pick('Bee, Bob and others', 'Ada Lovelace and {A Group}')}}}, year={{{h.pick('2020', 'soon')}}},\n"
            f" {h.pick('booktitle=net', 'crossref={vol' + prefix + '}', 'abbr={AC}', 'abbr={NN}, booktitle={New}')},"
            f" keywords={{{h.pick('llm', 'net')}}}, pdf={{{h.pick('a.txt', 'https://x.org/')}}}}}\n\n"
        )
    entries.append(f"@proceedings{{vol{prefix}, title={{{h.word()}}}}}\n")
    h.random.shuffle(entries)
    h.case.write(path, "% papers\n" + "".join(entries))
    return f"{path} written"


def edit_resume(h: History) -> str:
    """What stands in the JSON Resume and on no page."""
    show = h.pick("public", "private", "pdf")
    h.case.write(
        "content/skills.yaml", f"- {{label: {h.word()}, visibility: {show}, items: [x]}}\n"
    )
    show = h.pick("web", "private")
    h.case.write("content/references.yaml", f"- {{name: {h.word()}, visibility: {show}}}\n")
    return "skills and references written"


def edit_config(h: History) -> str:
    h.site()
    return "configuration edited"


def edit_venue(h: History) -> str:
    rank = h.pick("A", "B")
    h.case.write(
        "content/venues.yaml",
        f"- {{id: conf, name: {h.word()}, short: AC, ranks: {{ccf: {rank}}}}}\n",
    )
    return "venue edited"


def edit_person(h: History) -> str:
    """A co-author, who may be a member with a page, a text and papers."""
    bob = h.pick(f"url: https://bob.example.org/{h.number}", f"bio: {h.word()}", "until: 2024")
    group = h.pick("", "group: 博士生, ", "group: alumni, id: bob, old_addresses: [/m/bob/], ")
    cy = f"- {{name: Cy Cee, group: staff, portrait: {h.pick('cover.png', '')}}}\n"
    h.case.write("content/people.yaml", f"- {{name: Bob Bee, {group}{bob}}}\n{h.pick('', cy)}")
    shown = h.pick("", ":group: group\n", ":where: {status: current}\n")
    h.case.write("content/team.md", f"---\ntitle: Team\n---\n:::{{people}}\n{shown}:::\n")
    return "person edited"


def edit_record_with_page(h: History) -> str:
    """A talk, a course, a project or news, whose pages come and go with their texts."""
    text = h.pick("", f"body: {h.word()}, ")
    day = h.pick("2024", "2024-05-06")
    clock = h.pick("", "time: 14:00, ", "time: 14:00–15:00 +02:00, ")
    by = h.pick("", "people: [Bob Bee], ")
    talk = f"- {{id: talk, title: {h.word()}, {by}{text}{clock}date: {day}, publication: one}}\n"
    off = h.pick("", ", no_class: true")
    plan = f"schedule: [{{week: 1, date: {day}, topic: {h.word()}{off}}}]"
    course = (
        f"- {{id: net, course: {h.word()}, {h.pick('staff: [Bob Bee], ', '')}{h.pick(plan, '')}}}\n"
    )
    news = f"- {{id: new, date: {day}, {text}text: {h.word()}}}\n"
    named = h.pick("", "people: [Bob Bee], ", "related: {publications: one, grants: g}, ")
    project = f"- {{id: hive, {named}{text}title: {h.word()}}}\n"
    kind, record = h.random.choice(
        [("talks", talk), ("teaching", course), ("news", news), ("projects", project)]
    )
    h.case.write(f"content/{kind}.yaml", record)
    own = f"content/{kind}/{'talk' if kind == 'talks' else 'net'}.md"
    if (h.case.root / own).exists():
        h.case.delete(own)
    elif h.pick("y", "n", "n") == "y":
        h.case.write(own, f"---\ntitle: {h.word()}\n---\nSee [it](talk) or not.\n")
    return f"{kind} written"


def edit_cv(h: History) -> str:
    h.write_cv()
    return "CV and awards written"


def edit_card_output(h: History) -> str:
    for path in sorted(h.case.output.rglob("card.png"))[:2]:
        path.unlink()
    return "cards deleted by hand"


def _toggle(h: History, path: str, text: str) -> str:
    """Write a file of the theme, or delete it where it is."""
    path = f"themes/broadsheet/{path}"
    if (h.case.root / path).exists():
        h.case.delete(path)
        return f"{path} deleted"
    h.case.write(path, text)
    return f"{path} written"


def _of_base(path: str) -> str:
    return (REPOSITORY / "themes/base" / path).read_text("utf-8")


def override_design(h: History) -> str:
    return _toggle(h, "cv/classic.typ", f"{_of_base('cv/classic.typ')}\nNumber {h.number}\n")


def override_card(h: History) -> str:
    """The design of cards, or a file that it imports."""
    path = h.pick("cards/card.typ", "cv/nodes.typ", "cards/more.typ")
    whole = _of_base(path) if "more" not in path else ""
    return _toggle(h, path, f"{whole}\n// {h.number}\n")


def override_part(h: History) -> str:
    footer = f"<footer><p>{h.number} {{{{ site.person.name }}}}</p></footer>\n"
    return _toggle(h, "templates/parts/footer.html", footer)


def override_layout(h: History) -> str:
    more = f"{{% block main %}}{{{{ super() }}}}<!-- {h.number} -->{{% endblock %}}\n"
    return _toggle(h, "templates/post.html", f"{{% extends '!post.html' %}}\n{more}")


def override_computed(h: History) -> str:
    """A part whose name the theme puts together: no template names it in full."""
    part = h.pick("entry-publication", "entry-news")
    return _toggle(
        h, f"templates/parts/{part}.html", f"<p>{h.number} {{{{ entry.title | inline }}}}</p>\n"
    )


def edit_fonts(h: History) -> str:
    name = "Inter-Italic.otf"
    path = h.case.root / "fonts" / name
    if path.exists():
        path.unlink()
        return "font removed"
    source = REPOSITORY / "themes/base/cv/fonts" / name
    h.case.write(f"fonts/{name}", source.read_bytes())
    return "font added"


def edit_news(h: History) -> str:
    h.case.write("content/news.yaml", f"- {{date: 2024, text: {h.word()}}}\n")
    return "news edited"


def edit_style(h: History) -> str:
    h.case.write("themes/broadsheet/assets/own.css", f"p {{ margin: {h.number}px }}\n")
    return "style sheet written"


def edit_icon(h: History) -> str:
    path = "themes/broadsheet/icons/rss.svg"
    h.case.write(path, f'<svg class="icon" aria-hidden="true"><title>{h.number}</title></svg>')
    return "icon written"


def edit_static(h: History) -> str:
    h.case.write("static/a.txt", h.word())
    return "static file edited"


def add_static(h: History) -> str:
    h.number += 1
    h.case.write(f"static/new/{h.number}.txt", "n")
    return "static file added"


def delete_static(h: History) -> str:
    files = h.files("static/new")
    if files:
        h.random.choice(files).unlink()
    return "static file deleted"


def edit_languages(h: History) -> str:
    h.languages = "en" if "zh" in h.languages else "en, zh"
    for path in [*h.files("content"), h.case.root / "content/index.zh.md"]:
        if ".zh." in path.name and path.exists():
            path.unlink()
    h.site()
    return f"languages: {h.languages}"


def same_size_and_time(h: History) -> str:
    path = h.case.root / "content/about.md"
    status = path.stat()
    text = path.read_text("utf-8")
    swapped = text.replace("See", "Sea") if "See" in text else text.replace("Sea", "See")
    path.write_text(swapped, "utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    return "about.md edited with its size and time kept"


def older_time(h: History) -> str:
    texts = (".md", ".yaml", ".bib")
    path = h.random.choice([p for p in h.files("content") if p.suffix in texts])
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    return f"{path.name} edited with an old time"


def touch(h: History) -> str:
    path = h.random.choice(h.files("content", "static"))
    path.touch()
    return f"{path.name} touched"


def change_case(h: History) -> str:
    old, new = h.case.root / "static/case.txt", h.case.root / "static/Case.txt"
    (old if old.exists() else new).rename(new if old.exists() else old)
    return "case.txt changed its case"


def revert_paper(h: History) -> str:
    path = h.case.root / "content/publications.yaml"
    before = path.read_bytes()
    edit_paper(h)
    h.case.build()
    path.write_bytes(before)
    return "paper edited, built and reverted"


def edit_output(h: History) -> str:
    path = h.case.output / "index.html"
    if path.exists():
        path.write_bytes(path.read_bytes() + b"<!-- by hand -->")
    return "output edited by hand"


def delete_output(h: History) -> str:
    (h.case.output / "404.html").unlink(missing_ok=True)
    return "output deleted by hand"


def break_and_mend(h: History) -> str:
    path = h.case.root / "content/broken.md"
    path.write_text("---\ntitle: x\n---\n[dead](nowhere.md)\n", "utf-8")
    assert not h.case.build().ok
    path.unlink()
    return "broken, built and mended"


def edit_picture(h: History) -> str:
    """Pictures that come, change, go and break, beside a page and under static/."""
    path = h.pick("content/about.png", "content/posts/wide.jpg", "static/seen.webp", "static/d.svg")
    if (h.case.root / path).exists() and h.pick("y", "n", "n") == "y":
        h.case.delete(path)
        return f"{path} deleted"
    width = h.random.choice((60, 70, 90, 130))
    kind = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP"}.get(path.rpartition(".")[2])
    data = f'<svg width="{width}" height="9"></svg>'.encode()
    if kind:
        turned = exif(h.random.choice((1, 6)), position=h.pick("y", "n") == "y")
        data = saved(photo(width, 50, h.random.randrange(9)), kind, exif=turned)
    broken = h.pick("", "", "", "cut", "garbled", "another kind", "empty")
    if broken == "cut":
        data = data[: len(data) * 2 // 3]
    elif broken == "garbled":
        data = data[:60] + bytes(h.random.randrange(256) for _ in range(40)) + data[100:]
    elif broken:
        data = b"GIF89a but not really" if broken == "another kind" else b""
    h.case.write(path, data)
    return f"{path} written {broken}"


def edit_shown_pictures(h: History) -> str:
    """A post that shows some of them, as long as they are there; and who looks at the reader."""
    there = [
        p for p in h.files("content", "static") if p.suffix in (".png", ".jpg", ".webp", ".svg")
    ]
    targets = ["/" + p.relative_to(h.case.root).as_posix().partition("/")[2] for p in there]
    shown = "".join(
        f"![p]({target}){h.pick('', '{width=40}', '{width=37%}')}\n\n" for target in targets
    )
    h.case.write("content/posts/2024-02-01-pictures.md", f"---\ntitle: Pictures\n---\n{shown}")
    return f"{len(there)} pictures shown"


def edit_paper_picture(h: History) -> str:
    """What stands for papers: a PDF, perhaps broken, and a picture."""
    square = f"{h.random.randrange(3)} 0 0 rg 20 20 90 90 re f"
    data = pdf(h.random.choice((30, 40)), 40, square)
    h.case.write("static/p.pdf", h.random.choice((data, data, data[:50], b"")))
    h.case.write("static/cover.png", saved(photo(90, 50, h.random.randrange(3))))
    return "PDF and cover written"


def rename_picture(h: History) -> str:
    there = [p for p in h.files("content", "static") if p.suffix in (".png", ".jpg", ".webp")]
    there = [p for p in there if p.stem != "cover"]
    if not there:
        return "no picture to rename"
    path, to = h.random.choice(there), h.random.choice(there)
    h.number += 1
    path.rename(path.with_stem(f"{to.stem[:4]}{h.number}"))
    return f"{path.name} renamed"


EDITS: list[Edit] = [value for name, value in globals().items() if callable(value) and name.startswith(
    ("edit_", "add_", "delete_", "rename_", "override_", "same_", "older_", "touch", "change_",
     "revert_", "break_")
)]  # fmt: skip


def same_as_clean(h: History, said: str) -> Built:
    """Build beside the memory and from nothing, compare, and build once more."""
    built = h.case.build()
    clean_root = h.folder / "clean"
    shutil.rmtree(clean_root, ignore_errors=True)
    shutil.copytree(h.case.root, clean_root, ignore=shutil.ignore_patterns("_site", ".cache"))
    clean = SiteCase(clean_root, h.case.is_preview).build()
    assert clean.ok == built.ok, f"after {said}: {built.said()} / {clean.said()}"
    if built.ok:
        assert built.said() == clean.said(), f"after {said}: other warnings"
        left, right = built.bytes(), clean.bytes()
        different = sorted(p for p in left.keys() | right if left.get(p) != right.get(p))
        assert not different, f"after {said}: {different} are not what a clean build makes"
        again = h.case.build()
        assert again.report is not None
        assert (again.report.rendered, again.report.changed) == (0, ()), f"after {said}"
        assert again.said() == built.said(), f"after {said}: warnings are lost"
    return built


def run(folder: Path, seed: int, edits: int, keeps: bool = False) -> None:
    """Edit and build; one process that `keeps` what it can does so beside builds of others."""
    print(f"seed {seed}")
    history = History(folder, seed)
    kept = history.case.process_cache = ProcessCache() if keeps else None
    history.case.is_preview = keeps
    same_as_clean(history, "the start")
    done = []
    for number in range(edits):
        if number % 4 == 0:
            gc.collect()  # builds end as cycles; a preview, too, looks for them itself
        edit = history.random.choice(EDITS)
        done.append(edit(history))
        if keeps and history.random.random() < 0.2:
            history.case.process_cache = None
            history.case.build()
            history.case.process_cache = kept
            done.append("built beside")
            done.append(history.random.choice(EDITS)(history))
        # Right after an edit a file is read whatever its stamp; a tick later the stamp is trusted.
        time.sleep(history.random.choice((0, 0.01)))
        same_as_clean(history, f"seed {seed}, {' | '.join(done[-4:])}")


def test_after_many_edits_the_site_is_what_a_clean_build_makes(tmp_path: Path) -> None:
    run(tmp_path, 0, 16)


@pytest.mark.parametrize(
    ("seed", "edits"),
    [(100, 8), *(pytest.param(seed, 50, marks=pytest.mark.slow) for seed in (100, 101, 102))],
)
def test_after_many_edits_a_process_that_keeps_its_state_makes_what_a_clean_build_makes(
    tmp_path: Path, seed: int, edits: int
) -> None:
    run(tmp_path, seed, edits, keeps=True)


def test_the_page_of_a_talk_follows_the_people_of_a_paper_whose_page_was_made_first(
    tmp_path: Path,
) -> None:
    case = small_site(tmp_path / "project")
    case.write(
        "content/publications.yaml",
        "- {id: p, title: A, authors: [Ada Lovelace, Bob Bee], date: 2024}\n",
    )
    case.write("content/talks.yaml", "- {id: t, title: T, date: 2024, body: B, publication: p}\n")
    for site in ("old", "new"):
        case.write("content/people.yaml", f"- {{name: Bob Bee, url: https://{site}.example/}}\n")
        built = case.build()
        for page in ("publications/p/index.html", "talks/t/index.html"):
            assert f"https://{site}.example/" in built.bytes()[page].decode(), page


@pytest.mark.slow
@pytest.mark.longest
@pytest.mark.parametrize("quarter", range(4))
def test_after_hundreds_of_edits_the_site_is_what_a_clean_build_makes(
    tmp_path: Path, quarter: int
) -> None:
    """In four histories: while a process is in one test, no other takes tests from it."""
    seed = random.SystemRandom().randrange(10**6) if TRIES_OTHERS else 1000 + quarter
    run(tmp_path, seed, 200)
