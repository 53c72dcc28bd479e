"""Texts for each language, as mappings."""

import pytest

from generator.model.text import Text


@pytest.mark.parametrize(("form", "code"), [("", "text-after-comma"), ("word", "language-code")])
def test_what_follows_a_comma_in_braces_is_no_language(form: str, code: str) -> None:
    with pytest.raises(ValueError) as raised:  # {en: Professor, head of the lab}
        Text.from_forms({"en": "Professor", "head of the lab": form})
    assert raised.value.args[0].code == code
