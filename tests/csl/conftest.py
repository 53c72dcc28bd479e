"""The fixture of an index, as the tests of the graph have it."""

from tests.graph.conftest import index_of

__all__ = ["index_of"]
