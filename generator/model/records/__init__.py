"""The records that a site lists: of a career, works, people, and kinds that a site declares.

`career` has `Record`, with the fields that all records share. `parse` decodes records from YAML or
BibTeX; `graph` sorts them and puts them into words.
"""
