"""Hexo: a blog of Markdown files in `source/`, with tags of Nunjucks; settings -> `site.yaml`.

Its documentation (hexo.io/docs, "Configuration", "Front-matter", "Permalinks", "Asset Folders",
"Tag Plugins") and its source (hexojs/hexo, `lib/plugins/processor` and `lib/models`) decide:

- Files. Posts are texts in `_posts/`; `_drafts/` and `published: false` are drafts, also under
  `render_drafts` (a finding). A name that begins with `_` or `.` hides a file, unless `include` has
  it; `exclude` and `ignore` leave files out; of `_posts/`, `_drafts/` and `_data/` other files are
  published only beside a published post; `skip_render` copies a text as it is. With `future:
  false`, a post of a day to come is unpublished. A page in HTML with front matter is a page, one
  without is a file.
- Addresses: see `PostAddresses`. `:title` is the name of the file, in which `new_post_name`
  may have a day; `:category` is the last of the categories, or `default_category`; a word that
  Hexo does not know is a field, or in `permalink_defaults`. `category_map`, `tag_map` and
  `filename_case` say how topics look there. With `post_asset_folder` an address ends in `/` or
  `.html`. Pages are where their files are. A field that a post lacks is the number that
  hexo-abbrlink makes of its title, or else a finding; so are `:hash` and `:timestamp`.
- Topics. A text is one tag, also with commas. `/tags/` and `/categories/` lead to their own lists.
- Pictures. `post_asset_folder` has them beside a post; plug-ins name them by the folder or by the
  file, see `AddressMap.new_target`.
- The home is the list of posts (`index_generator`, `per_page`), unless its `path` is another.
- The menu, profiles and the portrait are settings of the theme: `theme_config`,
  `_config.THEME.yml`, `themes/THEME/_config.yml`, in that order.
- Formulas: `mathjax`, `math` and `katex` of a page, else see `HexoTheme.delimiter`.
- Markdown: fences are code before tags are read, and may have a caption; bare addresses are links;
  a tab that indents a line of YAML is two blanks. `marked.breaks` is true by default.
  With `titlecase`, titles stay as written.
"""

import posixpath
import re
from urllib.parse import unquote, urljoin

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, day_of, flat, switches
from generator.importing.plan import Document, Entry, SitePlan, address
from generator.importing.private_facts import is_private, is_secret
from generator.importing.reading import SourcePage, Unreadable, read_yaml
from generator.importing.report import EMPTY, OF_BOTH, OF_THEME
from generator.importing.source_tree import PICTURES, SourceTree
from generator.importing.sources.hexo_settings import (
    PostAddresses,
    category_paths,
    tags_of,
    take_settings,
    topic_folder,
)
from generator.importing.sources.hexo_theme import COVERS, HexoTheme
from generator.importing.sources.source import (
    ImportOptions,
    aliases,
    data_of,
    is_matched,
    is_sample,
    readers,
    settings_in,
    take_bibliographies,
)
from generator.importing.texts.hexo_tags import friends
from generator.importing.texts.markup import picture, target
from generator.model.files import packaged_data
from generator.model.links import slug_of, slug_pieces

_PAGES = (".md", ".markdown", ".mkd", ".mkdn", ".mdwn", ".mdtxt", ".mdtext")
_HTML = (".html", ".htm")
_FILLED = "a page without text, which the theme filled"
_LEADS = [
    (r"/page/\d+/?", "/"),
    (r"/(?:archives(?:/.*)?|categories/?|tags/?)", "/posts/"),
    (r"(/(?:tags|categories)/.+?)/page/\d+/?", r"\1/"),
]
"""Lists and archives -> where they lead now."""


