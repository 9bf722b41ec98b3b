"""The rules' part of an audit: claims against contents, then whatever the rulebook itself can prove (section 13)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pbem.engine.hidden import HIDDEN, Accusation, Draw, Record, Step, claim_name, facts_of, states
from pbem.engine.rollcall import CONSERVATION, RollCall
from pbem.protocol.audit import earliest_first, owed_from
from pbem.protocol.control import accepted
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.machine import GameMachine
    from pbem.protocol.machine import Disclosed
    from pbem.protocol.messages import Message

UNKNOWN: Final = object()
"""What no open book tells."""


def accusations(machine: GameMachine, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
    """Every lie of a seat that its open book proves, in the order of the messages where they were told."""
    return [fault_of(accusation) for accusation in lies(machine, seat, disclosed)]


def lies(machine: GameMachine, seat: str, disclosed: Disclosed) -> list[Accusation]:
    """The same as the rulebook names them; none in a game that hides nothing."""
    forces = machine.forces
    if forces is None:
        return []
    army, claims = machine.armies[seat], _claims(machine, seat, disclosed)
    # What is true `facts` alone decides, and a lie is told once: in the words of the rulebook where it has any.
    false = {(one.seq, one.claim) for one in claims}
    record = replace(record_of(machine, disclosed), false=false)
    common, failed = _judged(lambda: RollCall(forces, army, record).accusations(), army, record)
    proven, broken = _judged(lambda: forces.audit(army, record), army, record)
    if (failed or broken) and not (claims or common or proven):
        raise _failing(failed or broken)
    proven = [one for one in proven if not one.claim or (one.seq, one.claim) in false]
    worded = {(one.seq, one.claim) for one in proven if one.claim}
    judged = {one.seq for one in proven if one.code == CONSERVATION}
    found = [*(one for one in claims if (one.seq, one.claim) not in worded), *proven]
    found += [one for one in common if one.seq not in judged]
    return _in_order(found)


def contradictions(machine: GameMachine, seat: str, disclosed: Disclosed) -> list[Accusation]:
    """Lies of a seat that neither book proves alone, as the rulebook names them; most rulebooks have none."""
    confrontation = None if machine.forces is None else machine.forces.confrontation
    if confrontation is None:
        return []
    record, army = record_of(machine, disclosed), machine.armies[seat]
    found, failed = _judged(lambda: confrontation.accusations(army, record), army, record)
    if failed and not found:
        raise _failing(failed)
    return _in_order(found)


def _in_order(found: Sequence[Accusation]) -> list[Accusation]:
    return sorted(found, key=lambda one: earliest_first(one.code, one.seq))


def _failing(why: str) -> Fault:
    return Fault("ENGINE_MISMATCH", f"a fault of the program: the audit by these rules fails: {why}")


def _judged(judge: Callable[[], Sequence[Accusation]], army: str, record: Record) -> tuple[Sequence[Accusation], str]:
    """What an audit proves against an army whose book is open, and how it failed where it did.

    Whatever a book says, an audit that cannot cope with it is a fault of the program: told, and never passed over.
    """
    try:
        return ([one for one in judge() if one.army == army] if army in record.disclosed else []), ""
    except Exception as failure:
        return [], f"{type(failure).__name__}: {failure}"[:200]


def fault_of(one: Accusation) -> Fault:
    """What a lie that the rulebook names makes of a log, placed where it was told."""
    case = f" ({one.case})" if one.case else ""
    return Fault(one.code, f"message {one.seq}: {one.text}{case}", one.seq)


def _claims(machine: GameMachine, seat: str, disclosed: Disclosed) -> list[Accusation]:
    """Claims whose marker's content is in the book and says otherwise."""
    assert machine.forces is not None
    army, lies, told = machine.armies[seat], [], _told(disclosed)
    for message in disclosed.messages:
        if message.seat != seat:
            continue
        for claim, truth in truths(machine, disclosed, message, told):
            name = claim["marker"]
            if truth is not UNKNOWN and not states(truth, claim["value"]):
                was = " or ".join(map(_word, truth))
                said = f"marker {name}: {claim['say']} was claimed to be {_word(claim['value'])}, it is {was}"
                about = claim_name(name, claim["say"])
                lies.append(Accusation("AUDIT_CLAIM", army, message.seq, "", said, about))
    return lies


