"""The set-up of an army: what it may place freely before the first turn (13.11, 19.24, 19.25, 19.26)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping
from functools import partial
from typing import Any, Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Choose, Request
from rulesets.campaign_1806.play import ALTERNATE_OF, Play, event
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules import vedettes
from rulesets.campaign_1806.rules.battle.boxes import BROKEN
from rulesets.campaign_1806.rules.control import closed_to
from rulesets.campaign_1806.rules.decisions import Judged
from rulesets.campaign_1806.rules.march.stacking import fits
from rulesets.campaign_1806.scenarios_data import ALTERNATE

SETUP: Final = "setup"
PLACE: Final = "place"
PLAN: Final = "plan"
AMONG_FRIENDS, ANYWHERE = -1, -2
"""Instead of a distance: where friends stand, and all over the map (21.85)."""
FREE_COMMANDERS: Final = ("napoleon", "brunswick")
"""osg 19.25: commanders who may begin with any friends."""


class PlacingOptions:
    """osg 19.24-1, 19.24-2, 19.24-3, 19.25, 19.26: an answer is {SETUP: {counter: hex}}; who is left out stands where
    the tables have him.

    play: the board before the first turn; read, never changed.
    """

    def __init__(self, play: Play) -> None:
        self.play = play

    def why_not(self, answer: Json) -> Refusal | None:
        """The first refusal of an answer."""
        return next((refusal for _, refusal in self.faults(answer)), None)

    def faults(self, answer: Json) -> list[tuple[tuple[str | int, ...], Refusal]]:
        """Everything wrong with an answer, with its place."""
        said = answer.get(SETUP, {}) if isinstance(answer, Mapping) else None
        if not isinstance(said, Mapping) or set(answer) - {SETUP, PLAN}:
            return [((), Refusal("19.21", "a set-up is a list of counters with their hexes"))]
        return [*self._plan_faults(answer.get(PLAN, {})), *self._carried_out(self.play.scratch(), said)]

    def _plan_faults(self, plan: Json) -> Iterator[tuple[tuple[str | int, ...], Refusal]]:
        """osg 21.81: what is wrong with a plan of entries."""
        able = choosable(self.play)
        for force in plan if isinstance(plan, Mapping) else ():
            if force not in able:
                names = ", ".join(able) or "none"
                yield (PLAN, force), Refusal("21.81", f"no track is chosen for {str(force)[:24]}; forces: {names}")

    def _carried_out(self, play: Play, said: Mapping[str, Json]) -> Iterator[tuple[tuple[str | int, ...], Refusal]]:
        for uid, at in arranged(play, said):
            refusal = why_not_place(play, str(uid), at)
            if refusal:
                yield (SETUP, uid), refusal
            else:
                put(play, str(uid), str(at))

    def default(self) -> Json:
        """Everybody as the tables have him, no vedettes out."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """A few counters at random."""
        play, said = self.play.scratch(), {}
        able = list(placeable(play))
        drawn = {able[pick(len(able))] for _ in range(pick(4)) if able}
        for uid in sorted(drawn, key=partial(rank, play)):
            legal = _some_hexes(play, uid, pick)
            if legal:
                said[uid] = legal[pick(len(legal))]
                put(play, uid, said[uid])
        plan = {force: ALTERNATE for force in choosable(play) if not pick(2)}
        return {**({SETUP: said} if said else {}), **({PLAN: plan} if plan else {})}

    def describe(self) -> Json:
        """Who may be placed, where, and where he stands otherwise."""
        able = [(uid, _about(self.play, uid)[1] == ANYWHERE) for uid in placeable(self.play)]
        rows = [
            {
                "unit": uid,
                "at": self.play.at.get(uid, ""),
                "anywhere": free,
                "hexes": [self.play.at[uid]] if free else list(hexes_for(self.play, uid)),
            }
            for uid, free in able
        ]
        return {"noun": "a set-up", "army": self.play.army, "units": rows, "default": {}}


def arranged(play: Play, said: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """The counters of a set-up in an order in which the rules let each stand where it is said to; those that nothing
    lets stand there come last. A set-up is a whole: in which order it is written means nothing (19.2-1)."""
    after, found = play.scratch(), list[tuple[str, Json]]()
    left = sorted(said, key=partial(rank, play))
    while left:
        able = next((uid for uid in left if why_not_place(after, uid, said[uid]) is None), None)
        if able is None:
            break
        put(after, able, str(said[able]))
        left.remove(able)
        found.append((able, said[able]))
    return [*found, *((uid, said[uid]) for uid in left)]


def rank(play: Play, uid: str) -> tuple[int, int, str]:
    """Who fights stands before his vedettes, and they before those who stand with friends."""
    unit = play.roster.units.get(uid)
    if unit is None:
        return (3, 0, uid)
    return (1 if unit.kind == VEDETTE else 0 if unit.fights else 2, unit.order, uid)


def _some_hexes(play: Play, uid: str, pick: Pick) -> tuple[str, ...]:
    """Hexes in which a counter may begin; of one that may anywhere a few at random."""
    if _about(play, uid)[1] != ANYWHERE:
        return hexes_for(play, uid)
    drawn = [play.field.hexes[pick(len(play.field.hexes))] for _ in range(3)]
    return tuple(at for at in drawn if _free(play, uid, at))


def placeable(play: Play) -> Iterator[str]:
    """osg 19.24-1, 19.25, 19.26: the counters of the phasing army that may be placed."""
    for uid in sorted(play.roster.units, key=lambda one: play.unit(one).order):
        if play.army_of(uid) == play.army and _about(play, uid)[0]:
            yield uid


def _about(play: Play, uid: str) -> tuple[str, int]:
    """osg 13.11-2, 19.24-1, 19.25, 19.26: the hex about which a counter is placed and how far off, ("", 0) for none.

    Instead of a distance AMONG_FRIENDS or ANYWHERE.
    """
    unit, ranges = play.unit(uid), play.setting.charts.ranges
    if play.setting.scenario.data.get("placed") == unit.army and uid in play.at and unit.kind != VEDETTE:
        return (play.at[uid], ANYWHERE)
    if unit.kind == VEDETTE:
        home = play.at.get(unit.parent, "") or _sent_out_from(play, unit.parent)
        wanted = play.setting.choices.on("vedettes") and home and unit.parent not in play.reduced
        return (home, ranges["beside"]) if wanted else ("", 0)
    if uid not in play.setting.setup.at or uid in play.position.boxes:
        return ("", 0)
    at = play.setting.setup.at[uid]
    if uid in FREE_COMMANDERS:
        return (at, AMONG_FRIENDS)
    if unit.kind == "baggage-train":
        return (at, AMONG_FRIENDS)
    if unit.kind == "bridge-train":
        return (at, ranges["bridge-train"])
    officer = next((one for one in play.setting.setup.at if _leads(play, one, unit.formation)), "")
    if unit.kind == "cavalry-brigade" and officer:
        return (play.setting.setup.at[officer], ranges["beside"])
    return ("", 0)


def _leads(play: Play, uid: str, formation: str) -> bool:
    return play.unit(uid).leads and play.unit(uid).formation == formation


def _sent_out_from(play: Play, parent: str) -> str:
    """The hex of a unit that has broken down in this set-up already."""
    return play.setting.setup.at.get(parent, "") if play.position.boxes.get(parent) == BROKEN else ""


def hexes_for(play: Play, uid: str) -> tuple[str, ...]:
    """osg 13.11-2, 19.24-1, 19.25, 19.26: the hexes in which a counter may begin, in order."""
    return tuple(at for at in sorted(_near(play, uid)) if _free(play, uid, at))


def _near(play: Play, uid: str) -> Collection[str]:
    """osg 13.11-2, 19.24-1, 19.25, 19.26: the hexes in which a counter may begin, where there is room for it."""
    home, within = _about(play, uid)
    if not home:
        return ()
    if within == ANYWHERE:
        return play.field.neighbours
    if within == AMONG_FRIENDS:
        return {at for at in play.here if play.fighting(at, play.army)}
    return play.field.grids[play.field.map_of[home]].within(home, within)


def _free(play: Play, uid: str, at: str) -> bool:
    if at not in play.field.neighbours or play.holder(at) == play.foe:
        return False
    unit = play.unit(uid)
    if "strip" in play.setting.scenario.data and closed_to(unit.army, at, french_in=False):
        return False
    if unit.fights and unit.kind != VEDETTE and play.in_zone(at, play.foe):
        return False
    if not unit.fights and play.in_zone(at, play.foe) and not play.fighting(at, play.army):
        return False
    there = [play.unit(one) for one in play.units_in(at) if one != uid]
    return fits([*there, unit])


def why_not_place(play: Play, uid: str, at: Json) -> Refusal | None:
    """osg 19.21, 19.24-1, 19.25, 19.26: what keeps a counter from beginning in a hex."""
    unit = play.roster.units.get(uid)
    case = "19.26" if unit and unit.fights else "19.24" if unit and not unit.leads else "19.25"
    if unit is None or unit.army != play.army or not _about(play, uid)[0]:
        return Refusal("19.21", f"{unit.name if unit else uid[:40]} is not placed freely", uid)
    if isinstance(at, str) and at in _near(play, uid) and _free(play, uid, at):
        return None
    legal = hexes_for(play, uid)
    text = f"{unit.name} may not begin in {str(at)[:20]}; open are: {', '.join(legal[:30])}"
    return Refusal(case, text, uid, str(at)[:20], legal[:30])


def _refused(play: Play, uid: str, at: Json) -> Refusal | None:
    return None if at == "" else why_not_place(play, uid, at)


def put(play: Play, uid: str, at: str) -> None:
    """Puts a counter where it begins. The first vedette of a unit brings the others out with it, in its hex."""
    parent = play.unit(uid).parent
    if parent and uid not in play.at and vedettes.break_down(play, parent):
        play.put_away(parent, BROKEN)
    if play.at[uid] != at:
        play.move(uid, at)


def choosable(play: Play) -> tuple[str, ...]:
    """osg 21.81: the forces of the phasing army for which it chooses one of two tracks before the first turn."""
    found = (one for one in play.setting.setup.arrivals if one.track == ALTERNATE)
    return tuple(one.force for one in found if play.army_of(one.units[0]) == play.army)


def planned(play: Play, plan: Json) -> tuple[str, ...]:
    """osg 21.81, 21.85: the forces that a plan has come by the alternate track. Openly played the plan lies open."""
    able = choosable(play)
    return tuple(force for force in able if isinstance(plan, Mapping) and plan.get(force) == ALTERNATE)


def placing(play: Play, said: Mapping[str, Json], plan: Json) -> Generator[Request, Any, None]:
    """osg 1.6-1, 1.6-2, 19.2-1: the set-up of the phasing army; who may not stand where orders have him stays."""
    for force in planned(play, plan):
        play.position.once.add(f"{ALTERNATE_OF}{force}")
    for uid, at in arranged(play, said):
        if uid not in play.roster.units or play.army_of(uid) != play.army or not _about(play, uid)[0]:
            continue
        judge = partial(_refused, play, uid)
        options = Judged(judge, "", lambda pick: "", "a hex to begin in")
        label = f"{SETUP}.{play.army}.{uid}"
        chosen = yield Choose(play.army, PLACE, options, label, at, (SETUP, uid), scene=play)
        if chosen:
            put(play, uid, chosen)
            yield event("set-up", unit=uid, at=chosen, army=play.army, case="19.21")
