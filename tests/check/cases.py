"""For each rule sites on which it speaks, and sites on which it must not.

A case that speaks says with exactly which findings; one that must not has no finding at all.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.check.checking import HOME, TWO_LANGUAGES

PAPER = "  authors: [Ada Lovelace]\n"


class Fires(NamedTuple):
    about: str
    files: dict[str, str]
    said: list[str]


class Quiet(NamedTuple):
    about: str
    files: dict[str, str]


def papers(*authors: str, venue: str = "A Venue", year: int = 2020) -> dict[str, str]:
    """One paper for each list of authors."""
    lines = [
        f"- {{id: p{n}, title: Paper {'ABCDEFG'[n]} Nobody Wrote, authors: [{names}], "
        f"venue: {venue}, date: {year}}}"
        for n, names in enumerate(authors)
    ]
    return {"publications.yaml": "\n".join(lines) + "\n"}


def publications(*records: str) -> dict[str, str]:
    """Papers with different titles and one author; each argument is further fields."""
    lines = [
        f"- {{id: p{n}, title: {['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta'][n]}, "
        f"authors: [Ada Lovelace], {fields}}}"
        for n, fields in enumerate(records)
    ]
    return {"publications.yaml": "\n".join(lines) + "\n"}


def page(text: str) -> dict[str, str]:
    return {"index.md": HOME + text}


TWICE = "one person in two spellings?"
PATENTS = "".join(
    f"- {{title: Patent {n}, number: NX{n}00000{n}, status: granted}}\n" for n in range(1, 5)
)
KINDS_OF_STAGE = "- {title: A thing, dates: {filed: 2020-03, granted: 2022-07}}\n"
JOB = "- {role: Intern, organization: Analytical Engines, date: 2024-06 – 2024-12}\n"

MINE = {
    "site.yaml": "person: {name: Ada Lovelace}\ntheme: mine\n",
    "themes/mine/theme.yaml": "title: Mine\n",
}
"""A theme of the site's own; what a case adds goes before it."""

POINTER = (
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
)

