"""What Typst makes: the PDFs of CVs, and social cards as PNGs.

It takes a view and the files of a theme's design, and returns bytes, or problems at the author's
places. Only `render/renderer.py` calls it, and imports Typst when one of them is stale.
"""
