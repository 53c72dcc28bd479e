"""The owner of a site of Hugo Blox: the profile in each language -> person, studies, interests."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, flat, mapping_of
from generator.importing.plan import Entry, id_of
from generator.importing.source_tree import PICTURES
from generator.importing.sources.cv_records import cv_record
from generator.importing.sources.hugo.addresses import topic_pattern, urlized
from generator.importing.sources.hugo.languages import HugoLanguage
from generator.importing.sources.hugo.records import HUGO, add_record
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.people import group_of, kind_of, named, profile
from generator.importing.sources.source import data_of, in_languages, readers, without_capitals
from generator.model.languages import is_east_asian, language
from generator.model.links import identifier_url

_OWNERS = ("admin", "me")
"""Folders of authors that are the owner's in the templates."""
_TEAMS = ("people", "team-showcase")
_NO_BRANDS = ("", "fa", "fas", "far", "hero", "emoji")
"""Packs of icons that name no network: `cookie-bite`, `hero/globe-alt`."""
_EMAIL = re.compile(r"mailto:(.*)|(?:\w+:)?([^\s/@:]+@[^\s/@]+\.\w+)")


def take_owner(site: Hugo) -> None:
    """Make the owner's profile the site's person, and people of the others."""
    names, about = site.names, site.about
    profiles: list[tuple[str, str, FieldReader, str]] = []
    main = site.places.main.code
    owners: list[tuple[bool, bool, str]] = []
    title = site.config.said("title")
    for path, text, fields, typed in _profiles(site):
        site.drop_samples(path, fields.fields)
        name, folder = named(_name(fields))["name"] or typed, typed.casefold()
        if folder in _OWNERS and site.are_samples(path, name):
            fields.fields.update(dict.fromkeys(("title", "name", "role", "organizations"), ""))
            name = typed
        is_owner = fields.flag("superuser", "is_owner") or folder in _OWNERS
        if folder in _OWNERS and name == typed:
            name = title or "TODO"
        if names.get(folder, folder) == folder:
            names[folder] = name
        profiles.append((path, text, fields, folder))
        pattern = topic_pattern(site.permalinks, "authors")
        slug = urlized(folder if pattern.startswith("/authors/") else names[folder], site.config)
        site.plan.made_addresses.add(pattern.replace(":slug", slug))
        if is_owner and _language(site, path) == site.places.main:
            is_one = site.options.samples.holds_file(site.tree, path)
            owners.append((is_one, folder not in _OWNERS, folder))
    owner, is_guess = _owner(site, owners, title)
    teams = [one for kind, block in site.blocks if kind in _TEAMS for one in groups_in(block)]
    person: dict[str, Any] = {"name": title or "TODO"}
    profiles.sort(key=lambda one: _language(site, one[0]) != site.places.main)
    mentions = site.plan.variables.setdefault("mentions", {})
    for path, body, fields, folder in profiles:
        mentions[folder] = _linked(names[folder], fields.fields.get("external_link"))
        code = _language(site, path).code
        author = (site, path, body, fields, names[folder], folder, teams)
        if folder != owner:
            said = "\n\n".join([body.strip(), *_studies_in_words(site, path, fields)]).strip()
            site.profiles[folder, code] = (names[folder], said)
            if code == main or folder not in about:
                _add_person(site, path, _member(*author))
            continue
        site.plan.take(path, "content/site.yaml")
        found = {**named(_name(fields)), **_person(site, path, fields, names[folder])}
        if path.startswith("data/") and not body.strip():  # the text of the block about the owner
            body, found["bio"] = fields.fields.said("bio"), ""
        elif "dev-hero" not in [kind for kind, _ in site.blocks]:
            _note_bio(site, path, found.pop("bio"), body)
        own = "" if site.options.samples.holds(body) else body
        about[code] = own or about.get(code, "")
        person = found if code == main else _with(person, found, main, code)
        if code == main:
            _portrait(site, path, folder, person, fields.fields.said("avatar"))
            if set(teams) & set(groups_in(fields.fields)):
                _add_person(site, path, _member(*author))
    of_owner = [fields for *_, fields, folder in profiles if folder == owner]
    forms = [named(_name(one))["name"] for one in of_owner]
    forms += [f"{one.text('first_name')} {one.text('last_name')}".strip() for one in of_owner]
    natives = (one for one in forms if is_east_asian(one) and not re.search("[a-zA-Z]", one))
    native = next(natives, "")
    latin = next((one for one in forms if one and not is_east_asian(one)), "")
    if native and latin:  # the conversion makes one name in two scripts of both
        person["name"] = f"{latin} {native}"
    if is_guess:
        site.plan.site_guessed.add("person.name")
        site.plan.findings.add("guessed", "person-name", site.path, title, names.get(owner, title))
    site.plan.site["person"] = person
    is_name = names.get(owner, title) in (title, named(title)["name"])
    names.update(dict.fromkeys((*_OWNERS, owner), names.get(owner, "")) if owner else {})
    site.plan.site["title"] = "" if is_name else title


