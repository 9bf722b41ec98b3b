"""The movement phase: the command segment, the individual segment, and how it ends (2.11B, 8, 13.12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.hidden import Own
from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose, InHand, Look, Open, Request, Roll
from pbem.hexgame.moving.moves import NO
from rulesets.campaign_1806.hidden.counters import UNKNOWN
from rulesets.campaign_1806.play import Play, event, listed
from rulesets.campaign_1806.rules import vedettes
from rulesets.campaign_1806.rules.capturing import catch
from rulesets.campaign_1806.rules.decisions import GameDecided, Judged, Procedure
from rulesets.campaign_1806.rules.march.arriving import come, movable, why_not_come
from rulesets.campaign_1806.rules.march.costs import MARCH, Spent
from rulesets.campaign_1806.rules.march.entering import why_not_whole
from rulesets.campaign_1806.rules.march.random_moves import random_entry
from rulesets.campaign_1806.rules.march.stack import ALONE, WORDS, Course, Stack, captured_bridges, free_course
from rulesets.campaign_1806.rules.march.stacking import column_faults, overfull

ORDERS: Final = "orders"
REASSEMBLE: Final = "reassemble"
MOVE: Final = "move"
BACKED: Final = "supplied"
"""osg 20.16: what an entry says of pieces that lie face down: they are in supply where they take hexes."""
MOST_WORDS: Final = 60
"""Words of a course; no counter enters more hexes in a turn, even by road."""


Freely = Mapping[str, Spent]
"""Counter -> what it has spent at the end of a course on which nothing happens."""


class Unseen(Exception):
    """What comes next hangs on a counter that nobody can look into now (1.5)."""


class Luck(OpenBook):
    """Supposes that dice fall well, that the other army does as by default, and that nobody hides in its counters who
    could be in the way. army: the phasing one."""

    def __init__(self, army: str) -> None:
        super().__init__(Own(army))

    def answer(self, request: Request) -> Json:
        """The answer to one request. Raises Unseen for pieces of the phasing army that lie face down."""
        if isinstance(request, Open) and request.army == self.own.army:
            raise Unseen
        return request.markers if isinstance(request, InHand) else super().answer(request)

    def foreseen(self, request: Request) -> Json:
        """Ones: who throws them succeeds in all that a mover may try."""
        if isinstance(request, Roll):
            return (1,) * int(request.dice.partition("d")[0])
        if isinstance(request, Look):
            return ("",) * len(request.names)
        if isinstance(request, Open):
            return ({"unit": UNKNOWN},) * len(request.markers)
        if isinstance(request, Choose):
            return request.options.default()
        return super().foreseen(request)


class MoveOptions:
    """osg 8.0, 2.11B1, 2.11B2-1: what one entry of the list of moves may say: {"units", "path"}, or NO. play: read,
    never changed."""

    def __init__(self, play: Play) -> None:
        self.play = play
        # The course that was judged last, of those on which nothing happens, and what it costs.
        self._free: tuple[Json, Freely] | None = None

    def why_not(self, entry: Json) -> Refusal | None:
        """What is wrong with an entry as things stand, supposing that its dice fall well."""
        if entry == NO:
            return None
        refusal = _shape(self.play, entry)
        if refusal:
            return refusal
        spent = free_course(self.play, entry["units"], entry["path"])
        self._free = None if spent is None else (entry, spent)
        return self.tried(entry) if spent is None else None

    def freely(self, entry: Json) -> Freely | None:
        """What counters have spent at the end of the entry judged last, if nothing happens on its way; else None."""
        return self._free[1] if self._free is not None and self._free[0] == entry else None

    def tried(self, entry: Mapping[str, Json]) -> Refusal | None:
        """What is wrong with an entry that has its shape, found by carrying it out on a board of its own."""
        book = Luck(self.play.army)
        try:
            found: Refusal | None = book.carry_out(march(self.play.scratch(), entry["units"], entry["path"], "try"))
        except (GameDecided, Unseen):
            return None
        return found

    def default(self) -> Json:
        """Nobody moves."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """A random walk of a random counter or stack."""
        return random_entry(self.play, self.why_not, pick)

    def describe(self) -> Json:
        """Who may be named."""
        return {"noun": "a move", "units": list(movable(self.play)), "default": NO}


def _shape(play: Play, entry: Json) -> Refusal | None:
    """osg 8.12C: what is wrong with an entry before anybody moves."""
    units = entry.get("units") if isinstance(entry, dict) else None
    path = entry.get("path") if isinstance(entry, dict) else None
    if not isinstance(units, (list, tuple)) or not units or not isinstance(path, (list, tuple)) or not path:
        return Refusal("8.0", "a move names units, and a path that begins where they stand")
    if len(path) > MOST_WORDS or not all(isinstance(word, str) for word in (*units, *path)):
        return Refusal("8.0", f"a path has at most {MOST_WORDS} words")
    for uid in units:
        unit = play.roster.units.get(uid)
        if unit is None or unit.army != play.army:
            return Refusal("2.11B1", f"{uid[:40]} is no counter of the phasing army")
        if uid in play.moved or list(units).count(uid) > 1:
            return Refusal("8.1", f"{unit.name} has moved already in this phase", uid, play.at.get(uid, ""))
    strange = next((word for word in path[1:] if not _known(play, word) and not play.fog.breaks(word)), "")
    if strange:
        words = ", ".join((*ALONE, *(f"{word} HEX" for word in WORDS)))
        return Refusal("8.0", f"{strange[:30]!r} is neither a hex of this map nor one of: {words}", units[0])
    places = {play.at.get(uid, "") for uid in units}
    if len(places) > 1:
        return Refusal("8.1", f"{listed(units, play)} do not stand together", units[0])
    return play.fog.why_not_entry(play, entry)


def _known(play: Play, word: str) -> bool:
    if word in play.field.neighbours or word in ALONE:
        return True
    name, blank, at = word.partition(" ")
    return name in WORDS and bool(blank) and at in play.field.neighbours


def march(play: Play, units: Sequence[str], path: Sequence[str], label: str, freely: Freely | None = None) -> Course:
    """osg 8.1, 15.1-1: carries one entry out, word by word; returns what has stopped it before its end. freely: what
    its counters spend on a course on which nothing happens, None for any other."""
    start, words = path[0], list(path[1:])
    costs = tuple(0 for _ in units)
    origin = play.at.get(units[0], "")
    if not origin:
        coming = why_not_come(play, units, start, marching=words[:1] == [MARCH])
        if isinstance(coming, Refusal):
            return coming
        costs = coming
        come(play, units, start)
    elif start != origin:
        return Refusal("8.1", f"{listed(units, play)} stand in {origin}; their path begins there", units[0], origin)
    stack = Stack(play, units, label)
    stack.entered = not origin
    for uid, cost in zip(units, costs, strict=True):
        stack.pay(uid, cost)
    refusal = None
    if freely is not None and play.position.held.keys().isdisjoint(words):
        stack.go_freely(path, {uid: freely[uid] for uid in units})
    else:
        refusal = yield from _step_by_step(stack, words)
    if not origin or stack.has_acted:
        yield event("moved" if origin else "entered", **stack.told(), path=stack.trail, at=start, case="8.1")
    play.moved.update(units)
    play.journal += [(uid, origin) for uid in units if play.at.get(uid, "") != origin]
    yield from captured_bridges(play)
    yield from catch(play, label)
    return refusal


def _step_by_step(stack: Stack, words: Sequence[str]) -> Course:
    for word in words:
        refusal = yield from stack.word(word)
        if refusal:
            return refusal
    return (yield from stack.finish())


def movement_phase(play: Play, orders: Mapping[str, Json]) -> Procedure:
    """osg 2.11B1, 2.11B2-1: all entries of those in command in their order, then those of the others; then the phase
    ends."""
    entries = orders.get(ORDERS, ())
    for individual in (False, True):
        for number, entry in enumerate(entries):
            if play.fog.individual(play, entry) is individual:
                yield from _entry(play, entry, number)
    yield from _reassembled(play, orders.get(REASSEMBLE, ()))
    yield from _end(play)


def _entry(play: Play, said: Json, number: int) -> Procedure:
    label = f"{play.prefix}.m{number + 1}"
    said = play.fog.named_now(play, said)
    before = set(play.moved)
    options = MoveOptions(play)
    entry = yield Choose(play.army, MOVE, options, label, said, (ORDERS, number), scene=play)
    if entry == NO:
        return
    going = yield from play.fog.willing(play, entry, label)
    if not going:
        return
    if entry.get(BACKED):
        play.backed.update(going)
    # Who stays behind may have been what lets the others go.
    freely = options.freely(entry) if len(going) == len(entry["units"]) else None
    refusal = yield from march(play, going, entry["path"], label, freely)
    play.moved.update(uid for uid in entry["units"] if uid not in before)
    if refusal:
        to = next((play.at[uid] for uid in going if uid in play.at), "")
        yield event("stopped", units=going, at=to, text=refusal.text, case=refusal.case)


# -- the end of the phase ------------------------------------------------------------------


def _reassembled(play: Play, said: Json) -> Procedure:
    """osg 13.12: vedettes in one hex become their unit again."""
    for number, entry in enumerate(said if isinstance(said, (list, tuple)) else ()):
        yield from play.fog.reassemble(play, number, play.fog.named_now(play, entry))


def reassembled(play: Play, number: int, parent: Json) -> Procedure:
    """osg 13.12: the vedettes of a unit, if the rules have nothing against it."""
    options = Judged(lambda one: why_not_reassemble(play, one), NO, lambda pick: NO, "a unit that reassembles")
    label = f"{play.prefix}.r{number + 1}"
    answer = yield Choose(play.army, REASSEMBLE, options, label, parent, (REASSEMBLE, number), scene=play)
    if answer != NO:
        play.position.boxes.pop(answer, None)
        together = [uid for uid in vedettes.of(play, answer) if uid in play.at]
        if any(uid in play.out for uid in together):
            play.out.add(answer)
        vedettes.reassemble(play, answer)
        play.out.difference_update(together)
        play.marching.difference_update(together)
        yield event("reassembled", unit=answer, at=play.hex_of(answer), case="13.12")


def why_not_reassemble(play: Play, parent: Json) -> Refusal | None:
    """osg 13.12: what keeps a unit of the phasing army from being put together again; NO is always right."""
    if parent == NO:
        return None
    unit = play.roster.units.get(parent) if isinstance(parent, str) else None
    if unit is None or unit.army != play.army or not unit.vedettes:
        return Refusal("13.12", f"{str(parent)[:40]} is no unit of the phasing army that had vedettes")
    return vedettes.why_not_reassemble(play, unit.id)


def _end(play: Play) -> Procedure:
    """osg 3.1, 8.22B, 15.2-2: while too many stand in a hex, or columns too close, or a part of a group has come in
    alone, the latest move of those concerned is taken back."""
    refused: set[str] = set()
    while True:
        found = next(_wrong(play, refused), None)
        if found is None:
            break
        units, refusal = found
        latest = next((one for one in reversed(play.journal) if one[0] in units and one[0] in play.at), None)
        if latest is None:
            refused.update(units)
            continue
        yield from _taken_back(play, *latest, refusal)
    play.fog.came(play)
    yield from catch(play, f"{play.prefix}.end")


def _wrong(play: Play, refused: set[str]) -> Iterator[tuple[set[str], Refusal]]:
    """What may not stay as it is: the counters concerned, with the reason. refused: those who cannot be helped."""
    full = overfull(play, play.army)
    if full and not refused.issuperset(play.units_in(full.hex)):
        yield set(play.units_in(full.hex)), full
    for uid in sorted(play.marching - refused):
        fault = column_faults(play, uid) if play.army_of(uid) == play.army else None
        if fault:
            yield {uid}, fault
    for whole, came in play.fog.groups(play):
        fault = why_not_whole(play, whole, came) if not refused.issuperset(came) else None
        if fault:
            yield set(came), fault


def _taken_back(play: Play, uid: str, origin: str, refusal: Refusal) -> Procedure:
    """A counter stands again where its move began."""
    at = play.lift(uid)
    play.journal.remove((uid, origin))
    if origin:
        play.place(uid, origin)
    else:
        play.marching.discard(uid)
    yield event("undone", unit=uid, at=at, to=origin, text=refusal.text, case=refusal.case)
