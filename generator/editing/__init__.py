"""`masthead edit`: the preview beside a panel in which a person edits records and pages.

`server.py` checks who asks and receives files, `answers.py` answers the panel's script.
`records.py` finds records in their files, `saving.py` changes them. The package combines the
preview, the check, the sync and the publisher, and only the command calls it.
"""
