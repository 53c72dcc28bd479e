"""A page's Content-Security-Policy: what its theme and its author have written, and nothing else.

The finished page has no say in it: that may hold what somebody has slipped into a text, or what a
mistake of a theme lets through. A script or a style in a page runs if a template holds it letter by
letter, or the author's own page; another host is asked if the author's own page names it, or
`content_policy` in site.yaml.
"""
