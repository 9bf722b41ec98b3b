"""How the armies stand, in lines for reports and `status`: strength, losses against levels, boxes, ground, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from pbem.engine.calculation import mixed, told
from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.losses import losses_text
from rulesets.campaign_1806.documents.printed import SEEN
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.battle.boxes import CAPTURED, DAY, GONE, NIGHT
from rulesets.campaign_1806.rules.battle.odds import points as face
from rulesets.campaign_1806.rules.result import points
from rulesets.campaign_1806.telling.named import BOXES, CampaignNames

Line = tuple[str, str]
_TOLD: Final = (DAY, NIGHT, GONE, CAPTURED)
_BROKEN: Final = "demoralized"


def situation(names: CampaignNames, play: Play) -> list[Line]:
    """osg 12.1-1, 20.1: pairs of a label and a text: each army, each formation that has lost somebody, boxes, who is
    out of command or supply, sources, and points."""
    armies = play.setting.armies
    return [
        *((f"{names.place(army)} army", _army(names, play, army)) for army in armies),
        *_formations(names, play),
        *(line for army in armies for line in _boxes(names, play, army)),
        *(line for army in armies for line in _lacking(names, play, army)),
        *_sources(names, play),
        *_points(names, play),
    ]


def strength(play: Play, army: str) -> Fraction:
    """Strength points of an army on the map, as its counters are now, without those of unknown content."""
    return face(play, [uid for uid in play.on_map(army) if not is_counter(uid)])


def _army(names: CampaignNames, play: Play, army: str) -> str:
    """osg 1.5: of what lies face down how many counters there are, and how many of each sort that was looked at."""
    down = [uid for uid in play.on_map(army) if is_counter(uid)]
    if not down:
        return f"{mixed(told(strength(play, army)))} strength points on the map"
    sorts = Counter(SEEN[play.position.sorts[uid]] for uid in down if uid in play.position.sorts)
    looked = [sort if count == 1 else f"{sort} {count} times" for sort, count in sorted(sorts.items())]
    seen = f" (looks have shown {listed(looked)})" if looked else ""
    known = f", {mixed(told(strength(play, army)))} strength points face up" if strength(play, army) else ""
    return f"{len(down)} counter{'s' if len(down) > 1 else ''} face down{seen}{known}"


def _formations(names: CampaignNames, play: Play) -> Iterator[Line]:
    """osg 12.1-1, 12.11-1: the casualty tracks that somebody is on."""
    forces, losses = play.setting.forces, play.losses
    for uid in forces.levels:
        lost = play.position.losses.get(uid, 0)
        if lost:
            there = [one for one in forces.formations[uid] if one in play.at]
            now = face(play, there)
            reached = _BROKEN if losses.demoralized(uid) else ""
            levels = {_BROKEN: losses.level(uid).points}
            text = losses_text(now.numerator // now.denominator, lost, levels, reached)
            # Of formations that lie face down nobody else knows how strong they are.
            army = forces.units[forces.formations[uid][0]].army
            yield names.place(uid), text.partition(", ")[2] if _is_down(play, army) else text


def _is_down(play: Play, army: str) -> bool:
    return any(is_counter(uid) for uid in play.on_map(army))


def _boxes(names: CampaignNames, play: Play, army: str) -> Iterator[Line]:
    for box in _TOLD:
        units = play.boxed(box, army)
        if units:
            yield f"{names.place(army)}, {BOXES[box]}", names.units(units)


def _lacking(names: CampaignNames, play: Play, army: str) -> Iterator[Line]:
    """osg 7.3, 12.13: who is out of command, and who was out of supply last night."""
    out = () if play.fog.hidden else play.out
    for what, some in (("out of command", out), ("out of supply", play.position.unsupplied)):
        units = [uid for uid in play.on_map(army) if uid in some]
        if units:
            yield f"{names.place(army)}, {what}", names.units(units)


def _sources(names: CampaignNames, play: Play) -> Iterator[Line]:
    """osg 20.12, 20.16: sources and objectives, and who controls them."""
    holders: dict[str, list[str]] = {}
    for at, army in play.position.held.items():
        holders.setdefault(army, []).append(at)
    for army in play.setting.armies:
        if army in holders:
            yield f"{names.place(army)} control", names.hexes(sorted(holders[army]))


def _points(names: CampaignNames, play: Play) -> Iterator[Line]:
    """osg 20.1: points as they would be if the game ended now, and what they are for."""
    rules = play.setting.scenario.data.get("victory", {})
    if "each-point" not in rules:
        texts = [f"{names.place(army)} {_sum(parts)}" for army, parts in points(play).items()]
        yield "Victory points if the game ended now", "; ".join(texts)


def _sum(parts: Mapping[str, int]) -> str:
    named = ", ".join(f"{what} {count}" for what, count in parts.items() if count)
    return f"{sum(parts.values())} ({named})" if named else str(sum(parts.values()))
