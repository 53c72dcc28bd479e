"""Which files a site is written to, and that no two of them are in each other's way."""

from pathlib import Path, PurePosixPath

from hypothesis import example, given
from hypothesis import strategies as st

from generator.graph.outputs import outputs_of
from generator.model.config import Config
from generator.model.files import SourceFile, Sources
from generator.model.names import Name
from generator.model.people import Person
from generator.model.site import Site
from generator.model.theme import Theme
from tests.conftest import SiteCase

SITE = Site(config=Config(person=Person(name=Name("Jin", "Fang"))))
NAMES = st.lists(st.sampled_from(["a", "A", "b", "c.pdf"]), min_size=1, max_size=4).map("/".join)


@given(st.sets(NAMES, max_size=8).map(sorted))
@example(["a", "a/b/c.pdf"])
@example(["A", "a/b", "a/b/c.pdf"])
def test_a_file_keeps_out_all_that_needs_a_folder_of_its_name(names: list[str]) -> None:
    statics = {f"static/{name}": SourceFile(f"static/{name}", Path(name)) for name in names}
    outputs, problems = outputs_of(SITE, Theme(name="bare", files={}), Sources(statics=statics))
    firsts = {name.casefold(): name for name in reversed(names)}
    expected = {
        name
        for folded, name in firsts.items()
        if not any(str(folder) in firsts for folder in PurePosixPath(folded).parents)
    }
    assert {output.path for output in outputs if output.kind == "static"} == expected
    assert len(problems) == len(names) - len(expected)


def test_a_permalink_scheme_is_filled_once_whatever_the_values_say(site: SiteCase) -> None:
    head = "person: {name: Ada Lovelace}\n"
    site.write("content/site.yaml", f"{head}posts: {{permalink: /:year-:month/:slug/:title}}\n")
    front = "title: On :day and Ways\ndate: 2022-03\nslug: ':title'"
    site.write("content/posts/p.md", f"---\n{front}\n---\nText.\n")
    assert "2022-03/:title/on-day-and-ways/index.html" in site.build().files()
