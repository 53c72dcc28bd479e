"""Turns a site or a CV made for another program into a Masthead site, and says what changed.

`import_site.py` is what others call. A source (`sources/`) reads a `SourceTree` and fills a
`SitePlan`; `texts/` converts what people wrote; `plan.site_files` makes files of it, `judge.py`
builds them and compares the result with the old site, `report.py` writes down what became of all.
Nothing of a source is run, no link of it is followed, and no other machine is asked.
"""