def _owner(site: Hugo, owners: list[tuple[bool, bool, str]], title: str) -> tuple[str, bool]:
    """Return whose site it is, and whether that is a guess: whom a block about the owner names,
    the superuser, `admin` before others, or the only author. Without such a block, one with several
    people is a group's, nobody's."""
    kinds, names = re.compile(r"about$|avatar$|(resume-)?bio|resume-|dev-hero$"), site.names
    about = [one for kind, one in site.blocks if kinds.match(kind)]
    said = [one.said("username", "author").casefold() for one in about]
    own = [folder for *_, folder in owners]
    found = sorted((one for one in said if one in names), key=lambda one: one not in own)
    if found or len(names) == 1:
        return [*found, *names][0], False
    titled = [one for one in owners if names[one[-1]].casefold() in title.casefold()]
    is_team = any(kind in _TEAMS for kind, _ in site.blocks) and not (about or titled)
    owners = [] if is_team else titled or owners
    owner = min(owners)[-1] if owners else ""
    return owner, not owner or len({one for one in owners if not one[0]}) > 1


def _profiles(site: Hugo) -> Iterator[tuple[str, str, FieldReader, str]]:
    """Yield path, text, fields and folder of each profile.

    Since 2025, Hugo Blox has the fields in `data/authors/`, and the text alone in the folder
    (docs.hugoblox.com, "Authors").
    """
    texts: dict[tuple[str, str], tuple[str, str]] = {}
    files = site.texts("authors/", ".md")
    for path, page, fields in readers(site.tree, files, site.plan, without_capitals):
        folder = posixpath.basename(posixpath.dirname(path))
        key = site.place_of(path).key
        if key.count("/") > 1 and posixpath.basename(key) not in ("index", "_index"):
            site.plan.leave(path, "a page below a profile")
            site.plan.findings.add("lost", "widget", path, fields.text("title"))
        elif key == "authors/_index":
            site.plan.leave(path, "the heading of a list, which Masthead makes")
        elif page.fields:
            yield path, page.body, fields, folder
        else:
            texts[folder, _language(site, path).code] = path, page.body
    for path in site.tree.below("data/authors/", ".yaml", ".yml"):
        found = data_of(site.tree, path, site.plan)
        if isinstance(found, Fields):
            language = _language(site, path)
            folder = str(found.get("slug") or posixpath.basename(path).partition(".")[0])
            folder = re.sub(rf"[_-]{re.escape(language.code)}$", "", folder)
            told, body = texts.pop((folder, language.code), ("", ""))
            if told:
                site.plan.take(told, "content/index.md")
            yield path, body, FieldReader(found, path, site.plan.findings), folder
    for (folder, _), (path, body) in texts.items():
        yield path, body, FieldReader(Fields(), path, site.plan.findings), folder
    path, params = site.settings("params")
    if params.get("name") and not any(re.search("/authors?/", one) for one in site.tree.sizes):
        yield path, "", FieldReader(_of_settings(site, params), path, site.plan.findings), "admin"


def _of_settings(site: Hugo, params: Fields) -> Fields:
    """Return the profile in the settings of a site of Academic 3 or older, and the block about the
    owner."""
    said = mapping_of(name=params.get("organization"), url=params.get("organization_url"))
    whole = {name: params.get(name) for name in ("name", "role", "social", "avatar")}
    about = next((one for kind, one in site.blocks if kind == "about"), Fields())
    courses, interests = about.get("education"), about.inside("interests").get("interests")
    places = params.get("organizations") or ([said] if said["name"] else [])
    return mapping_of(**whole, organizations=places, education=courses, interests=interests)


