"""`pbem hotseat`: two people at one terminal, one state file, real dice and no protocol.

Where the rulebook hides something, each army has a hand of its own; what its owner alone may see this program shows
to nobody else. Nothing is committed to, so two people who do not trust each other play by mail.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import ANSWER, Due
from pbem.campaign.core.machine import GameMachine, engine_name
from pbem.campaign.core.origin import other_version_mend
from pbem.campaign.core.rulebooks import ruleset
from pbem.campaign.telling.revealing import Row, content_words, in_order, own_rows
from pbem.campaign.writing.orders_file import (
    HELPER_SCHEMA,
    Checked,
    check_orders,
    helper_schema,
    require_clean,
    template_text,
)
from pbem.engine.answerers import begin
from pbem.engine.hidden import NOTHING
from pbem.engine.loop import Outcome, TraceMismatch, advance
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, SILENT, Silent
from pbem.engine.state import State, fresh
from pbem.errors import Problem
from pbem.local.hotseat_answerer import Shown, TwoPeople
from pbem.local.hotseat_hidden import Hand, Hands, own_of_hand, pack, unpack
from pbem.local.hotseat_standing import judged_standing, standing_orders
from pbem.protocol.chain import Chain
from pbem.report.dispatch import Dispatch
from pbem.report.text import own_report
from pbem.store.atomic import set_aside, write_atomic
from pbem.store.faults import reported
from pbem.store.files import read_bounded
from pbem.store.os_port import PRIVATE_FILE

if TYPE_CHECKING:
    from pbem.campaign.outbox.create import Invitation

FORMAT = 1
LIMIT = 8 * 2**20
_MEMBERS = frozenset({"format", "engine", "ruleset", "scenario", "options", "overlay", "played", "state"})
# Of a game that hides something alone: in the file what the hands hold, in the state which markers lie face down.
_HIDDEN = "hidden"
_MARKERS = "markers"
_STATE = {"at": dict, "input": dict, "trace": list, "phase_seq": int, "need": dict, "n": int, "over": dict}


class _Machine(GameMachine):
    """The machine of a game without protocol: an answer is judged by the options alone, for nobody mails it."""

    def check_input(self, state: dict[str, Any], input: Any) -> str:
        """Every shape will do; there are questions here that a campaign never asks, as standing orders settle them."""
        return ""


class Table(Campaign):
    """A game at one terminal: the machine of a campaign without log, folder or players.

    state: as `engine.state`; its markers were turned face down in answer `at`, and there is no commitment to them.
    played: how many answers were given. hands: army -> what it hides; empty in a game that hides nothing.
    """

    def __init__(
        self, path: Path, machine: GameMachine, state: State, played: int = 0, hands: Hands | None = None
    ) -> None:
        super().__init__(None, machine, Chain(machine, machine.depths), None, None)  # type: ignore[arg-type]
        self.path = path
        self.state = state
        self.played = played
        armies = machine.seats if machine.forces is not None else ()
        self.hands = hands or {army: Hand() for army in armies}

    @property
    def short_id(self) -> str:
        """What `campaign:` of an orders file says here."""
        return "hotseat"

    def title_of(self, seat: str, at: int | None = None) -> str:
        """The army's name."""
        return self.game.telling.name(self.machine.armies[seat])


