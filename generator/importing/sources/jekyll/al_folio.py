"""al-folio: a template for Jekyll with jekyll-scholar, in its old form and in that of 2025.

Format: github.com/alshedivat/al-folio, its `_config.yml`, CUSTOMIZE.md and sample files.
"""

import posixpath
import re
from fnmatch import fnmatchcase
from urllib.parse import urljoin

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields
from generator.importing.plan import Document, Entry, SitePlan
from generator.importing.source_tree import SourceTree
from generator.importing.sources.jekyll.al_folio_cv import is_own_pdf, pdf_of, take_cv
from generator.importing.sources.jekyll.bibliographies import (
    say_references,
    take_papers,
    take_people_and_venues,
)
from generator.importing.sources.jekyll.pages import BELOW, take_site
from generator.importing.sources.jekyll.records import add, add_with_text, id_of_file, links_of
from generator.importing.sources.jekyll.site import COMMENTED, JEKYLL, Jekyll
from generator.importing.sources.people import named, take_profiles
from generator.importing.sources.samples import PARTLY, without_nobody
from generator.importing.sources.source import ImportOptions, is_sample, show, text_of
from generator.importing.texts.markup import picture, section
from generator.model.languages import language

_PLACE = re.compile(
    r"\A(?!.*\bat )(?:.*(?:\d|(?i:office|room|universit|institut|department))|"
    r"(?!.*(?:(?i:fellow|researcher|professor|student|candidate|scientist)|研究员|教授|博士))"
    r"\w\S*( \S+){0,2}(, \S+( \S+){0,2})*\Z)"
)
"""Words below the portrait that say where the person is."""
_MAIL = re.compile(
    r"(?:e-?mail:?\s*)?([^\s@<>\[\]()]+)\s?(?:@|\[at\]|\(at\))\s?([^\s@<>\[\]()]+)", re.IGNORECASE
)
_SIGNS = "[\u2600-\u27bf\ufe0f\U0001f300-\U0001f5ff]"
"""📍, ✉️ and the like."""
_HEAD = re.compile(r"\A\s*---\n.*?\n---\n", re.DOTALL)
_ONE_ITEM = re.compile(
    r"\A[*+-][ \t]+(?=\S)((?:(?!\n[ \t]*(?:[*+-]|\d+\.)[ \t]|\n[ \t]*\n).)*)\Z", re.DOTALL
)
"""A list of one item. Among news, it is a sentence."""


_LEADS = [
    (r"(/blog/(?:tag|category)/[^/]+)(?:/page/\d+|/index)?/?(?:\.html)?", r"\1/"),
    (r"/blog/(?:page/\d+/?|\d{4}/?|\d{4}/page.*|index.html)?", "/posts/"),
]
"""Archives of the blog -> where they lead now."""


class AlFolio:
    """A site made with al-folio."""

    kind = "al-folio"

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what shows that this is one: its layouts, a bibliography, jekyll-scholar."""
        found = ["_bibliography/"] if tree.below("_bibliography/") else []
        found += filter(
            None, (tree.first(f"{name}.liquid", f"{name}.html") for name in sorted(JEKYLL["own"]))
        )
        if re.search(r"^scholar:", tree.text_if_any("_config.yml"), re.MULTILINE):
            found.append("scholar: in _config.yml")
        is_other = tree.has("_includes/author-profile.html")  # academicpages with a bibliography
        return found if len(found) > 1 and not is_other else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan."""
        site = Jekyll.of(tree, plan, options)
        plan.leads = _LEADS
        archives = ("tag", "category")
        plan.site["posts"] |= {f"{one}_permalink": f"/blog/{one}/:slug/" for one in archives}
        plan.lists |= {kind: f"/{kind}/" for kind in ("news", "projects", "publications")}
        plan.icon = site.tree.first(f"assets/img/{site.config.said('icon')}")
        site.reader.taken |= {"icon"} if plan.icon else set()
        take_site(site, _person, _records, _finish, _LISTS)


_LISTS = {"news": "News", "projects": "Projects", "publications": "Publications",
          "people": "People"}  # fmt: skip


