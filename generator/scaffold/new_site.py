"""Makes the files of a new site from answers, and writes them.

The folder `site/` has them under their final paths. A name that ends in `.jinja` is a template; a
page's template is rendered once for each language, with the words in `texts/`. Other files are
copied, with comments in the site's first language if `texts/` has them. None is a file that a later
version would have to change, such as a schema: builds write those (`save_schemas`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from generator.disk import OwnFolder
from generator.edit.yaml_text import plain_or_quoted
from generator.hosting.hosts import PUBLISHERS
from generator.hosting.installation import LOCK_LINE, Wheel
from generator.language import known_language
from generator.messages import speaking, speaks, spoken
from generator.model.languages import known_code, language
from generator.project import modeline
from generator.scaffold.answers import PLACEHOLDER_NAME, Answers, needs_font, texts_in

SITE = Path(__file__).parent / "site"
TEXTS = Path(__file__).parent / "texts"
ONLY_FOR: dict[str, tuple[str, ...]] = {
    "person": ("content/cv/", "content/education.yaml", "content/experience.yaml"),
    "group": ("content/people.md",),
    **{host: (file,) for host, file in PUBLISHERS.items()},
}
"""Beginnings of paths of files that are only for one kind of site or one host."""


def site_files(
    answers: Answers,
    today: date,
    has_font: bool = True,
    wheel: Wheel | None = None,
) -> dict[str, bytes]:
    """Return every file of a new site by its path, in the order of the paths.

    `today` is used for dates. A CV that needs a missing font for Chinese, Japanese or Korean
    becomes only a page. The site contains the `wheel` of the Masthead that builds it.
    """
    printed = [lang for lang in answers.languages if _has_pdf(answers, lang, has_font)]
    extra = next(filter(None, (_extra(answers, lang) for lang in printed)), "")
    line = f"{wheel.requirement(extra)}\n{LOCK_LINE}" if wheel else ""
    common = {"requirement": line, "wheel": wheel}
    environment = _environment()
    files: dict[str, bytes] = {}
    for source in sorted(path for path in SITE.rglob("*") if path.is_file()):
        path = source.relative_to(SITE).as_posix()
        theirs = (ONLY_FOR[other] for other in ONLY_FOR.keys() - {answers.kind, answers.host})
        if any(path.startswith(beginnings) for beginnings in theirs):
            continue
        if path in (f"content/{kind}.yaml.jinja" for kind in answers.kinds):
            continue
        for target, lang in _targets(path.removesuffix(".jinja"), answers.languages):
            name = target.replace("/posts/", f"/posts/{today.isoformat()}-")
            if path.endswith(".jinja"):
                values = _values(answers, today, lang) | common
                values |= {
                    "name": Path(name).stem,
                    "has_pdf": _has_pdf(answers, lang, has_font),
                    "extra": _extra(answers, lang) or "zh",
                }
                files[name] = environment.get_template(path).render(values).encode("utf-8")
            else:
                files[name] = _commented(source.read_text("utf-8"), lang).encode("utf-8")
    if wheel is not None:
        files |= wheel.files()
    return dict(sorted(files.items()))


def _commented(text: str, lang: str) -> str:
    """Return a file with its comments in a language if `texts/` has them, or else in English."""
    comments = TEXTS / lang / "publishers.json"
    if comments.is_file():
        said = msgspec.json.decode(comments.read_bytes(), type=dict[str, str])
        for english, other in said.items():
            text = text.replace(english, other)
    return text


def _targets(path: str, languages: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the paths to which a file is written, each with its language."""
    first = languages[0]
    if path.startswith("content/cv/"):
        for lang in languages:
            yield (path if lang == first else path.replace(".yaml", f"-{lang.lower()}.yaml")), lang
        return
    stem, _, ending = path.rpartition(".")
    if ending != "md" or not path.startswith("content/"):
        yield path, first
        return
    for lang in languages:
        yield (path if lang == first else f"{stem}.{lang}.md"), lang


def _has_pdf(answers: Answers, lang: str, has_font: bool) -> bool:
    """Whether every letter of the CV in this language has a font, but for a native name that a PDF
    leaves out with a warning."""
    needs = needs_font((answers.name, answers.role, answers.affiliation, answers.email))
    if needs_font((answers.native,)) == "own":
        needs = "own"
    is_east_asian = (known_code(lang) or "").partition("-")[0] in _EAST_ASIAN
    return not (needs or is_east_asian) or (needs != "own" and has_font)


