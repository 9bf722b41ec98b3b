"""Who holds the objectives, what they and broken enemies are worth, and who has won (14.13, 20).

The playbook was not at hand: what decides is a stand-in of ours (`scenario.yaml`, data/playbook/points.yaml).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import ALLIED, ENEMY, FRENCH
from rulesets.winters_victory.playbook import Points
from rulesets.winters_victory.rules.morale.books import Book
from rulesets.winters_victory.scenarios_data import Objective, Scenario

OBJECTIVES, HEXES, POINTS = "objectives", "hexes", "points"
"""Kinds of victory: points of objectives; hexes of objectives; objectives, enemy books that are broken, and losses."""
DRAW: Final = "draw"


@dataclass(frozen=True, slots=True)
class Standing:
    """What victory looks at. held: hex of an objective -> army that was in it last. books: army -> its books."""

    scenario: Scenario
    points: Points
    held: Mapping[str, str]
    books: Mapping[str, tuple[Book, ...]]


def occupied(board: Board, objectives: Iterable[Objective]) -> dict[str, str]:
    """wv 14.13: hex of an objective -> the army whose combat units are in it; skirmishers and crews hold as others
    do."""
    hexes = (at for one in objectives for at in one.hexes)
    return {at: army for at in hexes for army in (FRENCH, ALLIED) if board.fighting(at, army)}


def holder(objective: Objective, held: Mapping[str, str]) -> str:
    """wv 14.13: the army that was in most hexes of an objective last, "" if neither was in more than the other."""
    french, allied = (sum(held.get(at) == army for at in objective.hexes) for army in (FRENCH, ALLIED))
    return FRENCH if french > allied else ALLIED if allied > french else ""


# -- points ----------------------------------------------------------------------------------


def scored(standing: Standing) -> dict[str, dict[str, int]]:
    """wv 14.13: army -> what it has points for -> points, as the kind of victory counts."""
    kind, found = standing.scenario.victory["kind"], {}
    for army in (FRENCH, ALLIED):
        if kind == HEXES:
            found[army] = {"hexes": _hexes(standing, army)}
            continue
        own = (one for one in standing.scenario.objectives if holder(one, standing.held) == army)
        found[army] = {"objectives": sum(one.points for one in own)}
        if kind == POINTS:
            found[army] |= {"broken": broken(standing, ENEMY[army]), "lost": _ravaged(standing, ENEMY[army])}
    return found


def _hexes(standing: Standing, army: str) -> int:
    return sum(standing.held.get(at) == army for one in standing.scenario.objectives for at in one.hexes)


def broken(standing: Standing, army: str) -> int:
    """wv 14.22-3, 14.22B: what the demoralized and disintegrated books of an army are worth to its enemy: the whole
    figure for the whole army, else its part of their starts, rounded down."""
    worth, books = standing.points.victory, standing.books[army]
    total = sum(
        one.start * (worth["disintegrated"] if one.disintegrated else worth["demoralized"])
        for one in books
        if one.demoralized or one.disintegrated
    )
    return total // max(1, sum(one.start for one in books))


def lost(standing: Standing, army: str) -> int:
    """wv 14.11-1: morale points that the books of an army have lost."""
    return sum(one.start - one.level for one in standing.books[army])


def _ravaged(standing: Standing, army: str) -> int:
    return max(0, lost(standing, army)) // standing.points.victory["lost"]


# -- the end ---------------------------------------------------------------------------------


def finished(board: Board, books: Mapping[str, tuple[Book, ...]], coming: Iterable[str]) -> frozenset[str]:
    """wv 14.22B: the armies that cannot fight on: all their books have disintegrated, or nobody of them is on the map
    or to come. The battle ends at once (ours). coming: combat units that are still to come."""
    there = {board.unit(uid).army for uid in (*board.pieces, *coming) if board.unit(uid).fights}
    return frozenset(
        army for army in (FRENCH, ALLIED) if army not in there or all(one.disintegrated for one in books[army])
    )


def concluded(standing: Standing, out: frozenset[str] = frozenset()) -> dict[str, str]:
    """wv 14.22-3: the result of a battle that is over: `winner`, `level`, and each army's points. out: armies that
    cannot fight on; where one of them cannot, the other has won as high as can be."""
    totals = {army: sum(found.values()) for army, found in scored(standing).items()}
    if len(out) == 1:
        (loser,) = out
        winner, word = ENEMY[loser], "decisive" if standing.scenario.victory["kind"] == POINTS else "major"
    else:
        winner, word = _JUDGES[standing.scenario.victory["kind"]](standing, totals)
    level = "-".join(one for one in (winner, word, "victory") if one) if winner else DRAW
    return {"winner": winner, "level": level, **{army: str(points) for army, points in totals.items()}}


def _by_objectives(standing: Standing, totals: Mapping[str, int]) -> tuple[str, str]:
    """Points of the French alone decide: they attack."""
    rules = standing.scenario.victory
    if totals[FRENCH] >= int(rules["french-major"]):
        return FRENCH, "major"
    return (FRENCH, "minor") if totals[FRENCH] >= int(rules["french-minor"]) else (ALLIED, "")


def _by_hexes(standing: Standing, totals: Mapping[str, int]) -> tuple[str, str]:
    """The French need some number; with as many hexes on both sides, whoever has lost the smaller part of his morale
    wins."""
    if totals[FRENCH] != totals[ALLIED]:
        return _by_objectives(standing, totals)
    starts = {army: sum(one.start for one in standing.books[army]) for army in totals}
    french, allied = lost(standing, FRENCH) * starts[ALLIED], lost(standing, ALLIED) * starts[FRENCH]
    return (FRENCH, "minor") if french < allied else (ALLIED, "") if allied < french else ("", "")


def _by_points(standing: Standing, totals: Mapping[str, int]) -> tuple[str, str]:
    rules, ahead = standing.scenario.victory, totals[FRENCH] - totals[ALLIED]
    if abs(ahead) < int(rules["marginal"]):
        return "", ""
    return FRENCH if ahead > 0 else ALLIED, "decisive" if abs(ahead) >= int(rules["decisive"]) else "marginal"


_JUDGES: Final = {OBJECTIVES: _by_objectives, HEXES: _by_hexes, POINTS: _by_points}


def told(result: Mapping[str, str]) -> dict[str, Any]:
    """wv 14.22-3: a result as people read it: `winner`, `level` such as `French major victory`, points of each army."""
    level = result["level"].replace("-", " ").capitalize()
    return {"winner": result["winner"], "level": level, **{army: int(result[army]) for army in (FRENCH, ALLIED)}}


def over(result: Mapping[str, str]) -> dict[str, Any]:
    """How a battle ended, in the words of the contract of games; {} while it goes on."""
    return {"how": "played", **told(result)} if result else {}
