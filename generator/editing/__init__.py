"""`masthead edit`: the preview beside a panel in which a person edits records and pages.

`server.py` answers the panel's script and checks who asks. `records.py` finds records in their
files, `saving.py` changes them, `uploads.py` receives files. The package combines the preview, the
check and the sync, and only the command calls it.
"""
