"""The questions of `masthead new`, and functions that check the answers."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from generator.hosting.hosts import Host
from generator.messages import spoken
from generator.model.languages import is_han, known_code
from generator.model.links import SITE_URL
from generator.model.names import Name
from generator.model.text import LANGUAGE_CODE

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
    bio: str = ""
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
    file = Path(__file__).parent / "texts" / f"{known_code(lang) or 'en'}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


Ask = Callable[[str], str]
"""Shows a question and returns what was typed; raises EOFError at the end of the input."""

QUESTIONS: dict[str, Callable[[str], Any]] = {
    "languages": languages_of,
    "name": name_of,
    "native": native_of,
    "role": one_line,
    "affiliation": one_line,
    "email": email_of,
    "url": typed_address,
}
"""For each question: the name of the answer, and the function that reads it."""


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
    for name, check in QUESTIONS.items():
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
