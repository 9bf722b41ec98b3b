"""The Movement Phase: what one entry of the orders may say, how it is carried out, and how the phase ends."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import Choose, Request, Tell
from pbem.hexgame.moving import moves as moving
from pbem.hexgame.moving.marching import no_room, reach
from pbem.hexgame.moving.moves import Event, are_texts, halves_text
from pbem.hexgame.moving.options import UnitOptions
from pbem.hexgame.moving.random_moves import free_to_move, random_stop
from pbem.wargame.movement import Reach
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.march import entry as arriving
from rulesets.napoleon_at_war.rules.march import leaving
from rulesets.napoleon_at_war.rules.march.march import move_rules
from rulesets.napoleon_at_war.setting import Setting

# One in so many: a unit that could leave the map does, one that might be refused is.
_RARE = 8


class MoveOptions(UnitOptions):
    """What one entry of `moves` may say on a board that is being moved on. due: units that may come in."""

    due: dict[str, arriving.Due]

    def __init__(self, setting: Setting, board: Board, due: dict[str, arriving.Due] | None = None) -> None:
        super().__init__(move_rules(setting, board))
        self.setting = setting
        self.board = board
        self.due = arriving.due_units(setting, board.position, board.position.army) if due is None else due

    # -- where from ------------------------------------------------------------------

    def coming(self, unit: str) -> arriving.Due | None:
        """naw 14.0-1, 17.1-3: what is due of a unit that may come in now, and has not; None for others."""
        position = self.board.position
        return self.due.get(unit) if arriving.nowhere(position, unit) or unit in position.track else None

    def starts(self, unit: str) -> Mapping[str, int]:
        """naw 14.0-2, 14.13: the hexes in which a march of a unit may begin now, each with the half points that being
        there takes."""
        at, due = self.board.at.get(unit), self.coming(unit)
        if at is not None:
            return {at: 0}
        hexes = arriving.entry_hexes(self.setting, self.board, due) if due is not None else ()
        return {at: arriving.entry_cost(self.setting, self.board.position.turn, at) or 0 for at in hexes}

    # -- legality ------------------------------------------------------------------

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
        """naw 14.21-1, 17.1-3: an entry without a path: refused as a reinforcement, or on the track."""
        if entry.get("refuse") is True:
            due = self.due.get(unit) if arriving.nowhere(self.board.position, unit) else None
            return arriving.refuse_refusal(self.setting, self.board, due, unit)
        return leaving.track_refusal(self.setting, self.board, unit, str(entry.get("track", "")))

    def _march(self, unit: str, path: Sequence[str], edge: str | None, section: str | None) -> Refusal | int:
        """naw 6.1: a path as it is written. A friend held by an enemy zone cannot make room where it ends."""
        spent = self.walk(unit, path)
        if isinstance(spent, Refusal):
            return spent
        if edge is None and section is None:
            return no_room(self.rules, (unit,), path[-1]) or spent
        return self._off(unit, path, edge, section, spent)

    def enter(self, unit: str, at: str) -> Refusal | int:
        """naw 14.13, 17.1-3: half points that entering takes at this moment of the phase, or why it is not allowed."""
        due = self.coming(unit)
        if due is None:
            return self._absent(unit, at)
        if not at:
            return Refusal("14.13", f"{self.rules.name(unit)} names no edge hex, or none is open to it", unit)
        return arriving.judge_entry(self.setting, self.board, self.rules, due, at)

    def _absent(self, unit: str, at: str) -> Refusal:
        """naw 14.21-2, 17.0-4, 17.1-3, 17.21-1: why a unit that stands on no map cannot move, to a hex or at all."""
        position, name = self.board.position, self.setting.roster.units[unit].name
        why = arriving.gone(position, unit)
        if why is not None:
            return Refusal(why[0], f"{name} {why[1]}", unit)
        if leaving.turns_back(self.setting, self.board, unit, at):
            return leaving.no_return(self.setting, self.board, unit, at)
        if unit in position.track:
            text = f"{name} is in space {position.track[unit][1]} of the transit track and cannot enter a map yet"
            return Refusal("17.1-3", text, unit)
        return Refusal("14.0-1", f"{name} is not due yet", unit)

    def _off(self, unit: str, path: Sequence[str], edge: str | None, section: str | None, spent: int) -> Refusal | int:
        """naw 17.0-5: the last step of a path, either for good over an edge or onto the track."""
        setting, board, at = self.setting, self.board, path[-1]
        if edge is not None and section is not None:
            name = setting.roster.units[unit].name
            return Refusal("17.0-5", f"{name} leaves for good or onto the transit track, not both", unit, at)
        if section is not None:
            refusal = leaving.transit_refusal(setting, board, unit, at, section)
            battle = setting.field.map_of[at]
            edge = setting.transit.edges.get(battle, "") if setting.transit else ""
        else:
            refusal = leaving.exit_refusal(setting, board, unit, at, edge or "")
        if refusal is not None:
            return refusal
        return leaving.off_map_refusal(self.rules, unit, path, edge or "", spent, self.rules.points(unit))

    # -- carrying out ----------------------------------------------------------------

    def perform(self, entry: Json) -> list[Event]:
        """naw 14.12, 14.15-2: carries out a legal entry; returns its events. A newcomer is a unit like any other.

        Raises ValueError for an entry that is not legal.
        """
        unit, path, spent = str(entry["unit"]), entry.get("path"), self.judged(entry)
        self.moved.add(unit)
        if path is None:
            return self._stay(unit, entry)
        origin = self.board.position.track.pop(unit, None)
        if "exit" in entry or "transit" in entry:
            return self._leave(unit, path, entry, spent)
        return self.go(unit, path, spent, origin)

    def _leave(self, unit: str, path: Sequence[str], entry: Json, spent: int) -> list[Event]:
        """A path that ends off the map, for good (17.0) or onto the track (17.1): nothing of it can be undone later."""
        setting, board = self.setting, self.board
        step = leaving.leaving_cost(setting, board, path) or 0
        events = self.go(unit, path, spent - step)
        self.journal.pop()
        if "exit" in entry:
            off = leaving.leave(setting, board, unit, entry["exit"])
        else:
            off = leaving.depart(setting, board, unit, entry["transit"])
        off[0]["cost"] = halves_text(step)
        return events + off

    def _stay(self, unit: str, entry: Json) -> list[Event]:
        """naw 14.21-2, 17.21-3: a refusal for good, a step on the track, or waiting there."""
        if entry.get("refuse") is True:
            self.board.position.out.add(unit)
            return [{"kind": "refused", "unit": unit, "case": "14.21-2"}]
        if entry["track"] == "advance":
            return leaving.advance_on_track(self.board, unit)
        return [{"kind": "waits", "unit": unit, "why": "it stays on the transit track", "case": "17.21-3"}]

    def put_back(self, unit: str, origin: tuple[str, int, str] | None) -> None:
        """naw 5.32: onto the track, if it came from there."""
        if origin is not None:
            self.board.position.track[unit] = origin

    # -- at random ---------------------------------------------------------------------

    def movable(self) -> list[str]:
        """Who may still be named: on the maps in order of hex (5.17), then due (14.0), then in transit (17.1)."""
        board, moved = self.board, self.moved
        due = [unit for unit in self.due if unit not in moved and self.coming(unit)]
        ours = [unit for unit in sorted(board.position.track) if board.army_of(unit) == board.position.army]
        track = [unit for unit in ours if unit not in moved and unit not in due]
        return [*free_to_move(self.rules, moved), *due, *track]

    def random_entry(self, unit: str, pick: Pick) -> Json:
        """A march, an entry (14.0), a refusal (14.21) or a step on the track (17.1); None where there is none."""
        board, due = self.board, self.coming(unit)
        if unit in board.position.track and (due is None or pick(2)):
            at_end = board.position.track[unit][1] >= leaving.last_space(self.setting)
            return {"unit": unit, "track": "wait" if at_end or not pick(_RARE) else "advance"}
        refusable = (
            due is not None and arriving.nowhere(board.position, unit) and arriving.may_refuse(self.setting, board, due)
        )
        if refusable and not pick(_RARE):
            return {"unit": unit, "refuse": True}
        starts = list(self.starts(unit).items())
        if not starts:
            return None
        at, spent = starts[pick(len(starts))] if unit not in board.at else starts[0]
        found = reach(self.rules, unit, at, self.rules.points(unit) - spent)
        off = self._random_exit(unit, found, pick) if not pick(_RARE) else None
        path = random_stop(self.rules, found, pick) if off is None else ()
        return off or ({"unit": unit, "path": list(path)} if path else None)

    def _random_exit(self, unit: str, found: Reach, pick: Pick) -> Json:
        """A legal exit (17.0) or transit (17.1) from a hex within reach; None where there is none."""
        field = self.setting.field
        for at, path in found.paths.items():
            sections = field.sections.get(field.map_of[at], {}).items()
            ways = [("exit", edge) for edge in field.edges_of(at)]
            ways += [("transit", section) for section, hexes in sections if at in hexes]
            leaves = [{"unit": unit, "path": list(path), how: where} for how, where in ways]
            legal = [off for off in leaves if self.why_not(off) is None]
            if legal:
                return legal[pick(len(legal))]
        return None


def listed_moves(setting: Setting, board: Board, moves: Sequence[Json]) -> Generator[Request, Any, MoveOptions]:
    """naw 4.1-1A, 5.0-1, 5.0-2: the listed moves one after the other, and where that leaves the others."""
    options = MoveOptions(setting, board)
    return moving.listed_moves(options, board.position.army, _labels(board), "moves", moves, board)


def movement_phase(setting: Setting, board: Board, moves: Sequence[Json]) -> Generator[Request, Any, MoveOptions]:
    """naw 5.32, 14.0-3, 14.11: the listed moves, then what the phase demands; of friends who share a hex the move
    listed last is taken back."""
    options = yield from listed_moves(setting, board, moves)
    for event in options.unstack():
        yield Tell(event)
    yield from bring_in_the_rest(setting, board, options.due)
    for event in move_on_the_track(setting, board, options.moved):
        yield Tell(event)
    return options


def _labels(board: Board) -> str:
    return f"gt{board.position.turn}.{board.position.army}."


def bring_in_the_rest(setting: Setting, board: Board, due: dict[str, arriving.Due]) -> Generator[Request, Any, None]:
    """naw 14.0-2, 14.21-1: units that have to come in on time and have not take the nearest vacant edge hex.

    One that can afford none waits for the next turn (ruling 23); one that might be refused comes in too.
    """
    position, army = board.position, board.position.army
    for unit, arrival in due.items():
        if not arrival.must or not arriving.nowhere(position, unit):
            continue
        hexes = arriving.default_entry(setting, board, arrival)
        if not hexes:
            yield Tell({"kind": "waits", "unit": unit, "why": "no edge hex is open to it", "case": "14.13"})
            continue
        options = Listed(hexes, "14.0-2", "an entry hex")
        obliged = not arriving.may_refuse(setting, board, arrival)
        label = f"{_labels(board)}entry.{unit}"
        at = yield Choose(army, "entry", options, label, obliged=obliged, scene=board)
        board.place(unit, at)
        cost = arriving.entry_cost(setting, position.turn, at) or 0
        yield Tell({**moving.entered_event(unit, [at], cost, "default entry"), "case": arrival.case})


def move_on_the_track(setting: Setting, board: Board, moved: set[str]) -> Iterator[Event]:
    """naw 17.1-2: units in transit that the orders do not name go on by one space; in the last one they stay."""
    position = board.position
    for unit in sorted(position.track):
        ours = setting.roster.units[unit].army == position.army
        if ours and unit not in moved and position.track[unit][1] < leaving.last_space(setting):
            yield from leaving.advance_on_track(board, unit)
