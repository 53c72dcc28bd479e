"""A theme's folder, and those it extends -> Theme: its files, options, skins and styles.

Themes are layers. A file, option or skin comes from the nearest theme that has it: the chosen
theme, or one that it extends.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

import msgspec

from generator.model.config import ThemeChoice
from generator.model.files import SourceFile, Sources, digest_of
from generator.model.lookups import NO_CACHE, SourceCache
from generator.model.theme import (
    COLOUR,
    OptionResult,
    OptionSpec,
    OptionValue,
    SkinSpec,
    StyleSpec,
    Theme,
    ThemeFile,
    ThemeManifest,
)
from generator.parse.source_text import cached_value, decoded, remember
from generator.problems import Message, Place, Problem, Spot, did_you_mean

T = TypeVar("T")

PACKAGED = "masthead:"
BASE, NOTHING = "base", "none"
"""The theme that others extend by default, and the word of a theme that extends none."""
_IN_SITE = Spot("content/site.yaml", ("theme",))
_CHOSEN = _IN_SITE.inside("options")


def parse_theme(
    sources: Sources,
    choice: ThemeChoice,
    cache: SourceCache = NO_CACHE,
    asked_by: Spot | Place = _IN_SITE,
) -> tuple[Theme, list[Problem]]:
    """Return the theme that a site has chosen, with its options checked, and all problems.

    The files of the project's `themes/NAME` take precedence over those of a packaged theme of that
    name. Below both are the themes that it extends, down to `base`.
    """
    problems: list[Problem] = []
    layers = _Layers(sources, problems, cache)
    names = sorted({path.split("/")[1] for path in sources.themes if path.count("/") > 1})
    name, seen = choice.name, dict[str, None]()
    while name:
        if name not in names or name in seen:
            problems.append(_no_theme(name, names, asked_by, is_circle=name in seen))
            name = ThemeChoice().name  # so that all other mistakes are found, too
            if name in seen:
                break
        seen[name] = None
        asked_by = Spot(f"themes/{name}/theme.yaml", ("extends",))
        name = layers.add(name) or (BASE if BASE in names and BASE not in seen else "")
        if name == NOTHING:
            break
    options = [(manifest.options, spot.inside("options")) for manifest, spot in layers.manifests]
    declared = _options_of(options, problems)
    skins = _skins_of(layers.manifests, problems)
    specs = with_skin_option(declared, skins)
    values = option_values(specs, skins, choice, problems)
    theme = Theme(
        name=choice.name,
        title=next((one.title for one, _ in layers.manifests if one.title), ""),
        description=next((one.description for one, _ in layers.manifests if one.description), ""),
        files=layers.files,
        below=layers.below,
        layers=tuple(seen),
        specs=specs,
        options=values,
        skins=skins,
        skin=skins.get(str(values.get(SKIN)), SkinSpec()),
        words=layers.words,
        designs=_styles_of(layers.manifests, "cv", problems),
        section_styles=_styles_of(layers.manifests, "section_styles", problems),
    )
    problems += _style_problems(layers.manifests, theme.files)
    return theme, problems


def _no_theme(name: str, names: list[str], asked_by: Spot | Place, is_circle: bool) -> Problem:
    if is_circle:
        return Problem.of(asked_by, "theme-circle", theme=name)
    hint = did_you_mean(name, names)
    return Problem.of(asked_by, "theme-missing", theme=name, known=tuple(names), hint=hint)


class _Layers:
    """The folders of a theme, the nearest first; the first that has a file or an option counts."""

    def __init__(self, sources: Sources, problems: list[Problem], cache: SourceCache) -> None:
        self._sources = sources
        self._problems = problems
        self.cache = cache
        self.files: dict[str, ThemeFile] = {}
        self.below: dict[str, tuple[ThemeFile, ...]] = {}
        self._count = 0
        self.words: dict[str, dict[str, str]] = {}
        self.manifests: list[tuple[ThemeManifest, Spot]] = []
        """Each `theme.yaml` and its spot, the nearest first."""

    def add(self, name: str) -> str:
        """Add the project's theme of this name below all others, and the packaged one below that.

        Returns the name of the theme that they extend, if any.
        """
        folders = (f"themes/{name}/", f"{PACKAGED}themes/{name}/")
        extended = [self._add(prefix) for prefix in folders]
        return next(filter(None, extended), "")

    def _add(self, prefix: str) -> str:
        layer = {
            path.removeprefix(prefix): file
            for path, file in self._sources.themes.items()
            if path.startswith(prefix)
        }
        for path, source in layer.items():
            file = _file(path, source, self._count, self._problems, self.cache)
            if path not in self.files:
                self.files[path] = file
            else:
                self.below[path] = (*self.below.get(path, ()), file)
        self._count += 1
        manifest = _read(layer.get("theme.yaml"), ThemeManifest, self._problems, self.cache)
        if manifest is not None:
            self.manifests.append((manifest, Spot(layer["theme.yaml"].path.removeprefix(PACKAGED))))
        words = _read(
            layer.get("words.yaml"), dict[str, dict[str, str]], self._problems, self.cache
        )
        for lang, table in (words or {}).items():
            self.words[lang] = {**table, **self.words.get(lang, {})}
        return manifest.extends if manifest is not None else ""


def theme_choice(source: SourceFile | None) -> ThemeChoice:
    """Return the theme that `site.yaml` chooses, even if all else in it is faulty."""
    from generator.parse.decode import FAILED, decoder_of
    from generator.parse.nodes import MappingNode

    text = decoded(source.read(), source.path, []) if source else None
    decoder = decoder_of("content/site.yaml", text or "", [])
    fields = decoder.root.value if isinstance(decoder.root, MappingNode) else ()
    said = next((value for key, value in fields if key.value == "theme"), None)
    choice: Any = FAILED if said is None else decoder.decode(said, ThemeChoice)
    return ThemeChoice() if choice is FAILED else choice


def all_themes(sources: Sources) -> list[Theme]:
    """Return all themes that a site can choose, sorted by name; mistakes in them are ignored."""
    names = sorted({path.split("/")[1] for path in sources.themes if path.count("/") > 1})
    return [parse_theme(sources, ThemeChoice(name=name))[0] for name in names if name != BASE]


def packaged_files(sources: Sources, choice: ThemeChoice) -> dict[str, str]:
    """Return the packaged files of a site's theme, including those that the site overrides.

    The result maps paths in the theme (`templates/page.html`) to paths on the disk. Mistakes in the
    site's own themes are ignored.
    """
    theme, _ = parse_theme(sources, choice)
    found = ((name, next((f for f in theme.all_of(name) if f.is_packaged), None))
             for name in sorted(theme.files))  # fmt: skip
    return {name: file.absolute for name, file in found if file is not None}


def _file(
    name: str, source: SourceFile, layer: int, problems: list[Problem], cache: SourceCache
) -> ThemeFile:
    """Return a theme's file; text is UTF-8 with LF on every system."""
    path = source.path.removeprefix(PACKAGED)
    is_packaged = source.path.startswith(PACKAGED)
    if not name.startswith(("templates/", "icons/")) and not name.endswith(
        (".jinja", ".typ", ".txt")
    ):
        return ThemeFile(
            path, source.digest(), source.read, str(source.absolute), layer, is_packaged
        )
    digest = cached_value(source, "text", str, cache) if source.known_digest else None
    if digest is None:
        known, data = len(problems), source.read()
        text = (decoded(data, path, problems) or "").encode()
        digest = source.digest() if text == data else digest_of(text)
        if len(problems) == known:
            remember(source, "text", digest, cache)
    read = partial(_text, source, path)
    return ThemeFile(path, digest, read, str(source.absolute), layer, is_packaged)


