"""What an orders page needs of the present position, worked out by the rules beforehand: reach, costs, attacks, odds.

The page asks no rules while a player clicks: whatever
moves change, it says so and leaves the judgement to `pbem check`. Everything is plain data that goes into one file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json

if TYPE_CHECKING:
    from pbem.engine.requests import Choose

# Words in a gesture's entry that the page replaces.
WHO: Final = "$who"  # the unit, as orders name it
ALL: Final = "$all"  # the list of those that move together, or attack together
PATH: Final = "$path"  # every place of a path, the one where it begins first
WAY: Final = "$way"  # the same without the first
TARGETS: Final = "$targets"  # places under attack
FAR: Final = "$far"  # those that join an attack from afar; the member is left out where there are none

RATIO: Final = "ratio"
FIRE: Final = "fire"


@dataclass(frozen=True, slots=True)
class Gesture:
    """How something that is clicked together becomes an entry of a list in the orders document.

    member: the list. entry: what is appended, with the words above in it. together: whether several units of one place
    may be taken into one entry. doc: one sentence for the player.
    """

    member: str
    entry: Mapping[str, Json]
    together: bool = False
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A place within reach. cost: movement points from the start, as text, `3½` written `7/2`. before: where the
    cheapest way comes from, "" for a place where the unit begins or comes in. stop: whether it may end there.

    note: what happens there, such as that a zone of control ends the move. more: members that the entry of a move which
    ends here needs besides, such as those of a forced march.
    """

    place: str
    cost: str
    before: str = ""
    stop: bool = True
    note: str = ""
    more: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one unit can go, each place once, the nearest first; as if no other unit had moved before it.

    who: as orders name it. counter: its id in the scene. start: its place, "" for one that is not on a board.
    entry: what counts instead of the gesture's entry for this unit; {} for the usual one. note: one line.
    also: other orders that it may be given, each a label and the entry as it is written, "leaves by the north edge".
    value, turn: of one that is on no board, what is printed on it, and the turn in which it is due, 0 for none.
    """

    who: str
    counter: str
    start: str
    allowance: str
    steps: tuple[Step, ...]
    entry: Mapping[str, Json] = field(default_factory=dict)
    note: str = ""
    also: tuple[tuple[str, Json], ...] = ()
    value: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table. least: of RATIO the least attack : defence; of FIRE the least strength, over one.

    chances: of RATIO result -> exact chance as text, `1/6`; they add up to one. cells: of FIRE the result of each
    modified die, from the lowest to the highest, as (die, result); beyond its ends the last one counts.
    """

    name: str
    least: tuple[int, int]
    chances: Mapping[str, str] = field(default_factory=dict)
    cells: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Factor:
    """What multiplies an army's strength. attacker: of which army. place: of the defender. ways: places from which an
    attack meets it; () for all. Where there are ways, it counts if all who attack next to it come from one of them.

    by: as text, `2` or `1/2`. Several that fit are applied once only where `once` names the same word. who: counters
    that it concerns, () for all of the army.
    """

    place: str
    by: str
    case: str
    text: str
    attacker: bool = False
    ways: tuple[str, ...] = ()
    once: str = ""
    who: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shifted:
    """A shift of columns, above zero to the good of the army whose column it is. places: of defenders, () for all.

    attacker: of FIRE, whose column; of RATIO always the attacker's. die: whether it is added to the die of FIRE.
    """

    columns: int
    case: str
    text: str
    places: tuple[str, ...] = ()
    attacker: bool = True
    die: bool = False


@dataclass(frozen=True, slots=True)
class Lowering:
    """Odds that an attacker lowers of his own will, of RATIO. member: of the attack's entry, which names the column.

    A column that is not lower than the one reckoned changes nothing. text: what the page writes with the case.
    """

    member: str
    case: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The reckoning of a combat, for a page that cannot ask the rules.

    kind: RATIO, one throw on the column of attack against defence; FIRE, each army throws a die of `faces` on the
    column of its own strength, fractions dropped and one at least. words: result -> what it means. strength: counter
    id -> strength, both armies; who is missing is not known and the player assumes. exact: whether the rules would say
    the same; else `doc` says what is left out. lower: None where nobody may lower his odds.
    """

    kind: str
    columns: tuple[Column, ...]
    words: Mapping[str, str]
    strength: Mapping[str, int]
    factors: tuple[Factor, ...] = ()
    shifts: tuple[Shifted, ...] = ()
    exact: bool = True
    doc: str = ""
    faces: int = 6
    lower: Lowering | None = None


@dataclass(frozen=True, slots=True)
class OrdersPageData:
    """All of it.

    move, attack: None where the question knows no such orders; without `attack` a combat comes of itself where units
    end next to enemies. next_to: place -> places that can be attacked from it, itself where one fights inside of it.
    far: counter id -> place -> places that it can attack from afar, standing there. most_there: how many units may end
    their moves in one place, 0 for any number. must: whether all enemies next to own units have to be attacked.
    ways: place -> place -> movement points of the step, for paths that are drawn by hand; steps that nobody can take
    are left out. halts: places that end a move which enters them. notes: told above the map, a line each.
    """

    reaches: tuple[Reach, ...] = ()
    ways: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    halts: tuple[str, ...] = ()
    move: Gesture | None = None
    attack: Gesture | None = None
    next_to: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    far: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    most_there: int = 0
    must: bool = False
    sheet: Sheet | None = None
    notes: tuple[str, ...] = ()


class OrdersPage(Protocol):
    """`Writing.page`: works out reach and odds for a page."""

    def data(self, request: Choose, own: Own = NOTHING) -> OrdersPageData:
        """What can be clicked together to answer a question, for who knows this of his own."""
