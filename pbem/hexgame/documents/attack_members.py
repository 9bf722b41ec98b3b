"""Members of an attack for the decisions after its die, which all combats with retreats and advances have alike."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.requests import ASK
from pbem.hexgame.documents.form import Fields, Member, fields, one, some
from pbem.hexgame.documents.kinds import Hex, Node, Wish

MOST = 64
"""Entries of a list of retreats."""


def retreats(unit: Node, wish: Wish, doc: str, *, more: str = "", mend: str = "") -> Member:
    """Where attackers retreat: for each unit hexes and directions, the best first, or `ask`.

    doc: what it means, with the case. more, mend: see `Member` and `Some`.
    """
    entry = fields(
        unit=one(unit, required=True, said="{}"),
        to=some(
            wish,
            noun="hexes or directions",
            required=True,
            instead={ASK: "where asked"},
            ends="or",
            each=True,
            said="to {}",
        ),
    )
    return some(
        entry,
        doc,
        default="away from the enemy",
        more=more,
        noun="ask or a list of retreats",
        mend=mend,
        most=MOST,
        instead={ASK: "retreats asked"},
        said="retreat of {}",
    )


def advances(unit: Node, hex_: Hex, doc: str, *, more: str = "", mend: str = "", along: Member | None = None) -> Member:
    """Which attackers may enter a hex that was vacated, the best first; `no`, or `ask`.

    along: a member that names who comes along, None where nobody does.
    """
    plain = fields(unit=one(unit, required=True, said="{}"), to=one(hex_, said="to {}"))
    members = {**plain.members, **({} if along is None else {"with": along})}
    agreed = "name who may advance, such as [{}], or write no"
    entry: Fields = replace(plain, members=members, short="unit", agreed=agreed)
    return some(
        entry,
        doc,
        default="no",
        more=more,
        noun="no, ask or the units that may advance",
        mend=mend,
        instead={"no": "no advance", ASK: "advance asked"},
        said="advance of {}",
    )
