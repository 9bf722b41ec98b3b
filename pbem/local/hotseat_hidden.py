"""What the armies hide at one terminal: kept in the state file of `pbem hotseat`, where nobody reads it by accident."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.campaign.core import packed_json
from pbem.engine.hidden import Draw, Own
from pbem.engine.options import Json

if TYPE_CHECKING:
    from pbem.campaign.core.machine import GameMachine

# Bytes that all hidden things of a game may have together.
_LIMIT = 8 * 2**20
_MEMBERS = {"markers": dict, "leaves": dict, "draws": list, "sealed": dict}


@dataclass
class Hand:
    """What one army hides. markers: marker -> content. leaves: tree -> name -> value. draws: its private draws.

    sealed: label of a question -> the answer that waits to be opened.
    """

    markers: dict[str, Json] = field(default_factory=dict)
    leaves: dict[str, dict[str, Json]] = field(default_factory=dict)
    draws: list[Draw] = field(default_factory=list)
    sealed: dict[str, Json] = field(default_factory=dict)


Hands = dict[str, Hand]


def own_of_hand(army: str, hands: Hands) -> Own:
    """The same as the rulebook's compiler and template want to have it."""
    hand = hands[army]
    return Own(army, dict(hand.markers), {tree: dict(values) for tree, values in hand.leaves.items()}, list(hand.draws))


def pack(hands: Mapping[str, Hand]) -> str:
    """The hands as one line of letters. It is a curtain, not a lock: whoever decodes it reads everything."""
    data = {
        army: {
            "markers": hand.markers,
            "leaves": hand.leaves,
            "draws": [[draw.seq, draw.label, draw.faces, draw.result] for draw in hand.draws],
            "sealed": hand.sealed,
        }
        for army, hand in hands.items()
    }
    return packed_json.pack(data)


def unpack(text: str, machine: GameMachine, markers: Mapping[str, Any]) -> Hands:
    """What `pack` made, for a game in which `markers` hold a content. Raises ValueError, KeyError, TypeError."""
    read = packed_json.unpack(text, _LIMIT)
    if not isinstance(read, dict) or set(read) != set(machine.seats):
        raise ValueError("what is hidden is not that of its two armies")
    hands = {army: _hand(read[army], machine.leaves[machine.seats[army]]) for army in sorted(read)}
    _require_contents(hands, machine, markers)
    return hands


def _hand(read: Any, leaves: Mapping[str, Sequence[str]]) -> Hand:
    if not isinstance(read, dict) or {name: type(value) for name, value in read.items()} != _MEMBERS:
        raise ValueError("what an army hides has other members")
    for tree, values in read["leaves"].items():
        if not isinstance(values, dict) or set(values) - set(leaves.get(tree, ())):
            raise ValueError("what an army hides has leaves that the rules do not know")
    draws = []
    for seq, label, faces, result in read["draws"]:
        if [type(value) for value in (seq, label, faces, result)] != [int, str, int, int]:
            raise ValueError("a private draw has a wrong type")
        draws.append(Draw(seq, label, faces, result))
    return Hand(read["markers"], read["leaves"], draws, read["sealed"])


def _require_contents(hands: Hands, machine: GameMachine, markers: Mapping[str, Any]) -> None:
    """Every marker in play has its content, in the hand of its army, and nothing else has."""
    import jsonschema_rs

    assert machine.forces is not None
    fits = jsonschema_rs.Draft202012Validator(json.loads(json.dumps(machine.forces.content_schema()))).is_valid
    held = {name: machine.seats[army] for army, hand in hands.items() for name in hand.markers}
    if len(held) < sum(len(hand.markers) for hand in hands.values()) or held != {
        name: entry["side"] for name, entry in markers.items()
    }:
        raise ValueError("the markers are not those whose contents are kept")
    if not all(fits(content) for hand in hands.values() for content in hand.markers.values()):
        raise ValueError("a marker holds what no marker can hold")
