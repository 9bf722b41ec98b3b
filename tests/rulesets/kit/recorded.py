"""Every installed ruleset in its scenarios and modes, and of each one game, recorded once for all files of the kit.

A game is played at one table: now by the practice opponent, now by chance, now by the template as it stands, so that it
comes to good positions and to odd ones, and to questions in mid-phase too. Nothing here knows a ruleset; what only a
ruleset can say of itself lies in its `kit_cases.py`, and may be missing.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

import pytest

from pbem.campaign.core import rulebooks
from pbem.campaign.core.due import OVER, Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked, check_orders, checked_of, template_members
from pbem.engine.contract import PHASE_BOUND, Compiled, Game, Opponent, Ruleset, Scenario
from pbem.engine.hidden import Own
from pbem.engine.loop import Outcome
from pbem.engine.requests import ORDERS, Choose
from pbem.local import hotseat
from pbem.local.hotseat import Table, due_now, new_table, play
from pbem.local.practice import frame
from pbem.orders.writer import dump
from tests.games.chance import fixed_table
from tests.installed import MAKING, installed
from tests.tiers import SELDOM, marks_in_turn

Json = Any
PRACTICE, CHANCE, SILENCE = "practice", "chance", "silence"
HANDS: Final = (PRACTICE, CHANCE, PRACTICE, SILENCE, PRACTICE)
"""Who answers questions one after the other."""
FEW, SOME = 2, 4
"""Modes of a ruleset that are in `make test`, and those that take turns in `make slow` whatever their options."""
LONG: Final = 14
"""Questions of a game after which it is looked at no longer."""


@dataclass(frozen=True)
class Mode:
    """A scenario with options as it may be played. options: one that is not the default. others: whether all others are
    changed that stand together and hide nothing."""

    rules: str
    scenario: str
    options: tuple[tuple[str, Json], ...] = ()
    others: bool = False

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.scenario, *words, *(["others"] if self.others else [])])

    @property
    def chosen(self) -> Mapping[str, Json]:
        """What players write into their terms."""
        return {**dict(self.options), **(_together(self.rules, self.scenario) if self.others else {})}

    @property
    def book(self) -> Ruleset:
        return rulebooks.ruleset(self.rules)

    @property
    def game(self) -> Game:
        return _game(self)


@cache
def _game(mode: Mode) -> Game:
    return mode.book.game(mode.scenario, mode.chosen)


@cache
def first_game(rules: str) -> Game:
    """By default that of the scenario that a ruleset offers first: what parts it has, so have all of them."""
    return _game(Mode(rules, rulebooks.offered(rulebooks.ruleset(rules))[0].id))


def _others(scenario: Scenario) -> list[tuple[str, Json]]:
    """Values of options that are not the default."""
    listed = [(name, value) for name, option in scenario.options.items() for value in option["values"]]
    return [(name, value) for name, value in listed if value != scenario.options[name]["default"]]


@cache
def _turning(rules: str) -> Sequence[tuple[str, Json]]:
    """Options that hide forces which lie open by default, or the other way round."""
    plain, first = first_game(rules), rulebooks.offered(rulebooks.ruleset(rules))[0]
    turned = [Mode(rules, first.id, (one,)) for one in _others(first)]
    return [mode.options[0] for mode in turned if (mode.game.hiding is None) != (plain.hiding is None)]


@cache
def modes(rules: str) -> Sequence[Mode]:
    """All of a ruleset, those of a scenario for a first game before the others: by default; with each option that
    hides or shows forces; with all other options changed."""
    found = []
    for scenario in rulebooks.offered(rulebooks.ruleset(rules)):
        apart = [one for one in _others(scenario) if one in _turning(rules)]
        found += [Mode(rules, scenario.id), *(Mode(rules, scenario.id, (one,)) for one in apart)]
        if len(apart) < len(_others(scenario)):
            found.append(Mode(rules, scenario.id, others=True))
    return found


@cache
def _together(rules: str, scenario: str) -> Mapping[str, Json]:
    """Options that hide nothing, changed one after the other as long as a game is still to be had."""
    book, found = rulebooks.ruleset(rules), dict[str, Json]()
    (offered,) = [one for one in book.scenarios() if one.id == scenario]
    for name, value in _others(offered):
        if (name, value) in _turning(rules):
            continue
        try:
            book.game(scenario, {**found, name: value})
        except ValueError:
            continue
        found[name] = value
    return found


def hides(mode: Mode) -> bool:
    """Whether anything lies face down."""
    turned = any(one in _turning(mode.rules) for one in mode.options)
    return (first_game(mode.rules).hiding is not None) != turned


def cases(wanted: Callable[[Mode], object]) -> Iterator[Any]:
    """Modes of all installed rulesets as parameters: of each ruleset two are in `make test`; every scenario and some
    modes more take turns in `make slow`; all are in `make campaigns-all`."""
    turning = count()  # through all rulesets, so that each commit has as many of them
    for rules in (*rulebooks.names(), *MAKING):
        with known(rules):
            for number, mode in enumerate(modes(rules)):
                marks: Sequence[pytest.MarkDecorator] = ()
                if number >= SOME and (mode.options or mode.others):
                    marks = [pytest.mark.campaigns]
                elif number >= FEW:
                    marks = marks_in_turn(next(turning), every=SELDOM)
                if wanted(mode):
                    yield pytest.param(mode, id=f"{rules}-{mode}", marks=marks)


@contextmanager
def known(rules: str) -> Iterator[None]:
    """Within it pbem knows a ruleset, installed or in the making."""
    if rules not in MAKING:
        yield
        return
    with TemporaryDirectory() as folder, installed(Path(folder), rules):
        yield


def over(wanted: Callable[[Game], object]) -> pytest.MarkDecorator:
    """For tests of a part of the contract, over games of rulesets that have it."""
    found = list(cases(lambda mode: wanted(first_game(mode.rules))))
    return pytest.mark.parametrize("game", found, indirect=True, scope="session")


def said_of(rules: str) -> ModuleType | None:
    """`kit_cases.py` of a ruleset's own tests, None where it has none. All that may stand in it may be missing:

    `DESK` (`desk.Rules`) and `follows(game)`, whether that is right about a game; `question(document, combat, moved)`,
    how `pbem odds` is asked for a combat; `foreseen(preview)` and `happened(events)`, the combats of either, to be
    compared; `known(at)`, who is known to everybody though he lies face down;
    `OPENED`, `begins(game)` and `named(at)`, events that tell who somebody is, what everybody knows as a game begins,
    and whom a position names without a place; `left(at)`, who is named by the position
    though he is in play no more.
    """
    folder = rules.replace("-", "_")
    if not folder.isidentifier():
        # Its package cannot bear its id.
        folder = type(rulebooks.ruleset(rules)).__module__.split(".")[1]
    name = f"tests.rulesets.{folder}.kit_cases"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, name.rpartition(".")[0]):
            raise
        return None


@dataclass(frozen=True)
class Moment:
    """A question of a recorded game. table: as it stood when it was asked. hand: who answered. document: what he wrote
    without the frame, None where chance answered. checked: what became of it."""

    mode: Mode
    table: Table
    due: Due
    hand: str
    document: Json
    checked: Checked

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def request(self) -> Choose:
        assert self.due.request is not None
        return self.due.request

    @property
    def own(self) -> Own:
        return self.due.own

    @property
    def army(self) -> str:
        return self.request.army

    @property
    def enemy(self) -> str:
        return next(army for army in self.table.machine.seats if army != self.army)

    @property
    def at(self) -> Json:
        """The position on which it is asked."""
        return self.game.position_of(self.request)

    @property
    def is_orders(self) -> bool:
        return self.due.kind == ORDERS

    @property
    def is_mailed(self) -> bool:
        """Whether a campaign asks it too: what its phase binds beforehand is asked at one table alone."""
        slots = {slot.name: slot.binding for slot in self.game.slots(self.army)}
        return slots.get(self.request.slot) != PHASE_BOUND

    @property
    def letters(self) -> Mapping[str, str]:
        return self.table.machine.seats

    def check(self, text: bytes) -> Checked:
        """What `pbem check` says of a file."""
        return check_orders(self.table, self.due, text)

    def __str__(self) -> str:
        return f"{self.mode} {self.table.played} {self.due.state['need']['ask']}"


@dataclass(frozen=True)
class Recorded:
    """A game as far as it was looked at. positions: one after each answer. events: those of each answer."""

    mode: Mode
    moments: Sequence[Moment] = ()
    positions: Sequence[Json] = ()
    events: Sequence[Sequence[Mapping[str, Json]]] = ()

    @property
    def orders(self) -> Sequence[Moment]:
        return [moment for moment in self.moments if moment.is_orders]

    @property
    def phases(self) -> Sequence[tuple[Moment, Sequence[Mapping[str, Json]]]]:
        """Orders, and what was told until others were asked for."""
        found: list[tuple[Moment, list[Mapping[str, Json]]]] = []
        for moment, events in zip(self.moments, self.events, strict=True):
            found += [(moment, [])] if moment.is_orders else []
            found[-1][1].extend(events)
        return found


@cache
def recorded(mode: Mode, most: int = LONG) -> Recorded:
    """The game of a mode, the same each time. Nobody may change what it holds."""
    with TemporaryDirectory() as folder, fixed_table(str(mode)):
        scribe = _Scribe(mode, Path(folder))
        while len(scribe.moments) < most and scribe.goes_on():
            pass
    return Recorded(mode, scribe.moments, scribe.positions, scribe.events)


@contextmanager
def _overheard() -> Iterator[list[Mapping[str, Json]]]:
    """What is told at a table while an answer is carried out."""
    heard: list[Mapping[str, Json]] = []
    real = hotseat.advance

    def advance(*words: Any) -> Outcome:
        outcome = real(*words)
        heard.extend(outcome.events)
        return outcome

    hotseat.advance = advance
    try:
        yield heard
    finally:
        hotseat.advance = real


@dataclass
class _Scribe:
    """Plays a game and writes it down."""

    mode: Mode
    folder: Path
    moments: list[Moment] = field(default_factory=list)
    positions: list[Json] = field(default_factory=list)
    events: list[Sequence[Mapping[str, Json]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        invitation = Invitation(self.mode.rules, self.mode.scenario, "", dict(self.mode.chosen))
        self.table = new_table(self.folder / "game.json", invitation)
        game = self.table.game
        self.opponents = {army: self.mode.book.opponent(game, army) for army in self.table.machine.seats}
        self.pick = random.Random(str(self.mode)).randrange

    def goes_on(self) -> bool:
        """One question more; whether there was one."""
        table = self.table
        due = due_now(table)
        if due.kind == OVER:
            return False
        assert due.request is not None
        hand = HANDS[len(self.moments) % len(HANDS)]
        document, checked = self._answered(due, due.request, hand)
        before = Table(table.path, table.machine, table.state, table.played, dict(table.hands))
        self.moments.append(Moment(self.mode, before, due, hand, document, checked))
        with _overheard() as heard:
            play(table, due, checked)
        self.positions.append(table.state["at"])
        self.events.append(heard)
        return True

    def _answered(self, due: Due, request: Choose, hand: str) -> tuple[Json, Checked]:
        if hand == CHANCE:
            return None, checked_of(due, self._drawn(due, request))
        document = {name: value for name, value in template_members(self.table, due).items() if value != ""}
        if hand == PRACTICE:
            document = said_by(self.opponents[request.army], self.table.game, due)
        checked = check_orders(self.table, due, dump(frame(self.table, due) | document).encode("utf-8"))
        return document, checked

    def _drawn(self, due: Due, request: Choose) -> Compiled:
        """Any legal answer."""
        forces = self.table.game.hiding
        if forces is not None:
            return forces.sample(request, due.own, self.pick)
        value = request.options.sample(self.pick)
        return Compiled(value if due.kind == ORDERS else {"answer": value})


def said_by(opponent: Opponent, game: Game, due: Due) -> Json:
    """The document of a practice opponent."""
    assert due.request is not None
    at = game.position_of(due.request)
    if due.kind == ORDERS:
        return opponent.orders(at, due.own)
    return {"answer": opponent.answer(due.request, at, due.own)}
