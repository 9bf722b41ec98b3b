"""Whom the practice opponent commands, brings back, and puts in a captured leader's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.options import Json
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.battle.boxes import CAPTURED, NIGHT
from rulesets.campaign_1806.rules.command.phase import COMMAND, REORGANIZE, REPLACE, CommandOptions, ReorganizeOptions
from rulesets.campaign_1806.rules.command.points import following, is_officer_too
from rulesets.campaign_1806.rules.command.reach import Ranges
from rulesets.campaign_1806.rules.leaders import replacement_hexes

FACES = 6
BACK_AT_ONCE = 2
"""Units that a leader brings back in a phase (6.21)."""


def command(play: Play) -> dict[str, Json]:
    """The members of the command phase: replacements, reorganization, points; play is changed by none of them."""
    orders: dict[str, Json] = {}
    replaced = _replaced(play)
    if replaced:
        orders[REPLACE] = replaced
    entries = _reorganized(play)
    if entries:
        orders[REORGANIZE] = entries
    busy = {str(entry["leader"]) for entry in entries}
    plan = _points(play, busy)
    return {**orders, COMMAND: plan} if plan else orders


def _replaced(play: Play) -> dict[str, Json]:
    """Each captured leader's replacement where most of his formation stand."""
    found: dict[str, Json] = {}
    for leader in play.boxed(CAPTURED, play.army):
        unit = play.unit(leader)
        formation = play.formation_of(leader)
        hexes = replacement_hexes(play, play.army, formation, of_army=unit.kind == "commander")
        if unit.leads and unit.kind != "head-of-state" and hexes:
            found[leader] = max(hexes, key=lambda at: (play.strength(play.fighting(at, play.army)), at))
    return found


def _reorganized(play: Play) -> list[dict[str, Json]]:
    """Leaders far from the enemy bring the strongest back, officers before commanders, whose points are wanted."""
    options = ReorganizeOptions(play)
    waiting = sorted(play.boxed(NIGHT, play.army), key=lambda uid: (-play.unit(uid).strength, play.unit(uid).order))
    leaders = [uid for uid in play.on_map(play.army) if play.unit(uid).leads] if waiting else []
    entries: list[dict[str, Json]] = []
    for leader in sorted(leaders, key=lambda uid: (play.unit(uid).command, play.unit(uid).order)):
        chosen: list[str] = []
        for uid in waiting:
            if len(chosen) < BACK_AT_ONCE and options.why_not({"leader": leader, "units": [*chosen, uid]}) is None:
                chosen.append(uid)
        if chosen:
            entries.append({"leader": leader, "units": chosen})
            waiting = [uid for uid in waiting if uid not in chosen]
    return entries


def _points(play: Play, busy: set[str]) -> dict[str, Json]:
    """Points go where most strength would otherwise hang on a die: officers with their corps first, then units."""
    scratch = play.scratch()
    scratch.busy |= busy
    options = CommandOptions(scratch)
    commanders = [uid for uid in play.on_map(play.army) if play.unit(uid).command and uid not in busy]
    plan: dict[str, dict[str, list[str]]] = {}
    for commander in sorted(commanders, key=lambda uid: (play.unit(uid).command, play.unit(uid).order)):
        for what, able in (("officers", _officers(play, options.ranges)), ("units", _units(play, options.ranges))):
            for uid in able:
                given = plan.get(commander, {"officers": [], "units": []})
                tried = {**plan, commander: {**given, what: [*given[what], uid]}}
                if options.why_not(tried) is None:
                    plan = tried
    return {commander: {what: units for what, units in given.items() if units} for commander, given in plan.items()}


def _officers(play: Play, ranges: Ranges) -> Sequence[str]:
    """Officers whose point is worth most: the strength that follows, by the chance that their own die fails."""
    found = [uid for uid in play.on_map(play.army) if play.unit(uid).kind == "officer"]
    worth = {uid: play.strength(following(play, ranges, uid)) * max(FACES - play.rating(uid), 0) for uid in found}
    return sorted((uid for uid in found if worth[uid]), key=lambda uid: (-worth[uid], play.unit(uid).order))


def _units(play: Play, ranges: Ranges) -> Sequence[str]:
    """Units whom no leader's word reaches, the strongest and slowest to move first."""
    leaders = [uid for uid in play.on_map(play.army) if play.unit(uid).leads and is_officer_too(play, uid)]
    led = {uid for leader in leaders for uid in following(play, ranges, leader)}
    found = [uid for uid in play.on_map(play.army) if not play.unit(uid).leads and uid not in led]
    worth: Mapping[str, int] = {uid: (1 + play.unit(uid).strength) * max(FACES - play.rating(uid), 0) for uid in found}
    return sorted((uid for uid in found if worth[uid]), key=lambda uid: (-worth[uid], play.unit(uid).order))
