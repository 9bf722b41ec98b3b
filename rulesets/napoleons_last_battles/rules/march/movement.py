"""The Movement Phase: what one entry of the orders may say, how it is carried out, and how the phase ends (5.0)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request, Tell
from pbem.hexgame.moving import moves as moving
from pbem.hexgame.moving.marching import no_room
from pbem.hexgame.moving.moves import Event, are_texts, halves_text
from pbem.hexgame.moving.options import EntryOptions
from pbem.hexgame.moving.rules import MoveRules
from rulesets.napoleons_last_battles.board import MOST, Board
from rulesets.napoleons_last_battles.rules.approach import approached, wakeful
from rulesets.napoleons_last_battles.rules.battle.artillery import ARTILLERY
from rulesets.napoleons_last_battles.rules.battle.morale import given_back, may_stir, settle
from rulesets.napoleons_last_battles.rules.command.headquarters import chief_left, threatened
from rulesets.napoleons_last_battles.rules.dice.commanders import meet
from rulesets.napoleons_last_battles.rules.hiding.revealing import discovers, may_discover, reveal_seen
from rulesets.napoleons_last_battles.rules.march.charge import charge_refusal
from rulesets.napoleons_last_battles.rules.march.entry import Due, absent, due_units, judge_entry, nowhere
from rulesets.napoleons_last_battles.rules.march.exits import judge_exit, leave, leaving_cost
from rulesets.napoleons_last_battles.rules.march.garrisons import (
    bound_refusal,
    come_out,
    complete,
    form,
    forming_refusal,
)
from rulesets.napoleons_last_battles.rules.march.ground import by_road
from rulesets.napoleons_last_battles.rules.march.leaders import flee, flee_where_stranded, passed_by
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.rules.march.random_moves import movable, random_entry
from rulesets.napoleons_last_battles.rules.march.routing import find_path
from rulesets.napoleons_last_battles.rules.marks import CHARGING, MOVED, ON_ROAD
from rulesets.napoleons_last_battles.rules.memos import open_entering

ORDERS = "orders"
_UNIT_AND_PATH: Final = 2
Judged = tuple[list[str], dict[str, int]]
"""The path of a legal entry, empty for one that holds, and the half points that each pays."""
MOST_TOGETHER = 12
"""Units and leaders of one entry that are read at all."""


@dataclass(frozen=True, slots=True)
class Halted:
    """nlb 16.6C-2: what is left of a move: who makes it, the rest of the path, the exit, and the half points spent."""

    units: tuple[str, ...]
    path: list[str]
    exit: str
    spent: dict[str, int]


class MoveOptions(EntryOptions[Judged]):
    """What one entry of `orders` may say on a board that is being moved on. One object serves a whole phase.

    An entry is {unit: ID} or {units: [ID, ...]}, and {to: HEX} or {path: [HEX, ...]}, {enter: HEX}, {exit: HEX} or
    {hold: true}; {charge: true} beside a path (16.8); or {garrison: true} alone (16.11). moved: who has moved and may
    not again. came: hex -> stacks that have come in there. journal: combat units that ended on the map, in order, with
    where they came from. course: who made the last move and by which path. halted: what is left of it where an enemy
    marker was seen on the way (16.6C).
    """

    due: dict[str, Due]

    def __init__(self, board: Board, commanded: Collection[str] = ()) -> None:
        super().__init__()
        self.board = board
        self.marches = Marches(board, commanded)
        self.due = due_units(board)
        self.came: dict[str, int] = {}
        self.course: tuple[tuple[str, ...], list[str]] = ((), [])
        self.entered: list[str] = []
        self.passed: dict[str, list[str]] = {}
        self.halted: Halted | None = None
        on = board.setting.on
        self._marks_movers = on("sustained-bombardment") or on("modified-terrain")

    # -- legality ------------------------------------------------------------------

    def judge(self, entry: Json) -> Refusal | Judged:
        """nlb 4.1.1B, 5.1C-1, 5.4-2: the path of an entry and the half points that each pays, or why it is illegal."""
        units = units_of(entry)
        if isinstance(units, Refusal):
            return units
        refusal = self.unfit(units)
        if refusal is not None:
            return refusal
        path = entry.get("path")
        if len(entry) == _UNIT_AND_PATH and path and are_texts(path):
            # As most entries are.
            return self._march(units, list(path), entry)
        if "garrison" in entry:
            return self._garrison(units, entry)
        if "hold" in entry:
            alone = entry["hold"] is True and set(entry) <= {"unit", "units", "hold"}
            return ([], {}) if alone else _shape("who holds does nothing else: hold is true, without to, path or exit")
        said = [entry[key] for key in ("to", "enter", "exit") if key in entry]
        if not (said or path):
            return _shape("an entry says to, path, enter, exit or hold")
        if not are_texts(said) or "" in said or not (path is None or are_texts(path)):
            return _shape("a path is a list of hexes, and to, enter and exit are hexes each")
        if path and "to" in entry and path[-1] != entry["to"]:
            return _shape(f"the path ends in {path[-1][:20]}, not in {entry['to'][:20]}")
        path = list(path) if path is not None else find_path(self, units, entry)
        return self._march(units, path, entry)

    def _garrison(self, units: Sequence[str], entry: Json) -> Refusal | Judged:
        if entry["garrison"] is not True or not set(entry) <= {"unit", "units", "garrison"}:
            return _shape("who forms a garrison does nothing else: garrison is true, without to, path or exit")
        return forming_refusal(self.board, units) or ([], {})

    def unfit(self, units: Sequence[str]) -> Refusal | None:
        """Who may not be named in a move now, or not in the same one."""
        rules, places, marches = self._any, set[str](), self.marches
        for unit in units:
            refusal = moving.mover_refusal(rules, unit, self.moved) or marches.frozen(unit)
            refusal = refusal or bound_refusal(self.board, unit)
            at = "" if refusal is not None else marches.place(unit)
            if refusal is None and not at and not self.may_come(unit):
                refusal = absent(self.board, unit)
            if refusal is not None:
                return refusal
            places.add(at)
        if len(places) > 1:
            return Refusal("5.0", f"{rules.names(units)} do not stand in the same hex and move one by one", units[0])
        return self._too_many(units) if "" in places else None

    @property
    def _any(self) -> MoveRules:
        """Rules whose roster names units and leaders alike."""
        return self.marches.rules_of_leaders

    def may_come(self, unit: str) -> bool:
        """Whether it is due and still off the map."""
        return unit in self.due and nowhere(self.board.position, unit)

    def _march(self, units: Sequence[str], path: list[str], entry: Json) -> Refusal | Judged:
        leading, here = self.marches.leading, self.board.here
        fighting = [unit for unit in units if unit not in leading]
        paid: dict[str, int] = {}
        enter = entry.get("enter")
        if enter is not None and (self.marches.place(units[0]) or path[:1] != [enter]):
            return Refusal("5.6-1", f"{self._any.name(units[0])} does not come in at {enter[:20]}", units[0])
        for unit in units:
            spent = self._off(unit, path, entry, fighting) if "exit" in entry else self.walk(unit, path, fighting)
            if isinstance(spent, Refusal):
                return spent
            paid[unit] = spent
        if fighting and "exit" not in entry and path[-1] in here:
            crowd = no_room(self.marches.rules(fighting[0]), fighting, path[-1])
            if crowd is not None:
                return crowd
        if "charge" in entry:
            refusal = (
                charge_refusal(self.board, units, path, paid) if entry["charge"] is True else _shape("charge is yes")
            )
            if refusal is not None:
                return refusal
        return path, paid

    def walk(self, unit: str, path: Sequence[str], fighting: Sequence[str]) -> Refusal | int:
        """nlb 5.6A-2: half points that a path takes, wherever it ends, or why it is not open to one. fighting: the
        combat units that go the same way, it among them if it is one."""
        rules = self._rules_on(unit, path, fighting)
        spent = moving.walk(rules, unit, path, self._coming_beside if fighting else self._coming)
        return self.marches.cited(spent) if isinstance(spent, Refusal) else spent

    def _coming(self, unit: str, at: str, *, beside: bool = False) -> Refusal | int:
        due = self.due.get(unit) if at and nowhere(self.board.position, unit) else None
        if due is None:
            return absent(self.board, unit)
        return judge_entry(self.marches, due, at, self.came, beside and self.marches.leads(unit))

    def _coming_beside(self, unit: str, at: str) -> Refusal | int:
        """The same for one with whom combat units come."""
        return self._coming(unit, at, beside=True)

    def _rules_on(self, unit: str, path: Sequence[str], fighting: Sequence[str]) -> MoveRules:
        beside = path[-1] if fighting and path and unit in self.marches.leading else ""
        return self.marches.rules(unit, beside, abreast=len(fighting) > 1)

    def _off(self, unit: str, path: Sequence[str], entry: Json, fighting: Sequence[str]) -> Refusal | int:
        """nlb 5.5-1: the same of an entry that leaves the map, the step off it included."""
        spent = self.walk(unit, path, fighting)
        if isinstance(spent, Refusal):
            return spent
        rules = self._rules_on(unit, path, fighting)
        if path[-1] != entry["exit"]:
            text = f"{rules.name(unit)} leaves the map at {entry['exit'][:20]}; its path ends there"
            return Refusal("5.5-1", text, unit, path[-1])
        return judge_exit(self.board, rules, unit, path, spent)

    def _too_many(self, units: Sequence[str]) -> Refusal | None:
        """nlb 5.6A-1, 19.5D-1, 26.0E-R: how many may come in as one stack."""
        fighting = [unit for unit in units if not self.marches.leads(unit)]
        most = 1 if any(self.due[unit].group.unstacked for unit in fighting) else MOST
        if len(fighting) <= most:
            return None
        text = f"{self._any.names(fighting)} come in together, and a stack is {most} here"
        return Refusal("5.6A-1", text, fighting[0])

    # -- carrying out ----------------------------------------------------------------

    def perform(self, entry: Json) -> list[Event]:
        """nlb 5.6C: carries out a legal entry; returns its events. A newcomer marches on like any other.

        Raises ValueError for an entry that is not legal.
        """
        path, paid = self.judged(entry)
        units = _named(entry)
        self.halted = None
        if self.board.position.hidden:
            path, paid = self._up_to_a_marker(units, path, paid, entry)
        self.moved.update(units)
        self.course = (units, path)
        if "garrison" in entry:
            return [form(self.board, units[0])]
        if self.board.position.marks:
            for unit in units:
                come_out(self.board, unit)
        start = self.marches.place(units[0])
        self.entered = path[1:] if start else path
        if not path:
            return [{"kind": "holds", "unit": unit, "case": "5.0"} for unit in units]
        if self._marks_movers or "charge" in entry:
            self._mark(units, path, "charge" in entry)
        # Combat units go first: where they stand leaders may be. They all come from one place.
        ordered = sorted(units, key=self.marches.leads) if len(units) > 1 else units
        if not start and ordered[0] not in self.marches.leading:
            self.came[path[0]] = self.came.get(path[0], 0) + 1
        leaves = "exit" in entry and self.halted is None
        if len(ordered) == 1:
            return self._go(ordered[0], path, paid[ordered[0]], leaves)
        return [event for unit in ordered for event in self._go(unit, path, paid[unit], leaves)]

    def _up_to_a_marker(
        self, units: Sequence[str], path: list[str], paid: dict[str, int], entry: Json
    ) -> tuple[list[str], dict[str, int]]:
        """nlb 16.6C-2: a path and what each pays for it, as far as the hex from which an enemy marker is observed."""
        if not may_discover(self.board):
            return path, paid
        first = 1 if self.marches.place(units[0]) else 0
        seen = (i for i in range(first, len(path) - 1) if any(discovers(self.board, u, path[i]) for u in units))
        halt = next(seen, None)
        if halt is None:
            return path, paid
        fighting = [unit for unit in units if not self.marches.leads(unit)]
        walked = {unit: self.walk(unit, path[: halt + 1], fighting) for unit in units}
        spent = {unit: cost for unit, cost in walked.items() if not isinstance(cost, Refusal)}
        self.halted = Halted(tuple(units), path[halt:], entry.get("exit", ""), spent)
        return path[: halt + 1], spent

    def go_on(self) -> list[Event]:
        """nlb 16.6C-2: the rest of a move that was halted, once the marker is revealed, as far as it is still allowed:
        who was deployed may bar the way, or hold those who move."""
        rest, self.halted = self.halted, None
        self.entered = []
        if rest is None or any(self.marches.place(unit) != rest.path[0] for unit in rest.units):
            return []
        for unit, spent in rest.spent.items():
            self.marches.spent[unit] = self.marches.spent.get(unit, 0) + spent
        self.moved.difference_update(rest.units)
        entry = {"units": list(rest.units), "path": rest.path, **({"exit": rest.exit} if rest.exit else {})}
        refusal = self.why_not(entry)
        if refusal is None:
            return self.perform(entry)
        self.moved.update(rest.units)
        event = {"kind": "halted", "units": list(rest.units), "at": rest.path[0], "to": rest.path[-1]}
        return [{**event, "text": refusal.text, "case": "16.6C-2"}]

    def _mark(self, units: Sequence[str], path: Sequence[str], charges: bool) -> None:
        """nlb 16.4-5, 16.8-1, 16.9: who charges, who marched by road, and which batteries have not stood still."""
        setting = self.board.setting
        if setting.on("sustained-bombardment") and len(path) > 1:
            self.board.position.mark(MOVED, (unit for unit in units if setting.roster.units[unit].kind in ARTILLERY))
        fighting = [unit for unit in units if unit not in self.marches.leading]
        if setting.on("modified-terrain") and by_road(self.board, fighting, path):
            self.board.position.mark(ON_ROAD, fighting)
        if charges:
            self.board.position.mark(CHARGING, fighting)

    def _go(self, unit: str, path: list[str], spent: int, leaves: bool) -> list[Event]:
        rules, at = self.marches.rules(unit) if leaves else self.marches.plainly(unit), self.marches.place(unit)
        step = (leaving_cost(self.board, rules, unit, path) or 0) if leaves else 0
        if not at:
            events = [moving.entered_event(unit, path, spent - step)]
        else:
            events = [moving.moved_event(rules, unit, path, spent - step)] if len(path) > 1 else []
        moving.bring(rules.board, unit, path[-1])
        if not leaves and unit not in self.marches.leading:
            self.journal.append((unit, at or None))
        return [*events, {**leave(self.board, rules, unit), "cost": halves_text(step)}] if leaves else events

    # -- at random ---------------------------------------------------------------------

    def movable(self) -> list[str]:
        """Units and leaders that may still move or come in."""
        return movable(self)

    def random_entry(self, unit: str, pick: Pick) -> Json:
        """See `random_moves`."""
        return random_entry(self, unit, pick)


def units_of(entry: Json) -> list[str] | Refusal:
    """Who is named in an entry, one or several, each once."""
    if not isinstance(entry, dict) or ("unit" in entry) == ("units" in entry):
        return _shape("an entry names a unit, or several as units")
    if isinstance(entry.get("unit"), str):
        return [entry["unit"]]
    units = entry.get("units", [entry.get("unit")])
    if not are_texts(units) or not 0 < len(units) <= MOST_TOGETHER or len(set(units)) < len(units):
        return _shape(f"an entry names 1 to {MOST_TOGETHER} units, each once")
    return list(units)


def _named(entry: Json) -> tuple[str, ...]:
    """Who is named in a legal entry."""
    return tuple(entry["units"]) if "units" in entry else (entry["unit"],)


def _shape(text: str) -> Refusal:
    return Refusal("5.0", text)


def movement(
    board: Board, orders: Sequence[Json], commanded: Collection[str] = ()
) -> Generator[Request, Any, MoveOptions]:
    """nlb 4.1.1B, 5.4-2, 10.1E-2, 16.14B, 16.14D: the Movement Phase of the phasing army: its orders; then stacks above
    the limit are undone, who is left alone flees, and headquarters in enemy zones become inactive.

    commanded: leaders who gave command in this turn. Returns what was moved, with how the phase stands. Raises
    GameDecided where the game ends at an instant.
    """
    held = dict(board.position.held)
    options = yield from listed_moves(board, orders, commanded)
    back = list(moving.unstack(options.marches.rules_of_units, options.journal, _wait_again))
    yield from map(Tell, back)
    yield from given_back(board, [event["unit"] for event in back], options.passed, held)
    yield from flee_where_stranded(board, f"{_labels(board)}end")
    yield from threatened(board)
    return options


def listed_moves(
    board: Board, orders: Sequence[Json], commanded: Collection[str] = ()
) -> Generator[Request, Any, MoveOptions]:
    """nlb 3.4B-1, 5.0, 5.1B, 5.6B, 9.1, 10.1E-2, 15.4-3, 15.4-4, 16.6C-2, 19.5C, 22.6B: memos of those who come in,
    then the listed moves one after the other, and where that leaves the others; after each at once enemy leaders flee
    from it, whom it sets free is free, and what it brings about for control, levels and victory counts. A move that
    comes upon an enemy marker is halted while that is revealed, and goes on. Raises GameDecided."""
    yield from complete(board)
    yield from open_entering(board, orders)
    options, settled = MoveOptions(board, commanded), False

    def after(label: str) -> Generator[Request, Any, None]:
        yield from brought_about(label)
        if may_discover(board):
            yield from reveal_seen(board, label)
        while options.halted is not None:
            yield from map(Tell, options.go_on())
            yield from brought_about(label)
            yield from reveal_seen(board, label)

    def brought_about(label: str) -> Generator[Request, Any, None]:
        units, path = options.course
        # Where there are no leaders none leaves, flees or is met.
        if board.position.leaders:
            yield from chief_left(board, units, path)
            for unit in units:
                yield from flee(board, passed_by(board, path, unit), label)
            meet(board, units, options.entered)
        if options.entered and wakeful(board):
            yield from approached(board, units)
        fighting = [unit for unit in units if unit in board.setting.fighters]
        for unit in fighting:
            options.passed.setdefault(unit, []).extend(options.entered)
        entries = [(unit, at) for unit in fighting for at in options.entered]
        nonlocal settled
        # What was decided before the first move, such as by memos, counts with it.
        if not settled or may_stir(board, entries):
            settled = True
            yield from settle(board, entries)
        else:
            board.entered.clear()

    army = board.position.army
    return (yield from moving.listed_moves(options, army, _labels(board), ORDERS, orders, board, after))


def _labels(board: Board) -> str:
    return f"gt{board.position.turn}.{board.position.army}."


def _wait_again(unit: str, origin: Any) -> None:
    """nlb 5.6E: whose entry is taken back is off the map again, and due on a later turn."""
