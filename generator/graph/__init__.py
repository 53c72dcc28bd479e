"""Decides which files there will be, and answers what they may read.

In go the site as parsed and its theme; out come `Output`s (`outputs`), and facts about the site
(`facts`), each a pure function of the `Index`. The engine and the checks call it, no other stage.
"""
