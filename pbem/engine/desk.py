"""What a page on which orders are clicked together asks of the rules: who can be ordered, where he can go, what comes
of it.

The page draws and never judges. What it shows as legal or not comes from `Writing.compile` and the rules behind it, as
`pbem check` has it; what stands here says where units can go and what the orders so far lead to. Everything is plain
data; costs and chances are exact, as text or fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final, Protocol

from pbem.engine.gesture import Gesture
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Outlook, Unanswerable
from pbem.engine.options import Json, Refusal
from pbem.engine.teams import LIST
from pbem.lean import dataclass

if TYPE_CHECKING:
    from pbem.engine.contract import Game
    from pbem.engine.requests import Choose

Where = tuple[str | int, ...]
"""A place in the player's document: keys and indices, as `PlacedRefusal.path`."""


@dataclass(frozen=True, slots=True)
class Step:
    """A place within reach. cost: movement points from the start, as text, `3½` written `7/2`. before: the place of
    the cheapest way before it, "" for one where the unit begins or comes in. stop: whether it may end there.

    note: what happens there, such as that a zone of control ends the move. more: members that the entry of a move which
    ends here needs besides, such as those of a forced march. taken: whether own units fill the place, so that a click
    there means them.
    """

    place: str
    cost: str
    before: str = ""
    stop: bool = True
    note: str = ""
    more: Mapping[str, Json] = field(default_factory=dict)
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Movable:
    """Somebody who can be ordered. who: as orders name him. counter: his id in the scene. start: his place, "" for one
    that is on no board.

    entry: what counts instead of the gesture's entry for him; {} for the usual one. also: other orders that he may be
    given, each a label and the entry as it is written, "leaves by the north edge". note: one line. value, turn: of one
    that is on no board, what is printed on him, and the turn in which he is due, 0 for none. arrives: of one that is on
    no board, a word that those share who may come together, as those do who stand in one place; "" for who comes alone.
    """

    who: str
    counter: str
    start: str
    entry: Mapping[str, Json] = field(default_factory=dict)
    also: tuple[tuple[str, Json], ...] = ()
    note: str = ""
    value: str = ""
    turn: int = 0
    arrives: str = ""


