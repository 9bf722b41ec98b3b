"""Attacks and charges judged before their phase: what neither a die nor an attack before them can change (12.1, 12.5).

Nothing is judged here that the enemy or an attack earlier in the list may still bring about: such an entry is void in
its time (`shock_phase`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.pieces import CAVALRY, EXTENDED, INFANTRY, SKIRMISHERS
from rulesets.winters_victory.rules.naming import absent
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import why_never, why_not
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone
from rulesets.winters_victory.rules.shock.extended_attacks import why_not_at
from rulesets.winters_victory.rules.shock_phase import Assault, Entry, Ride, scattered, stands

_ABLE = (INFANTRY, SKIRMISHERS, CAVALRY)


@dataclass
class Judging:
    """wv 12.0-1, 12.11.1: the entries of an army on the board on which its Shock Phase begins. zones: horse -> the
    charge that it has declared. headquarters: the hex of the enemy's.

    named: ids of entries so far; left: hexes out of which they attack; ridden: horse that they charge with."""

    scene: Scene
    army: str
    zones: Mapping[str, ChargeZone]
    headquarters: str = ""
    named: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    ridden: set[str] = field(default_factory=set)

    def faults(self, entries: Sequence[Entry]) -> Iterator[tuple[int, Refusal]]:
        """Number and refusal of each entry that cannot be carried out whatever happens before it."""
        for number, entry in enumerate(entries):
            refused = self._ride(entry) if isinstance(entry, Ride) else self._assault(entry)
            if refused is not None:
                yield number, refused
            self.named.add(entry.id)

    def _ride(self, ride: Ride) -> Refusal | None:
        """wv 12.53.1, 12.53X.0, 12.54.1: a charge that was not declared, is carried out already, or goes where none
        goes."""
        if refused := absent(self.scene.board, self.army, ride.horse, "12.53.1"):
            return refused
        scene, horse, piece = self.scene, ride.horse, self.scene.piece(ride.horse)
        zone = self.zones.get(horse)
        if zone is None or not piece.good or piece.at != zone.at:
            text = f"{scene.name(horse)} in {piece.at} has declared no charge to carry out"
            return Refusal("12.53X.0", text, horse, piece.at)
        if horse in self.ridden:
            return Refusal("12.53.1", f"{scene.name(horse)} in {piece.at} charges once in a phase", horse, piece.at)
        self.ridden.add(horse)
        for at in ride.along:
            if at not in scene.ground.field.neighbours:
                return Refusal("12.53.1", f"{scene.name(horse)} cannot ride to {at[:20]}: there is no such hex", horse)
            if scene.ground.obstructed(at):
                words = f"does not charge into {at}, nor at those who stand there: it is obstructed"
                return Refusal("12.54.1", f"{scene.name(horse)} in {piece.at} {words}", horse, at)
        return None

    # -- attacks -----------------------------------------------------------------------------

    def _assault(self, entry: Assault) -> Refusal | None:
        """wv 12.11.1, 12.11.2, 12.11.4: who cannot attack at all, and what waits for nothing."""
        scene = self.scene
        if not entry.units or not entry.on:
            return Refusal("12.11.1", f"attack {entry.id[:20]} names no units, or no hex")
        for uid in entry.units:
            if refused := absent(scene.board, self.army, uid, "12.11.1"):
                return refused
            if scene.unit(uid).kind not in _ABLE:
                text = f"{scene.name(uid)} in {scene.piece(uid).at} attacks nobody: only foot and horse do"
                return Refusal("12.11.1", text, uid, scene.piece(uid).at)
        if entry.after and entry.after not in self.named:
            uid, at = entry.units[0], scene.piece(entry.units[0]).at
            text = f"{scene.name(uid)} in {at} waits for attack {entry.after[:20]}, which is not before its own"
            return Refusal("12.11.2", text, uid, at)
        return self._placed(entry)

    def _placed(self, entry: Assault) -> Refusal | None:
        """wv 12.11.3, 12.11.4, 12.11.5-1: the rules of place, which are asked only for the first attack out of a hex:
        behind it the units may stand elsewhere. Who is attacked is known for the first entry of all."""
        scene, first = self.scene, not self.named
        pieces = [scene.piece(uid) for uid in entry.units]
        hexes = {at for one in pieces for at in one.hexes}
        if hexes & self.left:
            return None
        self.left |= hexes
        if not set.intersection(*(set(one.hexes) for one in pieces)):
            return scattered(scene, entry.units)
        uid, piece = entry.units[0], pieces[0]
        wide = piece.formation == EXTENDED and bool(piece.second) and piece.good
        if len(entry.on) > 1 and not wide:
            return Refusal("12.11.3", f"{scene.name(uid)} in {piece.at} attacks one hex at a time", uid, piece.at)
        for to in entry.on:
            at = stands(scene, piece, to)
            refused = why_never(scene, at, self.army, to)
            if first and refused is None:
                refused = why_not(scene, at, self.army, to, headquarters=self.headquarters)
            if refused is not None:
                return refused
        return why_not_at(scene, uid, entry.on) if wide else None
