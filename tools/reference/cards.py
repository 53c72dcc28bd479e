"""The page on social cards: how to have them, and what a design in Typst gets."""

from __future__ import annotations

from generator.model.text import fields_of
from generator.model.views.document_views import CardView
from tools.reference.docstrings import field_docstrings
from tools.reference.wording import prose, table

_FORMS = {
    "kind": '`"home"`, `"page"`, `"post"`, `"publication"` or `"cv"`',
    "title": "nodes",
    "authors": "a list of `name`, `is_self`, `is_others`, `lang` (where it is another script)",
    "venue": "`full` (nodes), `short`, `year`, `badge`; or none",
    "role": "nodes",
    "affiliation": "nodes",
    "options": "a dictionary",
}
"""How a field is written in the document; others are texts."""


def cards_page() -> str:
    """Return the page on social cards."""
    docs = field_docstrings(CardView)
    rows = [(f"`{name}`", _FORMS.get(name, "text"), docs[name]) for name in fields_of(CardView)]
    rows.append(("`fonts`", "a list", "Families for what the design's own fonts lack: the site's "
                 "own, then the one for Chinese."))  # fmt: skip
    return "\n\n".join(
        [
            prose(
                """With one line in `content/site.yaml`, each page, post, paper and CV gets a
                picture that chats and networks show where its link is shared. It is drawn in the
                theme's style when the site is built, and again only when what it shows has
                changed.""",
            ),
            "```yaml\nurl: https://jin.example.org/\ncards: true\n```",
            prose(
                """The site needs its `url`, since other sites load a card by its full URL. The card
                of `/publications/goat/` is `/publications/goat/card.png`, that of `/flat.html` is
                `/flat-card.png`. A page with an `image` in its front matter shows that and has no
                card; a file of yours at a card's address, as `static/publications/goat/card.png`,
                replaces it. Lists, tags and the search show the card of the home in their language.
                A preview draws none.""",
                """Chinese needs its font, as in [CVs](cv.md#fonts); your
                own go into `fonts/`. Characters that no font has are left out. Where less than half
                of the letters of a title are left, the card shows the venue instead, or the name,
                or the site's title. One warning for the whole site says that this has happened.""",
            ),
            "## A design of your own\n\n"
            + prose(
                """A theme draws cards by `cards/card.typ`; a file of that name in your project's
                `themes/broadsheet/` takes the place of Broadsheet's. It is a program in Typst that
                makes one page of 600 by 315 points, which become 1200 by 630 pixels. It may use all
                files of the theme's `cards/`, and the `.typ` files of `cv/` that it imports by a
                name in quotation marks, as `"../cv/nodes.typ"`, which turns nodes into content (see
                [CVs](cv.md#a-design-of-your-own)); no other files, and no packages.
                `json(bytes(sys.inputs.document))` is what to show:"""
            ),
            table(("Field", "Is", "What it is"), rows),
            prose(
                """Titles can be long, and can have no spaces: measure them, and shrink or cut them,
                as Broadsheet's design does. A second page is an error."""
            ),
        ]
    )
