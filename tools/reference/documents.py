"""The pages on CVs and on social cards: how to enable them, and the data for Typst designs."""

from __future__ import annotations

from generator.graph.section_checks import CONTACT_FIELDS
from generator.model.site_views import CardView
from generator.model.text import fields_of
from tools.reference.structs import field_docstrings
from tools.reference.templates import THEME, options_table, packaged_theme
from tools.reference.wording import code, prose, table

_NODES = (
    ('`"words"`', "text"),
    ("`emph`, `strong`, `strike`, `sup`, `sub`", "`c`: the contents"),
    ("`code`", "`s`: the text"),
    ("`link`", "`url`, `c`"),
    ("`lang`", "`lang`: a language other than the document's, `c`"),
    ("`br`", "a line break"),
    ("`math`", "`tex`, and `c`: the formula's nodes, made from MathML; in a line or as a block"),
    ("`p`, `quote`", "`c`"),
    ("`h`", "`level`, `c`"),
    ("`ul`, `ol`", "`tight`, `c`: a list of blocks for each item; `start` if numbered"),
    ("`dl`", "`c`: `term` and `defs` of each term"),
    ("`pre`", "`s`, `lang`"),
    ("`table`", "`align`, `head`, `rows`"),
    ("`svg`", "`s`: a drawing, such as a QR code; `alt`"),
    ("`hr`", "a rule"),
)
_CARD_FIELDS = {
    "kind": '`"home"`, `"page"`, `"post"`, `"publication"` or `"cv"`',
    "title": "nodes",
    "authors": "a list of `name`, `is_self`, `is_others`, `lang` (if it is another script)",
    "venue": "`full` (nodes), `short`, `year`, `badge`; or none",
    "role": "nodes",
    "affiliation": "nodes",
    "options": "a dictionary",
}
"""The form of a card's field in its document; other fields are texts."""


def cv_page() -> str:
    """Return the page on CVs."""
    theme = packaged_theme(THEME)
    designs = [
        f"### {name}\n\n{spec.description}\n\n{options_table(spec.options)}"
        for name, spec in theme.designs.items()
    ]
    return "\n\n".join(
        [
            prose(
                """Each file in `content/cv/` makes a page and a PDF from your records: with
                `content/cv/resume.yaml`, the page is `/cv/resume/` and the PDF `/pdf/resume.pdf`.
                Its fields are described in [cv](data.md#cv), those of its sections in
                [Sections](sections.md).""",
                f"""The contact line takes {code(CONTACT_FIELDS)} and the names of the person's
                links. A field that only the PDF may show, such as a telephone number, appears in no
                other file of the site.""",
            ),
            "## Variants\n\n"
            + prose(
                """A CV that `extends` another one has only the differences. A section's name is its
                `id`, or else the first word of its `of`."""
            ),
            "```yaml\n# content/cv/short.yaml: two pages for an application\nextends: resume\n"
            "fit: 2\nwithout: skills\nchange:\n"
            "  publications: {selected: true, title: Selected publications}\n```",
            prose(
                """`fit` leaves out the least important entries until the PDF fits that many pages:
                those with the lowest `priority` (of the record, or else of its section), and among
                these, the oldest first. An entry is never cut. A warning names the entries that
                were left out."""
            ),
            "## Fonts\n\n"
            + prose(
                """PDFs use the fonts that come with Masthead, and none of your machine's, so they
                look the same everywhere. The font for Chinese is large and comes with the extra
                `zh`: install Masthead as before, with `[zh]` after its path or name. With
                `[zh-serif]`, the classic design uses Song type, and Hei for bold text (17 MB more);
                `[zh-hant-serif]`, `[ja-serif]` and `[ko-serif]` add Ming, Mincho and Myeongjo. Put
                your own fonts into a folder `fonts/` beside `content/`. They are the first choice
                for characters that a design's font lacks, and a design's option `font` uses one for
                all text. In a collection (`.ttc`), Masthead uses the family for the region of the
                CV's language. A character that no font has is an error with its place, and never an
                empty box. The workflow of `masthead new` installs the fonts of `zh`. For Song,
                Ming, Mincho or Myeongjo, add a line to the step that installs Masthead: `python -m
                pip install --no-deps pylopdf-fonts-zh-cn==0.1.1` (`-zh-tw`, `-jp`, `-ko`)."""
            ),
            "## Lines and pages\n\n"
            + prose(
                """Lines never break inside `C++`, `pp. 178–189`, a word with hyphens or a label
                such as CCF-B, between a number and its unit, or between an initial and its name.
                Lines are justified only in Chinese text without long Latin words. A heading, its
                text and its first entry stay together, and no page begins or ends with a single
                line of a paragraph. If a row of contacts or links breaks, the sign between the two
                is left out. `columns: 2` sets the entries of a section in two columns, also on wide
                web pages; this suits references."""
            ),
            "## Designs\n\nA CV chooses a design with `design: modern`, or with options:",
            '```yaml\ndesign:\n  name: modern\n  options: {accent: "#0b5d4f"}\n```',
            *designs,
            "## A design of your own\n\n"
            + prose(
                f"""A file `themes/{THEME}/cv/NAME.typ` in your project is a further design if
                `theme.yaml` there names it under `cv:`. It is a program in Typst, a typesetting
                language. It can import and read all files in the theme's `cv/` by their names, but
                no other files and no packages of Typst. `json(bytes(sys.inputs.document))` is the
                CV, with its texts as nodes; `parts.typ` and the files beside it turn nodes into
                content. Texts are never read as Typst markup. `photo` is the photo, if the CV has
                one; `beside-photo` in `parts.typ` sets a heading beside it."""
            ),
            table(("Node `t`", "Holds"), list(_NODES)),
        ]
    )


