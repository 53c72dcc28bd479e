"""The list of the pages in `docs/reference/`, and the code of those on the site, sections, kinds
and sync."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generator.graph.query import SORTABLE
from generator.model.config import (
    CheckSettings,
    Config,
    MarkdownSettings,
    MenuEntry,
    Posts,
    ThemeChoice,
)
from generator.model.files import modeline
from generator.model.languages import language
from generator.model.records.own_kinds import OwnField, OwnKind
from generator.model.records.works import CitationCounts, PaperCount, PersonCount
from generator.model.sections import Section
from generator.model.site import KINDS, SECTION_KINDS, FrontMatter
from generator.sync.writing import SyncSettings
from generator.works import SERVICES
from tools.gallery import themes
from tools.reference.commands import check_page, commands_page
from tools.reference.data import data_page, doc, fields_table, paragraphs, written_as, yaml_block
from tools.reference.documents import cv_page
from tools.reference.examples import DATA, SECTIONS
from tools.reference.markdown import SHOWN, markdown_page
from tools.reference.patterns import patterns_page
from tools.reference.structs import (
    one_line,
)
from tools.reference.templates import options_table, packaged_theme, templates_page, theme_page
from tools.reference.themes import themes_page
from tools.reference.wording import (
    code,
    noun,
    prose,
    table,
)

MADE = "<!-- Made by `python -m tools.reference`. Change the code instead. -->"


def pages() -> dict[str, str]:
    """Return every page by its file's name, each with a title and the note that it is generated."""
    return {
        name: f"# {title}\n\n{MADE}\n\n{body().strip()}\n"
        for name, (title, _, body) in (CONTENTS | {"README.md": ("Reference", "", _index)}).items()
    }


def _index() -> str:
    rows = [f"- [{title}]({name}): {about}" for name, (title, about, _) in CONTENTS.items()]
    contents = "\n".join(rows)
    return f"""Everything that Masthead understands, generated from its code. A test fails if
something is missing.

{contents}

Your editor can know all of this, too. Each build writes a JSON Schema of each data file into
`.cache/schema/` of the project, so the schemas always match the installed Masthead. Editors with
the YAML language server find them by the first line of the file:

{yaml_block(modeline("publications").strip())}

After a change to the model, `python -m tools.reference` writes these pages and the schemas again;
with `--check`, it only names those that are out of date.
"""


def _front_matter_page() -> str:
    example = f"```markdown\n---\n{DATA['page'].strip()}\n---\n\nText in Markdown.\n```"
    return f"""A page is a Markdown file under `content/`; a post is one under `content/posts/`. At
its head, between two lines `---`, it may have these fields, all of them optional;
[schema](../schema/page.json).

{example}

{fields_table(FrontMatter)}
"""


def _site_page() -> str:
    spoken = [language(code) for code in SHOWN]
    keys = {**language("en").words, **language("und").words}
    rows = [(f"`{key}`", *(one.word(key) for one in spoken)) for key in keys]
    dates = language("en").dates
    rows += [(f"`date.{key}`", *(f"`{one.dates.get(key, '')}`" for one in spoken)) for key in dates]
    names = (one.name for one in spoken)
    parts = [
        "`content/site.yaml` has the settings of the whole site. Only `person` is required; "
        "[schema](../schema/site.json).",
        yaml_block(DATA["site"]),
        fields_table(Config),
    ]
    for struct in (ThemeChoice, MenuEntry, Posts, MarkdownSettings, CheckSettings):
        parts.append(f"## {noun(struct).capitalize()}\n\n{doc(struct)}")
        parts += [text for text in (written_as(struct), fields_table(struct)) if text]
    parts.append(
        "## Words\n\n`words:` changes or adds words of the interface, under these keys. Those "
        "after `link.` are on link buttons, for any kind of link. A theme may add its own words, "
        "in `words.yaml`. Keys that begin with `date.` are patterns of dates: `{y}`, `{M}` and "
        "`{d}` are numbers, `{M:02}` has two digits, `{MMM}` and `{MMMM}` are months in words, "
        "`{0}` and `{1}` the ends of a span."
    )
    parts.append(table(("Key", *names), rows))
    return "\n\n".join(parts)


def _sections_page() -> str:
    examples = [f"{about}\n\n```markdown\n{text.strip()}\n```" for about, text in SECTIONS]
    intro = prose(
        *paragraphs(Section),
        f"""A directive has the name of the kind of record that it shows: {code(SECTION_KINDS)}. The
        directives `section` and `timeline` read the kinds from the option `of`. In a CV, a section
        is a mapping of the same options, including `of`; see [cv](data.md#cv).""",
    )
    fields = prose(
        f"""`order` and `where` accept any field of the records. In addition, `order` accepts
        {code(SORTABLE)}, and `where` accepts `type`, `year` and spans of years such as
        `2020..2024`."""
    )
    options = f"## Section options\n\n{fields_table(Section)}"
    return "\n\n".join([intro, options, fields, *_theme_styles(), "## Examples", *examples])


