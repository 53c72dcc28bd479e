"""Pictures: the bytes of their smaller copies, and the HTML that shows them.

A picture or a PDF and the wanted copy go in, its bytes come out; or the view of a picture goes in,
and HTML comes out. Pillow and PDFium are imported only when a copy must be made. The engine calls
it for copies, and `render/text.py` for the HTML.
"""
