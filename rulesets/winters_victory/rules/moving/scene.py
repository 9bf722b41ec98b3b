"""What a move is judged by: the ground, the board, who moves together, and what other rules say of units and hexes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import LIGHT_COVER
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import ENEMY, INFANTRY, ROUTED, Piece, Unit
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.stance import Stance
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone


def always(uid: str) -> bool:
    """Every unit is in command: games without command."""
    return True


def nowhere(at: str, army: str) -> bool:
    """No hex lies in a fire zone."""
    return False


@dataclass(frozen=True)
class Scene:
    """wv 6.0-1, 6.0-2: the battlefield while a unit or stack moves.

    party: the counters that move together, which are no hindrance to each other. commanded: whether a unit is in
    command (17.11). pinned: whether a hex lies in the minimum range zone of an enemy of an army (8.52); of its adjacent
    formed infantry `formed_zone` knows by itself.
    charges: the enemy's charge zones. closed: hexes into which nobody moves who does not attack them first (17.23)."""

    ground: Ground
    board: Board
    party: frozenset[str] = frozenset()
    commanded: Callable[[str], bool] = always
    pinned: Callable[[str, str], bool] = nowhere
    charges: tuple[ChargeZone, ...] = ()
    closed: frozenset[str] = frozenset()

    def unit(self, uid: str) -> Unit:
        """What is printed on a counter."""
        return self.board.unit(uid)

    def piece(self, uid: str) -> Piece:
        """A counter on the map; in the middle of a move its stance says more."""
        return self.board.piece(uid)

    def refusal(self, uid: str, case: str, what: str, at: str = "") -> Refusal:
        """A refusal that names the unit first. what: the rest of the sentence; at: the hex that it concerns."""
        return Refusal(case, f"{self.board.unit(uid).name} {what}", uid, at)

    # -- geometry ----------------------------------------------------------------------------

    def beside(self, at: str, side: int) -> str:
        """The neighbour behind a hexside, "" at the edge of the map."""
        grid = self.ground.grid(at)
        return grid.neighbour(at, grid.directions[side % facing.CORNERS]) or ""

    def fronts(self, unit: Unit, stance: Stance) -> bool:
        """wv 5.0-1, 5.1A, 5.1B, 5.1C, 5.2: whether a unit has a front at all."""
        return stance.frontal and not unit.all_around

    def faces(self, unit: Unit, stance: Stance, to: str) -> bool:
        """wv 5.4-1: whether a unit looks into a neighbour of its first hex."""
        if not self.fronts(unit, stance):
            return True
        return facing.aspect(stance.facing, self.board.side(stance.at, to)) == "front"

    # -- who is near -------------------------------------------------------------------------

    def friends(self, uid: str, at: str) -> tuple[str, ...]:
        """The combat units of its army in a hex that do not move with a unit, top first."""
        own = self.board.fighting(at, self.board.unit(uid).army)
        return tuple(one for one in own if one != uid and one not in self.party)

    def enemies(self, uid: str, at: str) -> tuple[str, ...]:
        """The combat units in a hex that fight a unit."""
        return self.board.enemies_in(at, self.board.unit(uid).army)

    def forced(self, at: str) -> bool:
        """wv 8.51-1: whether infantry may not be formed in a hex: all that are obstructed but light cover."""
        return self.ground.obstructed(at) and self.ground.kind(at) != LIGHT_COVER

    def formed_zone(self, at: str, army: str) -> str:
        """wv 8.65A.1: an adjacent formed enemy battalion that looks into a hex, which neither terrain nor light cover
        along the hexside protects; "" if there is none."""
        if self.ground.obstructed(at):
            return ""
        for near in self.ground.field.neighbours[at]:
            if self.ground.cover_side(at, near):
                continue
            for uid in self.board.enemies_in(near, army):
                formed = self.board.unit(uid).kind == INFANTRY and self.board.piece(uid).formed
                if formed and self.board.faces(uid, at, at=near):
                    return uid
        return ""

    @cached_property
    def watched(self) -> dict[str, frozenset[str]]:
        """wv 6.41-3: army -> hexes within six of an enemy combat unit that is not routed."""
        return {army: self._near(enemy) for army, enemy in ENEMY.items()}

    def knowing(self, other: Scene) -> Scene:
        """The same, with what is known of a scene with the same enemies, which need not be counted anew."""
        vars(self)["watched"] = other.watched
        return self

    def _near(self, army: str) -> frozenset[str]:
        reach = self.ground.terrain.grand_tactical.distance
        standing = {
            at
            for uid, piece in self.board.pieces.items()
            if self.board.unit(uid).army == army and self.board.unit(uid).fights and piece.state != ROUTED
            for at in piece.hexes
        }
        return frozenset(one for at in sorted(standing) for one in self.ground.grid(at).within(at, reach))
