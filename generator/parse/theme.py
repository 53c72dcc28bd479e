"""A theme's folder, and those it extends -> Theme: its files, options, skins and styles.

Themes are layers. Of each file, option and skin the nearest theme's counts, then those of the
themes that it extends.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from generator.messages import Message
from generator.model.config import ThemeChoice
from generator.model.files import SourceFile, Sources, digest_of
from generator.model.lookups import SourceCache
from generator.model.theme import (
    DesignSpec,
    OptionResult,
    OptionSpec,
    OptionValue,
    SectionStyleSpec,
    SkinSpec,
    Theme,
    ThemeFile,
    ThemeManifest,
)
from generator.parse.source_text import cache_value, cached_value, decoded
from generator.problems import Place, Problem, Spot, did_you_mean

T = TypeVar("T")
Spec = TypeVar("Spec", DesignSpec, SectionStyleSpec)

PACKAGED = "masthead:"
BASE, NOTHING = "base", "none"
"""What a theme extends that does not say what, and the word of one that extends no other."""
_IN_SITE = Spot("content/site.yaml", ("theme",))
_CHOSEN = _IN_SITE.inside("options")


def parse_theme(
    sources: Sources,
    choice: ThemeChoice,
    cache: SourceCache | None = None,
    asked_by: Spot | Place = _IN_SITE,
) -> tuple[Theme, list[Problem]]:
    """Return the theme that a site has chosen, with its options checked.

    A folder `themes/NAME` of the project goes before a packaged theme of that name, file by
    file; below both lies what the theme extends, and below all the theme `base`.
    """
    problems: list[Problem] = []
    layers = _Layers(sources, problems, cache or SourceCache())
    names = sorted({path.split("/")[1] for path in sources.themes if path.count("/") > 1})
    name, seen = choice.name, dict[str, None]()
    while name:
        if name not in names or name in seen:
            problems.append(_no_theme(name, names, asked_by, is_circle=name in seen))
            name = ThemeChoice().name  # so that all else that is wrong is found, too
            if name in seen:
                break
        seen[name] = None
        asked_by = Spot(f"themes/{name}/theme.yaml", ("extends",))
        name = layers.add(name) or (BASE if BASE in names and BASE not in seen else "")
        if name == NOTHING:
            break
    skins = layers.skins.skins(problems)
    specs = with_skin_option(layers.options.specs(problems), skins)
    options = option_values(specs, skins, choice, problems)
    theme = Theme(
        name=choice.name,
        title=layers.title,
        description=layers.description,
        files=layers.files,
        below=layers.below,
        layers=tuple(seen),
        specs=specs,
        options=options,
        skins=skins,
        skin=skins.get(str(options.get(SKIN)), SkinSpec()),
        words=layers.words,
        translated=translated_options(specs, choice.options),
        designs=layers.designs.specs(DesignSpec, problems),
        section_styles=layers.section_styles.specs(SectionStyleSpec, problems),
    )
    problems += style_problems(layers.section_styles, theme.files)
    return theme, problems


def _no_theme(name: str, names: list[str], asked_by: Spot | Place, is_circle: bool) -> Problem:
    if is_circle:
        return Problem.of(asked_by, "theme-circle", theme=name)
    can_be_own = re.fullmatch("[a-z0-9-]+", name)
    message = Message.of(
        "theme-missing" if can_be_own else "theme-missing-odd", theme=name, known=tuple(names)
    )
    return Problem(asked_by, message, did_you_mean(name, names))


class _Layers:
    """A theme's folders, laid over each other: of each file or option, the first found counts."""

    def __init__(self, sources: Sources, problems: list[Problem], cache: SourceCache) -> None:
        self._sources = sources
        self._problems = problems
        self.cache = cache
        self.files: dict[str, ThemeFile] = {}
        self.below: dict[str, tuple[ThemeFile, ...]] = {}
        self._count = 0
        self.title = self.description = ""
        self.options = LayeredOptions()
        self.skins = LayeredSkins()
        self.words: dict[str, dict[str, str]] = {}
        self.designs = LayeredSpecs()
        self.section_styles = LayeredSpecs()

    def add(self, name: str) -> str:
        """Lay the project's folder of a name below all else, and the packaged one below that.

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
        known = len(self._problems)
        manifest = _read(layer.get("theme.yaml"), ThemeManifest, self._problems, self.cache)
        if manifest is not None:
            self._take(manifest, layer["theme.yaml"], is_whole=len(self._problems) == known)
        words = _read(
            layer.get("words.yaml"), dict[str, dict[str, str]], self._problems, self.cache
        )
        for lang, table in (words or {}).items():
            self.words[lang] = {**table, **self.words.get(lang, {})}
        return manifest.extends if manifest is not None else ""

    def _take(self, manifest: ThemeManifest, source: SourceFile, is_whole: bool) -> None:
        path = source.path.removeprefix(PACKAGED)
        self.title = self.title or manifest.title
        self.description = self.description or manifest.description
        specs = manifest.options.items()  # a type that was misspelt has been reported
        given = {name: spec for name, spec in specs if spec.type or is_whole}
        self.options.add(given, path, ("options",))
        self.skins.add(manifest.skins, path)
        self.designs.add(manifest.cv, path, "cv")
        self.section_styles.add(manifest.section_styles, path, "section_styles")


def theme_choice(source: SourceFile) -> ThemeChoice:
    """Return what `site.yaml` says of the theme, even where all else in it is wrong."""
    from generator.parse.decode import FAILED, Composed
    from generator.parse.nodes import MappingNode

    composed = Composed(source.path, decoded(source.read(), source.path, []) or "", [])
    root = composed.root
    for key, value in root.value if isinstance(root, MappingNode) else ():
        if key.value == "theme":
            choice: Any = composed.decoder.decode(value, ThemeChoice)
            return ThemeChoice() if choice is FAILED else choice
    return ThemeChoice()


def all_themes(sources: Sources) -> list[Theme]:
    """Return all themes that a site can choose, by their names; mistakes in them do not matter."""
    names = sorted({path.split("/")[1] for path in sources.themes if path.count("/") > 1})
    return [parse_theme(sources, ThemeChoice(name=name))[0] for name in names if name != BASE]


def packaged_files(sources: Sources, choice: ThemeChoice) -> dict[str, str]:
    """Return the packaged files below a site's theme, whatever the site has in their place.

    By path in the theme (`templates/page.html`), each with where it lies on the disk. Mistakes in
    the site's own themes do not matter here.
    """
    bare = {  # of the site's own themes only what they extend
        path: file
        for path, file in sources.themes.items()
        if path.startswith(PACKAGED)
        or (path.endswith("/theme.yaml") and f"{PACKAGED}{path}" not in sources.themes)
    }
    theme, _ = parse_theme(Sources(themes=bare), ThemeChoice(name=choice.name))
    places = {
        path.removeprefix(PACKAGED): str(file.absolute)
        for path, file in bare.items()
        if path.startswith(PACKAGED)
    }
    found = {name: places[file.path] for name, file in theme.files.items() if file.path in places}
    return dict(sorted(found.items()))


def _file(
    name: str, source: SourceFile, layer: int, problems: list[Problem], cache: SourceCache
) -> ThemeFile:
    """Return a theme's file; text as UTF-8 with LF, the same whoever saved it."""
    path = source.path.removeprefix(PACKAGED)
    is_packaged = source.path.startswith(PACKAGED)
    if not name.startswith(("templates/", "icons/")) and not name.endswith(
        (".jinja", ".typ", ".txt")
    ):
        return ThemeFile(
            path, source.digest(), source.read, str(source.absolute), layer, is_packaged
        )
    digest = cached_value(source, "text", str, cache)
    if digest is None:
        known = len(problems)
        digest = digest_of(_text(source, path, problems))
        if len(problems) == known:
            cache_value(source, "text", digest, cache)
    return ThemeFile(path, digest, partial(_text, source, path, []), "", layer, is_packaged)


