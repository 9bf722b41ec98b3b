"""The command and reorganization phase of a day turn, carried out (2.11A, 5.13, 6.2, 7.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import SILENT, Choose, Roll
from pbem.hexgame.moving.moves import NO
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.rules import reorganization, vedettes
from rulesets.campaign_1806.rules.battle.boxes import CAPTURED, GONE, NIGHT
from rulesets.campaign_1806.rules.battle.retreats import ways
from rulesets.campaign_1806.rules.command import points
from rulesets.campaign_1806.rules.command.initiative import officers_checked, passes
from rulesets.campaign_1806.rules.command.points import Points
from rulesets.campaign_1806.rules.decisions import Procedure, texts
from rulesets.campaign_1806.rules.leaders import replacement_hexes
from rulesets.campaign_1806.rules.march.stacking import fits

Plan = dict[str, dict[str, list[str]]]
COMMAND, REORGANIZE, REPLACE = "command", "reorganize", "replace"
REPLACED: Final = "replaced-"
"""osg 5.13: what a position notes of a captured leader whose place is taken."""


def command_phase(play: Play, orders: Mapping[str, Json]) -> Procedure:
    """osg 2.11A1-1, 2.11A2-1, 5.13: replacement leaders come in, units are reorganized, and command is given for the
    turn."""
    yield from replacements(play, orders.get(REPLACE, {}))
    yield from reorganization_segment(play, orders.get(REORGANIZE, ()))
    yield from _command_segment(play, orders.get(COMMAND, SILENT))


# -- replacement leaders -------------------------------------------------------------------


def replacements(play: Play, said: Json) -> Procedure:
    """osg 5.13, 5.15-3: each captured leader of a formation has his place taken, as long as there are replacements."""
    wishes = said if isinstance(said, Mapping) else {}
    for leader in play.boxed(CAPTURED, play.army):
        unit, spare = play.unit(leader), spare_leader(play)
        hexes = replacement_hexes(play, play.army, play.formation_of(leader), of_army=unit.kind == "commander")
        if not unit.leads or unit.kind == "head-of-state" or not spare or not hexes:
            continue
        if f"{REPLACED}{leader}" in play.position.once:
            continue
        options = Listed(hexes, "5.13", "a hex for a replacement")
        label = f"{play.prefix}.{REPLACE}.{leader}"
        at = yield Choose(play.army, REPLACE, options, label, wishes.get(leader, SILENT), (REPLACE, leader), scene=play)
        play.position.once.add(f"{REPLACED}{leader}")
        play.posts[spare] = play.formation_of(leader)
        play.place(spare, at)
        yield event("replaced", unit=spare, leader=leader, at=at, case="5.13")


def spare_leader(play: Play) -> str:
    """osg 5.13: the next replacement leader of the phasing army, "" for none."""
    used = {*play.at, *play.position.boxes, *play.posts}
    spare = (one for one in play.roster.units.values() if "replacement" in one.traits and one.army == play.army)
    return next((one.id for one in spare if one.id not in used), "")


# -- reorganization ------------------------------------------------------------------------


def reorganization_segment(play: Play, said: Json) -> Procedure:
    """osg 2.11A1-1, 6.21-1, 12.24: entries {"leader", "units"}, one after the other."""
    for number, entry in enumerate(said if isinstance(said, (list, tuple)) else ()):
        label = f"{play.prefix}.o{number + 1}"
        where = (REORGANIZE, number)
        answer = yield Choose(play.army, REORGANIZE, ReorganizeOptions(play), label, entry, where, scene=play)
        if answer != NO:
            play.busy.add(answer["leader"])
            for uid in answer["units"]:
                yield from _brought_back(play, answer["leader"], uid, label)


class ReorganizeOptions:
    """osg 6.13-1, 6.21-1, 6.3, 13.13-EX: what an entry of reorganization may say, or NO."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def why_not(self, entry: Json) -> Refusal | None:
        """What keeps a leader from bringing units back."""
        if entry == NO:
            return None
        leader = entry.get("leader") if isinstance(entry, dict) else None
        units = texts(entry.get("units")) if isinstance(entry, dict) else ()
        play = self.play
        known = play.roster.units
        if not isinstance(leader, str) or leader not in known or known[leader].army != play.army or not units:
            return Refusal("6.13-1", "an entry names a leader of the phasing army, and units")
        if any(uid not in known for uid in units):
            return Refusal("6.13-3", f"there is no unit {next(uid for uid in units if uid not in known)[:40]}")
        if leader in play.busy:
            return Refusal("6.21-1", f"{play.name(leader)} has reorganized already in this phase", leader)
        night = play.boxed(NIGHT, play.army)
        refusal = reorganization.why_not(play, play.setting.charts, leader, units, night)
        return refusal or next((one for uid in units if (one := _no_room(play, leader, uid))), None)

    def default(self) -> Json:
        """Nobody is brought back."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """A random leader with units that he may bring back."""
        play = self.play
        night = play.boxed(NIGHT, play.army)
        leaders = [uid for uid in play.on_map(play.army) if play.unit(uid).leads]
        pairs = [
            (leader, uid)
            for leader in leaders
            for uid in night
            if self.why_not({"leader": leader, "units": [uid]}) is None
        ]
        if not pairs:
            return NO
        leader, uid = pairs[pick(len(pairs))]
        return {"leader": leader, "units": [uid]}

    def describe(self) -> Json:
        """Who waits in the night half."""
        return {"noun": "a reorganization", "units": list(self.play.boxed(NIGHT, self.play.army)), "default": NO}


def _no_room(play: Play, leader: str, uid: str) -> Refusal | None:
    """osg 6.21-2, 13.13-EX: whether there is room in the leader's hex, or somebody there who can make it."""
    at = play.hex_of(leader)
    waiting = vedettes.parent_waits_for(play, uid, at)
    if waiting:
        text = f"{play.name(uid)} waits for its vedettes that are not in {at}"
        return Refusal("13.13", text, uid, at)
    if fits([play.unit(one) for one in (*play.units_in(at), uid)]) or _who_makes_room(play, at, uid):
        return None
    return Refusal("6.21-2", f"there is no room in {at} for {play.name(uid)}, and nobody can make any", uid, at)