def _language(site: Hugo, path: str) -> HugoLanguage:
    """Return the language of a profile: that of its folder, or of `me.de.yaml`."""
    if not path.startswith("data/"):
        return site.place_of(path).language
    words = set(re.split(r"[./_-]", path.removeprefix("data/authors/")))
    found = [one for one in site.places.languages if one.code in words and one != site.places.main]
    return found[0] if found else site.places.main


def _name(fields: FieldReader) -> str:
    """Return the name of an author; newer profiles have it in parts."""
    parts = fields.mapping("name")
    names = ("given", "first", "family", "last")
    whole = " ".join(str(parts[one]) for one in names if parts.get(one))
    in_parts = f"{fields.text('first_name')} {fields.text('last_name')}".strip()
    return parts.said("display") or whole or fields.text("title", "name") or in_parts


def _add_person(site: Hugo, path: str, values: dict[str, Any]) -> None:
    known = site.plan.entries.get("people", [])
    if any(one.values["name"] == values["name"] for one in known):
        site.plan.take(path, "content/people.yaml")
    else:
        site.plan.add_entry("people", Entry(values=values, source=path))


def _with(person: dict[str, Any], other: dict[str, Any], main: str, code: str) -> dict[str, Any]:
    """Return a person whose texts are in a further language, too."""
    found = dict(person)
    for name in ("role", "affiliation", "bio"):
        found[name] = in_languages(person.get(name), str(other.get(name, "")), main, code)
    found["links"] = {**other["links"], **person.get("links", {})}
    found["email"] = person.get("email") or other["email"]
    return found


def _note_bio(site: Hugo, path: str, bio: str, body: str) -> None:
    """Have the line about the owner describe the site: boxes below posts alone showed it
    (`page_author_card.html`). One that ends in `include .` is the template's, unfilled."""
    said = site.plan.site.get("description") or bio
    if site.options.samples.holds(bio) or re.fullmatch(r".*\s\.\s*", bio):
        site.plan.findings.add("left", "template-sample", path, bio)
    elif bio not in body:
        site.plan.site["description"] = said
        if said != bio:
            site.plan.findings.add("lost", "field", path, f"bio: {bio}")


def _member(
    site: Hugo, path: str, body: str, fields: FieldReader, name: str, folder: str, shown: list[str]
) -> dict[str, Any]:
    """Return what a page of people or the author's own page (`authors/list.html`) showed of a
    person. Blocks show the groups that they name, and all if they name none."""
    groups = groups_in(fields.fields)
    fields.taken.add("user_groups")
    picture: dict[str, Any] = {}
    _portrait(site, path, folder, picture, begin=f"{id_of(folder)}-")
    is_own = body.strip() and not site.options.samples.holds(body)
    if not (groups or picture or is_own):
        return {"name": name, "url": fields.text("external_link")}
    groups = [one for one in groups if one in shown or not shown]
    group = group_of(site.plan, groups[0], fields.text("role")) if groups else ""
    for one in groups:
        site.groups.setdefault(one, set()).add(group)
    titles = {"title": named(_name(fields)).get("title", "")}
    if body.strip() and not site.renders(path):
        if "Lorem ipsum" not in body and path not in site.plan.taken:  # as the owner's, in a block
            site.plan.findings.add("protected", "unpublished", path, "build: render: never")
        body = ""
    text = "\n\n".join(filter(None, [body.strip(), *_studies_in_words(site, path, fields)]))
    member = {**_identity(fields, name), **titles, "group": group, "body": text, **picture}
    fields.rest(not_needed={"superuser", "highlight_name", "authors",
                            "first_name", "last_name", "status", "slug", "schema"})  # fmt: skip
    return member


def groups_in(fields: Fields) -> list[str]:
    """Return the groups of a person or of a block; of mappings, their values are groups."""
    said = fields.get("user_groups")
    said = re.split(r"[,，]", said) if isinstance(said, str) else said or []
    return flat([[*one.values()] if isinstance(one, Fields) else one for one in said])