def _text(source: SourceFile, path: str, problems: list[Problem]) -> bytes:
    return (decoded(source.read(), path, problems) or "").encode()


def _read(
    source: SourceFile | None, wanted: type[T], problems: list[Problem], cache: SourceCache
) -> T | None:
    if source is None:
        return None
    what = "words" if wanted is not ThemeManifest else "theme"
    known: T | None = cached_value(source, what, wanted, cache)
    if known is not None:
        return known
    found: list[Problem] = []
    value = _decoded_yaml(source, wanted, found)
    if value is not None and not found:
        cache_value(source, what, value, cache)
    problems += found
    return value


def _decoded_yaml(source: SourceFile, wanted: type[T], problems: list[Problem]) -> T | None:
    from generator.parse.decode import FAILED, Composed

    path = source.path.removeprefix(PACKAGED)
    text = decoded(source.read(), path, problems)
    composed = Composed(path, text or "", problems)
    if composed.root is None:
        return None
    value: Any = composed.decoder.decode(composed.root, wanted)
    return None if value is FAILED else value


# ---------------------------------------------------------------------- options and skins

SKIN = "skin"
"""The option that chooses one of the skins."""

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
"""A colour in hexadecimal notation (CSS Color 4, section 5.2)."""


class LayeredSkins:
    """Skins that several themes declare. Those of the lowest one are for themes without any."""

    def __init__(self) -> None:
        self._layers: list[dict[str, SkinSpec]] = []
        self._spots: dict[str, Spot] = {}
        """Where each is declared, in the nearest theme that does."""

    def add(self, skins: dict[str, SkinSpec], path: str) -> None:
        """Lay the skins of a `theme.yaml`, which lies at `path`, below those that are known."""
        if skins:
            self._layers.append(skins)
        for name in skins:
            self._spots.setdefault(name, Spot(path, ("skins", name)))

    def skins(self, problems: list[Problem]) -> dict[str, SkinSpec]:
        """Return the skins with all their properties, the default one first."""
        layers = self._layers[:-1] or self._layers
        ground = next(iter(self._layers[-1].values())) if self._layers else SkinSpec()
        found: dict[str, SkinSpec] = {}
        for layer in layers:
            for name, skin in layer.items():
                found.setdefault(name, _over(skin, ground))
                self._check(name, skin, problems)
        return found

    def _check(self, name: str, skin: SkinSpec, problems: list[Problem]) -> None:
        for side, properties in (("light", skin.light), ("dark", skin.dark)):
            for key, value in properties.items():
                spot = self._spots[name].inside(side, key)
                if not re.fullmatch("[a-z][a-z0-9-]*", key):
                    problems.append(Problem.of(spot, "skin-property", key=key))
                elif re.search("[;{}<>]", value) or not value:
                    problems.append(Problem.of(spot, "skin-value", value=value))
                elif value[0] == "#" and not _HEX.fullmatch(value):
                    problems.append(Problem.of(spot, "skin-colour", value=value))


