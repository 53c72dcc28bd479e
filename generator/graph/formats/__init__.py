"""What other programs read of a site, one format in each file: BibTeX, CSL-JSON, JSON Resume, …

These modules turn records and the index into texts, or into trees whose texts are still Markdown;
`render` makes those plain. Only facts and exports call them, and import them when they need them.
"""
