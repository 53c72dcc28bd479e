"""The links of a person: names of networks in the settings of others -> `person.links`."""

import re
from collections.abc import Mapping

from generator.importing.fields import FieldReader
from generator.importing.private_facts import is_secret

_ADDRESSES = {
    "github": "https://github.com/{}", "gitlab": "https://gitlab.com/{}",
    "x": "https://x.com/{}", "twitter": "https://twitter.com/{}",
    "linkedin": "https://www.linkedin.com/in/{}", "instagram": "https://www.instagram.com/{}",
    "facebook": "https://www.facebook.com/{}", "medium": "https://medium.com/@{}",
    "youtube": "https://www.youtube.com/@{}", "bitbucket": "https://bitbucket.org/{}",
    "kaggle": "https://www.kaggle.com/{}", "telegram": "https://t.me/{}",
    "stackoverflow": "https://stackoverflow.com/users/{}", "bluesky": "https://bsky.app/profile/{}",
    "keybase": "https://keybase.io/{}", "quora": "https://www.quora.com/profile/{}",
    "flickr": "https://www.flickr.com/people/{}", "pinterest": "https://www.pinterest.com/{}",
    "weibo": "https://weibo.com/{}", "zhihu": "https://www.zhihu.com/people/{}",
    "semanticscholar": "https://www.semanticscholar.org/author/{}",
    "scholar": "https://scholar.google.com/citations?user={}",
    "osf": "https://osf.io/{}", "publons": "https://publons.com/a/{}",
    "researchgate": "https://www.researchgate.net/profile/{}",
    "scopus": "https://www.scopus.com/authid/detail.uri?authorId={}",
    "wikidata": "https://www.wikidata.org/wiki/{}", "lattes": "http://lattes.cnpq.br/{}",
    "unsplash": "https://unsplash.com/@{}", "spotify": "https://open.spotify.com/user/{}",
    "lastfm": "https://www.last.fm/user/{}", "zotero": "https://www.zotero.org/{}",
    "tumblr": "https://{}.tumblr.com", "steam": "https://steamcommunity.com/id/{}",
    "dribbble": "https://dribbble.com/{}", "codepen": "https://codepen.io/{}",
    "soundcloud": "https://soundcloud.com/{}", "vine": "https://vine.co/u/{}",
    "goodreads": "https://www.goodreads.com/{}", "xing": "https://www.xing.com/profile/{}",
    "wikipedia": "https://en.wikipedia.org/wiki/User:{}", "discord": "https://discord.com/users/{}",
    "strava": "https://www.strava.com/athletes/{}", "dblp": "https://dblp.org/pid/{}",
    "arxiv": "https://arxiv.org/a/{}", "inspire": "https://inspirehep.net/authors/{}",
    "mastodon": "https://{}", "pubmed": "{}", "work": "{}", "academia": "{}", "blogger": "{}",
    "impactstory": "{}",
}  # fmt: skip
_OTHER_NAMES = {
    "googlescholar": "scholar", "google_scholar": "scholar", "scholar_userid": "scholar",
    "research_gate": "researchgate", "research_gate_profile": "researchgate",
    "semantic": "semanticscholar", "ieee_id": "ieee", "inspirehep_id": "inspire",
    "inspire-hep": "inspire", "google-scholar": "scholar", "gscholar": "scholar",
}  # fmt: skip
_ENDINGS = re.compile(r"_(?:username|userid|user|id|url|profile)$")


def profile(name: str, value: str) -> tuple[str, str]:
    """Return the kind and the URL of a profile that a setting names, or two empty texts."""
    kind = _OTHER_NAMES.get(name) or _ENDINGS.sub("", name)
    kind = _OTHER_NAMES.get(kind, kind)
    value = value.strip()
    if kind == "mastodon" and "://" not in value:
        user, _, host = value.removeprefix("@").partition("@")
        value = value if "/" in value else f"{host}/@{user}" if host else value
    if re.match(r"https?://", value):
        return (kind, value) if kind in _ADDRESSES or kind == "ieee" else ("", "")
    if kind not in _ADDRESSES or not re.fullmatch(r"[^\s\"<>]+", value):
        return "", ""
    return kind, _ADDRESSES[kind].format(value.removeprefix("@"))


def take_profiles(reader: FieldReader, person: dict[str, object]) -> None:
    """Take all profiles out of some settings into `person.links`, and the ORCID iD."""
    links: dict[str, object] = {}
    for name in list(reader.fields):
        value = reader.fields[name]
        if not isinstance(value, str) or not value.strip():
            continue
        orcid = re.search(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", value)
        if name.startswith("orcid") and orcid:
            reader.text(name)
            person["orcid"] = orcid[0]
            continue
        if is_secret(name, value) and not name.startswith(("scholar", "google")):
            continue
        kind, url = profile(name, value)
        if kind:
            reader.text(name)
            links.setdefault(kind, url)
    known = person.get("links")
    person["links"] = {**(known if isinstance(known, Mapping) else {}), **links}