def _studies_in_words(site: Hugo, path: str, fields: FieldReader) -> Iterator[str]:
    """Yield the interests and the studies of a member, who has no records of them."""
    code = site.places.main.code
    interests = flat(fields.items("interests"))
    if interests and not site.are_samples(path, *interests):
        yield f"**{HUGO['interests'].get(code, 'Interests')}**: {', '.join(interests)}"
    lines = []
    for one in fields.mapping("education").mappings("courses") or fields.mappings("education"):
        what, where = one.said("course", "degree", "area"), one.said("institution")
        if not site.are_samples(path, what, where):
            said = (what, where, one.said("year", "date_end", "end"))
            lines.append("- " + ", ".join(filter(None, said)))
    if lines:
        yield f"**{language(code).word('education')}**\n\n" + "\n".join(lines)


def _portrait(
    site: Hugo, path: str, folder: str, person: dict[str, Any], named: str = "", begin: str = ""
) -> None:
    """Take the first picture by name that is one of the author (`GetMatch "*avatar*"`); since 2025,
    it bears the author's name (`get_author_profile.html`)."""
    beside = sorted(site.tree.below(f"{posixpath.dirname(path)}/"))
    found = [other for other in beside if "avatar" in posixpath.basename(other).lower()]
    found += sorted(site.tree.below(f"assets/media/authors/{id_of(folder)}."))
    found += [file for file in [f"static/img/{named}"] if site.tree.has(file)]
    pictures = [one for one in found if one.lower().endswith(PICTURES)]
    own = [one for one in pictures if not site.options.samples.holds_file(site.tree, one)]
    if own:
        name = f"avatar{posixpath.splitext(own[0])[1].lower()}"
        site.plan.add_file(f"static/media/{begin}{name}", own[0])
        person["portrait"] = f"media/{begin}{name}"
    elif pictures and not begin:
        site.plan.findings.add("todo", "sample-portrait", pictures[0])


def _identity(fields: FieldReader, name: str) -> dict[str, Any]:
    """Return the role, the place and the links of a person."""
    links: dict[str, str] = {}
    fields.value("email")  # of which Blox makes nothing but the address of a Gravatar
    email = ""
    for one in fields.mappings("social", "profiles", "links"):
        link = re.sub(r"^//", "https://", one.said("link", "url"))
        pack, _, icon = one.said("icon").lower().rpartition("/")
        icon = re.sub(r"^square-|-square$", "", icon)
        pack = pack or one.said("icon_pack")
        if found := _EMAIL.fullmatch(link):
            email = email or (found[1] or found[2] or "").strip()
        elif re.match(r"[\w./-]*#", link):  # a place of this site: that of the contact block
            if not link.startswith(("/#", "#")):
                fields.findings.add("lost", "profile", fields.file, f"{icon}: {link}")
        elif link:
            kind = profile(icon, link)[0] or kind_of(link)
            kind = kind if kind != "scholar" or kind in link else kind_of(link)  # a graduation cap
            host = re.match(r"https?://(?:www\.)?([\w.-]+)", link)
            if host and not kind and pack in _NO_BRANDS:
                names = filter(None, (one.get("label"), host[1], icon))
                kind = next((str(one) for one in names if one not in links), "")
            kind = kind or re.sub(r"\W+", "-", icon).strip("-") or "link"
            link = identifier_url(kind, link) if kind == "orcid" else link
            links.setdefault(kind, link)
    organizations = [
        _linked(one.said("name"), one.get("url")) if isinstance(one, Fields) else str(one)
        for one in [*fields.items("organizations"), *fields.items("affiliations")]
    ]
    return {
        "name": name, "role": fields.text("role", "tagline"),
        "affiliation": ", ".join(filter(None, organizations)), "bio": fields.text("bio"),
        "url": fields.text("external_link"),
        "email": email if "@" in email and "@example." not in email else "", "links": links,
        "visibility": {"email": "public"} if email else {},
    }  # fmt: skip


def _linked(name: str, url: object) -> str:
    if re.fullmatch(r"https?://(?:www\.)?example\.com/?", str(url)):  # the template's
        return ""
    return f"[{name}]({url})" if name and re.match(r"https?://\S+$", str(url)) else name


