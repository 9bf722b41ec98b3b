"""The rally of an army, carried out: exhausted horse, disorder, rout, retreat of those who fail (13.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulesets.winters_victory.board.pieces import CREW, DISORDERED, ROUTED, SKIRMISHERS
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing.losses import take
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.rally import (
    automatic,
    end_phase,
    nearest_enemy,
    rally,
    recover,
    refresh,
    routed,
    self_rally,
    stays_disordered,
    stays_routed,
)
from rulesets.winters_victory.rules.morale.retreats import distance
from rulesets.winters_victory.rules.scene import Scene

Stand = tuple[str, int | None]
"""Formation and facing; "" and None for those that it has."""


def as_it_was(uid: str) -> Stand:
    """Who recovers keeps the formation that lay under its disorder, and its facing."""
    return "", None


def nowhere(at: str) -> bool:
    """No hex is above its limit."""
    return False


@dataclass
class Rally:
    """wv 13.4-0: the rally segment of an army. stand: what its owner has a unit recover to. crowded: whether a hex is
    above its stacking limit (13.41-6). leader: the brigade leader of a unit, "" for none on the map."""

    breaking: Breaking
    army: str
    stand: Callable[[str], Stand] = as_it_was
    crowded: Callable[[str], bool] = nowhere
    leader: Callable[[str], str] = lambda uid: ""

    @property
    def scene(self) -> Scene:
        """The situation."""
        return self.breaking.scene

    def run(self) -> Part:
        """wv 13.4-0, 13.41-1, 13.41-6, 13.42.A, 13.42.B, 13.42-4: the whole segment; crews follow their batteries."""
        fresh = refresh(self.scene, self.army)
        if fresh:
            yield event("refreshed", units=list(fresh))
        yield from self._disorder()
        yield from self._rout()
        end_phase(self.scene)

    def _disorder(self) -> Part:
        scene = self.scene
        for uid in sorted(scene.board.pieces):
            unit, piece = scene.unit(uid), scene.piece(uid)
            if unit.army != self.army or piece.state != DISORDERED or self.crowded(piece.at):
                continue
            if unit.kind == CREW and unit.serves in scene.board.units_in(piece.at):
                continue
            if stays_disordered(scene, uid) is None:
                recover(scene, uid, *self.stand(uid))
                crew = scene.crew_of(uid)
                if crew:
                    recover(scene, crew)
                yield event("recovered", unit=uid, at=piece.at, formation=piece.formation, facing=piece.facing)

    def _rout(self) -> Part:
        """wv 13.42.A, 13.42.B, 13.42.C: skirmishers and crews first, those who fail of them retreat, then the
        others."""
        scene = self.scene
        small = [uid for uid in routed(scene, self.army) if scene.unit(uid).kind in (SKIRMISHERS, CREW)]
        small = [uid for uid in small if scene.unit(uid).serves not in scene.board.units_in(scene.piece(uid).at)]
        large = [uid for uid in routed(scene, self.army) if scene.unit(uid).kind not in (SKIRMISHERS, CREW)]
        for units in (small, large):
            failed = []
            for uid in units:
                if uid in scene.board.pieces and scene.piece(uid).state == ROUTED:
                    done = yield from self._try(uid)
                    if not done:
                        failed.append(uid)
            for uid in failed:
                yield from self._flee(uid)

    def _try(self, uid: str) -> Part:
        """wv 13.42-0, 13.42.C, 13.42-2: whether a routed unit rallies."""
        scene, at = self.scene, self.scene.piece(uid).at
        if stays_routed(scene, uid) is not None:
            return False
        if not automatic(scene, uid):
            label = f"{self.breaking.label}.rally.{uid}"
            die = yield from ten(label, "13.42", at)
            made = self_rally(scene, uid, die, leader=self.leader(uid))
            yield event(
                "self-rally",
                unit=uid,
                at=at,
                die=die,
                modifiers=[list(one) for one in made.modifiers],
                total=made.total,
                rating=made.rating,
                rallied=made.rallied,
                loss=made.loss,
                label=label,
                case="13.42",
            )
            if not made.rallied:
                if made.loss:
                    take(scene, uid, made.loss)
                return False
        crew = scene.crew_of(uid)
        state = rally(scene, uid)
        if crew:
            scene.piece(crew).state = state
        yield event("rallied", unit=uid, at=at, state=state)
        return True

    def _flee(self, uid: str) -> Part:
        """wv 13.31.2, 13.42-4: who has not rallied retreats, three hexes or six; guns with their crew."""
        scene = self.scene
        if uid not in scene.board.pieces or scene.piece(uid).state != ROUTED:
            return
        at = scene.piece(uid).at
        hexes = distance(scene, ROUTED, rallying=True, enemy=nearest_enemy(scene, at, self.army))
        crew = scene.crew_of(uid)
        yield from self.breaking.retreat(at, self.army, hexes, only=[uid, crew] if crew else [uid])
