"""Whole hidden games in which one side lies at random, and what became of each of its lies; whatever the ruleset.

Both sides are whole clients. The liar's program writes what he wants in the place of what is true, and commits to it so
that his message is a valid one. When the game is over both books are opened, and each lie is looked up in what the
audit proved. Whether it mattered is decided here, by what was true when it was told, and not by the audit.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol
from unittest import mock

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import compose_message, sign_own, submit
from pbem.campaign.writing import standing as standing_orders
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.hidden import Accusation, facts_of, states
from pbem.engine.requests import ORDERS
from pbem.errors import Problem
from pbem.protocol.canonical import canon
from pbem.protocol.faults import Fault
from tests.games.campaigns import RandomHand
from tests.games.clients import DATE

Json = Any
RESIGN = {"resign": True}
NOT_MINE, PASSED, NO_EFFECT, REFUSED, CUT_OFF = "", "passed", "no effect", "refused", "cut off"
"""What became of a lie that no accusation names; CUT_OFF: the liar could not play on and never disclosed."""

BESIDE = "beside"
"""Before the code of a message that another lie in it has: this one is not named itself."""
# A kind, or its first word -> the codes by which such a lie is named; by any where it is not listed.
CODES: Mapping[str, Sequence[str]] = {
    "content": ("AUDIT_CONSERVATION",),
    "scout": ("AUDIT_MOVE_ILLEGAL",),
    "scout: occupancy": ("AUDIT_OMISSION",),
    "card": ("AUDIT_DRAW",),
    "search": ("AUDIT_OMISSION",),
    "claim": ("AUDIT_CLAIM", "AUDIT_OMISSION"),
    "sign": ("AUDIT_CLAIM",),
    "entry": ("AUDIT_MOVE_ILLEGAL", "AUDIT_CONSERVATION"),
    "entry: impossible": ("AUDIT_MOVE_ILLEGAL",),
    "entry: the enemy's counter": ("AUDIT_MOVE_ILLEGAL",),
    "entry: too far": ("AUDIT_MOVE_ILLEGAL",),
    "entry: strength points": ("AUDIT_MOVE_ILLEGAL", "AUDIT_OMISSION"),
    "entry: who comes onto the map": ("AUDIT_CONSERVATION",),
}

# Whether what a message said came to matter; asked of the finished game with the number of the message.
Matters = Callable[[Campaign, int], bool]


@dataclass(frozen=True)
class Untrue:
    """What is signed in place of the truth. leaves: values of the hidden trees for a message without orders. also: a
    code by which this lie is named beside those of its kind."""

    checked: Checked | None
    matters: Matters
    leaves: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    also: str = ""


@dataclass(frozen=True)
class Occasion:
    """A message that the liar has to write. checked: what he would say now, None where nothing is asked."""

    campaign: Campaign
    due: Due
    checked: Checked | None
    rng: random.Random


Tell = Callable[[Occasion], Untrue | None]


class Liars(Protocol):
    """What one ruleset's liars say, and how its games are begun. most: messages of its longest game."""

    name: str
    most: int

    def invitation(self, seed: int) -> Invitation:
        """Game number so and so."""

    def hand(self, seed: int, letter: str) -> RandomHand:
        """A player who would be honest."""

    def lies(self) -> Mapping[str, Tell]:
        """Kind -> how it is told; None where the message gives no opportunity."""

    def other_claim(
        self, campaign: Campaign, say: str, scene: Json, answers: Sequence[Json], rng: random.Random
    ) -> Json:
        """What may be claimed in place of true answers."""


@dataclass
class Lie:
    """A lie that was told in message `seq`. became: a code of the audit or the protocol, or one of those above."""

    kind: str
    seq: int
    matters: Matters
    became: str = NOT_MINE
    mattered: bool = False
    also: str = ""

    def named_by(self, codes: Sequence[str]) -> str:
        """The accusation of its message that is about it: of several lies in one each has its own."""
        own = CODES.get(self.kind) or CODES.get(self.kind.split(":")[0].split(" ")[0], codes)
        fit = [code for code in codes if code in own or code == self.also]
        return fit[0] if fit else f"{BESIDE} {codes[0]}"


