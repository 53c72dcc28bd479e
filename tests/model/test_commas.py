"""What stands between two words of a list."""

import pytest

from generator.model.languages import Commas, Listed, commas, language

CHINESE = commas("zh", language("zh").word)
ENGLISH = commas("en", language("en").word)
JAPANESE = commas("ja", language("ja").word)
ARABIC = commas("ar", language("ar").word)


@pytest.mark.parametrize(
    ("signs", "of", "before", "after", "sign"),
    [
        (CHINESE, "names", "方缙", "徐宏力", "，"),
        (CHINESE, "names", "方缙", "J. Liu", ", "),
        (CHINESE, "names", "方缙", "等", ""),
        (CHINESE, "facts", "字节跳动", "Seed", "，"),
        (CHINESE, "facts", "ByteDance", "Seed", ", "),
        (CHINESE, "items", "编程", "文言", "、"),
        (CHINESE, "items", "C++", "Python", ", "),
        (ENGLISH, "names", "方缙", "徐宏力", "，"),
        (ENGLISH, "facts", "Professor", "Some University", ", "),
        (JAPANESE, "names", "山田太郎", "鈴木花子", "、"),
        (ARABIC, "items", "Python", "C++", "، "),
    ],
)
def test_the_sign_follows_the_scripts_of_both_neighbours(
    signs: Commas, of: Listed, before: str, after: str, sign: str
) -> None:
    assert signs.between(before, after, of) == sign
