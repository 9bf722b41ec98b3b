"""What a room found out, as the data of `--json`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

# Members that are called otherwise in the code.
_MEMBERS = {"seat": "side", "seatings": "seats"}


def data_of(found: Any) -> dict[str, Any]:
    """A dataclass as data, which calls a seat `side` and lists seatings under `seats`."""
    return asdict(found, dict_factory=lambda members: {_MEMBERS.get(name, name): value for name, value in members})
