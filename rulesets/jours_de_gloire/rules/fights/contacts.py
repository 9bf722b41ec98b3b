"""Contacts of a Combat Phase: which boxes see combat, and what each army turns up for them before any die is thrown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.engine.options import Json, Listed
from pbem.engine.requests import ASK, Claim, Silent, Tell
from rulesets.jours_de_gloire.documents.standing import (
    ASSAULT,
    ATTACK,
    BESIEGE,
    BRIDGES,
    CITY,
    DEFENCE,
    LOSSES,
    MEMBER,
    NO,
    OVERRUN,
    RETREAT,
    SIEGE,
    WINNER,
    YES,
    Wishes,
)
from rulesets.jours_de_gloire.hidden.signs import signs
from rulesets.jours_de_gloire.position import without
from rulesets.jours_de_gloire.rules.battle.ground import retreats
from rulesets.jours_de_gloire.rules.battle.parts import DEFENDER
from rulesets.jours_de_gloire.rules.battle.siege import BESIEGED, PRINTED
from rulesets.jours_de_gloire.rules.battle.tactics import refusal
from rulesets.jours_de_gloire.rules.fights.box_forces import (
    force_of,
    infantry_in,
    known_pf,
    origins_of,
    troops_in,
    unit_of,
)
from rulesets.jours_de_gloire.rules.march.contact import REAL, dismissed, flagged, is_force, shown_up, stranded
from rulesets.jours_de_gloire.rules.straggling import settled
from rulesets.jours_de_gloire.setting import Known, Setting
from rulesets.jours_de_gloire.turn import Part, Turn

CLOSES: Final = "closes"


@dataclass(frozen=True, slots=True)
class Contact:
    """A box where both armies stand, at the beginning of the Combat Phase.

    counts: army -> counters there, dummies among them: what a plan for chits looks at. holder: army that may go into
    the citadel of a fortified city (8.8-2), else empty. besieger: army that besieges the other already, else empty.
    newcomers: counters of the phasing army that came this turn to a box with a siege. sortie: the besieged were ordered
    out. linked: unit ids among the phasing army's infantry that may besiege (8.8-4, 4.5-3), one being enough.
    """

    box: str
    counts: Mapping[str, int]
    holder: str = ""
    besieger: str = ""
    newcomers: tuple[str, ...] = ()
    sortie: bool = False
    linked: tuple[str, ...] = field(default=())

    @property
    def fresh(self) -> bool:
        """No siege goes on there."""
        return not self.besieger


def besieged(turn: Turn, box: str) -> tuple[str, ...]:
    """jdg 8.8-S1: the counters of a besieged army in a box, those of its friends left out who came this turn."""
    board = turn.board
    army = turn.setting.foe(board.at.sieges[box].by)
    there = board.counters(army, box)
    inside = tuple(counter for counter in there if counter in board.at.inside.get(box, ()))
    return inside or tuple(counter for counter in there if counter not in turn.came)


def lifted(turn: Turn, boxes: Iterable[str]) -> Part:
    """jdg 8.8-7, 8.8-10: sieges end where one army is no longer there; a new one begins at step 1."""
    board = turn.board
    for box in boxes:
        siege = board.at.sieges.get(box)
        if siege is None or all(board.counters(army, box) for army in turn.setting.armies):
            continue
        board.at.sieges = without(board.at.sieges, box)
        board.at.inside = without(board.at.inside, box)
        yield Tell({"kind": "siege-over", "army": siege.by, "at": box, "case": "8.8-7"})


def contacts(turn: Turn, wishes: Wishes) -> Part:
    """jdg 8.0-1, 8.8-6, 8.8-7: boxes with counters of both armies; a siege only where somebody does something."""
    board = turn.board
    found: list[Contact] = []
    for box in board.contested():
        counts = {army: len(board.counters(army, box)) for army in turn.setting.armies}
        siege = board.at.sieges.get(box)
        if siege is None:
            found.append(Contact(box, counts, _holder(turn, box)))
            continue
        contact = Contact(box, counts, turn.setting.foe(siege.by), siege.by, _newcomers(turn, box))
        sortie = contact.holder == turn.army and (yield from _ordered_out(turn, wishes, box))
        if siege.by == turn.army or contact.newcomers or sortie:
            found.append(replace(contact, sortie=sortie))
    return found


def _ordered_out(turn: Turn, wishes: Wishes, box: str) -> Part:
    """jdg 8.8-7: whether the besieged attack; only by their orders."""
    if isinstance(wishes.ordered(turn.army, box, "sortie"), Silent):
        return False
    options = Listed((NO, YES), "8.8-7", "what the besieged do")
    return (yield from wishes.choose(turn.army, "sortie", box, options, member="sortie")) == YES


def _holder(turn: Turn, box: str) -> str:
    """jdg 8.8-1, 8.8-2: who was in a fortified city first: the phasing army only where it was intercepted there."""
    if not turn.setting.boxes[box].city:
        return ""
    return turn.army if turn.intercepted.get(box) else turn.foe


def _newcomers(turn: Turn, box: str) -> tuple[str, ...]:
    inside = turn.board.at.inside.get(box, ())
    there = turn.board.counters(turn.army, box)
    return tuple(counter for counter in there if counter in turn.came and counter not in inside)


# -- what is turned up --------------------------------------------------------------------


def turned_up(turn: Turn, army: str, counters: Sequence[str], name: str, case: str = "8.1-P1") -> Part:
    """jdg 8.1-P1, 7.1-4: counters are opened; dummies among them and units worn away on the march leave play.

    name: of the step, for its label. Returns the counters that are left.
    """
    board = turn.board
    new = tuple(counter for counter in counters if not board.face_up(counter))
    yield from shown_up(turn, army, new, case, f"{turn.label}.{name}")
    left = tuple(counter for counter in counters if counter in board.at.counters)
    dummies = [counter for counter in left if turn.setting.dummy(board.content(counter))]
    yield from dismissed(turn, army, dummies, "7.1-4")
    return tuple(counter for counter in left if counter not in dummies)


# -- what face-down counters do to a battle next to them ------------------------------------


def seal_off(turn: Turn, army: str, exits: Sequence[str]) -> Part:
    """jdg 8.5-4: an army shows as few counters as prove that it closes the ways out of a box.

    exits: of the box, as far as they count for the encirclement. First it names its strongest face-down counter of each
    of them, or says that it is too weak there; only where it closes all of them anything is opened.
    """
    board, needs = turn.board, turn.setting.charts.number("encirclement", "pf")
    weak = [to for to in exits if known_pf(board, army, to) < needs]
    if not all(board.hidden(army, to) for to in weak):
        return
    named = []
    for to in weak:
        strongest = yield from _closer(turn, army, to)
        if not strongest:
            return
        named.append(strongest)
    for to, strongest in zip(weak, named, strict=True):
        while strongest:
            yield from turned_up(turn, army, (strongest,), f"seal.{to}.{strongest}", "8.5-4")
            strongest = yield from _closer(turn, army, to)


def _closer(turn: Turn, army: str, box: str) -> Part:
    """The counter that its owner would open to close a box; empty where it is closed, or nothing can close it."""
    board = turn.board
    hidden = board.hidden(army, box)
    short = turn.setting.charts.number("encirclement", "pf") - known_pf(board, army, box)
    if short <= 0 or not hidden:
        return ""
    scene = {"box": box, "counters": list(hidden), "logs": {c: board.log(c) for c in hidden}, "needs": short}
    options = Listed(("", *hidden), "8.5-4", "a counter there")
    return (yield Claim(army, hidden[0], CLOSES, options, f"{turn.label}.seal.{box}", scene))


def closers(setting: Setting, held: Known, scene: Json) -> list[str]:
    """Whom a truthful owner may name when CLOSES is asked: any of his strongest counters there, nobody if all together
    are too weak.

    held: contents as they were committed to.
    """
    found = {counter: _pf(setting, held, scene, counter) for counter in scene["counters"]}
    if sum(found.values()) < scene["needs"]:
        return []
    strongest = max(found.values(), default=0)
    return [counter for counter, pf in found.items() if pf == strongest]


def _pf(setting: Setting, held: Known, scene: Json, counter: str) -> int:
    content = settled(setting, held.get(counter), scene["logs"][counter])
    return int(content["pf"]) if setting.troops(content) is not None else 0


def occupied(turn: Turn, army: str, box: str, name: str) -> Part:
    """jdg 8.7-3, 8.6-5: whether units of an army hold a box against a retreat; face-down dummies alone do not.

    What its owner says is proved: by the sign of the counter that he names, or by opening all where he names none.
    """
    board = turn.board
    if troops_in(board, board.counters(army, box)):
        return True
    hidden = board.hidden(army, box)
    if not hidden or turn.proved & set(hidden):
        return bool(hidden)
    options = Listed(("", *hidden), "5.2-2", "a counter there")
    scene = {"box": box, "counters": list(hidden)}
    named = yield Claim(army, hidden[0], REAL, options, f"{turn.label}.{name}.{box}", scene)
    if named:
        found = yield from signs(board, army, (named,), f"{turn.label}.{name}.{named}")
        if is_force(found[named]):
            turn.proved.add(named)
            return True
    yield from turned_up(turn, army, hidden, f"{name}.{box}.all", "5.2-2")
    return bool(troops_in(board, board.counters(army, box)))


def bar_ways(turn: Turn, contact: Contact) -> Part:
    """jdg 8.7-4: where counters of the phasing army stand in every box to which the defender might go back, it says now
    which of them are units, up to the first box that none holds: afterwards nobody can ask it without a message."""
    board, box = turn.board, contact.box
    origins, exits = origins_of(turn, board.counters(turn.army, box)), board.neighbours(box)
    held = tuple(to for to in exits if board.counters(turn.army, to))
    if retreats(DEFENDER, exits, origins, held):
        return
    for to in retreats(DEFENDER, exits, origins, ()):
        if not (yield from occupied(turn, turn.army, to, "bars")):
            return


# -- the phasing army ----------------------------------------------------------------------


def own_army(turn: Turn, wishes: Wishes) -> Part:
    """jdg 8.1-P1, 7.1-4: all that the phasing army has to say and to show, so that the other can close the rest alone.

    Returns the contacts that are left.
    """
    found = yield from contacts(turn, wishes)
    left = []
    for contact in found:
        if (yield from _shown(turn, contact)):
            left.append(contact)
    if not left:
        return left
    yield from wishes.consult(turn.army, _own_slots(turn, wishes, left), "own.slots")
    ready = []
    for contact in left:
        ready.append((yield from _with_links(turn, wishes, contact)))
    for contact in ready:
        if not continues(turn, contact):
            yield from seal_off(turn, turn.army, _closable(turn, contact))
            yield from bar_ways(turn, contact)
    return ready


def _shown(turn: Turn, contact: Contact) -> Part:
    """The phasing army's counters in a box; whether troops are among them that take part."""
    board, box = turn.board, contact.box
    if contact.besieger == turn.foe:
        new = yield from turned_up(turn, turn.army, contact.newcomers, f"own.{box}")
        if not troops_in(board, new) and not contact.sortie:
            yield from stranded(turn, box)
            return False
        if contact.sortie or turn.setting.options.relief == BESIEGED:
            new += yield from turned_up(turn, turn.army, besieged(turn, box), f"own.{box}.inside")
        return bool(troops_in(board, new))
    there = yield from turned_up(turn, turn.army, board.counters(turn.army, box), f"own.{box}")
    if troops_in(board, there):
        return True
    yield from stranded(turn, box)
    yield from lifted(turn, (box,))
    return False


