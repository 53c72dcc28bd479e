"""Tables of the field that are data: `generator/tables/NAME.json`."""

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def table(name: str, kind: type[T]) -> T:
    """Return a table as a value of a type."""
    file = Path(__file__).parents[1] / "tables" / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=kind)
