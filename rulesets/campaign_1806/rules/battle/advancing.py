"""Advance after combat, carried out (11.46)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import SILENT, Choose, Silent
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.roster import FOOT
from rulesets.campaign_1806.rules.battle.advance import why_not_advance
from rulesets.campaign_1806.rules.battle.morale import may_advance
from rulesets.campaign_1806.rules.decisions import Judged, Procedure, texts
from rulesets.campaign_1806.rules.march.stacking import fits

ADVANCE: Final = "advance"
NO, YES = "no", "yes"
Where = tuple[str | int, ...]


def advance(
    play: Play,
    army: str,
    units: Sequence[str],
    vacated: Sequence[str],
    label: str,
    said: Json | Silent,
    where: tuple[str | int, ...],
) -> Procedure:
    """osg 11.46-1, 11.46-2: a stack of those who fought may go into a hex that the enemy has left by the combat. said:
    what orders say; of the army that gives none its standing orders count."""
    free = [at for at in vacated if not play.units_in(at)]
    there = [uid for uid in units if uid in play.at]
    best = _best(play, there, free)
    if not best:
        return
    slot = "" if army == play.army else f"{ADVANCE}.{play.formation_of(best['units'][0])}"
    options = Judged(
        lambda one: _why_not(play, there, free, one), NO, lambda pick: best if pick(3) else NO, "an advance"
    )

    def read(value: Json) -> Json:
        """osg 11.46-1: yes for as many as may go, with what leader there is."""
        return best if value == YES else value

    answer = yield Choose(
        army, ADVANCE, options, f"{label}.{ADVANCE}.{army}", SILENT if slot else said, where, slot, read, scene=play
    )
    if answer == NO:
        return
    for uid in answer["units"]:
        at = play.hex_of(uid)
        play.move(uid, answer["to"])
        play.advanced.add(uid)
        play.occupy(uid, (answer["to"],))
    yield event("advanced", units=answer["units"], at=at, to=answer["to"], case="11.46")


def _why_not(play: Play, there: Sequence[str], free: Sequence[str], answer: Json) -> Refusal | None:
    """What keeps units from advancing into a hex."""
    if answer == NO:
        return None
    units = texts(answer.get("units")) if isinstance(answer, dict) else ()
    to = str(answer.get("to")) if isinstance(answer, dict) else ""
    strange = next((uid for uid in units if uid not in there), "")
    if not units or to not in free or strange or len(set(units)) < len(units):
        names = ", ".join(free) or "none"
        return Refusal(
            "11.46-1",
            f"an advance names units that fought, and one of these hexes: {names}",
            strange,
            legal=tuple(free),
        )
    refusal = why_not_advance(play, units)
    if refusal:
        return refusal
    start = play.hex_of(units[0])
    barred = play.field.has("river", start, to) and not play.crossings.bridged(play.field, start, to)
    if to not in play.field.neighbours[start] or barred:
        return Refusal("11.46-1", f"{to} cannot be reached from {start}", units[0], to)
    if not fits([play.unit(uid) for uid in units]):
        return Refusal("3.1", f"{to} does not hold so many", units[0], to)
    return None


def _best(play: Play, there: Sequence[str], free: Sequence[str]) -> dict[str, Json]:
    """The advance of most points that the rules allow; {} for none."""
    found: list[tuple[int, str, str, list[str]]] = []
    for start in sorted({play.hex_of(uid) for uid in there}):
        stack = [uid for uid in there if play.hex_of(uid) == start]
        able = [uid for uid in stack if may_advance(play, uid)]
        leaders = [uid for uid in stack if play.unit(uid).leads]
        foot = [uid for uid in able if play.unit(uid).kind in FOOT]
        horse = [uid for uid in able if uid not in foot]
        strongest = sorted(foot, key=lambda uid: (-play.unit(uid).strength, uid))
        for units in ([*able, *leaders], [*strongest[:1], *horse], strongest[:1], horse):
            for to in free:
                if units and _why_not(play, there, free, {"units": units, "to": to}) is None:
                    found.append((-play.strength(units), to, start, units))
    if not found:
        return {}
    _, to, _, units = min(found)
    return {"units": units, "to": to}
