"""The table of named values that a template may read.

Each is a pure function of the index, a language and words. What a template asks for is noted
with the digest of the answer, so facts are small: a menu holds titles and addresses, and editing
a body does not touch the pages that show the menu.
"""

from generator.graph.facts import (
    cvs,
    image_facts,
    machine_facts,
    page_facts,
    record_facts,
    site_facts,
)
from generator.graph.facts.registry import FACTS

__all__ = [
    "FACTS",
    "cvs",
    "image_facts",
    "machine_facts",
    "page_facts",
    "record_facts",
    "site_facts",
]
