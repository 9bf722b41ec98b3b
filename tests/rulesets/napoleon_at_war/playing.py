"""Tiny positions on the real maps or on the small invented field, and short ways to play on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pbem.engine.answerers import Scripted
from pbem.engine.loop import advance
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose, Silent, Tell
from pbem.engine.state import fresh
from pbem.wargame.datafolder import read_folder
from rulesets.napoleon_at_war import ruleset
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.march.movement import movement_phase
from rulesets.napoleon_at_war.ruleset import bind

HERE = Path(__file__).parent


@cache
def small() -> NapoleonGame:
    """The small field: rough, marsh, trail, river, bridge, stream, slope, forest, town."""
    return bind(ruleset.data_files(), read_folder(HERE / "small"))


@cache
def real(*options: str) -> NapoleonGame:
    """Jena-Auerstadt with the named options on."""
    return ruleset.game("jena-auerstadt", dict.fromkeys(options, True))


def standing_at(game: NapoleonGame, turn: int, army: str, at: Mapping[str, str], **rest: Any) -> Position:
    """A position with these units only. rest: other members of `Position`."""
    return Position(turn, army, at=dict(at), **rest)


@dataclass
class Moved:
    """A Movement Phase that was played. faults: (index of the entry, refusal)."""

    board: Board
    events: list[dict[str, Json]] = field(default_factory=list)
    faults: list[tuple[int, Refusal]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def at(self) -> dict[str, str]:
        """Unit -> hex."""
        return self.board.position.at

    @property
    def cases(self) -> list[str]:
        """Cases of the refusals."""
        return [refusal.case for _, refusal in self.faults]

    def kinds(self, kind: str) -> list[dict[str, Json]]:
        """Events of a kind."""
        return [event for event in self.events if event["kind"] == kind]


def moved(game: NapoleonGame, position: Position, *moves: Json, answers: Mapping[str, Json] | None = None) -> Moved:
    """Plays a Movement Phase: illegal entries are void, decisions take their default or the answer by label."""
    played = Moved(game.setting.board(position.copy()))
    phase = movement_phase(game.setting, played.board, moves)
    answer: Json = None
    while True:
        try:
            request = phase.send(answer)
        except StopIteration:
            return played
        answer = None
        if isinstance(request, Tell):
            played.events.append(request.event)
        elif isinstance(request, Choose):
            said = (answers or {}).get(request.label, request.said)
            played.asked.append(request.label)
            refusal = None if isinstance(said, Silent) else request.options.why_not(said)
            if refusal is not None:
                played.faults.append((int(request.where[1]) if request.where else -1, refusal))
            answer = request.options.default() if refusal is not None or isinstance(said, Silent) else said


@dataclass
class Turn:
    """Player turns that were played. at: the position after them; over: the result, {} before the end."""

    at: Json
    events: list[dict[str, Json]]
    refusals: list[tuple[str, Refusal]]
    defaults: list[str]
    over: dict[str, Json]

    def kinds(self, kind: str) -> list[dict[str, Json]]:
        """Events of a kind."""
        return [event for event in self.events if event["kind"] == kind]


def turn(
    game: NapoleonGame,
    position: Position,
    *orders: Json,
    dice: Iterable[int] = (),
    standing: dict[str, Json] | None = None,
    answers: dict[str, Json] | None = None,
) -> Turn:
    """Plays as many player turns as there are orders, through the engine's loop, and stops at the next question.

    A die that is thrown when `dice` is used up is an error.
    """
    script = Scripted(orders, answers, standing, dice)
    armies = game.setting.armies
    out = advance(game, fresh(position.to_json()), script, {armies[0]: "a", armies[1]: "b"})
    state = out.state
    return Turn(state["at"], out.events, script.refusals, script.defaults, state["over"])


def path(unit: str, *hexes: str, **rest: Json) -> Json:
    """An entry of the orders."""
    return {"unit": unit, "path": list(hexes), **rest}


def paths(*entries: Sequence[str]) -> list[Json]:
    """Entries of the orders, each a unit and its hexes."""
    return [path(*entry) for entry in entries]
