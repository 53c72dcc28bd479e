"""What a template reads: records, pages and lists as one page shows them.

A view is a record after its section's style and the page's language have been applied. Nothing
in it has to be chosen, sorted or formatted any more, so the HTML theme and the PDF print the
same words. Texts stay Markdown; the filters `inline`, `blocks` and `plain` render them. `graph`
makes views, templates and Typst's designs read them.
"""

import msgspec


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Base of all views."""
