"""Where an army wants to be: posts to hold, enemies to seek out, edges to leave by (rulebook 21.1, 21.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.hexgame.practice import rules
from pbem.hexgame.practice.ground import FAR
from pbem.hexgame.practice.posting import Wishes
from rulesets.napoleon_at_war.practice.view import View
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.rules.victory import awards

ATTACK, HOLD, LEAVE = "attack", "hold", "leave"

# Posts by army and battle, the most important first. By night the Prussians bottle the French up between Closwitz
# and Cospeda, where nobody can be attacked; by day they stand on the Dornberg, with Isserstedt and Lehesten.
NIGHT_POSTS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("prussian", "jena"): ("0610", "0808", "0811", "0709", "0906", "1004", "1305", "0913", "0815"),
    ("prussian", "auerstadt"): ("0429", "0527", "0631", "0628"),
}
POSTS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("prussian", "jena"): ("1010", "1112", "1008", "1206", "1405", "0914", "0816", "1109", "1407", "1211"),
    ("prussian", "auerstadt"): ("0429", "0527", "0631", "0628", "0328", "0430"),
    ("french", "auerstadt"): ("0429", "0527", "0631", "0328", "0529", "0628", "0430"),
    ("french", "jena"): ("0610", "0808", "1112", "1405"),
}
# An army attacks where it has at least so many tenths of the enemy's strength on the map.
BOLD: Final[Mapping[tuple[str, str], int]] = {
    ("french", "jena"): 5,
    ("french", "auerstadt"): 7,
    ("prussian", "jena"): 12,
    ("prussian", "auerstadt"): 9,
}

# From this game-turn on a victor thinks of marching off; a margin that needs no more; half points kept in hand.
MARCH_OFF: Final = 9
DECISIVE: Final = 3
SPARE: Final = 4


@dataclass(frozen=True)
class Goal(rules.Goal):
    """What an army wants on one map. mode: to what end. edges: map edges to leave by, where it leaves."""

    mode: str = HOLD
    edges: tuple[str, ...] = ()


def goals(view: View) -> dict[str, Goal]:
    """The goal on each map for this player turn, as the notes advise (21.1, 21.2)."""
    return {battle: _goal(view, battle) for battle in view.setting.field.titles}


def _goal(view: View, battle: str) -> Goal:
    """To leave the map (17.0), to attack by day (10.1) where the army is strong enough, else its posts (21.1)."""
    ground = view.ground
    edges = _ways_off(view, battle)
    if edges:
        return Goal(ground.way_to(_along(view, battle, edges)), mode=LEAVE, edges=edges)
    posts = _posts(view, battle)
    enemies = [at for at in view.foes if ground.map_of[at] == battle]
    ours, theirs = view.board.strength_at(view.army, battle), view.board.strength_at(view.foe, battle)
    bold = ours * 10 >= theirs * BOLD.get((view.army, battle), 10)
    if enemies and (not posts or (bold and view.fights)):
        return Goal(ground.way_to(enemies), mode=ATTACK)
    if posts:
        return Goal(ground.way_to(posts), posts)
    return Goal(ground.way_to([at for at in ground.map_of if ground.map_of[at] == battle]))


def _posts(view: View, battle: str) -> tuple[str, ...]:
    """The posts of the hour (21.1). The last turn of a night is the time to fall back to those of the day."""
    dark = view.setting.is_night(view.next_enemy_turn)
    table = NIGHT_POSTS if dark and (view.army, battle) in NIGHT_POSTS else POSTS
    return tuple(at for at in table.get((view.army, battle), ()) if at in view.ground.map_of)


def _along(view: View, battle: str, edges: Sequence[str]) -> list[str]:
    """The hexes of some edges of a map (17.0)."""
    return [at for edge in edges for at in view.setting.field.edges[battle][edge]]


def _ways_off(view: View, battle: str) -> tuple[str, ...]:
    """The edges by which an army leaves a map now: a broken one, to save what is left; a victor, for 19.1-9."""
    broken = view.position.broken.get(battle)
    if broken == view.army:
        return view.setting.exits.get(view.army, {}).get(battle, ())
    return _march_off(view, battle) if broken else ()


def _march_off(view: View, battle: str) -> tuple[str, ...]:
    """The edges over which so much has to leave for points (19.1), if it can and victory is not decisive without it."""
    setting, position = view.setting, view.position
    for row in setting.victory:
        army, limit, where, *edges = row.get("exited-at-least", "- 0 -").split()
        worth = row.get(position.choice.lower() or "points", "")
        if (army, where) != (view.army, battle) or not worth or position.turn < MARCH_OFF:
            continue
        gone = view.board.strength(u for u, (at, edge) in position.exited.items() if at == battle and edge in edges)
        if gone < int(limit) and _margin(view) < DECISIVE and gone + _able(view, battle, edges) >= int(limit):
            return tuple(edges)
    return ()


def _margin(view: View) -> int:
    """Victory points more than the enemy's if the game ended now (19.2)."""
    rows = awards(view.setting, view.position)
    return sum(row["points"] if row["army"] == view.army else -row["points"] for row in rows)


def _able(view: View, battle: str, edges: Sequence[str]) -> int:
    """Strength points on a map that no enemy holds in place (6.1) and that can reach these edges in time (15.4)."""
    way = view.ground.way_to(_along(view, battle, edges))
    turns = view.setting.turns - view.position.turn + 1
    at = view.position.at
    return view.board.strength(
        unit
        for unit in view.ways
        if unit in at
        and view.ground.map_of[at[unit]] == battle
        and way.get(at[unit], FAR) + SPARE <= allowance(view.setting, unit, view.setting.turns) * turns
    )


def wishes(view: View, wanted: Mapping[str, Goal]) -> Wishes:
    """What is wanted of those who do not attack: each unit wants what is wanted on the map where it is."""
    return Wishes(
        goal=lambda unit, at: wanted[view.ground.map_of[at]],
        garrisons=wanted.values(),
        way_off=lambda unit: _way_off(view, wanted, unit),
    )


def _way_off(view: View, wanted: Mapping[str, Goal], unit: str) -> tuple[str, str] | None:
    """From where and over which edge a unit leaves a map that its army leaves, if it can get over the edge (17.0)."""
    start = view.position.at.get(unit)
    goal = wanted[view.ground.map_of[start]] if start else None
    if start is None or goal is None or goal.mode != LEAVE:
        return None
    around = view.setting.field.edges[view.ground.map_of[start]]
    options = MoveOptions(view.setting, view.board, due={})
    for at, (_, path) in view.ways[unit].items():
        for edge in goal.edges:
            entry = {"unit": unit, "path": list(path), "exit": edge}
            if at in around[edge] and options.why_not(entry) is None:
                return at, edge
    return None
