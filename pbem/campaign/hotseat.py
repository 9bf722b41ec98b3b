"""`pbem hotseat`: two people at one terminal, one state file, real dice and no protocol."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.campaign import ANSWER, Campaign, Due
from pbem.campaign.machine import GameMachine, engine_name
from pbem.campaign.orders_file import (
    HELPER_SCHEMA,
    Checked,
    check_orders,
    helper_schema,
    require_clean,
    template_text,
)
from pbem.campaign.rulebooks import ruleset
from pbem.engine.answerers import Nobody, begin
from pbem.engine.loop import DEFER, Defer, Stop, TraceMismatch, advance
from pbem.engine.options import Json
from pbem.engine.requests import ASK, ORDERS, SILENT, Choose, Roll, Silent
from pbem.engine.state import State, fresh
from pbem.errors import Problem
from pbem.protocol.chain import Chain
from pbem.report.dispatch import Dispatch
from pbem.report.text import own_report
from pbem.store.atomic import write_atomic
from pbem.store.files import read_bounded

if TYPE_CHECKING:
    from pbem.campaign.create import Invitation

FORMAT = 1
LIMIT = 8 * 2**20
_MEMBERS = frozenset({"format", "engine", "ruleset", "scenario", "options", "overlay", "played", "state"})
_STATE = {"at": dict, "input": dict, "trace": list, "phase_seq": int, "need": dict, "n": int, "over": dict}


class _Machine(GameMachine):
    """The machine of a game without protocol: an answer is judged by the options alone, for nobody mails it."""

    def check_input(self, state: dict[str, Any], input: Any) -> str:
        """Every shape will do; there are questions here that a campaign never asks, as standing orders settle them."""
        return ""


class Table(Campaign):
    """A game at one terminal: the machine of a campaign without log, folder or players.

    state: as `engine.state`. played: how many answers were given.
    """

    def __init__(self, path: Path, machine: GameMachine, state: State, played: int = 0) -> None:
        super().__init__(None, machine, Chain(machine, machine.depths), None, None)  # type: ignore[arg-type]
        self.path = path
        self.state = state
        self.played = played

    @property
    def short_id(self) -> str:
        """What `campaign:` of an orders file says here."""
        return "hotseat"

    def title_of(self, side: str, at: int | None = None) -> str:
        """The army's name."""
        return self.game.name(self.machine.armies[side])


class _TwoPeople(Nobody):
    """Orders and one answer from the people; dice from the system; the rest as orders and slots' defaults say."""

    def __init__(self, table: Table, answer: Json | Silent, ask: str) -> None:
        super().__init__(table.machine.armies["a"])
        self.table = table
        self.answer = answer
        self.ask = ask

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The answer that was just given; a question that no orders settle stops the run."""
        if request.what == ORDERS:
            return Stop(request.side, ORDERS)
        if self.answer is not SILENT and request.what == self.ask:
            answer, self.answer = self.answer, SILENT
            return answer
        return Stop(request.side, request.what) if request.slot or request.said == ASK else DEFER

    def standing(self, side: str, slot: str) -> Json | Stop:
        """Nobody has standing orders at one terminal: the default."""
        letter = self.table.machine.letters[side]
        return self.table.machine.slot(letter, slot)[1].default

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Real dice."""
        return [secrets.randbelow(faces) + 1 for _ in range(count)]


def new_table(path: Path, invitation: Invitation) -> Table:
    """A new game, written to `path`. Raises Problem FILE_EXISTS, UNFIT_TERMS."""
    if path.exists():
        raise Problem("FILE_EXISTS", "there is a game in this file already", "leave out --side to go on", str(path))
    try:
        machine = _machine(invitation.ruleset, invitation.scenario, invitation.options, invitation.overlay)
    except ValueError as error:
        raise Problem("UNFIT_TERMS", str(error), "see pbem rules show for the options of the scenario") from None
    table = Table(path, machine, fresh(machine.game.start()))
    table.state = begin(machine.game, table.state, machine.letters).state
    save(table)
    return table


def _machine(rules: str, scenario: str, options: Mapping[str, Any], overlay: Any) -> GameMachine:
    book = ruleset(rules)
    found = next((entry for entry in book.scenarios() if entry.id == scenario), None)
    if found is None:
        raise ValueError(f"there is no scenario {scenario[:40]!r}")
    chosen = {name: entry["default"] for name, entry in found.options.items()} | dict(options)
    terms = {
        "engine": engine_name(book),
        "names": {"ruleset": book.id, "scenario": scenario},
        "options": chosen,
        "overlay": list(overlay),
        "sides": dict(zip("ab", found.armies, strict=True)),
    }
    return _Machine(book, terms)


def save(table: Table) -> None:
    """Writes the state file in one step."""
    terms = table.machine.terms
    record = {
        "format": FORMAT,
        "engine": terms["engine"],
        **terms["names"],
        "options": terms["options"],
        "overlay": terms["overlay"],
        "played": table.played,
        "state": table.state,
    }
    write_atomic(table.path, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))