def _text(source: SourceFile, path: str) -> bytes:
    return (decoded(source.read(), path, []) or "").encode()


def _read(
    source: SourceFile | None, wanted: type[T], problems: list[Problem], cache: SourceCache
) -> T | None:
    if source is None:
        return None
    what = "words" if wanted is not ThemeManifest else "theme"
    known: T | None = cached_value(source, what, wanted, cache)
    if known is not None:
        return known
    from generator.parse.decode import FAILED, decoder_of

    found: list[Problem] = []
    path = source.path.removeprefix(PACKAGED)
    decoder = decoder_of(path, decoded(source.read(), path, found) or "", found)
    value: Any = FAILED if decoder.root is None else decoder.decode(decoder.root, wanted)
    problems += found
    if value is FAILED:
        return None
    if not found:
        remember(source, what, value, cache)
    read: T = value
    return read


# ---------------------------------------------------------------------- options and skins

SKIN = "skin"
"""The option that chooses one of the skins."""


def _skins_of(
    manifests: list[tuple[ThemeManifest, Spot]], problems: list[Problem]
) -> dict[str, SkinSpec]:
    """Return the skins with all their properties, the default skin first.

    The lowest theme's skins are used only if no other theme has any. Its first skin supplies the
    properties that other skins lack.
    """
    layers = [(manifest.skins, spot.inside("skins")) for manifest, spot in manifests]
    layers = [layer for layer in layers if layer[0]]
    ground = next(iter(layers[-1][0].values())) if layers else SkinSpec()
    spots = {name: spot.inside(name) for skins, spot in reversed(layers) for name in skins}
    found: dict[str, SkinSpec] = {}
    for skins, _ in layers[:-1] or layers:
        for name, skin in skins.items():
            light, dark = ground.light | skin.light, ground.dark | skin.dark
            found.setdefault(name, msgspec.structs.replace(skin, light=light, dark=dark))
            problems += _skin_problems(skin, spots[name])
    return found