@dataclass
class Played:
    """A game with its lies. cheater: his side. proven: seat -> everything that the audit found against it. broken: how
    an audit failed. stuck: the fault for which the liar could not play on."""

    seed: int
    game: str
    cheater: str
    lies: list[Lie] = field(default_factory=list)
    proven: dict[str, list[Accusation]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    stuck: str = ""
    messages: int = 0


# -- what can be seen afterwards --------------------------------------------------------------------


def in_force(campaign: Campaign, seq: int, marker: str) -> bool:
    """Whether what a message committed to for a marker was opened, or lay in play when the next phase began."""
    for state in campaign.chain.states[seq + 1 :]:
        entry = state.get("markers", {}).get(marker)
        if entry is not None and entry["at"] == seq and ("seen" in entry or not state["input"]):
            return True
    return False


def told_between(campaign: Campaign, seq: int) -> list[Mapping[str, Json]]:
    """Everything that was told from the orders of a message on until the next orders are due."""
    found: list[Mapping[str, Json]] = []
    for number in range(seq, len(campaign.chain.messages) - 1):
        found += campaign.machine.events.get(number, ())
        if not campaign.chain.states[number + 1]["input"]:
            break
    return found


def always(campaign: Campaign, seq: int) -> bool:
    """For what is in force with the message itself."""
    return True


def never(campaign: Campaign, seq: int) -> bool:
    """For what nobody has to take notice of."""
    return False


def key_of(value: Json) -> str:
    """A JSON value as text."""
    return json.dumps(value, sort_keys=True)


def other_contents(groups: Sequence[Sequence[str]], true: Mapping[str, Json], told: Mapping[str, Json]) -> Matters:
    """Whether markers were in force that hold, group by group, something else than they truly hold together.

    groups: markers among which their owner may deal what they hold as he likes; every other one stands for itself.
    """
    alone = [[marker] for marker in told if not any(marker in group for group in groups)]
    wrong: list[str] = []
    for group in (*groups, *alone):
        held = Counter(key_of(told[marker]) for marker in group if marker in told)
        if held != Counter(key_of(true[marker]) for marker in group if marker in true):
            wrong += [marker for marker in group if marker in told and told[marker] != true.get(marker)]
    return lambda campaign, seq: any(in_force(campaign, seq, marker) for marker in wrong)


def either(*ways: Matters) -> Matters:
    """Whether it mattered in one of several ways."""
    return lambda campaign, seq: any(way(campaign, seq) for way in ways)


# -- the liar -----------------------------------------------------------------------------------------


class Stuck(Exception):
    """The liar's program cannot write any message that stands. code: of the fault."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Liar:
    """Who plays one side and lies. often: one message of so many, where there is an opportunity."""

    liars: Liars
    hand: RandomHand
    rng: random.Random
    told: list[Lie]
    often: int

    def reply(self, campaign: Campaign, control: Mapping[str, Json] | None = None) -> bytes | None:
        """The file of his next message, None where none is due. Raises Stuck."""
        try:
            due = campaign.due(control)
            if due.closing is None:
                return None
            if control is None and not due.state["over"] and self.rng.randrange(self.often) == 0:
                self._probe(campaign, due)
                text = self._lied(campaign, due)
                if text is not None:
                    return text
            return self._sent(campaign, due, self._honest(campaign, due), control)
        except Fault as fault:
            raise Stuck(fault.code) from None
        except Problem as problem:
            raise Stuck(_code(problem)) from None

    def _honest(self, campaign: Campaign, due: Due) -> Checked | None:
        """His paper as he would write it; as little as can be said where he cannot cope with what he has made up."""
        if due.request is None:
            return None
        try:
            self.hand._standing(campaign)
            return self.hand.answer(campaign, due)
        except Exception:
            least = {} if due.kind == ORDERS else {"answer": due.request.options.default()}
            return Checked({"for": due.state["need"]["n"], **least})

    @staticmethod
    def _sent(
        campaign: Campaign,
        due: Due,
        checked: Checked | None,
        control: Mapping[str, Json] | None = None,
        leaves: Mapping[str, Mapping[str, Json]] | None = None,
    ) -> bytes:
        if not leaves:
            return submit(campaign, due, checked, control=control, date=DATE).text.encode("utf-8")
        with mock.patch("pbem.campaign.outbox.submit.committed_values", _with_leaves(leaves)):
            return submit(campaign, due, checked, control=control, date=DATE).text.encode("utf-8")

    # -- lies -----------------------------------------------------------------------------------------

    def _lied(self, campaign: Campaign, honest: Due) -> bytes | None:
        """A message with one lie or several, None where there was no opportunity or where it was refused."""
        seq, found = len(campaign.chain.messages), list[Lie]()
        marks: dict[int, tuple[set[str], set[str]]] = {}
        due = self._claiming(campaign, honest, found) if self.rng.randrange(2) else honest
        checked, leaves = self._honest(campaign, due), {}
        true = _signed(checked, leaves)
        kinds = list(self.liars.lies().items())
        self.rng.shuffle(kinds)
        wanted = self.rng.choice((1, 1, 1, 2, 3)) - len(found)
        for kind, tell in kinds:
            if wanted <= 0:
                break
            untrue = tell(Occasion(campaign, due, checked, self.rng))
            if untrue is not None and not (leaves and untrue.leaves):
                before = _signed(checked, leaves)
                checked, leaves, wanted = untrue.checked, {**leaves, **untrue.leaves}, wanted - 1
                found.append(Lie(kind, seq, untrue.matters, also=untrue.also))
                marks[id(found[-1])] = _signed(checked, leaves) - before, before - _signed(checked, leaves)
        if not found:
            return None
        last = _signed(checked, leaves)
        # A lie that a later one has written over is not told, nor one that has turned an earlier one into the truth.
        found = [lie for lie in found if id(lie) not in marks or stands(*marks[id(lie)], true, last)]
        try:
            text = self._sent(campaign, due, checked, leaves=leaves)
        except (Fault, Problem) as refused:
            for lie in found:
                lie.became = f"{REFUSED} {_code(refused)}"
            text = None
        self.told += found
        return text

    def _claiming(self, campaign: Campaign, honest: Due, found: list[Lie]) -> Due:
        """The same message with some of its claims false."""
        assert honest.closing is not None
        if not honest.closing.claims:
            return honest
        machine, seq, told = campaign.machine, len(campaign.chain.messages), dict[str, Lie]()
        drawn = self.rng.randrange(2**32)

        def truth(seat: str) -> Any:
            def lying(marker: str, say: str, held: Any, trees: Any, scene: Json, secret: bytes) -> Json:
                assert machine.forces is not None
                known = {**held, **machine.named(seat, trees)}
                answers = facts_of(machine.forces, marker, say, known, scene)
                name = key_of([marker, say, scene])
                rng = random.Random(f"{drawn} {name}")
                if rng.randrange(2):
                    return answers[0]
                value = self.liars.other_claim(campaign, say, scene, answers, rng)
                told[name] = Lie(f"claim {say}", seq, _claimed(marker, say, scene, answers))
                return value

            return lying

        with mock.patch.object(machine, "truth", truth):
            due = campaign.due()
        found += told.values()
        return due

    def _probe(self, campaign: Campaign, due: Due) -> None:
        """Messages that open or claim something else than they must: whoever gets one refuses it at once."""
        assert due.closing is not None
        edits = list(_edits(due))
        if not edits or self.rng.randrange(3):
            return
        kind, edit = self.rng.choice(edits)
        body = json.loads(compose_message(campaign, due, self._honest(campaign, due)).payload)
        edit(body)
        lie = Lie(kind, len(campaign.chain.messages), always)
        try:
            campaign.chain.extend(sign_own(campaign, canon(body)))
            lie.became = PASSED
            lie.mattered = True
        except Fault as fault:
            lie.became = f"{REFUSED} {fault.code}"
        self.told.append(lie)


def _signed(checked: Checked | None, leaves: Mapping[str, Mapping[str, Json]]) -> set[str]:
    """All that a message would say and commit to, piece by piece."""
    pieces = [["leaf", tree, name, value] for tree, values in leaves.items() for name, value in values.items()]
    if checked is not None:
        for member, value in checked.input.items():
            rows = value if isinstance(value, list) else [value]
            pieces += [["input", member, row] for row in rows]
        pieces += [["hide", counter, content] for counter, content in checked.hide.items()]
        for tree, values in checked.leaves.items():
            pieces += [
                ["leaf", tree, name, value] for name, value in values.items() if name not in leaves.get(tree, {})
            ]
    return {key_of(piece) for piece in pieces}


def stands(added: set[str], removed: set[str], true: set[str], last: set[str]) -> bool:
    """Whether anything untrue that a lie put in, or all of the truth that it left out, is so in what is signed."""
    return bool((added - true) & last) if added else bool(removed & true) and not removed & true & last


def _code(fault: Exception) -> str:
    """The code of what stands behind a refusal."""
    if isinstance(fault, Problem):
        said = fault.what.partition("made: ")[2]
        return said.split(" ")[0].rstrip(":") if said else fault.code
    return str(getattr(fault, "code", type(fault).__name__))


def _with_leaves(leaves: Mapping[str, Mapping[str, Json]]) -> Any:
    honest = standing_orders.committed_values

    def other(campaign: Campaign, seat: str, *given: Any) -> dict[str, list[Json]]:
        values = honest(campaign, seat, *given)
        for tree, changed in leaves.items():
            names = campaign.machine.leaves[seat][tree]
            values[tree] = [changed.get(name, value) for name, value in zip(names, values[tree], strict=True)]
        return values

    return other


def _claimed(marker: str, say: str, scene: Json, answers: Sequence[Json]) -> Matters:
    """Whether a claim counted that is none of the true ones."""

    def matters(campaign: Campaign, seq: int) -> bool:
        told = [event for event in campaign.machine.events.get(seq - 1, ()) if event["kind"] == "claimed"]
        ours = [e for e in told if (e["marker"], e["say"], e["scene"]) == (marker, say, scene)]
        return any(not states(answers, event["value"]) for event in ours)

    return matters


def _edits(due: Due) -> Iterator[tuple[str, Callable[[dict[str, Json]], None]]]:
    """What can be changed of what a message has to open and to claim."""
    assert due.closing is not None
    if due.closing.open:
        yield "opening changed", lambda body: body["open"][-1].update(value={"never": "was"})
        yield "opening left out", lambda body: _shorter(body, "open")
        yield "opening not asked for", lambda body: body["open"].append(dict(body["open"][0]))
    if due.closing.claims:
        yield "claim left out", lambda body: _shorter(body, "claims")
        yield "claim not asked for", lambda body: body["claims"].append(dict(body["claims"][0]))


def _shorter(body: dict[str, Json], member: str) -> None:
    """Without the last one; the member goes with the last of all."""
    body[member].pop()
    if not body[member]:
        del body[member]


def changed(checked: Checked, **input: Json) -> Checked:
    """The same with other members of its public input; empty ones are left out."""
    given = {**checked.input, **input}
    return replace(checked, input={name: value for name, value in given.items() if value or name == "for"})
