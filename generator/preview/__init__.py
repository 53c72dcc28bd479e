"""`masthead preview`: builds a site, serves it, and follows the author's changes.

Pages in the browser and lines in the terminal come out, and nothing gets into `_site/`. Only the
command calls this package: `session.preview`.
"""
