"""The page on CVs and their PDFs: how to write one, and what a design in Typst gets."""

from __future__ import annotations

from generator.graph.section_checks import CONTACT_FIELDS
from tools.reference.templates import THEME, options_table, packaged_theme
from tools.reference.wording import code, prose, table

_NODES = (
    ('`"words"`', "text"),
    ("`emph`, `strong`, `strike`, `sup`, `sub`", "`c`: what is in it"),
    ("`code`", "`s`: the text"),
    ("`link`", "`url`, `c`"),
    ("`lang`", "`lang`: a language other than the document's, `c`"),
    ("`br`", "a line break"),
    ("`math`", "`tex`, and `c`: the formula's nodes, made from MathML; in a line or as a block"),
    ("`p`, `quote`", "`c`"),
    ("`h`", "`level`, `c`"),
    ("`ul`, `ol`", "`tight`, `c`: a list of blocks for each item; `start` where numbered"),
    ("`dl`", "`c`: of each term its `term` and `defs`"),
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
                `content/cv/resume.yaml`, the page is `/cv/resume/` and the PDF
                `/pdf/resume.pdf`. Its fields are under [cv](data.md#cv), those of its sections
                under [Sections](sections.md).""",
                f"""The contact line takes {code(CONTACT_FIELDS)} and the names of the person's
                links. A field that only the PDF may show, such as a telephone number, is in no
                other file of the site.""",
            ),
            "## Variants\n\n"
            + prose(
                """A CV that `extends` another one says only what is different. A section is named
                by its `id`, or else by the first word of its `of`."""
            ),
            "```yaml\n# content/cv/short.yaml: two pages for an application\nextends: resume\n"
            "fit: 2\nwithout: skills\nchange:\n"
            "  publications: {selected: true, title: Selected publications}\n```",
            prose(
                """`fit` leaves out the least important entries until the PDF fits that many pages:
                those with the lowest `priority` (of the record, or else of its section), and of
                these the oldest ones. An entry is never cut; a warning names what was left out."""
            ),
            "## Fonts\n\n"
            + prose(
                """PDFs are set in fonts that come with Masthead, and in none of the machine's, so
                that they are the same everywhere. Chinese needs a large one, which
                the extra `zh` brings: install Masthead as you did before, with `[zh]` behind its
                path or name. With `[zh-serif]` the classic design has Song type, and Hei where
                it is bold (17 MB more); `[zh-hant-serif]`, `[ja-serif]` and `[ko-serif]` bring
                Ming, Mincho and Myeongjo. Your own fonts go into a folder `fonts/`
                beside `content/`: for characters that a design's font lacks, they come before
                all others, and a design's option `font` names one for all text. Of a collection
                (`.ttc`), the family is taken whose region is that of the CV's language. A
                character that
                no font has is an error at its place, and never an empty box.

                A site that the workflow of `masthead new` deploys has the fonts of `zh`. For
                Song, Ming, Mincho or Myeongjo, add a line to the step that installs Masthead:
                `python -m pip install --no-deps pylopdf-fonts-zh-cn==0.1.1` (`-zh-tw`, `-jp`,
                `-ko`)."""
            ),
            "## Lines and pages\n\n"
            + prose(
                """No line parts `C++`, `pp. 178–189`, a number and its unit, an initial and its
                name, a word with hyphens or a label such as CCF-B, and none is stretched, but for
                Chinese text without long Latin words. A heading, its text and its first entry
                stay together; no page begins or ends with one line of several. Where
                a row of contacts or links is broken, the sign between two of them goes.
                `columns: 2` sets the entries of a section beside each other, on wide pages, too:
                references, say."""
            ),
            "## Designs\n\nA CV names one with `design: modern`, or with options:",
            '```yaml\ndesign:\n  name: modern\n  options: {accent: "#0b5d4f"}\n```',
            *designs,
            "## A design of your own\n\n"
            + prose(
                f"""A file `themes/{THEME}/cv/NAME.typ` in your project is a further design, once
                `theme.yaml` there names it under `cv:`. It is a program in
                Typst, a typesetting language. It can import and read all files of the theme's
                `cv/` by their names, and nothing else: no other file, and no package of Typst's.
                `json(bytes(sys.inputs.document))` is the CV: its
                texts as nodes, which `parts.typ` and its neighbours turn into content. No text is
                ever read as Typst's markup. `photo` is the photo, where the CV has one;
                `beside-photo` of `parts.typ` sets a heading beside it."""
            ),
            table(("Node `t`", "Holds"), list(_NODES)),
        ]
    )
