"""The files that only machines read: Markdown twins of pages, and `llms.txt`.

Format of the latter: https://llmstxt.org, which also wants a page's Markdown beside the page.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from generator.graph.permalinks import home_of
from generator.model.outputs import Output
from generator.model.site import Site
from generator.model.theme import Theme


def with_twins(found: list[Output], site: Site, theme: Theme) -> list[Output]:
    """Return outputs with a twin behind each page for which the theme has a template.

    A layout `talks` is drawn by `talks.md`; pages of Markdown without one of their own by
    `page.md`. A site that no machine may list has none of it.
    """
    if not site.config.for_machines or site.config.robots == "disallow":
        return found
    pages, twins = [], []
    for output in found:
        layout = _layout(output, theme)
        if layout:
            path = output.path.removesuffix(".html") + ".md"
            folder = output.url if output.url.endswith("/") else output.url.rpartition("/")[0] + "/"
            url = folder + path.rpartition("/")[2]
            twins.append(
                msgspec.structs.replace(
                    output, path=path, url=url, kind="twin", layout=layout,
                    key=f"twin:{output.key}", is_listed=False,
                )
            )  # fmt: skip
            output = msgspec.structs.replace(output, twin=url)
        pages.append(output)
    return [*pages, *twins, *_llms(site, theme)]


def _layout(output: Output, theme: Theme) -> str:
    if output.kind != "template" or not output.is_listed or not output.path.endswith(".html"):
        return ""
    own = f"{output.layout}.md"
    fallback = "page.md" if output.key.startswith("page:") else ""
    return next((name for name in (own, fallback) if f"templates/{name}" in theme.files), "")


def _llms(site: Site, theme: Theme) -> Iterator[Output]:
    if "templates/llms.txt" not in theme.files:
        return
    for lang in site.config.languages:
        url = f"{home_of(lang, site.config)}llms.txt"
        yield Output(path=url[1:], url=url, lang=lang, layout="llms.txt", key="llms",
                     is_listed=False)  # fmt: skip