def _theme_styles() -> list[str]:
    """Return the styles that all packaged themes draw besides `cards` and `lines`."""
    parts = [
        "## Styles of all themes\n\nBesides `cards`, `lines` and patterns, the themes that come "
        "with Masthead have these styles. Their options are set under `options`: "
        "`:options: {faces: large}`."
    ]
    for name, spec in packaged_theme("base").section_styles.items():
        parts.append(f"**`{name}`**: {one_line(spec.description)}")
        if spec.options:
            parts.append(options_table(spec.options))
    return parts


_OWN_KINDS = """
kinds:
  grants:
    title: {en: Grants, de: Drittmittel}
    fields:
      title: {type: text, required: true}
      funder: text
      amount: {type: number, label: {en: Amount, de: Summe}}
      role: {choices: [lead, partner]}
      team: people
words:
  grants.role.lead: {en: Principal investigator, de: Leitung}
  grants.role.partner: {en: Partner, de: Beteiligung}
"""


def _kinds_page() -> str:
    about = prose(
        f"""If none of Masthead's kinds of records fits ({code(KINDS)}), a site declares its own in
        `content/site.yaml`: grants, students, licences, trials, exhibitions.""",
    )
    rest = prose(
        """Their records are in the data file with the kind's name, `content/grants.yaml`, or in a
        folder with a file for each. Besides their own fields, they have those of [every
        record](data.md#every-record): `date`, `links`, `body`, `visibility` and so on.""",
        """Such kinds work like all others. `:::{grants}` places them on a page, `of: grants` in a
        CV and its PDF; `where`, `order`, `group` and [patterns](patterns.md) name their fields, and
        errors in them show file and line. `where: {amount: 1000..}` compares numbers. Without a
        pattern, an entry shows the fields in their order: the first `text` or `word` is its title,
        and fields with a `label` follow those without. With `pages: true`, each record with an `id`
        has its own page, with the text of `content/grants/ID.md` if that file exists. The search
        and `llms.txt` have the records with pages, and `resume.json` has all among `projects`;
        BibTeX has none of them. As with all records, files for programs contain only what a page
        shows and `visibility` allows.""",
    )
    parts = [about, yaml_block(_OWN_KINDS), rest]
    for struct in (OwnKind, OwnField):
        parts.append(f"## {noun(struct).capitalize()}\n\n{doc(struct)}")
        parts += [text for text in (written_as(struct), fields_table(struct)) if text]
    return "\n\n".join(parts)


def _sync_page() -> str:
    rows = [
        (f"`{name}`", one.title, one.id_example, code(filter(None, [one.key_variable])))
        for name, one in SERVICES.items()
    ]
    parts = [
        prose(
            """`masthead sync` asks services for the papers of the site's person, and shows what is
            new, field by field. It inserts accepted papers and fields into your files at the right
            places, and changes nothing else there. See [papers that keep themselves up to
            date](../sync.md).""",
        ),
        "## Services",
        table(("Code", "Service", "An id", "Optional key"), rows),
        prose(
            """Ids come from `orcid` and `links` of the `person` in `site.yaml`, or from `ids`
            below. Keys are read only from the environment. Each request uses HTTPS, names Masthead
            and the public e-mail address of the site's person, and waits as long as the service
            asks.""",
        ),
        f"## Sync settings\n\n{doc(SyncSettings)} [Schema](../schema/sync.json).",
        yaml_block(DATA["sync"]),
        fields_table(SyncSettings),
        f"## Citation counts\n\n{doc(CitationCounts)} [Schema](../schema/citation-counts.json).",
        yaml_block(DATA["citation-counts"]),
        fields_table(CitationCounts),
        f"### Count of a paper\n\n{doc(PaperCount)}",
        fields_table(PaperCount),
        f"### Count of a person\n\n{doc(PersonCount)}",
        fields_table(PersonCount),
    ]
    return "\n\n".join(parts)


CONTENTS: dict[str, tuple[str, str, Callable[[], str]]] = {
    "data.md": ("Data files", "every kind of record, and every field", data_page),
    "front-matter.md": ("Front matter", "the fields of pages and posts", _front_matter_page),
    "site.md": ("site.yaml", "the settings of the whole site", _site_page),
    "sections.md": ("Sections", "which records a page or CV shows, and how", _sections_page),
    "kinds.md": ("Kinds of your own", "records that a site declares itself", _kinds_page),
    "patterns.md": ("Patterns", "entries in a style of your own", patterns_page),
    "cv.md": ("CVs", "pages and PDFs, variants, fonts and designs", cv_page),
    "markdown.md": ("Markdown", "the syntax of texts, including blocks", markdown_page),
    "themes.md": ("Themes", "the themes to choose from, with sample sites", themes_page),
    "templates.md": ("Templates", "what templates can read and call", templates_page),
    **{
        f"theme-{name}.md": (
            name.capitalize(),
            "options and templates of the theme",
            partial(theme_page, name),
        )
        for name in themes()
    },
    "sync.md": ("Sync", "services, settings and citation counts", _sync_page),
    "check.md": ("Check", "what `masthead check` finds, and how to silence it", check_page),
    "commands.md": ("Commands", "what `masthead` does in a terminal", commands_page),
}
"""File -> title, description, and the function that makes it."""
