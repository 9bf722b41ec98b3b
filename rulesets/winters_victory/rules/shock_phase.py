"""The Shock Phase of an army carried out: attacks, charges, what the defender does before them (12.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.options import Refusal
from pbem.lean import dataclass as lean
from rulesets.winters_victory.board.pieces import ARTILLERY, CREW, EXTENDED, INFANTRY, Piece
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.morale.breaking import Breaking, never
from rulesets.winters_victory.rules.morale.chains import Duty
from rulesets.winters_victory.rules.morale.effectiveness import PLAIN
from rulesets.winters_victory.rules.morale.fatigue import must_check
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.abandoning import Abandoning
from rulesets.winters_victory.rules.shock.attacks import attackers, captured_guns, defended, loosen, why_not
from rulesets.winters_victory.rules.shock.charge_zones import PRIMARY, ChargeZone
from rulesets.winters_victory.rules.shock.charges import Charge
from rulesets.winters_victory.rules.shock.countercharging import Countercharging, stays
from rulesets.winters_victory.rules.shock.fighting import EMPTY, End, Fighting
from rulesets.winters_victory.rules.shock.line_fighting import LineFighting
from rulesets.winters_victory.rules.shock.odds import Attack
from rulesets.winters_victory.rules.shock.results import may_attack_again
from rulesets.winters_victory.rules.shock.riding import ATTACK, GO_ON, Choose, Riding
from rulesets.winters_victory.rules.shock.storming import Storming, holds


@lean(frozen=True, slots=True)
class Assault:
    """wv 12.0-P1: a shock attack that is wished. units: of one hex. on: the hex, or the two of an extended line. after:
    id of an attack of this phase that must have been made before, "" for none. results: only if the defender's result
    of that one, `empty` or `repulsed`, is among these; any if there are none."""

    id: str
    units: tuple[str, ...]
    on: tuple[str, ...]
    after: str = ""
    results: tuple[str, ...] = ()


@lean(frozen=True, slots=True)
class Ride:
    """wv 12.53.1: a charge that is carried out. horse: its topmost unit. along: hexes that it prefers, to ride into or
    to attack. on: whether it goes on into the secondary zone."""

    id: str
    horse: str
    along: tuple[str, ...] = ()
    on: bool = False


Entry = Assault | Ride


def choosing(ride: Ride) -> Choose:
    """wv 12.53.5, 12.53X.3-1: the plan of a charge: the first hex of its way among those offered, else the first."""

    def choose(what: str, charge: Charge, hexes: tuple[str, ...]) -> str:
        if what == GO_ON:
            return "on" if ride.on else ""
        liked = next((at for at in ride.along if at in hexes), "")
        ends = what != ATTACK and charge.part != PRIMARY and not ride.on and charge.advanced > 0
        return liked or ("" if ends else hexes[0])

    return choose


def stands(scene: Scene, piece: Piece, to: str) -> str:
    """wv 8.32.1: the hex of a unit out of which it attacks another."""
    both = (piece.at, piece.second) if piece.second else (piece.at,)
    return next((at for at in both if to in scene.ground.field.neighbours[at]), piece.at)


def scattered(scene: Scene, units: Sequence[str]) -> Refusal:
    """wv 12.0-2, 12.11.4: units that do not stand in one hex, and do not attack together."""
    where = " and ".join(f"{scene.name(uid)} in {scene.piece(uid).at}" for uid in units)
    return Refusal("12.11.4", f"{where} do not stand in one hex", units[0], scene.piece(units[0]).at)


@dataclass
class ShockPhase:
    """wv 12.0-1, 12.53.1: the phase on a board. army: the phasing one. zones: horse -> a charge declared, of the
    enemy too (12.56.1). leaves_guns: whether the crew of a battery leaves it before an attack. countercharge:
    whether horse charges on opportunity because an enemy has come into a hex. headquarters: the hex of the
    enemy's.

    made: unit -> its attacks; beaten: those that were driven back; ends: id of an attack -> the defender's result."""

    breaking: Breaking
    army: str
    zones: Mapping[str, ChargeZone] = field(default_factory=dict)
    leaves_guns: Callable[[str], bool] = never
    countercharge: Callable[[str, str], bool] = stays
    headquarters: str = ""
    made: dict[str, int] = field(default_factory=dict)
    beaten: set[str] = field(default_factory=set)
    ends: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.answering = Countercharging(self.breaking, dict(self.zones), self.countercharge)

    @property
    def scene(self) -> Scene:
        """The situation."""
        return self.breaking.scene

    def run(self, entries: Sequence[Entry]) -> Part:
        """wv 12.0-1, 12.11.4, 12.53.1, 12.43.3: attacks and charges one after the other, each to its end; charges that
        are not in the list follow by id of their horse, since they must be carried out; then captured guns."""
        named = {entry.horse for entry in entries if isinstance(entry, Ride)}
        rest = [Ride(horse, horse) for horse in sorted(self.zones) if horse not in named]
        label = self.breaking.label
        for entry in (*entries, *rest):
            self.breaking.label = f"{label}.{entry.id}"
            if isinstance(entry, Ride):
                yield from self._ride(entry, given=entry not in rest)
            else:
                yield from self._assault(entry)
        self.breaking.label = label
        self.answering.zones.clear()
        lost = captured_guns(self.scene, self.army)
        if lost:
            yield event("captured-guns", losses=dict(lost))
        yield event("shock-end", army=self.army)

    # -- charges -----------------------------------------------------------------------------

    def _ride(self, ride: Ride, *, given: bool) -> Part:
        """wv 12.53X.0, 12.53.4: a charge that was declared, out of the hex and with the front in which it was."""
        zone = self.answering.zones.pop(ride.horse, None)
        piece = self.scene.board.pieces.get(ride.horse)
        if zone is None or piece is None or not piece.good or piece.at != zone.at:
            if given or piece is not None:
                known = ride.horse in self.scene.board.pieces
                name = self.scene.name(ride.horse) if known else ride.horse[:20]
                text = f"{name} has no charge to carry out"
                yield from self._void(ride.id, Refusal("12.53X.0", text, ride.horse))
            return
        self.answering.used.add(ride.horse)
        before, self.breaking.limbers = self.breaking.limbers, never
        riding = Riding(self.breaking, Charge(zone), choosing(ride), pause=self._entered)
        yield from riding.run()
        self.breaking.limbers = before

    def _entered(self, at: str) -> Part:
        """wv 12.56.2-1, 12.11.5-2: the enemy's horse answers who has come into a hex; who is driven off by it is
        beaten."""
        there = self.scene.board.fighting(at, self.army)
        yield from self.answering.answer(at, self.army)
        self.beaten |= {uid for uid in there if uid in self.scene.board.pieces and self.scene.piece(uid).at != at}

    # -- attacks -----------------------------------------------------------------------------

    def _assault(self, entry: Assault) -> Part:
        scene = self.scene
        refused = self._held(entry) or self._scattered(entry)
        if refused is not None:
            yield from self._void(entry.id, refused)
            return
        uid = next(one for one in entry.units if one in scene.board.pieces)
        at = stands(scene, scene.piece(uid), entry.on[0])
        yield from self._wheel(at, entry.on)
        refused = self._why_not(uid, entry.on)
        if refused is not None:
            yield from self._void(entry.id, refused)
            return
        units = attackers(scene, at, self.army)
        ready = yield from self._fresh(units[0], at)
        if not ready:
            return
        for one in units:
            self.made[one] = self.made.get(one, 0) + 1
        yield from self._fight(entry, units, at)

    def _fight(self, entry: Assault, units: Sequence[str], at: str) -> Part:
        """wv 12.0-P1, 7.65-2, 8.35.2-2, 17.23-1: the crews leave, the attack, and the answer to it."""
        scene, piece = self.scene, self.scene.piece(units[0])
        attack = Attack(self.army, at, entry.on[0])
        alone = len(entry.on) == 1 and holds(scene, self.headquarters, attack.to, self.army)
        gone = False if alone else (yield from Abandoning(self.breaking, self.leaves_guns).run(units, at, entry.on))
        if alone:
            end = yield from Storming(self.breaking, attack).run()
        elif not all(defended(scene, to, self.army) for to in entry.on):
            end = End(EMPTY, occupied=gone)
        elif piece.formation == EXTENDED and piece.second and piece.good:
            end = yield from LineFighting(self.breaking, units[0], entry.on).run()
        else:
            end = yield from Fighting(self.breaking, attack).run()
        yield from self._done(entry, units, end)

    def _done(self, entry: Assault, units: Sequence[str], end: End) -> Part:
        """wv 12.11.5-2, 12.56.2-1: an attack is over: who attacks no more, and the answer of the enemy's horse."""
        scene = self.scene
        self.ends[entry.id] = end.outcome.defender.code if end.outcome else end.how
        if end.outcome and not may_attack_again(end.outcome.attacker):
            self.beaten.update(units)
        if end.occupied:
            moved = next((scene.piece(uid).at for uid in units if uid in scene.board.pieces), "")
            yield from self._entered(moved)

    def _held(self, entry: Assault) -> Refusal | None:
        """wv 12.11.2: an attack that waits for another and its result, which has not come."""
        if not entry.after:
            return None
        made = self.ends.get(entry.after)
        if made is None or (entry.results and made not in entry.results):
            return Refusal(
                "12.11.2", f"what {entry.id} waits for has not come: {entry.after} ended as {made or 'none'}"
            )
        return None

    def _scattered(self, entry: Assault) -> Refusal | None:
        """wv 12.11.4, 12.13-1: units that are not on the map, of the other side, or not in one hex."""
        pieces = {uid: self.scene.board.pieces[uid] for uid in entry.units if uid in self.scene.board.pieces}
        if not pieces or not entry.on or any(self.scene.unit(uid).army != self.army for uid in pieces):
            return Refusal("12.11.1", f"nobody of {', '.join(entry.units) or 'no units'} can attack")
        shared = set.intersection(*(set(piece.hexes) for piece in pieces.values()))
        if not shared:
            return scattered(self.scene, tuple(pieces))
        return None

    def _wheel(self, at: str, on: Sequence[str]) -> Part:
        """wv 12.12, 8.35.2-4: formed infantry that has attacked once goes into General Order to attack where it does
        not look; nobody fires at that."""
        scene, units = self.scene, attackers(self.scene, at, self.army)
        turns = (
            bool(units)
            and self.made.get(units[0], 0) == 1
            and scene.unit(units[0]).kind == INFANTRY
            and scene.piece(units[0]).formed
            and len(on) == 1
            and on[0] in scene.ground.field.neighbours[at]
            and not scene.board.faces(units[0], on[0], at=at)
        )
        if turns and units[0] not in self.beaten and defended(scene, on[0], self.army):
            for uid in units:
                loosen(scene, uid, at)
            yield event("wheels", units=list(units), at=at, to=on[0])

    def _why_not(self, uid: str, on: Sequence[str]) -> Refusal | None:
        """wv 12.11.5-1, 12.11.5-2, 8.35.2-2: why units may not attack now."""
        scene, piece = self.scene, self.scene.piece(uid)
        if len(on) > 1 and not (piece.formation == EXTENDED and piece.second and piece.good):
            return Refusal("12.11.3", f"{scene.name(uid)} in {piece.at} attacks one hex at a time", uid, piece.at)
        for to in on:
            at = stands(scene, piece, to)
            units = attackers(scene, at, self.army)
            made = max((self.made.get(one, 0) for one in units), default=0)
            beaten = any(one in self.beaten for one in units)
            refused = why_not(scene, at, self.army, to, made=made, beaten=beaten, headquarters=self.headquarters)
            if refused is not None:
                return refused
        return LineFighting(self.breaking, uid, tuple(on)).why_not() if piece.second and piece.good else None

    def _fresh(self, uid: str, at: str) -> Part:
        """wv 15.2-2: who is of a brigade with much fatigue checks his morale before he attacks; whether he does."""
        scene = self.scene
        unit, piece = scene.unit(uid), scene.piece(uid)
        points = scene.brigades.fatigue.get(unit.brigade, 0)
        if unit.kind in (ARTILLERY, CREW) or not must_check(scene.charts.fatigue, points):
            return True
        before = piece.state
        yield from self.breaking.run([Duty(uid, at, PLAIN)])
        return uid in scene.board.pieces and scene.piece(uid).at == at and scene.piece(uid).state == before

    def _void(self, id: str, refused: Refusal) -> Part:
        yield event("shock-void", id=id, case=refused.case, text=refused.text)
