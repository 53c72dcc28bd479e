"""The settings of Hexo and of its themes: the site, the person, menu, profiles and portrait.

`hexo.py` says which of them count, and where themes have them.
"""

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from generator.hosting.visible_content import words_of
from generator.importing.plan import SitePlan, address
from generator.importing.reading import NOT_NEEDED, FieldReader, Fields, flat, mapping_of, shown
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hexo_addresses import PostAddresses, topic_folder
from generator.importing.sources.people import kind_of, profile
from generator.importing.sources.source import ImportOptions, settings_in
from generator.model.languages import known_code


def settings_of_theme(tree: SourceTree, config: Fields, plan: SitePlan) -> dict[str, Fields]:
    """Return the settings of the theme by their files, those that count before others first.

    Those in `_config.yml` come before `_config.[theme].yml`, and that before the theme's own file
    (hexo.io/docs/configuration, "Using an Alternate Theme Config"); older themes have theirs in
    `source/_data/[theme].yml`.
    """
    said = str(config.get("theme") or "")
    folders = {path.split("/")[1] for path in tree.below("themes/")}  # disks may know no capitals
    theme = next((one for one in folders if one.casefold() == said.casefold()), said)
    settings = {"_config.yml": config.inside("theme_config")}
    for path in (f"_config.{theme}.yml", f"_config.{theme}.yaml", f"source/_data/{theme}.yml",
                 f"themes/{theme}/_config.yml"):  # fmt: skip
        if theme and tree.has(path):
            settings[path] = settings_in(tree, path, plan)
    return settings


def has_formulas(tree: SourceTree, settings: list[Fields]) -> bool:
    """Whether formulas were set: by a plug-in, or by a theme whose switch is not off.

    A theme without such a switch may set them with templates of its own.
    """
    plugins = r"hexo-[\w-]*(?:math|katex|pandoc|kramdown|markdown-it)"
    named = ("math", "mathjax", "katex")
    said = [one for some in settings for one in _settings_named(some, *named)]
    switches = [
        str(switch).lower()
        for one in said
        for switch in (_settings_named(one, "enable") if isinstance(one, Fields) else [one])
    ]
    is_off = switches and all(one == "false" for one in switches)
    return not is_off or bool(re.search(plugins, tree.text_if_any("package.json")))


