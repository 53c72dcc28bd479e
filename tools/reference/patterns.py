"""The page on patterns: how to define one's own style of the entries in a section."""

from __future__ import annotations

from generator.graph.patterns.values import FORMATS, listed
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
        "The value of a field. Where the record lacks it, nothing is printed, nor is a comma or "
        "another separator before it: `**{organization}**, {location}`.",
    ),
    ("`{venue.short or venue}`", "The first of some fields that has a value."),
    ("`{authors: initials, max 3}`", "A value in a format, or in several, with commas."),
    ("`[, pp. {pages}]`", "A group: it vanishes as a whole when a field in it is missing. Groups "
     "may stand in groups; a missing field takes only the innermost with it, and a group of groups "
     "vanishes with the last of them."),
    ("`[doi:{doi}|{links.pdf}]`", "A choice: the first part that lacks no field."),
    ("`*{venue}*`, `**{year}**`", "Italics and bold, as in Markdown."),
    ("`{date} | {role}`", "Columns: a bar between blanks, outside of groups. Those of all "
     "entries line up, and where the first holds dates alone, in all sections of a CV; dates "
     "alone in the last one stand where lines end. On phones and in plain text, blanks part "
     "them."),
    ("a new line", "A new line of the entry, below `|-` in YAML; one in which nothing is printed "
     "is left out. What follows a bar then stands at the end of its line. In a group it only "
     "breaks the line of its column."),
    ("`\\[`, `\\]`, `\\{`, `\\}`, `\\*`, `\\|`, `\\\\`", "The sign itself; so for all signs of "
     "Markdown."),
    (r"""`\"`, `\'`""", "A straight mark, where `\"` and `'` become those of the language."),
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
                """A pattern says how the entries of a section are written: which fields in which
                order, what stands between them, what is bold or italic, what vanishes with a
                missing field. It is Markdown with fields in braces. Patterns have names,
                which stand in `content/site.yaml`:"""
            ),
            f"```yaml\n{EXAMPLE.strip()}\n```",
            prose("Sections of pages and CVs use them by name:"),
            "```markdown\n:::{publications}\n:style: engineer\n:::\n```",
            prose(
                """Page, PDF and feed print the same words. Your own name is set
                apart as everywhere, and names and titles keep their links. The options `venue`,
                `year`, `ranks` and `imprint` have no effect beside a pattern; `dates`, `names`,
                `max_authors` and `et_al` say how `{date}` and `{authors}` are written without
                a format. Bodies, abstracts and links follow as the section says."""
            ),
            "## Signs",
            table(("Sign", "What it means"), list(_SIGNS)),
            prose(
                """Where two pieces meet, no sign stands twice: behind *et al.* or a title with a
                question mark, a full stop of the pattern is left out. A value is Markdown where the
                field is Markdown, and stays as it is where it is plain data."""
            ),
            "## One pattern for each kind or language",
            prose(
                """A style may have several patterns: for a kind of record (`patents`), for a kind
                of those (`journal`), for a language (`zh`), for both (`journal.zh`), and a
                `default`. The pattern of a kind goes before that of a kind of record, and that
                before one of a language. `other` is a kind of papers: what is no paper and names
                no kind has that of its kind of record. A record for which there is none looks as
                with `style: lines`."""
            ),
            "## Styles of the field",
            prose(
                f"""{code(PRESETS)} are there already: `style: ieee` in a section, `citations: ieee`
                for what texts cite. They write papers as the official styles of the Citation Style
                Language (CSL) do; Chicago's is the author-date one, that of
                GB/T 7714 the numeric one of 2015. A style of yours with the same name takes its
                place. Patents and talks have forms there, too; a talk's `speaker` is you. Other
                records look as with `style: lines`. On Chinese pages a name that stands in Chinese
                characters in the record stays so, as in `赵功名, FANG J`."""
            ),
            "## Names",
            prose(
                """Between two names in Chinese characters stands `，`, between others a comma;
                *and* and *et al.* follow the script of the names beside them, too, as in
                `方缙，徐宏力等`.""",
                """`and` puts the word before the last name; English has a comma before it where
                there are three. Say it otherwise with `{authors: join "; ", last " & "}`.""",
            ),
            "## Roles",
            prose(
                """These words are understood in brackets behind a name, and the label that
                Masthead prints for the role in any of its languages (`role.…` under
                [Words](site.md#words)). Fields such as `{authors.corresponding}` and
                `{advisors.co-advisor}` print the people of one role alone, and
                `{authors.others}` all but you."""
            ),
            table(("Role", "Words"), roles),
            "## Formats",
            table(("Format", "For", "What it does"), formats),
            "## Fields",
            prose(
                """`year`, `month` and `day` are those of the last date of a record; `venue` is the
                venue's full name, or the short one where it has no other. `ranks` are all ranks of
                the venue, in the words of the language (`CCF-B`, `CCF B 类`; the word `rank`
                changes it, and `rank.cas: "CAS zone {}"` is that of one scheme, on cards, too;
                where rank and scheme are one word, as in `ei: EI`, it stands once); `ranks.ccf` is
                the bare one. With a dot and a word come single values: `dates.granted`,
                `links.pdf`, `bibtex.edition`."""
            ),
            table(("Records", "Fields"), fields),
        ]
    )


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))