def _records(site: Jekyll, pages: list[Document]) -> tuple[str, ...]:
    plan = site.plan
    _home(site, pages)
    _profiles(site, pages)
    _news(site)
    _projects(site, pages)
    plan.redirects.pop("", None)  # of collections without `output`
    take_papers(site)
    take_cv(site, pages)
    links = plan.site["person"].setdefault("links", {})
    for page in pages:
        if plan.cv is None and (pdf := pdf_of(site, page)):  # else the CV links it
            if page.variables.said("nav") != "false":
                links.setdefault("cv", {"to": pdf, "label": "CV"})
            page.body += f"\n[PDF]({pdf})\n" if page.variables.get("layout") == "cv" else ""
    take_people_and_venues(site)
    return ("news", "projects")


def _finish(site: Jekyll, pages: list[Document]) -> None:
    _menu(site)
    there = {one.address for one in site.plan.documents}
    for page in pages:  # a list of samples has no page
        page.body = re.sub(
            r"^:more: (/\S+)\n", lambda m: m[0] if m[1] in there else "", page.body, flags=re.M
        )
    for page in site.plan.documents:  # in styles of the owner's
        page.body = page.body.replace("var(--global-theme-color)", "var(--accent)")
    for source in site.reader.inners("external_sources"):  # posts at other places
        for one in source.inners("posts") or [source]:
            without_nobody(one.fields)
            if not (url := one.text("url", "rss_url")):
                continue
            site.plan.findings.add("lost", "listing", site.reader.file, f"external_sources: {url}")
    _say_descriptions(site)
    say_references(site)
    days = (one.target.rpartition("/")[2] for one in site.plan.documents if one.is_post)
    site.plan.made_addresses |= {f"/blog/{day[:4]}/" for day in days if day[:4] != "1970"}
    has_posts = "posts" in site.plan.kinds()
    if has_posts and (said := site.reader.text("blog_description")):  # above the list of posts
        words = site.plan.site.get("words", {})
        title = words.get("posts") or language(str(site.plan.site["languages"][0])).word("posts")
        site.plan.add_document(
            Document(source=site.reader.file, target="content/posts/index.md", address="/posts/",
                     front={"title": title}, body=said, syntax="liquid")
        )  # fmt: skip
    libraries = [n for n, v in site.config.items() if isinstance(v, Fields) and "version" in v]
    patterns = NOT_NEEDED["al-folio: settings"]
    machinery = [name for name in site.config if any(fnmatchcase(name, p) for p in patterns)]
    site.reader.drop([*machinery, *libraries], "setting-not-needed")


_IN_HEADER = re.compile(
    r"""<a\b(?![^<>]*\bnavbar-brand)[^<>]*?\shref=["'](?:\{\{-?\s*['"]([^'"]+)['"]\s*\|"""
    r"""[^{}]*\}\}|([^"'{}]+))["'][^<>]*>\s*(?:<i\b[^<>]*>\s*</i>\s*)?(\w[^<>{}]*?)\s*</a>"""
)
"""An item that the owner wrote into the menu; of the template's own, none has a label."""
_OF_PAGES = re.compile(r"\bsite\.pages(?:\s*\|\s*sort:\s*[\"'](\w+))?")
"""All pages, with the field that orders them."""
_TAG = re.compile(r"<[^<>]*>")
_HOME_IN_HEADER = re.compile(
    r"""(?:\}\}/|\{\{\s*['"]/['"]\s*\|[^{}]*\}\})["'][^<>]*>\s*(\w[^<>{}]*?)\s*(?:</a>|\{%)"""
)
"""The word for the home that the header has; later headers show the title."""
_OF_ROLE = re.compile(
    r"\A<a href='#'>Affiliations?</a>\. Address\. Contacts\. Mott?o\. Etc\.\Z|"
    r"<a href=['\"]#['\"]>([^<]*)</a>|\s*Address\. Contacts\. Mott?o\. Etc\."
)
_OF_FOOTER = re.compile(r"(?:Powered by|Hosted by|Photos from)\b(?:<[^<>]*>|[^<>.])*\.?")
"""What the role and the footer of the template say."""


