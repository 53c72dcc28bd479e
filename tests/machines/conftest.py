"""The site of these tests, built once, and the sample site beside it."""

import pytest

from tests.conftest import Built, SiteCase
from tests.machines.reading import write_site


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Built:
    built = write_site(SiteCase(tmp_path_factory.mktemp("made"))).build()
    assert built.ok, built.said()
    return built


@pytest.fixture(params=["made", "built_sample"])
def built(request: pytest.FixtureRequest) -> Built:
    found: Built = request.getfixturevalue(request.param)
    return found