def _own_slots(turn: Turn, wishes: Wishes, left: Sequence[Contact]) -> tuple[str, ...]:
    """Those that the orders leave a question to: who orders everything for his battles opens none, which may save him
    a message."""
    boxes = {slot: [c.box for c in left] for slot in (ATTACK, LOSSES, RETREAT, OVERRUN, WINNER, BRIDGES)}
    boxes[CITY] = [contact.box for contact in left if contact.fresh and contact.holder == turn.army]
    boxes[SIEGE] = [contact.box for contact in left if contact.holder == turn.foe]
    return tuple(
        slot for slot, concerned in boxes.items() if any(_open_question(turn, wishes, box, slot) for box in concerned)
    )


def _open_question(turn: Turn, wishes: Wishes, box: str, slot: str) -> bool:
    """Whether the orders say nothing for a slot, or play a chit that 8.2 forbids the force that is there."""
    said = wishes.ordered(turn.army, box, MEMBER[slot])
    if slot != ATTACK or isinstance(said, Silent):
        return isinstance(said, Silent)
    force = force_of(turn.board, turn.army, turn.board.counters(turn.army, box))
    return refusal(turn.setting.charts, str(said), force, turn.setting.options.screen_limit) is not None


def _with_links(turn: Turn, wishes: Wishes, contact: Contact) -> Part:
    """jdg 8.8-4, 4.5-3: the contact with the infantry there that has a line to a general, if it is to besiege."""
    if contact.holder != turn.foe:
        return contact
    if wishes.wants(turn.army, contact.box, "siege", SIEGE, BESIEGE) == ASSAULT or _joint(turn, contact):
        return contact
    found = yield from linked(turn, turn.army, contact.box)
    return replace(contact, linked=found)


