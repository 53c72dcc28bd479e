"""The questions of `masthead new`, and the files of a new site, made from the answers.

The folder `site/` has the files under their final paths. A name that ends in `.jinja` is a
template; a page's template is rendered once for each language, with the words in `texts/`. Other
files are copied, with comments in the site's first language if `texts/` has them. None is a file
that a later version would have to change, such as a schema: builds write those (`save_schemas`).
"""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from generator.disk import OwnFolder
from generator.edit.yaml_text import in_flow
from generator.hosting.hosts import PUBLISHERS, Host
from generator.hosting.installation import LOCK_LINE, Wheel
from generator.language import known_language
from generator.model.files import modeline
from generator.model.languages import is_han, known_code, language
from generator.model.links import SITE_URL
from generator.model.names import Name
from generator.model.text import LANGUAGE_CODE
from generator.problems import speaking, speaks, spoken

SITE = Path(__file__).parent / "site"
TEXTS = Path(__file__).parent / "texts"
ONLY_FOR: dict[str, tuple[str, ...]] = {
    "person": ("content/cv/", "content/education.yaml", "content/experience.yaml"),
    "group": ("content/people.md",),
    **{host: (file,) for host, file in PUBLISHERS.items()},
}
"""Beginnings of paths of files that are only for one kind of site or one host."""
_USER = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?"
_GITHUB = re.compile(rf"({_USER})(?:/([\w.-]+))?")
_PAGES = re.compile(rf"https?://({_USER})\.(github|gitlab)\.io(?:/.*)?", re.IGNORECASE)
_EMAIL = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;.]+")


class Answers(msgspec.Struct, frozen=True, kw_only=True):
    """The author's answers about a new site. Empty ones become placeholders."""

    kind: Literal["person", "group"] = "person"
    """Whose site it is."""
    host: Host = "github"
    name: str = ""
    """The person's name: `Jin Fang`, `Fang, Jin` or `方缙`; for a group, undivided."""
    native: str = ""
    """The name in the person's own script, if `name` is in Latin letters: `方缙`."""
    email: str = ""
    role: str = ""
    """The person's position, in the site's first language: `Ph.D. student`."""
    affiliation: str = ""
    """University or company, in the site's first language."""
    theme: str = "broadsheet"
    """The name of a packaged theme."""
    languages: tuple[str, ...] = ("en",)
    """Language codes; the first is the main language."""
    url: str = ""
    """The URL of the site, with a slash at its end."""
    account: str = ""
    """The user of GitHub or GitLab, if the URL names one."""
    orcid: str = ""
    """The person's ORCID iD."""
    aliases: tuple[str, ...] = ()
    """Other spellings of the name."""
    links: dict[str, str] = {}
    """Further links of the person, by kind."""
    kinds: tuple[str, ...] = ()
    """The kinds of existing records. The site needs no samples of these."""

    def parts_of_name(self) -> Name:
        """Return the name, split into its parts."""
        placeholder = PLACEHOLDER_GROUP if self.kind == "group" else PLACEHOLDER_NAME
        whole = self.name or placeholder
        bare = whole.removeprefix("{").removesuffix("}")
        name = Name(family=bare) if self.kind == "group" else Name.from_scalar(whole)
        return msgspec.structs.replace(name, native=self.native) if self.native else name


PLACEHOLDER_NAME = "Robin TODO"
PLACEHOLDER_GROUP = "TODO Group"


