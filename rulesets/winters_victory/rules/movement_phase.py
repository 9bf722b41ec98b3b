"""The Movement Phase of an army carried out, entry by entry, with all that the enemy does meanwhile (6.0, 11.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbem.engine.options import Refusal
from pbem.engine.requests import Tell
from rulesets.winters_victory.board.pieces import CREW, DISORDERED, ENEMY, LEADER
from rulesets.winters_victory.rules import scene as scenes
from rulesets.winters_victory.rules import stacking
from rulesets.winters_victory.rules.command import control
from rulesets.winters_victory.rules.command.alarms import Alarms, sleeps
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing import reactions
from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.losses import take
from rulesets.winters_victory.rules.firing.shooting import shoot
from rulesets.winters_victory.rules.firing.zones import covered_by_enemy
from rulesets.winters_victory.rules.formations import crews
from rulesets.winters_victory.rules.formations.involuntary import befall
from rulesets.winters_victory.rules.giving_way import GivingWay
from rulesets.winters_victory.rules.horse_watching import Watching, charges_never, turns_always
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.check import check
from rulesets.winters_victory.rules.morale.effectiveness import OUT as OUT_OF_COMMAND
from rulesets.winters_victory.rules.morale.effectiveness import Cause
from rulesets.winters_victory.rules.moving import charged
from rulesets.winters_victory.rules.moving.announcing import announced
from rulesets.winters_victory.rules.moving.companies import JOIN, OUT, Companies, plenty
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk, why_no_stack, why_not_move
from rulesets.winters_victory.rules.moving.scene import Scene, always
from rulesets.winters_victory.rules.moving.stance import CHANGE, ENTER, TURN, UNLIMBERS, Act
from rulesets.winters_victory.rules.naming import absent
from rulesets.winters_victory.rules.shock import charge_zones
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone

GO, HALT = "go", "halt"


def nobody_comes(phase: MovementPhase) -> Part:
    """Plan of an army without reinforcements."""
    yield from ()
    return ()


@dataclass(frozen=True)
class Entry:
    """wv 6.0-2, 6.0-3: a unit or stack and the words of its path. on_fire, on_disorder: whether it goes on (`go`) or
    stops (`halt`) when it has been fired at, and when it is disordered."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    on_fire: str = GO
    on_disorder: str = HALT


