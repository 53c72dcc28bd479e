"""The pages for authors of templates: the data that templates can read, and the packaged themes."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import yaml

from generator.graph.facts import FACTS, FOR_TEMPLATES
from generator.model.config import ThemeChoice
from generator.model.files import Output, SourceFile, Sources, packaged_themes
from generator.model.lookups import Read, ReadTracker
from generator.model.text import Phrase, fields_of
from generator.model.theme import (
    OptionSpec,
    OptionValue,
    SkinSpec,
    StyleSpec,
    Theme,
    ThemeManifest,
)
from generator.model.views import PageView, SectionView, View
from generator.parse.theme import parse_theme
from generator.problems import Problem, Spot
from generator.render.fragment import Heading
from generator.render.page import Here, PageRendering
from generator.render.renderer import Renderer
from generator.render.templates import FILTERS, SiteProxy
from generator.render.text import TextRendering
from generator.render.theme import Designs
from tools.reference.structs import field_docstrings, first_paragraph, one_line, structs_in
from tools.reference.theme_parts import LIMITS, blocks, macros, style_sheets
from tools.reference.wording import (
    Struct,
    code,
    given_in_words,
    table,
    type_in_words,
    written,
)

THEME = "broadsheet"
READ_BY_THE_DOOR = ("linked_data", "trail", "translations")
"""Facts in `site` that take an argument: `site` passes the current page."""
_HERE = {
    "lang": "The page's language.",
    "has_math": "Whether a text rendered so far has a formula.",
    "has_media": "Whether a text rendered so far has a film, a gallery or a comparison.",
}


def templates_page() -> str:
    """Return the page on templates: `here`, `page`, `site`, functions, filters, views, manifest."""
    return "\n\n".join(
        [
            f"""A theme is a folder of Jinja templates. `layout: talks` in a page's front matter
means `templates/talks.html`. Names that do not exist are errors, reported with file and line.
Templates also have the built-in filters and tests of Jinja.