def truths(
    machine: GameMachine, disclosed: Disclosed, message: Message, told: Mapping[str, range] | None = None
) -> list[tuple[Mapping[str, Any], Any]]:
    """The claims of a message, each with all that it may have said; UNKNOWN where no open book tells it.

    told: of what messages the books tell, by seat, where that was found out before.
    """
    claims = message.body.get("claims", [])
    if machine.forces is None or not claims:
        return [(claim, UNKNOWN) for claim in claims]
    told = _told(disclosed) if told is None else told
    held, complete = _held_before(machine, disclosed, message.seat, message.seq, told)
    scenes: dict[tuple[str, str], list[Any]] = {}
    for event in machine.events.get(message.seq - 1, []):
        if event["kind"] == "claimed":
            scenes.setdefault((event["marker"], event["say"]), []).append(event["scene"])
    found = []
    for claim in claims:
        listed = scenes.get((claim["marker"], claim["say"]))
        scene = listed.pop(0) if listed else None
        known = claim["marker"] in held and (complete or scene is None)
        found.append(
            (claim, facts_of(machine.forces, claim["marker"], claim["say"], held, scene) if known else UNKNOWN)
        )
    return found


def _held_before(
    machine: GameMachine, disclosed: Disclosed, seat: str, seq: int, told: Mapping[str, range]
) -> tuple[dict[str, Any], bool]:
    """Markers and leaves of a seat that were in force when it closed a segment with message `seq`, as far as its book
    tells them, and whether it tells all."""
    entries = disclosed.states[seq - 1].get("markers", {})
    keys = {name: (seat, "marker", entry["at"], name) for name, entry in entries.items() if entry["side"] == seat}
    held = {name: disclosed.contents[key] for name, key in sorted(keys.items()) if key in disclosed.contents}
    complete = len(held) == len(keys)
    earlier = (disclosed.messages[at] for at in range(seq - 1, -1, -1))
    newest = next((m.seq for m in earlier if m.seat == seat and "roots" in m.body), -1)
    for tree in machine.leaves[seat]:
        complete = complete and newest in told.get(seat, ())
        leaves = _leaves(machine, disclosed, seat, newest, tree)
        held |= {f"{tree}.{name}": value for name, value in leaves.items()}
    return held, complete


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)[:80]


def record_of(machine: GameMachine, disclosed: Disclosed) -> Record:
    """The campaign as the rulebook's audit sees it."""
    content = {(name, at): value for (_, kind, at, name), value in disclosed.contents.items() if kind == "marker"}
    draws = {
        machine.armies[seat]: [Draw(k, label, faces, result) for k, label, faces, result in listed]
        for seat, listed in disclosed.draws.items()
    }
    told, undone, returned = _told(disclosed), *_taken_back(disclosed)
    steps = [
        _step(machine, disclosed, message.seq, booked=message.seq in told.get(message.seat, ()))
        for message in disclosed.messages[1:]
        if message.seq not in undone
    ]
    steps = [_without_orders(step, disclosed) if step.seq in returned else step for step in steps]
    owed = {machine.armies[seat]: seqs.start for seat, seqs in told.items()}
    return Record(steps, [machine.armies[seat] for seat in disclosed.seats], content, draws, owed)


def _without_orders(step: Step, disclosed: Disclosed) -> Step:
    """A message whose orders count no more. What it hid with the acceptance of an amendment stays in force all the
    same, and is judged."""
    accepts = _accepted(disclosed, step.seq)
    committed = step.committed if accepts.get("offer") == "amend" else {}
    markers = step.markers if committed or step.before is None else step.before
    return replace(step, sent={}, asked="", committed=committed, leaves={}, markers=markers)