def cards_page() -> str:
    """Return the page on social cards."""
    docs = field_docstrings(CardView)
    rows = [
        (f"`{name}`", _CARD_FIELDS.get(name, "text"), docs[name]) for name in fields_of(CardView)
    ]
    rows.append(("`fonts`", "a list", "Font families for characters that the design's fonts lack: "
    "the site's own, then the one for Chinese."))  # fmt: skip
    return "\n\n".join(
        [
            prose(
                """With one line in `content/site.yaml`, each page, post, paper and CV gets a
                picture that chats and social networks show with a shared link. It is drawn in the
                theme's style when the site is built, and again only if its content has changed.""",
            ),
            "```yaml\nurl: https://jin.example.org/\ncards: true\n```",
            prose(
                """The site needs a `url`, since other sites load a card by its full URL. The card
                of `/publications/goat/` is `/publications/goat/card.png`, that of `/flat.html` is
                `/flat-card.png`. A page with an `image` in its front matter shows that and has no
                card. Your own file at a card's address, such as
                `static/publications/goat/card.png`, replaces the card. Lists, tags and the search
                show the card of the home page in their language. A preview draws no cards.""",
                """Chinese needs its font, as in [CVs](cv.md#fonts); put your own fonts into
                `fonts/`. Characters that no font has are left out. If less than half of the letters
                of a title remain, the card shows the site's host instead. One warning for the whole
                site reports this.""",
            ),
            "## A design of your own\n\n"
            + prose(
                """A theme draws cards with `cards/card.typ`; a file of that name in your project's
                `themes/broadsheet/` replaces that of Broadsheet. It is a program in Typst that
                makes one page of 600 by 315 points (1200 by 630 pixels). It may use all files in
                the theme's `cards/`, and `.typ` files in `cv/` if it imports them by a name in
                quotation marks, such as `"../cv/nodes.typ"`; this file turns nodes into content
                (see [CVs](cv.md#a-design-of-your-own)). It may use no other files and no packages.
                `json(bytes(sys.inputs.document))` is the content of the card:"""
            ),
            table(("Field", "Is", "What it is"), rows),
            prose(
                """Titles can be long, and can have no spaces: measure them, and shrink or cut them,
                as the design of Broadsheet does. A second page is an error."""
            ),
        ]
    )
