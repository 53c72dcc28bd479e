"""Entries of menus, and where a person is found elsewhere, in the settings of Hexo's themes."""

import re
from collections.abc import Iterator

from generator.importing.plan import SitePlan
from generator.importing.reading import Fields, shown
from generator.importing.sources.people import kind_of, profile

PROFILES = (
    "social",
    "socials",
    "social_links",
    "social_contact",
    "socialLink",
    "subnav",
    "author",
    "follow_me",
    "wechat_subscriber",
    "wechat_channel",
)
"""Where themes have the links to the person elsewhere, as a mapping or a list."""
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
OF_THEME = re.compile(
    "yourname|x{5}|1181062873|jerryc127|ppoffice|blinkfox|fluid-dev|anzhiyu-c|volantis-x|fi3ework|"
    r"@(?:example|email|xxx)\.com"
)
"""Accounts that themes come with."""
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
LINKS, _LABELS = (
    ("link", "url", "path", "href", "directory"),
    ("name", "title", "key", "tip", "type", "page"),
)
_MARKDOWN_LINK = re.compile(r"\[(.*)\]\(([^()\s]+)\)")

_NO_LINKS = (
    "enable",
    "enabled",
    "style",
    "icon",
    "class",
    "qrcode",
    "cn",
    "en",
    "banner_img",
    "avatar",
    "description",
)


def entries(said: object, label: object = "") -> Iterator[tuple[str, str]]:
    """Yield name and address of each entry of a menu or of profiles, those below others, too.

    Forms: `About: /about/ || fas fa-user`, `about: '[About](/about/)'`, `About: {url: /about,
    children: …}`, `{key: about, link: /about/}`, and mappings and lists of such.
    """
    if isinstance(said, list):
        for one in said:
            yield from entries(one)
    elif isinstance(said, Fields):
        to = next((said[one] for one in LINKS if said.get(one)), None)
        is_menu = sum(str(one).startswith("/") for one in said.values()) > 1  # with a page `link`
        if isinstance(to, str) and (any(map(said.get, _LABELS)) or not is_menu):
            names = [*(said.get(one) for one in _LABELS), label, said.get("icon")]
            named = next(filter(None, names), "")
            yield from entries(to, named)
            yield from entries(said.get("submenu") or said.get("children"))
        else:
            for name, inner in said.items():
                yield from entries(inner, name) if name not in _NO_LINKS else ()
    else:
        name, to = (str(one or "").partition("||")[0].strip() for one in (label, said))
        to = f"/{name.lower()}/" if to == "true" else to  # Aurora
        if link := _MARKDOWN_LINK.fullmatch(to):
            name, to = re.sub(r"<[^<>]*>", "", link[1]).strip() or name, link[2]
        if to:
            yield name, to


def settings_named(settings: object, *names: str) -> Iterator[object]:
    """Yield the settings of these names, those above before those inside of others."""
    if isinstance(settings, Fields):
        yield from (settings[name] for name in names if settings.get(name))
        for name, inner in settings.items():
            yield from settings_named(inner, *names) if name not in names else ()
    elif isinstance(settings, list):
        for inner in settings:
            yield from settings_named(inner, *names)


def take_profile(name: str, link: str, path: str, plan: SitePlan) -> None:
    """Take where else the person is found."""
    person = plan.site["person"]
    name = re.sub(r"^(?:\S+ )?(?:fa|icon)-", "", name)  # Butterfly
    kind, url = profile(name, link)
    is_own_host = not kind and link.startswith("http") and not kind_of(f"{link.rstrip('/')}/x")
    if not kind and link.startswith("http"):
        kind, url = kind_of(link) or name or "link", link
    if OF_THEME.search(url or link):
        return
    mail = None if link.startswith(("http", "/")) else EMAIL.search(link)
    if mail:  # also `E-Mail(a@b.org)`
        person.setdefault("email", mail[0])
    elif kind and (is_own_host or re.search(r"\w/.", url)):
        person.setdefault("links", {}).setdefault(kind, url)
    elif (link.endswith(_PICTURES) or not link.startswith(("/", "#", "http"))) and (
        link not in ("true", "false") and name != "rss"
    ):
        plan.findings.add("lost", "profile", path, f"{name}: {link}")


def without_address(said: object, label: str = "") -> Iterator[str]:
    """Yield the contacts of a list or a mapping that have a name or a picture, but no address, as
    WeChat has none."""
    if isinstance(said, list):
        for one in said:
            yield from without_address(one)
    elif isinstance(said, Fields) and not any(said.get(name) for name in LINKS):
        words = [label, *(str(said[one]) for one in (*_LABELS, "qrcode", "img") if said.get(one))]
        if any(said.get(one) for one in ("icon", "class", "iconfont", "qrcode")):
            yield ": ".join(filter(None, words)) or shown(said)
            return
        for name, inner in said.items():
            yield from without_address(inner, name) if isinstance(inner, Fields) else ()