class Hexo:
    """A site made with Hexo."""

    kind = "hexo"

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what shows that this is one: posts in `source/`, `hexo` in package.json."""
        found = ["source/_posts/"] if tree.below("source/_posts/") else []
        if re.search(r"""["']hexo["']\s*:""", tree.text_if_any("package.json")):
            found.append("hexo in package.json")
        if found and tree.has("_config.yml"):
            found.append("_config.yml")
        return found if len(found) > 1 else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan from `_config.yml` and `source/`."""
        plan.kind = self.kind  # whose front matter may lack its first line
        path = tree.first("_config.yml", "_config.yaml")
        config = settings_in(tree, path, plan)
        _locks(config, plan)
        settings = take_settings(config, path, tree, plan)
        folders = PostAddresses(config)
        paths = _published(tree, config, folders.copied, plan)
        theme = HexoTheme(tree, config, plan)
        _posts(theme, paths, plan, folders, options)
        archive = str(config.get("archive_dir") or "archives").strip("/")
        plan.redirects[f"/{archive}/"] = "/posts/"  # hexo-generator-archive, of every new site
        kinds = sorted({kind for kind, _ in folders.topics.values()})
        lists = [(f"/{_LISTS_OF[kind]}/", topic_folder(config, kind)) for kind in kinds]
        plan.leads = [*((f"{at}?", own) for own, old in lists for at in (own, old)), *_LEADS]
        _topic_addresses(plan, folders)
        _pages(tree, paths, plan)
        npm = tree.text_if_any("package.json") + str(config.get("markdown"))
        plan.extras = [x for form, read in _RENDERERS.items() if re.search(form, npm) for x in read]
        usual, plan.macros = theme.delimiter(), theme.macros()
        for one in plan.documents:
            said = switches(one.variables, "mathjax", "math", "katex")
            one.delimiter = (usual or "$") if "true" in said else "" if "false" in said else usual
        _news(tree, theme, plan)
        take_bibliographies(tree, tree.below("source/_data/", ".bib"), "", plan, options)
        if plan.papers:  # which only the theme listed
            what = f"{plan.papers} publications"
            plan.findings.add("todo", "no-section", "content/publications.bib", what)
        for script in tree.below("scripts/", ".js"):
            plan.findings.add("lost", "own-scripts", script)
        theme.take(options)
        if not any(one.is_post for one in plan.documents):  # nor lists of them
            plan.menu = [one for one in plan.menu if plan.leads_to(one["to"]) != "/posts/"]
        _home(settings, theme, plan)
        for name in ("index", "archive", "category", "tag"):
            order = str(config.inside(f"{name}_generator").get("order_by") or "-date")
            if order != "-date":
                what, became = f"{name}_generator: order_by: {order}", "by date, the newest first"
                plan.findings.add("changed", "list-order", path, what, became)
        known = plan.known_addresses()
        for old, new in config.inside("alias").items():  # hexo-generator-alias
            own, other = address(str(new)), urljoin(plan.site["url"], str(new))
            plan.redirects[address(old)] = own if own in known else other
        _files(tree, paths, plan, folders)
        public = f"{str(config.get('public_dir') or 'public').strip('/')}/"
        _take_named(tree, [f"themes/{theme.name}/source/", public], plan)


_RENDERERS = packaged_data("tables/import_hexo_renderers", dict[str, list[str]])
"""Renderers of Markdown and their plug-ins -> what they read, see `SitePlan.extras`: the rules in
marked and kramed by their versions, and pandoc.org/MANUAL, "Pandoc's Markdown"."""


def _locks(config: Fields, plan: SitePlan) -> None:
    """Note what plug-ins hide: hexo-blog-encrypt by tags, hexo-hide-posts by a field."""
    encrypt, hides = config.inside("encrypt"), config.inside("hide_posts")
    hiding = str(hides.get("filter") or "hidden")
    names = [*encrypt.inside("tags"), *(one.get("name") for one in encrypt.mappings("tags"))]
    plan.locked_tags |= {str(name) for name in names if name}
    shown_in = {*flat(hides.get("public_generators")), *flat(hides.get("allowlist_generators"))}
    if shown_in & {"*", "index", "archive", "tag", "category"}:
        plan.hiding.discard(hiding)
    else:
        plan.hiding.add(hiding)


_DATED = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})[ _-]+(.+)")
"""The name of a post's file that begins with its day."""
_HEAD = re.compile(r"(?!---)([^\0]+?)\n---")
"""What Hexo reads as front matter where no line is above it (hexo-front-matter, `split`)."""
_HIDDEN = re.compile(r"(?:^|/)[_.]|[%~]$")
_POSTS = ("source/_posts/", "source/_drafts/")
_NO_PAGES = (*_POSTS, "source/_data/")


def _published(tree: SourceTree, config: Fields, copied: list[str], plan: SitePlan) -> list[str]:
    """Return the files in `source/` that Hexo reads, and leave the others out."""
    reader = FieldReader(config, "", plan.findings)
    included, excluded, ignored = map(reader.words, ("include", "exclude", "ignore"))
    found = []
    for path in tree.below("source/"):
        if path in plan.left:
            continue
        below = path.removeprefix("source/")
        is_out = is_matched(below, excluded) or is_matched(path, ignored)
        own = path[len("source/_data/") :] if path.startswith(_NO_PAGES) else below
        if is_out or (_HIDDEN.search(own) and not is_matched(below, included)):
            plan.leave(path, "excluded by _config.yml" if is_out else "hidden by its name")
        elif is_matched(below, copied) and not path.startswith(_NO_PAGES):
            plan.add_file_at(f"/{below}", path)
        else:
            found.append(path)
    return found


def _posts(
    theme: HexoTheme,
    paths: list[str],
    plan: SitePlan,
    folders: PostAddresses,
    options: ImportOptions,
) -> None:
    ends = _PAGES if folders.keeps_assets else (*_PAGES, *_HTML)  # which then are files of posts
    posts = [path for path in paths if path.endswith(ends) and path.startswith(_POSTS)]
    posts = [one for one in posts if not is_matched(one.removeprefix("source/"), folders.copied)]
    posts.sort(key=lambda path: path.startswith(_POSTS[1]))  # drafts get what names are left
    samples = options.samples
    for path, page, fields in readers(theme.tree, posts, plan):
        is_bare = path.endswith(_HTML) and not page.is_there
        if is_bare or is_sample(path, samples.holds_page(page), plan, samples.own_title(page)):
            continue
        name = path.split("/", 2)[2].rpartition(".")[0]
        said = folders.names.fullmatch(name)
        named = said.groupdict() if said else {}
        base = posixpath.basename(name)
        dated = _DATED.match(base)
        parts = [named.get(one) or named.get(f"i_{one}") for one in ("year", "month", "day")]
        is_draft = path.startswith("source/_drafts/") or fields.flag("published") is False
        day = fields.day("date") or (day_of("-".join(map(str, parts))) if all(parts) else "")
        if not day:
            unknown = options.today if is_draft else "1970-01-01"
            day = "-".join(dated.group(1, 2, 3)) if dated else unknown
            what = f"date: {written}" if (written := page.fields.get("date")) else "no date"
            plan.findings.add("guessed", "date", path, what, day)
        fields.value("permalink", *folders.words)
        author, name = str(page.fields.get("author")), str(plan.site["person"]["name"])
        if author.casefold().split() == name.casefold().split():
            fields.value("author")
        was, lacks = folders.address_of(named.get("title") or name, day, page.fields)
        if lacks:
            plan.findings.add("guessed", "permalink", path, f"`{lacks}` is missing", was)
        if folders.is_future_hidden and options.is_future(day):
            plan.protected[path] = ("unpublished", f"date: {day}")
        if not page.is_there and (head := _HEAD.match(page.body)):
            try:
                read_yaml(head[1], path, plan.findings)
            except Unreadable as error:
                plan.protected[path] = ("unpublished", f"front matter: {error.reason}")
        document = _document(page, fields, "" if is_draft else was, plan)
        if is_draft and not lacks and not folders.is_of_day:
            document.front["permalink"] = was
        _topics(document, fields)
        if str(fields.value("sticky", "top", "pin")).lower() not in ("", "0", "false"):
            document.front["pinned"] = True
        if photos := flat(fields.value("photos") or []):  # above the text, in most themes
            document.body = "\n\n".join([*map(picture, photos), document.body])
        if theme.has_box:  # its text is a finding
            fields.value("copyright")
        fields.rest(not_needed=NOT_NEEDED["hexo: fields"])
        plan.add_post(document, day, dated[4] if dated else base)
        if not is_draft:
            folders.of_posts[path.rpartition(".")[0] + "/"] = was
            if path not in plan.protected:
                folders.note_topics(page.fields)
            plan.names[name] = plan.names[base] = was


def _topic_addresses(plan: SitePlan, folders: PostAddresses) -> None:
    """Have the old addresses of tags and categories lead to the new ones where they differ. Of
    those that differ in capitals only, the one with the most posts stands."""
    names = {(kind, n.casefold()): n for (kind, n), _ in folders.posts.most_common()[::-1]}
    for one in plan.documents:
        for kind, field in [*_LISTS_OF.items()][:2]:
            same = (names.get((kind, name.casefold()), name) for name in one.front[field])
            one.front[field] = list(dict.fromkeys(same))
    for was, (kind, name) in folders.topics.items():
        if (other := names[kind, name.casefold()]) != name:
            plan.gone[was] = OF_BOTH
            what, became = f"{other}, {name}", f"the same {kind}: one list for both"
            plan.findings.add("changed", "topic-in-capitals", "_config.yml", what, became)
        pattern = str(plan.site["posts"][f"{kind}_permalink"])
        new = pattern.replace(":name", "-".join(slug_pieces(name)).strip("-."))
        new = new.replace(":slug", slug_of(name))
        if any(one.casefold() == was.casefold() for one in plan.redirects if one != was):
            plan.gone[was] = OF_BOTH  # one disk in three tells them apart
        plan.redirects[was] = new


def _document(page: SourcePage, fields: FieldReader, was: str, plan: SitePlan) -> Document:
    path = fields.file
    front = {
        "title": fields.text("title") or _title_of(path),
        "updated": fields.day("updated", "update", "lastmod", "modified"),
        "description": fields.text("description", "excerpt", "summary", "abstract", "abstracts"),
        "aliases": aliases(fields, plan),
    }
    for cover in (one for one in COVERS if "." in str(fields.value(one))):
        said = str(page.fields[cover])
        what = f"{cover}: {'also in the texts' if said in page.body else said}"
        plan.findings.add("lost", "cover", path, what, "no theme here shows these", once=True)
    return Document(
        source=path, target="", address=was, front=front, body=page.body, line=page.line,
        syntax="nunjucks", variables=page.fields,
    )  # fmt: skip


def _title_of(path: str) -> str:
    """Return the name of a file, or of its folder, for the title that it does not have."""
    folder, _, name = path.rpartition("/")
    name = name.rpartition(".")[0]
    return posixpath.basename(folder).capitalize() if name == "index" else name


def _topics(document: Document, fields: FieldReader) -> None:
    fields.value("tags", "tag", "categories", "category")
    document.front["tags"] = tags_of(fields.fields)
    document.front["categories"] = list(dict.fromkeys(flat(category_paths(fields.fields))))


_LISTS_OF = {"category": "categories", "tag": "tags", "archive": "archives"}
_FRIENDS = re.compile(r"f?links?|friends?(?:-?links?)?", re.IGNORECASE)
"""Pages and data of sites of others, with which people exchange links."""


def _friends_in_data(tree: SourceTree, plan: SitePlan) -> str:
    """Return the list of sites of others that the theme keeps in its data."""
    for path in tree.below("source/_data/", *_DATA):
        is_one = _FRIENDS.fullmatch(posixpath.basename(path).partition(".")[0])
        if lines := [*friends(data_of(tree, path, plan))] if is_one else []:
            plan.take(path, "a list of links")
            plan.findings.add("changed", "list-of-links", path, "", "a list of links on a page")
            return "\n".join(["", *lines, ""])
    return ""


def _pages(tree: SourceTree, paths: list[str], plan: SitePlan) -> None:
    pages = [p for p in paths if p.endswith((*_PAGES, *_HTML)) and not p.startswith(_NO_PAGES)]
    for path, page, fields in readers(tree, pages, plan):
        place = path.removeprefix("source/").rpartition(".")[0]
        if path.endswith(_HTML) and not page.is_there:
            continue  # a file that is copied
        own = page.fields.said("permalink").strip("/")
        if {place, own.removesuffix(".html")} & {"404", "404/index"}:
            if re.match(r"\s*(?:<|\Z)", page.body):
                plan.leave(path, "Masthead makes its own")
                continue
            page.fields["permalink"] = "404/"  # Masthead makes its own at /404.html
        kinds = [str(page.fields.get(name)) for name in ("type", "layout")]
        if any(map(_FRIENDS.fullmatch, [*kinds, posixpath.basename(place.removesuffix("/index"))])):
            page = page._replace(body=page.body + _friends_in_data(tree, plan))
        kind = str(page.fields.get("type") or page.fields.get("layout"))
        if not page.body.strip("- \t\n"):  # a page that only asks the theme for a list
            was = address(f"{place}.html")
            asked = _LISTS_OF.get(kind, kind.removeprefix("all-"))  # Tranquilpeak
            leads = plan.leads_to(was) or plan.leads_to(f"/{asked}/")
            is_asked = leads or kinds != ["None", "None"]
            plan.leave(path, _FILLED if is_asked else EMPTY)
            plan.gone[was] = OF_THEME if is_asked else EMPTY
            plan.made_addresses.add(was)
            if leads:
                plan.redirects[was] = leads
            if is_asked:
                plan.findings.add("left" if leads else "lost", "list-page", path, was)
            continue
        own = fields.text("permalink")
        own = own if not own or own.endswith("/") or "." in own else f"{own}.html"
        was = address(own or f"{place}.html")
        document = _document(page, fields, was, plan)
        if place == "index" and not fields.text("title"):
            document.front["title"] = plan.site["title"]
        is_index = place == "index" or place.endswith("/index")
        document.target = f"content/{place.removesuffix('/index')}.md"
        if not is_index or own:
            document.front["permalink"] = was
        fields.value("date")
        fields.words("tags", "categories")
        fields.rest(not_needed=NOT_NEEDED["hexo: fields"])
        plan.add_document(document)


def _news(tree: SourceTree, theme: HexoTheme, plan: SitePlan) -> None:
    """Take dated lines in data as news; only the theme knows what other data mean."""
    for path in tree.below("source/_data/", *_DATA):
        data = (path not in plan.taken and data_of(tree, path, plan)) or []
        name = posixpath.basename(path).partition(".")[0]
        fields = [one for one in data if isinstance(one, Fields)]
        dated = [one for one in fields if day_of(one.said("date")) and one.said(*_LINE)]
        if not data or len(dated) < len(data) or theme.says(f"data.{name}") is False:
            continue
        for reader in [FieldReader(one, path, plan.findings) for one in dated]:
            text, link = reader.text(*_LINE), reader.text("link", "url")
            text = f"[{text}]({target(link)})" if link else text
            values = {"date": reader.day("date"), "text": text}
            reader.rest()
            plan.add_entry("news", Entry(values=values, source=path))
        plan.findings.add("guessed", "news", path, f"{len(dated)} dated lines")


_LINE = ("text", "title", "content")
_DATA = (".yml", ".yaml", ".json")
_FETCHED = ("/bangumis.json", "/cinemas.json", "/games.json", "/images.yml")
"""What hexo-bilibili-bangumi has fetched for a page of its own; Shoka's pictures at random."""


def _files(tree: SourceTree, paths: list[str], plan: SitePlan, folders: PostAddresses) -> None:
    named = _named_pictures(plan)
    for path in paths:
        if path in plan.taken or path in plan.left:
            continue
        if folder := folders.of_file(path):
            was = folders.of_posts[folder].rpartition("/")[0]
            plan.add_file_at(f"{was}/{path.removeprefix(folder)}", path)
        elif path.startswith(_POSTS) and path.lower().endswith(PICTURES) and path in named:
            plan.add_file_at(f"/{path.partition('/_posts/')[2]}", path)
            plan.findings.add("guessed", "file-place", named[path], path, "static/")
        elif path.startswith(_POSTS):
            plan.leave(path, "beside no published post, so Hexo did not publish it")
        elif path.startswith(_NO_PAGES):
            plan.leave(path, "data of the theme")
            if path.endswith(_DATA) and not path.endswith(_FETCHED) and data_of(tree, path, plan):
                what = "only its theme knows what it means"
                plan.findings.add("lost", "theme-data", path, "", what)
        else:
            plan.add_file_at(f"/{path.removeprefix('source/')}", path)


_TARGET = re.compile(r"(?:\]\(\s*<?|\ssrc\s*=\s*[\"'])([^()<>\n\"']+)")


def _named_pictures(plan: SitePlan) -> dict[str, str]:
    """Return the files that published posts name from their own folder, as editors show them, each
    with the post; Hexo publishes only the folder of the post."""
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(one.source), unquote(said))): one.source
        for one in plan.documents
        if one.address and one.source not in plan.protected
        for said in _TARGET.findall(one.body)
    }


