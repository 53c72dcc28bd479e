"""What is never taken over nor printed: keys, passwords, ids of services, and private facts."""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from generator.model.files import packaged_data

_SECRET_NAME = re.compile(
    r"token|secret|passw(?:or)?d|passphrase|api[_-]?key|app[_-]?key|access[_-]?key|private[_-]?key|"
    r"client[_-]?id$|credential|auth[_-]?key|(?:^|[_-])key$|(?:^|[_-])salt$",
    re.IGNORECASE,
)
_TRULY_SECRET = re.compile(r"secret|passw|private", re.IGNORECASE)
"""Names of keys that services do not show to readers."""
_NOT_SECRET = re.compile(
    r"citation|key[_-]?words|bib|sort|cite|license|(?:category|repo|spotify)[_-]?id", re.IGNORECASE
)
_PLACEHOLDER = re.compile(
    r"<[^<>]*>|\W*(?:your|xxx)[\w -]*|(?:password|密码)[\W_]?\w?|sha(?:256|384|512)-[\w+/=]+|"
    r"(?-i:\$[A-Z][A-Z\d_]*)|\$?\{\{?[^{}]*\}?\}",
    re.IGNORECASE,
)
"""What a template says in the place of a key, the name of a variable that holds it, and digests of
scripts (W3C, "Subresource Integrity")."""
_SECRET_FILE = re.compile(
    r"(?:^|/)(?:\.env(?:\..*)?|\.netrc|\.npmrc|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|"
    r"[^/]*\.(?:pem|p12|pfx|key|keystore|jks|kdbx))$",
    re.IGNORECASE,
)
_VARIABLE = re.compile(r"^[ \t]*(?:export )?(\w+)[ \t]*=[ \t]*[\"']?([^\"'\n]*)", re.MULTILINE)
_RANDOM = re.compile(r"(?<![\w/+.-])(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{20,200}(?![\w/.+-])")
# That of Firebase for pages is public (firebase.google.com, "API keys").
_KNOWN_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|sk-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}|"
    r"AKIA[0-9A-Z]{16}|AIza[\w-]{30,}+(?!\W+authDomain\b)|xox[abprs]-[\w-]{10,})|"
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]*PRIVATE KEY-----)?"
)
_PRIVATE_NAME = re.compile(
    r"birth|phone|mobile|(?:^|[\W_])(?:tel|fax|street|zip)(?:$|[\W_])|postal|nationality|passport|"
    r"(?:^|[\W_])address$",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    _KNOWN_TOKEN.pattern
    + r"|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\btel:[+\d][\d ().-]{4,20}|"
    r"(?<![\w+])\+\d(?:[ ()./-]{0,2}\d){7,14}(?!\d)"
)
"""A token, an e-mail address or a telephone number in any text."""
_SHORTEST = 5
"""Characters of a private value that is looked for: shorter ones are parts of other words."""
_PASSWORD = re.compile(r"(?:enc_)?(?:password|passwd|pwd)", re.IGNORECASE)
_LOCKS = ("encrypt", "encrypted")
_LOCK = re.compile(r"\{[{%][<%-]?\s*(?:hugo-)?encrypt(?:or|ed)?\b([^\n%>}]*)")
"""Opens a part of a text that only those read who know its password."""
HIDING = frozenset({"hidden", "hide", "unlisted", "private"})
"""Switches of pages that no list shows."""
TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0", "never")
_SERVICES = packaged_data("tables/import_services", dict[str, str])
"""Part of a setting's name -> the service that it belongs to."""


def is_secret_file(path: str, read: Callable[[str], bytes]) -> bool:
    """Whether a file holds keys by its name: `.env`, `id_rsa`, `*.pem`. A presentation of Keynote
    (`*.key`) is a ZIP file (PKWARE, APPNOTE 4.3.7); `.npmrc` may hold settings alone
    (docs.npmjs.com, "npmrc"), and an example of `.env` placeholders."""
    if _SECRET_FILE.search(path) is None:
        return False
    if re.search(r"\.env\.(?:example|sample|template)$", path):
        said = _VARIABLE.findall(read(path).decode(errors="replace"))
        return any(is_secret(name, value) for name, value in said)
    if path.lower().endswith(".npmrc"):
        return re.search(rb"(?:_auth\w*|_password)\s*=\s*[^\s$]", read(path)) is not None
    return not (path.lower().endswith(".key") and read(path).startswith(b"PK\3\4"))


def is_secret(name: str, value: Any) -> bool:
    """Whether a setting is a key or a password: by its name, or because it looks like one."""
    if not isinstance(value, str) or not value.strip():
        return False
    if _KNOWN_TOKEN.search(value):
        return True
    if _NOT_SECRET.search(name) or _PLACEHOLDER.fullmatch(value.strip()):
        return False
    is_password = _PASSWORD.fullmatch(name) is not None
    is_short = (len(value) < 6 and not is_password) or value.lower() in ("true", "false")
    is_short |= name == "key" and re.fullmatch("[a-z]{1,20}", value) is not None  # of a menu
    is_named = (is_password or _SECRET_NAME.search(name)) and not is_short
    return bool(is_named or (" " not in value.strip() and is_random(value.strip())))


