"""Pairs of markers of the practice opponent: who is far from the enemy goes up to him face down (16.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from pbem.engine.options import Json
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.practice.ground import FAR
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.practice.ground import Ground
from rulesets.napoleons_last_battles.practice.objectives import Objective
from rulesets.napoleons_last_battles.roster import MARKER
from rulesets.napoleons_last_battles.rules.command.authority import OFFICER
from rulesets.napoleons_last_battles.rules.hiding.pairs import own_real, pair_of, pairs_of, places, twins_of, under
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HidingOptions
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions
from rulesets.napoleons_last_battles.rules.observation import distance_of_observation

# Hexes beyond those of observation: who is farther from the next enemy is hidden; whose marker is as near is opened to
# fight, for no marker goes on into sight.
FAR_OFF: Final = 4
NEAR: Final = 1
# The last game-turns by day, on which nobody is hidden: who is counts for nothing.
LATE: Final = 2
# Half movement points that a dummy goes out of its way to stand apart from its twin, for each hex.
APART: Final = 2
MOST_APART: Final = 3


def hidden(options: HidingOptions, keep: Collection[str]) -> list[Json]:
    """The entries of `hidden`: pairs that have come near are opened, then stacks that are far off go under others.

    options: those of this phase, behind its command. keep: hexes that somebody has to be seen to hold.
    """
    board = options.board
    entries: list[Json] = []
    for entry in (*_opened(board, options.army), *_placed(options, keep)):
        if entry["pair"] not in options.busy and options.why_not(entry) is None:
            options.busy.add(entry["pair"])
            entries.append(entry)
    return entries


def _opened(board: Board, army: str) -> Iterator[Json]:
    near = distance_of_observation(board) + NEAR
    for pair in pairs_of(board.setting, army):
        if under(board, pair) and (
            _is_late(board) or any(_to_enemy(board, at) <= near for at in places(board, pair).values())
        ):
            yield {"pair": pair, "reveal": True}


def _placed(options: HidingOptions, keep: Collection[str]) -> Iterator[Json]:
    """A body for each free pair of its nation, the strongest first."""
    board, units = options.board, options.board.setting.roster.units
    if _is_late(board):
        return
    least = distance_of_observation(board) + FAR_OFF
    far = [(at, who) for at, who in _bodies(options) if at not in keep and _to_enemy(board, at) >= least]
    free = [pair for pair in pairs_of(board.setting, options.army) if pair in options.free]
    for at, who in sorted(far, key=lambda one: (-board.strength(one[1]), one[0])):
        pair = next((one for one in free if units[twins_of(one)[0]].nation == units[who[0]].nation), "")
        entry = {"pair": pair, "at": at, "units": who}
        if pair and options.why_not(entry) is None:
            free.remove(pair)
            yield entry


def _bodies(options: HidingOptions) -> Iterator[tuple[str, list[str]]]:
    """nlb 16.6A-1: who may go under one pair: a stack with its leaders; with command an officer and those of his own
    who stand with him and around."""
    board, units = options.board, options.board.setting.roster.units
    fighting = [unit for unit in board.on_map(options.army) if units[unit].fights]
    leaders = {unit: at for unit, at in board.position.leaders.items() if units[unit].army == options.army}
    if board.setting.on("command"):
        for officer, at in leaders.items():
            near = {at, *board.field.neighbours[at]}
            own = [u for u in fighting if board.at[u] in near and units[u].formation == units[officer].formation]
            if own and units[officer].kind == OFFICER:
                yield at, [*own, officer]
        return
    for at in dict.fromkeys(board.at[unit] for unit in fighting):
        there = [unit for unit in fighting if board.at[unit] == at]
        with_them = [u for u, to in leaders.items() if to == at and units[u].nation == units[there[0]].nation]
        yield at, [*there, *with_them]


def _is_late(board: Board) -> bool:
    turns = board.setting.turns[board.position.turn - 1 :]
    return sum(turn.kind != NIGHT for turn in turns) <= LATE


def _to_enemy(board: Board, at: str) -> int:
    foes = [to for to in board.here if board.holder(to) == board.enemy[board.position.army]]
    return min((board.field.distance(at, to) for to in foes), default=FAR)


def steal_up(options: MoveOptions, ground: Ground, wanted: Sequence[Objective]) -> list[Json]:
    """The entries of markers, which go where the army wants to be; each is carried out on the board. A dummy goes the
    same way, apart from its twin."""
    board = options.board
    aims = [one.at for one in wanted] or [at for at in board.here if board.holder(at) != board.position.army]
    done: list[Json] = []
    for marker in board.on_map(board.position.army):
        if board.setting.roster.units[marker].kind == MARKER and under(board, pair_of(marker)) and aims:
            entry = _entry(options, ground, aims, marker)
            if entry is not None and options.why_not(entry) is None:
                options.perform(entry)
                done.append(entry)
    return done


def _entry(options: MoveOptions, ground: Ground, aims: Sequence[str], marker: str) -> Json:
    """The way to a marker's best hex, None where it stays."""
    board, start = options.board, options.board.at[marker]
    rules, pair = options.marches.rules(marker), pair_of(marker)
    found = reach(rules, marker, start, rules.points(marker))
    twin = next((at for other, at in places(board, pair).items() if other != marker), "")
    dummy = marker != (own_real(board, pair) or twins_of(pair)[0])
    slowest = min(under(board, pair), key=lambda unit: board.setting.roster.units[unit].allowance.value)
    way = ground.way_to(aims, board.setting.roster.units[slowest].mover)

    def cost(at: str) -> tuple[int, str]:
        apart = min(board.field.distance(at, twin), MOST_APART) if dummy and twin else MOST_APART
        return way.get(at, FAR) + APART * (MOST_APART - apart), at

    best = min((start, *(at for at in found.stops if not board.units_in(at))), key=cost)
    return None if best == start else {"unit": marker, "path": list(found.paths[best])}