def _person(site: Jekyll) -> None:
    plan, reader = site.plan, site.reader
    names = [reader.text(part) for part in ("first_name", "middle_name", "last_name")]
    name = " ".join(filter(None, names)) or reader.text("name")
    name = "" if name == "You R. Name" else name
    title = reader.text("title")
    name = title if title == f"{names[0]} {names[2]}" else name  # which the header shows
    fallback = (title if title != "blank" else "") or "TODO"
    person: dict[str, object] = {**named(name or fallback)}
    if "," in str(person["name"]):  # not `Family, Given`: they have fields of their own
        person["name"] = f"{{{person['name']}}}"
    scholar = FieldReader(reader.mapping("scholar"), reader.file, plan.findings)
    family, given = scholar.words("last_name"), scholar.words("first_name")
    family = [one for one in family if one != "Einstein" or one in name]
    person["aliases"] = [
        f"{first} {last}" for last in family[:4] for first in given[:6] if f"{first} {last}" != name
    ]
    person["email"] = reader.text("email")
    take_profiles(reader, person)
    path, socials = site.data("socials")
    code = reader.text("wechat_qr") or socials.said("wechat_qr")
    if code := site.tree.first(f"assets/img/{code}"):
        person["links"] |= {"wechat": {"to": f"/{code}", "label": "WeChat"}}  # type: ignore[operator]
    if socials:
        without_nobody(socials)
        plan.take(path, "content/site.yaml")
        others = FieldReader(socials, path, plan.findings)
        person["email"] = person["email"] or others.text("email")
        take_profiles(others, person)
        links = person["links"] = dict(person["links"] or {})  # type: ignore[call-overload]
        cv_pdf = others.text("cv_pdf").removeprefix(plan.base_path)
        if is_own_pdf(site, cv_pdf.lstrip("/")):
            links["cv"] = {"to": cv_pdf, "label": "CV"}
        elif cv_pdf and not site.tree.first(cv_pdf) and "://" not in cv_pdf:
            plan.findings.add("lost", "dead-link", path, cv_pdf)
        others.drop(["email", "rss_icon", "inspirehep_id", "wechat_qr", "whatsapp_number"])
        custom = others.mapping("custom_social")
        without_nobody(custom)
        url = custom.said("url")
        if url.startswith("http") and url not in links.values():
            links["website"] = url
        others.rest("setting")
    plan.site["person"] = person
    plan.site["title"] = "" if title in ("blank", name) else title
    plan.site["description"] = reader.text("description")
    words = re.sub(r"<a\b[^<>]*\bhref=[\"']([^\"'<>]+)[^<>]*>([^<]*)</a>", r"[\2](\1)",
                   _OF_FOOTER.sub("", reader.text("footer_text")))  # fmt: skip
    plan.site["footer"] = " ".join(re.sub(r"<[^<>]*>", " ", words).split())
    if blog := reader.text("blog_name"):
        plan.site.setdefault("words", {})["posts"] = blog


def _menu(site: Jekyll) -> None:
    """Take what the header shows: pages that ask for it, by their order, and those below one.

    Samples of the template are not taken, and are not in it either.
    """
    plan = site.plan
    header = site.tree.first("_includes/header.liquid", "_includes/header.html")
    whole = COMMENTED.sub("", site.tree.text_if_any(header))
    pages = _OF_PAGES.findall(whole)
    is_all = pages and not re.search(r"\.nav\b", whole)  # until 2020
    field = next(filter(None, pages), "nav_order")
    first, last, *_ = [*re.split(r"\{%-?\s*for\s+p(?:age)?\s+in\s", whole, maxsplit=1), ""]
    labels = {urljoin("/", one[1] or one[2]): one[3] for one in _IN_HEADER.finditer(first)}
    there = {document.address for document in plan.documents}
    blog = site.reader.text("blog_nav_title")
    if blog and not any(one[0] == "/blog/" and "nav" in one[1] for one in site.navigation):
        labels["/blog/"] = blog  # the header had it first until 2024
    width = 9 if field != "title" else 0  # of numbers
    items = sorted(site.navigation, key=lambda one: one[1].said(field).rjust(width))
    for address, fields in items:
        if not (fields.is_on("nav") or (is_all and address in {*there, "/blog/"})):
            continue
        if not fields.is_on("dropdown") or address in there:  # else it only opens a menu
            labels.setdefault(address, _TAG.sub("", fields.said("title")))
        for one in fields.mappings("children"):
            labels.setdefault(one.said("permalink"), one.said("title"))
    labels |= {urljoin("/", one[1] or one[2]): one[3] for one in _IN_HEADER.finditer(last)}
    gone = site.samples.keys() - there
    gone |= set() if any(one.is_post for one in plan.documents) else {"/blog/"} - there
    gone = {"", "/", *gone} - ({plan.cv.address} if plan.cv else set())
    home = next((one.variables.said("title") for one in plan.documents
                 if one.address == "/"), "")  # fmt: skip
    home = said[1] if (said := _HOME_IN_HEADER.search(first)) else _TAG.sub("", home)
    is_word = home not in ("", plan.site["title"], plan.site["person"]["name"])
    plan.menu = [{"to": "/", "label": home} if is_word else {"to": "/"}]  # the header always has it
    plan.menu += [{"to": to, "label": labels[to]} for to in labels if to not in gone and labels[to]]
    if plan.site["languages"][1:]:  # titles of pages are in each language
        plan.menu = [{"to": one["to"]} if one["to"] in there else one for one in plan.menu]


