"""A reply in XML -> its root, without the dangers of XML."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from generator.sync.http import ServiceError, text_of


def root_of(data: bytes) -> Element:
    """Return the root of a reply in XML. Raises ServiceError.

    A document type is refused, since entities could make gigabytes of a few lines; the services
    that we ask send none. (DBLP's dump has one, its replies for persons have not.)
    """
    text = text_of(data)
    head = text[:2000].lower()
    if "<!doctype html" in head or "<html" in head:
        raise ServiceError("it answers with a web page instead of XML")
    if "<!doctype" in text.lower() or "<!entity" in text.lower():
        raise ServiceError("its reply declares entities, which we do not read")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ServiceError(f"its reply is no XML, or only a part of it: {error}") from None


def text_in(element: Element | None) -> str:
    """Return the text in an element, its markup (`<sub>`) kept as it is written."""
    if element is None:
        return ""
    whole = ElementTree.tostring(element, encoding="unicode")
    start, end = whole.find(">") + 1, whole.rfind("</")
    return whole[start:end] if end >= start else ""
