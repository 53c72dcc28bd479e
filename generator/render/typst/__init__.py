"""What Typst makes: the PDFs of CVs, and social cards as PNGs.

In go a view and the files of a theme's design; out come bytes, or problems at the author's places.
Typst is imported only when one of them is stale. `render/renderer.py` and `render/page.py` call it.
"""
