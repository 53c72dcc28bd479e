"""The table of facts: named values that an output may read.

A fact is a function of the index, a language and further arguments. The engine calls it by its name
and notes the digest of its value for the output. So a fact should hold no more than its readers
show: a menu has only titles and addresses, so that an edit of one page's text makes no other page
stale.
"""

# Each of these modules registers its facts when it is imported.
from generator.graph import cvs, pictures  # noqa: F401
from generator.graph.facts import machine_facts, record_facts, site_facts  # noqa: F401
from generator.graph.index import ENTERED as FACTS
from generator.graph.index import FOR_TEMPLATES

__all__ = ["FACTS", "FOR_TEMPLATES"]