def one_line(text: str) -> str:
    """Return an answer stripped and normalized (NFC), on one line.

    Raises ValueError for a control character and the like.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    for ch in text:
        if unicodedata.category(ch) in ("Cc", "Cs", "Co") or ord(ch) & 0xFFFE == 0xFFFE:
            raise ValueError(spoken("answer-no-character", sign=ascii(ch)))
    return text


def name_of(text: str) -> str:
    """Return a name as it was typed. Raises ValueError if it is not a name."""
    text = one_line(text)
    if text:
        Name.from_scalar(text)
    return text


def native_of(text: str) -> str:
    """Return a name in another script. Raises ValueError for one in Latin letters."""
    text = one_line(text)
    if text.isascii() and text:
        raise ValueError(spoken("answer-native"))
    return text


def email_of(text: str) -> str:
    """Return an e-mail address. Raises ValueError if it is not one."""
    text = one_line(text)
    if text and not _EMAIL.fullmatch(text):
        raise ValueError(spoken("answer-email", text=text))
    return text


def languages_of(text: str) -> tuple[str, ...]:
    """Read `en,zh` or `en zh`. Raises ValueError with the reason in words."""
    codes = tuple(dict.fromkeys(one_line(text).replace(",", " ").split())) or ("en",)
    for code in codes:
        if not LANGUAGE_CODE.fullmatch(code):
            raise ValueError(spoken("answer-language", code=code))
    return codes


def address_of(text: str, host: Host = "github") -> tuple[str, str]:
    """Return the URL of a site and the user in it; either may be empty.

    The author may type a URL, a domain (`jin.example.org`), and on GitHub and GitLab a user (`jin`,
    whose site is https://jin.github.io/) or a repository (`jin/site`: https://jin.github.io/site/).
    Raises ValueError for anything else.
    """
    text = one_line(text)
    if not text:
        return "", ""
    repository = _GITHUB.fullmatch(text)
    if repository and host != "rsync":
        user, name = repository[1], repository[2] or ""
        domain = f"{user.lower()}.{host}.io"
        home = f"https://{domain}/"
        is_home = name.lower() in ("", domain)
        return (home if is_home else f"{home}{name}/"), user
    url = text if "://" in text else f"https://{text}"
    name = url.partition("://")[2].partition("/")[0]
    if not SITE_URL.fullmatch(url) or ("." not in name and not name.startswith("localhost")):
        raise ValueError(spoken("answer-address", text=text))
    pages = _PAGES.fullmatch(url)
    return url.rstrip("/") + "/", pages[1] if pages and pages[2].lower() == host else ""


def typed_address(text: str) -> str:
    """Return an address as typed. Raises ValueError if `address_of` does not understand it."""
    address_of(text)
    return one_line(text)


def needs_font(texts: tuple[str, ...]) -> str:
    """Return the font that a PDF of these texts needs besides the packaged ones.

    It is empty for Latin, Greek, Cyrillic, Hebrew and Arabic; the extra for Chinese (`zh`),
    Japanese (`ja`) and Korean (`ko`); and `own` for all other scripts.
    """
    needs = ""
    for ch in "".join(texts):
        if ch > "\u052f" and unicodedata.category(ch)[0] == "L":
            script = unicodedata.name(ch, "").partition(" ")[0]
            if script not in _WITH_FONT:
                extra = "zh" if is_han(ch) else _EXTRAS.get(script, "own")
                needs = extra if extra == "own" else needs or extra
    return needs


_WITH_FONT = frozenset(["LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC"])
_EXTRAS = {"HIRAGANA": "ja", "KATAKANA": "ja", "KATAKANA-HIRAGANA": "ja", "HANGUL": "ko"}


@cache
def texts_in(lang: str) -> dict[str, str]:
    """Return the texts and questions of a new site in a language, or else in English."""
    file = TEXTS / f"{known_code(lang) or 'en'}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


Ask = Callable[[str], str]
"""Shows a question and returns what was typed; raises EOFError at the end of the input."""

QUESTIONS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "languages": ("CODES", languages_of),
    "name": ("NAME", name_of),
    "native": ("NAME", native_of),
    "role": ("TEXT", one_line),
    "affiliation": ("TEXT", one_line),
    "email": ("ADDRESS", email_of),
    "url": ("WHERE", typed_address),
}
"""Answer -> what it is, for the help of its flag, and the function that reads it."""


def asked(
    names: Iterable[str],
    ask: Ask,
    say: Callable[[str], None],
    lang: str = "en",
    is_group: bool = False,
) -> dict[str, Any]:
    """Ask for these answers and return them by name; repeat a question after an invalid answer.

    The site's languages come first, because all other questions are in the first of them, or else
    in `lang`. The name may be given in its own script first, and then in Latin letters.
    """
    wanted = set(names)
    given: dict[str, Any] = {}
    for name, (_, check) in QUESTIONS.items():
        words = spoken("new-ask-languages", default=lang)
        if name == "native" and not given.get("name", "").isascii():
            check = name_of
        if name != "languages":
            key = "ask.group" if is_group and name == "name" else f"ask.{name}"
            words = texts_in(given.get("languages", (lang,))[0])[key]
        while name in wanted and name not in given:
            try:
                said = ask(f"{words}: ") or (lang if name == "languages" else "")
                given[name] = check(said)
            except ValueError as error:
                say(f"  {error}")
    if given.get("native", "").isascii() and given.get("native"):
        given["name"], given["native"] = given["native"], given["name"]
    return given


# ---------------------------------------------------------------------- the files


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
    environment.filters["yaml"] = in_flow
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
        "people": _by_language({one: language(one).word("people") for one in answers.languages}),
        "word": language(lang).word,
        "modeline": modeline,
        "say": partial(_said, answers),
        "comment": partial(_comment, answers),
        "each": partial(_each, answers),
        "first": partial(_first, answers),
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
        return in_flow(msgspec.to_builtins(name))
    if answers.kind == "group":
        return in_flow(f"{{{name.full()}}}")
    return in_flow(answers.name or name.full())


def _each(answers: Answers, key: str) -> str:
    """Return a text in each of the site's languages, as YAML."""
    return _by_language({lang: texts_in(lang)[key] for lang in answers.languages})


def _by_language(texts: dict[str, str]) -> str:
    return in_flow(texts if len(texts) > 1 else next(iter(texts.values())))


def _first(answers: Answers, answer: str, key: str) -> str:
    """Return an answer in the first language and placeholders in the others, as YAML."""
    if not answer:
        return _each(answers, key)
    first, *others = answers.languages
    return _by_language({first: answer, **{lang: texts_in(lang)[key] for lang in others}})


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