def _who_makes_room(play: Play, at: str, uid: str) -> str:
    """osg 6.21-2: the unit in a hex that is displaced for one that comes back, "" for none."""
    for friend in play.fighting(at, play.army):
        rest = [play.unit(one) for one in (*play.units_in(at), uid) if one != friend]
        if fits(rest) and ways(play, friend, 1, play.crossings):
            return friend
    return ""


def _brought_back(play: Play, leader: str, uid: str, label: str) -> Procedure:
    """osg 6.21-1, 6.22, 12.24, 13.13-EX: one unit: the die of a demoralized formation, room, vedettes exchanged."""
    at, die = play.hex_of(leader), 0
    if reorganization.needs_die(play.losses, play, uid):
        (die,) = yield Roll("1d6", f"{label}.{uid}", "12.24", (at,))
        if not reorganization.returns(play.setting.charts, die):
            play.position.boxes[uid] = GONE
            yield event("not-reorganized", unit=uid, leader=leader, die=die, case="12.24")
            return
    if not fits([play.unit(one) for one in (*play.units_in(at), uid)]):
        friend = _who_makes_room(play, at, uid)
        if not friend:
            return
        to = ways(play, friend, 1, play.crossings)[0][-1]
        play.move(friend, to)
        yield event("displaced", unit=friend, at=at, to=to, case="6.21")
    for vedette in vedettes.of(play, uid):
        if vedette in play.at:
            play.put_away(vedette, GONE)
    play.position.boxes.pop(uid, None)
    reorganization.bring_back(play, play.losses, uid, at)
    yield event("reorganized", unit=uid, leader=leader, at=at, die=die, case="6.21")
    yield from play.settle()


# -- command -------------------------------------------------------------------------------


