"""Pairs that come under observation, or are given up: both markers are turned, and the units deployed (16.6C)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial
from typing import Any, Final

from pbem.engine.options import Json
from pbem.engine.requests import SILENT, Choose, Open, Request, Silent, Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.hiding.deploying import CASE, DeployOptions
from rulesets.napoleons_last_battles.rules.hiding.pairs import army_of, pairs_in_play, places, real_of, under
from rulesets.napoleons_last_battles.rules.observation import observed_from, sees

DEPLOY: Final = "deploy"
Path = tuple[str | int, ...]


def seen_from(board: Board, pair: str) -> tuple[str, str]:
    """nlb 16.6C-2: the hex of a marker of a pair that the enemy observes now, and the nearest hex from which he does;
    empty texts where he observes neither."""
    enemy = board.enemy[army_of(board.setting, pair)]
    for at in places(board, pair).values():
        eyes = observed_from(board, at, enemy)
        if eyes:
            return at, eyes
    return "", ""


def may_discover(board: Board) -> bool:
    """nlb 16.6C-2: whether anybody lies hidden whom a move that happens could find."""
    return board.in_play and bool(board.position.hidden)


def discovers(board: Board, unit: str, at: str) -> bool:
    """nlb 16.6C-2: whether one who moves observes an enemy marker from a hex on his way. Markers observe nobody."""
    if unit in board.markers or not may_discover(board):
        return False
    army = board.setting.roster.units[unit].army
    found = [to for uid, to in board.at.items() if uid in board.markers and board.army_of(uid) != army]
    return any(sees(board, at, to) for to in found)


def reveal_seen(board: Board, label: str) -> Generator[Request, Any, None]:
    """nlb 16.6C-2: every pair that the enemy observes now is revealed at once, one after the other; who is deployed may
    observe others in turn. label: what the labels of openings begin with."""
    while may_discover(board):
        pair = next((one for one in pairs_in_play(board.position) if seen_from(board, one)[0]), "")
        if not pair:
            return
        at, eyes = seen_from(board, pair)
        yield from reveal(board, pair, label, {"why": "observed", "seen": at, "from": eyes, "case": "16.6C-2"})


def reveal(
    board: Board,
    pair: str,
    label: str,
    why: Mapping[str, Json],
    said: Json | Silent = SILENT,
    where: Path = (),
) -> Generator[Request, Any, None]:
    """nlb 16.6C-1, 16.6C-2: turns both markers of a pair, takes them off the map, and deploys who was under them.

    Units whose real marker has not come in yet are off the map again, and due as before. why: members of the event that
    say what the reason is. said, where: what its owner's orders say of the deployment; without orders of his the
    standing order for the pair counts. Raises nothing: what nobody can have committed to counts as the first marker.
    """
    army, position = army_of(board.setting, pair), board.position
    marks, units = places(board, pair), under(board, pair)
    content = (yield Open(army, (pair,), f"{label}.{pair}"))[0]
    real = pair + real_of(content)
    for marker in marks:
        board.lift(marker)
    for unit in units:
        del position.hidden[unit]
    at = marks.get(real, "")
    event = {"kind": "revealed", "pair": pair, "army": army, "real": real, "at": at, "units": list(units)}
    yield Tell({**event, "dummy": next((to for one, to in marks.items() if one != real), ""), **why})
    if not at:
        return
    options = DeployOptions(board, units, at)
    phasing = army == position.army
    answer = yield Choose(
        army,
        DEPLOY,
        options,
        f"{label}.{pair}.{DEPLOY}",
        said=said,
        where=where,
        slot="" if phasing else f"{DEPLOY}.{pair}",
        read=_as_said if phasing else partial(_wished, options=options),
        scene=board,
    )
    found = options.complete(answer)
    for unit in units:
        put(board, unit, found[unit])
    yield Tell({"kind": "deployed", "pair": pair, "army": army, "units": found, "case": CASE})


def put(board: Board, unit: str, at: str) -> None:
    """Puts a unit or leader who is nowhere into a hex."""
    if board.setting.roster.units[unit].leads:
        board.position.leaders[unit] = at
    else:
        board.place(unit, at)


def _as_said(said: Json) -> Json:
    return said


def _wished(said: Json, options: DeployOptions) -> Json | Silent:
    """A standing order: a list of hexes."""
    wishes = said if isinstance(said, (list, tuple)) else (said,)
    return options.from_wishes(wishes) or SILENT
