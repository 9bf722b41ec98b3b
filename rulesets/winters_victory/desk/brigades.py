"""Brigades and groups of guns that one order sends somewhere: what a drag of them writes (6.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.desk import Formation
from pbem.engine.gesture import END, TURN
from pbem.engine.options import Json
from rulesets.winters_victory.board.pieces import CREW, INFANTRY
from rulesets.winters_victory.desk.deeds import COMPASS
from rulesets.winters_victory.play import Play

Orders = Sequence[tuple[str, Mapping[str, Json]]]
_AHEAD: Final = {"to": [END], "front": TURN, "keep": 0}
_ALL: Final[Orders] = (
    ("advances to", {"advance": _AHEAD}),
    ("marches to", {"march": {"to": END}}),
    ("marches by road to", {"march": {"to": END, "by": "road"}}),
)
_FOOT: Final[Orders] = (
    ("advances in line to", {"advance": {**_AHEAD, "in": "line"}}),
    ("advances in column to", {"advance": {**_AHEAD, "in": "column"}}),
)
_FIGHTING: Final[Orders] = (("assaults", {"assault": {"on": [END]}}),)
_GUNS: Final[Orders] = (("goes into battery at", {"battery": {"at": END, "front": TURN, "unlimber": "yes"}}),)
_THERE: Final[Orders] = (
    ("deploys", {"deploy": "yes"}),
    ("goes back two hexes", {"back": {"hexes": 2, "face": TURN}}),
    ("holds", {"hold": "yes"}),
)
_FOOT_THERE: Final[Orders] = (
    ("forms column", {"form": "column"}),
    ("forms square", {"form": "square"}),
    ("sends two companies ahead", {"screen": {"companies": 2}}),
)
TURNS: Final = tuple((f"facing {word}", corner) for corner, word in enumerate(COMPASS))
"""Labels of the corners that a brigade may look at in the end."""
LASTS: Final = tuple((f"faces {word}", f"face {corner}") for corner, word in enumerate(COMPASS))
"""The same as words of a path."""


def formations(play: Play) -> Iterator[Formation]:
    """wv 6.0-2, 16.3: the brigades and groups of guns of the army that have units on the map, with their leaders."""
    forces, pieces = play.setting.forces, play.board.pieces
    for uid, brigade in forces.brigades.items():
        units = [one for one in _members(play, uid) if one in pieces]
        if brigade.army == play.segment.army and units:
            leader = play.setting.chain.led[uid]
            own = play.setting.chain.leaders[leader].brigade == uid and leader in pieces
            foot = any(play.board.unit(one).kind == INFANTRY for one in units)
            orders = tuple((label, {"brigade": uid, **entry}) for label, entry in _orders(foot=foot, guns=brigade.guns))
            yield Formation(brigade.name, (*units, *((leader,) if own else ())), orders, TURNS)


def _members(play: Play, brigade: str) -> Iterator[str]:
    """Its units, each before its companies."""
    for uid in play.setting.forces.brigades[brigade].units:
        if play.setting.units[uid].kind != CREW:
            yield uid
            yield from play.setting.companies.get(uid, ())


def _orders(*, foot: bool, guns: bool) -> Iterator[tuple[str, Mapping[str, Json]]]:
    yield from _ALL[:1]
    yield from _FOOT if foot else ()
    yield from _ALL[1:]
    yield from _GUNS if guns else _FIGHTING
    yield from _THERE
    yield from _FOOT_THERE if foot else ()
