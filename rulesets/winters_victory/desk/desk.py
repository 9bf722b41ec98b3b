"""The desk of a segment: who lies there, where he can go, what orders lead to before any die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property

from pbem.engine.desk import Combat, Course, Layout, Movable, Move, Reach, Target, Where
from pbem.engine.gesture import ALL, WAY
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.hexgame.desk.course import stands
from pbem.hexgame.desk.desk import TurnDesk
from pbem.hexgame.desk.reaching import cited
from pbem.hexgame.documents.members import gesture
from pbem.hexgame.documents.names import Units
from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import CAVALRY, CREW, ENEMY, INFANTRY, ROUTED, SKIRMISHERS
from rulesets.winters_victory.decisions import assaults
from rulesets.winters_victory.desk.brigades import LASTS, formations
from rulesets.winters_victory.desk.deeds import deeds
from rulesets.winters_victory.desk.reaching import Reaching, allowed, points
from rulesets.winters_victory.documents.fitting import fitting
from rulesets.winters_victory.documents.leading import Leading
from rulesets.winters_victory.documents.moving import Moves
from rulesets.winters_victory.documents.translation import FOREIGN, translation
from rulesets.winters_victory.forms import ASSAULT, ORDERS, ORDERS_FORM, SHOCK, WRITTEN_MOVE
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock_phase import Assault
from rulesets.winters_victory.rules.shock_phase import stands as stands_for
from rulesets.winters_victory.telling.named import WinterNames, names_of
from rulesets.winters_victory.telling.outlooks import Ahead

_ATTACKERS = (INFANTRY, SKIRMISHERS, CAVALRY)


class WintersDesk(TurnDesk):
    """`engine.desk.OrdersDesk`. Everything lies open, so nobody's own knowledge is asked for.

    before: moves that members of a team have signed, as public input; they stand before those of a document.
    """

    foreign = FOREIGN

    def __init__(self, before: Sequence[Json] = ()) -> None:
        self.before = before
        self._begun: _Begun | None = None

    def lies(self, request: Choose, own: Own) -> Layout:
        """What can be ordered in a segment: moves, attacks, or both, as its phases have them (4.1)."""
        play = _board(request)
        now = fitting(play)
        doc = {name: ORDERS_FORM.lists[name].doc for name in (ORDERS, SHOCK)}
        several = {"units": ALL, "path": WAY}
        attack = gesture(SHOCK, ASSAULT, doc=doc[SHOCK], together=True) if SHOCK in now else None
        if ORDERS not in now:
            return Layout((), None, attack)
        move = gesture(ORDERS, WRITTEN_MOVE, doc=doc[ORDERS], together=True, several=several, lasts=LASTS)
        return Layout(tuple(_movables(play)), move, attack, formations=tuple(formations(play)))

    def known(self, request: Choose, own: Own) -> Units:
        """The counters of the army."""
        play = _board(request)
        return translation(play.setting, play.segment.army).units

    def goes(self, request: Choose, document: Json, units: Sequence[str], own: Own, way: Sequence[str]) -> Reach:
        """wv 6.0-1, 6.0-3: where units go together after the moves of a document, theirs left out."""
        begun = self._turn(request, document)
        if ORDERS not in begun.now:
            return Reach("", (), "nobody moves in this segment (4.1)")
        phase = begun.phase_without(units)
        pieces = phase.scene.board.pieces
        hexes = {pieces[uid].at for uid in units if uid in pieces}
        if len(hexes) > 1 or any(uid not in pieces for uid in units):
            return Reach("", (), "they do not stand together (6.0)" if len(units) > 1 else "it is not on the map (6.0)")
        return Reaching(phase, units).reach(way)

    def leads(self, request: Choose, document: Json, own: Own) -> Course:
        """What a document leads to before any die, as long as the enemy does nothing; attacks as the board stands
        now, for they are made before anybody moves (4.1)."""
        begun = self._turn(request, document)
        play = begun.play
        book = begun.book if ORDERS in begun.now else _Book(Moves(play))
        board = book.moves.phase.scene.board
        mine = [uid for uid, unit in play.setting.units.items() if unit.army == play.segment.army]
        before = {uid: piece.at for uid, piece in play.board.pieces.items()}
        after = {uid: piece.at for uid, piece in board.pieces.items()}
        combats, targets = list(begun.combats()), list(begun.targets())
        return Course(tuple(book.told), stands(mine, before, after), tuple(targets), tuple(combats))

    def _turn(self, request: Choose, document: Json) -> _Begun:
        """A page asks of one unit after the other: what is the same for all is kept for the document asked of last."""
        if self._begun is None or self._begun.request is not request or self._begun.document != document:
            self._begun = _Begun(request, deepcopy(document or {}), tuple(self.before))
        return self._begun


def _board(request: Choose) -> Play:
    play = request.scene
    assert isinstance(play, Play), "a question for orders carries the board"
    return play


# -- who lies there ----------------------------------------------------------------------------


def _movables(play: Play) -> Iterator[Movable]:
    """wv 6.0-1, 6.1-2: whoever may be ordered, with what keeps him; crews that serve their guns go with them."""
    phase = SegmentOrders(play).rehearsal()
    scene, army = phase.walking(), play.segment.army
    for uid in sorted(play.board.pieces):
        unit = play.board.unit(uid)
        if unit.army != army or (unit.kind == CREW and _serves(play, uid)):
            continue
        refused = phase.why_not(Entry((uid,), ()))
        also = () if refused is not None else tuple(deeds(scene, uid))
        note = cited(refused) if refused is not None else ""
        yield Movable(uid, uid, play.board.piece(uid).at, also=also, note=note)


def _serves(play: Play, crew: str) -> bool:
    guns = play.board.pieces.get(play.board.unit(crew).serves)
    return guns is not None and guns.at == play.board.piece(crew).at


# -- what a document says ----------------------------------------------------------------------


class _Book:
    """The moves of a document carried out one after the other, and what a page is told of them."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.told: list[Move] = []

    def take(self, number: int, said: Mapping[str, Json]) -> None:
        """Carries an entry out, names turned into ids."""
        moves = self.moves
        first, faults = len(moves.entries), len(moves.faults)
        before = {uid: piece.at for uid, piece in moves.phase.scene.board.pieces.items()}
        priced = self._priced(said) if "path" in said else None
        moves.take(number, said)
        made = moves.entries[first:]
        if len(moves.faults) > faults or not made:
            return
        at, who = (ORDERS, number), tuple(dict.fromkeys(uid for entry in made for uid in entry["units"]))
        if priced is not None:
            self.told.append(Move(at, who, *priced))
        else:
            self.told.append(Move(at, who, text=self._goes(made), ways=self._ways(made, before)))

    def _priced(self, said: Mapping[str, Json]) -> tuple[tuple[str, ...], str, str, str] | None:
        """Way, cost and allowance of a path on the board as it stands, and in words what it does on the spot."""
        scene = self.moves.phase.walking()
        units = [*([said["unit"]] if "unit" in said else []), *said.get("units", ())]
        pieces = scene.board.pieces
        if not units or any(uid not in pieces for uid in units):
            return None
        leading = Leading(scene, units)
        pose = leading.led(said["path"])
        if pose is None:
            return None
        cost = leading.cost(pose)
        near = scene.ground.field.neighbours
        hexes = tuple(at for word in pose.words if (at := word.partition(" ")[0]) in near)
        text = "" if hexes else ", ".join(pose.words)
        way = (pieces[units[0]].at, *hexes) if hexes else ()
        return way, points(pose.spent if cost is None else cost), points(allowed(scene, units)), text

    def _ways(self, made: Sequence[Mapping[str, Json]], before: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        """Counter -> the hexes through which it goes, of those that leave theirs. before: where they stood."""
        near = self.moves.phase.scene.ground.field.neighbours
        found = {}
        for entry in made:
            hexes = tuple(at for word in entry["path"] if (at := word.partition(" ")[0]) in near)
            found.update({uid: (before[uid], *hexes) for uid in entry["units"] if hexes and uid in before})
        return found

    def _goes(self, made: Sequence[Mapping[str, Json]]) -> str:
        """Where the units of a brigade come to, in words."""
        pieces = self.moves.phase.scene.board.pieces
        units = self.moves.play.setting.units
        told = (f"{units[uid].name} to {pieces[uid].at}" for entry in made for uid in entry["units"] if uid in pieces)
        return ", ".join(told)


@dataclass(frozen=True)
class _Begun:
    """A segment as a document has it. before: moves that stand before its own."""

    request: Choose
    document: Json
    before: tuple[Json, ...]

    @cached_property
    def play(self) -> Play:
        """The board on which the segment begins."""
        return _board(self.request)

    @cached_property
    def now(self) -> tuple[str, ...]:
        """The members that mean something."""
        return fitting(self.play)

    @cached_property
    def book(self) -> _Book:
        """All moves."""
        return self._carried_out(())

    def phase_without(self, units: Sequence[str]) -> MovementPhase:
        """The movement phase after all moves but those that name some of these units."""
        mine = set(units)
        if not any(mine & _named(said) for _, said in self._said):
            return self.book.moves.phase
        return self._carried_out(units).moves.phase

    def _carried_out(self, without: Sequence[str]) -> _Book:
        attacks = [said for _, said in self._attacks] if SHOCK in self.now else None
        book, left = _Book(Moves(self.play, attacks)), set(without)
        for entry in self.before:
            book.moves.follow(entry)
        for number, said in self._said:
            if not left & _named(said):
                book.take(number, said)
        return book

    @cached_property
    def _said(self) -> list[tuple[int, Mapping[str, Json]]]:
        """The moves whose names are right, names turned into ids, each with its place."""
        return list(self._read(ORDERS)) if ORDERS in self.now else []

    def _read(self, member: str) -> Iterator[tuple[int, Mapping[str, Json]]]:
        names = translation(self.play.setting, self.play.segment.army)
        for number, one in enumerate(self.document.get(member) or ()):
            wrong = len(names.faults)
            said = ORDERS_FORM.lists[member].entry.read(one, (member, number), names)
            if len(names.faults) == wrong:
                yield number, said

    # -- attacks -----------------------------------------------------------------------------

    @cached_property
    def _scene(self) -> Scene:
        return self.play.scene

    def combats(self) -> Iterator[Combat]:
        """wv 12.0-1, 12.53.1: the attacks of the document that the rules allow as the board stands."""
        if SHOCK not in self.now:
            return
        # Assaults of brigades are attacks behind those of the document.
        wanted = {SHOCK: self.book.moves.shock or []}
        void = {fault.path[1] for fault in SegmentOrders(self.play).faults(wanted) if len(fault.path) > 1}
        for place, one in enumerate(assaults(wanted)):
            if place not in void and isinstance(one, Assault):
                yield from self._combat((SHOCK, self._attacks[place][0]) if place < len(self._attacks) else (), one)

    @cached_property
    def _attacks(self) -> list[tuple[int, Mapping[str, Json]]]:
        """The attacks of the document whose names are right, each with its place."""
        return list(self._read(SHOCK))

    @cached_property
    def _names(self) -> WinterNames:
        return names_of(self.play.setting)

    def _combat(self, at: Where, one: Assault) -> Iterator[Combat]:
        """An attack that may be made out of where its units stand now; others wait for one before them."""
        scene, army = self._scene, self.play.segment.army
        pairs = [(stands_for(scene, scene.piece(one.units[0]), to), to) for to in one.on]
        beside = [(a, to) for a, to in pairs if to in scene.ground.field.neighbours[a]]
        outlooks = tuple(Ahead(self._names, scene, army, one, {}).outlooks()) if beside else ()
        if outlooks:
            yield Combat(at, tuple(one.on), tuple(one.units), outlooks=outlooks)

    def targets(self) -> Iterator[Target]:
        """wv 12.11.3, 5.4-1: the hexes of enemies that somebody looks into, and who."""
        if SHOCK not in self.now:
            return
        board, army = self._scene.board, self.play.segment.army
        found: dict[str, list[str]] = {}
        for uid in sorted(board.pieces):
            unit, piece = board.unit(uid), board.piece(uid)
            if unit.army == army and unit.kind in _ATTACKERS and piece.state != ROUTED:
                for _, to in board.faced(uid):
                    if board.fighting(to, ENEMY[army]):
                        found.setdefault(to, []).append(uid)
        for to in sorted(found):
            yield Target(to, tuple(dict.fromkeys(found[to])))


def _named(said: Mapping[str, Json]) -> set[str]:
    """The units that an entry names itself."""
    return {*([said["unit"]] if "unit" in said else []), *said.get("units", ())}
