"""A page's Content-Security-Policy: the site's own files, what its author has written, no more.

In go a finished page and the sources that the author's texts and `content_policy` in site.yaml let
in; out come the page with its `<meta>`, and warnings of what that blocks. Nothing is let in because
the finished page holds it, since somebody may have slipped it into a value. `render/page.py` calls
`pages`; Markdown calls `sources`.
"""
