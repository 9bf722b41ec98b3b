"""The night turn of one side, carried out: boxes, supply, leaving enemy zones (2.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import SILENT, Choose
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.battle.boxes import at_nightfall
from rulesets.campaign_1806.rules.battle.falling_back import away
from rulesets.campaign_1806.rules.capturing import catch
from rulesets.campaign_1806.rules.decisions import Procedure, texts
from rulesets.campaign_1806.rules.march.stacking import may_fit
from rulesets.campaign_1806.rules.night import Path, must_leave, ways_out, why_not

DISENGAGE: Final = "disengage"


def night_phase(play: Play, orders: Mapping[str, Json]) -> Procedure:
    """osg 2.21A, 2.21B-1, 2.22: what happens by night, after the orders for it are known."""
    yield from _supply(play, orders)
    said = orders.get(DISENGAGE, ())
    entries = {uid: (number, entry) for number, entry in enumerate(said) for uid in _named(entry)}
    for at in sorted({play.hex_of(uid) for uid in play.on_map(play.army)}):
        yield from play.fog.scout(play, at, play.foe)
    for uid in leaving(play):
        number, entry = entries.get(uid, (0, SILENT))
        path = entry["path"] if isinstance(entry, Mapping) and "path" in entry else SILENT
        yield from _goes(play, uid, path, (DISENGAGE, number, "path"))
    yield from catch(play, f"{play.prefix}.night")


def before_orders(play: Play) -> Procedure:
    """osg 2.21A, 2.21B-2: units wait in the other half of their box, and markers of command come off."""
    moved = at_nightfall(play.position.boxes, play, play.army)
    if moved:
        yield event("nightfall", units=list(moved), army=play.army, case="2.21")
    play.out -= {uid for uid in play.out if play.army_of(uid) == play.army}


def _supply(play: Play, orders: Mapping[str, Json]) -> Procedure:
    """osg 2.21B-2, 12.13, 14.0-1, 19.4: who is out of supply is demoralized until a night finds him supplied."""
    position = play.position
    mine = {uid for uid in position.unsupplied if play.army_of(uid) == play.army}
    position.unsupplied -= mine
    if play.setting.choices.on("supply"):
        found = set(play.fog.unsupplied(play, orders))
        position.unsupplied |= found
        if found != mine:
            yield event("supply", out=sorted(found - mine), again=sorted(mine - found), army=play.army, case="14.0")
    yield from play.settle()


def leaving(play: Play) -> tuple[str, ...]:
    """osg 2.21C, 4.2: the units of the phasing army that have to leave enemy zones, vedettes last."""
    units = [uid for uid in play.on_map(play.army) if must_leave(play, uid)]
    return tuple(sorted(units, key=lambda uid: (play.unit(uid).kind == VEDETTE, play.unit(uid).order)))


def _named(entry: Json) -> tuple[str, ...]:
    return texts(entry.get("units")) if isinstance(entry, Mapping) else ()


class WayOut:
    """osg 2.21C, 3.1, 4.2: the ways of one unit out of a zone; where there is none it stays."""

    def __init__(self, play: Play, uid: str) -> None:
        self.play, self.uid = play, uid
        found = ways_out(play, play.setting.charts, uid, play.crossings)
        army = play.army
        self.paths: list[Path] = sorted((p for p in found if self._room(p)), key=lambda path: away(play, army, path))

    def _room(self, path: Sequence[str]) -> bool:
        play = self.play
        return may_fit([play.unit(one) for one in (*play.units_in(path[-1]), self.uid)])

    def why_not(self, path: Json) -> Refusal | None:
        """What keeps the unit from leaving by a path."""
        play, words = self.play, texts(path)
        if not words and not self.paths:
            return None
        refusal = why_not(play, play.setting.charts, self.uid, words, play.crossings)
        if refusal is None and words not in self.paths:
            refusal = Refusal("3.1", f"there is no room in {words[-1]} for {play.name(self.uid)}", self.uid, words[-1])
        return refusal

    def default(self) -> Json:
        """The way that leads farthest from the enemy."""
        return list(self.paths[0]) if self.paths else []

    def sample(self, pick: Pick) -> Json:
        """One of the ways."""
        return list(self.paths[pick(len(self.paths))]) if self.paths else []

    def describe(self) -> Json:
        """The ways."""
        return {"noun": "a way out", "answers": [list(path) for path in self.paths], "default": self.default()}


def _goes(play: Play, uid: str, said: Json, where: tuple[str | int, ...]) -> Procedure:
    if uid not in play.at or not must_leave(play, uid):
        return
    yield from play.fog.survey(play, play.hex_of(uid), play.setting.charts.ranges["disengage"], play.foe)
    options = WayOut(play, uid)
    label = f"{play.prefix}.out.{uid}"
    path = yield Choose(play.army, DISENGAGE, options, label, said, where, obliged=bool(options.paths), scene=play)
    at = play.hex_of(uid)
    if not path:
        yield event("stayed", unit=uid, at=at, case="4.2")
        return
    play.move(uid, path[-1])
    play.occupy(uid, path)
    yield event("disengaged", unit=uid, path=[at, *path], case="4.2")
    if not play.fighting(at, play.army):
        for leader in play.leaders(at, play.army):
            play.move(leader, path[-1])