def _skin_problems(skin: SkinSpec, spot: Spot) -> Iterator[Problem]:
    for side, properties in (("light", skin.light), ("dark", skin.dark)):
        for key, value in properties.items():
            where = spot.inside(side, key)
            if not re.fullmatch("[a-z][a-z0-9-]*", key):
                yield Problem.of(where, "skin-property", key=key)
            elif re.search("[;{}<>]", value) or not value:
                yield Problem.of(where, "skin-value", value=value)
            elif value[0] == "#" and not COLOUR.fullmatch(value):
                yield Problem.of(where, "skin-colour", value=value)


def with_skin_option(
    specs: dict[str, OptionSpec], skins: dict[str, SkinSpec]
) -> dict[str, OptionSpec]:
    """Return the options, with one that chooses a skin if there are skins."""
    if not skins:
        return {name: spec for name, spec in specs.items() if name != SKIN}
    near = specs.get(SKIN, OptionSpec())
    default = near.default if near.default.text in skins else OptionValue(next(iter(skins)))
    names = tuple(skins)
    return specs | {SKIN: OptionSpec(type="choice", choices=names, default=default).over(near)}


def defaults_of(skin: SkinSpec) -> dict[str, OptionValue]:
    """Return the values of options that a skin sets, including its accents."""
    accents = {"accent": skin.light, "accent_dark": skin.dark}
    own = {name: side.get("accent", "") for name, side in accents.items()}
    return {name: OptionValue(value) for name, value in own.items() if value} | skin.options


def _options_of(
    layers: Iterable[tuple[dict[str, OptionSpec], Spot]], problems: list[Problem]
) -> dict[str, OptionSpec]:
    """Return the merged options of several themes; `layers` has the nearest theme first.

    A nearer theme may declare only what it changes in an option. An option without a type or with a
    wrong default is a problem.
    """
    found: dict[str, OptionSpec] = {}
    spots: dict[str, Spot] = {}
    for specs, where in layers:
        merged = {name: found[name].over(spec) if name in found else spec
                  for name, spec in specs.items()}  # fmt: skip
        found = merged | {name: spec for name, spec in found.items() if name not in merged}
        spots = {name: where.inside(name) for name in specs} | spots
    faulty = {problem.where.file for problem in problems}
    for name, spec in found.items():
        if name == SKIN:  # its choices are the skins
            continue
        if not spec.type:
            if spots[name].file not in faulty:  # its type may be misspelt
                problems.append(Problem.of(spots[name], "option-without-type", name=name))
            continue
        try:
            spec.value(spec.default)
        except ValueError as error:
            spot = spots[name].inside("default")
            problems.append(Problem.of(spot, "option-default", error=error.args[0]))
    return found


