"""The settings of Hexo's themes: menu, profiles, portrait, and what they show in large letters."""

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from generator.importing.fields import Fields, flat, mapping_of, settings_named, switches
from generator.importing.plan import Delimiter, SitePlan
from generator.importing.private_facts import service_of
from generator.importing.source_tree import PICTURES, SourceTree
from generator.importing.sources.people import EMAIL, kind_of, profile
from generator.importing.sources.source import ImportOptions, data_of, settings_in
from generator.model.files import packaged_data
from generator.model.languages import known_code


class HexoTheme:
    """The theme of a site and its settings by their files, those that count before others first.

    Those in `_config.yml` come before `_config.[theme].yml`, and that before the theme's own file
    (hexo.io/docs/configuration, "Using an Alternate Theme Config"). Themes of old read
    `source/_data/[theme].yml` instead, in small letters and without their prefix: it lies above
    the theme's own file, or in its place (Butterfly, `replace_config.js`; NexT, `override`).
    """

    def __init__(self, tree: SourceTree, config: Fields, plan: SitePlan) -> None:
        self.tree, self.config, self.plan = tree, config, plan
        said = config.said("theme")
        folders = {path.split("/")[1] for path in tree.below("themes/")}  # disks know no capitals
        same = (one for one in folders if one.casefold() == said.casefold())
        name = self.name = next(same, said)
        self._folder = f"themes/{name}/source/"  # Shoka has its pictures in assets/
        parts = [f"themes/{name}/{part}/" for part in ("layout", "scripts")]  # NexT: `locals.js`
        self._layout = {one: tree.text_if_any(one) for part in parts for one in tree.below(part)}
        drawn = (text for path, text in self._layout.items() if not re.search("head\\b", path))
        self._drawn = "\n".join(drawn)
        self.has_box = any(map(_BOX.match, self._layout.values()))
        """Whether posts ask for a box below them: `copyright: true`."""
        self.settings = {"_config.yml": config.inside("theme_config")}
        low = name.lower().removeprefix("hexo-theme-")
        own = [f"_config.{one}.{end}" for one in (said, low) for end in ("yml", "yaml")]
        data = tree.first(f"source/_data/{low}.yml", f"source/_data/{low}_config.yml")
        files = (tree.first(*own), data, tree.first(f"themes/{name}/_config.yml"))
        for path in filter(None, files):
            beneath = settings_in(tree, path, plan)
            for above in self.settings.values():
                beneath = _beneath(beneath, above)
            self.settings[path] = beneath
            in_place = any(map(_INSTEAD.match, self._layout.values()))
            if path == data and (in_place or beneath.is_on("override")):
                break

    def delimiter(self) -> Delimiter:
        """Return how formulas begin: they are set by a plug-in, or by a theme whose switch is not
        off.

        A theme without such a switch may set them with templates or scripts, of its own or in
        settings; where templates are there and none of them does, a dollar is a letter. One dollar
        is, too, unless they name it: it is no delimiter of MathJax and KaTeX by themselves
        (docs.mathjax.org, `inlineMath`; katex.org, "Auto-render Extension").
        """
        plugins = r"hexo-[\w-]*(?:pandoc|kramdown|markdown-it-plus)|math(?:jax)?\b|katex"
        places = [self.config, *self.settings.values()]
        said = switches([*places], "math", "mathjax", "katex")
        if re.search(plugins, self.tree.text_if_any("package.json")):
            return "$"
        drawn = [*self._layout, *self.tree.below(f"{self._folder}js/")]
        if said or not drawn:
            return "$" if not said or {*said} != {"false"} else ""
        drawn += [*self.settings, *self.tree.below("scripts/"), *self.tree.below("source/_data/")]
        texts = "".join(map(self.tree.text_if_any, drawn))
        if not re.search("(?i)mathjax|katex", texts):
            return ""
        return "$" if re.search(r"[\"']\$[\"']", texts) else "$$"

    def macros(self) -> dict[str, str]:
        """Return the commands of TeX that settings define; their names have backslashes for KaTeX.
        MathJax writes `[definition, number of arguments]`, too."""
        found = settings_named([*self.settings.values(), self.config], "macros")
        said = [pair for one in found if isinstance(one, Fields) for pair in one.items()]
        return {name.lstrip("\\"): "".join(flat(one)[:1]) for name, one in reversed(said)}

    def take(self, options: ImportOptions) -> None:
        """Take the menu, the profiles and the portrait from where the theme has them."""
        tree, plan, person = self.tree, self.plan, self.plan.site["person"]
        words = self._words()
        for setting, fields, field in (("title", plan.site, "title"), ("author", person, "name")):
            for path, said in [*self._printed_over(setting), *self._texts(setting)][:1]:
                if said != fields[field]:
                    fields[field] = said
                    plan.findings.add("guessed", "theme-setting", path, said, field)
        everywhere = [*self.settings.items(), ("_config.yml", self.config)]
        for path, one in everywhere:  # themes of old read the settings of the site
            plan.menu = plan.menu or _menu(one, words)
            _take_profiles(one, path, plan)
        for path, one in self.settings.items():
            _name_services(one, path, plan)
            for name in ("myProjects", "mySkills"):  # Matery shows them on the page `about`
                if (mine := one.inside(name)).is_on("enable"):
                    what = f"{name}: {', '.join(mine.inside('data'))}"
                    plan.findings.add("lost", "theme-text", path, what)
        self._take_texts()
        # NexT, "Custom Files"
        own = {one: tree.text_if_any(one) for one in tree.below("source/_data/", ".njk", ".swig")}
        asked = f"{self._drawn} {[*self.settings.values()]}"
        for path, template in (own | self._layout).items():
            links = [" ".join(one).strip() for one in _OWN_LINKS.findall(template)]
            name, _, ending = posixpath.basename(path).rpartition(".")
            form = rf"(?<!__\([\"'])\b{re.escape(name)}(?:\.{ending})?[\"']"
            is_asked = (links or ending == "md") and re.search(form, asked)
            text = " ".join(_OF_TEMPLATE.sub(" ", template).split())
            if text and (path in own or (is_asked and ending == "md") or _BOX.match(template)):
                plan.findings.add("lost", "theme-text", path, text)
            elif links and is_asked:
                plan.findings.add("lost", "theme-text", path, f"links: {', '.join(links)}")
            if re.search(r"\bca-pub-\d", template):
                plan.findings.add("lost", "service", path, "Google AdSense")
        icons = str([*settings_named([*self.settings.values(), self.config], "favicon")])
        plan.icon = tree.first(*(f"source/{one}" for one in _NAMED.findall(icons)))
        listed = {"links", "friends", "pages", *_LOOPED.findall(self._drawn)}
        has_codes = any(one.variables.get("reward") == "true" for one in plan.documents)
        for path, one in everywhere:
            _name_links(one, path, plan, listed)
            if "footer" not in plan.site and (lines := [*_footer(one)]):
                plan.site["footer"] = " · ".join(dict.fromkeys(lines))
                plan.findings.add("guessed", "theme-setting", path, ", ".join(lines), "footer")
            codes = [one.inside(name) for name in ("reward", "donate", "reward_settings")]
            is_on = has_codes or not any(map(_is_off, codes))
            for code in _NAMED.findall(str(codes)) if is_on else ():
                if not (file := self._file_of(code)) or not options.samples.holds_file(tree, file):
                    plan.findings.add("lost", "theme-text", path, f"reward: {code}")
        for path, text in self._texts("footer"):
            rest = _NUMBER.sub("", text) if _NUMBER.search(plan.site.get("footer", "")) else text
            if rest.strip() and not re.search("(?i)hexo|butterfly", text):
                plan.findings.add("lost", "theme-text", path, text)
        portraits = ((said, path) for path, one in everywhere for said in self._portraits(one))
        for said, path in [*portraits][:1]:  # others are of friends, or come with a theme
            self._take_portrait(said, path, options)
        is_bare = len(self.settings) == 1 and not self.config.get("theme_config")
        menus = [*settings_named([*self.settings.values()], "menu", "menubar", "nav", "navbar")]
        npm = tree.text_if_any("package.json")
        as_it_comes = not menus and f'"hexo-theme-{self.name}"' in npm
        is_read = plan.menu or person.get("links") or person.get("email")
        if self.name not in ("", "landscape") and not as_it_comes and (is_bare or not is_read):
            became = "menu, portrait and links: write them in content/site.yaml"
            plan.findings.add("lost", "theme-missing", "_config.yml", f"theme: {self.name}", became)

    def _take_texts(self) -> None:
        """Take the person's place, role and text from what the theme shows in large letters."""
        plan, theme, person = self.plan, self.name, self.plan.site["person"]
        texts = {field: [*self._texts(field)] for field in ("role", "bio", "location")}
        for_want = re.search(r"\b(?:keep|redefine)\b", theme) and not texts["role"]
        has_both = for_want or re.search(_WITH_BOTH, theme) or self.says("config.description")
        is_unread = self.says("config.subtitle") is False or any(self._printed_over("subtitle"))
        subtitle = "" if is_unread else self.config.get("subtitle")
        of_site = [plan.site["description"] if has_both else "", subtitle]
        for field in ("location", "bio"):
            for path, text in texts[field][:1]:
                person[field] = text
                plan.findings.add("guessed", "theme-setting", path, text, f"person.{field}")
        mottos = [*texts["role"], *(("_config.yml", str(one or "")) for one in of_site)]
        known = {plan.site["title"], person["name"], person.get("bio"), ""}
        known.add(re.sub(r"<[^<>]*>|\W+", "", person.get("bio") or ""))
        for path, text in [*mottos, *texts["bio"][1:]]:
            bare = re.sub(r"<[^<>]*>|\W+", "", text)
            if bare in known or text in known or text in person.get("role", ""):
                continue
            known |= {text, bare}
            fields = ("bio", "role") if len(text) > _LONG else ("role", "bio")
            if free := next((field for field in fields if field not in person), ""):
                person[free] = text
                plan.findings.add("guessed", "theme-setting", path, text, f"person.{free}")
            elif len(both := f"{person['role']} · {text}") <= _LONG:
                person["role"] = both
            else:
                plan.findings.add("lost", "theme-text", path, text)

    def _portraits(self, settings: Fields) -> Iterator[str]:
        """Yield the pictures of the person that settings name."""
        card = settings.inside("aside").inside("my_card").get("author")  # Solitude
        logo = settings.inside("logo")  # Cactus
        head = logo.get("url") if logo.is_on("enabled") else None
        asked = self.says("config.avatar", "theme.avatar")  # Hexo gives themes the site's, too
        is_unread = settings is self.config and asked is False
        names = ("sidebar-avatar", *(() if is_unread else ("avatar", "author_img")))
        others = () if is_unread else filter(self._file_of, _pictured(settings))
        for avatar in (*settings_named(settings, *names), card, head, *others):
            if isinstance(avatar, Fields):
                avatar = avatar.get("url") or avatar.get("img")
            name = str(avatar or "")
            if re.search(r"[/.](?!.*(?:\}|placeholder))", name.lstrip("/")):  # no drawn face
                yield name

    def _file_of(self, said: str) -> str:
        """Return the file of a picture that settings name, wherever the theme has it."""
        is_remote, name = re.match(r"(?:https?:)?//", said), said.lstrip("/")
        places = [f"{posixpath.dirname(one)}/source/{name}" for one in self.settings if "/" in one]
        places.append(f"{str(self.config.get('public_dir') or 'public').strip('/')}/{name}")
        files = [*self.tree.below("source/"), *self.tree.below(self._folder)]
        same = [one for one in files if one.endswith("/" + name.split("/")[-1])]
        places += [] if is_remote else same[len(same) != 1 :]
        return self.tree.first(f"source/{name}", *places)

    def _take_portrait(self, said: str, path: str, options: ImportOptions) -> None:
        """Take the portrait that settings name."""
        file, name = self._file_of(said), said.lstrip("/")
        if not file:
            self.plan.findings.add("lost", "picture", path, said if "//" in said else name)
        elif not options.samples.holds_file(self.tree, file):
            if file.startswith((self._folder, "source/")) and not file.startswith("source/_"):
                name = file.removeprefix(self._folder).removeprefix("source/")
            self.plan.site["person"]["portrait"] = name
            self.plan.add_file_at(f"/{name}", file)

    def _words(self) -> dict[str, str]:
        """Return what the theme calls entries of its menu in the language of the site."""
        code = self.plan.site["languages"][0].casefold()
        for path in self.tree.below(f"themes/{self.name}/languages/", ".yml", ".yaml"):
            said = posixpath.basename(path).partition(".")[0].replace("_", "-")
            if (known_code(said) or "").casefold() == code:
                whole = data_of(self.tree, path, self.plan)
                parts = ("global", "menu") if isinstance(whole, Fields) else ()
                words = [pair for one in parts for pair in whole.inside(one).items()]
                words += whole.items() if parts else ()
                return {name: one for name, one in reversed(words) if isinstance(one, str)}
        return {}

    def says(self, *settings: str) -> bool | None:
        """Whether the theme shows one of some settings on its pages; None where its templates are
        not there."""
        form = r"(?m)^(?!.*(?:<meta|content=)).*\b(?<!theme\.){}\b"
        found = (re.search(form.format(re.escape(one)), self._drawn) for one in settings)
        return any(found) if self._drawn else None

    def _texts(self, field: str) -> Iterator[tuple[str, str]]:
        """Yield what a theme shows of its settings where it has a field of the person, each with
        the file that says it first, without what the theme comes with."""
        for place in _PLACES[field]:
            found = [(path, one) for path, one in self.settings.items() if _at(one, place)]
            for path, one in found[:1]:
                if _SAMPLES.match(text := _at(one, place)):
                    continue
                if others := _at(one, place, is_rest=True):
                    self.plan.findings.add("lost", "theme-text", path, others)
                yield path, text

    def _printed_over(self, setting: str) -> Iterator[tuple[str, str]]:
        """Yield what the theme prints in the place of a setting of the site, each with its file:
        `theme.main_title || config.title`."""
        form = rf"\btheme\.([\w.]*{setting}) *(?:\|\||\?\?|or|\? *[\w.]+ *:) *config\.{setting}\b"
        for place in re.findall(form, self._drawn):
            for path, one in self.settings.items():
                if (text := _at(one, place)) and not _SAMPLES.match(text):
                    yield path, text


