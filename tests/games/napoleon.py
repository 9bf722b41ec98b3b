"""What no position and no player turn of Napoleon at War may ever show, checked from events and positions alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.hexgame.field.chart import ANY
from rulesets.napoleon_at_war.position import Board

NAME = "napoleon-at-war"
Event = Mapping[str, Any]
Json = Any
# Events after which the Combat Phase has begun.
_COMBAT = frozenset({"combat", "lapsed", "silent"})


def check_position(game: Any, at: Json) -> None:
    """Stacking 5.32, conservation of units, prohibited terrain 5.21, and text form of a position."""
    setting = game.setting
    places = [at["at"], at["track"], at["lost"], at["exited"], dict.fromkeys(at["out"])]
    somewhere = [unit for place in places for unit in place]
    assert len(somewhere) == len(set(somewhere)), "a unit stands in two places"
    assert set(somewhere) <= set(setting.roster.units)
    hexes = list(at["at"].values())
    assert len(hexes) == len(set(hexes)), "two units share a hex"
    for unit, place in at["at"].items():
        assert place in setting.field.neighbours
        barred = setting.field.kind(place).enter[ANY] is None
        assert not barred or any(place in way for way in setting.field.way_hexes.values()), f"{unit} in {place}"
    for unit, battle in at["lost"].items():
        assert battle in setting.field.titles, unit
    assert game.writing.read_text(game.writing.text(at)) == at
    for army, facts in game.telling.facts(at)["armies"].items():
        of = {unit: battle for unit, battle in at["lost"].items() if setting.roster.units[unit].army == army}
        for battle, lost in facts["lost"].items():
            assert lost == sum(setting.roster.units[unit].strength for unit, where in of.items() if where == battle)


def check_phase(game: Any, before: Json, after: Json, events: Sequence[Event]) -> None:
    """Events carry the position before a player turn into that after it; contacts were fought; nobody returns."""
    board = game.board(before)
    due = frozenset(game.setting.roster.units) - set(before["at"]) - _gone(before) - set(before["track"])
    contacts: list[tuple[str, str]] | None = None
    for event in events:
        if event["kind"] in _COMBAT and contacts is None:
            contacts = _contacts(board, before["army"])
        _carry(board, event)
    assert dict(sorted(board.position.at.items())) == after["at"]
    assert _gone(before) <= _gone(after)
    for name in ("lost", "exited"):
        assert before[name].items() <= after[name].items()
    entered = {event["unit"] for event in events if event["kind"] == "entered"} - set(before["track"])
    assert entered <= due
    eliminated = {event["unit"]: event["battle"] for event in events if event["kind"] == "eliminated"}
    assert {**before["lost"], **eliminated} == after["lost"]
    assert before["broken"].items() <= after["broken"].items()
    if game.setting.is_night(before["turn"]):
        assert contacts is None
        return
    _obligations(
        _contacts(board, before["army"]) if contacts is None else contacts, events, fought=contacts is not None
    )


def _gone(at: Json) -> set[str]:
    return {*at["lost"], *at["exited"], *at["out"]}


def _carry(board: Board, event: Event) -> None:
    """One event carried out on a board that knows nothing of the rules but hexes."""
    kind = event["kind"]
    if kind in ("moved", "retreated", "displaced", "advanced"):
        assert board.hex_of(event["unit"]) == event["from"]
        board.move(event["unit"], event["to"])
    elif kind == "entered":
        board.position.track.pop(event["unit"], None)
        board.place(event["unit"], event["to"])
    elif kind == "eliminated":
        strength = board.roster.units[event["unit"]].strength
        assert strength == event["strength"] and board.hex_of(event["unit"]) == event["at"]
        assert board.eliminate(event["unit"]) == event["at"]
    elif kind == "exited" or (kind == "transit" and event["from"]):
        assert board.lift(event["unit"]) == event["from"]
    elif kind == "undone":
        assert board.lift(event["unit"]) == event["at"]
        if event["to"]:
            board.place(event["unit"], event["to"])


def _contacts(board: Board, army: str) -> list[tuple[str, str]]:
    """Pairs of a unit of the phasing army and an enemy in whose zone it stands (6.4, 7.11)."""
    return [(unit, enemy) for unit in board.on_map(army) for enemy in board.in_contact(unit)]


def _obligations(contacts: Iterable[tuple[str, str]], events: Sequence[Event], *, fought: bool) -> None:
    """naw 7.11, 7.12: whoever is in contact attacks or is attacked, unless earlier combats took him out of it."""
    pairs = list(contacts)
    assert fought or not pairs, "units in contact and no combat"
    combats = [event for event in events if event["kind"] == "combat"]
    attackers = {one["unit"] for event in combats for one in event["attackers"] if not one["bombards"]}
    defenders = {one["unit"] for event in combats for one in event["defenders"]}
    _nobody_twice(combats)
    bombarders = {one["unit"] for event in combats for one in event["attackers"] if one["bombards"]}
    concerned = {e["unit"] for e in events if e["kind"] in ("eliminated", "retreated", "advanced")}
    assert concerned <= attackers | defenders | bombarders, "a result without a combat"
    # Only displacement takes a unit out of a combat of its own; an attack lapses only where that or a loss came first.
    displaced = {event["unit"] for event in events if event["kind"] == "displaced"}
    lapses = any(event["kind"] in ("lapsed", "silent") for event in events) and bool(displaced | concerned)
    for unit, enemy in pairs:
        assert unit in attackers | displaced or lapses, f"{unit} is in contact and did not attack"
        assert enemy in defenders | displaced or lapses, f"{enemy} is in contact and was not attacked"


def _nobody_twice(combats: Sequence[Event]) -> None:
    """naw 7.14: no unit attacks twice, none is attacked twice."""
    attackers = [one["unit"] for event in combats for one in event["attackers"]]
    defenders = [one["unit"] for event in combats for one in event["defenders"]]
    assert len(attackers) == len(set(attackers)) and len(defenders) == len(set(defenders))


def words(game: Any) -> list[str]:
    """Names that standing orders and orders may hold: units of both armies, hexes, columns, what does not exist."""
    return [*game.setting.roster.units, *game.setting.field.hexes, *game.setting.columns, "no-unit", "9999", "9-1"]


def asking(orders: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same orders, here and there with `ask` where a decision comes after the die."""
    attacks = [dict(attack) for attack in orders.get("attacks", ())]
    for attack in attacks:
        for member in ("pay", "retreat", "displace", "advance"):
            if rng.randrange(5) == 0:
                attack[member] = "ask"
    return {**orders, "attacks": attacks} if attacks else orders
