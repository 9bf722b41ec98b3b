"""A position being played: units with their faces and zones of control, chateaux, and leaders beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, Protocol

from pbem.engine.hidden import NOTHING, Own
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.field import HexField
from rulesets.napoleons_last_battles.calendar import Turn, conditions
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.setting import Setting

CHATEAU: Final = "chateau"
INFANTRY: Final = "infantry"
TRAIN: Final = "train"
GARRISON: Final = "garrison"
"""The mark of infantry that holds a chateau as its garrison (16.11)."""
BLOWN: Final = "blown"
"""The mark of cavalry that charged in its player turn before (16.8)."""
INACTIVE: Final = "inactive"
"""The mark of commanders and headquarters that show their reverse (15.4, 16.14A, 16.14C, 24.5B)."""
UNSUPPLIED: Final = "unsupplied"
"""The mark of units that are out of supply until the next check (16.18)."""
WET: Final = ("rain", "mud")
JOINED: Final = "joined"
"""What a position notes once the wings of an army have joined (27.1A)."""
MOST: Final = 2
"""Units that may stand in a hex at the end of a phase (5.4)."""


def pieces_of(setting: Setting) -> Roster[Piece]:
    """The combat units, trains and markers of a scenario as the toolkit knows pieces; full strengths."""
    units: dict[str, Piece] = {}
    formations: dict[str, dict[str, None]] = {army: {} for army in setting.armies}
    for uid in (*setting.units(), *setting.markers):
        unit = setting.roster.units[uid]
        if not unit.leads:
            strength = unit.strength.value if unit.strength else 0
            units[uid] = Piece(
                uid, unit.name, unit.kind, strength, unit.allowance.value, unit.army, unit.formation, unit.order
            )
            formations[unit.army][unit.formation] = None
    names = {uid: one.name for uid, one in setting.roster.formations.items()}
    return Roster(units, {army: tuple(found) for army, found in formations.items()}, names)


def with_leaders(pieces: Roster[Piece], setting: Setting) -> Roster[Piece]:
    """All of a scenario: its pieces, then its leaders, who have no strength (10.1B)."""
    records = [setting.roster.units[uid] for uid in setting.units() if uid not in pieces.units]
    leaders = {
        one.id: Piece(one.id, one.name, one.kind, 0, one.allowance.value, one.army, one.formation, one.order)
        for one in records
    }
    return Roster({**pieces.units, **leaders}, pieces.formations, pieces.formation_names)


class Commands(Protocol):
    """The command that was given in a player turn."""

    def commands(self, commander: str, unit: str) -> bool:
        """Whether a unit has its command from a commander, himself or through an officer."""
        ...


class Board(HexBoard[Piece]):
    """nlb 5.3A, 5.3C: units in their hexes. Leaders have no zone and hold no hex (10.1E).

    given: the command given in the player turn that is being played, None before that or without command. entered:
    units with the hexes in which they have been put since it was last looked at what that brings about, in order.
    judged: what that hung on when it was last looked at, None before the first time. everybody: see below, where it is
    known already. own: what its reader knows of markers that lie face down; nothing on the board of the rules.
    in_play: whether what is done on it happens. On a scratch board the enemy's pairs stay as they are when they are
    seen (16.6C), for nobody knows which marker is real.
    """

    def __init__(
        self,
        position: Position,
        field: HexField,
        roster: Roster[Piece],
        setting: Setting,
        everybody: Roster[Piece] | None = None,
        own: Own = NOTHING,
    ) -> None:
        first, second = setting.armies
        super().__init__(position.at, field, roster, {first: second, second: first})
        self.position = position
        self.setting = setting
        self.given: Commands | None = None
        self.own = own
        self.in_play = False
        self.entered: list[tuple[str, str]] = []
        self.judged: tuple[object, ...] | None = None
        if everybody is not None:
            self.everybody = everybody

    def another(self, position: Position) -> Board:
        """A board of the same campaign for another position."""
        return Board(position, self.field, self.roster, self.setting, self.everybody, self.own)

    @cached_property
    def everybody(self) -> Roster[Piece]:
        """The units of the roster, and the leaders behind them."""
        return with_leaders(self.roster, self.setting)

    @property
    def now(self) -> Turn:
        """nlb 4.0-1: the game-turn that is being played; in a set-up the first one."""
        return self.setting.turns[max(self.position.turn, 1) - 1]

    @property
    def conditions(self) -> str:
        """nlb 4.2-1, 4.3-1, 22.6A: what the turn is like now: `day`, `night`, `rain` or `mud`."""
        return conditions(self.now, self.position.weather)

    @cached_property
    def chateaux(self) -> frozenset[str]:
        """nlb 8.0, 16.4-3, 16.11-1: the chateau hexes; none where chateaux are forests with garrisons."""
        return frozenset() if self.setting.on("garrisons") else self.chateau_hexes

    @cached_property
    def chateau_hexes(self) -> frozenset[str]:
        """The chateau hexes, whatever they mean."""
        return self.field.hexes_of.get(CHATEAU, frozenset())

    def place(self, unit: str, at: str) -> None:
        """nlb 3.4B-1: who is put into a hex enters it."""
        super().place(unit, at)
        self.entered.append((unit, at))

    def controlled(self, unit: str, at: str) -> tuple[str, ...]:
        """nlb 5.3-1, 5.3-3, 5.3B, 16.8-4, 16.11C, 16.17C: hexes around a combat unit, but over rivers; trains, blown
        cavalry and garrisons control nothing.

        Chateau hexes are among them: whom the walls shelter is for `zone` to say, as it hangs on who stands there.
        """
        marks = self.position.marks
        if marks and (self.marked(BLOWN, unit) or self.marked(GARRISON, unit)):
            return ()
        if not self.roster.units[unit].strength:
            return ()
        return self.field.zone_neighbours[at]

    def zone(self, unit: str) -> Mapping[str, int]:
        """nlb 5.3-3, 8.2A-1, 16.11C: hex -> how many enemies control it now for a unit: no chateau, if walls would
        shelter it; none for a garrison."""
        marks = self.position.marks
        if marks and self.marked(GARRISON, unit):
            return {}
        foe = self.enemy[self.roster.units[unit].army]
        zone = self.zones[foe]
        outside: Mapping[str, int] | None = self.from_zone.get(foe)
        if outside is None:
            # Mostly no chateau is in a zone: then it is the same for everybody.
            inside = [at for at in self.chateaux if zone.get(at)]
            outside = self.from_zone[foe] = _without(zone, inside) if inside else zone
        return outside if outside is zone or self.may_shelter(unit) else zone

    def spared(self, unit: str, at: str) -> bool:
        """nlb 5.3-3, 8.2A-1, 16.11C: whether an enemy zone in a hex does not count for a unit: see `zone`."""
        marks = self.position.marks
        return (at in self.chateaux and self.may_shelter(unit)) or bool(marks and self.marked(GARRISON, unit))

    def may_shelter(self, unit: str) -> bool:
        """nlb 8.2: whether walls do a unit any good: infantry that is not demoralized."""
        return self.roster.units[unit].kind == INFANTRY and not self.demoralized(unit)

    def sheltered(self, unit: str) -> bool:
        """nlb 8.2: whether a unit stands in a chateau that does it good."""
        return self.at[unit] in self.chateaux and self.may_shelter(unit)

    def demoralized(self, unit: str) -> bool:
        """nlb 9.3-1, 13.0-1, 13.1: whether the army of a unit is, or its corps, or its nationality."""
        broken = self.position.broken
        if not broken:
            return False
        one = self.setting.roster.units[unit]
        if one.nation in broken or one.formation in broken or one.nationality in broken:
            return True
        return bool(self.setting.losses.wing_line) and any(book in broken for book in self.books(unit))

    def books(self, unit: str) -> Iterator[str]:
        """nlb 9.0, 13.0-1, 13.1, 27.1A-1: the books in which the loss of a unit stands: its nation's, corps' and
        nationality's, and its wing's: that of the hex in which it stands, until the wings have joined."""
        one = self.setting.roster.units[unit]
        yield one.nation
        yield one.formation
        if one.nationality:
            yield one.nationality
        if self.setting.losses.wing_line and JOINED not in self.position.once:
            yield from self.setting.wing_books(one.nation, self.at.get(unit, ""))

    def marked(self, mark: str, unit: str) -> bool:
        """Whether a unit bears a mark of this moment, such as that of a charge (16.8)."""
        bearing = self.position.marks.get(mark)
        return bearing is not None and unit in bearing

    def remark(self, mark: str, unit: str, *, on: bool) -> None:
        """Puts a mark on a unit on the map, or takes it away; its zone is that of the unit with its new marks."""
        at = self.lift(unit)
        if on:
            self.position.mark(mark, (unit,))
        else:
            self.position.unmark((unit,), (mark,))
        self.place(unit, at)

    @property
    def wet(self) -> bool:
        """nlb 4.3-1, 16.5-1, 22.6A, 26.0D: whether it rains on this turn, or has made mud."""
        return self.conditions in WET

    def face(self, unit: str) -> int:
        """nlb 2.4-1, 2.4-3: the strength points on the side that lies up."""
        one = self.setting.roster.units[unit]
        if unit in self.position.reduced and one.reduced is not None:
            return one.reduced.value
        return one.strength.value if one.strength else 0

    def strength(self, units: Iterable[str]) -> int:
        """nlb 6.5A: current strength points of units together."""
        return sum(map(self.face, units))

    def fits(self, at: str, units: Iterable[str]) -> bool:
        """nlb 5.4-2, 8.1A-1, 16.1B-2, 16.6B-2, 16.11B, 16.17B: whether these may end a phase in a hex together: two,
        one alone in a chateau.

        Riflemen stack freely with them, a garrison takes no room where it stands, but comes out if it goes elsewhere
        (16.11C), a train stacks with nobody, and a marker with its twin alone.
        """
        units = tuple(units)
        if len(units) == 1:
            return True
        if not self.loners.isdisjoint(units):
            return self.markers.issuperset(units) and len({unit[:-1] for unit in units}) == 1
        free = self.riflemen | {unit for unit in self.position.marks.get(GARRISON, ()) if self.at.get(unit) == at}
        return sum(unit not in free for unit in units) <= (1 if at in self.chateaux else MOST)

    @cached_property
    def trains(self) -> frozenset[str]:
        """nlb 16.17-1: the trains of this campaign; none unless it is played with them."""
        return frozenset(uid for uid, one in self.roster.units.items() if one.kind == TRAIN)

    @cached_property
    def markers(self) -> frozenset[str]:
        """nlb 16.6-1: the markers of hidden movement of this campaign; none unless it is played with them."""
        return frozenset(self.setting.markers)

    @cached_property
    def loners(self) -> frozenset[str]:
        """nlb 16.6B-2, 16.17B: those through whom no unit moves, and who move through nobody."""
        return self.trains | self.markers

    def loner_in(self, at: str) -> str:
        """nlb 16.6B-2, 16.17B: the train or marker in a hex, "" for none."""
        return next((unit for unit in self.here.get(at, ()) if unit in self.loners), "") if self.loners else ""

    def train_in(self, at: str) -> str:
        """nlb 16.17B: the train in a hex, "" for none."""
        return next((unit for unit in self.here.get(at, ()) if unit in self.trains), "") if self.trains else ""

    @property
    def riflemen(self) -> frozenset[str]:
        """The units that take no room (16.1B-2)."""
        return self.setting.riflemen


def _without(zone: Mapping[str, int], hexes: Iterable[str]) -> Mapping[str, int]:
    outside = dict(zone)
    for at in hexes:
        del outside[at]
    return outside


class Outside(Mapping[str, int]):
    """A zone of control without the hexes into which it does not reach for somebody, such as a chateau's."""

    def __init__(self, zone: Mapping[str, int], sheltered: Callable[[str], bool]) -> None:
        self._zone, self._sheltered = zone, sheltered

    def __getitem__(self, at: str) -> int:
        if at not in self._zone or self._sheltered(at):
            raise KeyError(at)
        return self._zone[at]

    def get(self, at: str, default: int = 0) -> int:  # type: ignore[override]
        """The number, the default where the zone does not reach."""
        found = self._zone.get(at, 0)
        return default if not found or self._sheltered(at) else found

    def __iter__(self) -> Iterator[str]:
        return (at for at in self._zone if not self._sheltered(at))

    def __len__(self) -> int:
        return sum(1 for _ in self)