_BOX = re.compile(r"\s*(?:\{%|<%)-? *if *\(?(?:page|post)\.copyright *\)? *\{? *-?%[}>]")
"""Begins a template that posts with `copyright: true` have below them."""
_INSTEAD = re.compile(r"(?s)(?!.*\.override\b).*\btheme\.config *= *data\.\w")
"""A script that takes data for the settings of its theme, whatever its own file says."""
_OWN_LINKS = re.compile(
    r"<(?:li\b[^<>]*>\s*<a|a(?=[^<>]*\srel=[\"']license))\b[^<>]*?\shref=[\"']"
    r"(https?://(?!(?:www\.)?hexo\.io)[^\"'<>{}]+)[\"'][^<>%{}]*>\s*([^<>%{}]*)"
)
"""A link in a list that a template has of itself, and the licence of all pages."""
_OF_TEMPLATE = re.compile(
    r"(?s)<(script|style)\b.*?</\1\s*>|<!--.*?-->|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^<>]*>"
)


def _beneath(settings: Fields, above: Fields) -> Fields:
    """Return the settings that count where others lie above them, which may take some away.
    Switches stay, since only they may say something of a part."""
    own: dict[str, Any] = {}
    for name, said in settings.items():
        other = above.get(name)
        if name not in above or str(other).lower() in ("true", "false"):
            own[name] = above.get(name, said)
        elif isinstance(said, Fields) and isinstance(other, Fields):
            own[name] = _beneath(said, other)
            own[name] |= {one: other[one] for one in _SWITCHES if one in other}
    return mapping_of(**own)


