"""The page on patterns: how to define one's own style of the entries in a section."""

from __future__ import annotations

from generator.graph.field_values import FORMATS, listed
from generator.model.languages import LANGUAGES, language
from generator.model.site import KINDS
from generator.model.styles import PRESETS
from tools.reference.wording import code, prose, table

EXAMPLE = """
styles:
  # J. Fang and H. Xu, “Title,” in *Proc. ICNP*, 2024, pp. 1–12.
  engineer: >-
    {authors: initials, and}, “{title},” in *Proc. {venue.short}*[, {year}][, pp. {pages}].
  # Jin Fang, Hongli Xu. Title. **ICNP 2024 (CCF-B)**.
  ranked: '{authors}. {title}. **{venue.short} {year}[ ({ranks})]**.'
  # 方缙，徐宏力等. “Title”, **IEEE ICNP（CCF B 类，国际会议）2024**
  chinese: '{authors: native, max 2}. “{title}”, **IEEE {venue.short}（{ranks}，国际会议）{year}**'
  # 2021.9 – 至今　某某大学　软件学院　副教授
  career:
    experience: '{date} | {organization} | {unit} | {role}'
    education: '{date} | {institution} | {unit} | {degree}'
"""
"""Example lines, whose exact output the tests check."""

_SIGNS = (
    (
        "`{title}`",
        "The value of a field. If the record lacks the field, neither the value nor a separator "
        "before it, such as a comma, is printed: `**{organization}**, {location}`.",
    ),
    ("`{venue.short or venue}`", "The first of these fields that has a value."),
    ("`{authors: initials, max 3}`", "A value in one format or several, separated by commas."),
    ("`[, pp. {pages}]`", "A group: the whole group is left out if a field in it is missing. "
    "Groups may contain groups. A missing field removes only the innermost one, and a group of "
    "groups is left out if all of them are."),
    ("`[doi:{doi}|{links.pdf}]`", "A choice: the first part that has all its fields."),
    ("`*{venue}*`, `**{year}**`", "Italics and bold, as in Markdown."),
    ("`{date} | {role}`", "Columns: a bar between spaces, outside of groups. The columns of all "
    "entries line up; a first column with only dates has the same width in all sections of a CV. "
    "If the last column has only dates, it is aligned at the line's end. On phones and in plain "
    "text, spaces separate the columns."),
    ("a new line", "A new line of the entry, below `|-` in YAML; empty lines are left out. In such "
     "entries, text after a bar is aligned at the end of its line. In a group, a new line only "
     "breaks the line within its column."),
    ("`\\[`, `\\]`, `\\{`, `\\}`, `\\*`, `\\|`, `\\\\`", "The sign itself; the same holds for all "
    "signs of Markdown."),
    (r"""`\"`, `\'`""", "A straight mark; plain `\"` and `'` become the quotation marks of the "
    "language."),
)  # fmt: skip


def _typed(key: str) -> list[str]:
    """Return the words that people type for a label in all languages."""
    return [word for code in LANGUAGES for word in language(code).also.get(key, ())]


def patterns_page() -> str:
    """Return the page on patterns."""
    arguments = {"none": "", "text": ' `"…"`', "number": " `3`", "maybe": ' (`"…"`)'}
    formats = [
        (
            f"`{word}`{arguments[spec.argument]}",
            ", ".join(spec.takes) if len(spec.takes) < 7 else "all",
            spec.says,
        )
        for word, spec in FORMATS.items()
    ]
    roles = [
        (f"`{key.removeprefix('role.')}`", "; ".join(_typed(key)))
        for key in language("en").also
        if key.startswith("role.")
    ]
    fields = [
        (f"[{kind}](data.md#{kind})", _code(listed(record))) for kind, record in KINDS.items()
    ]
    return "\n\n".join(
        [
            prose(
                """A pattern defines how the entries of a section are written: the fields and their
                order, the signs between them, what is bold or italic, and what is left out if a
                field is missing. It is Markdown with fields in braces. `content/site.yaml` gives
                patterns their names:"""
            ),
            f"```yaml\n{EXAMPLE.strip()}\n```",
            prose("Sections of pages and CVs use these names:"),
            "```markdown\n:::{publications}\n:style: engineer\n:::\n```",
            prose(
                """Page, PDF and feed print the same words. Your own name is highlighted as
                everywhere, and names and titles keep their links. With a pattern, the options
                `venue`, `year`, `ranks` and `imprint` have no effect; `dates`, `names`,
                `max_authors` and `et_al` apply to `{date}` and `{authors}` without a format.
                Bodies, abstracts and links follow the entry as the section's options say."""
            ),
            "## Signs",
            table(("Sign", "What it means"), list(_SIGNS)),
            prose(
                """Where two pieces meet, no sign is doubled: after *et al.* or a title with a
                question mark, a full stop of the pattern is left out. Values of Markdown fields are
                read as Markdown; plain data is printed as it is."""
            ),
            "## One pattern for each kind or language",
            prose(
                """A style may have several patterns: for a kind of record (`patents`), for a kind
                of those (`journal`), for a language (`zh`), for both (`journal.zh`), and a
                `default`. The pattern of a kind takes precedence over that of a kind of record, and
                that over one of a language. `other` is a kind of papers; other records without a
                `kind` have the pattern of their kind of record. A record without any pattern looks
                as in `style: lines`."""
            ),
            "## Standard styles",
            prose(
                f"""{code(PRESETS)} are built in: `style: ieee` in a section, `citations: ieee` for
                citations in texts. They write papers as the official styles of the Citation Style
                Language (CSL) do: for Chicago, the author-date style; for GB/T 7714, the numeric
                style of 2015. Your own style with the same name replaces one of them. They have
                forms for patents and talks, too; the `speaker` of a talk is you. Other records look
                as in `style: lines`. On Chinese pages, names that the record has in Chinese
                characters stay so, as in `赵功名, FANG J`."""
            ),
            "## Names",
            prose(
                """Two names in Chinese characters are separated by `，`, others by a comma; *and*
                and *et al.* also follow the script of the names beside them, as in
                `方缙，徐宏力等`.""",
                """`and` puts the word before the last name; in English, a comma precedes it if
                there are three names or more. To change this, write `{authors: join "; ", last " &
                "}`.""",
            ),
            "## Roles",
            prose(
                """These words are understood in brackets after a name, and so is the label that
                Masthead prints for the role in any of its languages (`role.…` under
                [Words](site.md#words)). Fields such as `{authors.corresponding}` and
                `{advisors.co-advisor}` print only the people with that role, and `{authors.others}`
                all but you."""
            ),
            table(("Role", "Words"), roles),
            "## Formats",
            table(("Format", "For", "What it does"), formats),
            "## Fields",
            prose(
                """`year`, `month` and `day` are those of the last date of a record. `venue` is the
                venue's full name, or the short name if it has no other. `ranks` are all ranks of
                the venue, in the words of the language (`CCF-B`, `CCF B 类`); `ranks.ccf` is the
                bare rank. The word `rank` changes their form, `rank.cas: "CAS zone {}"` that of one
                scheme, also on cards. If rank and scheme are the same word, as in `ei: EI`, it is
                printed once. A dot and a word give a single value: `dates.granted`, `links.pdf`,
                `bibtex.edition`."""
            ),
            table(("Records", "Fields"), fields),
        ]
    )


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))
