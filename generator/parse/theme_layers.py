"""A theme's folder, and those it extends -> Theme."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, TypeVar

from generator.messages import Message
from generator.model.caches import SourceCache
from generator.model.config import ThemeChoice
from generator.model.files import SourceFile, Sources, digest_of
from generator.model.theme import (
    DesignSpec,
    SectionStyleSpec,
    SkinSpec,
    Theme,
    ThemeFile,
    ThemeManifest,
)
from generator.parse.source_text import cache_value, cached_value, decoded
from generator.parse.theme_options import (
    SKIN,
    LayeredOptions,
    LayeredSkins,
    LayeredSpecs,
    option_values,
    style_problems,
    translated_options,
    with_skin_option,
)
from generator.problems import Place, Problem, Spot, did_you_mean

T = TypeVar("T")

PACKAGED = "masthead:"
BASE, NOTHING = "base", "none"
"""What a theme extends that does not say what, and the word of one that extends no other."""
_IN_SITE = Spot("content/site.yaml", ("theme",))


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
        skin_spots=layers.skins.spots,
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
