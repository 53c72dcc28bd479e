"""What Typst makes: the PDFs of CVs, and social cards as PNGs.

In go a view and the files of a theme's design, out come bytes or problems at the author's places.
Typst is imported when something of that is stale, and not before. Only what renders outputs calls
this.
"""
