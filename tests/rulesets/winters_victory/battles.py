"""Plays whole battles of Winter's Victory without a campaign around them: dice follow from their labels."""

from __future__ import annotations

import json
import random
import re
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Consult, Roll, Tell
from pbem.wargame.datafolder import read_folder
from rulesets.winters_victory import sequence
from rulesets.winters_victory.board.pieces import CAVALRY
from rulesets.winters_victory.decisions import CHARGES, COMMAND, FIRE, HOURLY, RALLY, REACT
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.setting import Setting, read_setting
from tests.rulesets.winters_victory.winter import HOME

Events = list[dict[str, Any]]
LABEL = re.compile(r"[a-z0-9._-]{1,64}")
"""What the protocol takes as the name of a die."""


@cache
def setting(uid: str, tempo: str = "two") -> Setting:
    """A scenario, bound."""
    return read_setting(read_folder(HOME / "scenarios" / uid), read_folder(HOME / "data"), {"tempo": tempo}, ())


def silence(play: Play) -> Json:
    """Orders of who says nothing."""
    return {}


def nothing(slot: str) -> Json:
    """Standing orders of who says nothing."""
    return {}


def battle(
    of: Setting,
    orders: Callable[[Play], Json] = silence,
    standing: Callable[[str], Json] = nothing,
    *,
    seed: int = 0,
    check: Callable[[Position], None] = lambda position: None,
    answer_to: Callable[[Choose], Json] = lambda request: {},
) -> tuple[Position, Events]:
    """Plays a battle to its end; returns the last position and all events. orders: of a segment; standing: of a slot;
    check: is given each position between segments, as a mail would carry it; answer_to: what somebody answers who
    wants to be asked."""
    position, events = sequence.start(of), Events()
    while position.segment:
        check(position)
        read = Position.from_json(json.loads(json.dumps(position.to_json())))
        position, told = segment(
            of,
            read,
            orders,
            standing,
            die=lambda label: zlib.crc32(f"{seed} {label}".encode()) % 10 + 1,
            answer_to=answer_to,
        )
        events += told
    return position, events


def segment(
    of: Setting,
    position: Position,
    orders: Callable[[Play], Json] = silence,
    standing: Callable[[str], Json] = nothing,
    *,
    die: Callable[[str], int],
    answer_to: Callable[[Choose], Json] = lambda request: {},
) -> tuple[Position, Events]:
    """Plays the segment that begins at a position; returns the position at its end and the events. die: the face of a
    die, 1 to 10, by its label."""
    played, events = sequence.phase(of, position, SegmentOrders), Events()
    answer: Any = None
    try:
        while True:
            request = played.send(answer)
            answer = None
            if isinstance(request, Tell):
                events.append(request.event)
            elif isinstance(request, Roll):
                assert LABEL.fullmatch(request.label), request.label
                answer = (die(request.label),)
            elif isinstance(request, Consult):
                answer = tuple(standing(slot) for slot in request.slots)
            else:
                assert isinstance(request, Choose), request
                answer = orders(request.scene) if request.what == ORDERS else answer_to(request)
    except StopIteration as done:
        return Position.from_json(done.value), events


def at_random(seed: int) -> Callable[[Play], Json]:
    """Orders drawn at random, by a seed of their own."""
    rng = random.Random(seed)
    return lambda play: SegmentOrders(play).sample(rng.randrange)


_REACTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "guns": ("stay", "leave"),
    "turn": ("yes", "no"),
    "charge": ("1:2", "1:1", "never"),
    "go": ("yes", "no"),
    "activate": ("yes", "no"),
}


def wishes_at_random(of: Setting, seed: int) -> Callable[[str], Json]:
    """Standing orders that follow from the names of their slots: brigades react one way or another, all the horse of a
    corps charges if it may."""

    def wish(slot: str) -> Json:
        kind, _, whose = slot.partition(".")
        if kind == REACT:
            number = zlib.crc32(f"{seed} {slot}".encode())
            return {
                member: words[(number >> 4 * n) % len(words)] for n, (member, words) in enumerate(_REACTIONS.items())
            }
        if kind == COMMAND:
            brigades = of.forces.brigades
            horses = [one.unit for one in of.scenario.placed if of.units[one.unit].kind == CAVALRY]
            return {CHARGES: [uid for uid in horses if brigades[of.units[uid].brigade].corps == whose]}
        return {}

    return wish


def aloud(of: Setting, orders: Callable[[Play], Json], standing: Callable[[str], Json]) -> Callable[[Play], Json]:
    """Orders with all that their author has in his standing orders, which are not opened while he writes."""

    def document(play: Play) -> Json:
        army = play.segment.army
        whose = {COMMAND: of.corps(army), RALLY: of.corps(army), FIRE: of.brigades(army), REACT: of.brigades(army)}
        said = {kind: {key: standing(f"{kind}.{key}") for key in keys} for kind, keys in whose.items()}
        return {**orders(play), **said, HOURLY: standing(HOURLY)}

    return document
