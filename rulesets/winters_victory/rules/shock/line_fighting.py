"""A shock attack of an extended line in good order: upon one hex before it, or two at once (8.35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.pieces import EXTENDED, LINE, SKIRMISHERS
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import attackers, conclude, defended, occupy
from rulesets.winters_victory.rules.shock.extended_attacks import strengths, why_not_at, worse
from rulesets.winters_victory.rules.shock.fighting import EMPTY, FOUGHT, End, Fighting, lose
from rulesets.winters_victory.rules.shock.odds import Attack
from rulesets.winters_victory.rules.shock.results import Outcome


@dataclass
class LineFighting:
    """wv 8.35.2-1, 8.35.2-2, 8.35.2-6: the attacks of a line. on: hexes. What the line takes, and where it goes, is
    settled behind the last one: the worse of the results, and the first hex that is free (readings where the enemies
    are no skirmishers)."""

    breaking: Breaking
    line: str
    on: tuple[str, ...]

    @property
    def scene(self) -> Scene:
        """The situation."""
        return self.breaking.scene

    def why_not(self) -> Refusal | None:
        """wv 8.35.2-1, 8.35.2-2: why the line may not attack these hexes."""
        return why_not_at(self.scene, self.line, self.on)

    def run(self) -> Part:
        """wv 8.35.2-1, 8.35.2-2, 8.35.2-3, 8.35.2-6, 8.35.2-7: all its attacks, and what comes of them."""
        army = self.scene.unit(self.line).army
        light = all(
            self.scene.unit(uid).kind == SKIRMISHERS for to in self.on for uid in self.scene.board.enemies_in(to, army)
        )
        ends: list[tuple[str, str, Outcome]] = []
        how = EMPTY
        points, halves = strengths(self.scene, self.line, self.on), self._halves()
        for number, (at, to) in enumerate(zip(halves, self.on, strict=True)):
            if not self._able() or not defended(self.scene, to, army):
                continue
            attack = Attack(army, at, to, min(points[number], self.scene.piece(self.line).strength))
            end: End = yield from Fighting(self.breaking, attack, split=True).run()
            how = end.how
            if end.outcome is not None:
                ends.append((at, to, end.outcome))
        if not ends or self.line not in self.scene.board.pieces:
            return End(how)
        return (yield from self._settle(ends, halves, light=light))

    def _able(self) -> bool:
        """wv 8.35.2-4: whether the line still attacks: in order, and in both hexes."""
        piece = self.scene.board.pieces.get(self.line)
        return piece is not None and piece.good and bool(piece.second)

    def _halves(self) -> Sequence[str]:
        """wv 8.35.2-2: the hex of the line out of which it attacks each of the others, another one for each."""
        piece, near = self.scene.piece(self.line), self.scene.ground.field.neighbours
        both = (piece.at, piece.second)
        ways = [
            [at for at in both if to in near[at] and self.scene.board.faces(self.line, to, at=at)] for to in self.on
        ]
        if len(ways) == 1:
            return ways[0][:1]
        only = next((found[0] for found in ways if len(found) == 1), both[0])
        other = both[1] if only == both[0] else both[0]
        return [found[0] if len(found) == 1 else other for found in ways]

    def _settle(self, ends: Sequence[tuple[str, str, Outcome]], halves: Sequence[str], *, light: bool) -> Part:
        """wv 8.35.2-6, 8.35.2-3, 12.41-A: the worse result, then retreat or occupation, and General Order. Hexes from
        which the enemy fled before he was attacked are free too."""
        scene, army = self.scene, self.scene.unit(self.line).army
        code = worse([one.attacker.code for _, _, one in ends])
        at, to, made = next(one for one in ends if one[2].attacker.code == code)
        here = scene.piece(self.line).at
        yield from lose(scene, here, army, made.attacker, self.breaking.label)
        if self.line not in scene.board.pieces:
            return End(FOUGHT, made)
        if made.attacker.retreat:
            yield from self.breaking.retreat(here, army, made.attacker.retreat, to)
            return End(FOUGHT, made)
        free = [pair for pair in zip(halves, self.on, strict=True) if not defended(scene, pair[1], army)]
        if free:
            at, to = free[0]
            yield from self._advance([one for _, one in free], at, light=light)
        units = attackers(scene, scene.piece(self.line).at, army)
        became = conclude(scene, units, at, to, guns=False, skirmishers=light and bool(scene.piece(self.line).second))
        if became:
            yield event("after-attack", units=list(units), effect=became)
        return End(FOUGHT, made, bool(free))

    def _advance(self, hexes: Sequence[str], at: str, *, light: bool) -> Part:
        """wv 12.41-A, 8.35.2-5, 8.35.2-7: into two hexes before it, if nobody but skirmishers was there; else into one,
        where a line in disorder stands drawn together."""
        scene, board = self.scene, self.scene.board
        army, piece = scene.unit(self.line).army, scene.piece(self.line)
        moved = occupy(scene, at, army, hexes[0])
        two = light and piece.good and len(hexes) > 1 and hexes[1] in scene.ground.field.neighbours[hexes[0]]
        if two:
            board.move(self.line, hexes[0], second=hexes[1], below=False)
        elif piece.formation == EXTENDED and not piece.good:
            piece.formation = LINE
        yield event("occupied", units=list(moved), at=at, to=hexes[0])
