"""What a site lists: the records of a career, works, people, and kinds of a site's own.

`career` has `Record`, the fields that all of them share. `parse` decodes each from YAML or BibTeX,
`graph` puts them in order and into words.
"""
