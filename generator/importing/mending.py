"""Has the new site build: what stops it is taken out and reported, never left for the author."""

import re
from pathlib import Path

from generator.disk.own_folder import OwnFolder
from generator.importing.judge import Built, built
from generator.importing.plan import Document, SitePlan
from generator.importing.site_files import entry_at, site_files
from generator.importing.texts.links import rewritten
from generator.problems import Place, Problem, SiteError

_ROUNDS = 8
_DEAD = re.compile(r'(?:no page and no file|leads nowhere:?) "(.+)"')


def build_and_mend(plan: SitePlan, staged: OwnFolder, work: Path) -> Built:
    """Build the new site in the folder `work`, and return what came of it.

    An error about a link takes the link out, one about a page makes it a draft, one about a record
    takes it out. Raises SiteError where that does not help.
    """
    for left in range(_ROUNDS, 0, -1):
        try:
            return built(Path(staged.root), work)
        except SiteError as error:
            wrong = [problem for problem in error.problems if problem.is_error]
            if left == 1 or not _mend(wrong, plan, staged):
                raise
            for path, text in site_files(plan):
                staged.save(path, text.encode())
    raise AssertionError


def _mend(problems: list[Problem], plan: SitePlan, staged: OwnFolder) -> bool:
    """Mend what can be; whether anything was."""
    is_any = False
    documents = {document.target: document for document in plan.documents}
    entries: set[tuple[str, int]] = set()
    for problem in problems:
        place = problem.where
        assert isinstance(place, Place)
        kind = place.file.removeprefix("content/").removesuffix(".yaml")
        if place.file in documents:
            is_any = _page(documents[place.file], problem, plan) or is_any
        elif kind in plan.entries:
            number = entry_at(kind, plan.entries[kind], place.line)
            if number >= 0 and (kind, number) not in entries:
                entries.add((kind, number))
                entry = plan.entries[kind][number]
                plan.findings.add("lost", "record-does-not-build", entry.source, problem.message,
                                  line=entry.line)  # fmt: skip
        elif place.file in plan.files:
            plan.findings.add("lost", "file-not-allowed", plan.files[place.file], problem.message)
            staged.remove(place.file)
            plan.leave_again(place.file, problem.message)
            is_any = True
    for kind, number in sorted(entries, reverse=True):
        del plan.entries[kind][number]
        is_any = True
    return is_any


def _page(document: Document, problem: Problem, plan: SitePlan) -> bool:
    """Take a dead link out of a page, or make a draft of it where something else is wrong."""
    if document.front.get("draft"):
        return False
    dead = _DEAD.search(problem.message)
    if dead:
        before = document.body
        document.body = rewritten(
            before, lambda typed: None if typed == dead[1] else typed, lambda typed: None
        )
        if before != document.body:
            plan.findings.add("lost", "dead-link", document.source, dead[1], "its words")
            return True
    document.front["draft"] = True
    plan.findings.add("todo", "page-does-not-build", document.source, problem.message, "a draft")
    return True
