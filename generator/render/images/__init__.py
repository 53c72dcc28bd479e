"""Pictures: the bytes of their smaller copies, and the HTML that shows them.

In go a picture's source, or a PDF's, and the copy that is wanted; out come its bytes. Pillow and
PDFium are imported when a copy must be made, and not before. The engine asks for copies, what
renders pages for the HTML.
"""