def _extra(answers: Answers, lang: str) -> str:
    """Return the extra with a font for the CV in this language, or ""."""
    base = (known_code(lang) or "en").partition("-")[0]
    texts = (answers.name, answers.native, answers.role, answers.affiliation)
    return base if base in _EAST_ASIAN else needs_font(texts).removeprefix("own")


_EAST_ASIAN = ("zh", "ja", "ko")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader([SITE, TEXTS]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["yaml"] = in_yaml
    return environment


def _values(answers: Answers, today: date, lang: str) -> dict[str, Any]:
    """Return the values for all templates."""
    return {
        "answers": answers,
        "today": today,
        "lang": lang,
        "text": texts_in(lang),
        "person": _person(answers),
        "owner": answers.parts_of_name().in_language(lang),
        "author": PLACEHOLDER_NAME if answers.kind == "group" else answers.parts_of_name().full(),
        "is_group": answers.kind == "group",
        "heading": language(lang).word("people"),
        "people": _people(answers.languages),
        "word": language(lang).word,
        "modeline": modeline,
        "say": partial(_said, answers),
        "comment": partial(_comment, answers),
        "each": partial(_each, answers),
        "first": partial(_first, answers),
        "list": lambda texts: ", ".join(map(in_yaml, texts)),
    }


def _said(answers: Answers, code: str, **arguments: str) -> str:
    """Return a sentence of a comment in the author's language, or else in the site's."""
    first = known_language(answers.languages[0])
    with speaking(first if first and speaks() == "en" else speaks()):
        return spoken(code, **arguments)


def _comment(answers: Answers, code: str, **arguments: str) -> str:
    return "# " + _said(answers, code, **arguments).replace("\n", "\n# ")


def _person(answers: Answers) -> str:
    """Return the name for `site.yaml`: its parts if it is given in two scripts."""
    name = answers.parts_of_name()
    if name.native and (name.given or name.family):
        parts: dict[str, str] = msgspec.to_builtins(name)
        return mapping(parts)
    if answers.kind == "group":
        return in_yaml(f"{{{name.full()}}}")
    return in_yaml(answers.name or name.full())


def _each(answers: Answers, key: str) -> str:
    """Return a text in each of the site's languages, as YAML."""
    return _by_language({lang: texts_in(lang)[key] for lang in answers.languages})


def _people(languages: tuple[str, ...]) -> str:
    """Return the interface's word for people in each of the site's languages, as YAML."""
    return _by_language({lang: language(lang).word("people") for lang in languages})


def _by_language(texts: dict[str, str]) -> str:
    return mapping(texts) if len(texts) > 1 else in_yaml(*texts.values())


def _first(answers: Answers, answer: str, key: str) -> str:
    """Return an answer in the first language and placeholders in the others, as YAML."""
    if not answer:
        return _each(answers, key)
    first, *others = answers.languages
    return _by_language({first: answer, **{lang: texts_in(lang)[key] for lang in others}})


def in_yaml(text: str) -> str:
    """Return a scalar on one line, valid in block and flow style."""
    return plain_or_quoted(text, is_flow=True)


def mapping(values: dict[str, str]) -> str:
    """Return a mapping of plain keys to texts, on one line."""
    return "{" + ", ".join(f"{key}: {in_yaml(value)}" for key, value in values.items()) + "}"


def in_the_way(folder: Path, paths: Iterable[str]) -> list[str]:
    """Return the sorted paths, from the folder, of existing files that prevent a new site.

    These are files that would be written, anything in place of a needed folder (even a link to a
    folder), and any file in `content/`, since it would become part of the site. Other files, and
    `.git/`, may exist.
    """
    found: set[str] = set()
    if os.path.lexists(folder) and not folder.is_dir():
        return ["."]
    for path in paths:
        if os.path.lexists(folder / path):
            found.add(path)
        for parent in list(Path(path).parents)[:-1]:
            place = folder / parent
            if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
                found.add(parent.as_posix())
    for name, _, files in os.walk(folder / "content"):
        found |= {(Path(name) / file).relative_to(folder).as_posix() for file in files}
    return sorted(found)


def write_new(folder: Path, files: dict[str, bytes]) -> None:
    """Write files that do not exist yet, all or none.

    Raises OSError, after removing what it has written. It does not overwrite a file that has
    appeared in the meantime.
    """
    site = OwnFolder(os.path.realpath(folder))
    written: list[str] = []
    try:
        for path, data in files.items():
            if not os.path.lexists(site.path(path)):
                written.append(path)  # only if it is ours
            site.create(path, data)
    except OSError:
        for path in written:
            with suppress(OSError):
                site.remove(path)
        raise
