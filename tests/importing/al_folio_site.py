"""A site of al-folio that has each feature of its table once. All of it is invented."""

from tests.importing.conftest import PNG, Files

FILES: Files = {
    "_config.yml": """\
title: blank
first_name: Tess
middle_name: Q.
last_name: Tester
email: tess@tess-example.org
description: >
  About tests.
lang: en
url: https://tess.github.io
baseurl: /home
github_username: tess
scholar_userid: AbCdEfGhIJKL
orcid_id: 0000-0002-1825-0097
google_analytics: G-ABCDEF1234
favourite_colour: green
permalink: /blog/:year/:title/
scholar:
  last_name: [Tester]
  first_name: [Tess, T.]
  bibliography: papers.bib
collections:
  news:
    output: true
  projects:
    output: true
    permalink: /projects/:path/
  books:
    output: true
    permalink: /books/:path/
""",
    "_bibliography/papers.bib": """\
---
---
@inproceedings{tester2024one,
  title = {One Test},
  author = {Tester, Tess and Other, Ann},
  booktitle = {Conference of Tests},
  year = {2024},
  selected = {true},
  preview = {one.png}
}
""",
    "assets/img/publication_preview/one.png": PNG,
    "_pages/about.md": """\
---
layout: about
title: about
permalink: /
subtitle: <b>Tester</b> at the <a href='https://example.org'>University of Tests</a>
profile:
  image: me.png
  more_info: <p>Room 5</p><p>Test Street</p>
announcements:
  enabled: true
selected_papers: true
---

I test {{ site.first_name }}'s things. See [papers]({{ '/publications/' | relative_url }}) and {% cite tester2024one --prefix a %}.
{: .lead}

A formula $$a_b$$ in a line.
""",
    "assets/img/me.png": PNG,
    "_pages/publications.md": '---\nlayout: page\npermalink: /publications/\ntitle: publications\nnav: true\n---\n\n<div class="publications">\n\n{% bibliography %}\n\n</div>\n',
    "_pages/projects.md": '---\nlayout: page\ntitle: projects\npermalink: /projects/\n---\n\nWhat I do.\n\n<div class="projects">\n{% for project in site.projects %}\n{% include projects.liquid %}\n{% endfor %}\n</div>\n',
    "_pages/blog.md": "---\nlayout: default\npermalink: /blog/\ntitle: blog\npagination:\n  enabled: true\n---\n{% for post in paginator.posts %}{{ post.title }}{% endfor %}\n",
    "_pages/_hidden.md": "---\ntitle: hidden\n---\nHidden.\n",
    "_news/inline.md": "---\ndate: 2024-05-01 10:00:00-0400\ninline: true\n---\n\nA [paper](/publications/) was accepted :tada:\n",
    "_news/long.md": "---\ndate: 2024-06-01\ninline: false\ntitle: A long story\n---\n\nIt is told here.\n",
    "_projects/one.md": """\
---
layout: page
title: Project One
description: The first.
img: assets/img/me.png
importance: 2
category: work
---

<div class="row">
  <div class="col-sm mt-3">
    {% include figure.liquid loading="eager" path="assets/img/me.png" title="A picture" class="img-fluid" %}
  </div>
  <div class="col-sm mt-3">
    {% include figure.liquid
       path='assets/img/me.png' caption='With a caption' %}
  </div>
</div>
<div class="caption">Both of me.</div>

> A tip.
{: .block-tip }
""",
    "_projects/zero.md": "---\ntitle: Project Zero\ndescription: Short.\nimportance: 1\nredirect: https://example.org/zero\n---\n",
    "_books/good.md": "---\ntitle: A good book\nrating: five\n---\nIt is good.\n",
    "_posts/2024-01-02-Some-Post.md": """\
---
layout: post
title: Some Post
date: 2024-01-02 23:00:00
tags: ros ble
categories: notes
redirect_from: [/old/post/, /old.pdf]
---

{% assign word = "assigned" %}It was {{ word }}, {{ page.title | upcase }}, {{ nothing.at.all }}.

See [the post before]({% post_url 2023-03-04-older %}).

{% details Click here %}
Unfolded.
{% enddetails %}

{% highlight python %}
print("{{ not evaluated }}")
{% endhighlight %}

{% raw %}{{ shown }}{% endraw %}

{% tabs group %}

<div markdown="1">
*Read* as Markdown.
</div>
""",
    "_posts/2023-03-04-older.md": "---\ntitle: Older\n---\nAn old post.\n\n$$\nx = 1\n$$\n",
    "_data/coauthors.yml": '"other":\n  - firstname: ["Ann", "A."]\n    url: https://example.org/ann\n',
    "_data/venues.yml": '"ConfT":\n  url: https://example.org/conf\n  color: "#ff0000"\n',
    "_data/cv.yml": """\
- title: General Information
  type: map
  contents:
    - name: Date of Birth
      value: 1 January 1990
- title: Education
  type: time_table
  contents:
    - title: PhD
      institution: University of Tests
      year: 2019 - 2024
      description:
        - Thesis on tests.
- title: Honors and Awards
  type: time_table
  contents:
    - year: 2020
      items:
        - A prize.
""",
    "_layouts/about.liquid": "x",
    "_sass/_base.scss": "x",
    "assets/css/main.scss": "x",
    "assets/pdf/paper.pdf": b"%PDF-1.4\n",
    "Gemfile": "x",
}