_SWITCHES = ("enable", "enabled", "post", "sidebar")


def _menu(settings: Fields, words: dict[str, str]) -> list[dict[str, Any]]:
    """Return the entries of the first menu that leads anywhere."""
    menus = (
        [
            {"to": to} | ({} if label in _PLACES["words"] else {"label": words.get(label, label)})
            for named, said in _entries(menu)
            for label in [re.sub(r"^(?:btn|global|menu)\.(?=\w+$)", "", named)]  # a word of a theme
            for to in [_RELATIVE.sub(r"/\1", re.sub(r"^(?=[a-z-]+$)", dot, said))]
            if label and re.match(r"(?:/|http)(?!.*\.(?:png|jpe?g|svg|webp|gif|ico)$)", to)
        ]
        for names in (("menu", "menubar", "nav"), ("navbar",))
        for menu in settings_named(settings, *names)
        for dot in ["./" if "/" in dict(_entries(menu)).values() else ""]  # words are folders
    )
    return next(filter(None, menus), [])


_PORTRAIT = re.compile("(?i)avatar|portrait|photo(?!s)")
_OF_OTHERS = re.compile("(?i)default|comment|friend|link|cover|banner|background")


def _pictured(settings: Fields, is_one: bool = False) -> Iterator[str]:
    """Yield what settings say whose names speak of a portrait, with those inside of them."""
    for name, said in settings.items():
        is_named = is_one or bool(_PORTRAIT.search(name))
        if isinstance(said, Fields):
            yield from () if _OF_OTHERS.search(name) else _pictured(said, is_named)
        elif is_named and not _OF_OTHERS.search(name):
            yield str(said)


