"""The combat phase: attacks are listed, horse leaves, then each is fought and its result applied (11, 16)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.engine.calculation import Calculation, told
from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import SILENT, Choose, Request, Roll
from pbem.hexgame.fighting.odds import columns_of
from rulesets.campaign_1806.play import Play, event, listed
from rulesets.campaign_1806.rules.battle.advance import checked_for_reduction, may_reduce
from rulesets.campaign_1806.rules.battle.advancing import advance
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS, AttackOptions
from rulesets.campaign_1806.rules.battle.duties import Duties
from rulesets.campaign_1806.rules.battle.falling_back import retreat
from rulesets.campaign_1806.rules.battle.leaving import LEAVE, leave
from rulesets.campaign_1806.rules.battle.losing import eliminate
from rulesets.campaign_1806.rules.battle.morale import guard_recoils
from rulesets.campaign_1806.rules.battle.odds import odds_of, points
from rulesets.campaign_1806.rules.battle.results import NOTHING, RETREATS, Exchange, cheapest, converted, exchange
from rulesets.campaign_1806.rules.capturing import catch
from rulesets.campaign_1806.rules.decisions import Judged, Procedure, texts
from rulesets.campaign_1806.rules.march.stack import captured_bridges

EXCHANGE: Final = "exchange"
Entry = Mapping[str, Any]
Where = tuple[str | int, ...]


def combat_phase(play: Play, said: Json) -> Procedure:
    """osg 2.11C3, 11.1-2: the combat phase of the phasing army. said: the member of its orders, SILENT for none."""
    yield from play.fog.in_contact(play, f"{play.prefix}.contact")
    said = play.fog.named_now(play, said)
    options = AttackOptions(play)
    where: Where = (ATTACKS,)
    label = f"{play.prefix}.{ATTACKS}"
    attacks: Sequence[Entry] = yield Choose(
        play.army, ATTACKS, options, label, said, where, read=options.read, obliged=options.owes, scene=play
    )
    named = {at for entry in attacks for at in (*entry["on"], *entry["with"])}
    fighting = [uid for at in sorted(named) for uid in play.units_in(at)]
    yield from play.fog.turn_up(play, fighting, f"{play.prefix}.designated")
    attacks = play.fog.named_now(play, attacks)
    failed = frozenset(play.failed)
    for side in (play.foe, play.army):
        for number, entry in enumerate(attacks):
            yield from _leave(play, side, number, entry)
    for number, entry in enumerate(attacks):
        yield from _fight(play, number, entry, failed)


def _leave(play: Play, side: str, number: int, entry: Entry) -> Procedure:
    """osg 11.1-3, 11.1-4, 2.11C2, 13.22-2: horse of one side leaves one attack."""
    label = f"{play.prefix}.{attack_name(number)}"
    mine, theirs = (entry["with"], entry["on"]) if side == play.army else (entry["on"], entry["with"])
    opponents = [uid for at in theirs for uid in play.fighting(at, play.enemy[side])]
    said = entry.get(LEAVE, SILENT) if side == play.army else SILENT
    for at in mine:
        if play.fighting(at, side):
            yield from leave(play, at, opponents, label, said, (ATTACKS, number, LEAVE))


def _fight(play: Play, number: int, entry: Entry, failed: frozenset[str]) -> Procedure:
    """osg 11.3, 11.4-Ex, 11.1-5, 11.2-NOTE: one attack by those who are still there, upon those who are."""
    label, where = f"{play.prefix}.{attack_name(number)}", (ATTACKS, number)
    beside = Duties(play, play.army, crossings=play.crossings)
    by_hexes = [at for at in entry["with"] if set(play.fighting(at, play.army)) - play.advanced - play.left]
    on = [at for at in entry["on"] if play.fighting(at, play.foe) and any(beside.touches(by, at) for by in by_hexes)]
    by_hexes = [by for by in by_hexes if any(beside.touches(by, at) for at in on)]
    if not on:
        yield event("lapsed", id=attack_name(number), on=list(entry["on"]), by=list(entry["with"]), case="11.1")
        return
    elsewhere = play.advanced | play.left
    by = [
        uid for at in by_hexes for uid in play.units_in(at) if uid not in elsewhere and play.army_of(uid) == play.army
    ]
    odds = odds_of(play, play.setting.charts, play.setting.defence, by, on, repulsed=bool(failed & set(by_hexes)))
    column = yield from _reduced(play, by, odds, entry.get("reduce", ""), label)
    (die,) = yield Roll("1d6", label, "11.3", tuple(on))
    code = play.setting.charts.table[column][die]
    counts = converted(play, by, on, code)
    facts = _told(play, by, on, number, replace(odds, used=column))
    codes = play.setting.charts.table.distribution(column)
    facts["becomes"] = {one: other for one in codes if (other := converted(play, by, on, one)) != one}
    yield event("combat", **facts, die=die, rolled=code, result=counts, case="11.3")
    if guard_recoils(play, tuple(by), counts):
        play.recoil()
        yield event("guard-recoils", case="16.31")
        yield from play.settle()
    yield from _applied(play, by, on, counts, column, label, entry, where)
    yield from captured_bridges(play)
    yield from catch(play, label)
    for army, fought, left in ((play.army, by, on), (play.foe, [], by_hexes)):
        if army == play.army or counts in ("Ae", "Ar", "Ar2"):
            units = fought or [uid for at in on for uid in play.units_in(at)]
            yield from advance(play, army, units, left, label, entry.get("advance", SILENT), (*where, "advance"))
    yield from captured_bridges(play)
    yield from catch(play, f"{label}.after")


def _told(play: Play, by: Sequence[str], on: Sequence[str], number: int, odds: Calculation) -> dict[str, Json]:
    """osg 11.3: what is told of a combat before its die. attackers, defenders: those who fight; with: leaders who are
    there."""
    attack, against = odds.strengths
    leaders = [uid for uid in (*by, *(one for at in on for one in play.units_in(at))) if play.unit(uid).leads]
    return {
        "id": attack_name(number),
        "label": f"{play.prefix}.{attack_name(number)}",
        "on": list(on),
        "attackers": [{"unit": one.unit, "hex": one.at, "strength": told(one.strength)} for one in attack.units],
        "defenders": [{"unit": one.unit, "hex": one.at, "strength": told(one.strength)} for one in against.units],
        "with": leaders,
        "calculation": odds.told(),
    }


def attack_name(number: int) -> str:
    """What the attack of an entry is called in labels and reports: `a1` for the first, number 0."""
    return f"a{number + 1}"


def _reduced(
    play: Play, by: Sequence[str], odds: Calculation, wanted: Json, label: str
) -> Generator[Request, Any, str]:
    """osg 11.32: the column after an attempt to lower it; only a lower one is tried for."""
    table = columns_of(tuple(play.setting.charts.columns))
    if not isinstance(wanted, str) or wanted not in play.setting.charts.columns:
        return odds.column
    if table.index(wanted) >= table.index(odds.column):
        return odds.column
    dice: dict[str, int] = {}
    for uid in checked_for_reduction(play, by):
        (dice[uid],) = yield Roll("1d6", f"{label}.reduce.{uid}", "11.32", (play.hex_of(uid),))
    done = may_reduce(play, by, dice)
    yield event("reduced", column=wanted, dice=dice, done=done, odds=odds.column, by=list(by), case="11.32")
    return wanted if done else odds.column


def _applied(
    play: Play, by: Sequence[str], on: Sequence[str], code: str, column: str, label: str, entry: Entry, where: Where
) -> Procedure:
    """osg 11.4-Ex, 11.4-Ae, 11.4-De: what a result does."""
    attackers = [uid for uid in by if play.unit(uid).fights]
    defenders = [uid for at in on for uid in play.fighting(at, play.foe)]
    if code == NOTHING:
        return
    if code == "Ex":
        yield from _exchanged(play, exchange(play, by, defenders), column, label, entry, where)
    elif code in ("Ae", "De"):
        yield from eliminate(play, attackers if code == "Ae" else defenders, label, column)
    elif code.startswith("A"):
        wish = entry.get("retreat", SILENT)
        yield from retreat(play, attackers, RETREATS[code], label, column, wish, (*where, "retreat"))
    else:
        yield from retreat(play, defenders, RETREATS[code], label, column, SILENT, ())


def _exchanged(play: Play, due: Exchange, column: str, label: str, entry: Entry, where: Where) -> Procedure:
    """osg 11.4-Ex, 11.41-1: the weaker side is lost, and the stronger pays as its owner wants."""
    paid: Sequence[str] = ()
    if due.payers:
        army = play.army_of(due.payers[0])
        slot = "" if army == play.army else EXCHANGE
        said = entry.get(EXCHANGE, SILENT) if army == play.army else SILENT

        def read(value: Json) -> Json:
            """osg 11.4-Ex: units in the order in which they go, as many as it takes."""
            chosen: list[str] = []
            first = value.get("units") if isinstance(value, Mapping) else value
            for uid in (*texts(first), *cheapest(play, due)):
                if uid in due.payers and uid not in chosen and not due.pays(play, chosen):
                    chosen.append(uid)
            return chosen

        options = _payment(play, due)
        paid = yield Choose(
            army,
            EXCHANGE,
            options,
            f"{label}.{EXCHANGE}",
            said,
            (*where, EXCHANGE),
            slot,
            read,
            obliged=True,
            scene=play,
        )
    if due.payers:
        yield event("paid", units=list(paid), owed=told(due.owed), given=told(points(play, paid)), case="11.4")
    yield from eliminate(play, (*due.lost, *paid), label, column)


def _payment(play: Play, due: Exchange) -> Judged:
    def judge(chosen: Json) -> Refusal | None:
        units = texts(chosen)
        if due.pays(play, units) and isinstance(chosen, (list, tuple)) and len(units) == len(set(units)) == len(chosen):
            return None
        return Refusal("11.4", f"units worth {due.owed} points have to go, of: {listed(due.payers, play)}")

    def draw(pick: Pick) -> Json:
        return list(due.payers) if pick(2) else list(cheapest(play, due))

    return Judged(judge, list(cheapest(play, due)), draw, "the units that an exchange costs")
