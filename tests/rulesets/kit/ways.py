"""Ways on a page, as a reach holds them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.desk import Step


def cheapest_way(steps: Sequence[Step], place: str) -> tuple[str, ...]:
    """The places of the cheapest way to one of them, the first one included; () where it is none."""
    before = {step.place: step.before for step in steps}
    way: list[str] = []
    while place in before and place not in way:
        way.append(place)
        place = before[place]
    return tuple(reversed(way))