def _name_services(settings: Fields, path: str, plan: SitePlan) -> None:
    """Name services, of comments for instance, that are on or that have an id."""
    parts = {name: one.get("enable") for name, one in settings.items() if isinstance(one, Mapping)}
    given = {**settings, **parts}
    for one in settings_named(settings, "comment", "comments"):
        if isinstance(one, Fields) and not _is_off(one):
            used = flat([one.get(name) for name in ("use", "system", "type")])
            given |= dict.fromkeys(used, "true")
    for name, said in given.items():
        if (service := service_of(name)) and str(said or "false").lower() != "false":
            plan.findings.add("lost", "service", path, f"{name.lower()} ({service})", once=True)


def _take_profiles(settings: Fields, path: str, plan: SitePlan) -> None:
    """Take the links to the person elsewhere: those of lists, of buttons, and the address of
    mail."""
    person = plan.site["person"]
    icons, link = settings.inside("about").get("icons"), settings.inside("link")
    items = None if _is_off(link) else link.get("items")  # 3-hexo
    for said in (*settings_named(settings, *_PLACES["profiles"]), icons, items):
        for name, to in _entries(said) if isinstance(said, Fields | list) else ():
            take_profile(name.lower(), to, path, plan)
    for name in [one for one in settings if one.endswith("_username") and settings[one]]:
        take_profile(name.removesuffix("_username"), str(settings[name]), path, plan)
    button = settings.inside("aside").inside("card_author").inside("button")  # Butterfly
    buttons = (button, settings.inside("github_banner"))  # NexT
    links = [one.get("link") or one.get("permalink") for one in buttons if one.is_on("enable")]
    for to in (str(one or "") for one in (settings.get("email"), *links)):
        is_new = to not in person.get("links", {}).values()
        if is_new and (EMAIL.fullmatch(to.removeprefix("mailto:")) or to.startswith("http")):
            take_profile(urlsplit(to).hostname or "", to, path, plan)


