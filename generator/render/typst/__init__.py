"""Makes the PDFs of CVs with Typst.

It turns a view and the files of a theme's design into bytes, or into problems with places in the
author's files. Only `render/renderer.py` calls it. Typst is imported when a PDF is stale.
"""