def _styles_of(
    manifests: list[tuple[ThemeManifest, Spot]], field: str, problems: list[Problem]
) -> dict[str, StyleSpec]:
    """Return the designs or styles in this field of the manifests, by name."""
    layers: list[tuple[dict[str, StyleSpec], Spot]]
    layers = [(getattr(manifest, field), spot.inside(field)) for manifest, spot in manifests]
    found: dict[str, StyleSpec] = {}
    for name in dict.fromkeys(name for specs, _ in layers for name in specs):
        declared = [(specs[name], spot) for specs, spot in layers if name in specs]
        options = [(spec.options, spot.inside(name, "options")) for spec, spot in declared]
        descriptions = (spec.description for spec, _ in declared)
        description = next(filter(None, descriptions), "")
        found[name] = StyleSpec(description=description, options=_options_of(options, problems))
    return found


def _style_problems(
    manifests: list[tuple[ThemeManifest, Spot]], files: Container[str]
) -> Iterator[Problem]:
    """Yield problems of section styles: a malformed name, or no template that draws the style."""
    spots: dict[str, Spot] = {}
    for manifest, spot in manifests:
        for name in manifest.section_styles:
            spots.setdefault(name, spot.inside("section_styles").key(name))
    for name, spot in spots.items():
        template = f"templates/parts/section-{name}.html"
        if not _STYLE_NAME.fullmatch(name):
            yield Problem.of(spot, "style-name", name=name)
        elif template not in files:
            yield Problem.of(spot, "style-without-template", name=name, template=template)


_STYLE_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def option_values(
    specs: dict[str, OptionSpec],
    skins: dict[str, SkinSpec],
    choice: ThemeChoice,
    problems: list[Problem],
) -> dict[str, OptionResult]:
    """Return the value of each option: the site's, or else the skin's, or else the default.

    An accent of the site is lighter on dark paper (`color-mix()` of CSS Color 5, section 3).
    An unknown option is a warning, since it may belong to the site's earlier theme.
    """
    given = dict(choice.options)
    for name in [name for name in given if name not in specs]:
        problems.append(
            Problem.of(
                _CHOSEN.key(name),
                "theme-option-unknown",
                theme=choice.name,
                option=name,
                known=tuple(specs) or ("none",),
                hint=did_you_mean(name, specs),
                severity="warning",
            )
        )
        del given[name]
    default = specs[SKIN].default if skins else OptionValue()
    skin = skins.get(given.get(SKIN, default).text) or skins.get(default.text) or SkinSpec()
    defaults = defaults_of(skin)
    options: dict[str, OptionResult] = {}
    for name, spec in specs.items():
        if name in given:
            try:
                options[name] = spec.value(given[name])
                continue
            except ValueError as error:
                problems.append(_wrong_value(name, spec, given[name].text, error.args[0]))
        options[name] = spec.value_or_default(defaults.get(name))  # `_options_of` reports it
    if "accent" in given and "accent_dark" not in given and "accent_dark" in specs:
        options["accent_dark"] = f"color-mix(in oklab, {options['accent']} 55%, white)"
    return options


def _wrong_value(name: str, spec: OptionSpec, given: str, error: Message) -> Problem:
    """Return the problem of a wrong value. A wrong choice is a warning: an earlier theme may have
    had it."""
    spot = _CHOSEN.inside(name)
    if spec.type != "choice":
        return Problem(spot, error, spec.hint(given))
    return Problem.of(
        spot,
        "theme-option-default",
        error=error,
        default=spec.default.text,
        hint=spec.hint(given),
        severity="warning",
    )