_LOOPED = re.compile(r"\b(?:in|of) theme\.(?:\w+\.)*(?!menu|nav)(\w+)")
"""A setting of which a template shows each part."""


def _name_links(settings: Fields, path: str, plan: SitePlan, names: Collection[str]) -> None:
    """Name the links that the new site does not have."""
    others = mapping_of(
        **{name: settings[name] for name in settings if name not in _PLACES["profiles"]}
    )
    person = plan.site["person"]
    known = {*person.get("links", {}).values(), f"mailto:{person.get('email')}"}
    known |= {str(one["to"]) for one in plan.menu}
    own = rf"(?:https?://|mailto:|^\.?/(?=\w)(?!.*\.\w+$))(?!\S*(?:\.(?:js|css)$|{_OF_THEME.pattern}|{_NO_FRIENDS}))"
    pairs = (pair for said in settings_named(others, *names) for pair in _entries(said))
    links = [f"{name} {to}" for name, to in pairs if re.search(own, to) and to not in known]
    if links:
        plan.findings.add("lost", "theme-text", path, f"links: {', '.join(links)}")


_PLACES = packaged_data("tables/import_hexo_themes", dict[str, tuple[str, ...]])
"""Where themes have a field of the person, `subtitle.text text2`, what they call profiles, links
and their names, and what is no link; themes say `words` in the language of the site, and come with
`samples` of texts and with `accounts`, which are patterns; `covers` are pictures of posts in lists
and above their texts."""
PROFILES, COVERS = _PLACES["profiles"], _PLACES["covers"]
_WITH_BOTH = r"\b(?:next|butterfly|anzhiyu|cactus|matery|melody|yun|shoka)\b"
"""Themes that show description and subtitle; others show the second one alone."""
_LICENCE = re.compile(r"\b(by(?:-nc)?(?:-sa|-nd)?)\b(?:[ /](\d\.\d))?", re.IGNORECASE)
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
        found = _LICENCE.search(settings) if name.endswith("license") else None
        if found:
            code, of = found[1].lower(), found[2] or "4.0"
            yield f"[CC {code.upper()} {of}](https://creativecommons.org/licenses/{code}/{of}/)"
        elif not name.endswith("license") and (number := _NUMBER.search(settings)):
            yield f"[{number[0]}](https://beian.miit.gov.cn/)"


