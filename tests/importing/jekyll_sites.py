"""Sites of Jekyll with two templates, al-folio and academicpages, as sources of tests."""

from collections.abc import Iterable

from generator.importing.plan import SitePlan
from tests.importing.conftest import Files, Planned, planned

CONFIG = "name: Tess Tester\nscholar: {last_name: Tester}\n"


def of_folio(files: Files, known: Iterable[str] = ()) -> Planned:
    """What an import would write of a site of al-folio."""
    return planned({"_config.yml": CONFIG, **files}, known, "al-folio")


def of_pages(files: Files, known: Iterable[str] = ()) -> Planned:
    """The same of a site of academicpages."""
    config = "title: Tess\nauthor: {name: Tess Tester}\n"
    return planned({"_config.yml": config, **files}, known, "academicpages")


def folio(files: Files, known: Iterable[str] = ()) -> SitePlan:
    return of_folio(files, known).plan


def academic(files: Files, known: Iterable[str] = ()) -> SitePlan:
    return of_pages(files, known).plan


def page(front: str, text: str = "") -> str:
    return f"---\n{front}\n---\n{text}\n"


def body(plan: SitePlan, address: str) -> str:
    return Planned(plan).document(address).body


def found(plan: SitePlan, code: str) -> list[str]:
    return Planned(plan).found(code)
