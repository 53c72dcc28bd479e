"""Which works are one paper, with the usual quirks of services.

Over whole profiles, `test_profiles` looks whether any paper is joined wrongly or stands twice.
"""

import pytest

from generator.works.found import FoundWork, found_work
from generator.works.matching import Groups, Likeness, likeness


def found(title: str, **values: object) -> FoundWork:
    more = {"authors": ("Ada Quill", "Jean Lac"), "date": "2024", "kind": "conference", **values}
    return found_work(service="x", key=title, title=title, **more)


LONG = "Measuring Rivers without Maps: A Study of Twelve Valleys"
OTHER = "Painting Boats and Harbours by Night: Theory and Practice"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (found(LONG), found(LONG), "SAME"),
        (found(LONG), found(LONG.upper(), authors=("A. Quill", "J. Lac")), "SAME"),
        (found(LONG), found(LONG, date="2025"), "SAME"),
        (found(LONG), found(LONG, date="2030"), "UNSURE"),
        (found(LONG), found(LONG, authors=("Carl Brook", "Dora Ford")), "DIFFERENT"),
        (found(LONG), found(OTHER), "DIFFERENT"),
        (found(LONG), found("Measuring Rivers without Maps"), "SAME"),
        (found(LONG), found("Measuring Rivers without Maps: A St..."), "SAME"),
        (found(LONG, doi="10.5555/1"), found("Rivers", doi="10.5555/1"), "SAME"),
        (found(LONG, doi="10.5555/1"),
         found("On Bridges", doi="10.5555/1", authors=("Carl Brook",)), "SAME"),
        (found(LONG, doi="10.5555/1"), found(LONG, doi="10.5555/2"), "UNSURE"),
        (found("Rivers, Part I: Sources", doi="10.5555/1"),
         found("Rivers, Part II: Sources"), "DIFFERENT"),
        (found("Rivers of 2023: A Report of Many"), found("Rivers of 2024: A Report of Many"),
         "DIFFERENT"),
        (found(LONG), found(LONG, kind="preprint", arxiv="2301.01234", date="2022"), "SAME"),
        (found(LONG), found(LONG.replace("Twelve", "Many"), kind="preprint", date="2023"),
         "UNSURE"),
        (found("Introduction"), found("Introduction"), "UNSURE"),
        (found("方缙的河流研究与实践方法总论", authors=("方缙",)),
         found("方缙的河流研究与实践方法总论", authors=("方缙",)), "SAME"),
    ],
)  # fmt: skip
def test_what_two_works_are_to_each_other(one: FoundWork, other: FoundWork, expected: str) -> None:
    assert likeness(one, other) is Likeness[expected]
    assert likeness(other, one) is Likeness[expected]


QUIRKS = [
    found(LONG, doi="10.5555/1"),
    found(LONG.upper(), authors=("A. Quill", "J. Lac")),
    found(LONG.replace("e", "é", 1)),
    found(LONG.replace("Valleys", "Valeys")),
    found(f"<i>{LONG}</i>", date="2025"),
    found(f"{LONG[:40]}...", date="2023"),
    found("Rivers", doi="10.5555/1", authors=("Carl Brook",)),
    found(LONG, kind="preprint", arxiv="2301.01234", date="2022"),
    found("Of Rivers", kind="preprint", arxiv="2301.01234"),
]
"""One paper as services have it."""


@pytest.mark.parametrize("quirks", [QUIRKS, QUIRKS[::-1]])
def test_forms_of_one_paper_come_together_and_others_stay_apart(quirks: list[FoundWork]) -> None:
    others = [found(LONG.replace("Rivers", "Bridges"), authors=("Dora Ford",)), found(OTHER)]
    groups = Groups([others[0], *quirks, others[1]])
    assert groups.all() == [[0], [*range(1, 10)], [10]]
    assert groups.doubts == []


@pytest.mark.slow
def test_a_person_with_a_thousand_papers_of_like_titles() -> None:
    many = [found(f"Measurement of the mass of the river boat number {n} in the bay", date="2020",
                  authors=tuple(f"A. Author{i}" for i in range(30))) for n in range(1000)]  # fmt: skip
    assert len(Groups(many).all()) == 1000
