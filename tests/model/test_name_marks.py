"""What stands behind a name is a role, a number, the name in another script, or an error."""

import re

import pytest

from generator.model.languages import LANGUAGES, language
from generator.model.names import Name
from generator.model.people import Advisor, Author, Contributor, Inventor, Role

MEI = Name("Mei", "Lin")
FANG = Name(native="方缙")

NO_PART = r"not part of a name|after this name"
SEVERAL = r"names|after this name"
LABELS = [
    (language(code).words["in_brackets"].replace("{}", word), key.removeprefix("role."))
    for code in LANGUAGES
    for key, word in language(code).words.items()
    if key.startswith("role.")
]


@pytest.mark.parametrize(("label", "role"), LABELS)
@pytest.mark.parametrize("name", [MEI, FANG])
def test_each_label_that_masthead_prints_behind_a_name_is_its_role(
    name: Name, label: str, role: str
) -> None:
    for printed in (label, label.lower(), label.replace("（", " (").replace("）", ")")):
        author = Advisor.from_scalar(name.own() + printed)
        if role == "co-advisor":
            assert author == Advisor(name, role="co-advisor")
        else:
            assert author == Advisor(name, (role,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "name", "signs", "roles"),
    [
        ("Mei Lin*", MEI, "*", ()),
        ("Mei Lin^*,†^", MEI, "*†", ()),
        ("Mei Lin<sup>*</sup>", MEI, "*", ()),
        (r"Mei Lin\*", MEI, "*", ()),
        ("Mei Lin∗", MEI, "*", ()),
        ("Mei Lin✉\ufe0f", MEI, "✉", ()),
        ("Lin*, Mei", MEI, "*", ()),
        ("Lin (equal contribution), Mei", MEI, "", ("equal",)),
        ("方缙 (*)", FANG, "*", ()),
        ("Mei Lin (equal contribution, corresponding author)", MEI, "", ("equal", "corresponding")),
        ("方缙（同等贡献，通讯作者）", FANG, "", ("equal", "corresponding")),
        ("Mei Lin* (corresponding author)", MEI, "*", ("corresponding",)),
        ("Mei Lin [co-first author]", MEI, "", ("equal",)),
        ("Mei Lin (corr. author)", MEI, "", ("corresponding",)),
        ("Mei Lin 0042", MEI, "", ()),
        ("Mei Lin 0042*", MEI, "*", ()),
        ("**Mei Lin**", MEI, "", ()),
        ("_Mei Lin_†", MEI, "†", ()),
        ("Robert (Bob) Lin", Name("Robert (Bob)", "Lin"), "", ()),
        ("John Lin III*", Name("John", "Lin", suffix="III"), "*", ()),
        ("{ATLAS (CERN) 2}", Name(family="ATLAS (CERN) 2"), "", ()),
        ("{Lee (a), Ray}*", Name(family="Lee (a), Ray"), "*", ()),
        ("X Æ A-12", Name("X Æ", "A-12"), "", ()),
    ],
)  # fmt: skip
def test_what_stands_behind_a_name_is_no_part_of_it(
    written: str, name: Name, signs: str, roles: tuple[Role, ...]
) -> None:
    assert Author.from_scalar(written) == Author(name, roles, signs=signs)


@pytest.mark.parametrize(
    ("behind", "named"),
    [
        ("^1^", "1"), ("¹", "1"), ("^1,2^", "1,2"), ("¹,²", "1"), ("1", "1"), (" 1", "1"),
        ("1,2", "1,2"), (" [1]", "1"), (" (1,*)", "1"), ("^a^", "a"), ("ᵃ", "a"), ("^1,*^", "1"),
        ("<sup>1</sup>", "1"), (" 2000", "2000"), ("^†,2^", "2"),
        (" (PI)", "(PI)"), ("（组长）", "（组长）"), (" (co-advisor)", "co-advisor"), (" (林梅)", "(林梅)"),
        (" (equal contribution, PI)", "(equal contribution, PI)"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Mei Lin", "方缙"])
def test_what_means_no_role_is_refused_and_named(name: str, behind: str, named: str) -> None:
    for read in (
        Author.from_scalar,
        Inventor.from_scalar,
        Name.from_scalar,
        Contributor.from_scalar,
    ):
        with pytest.raises(ValueError, match=f'"{re.escape(named)}"'):
            read(name + behind)


@pytest.mark.parametrize(
    ("read", "written", "why"),
    [
        (Author, "Ann Lee (equal contribution|corresponding author)", "quotation marks"),
        (Author, "Mei* Lin|*Mei Lin|¹Mei Lin|Mei Lin ^|*|Lin†¹x|Mei Lin 📧", NO_PART),
        (Author, "Mei Lin*, Jin Fang†|Mei Lin^1^, Jin Fang|方缙*，林梅|Mei Lin* and Jin Fang", SEVERAL),
        (Name, "Mei Lin*|方缙（通讯作者）|Mei Lin (equal contribution)", "after this name"),
    ],
    ids=["a bracket that a list has cut", "a sign in a name", "several names", "a bare name"],
)  # fmt: skip
def test_what_is_no_single_name_with_its_marks_is_refused(
    read: type[Author | Name], written: str, why: str
) -> None:
    for text in written.split("|"):
        with pytest.raises(ValueError, match=why):
            read.from_scalar(text)


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Mei Lin^1,2^, Jin Fang^2,*^ and C. Dee", ["Mei Lin^1,2^", "Jin Fang^2,*^", "C. Dee"]),
        ("方缙（同等贡献，通讯作者），林梅*", ["方缙（同等贡献，通讯作者）", "林梅*"]),
        ("A, J.*, B, H. (corresponding), C, D.", ["A, J.*", "B, H. (corresponding)", "C, D."]),
    ],
)  # fmt: skip
def test_a_list_is_not_cut_within_what_stands_behind_a_name(written: str, names: list[str]) -> None:
    assert Author.items_in(written) == names
