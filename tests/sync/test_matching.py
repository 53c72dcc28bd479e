"""Three hundred invented papers, as three services have them with their usual quirks."""

import random

import pytest

from generator.works import SERVICES
from generator.works.found import FoundWork, found_work
from generator.works.matching import Groups, Likeness, likeness
from tests.sync.conftest import ORCID, Services
from tests.sync.replies import Work

TOPICS = ["Rivers", "Bridges", "Boats", "Harbours", "Tides", "Lighthouses", "Canals", "Locks", "Dams", "Ferries", "Anchors", "Ropes", "Sails", "Charts", "Buoys", "Currents", "Deltas", "Estuaries", "Fjords", "Islands"]  # fmt: skip
DOINGS = ["Measuring", "Scheduling", "Routing", "Counting", "Predicting", "Painting", "Mending", "Sharing", "Moving", "Learning", "Sorting", "Guarding", "Finding", "Naming", "Testing"]  # fmt: skip
MANNERS = ("at Scale", "in the Dark", "with Few Hands", "under Rain", "without Maps", "by Night",
           "for Everyone", "over Long Distances", "with Guarantees", "Revisited")  # fmt: skip
FAMILIES = ["Quill", "Lac", "Brook", "Ford", "Marsh", "Reed", "Shore", "Weir", "Pond", "Fen", "Moor", "Vale", "Glen", "Cove", "Bay", "Müller", "Østergård", "García", "O'Neill", "Nguyễn"]  # fmt: skip
GIVEN = ["Bea", "Carl", "Dora", "Emil", "Flora", "Gustav", "Hanna", "Ivo", "Jana", "Karl", "Lea",
         "Max", "Nora", "Otto", "Pia"]  # fmt: skip
VENUES = {"conference": "Conference on Invented Waters", "journal": "Journal of Invented Waters"}


def papers(dice: random.Random, count: int) -> list[list[Work]]:
    """Papers with the truth: each in one or two forms, a preprint and what it became."""
    found: list[list[Work]] = []
    titles = [f"{doing} {topic} {manner}" for doing in DOINGS for topic in TOPICS
              for manner in MANNERS]  # fmt: skip
    for number, title in enumerate(dice.sample(titles, count)):
        subtitle = f": {dice.choice(['A Study', 'Theory and Practice', 'The H<sub>2</sub>O Case'])}"
        authors = tuple(f"{dice.choice(GIVEN)} {family}"
                        for family in dice.sample(FAMILIES[1:], dice.randint(0, 5)))  # fmt: skip
        kind = dice.choice(["conference", "conference", "journal"])
        year = dice.randint(2010, 2025)
        one = Work(
            title=title + (subtitle if dice.random() < 0.3 else ""),
            authors=("Ada Quill", *authors) if dice.random() < 0.6 else (*authors, "Ada Quill"),
            year=year, month=dice.randint(1, 12), venue=VENUES[kind], kind=kind,
            doi=f"10.5555/{number}", pages=f"{number}-{number + 11}", citations=number, id=number,
        )  # fmt: skip
        forms = [one]
        if dice.random() < 0.4:
            forms.append(one.but(kind="preprint", doi="", venue="", pages="", month=1,
                                 year=year - dice.choice([0, 0, 1, 2]),
                                 arxiv=f"{(year - 2000) % 100:02}01.{number:05}"))  # fmt: skip
        found.append(forms)
    return found


def quirky(dice: random.Random, one: Work, service: str) -> Work:
    """A work with the quirks that a service is known for."""
    if service == "dblp":
        one = one.but(title=one.title.replace("&", "&amp;"))
    if dice.random() < 0.1:
        one = one.but(title=one.title.replace("e", "é", 1))
    if dice.random() < 0.3:  # initials
        one = one.but(authors=tuple(f"{a.split()[0][0]}. {a.split()[-1]}" for a in one.authors))
    if dice.random() < 0.1 and service != "dblp":
        one = one.but(title=one.title.upper())
    if dice.random() < 0.1 and len(one.title) > 40 and "<" not in one.title:
        one = one.but(title=one.title[: dice.randint(36, len(one.title) - 1)].rstrip() + "...")
    if dice.random() < 0.1:
        one = one.but(title=f"<i>{one.title}</i>")
    if dice.random() < 0.1:
        one = one.but(year=one.year + dice.choice([-1, 1]))
    if dice.random() < 0.2 and service != "crossref":
        one = one.but(doi="")
    return one


def seen(dice: random.Random, truth: list[list[Work]], services: Services) -> None:
    """Have three services know most of the papers, each in its way."""
    for name in ("crossref", "dblp", "openalex"):
        services.works[name] = [
            quirky(dice, form, name)
            for forms in truth
            for form in forms
            if dice.random() < 0.85 and (form.kind != "preprint" or name != "crossref")
        ]
    # OpenAlex has some works twice.
    some = dice.sample(services.works["openalex"], len(truth) // 20)
    services.works["openalex"] += [one.but(doi="", month=0) for one in some]


def joined(services: Services) -> tuple[list[int], list[FoundWork]]:
    ids = {"crossref": ORCID, "dblp": "1/1", "openalex": "A1"}
    truth: list[int] = []
    works: list[FoundWork] = []
    for name, id in ids.items():
        works += SERVICES[name].works(services.client(name), id)
        truth += [one.id for one in services.works[name]]
    return truth, works


@pytest.mark.parametrize("seed", range(2))
def test_papers_are_joined_as_a_person_would(services: Services, seed: int) -> None:
    dice = random.Random(seed)
    seen(dice, papers(dice, 300), services)
    truth, works = joined(services)
    groups = Groups(works)
    together = {(one, other) for group in groups.all() for one in group for other in group
                if one < other}  # fmt: skip
    meant = {(one, other) for one in range(len(works)) for other in range(one + 1, len(works))
             if truth[one] == truth[other]}  # fmt: skip
    for a, b in together - meant:
        print("wrongly one:", works[a], works[b], sep="\n   ")
    precision = len(together & meant) / len(together)
    recall = len(together & meant) / len(meant)
    print(f"seed {seed}: {len(works)} works, precision {precision:.4f}, recall {recall:.4f}, "
          f"{len(groups.doubts)} doubts")  # fmt: skip
    assert precision == 1.0
    assert recall > 0.98
    asked = {frozenset(map(groups.group, pair)) for pair in groups.doubts}
    unasked = [pair for pair in meant - together if {*map(groups.group, pair)} not in asked]
    assert len(unasked) / len(meant) < 0.01


def found(title: str, **values: object) -> FoundWork:
    more = {"authors": ("Ada Quill", "Jean Lac"), "date": "2024", "kind": "conference", **values}
    return found_work(service="x", key=title, title=title, **more)


LONG = "Measuring Rivers without Maps: A Study of Twelve Valleys"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (found(LONG), found(LONG), "SAME"),
        (found(LONG), found(LONG.upper(), authors=("A. Quill", "J. Lac")), "SAME"),
        (found(LONG), found(LONG, date="2025"), "SAME"),
        (found(LONG), found(LONG, date="2030"), "UNSURE"),
        (found(LONG), found(LONG, authors=("Carl Brook", "Dora Ford")), "DIFFERENT"),
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


@pytest.mark.slow
def test_a_person_with_a_thousand_papers_of_like_titles() -> None:
    many = [found(f"Measurement of the mass of the river boat number {n} in the bay", date="2020",
                  authors=tuple(f"A. Author{i}" for i in range(30))) for n in range(1000)]  # fmt: skip
    assert len(Groups(many).all()) == 1000
