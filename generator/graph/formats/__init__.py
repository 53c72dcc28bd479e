"""What other programs read of a site, one format in each file: BibTeX, CSL-JSON, JSON Resume, …

In go records and the index; out come texts, or trees whose texts are still Markdown, which
`render` makes plain. Only the facts call it, and they import it when they need it.
"""
