"""Fortified cities: who goes into the citadel, siege or assault, the siege die, sorties and relief (8.8, A.8.8)."""

from __future__ import annotations

from pbem.engine.options import Listed
from pbem.engine.requests import Tell
from rulesets.jours_de_gloire.documents.standing import ASSAULT, BESIEGE, CITADEL, CITY, OUTSIDE, SIEGE
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER
from rulesets.jours_de_gloire.rules.battle.siege import Siege, due, joint_attack, siege_die, why_no_siege
from rulesets.jours_de_gloire.rules.fights.aftermath_on_map import wiped_out
from rulesets.jours_de_gloire.rules.fights.box_forces import Camp
from rulesets.jours_de_gloire.rules.fights.contacts import besieged, linked, turned_up
from rulesets.jours_de_gloire.rules.fights.engagement import Engagement, OneOf
from rulesets.jours_de_gloire.rules.march.contact import flagged
from rulesets.jours_de_gloire.turn import Part


def sheltered(fight: Engagement) -> Part:
    """jdg 8.8-2: whether the army that holds a fortified city goes into its citadel, before any combat there."""
    holder = fight.contact.holder
    if not holder:
        return False
    options = Listed((CITADEL, OUTSIDE), "8.8-2", "a place to fight")
    said = yield from fight.wishes.choose(holder, CITY, fight.box, options, member="city", slot=CITY)
    if said == CITADEL:
        there = list(fight.board.counters(holder, fight.box))
        event = {"kind": "sheltered", "army": holder, "at": fight.box, "case": "8.8-2", "counters": there}
        yield Tell(event)
    return said == CITADEL


def against_citadel(fight: Engagement) -> Part:
    """jdg 8.8-3, 8.8-4: the others besiege where they may and want to, else they assault; who intercepted as well."""
    holder = fight.contact.holder
    by = fight.setting.foe(holder)
    camp = Camp(fight.turn, by, ATTACKER, fight.board.counters(by, fight.box))
    found = fight.contact.linked
    if by == fight.turn.foe and fight.wishes.wants(by, fight.box, SIEGE, SIEGE, BESIEGE) != ASSAULT:
        found = yield from linked(fight.turn, by, fight.box)
    options = OneOf((BESIEGE, ASSAULT), why_no_siege(camp.force(), found), BESIEGE)
    said = yield from fight.wishes.choose(by, SIEGE, fight.box, options, member="siege", slot=SIEGE)
    if said == BESIEGE:
        yield from _laid(fight, by, holder)
    else:
        yield from _assault(fight, camp, holder)


def _laid(fight: Engagement, by: str, holder: str) -> Part:
    """jdg 8.8-S1, 8.8-S2, A.8.8-S1: the marker on 1, and the first die at once."""
    at, box = fight.board.at, fight.box
    at.inside = {**at.inside, box: list(fight.board.counters(holder, box))}
    at.sieges = {**at.sieges, box: Siege(by)}
    yield Tell({"kind": "siege-laid", "army": by, "at": box, "case": "8.8-S1", "counters": list(at.inside[box])})
    yield from _die(fight)


def _die(fight: Engagement) -> Part:
    """jdg 8.8-S2, 8.8-S3, 8.8-S4, 8.8-S5, 8.8-5: the besieger's die, and the fall of the city."""
    at, box, game = fight.board.at, fight.box, fight.setting.scenario.game
    siege = at.sieges[box]
    own = siege.by == fight.turn.army
    assay = yield from siege_die(fight.charts, game, siege, at.turn, own=own, label=fight.label, where=(box,))
    if assay.siege is not None:
        at.sieges = {**at.sieges, box: assay.siege}
        return
    garrison = besieged(fight.turn, box)
    holder = fight.setting.foe(siege.by)
    there = yield from turned_up(fight.turn, holder, garrison, f"fall.{box}", f"8.8-S{assay.row}")
    yield from wiped_out(fight.turn, Camp(fight.turn, holder, DEFENDER, there), box, f"8.8-S{assay.row}", siege.by)
    yield from flagged(fight.turn, siege.by, box)


def _assault(fight: Engagement, camp: Camp, holder: str) -> Part:
    """jdg 8.8-3, 8.7-6: a battle against the citadel, all of whose defenders are inside."""
    garrison = fight.board.counters(holder, fight.box)
    yield Tell({"kind": "assault", "army": camp.army, "at": fight.box, "case": "8.8-3"})
    yield from fight.battle(camp, Camp(fight.turn, holder, DEFENDER, garrison, garrison), citadel=True)


# -- while a siege goes on --------------------------------------------------------------------


def pressed(fight: Engagement) -> Part:
    """jdg 8.8-S3, 8.8-S4, 8.8-S5, 8.8-3, 8.8-8: the phasing army goes on besieging, storms, or attacks with friends."""
    turn, contact = fight.turn, fight.contact
    if contact.linked:
        if due(fight.board.at.sieges[fight.box], fight.board.at.turn, turn.army):
            yield from _die(fight)
        return
    camp, inside = fight.attackers(), fight.defenders()
    new = Camp(turn, turn.army, ATTACKER, contact.newcomers)
    old = Camp(turn, turn.army, ATTACKER, [c for c in camp.counters if c not in contact.newcomers])
    reading = fight.setting.options.relief
    if new.units and joint_attack(reading, old.force(), inside.force(), new.force()) is not None:
        yield from fight.met(camp, inside, relief=True)
    else:
        yield from _assault(fight, camp, turn.foe)


def sallied(fight: Engagement) -> Part:
    """jdg 8.8-7, 8.8-8: the besieged, friends who have come, or both together attack the besieger."""
    turn, contact, board = fight.turn, fight.contact, fight.board
    garrison = besieged(turn, fight.box)
    new = tuple(counter for counter in contact.newcomers if counter in board.at.counters)
    besieger = fight.defenders()
    fresh = Camp(turn, turn.army, ATTACKER, new)
    joint = bool(fresh.units) and joint_attack(
        fight.setting.options.relief,
        besieger.force(),
        Camp(turn, turn.army, DEFENDER, garrison).force(),
        fresh.force(),
    )
    out = garrison if joint or contact.sortie else ()
    kind = "relief" if joint else "sortie" if contact.sortie else "relief-alone"
    yield Tell({"kind": kind, "army": turn.army, "at": fight.box, "case": "8.8-8" if joint else "8.8-7"})
    camp = Camp(turn, turn.army, ATTACKER, (*new, *out), out)
    yield from fight.met(camp, besieger, relief=bool(joint))