@dataclass
class MovementPhase:
    """wv 6.0-1: the phase on a board. army: the phasing one. zones: the enemy's charge zones. turns, charges: plans of
    the enemy's horse, asked with a horse and the hex that was entered. opportunities: charge zones begun in this
    phase. left: counters of companies, see `Companies`. wakes: whether a brigade of the enemy activates."""

    breaking: Breaking
    staff: Staff
    army: str
    zones: tuple[ChargeZone, ...] = ()
    turns: Callable[[str, str], bool] = turns_always
    charges: Callable[[str, str], bool] = charges_never
    opportunities: list[ChargeZone] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)
    left: Callable[[str, int], int] = plenty
    wakes: Callable[[str], bool] = sleeps
    dice: int = 0

    @property
    def watching(self) -> Watching:
        """The enemy's horse."""
        plans, zones = (self.turns, self.charges), (self.zones, self.opportunities)
        return Watching(self.breaking, self._label, *plans, *zones, self.tried)

    @property
    def alarms(self) -> Alarms:
        """Brigades of the enemy that activate."""
        return Alarms(self.staff, self.wakes)

    @property
    def companies(self) -> Companies:
        """Those that leave their battalions and join them."""
        return Companies(self.scene.ground, self.scene.board, self.moved, self.left)

    @property
    def scene(self) -> scenes.Scene:
        """The situation."""
        return self.breaking.scene

    def run(self, entries: Sequence[Entry], arrivals: Callable[[MovementPhase], Part] = nobody_comes) -> Part:
        """wv 4.1.4A, 6.0-1, 9.3-2, 9.3-3, 17.11-3: the whole phase; returns the hexes in which the army began it.
        arrivals: brings reinforcements on, who move no further in it, and returns them."""
        board = self.scene.board
        out = control.settle(self.staff, self.army)
        if out:
            yield event("out-of-command", units=list(out))
        start = {uid: one.at for uid, one in sorted(board.pieces.items()) if board.unit(uid).army == self.army}
        self.moved.update((yield from arrivals(self)))
        for entry in entries:
            yield from self._entry(entry)
        for uid, case in list(stacking.phase_end(board)):
            if board.unit(uid).army == self.army:
                befall(board, uid, DISORDERED)
                yield event("disordered", unit=uid, at=board.piece(uid).at, case=case)
        return start

    # -- an entry ----------------------------------------------------------------------------

    def _entry(self, entry: Entry) -> Part:
        inside = self.companies.inside(entry.units)
        walk = self.begin(entry)
        if inside and all(uid in self.scene.board.pieces for uid in entry.units):
            at = self.scene.piece(entry.units[0]).at
            yield event("detached", units=list(entry.units), at=at, case="8.61")
        if isinstance(walk, Refusal):
            yield self._void(entry.units, walk)
            return
        self.held.update(control.held_by(self.staff, uid) for uid in entry.units if self._out(uid))
        way = GivingWay(self.breaking, tuple(walk.stances), self._label)
        for token in entry.path:
            going = yield from self._token(walk, entry, token, way)
            if not going:
                break
        if walk.stances:
            ended = finish(walk)
            if isinstance(ended, Refusal):
                yield from self._crowded(walk, ended)
            elif ended:
                walk.carry_out(ended)
                yield _told(ended, "end")
        yield from way.after(self.walking())

    def _crowded(self, walk: Walk, refused: Refusal) -> Part:
        """wv 9.1-1, 9.14.2-2, 9.3-1, 9.41-1: who has to stop where he may not stay is disordered there."""
        yield self._void(tuple(walk.stances), refused)
        for uid in walk.stances:
            piece = self.scene.piece(uid)
            if piece.good and self.scene.unit(uid).fights:
                befall(self.scene.board, uid, DISORDERED)
                yield event("disordered", unit=uid, at=piece.at, case=refused.case)

    def begin(self, entry: Entry) -> Walk | Refusal:
        """wv 6.0-3, 8.61-1: the move of an entry, companies let out of their battalion first; or why it cannot
        begin."""
        if self.companies.inside(entry.units):
            refused = self.companies.let_out(entry.units)
            if refused is not None:
                return refused
        refused = self.why_not(entry)
        if refused is not None:
            return refused
        walk = Walk.begin(self.walking(), entry.units)
        self.moved.update(entry.units)
        return walk

    def of_companies(self, walk: Walk, word: str) -> Refusal | bool:
        """wv 8.61-1, 8.64-1, 8.64-2: whether a word of a path is one of companies, which is done then; or why it cannot
        be. Companies that join leave the map and the move."""
        if word not in (OUT, JOIN):
            return False
        if word == JOIN:
            for uid, stance in list(walk.stances.items()):
                refused = self.companies.join(uid, stance)
                if refused is not None:
                    return refused
                del walk.stances[uid]
        return True

    def why_not(self, entry: Entry) -> Refusal | None:
        """wv 6.0-3, 6.1-2, 17.12-2, 17.13: why an entry cannot begin."""
        board = self.scene.board
        for uid in entry.units:
            refused = absent(board, self.army, uid, "6.0-1")
            if refused is not None:
                return refused
            if uid in self.moved:
                at = board.piece(uid).at
                return self.walking().refusal(uid, "6.0-1", f"in {at} has moved in this phase", at)
        refused = why_no_stack(self.walking(), entry.units)
        for uid in entry.units:
            refused = refused or why_not_move(replace(self.walking(), commanded=always), uid)
            refused = refused or control.why_not_leave(self.staff, uid, self.held)
            hexes = [
                word.split()[0] for word in entry.path if word.split()[:1] and word.split()[0] in board.field.hexes
            ]
            if refused is None and self._out(uid) and hexes:
                leaders = [one for one in self.moved if board.unit(one).kind == LEADER]
                refused = control.why_not_move(self.staff, uid, hexes[-1], leaders)
        return refused

    def _out(self, uid: str) -> bool:
        """wv 17.11-3: whether a unit was out of command when the phase began."""
        piece = self.scene.board.pieces.get(uid)
        return piece is not None and OUT_OF_COMMAND in piece.marks

    def walking(self) -> Scene:
        """The situation as rules of movement read it."""
        scene = self.scene
        return Scene(
            scene.ground,
            scene.board,
            commanded=lambda uid: not self._out(uid),
            pinned=lambda at, army: covered_by_enemy(scene, at, ENEMY[army]),
            charges=(*self.zones, *self.opportunities),
            closed=self._closed,
        )

    @property
    def _closed(self) -> frozenset[str]:
        """wv 17.23-1: the enemy's headquarters, unless it is suppressed."""
        at = self.staff.command.headquarters.get(ENEMY[self.army], "")
        return frozenset([at] if at and not self.scene.board.fighting(at, self.army) else ())

    def _void(self, units: Sequence[str], refused: Refusal) -> Tell:
        board = self.scene.board
        at = next((board.piece(uid).at for uid in units if uid in board.pieces), "")
        return event("move-void", units=list(units), at=at, case=refused.case, text=refused.text)

    # -- a word of a path --------------------------------------------------------------------

    def _token(self, walk: Walk, entry: Entry, token: str, way: GivingWay) -> Part:
        """wv 6.14-1, 6.14-2, 8.66-1, 11.3-1: one word of a path; whether the move goes on."""
        units = tuple(walk.stances)
        done = self.of_companies(walk, token)
        if done is True:
            if not walk.stances:
                yield event("joined", units=list(units), case="8.64")
            return bool(walk.stances)
        acts = done or walk.prepare(token)
        if isinstance(acts, Refusal):
            yield self._void(tuple(walk.stances), acts)
            return False
        allowed = yield from self._checks(walk, acts)
        if not allowed:
            return False
        shot = yield from self._fired_at(walk, acts)
        acts = yield from self._still(walk, entry, token, acts, shot=shot)
        if acts and (displaced := _displaced(acts)):
            shot = yield from way.before(walk.scene, next(iter(walk.stances.values())).at, displaced)
            walk.reread()
            acts = yield from self._still(walk, entry, token, acts, shot=shot)
        if not acts:
            return False
        if uid := next(iter(_displaced(acts)), ""):
            text = f"cannot enter {self.scene.piece(uid).at}: {self.scene.name(uid)} stands there"
            yield self._void(tuple(walk.stances), Refusal("8.66-1", text, uid, self.scene.piece(uid).at))
            return False
        walk.carry_out(acts)
        yield _told(acts, token)
        if next(iter(acts.values())).kind == ENTER:
            yield from self._guns(acts)
            yield from self._reunited(acts)
            walk.reread()
            if walk.stances:
                yield from self.alarms.near(walk.stances)
                yield from self.watching.entered(walk)
        return bool(walk.stances)

    def _still(self, walk: Walk, entry: Entry, token: str, told: Mapping[str, Act], *, shot: bool) -> Part:
        """wv 6.14-2, 11.3-1: what a word means after fire; None if the move ends by it. told: what it meant before."""
        if not walk.stances:
            return None
        worse = any(stance.state != told[uid].before.state for uid, stance in walk.stances.items())
        if (shot and entry.on_fire == HALT) or (worse and entry.on_disorder == HALT):
            at = next(iter(walk.stances.values())).at
            yield event("halt", units=list(walk.stances), at=at, fired=shot, disordered=worse)
            return None
        acts = walk.prepare(token)
        if isinstance(acts, Refusal) and worse:
            acts = _completed(walk, told) or acts
        if isinstance(acts, Refusal):
            yield self._void(tuple(walk.stances), acts)
            return None
        return acts

    def _guns(self, acts: Mapping[str, Act]) -> Part:
        """wv 6.32-1, 6.32-2: a die for each hexside over which guns went away from roads; a gun may break."""
        scene = self.scene
        for uid, act in acts.items():
            for side in act.guns:
                if uid not in scene.board.pieces:
                    break
                at, to, label = act.before.at, act.after.at, self._label(f"guns.{uid}")
                die = yield from ten(label, "6.32", at, to)
                lost = crews.breaks(scene.charts.crews, scene.unit(uid), side, die)
                if lost:
                    take(scene, uid, 1)
                yield event("guns-cross", unit=uid, at=at, to=to, die=die, lost=lost, label=label, case="6.32")

    def _reunited(self, acts: Mapping[str, Act]) -> Part:
        """wv 7.56-8, 7.62C: crews that have come to their guns."""
        scene = self.scene
        for uid, act in acts.items():
            unit = scene.unit(uid)
            if unit.kind == CREW and unit.serves in scene.board.units_in(act.after.at):
                lost = crews.reunite(scene.charts.crews, scene.board, uid)
                yield event("reunited", unit=uid, at=act.after.at, lost=lost, case="7.56")

    def _checks(self, walk: Walk, acts: dict[str, Act]) -> Part:
        """wv 13.1-X, 12.61.1-2, 12.61.2-1, 12.61.2-2, 17.12-1: the checks before an act; whether it may be done."""
        scene = self.scene
        for uid, act in acts.items():
            shaping = act.kind in (TURN, CHANGE, UNLIMBERS)
            threat = act.check or (shaping and charged.threatened(walk.scene, act.before))
            if not threat and not (shaping and self._out(uid)):
                continue
            zone = charge_zones.worst_modifier(scene, walk.scene.charges, uid) if threat else 0
            label, case = self._label(f"morale.{uid}"), "12.61" if threat else "17.12"
            die = yield from ten(label, case, act.before.at)
            made = check(scene, uid, die, Cause(zone=zone))
            goes = charge_zones.act_in_zone(scene, made, act.before.at, self.army) if threat else made.excess == 0
            yield event("check", at=act.before.at, goes=goes, label=label, case=case, **made.told())
            walk.reread()
            if not goes:
                return False
            if threat:
                break
        return True

    def _fired_at(self, walk: Walk, acts: dict[str, Act]) -> Part:
        """wv 11.3-1, 11.3-3, 6.14-2: fire at an act, one unit after another; whether anybody has fired. Skirmishers
        that make way fire later (8.66-2)."""
        scene, shot, way = self.scene, False, _displaced(acts)
        for act in announced(walk.scene, acts):
            done: set[str] = set()
            while all(uid in walk.stances for uid in act.units):
                open_ = (one for one in reactions.chances(scene, act) if one.firer not in (*done, *way))
                chance = next((one for one in open_ if self.breaking.fires(one, act)), None)
                if chance is None:
                    break
                done.add(chance.firer)
                fire = aim(scene, chance.firer, act.at, chance.terms)
                if not isinstance(fire, Fire):
                    continue
                shot = True
                before = [scene.unit(uid) for uid in scene.board.fighting(act.at, self.army)]
                hit = yield from shoot(scene, fire, self._label(f"react.{chance.firer}"))
                if hit is not None and hit.shakes:
                    yield from self.breaking.emptied(hit, before, fire.at)
                walk.reread()
        return shot

    def _label(self, what: str) -> str:
        self.dice += 1
        return f"{self.breaking.label}.move{self.dice}.{what}"


def _displaced(acts: Mapping[str, Act]) -> tuple[str, ...]:
    """wv 8.66-1: the enemy skirmishers that stand in the way of acts."""
    return tuple(dict.fromkeys(uid for act in acts.values() for uid in act.displaced))


def _completed(walk: Walk, told: Mapping[str, Act]) -> dict[str, Act]:
    """wv 7.56-6, 11.3-3: a change of formation that was told before the fire, by those who are still there: who is
    merely disordered makes it all the same. {} for other acts, which the disordered cannot do."""
    if any(one.kind not in (CHANGE, UNLIMBERS) for one in told.values()):
        return {}
    states = {uid: stance.state for uid, stance in walk.stances.items()}
    return {uid: replace(told[uid], after=replace(told[uid].after, state=state)) for uid, state in states.items()}


def _told(acts: dict[str, Act], word: str) -> Tell:
    first = next(iter(acts.values()))
    what = {"to": first.after.at} if first.kind == ENTER else {"act": word}
    return event("move", units=list(acts), at=first.before.at, **what)
