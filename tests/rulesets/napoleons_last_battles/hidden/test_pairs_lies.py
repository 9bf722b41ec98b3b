"""What a player can commit to of a pair, and what comes of a lie: no content has two real markers, or none (16.6)."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.hidden import HiddenForces, Record, Step
from pbem.engine.requests import ORDERS
from pbem.engine.rollcall import RollCall
from rulesets.napoleons_last_battles.rules.hiding.pairs import real_of
from tests.rulesets.napoleons_last_battles.turns import game

Json = Any
FOOT = "camp-5"
OPTIONS = ("hidden-movement", "observation")
rule = pytest.mark.rule


def forces(uid: str = "quatre-bras", *more: str) -> HiddenForces:
    found = game(uid, *OPTIONS, *more).hiding
    assert found is not None
    return found


@rule("nlb", "16.6-1")
@pytest.mark.parametrize(
    "content",
    [
        {"says": "ab"},
        {"says": ""},
        {"says": "c"},
        {"says": ["a", "b"]},
        {"says": True},
        {"says": "a", "real": "b"},
        {"real": True},
        {"a": True, "b": True},
        {},
        [],
        "a",
        None,
        1,
    ],
)
def test_two_real_markers_or_two_dummies_cannot_be_written(content: Json) -> None:
    """What the schema refuses no opening brings; who is sent it all the same reads one real marker in it."""
    assert not Draft202012Validator(forces().content_schema()).is_valid(content)
    assert not forces().well_formed(content)
    assert real_of(content) in ("a", "b")


@rule("nlb", "16.6-1")
@pytest.mark.parametrize(("content", "real"), [({"says": "a"}, "a"), ({"says": "b"}, "b")])
def test_each_content_that_may_be_written_has_one_real_marker(content: Json, real: str) -> None:
    assert Draft202012Validator(forces().content_schema()).is_valid(content)
    assert real_of(content) == real
    assert not forces().imbalance({}, "french", {"hm-f1": content})


@rule("nlb", "16.6-1")
@pytest.mark.parametrize(("pair", "content", "named"), [("hm-f1", "a", 0), ("hm-f1", "b", 0), ("hm-f1", "yes", 1)])
def test_an_audit_names_a_pair_that_says_what_a_memo_says(pair: str, content: str, named: int) -> None:
    """Where memos are written beside pairs a content of theirs is well formed, and a lie in a pair."""
    found = forces("ligny", "first-corps")
    at = {**game("ligny", *OPTIONS, "first-corps").start(), "hidden": {FOOT: pair}}
    held = {pair: {"says": content}, "first-corps": {"says": "no"}}
    write = Step(2, "french", at, (), {}, (), dict.fromkeys(held, 2), held, asked=ORDERS)
    after = Step(3, "coalition", at, (), {}, (), dict.fromkeys(held, 2))
    record = Record([write, after], ("french",), {(name, 2): one for name, one in held.items()}, {})
    accused = [one for one in RollCall(found, "french", record).accusations() if pair in one.text]
    assert [one.seq for one in accused] == [2] * named
