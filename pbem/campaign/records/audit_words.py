"""What an audit found, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.campaign.core.problems import mend_for
from pbem.campaign.telling.revealing import in_runs
from pbem.protocol.faults import CLASSES, diagnosis
from pbem.report.plain_values import said


def audit_lines(told: dict[str, Any]) -> Iterator[str]:
    """What an audit found, in words. told: as `audit_data` gives it."""
    yield f"{told['campaign']} (game {told['game'][:12] or 'not begun'})"
    yield f"  {_state(told)}"
    for seat, hidden in told["hidden"].items():
        yield f"{_name(told, seat)} has not disclosed anything yet; still hidden:"
        yield from (f"  {line}" for line in _hidden(hidden))
    for seat, book in told["disclosed"].items():
        yield f"{_name(told, seat)} {_where(told, book['message'])}:"
        yield from (f"  {line}" for line in _book(book))
    for claim in told["claims"]:
        yield f"  message {claim['message']}: {_name(told, claim['side'])} {_claim(claim)}"
    if told["disclosed"]:
        yield _checked(told["checked"])
    yield from _verdict(told)


def _name(told: dict[str, Any], seat: str) -> str:
    return str(told["players"].get(seat, {}).get("name", seat))


def _state(told: dict[str, Any]) -> str:
    if told["state"] == "audited":
        return f"finished and audited: {told['result']}"
    if told["state"] == "finished":
        whose = _name(told, told["waits_for"])
        return f"finished: {told['result']}; the disclosure of {whose} comes with his last message"
    return "the game runs; both players disclose what they hid with their last messages"


def _where(told: dict[str, Any], seq: int) -> str:
    if told["shown_up_to"] is not None:
        return f"shows what was hidden up to message {told['shown_up_to']}"
    return f"disclosed in message {seq}"


def _hidden(hidden: dict[str, Any]) -> Iterator[str]:
    if hidden["markers"]:
        yield f"face-down markers: {in_runs(hidden['markers'])}"
    if hidden["sealed"]:
        yield f"sealed answers of messages {', '.join(str(at) for at in hidden['sealed'])}"
    for tree, count in hidden["leaves"].items():
        yield _counted(count, f"value that may be {tree}", f"values that may be {tree}")
    if hidden["draws"]:
        yield _counted(hidden["draws"], "private draw", "private draws")
    standing = _counted(hidden["standing_orders"], "standing order", "standing orders")
    yield f"{standing}, which stay private but where a rule asked for one"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _book(book: dict[str, Any]) -> Iterator[str]:
    if book["excused_before"]:
        yield f"(what was hidden before message {book['excused_before']} is excused: a seat was taken over there)"
    for one in book["markers"]:
        shown = f", shown in message {one['shown_in']}" if one["shown_in"] else ", never shown"
        yield f"message {one['message']}: marker {one['marker']} held {one['said']}{shown}"
    for one in book["sealed"]:
        yield f"message {one['message']}: the sealed answer was {_said(one['answer'])}"
    for one in book["leaves"]:
        label = one["label"]
        yield f"message {one['message']}: {label[:1].lower()}{label[1:]} became {_short(one['said'])}"
    for one in book["draws"]:
        yield f"segment {one['segment']}: private draw {one['label']}, {one['result']} of {one['faces']}"
    if not (book["markers"] or book["sealed"] or book["leaves"] or book["draws"]):
        yield "nothing was hidden but standing orders, which stay private"


def _claim(claim: Mapping[str, Any]) -> str:
    words = f"stated of marker {claim['marker']}: {_short(claim['said'])}"
    if claim["holds"] is None:
        return f"{words}; not disclosed yet"
    return f"{words}; that was true" if claim["holds"] else f"{words}; in truth: {_short(claim['truth_said'])}"


def _said(value: Any) -> str:
    return _short(said(value, str))


def _short(text: str) -> str:
    return text[:200] or "nothing"


def _checked(checked: Mapping[str, int]) -> str:
    listed = [f"{n} {what if n != 1 else what[:-1]}" for what, n in checked.items() if n]
    return f"Checked: {', '.join(listed) or 'the secrets that were disclosed'}"


def _verdict(told: dict[str, Any]) -> Iterator[str]:
    for one in told["findings"]:
        case = f", {one['case']}" if one["case"] else ""
        yield diagnosis(one["code"], f"{_name(told, one['side'])} in message {one['message']}{case}: {one['text']}")
    fault = told["fault"]
    if fault is not None:
        signer = _name(told, fault["signed_by"]) if fault["signed_by"] else ""
        yield diagnosis(fault["code"], fault["detail"], fault["message"], signer)
        yield f"  what to do: {mend_for(CLASSES[fault['code']])}"
    if told["exit"] == 0 and told["state"] == "audited":
        yield "Nothing that either player said is belied by what he disclosed."
    elif told["exit"] == 0 and told["shown_up_to"] is not None:
        names = " and ".join(_name(told, seat) for seat in told["disclosed"])
        yield f"Nothing that {names} said up to message {told['shown_up_to']} is belied by what is shown."