def linked(turn: Turn, army: str, box: str) -> Part:
    """jdg 4.5-3: as a tuple, the first infantry unit of an army in a box whose sign has a line to a general."""
    board = turn.board
    for counter in infantry_in(board, board.counters(army, box)):
        found = yield from signs(board, army, (counter,), f"{turn.label}.link.{box}.{counter}")
        if found[counter].link:
            return (unit_of(board, counter),)
    return ()


def _joint(turn: Turn, contact: Contact) -> bool:
    """jdg 8.8-8: friends of the besieger have come, and by the printed reading all attack the besieged."""
    new = contact.besieger == turn.army and troops_in(turn.board, contact.newcomers)
    return bool(new) and turn.setting.options.relief == PRINTED


def continues(turn: Turn, contact: Contact) -> bool:
    """jdg 8.8-S3: whether the phasing army goes on with a siege of its own, without any assault."""
    return contact.besieger == turn.army and bool(contact.linked)


def _closable(turn: Turn, contact: Contact) -> tuple[str, ...]:
    """jdg 8.5-4: ways out of a box that none of the attackers came by."""
    board, box = turn.board, contact.box
    origins = origins_of(turn, board.counters(turn.army, box))
    return tuple(to for to in board.neighbours(box) if to not in origins)


# -- the other army -------------------------------------------------------------------------


