"""The table of facts: named values that an output may read.

In go the index, a language and words; out comes a value that is digested and noted with the output.
So facts are small: a menu holds titles and addresses, and an edit of a body does not touch the
pages that show the menu. The engine looks them up by name; nobody else calls them.
"""

# Each of these files enters its facts in FACTS when it is imported.
from generator.graph.facts import (  # noqa: F401
    cvs,
    image_facts,
    machine_facts,
    page_facts,
    page_of_record_facts,
    record_facts,
    search_facts,
    site_facts,
)
from generator.graph.facts.registry import FACTS

__all__ = ["FACTS"]
