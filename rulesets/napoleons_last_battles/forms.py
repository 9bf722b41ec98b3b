"""What a player may write of this game: each member of orders, answers, standing orders and set-ups is declared here.

Schemas, translation, templates, reports, the page and docs follow from it (`pbem.hexgame.documents`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.engine import desk
from pbem.engine.options import Json
from pbem.engine.requests import ASK
from pbem.hexgame.documents.attack_members import advances, retreats
from pbem.hexgame.documents.form import By, Entries, Fields, Form, Instead, OneOf, Some, answer, fields, one, some
from pbem.hexgame.documents.kinds import Choice, Hex, Target, Unit, Wish, Word, Yes

DIRECTIONS: Final = ("n", "ne", "se", "s", "sw", "nw")
RESULTS: Final = ("Ae", "De", "Ex", "Ar", "Dr")
ARMS: Final = ("infantry", "cavalry", "artillery")
ATTACK_NAME: Final = 16
_COLUMN: Final = "^[0-9]{1,2}-[0-9]{1,2}$"

# In orders a hex may be called by the name that is printed on it.
_PLACE: Final = ("[0-9]{4}", ".{0,56}[A-Za-zÀ-ž]{3}.{0,56}")
UNIT: Final = Unit("write its id or its name, such as camp-5 or Campi")
LEADER: Final = Unit("write his name, such as ney", "a leader", "leader")
HEX: Final = Hex(*_PLACE, 'write its four digits: "1744", or the name that is printed on it')
TARGET: Final = Target(*_PLACE, HEX.mend, noun="the hex of an enemy", key="target")
WISH: Final = Wish(HEX, DIRECTIONS)
NAME: Final = Word(
    f"^[a-z0-9][a-z0-9_-]{{0,{ATTACK_NAME - 1}}}$", "the name of an attack", "write up to 16 small letters and digits"
)
COLUMN: Final = Choice(noun="an odds column", key="column", pattern=_COLUMN)
RESULT: Final = Choice(RESULTS, "a combat result")
PASS: Final = Choice(("yes",), "the word yes")
_MEMO: Final = Word("^[a-z0-9][a-z0-9/-]{0,23}$", "one of the values of the memo")

# -- movement ------------------------------------------------------------------------

MOVE: Final = replace(
    fields(
        unit=one(UNIT, "who moves", more=", a unit or leader", gesture=desk.WHO),
        units=some(
            UNIT,
            "those of a hex who take the same way together",
            more=", leaders too; each pays its own costs",
            noun="the units that move together",
            mend="write a list: [camp-5, huss-5]",
            least=1,
            most=12,
        ),
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
            mend='write every hex in order: ["1648", "1647"]',
            least=1,
            most=40,
            single=False,
            gesture=desk.PATH,
        ),
        enter=one(
            HEX,
            "the hex in which a reinforcement comes in",
            more=" (5.6); with `to` it goes on from there",
            written=True,
        ),
        exit=one(
            HEX,
            "leave the map for good at this hex (5.5)",
            more=", an exit of the scenario; the way there is found, or given by `path`",
        ),
        charge=one(Yes(), "this march is a charge of cavalry (16.8)", more="; beside `to` or `path`"),
        garrison=one(Yes(), "form a garrison in the chateau where it stands (16.11)", more="; stands alone"),
        hold=one(Yes(), "stay where it is", more="; a garrison comes out of its walls by it (16.11C); stands alone"),
    ),
    key="move",
    noun="a move",
    any_of=("unit", "units"),
    shapes=tuple(
        (who, *way)
        for who in ("unit", "units")
        for way in (("path",), ("path", "exit"), ("path", "charge"), ("garrison",), ("hold",))
    ),
)

# -- combat ----------------------------------------------------------------------------

MANNER: Final = replace(
    fields(
        bombard=some(
            UNIT,
            "artillery exactly two hexes away (7.1) that joins in",
            default="none",
            more=", or next to the enemy across a river",
            noun="the artillery that bombards",
            said="bombarded by {}",
            gesture=desk.FAR,
        ),
        reduce=one(
            COLUMN,
            "lower the odds of your own will (6.2C)",
            more=", to a column such as `2-1`",
            default="not",
            help="lower the odds to this column (6.2C)",
            example="3-1",
            said="odds lowered to {}",
        ),
        leader=one(
            LEADER,
            "the leader who takes command of an attacking stack (16.13)",
            default="nobody",
            more=", in whose hex he stands",
            instead={"nobody": "no leader", ASK: "leader asked"},
            said="led by {}",
        ),
        pay=some(
            UNIT,
            "who pays an exchange (6.5A)",
            default="the cheapest sufficient set",
            more="; adjacent attackers whose strengths together, by the faces that lie up, cover the loss",
            noun="ask or the units that pay an exchange",
            instead={ASK: "payment asked"},
            said="an exchange is paid with {}",
        ),
        retreat=retreats(
            UNIT,
            WISH,
            "where it retreats if it must (6.6)",
            more="; `{unit, to}`, `to` being hexes and directions in order of preference, or `ask`; "
            "bombarders retreat only if you wish it (7.1E)",
            mend='write [{unit: camp-5, to: ["1745", s]}]',
        ),
        displace=some(
            UNIT,
            "friends that give way first if no hex has room (6.6D)",
            default="the weakest, guns last",
            noun="ask or the friends that give way first",
            most=64,
            instead={ASK: "displacement asked"},
            said="{} give way first",
        ),
        advance=advances(
            UNIT,
            HEX,
            "who may enter a vacated hex (6.7)",
            more="; a unit, or `{unit, to}`, the best first, `with` the other unit of its hex (15.6)",
            mend='write no, ask, a unit, or [{unit: camp-5, to: "1744"}]',
            along=some(UNIT, noun="who comes along (15.6)", said="with {}"),
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
    'write {attack: a1, result: [Dr, De]} or {vacant: "1744"}',
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
            "the hexes under attack, each with all who stand there",
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
            more="; each touches every hex of `on`, and who stand together attack together",
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
HOW: Final = ("reduce", "leader", "pay", "advance", "retreat", "displace")
"""Members of an attack in the order in which a report tells them."""
_ODDS: Final = Fields({"odds-at-least": one(COLUMN, required=True, said="odds at least {}")})
WHEN: Final = Instead({"never": "never", "always": "always"}, _ODDS, "never, always or {odds-at-least: 2-1}")
"""nlb 15.3-1: when mounted units fall back before combat."""
_MOUNTED: Final = OneOf(
    (
        _ODDS,
        fields(
            when=one(WHEN, required=True, said="{}"),
            to=some(WISH, noun="hexes or directions", ends="or", each=True, said="to {}"),
        ),
    ),
    "never, always, {odds-at-least: 2-1} or {when, to}",
)

# -- command ----------------------------------------------------------------------------

COMMANDED: Final = Instead(
    {
        "reorganizes": "reorganizes",
        "withholds": "passes no command on",
        "active": "active",
        "inactive": "inactive",
    },
    fields(
        officers=some(LEADER, "officers who receive command and pass it on (11.1B)", noun="officers", said="{}"),
        units=some(UNIT, "units that receive command themselves (11.1A)", noun="units", said="{}"),
    ),
    "officers and units, reorganizes, withholds, active or inactive",
    "write {officers: [reille], units: [pire]} for a commander",
)
REORGANIZE: Final = replace(
    fields(
        unit=one(UNIT, "an eliminated unit that returns at its reduced strength (12.0)", required=True),
        officer=one(
            LEADER,
            "who reorganizes it",
            more=", an officer of its organization, or a commander under 16.16B",
            default="the officer of its organization",
        ),
        at=one(HEX, "where it is placed", more=", the hex of who reorganizes it", default="the hex of the officer"),
    ),
    key="reorganization",
    noun="a reorganization",
    short="unit",
)

# -- hidden movement --------------------------------------------------------------------

HIDE: Final = replace(
    fields(
        pair=one(
            Word("^hm-[fpa][1-8]$", "a pair of markers", "write its id, such as hm-f1"),
            "the pair that is placed or revealed",
            required=True,
        ),
        at=one(HEX, "the hex into which both markers go", more=", in or next to which the units stand"),
        units=some(
            UNIT,
            "whom the pair hides (16.6A): units with their officers",
            more="; without `at` reinforcements that are due, whose markers then come in by orders",
            noun="the units that are hidden",
            mend="write a list: [camp-5, huss-5]",
            least=1,
            most=24,
        ),
        real=one(
            Choice(("a", "b"), "one of the two markers"),
            "the marker under which they really are; nobody else learns it",
            default="one that nobody can foresee",
            written=True,
        ),
        reveal=one(Yes(), "turn both markers and deploy the units (16.6C)"),
        deploy=one(
            By(UNIT, HEX),
            "where each of them stands, in or next to the hex of the real marker",
            default="as near as can be",
        ),
    ),
    key="hide",
    noun="an entry of hidden movement",
    mend="write 'key: value' lines with pair, at and units, or pair and reveal",
    shapes=(("at", "units"), ("units",), ("reveal",), ("reveal", "deploy")),
)

# -- the document -----------------------------------------------------------------------

SETUP: Final = "setup"
ORDERS_FORM: Final = Form(
    "Orders of a player turn, or a set-up",
    {
        "reorganize": Entries(REORGANIZE, "Units that come back.", "a list of units that are reorganized", 64),
        "hidden": Entries(HIDE, "Pairs of markers that are placed or revealed (16.6).", "a list of pairs", 20),
        "orders": Entries(MOVE, "Moves, executed in this order; each unit at most once.", "a list of moves", 200),
        "attacks": Entries(
            ATTACK,
            "Attacks, resolved in this order. Left out, the default allocation of 6.1 counts.",
            "a list of attacks",
            200,
        ),
    },
    {
        "command": one(
            By(LEADER, COMMANDED),
            "whom each commander gives command (11.0)",
            default="as much strength as there is capacity for",
        ),
        "mounted": one(
            By(UNIT, Instead({"never": "never", "always": "always"}, _MOUNTED)),
            "cavalry and horse artillery that fall back before combat (15.3)",
            default="never",
        ),
        "memos": one(
            By(Word("^[a-z][a-z0-9-]{0,23}$", "a memo"), _MEMO),
            "decisions written down in secret, opened later (18.5C, 22.6B, 28.0D)",
            written=True,
        ),
        SETUP: one(
            By(UNIT, HEX, 96), "unit or leader -> the hex in which he begins", default="in the middle of his own"
        ),
        "pass": one(PASS, "nothing is ordered in this player turn"),
    },
)

# -- answers in mid-phase -----------------------------------------------------------------

_UNITS: Final = Some(UNIT)
_WORD: Final = Word("^[a-z0-9-]{1,24}$")
_ADVANCES: Final = fields(
    unit=one(UNIT, required=True), to=one(HEX, required=True), with_=some(UNIT, noun="who comes along")
)
ASKS: Final[dict[str, Json]] = {
    "orders": ORDERS_FORM.bound(),
    "advance": answer("Who advances after combat, and where to", Instead({"no": ""}, _ADVANCES)),
    "arm": answer("Arms that an attack enhances, as its defender chooses", _WORD),
    "bombardier": answer("Whether a bombarding battery stays or retreats", _WORD),
    "chateau": answer("Whether a unit holds its chateau or leaves it", _WORD),
    "deploy": answer("Hexes in which the units of an opened marker stand", By(UNIT, HEX)),
    "displace": answer("Friend that a retreating unit displaces", _WORD),
    "flee": answer("Hex with a friend to which a leader goes", _WORD),
    "leader": answer("Leader who takes command of a defending stack, or none", _WORD),
    "mounted": answer("Hex to which a mounted unit falls back before combat, or that it stays", _WORD),
    "order": answer("Units in the order in which they retreat", _UNITS),
    "pay": answer("Units that pay an exchange", _UNITS),
    "place": answer("Hex in which a unit or leader stands at first", _WORD),
    "retreat": answer("Hex to which a unit retreats", _WORD),
}
"""What `data/asks/` holds."""
