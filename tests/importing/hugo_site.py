"""A site of Hugo Blox that has each feature of its table once. All of it is invented."""

from tests.importing.conftest import PNG, Files

FILES: Files = {
    "config/_default/config.yaml": """\
title: Tess Tester
baseURL: https://tess-example.org/
defaultContentLanguage: en
permalinks:
  authors: /author/:slug/
  tags: /tag/:slug/
googleAnalytics: G-ABCDEF1234
""",
    "config/_default/menus.yaml": "main:\n  - name: Papers\n    url: '#papers'\n    weight: 20\n  - name: Posts\n    url: /post/\n    weight: 10\n",
    "config/_default/params.yaml": "description: About tests.\nmarketing:\n  google_analytics: G-ABCDEF1234\n",
    "go.mod": "module x\nrequire github.com/wowchemy/wowchemy-hugo-themes/modules/wowchemy/v5 v5.0.0\n",
    "content/_index.md": """\
---
title: ''
type: landing
sections:
  - block: about.biography
    id: about
    content:
      title: About
      username: admin
  - block: markdown
    id: news
    content:
      title: News
      text: |-
        - Something happened.
  - block: collection
    id: papers
    content:
      title: Papers
      filters:
        folders: [publication]
        featured_only: true
  - block: experience
    content:
      title: Experience
      items:
        - title: Tester
          company: Testing Company
          date_start: '2021-01-01'
          date_end: ''
  - block: slider
    content:
      title: Slides
---
""",
    "content/authors/admin/_index.md": """\
---
title: Tess Tester
superuser: true
role: Professor
organizations:
  - name: University of Tests
    url: https://example.org
interests: [Tests]
education:
  courses:
    - course: PhD
      institution: University of Tests
      year: 2012
social:
  - icon: envelope
    link: 'mailto:tess@tess-example.org'
  - icon: github
    link: https://github.com/tess
---
I test things.
{style="text-align: justify;"}
""",
    "content/authors/admin/avatar.png": PNG,
    "content/authors/ann/_index.md": "---\ntitle: Ann Other\n---\n",
    "content/publication/_index.md": "---\ntitle: Publications\n---\n",
    "content/publication/20-Test/index.md": """\
---
title: One Test
authors: [admin, ann, Cee Third]
author_notes: [Equal contribution, Equal contribution]
date: 2020-05-01T00:00:00Z
publication_types: ["1"]
publication: In *Conference of Tests*
publication_short: In *ConfT*
abstract: All of it.
tags: [Tests]
featured: true
doi: 10.1000/1
url_pdf: paper.pdf
url_code: https://github.com/tess/one
projects: [thing]
links:
  - name: Demo
    url: https://example.org/demo
---

{{% callout note %}}
Click it.
{{% /callout %}}
""",
    "content/publication/20-Test/cite.bib": "@inproceedings{x,\n  title = {Another Test},\n  author = {Tester, Tess and Other, Ann},\n  year = {2021},\n}\n",
    "content/publication/20-Test/featured.png": PNG,
    "content/publication/20-Test/paper.pdf": b"%PDF-1.4\n",
    "content/event/2021-talk/index.md": "---\ntitle: A Talk\nevent: Testing Days\nlocation: Testville\ndate: 2021-01-01\nevent_url: https://example.org/days\n---\nWords.\n",
    "content/project/thing/index.md": "---\ntitle: Thing\nsummary: A thing.\ntags: [Tests]\ndate: 2020-01-01\n---\nAll about it.\n",
    "content/project/other/index.md": "---\ntitle: Other\nexternal_link: https://example.org/other\n---\n",
    "content/post/First-Post/index.md": """\
+++
title = "First Post"
date = 2019-03-04
tags = ["A Tag"]
categories = ["A Category"]
draft = false
+++

{{< figure src="plot.png" title="A plot" width="300" >}}

{{< youtube dQw4w9WgXcQ >}}

{{< spoiler text="More" >}}
Hidden.
{{< /spoiler >}}

{{< chart data="line" >}}

[that]({{< ref "post/second.md" >}}) and {{< icon name="x" >}}{{< staticref "uploads/cv.pdf" "newtab" >}}my CV{{< /staticref >}}.
""",
    "content/post/First-Post/plot.png": PNG,
    "content/post/second.md": "---\ntitle: Second\ndate: 2020-02-02\naliases: [/old/second/]\n---\nText.\n",
    "content/post/draft.md": "---\ntitle: Draft\ndate: 2020-02-02\ndraft: true\n---\nText.\n",
    "content/slides/example/index.md": "---\ntitle: Slides\n---\n# A slide\n",
    "content/privacy.md": "---\ntitle: Privacy\n---\nWe keep nothing.\n",
    "static/uploads/cv.pdf": b"%PDF-1.4\n",
    "assets/media/logo.png": PNG,
    "themes/x/theme.toml": "x",
}