def other_army(turn: Turn, wishes: Wishes, found: Sequence[Contact]) -> Part:
    """The other army's counters and slots. Returns the contacts where there is somebody to fight."""
    left = []
    for contact in found:
        if continues(turn, contact) or (yield from _opened(turn, contact)):
            left.append(contact)
    if any(not continues(turn, contact) for contact in left):
        yield from wishes.consult(turn.foe, _other_slots(turn, wishes, left), "other.slots")
    return left


def _opened(turn: Turn, contact: Contact) -> Part:
    board, box = turn.board, contact.box
    there = yield from turned_up(turn, turn.foe, board.counters(turn.foe, box), f"other.{box}")
    if troops_in(board, there):
        return True
    yield from stranded(turn, box)
    yield from lifted(turn, (box,))
    yield Tell({"kind": "no-combat", "army": turn.army, "at": box, "case": "7.1-4"})
    if not board.counters(turn.foe, box):
        yield from flagged(turn, turn.army, box)
    return False


def _other_slots(turn: Turn, wishes: Wishes, left: Sequence[Contact]) -> tuple[str, ...]:
    """jdg 8.1-P1: the chits are left for the battle where the phasing army may still be asked whether it storms."""
    asked = any(_asks_for_siege(turn, wishes, contact) for contact in left)
    slots = [*(() if asked else (DEFENCE,)), LOSSES, RETREAT, WINNER, BRIDGES]
    cities = {contact.holder for contact in left if contact.fresh}
    if turn.foe in cities:
        slots.append(CITY)
    if turn.army in cities:
        slots.append(SIEGE)
    return tuple(slots)


def _asks_for_siege(turn: Turn, wishes: Wishes, contact: Contact) -> bool:
    """jdg 8.8-3: whether the phasing army wants to be asked about siege or assault, once the others are inside."""
    if not contact.fresh or contact.holder != turn.foe:
        return False
    said = wishes.ordered(turn.army, contact.box, MEMBER[SIEGE])
    return (wishes.opened.get((turn.army, SIEGE)) if isinstance(said, Silent) else said) == ASK


def in_order(turn: Turn, found: Sequence[Contact]) -> list[Contact]:
    """jdg 8.0-2: the order that the phasing army wants; boxes that it does not name come last, by their names."""
    said: Json = turn.orders.get("order", [])
    place = {box: number for number, box in reversed(list(enumerate(said)))}
    names = turn.setting.boxes
    return sorted(found, key=lambda c: (place.get(c.box, len(said)), names[c.box].name, c.box))