def _at(settings: Fields, place: str, is_rest: bool = False) -> str:
    """Return what is at a place in settings, without marks of HTML; nothing if it is off. Of texts
    that take turns, more than a few, it is the first, or the rest."""
    *above, last = place.split(".")
    for name in above:
        profiles = [one for one in settings.mappings(name) if one.get("type") == "profile"]
        settings = next(iter(profiles), settings.inside(name))
        if str(settings.get("enable")).lower() == "false":  # in Ayer the first one stays
            last = "text" if last == "text text2 text3" else ""
    lines = [
        re.sub(r"<[^<>]*>|\[(.*?)\]\([^)]*\)", r"\1 ", one)
        for name in last.split()
        for one in flat(settings.get(name))
    ]
    bare = [one for line in lines if (one := " ".join(unescape(line).split()))]
    at = 1 if len(bare) > _FEW else len(bare)
    return " · ".join(bare[at:] if is_rest else bare[:at])


_NAMED = re.compile(r"[^\s\"',:{}\[\]]+\.(?:svg|png|jpe?g|webp|ico)\b")
"""Names of pictures in settings."""
_RELATIVE = re.compile(r"^(?!/)\.?/?([^:#]*/|(?<=\./)[^:#]*|)$")
"""A page by its folder: `archives/`, `./archives`, `.`."""
_SAMPLES = re.compile("|".join(_PLACES["samples"]))
"""Texts that themes come with."""
_NO_FRIENDS = r"example\.com|creativecommons\.org|hexo\.io|hexojs|bulma\.io|haomwei\.com"
"""Where links of themes lead besides."""
_LONG = 80
"""Letters of a motto that is rather a text."""
_FEW = 3
"""Lines that may be one motto."""


