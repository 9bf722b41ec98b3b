"""Documents of Winter's Victory as tests write them: scenarios as they open, and what becomes of a document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from pbem.engine.contract import Compiled
from pbem.engine.requests import Choose
from pbem.wargame.datafolder import read_folder
from rulesets.winters_victory import sequence
from rulesets.winters_victory.documents.writing import WintersWriting
from rulesets.winters_victory.forms import ASKS
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.setting import Setting, read_setting
from tests.rulesets.winters_victory.winter import HOME

Json = Any


@cache
def setting(uid: str, tempo: str = "two") -> Setting:
    """A scenario in a tempo."""
    return read_setting(read_folder(HOME / "scenarios" / uid), read_folder(HOME / "data"), {"tempo": tempo}, [])


@cache
def writing(uid: str, tempo: str = "two") -> WintersWriting:
    """What players write of it."""
    return WintersWriting(setting(uid, tempo))


def asked(uid: str, segment: str = "", tempo: str = "two", changes: Mapping[str, Any] | None = None) -> Choose:
    """The question for the orders of the first turn's segment of this name, the first one by default. changes: members
    of the position that are others."""
    position: Position = sequence.start(setting(uid, tempo))
    position.segment = segment or position.segment
    for name, value in (changes or {}).items():
        setattr(position, name, value)
    play = Play(setting(uid, tempo), position)
    return Choose(play.segment.army, "orders", SegmentOrders(play), f"{play.segment.label}.orders", scene=play)


def compiled(
    document: Json,
    uid: str = "learning-serpallen",
    segment: str = "",
    tempo: str = "two",
    changes: Mapping[str, Any] | None = None,
) -> Compiled:
    """What becomes of a document, which fits its schema; the input fits the one that binds if nothing is wrong."""
    made = writing(uid, tempo)
    shape = jsonschema_rs.validator_for(made.document_schema("orders"))
    assert [error.message for error in shape.iter_errors(document)] == []
    found = made.compile(asked(uid, segment, tempo, changes), document)
    if not found.faults:
        binds = jsonschema_rs.validator_for(ASKS["orders"])
        assert [error.message for error in binds.iter_errors(found.input)] == []
        assert asked(uid, segment, tempo, changes).options.why_not(found.input) is None
    return found


def faults(found: Compiled) -> list[str]:
    """`orders.0 6.0-2`: places and cases."""
    return [f"{'.'.join(map(str, one.path))} {one.refusal.case}" for one in found.faults]
