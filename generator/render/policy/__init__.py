"""A page's Content-Security-Policy: what its theme and its author have written, and nothing else.

In go a finished page and the sources that templates, the author's texts and `content_policy` in
site.yaml let in; out come the page with its `<meta>`, and warnings of what that blocks. Nothing is
let in because the finished page holds it, since somebody may have slipped it into a value. Only
`render/page.py` calls `pages`; Markdown and the renderer call the others.
"""
