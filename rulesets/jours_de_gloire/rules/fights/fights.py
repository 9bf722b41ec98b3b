"""The Combat Phase (8): what each army turns up, then the contacts one after the other.

Sections of the phase: first everything that the phasing army has to say, then all that the other army has and all dice.
"""

from __future__ import annotations

from rulesets.jours_de_gloire.documents.standing import Wishes
from rulesets.jours_de_gloire.rules.fights import sieges
from rulesets.jours_de_gloire.rules.fights.box_forces import troops_in
from rulesets.jours_de_gloire.rules.fights.contacts import Contact, in_order, lifted, other_army, own_army
from rulesets.jours_de_gloire.rules.fights.engagement import Engagement, Marching
from rulesets.jours_de_gloire.rules.march.contact import flagged
from rulesets.jours_de_gloire.turn import Part, Turn


def combat(turn: Turn, marchers: Marching) -> Part:
    """jdg 2-B4, 8.0-1: the Combat Phase of a player turn. Returns whether the game is over by it (9-8).

    marchers: what `guns.march_to_guns` returned. They stay face down where they are unless they arrive.
    """
    wishes = Wishes(turn)
    yield from lifted(turn, tuple(turn.board.at.sieges))
    found = yield from own_army(turn, wishes)
    found = yield from other_army(turn, wishes, found)
    for contact in in_order(turn, found):
        yield from _fought(Engagement(turn, wishes, contact, marchers))
        if turn.board.at.stage == "over":
            return True
        yield from _closed(turn, contact)
    yield from lifted(turn, tuple(turn.board.at.sieges))
    return False


def _fought(fight: Engagement) -> Part:
    """What comes to pass in one box."""
    contact, turn = fight.contact, fight.turn
    if contact.besieger == turn.army:
        yield from sieges.pressed(fight)
        return
    if contact.fresh or contact.newcomers:
        yield from fight.slipped_away()
        if not fight.defenders().units:
            return
    if contact.besieger:
        yield from sieges.sallied(fight)
    elif (yield from sieges.sheltered(fight)):
        yield from sieges.against_citadel(fight)
    else:
        yield from fight.met(fight.attackers(), fight.defenders())


def _closed(turn: Turn, contact: Contact) -> Part:
    """jdg 8.8-1, 8.8-7, 9-3: whoever is left alone holds the box."""
    board, box = turn.board, contact.box
    yield from lifted(turn, (box,))
    there = [army for army in turn.setting.armies if board.counters(army, box)]
    if len(there) == 1 and troops_in(board, board.counters(there[0], box)):
        yield from flagged(turn, there[0], box)
