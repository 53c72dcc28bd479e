"""A site of academicpages that has each feature of its table once. All of it is invented."""

from tests.importing.conftest import PNG, Files

FILES: Files = {
    "_config.yml": """\
title: "Tess Tester / Tests"
name: &name "Tess Tester"
url: "https://tess.github.io"
baseurl: ""
repository: "tess/tess.github.io"
description: &description "tests<br/>of tests"
favourite: "colour"
author:
  avatar: "me.png"
  name: "Tess Tester"
  pronouns: "they/them"
  bio: "I <b>test</b>."
  location: "Testville"
  employer: "University of Tests"
  googlescholar: "https://scholar.google.com/citations?user=AbC"
  github: "tess"
google_site_verification: "3hdu0GcCfjZ6WbPpApjcdcEGjsCPDcDn1QLtBm"
analytics:
  provider: "google-analytics-4"
collections:
  publications: {output: true, permalink: /:collection/:path/}
  talks: {output: true, permalink: /:collection/:path/}
  teaching: {output: true, permalink: /:collection/:path/}
  portfolio: {output: true, permalink: /:collection/:path/}
""",
    "_data/navigation.yml": 'main:\n  - title: "Papers"\n    url: /publications/\n  - title: "Gone"\n    url: /gone/\n',
    "_pages/about.md": "---\npermalink: /\ntitle: About\nauthor_profile: true\nredirect_from:\n  - /about/\n  - /wordpress/?p=65\n---\n\nI test.\n",
    "_pages/publications.html": '---\nlayout: archive\ntitle: "Publications"\npermalink: /publications/\nauthor_profile: true\n---\n\n{% if site.author.googlescholar %}\n  <div>You can also find them on <a href="{{site.author.googlescholar}}">Scholar</a>.</div>\n{% endif %}\n\n{% include base_path %}\n\n{% for post in site.publications reversed %}\n  {% include archive-single.html %}\n{% endfor %}\n',
    "_pages/talks.html": '---\nlayout: archive\ntitle: "Talks"\npermalink: /talks/\n---\n{% for post in site.talks reversed %}\n  {% include archive-single-talk.html %}\n{% endfor %}\n',
    "_pages/year-archive.html": '---\nlayout: archive\npermalink: /year-archive/\ntitle: "Blog"\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}\n',
    "_publications/2020-one.md": """\
---
title: "One Test"
collection: publications
category: manuscripts
permalink: /articles/2020-one/
redirect_from: /publications/old-one/
excerpt: 'About one test.'
date: 2020-10-01
venue: 'Journal of Tests'
paperurl: 'https://example.org/one.pdf'
citation: 'Tester, T., Other, A. B., and Third, Cee. (2020). &quot;One Test.&quot; <i>Journal of Tests</i>. 1(1).'
---

<a href='https://example.org/one.pdf'>Download paper here</a>

Abstract: We test H<sub>2</sub>O.
""",
    "_publications/2021-two.md": "---\ntitle: Two Tests\ndate: 2021-01-01\nvenue: Conference of Tests\ncategory: conferences\ncitation: 'nobody knows'\n---\n",
    "_talks/2019-talk.md": '---\ntitle: "A Talk"\ncollection: talks\ntype: "Round table"\npermalink: /talks/2019-talk\nvenue: "Testing Days"\ndate: 2019-05-01\nlocation: "Testville"\n---\n\nWith [slides](/files/slides.pdf) and a [dead link](/nothing/).\n',
    "_talks/2018-hidden.md": "---\ntitle: Hidden\npublished: false\ndate: 2018-01-01\n---\n",
    "_teaching/2022-course.md": "---\ntitle: 'TST 106E: Testing (Fall 2022)'\ncollection: teaching\ntype: Course\npermalink: /teaching/course/\nvenue: University of Tests\nlocation: Testville\ndate: 2022-09-01\n---\n\n# Syllabus\n\nLong.\n",
    "_portfolio/thing.md": '---\ntitle: "A Thing"\nexcerpt: "Short words<br/>and more."\ncollection: portfolio\nredirect_to: https://example.org/thing\n---\n',
    "_posts/2012-08-14-post.md": "---\ntitle: 'A Post'\ndate: 2012-08-14\npermalink: /posts//2012/08/post/\ntags:\n  - one\n---\n\n<a name=\"part\"></a>\n\nSee [two](/publications/2021-two/).\n",
    "_drafts/draft.md": "---\ntitle: Draft\n---\nNot yet.\n",
    "images/me.png": PNG,
    "files/slides.pdf": b"%PDF-1.4\n",
    "_includes/author-profile.html": "x",
    "talkmap.py": "x",
    "markdown_generator/talks.tsv": "x",
}
