"""Runs Liquid with the values of a page and of its site, by python-liquid, as Jekyll does.

Formats: jekyllrb.com/docs, "Filters" of Liquid; shopify.github.io/liquid.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any

from generator.importing.source_tree import LARGEST_TEXT
from generator.importing.texts.markup import target

_TAG = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_LENIENT = {
    r"(\"[^\"]*\"|'[^']*'|\(\S+?\.\.[^\s)]+\))|[()]": r"\1",
    r"([:,]\s*)(?:empty|blank)\b": r"\1''",
    r"(\{%-?\s*for\s+\w+\s+in\s+[\w.-]+)\s*\|.*?(?=\b(?:limit|offset):|-?%\})": r"\1 ",
    r"((?:\{\{-?|\{%-?\s*assign\s+\w+\s*=)\s*(?:\"[^\"]*\"|'[^']*'|\w(?:[\w.-]|\[[^\[\]]*\])*+))"
    r"\s+(?!-?[%}]\})[^\s|%}][^|%}]*": r"\1 ",
}
"""What Jekyll passes over in a tag (Liquid's `lax` mode): parentheses that are no range, names of
nothing, filters of a loop, and what stands behind a value."""
_CONDITION = re.compile(r"\{%-?\s*(?:if|elsif|unless)\b")
_FILTER = re.compile(r"(?:\||&&)(?:(?!\s(?:and|or)\s|\s*-?%\}\Z).)*+", re.DOTALL)
"""A filter in a condition, where Jekyll passes it over, too."""


_Told = Callable[[str], Any]


class Unrendered(Exception):
    """A template that Liquid cannot render, with the reason."""


def rendered(text: str, values: dict[str, Any], unknown: _Told, failed: _Told | None = None) -> str:
    """Render a template; `unknown` returns what a variable without a value says. An error costs
    the output of its tag where `failed` takes the reason. Raises Unrendered."""
    from liquid import Environment, Undefined
    from liquid.exceptions import LiquidError, ResourceLimitError

    errors = (LiquidError, ValueError, TypeError, AttributeError)

    class Unknown(Undefined):
        """A variable without a value."""

        __slots__ = ()

        def __str__(self) -> str:
            return str(unknown(self.name))

    class Bounded(Environment):
        """Bounds on loops and sizes. A page that a person can read keeps them."""

        loop_iteration_limit = 100_000
        output_stream_limit = LARGEST_TEXT
        local_namespace_limit = 4 * LARGEST_TEXT

        def error(self, exc: Any, msg: str | None = None, token: Any = None) -> None:
            if failed is None or isinstance(exc, ResourceLimitError):
                raise exc
            failed(_place(exc, text))

    def spared(name: str, change: Callable[..., object]) -> Callable[..., object]:
        """Return a filter for which nil is the empty text and whose error costs what it says."""

        @wraps(change)
        def filtered(*given: object, **more: object) -> object:
            try:
                return change(*("" if one is None else one for one in given), **more)
            except errors:
                if failed is None:
                    raise
                failed(f"| {name}")
                return None

        return filtered

    environment = Bounded(undefined=Unknown, strict_filters=False)
    day = environment.filters["date"]
    environment.filters["date"] = wraps(day)(lambda to, *by, **more: to and day(to, *by, **more))
    for name, change in _FILTERS.items():
        environment.add_filter(name, change)
    for name in environment.filters.keys() - {"jsonify"}:
        environment.filters[name] = spared(name, environment.filters[name])
    text = _TAG.sub(lambda tag: _as_read(tag[0]), text)
    try:
        return str(environment.from_string(text).render(**values))
    except (*errors, RecursionError) as error:
        raise Unrendered(_place(error, text)) from None


def said_by(block: str, page: Mapping[str, Any], site: Mapping[str, Any]) -> str | None:
    """Return what a block says for a page of a site; None where Liquid cannot tell."""
    values = {"page": typed(dict(page)), "site": typed(dict(site))}
    try:
        return rendered(block, values, lambda name: "")
    except Unrendered:
        return None


def _place(error: Exception, text: str) -> str:
    """Return the tag of a template in which there is an error, and none of Liquid's own words."""
    token = getattr(error, "token", None)
    at = token.start_index if token and token.source == text else 0
    begin = max(0, *(text.rfind(mark, 0, at + 2) for mark in ("{%", "{{")))
    tag = _TAG.match(text, begin) or _TAG.search(text)
    return " ".join(tag[0].split()).replace("`", "'") if tag else ""


def _as_read(tag: str) -> str:
    """Return a tag as Jekyll reads it."""
    for pattern, said in _LENIENT.items():
        tag = re.sub(pattern, said, tag, flags=re.DOTALL)
    return _FILTER.sub(" ", tag) if _CONDITION.match(tag) else tag


class _Named(dict[str, Any]):
    """A mapping. A text that shows it as a whole has its name."""

    def __str__(self) -> str:
        return next((str(self[name]) for name in ("id", "name", "title") if self.get(name)), "")


def typed(value: Any) -> Any:
    """Return a value with the switches and numbers that YAML has: `false` is not text."""
    if isinstance(value, dict):
        return _Named({name: typed(one) for name, one in value.items()})
    if isinstance(value, list):
        return [one if one == "" else typed(one) for one in value]
    if value == "":
        return None  # in YAML nothing stood there
    if isinstance(value, str) and re.fullmatch(r"0|[1-9]\d{0,9}|true|false", value):
        return value == "true" if value.isalpha() else int(value)
    return value


def _from_root(value: object) -> str:
    text = target(str(value))
    return text if "://" in text or not text else "/" + text.lstrip("/")


def _sorted(items: Any, name: str = "", nils: str = "first") -> list[Any]:
    """Jekyll's filter `sort`: what lacks a value is first, all are texts if one is no number."""
    both = [(typed(one.get(name) if isinstance(one, dict) else one), one) for one in items or ()]
    lacking = [one for said, one in both if said is None]
    kind = int if all(isinstance(said, int | None) for said, _ in both) else str
    there = sorted((one for one in both if one[0] is not None), key=lambda one: kind(one[0]))
    found = [one for _, one in there]
    return found + lacking if nils == "last" else lacking + found


def _where_exp(items: Any, name: object, condition: object) -> list[Any]:
    """Jekyll's filter `where_exp`."""
    asked = f"{{% if {condition} %}}1{{% endif %}}"
    return [one for one in items or () if rendered(asked, {str(name): one}, lambda name: "")]


def _where(items: Any, name: str, wanted: object) -> list[Any]:
    """Jekyll's filter `where`: values are compared as texts, and a list by its items."""
    found = [(one, typed(one.get(name))) for one in items or () if isinstance(one, dict)]
    asked = typed(wanted)
    return [one for one, said in found if asked in (said if isinstance(said, list) else [said])]


def _grouped(items: Any, name: object, said: object) -> list[dict[str, Any]]:
    """Jekyll's filter `group_by_exp`."""
    groups: dict[str, list[Any]] = {}
    for one in items or ():
        label = rendered(f"{{{{ {said} }}}}", {str(name): one}, lambda name: "")
        groups.setdefault(label, []).append(one)
    return [{"name": name, "items": some, "size": len(some)} for name, some in groups.items()]


_FILTERS: dict[str, Callable[..., object]] = {
    "relative_url": _from_root, "absolute_url": _from_root, "prepend_base": _from_root,
    "jsonify": partial(json.dumps, ensure_ascii=False),
    "date_to_string": lambda value: str(value)[:10],
    "date_to_long_string": lambda value: str(value)[:10],
    "push": lambda items, one: [*items, one], "sort": _sorted, "where": _where,
    "where_exp": _where_exp, "group_by_exp": _grouped,
    "group_by": lambda items, name: _grouped(items, "one", f"one.{name}"),
}  # fmt: skip
"""Filters of Jekyll."""