FIRES: dict[str, list[Fires]] = {
    "other-host-asked": [
        Fires(
            "pictures, a frame, a font and a style on one page",
            page(
                "![x](https://pics.example.org/x.png)\n\n"
                '<img alt="" srcset="https://cdn.example.org/2.png 2x">'
                '<iframe title="t" src="//films.example.org/1"></iframe>'
                '<link rel="preconnect" href="https://fonts.example.org">'
                '<p style="background: url(https://pics.example.org/b.png)">x</p>\n'
            ),
            [
                f"content/index.md:{place}: warning: / asks another host for {what}"
                for place, what in (
                    ("5:6", "a picture: https://pics.example.org/x.png"),
                    ("7:21", "a picture: https://cdn.example.org/2.png"),
                    ("7:78", "what is shown in a frame: //films.example.org/1"),
                    ("7:139", "a style sheet or the like: https://fonts.example.org"),
                    ("7:192", "a picture or a font of a style: https://pics.example.org/b.png"),
                )
            ],
        ),
        Fires(
            "a picture on two pages",
            {
                "a.md": f"{HOME}![x](https://pics.example.org/x.png)",
                "b.md": f"{HOME}![x](https://pics.example.org/x.png)",
            },
            [
                "content/a.md:5:6: warning: /a/ and 1 more page ask another host for a picture: "
                "https://pics.example.org/x.png"
            ],
        ),
    ],
    "file-left-in-lfs": [
        Fires(
            "a paper that git lfs did not fetch",
            {"static/pdf/paper.pdf": POINTER},
            [
                "static/pdf/paper.pdf: error: this is a pointer of Git LFS, and not the file that "
                "it stands for"
            ],
        )
    ],
    "name-cut-at-comma": [
        Fires(
            "names without quotation marks",
            papers("Wang, Xiaoming, Chen, Li"),
            [
                "content/publications.yaml:1:50: warning: 4 people of one word each: was a name cut "
                "at its comma?"
            ],
        )
    ],
    "person-spelled-twice": [
        Fires(
            "a letter is missing on one paper of three",
            papers("Gongming Zhao", "Gongming Zhao", "Gongmin Zhao"),
            [
                'content/publications.yaml:3:51: warning: "Gongmin Zhao" is nearly "Gongming Zhao": '
                f"{TWICE}"
            ],
        ),
        Fires(
            "a name in a text, and an author",
            {
                **papers("Gongming Zhao"),
                **page("Thanks to Prof. [Gongmin Zhao](https://x.org/).\n"),
            },
            [f'content/index.md:5:18: warning: "Gongmin Zhao" is nearly "Gongming Zhao": {TWICE}'],
        ),
        Fires(
            "a letter that makes no syllable of pinyin",
            papers("Hongli Xu", "Honglj Xu"),
            [
                'content/publications.yaml:2:51: warning: "Honglj Xu" is nearly "Hongli Xu": '
                f"{TWICE}"
            ],
        ),
        Fires(
            "people.yaml knows the name, and the paper has another syllable",
            {**papers("Xinyu Hu"), "people.yaml": "- name: Xinyi Hu\n"},
            [f'content/publications.yaml:1:51: warning: "Xinyu Hu" is nearly "Xinyi Hu": {TWICE}'],
        ),
        Fires(
            "people.yaml tells which of the two is right",
            {
                **papers("Gongmin Zhao", "Gongmin Zhao"),
                "people.yaml": "- name: {given: Gongming, family: Zhao}\n",
            },
            [
                'content/publications.yaml:1:51: warning: "Gongmin Zhao" is nearly "Gongming Zhao": '
                f"{TWICE}"
            ],
        ),
        Fires(
            "a hyphen and a capital letter",
            papers("Xiaoming Li", "Xiaoming Li", "Xiao-Ming Li"),
            [
                'content/publications.yaml:3:51: warning: "Xiao-Ming Li" is nearly "Xiaoming Li": '
                f"{TWICE}"
            ],
        ),
        Fires(
            "the parts in another order",
            papers("Gongming Zhao", "Gongming Zhao", "Zhao Gongming"),
            [
                'content/publications.yaml:3:51: warning: "Zhao Gongming" is nearly "Gongming Zhao": '
                f"{TWICE}"
            ],
        ),
        Fires(
            "a letter of the family name, with an inventor",
            {
                **papers("Ottoline Quillfeather", "Ottoline Quillfeather"),
                "patents.yaml": "- {title: A thing, inventors: [Ottoline Quilfeather]}\n",
            },
            [
                'content/patents.yaml:1:32: warning: "Ottoline Quilfeather" is nearly '
                f'"Ottoline Quillfeather": {TWICE}'
            ],
        ),
    ],
    "email-nearly-the-same": [
        Fires(
            "the person's own address, mistyped in a page",
            {
                "site.yaml": "person: {name: Ada Lovelace, email: lovelace@example.org}\n",
                **page('Write to <a href="mailto:Lovlace@example.org">me</a>.\n'),
            },
            [
                'content/index.md:5:26: warning: "Lovlace@example.org" differs in one letter from '
                '"lovelace@example.org"'
            ],
        ),
        Fires(
            "a letter of the host",
            page(
                "Write to lovelace@lob.example or to lovelace@lab.example, lovelace@lab.example.\n"
            ),
            [
                'content/index.md:5:10: warning: "lovelace@lob.example" differs in one letter from '
                '"lovelace@lab.example"'
            ],
        ),
    ],
    "contact-of-others": [
        Fires(
            "a referee's, on a page and in the PDF of a CV",
            {
                "references.yaml": "- name: Charles Babbage\n  email: c@mill.zz\n"
                "  phone: +1 202 555 0143\n  visibility: {email: public}\n",
                **page(":::{references}\n:::\n"),
                "cv/short.yaml": "sections: [{of: references}]\n",
            },
            [
                'content/references.yaml:2:10: warning: "c@mill.zz" is not your e-mail address, '
                "and will be public on the web",
                'content/references.yaml:3:10: warning: "+1 202 555 0143" is not your telephone '
                "number, and will be public in /pdf/short.pdf",
            ],
        ),
        Fires(
            "in texts, and beside the person's own",
            {
                "site.yaml": "person: {name: Ada Lovelace, email: ada@mill.zz, phone: 139 1000 2000}\n",
                **page(
                    "ada@mill.zz, 13910002000, [C](mailto:c@mill.zz), 电话：010-5550 1234,\n"
                    "(202) 555-0143 or 13910002001\n"
                ),
            },
            [
                f'content/index.md:{place}: warning: "{found}" is not your {what}, and will be '
                "public on the web"
                for place, found, what in (
                    ("5:38", "c@mill.zz", "e-mail address"),
                    ("5:50", "电话：010-5550 1234", "telephone number"),
                    ("6:1", "(202) 555-0143", "telephone number"),
                    ("6:19", "13910002001", "telephone number"),
                )
            ],
        ),
    ],
    "translation-missing": [
        Fires(
            "two fields of one record have no Chinese",
            {
                "site.yaml": TWO_LANGUAGES,
                "skills.yaml": "- label: {en: Tools}\n  text: {en: Many.}\n"
                "- {label: {en: Both, zh: 两种}}\n",
            },
            ["content/skills.yaml:1:10: warning: nothing in zh for: label, text"],
        ),
        Fires(
            "the person's own text is there in the second language only",
            {"site.yaml": "person: {name: Ada Lovelace, role: {zh: 博士}}\nlanguages: [en, zh]\n"},
            ["content/site.yaml:1:36: warning: nothing in en for: person.role"],
        ),
    ],
    "text-in-other-script": [
        Fires(
            "a field that is plainly in Chinese, on a site in English",
            {"skills.yaml": "- {label: Tools, items: [绘图软件, R]}\n"},
            [
                "content/skills.yaml:1:26: warning: this is in Chinese characters, and pages in en "
                "show it as it is: items"
            ],
        ),
        Fires(
            "a page in another script than its language",
            page("Я занимаюсь вычислительными машинами и их историей.\n"),
            [
                "content/index.md:4:1: warning: this is in Cyrillic letters, and pages in en show "
                "it as it is"
            ],
        ),
    ],
    "page-without-translation": [
        Fires(
            "one page of two",
            {
                "site.yaml": TWO_LANGUAGES,
                "index.zh.md": "---\ntitle: 首页\n---\n\n你好。\n",
                "about.md": "---\ntitle: About\n---\n\nMe.\n",
            },
            ["content/about.md:2:8: warning: this page is written in en, but not in zh"],
        ),
        Fires(
            "a Chinese CV, and no Chinese home",
            {
                "site.yaml": TWO_LANGUAGES,
                "cv/zh.yaml": "lang: zh\npdf: none\nsections: [{title: 简介, text: 无}]\n",
            },
            ["content/index.md:2:8: warning: this page is written in en, but not in zh"],
        ),
    ],
    "dates-differ-between-languages": [
        Fires(
            "one text",
            {
                "site.yaml": TWO_LANGUAGES,
                "projects.yaml": "- title: Engine\n"
                "  details: [{en: 2024.11-present, zh: 2024.10-2025.1}]\n",
            },
            [
                'content/projects.yaml:2:39: warning: "2024.10-2025.1" in zh, "2024.11-present" '
                "in en"
            ],
        ),
        Fires(
            "months in words, in a block",
            {
                "site.yaml": TWO_LANGUAGES,
                "projects.yaml": "- title: Engine\n  body:\n    en: |\n      Intro.\n\n"
                "      Sep 2020 – Jun 2021 in London\n    zh: |\n"
                "      介绍。2020 年 9 月至 2021 年 7 月在伦敦\n",
            },
            [
                'content/projects.yaml:8:10: warning: "2020 年 9 月至 2021 年 7 月" in zh, '
                '"Sep 2020 – Jun 2021" in en'
            ],
        ),
        Fires(
            "a page and its translation",
            {
                "site.yaml": TWO_LANGUAGES,
                "index.md": HOME + "- 2020-2024: London\n- 2024-present: Paris\n",
                "index.zh.md": HOME + "- 2020-2023：伦敦\n- 2024-至今：巴黎\n",
            },
            ['content/index.zh.md:5:3: warning: "2020-2023" in zh, "2020-2024" in en'],
        ),
        Fires(
            "the date of a post",
            {
                "site.yaml": TWO_LANGUAGES,
                "index.zh.md": HOME,
                "posts/one.md": "---\ntitle: One\ndate: 2024-05-01\n---\n\nText.\n",
                "posts/one.zh.md": "---\ntitle: 一\ndate: 2024-05-11\n---\n\n文字。\n",
            },
            [
                "content/posts/one.zh.md:3:7: warning: the date is 2024-05-11 here, and 2024-05-01 "
                "in one.md"
            ],
        ),
    ],
    "date-differs-from-record": [
        Fires(
            "a job that has ended in the data",
            {"experience.yaml": JOB, **page("- 2024.6-present, Intern, Analytical engines\n")},
            [
                'content/index.md:5:3: warning: "2024.6-present" here, 2024-06 – 2024-12 in '
                "content/experience.yaml"
            ],
        ),
    ],
    "dates-out-of-order": [
        Fires(
            "granted before it was filed",
            {"patents.yaml": KINDS_OF_STAGE.replace("2022", "2019")},
            ["content/patents.yaml:1:53: warning: granted in 2019-07, but filed only in 2020-03"],
        ),
        Fires(
            "updated before it was written",
            {"index.md": "---\ntitle: Home\ndate: 2024-05-01\nupdated: 2023-05-01\n---\n\nHi.\n"},
            ["content/index.md:4:10: warning: updated in 2023-05-01, but written in 2024-05-01"],
        ),
    ],
    "updated-too-old": [
        Fires(
            "in a text",
            {**publications("date: 2025"), **page("My CV (updated at 2024.12) is long.\n")},
            [
                "content/index.md:5:19: warning: updated in 2024-12, but there is something of "
                "2025: Alpha"
            ],
        ),
        Fires(
            "a CV with newer records",
            {
                **publications("date: 2024", "date: 2025-03"),
                "cv/cv.yaml": "updated: 2024-12\npdf: none\nsections: [{of: publications}]\n",
            },
            [
                "content/cv/cv.yaml:1:10: warning: updated in 2024-12, but there is something of "
                "2025-03: Beta"
            ],
        ),
        Fires(
            "a page with newer records in its sections",
            {
                **publications("date: 2025-03"),
                "index.md": "---\ntitle: Home\nupdated: 2024-12-01\n---\n\n"
                ":::{publications}\n:order: file\n:::\n",
            },
            [
                "content/index.md:3:10: warning: updated in 2024-12-01, but there is something of "
                "2025-03: Alpha"
            ],
        ),
    ],
    "paper-twice": [
        Fires(
            "a paper, and its preprint with a DOI of arXiv's",
            {
                "publications.yaml": "- {id: a, title: On Weaving Engines, authors: [Ada Lovelace], "
                "doi: 10.1000/x, kind: journal, venue: Looms, date: 2020}\n"
                "- {id: b, title: On Weaving Engines, authors: [Ada Lovelace], date: 2019, "
                "doi: 10.48550/arXiv.1906.00001, kind: preprint}\n"
            },
            ['content/publications.yaml:2:3: warning: the title of this is that of "a"'],
        ),
        Fires(
            "a third that is the second again",
            {
                "publications.yaml": "- {id: a, title: On Weaving Engines, authors: [Ada Lovelace], "
                "kind: conference, venue: ICL, date: 2020}\n"
                "- {id: b, title: On Weaving Engines, authors: [Ada Lovelace], kind: journal, "
                "venue: Looms, date: 2022}\n"
                "- {id: c, title: On Weaving Engines., authors: [Ada Lovelace], kind: journal, "
                "venue: Looms, date: 2022}\n"
            },
            ['content/publications.yaml:3:3: warning: the title of this is that of "b"'],
        ),
        Fires(
            "one DOI",
            publications("doi: 10.1000/x, date: 2020", "doi: 'https://doi.org/10.1000/X'"),
            ['content/publications.yaml:2:3: warning: the DOI of this is that of "p0"'],
        ),
        Fires(
            "one arXiv id, once as a URL",
            publications("arxiv: '2404.01234v1'", "arxiv: 'https://arxiv.org/pdf/2404.01234.pdf'"),
            ['content/publications.yaml:2:3: warning: the arXiv id of this is that of "p0"'],
        ),
        Fires(
            "one title in another case",
            {
                "publications.yaml": "- {id: a, title: On Weaving Engines, authors: [Ada Lovelace]}\n"
                "- {id: b, title: On weaving engines., authors: [Ada Lovelace]}\n"
            },
            ['content/publications.yaml:2:3: warning: the title of this is that of "a"'],
        ),
        Fires(
            "a title with a slip",
            {
                "publications.yaml": "- {id: a, title: A Note on Analytical Engines and Looms, "
                "authors: [Ada Lovelace]}\n"
                "- {id: b, title: A Note on Analitical Engines and Looms, "
                "authors: [Ada Lovelace]}\n"
            },
            ['content/publications.yaml:2:18: warning: the title of this is nearly that of "a"'],
        ),
    ],
    "patent-twice": [
        Fires(
            "an application and its patent",
            {
                "patents.yaml": "- {id: one, title: A way, number: CN113961324A}\n"
                "- {id: two, title: The way, number: CN 113961324 B}\n"
            },
            ['content/patents.yaml:2:3: warning: the number of this is that of "one"'],
        ),
        Fires(
            "one title, and one without a number",
            {"patents.yaml": "- {id: one, title: A way, number: X1}\n- {id: two, title: A way}\n"},
            ['content/patents.yaml:2:3: warning: the title of this is that of "one"'],
        ),
    ],
    "record-twice": [
        Fires(
            "an award was copied",
            {
                "awards.yaml": "- {id: a, title: A prize, date: 2020}\n"
                "- {id: b, title: A prize, date: 2020}\n"
            },
            ['content/awards.yaml:2:3: warning: this says the same as "a"'],
        ),
    ],
    "arxiv-id-against-year": [
        Fires(
            "a preprint of another year",
            publications("kind: preprint, arxiv: '2404.01234', date: 2023"),
            [
                "content/publications.yaml:1:74: warning: arXiv got 2404.01234 in 2024-04, but the "
                "date of this is 2023"
            ],
        ),
        Fires(
            "a preprint of another year, with a URL",
            publications("kind: preprint, arxiv: 'https://arxiv.org/abs/2404.01234', date: 2023"),
            [
                "content/publications.yaml:1:74: warning: arXiv got 2404.01234 in 2024-04, but the "
                "date of this is 2023"
            ],
        ),
        Fires(
            "a month that there is not",
            publications("kind: preprint, arxiv: '2413.01234', date: 2024"),
            [
                "content/publications.yaml:1:74: warning: no paper on arXiv has the id 2413.01234: "
                "there is no month 13"
            ],
        ),
        Fires(
            "a paper long before its preprint",
            publications("venue: A Venue, arxiv: '2404.01234', date: 2021"),
            [
                "content/publications.yaml:1:74: warning: arXiv got 2404.01234 in 2024-04, but the "
                "date of this is 2021"
            ],
        ),
    ],
    "edition-against-year": [
        Fires(
            "a conference of another year",
            publications("venue: ICNP 2023, date: 2024"),
            [
                'content/publications.yaml:1:58: warning: "ICNP 2023" names 2023, but the paper '
                "has the year 2024"
            ],
        ),
        Fires(
            "one year with two editions",
            publications(
                "venue: 31st Symposium on Engines, date: 2024",
                "venue: 32nd Symposium on Engines, date: 2024",
            ),
            ["content/publications.yaml:2:57: warning: edition 32 in 2024, but edition 31 in 2024"],
        ),
    ],
    "count-differs": [
        Fires(
            "patents above a list of four",
            {"patents.yaml": PATENTS, **page("I hold 5 patents.\n\n:::{patents}\n:::\n")},
            ["content/index.md:5:8: warning: the text says 5, but the list of patents has 4"],
        ),
        Fires(
            "in Chinese, in a CV",
            {
                "patents.yaml": PATENTS,
                "cv/cv.yaml": "pdf: none\nsummary: 研究引擎，拥有专利 5 项。\n"
                "sections: [{of: patents}]\n",
            },
            ["content/cv/cv.yaml:2:20: warning: the text says 5, but the list of patents has 4"],
        ),
        Fires(
            "of a sort, with other words between, and a second count in the sentence",
            {
                "patents.yaml": "- {title: A, number: EP1, status: granted}\n"
                "- {title: B, number: EP2, status: granted}\n- {title: C, number: CN1}\n",
                **publications("date: 2020", "date: 2021"),
                **page("I have 3 papers and 3 granted European patents.\n"),
            },
            [
                "content/index.md:5:8: warning: the text says 3, but the list of publications has 2",
                "content/index.md:5:21: warning: the text says 3, but the list of patents has 2",
            ],
        ),
        Fires(
            "two in a sentence, in Chinese",
            {
                "patents.yaml": "- {title: A, status: granted}\n- {title: B, status: granted}\n"
                "- {title: C}\n",
                **publications("date: 2020", "date: 2021"),
                **page("发表论文 3 篇，授权专利 3 项。\n"),
            },
            [
                "content/index.md:5:6: warning: the text says 3, but the list of publications has 2",
                "content/index.md:5:15: warning: the text says 3, but the list of patents has 2",
            ],
        ),
        Fires(
            "a number in a heading",
            {"patents.yaml": PATENTS, **page("## Patents (7)\n\n:::{patents}\n:limit: 3\n:::\n")},
            ["content/index.md:5:13: warning: the text says 7, but the list of patents has 3"],
        ),
    ],
    "award-count-differs": [
        Fires(
            "three times, two dates",
            {"awards.yaml": "- title: A prize\n  count: 3\n  date: [2020, 2021]\n"},
            [
                "content/awards.yaml:2:10: warning: the award was won 3 times, but has 2 dates",
            ],
        ),
    ],
    "placeholder-text": [
        Fires(
            "in data and on a page",
            {
                **publications("venue: TBD"),
                **page("Some text.\n\nLorem ipsum dolor. TODO: write.\n"),
            },
            [
                'content/index.md:7:1: warning: "Lorem ipsum" is a placeholder',
                'content/index.md:7:20: warning: "TODO" is a placeholder',
                'content/publications.yaml:1:58: warning: "TBD" is a placeholder',
            ],
        ),
        Fires(
            "in Chinese, and as a name",
            {"people.yaml": "- name: TODO Coauthor\n", **page("职位TODO，时间待定。\n")},
            [
                'content/index.md:5:3: warning: "TODO" is a placeholder',
                'content/index.md:5:10: warning: "待定" is a placeholder',
                'content/people.yaml:1:9: warning: "TODO" is a placeholder',
            ],
        ),
    ],
    "template-leftover": [
        Fires(
            "of Jekyll, Hugo and kramdown, in a page and in data",
            {
                "news.yaml": "- {date: 2024-01, text: 'Read {{ page.title }}.'}\n",
                **page("{% cite goat %} and {{< figure src=a >}}\n\nWords\n{: .note}\n"),
            },
            [
                'content/index.md:5:1: warning: "{% cite goat %}" is a tag of Liquid or Nunjucks, and readers see it',
                'content/index.md:5:21: warning: "{{< figure src=a >}}" is a shortcode of Hugo, and readers see it',
                'content/index.md:8:1: warning: "{: .note}" is an attribute of kramdown, and readers see it',
                'content/news.yaml:1:31: warning: "{{ page.title }}" is a value that Liquid or Nunjucks would have put here, and readers see it',
            ],
        ),
    ],
    "formula-in-line": [
        Fires(
            "as kramdown has it",
            page("The cost $$a^2$$ grows.\n\n- $$b$$ is less.\n"),
            [
                "content/index.md:5:10: warning: this formula stands among words and is displayed on a line of its own",
                "content/index.md:7:3: warning: this formula stands among words and is displayed on a line of its own",
            ],
        ),
    ],
    "markdown-in-html": [
        Fires(
            "as kramdown has it",
            page('<details markdown="1">\n<summary>S</summary>\n**bold**\n</details>\n'),
            ['content/index.md:5:10: warning: markdown="1" means nothing here'],
        ),
    ],
    "link-text-lost-its-link": [
        Fires(
            "out of a PDF, and out of a list of papers",
            page("The prototype（链接）is fast.\n\nOur paper [pdf] [code](https://x.org/c).\n"),
            [
                'content/index.md:5:14: warning: "（链接）" reads like a link, but leads nowhere',
                'content/index.md:7:11: warning: "[pdf]" reads like a link, but leads nowhere',
            ],
        ),
    ],
    "block-drawn-nowhere": [
        Fires(
            "a base of its own without a block, a name misspelt",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: mine\n",
                "themes/mine/theme.yaml": "title: Mine\n",
                "themes/mine/templates/page.html": "{% set heading = page.title %}\n{% extends '!page.html' %}\n{% block bodi %}A{% endblock %}\n",
            },
            [
                'themes/mine/templates/page.html:3: warning: nothing draws the block "bodi": page.html has no such block',
            ],
        ),
    ],
    "word-unknown": [
        Fires(
            "a word misspelt, and one of the theme's own in no table",
            {
                **MINE,
                "themes/mine/templates/parts/footer.html": "<p>\n{{ word('publcations') }}\n{{ word('mine.motto') }}</p>\n",
            },
            [
                'themes/mine/templates/parts/footer.html:2: warning: there is no word "publcations"',
                'themes/mine/templates/parts/footer.html:3: warning: there is no word "mine.motto"',
            ],
        ),
    ],
    "theme-file-unused": [
        Fires(
            "files in the wrong place, or with a name that nobody asks for",
            {
                **MINE,
                "themes/mine/home.html": "{% extends '!home.html' %}\n",
                "themes/mine/theme.css": "p { margin: 0 }\n",
                "themes/mine/assets/look.css": "p { margin: 0 }\n",
                "themes/mine/assets/menu.js": "let a\n",
                "themes/mine/templates/hom.html": "{% extends 'home.html' %}\n",
                "themes/mine/templates/parts/band.html": "<p>A band</p>\n",
                "themes/mine/templates/parts/foter.html": "<p>A foot</p>\n",
            },
            [
                "themes/mine/assets/look.css: warning: nothing reads this file",
                "themes/mine/assets/menu.js: warning: nothing reads this file",
                "themes/mine/home.html: warning: nothing reads this file",
                "themes/mine/templates/hom.html: warning: nothing reads this file",
                "themes/mine/templates/parts/band.html: warning: nothing reads this file",
                "themes/mine/templates/parts/foter.html: warning: nothing reads this file",
                "themes/mine/theme.css: warning: nothing reads this file",
            ],
        ),
    ],
    "style-sheet-unclosed": [
        Fires(
            "a rule that never ends, and one that ends twice",
            {
                **MINE,
                "themes/mine/assets/theme.css": "p { margin: 0 }\nh1 {\n  color: red;\n",
                "themes/base/assets/site.css": "p { margin: 0 }\n}\n",
            },
            [
                "themes/base/assets/site.css:2: warning: this brace has no partner, so the rules behind it are lost",
                "themes/mine/assets/theme.css:2: warning: this brace has no partner, so the rules behind it are lost",
            ],
        ),
    ],
    "skin-property-unused": [
        Fires(
            "a name misspelt",
            {**MINE, "themes/mine/theme.yaml": "skins: {day: {dark: {rool: '#333333'}}}\n"},
            ['themes/mine/theme.yaml:1:28: warning: nothing reads the property "rool"'],
        ),
    ],
    "contrast-too-low": [
        Fires(
            "grey on grey, by day and by night",
            {
                **MINE,
                "themes/mine/theme.yaml": "skins:\n  day:\n    light: {soft: '#bbbbbb'}\n"
                "    dark: {paper: '#808080', wash: '#000', ink: '#fff', soft: '#fff', accent: '#fff'}\n",
            },
            [
                'themes/mine/theme.yaml:3:19: warning: "soft" (#bbbbbb) has a contrast of 1.77:1 on "wash" (#f5f6f7) on light pages, and readers need 4.5:1',
                'themes/mine/theme.yaml:4:49: warning: "ink" (#fff) has a contrast of 3.95:1 on "paper" (#808080) on dark pages, and readers need 4.5:1',
                'themes/mine/theme.yaml:4:63: warning: "soft" (#fff) has a contrast of 3.95:1 on "paper" (#808080) on dark pages, and readers need 4.5:1',
                'themes/mine/theme.yaml:4:79: warning: "accent" (#fff) has a contrast of 3.95:1 on "paper" (#808080) on dark pages, and readers need 4.5:1',
            ],
        ),
        Fires(
            "the site's own accent",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: {name: broadsheet, options: {accent: '#ffcc00'}}\n"
            },
            [
                'content/site.yaml:2:45: warning: "accent" (#ffcc00) has a contrast of 1.40:1 on "wash" (#f5f6f7) on light pages, and readers need 4.5:1',
            ],
        ),
    ],
    "template-missing": [
        Fires(
            "a theme that extends none",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: bare\n",
                "themes/bare/theme.yaml": "extends: none\n",
                **{
                    f"themes/bare/templates/{name}": f"<!doctype html><title>{name}</title><p>A</p>\n"
                    for name in (
                        *(
                            "home.html",
                            "page.html",
                            "post.html",
                            "posts.html",
                            "tag.html",
                            "tags.html",
                        ),
                        *("publication.html", "cv.html", "404.html", "redirect.html"),
                        *(
                            "parts/section.html",
                            "robots.txt",
                            "sitemap.xml",
                            "search.html",
                        ),
                    )
                },
            },
            [
                "themes/bare/theme.yaml:1:10: warning: the theme has no templates/feed.xml: nobody can subscribe to the posts",
                "themes/bare/theme.yaml:1:10: warning: the theme has no templates/llms.txt: language models find no list of the pages",
            ],
        ),
    ],
    "preview-not-described": [
        Fires(
            "of a paper, of a post",
            {
                "static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
                **publications("preview: a.svg"),
                "posts/2024-01-02-one.md": "---\ntitle: One\npreview: a.svg\n---\nA text.\n",
            },
            [
                "content/posts/2024-01-02-one.md:3:10: warning: this preview has no words for those who cannot see it",
                "content/publications.yaml:1:60: warning: this preview has no words for those who cannot see it",
            ],
        ),
    ],
    "alt-missing": [
        Fires(
            "in Markdown, in HTML, in a figure",
            {
                "static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
                **page('![](a.svg)\n\n<img src="a.svg">\n\n:::{figure} a.svg\nA caption.\n:::\n'),
            },
            [
                "content/index.md:5:1: warning: this picture has no text for those who cannot see it",
                "content/index.md:7:1: warning: this <img> has no alt",
                "content/index.md:9:13: warning: this picture has no text for those who cannot see it",
            ],
        ),
        Fires(
            "in a template",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: mine\n",
                "static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
                "themes/mine/theme.yaml": "extends: broadsheet\n",
                "themes/mine/templates/page.html": '<p><img src="../a.svg"></p>\n',
                "about.md": "---\ntitle: About\nlayout: page\n---\n\nMe.\n",
            },
            [
                "content/about.md: warning: a picture of the page /about/ has no `alt`: a.svg",
            ],
        ),
    ],
    "link-broken": [
        Fires(
            "in a template",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: mine\n",
                "themes/mine/theme.yaml": "extends: broadsheet\n",
                "themes/mine/templates/page.html": '<p><a href="gone/">x</a></p>\n',
                "about.md": "---\ntitle: About\nlayout: page\n---\n\nMe.\n",
            },
            ['content/about.md: error: a link on /about/ leads nowhere: "gone/"'],
        ),
        Fires(
            "on a page, where the build says it, and once",
            page("[gone](gone.md)\n"),
            ['content/index.md:5:8: error: this link leads nowhere: "gone.md"'],
        ),
    ],
}