def _person(site: Hugo, path: str, fields: FieldReader, name: str) -> dict[str, Any]:
    person = _identity(fields, name)
    del person["visibility"]  # the owner's mail is public
    names = fields.inner("name")
    names.value("display", "given", "first", "family", "last")
    names.rest()
    _studies_and_work(site, path, fields)
    words = [one for one in fields.items("interests") if isinstance(one, str) and one]
    is_own = not site.are_samples(path, *words)
    for number, word in enumerate(words if is_own else ()):
        entry = Entry(values={"title": word}, source=path)
        add_record(site, "interests", path, entry, f"#{number}")
    _skills(site, path, fields)
    fields.drop(["superuser", "user_groups", "highlight_name", "first_name", "last_name", "status",
                 "is_owner", "schema", "slug", "authors", "role_", "email_",
                 "gravatar", "avatar", "avatar_filename"])  # fmt: skip
    fields.rest()
    return person


def _studies_and_work(site: Hugo, path: str, fields: FieldReader) -> None:
    """Make records of the education, the positions and the awards of a profile."""
    courses = fields.mapping("education").mappings("courses") or fields.mappings("education")
    some = {
        "education": (courses, "degree", "institution"),
        "experience": (fields.mappings("work", "experience"), "role", "organization"),
        "awards": (fields.mappings("awards"), "title", "organization"),
    }
    for kind, (items, *names) in some.items():
        often = Counter[str]()
        for one in items:
            reader = FieldReader(one, path, fields.findings)
            entry = cv_record(kind, reader)
            entry.guessed.clear()  # an area is a degree there
            entry.values["date"] = shortened(entry.values["date"])
            said = str(entry.values.get("body") or "")
            # A mark such as "GPA: 3.8/4.0" below the owner's own degree is no sample.
            if len(said.split()) > 5 and site.options.samples.holds(said):
                site.plan.findings.add("left", "template-sample", path, said)
                entry.values["body"] = ""
            if not site.are_samples(path, *(str(entry.values[name]) for name in names)):
                reader.rest(not_needed=NOT_NEEDED["hugo: items"])
                # Languages have lists of their own: what has the same dates is the same.
                date = "-".join(re.findall(r"\d+", entry.values["date"]))  # `2019-now`, `2019至今`
                often[date] += 1
                if add_record(site, kind, path, entry, f"#{date}#{often[date]}"):
                    fields.findings.add("changed", "one-language", path, entry.values[names[0]])


def _skills(site: Hugo, path: str, fields: FieldReader) -> None:
    """Make lines of the skills and languages of a profile; how good they are in percent is lost."""
    lines, samples = fields.mappings("skills"), site.options.samples
    for number, line in enumerate(lines):
        label = line.said("name")
        items = [one for one in line.mappings("items") if one.said("name", "label")]
        own = [one for one in items if not samples.holds_title(" ".join(_shown([one])))]
        own = own or [one for one in items if not site.are_samples(path, *_shown([one]))]
        is_own = own and not site.are_samples(path, *_shown(items))  # as a whole
        names = [_rated(site, path, one) for one in items if is_own]
        if names or (label and not items):
            values: dict[str, Any] = {"label": label or "Skills", "items": names}
            add_record(site, "skills", path, Entry(values=values, source=path), f"#{number}")
    said = fields.mappings("languages")
    if said and not site.are_samples(path, *_shown(said)):
        known = [_rated(site, path, one) for one in said]
        values = {"id": "languages", "label": "Languages", "items": known}
        add_record(site, "skills", path, Entry(values=values, source=path), "#languages")


def _shown(items: Iterable[Fields]) -> list[str]:
    """Return what a group of skills or languages shows."""
    names = (("name", "label"), ("description",), ("level",), ("percent",))
    return [one.said(*some) for one in items for some in names]


def _rated(site: Hugo, path: str, one: Fields) -> str:
    """Return a skill, and in words how good it is: a level alone was the length of a bar."""
    name, bar = one.said("name", "label"), one.said("level", "percent")
    said = [part for part in (one.said("label"), one.said("description")) if part not in ("", name)]
    if bar and re.search(r"[^\W\d_]", bar):
        said += [] if any(said) else [bar]
    elif bar:
        site.plan.findings.add("changed", "percent", path, "skills and languages in percent")
    how = ", ".join(dict.fromkeys(said))
    return (f"{name}: {how}" if "(" in how else f"{name} ({how})") if how else name


def shortened(date: str, length: int = 7) -> str:
    """Return a date, or a time between two, to the day in 10 letters, and to the month in 7, as
    Blox shows it unless it is told otherwise."""
    return re.sub(r"\d{4}(-\d\d){1,2}", lambda found: found[0][:length], date)
