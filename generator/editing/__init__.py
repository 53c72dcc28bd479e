"""`masthead edit`: the preview with a panel beside it, in which a person edits records and pages.

`server.py` answers the panel's script and knows who may ask. `records.py` finds records in their
files, `saving.py` changes them, `uploads.py` takes files. It composes the preview, the check and
the sync, and only the command calls it.
"""
