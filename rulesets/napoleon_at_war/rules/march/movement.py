"""The Movement Phase: what one entry of the orders may say, how it is carried out, and how the phase ends."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import Choose, Request, Tell
from pbem.hexgame.moving import moves as moving
from pbem.hexgame.moving.marching import no_room
from pbem.hexgame.moving.moves import NO, Event, are_texts, halves_text
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.march.entry import (
    Due,
    default_entry,
    due_units,
    entry_cost,
    judge_entry,
    may_refuse,
    nowhere,
    refuse_refusal,
)
from rulesets.napoleon_at_war.rules.march.exits import exit_refusal, leave, leaving_cost, off_map_refusal
from rulesets.napoleon_at_war.rules.march.march import move_rules, reach, routes
from rulesets.napoleon_at_war.rules.march.random_moves import movable, random_entry
from rulesets.napoleon_at_war.rules.march.transit import (
    advance_on_track,
    depart,
    last_space,
    no_return,
    track_refusal,
    transit_refusal,
    turns_back,
)
from rulesets.napoleon_at_war.setting import Setting


class MoveOptions:
    """What one entry of `moves` may say on a board that is being moved on. One object serves a whole phase.

    moved: units that have moved and may not again. due: units that may come in.
    journal: units that ended on the map, in order, with where they came from.
    """

    def __init__(
        self, setting: Setting, board: Board, moved: set[str] | None = None, due: dict[str, Due] | None = None
    ) -> None:
        self.setting = setting
        self.board = board
        self.rules = move_rules(setting, board)
        self.moved = set() if moved is None else moved
        self.due = due_units(setting, board.position, board.position.army) if due is None else due
        self.journal: moving.Journal = []
        self._judged: tuple[Json, int] = (None, 0)

    # -- legality ------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal entry or `no`, else the first refusal that applies."""
        if answer == NO:
            return None
        spent = self.judge(answer)
        if isinstance(spent, Refusal):
            return spent
        self._judged = (answer, spent)
        return None

    def judge(self, entry: Json) -> Refusal | int:
        """naw 4.1-1A, 5.11, 5.17: half points that an entry takes, or why it is not allowed."""
        unit: Json = entry.get("unit") if isinstance(entry, dict) else None
        refusal = moving.mover_refusal(self.rules, unit, self.moved)
        if refusal is not None:
            return refusal
        path = entry.get("path")
        if path is not None:
            if not are_texts(path) or not are_texts((entry.get("exit", ""), entry.get("transit", ""))):
                text = f"{self.rules.name(unit)}: a path is a list of hexes, an exit or transit a word"
                return Refusal("5.16", text, unit)
            return self._march(unit, path, entry.get("exit"), entry.get("transit"))
        return self._stand(unit, entry) or 0

    def _stand(self, unit: str, entry: Json) -> Refusal | None:
        """An entry without a path: refused as a reinforcement, or on the track."""
        if entry.get("refuse") is True:
            due = self.due.get(unit) if nowhere(self.board.position, unit) else None
            return refuse_refusal(self.setting, self.board, due, unit)
        return track_refusal(self.setting, self.board, unit, str(entry.get("track", "")))

    def walk(self, unit: str, path: Sequence[str]) -> Refusal | int:
        """naw 5.16, 17.1-3: half points that a path takes, wherever it ends, or why it is not open to a unit."""
        return moving.walk(self.rules, unit, path, self._enter)

    def _march(self, unit: str, path: Sequence[str], edge: str | None, section: str | None) -> Refusal | int:
        """naw 6.1: a path as it is written. A friend held by an enemy zone cannot make room where it ends."""
        spent = self.walk(unit, path)
        if isinstance(spent, Refusal):
            return spent
        if edge is None and section is None:
            return no_room(self.rules, (unit,), path[-1]) or spent
        return self._off(unit, path, edge, section, spent)

    def _enter(self, unit: str, at: str) -> Refusal | int:
        """naw 17.1-3: half points that entering takes at this moment of the phase, or why it is not allowed."""
        due = self.due.get(unit) if at else None
        if due is None or not (nowhere(self.board.position, unit) or unit in self.board.position.track):
            return self._absent(unit, at)
        return judge_entry(self.setting, self.board, self.rules, due, at)

    def _absent(self, unit: str, at: str) -> Refusal:
        """naw 14.21-2, 17.0-4, 17.1-3, 17.21-1: why a unit that stands on no map cannot move, to a hex or at all."""
        position, name = self.board.position, self.setting.roster.units[unit].name
        if unit in position.lost:
            return Refusal("5.0-1", f"{name} has been eliminated", unit)
        if unit in position.exited:
            return Refusal("17.0-4", f"{name} has left the map for good", unit)
        if unit in position.out:
            return Refusal("14.21-2", f"{name} was refused or cut off and never comes", unit)
        if turns_back(self.setting, self.board, unit, at):
            return no_return(self.setting, self.board, unit, at)
        if unit in position.track:
            space = position.track[unit][1]
            return Refusal(
                "17.1-3", f"{name} is in space {space} of the transit track and cannot enter a map yet", unit
            )
        return Refusal("14.0-1", f"{name} is not due yet", unit)

    def _off(self, unit: str, path: Sequence[str], edge: str | None, section: str | None, spent: int) -> Refusal | int:
        """naw 17.0-5: the last step of a path, either for good over an edge or onto the track."""
        setting, board, at = self.setting, self.board, path[-1]
        if edge is not None and section is not None:
            name = setting.roster.units[unit].name
            return Refusal("17.0-5", f"{name} leaves for good or onto the transit track, not both", unit, at)
        if section is not None:
            refusal = transit_refusal(setting, board, unit, at, section)
            battle = setting.field.map_of[at]
            edge = setting.transit.edges.get(battle, "") if setting.transit else ""
        else:
            refusal = exit_refusal(setting, board, unit, at, edge or "")
        if refusal is not None:
            return refusal
        return off_map_refusal(self.rules, unit, path, edge or "", spent, self.rules.points(unit))

    # -- carrying out ----------------------------------------------------------------

    def perform(self, entry: Json) -> list[Event]:
        """naw 14.12, 14.15-2: carries out a legal entry; returns its events. A newcomer is a unit like any other.

        Raises ValueError for an entry that is not legal.
        """
        unit: str = entry["unit"]
        path = entry.get("path")
        # An answer that a resumed phase takes from its trace was judged in another run.
        spent = self._judged[1] if self._judged[0] is entry else self.judge(entry)
        if isinstance(spent, Refusal):
            raise ValueError(spent.text)
        self.moved.add(unit)
        if path is None:
            return self._stay(unit, entry)
        if "exit" in entry or "transit" in entry:
            return self._leave(unit, path, entry, spent)
        return [self._moved(unit, path, spent)] if self._place(unit, path) else []

    def _leave(self, unit: str, path: Sequence[str], entry: Json, spent: int) -> list[Event]:
        """Carries out a path that ends off the map: nothing of it can be undone later."""
        setting, board = self.setting, self.board
        step = leaving_cost(setting, board, path) or 0
        events = [self._moved(unit, path, spent - step)] if self._place(unit, path) else []
        self.journal.pop()
        if "exit" in entry:
            gone = leave(setting, board, unit, entry["exit"])
        else:
            gone = depart(setting, board, unit, entry["transit"])
        gone[0]["cost"] = halves_text(step)
        return events + gone

    def _place(self, unit: str, path: Sequence[str]) -> bool:
        """Puts the unit at the end of its path; whether that is worth a word."""
        position = self.board.position
        at = position.at.get(unit)
        self.journal.append((unit, at or position.track.pop(unit, None)))
        moving.bring(self.board, unit, path[-1])
        return at is None or len(path) > 1

    def _moved(self, unit: str, path: Sequence[str], spent: int) -> Event:
        if self.journal[-1][1] != path[0]:
            return moving.entered_event(unit, path, spent)
        return moving.moved_event(self.rules, unit, path, spent)

    def _stay(self, unit: str, entry: Json) -> list[Event]:
        """naw 14.21-2, 17.21-3: a refusal for good, a step on the track, or waiting there."""
        if entry.get("refuse") is True:
            self.board.position.out.add(unit)
            return [{"kind": "refused", "unit": unit, "case": "14.21-2"}]
        if entry["track"] == "advance":
            return advance_on_track(self.board, unit)
        return [{"kind": "waits", "unit": unit, "why": "it stays on the transit track", "case": "17.21-3"}]

    # -- the rest of the contract --------------------------------------------------------

    def default(self) -> Json:
        """naw 5.0-1: no move."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """A random legal entry, or `no`."""
        units = movable(self)
        if not units:
            return NO
        return random_entry(self, units[pick(len(units))], pick) or NO

    def describe(self) -> Json:
        """Units that may still move, come in or go on on the track."""
        return {"noun": "a move", "units": movable(self), "default": NO}


def listed_moves(setting: Setting, board: Board, moves: Sequence[Json]) -> Generator[Request, Any, MoveOptions]:
    """naw 4.1-1A, 5.0-1, 5.0-2: the listed moves one after the other, and where that leaves the others."""
    options = MoveOptions(setting, board)
    return moving.listed_moves(options, board.position.army, _labels(board), "moves", moves, board)


def movement_phase(setting: Setting, board: Board, moves: Sequence[Json]) -> Generator[Request, Any, MoveOptions]:
    """naw 14.0-3, 14.11: the listed moves, then what the phase demands."""
    options = yield from listed_moves(setting, board, moves)
    for event in unstack(options):
        yield Tell(event)
    yield from bring_in_the_rest(setting, board, options.due)
    for event in move_on_the_track(setting, board, options.moved):
        yield Tell(event)
    return options


def _labels(board: Board) -> str:
    return f"gt{board.position.turn}.{board.position.army}."


def unstack(options: MoveOptions) -> Iterator[Event]:
    """naw 5.32: while friends share a hex, the move listed last among theirs is taken back.

    A unit that ended where it began has no move that could be.
    """

    def put_back(unit: str, place: tuple[str, int, str] | None) -> None:
        if place is not None:
            options.board.position.track[unit] = place

    return moving.unstack(options.rules, options.journal, put_back)


def bring_in_the_rest(setting: Setting, board: Board, due: dict[str, Due]) -> Generator[Request, Any, None]:
    """naw 14.0-2, 14.21-1: units that have to come in on time and have not take the nearest vacant edge hex.

    One that can afford none waits for the next turn (ruling 23); one that might be refused comes in too.
    """
    position, army = board.position, board.position.army
    for unit, arrival in due.items():
        if not arrival.must or not nowhere(position, unit):
            continue
        hexes = default_entry(setting, board, arrival)
        if not hexes:
            yield Tell({"kind": "waits", "unit": unit, "why": "no edge hex is open to it", "case": "14.13"})
            continue
        options = Listed(hexes, "14.0-2", "an entry hex")
        obliged = not may_refuse(setting, board, arrival)
        label = f"{_labels(board)}entry.{unit}"
        at = yield Choose(army, "entry", options, label, obliged=obliged, scene=board)
        board.place(unit, at)
        cost = entry_cost(setting, position.turn, at) or 0
        yield Tell({**moving.entered_event(unit, [at], cost, "default entry"), "case": arrival.case})


def move_on_the_track(setting: Setting, board: Board, moved: set[str]) -> Iterator[Event]:
    """naw 17.1-2: units in transit that the orders do not name go on by one space; in the last one they stay."""
    position = board.position
    for unit in sorted(position.track):
        ours = setting.roster.units[unit].army == position.army
        if ours and unit not in moved and position.track[unit][1] < last_space(setting):
            yield from advance_on_track(board, unit)


__all__ = ["NO", "MoveOptions", "listed_moves", "movement_phase", "reach", "routes"]
