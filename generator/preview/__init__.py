"""`masthead preview`: builds a site, serves it, and rebuilds it when the author changes it.

It shows pages in the browser and lines in the terminal, and never writes to `_site/`. The
command calls `session.preview`; `masthead edit` adds its panel.
"""
