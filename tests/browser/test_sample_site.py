"""The sample site in a real browser: quiet, accessible, small, and whole without scripts."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from tests.conftest import SiteCase
from tools.browser.browser_tools import BrowserTools, Json
from tools.looks.server import ServedSite, serve

pytestmark = pytest.mark.browser

HOME_PAGE_BYTES = 150_000
HOME_PAGE_REQUESTS = 8
STATE = """({
    theme: document.documentElement.dataset.theme ?? "",
    scheme: getComputedStyle(document.documentElement).colorScheme,
    background: getComputedStyle(document.body).backgroundColor,
    stored: Object.values(localStorage),
    atBirth: window.themeAtBirth,
})"""
# The <body> is what a browser first paints: a theme set by then cannot flash.
WATCH_BIRTH = """
new MutationObserver((_, observer) => {
    if (!document.body) return;
    window.themeAtBirth = document.documentElement.dataset.theme ?? "";
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


def with_scripts(visits: list[Json]) -> list[Json]:
    """The visits of an ordinary browser."""
    return [visit for visit in visits if visit["scripts"]]


def findings(
    site: ServedSite, visits: Iterable[Json], judge: Callable[[Json], Iterable[str]]
) -> list[str]:
    """Each finding behind the page, width and scheme in which it shows, alike ones together."""
    places: dict[tuple[str, str], list[str]] = {}
    for visit in visits:
        for finding in judge(visit):
            place = f"{visit['viewport']} px {visit['scheme']}"
            places.setdefault((site.short(visit["url"]), finding), []).append(place)
    return [f"{page} ({', '.join(where)}): {what}" for (page, what), where in places.items()]


def assert_none(found: list[str]) -> None:
    """Fail with one finding a line, and no traceback of pytest's own in between."""
    __tracebackhide__ = True
    if found:
        pytest.fail(f"{len(found)} found\n" + "\n".join(found), pytrace=False)


# ---------------------------------------------------------------- judged on the audit


def test_no_page_prints_to_the_console(visits: list[Json], served_site: ServedSite) -> None:
    def judge(visit: Json) -> Iterable[str]:
        yield from (f"console.{m['type']}: {m['text']} ({m['at']})" for m in visit["console"])
        yield from (f"uncaught: {error}" for error in visit["errors"])
        yield from (f"request failed, {f['why']}: {f['url']}" for f in visit["failed"])

    assert_none(findings(served_site, with_scripts(visits), judge))


def test_no_page_scrolls_sideways_at_320_px(visits: list[Json], served_site: ServedSite) -> None:
    assert any(visit["viewport"] == 320 for visit in with_scripts(visits))

    def judge(visit: Json) -> Iterable[str]:
        for state, width in (("", visit["width"]), (" unfolded", visit.get("widthUnfolded"))):
            if width and (width["out"] or width["scrollWidth"] > width["clientWidth"]):
                out = "".join(f"\n    to {o['right']} px: {o['html']}" for o in width["out"])
                yield f"{width['scrollWidth']} px wide in {width['clientWidth']}{state}{out}"

    assert_none(findings(served_site, with_scripts(visits), judge))


def test_axe_finds_no_violation_in_light_and_dark(
    visits: list[Json], served_site: ServedSite
) -> None:
    def judge(visit: Json) -> Iterable[str]:
        for violation in visit["axe"]:
            summary = violation["summary"].replace("\n", "\n    ")
            yield "{rule}: {help}\n    {target}\n    {html}\n    ".format(**violation) + summary

    assert_none(findings(served_site, with_scripts(visits), judge))


def test_all_text_is_there_without_scripts(visits: list[Json], served_site: ServedSite) -> None:
    def words(texts: list[Json]) -> Counter[str]:
        return Counter(" ".join(text["text"] for text in texts if text["seen"]).split())

    plain = {visit["url"]: visit for visit in visits if not visit["scripts"]}

    def missing(visit: Json) -> Iterable[str]:
        without = plain[visit["url"]]["wide" if visit["viewport"] == 1280 else "narrow"]
        shown = words(without["texts"])
        assert shown, f"{visit['url']} shows no text at all without scripts"
        if lost := words(visit["text"]["texts"]) - shown:
            yield "only scripts show: " + " ".join(lost.elements())
        if links := set(visit["text"]["links"]) - set(without["links"]):
            yield "only scripts show the links: " + " ".join(sorted(links))

    found = findings(served_site, with_scripts(visits), missing)
    for url, visit in plain.items():
        # In the page, yet shown to nobody: not on a wide screen, nor a narrow one, nor paper.
        page = served_site.short(url)
        ways = zip(*(visit[way]["texts"] for way in ("wide", "narrow", "print")), strict=True)
        found += [
            f"{page}: never shown without scripts: {way[0]['text']}"
            for way in ways
            if not any(text["seen"] for text in way)
        ]
        folded = sorted(set(visit["wide"]["links"]) - set(visit["narrow"]["links"]))
        found += [f"{page}: at 320 px only scripts reach the link {link}" for link in folded]
    assert_none(found)


def test_no_request_leaves_the_site(visits: list[Json], served_site: ServedSite) -> None:
    def judge(visit: Json) -> Iterable[str]:
        urls = [request["url"] for request in visit["requests"]] + visit["hints"]
        for url in urls:
            if not url.startswith((served_site.root, "data:", "blob:")):
                yield f"asks for {url}"

    assert_none(findings(served_site, with_scripts(visits), judge))


def test_the_home_page_is_at_most_150_kb_and_8_requests(
    visits: list[Json], served_site: ServedSite
) -> None:
    """Counted uncompressed, fonts and lazy pictures included, without the portrait: a host that
    compresses text sends some 97 kB."""
    for visit in with_scripts(visits):
        if visit["url"] != served_site.root:
            continue
        counted = [
            request
            for request in visit["requests"]
            if request["url"] not in visit["portraits"] and not request["url"].startswith("data:")
        ]
        total = sum(request["bytes"] for request in counted)
        listing = "\n".join(f"{r['bytes']:>8} {served_site.short(r['url'])}" for r in counted)
        assert counted, "the home page was not visited"
        assert total <= HOME_PAGE_BYTES, f"{total} bytes:\n{listing}"
        assert len(counted) <= HOME_PAGE_REQUESTS, f"{len(counted)} requests:\n{listing}"


# ---------------------------------------------------------------- the written files


@pytest.mark.slow
def test_the_nu_checker_finds_nothing(browser_tools: BrowserTools, sample_site: Path) -> None:
    assert_none(
        [
            "{}:{}: {}: {}\n    {}".format(
                unquote(message.get("url", "")).rpartition(str(sample_site))[2],
                message.get("lastLine", 0),
                message.get("subType", message["type"]),
                message["message"],
                message.get("extract", "").replace("\n", " "),
            )
            for message in browser_tools.check_html(sample_site)
        ]
    )


# ---------------------------------------------------------------- read as a person does


def test_the_site_opened_from_disk_can_be_clicked_through(
    browser_tools: BrowserTools, served_site: ServedSite
) -> None:
    link = "nav a[href]:not([aria-current])"
    look = "[document.title, document.querySelector('h1')?.innerText, document.fonts.size, " + (
        "getComputedStyle(document.body).font, getComputedStyle(document.body).backgroundColor]"
    )
    steps = [["eval", look], ["follow", link], ["eval", look]]
    home = (served_site.folder / "index.html").as_uri()
    disk, web = browser_tools.tell(
        {"steps": [["goto", home], *steps]},
        {"steps": [["goto", served_site.root], *steps]},
    )
    assert not disk["failure"], disk["failure"]
    assert disk["answers"] == web["answers"], "from disk, not the page or the look the web has"
    assert disk["url"] != home
    assert Path(unquote(urlsplit(disk["url"]).path)).is_file(), f"a folder's listing: {disk['url']}"
    assert_none([json.dumps(message) for message in disk["console"] + disk["failed"]])


@pytest.mark.broadsheet
def test_scripts_ask_for_what_is_there_under_a_repo_path(
    browser_tools: BrowserTools, site: SiteCase
) -> None:
    """What pages and style sheets name is followed without a browser, in `tests/faults`."""
    paper = "{id: goat, title: Goats, authors: [Ada Lovelace], date: 2024}"
    site.write("content/publications.yaml", f"- {paper}\n")
    assert site.build(base_url="https://user.github.io/repo/").ok
    with serve(site.output, "/repo/") as served:
        pages = [*served.kinds_of_pages, f"{served.root}search/?q=goats"]
        visits = browser_tools.run("requests", {"urls": pages})
    failed = [f"{one['url']} asks: {f['why']} {f['url']}" for one in visits for f in one["failed"]]
    assert len(visits) > 3
    assert_none(failed)


def test_the_theme_switch_survives_a_reload_without_a_flash(
    browser_tools: BrowserTools, served_site: ServedSite
) -> None:
    other_page = served_site.pages[1]
    steps = [
        ["goto", served_site.root],
        ["eval", STATE],
        ["click", "[data-theme-switch]"],
        ["eval", STATE],
        ["reload", None],
        ["eval", STATE],
        ["goto", other_page],
        ["eval", STATE],
    ]
    wishes = {"light": "dark", "dark": "light"}
    stories = browser_tools.tell(
        *({"steps": steps, "scheme": scheme, "init": WATCH_BIRTH} for scheme in wishes)
    )
    for (scheme, wanted), story in zip(wishes.items(), stories, strict=True):
        assert not story["failure"], story["failure"]
        before, clicked, *later = story["answers"]
        assert clicked["theme"] == wanted, f"one click in a {scheme} browser gives {clicked}"
        assert clicked["background"] != before["background"]
        assert any(wanted in value for value in clicked["stored"]), "the choice is not stored"
        for state in later:
            assert state["theme"] == wanted, f"the choice is lost: {state}"
            assert state["background"] == clicked["background"]
            assert state["atBirth"] == wanted, "the choice comes after the first paint: it flashes"


def test_keyboard_reaches_the_skip_link_first(
    browser_tools: BrowserTools, served_site: ServedSite
) -> None:
    focus = """(() => {
        const { left, top, width, height } = document.activeElement.getBoundingClientRect();
        return {
            href: document.activeElement.getAttribute("href") ?? "",
            inView: left >= 0 && top >= 0 && width > 1 && height > 1,
        };
    })()"""
    # After the jump, the next stop of the keyboard lies in or after what was jumped to.
    landed = """(() => {
        const target = document.querySelector(":target");
        const after = Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY;
        return target !== null
            && (target.compareDocumentPosition(document.activeElement) & after) !== 0
            && target.matches("main, main *, :has(main)");
    })()"""
    pages = (served_site.root, served_site.root + "404.html")
    keys = [["press", "Tab"], ["eval", focus], ["press", "Enter"], ["press", "Tab"]]
    stories = browser_tools.tell(
        *({"steps": [["goto", page], *keys, ["eval", landed]]} for page in pages)
    )
    for page, story in zip(pages, stories, strict=True):
        first = story["answers"][0]
        assert first["href"].startswith("#"), f"{page}: the first stop is {first}"
        assert first["inView"], f"{page}: the skip link has the focus and cannot be seen"
        assert not story["failure"], story["failure"]
        assert urldefrag(story["url"]).fragment == first["href"][1:]
        assert story["answers"][1], f"{page}: the skip link does not lead to the main part"
