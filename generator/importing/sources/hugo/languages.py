"""The languages of a site of Hugo: which file is in which, and of which other it is a translation.

Format: gohugo.io, "Multilingual". Translations are at the same place in the folders of their
languages, or beside each other with the language in their names: `index.zh.md`.
"""

import re

import msgspec

from generator.importing.fields import Fields
from generator.model.languages import known_code


class HugoLanguage(msgspec.Struct, frozen=True):
    """One language of a site."""

    code: str
    """As Masthead calls it: `zh`."""
    name: str
    """As Hugo calls it, in addresses and names of files, in lower case: `zh-cn`."""
    folder: str
    """Where its content is: `content/zh/`."""
    settings: Fields
    """Its own settings: `title`, `params`, `menu`."""


def languages_of(config: Fields, settings: Fields) -> list[HugoLanguage]:
    """Return the languages of a site, the main one first.

    `config` are the main settings by their names in lower case, `settings` those of the languages.
    """
    main = config.said("defaultcontentlanguage").lower()
    whole = str(config.get("contentdir") or "content").strip("/")
    found = []
    for name in settings:
        own = settings.inside(name)
        if not own.is_on("disabled"):
            folder = str(own.get("contentDir") or own.get("contentdir") or whole).strip("/")
            found.append(HugoLanguage(_code(name), name.lower(), f"{folder}/", own))
    if not found:
        name = main or config.said("languagecode").lower()
        code = known_code(name.partition("-")[0]) or "en"
        return [HugoLanguage(code, code, f"{whole}/", Fields())]
    main = main or ("en" if any(one.name == "en" for one in found) else found[0].name)
    if not any(one.name == main for one in found):
        found.insert(0, HugoLanguage(_code(main), main, f"{whole}/", Fields()))
    found.sort(key=lambda one: (one.name != main, number_of(one.settings.get("weight"), 1e9)))
    codes = [one.code for one in found]
    return [one for number, one in enumerate(found) if one.code and one.code not in codes[:number]]


def overridden(settings: Fields, own: Fields) -> Fields:
    """Return settings with those of a language, which count more, also inside of others."""
    found = Fields()
    found.lines = settings.lines
    found.update({**settings, **own})
    for name in own:
        if settings.inside(name) and own.inside(name):
            found[name] = overridden(settings.inside(name), own.inside(name))
    return found


def _code(name: str) -> str:
    """Return Masthead's code for one of Hugo's: a language that it knows, or the same code."""
    bare = name.lower()
    if known_code(bare) or bare in ("cn", "tw"):
        return {"cn": "zh", "tw": "zh-Hant"}.get(bare) or known_code(bare)
    return bare if re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]+)*", bare) else ""


def number_of(weight: object, other: float = 0) -> float:
    """Return a weight as a number, or another one where it is none."""
    written = str(weight or "")
    return float(written) if re.fullmatch(r"-?\d+(\.\d+)?", written) else other


class PagePlace(msgspec.Struct, frozen=True):
    """Where a page is."""

    language: HugoLanguage
    key: str
    """Its path below the content, without its ending and its language: `post/x/index`."""


class Places:
    """Knows the language of each file of the content."""

    def __init__(self, languages: list[HugoLanguage]) -> None:
        self.languages = languages
        self._names = {one.name: one for one in languages}
        self._folders = sorted({one.folder for one in languages}, key=len, reverse=True)

    @property
    def main(self) -> HugoLanguage:
        """The language that is at the root."""
        return self.languages[0]

    def place_of(self, path: str) -> PagePlace | None:
        """Return where a page is; None where that is in no content."""
        folder = next((one for one in self._folders if path.startswith(one)), None)
        if folder is None:
            return None
        key = path.removeprefix(folder).rpartition(".")[0]
        key = re.sub(r"^author/", "authors/", key)  # as it was called in 2019
        stem, dot, name = key.rpartition(".")
        if dot and name.lower() in self._names and not stem.endswith("/"):
            return PagePlace(self._names[name.lower()], stem)
        return PagePlace(next(one for one in self.languages if one.folder == folder), key)

    def written(self, paths: list[str]) -> "Places":
        """Return the places of the languages in which there are any of these pages."""
        found = [place.language for path in paths if (place := self.place_of(path))]
        return Places([one for one in self.languages if one == self.main or one in found])

    def prefix(self, language: HugoLanguage) -> str:
        """Return what addresses begin with in the new site: nothing, or `/zh`."""
        return "" if language == self.main else f"/{language.code}"