def take_theme(
    tree: SourceTree,
    config: Fields,
    settings: dict[str, Fields],
    plan: SitePlan,
    options: ImportOptions,
) -> None:
    """Take the menu, the profiles and the portrait, which themes have at places of their own."""
    theme, person = str(config.get("theme") or ""), plan.site["person"]
    for path, one in settings.items():
        for own in _settings_named(one, "site"):  # Aurora
            name = str(own.get("author") or "") if isinstance(own, Fields) else ""
            if name and person["name"] == "TODO":
                person["name"] = name
                plan.findings.add("guessed", "person-name", path, name, f"person.name: {name}")
        base = one.inside("base_info")  # Keep, which shows these in the place of Hexo's own
        if name := str(base.get("author") or ""):
            plan.findings.add(
                "guessed", "person-name", path, person["name"], f"person.name: {name}"
            )
            person["name"] = name
        plan.site["title"] = str(base.get("title") or plan.site["title"])
    for path, one in settings.items():
        for menu in _settings_named(one, "menu", "menubar", "nav"):
            plan.menu = plan.menu or [
                {"to": to} | ({} if label in _WORDS_OF_THEMES else {"label": label})
                for label, to in _entries(menu)
                if label and re.match(r"(?:/|http)(?!.*\.(?:png|jpe?g|svg|webp|gif|ico)$)", to)
            ]
        for said in [*_settings_named(one, *_PROFILES), one.inside("about").get("icons")]:
            for name, link in _entries(said) if isinstance(said, Fields | list) else ():
                _take_profile(name.lower(), link, path, plan)
    mottos = [plan.site["description"], str(config.get("subtitle") or "")]
    with_both = re.search(r"\b(?:next|butterfly|anzhiyu|cactus)\b", theme)
    if not (with_both or _says(tree, theme, "config.description") is True):
        del mottos[0]  # others show the second one alone
    bare = {re.sub(r"\W+", "", one): one for one in reversed(mottos)}
    mottos = [one for one in reversed(bare.values()) if one and one != plan.site["title"]]
    for_mottos = ("bio",) if mottos and len(mottos[0]) > _LONG else ("role", "bio")
    is_shown = False
    for path, one in [*settings.items(), ("_config.yml", config)]:
        matery, fluid = one.inside("profile"), one.inside("about")
        texts = {"role": matery.get("career"), "bio": matery.get("introduction")}
        texts["role"] = texts["role"] or (fluid.get("intro") if fluid.is_on("enable") else "")
        for widget in one.mappings("widgets"):  # Icarus
            said = {"role": widget.get("author_title"), "location": widget.get("location")}
            is_own = widget.get("type") == "profile"
            texts |= {to: it for to, it in said.items() if is_own and "Your " not in str(it)}
        board = one.inside("aside").inside("card_announcement")  # Butterfly
        if board.is_on("enable") and board.get("content") != "This is my Blog":
            texts["bio"] = texts["bio"] or board.get("content")
        screen = one.inside("first_screen") or one.inside("style").inside("first_screen")  # Keep
        if screen.is_on("enable"):
            texts["role"] = texts["role"] or screen.get("description")
        typed = one.inside("subtitle")
        if typed.is_on("enable") and not _OF_THEME.search(shown(typed.get("sub") or "")):
            texts["role"] = texts["role"] or " · ".join(flat(typed.get("sub")))
        if one is config:
            free = [field for field in for_mottos if field not in person]
            texts |= dict(zip(free, mottos, strict=False))
            for motto in mottos[len(free) :]:
                plan.findings.add("lost", "theme-text", path, motto)
        others = mapping_of(**{name: one[name] for name in one if name not in _PROFILES})
        links = [
            f"{name} {to}"
            for said in _settings_named(others, "links")
            for name, to in _entries(said)
        ]
        links = [
            one for one in links if re.search(r"https?://(?!\S*(?:example\.com|fluid-dev))", one)
        ]
        if links:
            plan.findings.add("lost", "theme-text", path, f"links: {', '.join(links)}")
        if lines := [*_footer(one)]:
            plan.site.setdefault("footer", " · ".join(dict.fromkeys(lines)))
            plan.findings.add("guessed", "theme-setting", path, ", ".join(lines), "footer")
        for field, said in texts.items():
            if said and field not in person:
                person[field] = said
                plan.findings.add("guessed", "theme-setting", path, said, f"person.{field}")
        for avatar in _settings_named(one, "avatar", "author_img") if not is_shown else ():
            if isinstance(avatar, Fields):
                avatar = avatar.get("url") or avatar.get("img")
            name = str(avatar or "").lstrip("/")
            is_unread = one is config and _says(tree, theme, "config.avatar") is False
            if is_unread or not re.search(r"[/.]", name):  # of a service that draws faces
                continue
            is_shown = True  # other files have what a theme comes with
            places = [f"{posixpath.dirname(one)}/source/{name}" for one in settings if "/" in one]
            file = tree.first(f"source/{name}", *places)
            if not file:
                where = "it lies on another server: save it, and name it as `person.portrait`"
                plan.findings.add("lost", "picture", path, name, where if "://" in name else "")
            elif not options.samples.holds_file(tree, file):
                person["portrait"] = name
                plan.add_file_at(f"/{name}", file)
    is_unknown = len(settings) == 1 and not config.get("theme_config")
    if theme not in ("", "landscape") and (is_unknown or not (plan.menu or person.get("links"))):
        became = "menu, portrait and links: write them into content/site.yaml"
        plan.findings.add("lost", "theme-missing", "_config.yml", f"theme: {theme}", became)


_PROFILES = (
    "social",
    "socials",
    "social_links",
    "social_contact",
    "socialLink",
    "subnav",
    "author",
)
"""Where themes have the links to the person elsewhere, as a mapping or a list."""
_LICENCE = re.compile(r"\bby(?:-nc)?(?:-sa|-nd)?\b", re.IGNORECASE)
_NUMBER = re.compile(r"[\u4e00-\u9fff]\s?ICP\s?[备備证證]\s?\d{5,}号?(?:-\d+)?号?")
"""The number of a site that the law of China has at the foot of its pages."""


def _footer(settings: object, name: str = "") -> Iterator[str]:
    """Yield what a theme shows on each page: the licence of posts, the number of the site."""
    if isinstance(settings, Fields):
        switches = [str(settings.get(one)).lower() for one in ("enable", "post", "sidebar")]
        is_off = switches[0] == "false" or (switches[1] == "false" and switches[2] != "true")
        for one, inner in settings.items() if not is_off else ():
            yield from _footer(inner, one)
    elif isinstance(settings, str):
        found = _LICENCE.search(settings) if name == "license" else None
        if found:
            code = found[0].lower()
            yield f"[CC {code.upper()} 4.0](https://creativecommons.org/licenses/{code}/4.0/)"
        elif name == "custom_text" and "butterfly.js.org" not in settings:
            yield from [settings] if settings.strip() else []
        elif name != "license" and (number := _NUMBER.search(settings)):
            yield f"[{number[0]}](https://beian.miit.gov.cn/)"


