"""What no position of Winter's Victory may ever show, and what its random players write."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.campaign.core.rulebooks import installed
from pbem.campaign.outbox.create import Invitation
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import ARTILLERY
from rulesets.winters_victory.rules.formations.mobility import crew_of

NAME = "winters-victory"
FIRE = 6
"""The phase in which both armies fire."""
Json = Any


def check_position(game: Any, at: Json) -> None:
    """No hex holds both armies, nobody is stronger than he is printed or in play twice, an extended line alone has a
    second hex, and the text form of a position says all of it."""
    play = game.play(at)
    board, units = play.board, game.setting.units
    for place in board.here:
        # Guns that their crew has left stand among enemies (12.43.3).
        foes = [[uid for uid in board.fighting(place, army) if not _left(board, uid)] for army in ("french", "allied")]
        assert not all(foes), place
    for uid, piece in board.pieces.items():
        assert 0 <= piece.strength <= units[uid].strength, uid
        assert (piece.formation == "extended") >= bool(piece.second), uid
        assert len(set(piece.hexes)) == len(piece.hexes), uid
    assert not set(at["counters"]) & {*at["gone"], *at["waiting"]}
    assert game.writing.read_text(game.writing.text(at)) == at


def _left(board: Board, uid: str) -> bool:
    """Whether these are guns without a crew."""
    return board.unit(uid).kind == ARTILLERY and not crew_of(board, uid)


def check_phase(game: Any, before: Json, after: Json, events: Sequence[Mapping[str, Any]]) -> None:
    """Who is gone does not come back, no book of morale finds again what it has lost by losses, and in the fire of both
    armies nobody fires at a hex twice."""
    assert set(before["gone"]) <= set(after["gone"])
    lost, now = before["losses"], after["losses"]
    assert all(now.get(uid, 0) >= points for uid, points in lost.items())
    fired: set[tuple[str, str]] = set()
    phase = 0
    for event in events:
        if event["kind"] == "phase":
            phase, fired = event["phase"], set()
        elif event["kind"] == "fire" and phase == FIRE:
            assert (event["unit"], event["to"]) not in fired, event
            fired.add((event["unit"], event["to"]))


def words(game: Any) -> list[str]:
    """Names that standing orders may hold: units of both armies, leaders, hexes, what does not exist."""
    setting = game.setting
    hexes = setting.field.hexes
    return [*setting.units, *hexes[:: max(1, len(hexes) // 50)], "no-unit", "9999", "9-1", "line", "column", "a", "b"]


def asking(orders: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same orders: nothing in them is left for a question."""
    return orders


def invitation(seed: int, scenario: str, tempo: str) -> Invitation:
    """Game number `seed` of a scenario: armies take turns."""
    described = next(one for one in installed()[NAME].scenarios() if one.id == scenario)
    return Invitation(NAME, scenario, described.armies[seed % len(described.armies)], {"tempo": tempo})
