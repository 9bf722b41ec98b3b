"""How what is clicked together on a page becomes an entry of an orders document.

It is declared beside what a player may write, and so stands apart from the rest of `engine.desk`, which few commands
need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pbem.engine.options import Json

# Words in a gesture's entry that the page replaces.
WHO: Final = "$who"  # the unit, as orders name it
ALL: Final = "$all"  # the list of those that move together, or attack together
PATH: Final = "$path"  # every place of a path, the one where it begins first
WAY: Final = "$way"  # the same without the first
TARGETS: Final = "$targets"  # places under attack
END: Final = "$end"  # the place to which a formation is sent
TURN: Final = "$turn"  # what is chosen besides for a formation; the member is left out where nothing is
FAR: Final = "$far"  # those that join an attack from afar; the member is left out where there are none


@dataclass(frozen=True, slots=True)
class Gesture:
    """How something that is clicked together becomes an entry of a list in the orders document.

    member: the list. entry: what is appended, with the words above in it. together: whether several units of one place
    may be taken into one entry. doc: one sentence for the player. several: what counts instead of `entry` for more than
    one unit; {} for the same. lasts: words that a player may put behind the places of a path, such as a facing, each
    with its label.
    """

    member: str
    entry: Mapping[str, Json]
    together: bool = False
    doc: str = ""
    several: Mapping[str, Json] = field(default_factory=dict)
    lasts: tuple[tuple[str, str], ...] = ()
