"""The Reciprocal Fire Phase carried out, segment by segment, volley by volley (11.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.options import Refusal
from pbem.lean import dataclass as lean
from rulesets.winters_victory.board.pieces import ENEMY, SQUARE
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing.aiming import Fire, aim, also_struck
from rulesets.winters_victory.rules.firing.firers import loose
from rulesets.winters_victory.rules.firing.losses import end_phase
from rulesets.winters_victory.rules.firing.phase import SEGMENTS, alternated, begins, segment, targets
from rulesets.winters_victory.rules.firing.shooting import Hit, shoot
from rulesets.winters_victory.rules.firing.splitting import Share, why_not_square
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.scene import Scene


@lean(frozen=True, slots=True)
class Volley:
    """wv 11.53-1, 11.61-2: what a unit fires before the enemy does: one share; of an extended line both. Shares of
    skirmishers and of squares are volleys of their own."""

    unit: str
    shares: tuple[Share, ...]


@dataclass
class FirePhase:
    """wv 11.0-1, 11.0-2, 11.0-3: the phase on a board. done: unit -> hexes that it has fired at."""

    breaking: Breaking
    done: dict[str, set[str]] = field(default_factory=dict)

    @property
    def scene(self) -> Scene:
        """The situation."""
        return self.breaking.scene

    def run(self, volleys: Mapping[str, Sequence[Volley]]) -> Part:
        """wv 11.0-2, 11.0-P1, 11.0-P2, 11.0-P3, 11.91-1: all three segments. volleys: army -> its volleys along its
        line; which segment each is in follows from its unit as it stands then."""
        for of in SEGMENTS:
            armies = {army: [one for one in volleys[army] if self._segment(one.unit) == of] for army in ENEMY}
            if not any(armies.values()):
                continue
            label = f"{self.breaking.label}.{of.lower()}"
            die = yield from ten(label, "11.0")
            first = begins(die)
            yield event("fire-segment", segment=of, die=die, first=first, label=label, case="11.0")
            for volley in alternated(armies[first], armies[ENEMY[first]]):
                yield from self._volley(volley)
        end_phase(self.scene)

    def _segment(self, uid: str) -> str:
        return segment(self.scene, uid) if uid in self.scene.board.pieces else ""

    def _volley(self, volley: Volley) -> Part:
        """wv 11.0-P4, 11.45-2, 11.53-1, 11.8: the fires of a volley, then the checks of those struck."""
        struck = []
        for share in volley.shares:
            fire = self._allowed(volley.unit, share)
            if isinstance(fire, Refusal):
                yield event("fire-void", unit=volley.unit, to=share.to, case=fire.case, text=fire.text)
                continue
            self.done.setdefault(volley.unit, set()).add(share.to)
            for one in (fire, *also_struck(self.scene, fire)):
                before = [self.scene.unit(uid) for uid in self.scene.board.fighting(one.to, one.target.army)]
                hit: Hit | None = yield from shoot(self.scene, one, f"{self.breaking.label}.{volley.unit}.{one.to}")
                if hit is not None and hit.shakes:
                    struck.append((hit, before, one.at))
        for hit, before, source in struck:
            yield from self.breaking.emptied(hit, before, source)

    def _allowed(self, uid: str, share: Share) -> Fire | Refusal:
        """wv 11.0-3, 11.11.4, 11.11.6, 11.11.7-1, 11.62-2, 8.42.1: the fire of a share, or why it is void now."""
        if uid not in self.scene.board.pieces:
            return Refusal("11.11.2", f"{self.scene.name(uid)} is not on the map any more", uid, share.to)
        piece = self.scene.piece(uid)
        again = self.done.get(uid, set())
        splits = loose(piece) or piece.formation == SQUARE or bool(piece.second)
        if share.to in again or (again and not splits):
            return Refusal("11.11.4", f"{self.scene.name(uid)} in {piece.at} has fired in this phase", uid, share.to)
        if share.terms.strength and not splits:
            text = f"{self.scene.name(uid)} in {piece.at} fires with all of its points at {share.to}"
            return Refusal("11.11.6", text, uid, share.to)
        if piece.formation == SQUARE and (refused := why_not_square(self.scene, uid, (*sorted(again), share.to))):
            return refused
        fire, open_ = aim(self.scene, uid, share.to, share.terms, at=share.at), targets(self.scene, uid)
        if isinstance(fire, Fire) and share.to not in open_:
            near = f"the enemy in {open_[0]} is nearer" if open_ else "no enemy is its target"
            text = f"{self.scene.name(uid)} in {piece.at} may not fire at {share.to}: {near}"
            return Refusal("11.11.7-1", text, uid, share.to)
        return fire
