"""Why somebody may move, as his owner knows it: command, the die of an officer, or dice of his own (2.11B, 7.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import SILENT
from pbem.lean import dataclass
from rulesets.campaign_1806.hidden.commanding import COMMANDED, DIE, OWN
from rulesets.campaign_1806.play import Play, listed
from rulesets.campaign_1806.rules.command import points
from rulesets.campaign_1806.rules.command.initiative import may_check
from rulesets.campaign_1806.rules.command.phase import (
    COMMAND,
    REORGANIZE,
    REPLACE,
    CommandOptions,
    read_plan,
    reorganization_segment,
    replacements,
)
from rulesets.campaign_1806.rules.decisions import GameDecided
from rulesets.campaign_1806.rules.march.arriving import movable
from rulesets.campaign_1806.rules.march.movement import Luck


@dataclass(frozen=True)
class Bases:
    """Who is in command by an allocation. play: the board of the owner once units are reorganized, those who are not in
    command by points marked as out of it. plan: the allocation. commanded: who is in command whatever the dice say.
    followers: officer out of command -> himself and whom his die brings into command."""

    play: Play
    plan: Json
    commanded: frozenset[str]
    followers: Mapping[str, frozenset[str]]

    def of(self, units: Sequence[str], officers: Sequence[str]) -> Json:
        """osg 2.11B1, 2.11B2-1, 7.12, 7.13: on what a move of some units rests, None where nothing lets all of them go
        together. officers: by number, the first is 1."""
        if set(units) <= self.commanded:
            return COMMANDED
        for officer, following in self.followers.items():
            if set(units) <= self.commanded | following:
                return [DIE, officers.index(officer) + 1, max(self.play.rating(officer), 0)]
        if set(units) & self.commanded or not all(self.may_try(uid) for uid in units):
            return None
        return [OWN, *(0 if self.play.unit(uid).leads else max(self.play.rating(uid), 0) for uid in units)]

    def refusal(self, units: Sequence[str]) -> Refusal:
        """osg 7.12, 7.13, 7.31-1: why nothing lets some units go together, or one go at all."""
        free = [uid for uid in units if uid not in self.commanded]
        followed = {uid: self._officers(uid) for uid in free}
        named = listed(units, self.play)
        alone = [uid for uid in free if not followed[uid]]
        stuck = [uid for uid in alone if not self.may_try(uid)]
        if stuck:
            return Refusal("7.13", f"{listed(stuck, self.play)} cannot move: {self._why_stuck(stuck[0])}", stuck[0])
        if alone:
            text = f"{listed(alone, self.play)} moves by itself, later than who is in command: move them apart"
            return Refusal("7.31", text, alone[0])
        dice = listed(dict.fromkeys(one for found in followed.values() for one in found), self.play)
        text = f"no one die lets {named} go together, for they hang on those of {dice}: move them apart, or put one of "
        return Refusal("7.12", f"{text}these officers in command", free[0])

    def _officers(self, uid: str) -> list[str]:
        return [officer for officer, following in self.followers.items() if uid in following]

    def _why_stuck(self, uid: str) -> str:
        if self.play.rating(uid) <= 0:
            return "nobody commands it, and it has no initiative"
        return "nobody commands it, and in the range of its own officer it may not try by itself"

    def parents(self, units: Sequence[str]) -> list[str]:
        """Vedettes that come out by these orders go by what their unit goes by."""
        return [uid if uid in self.play.at else self.play.unit(uid).parent or uid for uid in units]

    def may_try(self, uid: str) -> bool:
        """osg 7.13, 7.31-2: whether somebody out of command may try to move by himself."""
        if self.play.unit(uid).leads:
            return True
        if uid not in self.play.at:
            return self.play.rating(uid) > 0
        return may_check(self.play, self.play.ranges(self.play.army), uid) and self.play.rating(uid) > 0


def reorganized(view: Play, orders: Mapping[str, Json]) -> Play:
    """osg 2.11A1-1, 5.13: a board of its own as orders leave it before command is given. view: the owner's board."""
    play = view.scratch()
    with suppress(GameDecided):
        Luck(play.army).carry_out(replacements(play, orders.get(REPLACE, {})))
        Luck(play.army).carry_out(reorganization_segment(play, orders.get(REORGANIZE, ())))
    return play


def bases(view: Play, orders: Mapping[str, Json]) -> Bases:
    """osg 7.11-1, 7.11-4, 7.12: what the command phase of orders comes to. view: the owner's board."""
    play = reorganized(view, orders)
    options = CommandOptions(play)
    said = orders.get(COMMAND, SILENT)
    plan = options.default() if said is SILENT or options.why_not(said) else said
    read = read_plan(plan)
    assert not isinstance(read, Refusal)
    ranges = options.ranges
    # Who comes in from off the map throws no dice for it (15.1).
    coming = {uid for uid in movable(play) if uid not in play.at}
    commanded = points.in_command(play, ranges, read, play.busy) | coming
    followers = {
        uid: frozenset({uid, *points.following(play, ranges, uid)})
        for uid in sorted(play.on_map(play.army), key=lambda one: play.unit(one).order)
        if play.unit(uid).kind == "officer" and uid not in commanded and uid not in play.busy
    }
    points.mark_out(play, play.army, commanded)
    return Bases(play, plan, commanded, followers)
