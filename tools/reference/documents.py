"""The page on CVs: how to enable them, and the data for Typst designs."""

from __future__ import annotations

from generator.graph.section_checks import CONTACT_FIELDS
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
    ("`hr`", "a rule"),
)


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