_OF_PAGES = (".html", ".htm", ".js", ".css", ".less", ".scss", ".styl", ".xml", ".json")


def _take_named(tree: SourceTree, folders: list[str], plan: SitePlan) -> None:
    """Take the files that texts name, and that only the theme or the published site has.

    Hexo copies the theme's `source/` into the site; `public_dir` is the site, if it was committed.
    """
    texts = unquote("\n".join(f"{one.front}{one.body}" for one in plan.documents))
    pages = {one.address.rpartition("/")[0] for one in plan.documents}
    taken = dict.fromkeys(folders, 0)
    for folder, path in [(one, path) for one in folders for path in tree.below(one)]:
        folder_of, _, name = (below := path.removeprefix(folder)).rpartition("/")
        is_named = below in texts or (f"/{folder_of}" in pages and name in texts)
        if is_named and not path.endswith(_OF_PAGES) and path not in plan.left:
            taken[folder] += plan.add_file(f"static/{below}", path)
    for folder in [folder for folder in folders if taken[folder]]:
        became = f"static/ ({taken[folder]})"
        plan.findings.add("changed", "from-published", folder, "source/ does not have it", became)


_SENTENCE = re.compile(r"(?s)(?=.*[^\W\d_])(?:(\S+\s+){4}\S|\S+\s.*[.!?…]$|.*[，。！？])")
"""Five words, or what is punctuated like a sentence."""


