"""A player's document as public input: names to ids, destinations to courses, and everything that is wrong with it.

Entry number i of a list stays number i, so that each refusal of the rules points into the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.fault_filter import FaultFilter
from pbem.hexgame.documents.move_entries import Entry, MoveEntries, MoveReader, enemy_there
from pbem.hexgame.documents.names import Names
from pbem.hexgame.documents.reading import Document, read_members
from pbem.hexgame.field.values import points_text
from rulesets.campaign_1806.documents.fitting import fitting
from rulesets.campaign_1806.documents.routing import find_way
from rulesets.campaign_1806.documents.schemas import form_of
from rulesets.campaign_1806.documents.sending import sent
from rulesets.campaign_1806.documents.translation import translation
from rulesets.campaign_1806.forms import CORPS, DEAL, HIDDEN_MOVE, PLAN, SETUP, SHOW
from rulesets.campaign_1806.hidden.commanding import BY, COMMANDED
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS
from rulesets.campaign_1806.rules.march.arriving import why_not_come
from rulesets.campaign_1806.rules.march.bridging import DAMAGE, REPAIR, attempt_between
from rulesets.campaign_1806.rules.march.costs import DROP, MARCH, step_cost
from rulesets.campaign_1806.rules.march.movement import ORDERS, MoveOptions, Unseen
from rulesets.campaign_1806.rules.march.stack import REPULSE
from rulesets.campaign_1806.rules.night_phase import DISENGAGE
from rulesets.campaign_1806.rules.orders_options import DayOrders, NightOrders, options_for, perform
from rulesets.campaign_1806.rules.placing import PlacingOptions

FILTER: Final = FaultFilter(
    moves=ORDERS,
    units=lambda entry: entry.get("units", ()),
    who=("by", "with"),
    always=(),
    order=(SETUP, PLAN, DEAL, SHOW, "replace", "reorganize", "command", ORDERS, "reassemble", ATTACKS, DISENGAGE),
)


def compile_answer(play: Play, army: str, document: Document, own: Own = NOTHING) -> Compiled:
    """The answer of a document to a question in mid-phase, printed names turned into ids; of who lies face down into
    that of his counter (1.5)."""
    view = seen_by(play, army, own)
    names = translation(play.setting, army, board=view)
    return Compiled({"answer": _face_down(view, names.answer(document["answer"]))}, names.faults)


def _face_down(view: Play, said: Json) -> Json:
    """osg 1.5: what is said in units in counters."""
    if isinstance(said, str):
        return view.fog.counter_of(said) or said
    if isinstance(said, Mapping):
        return {key: _face_down(view, value) for key, value in said.items()}
    return [_face_down(view, one) for one in said] if isinstance(said, (list, tuple)) else said


def compile_orders(play: Play, document: Document, before: Sequence[Json] = (), own: Own = NOTHING) -> Compiled:
    """The public input of a document that fits `document_schema`, its faults, and what was chosen for the player.

    before: moves that members of a team have signed, as public input; they are judged and carried out first. own: what
    only the player knows; who knows no contents is a member of a team and names counters (18.0).
    """
    view = seen_by(play, play.army, own)
    if view.fog.by_counters:
        return _of_member(view, document)
    names, alone = translation(play.setting, play.army, board=view), document
    if before:
        document = {**document, ORDERS: [*before, *(document.get(ORDERS) or ())]}
    orders, notes = _read(view, document, names)
    known = {key: value for key, value in orders.items() if key in fitting(view)}
    news = FILTER.news(document, orders, names.faults, _judges(view).faults(known))
    faults = FILTER.in_order([*names.faults, *news, *_strange(view, alone)])
    if view.fog.hidden:
        faults = (*_not_his(view, before, orders.get(ORDERS, ())), *faults)
        return sent(play, view, orders, faults, notes, own, before)
    if before:
        orders[ORDERS] = [*before, *orders.get(ORDERS, ())[len(before) :]]
    return Compiled(orders, faults, notes)


def _judges(play: Play) -> DayOrders | NightOrders | PlacingOptions:
    options = options_for(play)
    assert isinstance(options, (DayOrders, NightOrders, PlacingOptions))
    return options


def _of_member(play: Play, document: Document) -> Compiled:
    """osg 18.0: moves of counters of which their author knows what everybody knows: he names them by their numbers, and
    his captain judges them and says on what they rest."""
    names, notes = translation(play.setting, play.army, board=play), list[str]()
    entries = document.get(ORDERS) or ()
    moves = [] if play.now.night else MoveEntries(_READER, MemberMarches(play.scratch()), names, notes).compile(entries)
    foreign = [key for key in document if key != ORDERS and document[key]]
    strange = [PlacedRefusal((key,), Refusal("18.0", f"{key} is for your captain to write")) for key in foreign]
    strange += [
        PlacedRefusal((ORDERS, number), Refusal("18.0", "say whose counters these are, as corps: iii"))
        for number, entry in enumerate(moves)
        if CORPS not in entry and any(map(is_counter, _with_units(entry)["units"]))
    ]
    public = [{**_with_units(one), **({CORPS: one[CORPS]} if CORPS in one else {})} for one in moves]
    return Compiled({ORDERS: public}, FILTER.in_order([*names.faults, *strange]), notes)


def _not_his(view: Play, before: Sequence[Json], moves: Sequence[Json]) -> Iterator[PlacedRefusal]:
    """osg 18.0: moves of members who name a corps to which what lies there does not belong."""
    for number, (signed, move) in enumerate(zip(before, moves, strict=False)):
        corps = signed.get(CORPS)
        other = next((uid for uid in move["units"] if uid in view.at and view.formation_of(uid) != corps), "")
        if corps and other:
            yield PlacedRefusal((ORDERS, number), Refusal("18.0", f"{view.name(other)} is not of {corps}", other))


def public_orders(play: Play, document: Document) -> dict[str, Any]:
    """The orders of a document on the board of their author, for who wants to know what comes of them and not whether
    they are legal."""
    names = translation(play.setting, play.army, hints=False, board=play)
    return _read(play, document, names)[0]


def _strange(play: Play, document: Document) -> Iterator[PlacedRefusal]:
    """Members that say something at the wrong time."""
    now = fitting(play)
    form = form_of(play.setting)
    for key in (*form.lists, *form.members):
        if document.get(key) and key not in now:
            text = f"{key} does not belong here; now there is: {', '.join(now)}"
            yield PlacedRefusal((key,), Refusal("2.0", text))


def _read(play: Play, document: Document, names: Names) -> tuple[dict[str, Any], Sequence[str]]:
    form = form_of(play.setting)
    orders = read_members(form, document, names)
    notes: list[str] = []
    for key, entries in form.lists.items():
        if not document.get(key):
            continue
        if key == ORDERS and fitting(play)[-1] == ATTACKS:
            reading = MoveEntries(_READER, Marches(DayOrders(play).moving(orders).play), names, notes)
            orders[key] = [_with_units(entry) for entry in reading.compile(document[key])]
        else:
            read = [entries.entry.read(one, (key, number), names) for number, one in enumerate(document[key])]
            orders[key] = [_with_units(one) for one in read] if key == ORDERS else read
    return orders, notes


def _with_units(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as public input has it: all who go, and their course."""
    units = entry.get("units", [entry["unit"]] if "unit" in entry else [])
    return {"units": list(units), "path": list(entry.get("path", ()))}


