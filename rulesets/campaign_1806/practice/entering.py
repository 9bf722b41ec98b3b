"""Reinforcements of the practice opponent: whole groups, as stacks that find room behind each other."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Json
from pbem.hexgame.moving.marching import reach
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.goals import Goals
from rulesets.campaign_1806.practice.view import View
from rulesets.campaign_1806.rules.march.arriving import waiting
from rulesets.campaign_1806.rules.march.entering import entries
from rulesets.campaign_1806.rules.march.group import Group
from rulesets.campaign_1806.rules.march.movement import MoveOptions
from rulesets.campaign_1806.rules.march.stacking import fits
from rulesets.campaign_1806.rules.orders_options import perform


def come_in(options: MoveOptions, view: View, goals: Goals) -> list[dict[str, Json]]:
    """The entries of all groups that can come in; the board of `options` stands as they leave it."""
    found: list[dict[str, Json]] = []
    for group in waiting(options.play, options.play.army):
        found += _group(options, view, goals, group)
    return found


def _group(options: MoveOptions, view: View, goals: Goals, group: Group) -> list[dict[str, Json]]:
    """The entries of a group, [] where it does not fit in whole."""
    play = options.play
    for at in entries(play, play.army, group.at):
        trial = MoveOptions(play.scratch())
        done: list[dict[str, Json]] = []
        for units in stacks(play, group.units):
            entry = _entry(trial, view, goals, units, at)
            if entry is None:
                break
            perform(trial.play, entry)
            done.append(entry)
        else:
            for entry in done:
                perform(play, entry)
            return done
    return []


def stacks(play: Play, units: Sequence[str]) -> list[list[str]]:
    """Counters that come in together: leaders with as many as may stand with them, then pairs."""
    left = sorted(units, key=lambda uid: (not play.unit(uid).leads, play.unit(uid).order))
    found: list[list[str]] = []
    while left:
        stack: list[str] = []
        for uid in list(left):
            if fits([play.unit(one) for one in (*stack, uid)]):
                stack.append(uid)
                left.remove(uid)
        found.append(stack)
    return found


def _entry(options: MoveOptions, view: View, goals: Goals, units: Sequence[str], at: str) -> dict[str, Json] | None:
    """The way of a stack from where it comes in to the best free hex; None where there is none."""
    play = options.play
    slow = min(units, key=lambda uid: (play.unit(uid).allowance, uid))
    spent = 2 * (1 + play.ranks.get(at, 0)) + 2
    found = reach(view.moves.usual, slow, at, max(2 * play.unit(slow).allowance - spent, 0))
    places = [to for to in found.costs if not play.units_in(to) and not play.in_zone(to, play.foe)]
    for to in sorted(places, key=lambda one: (goals.way(slow, one), found.costs[one], one))[:8]:
        entry: dict[str, Json] = {"units": list(units), "path": list(found.paths[to])}
        if options.why_not(entry) is None:
            return entry
    entry = {"units": list(units), "path": [at]}
    room = fits([play.unit(one) for one in (*play.units_in(at), *units)])
    return entry if room and options.why_not(entry) is None else None