def _home(site: Jekyll, pages: list[Document]) -> None:
    """Give each page with the layout `about` what the layout showed: portrait, news, papers.

    The person is that of the home, or of the only such page. Until 2021 `description` said the
    role.
    """
    abouts = [page for page in pages if page.variables.get("layout") == "about"]
    homes = [page for page in abouts if page.address == "/"] or abouts[len(abouts) != 1 :]
    for page in abouts:
        fields, body = page.variables, re.sub(r"(?:\s|<br\s*/?>)++\Z", "", page.body)
        person = site.plan.site["person"] if page in homes else {"name": ""}
        role = fields.said("subtitle", "description")
        role = _OF_ROLE.sub(lambda m: m[1] or "", role)
        role = re.sub(r",?(?:\s*(?:</p>\s*<p>|<br\s*/?>))+\s*", ", ", role)
        known = str(site.plan.site["person"].get("role"))
        person["role"] = role = re.sub(r"</?p\b[^<>]*>", "", role).strip(" ,")
        head = [f"*{role}*"] if role and role != known and page not in homes else []
        page.front["description"] = ""
        page.front["title"] = site.plan.site["title"] or site.plan.site["person"]["name"]
        if profile := fields.inside("profile"):
            image = profile.said("image")
            found = site.picture(page.source, image)
            if found and not site.options.samples.holds_file(site.tree, found):
                person["portrait"] = found
            info = profile.said("more_info", "address")
            is_group = person["name"] == site.plan.site["title"] != ""  # and so that of its picture
            info = "" if is_group or info == "false" or site.options.samples.holds(info) else info
            info = re.sub(r"<a\s[^<>]*\bmailto:([^\"'?<>]+)[^<>]*>[^<>]*</a>", r"\1", info)
            place = re.sub(r"</p>\s*<p\b[^<>]*>|<br\s*/?>", ", ", info)
            place = " ".join(re.sub(rf"<[^>]+>|{_SIGNS}", " ", place).split())
            place = re.sub("(?: ?,)+", ",", place).strip(" ,")
            if mail := _MAIL.search(place):
                place = _MAIL.sub("", place).strip(" ,")
                parts = (re.sub(r"[^\w.+-]", ".", part).strip(".,") for part in mail.groups())
                person["email"] = person.get("email") or "@".join(parts)
            info = info if place else ""
            is_place = page in homes and (profile.get("address") or _PLACE.search(place))
            person["location"] = place if is_place else ""
            head += [info] if info and not is_place else []
        body, _, below = "\n\n".join([*head, body]).partition(BELOW)
        # A theme that lies elsewhere brings a layout with both sections.
        layout = site.layout(fields, inherited=True) or "news, page.selected_papers"
        is_asked = re.search(r"\bnews\b", layout) and "site.announcements.enabled" not in layout
        has_news = is_asked or site.config.inside("announcements").is_on("enabled")
        if has_news and (_wants(fields, "announcements") or _wants(fields, "news")):
            asked = [one.inside("announcements").get("limit") for one in (fields, site.config)]
            asked += [site.config.get("news_limit"), 5]
            limit = next(number for number in asked if str(number).isdecimal())
            body += section("news", f":title: News\n:limit: {limit}\n:more: /news/\n")
        if _wants(fields, "selected_papers") and "page.selected_papers" in layout:
            body += section(
                "publications",
                ":title: Selected publications\n:selected: true\n:more: /publications/\n",
            )
        if _wants(fields, "latest_posts"):
            said = str(fields.inside("latest_posts").get("limit"))
            show(site.plan, home_posts=int(said) if said.isdecimal() else 3)
        body += f"\n\n{below}" if below else ""
        # Where a home names no lists, themes show some.
        if ":::{" not in body and page.address == "/":
            show(site.plan, home_sections=())
        note = site.reader.text("contact_note")
        note = note if fields.is_on("social") else ""
        page.body = f"{body}\n\n{note}" if not site.options.samples.holds(note) else body