# -- moves -------------------------------------------------------------------------


class Marches(MoveOptions):
    """`pbem.hexgame.documents.move_entries.Judging`: the moves of a document, carried out on a scratch board."""

    def __init__(self, play: Play) -> None:
        super().__init__(play)
        # The entry that was asked about last, and what was found, as long as the board is the same.
        self._last: tuple[Json, Refusal | None] | None = None

    def judge(self, entry: Json) -> Any:
        """What a legal entry comes to, or the first Refusal."""
        return self.why_not(entry) or self.public(entry)

    def why_not(self, entry: Json) -> Refusal | None:
        """None for a legal entry; what was found of the one that was asked about last is known."""
        asked = self.public(entry) if isinstance(entry, Mapping) else entry
        if self._last is None or self._last[0] != asked:
            self._last = asked, super().why_not(asked)
        return self._last[1]

    def perform(self, entry: Json) -> None:
        """Carries out a legal entry, supposing that its dice fall well."""
        self._last = None
        perform(self.play, self.public(entry))

    def public(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry as public input has it."""
        return _with_units(entry)


class MemberMarches(Marches):
    """osg 18.0: moves of who knows nothing of command, and supposes that they may be made."""

    def public(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """With what the captain will say."""
        return {**super().public(entry), BY: COMMANDED}

    def perform(self, entry: Json) -> None:
        """As far as it hangs on no counter that would be turned up."""
        with suppress(Unseen):
            super().perform(entry)


def _find(options: Marches, units: Sequence[str], entry: Entry, told: bool) -> list[str]:
    """The way of an entry to where it wants to go."""
    road = bool(entry.get("road"))
    return find_way(options.play, units, str(entry.get("to", "")), enter=str(entry.get("enter", "")), road=road)


def _why(options: Marches, units: Sequence[str], entry: Entry, path: Sequence[str], refusal: Refusal) -> Refusal:
    """Why no way is open, told of where they want to go."""
    play, unit, to = options.play, units[0], str(entry.get("to", ""))
    there = enemy_there(play, play.army, unit, play.name(unit), to, "8.12F-1")
    if there:
        return there
    if not path:
        return Refusal("8.0", f"{play.name(unit)} finds no way to {play.field.name(to)}", unit, to)
    if refusal.case != "8.12A":
        return refusal
    found = spent(play, unit, path)
    text = f"{play.name(unit)} needs {points_text(found)} movement points to {play.field.name(to)}"
    return Refusal("8.12A", f"{text} and has {play.unit(unit).allowance}", unit, to)


def spent(play: Play, unit: str, path: Sequence[str]) -> int:
    """Half points that a whole course costs somebody who has enough of them; attempts on bridges count once each."""
    start, total = path[0], 0
    marching = unit in play.marching
    if unit not in play.at:
        coming = why_not_come(play, [unit], start, marching=MARCH in path[1:2])
        total = 0 if isinstance(coming, Refusal) else coming[0]
    for text in path[1:]:
        word, _, at = text.partition(" ")
        if word in (DAMAGE, REPAIR):
            total += 2 * attempt_between(play.setting.charts, play.field, word, start, at).points
        elif word in (MARCH, DROP):
            total += 2 if word == DROP and marching and not play.unit(unit).leads else 0
            marching = word == MARCH
        elif word == REPULSE or not at:
            to = at or word
            if to in play.field.neighbours[start]:
                step = step_cost(play.field, play.unit(unit), start, to, marching=marching, crossings=play.crossings)
                total, start = total + (step or 0), to
    return total


def _note(options: Marches, units: Sequence[str], found: Entry, judged: Json) -> str:
    play, path = options.play, judged["path"]
    paid = [f"{points_text(spent(play, uid, path))} of {play.unit(uid).allowance}" for uid in units]
    return f"{', '.join(play.name(uid) for uid in units)}: {' '.join(path)}, {' and '.join(dict.fromkeys(paid))}"


_READER: Final = MoveReader(
    member=ORDERS,
    called="orders",
    form=HIDDEN_MOVE,
    moved="8.1",
    places=("to", "enter"),
    beside={"path": frozenset({CORPS})},
    alone=(),
    kept=(CORPS,),
    apart={("unit", "units"): "a move names one as unit, or several as units"},
    place=lambda options, unit: options.play.at.get(unit, ""),
    find=_find,
    why=_why,
    note=_note,
    one_of=("to", "path", "enter"),
)