def _says(tree: SourceTree, theme: str, setting: str) -> bool | None:
    """Whether a theme shows a setting on its pages; None where its templates are not there."""
    paths = [one for one in tree.below(f"themes/{theme}/layout/") if not re.search("head\\b", one)]
    form = re.compile(rf"^(?!.*(?:<meta|content=)).*\b(?<!theme\.){re.escape(setting)}\b", re.M)
    return any(form.search(tree.text_if_any(one)) for one in paths) if paths else None


def _settings_named(settings: object, *names: str) -> Iterator[object]:
    """Yield the settings of these names, those above before those inside of others."""
    if isinstance(settings, Fields):
        yield from (settings[name] for name in names if settings.get(name))
        for name, inner in settings.items():
            yield from _settings_named(inner, *names) if name not in names else ()
    elif isinstance(settings, list):
        for inner in settings:
            yield from _settings_named(inner, *names)


def _take_profile(name: str, link: str, path: str, plan: SitePlan) -> None:
    """Take where else the person is found."""
    person = plan.site["person"]
    name = re.sub(r"^(?:\S+ )?(?:fa|icon)-", "", name)  # Butterfly
    kind, url = profile(name, link)
    if not kind and link.startswith("http"):
        kind, url = kind_of(link) or name or "link", link
    email = link.removeprefix("mailto:")
    if _OF_THEME.search(url or email):
        return
    if re.fullmatch(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", email):
        person.setdefault("email", email)
    elif kind and re.search(r"\w/.", url):
        person.setdefault("links", {}).setdefault(kind, url)
    elif not link.startswith(("/", "#", "http")) and link not in ("true", "false"):
        plan.findings.add("lost", "profile", path, f"{name}: {link}")


_WORDS_OF_THEMES = frozenset(
    ["home", "archives", "categories", "tags", "about", "archive", "category", "tag"]
)
"""Names that themes say in the language of the site; a page's title says them here."""
_MARKDOWN_LINK = re.compile(r"\[(.*)\]\(([^()\s]+)\)")


def _entries(said: object, label: object = "") -> Iterator[tuple[str, str]]:
    """Yield name and address of each entry of a menu or of profiles, those below others, too.

    Forms: `About: /about/ || fas fa-user`, `about: '[About](/about/)'`, `About: {url: /about,
    children: …}`, `{key: about, link: /about/}`, and mappings and lists of such.
    """
    if isinstance(said, list):
        for one in said:
            yield from _entries(one)
    elif isinstance(said, Fields):
        to = next((said[one] for one in ("link", "url", "path", "href") if said.get(one)), None)
        if isinstance(to, str):
            names = ("name", "title", "key", "tip")
            named = next((said[one] for one in names if said.get(one)), label)
            yield from _entries(to, named)
            yield from _entries(said.get("submenu") or said.get("children"))
        else:
            for name, inner in said.items():
                yield from _entries(inner, name) if name not in _NO_LINKS else ()
    else:
        name, to = (str(one or "").partition("||")[0].strip() for one in (label, said))
        to = f"/{name.lower()}/" if to == "true" else to  # Aurora
        if link := _MARKDOWN_LINK.fullmatch(to):
            name, to = re.sub(r"<[^<>]*>", "", link[1]).strip() or name, link[2]
        if to:
            yield name, to


_OF_THEME = re.compile(
    "yourname|x{5}|ppoffice|blinkfox|今日事|Never put off|fluid-dev|anzhiyu-c|volantis-x"
)
"""Accounts that themes come with."""
_LONG = 80
"""Letters of a motto that is rather a text."""
_NO_LINKS = ("icon", "class", "qrcode", "cn", "en", "banner_img", "avatar")
_OF_INIT = ("John Doe", "http://yoursite.com", "http://example.com")
"""Author and address as `hexo init` writes them."""


def take_settings(
    config: Fields, path: str, tree: SourceTree, plan: SitePlan, options: ImportOptions
) -> list[str]:
    """Take the settings; return those that stood on the home page in so many words."""
    reader = FieldReader(config, path, plan.findings)
    site = plan.site
    title = "" if reader.text("title") == "Hexo" else str(config.get("title") or "")
    own = (reader.text("author"), reader.text("url"))
    author, url = ("" if said.rstrip("/") in _OF_INIT else said for said in own)
    site["person"] = {"name": author or title or "TODO"}
    plan.site_guessed.add("person.name")
    plan.findings.add("guessed", "person-name", path, author, f"person.name: {author or title}")
    site["title"] = title
    root = str(config.get("root") or "/").strip("/")
    below = "" if urlsplit(url).path.strip("/") else root
    hosted = re.search(r"[:/]([\w-]+\.github\.io)\b", shown(config.get("deploy") or ""))
    if hosted and tree.has("source/CNAME"):
        plan.hosts.add(hosted[1].lower())
    elif not url and hosted:
        url = f"https://{hosted[1]}/"
        plan.findings.add("guessed", "url", path, f"deploy: {hosted[1]}", url)
    plan.take_address(tree, url, below, ["source/CNAME"])
    if not site["url"]:
        plan.findings.add("todo", "no-url", path, own[1], "write `url` into site.yaml")
    subtitle = reader.text("subtitle")
    site["description"] = reader.text("description") or subtitle
    languages = [code.replace("_", "-") for code in reader.words("language")]
    languages = [code for code in languages if re.fullmatch(r"[a-zA-Z]{2,3}(-\w+)*", code)]
    site["languages"] = [known_code(code) or code for code in languages[:1]] or ["en"]
    if languages[1:]:
        plan.findings.add("todo", "languages", path, ", ".join(languages), site["languages"][0])
    renderers = [config.inside(name) for name in ("marked", "markdown", "kramed")]
    renderers.append(config.inside("markdown").inside("render"))  # of markdown-it
    plain = [one for one in renderers if str(one.get("breaks")) == "false"]
    is_pandoc = "hexo-renderer-pandoc" in tree.text_if_any("package.json")
    site["markdown"] = {"breaks": not plain and not is_pandoc}
    pattern = PostAddresses(config)
    scheme = pattern.scheme
    reader.value("permalink", "tag_dir", "avatar")
    new = address(scheme.replace(":title", ":slug"))
    if not pattern.is_of_day:
        new = "/:year/:month/:day/:slug/"
        became = f"{new} for new posts; those that are there keep their addresses"
        plan.findings.add("changed", "permalink-pattern", path, scheme, became)
    word = "slug" if str(config.get("filename_case")) == "1" else "name"
    site["posts"] = {
        "permalink": new,
        "tag_permalink": f"{topic_folder(config, 'tag')}:{word}/",
        "category_permalink": f"{topic_folder(config, 'category')}:{word}/",
        "feed_addresses": _feed(config, tree),
    }
    if email := reader.text("email"):
        _take_profile("email", email, path, plan)
    if "rss" in (feed := shown(config.get("feed") or "")):
        plan.findings.add("lost", "feed", path, feed, "feeds are in Atom, at /feed.xml")
    reader.drop(NOT_NEEDED["hexo: settings"], "setting-not-needed")
    at_home = [name for name, value in config.items() if _is_shown(value, options)]
    home = [text for name in at_home if (text := reader.text(name)) and name != "title"]
    for name, became in _FINDINGS.items():
        if config.is_on(name):
            plan.findings.add("changed", name.replace("_", "-"), path, f"{name}: true", became)
    for name in at_home:
        plan.findings.add("guessed", "setting-on-home", path, name, "content/index.md")
    reader.rest("setting")
    return [text for text in home if text not in (title, author, site["description"])]


def _is_shown(value: object, options: ImportOptions) -> bool:
    """Whether a setting of the theme stood on the old home page word for word."""
    if not isinstance(value, str) or len(value.split()) < 1 + value.isascii():
        return False
    bare = re.sub(r"\]\([^)]*\)", "]", value)
    found = [re.sub(r"\W+", "", word).casefold() for word in words_of(bare)]
    return all(word in options.home_words for word in found if word)


def _feed(config: Fields, tree: SourceTree) -> list[str]:
    """Return the address of the feed that a plug-in made, if it is one in Atom."""
    if feed := config.inside("feed"):
        path, kind = feed.get("path"), feed.get("type")
        paths = path if isinstance(path, list) else [path or "atom.xml"]
        kinds = kind if isinstance(kind, list) else [kind or "atom"]
        pairs = zip(paths, kinds, strict=False)
        return [address(str(one)) for one, word in pairs if word == "atom" or "atom" in str(one)]
    has_one = "hexo-generator-feed" in tree.text_if_any("package.json")
    return ["/atom.xml"] if has_one else []


_FINDINGS = {"titlecase": "titles as they are written", "render_drafts": "drafts stay drafts"}
"""Switch -> what became of that for which it stands."""
