"""How a game ends: points, levels, and who has won (20, 21.96)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulesets.campaign_1806.board import ENEMY
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules import victory
from rulesets.campaign_1806.rules.battle.boxes import CAPTURED, DAY, GONE, NIGHT
from rulesets.campaign_1806.rules.control import FRENCH, PRUSSIAN, saalfeld

LOST: Final = (DAY, NIGHT, GONE)


def lost(play: Play, army: str) -> int:
    """osg 20.11-1, 20.14: strength points that an army has lost."""
    boxes = play.position.boxes
    return victory.lost_points(play.setting.forces, [uid for uid in boxes if boxes[uid] in LOST], army)


def points(play: Play) -> dict[str, dict[str, int]]:
    """osg 20.1: army -> what its victory points are for -> points."""
    setting = play.setting
    scale, less = setting.scale, int(setting.scenario.data.get("victory", {}).get("less", "0"))
    french, prussian = lost(play, FRENCH), lost(play, PRUSSIAN)
    return {
        FRENCH: {"losses": victory.for_ratio(scale, prussian, french), **_common(play, FRENCH)},
        PRUSSIAN: {"losses": victory.for_losses(scale, prussian, less), **_common(play, PRUSSIAN)},
    }


def _common(play: Play, army: str) -> dict[str, int]:
    """osg 20.12, 20.13, 20.15: what both armies have points for."""
    foe, scale, forces = ENEMY[army], play.setting.scale, play.setting.forces
    mine = [at for at in play.setting.sources(army) if play.position.held.get(at, army) == army]
    broken = [one for one in forces.levels if play.losses.demoralized(one) and _army_of(play, one) == foe]
    baggage = [uid for uid in play.boxed(CAPTURED, foe) if play.unit(uid).kind == "baggage-train"]
    return {
        "sources": scale.each["source"] * len(mine),
        "corps": victory.for_corps(scale, broken),
        "baggage": victory.for_baggage(scale, baggage),
    }


def _army_of(play: Play, formation: str) -> str:
    return play.army_of(play.setting.forces.formations[formation][0])


def concluded(play: Play, at_once: str = "") -> dict[str, str]:
    """osg 20.0, 20.2, 20.3, 21.96-1: the result of a game that is over. at_once: who has won before its end."""
    scored = {army: sum(found.values()) for army, found in points(play).items()}
    rules = play.setting.scenario.data.get("victory", {})
    if at_once:
        return {"winner": at_once, "level": f"{at_once}-automatic-victory"}
    if "each-point" in rules:
        winner = saalfeld(play.position.held, rules, lost(play, FRENCH), lost(play, PRUSSIAN))
        return {"winner": winner, "level": f"{winner}-victory" if winner else "draw"}
    level = victory.level(play.setting.scale, scored[FRENCH], scored[PRUSSIAN])
    return {"winner": level.split(" ")[0].lower(), "level": level.lower().replace(" ", "-")}


def told(result: Mapping[str, str]) -> dict[str, str]:
    """osg 20.2: a result as people read it: `Prussian decisive victory`."""
    return {**result, "level": result["level"].replace("-", " ").capitalize()}
