"""One short example of each data file, and of each way to place a section.

The tests read each of them with the schemas and with the reader itself.
"""

from __future__ import annotations

DATA: dict[str, str] = {
    "sync": """
services: [crossref, dblp]
ids: {dblp: 65/9612}
refused:
  10.5555/poster: A poster that is not a paper
  goat: pages, number
""",
    "citation-counts": """
person:
  openalex: {citations: 120, h_index: 6, date: 2026-11-22}
papers:
  goat: {citations: 12, source: openalex, date: 2026-11-22}
""",
    "publications": """
- id: goat
  title: "GOAT: Gradient Scheduling with Collaborative In-Network Aggregation"
  authors: [Jin Fang, {name: Gongming Zhao, roles: [corresponding]}, Hongli Xu]
  venue: iwqos
  date: 2023-06
  selected: true
  links: {pdf: pdf/goat.pdf, slides: pdf/goat-slide.pdf, doi: 10.1109/example}
  award: {en: Best Paper Award, zh: 最佳论文奖}
""",
    "experience": """
- role: {en: Research Intern, zh: 研究实习生}
  organization: ByteDance
  unit: Seed
  location: Beijing
  date: 2024-11 – present
  body: |
    - Compilers for collective communication.
    - Kernels that overlap computing and sending.
""",
    "education": """
- degree: Ph.D.
  area: Computer Science
  institution: University of Science and Technology of China
  date: 2020-09 – 2026-06 (expected)
  advisors: [Hongli Xu, Gongming Zhao]
  thesis: On Gradients and Switches
  details: [GPA 3.9/4.0, rank 2 of 120]
""",
    "projects": """
- title: Masthead
  kind: open-source
  role: Main developer
  date: 2024
  links: {code: https://git.example.org/masthead}
""",
    "patents": """
- title: A method for scheduling gradients
  number: CN113961324A
  status: granted
  date: 2022-01
  inventors: [{name: Gongming Zhao, roles: first-inventor}, Jin Fang]
- title: Parameters of a scheduler
  kind: trade-secret
  dates: {filed: 2023-05}
""",
    "awards": """
- title: {en: National Scholarship, zh: 国家奖学金}
  date: 2023
  level: top 2%
  details: ["EUR 1,000"]
- title: University prizes
  awards:
    - {title: First-class scholarship, date: [2021, 2022], count: 2}
""",
    "service": """
- role: External reviewer
  organizations: [IEEE JSAC, IEEE TNET]
  kind: review
""",
    "teaching": """
- course: Advanced Computer Networking
  code: COMP6103P
  role: Teaching assistant
  date: 2022H1
""",
    "talks": """
- title: Routing gradients
  event: IWQoS
  location: Orlando
  kind: conference
  date: 2023-06-19
  publication: goat
""",
    "skills": """
- label: Programming languages
  items: [C/C++, Python, P4]
- label: English
  text: Reads and writes papers, **likes** giving talks.
""",
    "news": """
- date: 2024-07
  text: Our paper on [placing workers](titan) was accepted.
""",
    "references": """
- name: Prof. Hongli Xu
  relation: Ph.D. advisor
  organization: University of Science and Technology of China
  email: advisor@example.org
""",
    "interests": """
- title: Running
  text: Two marathons so far.
""",
    "people": """
- name: {given: Hongli, family: Xu, native: 徐宏力}
  aliases: [H. L. Xu]
  url: https://example.org/xu/
""",
    "venues": """
- id: iwqos
  name: IEEE/ACM International Symposium on Quality of Service
  short: IWQoS
  kind: conference
  ranks: {ccf: B}
""",
    "cv": """
lang: zh
contact: [email, url]
sections:
  - title: 简介
    text: |
      研究方向为**机器学习系统**。被引 321 次。
  - {of: education, title: 教育背景, dates: dots}
  - of: publications
    title: 学术成果
    style: lines
    names: initials
    ranks: ccf
""",
    "site": """
person:
  name: {given: Jin, family: Fang, native: 方缙}
  role: Ph.D. student
  email: jin@example.org
  links: {github: jin, orcid: 0000-0002-1825-0097}
url: https://jin.example.org/
languages: [en, zh]
menu: [/, publications, {to: /posts/, label: {en: Notes, zh: 笔记}}]
theme: {name: broadsheet, options: {accent: "#0b5d4f", show_tags: false}}
""",
    "page": """
title: "GOAT: when one switch is not enough"
date: 2022-12-02
publication: goat
tags: [training, switches]
""",
}
"""File -> YAML, to be stripped of the blank lines around it."""

SECTIONS: tuple[tuple[str, str], ...] = (
    (
        "Selected papers as cards, with a link to the page that has all of them:",
        """
:::{publications}
:selected: true
:limit: 5
:more: publications
:::
""",
    ),
    (
        "All papers as in a list of references, by year:",
        """
:::{publications}
:group: year
:order: -year, kind
:style: lines
:names: initials
:venue: both
:ranks: ccf
:::
""",
    ),
    (
        "Projects as tiles under their pictures, two in a row:",
        """
:::{projects}
:style: grid
:columns: 2
:::
""",
    ),
    (
        "Only records whose fields have certain values; `!` excludes a value, `*` means “any "
        "value”:",
        """
:::{publications}
:where: {kind: "conference, journal", status: "!submitted", links: pdf, year: 2020..2024}
:::
""",
    ),
    (
        "Several kinds of record along a drawn line, the newest first:",
        """
:::{timeline}
:of: experience, education, awards
:title: {en: Path, zh: 经历}
:style: timeline
:dates: year
:body: false
:::
""",
    ),
    (
        "Records chosen by hand, in this order:",
        """
:::{projects}
:only: masthead, triton-distributed
:::
""",
    ),
)
"""A description, and the Markdown."""
