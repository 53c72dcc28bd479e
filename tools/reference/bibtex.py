"""The tables of the BibTeX reader -> a section of the reference."""

from __future__ import annotations

from generator.parse.bib.publication import LINKS, SOURCES
from tools.reference.wording import code, prose, table


def bibtex_section() -> str:
    """Return the section on what `publications.bib` may hold, and where its fields go."""
    sources = {name: list(fields) for name, fields in SOURCES.items()}
    kinds: dict[str, list[str]] = {}
    for field, kind in LINKS.items():
        kinds.setdefault(f"links.{kind}", []).append(field)
    rows = [(f"`{name}`", code(fields)) for name, fields in (sources | kinds).items()]
    about = prose(
        """Papers may also stand in `content/publications.bib`, or in any `.bib` of the folder
        `content/publications/`, instead of YAML or beside it. The key is the `id`, unless a field
        `id` gives another, and the type of the entry gives the `kind`. Understood are `@string`,
        `#`, `crossref`, `xdata`, names in all forms of BibTeX and biblatex, groups in braces, `and
        others`, LaTeX's accents and formulas. A command or formula that is not known is shown as it
        is written, and told.""",
        """Every entry is a paper, also a volume that chapters name as `crossref`. Left out are
        `@xdata`, `@set` (its members are there) and those with `options = {skipbib}` or
        `{dataonly}`. A chapter gets what it lacks from its volume, but none of its links,
        identifiers, abstract or keywords.""",
        """A venue that `venues.yaml` has by its id or a name becomes that venue. al-folio's
        `abbr` is the short name of the venue. A bare file's name is looked for under `static/`,
        `static/pdf/`, `static/assets/pdf/` and `static/assets/html/`. Fields that are not in the
        table are kept under `bibtex`, and so is a title whose LaTeX braces keep capitals.""",
        """Signs behind a name mean roles, as in YAML (`Fang*, Jin`): see `marks` in
        [site.yaml](site.md). Other marks are reported and left out.""",
        """The file is often not yours to mend, so what is wrong with an entry is a warning: one
        without a title or a key is left out, a URL without a scheme gets `https://`, a link that
        leads nowhere is not shown. Only braces and quotation marks that are never closed stop the
        build. A work that is also in YAML (by its id, its DOI, or its title and year) is an
        error.""",
        """The site offers all publications as `/publications.bib`,
        `/publications/ID.bib` and `/publications.json` (CSL-JSON), and the records that its pages
        show as `/resume.json` (JSON Resume). A file of your own at one of these addresses under
        `static/` replaces it.""",
    )
    head = "## Publications in BibTeX"
    return f"{head}\n\n{about}\n\n{table(('Field', 'From the fields'), rows)}"
