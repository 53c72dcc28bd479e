"""Papers and their versions."""

from generator.model.records.works import Publication, Version
from generator.model.text import fields_of
from tools.reference.structs import field_docstrings

IN_OTHER_WORDS = {"date", "kind", "links", "note", "status"}
"""Fields that say of a version what they are beside those of its paper."""


def test_a_version_can_stand_in_for_its_paper_field_by_field() -> None:
    of_paper = fields_of(Publication)
    for name, field in fields_of(Version).items():
        assert field.type == of_paper[name].type, name
        assert field.default == of_paper[name].default, name
        assert field.default_factory == of_paper[name].default_factory, name


def test_a_version_explains_a_field_as_its_paper_does() -> None:
    of_version, of_paper = field_docstrings(Version), field_docstrings(Publication)
    differing = {name for name, text in of_version.items() if text != of_paper[name]}
    assert differing == IN_OTHER_WORDS
