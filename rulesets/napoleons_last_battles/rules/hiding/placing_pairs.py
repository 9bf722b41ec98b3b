"""Placing and giving up pairs of markers in a command phase or a set-up (16.6A, 16.6C)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose, InHand, Request, Silent, Tell
from pbem.hexgame.moving.moves import NO, are_texts
from rulesets.napoleons_last_battles.board import GARRISON, Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.roster import COMBAT, HEADQUARTERS, LEADERS, TWINS
from rulesets.napoleons_last_battles.rules.command.authority import OFFICER, Authority
from rulesets.napoleons_last_battles.rules.command.chain import chain_of
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.hiding.deploying import DeployOptions, enterable
from rulesets.napoleons_last_battles.rules.hiding.pairs import free_pairs, is_pair, pairs_of, places, told, under
from rulesets.napoleons_last_battles.rules.hiding.revealing import reveal, reveal_seen
from rulesets.napoleons_last_battles.rules.march.entry import Due, due_units
from rulesets.napoleons_last_battles.rules.observation import observed_from

HIDDEN: Final = "hidden"
HIDE: Final = "hide"
"""What the question about one entry of `hidden` is called."""
MOST: Final = 24
"""Units and leaders of one entry that are read at all."""
_MEMBERS: Final = ({"pair", "at", "units"}, {"pair", "units"}, {"pair", "reveal"}, {"pair", "reveal", "deploy"})
_RARE: Final = 3
Path = tuple[str | int, ...]


class HidingOptions:
    """nlb 16.6A-1, 16.6A-2, 16.6C-1: what one entry of `hidden` may say; one object serves a phase.

    An entry is {pair, at, units} for who is taken off the map, {pair, units} for reinforcements that are due, or
    {pair, reveal: true, deploy?: {unit: hex}}. idle: who is out of command, None in a game without command. busy: pairs
    that an earlier entry of this phase has named.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.army = board.position.army
        self.busy: set[str] = set()
        self.free = frozenset(free_pairs(board))
        self.idle = _idle(board)

    @property
    def due(self) -> Mapping[str, Due]:
        """nlb 16.6A-1: who may come in now, those too whose pair was given up before it came in."""
        return due_units(self.board) if self.board.position.turn else {}

    # -- legality ------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal entry or `no`, else the first refusal that applies."""
        return None if answer == NO else self._refusal(answer)

    def _refusal(self, entry: Json) -> Refusal | None:
        if not self.board.setting.on("hidden-movement"):
            return Refusal("16.6", "this game is played without hidden movement")
        if self.board.position.turn and self.board.now.kind == NIGHT:
            text = f"{self.board.now.id} is a night turn: without a command phase nobody is hidden or revealed"
            return Refusal("16.6A", text)
        if not isinstance(entry, Mapping) or set(entry) not in _MEMBERS:
            return _shape("an entry names a pair, with at and units, with units alone, or with reveal")
        pair = entry["pair"]
        mine = pairs_of(self.board.setting, self.army)
        if pair not in mine:
            return Refusal("16.6", f"{str(pair)[:20]} is no pair of this army: {', '.join(mine)}", legal=mine)
        if pair in self.busy:
            return _shape(f"{pair} has its entry already")
        return self._revealing(pair, entry) if "reveal" in entry else self._placing(pair, entry)

    def _revealing(self, pair: str, entry: Mapping[str, Json]) -> Refusal | None:
        units = under(self.board, pair)
        if not units or pair in self.free:
            return Refusal("16.6C", f"{pair} stands for nobody and cannot be revealed")
        if entry["reveal"] is not True:
            return _shape("reveal is true")
        said = entry.get("deploy", {})
        if not isinstance(said, Mapping) or not are_texts(list(said.values())):
            return _shape("deploy has a hex for each unit")
        strange = [unit for unit in said if unit not in units]
        if strange:
            return DeployOptions(self.board, units, "").why_not({strange[0]: ""})
        return None

    def _placing(self, pair: str, entry: Mapping[str, Json]) -> Refusal | None:
        if pair not in self.free:
            return Refusal("16.6A", f"{pair} stands for {told(self.board, under(self.board, pair))} already")
        units = entry["units"]
        if not are_texts(units) or not 0 < len(units) <= MOST or len(set(units)) < len(units):
            return _shape(f"units are a list of 1 to {MOST} units and leaders, each once")
        at = entry.get("at", "")
        if not isinstance(at, str) or (at and at not in self.board.field.neighbours):
            return Refusal("16.6A", f"{str(at)[:20]} is no hex of this map", "", str(at)[:20])
        refusal = next((found for unit in units if (found := self._unfit(pair, unit, at))), None)
        if refusal is None and not any(self.board.setting.roster.units[unit].fights for unit in units):
            refusal = Refusal("16.6A", f"{pair} hides leaders alone; a marker stands for combat units", units[0], at)
        return refusal or self._without_officer(units) or (self._no_place(pair, units, at) if at else None)

    def _unfit(self, pair: str, unit: str, at: str) -> Refusal | None:
        """nlb 16.6A-1, 16.6A-2: why one may not be hidden with a pair in a hex, "" for reinforcements."""
        board, record = self.board, self.board.setting.roster.units.get(unit)
        if record is None or record.army != self.army:
            return Refusal("16.6A", f"{record.name if record else unit[:40]} is no unit of this army", unit)
        nation = board.setting.roster.units[pair + TWINS[0]].nation
        if record.nation != nation:
            name = board.setting.roster.nation_names[nation]
            return Refusal("16.6", f"{record.name} is hidden by a pair of its own nation; {pair} is {name}", unit)
        if record.kind not in (*COMBAT, *LEADERS) or record.kind == HEADQUARTERS or board.marked(GARRISON, unit):
            return Refusal("16.6A", f"{record.name} cannot be hidden: combat units and their leaders can", unit)
        place = board.at.get(unit) or board.position.leaders.get(unit, "")
        if not at:
            return None if unit in self.due and not place else self._not_due(unit, place)
        if not place or board.field.distance(place, at) > 1:
            where = f"stands in {place}" if place else "is not on the map"
            text = f"{record.name} {where}: who is hidden in {at} stands there or next to it"
            return Refusal("16.6A", text, unit, place)
        if unit in self.idle:
            return Refusal("16.6A", f"{record.name} in {place} is out of command and cannot be hidden", unit, place)
        eyes = observed_from(board, place, board.enemy[self.army])
        if eyes:
            return Refusal(
                "16.6A", f"{record.name} in {place} is observed from {eyes} and cannot be hidden", unit, place
            )
        return None

    def _not_due(self, unit: str, place: str) -> Refusal:
        name = self.board.setting.roster.units[unit].name
        if place:
            return Refusal("16.6A", f"{name} stands in {place}: write at, the hex of both markers", unit, place)
        return Refusal("16.6A", f"{name} is not due now and cannot come in hidden", unit)

    def _without_officer(self, units: Sequence[str]) -> Refusal | None:
        """nlb 16.6A-1: with command, officers go along who could pass command on to everybody."""
        setting = self.board.setting
        if not setting.on("command"):
            return None
        records = setting.roster.units
        officers = [unit for unit in units if records[unit].kind == OFFICER]
        passed = {records[officer].formation for officer in officers}
        free = {unit for unit in units if unit in self._always}
        alone = [u for u in units if records[u].fights and records[u].formation not in passed and u not in free]
        if not alone:
            return None
        text = f"{records[alone[0]].name} is hidden only with an officer of its organization"
        return Refusal("16.6A", text, alone[0], self.board.at.get(alone[0], ""))

    @property
    def _always(self) -> Collection[str]:
        return Authority(self.board).always

    def _no_place(self, pair: str, units: Sequence[str], at: str) -> Refusal | None:
        """nlb 16.6A-2, 16.6B-2: why both markers cannot be put into a hex once these units are off the map."""
        board = self.board
        others = [unit for unit in board.units_in(at) if unit not in units]
        if others:
            text = f"{board.setting.roster.units[others[0]].name} stays in {at}, and a marker stacks with no unit"
            return Refusal("16.6B", text, others[0], at)
        if not all(enterable(board, unit, at) for unit in units):
            return Refusal("16.6A", f"the ground of {board.field.name(at)} is not open to all that are hidden", "", at)
        eyes = observed_from(board, at, board.enemy[self.army])
        if eyes:
            text = f"the markers of {pair} would be observed in {board.field.name(at)} from {eyes}"
            return Refusal("16.6A", text, units[0], at)
        return None

    # -- the rest of the contract --------------------------------------------------

    def default(self) -> Json:
        """Nobody is hidden or revealed."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """A random legal entry, or `no`."""
        board = self.board
        used = [pair for pair in pairs_of(board.setting, self.army) if pair not in self.free and pair not in self.busy]
        if used and not pick(_RARE):
            entry: Json = {"pair": used[pick(len(used))], "reveal": True}
            return entry if self.why_not(entry) is None else NO
        free = [pair for pair in pairs_of(board.setting, self.army) if pair in self.free and pair not in self.busy]
        if not free:
            return NO
        pair = free[pick(len(free))]
        for entry in (self._some_here(pair, pick), self._some_due(pair)):
            if entry is not None and self.why_not(entry) is None:
                return entry
        return NO

    def _some_here(self, pair: str, pick: Pick) -> Json:
        """All who stand in and around the hex of a random unit, or of an officer where there is command, and may be
        hidden with it."""
        board, units = self.board, self.board.setting.roster.units
        nation = units[pair + TWINS[0]].nation
        mine = [unit for unit in board.on_map(self.army) if units[unit].nation == nation and units[unit].fights]
        leaders = board.position.leaders
        officers = [u for u in leaders if units[u].nation == nation and units[u].kind == OFFICER and u not in self.idle]
        about = [board.at[unit] for unit in mine]
        if board.setting.on("command"):
            about = [leaders[officer] for officer in officers]
        if not about:
            return None
        at = about[pick(len(about))]
        near = {at, *(n for n in board.field.neighbours[at] if pick(2))}
        found = [unit for unit in mine if board.at[unit] in near]
        found += [u for u, to in board.position.leaders.items() if to in near and units[u].nation == nation]
        found = [unit for unit in found if self._unfit(pair, unit, at) is None]
        while found and (refusal := self._without_officer(found)) is not None:
            found.remove(refusal.unit)
        return {"pair": pair, "at": at, "units": found[:MOST]} if found else None

    def _some_due(self, pair: str) -> Json:
        """The first who are due in one group."""
        units = self.board.setting.roster.units
        nation = units[pair + TWINS[0]].nation
        due = [one for one in self.due.values() if units[one.unit].nation == nation and not one.after]
        found = [one.unit for one in due if one.group is due[0].group]
        while found and (refusal := self._without_officer(found)) is not None:
            found.remove(refusal.unit)
        return {"pair": pair, "units": found[:MOST]} if found else None

    def describe(self) -> Json:
        """The pairs that are free, and those in play with who is under them."""
        board = self.board
        mine = pairs_of(board.setting, self.army)
        return {
            "noun": "an entry of hidden",
            "free": [pair for pair in mine if pair in self.free],
            "pairs": [
                {"pair": pair, "units": list(under(board, pair)), "at": list(places(board, pair).values())}
                for pair in mine
                if pair not in self.free
            ],
            "default": NO,
        }


def _idle(board: Board) -> Collection[str]:
    """nlb 11.0-3, 16.6A-1: who is out of command; in a set-up by the command that counts by default."""
    if not board.setting.on("command"):
        return frozenset()
    if board.position.turn:
        return board.position.idle
    authority = Authority(board)
    return chain_of(authority, CommandOptions(board).assigned({})).idle


def hiding_phase(board: Board, said: Json | Silent, label: str) -> Generator[Request, Any, None]:
    """nlb 4.1.1A-1, 16.6A-2, 16.6C-1: at the end of the command phase, or of a set-up, the phasing army reveals pairs
    and places others, as its entries have it; who is deployed may observe enemy markers.

    A pair is placed only if its army has committed to which marker is real. said: the member `hidden` of the orders,
    SILENT if there is none.
    """
    entries = said if isinstance(said, (list, tuple)) else ()
    if not entries:
        return
    army, options = board.position.army, HidingOptions(board)
    for index, entry in enumerate(entries):
        answer = yield Choose(army, HIDE, options, f"{label}.h{index + 1}", entry, (HIDDEN, index), scene=board)
        if answer == NO:
            continue
        pair = answer["pair"]
        options.busy.add(pair)
        if "reveal" in answer:
            why = {"why": "order", "seen": "", "from": "", "case": "16.6C-1"}
            yield from reveal(board, pair, label, why, answer.get("deploy", {}), (HIDDEN, index, "deploy"))
            yield from reveal_seen(board, label)
        else:
            yield from _place(board, answer, f"{label}.{pair}.held")


def hiding_faults(board: Board, said: Json) -> list[tuple[Path, Refusal]]:
    """Everything that the rules have against entries of `hidden` on a scratch board, which they change: each is judged
    behind those before it, supposing that its pair is committed to."""
    if not isinstance(said, (list, tuple)):
        return [((HIDDEN,), _shape("hidden is a list of entries"))]
    book = Supposing(board.own)
    book.carry_out(hiding_phase(board, said, "tried"))
    return [(fault.path, fault.refusal) for fault in book.faults]


class Supposing(OpenBook):
    """Supposes that every pair which is placed is committed to; of memos those are in hand that are known."""

    def in_hand(self, request: InHand) -> tuple[str, ...]:
        """The memos that are known, and every pair."""
        known = super().in_hand(request)
        return tuple(marker for marker in request.markers if marker in known or is_pair(marker))


def _place(board: Board, entry: Mapping[str, Any], label: str) -> Generator[Request, Any, None]:
    """nlb 16.6A-2: both markers into a hex, those whom they stand for off the map."""
    army, pair, at = board.position.army, entry["pair"], entry.get("at", "")
    held = yield InHand(army, (pair,), label)
    event = {"pair": pair, "army": army, "at": at, "units": list(entry["units"]), "case": "16.6A-2"}
    if not held:
        yield Tell({"kind": "not-hidden", **event})
        return
    position = board.position
    for unit in entry["units"]:
        if unit in board.at:
            board.lift(unit)
        position.leaders.pop(unit, None)
        position.hidden[unit] = pair
    for marker in (pair + twin for twin in TWINS) if at else ():
        board.place(marker, at)
    yield Tell({"kind": "hidden", **event})


def _shape(text: str) -> Refusal:
    return Refusal("16.6", text)
