"""What a player may write of this game: each member of orders, answers and conditions is declared here, once.

Schemas, translation, templates, reports, the page and docs/orders.md follow from it (`pbem.hexgame.documents`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.engine import gesture
from pbem.engine.options import Json
from pbem.hexgame.documents.form import Entries, Form, answer, fields, one
from pbem.hexgame.documents.kinds import Choice, Yes
from pbem.hexgame.documents.names import Names, names_in
from pbem.hexgame.documents.vocabulary import ANSWER, Vocabulary, attack_list, reduce
from rulesets.napoleon_at_war.setting import Setting

EDGES: Final = ("north", "east", "south", "west")
WORDS: Final = Vocabulary("suc-1", "1/Suchet", "0508", "0609")
UNIT, HEX, WISH = WORDS.unit, WORDS.hex, WORDS.wish

MOVE: Final = replace(
    fields(
        unit=one(UNIT, required=True, gesture=gesture.WHO),
        to=WORDS.to(),
        path=WORDS.path(),
        enter=one(
            HEX, "the hex in which a reinforcement enters", more="; with `to` it goes on from there", written=True
        ),
        exit=one(
            Choice(EDGES, "a map edge"),
            "leave for good (17.0)",
            more=" over that edge, from where it stands, from `to` or from the end of `path`",
        ),
        transit=one(
            Choice(noun="a section of the transit track", key="section", pattern="^[a-z][a-z-]{0,15}$"),
            "leave onto this section of the transit track (17.1)",
            more=", in the same way; `western` or `eastern`",
        ),
        track=one(
            Choice(("advance", "wait"), "a step on the transit track"),
            more="what a unit on the transit track does; stands alone",
        ),
        refuse=one(Yes(), "never enter the game (14.21)", more="; stands alone"),
    ),
    key="move",
    noun="a move",
    any_of=("to", "path", "enter", "exit", "transit", "track", "refuse"),
    shapes=(("path",), ("path", "exit"), ("path", "transit"), ("track",), ("refuse",)),
)

FAR_IN_FOG: Final = "artillery next to an enemy across a river (8.1, 16.2) that joins in"
MANNER: Final = replace(
    fields(
        bombard=WORDS.bombard("artillery two hexes away (8.1) that joins in"),
        reduce=reduce("7.9"),
        pay=WORDS.pay("7.6", "; adjacent attackers whose printed strengths together cover the loss"),
        retreat=WORDS.retreat("7.71", "8.15"),
        displace=WORDS.displace("friends that give way first if no hex is vacant (7.8)"),
        advance=WORDS.advance("7.74"),
    ),
    key="manner",
)
CONDITION: Final = WORDS.condition()
ATTACK: Final = WORDS.attack(MANNER, CONDITION)
HOW: Final = ("reduce", "pay", "advance", "retreat", "displace")
"""Members of an attack in the order in which a report tells them."""
ORDERS_FORM: Final = Form(
    "Orders of a player turn",
    {
        "moves": Entries(MOVE, "Moves, executed in this order; each unit at most once.", "a list of moves"),
        "attacks": attack_list(ATTACK, "7.11"),
    },
)
ASKS: Final[dict[str, Json]] = {
    **WORDS.answers(),
    "orders": ORDERS_FORM.bound(),
    "bombardier": answer("Hex to which a bombarding battery falls back, or that it stays", ANSWER),
    "entry": answer("Hex at which a reinforcement comes in", HEX),
}
"""What `data/asks/` holds."""

FOREIGN: Final = "5.11"
"""Case that somebody breaks who orders units of the other army."""


def translation(setting: Setting, army: str, *, hints: bool = True) -> Names:
    """The names in one document of an army, all of them of its own units (5.11). hints: whether faults say what may
    have been meant."""
    return names_in(setting.roster.units, setting.field, army, setting.names, FOREIGN, hints=hints)
