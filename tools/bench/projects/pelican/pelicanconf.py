"""Pelican's settings: its content cache is on, and it makes only what the others make, too."""

PATH = "content"
OUTPUT_PATH = "output"
SITENAME = "Jin Fang"
SITEURL = ""
AUTHOR = "Jin Fang"
TIMEZONE = "UTC"
DEFAULT_LANG = "en"
THEME = "theme"
THEME_STATIC_DIR = ""
MENUITEMS = (
    ("Home", "/"),
    ("Publications", "/publications/"),
    ("Posts", "/posts/"),
    ("About", "/about/"),
    ("Teaching", "/teaching/"),
    ("Contact", "/contact/"),
)

ARTICLE_PATHS = ["posts"]
PAGE_PATHS = ["pages", "publications"]
ARTICLE_URL = "posts/{slug}/"
ARTICLE_SAVE_AS = "posts/{slug}/index.html"
TAG_URL = "tags/{slug}/"
TAG_SAVE_AS = "tags/{slug}/index.html"
TAGS_SAVE_AS = "tags/index.html"
ARCHIVES_SAVE_AS = "posts/index.html"
SITEMAP_SAVE_AS = "sitemap.xml"
ROBOTS_SAVE_AS = "robots.txt"
DIRECT_TEMPLATES = ["archives", "tags", "404", "sitemap", "robots"]
AUTHOR_SAVE_AS = ""
CATEGORY_SAVE_AS = ""
DEFAULT_PAGINATION = False

FEED_DOMAIN = "https://bench.example.org"
FEED_ALL_ATOM = "feed.xml"
FEED_MAX_ITEMS = 20
CATEGORY_FEED_ATOM = None
TRANSLATION_FEED_ATOM = None
AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None

CACHE_CONTENT = True
LOAD_CONTENT_CACHE = True

MARKDOWN = {
    "extensions": [
        "markdown.extensions.codehilite",
        "markdown.extensions.extra",
        "markdown.extensions.meta",
        "markdown.extensions.smarty",
        "markdown.extensions.toc",
        "pymdownx.arithmatex",
    ],
    "extension_configs": {
        "markdown.extensions.codehilite": {"css_class": "highlight", "guess_lang": False},
        "pymdownx.arithmatex": {"generic": True},
    },
    "output_format": "html5",
}
