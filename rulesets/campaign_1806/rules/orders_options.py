"""The whole orders of a player turn: judged and drawn at random on a scratch board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json, Options, Pick, Refusal
from pbem.hexgame.moving.moves import NO
from pbem.hexgame.moving.rehearsal import Path, TurnOrders
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS, AttackOptions
from rulesets.campaign_1806.rules.command.phase import (
    COMMAND,
    REORGANIZE,
    CommandOptions,
    ReorganizeOptions,
    command_phase,
)
from rulesets.campaign_1806.rules.decisions import GameDecided, texts
from rulesets.campaign_1806.rules.march.arriving import movable
from rulesets.campaign_1806.rules.march.movement import ORDERS, Luck, MoveOptions, march, movement_phase
from rulesets.campaign_1806.rules.night_phase import DISENGAGE, WayOut, leaving, night_phase
from rulesets.campaign_1806.rules.placing import PlacingOptions

DAY_MEMBERS = ("replace", REORGANIZE, COMMAND, ORDERS, "reassemble", ATTACKS)


def options_for(play: Play) -> Options:
    """What may be ordered in the phase that begins on a board."""
    if play.fog.by_counters:
        return play.fog.orders(play)
    if play.position.turn == SETUP:
        return PlacingOptions(play)
    return NightOrders(play) if play.now.night else DayOrders(play)


class Rehearsal(Luck):
    """Carries orders out on a scratch board, supposing that dice fall well; what is refused or undone is a fault."""

    def __init__(self, army: str, orders: Mapping[str, Json]) -> None:
        super().__init__(army)
        self._orders = orders

    def tell(self, event: Mapping[str, Json]) -> None:
        """A move that is taken back, or stops before its end, is a fault of the entry that ordered it."""
        super().tell(event)
        if event["kind"] in ("undone", "stopped"):
            units = [event["unit"]] if "unit" in event else event["units"]
            number = next((i for i, entry in enumerate(self._orders.get(ORDERS, ())) if _names(entry, units)), None)
            if number is not None:
                self.faults.append(
                    PlacedRefusal((ORDERS, number), Refusal(event["case"], event["text"], units[0], event["at"]))
                )

    @property
    def found(self) -> list[tuple[Path, Refusal]]:
        """The faults with their places."""
        return [(fault.path, fault.refusal) for fault in self.faults]


def _names(entry: Json, units: Collection[str]) -> bool:
    return any(uid in units for uid in _units(entry))


def _units(entry: Json) -> tuple[str, ...]:
    return texts(entry.get("units")) if isinstance(entry, Mapping) else ()


def rehearse(play: Play, orders: Mapping[str, Json]) -> tuple[Play, list[tuple[Path, Refusal]]]:
    """A scratch board as orders leave it before combat, and every fault of them."""
    scratch, book = carried_out(play, orders)
    return scratch, book.found


def carried_out(play: Play, orders: Mapping[str, Json]) -> tuple[Play, Rehearsal]:
    """A scratch board as orders leave it before combat, and the book of what was told and refused."""
    scratch, book = play.scratch(), Rehearsal(play.army, orders)
    with suppress(GameDecided):
        book.carry_out(command_phase(scratch, orders))
        book.carry_out(movement_phase(scratch, orders))
    # Whoever is in the way may be attacked all the same.
    scratch.unlearn(play.position.sorts)
    return scratch, book


class DayOrders(TurnOrders):
    """osg 2.11: what may be ordered in a day turn. play: the board when orders are asked for; never changed."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def faults(self, orders: Json) -> list[tuple[Path, Refusal]]:
        """Everything that the rules have against orders, with the place in them."""
        if not isinstance(orders, Mapping):
            return [((), Refusal("2.11", "orders are a list of members"))]
        after, found = rehearse(self.play, orders)
        attacks = orders.get(ATTACKS, ())
        wrong = AttackOptions(after).entry_faults(attacks if isinstance(attacks, (list, tuple)) else [attacks])
        return [*found, *(((ATTACKS, number), refusal) for number, refusal in wrong)]

    def moving(self, orders: Mapping[str, Json]) -> MoveOptions:
        """What may be moved once command is given as orders have it, dice supposed to fall well."""
        scratch = self.play.scratch()
        Luck(scratch.army).carry_out(command_phase(scratch, orders))
        return MoveOptions(scratch)

    def sample(self, pick: Pick) -> Json:
        """Random legal orders: reorganization, command, moves of a random part, attacks where somebody touches."""
        orders: dict[str, Json] = {}
        entry = ReorganizeOptions(self.play).sample(pick)
        if entry != NO:
            orders[REORGANIZE] = [entry]
        if pick(2):
            given = CommandOptions(self.play).sample(pick)
            orders |= {COMMAND: given} if given else {}
        if entry != NO and any(path[:1] == (COMMAND,) for path, _ in rehearse(self.play, orders)[1]):
            # Who reorganizes puts nobody in command (6.23).
            orders.pop(COMMAND)
        options = self.moving(orders)
        moves = []
        for _ in range(pick(1 + len(movable(options.play)))):
            move = options.sample(pick)
            if move != NO and options.why_not(move) is None:
                moves.append(move)
                if not perform(options.play, move):
                    break
        orders |= {ORDERS: moves} if moves else {}
        after, faults = rehearse(self.play, orders)
        if faults:
            wrong = {path[1] for path, _ in faults if path[:1] == (ORDERS,) and len(path) > 1}
            kept = [move for number, move in enumerate(moves) if number not in wrong]
            orders = {**orders, ORDERS: kept} if kept else {key: orders[key] for key in orders if key != ORDERS}
            after, faults = rehearse(self.play, orders)
        if faults:
            orders.pop(ORDERS, None)
            after, _ = rehearse(self.play, orders)
        attacks = AttackOptions(after).sample(pick)
        return {**orders, ATTACKS: attacks} if attacks and pick(4) else orders

    def describe(self) -> Json:
        """Who may be ordered."""
        return {"noun": "orders", "army": self.play.army, "units": list(movable(self.play)), "default": {}}