def _profiles(site: Jekyll, pages: list[Document]) -> None:
    """Give pages with the layout `profiles` what it showed: of each member a picture and a text."""
    for page in (one for one in pages if one.variables.get("layout") == "profiles"):
        for one in page.variables.mappings("profiles"):
            image, name = one.said("image"), one.said("content")
            shown = site.picture(page.source, image, f"profiles: {image}")
            told = site.whole.first(f"_pages/{name}") if name else ""
            text = _HEAD.sub("", text_of(site.whole, told, site.plan) or "") if told else ""
            samples, more = site.options.samples, one.said("more_info")
            is_bare = not more or samples.holds(more)
            if is_sample(told, is_bare and samples.holds(text, PARTLY), site.plan):
                continue
            if told:
                site.plan.take(told, page.target)
            who = one.said("name")
            face = picture(f"/{shown}", who, width="240px") if shown else ""
            parts = [face, "" if samples.holds(more) else more, text.strip()]
            page.body += "\n\n---\n\n" if page.body.strip() else ""
            page.body += "\n\n".join(filter(None, parts)) + "\n"


def _say_descriptions(site: Jekyll) -> None:
    """Have pages say their descriptions. Most layouts showed them below the title.

    Those of records say them as the texts of the records.
    """
    for page in site.plan.documents:
        if page.variables.get("layout") in JEKYLL["described"] and not page.target.startswith(
            "content/projects/"
        ):
            page.body = f"{page.front.get('description') or ''}\n\n{page.body}"


def _wants(fields: Fields, name: str) -> bool:
    """Whether a page asks for something: `news: true`, `announcements: {enabled: true}`."""
    return fields.is_on(name) or fields.inside(name).is_on("enabled")


def _news(site: Jekyll) -> None:
    for path, page, fields, document in site.collection("news"):
        day = fields.day("date") or "1970-01-01"
        if day == "1970-01-01":
            site.plan.findings.add("guessed", "date", path, "no date", day)
        title, body = fields.text("title"), _ONE_ITEM.sub(r"\1", page.body.strip())
        is_inline = fields.flag("inline") or not title
        was = document.address
        values = {"id": id_of_file(path), "date": day, "text": body if is_inline else title}
        entry = Entry(values=values, source=path, line=page.line, address="" if is_inline else was)
        fields.words("tags", "categories")
        fields.rest(not_needed=NOT_NEEDED["jekyll: fields"])
        if is_inline:
            entry.values["text"], _, entry.values["body"] = body.partition("\n\n")
            prefix = add(site, "news", entry)
            site.plan.redirects[was] = f"{prefix}{site.plan.lists['news']}#{values['id']}"
        else:
            add_with_text(site, "news", entry, page, document, is_page=True)
    site.sort_newest("news")


def _projects(site: Jekyll, pages: list[Document]) -> None:
    for path, page, fields, document in site.cards("projects", pages):
        was = document.address
        leads = re.sub(r"https://unsplash\.com/?\Z", "", fields.text("redirect"))  # of the template
        # The case of the page's own address, or two would differ by that alone.
        name = posixpath.basename(was.rstrip("/")).removesuffix(".html")
        values = {
            "id": name or id_of_file(path),
            "title": document.front["title"] or "TODO",
            "kind": fields.text("category"),
            "body": document.front["description"],
            "links": {"page": leads} if leads else {},
            "preview": document.front["image"],
        }
        if code := fields.text("github"):
            values["links"]["code"] = code if "://" in code else f"https://github.com/{code}"
        entry = Entry(values=values, source=path, line=1)
        values["links"] |= links_of(site, fields) | values["links"]
        fields.words("tags")
        fields.rest(not_needed={"importance", "category"} | NOT_NEEDED["jekyll: fields"])
        if page.body.strip():
            site.plan.redirects.pop(was, None)  # its card alone leads elsewhere
            add_with_text(site, "projects", entry, page, document, is_page=True)
        else:
            site.plan.add_entry("projects", entry)
            site.plan.redirects[was] = leads or f"{site.plan.lists['projects']}#{values['id']}"