_OF_THEME = re.compile("|".join(_PLACES["accounts"]))
"""Accounts that themes come with."""
_ICON = re.compile(r"^(?:\S+ )?(?:fa|icon)-")
"""Begins a name of Butterfly's: the class of an icon."""
_MARKDOWN_LINK = re.compile(r"\[(.*)\]\(([^()\s]+)\)")


def _entries(said: object, label: object = "") -> Iterator[tuple[str, str]]:
    """Yield name and address of each entry of a menu or of profiles, those below others, too.

    Forms: `About: /about/ || fas fa-user`, `fab fa-x: https://x.org || X`, `More||fa fa-list:
    [About || /about/ || fas fa-user]`, `about: '[About](/about/)'`, `About: {url: /about,
    children: …}`, `{key: about, link: /about/}`, and mappings and lists of such.
    """
    if isinstance(said, list):
        for one in said:
            yield from _entries(one)
    elif isinstance(said, Fields) and not _is_off(said):
        to = next((said[one] for one in _PLACES["links"] if said.get(one)), None)
        is_menu = sum(str(one).startswith("/") for one in said.values()) > 1  # with a page `link`
        if isinstance(to, str) and (any(map(said.get, _PLACES["labels"])) or not is_menu):
            names = [*map(said.get, _PLACES["labels"]), label, said.get("type"), said.get("icon")]
            named = next(filter(None, names), "")
            yield from _entries(to, named)
            yield from _entries(said.get("submenu") or said.get("children"))
        else:
            for name, inner in said.items():
                yield from _entries(inner, name) if name not in _PLACES["no_links"] else ()
    elif not isinstance(said, Fields):
        parts = [one.strip() for one in str(said or "").split("||")]
        above = [str(label or "").partition("||")[0].strip()] if label or not parts[1:] else []
        name, to, *more = [*above, *parts]
        name = more[0] if more and _ICON.match(name) else name
        to = f"/{name.lower()}/" if to == "true" else to  # Aurora
        if link := _MARKDOWN_LINK.fullmatch(to):
            name, to = re.sub(r"<[^<>]*>", "", link[1]).strip() or name, link[2]
        if to:
            yield name, re.sub("^//", "https://", to)


def _is_off(said: Fields) -> bool:
    return any(str(said.get(one)).lower() == "false" for one in ("on", "enable", "enabled"))


def take_profile(name: str, link: str, path: str, plan: SitePlan) -> None:
    """Take where else the person is found."""
    person = plan.site["person"]
    name = _ICON.sub("", name)
    kind, url = profile(name, link)
    is_own_host = not kind and link.startswith("http") and not kind_of(f"{link.rstrip('/')}/x")
    if not kind and link.startswith("http"):
        kind, url = kind_of(link) or name or "link", link
    if _OF_THEME.search(url or link):
        return
    mail = None if link.startswith(("http", "/")) else EMAIL.search(link)
    if mail:  # also `E-Mail(a@b.org)`
        person.setdefault("email", mail[0])
    elif kind and (is_own_host or re.search(r"\w/.", url)):
        person.setdefault("links", {}).setdefault(kind, url)
    elif (link.endswith(PICTURES) or not link.startswith(("/", "#", "http"))) and (
        link not in ("true", "false") and name != "rss"
    ):
        plan.findings.add("lost", "profile", path, f"{name}: {link}")
