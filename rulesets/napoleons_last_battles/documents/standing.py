"""The standing orders of an army."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.contract import Slot
from rulesets.napoleons_last_battles.setting import Setting


def slots(setting: Setting, army: str) -> Iterator[Slot]:
    """None yet."""
    yield from ()
