"""Which shock attacks and charges a practice opponent makes (12.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesets.winters_victory.board.pieces import ARTILLERY, CREW, ENEMY
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.practice.goals import least
from rulesets.winters_victory.practice.worth import held, prizes, worth
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import attackers

_LEAVES: Final = 30
"""What an attack has to be worth more that may lead out of a hex of an objective."""
_STAYED: Final = ("dot", "D", "D1")
"""Results with which a defender is still in his hex."""


def attacks(play: Play, army: str) -> list[dict[str, Any]]:
    """wv 12.0-1, 12.53.1: charges first, then attacks, the best first; a hex is attacked again where he held it."""
    scene = play.scene
    found: list[dict[str, Any]] = []
    for horse in sorted(play.position.charges):
        piece = scene.board.pieces.get(horse)
        if piece is not None and scene.unit(horse).army == army:
            found.append({"charge": horse})
    return [*found, *_assaults(play, scene, army)]


def _assaults(play: Play, scene: Scene, army: str) -> list[dict[str, Any]]:
    ranked = sorted(_worthwhile(play, scene, army), key=lambda one: (-one[0], one[1], one[2]))
    listed: list[dict[str, Any]] = []
    busy: set[str] = set()
    last: dict[str, str] = {}
    for _, at, to in ranked:
        if at in busy:
            continue
        busy.add(at)
        uid = f"s{len(listed) + 1}"
        entry: dict[str, Any] = {"id": uid, "units": list(attackers(scene, at, army)), "on": [to]}
        if to in last:
            entry["if"] = {"shock": last[to], "result": list(_STAYED)}
        last[to] = uid
        listed.append(entry)
    return listed


def _worthwhile(play: Play, scene: Scene, army: str) -> Iterator[tuple[int, str, str]]:
    """Triples of what an attack is worth, whence and whereto."""
    board, prize, enough = scene.board, prizes(play, army), least(play, army)
    own = held(play, army)
    for at in sorted(board.here):
        if not any(scene.unit(uid).kind not in (ARTILLERY, CREW) for uid in board.fighting(at, army)):
            continue
        for to in board.field.neighbours[at]:
            if board.fighting(to, ENEMY[army]):
                value = worth(scene, army, at, to, prize=prize.get(to, 0))
                if value >= enough + _LEAVES * (at in own and to not in prize):
                    yield value, at, to
