"""What orders would do before any die: command and its chances, moves as carried out, odds of every attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json
from pbem.hexgame.telling.previewing import NO_ATTACKS, PreviewWords, ordered, preview_lines, void
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS, AttackOptions
from rulesets.campaign_1806.rules.command.initiative import may_check
from rulesets.campaign_1806.rules.command.phase import COMMAND, CommandOptions, read_plan
from rulesets.campaign_1806.rules.command.points import following, in_command, mark_out
from rulesets.campaign_1806.rules.decisions import texts
from rulesets.campaign_1806.rules.march.arriving import movable
from rulesets.campaign_1806.rules.march.movement import ORDERS
from rulesets.campaign_1806.rules.night_phase import DISENGAGE, leaving
from rulesets.campaign_1806.rules.orders_options import NightOrders, Rehearsal, carried_out
from rulesets.campaign_1806.rules.placing import PLAN, PlacingOptions, planned
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.outlooks import Ahead, initiative, odds_words
from rulesets.campaign_1806.telling.wording import wording

Said = Mapping[str, Any]
_COMMAND: Final = ("replaced", "reorganized", "not-reorganized", "demoralized", "recovered")
"""What the command phase tells besides who is in command."""
_SUPPOSED: Final = ("turned-up",)
"""osg 1.5: what a rehearsal only supposes, for it does not know who is turned up."""


def preview(names: CampaignNames, play: Play, orders: Said) -> Json:
    """The preview of orders for the phase that begins on a board, which is read and never changed.

    moves: events up to the combats, all dice supposed to fall well. initiative: counter -> exact chance of its die, of
    officers whom no commander puts in command, and of units that are to move by themselves. void: orders that the rules
    refuse. attacks: those on the board after the moves; `default` says that the orders list none. ordered, idle: of
    those who could move how many are ordered to, and the names of the others. open: whether anything could be decided
    otherwise than by default.
    """
    if play.position.turn == SETUP:
        return _placing(names, play, orders)
    return night_preview(names, play, orders) if play.now.night else _day(names, play, orders)


def _day(names: CampaignNames, play: Play, orders: Said) -> Json:
    return day_preview(names, play, orders, *carried_out(play, orders), _chances(names, play, orders))


def day_preview(
    names: CampaignNames,
    play: Play,
    orders: Said,
    after: Play,
    book: Rehearsal,
    hanging: Iterable[tuple[str, str]],
) -> dict[str, Any]:
    """The preview of a day turn. after, book: the board before combat, and what was told and refused on the way there.
    hanging: on whose die something hangs, with a sentence of it."""
    options, said = AttackOptions(after), orders.get(ATTACKS, ())
    wrong = options.entry_faults(said if isinstance(said, (list, tuple)) else [said])
    refused = [PlacedRefusal((ATTACKS, number), refusal) for number, refusal in wrong]
    attacks = [
        Ahead.of(after, one.by, one.on, str(one.said.get("reduce", ""))).told(names, f"a{number}")
        for number, one in enumerate(options.completed(_entries(said)), 1)
    ]
    chances = list(hanging)
    found: dict[str, Any] = {
        "moves": [event for event in book.events if event["kind"] not in (COMMAND, *_COMMAND, *_SUPPOSED)],
        "command": [event for event in book.events if event["kind"] in _COMMAND],
        "initiative": {uid: str(initiative(play, uid)) for uid, _ in chances},
        "void": void([*book.faults, *refused]),
        "attacks": attacks,
        "default": not said,
        **ordered(movable(play), orders.get(ORDERS, ()), names.unit),
    }
    found["open"] = bool(found["idle"] or found["ordered"] or attacks or chances)
    command = [*(line for event in found["command"] if (line := wording(names, event))), *(text for _, text in chances)]
    lines = ["Command and initiative:", *(f"  {line}" for line in command)] if command else []
    return {**found, "lines": [*lines, *preview_lines(_words(names), found)]}


def _entries(said: Json) -> Sequence[Json]:
    """What orders list, of whatever they say."""
    return said if isinstance(said, (list, tuple)) else ()


def _words(names: CampaignNames) -> PreviewWords:
    return PreviewWords(events=lambda event: wording(names, event), odds=odds_words(names), allocation="4.31")


def _chances(names: CampaignNames, play: Play, orders: Said) -> Iterator[tuple[str, str]]:
    """osg 7.12, 7.13, 7.14: whose die decides whether he moves, with its exact chance and who follows him."""
    scratch = play.scratch()
    options = CommandOptions(scratch)
    said = orders.get(COMMAND)
    plan = options.default() if said is None or options.why_not(said) else said
    points = read_plan(plan)
    commanded = in_command(scratch, options.ranges, points, scratch.busy) if isinstance(points, dict) else frozenset()
    mark_out(scratch, play.army, commanded)
    followers: set[str] = set()
    for uid in sorted(scratch.on_map(play.army), key=lambda one: play.unit(one).order):
        if play.unit(uid).kind == "officer" and uid not in commanded:
            behind = sorted(following(scratch, options.ranges, uid) - commanded, key=lambda one: play.unit(one).order)
            followers.update(behind)
            then = f", then {names.units(behind)} with him" if behind else ""
            yield uid, f"{names.unit(uid)} comes into command with a chance of {initiative(play, uid)}{then} (7.12)."
    for entry in _entries(orders.get(ORDERS)):
        for uid in texts(entry.get("units")) if isinstance(entry, Mapping) else ():
            if uid in scratch.at and uid not in followers and may_check(scratch, options.ranges, uid):
                chance = initiative(play, uid)
                yield uid, f"{names.unit(uid)}, out of command, moves with a chance of {chance} (7.13)."


# -- nights and set-ups ----------------------------------------------------------------------


def night_preview(names: CampaignNames, play: Play, orders: Said) -> Json:
    """osg 2.2, 4.2: ways out of enemy zones, on the board of who orders them."""
    options = NightOrders(play)
    book, mine = options.rehearsed(orders), leaving(play)
    found: dict[str, Any] = {
        "moves": book.events,
        "void": void(PlacedRefusal(path, refusal) for path, refusal in options.faults(orders)),
        **NO_ATTACKS,
        **ordered(mine, _entries(orders.get(DISENGAGE)), names.unit),
        "open": bool(mine),
    }
    return {**found, "lines": list(preview_lines(_words(names), found))}


def _placing(names: CampaignNames, play: Play, orders: Said) -> Json:
    """osg 1.6-1, 19.21: who would begin elsewhere than the tables have him. Nobody is idle."""
    options = PlacingOptions(play)
    faults = options.faults(orders)
    said = orders.get("setup", {}) if not faults else {}
    events = [{"kind": "set-up", "unit": uid, "at": at, "army": play.army, "case": "19.21"} for uid, at in said.items()]
    found: dict[str, Any] = {
        "moves": events,
        "void": void(PlacedRefusal(path, refusal) for path, refusal in faults),
        **NO_ATTACKS,
        "ordered": len(said),
        "idle": [],
        "open": bool(options.describe()["units"]),
    }
    told = [f"  {wording(names, event)}" for event in events]
    told += [
        f"  {names.force(force)} come by the alternate track (21.81)." for force in planned(play, orders.get(PLAN))
    ]
    told = told or ["  everybody begins where the tables have him"]
    refused = [f"Void: {one['text']} ({one['case']})" for one in found["void"]]
    return {**found, "lines": ["Set-up:", *told, *refused]}