def _step(machine: GameMachine, disclosed: Disclosed, seq: int, *, booked: bool) -> Step:
    message, state = disclosed.messages[seq], disclosed.states[seq]
    committed = {
        entry["marker"]: disclosed.contents[message.seat, "marker", seq, entry["marker"]]
        for entry in message.body.get("hide", [])
        if (message.seat, "marker", seq, entry["marker"]) in disclosed.contents
    }
    # A tree that holds nothing has no entry in the book, and is told all the same.
    trees = machine.leaves[message.seat] if booked else ()
    leaves = {tree: _leaves(machine, disclosed, message.seat, seq, tree) for tree in trees}
    return Step(
        seq=seq,
        army=machine.armies[message.seat],
        at=state["at"],
        trace=state["trace"],
        sent=message.body.get("input", {}),
        events=machine.events.get(seq - 1, []),
        markers={name: entry["at"] for name, entry in state.get("markers", {}).items()},
        committed=committed,
        leaves=leaves,
        asked=state["need"]["ask"] if "input" in message.body else "",
        seated=message.kind == "seat",
        begun=bool(state["input"]),
        before=_stood_before(disclosed, seq),
        patched=bool(_accepted(disclosed, seq).get("patch")),
    )


def _accepted(disclosed: Disclosed, seq: int) -> Mapping[str, Any]:
    return accepted(disclosed.messages[seq - 1].body, disclosed.messages[seq].body)


def _stood_before(disclosed: Disclosed, seq: int) -> dict[str, int]:
    """Commitments that stood before a message hid anything, marker -> number of the message that made it."""
    given, body = _accepted(disclosed, seq), disclosed.messages[seq].body
    # Play goes on from before the orders that were taken back, or that a void seating undid.
    back = given["to"] if given.get("offer") == "takeback" else seq - 1 if body.get("void") else -1
    while back >= 0 and _withdrawn(disclosed, back):
        seq, given = back, _accepted(disclosed, back)
        back = given["to"] if given.get("offer") == "takeback" else -1
    state = disclosed.states[back if back >= 0 else seq - 1]
    return {name: entry["at"] for name, entry in state.get("markers", {}).items()}


def _withdrawn(disclosed: Disclosed, seq: int) -> bool:
    """Whether what a message hid goes with its orders: that of a seating, or beside an amendment, stays in force."""
    return disclosed.messages[seq].kind != "seat" and _accepted(disclosed, seq).get("offer") != "amend"


def _taken_back(disclosed: Disclosed) -> tuple[set[int], set[int]]:
    """Numbers of the messages that a take-back undid, and of those whose orders alone it, or a void seating, undid."""
    undone: set[int] = set()
    returned: set[int] = set()
    for offer, message in itertools.pairwise(disclosed.messages):
        given = accepted(offer.body, message.body)
        if given.get("offer") == "takeback":
            undone |= set(range(given["to"] + 1, message.seq))
            returned.add(given["to"])
        if message.body.get("void") and "input" in offer.body:
            returned.add(offer.seq)
    return undone, returned


def _told(disclosed: Disclosed) -> dict[str, range]:
    """Seat -> messages whose trees its book tells, by number: neither what a seating excuses nor its own message."""
    told: dict[str, range] = {}
    for seat in disclosed.seats:
        own = [message for message in disclosed.messages if message.seat == seat]
        # A book that is shown while the game runs tells of all messages there are.
        end = max((message.seq for message in own if "audit" in message.body), default=len(disclosed.messages))
        seating = max((message.seq for message in own if message.kind == "seat"), default=-1)
        standing = disclosed.states[end : end + 1] or disclosed.states[-1:]
        told[seat] = range(owed_from(seating, seat, standing[0].get("markers", {})), end)
    return told


def _leaves(machine: GameMachine, disclosed: Disclosed, seat: str, seq: int, tree: str) -> Mapping[str, Any]:
    first = 1 if tree == HIDDEN else 0
    return {
        name: disclosed.contents.get((seat, tree, seq, str(slot)), "")
        for slot, name in enumerate(machine.leaves[seat][tree], first)
    }