A template reads: {code(template_arguments())}; and in
`parts/section.html`, `section`, a [SectionView](#sectionview).
""".strip(),
            "## here\n\nThe page that is being rendered.",
            table(("Property", "Value"), [(f"`here.{n}`", d) for n, d in _here()]),
            "## page\n\nOn pages and posts, a [PageView](#pageview); on all others, none.",
            "## site\n\nFacts about the site, in the language of the page. A page is rendered "
            "again when a fact that it has read changes.",
            table(("Fact", "Gives", "What it is"), [_fact(name) for name in readable_facts()]),
            "## Functions",
            table(("Function", "What it does"), [_call(f, "", skip=1) for f in _functions()]),
            "## Filters\n\nTexts in views are Markdown until a filter renders them. A heading of "
            f"`headings` has {code(fields_of(Heading))}.",
            table(("Filter", "What it does"), [_call(f, "| ", skip=2) for f in _filters()]),
            blocks(packaged_theme("base")),
            macros(packaged_theme("base")),
            style_sheets(packaged_theme("base")),
            LIMITS.strip(),
            "## Views\n\nThe values of facts. A field with nothing to show is empty, and counts as "
            "false.",
            *(_view(view) for view in sorted(views(), key=lambda view: view.__name__)),
            "## Facts that functions read\n\nThey are listed because pages depend on them, too.",
            table(
                ("Fact", "Gives", "What it is"),
                [_fact(name, "") for name in FACTS if name not in readable_facts()],
            ),
            f"## theme.yaml\n\n{first_paragraph(ThemeManifest)}",
            _manifest_fields(ThemeManifest),
            f"### Theme option\n\n{first_paragraph(OptionSpec)}",
            _manifest_fields(OptionSpec),
            f"### Skin\n\n{first_paragraph(SkinSpec)}",
            _manifest_fields(SkinSpec),
            f"### Design or section style\n\n{first_paragraph(StyleSpec)}",
            _manifest_fields(StyleSpec),
        ]
    )


def readable_facts() -> list[str]:
    """Return the facts that a template reads as attributes of `site`."""
    return [name for name in FACTS if name in FOR_TEMPLATES or name in READ_BY_THE_DOOR]


def template_arguments() -> dict[str, Any]:
    """Return the names that a rendering passes to a template."""

    def nothing(_read: Read) -> tuple[Any, str]:
        raise LookupError("the reference reads no facts")

    def no_section(_name: str, _options: str, _where: Spot) -> tuple[None, list[Problem]]:
        return None, []

    renderer = Renderer(Theme(name="none"), {}, no_section)
    output = Output(path="index.html", url="/")
    designs = Designs(renderer.theme, Sources())
    reads = ReadTracker(nothing)
    return PageRendering(renderer.templates, designs, renderer.markdown, output, reads).arguments


def views() -> set[Struct]:
    """Return the views that facts and templates can reach, `Phrase` among them."""
    found: set[Struct] = set()
    returned = (typing.get_type_hints(fact)["return"] for fact in FACTS.values())
    waiting: list[Struct] = [
        PageView,
        SectionView,
        *(s for kind in returned for s in structs_in(kind)),
    ]
    while waiting:
        view = waiting.pop()
        if view not in found and (issubclass(view, View) or view is Phrase):
            found.add(view)
            waiting += [s for field in fields_of(view).values() for s in structs_in(field.type)]
    return found


def _here() -> list[tuple[str, str]]:
    names = [name for name in Here.__struct_fields__ if name != "texts"]
    names += ["has_math", "has_media"]
    docs = field_docstrings(Output) | _HERE
    return [(name, docs[name]) for name in names]


def _fact(name: str, door: str = "site.") -> tuple[str, str, str]:
    function = FACTS[name]
    _, _, *names = inspect.signature(function).parameters  # the index and the language
    call = f"({', '.join(names)})" if names and name not in READ_BY_THE_DOOR else ""
    gives = given_in_words(typing.get_type_hints(function)["return"])
    if name == "options":
        gives = f"mapping of names to values: [{THEME}'s](theme-{THEME}.md)"
    return f"`{door}{name}{call}`", gives, first_paragraph(function)


def _functions() -> list[Callable[..., Any]]:
    return [
        getattr(type(getattr(value, "__self__", None)), name)
        for name, value in template_arguments().items()
        if callable(value) and not isinstance(value, SiteProxy)
    ]


def _filters() -> list[Callable[..., Any]]:
    return [getattr(TextRendering, name) for name in FILTERS]


def _call(function: Callable[..., Any], before: str, skip: int) -> tuple[str, str]:
    """Return the call of a function in a template, and its description; `skip` are the arguments
    that Jinja passes."""
    parameters = list(inspect.signature(function).parameters.values())[skip:]
    plain = [str(parameter.replace(annotation=parameter.empty)) for parameter in parameters]
    arguments = f"({', '.join(plain)})" if plain or skip == 1 else ""
    return f"`{before}{function.__name__}{arguments}`", one_line(inspect.getdoc(function) or "")


def _view(view: Struct) -> str:
    docs = field_docstrings(view)
    rows = [
        (f"`{name}`", given_in_words(field.type), docs.get(name, ""))
        for name, field in fields_of(view).items()
        if name != "spot"
    ]
    for name, value in vars(view).items():
        if isinstance(value, property):
            gives = given_in_words(typing.get_type_hints(value.fget)["return"])
            rows.append((f"`{name}`", gives, first_paragraph(value)))
    head = f"### {view.__name__}\n\n{first_paragraph(view)}"
    return f"{head}\n\n{table(('Field', 'Holds', 'What it is'), rows)}"


def _manifest_fields(struct: type[msgspec.Struct]) -> str:
    docs = field_docstrings(struct)
    rows = [(f"`{n}`", type_in_words(f.type), docs[n]) for n, f in fields_of(struct).items()]
    return table(("Field", "Type", "Meaning"), rows)


# ---------------------------------------------------------------------- the packaged theme


def theme_page(name: str) -> str:
    """Return the page on a theme: its options, layouts and parts."""
    theme = packaged_theme(name)
    manifest = yaml.safe_load(theme.text("theme.yaml") or "")
    accent = theme.options["accent"]
    return "\n\n".join(
        [
            f"{one_line(manifest['description'])} Set its options in `content/site.yaml`:",
            f'```yaml\ntheme:\n  name: {name}\n  options:\n    accent: "{accent}"\n```',
            "## Options",
            options_table(theme.specs | _colours(theme)),
            *(_all_drawings(theme) if name == THEME else _own_drawings(theme)),
        ]
    )


def _all_drawings(theme: Theme) -> list[str]:
    return [
        "## Layouts\n\nA page chooses one with `layout:`; one that is not HTML makes one file for "
        f"the site. A file with the same name under `themes/{theme.name}/templates/` in your "
        "project replaces it.",
        table(("Template", "What it draws"), _drawings(theme, "templates/")),
        "## Parts\n\nTemplates that layouts include. Your project can replace each of them, too.",
        table(("Template", "What it draws"), _drawings(theme, "templates/parts/")),
    ]


def _own_drawings(theme: Theme) -> list[str]:
    own = f"themes/{theme.name}/"
    near = {path: file for path, file in theme.files.items() if file.path.startswith(own)}
    mine = msgspec.structs.replace(theme, files=near)
    rows = [*_drawings(mine, "templates/"), *_drawings(mine, "templates/parts/")]
    about = f"The differences from [{THEME}](theme-{THEME}.md#layouts) and `base`."
    return [f"## Its own templates\n\n{about}", table(("Template", "What it draws"), rows)]


@cache
def packaged_theme(name: str) -> Theme:
    """Return a packaged theme, as for a site without options."""
    folder = packaged_themes()
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sources = {
        (key := f"themes/{path.relative_to(folder).as_posix()}"): SourceFile(key, path)
        for path in files
    }
    theme, problems = parse_theme(Sources(themes=sources), ThemeChoice(name=name))
    assert not problems, problems
    return theme


def _colours(theme: Theme) -> dict[str, OptionSpec]:
    """Return the options for colours with those of the theme's first skin as their defaults."""
    return {
        name: msgspec.structs.replace(spec, default=OptionValue(str(theme.options[name])))
        for name, spec in theme.specs.items()
        if spec.type == "color"
    }


def options_table(specs: dict[str, OptionSpec]) -> str:
    """Return a table of options."""
    rows = [_option(name, spec) for name, spec in specs.items()]
    return table(("Option", "Type", "Default", "Effect"), rows)


def _option(name: str, spec: OptionSpec) -> tuple[str, str, str, str]:
    kinds = {"bool": "true or false", "list": "list of words", "color": "colour"}
    kind = code(spec.choices) or kinds.get(str(spec.type), str(spec.type))
    items = spec.default.items
    value = spec.default.text if items is None else written(items)
    return f"`{name}`", kind, f"`{value}`" if value else "", spec.description


def _drawings(theme: Theme, folder: str) -> list[tuple[str, str]]:
    """Return the templates directly in a folder, with the comments at their top."""
    rows = []
    for path in sorted(theme.files):
        name = path.removeprefix(folder)
        if path.startswith(folder) and "/" not in name:
            comment = re.match(r"\{#-?(.*?)-?#\}", theme.text(path) or "", re.DOTALL)
            rows.append((f"`{name}`", one_line(comment[1]) if comment else ""))
    return rows
