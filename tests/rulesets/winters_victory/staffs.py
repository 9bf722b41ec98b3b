"""Situations of command for tests: a small chain on both sides, command units among the counters, their states in
words.

French: `nap` over the corps `cor`, over the divisions `fdiv` (brigades `fbde` with f1 to f3, `fbde2` with f4 and f5,
guns fb8) and `fdiv2` to `fdiv4`, and the light horse `lcbde` with fhus. Allied: `ben` over the wing `wing`, over `rdiv`
(brigade `rbde` with r1 to r3 and `rbde2` with r4 and r5), the detachment `det`, the independent corps `lest`. Radius 4
standing, 2 mobilized; brigades 2; `cor` has a bonus of 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.chain import (
    ARMY,
    BRIGADE,
    CORPS,
    DETACHMENT,
    DIVISION,
    MOBILIZED,
    STANDING,
    Chain,
    Officer,
)
from rulesets.winters_victory.board.leaders import Command, Post
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.command_charts import read_delivery
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.scene import Scene
from tests.rulesets.winters_victory.country import UNITS, country, leader, piece
from tests.rulesets.winters_victory.scenes import charts
from tests.rulesets.winters_victory.winter import command as command_charts
from tests.rulesets.winters_victory.winter import data, terrain

_OFFICERS: Final = (
    ("nap", FRENCH, ARMY, ""),
    ("cor", FRENCH, CORPS, "nap"),
    *((f"fdiv{n}", FRENCH, DIVISION, "cor") for n in ("", 2, 3, 4)),
    ("fbde", FRENCH, BRIGADE, "fdiv"),
    ("fbde2", FRENCH, BRIGADE, "fdiv"),
    ("fbde3", FRENCH, BRIGADE, "fdiv2"),
    ("lcbde", FRENCH, BRIGADE, "cor"),
    ("ben", ALLIED, ARMY, ""),
    ("wing", ALLIED, CORPS, "ben"),
    ("lest", ALLIED, CORPS, "ben"),
    ("det", ALLIED, DETACHMENT, "ben"),
    ("rdiv", ALLIED, DIVISION, "wing"),
    ("rbde", ALLIED, BRIGADE, "rdiv"),
    ("rbde2", ALLIED, BRIGADE, "rdiv"),
)
_RADII: Final = {BRIGADE: {STANDING: 2}}
_BRIGADES: Final = {
    "f-one": ("fbde", "f1 f2 f3"),
    "f-two": ("fbde2", "f4 f5"),
    "f-three": ("fbde3", "f12 flt"),
    "f-guns": ("fdiv", "fb8"),
    "f-light": ("lcbde", "fhus"),
    "r-one": ("rbde", "r1 r2 r3"),
    "r-two": ("rbde2", "r4 r5"),
}
CHAIN: Final = Chain(
    officers={
        uid: Officer(
            uid,
            f"Leader {uid}",
            army,
            level,
            superior,
            _RADII.get(level, {STANDING: 4, MOBILIZED: 2}),
            bonus=1 if uid == "cor" else 0,
            light_horse=uid == "lcbde",
            independent=uid == "lest",
        )
        for uid, army, level, superior in _OFFICERS
    },
    brigades={brigade: who for brigade, (who, _) in _BRIGADES.items()},
    units={unit: brigade for brigade, (_, units) in _BRIGADES.items() for unit in units.split()},
)
"""The chain of the module's head."""
_COUNTERS: Final = {**UNITS, **{uid: leader(uid, army, level) for uid, army, level, _ in _OFFICERS}}


def post(words: str) -> Post:
    """The state of a command unit: `mobilized`, `received`, `inactive`, `reduced`, `gone`, `delay2`, `attack-A`,
    `holds-A`, `carries-A`."""
    made = Post()
    for word in words.split():
        name, _, letter = word.partition("-")
        if word == MOBILIZED:
            made.state = MOBILIZED
        elif word.startswith("delay"):
            made.delay = int(word[-1])
        else:
            setattr(made, name, letter or True)
    return made


def staff(
    standing: Mapping[str, str],
    posts: Mapping[str, str] | None = None,
    field: HexField | None = None,
    *,
    points: Mapping[str, int] | None = None,
    headquarters: Mapping[str, str] | None = None,
) -> Staff:
    """Counters as `country.board` reads them, command units among them, and the states of some of these."""
    field = field or country()
    board = Board(field, _COUNTERS, {uid: piece(_COUNTERS[uid], words) for uid, words in standing.items()})
    command = Command(
        posts={uid: post(words) for uid, words in (posts or {}).items()},
        points=dict(points or {}),
        headquarters=dict(headquarters or {}),
    )
    scene = Scene(board, Ground(field, terrain()), charts())
    return Staff(scene, CHAIN, command, command_charts(), read_delivery(data("charts/delivery")))


def refused(answer: object) -> str:
    """`no 17.12-3` for a refusal with that case, `yes` where nothing stands against it."""
    case = getattr(answer, "case", "")
    return f"no {case}" if case else "yes"
