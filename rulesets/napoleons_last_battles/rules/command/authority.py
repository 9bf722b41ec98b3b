"""Who may give command to whom, and how much a commander can give (11.1, 16.1B, 16.1C, 24.1C, 27.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from pbem.engine.options import Refusal
from pbem.hexgame.field.values import points_text
from pbem.wargame.movement import Cost
from rulesets.napoleons_last_battles.board import JOINED, Board
from rulesets.napoleons_last_battles.roster import Unit
from rulesets.napoleons_last_battles.rules.command.tracing import Lines
from rulesets.napoleons_last_battles.setting import Setting

COMMANDERS: Final = ("commander", "chief-of-staff")
OFFICER: Final = "officer"
PLACE: Final = 2
"""Halves that an officer takes of his commander's capacity."""
_GROUCHY: Final = ("grouchy", "grouchy-cavalry")
_BULOW: Final = ("bulow", "bulow-in-command")
_BY_NEIGHBOURS: Final = "by-neighbours"


class Authority:
    """nlb 11.0-1, 11.1-1, 11.1A, 11.1B-1: the leaders and combat units of the phasing army on the map, and who of them
    reaches whom.

    commanders, officers, units: in roster order.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.setting: Setting = board.setting
        self.army = board.position.army
        self.lines = Lines(board, self.army)
        known = board.setting.roster.units
        leaders = self._own(known[uid] for uid in board.position.leaders)
        self.commanders = tuple(one.id for one in leaders if one.kind in COMMANDERS)
        self.officers = tuple(one.id for one in leaders if one.kind == OFFICER)
        self.units = tuple(one.id for one in self._own(known[uid] for uid in board.at) if one.fights)

    def _own(self, records: Iterable[Unit]) -> list[Unit]:
        return sorted((one for one in records if one.army == self.army), key=lambda one: one.order)

    def record(self, uid: str) -> Unit:
        """A counter."""
        return self.setting.roster.units[uid]

    def place(self, uid: str) -> str:
        """The hex of a unit or leader, "" for one who is on no map."""
        return self.board.at.get(uid) or self.board.position.leaders.get(uid, "")

    # -- how much ------------------------------------------------------------------

    def capacity(self, commander: str) -> int:
        """nlb 11.0-example, 11.1A, 16.1C-2: how many officers, and apart from them how many units, a commander
        commands.

        The printed figure, or what the die gave him for this turn.
        """
        printed = self.record(commander).capacity
        return self.board.position.capacities.get(commander, printed.value if printed else 0)

    def halves(self, commander: str, officers: Iterable[str]) -> int:
        """nlb 11.1A, 16.1C-4, 24.1C, 27.1C: half places of a commander's capacity that officers take.

        Two officers of a corps take the place of one. Grouchy counts each cavalry corps as half, unless it is
        demoralized.
        """
        return sum(self._halves(commander, name) for name in {self.record(uid).formation for uid in officers})

    def _halves(self, commander: str, formation: str) -> int:
        easy = commander == _GROUCHY[0] and self._chosen(_GROUCHY[1]) and self._mounted(formation)
        return 1 if easy and formation not in self.board.position.broken else PLACE

    def _mounted(self, formation: str) -> bool:
        """Whether a corps is one of cavalry: it has no infantry."""
        return not any(self.record(uid).kind == "infantry" for uid in self.setting.roster.formations[formation].units)

    def _chosen(self, name: str) -> bool:
        return name in self.setting.special or self.setting.on(name)

    # -- whom ----------------------------------------------------------------------

    @cached_property
    def always(self) -> frozenset[str]:
        """nlb 16.1B-2, 27.1E: who is in command wherever he is: riflemen, and Bulow where the scenario says so."""
        found = {uid for uid in self.units if uid in self.board.riflemen}
        return frozenset(found | ({_BULOW[0]}.intersection(self.officers) if self._chosen(_BULOW[1]) else set()))

    @cached_property
    def batteries(self) -> tuple[str, ...]:
        """nlb SUB-FR-10: the units that are in command beside one that is."""
        return tuple(uid for uid in self.units if _BY_NEIGHBOURS in self.record(uid).traits)

    def beside(self, battery: str) -> frozenset[str]:
        """nlb SUB-FR-10: the other units in a battery's hex and around it."""
        at = self.board.at[battery]
        near = (at, *self.board.field.neighbours[at])
        return frozenset(uid for to in near for uid in self.board.here.get(to, ()) if uid != battery)

    def range_of(self, leader: str) -> int:
        """nlb 11.0-2: hexes to which a leader gives command."""
        return self.setting.roster.ranges[self.record(leader).kind]

    def reach(self, leader: str) -> Mapping[str, Cost]:
        """nlb 11.0-2, 11.2-1: the hexes that a leader's command reaches."""
        return self.lines.reach(self.place(leader), self.range_of(leader))

    def commandable(self, commander: str) -> tuple[list[str], list[str]]:
        """nlb 11.1A: the officers and the units to whom a commander could give command, always in command left out."""
        within = self.reach(commander)

        def reached(uids: Sequence[str]) -> list[str]:
            return [
                uid
                for uid in uids
                if uid not in self.always and self.place(uid) in within and self.strange(commander, uid) is None
            ]

        return reached(self.officers), reached(self.units)

    def transmitted(self, officer: str) -> list[str]:
        """nlb 11.1B-1: the units to whom an officer in command passes it on: those of his organization in reach."""
        within, formation = self.reach(officer), self.record(officer).formation
        return [uid for uid in self._of(formation) if self.board.at[uid] in within and self.same_wing(officer, uid)]

    def _of(self, formation: str) -> Sequence[str]:
        return self._formations.get(formation, ())

    @cached_property
    def _formations(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for uid in self.units:
            found.setdefault(self.record(uid).formation, []).append(uid)
        return found

    # -- why not -------------------------------------------------------------------

    def barred(self, commander: str, uid: str) -> Refusal | None:
        """Why a commander cannot give command to an officer or a unit on the map, its distance told; None if he can."""
        refusal = self.strange(commander, uid)
        if refusal is None and uid in self.always:
            text = f"{self.where(uid)} is always in command and takes no place of {self._name(commander)}"
            refusal = Refusal("27.1E" if self.record(uid).leads else "16.1B-2", text, uid, self.place(uid))
        return refusal or self._too_far(commander, uid)

    def strange(self, commander: str, uid: str) -> Refusal | None:
        """nlb 11.1-1, 11.1C, 27.1A-1: why one does not belong to a commander's army, or his wing of it."""
        roster, other, own = self.setting.roster, self.record(uid), self.record(commander)
        if other.nation != own.nation:
            names = f"{roster.nation_names[own.nation]}, {self.where(uid)} {roster.nation_names[other.nation]}"
            text = f"{self.where(commander)} is {names}: nobody commands units of another army"
            return Refusal("11.1C" if other.army == own.army else "11.1-1", text, uid, self.place(uid))
        if not self.same_wing(commander, uid):
            text = f"{self.where(commander)} and {self.where(uid)} belong to different wings"
            return Refusal(
                "27.1A", f"{text}, which column {self.setting.losses.wing_line} divides", uid, self.place(uid)
            )
        return None

    def _too_far(self, commander: str, uid: str) -> Refusal | None:
        at, to = self.place(commander), self.place(uid)
        if to in self.reach(commander):
            return None
        most, hexes = self.range_of(commander), self.board.field.distance(at, to)
        text = f"{self.where(commander)} cannot give command to {self.where(uid)}"
        length = self.lines.length(at, to)
        if hexes > most and (length is None or length >= PLACE * hexes):
            return Refusal("11.0-2", f"{text}: it is {hexes} hexes away, and he reaches {most}", uid, to)
        if length is None:
            why = "rivers, enemies or their zones close every way"
            return Refusal("11.2-2", f"{text}, {hexes} hexes away: {why}", uid, to)
        text = f"{text}: the shortest line counts {points_text(int(length))} hexes, and he reaches {most}"
        return Refusal("11.2-2", text, uid, to)

    def same_wing(self, one: str, other: str) -> bool:
        """nlb 27.1A-1: whether two belong to the same wing of their army; they do where there are none."""
        books = self.setting.wing_books
        nation, joined = self.record(one).nation, JOINED in self.board.position.once
        return joined or books(nation, self.place(one)) == books(nation, self.place(other))

    def where(self, uid: str) -> str:
        """`Ney in 1751`."""
        at = self.place(uid)
        return f"{self._name(uid)} in {at}" if at else self._name(uid)

    def _name(self, uid: str) -> str:
        return self.record(uid).name