def new_table(path: Path, invitation: Invitation) -> Table:
    """A new game, written to `path`. Raises Problem FILE_EXISTS, UNFIT_TERMS."""
    if path.exists():
        raise Problem(
            "FILE_EXISTS",
            "there is a game in this file already",
            "leave out --ruleset and --scenario to go on with it, or name another: --file FILE",
            str(path),
        )
    try:
        machine = _machine(invitation.ruleset, invitation.scenario, invitation.options, invitation.overlay)
    except ValueError as error:
        raise Problem("UNFIT_TERMS", str(error), "see pbem rules show for the options of the scenario") from None
    table = Table(path, machine, fresh(machine.game.start(), hidden=machine.forces is not None))
    table.state = begin(machine.game, table.state, machine.seats).state
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
        **({_HIDDEN: pack(table.hands)} if table.hands else {}),
    }
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    write_atomic(table.path, text.encode("utf-8"), mode=PRIVATE_FILE)


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
            raise Problem("ENGINE_MISMATCH", what, other_version_mend(), str(path))
        hands = _require_hands(machine, record)
        _require_question(machine, record["state"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, TraceMismatch) as error:
        what = f"this is no game of pbem hotseat: {str(error)[:120]}"
        raise Problem("HOTSEAT_FILE", what, mend, str(path)) from None
    return Table(path, machine, record["state"], record["played"], hands)


def _require_hands(machine: GameMachine, record: dict[str, Any]) -> Hands:
    """What both armies hide, {} where the rules hide nothing. Raises what hostile data bring."""
    markers = record["state"].get(_MARKERS)
    if machine.forces is None:
        if markers is not None or _HIDDEN in record:
            raise ValueError("these rules hide nothing")
        return {}
    for name, entry in markers.items():
        if entry["side"] not in ("a", "b") or {type(entry["at"]), type(entry.get("seen", 0))} != {int}:
            raise ValueError(f"marker {name[:40]} has an entry of a wrong form")
    return unpack(record[_HIDDEN], machine, markers)


def _require_question(machine: GameMachine, state: State) -> None:
    """Whether the rules, run from this state, come to the question that it names. Raises what hostile data bring."""
    machine.game.writing.text(state["at"])
    machine.game.telling.headline(state["at"])
    outcome = begin(machine.game, state, machine.seats)
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
    if not isinstance(record, dict) or set(record) - {_HIDDEN} != _MEMBERS or record["format"] != FORMAT:
        raise ValueError("its members are not those of one")
    shapes: dict[str, type] = {"engine": str, "ruleset": str, "scenario": str, "options": dict, "overlay": list}
    if any(type(record[member]) is not shape for member, shape in (*shapes.items(), ("played", int))):
        raise ValueError("a member has a wrong type")
    state = record["state"]
    if not isinstance(state, dict) or set(state) - {_MARKERS} != set(_STATE):
        raise ValueError("its state has other members")
    if any(type(state[member]) is not shape for member, shape in _STATE.items()):
        raise ValueError("a member of its state has a wrong type")
    # Before a phase's orders there may be dice, such as those for the weather.
    if state["trace"] and not state["input"] and state["need"].get("ask") != ORDERS:
        raise ValueError("its state holds steps of a phase that has no orders")


def due_now(table: Table) -> Due:
    """The question that is open, with its options; kind `over` when the game has ended."""
    state: dict[str, Any] = dict(table.state)
    if state["over"]:
        return Due("over", "", state)
    need = state["need"]
    request = begin(table.game, table.state, table.machine.seats).request
    own = own_of_hand(table.machine.armies[need["side"]], table.hands) if table.hands else NOTHING
    return Due(ORDERS if need["ask"] == ORDERS else ANSWER, need["side"], state, request=request, own=own)


def known_rows(table: Table, seat: str) -> list[Row]:
    """The rows of what a seat alone knows; nothing in a game that hides nothing."""
    if not table.hands:
        return []
    return own_rows(table, own_of_hand(table.machine.armies[seat], table.hands), table.state)


def template(table: Table, due: Due) -> str:
    """The orders file of the open question."""
    return template_text(table, due)


def check(table: Table, due: Due, data: bytes, name: str) -> Checked:
    """As `orders_file.check_orders`, on the table's position; advice names the command that writes orders here."""
    checked = check_orders(table, due, data, name)
    return replace(checked, findings=tuple(replace(one, hint=_here(one.hint)) for one in checked.findings))


def _here(hint: str) -> str:
    return hint.replace("pbem orders --fresh", "pbem hotseat, without --orders")


@dataclass(frozen=True)
class Played:
    """What an answer led to. report: the part of the phase that was played, in words. over: {} while it goes on."""

    report: str
    over: dict[str, Any]


def play(table: Table, due: Due, checked: Checked) -> Played:
    """Plays on until somebody is asked again, saves, and tells what happened. Raises OrdersFault."""
    require_clean(checked)
    judged_standing(table, due).required()
    state: State = {**table.state}
    answer: Json | Silent = SILENT
    if due.kind == ORDERS:
        state["input"] = checked.input
    else:
        answer = checked.sealed[0] if checked.sealed else checked.input["answer"]
    before = state["at"]
    shown = _laid_down(table, due.seat, checked)
    answerer = TwoPeople(table, answer, str(state["need"]["ask"]), shown)
    outcome = advance(table.game, state, answerer, table.machine.seats)
    table.state, table.played = _with_markers(table, outcome, shown), table.played + 1
    save(table)
    return Played(_report(table, due.seat, before, outcome.events, shown.told()), dict(outcome.state["over"]))


def _laid_down(table: Table, seat: str, checked: Checked) -> Shown:
    """The hands with what the answer turns face down, and what it shows unasked."""
    markers = {name: dict(entry) for name, entry in table.state.get("markers", {}).items()}
    shown = Shown(copy.deepcopy(table.hands), markers, standing_orders(table, seat))
    if not table.hands:
        return shown
    hand = shown.hands[table.machine.armies[seat]]
    hand.markers |= checked.hide
    shown.markers |= {name: {"side": seat, "at": table.played + 1} for name in checked.hide}
    for tree, values in checked.leaves.items():
        hand.leaves[tree] = {**hand.leaves.get(tree, {}), **values}
    # As by mail, what is shown unasked is face up for the rules only when they come to ask for it.
    for name in (name for name in checked.show if name in hand.markers):
        shown.rows.append((f"Opened {name}", content_words(table, hand.markers[name])))
    if checked.hide:
        shown.rows.append(("Turned face down", ", ".join(in_order(checked.hide))))
    return shown


def _with_markers(table: Table, outcome: Outcome, shown: Shown) -> State:
    """The state after a run; at the end of a phase the hands lose what is out of play, and answers that were opened."""
    state = outcome.state
    if not table.hands:
        return state
    assert table.machine.forces is not None
    in_play = table.machine.forces.face_down(state["at"]) if outcome.phases else shown.markers
    state["markers"] = {name: entry for name, entry in sorted(shown.markers.items()) if name in in_play}
    for hand in shown.hands.values():
        hand.markers = {name: content for name, content in hand.markers.items() if name in state["markers"]}
        hand.sealed = {} if outcome.phases else hand.sealed
    table.hands = shown.hands
    return state


def _report(table: Table, seat: str, before: Json, events: list[dict[str, Any]], rows: list[Row]) -> str:
    """The answer's report. before: the position at the beginning of its phase."""
    after, game = due_now(table), table.game
    steps = "The game is over." if after.kind == "over" else f"{table.title_of(after.seat)}: your orders or answer."
    dispatch = Dispatch(
        campaign=game.scenario.title,
        game=table.short_id,
        seq=table.played,
        sender=table.title_of(seat),
        receiver="both players",
        headline=game.telling.headline(before),
        events=events,
        due=(steps,),
        disclosed=rows,
        legend={**game.telling.legend(before, events=events), **game.telling.legend(table.state["at"])},
    )
    return own_report([dispatch], game.telling.name, game.telling.wording)


@dataclass(frozen=True)
class Sheet:
    """Where the players write: the orders file beside the state file."""

    path: Path

    def lay_out(self, table: Table, due: Due) -> Path | None:
        """Writes the template of the open question unless orders for it lie there; where others were put. Raises
        Problem."""
        if self.path.is_file() and not self._stale(table, due):
            return None
        away = self._put_away(())
        schema = json.dumps(helper_schema(table, due), indent=1, ensure_ascii=False) + "\n"
        write_atomic(self.path.with_name(HELPER_SCHEMA), schema.encode("utf-8"), mode=PRIVATE_FILE)
        write_atomic(self.path, template(table, due).encode("utf-8"), mode=PRIVATE_FILE)
        return away

    def _put_away(self, needless: Collection[bytes]) -> Path | None:
        """Keeps what lies here beside it, `evening.unsent.yaml`, for its owner's eyes; None for nothing, or one of
        `needless`."""
        data = self.read() if self.path.is_file() else b""
        return None if not data or data in needless else set_aside(self.path, data, "unsent", mode=PRIVATE_FILE)

    def _stale(self, table: Table, due: Due) -> bool:
        try:
            found = check(table, due, self.read(), self.path.name).findings
        except Problem:
            return False
        return any(finding.code == "wrong-phase" for finding in found)

    def read(self) -> bytes:
        """What the players wrote. Raises Problem."""
        return read_bounded(self.path, 2**20)

    def clear(self, *needless: bytes) -> Path | None:
        """Takes away what one player wrote, and what helped him to, before the other sits down. Raises Problem.

        needless: what was played, and templates. Anything else is kept, and where is returned.
        """
        away = self._put_away(needless)
        for path in (self.path, self.path.with_name(HELPER_SCHEMA)):
            with reported(path, writing=True):
                path.unlink(missing_ok=True)
        return away
