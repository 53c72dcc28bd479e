"""The programs that sites come from, a file for each; `source.py` says what each answers."""
