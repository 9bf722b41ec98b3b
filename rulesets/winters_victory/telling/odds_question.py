"""One shock attack or charge as somebody imagines it (12.0, 12.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import GameOdds, Outlook, Step, Unanswerable, WhatIf
from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.names import Places, Units
from pbem.hexgame.telling.odds_question import Question, Supposed
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import CAVALRY, ENEMY, FRENCH, GOOD, Piece
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules.formations.mobility import usual
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import attackers
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone, project
from rulesets.winters_victory.rules.shock_judging import Judging
from rulesets.winters_victory.rules.shock_phase import Assault, Entry, Ride
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.outlooks import Ahead

CHARGE: Final = "charge"
"""The one way to fight that may be asked about besides an attack (12.5)."""
_CORNERS: Final = 6


class WintersOdds(GameOdds):
    """What shock attacks and charges would come to, ordered or not."""

    def __init__(self, names: WinterNames) -> None:
        self.names = names

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """wv 12.0-P4, 12.0-P5, 12.3: the odds of an attack by an army, on the position as it is or as it is supposed to
        be: one outlook for each hex out of which it may be made."""
        play = Play(self.names.setting, Position.from_json(at))
        if not play.position.segment:
            # A battle that is over is asked about as it ended.
            play.position.segment = play.setting.segments[-1][1].name
            play.turn = min(play.turn, max(play.setting.calendar))
        return _Asked(self.names, play, army, question).answered()


class _Asked(Question[Board]):
    """A question on a board of its own."""

    def __init__(self, names: WinterNames, play: Play, army: str, asked: WhatIf) -> None:
        super().__init__(_Standing(play.board).ground(names, army), asked)
        self.names, self.play, self.army = names, play, army
        if asked.far:
            self.faults.append(Refusal("12.0-1", "nobody joins a shock attack from afar"))
        if asked.tactic not in ("", CHARGE) or asked.against:
            self.faults.append(Refusal("", f"what may be asked about besides an attack is: {CHARGE}"))
        if asked.enemy >= 0:
            self.faults.append(Refusal("", "all counters lie open in these rules: nobody's strength is supposed"))
        if asked.column:
            self.faults.append(Refusal("12.23.1", "nobody chooses a row: it follows from the strengths"))

    def answered(self) -> Sequence[Outlook]:
        """The odds. Raises Unanswerable."""
        supposed = self.suppose()
        on = list(dict.fromkeys(at for text in self.asked.on if (at := self.target(text))))
        by = [unit for text in self.asked.by if (unit := self.unit(text))]
        moved = {self.units.find(text) for text, _ in self.asked.moved}
        self.check()
        self._possible(by, on)
        self.check()
        for uid in by:
            if uid in moved:
                self._turned(uid, on[0])
        found = [one for group in self._groups(by, on) for one in self._asked(group, on, supposed)]
        if not found and not self.faults:
            self.faults.append(Refusal("12.11.3", f"nobody can attack {self.names.hexes(on)} from where he stands"))
        if not found:
            self.check()
        return found

    def _possible(self, by: Sequence[str], on: Sequence[str]) -> None:
        """wv 12.0-1, 12.11.1: an enemy who fights in each hex, and attackers of the army on the map."""
        board, foe = self.play.board, ENEMY[self.army]
        if not on or len(on) > 2:
            self.faults.append(Refusal("12.11.3", "an attack is on one hex, or of an extended line on two"))
        for at in on:
            if not board.fighting(at, foe):
                self.faults.append(Refusal("12.0-1", f"nobody who fights for the enemy is in {at}", hex=at))
        for uid in by:
            if uid not in board.pieces or board.unit(uid).army != self.army:
                mend = f"say where it is supposed with --from {uid}=HEX"
                self.faults.append(
                    Refusal("12.11.1", f"{self.names.unit(uid)} is no unit of this army on the map; {mend}")
                )

    def _turned(self, uid: str, to: str) -> None:
        """wv 12.11.3: who is supposed to stand elsewhere looks at whom he attacks, if he can."""
        board, piece = self.board, self.board.piece(uid)
        if to in board.field.neighbours[piece.at]:
            was = piece.facing
            for corner in (was, *range(_CORNERS)):
                piece.facing = corner
                if board.faces(uid, to):
                    return
            piece.facing = was

    def _groups(self, by: Sequence[str], on: Sequence[str]) -> list[tuple[str, ...]]:
        """wv 12.13-1: the attackers named; else all who may attack out of each hex around."""
        if by:
            return [tuple(by)]
        board = self.play.board
        around = [at for at in board.field.neighbours[on[0]] if board.fighting(at, self.army)]
        return [units for at in sorted(around) if (units := tuple(attackers(self._scene, at, self.army)))]

    @property
    def _scene(self) -> Scene:
        return self.play.scene

    def _asked(self, units: tuple[str, ...], on: Sequence[str], supposed: Sequence[Step]) -> list[Outlook]:
        """One attack: its outlooks, or a fault where the rules forbid it to attackers who were named."""
        scene = self._scene
        entry, zones = self._entry(scene, units, on)
        wrong = next((refused for _, refused in Judging(scene, self.army, zones).faults([entry])), None)
        if wrong is not None:
            if self.asked.by:
                raise Unanswerable([wrong])
            return []
        return list(Ahead(self.names, scene, self.army, entry, zones).outlooks(supposed))

    def _entry(self, scene: Scene, units: tuple[str, ...], on: Sequence[str]) -> tuple[Entry, Mapping[str, ChargeZone]]:
        """wv 12.52.1-1: the attack; of a charge its zone as if it was declared now."""
        horse = units[0]
        if self.asked.tactic == CHARGE:
            if scene.unit(horse).kind != CAVALRY:
                raise Unanswerable([Refusal("12.5-1", f"{self.names.unit(horse)} is no cavalry and does not charge")])
            declared = self.play.zones.get(horse) or project(scene, horse)
            return Ride("asked", horse, tuple(on)), {horse: declared}
        return Assault("asked", units, tuple(on)), {}


@dataclass
class _Standing:
    """wv 9.0: who is supposed where: any counter anywhere but among enemies. lifted: those that are being moved."""

    board: Board
    lifted: dict[str, Piece] = field(default_factory=dict)

    def ground(self, names: WinterNames, army: str) -> Supposed[Board]:
        """What a question asks of it."""
        return Supposed(
            board=self.board,
            units=Units(names.roster.units, army),
            places=Places(self.board.field.hexes, self.board.field.names),
            where=lambda uid: self.board.piece(uid).at if uid in self.board.pieces else "",
            lift=self.lift,
            put=self.put,
            in_the_way=self.in_the_way,
            stacking="9.0",
        )

    def lift(self, uid: str) -> None:
        """Takes a counter off the board for now."""
        self.lifted[uid] = self.board.remove(uid)

    def put(self, uid: str, at: str) -> None:
        """As it stood, in one hex; who was not on the map as he is printed, with his front to the enemy's edge."""
        unit = self.board.unit(uid)
        north = 0 if unit.army == FRENCH else _CORNERS // 2
        piece = self.lifted.pop(uid, None) or Piece(at, north, unit.strength, usual(unit), GOOD)
        piece.at, piece.second, piece.trail = at, "", ()
        self.board.place(uid, piece)

    def in_the_way(self, uid: str, at: str) -> str:
        """An enemy who fights there."""
        return next(iter(self.board.enemies_in(at, self.board.unit(uid).army)), "")
