"""A blog of Hexo that has each feature of its table once. All of it is invented."""

from tests.importing.conftest import PNG, Files

FILES: Files = {
    "package.json": '{"hexo": {"version": "7.0.0"}, "dependencies": {"hexo": "^7.0.0", "hexo-generator-feed": "^3.0.0"}}',
    "_config.yml": """\
title: Notes of a Tester
author: tess
description: Notes about nothing.
language: en
url: https://tess.example.org
permalink: :year/:month/:day/:title/
post_asset_folder: true
motto: Measure twice.
baidu_url_submit:
  token: Zq81mVhT4kLw09XrbbN2
google_analytics: G-ABCDEF1234
""",
    "source/CNAME": "www.tess-example.org\n",
    "source/_posts/first.md": """\
---
title: "First: a Post"
date: 2022-12-2 14:35:22
updated: 2023-01-05
tags: [In-network Stuff, [Causality, X]]
categories: Notes
excerpt: What it is about.
mathjax: true
mood: cheerful
---

See [the other](/2023/05/06/second/) and [about](../../../../about/), a [dead one](/nowhere/),
a [file](/pdf/paper.pdf) and [mine](https://tess.example.org/2023/05/06/second/#part).

![A plot](plot.png)

{% asset_img plot.png 300 200 "A title" "A plot again" %}

{% post_link second 'The second post' %}

{% cq %}
To be quoted.
{% endcq %}

{% note warning %}
Mind this.
{% endnote %}

{% mermaid %}

Here stands {{ site.author }}.

### Heading Two

Some $a\\_b \\times c$ and `{{ code }}`.

```js
{% raw %}{{ kept }}{% endraw %}
```
""",
    "source/_posts/first/plot.png": PNG,
    "source/_posts/second.md": "---\ntitle: Second\ndate: 2023-05-06\n---\nLine one\nline two\n\n<!-- more -->\n\n### Part\n\nRest.\n",
    "source/_posts/hidden.md": "---\ntitle: Hidden\ndate: 2023-06-01\npublished: false\n---\nNot yet.\n",
    "source/_posts/own.md": "---\ntitle: Own address\ndate: 2023-07-01\npermalink: /my/own.html\n---\nHere.\n",
    "source/_drafts/idea.md": "---\ntitle: Idea\n---\nAn idea.\n",
    "source/about/index.md": "---\ntitle: About me\n---\n\nI test things. [Paper](../pdf/paper.pdf)\n",
    "source/tags/index.md": "---\ntitle: Tags\ntype: tags\n---\n",
    "source/_data/news.yaml": '- title: "We have won a [prize](https://example.org/)."\n  date: 2025-09-13\n',
    "source/_data/links.yaml": "- name: A friend\n",
    "source/pdf/paper.pdf": b"%PDF-1.4\n",
    "source/pdf/Paper.pdf": b"%PDF-1.4\n",
    "source/_hidden/secret.txt": "not published",
    "source/.env": "API_KEY=Zq81mVhT4kLw09XrbbN2\n",
    "themes/mine/layout.ejs": "<%= x %>",
    "scaffolds/post.md": "---\ntitle: {{ title }}\n---\n",
}
SECRET = "Zq81mVhT4kLw09XrbbN2"