def load_table(path: Path) -> Table:
    """The game in a state file. Raises Problem HOTSEAT_FILE, or ENGINE_MISMATCH for another rules version."""
    data = read_bounded(path, LIMIT)
    mend = "name another file, or begin a new game with --ruleset and --scenario"
    try:
        record = json.loads(data.decode("utf-8"))
        _require_shape(record)
        machine = _machine(record["ruleset"], record["scenario"], record["options"], record["overlay"])
        if record["engine"] != machine.terms["engine"]:
            what = f"this game runs on {record['engine'][:60]!r}; installed is {machine.terms['engine']!r}"
            raise Problem("ENGINE_MISMATCH", what, "install that version of the ruleset", str(path))
        _require_question(machine, record["state"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, TraceMismatch) as error:
        what = f"this is no game of pbem hotseat: {str(error)[:120]}"
        raise Problem("HOTSEAT_FILE", what, mend, str(path)) from None
    return Table(path, machine, record["state"], record["played"])


def _require_question(machine: GameMachine, state: State) -> None:
    """Whether the rules, run from this state, come to the question that it names. Raises what hostile data bring."""
    machine.game.text(state["at"])
    machine.game.headline(state["at"])
    outcome = begin(machine.game, state, machine.letters)
    if bool(outcome.state["over"]) != bool(state["over"]):
        raise ValueError("its state ends the game where the rules do not")
    if not state["over"]:
        for member in ("side", "ask"):
            if outcome.state["need"][member] != state["need"][member]:
                raise ValueError("its state names another question than the rules ask")
        if type(state["need"]["n"]) is not int:
            raise ValueError("its question has no number")


def _require_shape(record: Any) -> None:
    """Raises ValueError."""
    if not isinstance(record, dict) or set(record) != _MEMBERS or record["format"] != FORMAT:
        raise ValueError("its members are not those of one")
    shapes: dict[str, type] = {"engine": str, "ruleset": str, "scenario": str, "options": dict, "overlay": list}
    if any(type(record[member]) is not shape for member, shape in (*shapes.items(), ("played", int))):
        raise ValueError("a member has a wrong type")
    state = record["state"]
    if not isinstance(state, dict) or set(state) != set(_STATE):
        raise ValueError("its state has other members")
    if any(type(state[member]) is not shape for member, shape in _STATE.items()):
        raise ValueError("a member of its state has a wrong type")
    if state["trace"] and not state["input"]:
        raise ValueError("its state holds steps of a phase that has no orders")


def due_now(table: Table) -> Due:
    """The question that is open, with its options; kind `over` when the game has ended."""
    state: dict[str, Any] = dict(table.state)
    if state["over"]:
        return Due("over", "", state)
    need = state["need"]
    request = begin(table.game, table.state, table.machine.letters).request
    return Due(ORDERS if need["ask"] == ORDERS else ANSWER, need["side"], state, request=request)


def template(table: Table, due: Due) -> str:
    """The orders file of the open question."""
    return template_text(table, due)


def check(table: Table, due: Due, data: bytes, name: str) -> Checked:
    """As `orders_file.check_orders`, on the table's position."""
    return check_orders(table, due, data, name)


@dataclass(frozen=True)
class Played:
    """What an answer led to. report: the part of the phase that was played, in words. over: {} while it goes on."""

    report: str
    over: dict[str, Any]


def play(table: Table, due: Due, checked: Checked) -> Played:
    """Plays on until somebody is asked again, saves, and tells what happened. Raises OrdersFault."""
    require_clean(checked)
    state: State = {**table.state}
    answer: Json | Silent = SILENT
    if due.kind == ORDERS:
        state["input"] = checked.input
    else:
        answer = checked.input["answer"]
    headline = table.game.headline(state["at"])
    outcome = advance(table.game, state, _TwoPeople(table, answer, str(state["need"]["ask"])), table.machine.letters)
    table.state, table.played = outcome.state, table.played + 1
    save(table)
    return Played(_report(table, due.side, headline, outcome.events), dict(outcome.state["over"]))


def _report(table: Table, side: str, headline: str, events: list[dict[str, Any]]) -> str:
    after = due_now(table)
    steps = "The game is over." if after.kind == "over" else f"{table.title_of(after.side)}: your orders or answer."
    dispatch = Dispatch(
        campaign=table.game.scenario.title,
        game=table.short_id,
        seq=table.played,
        sender=table.title_of(side),
        receiver="both players",
        headline=headline,
        events=events,
        due=(steps,),
    )
    return own_report([dispatch], table.game.name, table.game.wording)


@dataclass(frozen=True)
class Sheet:
    """Where the players write: the orders file beside the state file."""

    path: Path

    def lay_out(self, table: Table, due: Due, *, anew: bool) -> bool:
        """Writes the template of the open question unless orders for it lie there; returns whether it wrote."""
        if not anew and self.path.is_file() and not self._stale(table, due):
            return False
        schema = json.dumps(helper_schema(table, due), indent=1, ensure_ascii=False) + "\n"
        write_atomic(self.path.with_name(HELPER_SCHEMA), schema.encode("utf-8"))
        write_atomic(self.path, template(table, due).encode("utf-8"))
        return True

    def _stale(self, table: Table, due: Due) -> bool:
        try:
            found = check(table, due, self.read(), self.path.name).findings
        except Problem:
            return False
        return any(finding.code == "wrong-phase" for finding in found)

    def read(self) -> bytes:
        """What the players wrote. Raises Problem."""
        return read_bounded(self.path, 2**20)
