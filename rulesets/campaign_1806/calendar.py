"""The turn track: three turns of day and one of night (2.0, 19.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PARTS: Final = ("morning", "afternoon", "evening", "night")
"""osg 2.1, 2.2: the turns of a day in their order; a turn is six hours."""
NIGHT: Final = PARTS[-1]
FIRST_DAY, LAST_DAY = 7, 18


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """osg 2.1: a turn. number: on the track of the whole campaign, 1 for the morning of the 7th. id: `14/morning`."""

    number: int
    id: str

    @property
    def night(self) -> bool:
        """osg 2.2: whether nobody moves or fights in it."""
        return self.id.endswith(NIGHT)

    @property
    def day(self) -> str:
        """The day of October."""
        return self.id.partition("/")[0]


TRACK: Final = tuple(
    Turn(len(PARTS) * (day - FIRST_DAY) + place + 1, f"{day}/{part}")
    for day in range(FIRST_DAY, LAST_DAY + 1)
    for place, part in enumerate(PARTS)
)


def turn(uid: str) -> Turn:
    """A turn by its id. Raises ValueError for none of the track."""
    found = next((one for one in TRACK if one.id == uid), None)
    if found is None:
        raise ValueError(f"{uid[:20]!r} is no turn from {TRACK[0].id} to {TRACK[-1].id}")
    return found


def turns(first: str, last: str) -> tuple[Turn, ...]:
    """osg 2.12D, 19.2-1, 19.2-2: the turns of a scenario, both ends included."""
    return tuple(one for one in TRACK if turn(first) <= one <= turn(last))


def order_of(first: str, second: str, when: Turn) -> tuple[str, str]:
    """osg 2.2, 2.12: who is first in a turn: the First Player by day, the Second by night."""
    return (second, first) if when.night else (first, second)