def is_private(name: str) -> bool:
    """Whether a field holds a private fact: a telephone number, a street, a birthday."""
    return _PRIVATE_NAME.search(name) is not None


class _Value(NamedTuple):
    """A text among settings: its name, the name above it, its line, and whether it is in a part
    that is off."""

    name: str
    above: str
    line: int
    is_off: bool
    text: str


def _values_in(
    value: Any, name: str = "", above: str = "", line: int = 0, is_off: bool = False
) -> Iterator[_Value]:
    if isinstance(value, Mapping):
        lines = getattr(value, "lines", {})
        is_off = is_off or str(value.get("enable")).lower() == "false"
        for inner, one in value.items():
            yield from _values_in(one, inner, name, lines.get(inner, line), is_off)
    elif isinstance(value, list):
        for one in value:
            yield from _values_in(one, name, above, line, is_off)
    elif isinstance(value, str):
        yield _Value(name, above, line, is_off, value.strip())


def private_values(settings: Any) -> Iterator[str]:
    """Yield the keys and the private facts in settings, and in all inside of them."""
    for name, above, _, _, text in _values_in(settings):
        is_one = is_private(name) or is_private(above) or is_secret(name, text)
        yield from [text] if is_one and len(text) >= _SHORTEST else []


def secrets_in(settings: Any) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each key in settings, but never the key. A part that is
    off has samples of the theme; tokens that are known by their form are found in any text."""
    for name, above, line, is_off, text in _values_in(settings):
        whole = f"{above} {name}" if name.endswith("id") or "verification" in above else name
        is_id = service_of(whole) and not _TRULY_SECRET.search(name)
        if not (is_id or is_off) and is_secret(name, text):
            yield line, name


def masked(text: str, values: Collection[str] = ()) -> str:
    """Return a text without tokens, e-mail addresses, telephone numbers and some known values."""
    for value in values:
        text = text.replace(value, "…")
    return _PERSONAL.sub("…", text)


def protection(
    fields: Mapping[str, Any], body: str, locked_tags: Collection[str], hiding: Collection[str]
) -> tuple[str, str]:
    """Return how a page was kept from readers, and what says so; two empty texts if it was not.

    `password`: only those read it who know one. `unlisted`: no list led to it. Hexo's plug-ins for
    passwords lock what has a tag, too.
    """
    said = {name: str(value).strip().lower() for name, value in fields.items()}
    tags = [tag for name in ("tags", "tag") for tag in _words(fields.get(name))]
    if name := next((name for name in said if said[name] and _PASSWORD.fullmatch(name)), ""):
        return "password", name
    if name := next((name for name in _LOCKS if said.get(name, "false") not in ("", *FALSE)), ""):
        return "password", name
    if tag := next((tag for tag in tags if tag in locked_tags), ""):
        return "password", f"the tag {tag}"
    if _LOCK.search(body):
        return "password", "a part of the text"
    if name := next((name for name in sorted(hiding) if said.get(name) in TRUE), ""):
        return "unlisted", f"{name}: {said[name]}"
    if said.get("published") in FALSE:
        return "unlisted", f"published: {said['published']}"
    for name in ("build", "_build"):  # of Hugo
        inside = fields.get(name)
        for switch, word in inside.items() if isinstance(inside, Mapping) else ():
            if switch in ("list", "render") and str(word).lower() in FALSE:
                return "unlisted", f"{name}: {switch}: {str(word).lower()}"
    return "", ""


def without_locks(body: str) -> str:
    """Return a text without the passwords that open parts of it."""
    return _LOCK.sub(lambda found: found[0].removesuffix(found[1]), body)


def _words(value: Any) -> list[str]:
    if isinstance(value, list):
        return [word for one in value for word in _words(one)]
    return re.split(r"\s*[,，]\s*", value.strip()) if isinstance(value, str) else []


def is_random(text: str) -> bool:
    """Whether a word looks as if a machine had drawn it: long, letters and digits, no language. A
    UUID is the name of a thing."""
    found = _RANDOM.fullmatch(text)
    if not found or re.fullmatch(r"[\d-]+|\d{4}\.\d+.*|[\da-f]{8}(?:-[\da-f]{4,12}){4}", text):
        return False
    counts = Counter(text)
    entropy = -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())
    switches = len(re.findall(r"[a-zA-Z]\d|\d[a-zA-Z]|[a-z][A-Z]", text))
    return entropy > 3.5 and switches >= 4


def service_of(name: str) -> str:
    """Return the service for which a setting is an id, or nothing."""
    low = name.lower()
    return next((service for part, service in _SERVICES.items() if part in low), "")


def without_tokens(text: str) -> tuple[str, list[int]]:
    """Return a text without the tokens that are known by their form, and their lines."""
    found = [text.count("\n", 0, token.start()) + 1 for token in _KNOWN_TOKEN.finditer(text)]
    return _KNOWN_TOKEN.sub(lambda token: "…" + "\n" * token[0].count("\n"), text), found
