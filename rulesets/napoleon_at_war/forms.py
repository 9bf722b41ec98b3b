"""What a player may write of this game: each member of orders, answers and conditions is declared here, once.

Schemas, translation, templates, reports, the page and docs/orders.md follow from it (`pbem.hexgame.documents`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.engine import desk
from pbem.engine.options import Json
from pbem.engine.requests import ASK
from pbem.hexgame.documents.attack_members import advances, retreats
from pbem.hexgame.documents.form import Entries, Form, Instead, OneOf, Some, answer, fields, one, some
from pbem.hexgame.documents.kinds import Choice, Hex, Target, Unit, Wish, Word, Yes

DIRECTIONS: Final = ("n", "ne", "se", "s", "sw", "nw")
EDGES: Final = ("north", "east", "south", "west")
RESULTS: Final = ("Ae", "De", "Ex", "Ar", "Dr")
ATTACK_NAME: Final = 16

# In orders a hex may be called by the name that is printed on it.
_PLACE: Final = ("[0-9]{4}", ".{0,56}[A-Za-zÀ-ž]{3}.{0,56}")
UNIT: Final = Unit("write its id or its printed name, such as suc-1 or 1/Suchet")
HEX: Final = Hex(*_PLACE, 'write its four digits: "0609", or the name that is printed on it')
TARGET: Final = Target(*_PLACE, HEX.mend, noun="the hex of an enemy", key="target")
WISH: Final = Wish(HEX, DIRECTIONS)
NAME: Final = Word(
    f"^[a-z0-9][a-z0-9_-]{{0,{ATTACK_NAME - 1}}}$", "the name of an attack", "write up to 16 small letters and digits"
)
RESULT: Final = Choice(RESULTS, "a combat result")

MOVE: Final = replace(
    fields(
        unit=one(UNIT, required=True, gesture=desk.WHO),
        to=one(
            HEX,
            "destination; the cheapest path is taken and shown",
            more=", around enemy zones where need be, always the same among equals",
            written=True,
        ),
        path=some(
            HEX,
            "every hex in order, its own (or the entry hex) first",
            noun="a path",
            mend='write every hex in order: ["0508", "0609"]',
            least=1,
            single=False,
            gesture=desk.PATH,
        ),
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
        bombard=some(
            UNIT,
            "artillery two hexes away (8.1) that joins in",
            default="none",
            noun="the artillery that bombards",
            said="bombarded by {}",
            gesture=desk.FAR,
        ),
        reduce=one(
            Choice(noun="an odds column", key="column", pattern="^[0-9]{1,2}-[0-9]{1,2}$"),
            "lower the odds of your own will (7.9)",
            more=", to a column such as `2-1`",
            default="not",
            help="lower the odds to this column (7.9)",
            example="3-1",
            said="odds lowered to {}",
        ),
        pay=some(
            UNIT,
            "who pays an exchange (7.6)",
            default="the cheapest sufficient set",
            more="; adjacent attackers whose printed strengths together cover the loss",
            noun="ask or the units that pay an exchange",
            instead={ASK: "payment asked"},
            said="an exchange is paid with {}",
        ),
        retreat=retreats(
            UNIT,
            WISH,
            "where it retreats if it must (7.71)",
            more="; `{unit, to}`, `to` being hexes and directions in order of preference, or `ask`; "
            "bombarders retreat only if you wish it (8.15)",
            mend='write [{unit: suc-1, to: ["0607", s]}]',
        ),
        displace=some(
            UNIT,
            "friends that give way first if no hex is vacant (7.8)",
            default="the weakest, guns last",
            noun="ask or the friends that give way first",
            most=64,
            instead={ASK: "displacement asked"},
            said="{} give way first",
        ),
        advance=advances(
            UNIT,
            HEX,
            "who may enter a vacated hex (7.74)",
            more="; a unit, or `{unit, to}`, the best first",
            mend='write no, ask, a unit, or [{unit: suc-1, to: "0811"}]',
        ),
    ),
    key="manner",
)
CONDITION: Final = OneOf(
    (
        fields(
            attack=one(NAME, required=True, said="attack {}"),
            result=some(
                RESULT, noun="combat results", required=True, least=1, most=5, ends="or", each=True, said="gave {}"
            ),
        ),
        fields(vacant=one(HEX, required=True, said="{} is vacant")),
    ),
    "a condition",
    'write {attack: a1, result: [Dr, De]} or {vacant: "0811"}',
)
ATTACK: Final = replace(
    fields(
        id=one(
            NAME,
            "its name for conditions",
            more=", up to 16 of `a-z 0-9 - _`, beginning with a letter or digit",
            default="the first hex under attack",
            example="a1",
        ),
        on=some(
            TARGET,
            "the hexes under attack",
            required=True,
            noun="the hexes under attack",
            least=1,
            said="on {}",
            gesture=desk.TARGETS,
        ),
        by=some(
            UNIT,
            "the adjacent attackers",
            default="none: only `bombard` fires, at one hex",
            more="; each touches every hex of `on`",
            noun="the units that attack",
            said="by {}",
            gesture=desk.ALL,
        ),
        **MANNER.members,
        if_=one(CONDITION, "when it is made", default="always", more="; a condition, below"),
        else_=one(
            MANNER,
            "how it is made where the condition does not hold",
            more=f"; another {', '.join(f'`{key}`' for key in MANNER.members)}; the rest stays",
            default="no attack",
        ),
    ),
    key="attack",
    noun="an attack",
    mend="write 'key: value' lines with on, by and what else the template lists",
)
WHO: Final = ("by", "bombard")
"""Members of an attack that name its units."""
HOW: Final = ("reduce", "pay", "advance", "retreat", "displace")
"""Members of an attack in the order in which a report tells them."""
ORDERS_FORM: Final = Form(
    "Orders of a player turn",
    {
        "moves": Entries(MOVE, "Moves, executed in this order; each unit at most once.", "a list of moves"),
        "attacks": Entries(
            ATTACK,
            "Attacks, resolved in this order. Left out, the default allocation of 7.11 counts.",
            "a list of attacks",
        ),
    },
)

_UNITS: Final = Some(UNIT)
_WORD: Final = Word("^[a-z0-9-]{1,24}$")
_STAND: Final = fields(unit=one(UNIT, required=True), to=one(HEX, required=True))
ASKS: Final[dict[str, Json]] = {
    "orders": ORDERS_FORM.bound(),
    "advance": answer("Who advances after combat, and where to", Instead({"no": ""}, _STAND)),
    "bombardier": answer("Hex to which a bombarding battery falls back, or that it stays", _WORD),
    "displace": answer("Friend that a retreating unit displaces", _WORD),
    "entry": answer("Hex at which a reinforcement comes in", HEX),
    "order": answer("Units in the order in which they retreat", _UNITS),
    "pay": answer("Units that pay an exchange", _UNITS),
    "retreat": answer("Hex to which a unit retreats", _WORD),
}
"""What `data/asks/` holds."""