def perform(play: Play, move: Json) -> bool:
    """Carries a move out on a scratch board, dice supposed to fall well; whether the game goes on after it."""
    try:
        Luck(play.army).carry_out(march(play, move["units"], move["path"], "try"))
    except GameDecided:
        return False
    return True


class NightOrders(TurnOrders):
    """osg 2.2: what may be ordered in a night turn: ways out of enemy zones."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def faults(self, orders: Json) -> list[tuple[Path, Refusal]]:
        """Everything that the rules have against orders."""
        if not isinstance(orders, Mapping):
            return [((), Refusal("2.21C", "orders of a night name units and their ways out"))]
        book = self.rehearsed(orders)
        entries = orders.get(DISENGAGE, ())
        named = [(number, uid) for number, entry in enumerate(entries) for uid in _units(entry)]
        mine = leaving(self.play)
        return [*(self._idle(number, uid) for number, uid in named if uid not in mine), *book.found]

    def rehearsed(self, orders: Mapping[str, Json]) -> Rehearsal:
        """The book of what is told and refused when orders are carried out on a scratch board."""
        book = Rehearsal(self.play.army, orders)
        with suppress(GameDecided):
            book.carry_out(night_phase(self.play.scratch(), orders))
        return book

    def _idle(self, number: int, uid: str) -> tuple[Path, Refusal]:
        name = self.play.name(uid) if uid in self.play.roster.units else uid[:40]
        return (DISENGAGE, number), Refusal("2.21C", f"{name} has no enemy zone to leave", uid)

    def sample(self, pick: Pick) -> Json:
        """Random ways out for some of those who have to leave."""
        entries = []
        scratch = self.play.scratch()
        for uid in leaving(self.play):
            options = WayOut(scratch, uid)
            if options.paths and pick(2) and leaving(scratch).count(uid):
                path = options.sample(pick)
                entries.append({"units": [uid], "path": path})
                scratch.move(uid, path[-1])
        orders = {DISENGAGE: entries} if entries else {}
        return orders if self.why_not(orders) is None else {}

    def describe(self) -> Json:
        """Who has to leave."""
        return {"noun": "orders of a night", "army": self.play.army, "units": list(leaving(self.play)), "default": {}}
