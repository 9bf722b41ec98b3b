"""The roll call of an open book, by forces made for it: a content is a list of units, or nothing that there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.engine.hidden import Contingent, Record, Step
from pbem.engine.rollcall import CONSERVATION, RollCall

ONE_EACH = (Contingent(("a",)), Contingent(("b",)))


class Forces:
    """at: {"down": marker -> army, "up": marker -> content of red}."""

    conservation = "7.1"

    def __init__(self, contingents: Sequence[Contingent], most: int = 99) -> None:
        self.contingents, self.most = contingents, most

    def face_down(self, at: Any) -> Mapping[str, str]:
        return dict(at["down"])

    def shown(self, at: Any, army: str) -> Mapping[str, Any]:
        return dict(at.get("up", {})) if army == "red" else {}

    def units_in(self, content: Any) -> Sequence[str]:
        return content if isinstance(content, list) else ()

    def well_formed(self, content: Any) -> bool:
        return isinstance(content, list)

    def order_of_battle(self, at: Any, army: str) -> Sequence[Contingent]:
        return self.contingents

    def imbalance(self, at: Any, army: str, held: Mapping[str, Any]) -> Sequence[str]:
        return ["too many"] if len(held) > self.most else []


def step(seq: int, down: Sequence[str] = (), army: str = "red", **more: Any) -> Step:
    """A message after which these markers of its army lie face down, all committed to in message 2."""
    at = {"down": dict.fromkeys(down, "red"), "up": more.pop("up", {})}
    markers = dict.fromkeys(down, 2)
    return Step(seq, army, at, (), {}, (), more.pop("markers", markers), **more)


def call(
    *steps: Step,
    contingents: Sequence[Contingent] = ONE_EACH,
    content: Mapping[str, Any] | None = None,
    owed: int = 0,
    most: int = 99,
) -> list[tuple[int, str]]:
    """Message and sentence of each accusation; `content`: marker -> what message 2 committed to for it."""
    held = {(marker, 2): value for marker, value in (content or {"m": ["a"], "n": ["b"]}).items()}
    record = Record(steps, ("red",), held, {}, {"red": owed})
    found = RollCall(Forces(contingents, most), "red", record).accusations()  # type: ignore[arg-type]
    assert {(one.code, one.army, one.case) for one in found} <= {(CONSERVATION, "red", "7.1")}
    return [(one.seq, one.text) for one in found]


BOTH = ("m", "n")


def test_who_stands_once_is_not_accused() -> None:
    assert call(step(2, BOTH), step(3, BOTH, "blue"), step(4, BOTH)) == []
    assert call(step(2, ("m",), up={"x": ["b"]}), step(3, ("m",), "blue", up={"x": ["b"]})) == []


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"m": ["a"], "n": []}, "b: 0 of 1 stand anywhere"),
        ({"m": ["a", "b"], "n": ["b"]}, "b is in 2 markers: m, n"),
        ({"m": ["a"], "n": ["b", "c"]}, "c is in marker n and cannot be there"),
    ],
)
def test_what_is_wrong_is_told_of_the_last_message_before_it_and_once(content: dict[str, Any], text: str) -> None:
    """The commitments of message 2 stand when message 3 comes; what both messages after it find is the same."""
    steps = [step(2, BOTH), step(3, BOTH, "blue"), step(4, BOTH), step(5, BOTH, "blue")]
    assert call(*steps, content=content) == [(2, text)]


def test_of_several_messages_of_an_army_the_last_is_named() -> None:
    """Nothing is called while a phase runs; message 4 is the last that red sent before the phase after it begins."""
    steps = [step(2, BOTH), step(3, BOTH, begun=True), step(4, BOTH, begun=True), step(5, BOTH, "blue")]
    assert call(*steps, content={"m": ["a"], "n": []}) == [(4, "b: 0 of 1 stand anywhere")]


def test_without_a_message_of_its_own_the_one_before_is_named() -> None:
    before = {"m": 2, "n": 2}
    assert call(step(5, BOTH, "blue", before=before), content={"m": ["a"], "n": []}) == [
        (4, "b: 0 of 1 stand anywhere")
    ]
    assert call(step(0, BOTH, "blue", before=before), content={"m": ["a"], "n": []}) == [
        (0, "b: 0 of 1 stand anywhere")
    ]


@pytest.mark.parametrize(
    ("there", "text"), [(0, "0 of 1 stand anywhere"), (1, ""), (2, ""), (3, "3 stand there, and 2 can")]
)
def test_a_contingent_has_a_least_and_a_most(there: int, text: str) -> None:
    contingent, before = Contingent(("a", "b", "c"), 1, 2), {"m": 2}
    found = call(
        step(3, ("m",), "blue", before=before), contingents=[contingent], content={"m": ["a", "b", "c"][:there]}
    )
    assert found == ([(2, f"a, b, c: {text}")] if text else [])


def test_what_both_agreed_to_accuses_nobody_and_is_not_told_later() -> None:
    steps = [step(3, BOTH, "blue", before={"m": 2, "n": 2}, patched=True), step(4, BOTH), step(5, BOTH, "blue")]
    assert call(*steps, content={"m": ["a"], "n": []}) == []


def test_what_no_book_has_to_tell_excuses_who_is_missing_and_nobody_who_is_too_many() -> None:
    only = {"m": ["a", "c"]}
    steps = [step(5, BOTH, "blue", before={"m": 4, "n": 3})]
    record = Record(steps, ("red",), {("m", 4): only["m"]}, {}, {"red": 4})
    found = RollCall(Forces(ONE_EACH, 0), "red", record).accusations()  # type: ignore[arg-type]
    assert [one.text for one in found] == ["c is in marker m and cannot be there"]


def test_a_content_that_is_none_is_told_of_the_message_that_hid_it() -> None:
    steps = [step(2, BOTH, committed={"m": ["a"], "n": {"x": 1}}), step(3, BOTH, "blue", committed={"z": 0})]
    found = call(*steps, content={"m": ["a"], "n": {"x": 1}}, most=0)
    # Who holds what there is not cannot be weighed; that somebody is missing is known.
    assert found == [(2, "marker n holds nothing that there is"), (2, "b: 0 of 1 stand anywhere")]


def test_what_all_hold_together_is_the_rulebooks_matter() -> None:
    steps = [step(2, BOTH), step(3, BOTH, "blue")]
    assert call(*steps, most=1) == [(2, "too many")]
    assert call(*steps, most=2) == []