def _over(skin: SkinSpec, ground: SkinSpec) -> SkinSpec:
    light, dark = ground.light | skin.light, ground.dark | skin.dark
    return msgspec.structs.replace(skin, light=light, dark=dark)


def with_skin_option(
    specs: dict[str, OptionSpec], skins: dict[str, SkinSpec]
) -> dict[str, OptionSpec]:
    """Return the options with one that chooses a skin, where there are any."""
    if not skins:
        return {name: spec for name, spec in specs.items() if name != SKIN}
    near = specs.get(SKIN, OptionSpec())
    default = near.default if near.default.text in skins else OptionValue(next(iter(skins)))
    names = tuple(skins)
    return specs | {SKIN: OptionSpec(type="choice", choices=names, default=default).over(near)}


def defaults_of(skin: SkinSpec) -> dict[str, OptionValue]:
    """Return the options that a skin decides on, its accents among them."""
    accents = {"accent": skin.light, "accent_dark": skin.dark}
    own = {name: side.get("accent", "") for name, side in accents.items()}
    return {name: OptionValue(value) for name, value in own.items() if value} | skin.options


class LayeredOptions:
    """Options that several themes declare: the nearest says what changes, the others the rest."""

    def __init__(self) -> None:
        self._specs: dict[str, OptionSpec] = {}
        self._spots: dict[str, Spot] = {}

    def add(self, specs: dict[str, OptionSpec], path: str, keys: tuple[str, ...]) -> None:
        """Lay the options of a `theme.yaml` below those that are known.

        `path` is that file, and `keys` lead to the options in it.
        """
        for name, spec in specs.items():
            near = self._specs.get(name)
            self._specs[name] = near.over(spec) if near else spec
            self._spots.setdefault(name, Spot(path, (*keys, name)))
        self._specs = {name: self._specs[name] for name in (*specs, *self._specs)}

    def specs(self, problems: list[Problem]) -> dict[str, OptionSpec]:
        """Return the options; those without a type or with a wrong default are problems."""
        for name, spec in self._specs.items():
            spot = self._spots[name]
            if name == SKIN:  # its choices are the skins
                continue
            if not spec.type:
                problems.append(Problem.of(spot, "option-without-type", name=name))
                continue
            try:
                spec.value(spec.default)
            except ValueError as error:
                spot = spot.inside("default")
                problems.append(Problem.of(spot, "option-default", error=error.args[0]))
        return self._specs


