"""The table of facts: named values that an output may read.

A fact is a function of the index, a language and words. Its value is digested and noted with the
output, so facts are small: a menu holds titles and addresses, and an edit of a body does not touch
the pages that show the menu. Only the engine calls facts, by name.
"""

# Each of these modules enters its facts in FACTS when it is imported.
from generator.graph import cvs, pictures  # noqa: F401
from generator.graph.facts import (  # noqa: F401
    machine_facts,
    record_facts,
    site_facts,
)
from generator.graph.index import FACTS

__all__ = ["FACTS"]