@dataclass(frozen=True, slots=True)
class Formation:
    """Movables that one entry orders together, each by a way that the rules find, as far as he comes.

    name: what people call them. who: as orders name them. orders: each a label and its entry in the list of moves; with
    `gesture.END` in it, it is for a place that is chosen, any there is. turns: what may be chosen for `gesture.TURN`, a
    label and a value each, such as the front in the end.
    """

    name: str
    who: tuple[str, ...]
    orders: tuple[tuple[str, Mapping[str, Json]], ...]
    turns: tuple[tuple[str, Json], ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the desk before anything is ordered.

    move, attack: None where the question knows no such orders; without `attack` a combat comes of itself where units
    end next to enemies or among them. notes: told above the lists, a line each. wishes: the member of the orders that
    says by place what is wanted in a combat there, "" where there is none. supposes: whether another strength of the
    enemy may be supposed in a combat (`OrdersDesk.suppose`). formations: who may be ordered together though they do not
    stand together; nobody is in two of them.
    """

    movables: tuple[Movable, ...] = ()
    move: Gesture | None = None
    attack: Gesture | None = None
    notes: tuple[str, ...] = ()
    wishes: str = ""
    supposes: bool = False
    formations: tuple[Formation, ...] = ()


NO_LAYOUT: Final = Layout()
"""Of a question that is answered by forms alone."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where some can go together, each place once, the nearest first. allowance: their movement points, as text.

    note: one line, "held by an enemy zone of control (5.13)"; "" where there is nothing to say.
    """

    allowance: str
    steps: tuple[Step, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """An entry of the orders as the rules carry it out. at: its place in the document. who: counters.

    way: places, the one where it begins first; () for one that goes to no place. cost, allowance: movement points as
    text, "" where there are none. text: what it does where it is no march, "entrenches". ways: of an entry that sends
    each of several his own way: counter -> that.
    """

    at: Where
    who: tuple[str, ...]
    way: tuple[str, ...] = ()
    cost: str = ""
    allowance: str = ""
    text: str = ""
    ways: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Target:
    """Enemies in a place who can be attacked after the moves. by: counters that stand where they attack from, far:
    those that could join from afar. pressing: whether the rules want them attacked and nobody does."""

    place: str
    by: tuple[str, ...]
    far: tuple[str, ...] = ()
    pressing: bool = False


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat that the orders lead to. at: its entry in the document, () for one that comes of itself or by default.

    on: places of the defenders. by, far: counters. outlooks: the ways in which it may be fought, with every modifier
    and exact chances.
    """

    at: Where
    on: tuple[str, ...]
    by: tuple[str, ...]
    far: tuple[str, ...] = ()
    outlooks: Sequence[Outlook] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """What orders lead to before any die, as far as their author knows.

    moves: those that the rules allow, in the order in which they are made; an entry that is void is none of them.
    stands: counter -> place where it stands after them, of those that have moved; "" for one that has left the boards.
    targets: in the order in which they are offered. idle: counters that the rules want in an attack and that are in
    none. pending: attacks that are listed and not made as things are, because something is wrong with the list and
    nothing with them: what they would come to. notes: what the moves leave, a line each, such as points to pay with.
    """

    moves: tuple[Move, ...] = ()
    stands: Mapping[str, str] = field(default_factory=dict)
    targets: tuple[Target, ...] = ()
    combats: tuple[Combat, ...] = ()
    idle: tuple[str, ...] = ()
    pending: tuple[Combat, ...] = ()
    notes: tuple[str, ...] = ()


class OrdersDesk(Protocol):
    """`Writing.desk`: what can be clicked together, and what comes of it.

    document: the members of the player's document, typed by its schema and without the frame; entries that do not fit
    have been taken out. What in it the rules refuse is left out of the answer, and never raises.
    """

    def layout(self, request: Choose, own: Own = NOTHING) -> Layout:
        """What lies there to answer a question, for who knows this of his own; NO_LAYOUT for forms alone."""

    def reach(
        self, request: Choose, document: Json, who: Sequence[str], own: Own = NOTHING, way: Sequence[str] = ()
    ) -> Reach:
        """Where some can go together after the orders that this document holds: those that stand before theirs.

        who: as orders name them, of one place, or such as arrive together. way: a path that they have begun, its first
        place included: then the places that go on from its end, which has no place before it, with the cost of the
        whole. Steps are () where they cannot go together.
        """

    def course(self, request: Choose, document: Json, own: Own = NOTHING) -> Course:
        """What the orders of a document lead to."""

    def suppose(self, request: Choose, document: Json, place: str, enemy: int, own: Own = NOTHING) -> Sequence[Outlook]:
        """What the combat in a place would come to after these orders if the enemy there were so strong.

        Raises Unanswerable, for all of it where `Layout.supposes` says so.
        """
        raise Unanswerable([Refusal("", "nobody's strength is supposed in these rules")])


def desk_behind(game: Game, orders: Sequence[Json]) -> OrdersDesk | None:
    """The desk of who writes behind these orders of his team, () for none; None where he has forms alone.

    What his members have ordered is in the course, at no place of his document.
    """
    teams = game.writing.teams
    found = teams.desk(orders) if teams is not None and orders else None
    return _DeskBehind(found, len(orders)) if found is not None else game.writing.desk


@dataclass(frozen=True, slots=True)
class _DeskBehind(OrdersDesk):
    """A captain's desk. count: orders of his team, which stand before his own."""

    desk: OrdersDesk
    count: int

    def layout(self, request: Choose, own: Own = NOTHING) -> Layout:
        return self.desk.layout(request, own)

    def reach(
        self, request: Choose, document: Json, who: Sequence[str], own: Own = NOTHING, way: Sequence[str] = ()
    ) -> Reach:
        return self.desk.reach(request, document, who, own, way)

    def course(self, request: Choose, document: Json, own: Own = NOTHING) -> Course:
        found = self.desk.course(request, document, own)
        moves = tuple(replace(move, at=self._own(move.at)) for move in found.moves)
        combats, pending = (
            tuple(replace(combat, at=self._own(combat.at)) for combat in listed)
            for listed in (found.combats, found.pending)
        )
        return replace(found, moves=moves, combats=combats, pending=pending)

    def suppose(self, request: Choose, document: Json, place: str, enemy: int, own: Own = NOTHING) -> Sequence[Outlook]:
        return self.desk.suppose(request, document, place, enemy, own)

    def _own(self, at: Where) -> Where:
        """A place in the captain's own document, () for one in a part."""
        if len(at) < 2 or at[0] != LIST or not isinstance(at[1], int):
            return at
        return (LIST, at[1] - self.count, *at[2:]) if at[1] >= self.count else ()
