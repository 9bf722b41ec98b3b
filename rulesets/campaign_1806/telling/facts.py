"""What `status` and `show` tell of a position, as data."""

from __future__ import annotations

from pbem.engine.calculation import told
from pbem.engine.options import Json
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP
from rulesets.campaign_1806.rules.result import points
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.situation import situation, strength


def facts(names: CampaignNames, play: Play) -> Json:
    """osg 2.1, 12.1-1, 20.1: turn, strength of the armies, casualty tracks with their levels, boxes, supply, control of
    sources, points as they stand, and who is out of command.

    play: the board as its reader sees it. What lies face down for him is counted under `face_down`, and is in no
    strength; who is in command is told of nobody where forces are hidden.
    """
    position, setting = play.position, play.setting
    running = SETUP < position.turn <= len(setting.turns)
    return {
        "turn": position.turn,
        "turns": len(setting.turns),
        "time": play.now.id if running else "",
        "phasing": position.army,
        "armies": {army: _army(play, army) for army in setting.armies},
        "tracks": {
            uid: {
                "lost": position.losses.get(uid, 0),
                "level": play.losses.level(uid).points,
                "demoralized": play.losses.demoralized(uid),
            }
            for uid in setting.forces.levels
        },
        "held": dict(sorted(position.held.items())),
        "points": points(play),
        "standing": [list(pair) for pair in situation(names, play)],
    }


def _army(play: Play, army: str) -> Json:
    boxes: dict[str, list[str]] = {}
    for uid in sorted(play.position.boxes, key=lambda one: play.unit(one).order):
        if play.army_of(uid) == army:
            boxes.setdefault(play.position.boxes[uid], []).append(uid)
    mine = play.on_map(army)
    down = {"face_down": sum(map(is_counter, mine))} if play.fog.hidden else {}
    return {
        "strength": told(strength(play, army)),
        **down,
        "boxes": boxes,
        "out": sorted(uid for uid in mine if uid in play.out and not play.fog.hidden),
        "unsupplied": sorted(uid for uid in mine if uid in play.position.unsupplied),
    }
