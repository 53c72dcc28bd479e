"""Formulas: TeX between dollars -> MathML, or plain words where no formula can stand.

`rules.py` finds them in Markdown, `mathml.py` converts them. Only `markdown/` and caches call it.
"""