def _home(settings: FieldReader, theme: HexoTheme, plan: SitePlan) -> None:
    """Have the home show the posts, unless the source has a page there, and the sentences among
    settings that Hexo does not know. Templates of the theme, if they are there, ask for these.

    The home of Hexo is its list of posts (hexo-generator-index), `per_page` of them on a page.
    """
    config, path = settings.fields, settings.file
    has_own = any(document.address == "/" for document in plan.documents)
    names = [one for one in config if _SENTENCE.match(config.said(one))]
    unread = [one for one in names if one not in settings.taken and not is_private(one)]
    shown = [one for one in unread if theme.says(f"config.{one}") is not False]
    texts = [settings.text(one) for one in shown if not is_secret(one, config.said(one))]
    if texts and has_own:
        plan.findings.add("lost", "theme-text", path, " ".join(texts))
    elif texts:
        plan.findings.add("guessed", "theme-setting", path, ", ".join(shown), "the home page")
        plan.add_document(Document(
            source=path, target="content/index.md", address="/", body="\n\n".join(texts),
            front={"title": plan.site["title"]}, syntax="nunjucks",
        ))  # fmt: skip
    settings.rest("setting")
    if has_own:
        return
    index = config.inside("index_generator")
    said = str(index.get("per_page") or config.get("per_page"))
    number = 100 if said == "0" else int(said) if re.fullmatch(r"[1-9]\d?", said) else 10
    if below := index.said("path").strip("/"):  # the list is elsewhere
        plan.redirects[f"/{below}/"] = "/posts/"
    else:
        plan.site["theme"] = {"options": {"home_posts": number}}
