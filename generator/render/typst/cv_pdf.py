"""One PDF: a CV's document, typeset in its design, on as many pages as it may have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from generator.model.files import Output, Rendered
from generator.model.tracking import ReadTracker
from generator.model.views.document_views import DocumentView
from generator.problems import Place, Problem, Spot
from generator.render.fragment import SectionSlot
from generator.render.text import TextRendering
from generator.render.typst.compact import compact
from generator.render.typst.compiler import Refusal, Typesetter, pages_of
from generator.render.typst.cv_document import DocumentWriter, fitted
from generator.render.typst.fit import Fit, fit
from generator.render.typst.glyphs import lacking_han, missing, no_han

if TYPE_CHECKING:
    from generator.render.renderer import Renderer

_FONTS = ("ttf", "otf", "ttc", "otc")
_UNDATED = 946_684_800
"""2000-01-01: the time of a PDF of which no date is known."""


class DocumentRendering:
    """One CV on its way to paper."""

    def __init__(self, renderer: Renderer, output: Output, reads: ReadTracker) -> None:
        self._renderer = renderer
        self._output = output
        self._reads = reads
        self._cv = Spot(output.source)
        self._texts = TextRendering(output, reads, None, renderer.remembered, self._no_section)
        view: DocumentView | None = reads.get("document", output.lang, output.subject)
        assert view is not None, output.path
        self._view = view
        reads.note("design", renderer.digest(("design", view.design)) or "", view.design)

    def result(self) -> Rendered:
        """Return the PDF, and what is wrong with what it shows."""
        data = b""
        design = self._renderer.theme.files.get(f"cv/{self._view.design}.typ")
        if design is not None:  # that it is not there, `check` has told
            data = self._pdf(self._typesetter())
        return Rendered(data, self._texts.problems, self._texts.fragment_links)

    def left_out(self) -> tuple[str, ...]:
        """Return the sources of the entries that do not fit; nothing where none is limited."""
        if not self._view.fit or f"cv/{self._view.design}.typ" not in self._renderer.theme.files:
            return ()
        return self._fit(self._typesetter()).left_out

    def _pdf(self, typesetter: Typesetter) -> bytes:
        found = self._fit(typesetter) if self._view.fit else Fit()
        self._texts.problems += self._fit_problems(found)
        result = typesetter.pdf(self._document(typesetter, found.left_out), self._seconds)
        if isinstance(result, bytes):
            return compact(result)
        self._texts.problems += self._problems(result)
        return b""

    def _document(self, typesetter: Typesetter, left_out: tuple[str, ...]) -> dict[str, object]:
        view = msgspec.structs.replace(self._view, cv=fitted(self._view.cv, left_out))
        return DocumentWriter(view, self._texts).document(typesetter.families)

    def _fit(self, typesetter: Typesetter) -> Fit:
        """Return what has to be left out; found once for a document, and remembered."""
        view = self._view
        design = self._renderer.digest(("design", view.design))
        document = self._document(typesetter, ())
        question = json.dumps([document, view.fit, view.least_important, design])

        def fits(left_out: tuple[str, ...]) -> bool:
            result = typesetter.pdf(self._document(typesetter, left_out), self._seconds)
            # What cannot be typeset at all is told when the whole is.
            return not isinstance(result, bytes) or pages_of(result) <= view.fit

        return self._renderer.remembered.fit(question, lambda: fit(view.least_important, fits))

    def _typesetter(self) -> Typesetter:
        theme = self._renderer.theme
        files = {
            name.removeprefix("cv/"): file.data
            for name, file in theme.files.items()
            if name.startswith("cv/") and name.endswith(".typ")
        }
        files["main"] = files[f"{self._view.design}.typ"]
        fonts = (
            Path(file.place).parent
            for name, file in theme.files.items()
            if name.startswith("cv/") and name.endswith(_FONTS)
        )
        own = (Path(font.place).parent for font in self._renderer.fonts)
        return Typesetter(files, tuple(dict.fromkeys(own)), tuple(dict.fromkeys(fonts)))

    @property
    def _seconds(self) -> int:
        """When the CV was brought up to date, in seconds since 1970: never the clock's time."""
        if not self._view.newest:
            return _UNDATED
        year, month, day = (*map(int, self._view.newest.split("-")), 1, 1)[:3]
        return (date(year, month, day) - date(1970, 1, 1)).days * 86_400

    # ------------------------------------------------------------------ what is wrong

    def _no_section(self, slot: SectionSlot, where: Place | Spot) -> str:
        message = f"the section :::{{{slot.name}}} cannot stand inside of a CV's text"
        hint = "add it to the `sections` of the CV"
        self._texts.problems.append(Problem(where, message, hint))
        return ""

    def _fit_problems(self, found: Fit) -> Iterator[Problem]:
        where, wanted = self._cv.inside("fit"), self._view.fit
        pages = f"{wanted} page" + ("s" if wanted > 1 else "")
        if found.is_impossible:
            message = f"not even the most important entry fits {pages}"
            hint = "allow more pages, or take sections or the summary out"
            yield Problem(where, message, hint)
        elif found.left_out:
            listed = ", ".join(found.left_out)
            hint = "raise the `priority` of what must stay, or allow more pages"
            count = len(found.left_out)
            entries = f"{count} entries were" if count > 1 else "1 entry was"
            message = f"{entries} left out to fit {pages}: {listed}"
            yield Problem(where, message, hint, "note")

    def _problems(self, refusal: Refusal) -> Iterator[Problem]:
        chinese = lacking_han(refusal.characters)
        if chinese:
            message = f'no font has the Chinese characters of this CV ("{chinese[0]}", …)'
            yield no_han(message, self._cv)
        for character in refusal.characters:
            if character not in chinese:
                yield missing(character, self._view, self._cv)
        if refusal.family:
            message = f"there is no font family {refusal.family}"
            hint = "put its files into fonts/, or name another one"
            yield Problem(self._cv.inside("design"), message, hint)
        if refusal.message:
            theme = self._renderer.theme
            name = f"{self._view.design}.typ" if refusal.file == "main" else refusal.file
            file = theme.files.get(f"cv/{name}")
            where = Place(file.path, refusal.line) if file else Place(self._output.source)
            message = f"the PDF of {self._output.source} cannot be typeset: {refusal.message}"
            hint = f"what the CV gives to this design stands in {self._output.source}"
            yield Problem(where, message, hint)