QUIET: dict[str, list[Quiet]] = {
    "other-host-asked": [
        Quiet(
            "links, code, and what lies on the site itself",
            page(
                "[x](https://a.example.org) `![x](https://a.example.org/x.png)`\n\n"
                "```css\na { background: url(https://a.example.org) }\n```\n\n"
                '<a href="https://a.example.org">x</a><img alt="" src="https://ada.example.org/p">\n'
            )
            | {"site.yaml": "url: https://ada.example.org\nperson: {name: Ada Lovelace}\n"},
        )
    ],
    "file-left-in-lfs": [
        Quiet(
            "a text that speaks of one, and a small file",
            {"static/notes.txt": f"As it begins:\n{POINTER}", "static/pdf/a.pdf": "%PDF-1.4\n"},
        )
    ],
    "name-cut-at-comma": [
        Quiet("two words each", papers("Ann Lee, Bob Ray")),
        Quiet("groups in capitals", papers("NASA, ESA")),
        Quiet("quoted", papers('"Wang, Xiaoming", "Chen, Li"')),
    ],
    "person-spelled-twice": [
        Quiet("initials that fit", papers("Gongming Zhao", "G. Zhao", "G. M. Zhao")),
        Quiet("other initials", papers("Gongming Zhao", "K. Zhao", "J. Zhao")),
        Quiet("both on one paper", papers("Gongming Zhao, Gongmin Zhao")),
        Quiet("short names", papers("Jian Xu", "Jiao Xu", "Wei Li", "Wen Li")),
        Quiet(
            "the first letter",
            papers("Hongming Zhao", "Gongming Zhao", "Ottoline Hansen", "Ottoline Jansen"),
        ),
        Quiet("other family names", papers("Ada Larsen", "Ada Larson", "Wei Zheng", "Wei Zhen")),
        Quiet("two letters", papers("Gongming Zhao", "Hongming Zhang", "Gonglin Zhao")),
        Quiet(
            "other syllables, which make other names",
            papers(
                "Xinyi Hu", "Xinyu Hu", "Jiayi Tang", "Jiaqi Tang", "Xiao-Feng Ma", "Xiaofei Ma"
            ),
        ),
        Quiet("other family names in pinyin", papers("Xiaoming Zhang", "Xiaoming Zheng")),
        Quiet("one order and the other, both on one paper", papers("Ming Li, Li Ming")),
        Quiet(
            "a name in the genitive",
            {
                **papers("Gongming Zhang", "Hamish Jones"),
                **page("Gongming Zhang's group, Gongming Zhang’s too, and Hamish Jones' own.\n"),
            },
        ),
        Quiet(
            "an alias says that they are one",
            {
                **papers("Gongmin Zhao"),
                "people.yaml": "- {name: Gongming Zhao, aliases: [Gongmin Zhao]}\n",
            },
        ),
        Quiet(
            "people.yaml says that they are two",
            {
                **papers("Gongming Zhao", "Gongmin Zhao"),
                "people.yaml": "- name: Gongming Zhao\n- name: Gongmin Zhao\n",
            },
        ),
        Quiet("both are written often", papers(*["Gongming Zhao", "Gongmin Zhao"] * 3)),
        Quiet("Chinese characters", papers("赵功名", "赵功明")),
        Quiet("one way of writing, with a comma", papers("Gongming Zhao", '"Zhao, Gongming"')),
        Quiet("an initial between", papers("Gongming Zhao", "Gongming M. Zhao")),
        Quiet(
            "in code and in an address",
            {**papers("Gongming Zhao"), **page("`Gongmin Zhao` and [x](https://x.org/Gongmin)\n")},
        ),
    ],
    "email-nearly-the-same": [
        Quiet("digits", page("lovelace1@example.org lovelace2@example.org\n")),
        Quiet("short names", page("ada@example.org ida@example.org\n")),
        Quiet("another host", page("lovelace@example.org lovlace@example.edu\n")),
        Quiet("capitals", page("Lovelace@example.org lovelace@example.org\n")),
        Quiet(
            "two referees",
            {
                "references.yaml": "- {name: Wei Zhang, email: zhangwei@example.org}\n"
                "- {name: Wen Zhang, email: zhangwen@example.org}\n"
            },
        ),
    ],
    "contact-of-others": [
        Quiet(
            "what no output shows",
            {
                "references.yaml": "- {name: Charles Babbage, email: c@mill.zz, phone: '1234567'}\n",
                **page(":::{references}\n:::\n"),
                "cv/secret.yaml": "visibility: private\nsections: [{of: references}]\n",
            },
        ),
        Quiet(
            "offices, invented hosts and code",
            page(
                "info@mill.zz, c@mail.example.com, `ssh c@mill.zz` and git@mill.zz:c/engine.git\n"
            ),
        ),
        Quiet(
            "numbers that are no telephone's",
            {
                **page("Over 12345678901 cards, [a](https://mill.zz/p/13912345678), 2020-2024.\n"),
                **publications("doi: 10.1109/13912345678, isbn: 978-3-16-148410-0, date: 2020"),
            },
        ),
    ],
    "translation-missing": [
        Quiet(
            "a word of the interface, which each language has anyway",
            {"site.yaml": TWO_LANGUAGES + "words: {present: {en: now}}\n"},
        ),
        Quiet(
            "written plainly, and for both",
            {
                "site.yaml": TWO_LANGUAGES,
                "skills.yaml": "- {label: {en: Tools, zh: 工具}, items: [P4]}\n- label: DayDayUp\n",
            },
        ),
        Quiet("one language", {"skills.yaml": "- {label: {en: Tools}}\n"}),
        Quiet(
            "private",
            {
                "site.yaml": TWO_LANGUAGES,
                "skills.yaml": "- {label: {en: Tools}, visibility: private}\n",
            },
        ),
    ],
    "text-in-other-script": [
        Quiet(
            "a Latin name in a Chinese text",
            {
                "site.yaml": "person: {name: 方缙}\nlanguages: [zh]\n",
                **page("用 Python 编写的软件。\n"),
            },
        ),
        Quiet("a name in a sentence", page("My name is 方缙 in Chinese.\n")),
    ],
    "page-without-translation": [
        Quiet(
            "no page is in the second language",
            {"site.yaml": TWO_LANGUAGES, "about.md": "---\ntitle: About\n---\n\nMe.\n"},
        ),
        Quiet(
            "posts are in one language on purpose",
            {
                "site.yaml": TWO_LANGUAGES,
                "index.zh.md": HOME,
                **{
                    f"posts/{n}.md": f"---\ntitle: Post {n}\ndate: 2024-05-0{n}\n---\n\nText.\n"
                    for n in (1, 2, 3)
                },
                "posts/1.zh.md": "---\ntitle: 一\ndate: 2024-05-01\n---\n\n文字。\n",
            },
        ),
    ],
    "dates-differ-between-languages": [
        Quiet(
            "as exact as each language likes",
            {
                "site.yaml": TWO_LANGUAGES,
                "projects.yaml": "- title: Engine\n  details: [{en: 2020-2024, zh: 2020.9-2024.6}]\n",
            },
        ),
        Quiet(
            "only one language tells",
            {
                "site.yaml": TWO_LANGUAGES,
                "projects.yaml": "- title: Engine\n  details: [{en: 2020-2024, zh: 很久}]\n",
            },
        ),
        Quiet(
            "what one page tells and the other does not",
            {
                "site.yaml": TWO_LANGUAGES,
                "index.md": HOME + "- 2020-2024: London\n",
                "index.zh.md": HOME + "- 2020-2024：伦敦\n- 2016-2020：巴黎\n",
            },
        ),
        Quiet(
            "pages, versions and addresses are no dates",
            {
                "site.yaml": TWO_LANGUAGES,
                "projects.yaml": "- title: Engine\n"
                "  details: [{en: 'pp. 101-134, v2020.1.2', zh: '第 101-135 页，<https://x.org/2020-2021>'}]\n",
            },
        ),
    ],
    "date-differs-from-record": [
        Quiet(
            "less exact",
            {"experience.yaml": JOB, **page("- 2024, 2024-2024 at Analytical Engines\n")},
        ),
        Quiet(
            "another time there",
            {"experience.yaml": JOB, **page("- 2019.6-2019.9, Analytical Engines\n")},
        ),
        Quiet(
            "an expected end and one that goes on",
            {
                "education.yaml": "- {degree: PhD, institution: Analytical University (AU), "
                "date: 2020-09 – 2026-06 (expected)}\n",
                **page("- PhD (2020-present), Analytical University\n"),
            },
        ),
        Quiet(
            "two positions there, one of them fits",
            {
                "experience.yaml": JOB + JOB.replace("2024-12", "present"),
                **page("- 2024.6-present, Analytical Engines\n"),
            },
        ),
    ],
    "dates-out-of-order": [
        Quiet("in order", {"patents.yaml": KINDS_OF_STAGE}),
        Quiet(
            "filed and published in one year",
            {"patents.yaml": "- {title: A thing, dates: {filed: 2020-03, published: 2020}}\n"},
        ),
    ],
    "updated-too-old": [
        Quiet(
            "what lies ahead",
            {
                **publications("date: 2026-10, status: accepted", "date: 2024-12"),
                "experience.yaml": "- {role: Professor, organization: AU, date: 2026-09}\n"
                "- {role: Fellow, organization: AU, date: 2024 – 2027}\n",
                "talks.yaml": "- {title: To come, date: 2026-11}\n",
                "education.yaml": "- {degree: PhD, institution: AU, "
                "date: 2020-09 – 2026-06 (expected)}\n",
                **page("Updated 2024-12.\n"),
            },
        ),
        Quiet(
            "a CV that does not show what is newer",
            {
                **publications("date: 2024", "date: 2025-03"),
                "cv/cv.yaml": "updated: 2024-12\npdf: none\n"
                "sections: [{of: publications, skip: [p1]}]\n",
            },
        ),
        Quiet(
            "a post",
            {
                **publications("date: 2025"),
                "posts/a.md": "---\ntitle: A\n"
                "date: 2020-01-01\nupdated: 2021-01-01\n---\n\nText.\n",
            },
        ),
    ],
    "paper-twice": [
        Quiet(
            "a paper of a conference, and its longer form in a journal",
            {
                "venues.yaml": "- {id: conf, name: A Conference, kind: conference}\n",
                "publications.yaml": "- {id: a, title: On Weaving Engines, authors: [Ada Lovelace], "
                "venue: conf, date: 2020}\n"
                "- {id: b, title: On Weaving Engines, authors: [Ada Lovelace], kind: journal, "
                "venue: Journal of Looms, date: 2022}\n"
                "- {id: c, title: On Spinning Engines, authors: [Ada Lovelace], "
                "venue: The Symposium on Looms, date: 2020}\n"
                "- {id: d, title: On Spinning Engines, authors: [Ada Lovelace], kind: journal, "
                "venue: Journal of Looms, date: 2022}\n",
            },
        ),
        Quiet(
            "one title, and a DOI for each",
            {
                "publications.yaml": "- {id: a, title: On Weaving Engines, authors: [Ada Lovelace], "
                "doi: 10.1000/x}\n"
                "- {id: b, title: On Weaving Engines, authors: [Ada Lovelace], doi: 10.1000/y}\n",
            },
        ),
        Quiet(
            "front matter of two special issues",
            {
                "publications.yaml": "- {id: a, title: Introduction to the Special Issue, "
                "authors: [Ada Lovelace], venue: Looms, date: 2015}\n"
                "- {id: b, title: Introduction to the Special Issue, authors: [Ada Lovelace], "
                "venue: Looms, date: 2019}\n",
            },
        ),
        Quiet(
            "two parts of one work",
            {
                "publications.yaml": "- {id: a, title: 'A Note on Analytical Engines, Part I', "
                "authors: [Ada Lovelace]}\n"
                "- {id: b, title: 'A Note on Analytical Engines, Part 2', authors: [Ada Lovelace]}\n"
                "- {id: c, title: 'A Note on Analytical Engines, Part 3', authors: [Ada Lovelace]}\n"
            },
        ),
        Quiet(
            "editorials of two years",
            {
                "publications.yaml": "- {id: a, title: Editorial, authors: [Ada Lovelace], "
                "date: 2020}\n- {id: b, title: Editorial, authors: [Ada Lovelace], date: 2021}\n"
            },
        ),
        Quiet(
            "a demo with the title of the paper",
            {
                "publications.yaml": "- {id: a, title: On Engines, authors: [Ada Lovelace]}\n"
                "- {id: b, title: On Engines, authors: [Ada Lovelace], kind: demo}\n"
            },
        ),
    ],
    "patent-twice": [
        Quiet(
            "two numbers, one title: another office, or a continuation",
            {
                "patents.yaml": "- {title: A way, number: CN113961324A}\n"
                "- {title: A way, number: US113961325A}\n"
            },
        ),
        Quiet("no numbers", {"patents.yaml": "- {title: A way}\n- {title: The way}\n"}),
    ],
    "record-twice": [
        Quiet(
            "an award in two years",
            {"awards.yaml": "- {title: A prize, date: 2020}\n- {title: A prize, date: 2021}\n"},
        ),
    ],
    "arxiv-id-against-year": [
        Quiet(
            "the same year", publications("kind: preprint, arxiv: '2404.01234v2', date: 2024-05")
        ),
        Quiet("over New Year", publications("kind: preprint, arxiv: '2401.01234', date: 2023-12")),
        Quiet(
            "a paper after its preprint, and one put there a year later",
            publications(
                "venue: A, arxiv: '2404.01234', date: 2025",
                "venue: B, arxiv: '2404.01235', date: 2023",
            ),
        ),
        Quiet(
            "the old form", publications("kind: preprint, arxiv: 'hep-th/9711200', date: 1997-11")
        ),
    ],
    "edition-against-year": [
        Quiet(
            "its year", publications("venue: ICNP 2024, date: 2024", "venue: ICNP'24, date: 2024")
        ),
        Quiet("a journal's volume", publications("venue: PVLDB 2023, kind: journal, date: 2024")),
        Quiet(
            "one edition each year",
            publications(
                "venue: 31st Symposium on Engines, date: 2023",
                "venue: 32nd Symposium on Engines, date: 2024",
                "venue: 31st Symposium on Engines, date: 2023",
            ),
        ),
        Quiet(
            "every other year",
            publications(
                "venue: 15th Symposium on Engines, date: 2018",
                "venue: 16th Symposium on Engines, date: 2020",
            ),
        ),
        Quiet(
            "numbers that look like years",
            publications(
                "venue: 'Lecture Notes in Computer Science 2034', date: 2001",
                "venue: 'LNCS 2051', date: 2001",
                "venue: 'Proc. ACM, Vol. 7, Article 2024', date: 2023",
                "venue: 'Letters, vol. 2012, no. 1998', date: 2005",
            ),
        ),
        Quiet("a number in a name", publications("venue: Huawei 2012 Lab Reports 10, date: 2012")),
    ],
    "count-differs": [
        Quiet("the right number", {"patents.yaml": PATENTS, **page("I hold four patents.\n")}),
        Quiet(
            "a sentence that goes on in the next line, and one that goes on behind an `and`",
            {
                "patents.yaml": PATENTS,
                **page(
                    "Three patents\nwere filed. We filed 3 patents and 2 marks at the office.\n"
                    "We filed 3 patents, 2 marks and a design at another.\n"
                ),
            },
        ),
        Quiet("room for more", {"patents.yaml": PATENTS, **page("I hold over 3 patents.\n")}),
        Quiet("a part", {"patents.yaml": PATENTS, **page("I hold 3 patents on engines.\n")}),
        Quiet("a choice is listed", {"patents.yaml": PATENTS, **page("I hold 50 patents.\n")}),
        Quiet("a time", {"patents.yaml": PATENTS, **page("In 2024 I filed 3 patents.\n")}),
        Quiet(
            "a post",
            {
                "patents.yaml": PATENTS,
                "posts/a.md": "---\ntitle: A\ndate: 2020-01-01\n---\n\nI hold 3 patents.\n",
            },
        ),
        Quiet("a part, in Chinese", {"patents.yaml": PATENTS, **page("其中发明专利 3 项。\n")}),
        Quiet(
            "the right number of a sort",
            {
                "patents.yaml": "- {title: A, number: EP1, status: granted}\n- {title: B}\n",
                **page("I hold 1 granted European patents. 授权发明专利 1 项。\n"),
            },
        ),
        Quiet("nothing is listed", page("I hold 5 patents.\n")),
        Quiet(
            "what a list on the page shows",
            {"patents.yaml": PATENTS, **page("My 3 patents:\n\n:::{patents}\n:limit: 3\n:::\n")},
        ),
        Quiet(
            "a list whose option goes on in the next line",
            {
                "patents.yaml": PATENTS.replace("}", ", tags: [a]}", 3),
                **page(
                    "My 3 patents:\n\n:::{patents}\n:where: {status: granted,\n  tags: a}\n:::\n"
                ),
            },
        ),
        Quiet(
            "a list in code",
            {
                "patents.yaml": PATENTS,
                **page("## Patents (3)\n\n    :::{patents}\n    :::\n"),
            },
        ),
        Quiet(
            "a year in a heading",
            {"patents.yaml": PATENTS, **page("## Patents (2020)\n\n:::{patents}\n:::\n")},
        ),
    ],
    "award-count-differs": [
        Quiet("twice, one date", {"awards.yaml": "- {title: A prize, count: 2, date: 2020}\n"}),
        Quiet(
            "each with a date",
            {"awards.yaml": "- {title: A prize, count: 2, date: [2020, 2021]}\n"},
        ),
    ],
    "placeholder-text": [
        Quiet(
            "code, addresses and other words",
            page(
                "A todo manager, `TODO`, [x](https://x.org/TODO), TODOs, mañana TBDx.\n\n"
                "```\nTODO\n```\n\n<!-- TODO -->\n"
            ),
        ),
    ],
    "template-leftover": [
        Quiet(
            "code, formulas, attributes of our own",
            page(
                "`{% raw %}` and ${{a}}$\n\n```\n{{ x }}\n```\n\n{.note}\nWords [a]{lang=de}\n"
                "\n<!-- {% x %} -->\n"
            ),
        ),
    ],
    "formula-in-line": [
        Quiet(
            "displayed, or code",
            page("$$a$$\n\n> $$b$$\n\n1. $$c$$.\n\n`a $$b$$ c` and $5 or $$6\n"),
        ),
    ],
    "markdown-in-html": [
        Quiet("code, and a word", page('`<div markdown="1">`\n\n<p title="markdown">x</p>\n')),
    ],
    "link-text-lost-its-link": [
        Quiet(
            "a word in brackets in a title",
            {"publications.yaml": "- {id: a, title: 'GOAT [demo]', authors: [Ada Lovelace]}\n"},
        ),
        Quiet(
            "links of all sorts",
            page(
                "[pdf](https://x.org/) [[pdf](https://x.org/)] [pdf][p] [code] （[链接](https://x.org/)）"
                "[（链接）](https://x.org/) `[pdf]` [^pdf]\n\n[p]: https://x.org/\n"
                "[code]: https://x.org/\n[^pdf]: A note.\n"
            ),
        ),
    ],
    "block-drawn-nowhere": [
        Quiet(
            "blocks inside of others, and those of templates two steps up",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: mine\n",
                "themes/mine/theme.yaml": "title: Mine\n",
                "themes/mine/templates/page.html": "{% extends '!page.html' %}\n{% block head_extra %}{% block own %}{% endblock %}{% endblock %}\n",
            },
        ),
    ],
    "word-unknown": [
        Quiet(
            "words of Masthead, of the theme and of the site, and a key that is computed",
            {
                **MINE,
                "site.yaml": MINE["site.yaml"] + "words: {site.motto: Slowly}\n",
                "themes/mine/words.yaml": "en: {mine.motto: Quickly}\n",
                "themes/mine/templates/parts/footer.html": "<p>{{ word('publications') }} {{ word('mine.motto') }} {{ word('site.motto') }} {{ word('kind.' ~ 'book') }}</p>\n",
            },
        ),
    ],
    "theme-file-unused": [
        Quiet(
            "files that others name, texts, and what replaces one of Masthead's",
            {
                **MINE,
                "themes/mine/README.md": "How it looks.\n",
                "themes/mine/LICENSE": "MIT\n",
                "themes/mine/theme.yaml": "section_styles: {wall: {description: A wall.}}\n",
                "themes/mine/templates/home.html": "{% extends '!home.html' %}\n{% block body %}{% include 'parts/band.html' %}{{ super() }}{% endblock %}\n",
                "themes/mine/templates/parts/band.html": "<p>A band, by {{ asset('band.js') }}</p>\n",
                "themes/mine/templates/parts/section-wall.html": "<p>A wall</p>\n",
                "themes/mine/templates/parts/footer.html": "<p>A foot</p>\n",
                "themes/mine/templates/gallery.html": "{% extends '!page.html' %}\n",
                "themes/mine/assets/band.js": "let a\n",
                "themes/mine/assets/theme.css": "{% include 'assets/more.css' %}\n",
                "themes/mine/assets/more.css": "p { margin: 0 }\n",
                "themes/base/assets/site.css": "p { margin: 0 }\n",
            },
        ),
    ],
    "style-sheet-unclosed": [
        Quiet(
            "braces in texts, comments and tags of Jinja",
            {
                **MINE,
                "themes/mine/assets/theme.css": "/* { */ p::before { content: '{\\'' }\n{# { #}\n"
                "{% if options.search %}a { color: {{ skin.light.ink }} }{% endif %}\n",
                "themes/base/assets/site.css": "{% if options.search %}a { b: c;\n{% else %}a { b: d;\n{% endif %} }\n",
            },
        ),
    ],
    "skin-property-unused": [
        Quiet(
            "a property of the theme's own",
            {
                **MINE,
                "themes/mine/theme.yaml": "skins: {day: {light: {river: '#0033cc', ink: '#000'}}}\n",
                "themes/mine/assets/theme.css": "h1 { color: var(--river) }\n",
            },
        ),
    ],
    "contrast-too-low": [
        Quiet(
            "colours that are written otherwise, and an accent that can be read",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: {name: mine, options: {accent: '#0b5d4f'}}\n",
                "themes/mine/theme.yaml": "skins: {day: {light: {ink: 'rgb(200 200 200)'}}}\n",
            },
        ),
    ],
    "template-missing": [
        Quiet(
            "a theme of three files",
            {
                "site.yaml": "person: {name: Ada Lovelace}\ntheme: mine\n",
                "themes/mine/theme.yaml": "title: Mine\n",
                "themes/mine/assets/theme.css": "p { margin: 0 }\n",
            },
        ),
    ],
    "preview-not-described": [
        Quiet(
            "described",
            {
                "static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
                **publications("preview: a.svg, preview_alt: A goat"),
            },
        ),
    ],
    "alt-missing": [
        Quiet(
            "all described",
            {
                "static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
                **page(
                    '![A goat](a.svg) `![](a.svg)`\n\n<img src="a.svg" alt="">\n\n'
                    ":::{figure} a.svg\n:alt: A goat\n:::\n"
                ),
            },
        ),
    ],
    "link-broken": [
        Quiet(
            "links that lead somewhere",
            {
                "static/pdf/a b.pdf": "%PDF",
                "about.md": "---\ntitle: About\n---\n\n[home](index.md) [top](#home)\n\n## Home\n",
                **page('[about](about) [pdf](<pdf/a b.pdf>) <a href="about/">x</a>\n'),
            },
        ),
    ],
}
