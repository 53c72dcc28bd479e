"""What is never taken over nor printed: keys, passwords, ids of services, and private facts."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

_SECRET_NAME = re.compile(
    r"token|secret|passw(?:or)?d|passphrase|api[_-]?key|app[_-]?key|access[_-]?key|private[_-]?key|"
    r"client[_-]?id$|credential|auth[_-]?key|(?:^|[_-])key$|(?:^|[_-])salt$",
    re.IGNORECASE,
)
_NOT_SECRET = re.compile(r"citation|key[_-]?words|bib|sort|cite|license", re.IGNORECASE)
_SECRET_FILE = re.compile(
    r"(?:^|/)(?:\.env(?:\..*)?|\.netrc|\.npmrc|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|"
    r"[^/]*\.(?:pem|p12|pfx|key|keystore|jks|kdbx))$",
    re.IGNORECASE,
)
_RANDOM = re.compile(r"(?<![\w/+.-])(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{20,200}(?![\w/.+-])")
_KNOWN_TOKEN = re.compile(
    r"gh[pousr]_\w{20,}|github_pat_\w{20,}|sk-[\w-]{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|"
    r"xox[abprs]-[\w-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)
_SERVICES = {
    "analytics": "Google Analytics", "gtag": "Google Analytics", "ga_tracking": "Google Analytics",
    "gtm": "Google Tag Manager", "google_site_verification": "Google Search Console",
    "google_verification": "Google Search Console", "bing_site_verification": "Bing",
    "yandex": "Yandex", "baidu": "Baidu", "disqus": "Disqus", "giscus": "giscus",
    "utterances": "utterances", "gitalk": "Gitalk", "valine": "Valine", "waline": "Waline",
    "staticman": "Staticman", "hotjar": "Hotjar", "cronitor": "Cronitor", "pirsch": "Pirsch",
    "openpanel": "OpenPanel", "clarity": "Clarity", "comments": "comments", "matomo": "Matomo",
    "umami": "Umami", "goatcounter": "GoatCounter", "cnzz": "CNZZ", "busuanzi": "Busuanzi",
    "verification": "verification",
}  # fmt: skip
"""Part of a setting's name -> the service that it belongs to."""
_VERIFICATIONS = {
    r"google[0-9a-f]{16}\.html": "Google Search Console", r"baidu_verify_[\w-]+\.html": "Baidu",
    r"BingSiteAuth\.xml": "Bing", r"yandex_[0-9a-f]+\.html": "Yandex",
    r"naver[0-9a-f]+\.html": "Naver", r"sogousiteverification\.txt": "Sogou",
}  # fmt: skip
"""Name of a file -> the service that gave it to the owner."""


def verifier_of(path: str) -> str:
    """Return the service to which a file proves whose site it is, by its name, or nothing."""
    name = path.rpartition("/")[2]
    return next((who for form, who in _VERIFICATIONS.items() if re.fullmatch(form, name)), "")


def is_secret_file(path: str) -> bool:
    """Whether a file holds keys by its name: `.env`, `id_rsa`, `*.pem`."""
    return _SECRET_FILE.search(path) is not None


def is_secret(name: str, value: Any) -> bool:
    """Whether a setting is a key or a password: by its name, or because it looks like one."""
    if not isinstance(value, str) or not value.strip():
        return False
    if _KNOWN_TOKEN.search(value):
        return True
    is_short = len(value) < 6 or value.lower() in ("true", "false")
    if _SECRET_NAME.search(name) and not _NOT_SECRET.search(name) and not is_short:
        return True
    return " " not in value.strip() and is_random(value.strip())


def is_random(text: str) -> bool:
    """Whether a word looks as if a machine had drawn it: long, letters and digits, no language."""
    found = _RANDOM.fullmatch(text)
    if not found or re.fullmatch(r"[\d-]+|\d{4}\.\d+.*", text):
        return False
    counts = Counter(text)
    entropy = -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())
    switches = len(re.findall(r"[a-zA-Z]\d|\d[a-zA-Z]|[a-z][A-Z]", text))
    return entropy > 3.5 and switches >= 4


def service_of(name: str) -> str:
    """Return the service for which a setting is an id, or nothing."""
    low = name.lower()
    return next((service for part, service in _SERVICES.items() if part in low), "")


def secrets_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each key in a text of settings, but never the key."""
    for number, line in enumerate(text.split("\n"), 1):
        if _KNOWN_TOKEN.search(line):
            yield number, "a token"
            continue
        setting = re.match(
            r"""\s*(?:-\s*)?["']?([\w.-]{1,60})["']?\s*[:=]\s*["']?([^"'#]*)""", line
        )
        if (
            setting
            and not service_of(setting[1])
            and is_secret(setting[1], setting[2].strip().rstrip(",;").strip())
        ):
            yield number, setting[1]
