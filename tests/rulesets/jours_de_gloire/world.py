"""The small war (folder `small`): its setting, and positions of it from compact texts.

A force is written box by box: `{"eiche": "napoleon i ii=5/1", "garten": "rus-2 russian:infantry"}`. A word is a unit,
`unit=pf` or `unit=pf/lag`, a general, a dummy `side:kind`, or a detachment formed in play, `counter<parent=pf`. A word
that ends in `^` lies face up. Counters are numbered in the order of writing: `f1`, `f2`, `r1`.

    castell   fortified city      nebel -2- birke -1- ahorn, castell       dachs -2- castell
    fels      mountain            Bach: ahorn ~1~ eiche, birke ~2~ fels (fords), castell =1= garten (bridge)
    heide     defensive           eiche -2- fels -2- garten -1- heide -1- dachs
    moor      defensive           Strom: eiche =1= iller, garten =1= linde; fels |1| kiefer, heide |2| moor
                                  iller -1- kiefer -1- linde -1- moor
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulesets.jours_de_gloire import mapdata
from rulesets.jours_de_gloire.binding import read_setting
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.position import encode
from rulesets.jours_de_gloire.rules.march.command import Link, link
from rulesets.jours_de_gloire.setting import Setting

HOME = Path(mapdata.__file__).parent
SMALL = Path(__file__).parent / "small"


def rule_files() -> dict[str, bytes]:
    """The ruleset's data, path -> bytes."""
    data = HOME / "data"
    return {path.relative_to(data).as_posix(): path.read_bytes() for path in sorted(data.rglob("*.yaml"))}


def small_files() -> dict[str, bytes]:
    """The small scenario's folder, path -> bytes."""
    return {path.relative_to(SMALL).as_posix(): path.read_bytes() for path in sorted(SMALL.rglob("*.yaml"))}


@lru_cache(maxsize=16)
def _small(options: tuple[tuple[str, str], ...]) -> Setting:
    return read_setting(rule_files(), small_files(), dict(options), "small")


def small(**options: str) -> Setting:
    """The setting of the small war. options: with `_` for `-`."""
    return _small(tuple(sorted((name.replace("_", "-"), value) for name, value in options.items())))


def content(setting: Setting, word: str) -> tuple[str, dict[str, Any]]:
    """Side and content of a word of a force."""
    name, _, numbers = word.partition("=")
    name, _, parent = name.partition("<")
    army, _, kind = name.partition(":")
    if kind:
        return army, {"dummy": kind}
    if name in setting.generals:
        return setting.commands[setting.generals[name].command].army, {"general": name}
    pf, _, lag = numbers.partition("/")
    strength = {"pf": int(pf or setting.units[name].pf), "lag": int(lag or 0)}
    if parent:
        return setting.forces.detachments[name].army, {"unit": name, **strength, "of": parent}
    return setting.commands[setting.units[name].command].army, {"unit": name, **strength}


def public(board: Board) -> Any:
    """The position of a board as canonical JSON, as a game keeps it."""
    return encode(board.position())


@dataclass
class World:
    """A position of the small war and what all counters hold. places: box -> words of forces. at: other members."""

    places: Mapping[str, str]
    at: dict[str, Any] = field(default_factory=dict)
    setting: Setting = field(default_factory=small)

    def __post_init__(self) -> None:
        start = {**encode(empty_position(self.setting)), "stage": "play", **self.at}
        self.board = Board.read(self.setting, start)
        self.known: dict[str, Any] = {}
        self.ids: dict[str, str] = {}
        for box, words in self.places.items():
            for word in words.split():
                self._put(box, word)

    def _put(self, box: str, word: str) -> None:
        army, held = content(self.setting, word.rstrip("^"))
        (counter,) = self.board.fresh(army, 1)
        self.board.place(counter, army, box, held if word.endswith("^") else None)
        self.known[counter] = held
        self.ids[word.rstrip("^").partition("=")[0].partition("<")[0]] = counter

    def of(self, names: str) -> tuple[str, ...]:
        """The counters of some units, generals, detachments or `side:kind` dummies, by their words."""
        return tuple(self.ids[name] for name in names.split())

    def link(self, name: str) -> Link:
        """The link of one of them."""
        return link(self.setting, self.board, self.known, self.ids[name])


def world(places: Mapping[str, str], weather: str = "clear", setting: Setting | None = None, **at: Any) -> World:
    """A position with these forces in this weather. setting: with other options. at: other members of the position."""
    return World(places, {"weather": weather, **at}, setting or small())
