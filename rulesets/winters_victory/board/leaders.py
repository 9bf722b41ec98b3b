"""What a battle makes of command: states, orders, points, Attack Orders, fatigue (15, 16, 17).

Where a leader stands, and on which side his counter lies, is on the board as long as he is on the map.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rulesets.winters_victory.board.chain import STANDING

MAP, DISPLAY, AWAY, GONE = "map", "display", "away", "gone"
"""wv 16.14-1: where a command unit is: on the map, on the Brigade Commitment/Fatigue Display, not yet there, or out of
the game."""
LETTERS: Final = ("A", "B", "C")
"""wv 17.72: the Attack Orders of an army."""


@dataclass(slots=True)
class Post:
    """The state of a command unit.

    state: STANDING or MOBILIZED (16.15). received: it has an Order Received marker (17.34). delay: level of its Delay
    marker, 0 for none; modifier: of that order's dice; checks: dice that have left it at Delay 1 (17.35); carries:
    letter of the Attack Order that comes with it. attack: letter of the Attack Order that it is under; holds: letter of
    one that it has and did not implement yet (17.71). inactive: marked so on the map (16.14). reduced: lost its full
    side, of one who is not on the map. gone: lost or retired (17.54).
    """

    state: str = STANDING
    received: bool = False
    delay: int = 0
    modifier: int = 0
    checks: int = 0
    carries: str = ""
    attack: str = ""
    holds: str = ""
    inactive: bool = False
    reduced: bool = False
    gone: bool = False

    def discard(self) -> None:
        """wv 17.34-0, 17.35-1: takes the Delay marker away, with all that goes with it."""
        self.delay, self.modifier, self.checks, self.carries = 0, 0, 0, ""


@dataclass(slots=True)
class Attack:
    """wv 17.71-1, 17.75-1: an Attack Order. scope: CORPS or DIVISION. head: the highest command unit under it.
    begun: whether it is implemented, and its marker on the track. violations: on that track."""

    scope: str
    head: str
    begun: bool = False
    violations: int = 0


@dataclass(slots=True)
class Fatigue:
    """wv 15.11.1, 15.11.2, 15.21: of a brigade: points. engaged: it fought, fired as infantry or routed since it has
    fatigue at all. charged: some of its horse charged in the past hour."""

    points: int = 0
    engaged: bool = False
    charged: bool = False


@dataclass(slots=True)
class Command:
    """wv 14.0, 15.1, 17.2: posts: command unit -> state. points: army -> command points. headquarters: army -> hex.
    attacks: army -> letter -> Attack Order. fatigue: brigade -> fatigue. exempt: command units with a command point on
    them (17.64). attached: command unit -> another superior than the printed one (16.31). independent: who is so
    besides those whose counter says it (16.31-2, 16.33-1)."""

    posts: dict[str, Post] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    headquarters: dict[str, str] = field(default_factory=dict)
    attacks: dict[str, dict[str, Attack]] = field(default_factory=dict)
    fatigue: dict[str, Fatigue] = field(default_factory=dict)
    exempt: set[str] = field(default_factory=set)
    attached: dict[str, str] = field(default_factory=dict)
    independent: set[str] = field(default_factory=set)

    def post(self, uid: str) -> Post:
        """The state of a command unit, made where there is none yet."""
        return self.posts.setdefault(uid, Post())
