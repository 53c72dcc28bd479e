"""A site in the formats of other programs, one format in each file: BibTeX, CSL-JSON, JSON Resume,
…

These modules turn records into texts, or into trees whose texts are still Markdown; `render` makes
these plain. Only facts and exports call them, and import them when needed.
"""