class CommandOptions:
    """osg 7.11-1: allocations of command points, {commander: {"officers", "units"}}."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.ranges = play.ranges(play.army)

    def why_not(self, plan: Json) -> Refusal | None:
        """What the rules have against an allocation."""
        read = read_plan(plan)
        return read if isinstance(read, Refusal) else points.why_not(self.play, self.ranges, read, self.play.busy)

    def default(self) -> Json:
        """Each commander for those officers in range who have most units to follow them, then for units."""
        plan, officers = dict[str, dict[str, list[str]]](), self._officers()
        commanders = [uid for uid in self.play.on_map(self.play.army) if self.play.unit(uid).command]
        for commander in sorted(commanders, key=lambda uid: (-self.play.unit(uid).command, self.play.unit(uid).order)):
            plan[commander] = {"officers": [], "units": []}
            for officer in officers:
                plan = self._with(plan, commander, "officers", officer)
            for _ in range(self.play.unit(commander).command):
                longer = (self._with(plan, commander, "units", uid) for uid in self._units(plan))
                plan = next((more for more in longer if more != plan), plan)
        return {commander: given for commander, given in plan.items() if given["officers"] or given["units"]}

    def _with(self, plan: Plan, commander: str, what: str, uid: str) -> Plan:
        """An allocation with one more in it, or as it was where the rules refuse him: of what they allow already they
        have nothing to say."""
        given_already = any(uid in given["officers"] or uid in given["units"] for given in plan.values())
        if given_already or not self.ranges.reaches(commander, uid):
            return plan
        more = {**plan[commander], what: [*plan[commander][what], uid]}
        return {**plan, commander: more} if self.why_not({commander: more}) is None else plan

    def _officers(self) -> list[str]:
        play = self.play
        found = [uid for uid in play.on_map(play.army) if play.unit(uid).kind == "officer"]
        followers = {uid: len(points.following(play, self.ranges, uid)) for uid in found}
        return sorted(found, key=lambda uid: (-followers[uid], play.unit(uid).order))

    def _units(self, plan: Mapping[str, Any]) -> list[str]:
        play, read = self.play, read_plan(plan)
        commanded = () if isinstance(read, Refusal) else points.in_command(play, self.ranges, read, play.busy)
        found = [uid for uid in play.on_map(play.army) if not play.unit(uid).leads and uid not in commanded]
        return sorted(found, key=lambda uid: (-play.unit(uid).strength, play.unit(uid).order))

    def sample(self, pick: Pick) -> Json:
        """A random part of the default."""
        chosen = {uid: given for uid, given in self.default().items() if pick(4)}
        return chosen if self.why_not(chosen) is None else {}

    def describe(self) -> Json:
        """The default."""
        return {"noun": "an allocation of command", "default": self.default()}


def read_plan(plan: Json) -> dict[str, Points] | Refusal:
    """An allocation as the rules have it; what is none is refused."""
    if not isinstance(plan, Mapping) or not all(isinstance(given, Mapping) for given in plan.values()):
        return Refusal("7.11-1", "an allocation names commanders, each with officers and units")
    return {
        str(uid): Points(texts(given.get("officers", ())), texts(given.get("units", ()))) for uid, given in plan.items()
    }


def _command_segment(play: Play, said: Json) -> Procedure:
    """osg 2.11A2-1, 2.11A2-2, 7.11-1, 7.12, 7.3: markers come off, points are given, officers throw their dice, markers
    go on."""
    play.out -= {uid for uid in play.out if play.army_of(uid) == play.army}
    options = CommandOptions(play)
    answer = yield Choose(play.army, COMMAND, options, f"{play.prefix}.{COMMAND}", said, (COMMAND,), scene=play)
    plan = read_plan(answer)
    commanded: frozenset[str] = frozenset()
    if not isinstance(plan, Refusal):
        commanded = points.in_command(play, options.ranges, plan, play.busy)
    officers = [uid for uid in play.on_map(play.army) if play.unit(uid).kind == "officer"]
    dice: dict[str, int] = {}
    for officer in sorted(officers, key=lambda uid: play.unit(uid).order):
        (dice[officer],) = yield Roll("1d6", f"{play.prefix}.init.{officer}", "7.12", (play.hex_of(officer),))
    commanded |= officers_checked(play, options.ranges, dice, commanded, play.busy)
    points.mark_out(play, play.army, commanded)
    passed = sorted(uid for uid, die in dice.items() if passes(play, uid, die))
    out = sorted(uid for uid in play.out if play.army_of(uid) == play.army)
    yield event("command", army=play.army, plan=answer, dice=dice, passed=passed, out=out, case="7.11")
