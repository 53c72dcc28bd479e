"""Site -> the files that will be written, and how each is made; nothing is drawn here.

`whole_site.py` lists them all, with what the other two add: pictures, and what programs read.
"""