class LayeredSpecs:
    """Designs or styles that several themes declare, by name: the nearest says what changes."""

    def __init__(self) -> None:
        self.spots: dict[str, Spot] = {}
        """The name of each, in the nearest theme that declares it."""
        self._descriptions: dict[str, str] = {}
        self._options: dict[str, LayeredOptions] = {}

    def add(
        self, specs: Mapping[str, DesignSpec | SectionStyleSpec], path: str, field: str
    ) -> None:
        """Lay those of the field of a `theme.yaml` below those that are known."""
        for name, spec in specs.items():
            self.spots.setdefault(name, Spot(path, (field,)).key(name))
            self._descriptions[name] = self._descriptions.get(name) or spec.description
            options = self._options.setdefault(name, LayeredOptions())
            options.add(spec.options, path, (field, name, "options"))

    def specs(self, wanted: type[Spec], problems: list[Problem]) -> dict[str, Spec]:
        """Return them as structs of a type; what is wrong with their options are problems."""
        return {
            name: wanted(description=self._descriptions[name], options=options.specs(problems))
            for name, options in self._options.items()
        }


def style_problems(styles: LayeredSpecs, files: Container[str]) -> Iterator[Problem]:
    """Yield what is wrong with the names of the styles for sections, and which nothing draws."""
    for name, spot in styles.spots.items():
        template = f"templates/parts/section-{name}.html"
        if not _STYLE_NAME.fullmatch(name):
            yield Problem.of(spot, "style-name", name=name)
        elif template not in files:
            yield Problem.of(spot, "style-without-template", name=name, template=template)


_STYLE_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def translated_options(
    specs: dict[str, OptionSpec], given: dict[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return the options that have a value for each language, but for those with a mistake."""
    found: dict[str, OptionValue] = {}
    for name, spec in specs.items():
        value = given.get(name, spec.default)
        with suppress(ValueError):
            if value.forms and spec.value(value) is not None:
                found[name] = value
    return found


def option_values(
    specs: dict[str, OptionSpec],
    skins: dict[str, SkinSpec],
    choice: ThemeChoice,
    problems: list[Problem],
) -> dict[str, OptionResult]:
    """Return the value of each option: what the site has set, or the skin's, or the default.

    What the theme does not know, since the site had another one before, is a warning.
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
        try:
            options[name] = spec.value(defaults.get(name, spec.default))
        except ValueError:  # which `LayeredOptions` reports
            options[name] = spec.default.text
    return _with_older_names(options, given)


def _wrong_value(name: str, spec: OptionSpec, given: str, error: Message) -> Problem:
    """Return what is wrong with a site's value: another theme may have had the word."""
    spot = _CHOSEN.inside(name)
    if spec.type != "choice":
        return Problem(spot, error, spec.description)
    hint = did_you_mean(given, spec.choices) or spec.description
    return Problem.of(
        spot,
        "theme-option-default",
        error=error,
        default=spec.default.text,
        hint=hint,
        severity="warning",
    )


def _with_older_names(
    options: dict[str, OptionResult], given: dict[str, OptionValue]
) -> dict[str, OptionResult]:
    """Return the options with `thumbnails`, which is what `teaser` was before, as that says."""
    if not {"teaser", "thumbnails"} <= options.keys():
        return options
    if "teaser" not in given and options["thumbnails"] is True:
        return options | {"teaser": "small", "first_pages": True}
    return options | {"thumbnails": options["teaser"] != "none"}
