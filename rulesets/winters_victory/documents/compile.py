"""A player's document as public input: names to ids, macros to paths, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose
from pbem.hexgame.documents.fault_filter import as_written
from pbem.hexgame.documents.names import Names
from pbem.hexgame.documents.reading import Document, read_members
from rulesets.winters_victory.decisions import BY_BRIGADE, BY_CORPS, ENTER
from rulesets.winters_victory.documents.fitting import fitting
from rulesets.winters_victory.documents.moving import Moves
from rulesets.winters_victory.documents.translation import translation
from rulesets.winters_victory.forms import ANSWERS, ORDERS, ORDERS_FORM, SHOCK
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play

_BY_BRIGADE = (*BY_BRIGADE, ENTER)


def compile_answer(play: Play, request: Choose, document: Document) -> Compiled:
    """wv 4.0-1: the answer of a document to what a standing order left open, and its faults."""
    names = translation(play.setting, request.army)
    answer = ANSWERS[request.what].read(document["answer"], ("answer",), names)
    return Compiled({"answer": answer}, names.faults)


def compile_orders(play: Play, document: Document, before: Sequence[Json] = ()) -> Compiled:
    """The public input of a document that fits `document_schema`, its faults, and what was chosen for the player.

    before: moves that members of a team have signed, as public input; they are carried out first.
    """
    names, now = translation(play.setting, play.segment.army), fitting(play)
    orders: dict[str, Any] = read_members(ORDERS_FORM, document, names)
    attacks = [_attack(one, number, names) for number, one in enumerate(document.get(SHOCK) or ())]
    moves = Moves(play, attacks if SHOCK in now else None)
    for entry in before:
        moves.follow(entry)
    _read_moves(document if ORDERS in now else {}, names, moves)
    if before or moves.entries:
        orders[ORDERS] = [*before, *moves.entries]
    if attacks:
        orders[SHOCK] = attacks
    said = {key: one for key, one in orders.items() if key in now and key != ORDERS}
    judged = [replace(one, path=as_written(one.path, said, document)) for one in _judged(play, said, names)]
    faults = [*_strange(now, document), *_foreign(play, document), *names.faults, *moves.faults, *judged]
    return Compiled(orders, _in_order(faults, document), moves.notes)


def _in_order(faults: Sequence[PlacedRefusal], document: Document) -> list[PlacedRefusal]:
    """As they stand in the document: member by member, entry by entry."""
    members = list(document)

    def place(fault: PlacedRefusal) -> tuple[int, int]:
        member, number = (*fault.path, -1)[:2]
        return members.index(member) if member in members else -1, number if isinstance(number, int) else -1

    return sorted(faults, key=place)


def _attack(said: Any, number: int, names: Names) -> Json:
    return ORDERS_FORM.lists[SHOCK].entry.read(said, (SHOCK, number), names)


def _read_moves(document: Document, names: Names, moves: Moves) -> None:
    """The moves one after the other; those whose names are wrong are not tried."""
    for number, one in enumerate(document.get(ORDERS) or ()):
        wrong = len(names.faults)
        said = ORDERS_FORM.lists[ORDERS].entry.read(one, (ORDERS, number), names)
        own = said.get("brigade", "") in ("", *moves.play.setting.brigades(moves.play.segment.army))
        if len(names.faults) == wrong and own:
            moves.take(number, said)


def _judged(play: Play, orders: dict[str, Any], names: Names) -> list[PlacedRefusal]:
    """What the rules have against everything but the moves, as far as its names are right."""
    wrong = {fault.path[0] for fault in names.faults}
    known = {key: one for key, one in orders.items() if key not in wrong}
    return list(SegmentOrders(play).faults(known))


def _foreign(play: Play, document: Document) -> Iterator[PlacedRefusal]:
    """wv 6.0-1: corps and brigades of the other army, which mean nothing in these orders."""
    setting, army = play.setting, play.segment.army
    known = {**dict.fromkeys(BY_CORPS, setting.corps(army)), **dict.fromkeys(_BY_BRIGADE, setting.brigades(army))}
    for member, own in known.items():
        for key in document.get(member) or ():
            if key not in own:
                yield PlacedRefusal((member, key), Refusal("6.0-1", f"{key} is not of the {army} army"))
    for number, one in enumerate(document.get(ORDERS) or ()):
        brigade = one.get("brigade")
        if brigade and brigade not in setting.brigades(army):
            name = setting.forces.brigades[brigade].name
            text = f"{name} ({brigade}) is not of the {army} army: order your own brigades"
            yield PlacedRefusal((ORDERS, number, "brigade"), Refusal("6.0-1", text))


def _strange(now: Sequence[str], document: Document) -> Iterator[PlacedRefusal]:
    """wv 4.0-1: members that say something at the wrong time."""
    for key in (*ORDERS_FORM.lists, *ORDERS_FORM.members):
        if document.get(key) and key not in now:
            text = f"{key} does not belong here; now there is: {', '.join(now)}"
            yield PlacedRefusal((key,), Refusal("4.0-1", text))
