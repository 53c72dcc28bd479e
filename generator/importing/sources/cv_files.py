"""CVs that are one file: RenderCV's in YAML, JSON Resume's in JSON.

Formats: docs.rendercv.com, "YAML Input Structure", version 2; jsonresume.org/schema, v1.0.0.
"""

import re

import msgspec

from generator.importing.plan import SitePlan
from generator.importing.reading import FieldReader, Fields
from generator.importing.source_tree import LARGEST_TEXT, SourceTree
from generator.importing.sources.cv_records import CVS
from generator.importing.sources.cv_site import CvSite
from generator.importing.sources.source import ImportOptions, data_of

_NOT_NEEDED = ("design", "locale", "locale_catalog", "settings", "rendercv_settings", "$schema",
               "meta")  # fmt: skip


class CvFile(msgspec.Struct):
    """A format of CVs."""

    kind: str
    endings: tuple[str, ...]
    person: str
    """The field with what it says of the person; RenderCV has the sections in it, too."""
    sign: re.Pattern[str]
    """What a file has that is one."""

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return the first file at the top that is one."""
        path = self._file(tree)
        return [f"{self.person} in {path}"] if path else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan with records, a home and a CV."""
        path = self._file(tree)
        found = data_of(tree, path, plan) if path else None
        whole = FieldReader(found if isinstance(found, Fields) else Fields(), path, plan.findings)
        site = CvSite(plan, path)
        person = whole.inner(self.person)
        summary, headline = site.take_person(person, tree)
        for title, entries in person.mapping("sections").items():
            site.take_titled(str(title), entries)
        for name in CVS.sections:
            site.take_section(name, whole.items(name))
        person.rest()
        whole.rest(not_needed=_NOT_NEEDED)
        site.finish(summary, headline, tree)

    def _file(self, tree: SourceTree) -> str:
        if tree.first("_config.yml", "hugo.toml", "hugo.yaml", "config.toml"):
            return ""
        paths = (path for path in tree.below("", *self.endings) if "/" not in path)
        for path in sorted(paths, key=lambda path: (path != "resume.json", path)):
            if tree.sizes[path] <= LARGEST_TEXT and self.sign.search(tree.text_if_any(path)):
                return path
        return ""


RENDERCV = CvFile("rendercv", (".yaml", ".yml"), "cv", re.compile(r"(?ms)^cv:.*^\s+sections:"))
JSON_RESUME = CvFile(
    "json-resume", (".json",), "basics", re.compile(r'\A\s*\{.*"basics"\s*:', re.S)
)
