"""What a box that is entered turns out to hold, and who leaves the map or is moved without marching.

The army that is asked here is the one that closes the segment, so a claim and what proves it cost no message.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbem.engine.options import Listed
from pbem.engine.requests import SILENT, Choose, Claim, Silent, Tell
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.signs import Sign, signs
from rulesets.jours_de_gloire.rules import victory
from rulesets.jours_de_gloire.rules.fights.box_forces import eliminate
from rulesets.jours_de_gloire.rules.march.march import nearest
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY, Known, Setting
from rulesets.jours_de_gloire.turn import Part, Turn

Json = Any
REAL: Final = "real"
SCREEN: Final = "screen"
DUMMY: Final = "dummy"
LEADER: Final = "leader"
GUNS: Final = "guns"
STRANDED: Final = "stranded"


# -- what an owner says of counters that lie face down ------------------------------------


def pointed(turn: Turn, say: str, down: Sequence[str], scene: Json, case: str, label: str) -> Part:
    """The non-phasing army names one of some of its counters, all of them face down, or nobody: "".

    say: REAL (a combat unit), SCREEN (cavalry) or DUMMY.
    """
    options = Listed(("", *down), case, "one of these counters")
    return (yield Claim(turn.foe, down[0], say, options, label, scene=scene))


def who_leads(turn: Turn, say: str, able: Sequence[str], scene: Json, case: str, label: str) -> Part:
    """The counters whose signs are to be looked at to find who leads a reaction of the non-phasing army.

    In a hidden game the one that it names, or none where it names nobody. What lies face up may never have been
    committed to, so the claim is asked at a counter that lies face down: one of these, else any of the army. Where
    there is none, and in an open game, the signs of all of these tell.

    say: LEADER (of an interception) or GUNS (of a march to the guns).
    """
    down = [*(c for c in able if not turn.board.face_up(c)), *turn.board.hidden(turn.foe)]
    if not down:
        return tuple(able)
    options = Listed(("", *able), case, "one of these counters")
    named = yield Claim(turn.foe, down[0], say, options, label, scene=scene)
    return (named,) if named else ()


def pointed_facts(setting: Setting, say: str, held: Known, scene: Json) -> list[str]:
    """Whom a truthful owner may name when REAL, SCREEN or DUMMY is asked: any such counter of the scene.

    held: his contents as committed to; a unit that the march has worn away meanwhile still counts. The other questions
    are about signs, see `interception.leaders` and `guns.leaders`.
    """
    found = []
    for counter in scene["counters"]:
        content = held.get(counter)
        kind = setting.kind(content) if setting.troops(content) is not None else ""
        if {REAL: bool(kind), SCREEN: kind == CAVALRY, DUMMY: setting.dummy(content)}[say]:
            found.append(str(counter))
    return found


def is_unit(setting: Setting, content: Json) -> bool:
    """jdg 1.2.1-1, 5.4-3: whether a content is a combat unit that the march has not worn away."""
    return setting.troops(content) is not None and int(content["pf"]) > 0


def may_be_unit(board: Board, counter: str) -> bool:
    """See `Board.may_be_unit`."""
    return board.may_be_unit(counter)


def is_force(sign: Sign) -> bool:
    """Whether a sign is that of a combat unit."""
    return sign.kind in (INFANTRY, CAVALRY)


# -- entering a box -----------------------------------------------------------------------


def contact(turn: Turn, box: str, label: str) -> Part:
    """jdg 5.2-1, 5.2-2: whether the phasing army, in this box now, has met a combat unit there.

    Its owner names a real counter, proved by its sign, or has them all turned up. Dummies stay until the march ends
    there; a general alone is moved away (4.2-3).
    """
    board = turn.board
    foes = board.enemies(turn.army, box)
    if not foes:
        return False
    found = any(board.face_up(c) and is_unit(turn.setting, board.content(c)) for c in foes)
    down = board.hidden(turn.foe, box)
    if not found and down:
        found = yield from _proved(turn, box, down, label)
    yield Tell({"kind": "contact", "army": turn.army, "at": box, "real": found, "case": "5.2-1" if found else "5.2-2"})
    if not found:
        yield from stranded(turn, box)
    return found


def _proved(turn: Turn, box: str, down: Sequence[str], label: str) -> Part:
    scene = {"box": box, "counters": list(down)}
    named = yield from pointed(turn, REAL, down, scene, "5.2-2", f"{label}.contact")
    if named:
        shown = yield from signs(turn.board, turn.foe, (named,), f"{label}.contact.proof")
        if is_force(shown[named]):
            return True
    yield from shown_up(turn, turn.foe, down, "5.2-2", f"{label}.contact.open")
    return any(is_unit(turn.setting, turn.board.content(c)) for c in turn.board.enemies(turn.army, box))


def shown_up(turn: Turn, army: str, counters: Sequence[str], case: str, label: str) -> Part:
    """Turns counters of a box up, says so, and removes the units that the march has worn away."""
    if not counters:
        return
    box = turn.board.box(counters[0])
    contents = yield from turn.turn_up(army, counters, label)
    told = {counter: dict(content) for counter, content in contents.items()}
    yield Tell({"kind": "opened", "army": army, "at": box, "counters": told, "case": case})
    yield from worn_away(turn, counters)


def found_dummies(turn: Turn, army: str, box: str) -> Part:
    """jdg 7.1-3: an army has ended a march or an interception in a box: dummies that are alone there are removed.

    Whoever lies face down of the army that came counts as a unit: nobody is asked about him now.
    """
    board, foe = turn.board, turn.setting.foe(army)
    there = board.counters(foe, box)
    alone = all(board.face_up(c) and turn.setting.dummy(board.content(c)) for c in there)
    if there and alone and any(may_be_unit(board, counter) for counter in board.counters(army, box)):
        yield from dismissed(turn, foe, there, "7.1-3")


# -- leaving the map ----------------------------------------------------------------------


def dismissed(turn: Turn, army: str, counters: Sequence[str], case: str) -> Part:
    """jdg 7.1-3, 7.1-4, 7.1-5, 6.3-4: dummies that lie face up go out of play."""
    if not counters:
        return
    box = turn.board.box(counters[0])
    for counter in counters:
        turn.board.dummies_go(army, turn.setting.kind(turn.board.content(counter)), 1)
        turn.board.remove(counter)
    yield Tell({"kind": "dummies-removed", "army": army, "at": box, "counters": list(counters), "case": case})


def worn_away(turn: Turn, counters: Iterable[str], case: str = "5.4-3") -> Part:
    """jdg 5.4-3: units that lie face up without a strength point left are eliminated, stragglers or not."""
    board = turn.board
    for counter in tuple(counters):
        content = board.content(counter)
        if turn.setting.troops(content) is None or is_unit(turn.setting, content):
            continue
        assert content is not None
        army, box, unit = board.army(counter), board.box(counter), str(content["unit"])
        eliminate(board, counter)
        yield Tell({"kind": "worn-away", "army": army, "counter": counter, "unit": unit, "at": box, "case": case})


# -- generals among enemies ------------------------------------------------------------------


def stranded(turn: Turn, box: str) -> Part:
    """jdg 4.2-3: generals who are seen to be without troops among enemies go to the nearest friends at once.

    Distance is counted in boxes. The non-phasing army's slot `stranded`, a list of boxes, says which of equally near
    ones; of the phasing army the member `stranded` of its orders. Without friends he stays.
    """
    for army in (turn.army, turn.foe):
        there = turn.board.counters(army, box)
        foes = turn.board.enemies(army, box)
        if any(may_be_unit(turn.board, c) for c in there) or not any(may_be_unit(turn.board, c) for c in foes):
            continue
        for counter in there:
            if turn.setting.general(turn.board.content(counter)) is not None:
                yield from _to_friends(turn, army, counter, box)


def _to_friends(turn: Turn, army: str, counter: str, box: str) -> Part:
    board = turn.board

    def friends(to: str) -> bool:
        return to != box and any(may_be_unit(board, mate) for mate in board.counters(army, to))

    near = nearest(turn.setting, box, friends)
    if not near:
        return
    to = near[0]
    if len(near) > 1:
        to = yield from _which(turn, army, near, f"{turn.label}.{STRANDED}.{box}.{counter}")
    board.move(counter, to)
    turn.came.pop(counter, None)
    yield Tell({"kind": "stranded", "army": army, "counter": counter, "from": box, "to": to, "case": "4.2-3"})


def _which(turn: Turn, army: str, near: Sequence[str], label: str) -> Part:
    def first(said: Json) -> Json | Silent:
        wished = said if isinstance(said, list) else []
        return next((to for to in wished if to in near), SILENT)

    own = army == turn.army
    options = Listed(tuple(near), "4.2-3", "one of the nearest boxes with friends")
    scene = turn.board.position()
    said = turn.orders.get(STRANDED, SILENT) if own else SILENT
    slot = "" if own else STRANDED
    return (yield Choose(army, STRANDED, options, label, said=said, slot=slot, read=first, scene=scene))


# -- flags ------------------------------------------------------------------------------------


def flagged(turn: Turn, army: str, box: str) -> Part:
    """jdg 9-3, 8.8-1: combat units of an army have a box to themselves: its flag turns."""
    if victory.take(turn.board, army, box):
        case = "8.8-1" if turn.setting.boxes[box].city else "9-3"
        yield Tell({"kind": "control", "army": army, "at": box, "case": case})
