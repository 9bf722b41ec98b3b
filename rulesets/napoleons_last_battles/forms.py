"""What a player may write of this game: each member of orders, answers, standing orders and set-ups is declared here.

Schemas, translation, templates, reports, the page and docs follow from it (`pbem.hexgame.documents`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.engine import gesture
from pbem.engine.options import Json
from pbem.engine.requests import ASK
from pbem.hexgame.documents.form import By, Entries, Fields, Form, Instead, OneOf, answer, fields, one, some
from pbem.hexgame.documents.kinds import Choice, Unit, Word, Yes
from pbem.hexgame.documents.vocabulary import ANSWER, COLUMN, Vocabulary, attack_list, reduce

ARMS: Final = ("infantry", "cavalry", "artillery")
WORDS: Final = Vocabulary("camp-5", "Campi", "1745", "1744")
UNIT, HEX, WISH = WORDS.unit, WORDS.hex, WORDS.wish
LEADER: Final = Unit("write his name, such as ney", "a leader", "leader")
PASS: Final = Choice(("yes",), "the word yes")
_MEMO: Final = Word("^[a-z0-9][a-z0-9/-]{0,23}$", "one of the values of the memo")

# -- movement ------------------------------------------------------------------------

MOVE: Final = replace(
    fields(
        unit=one(UNIT, "who moves", more=", a unit or leader", gesture=gesture.WHO),
        units=some(
            UNIT,
            "those of a hex who take the same way together",
            more=", leaders too; each pays its own costs",
            noun="the units that move together",
            mend="write a list: [camp-5, huss-5]",
            least=1,
            most=12,
        ),
        to=WORDS.to(),
        path=WORDS.path(most=40),
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
        bombard=WORDS.bombard(
            "artillery exactly two hexes away (7.1) that joins in", ", or next to the enemy across a river"
        ),
        reduce=reduce("6.2C"),
        leader=one(
            LEADER,
            "the leader who takes command of an attacking stack (16.13)",
            default="nobody",
            more=", in whose hex he stands",
            instead={"nobody": "no leader", ASK: "leader asked"},
            said="led by {}",
        ),
        pay=WORDS.pay(
            "6.5A", "; adjacent attackers whose strengths together, by the faces that lie up, cover the loss"
        ),
        retreat=WORDS.retreat("6.6", "7.1E"),
        displace=WORDS.displace("friends that give way first if no hex has room (6.6D)"),
        advance=WORDS.advance(
            "6.7",
            ", `with` the other unit of its hex (15.6)",
            some(UNIT, noun="who comes along (15.6)", said="with {}"),
        ),
    ),
    key="manner",
)
CONDITION: Final = WORDS.condition()
ATTACK: Final = WORDS.attack(
    MANNER, CONDITION, on=", each with all who stand there", by=", and who stand together attack together"
)
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
        "attacks": attack_list(ATTACK, "6.1", 200),
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

ASKS: Final[dict[str, Json]] = {
    **WORDS.answers(some(UNIT, noun="who comes along")),
    "orders": ORDERS_FORM.bound(),
    "arm": answer("Arms that an attack enhances, as its defender chooses", ANSWER),
    "bombardier": answer("Whether a bombarding battery stays or retreats", ANSWER),
    "chateau": answer("Whether a unit holds its chateau or leaves it", ANSWER),
    "deploy": answer("Hexes in which the units of an opened marker stand", By(UNIT, HEX)),
    "flee": answer("Hex with a friend to which a leader goes", ANSWER),
    "leader": answer("Leader who takes command of a defending stack, or none", ANSWER),
    "mounted": answer("Hex to which a mounted unit falls back before combat, or that it stays", ANSWER),
    "place": answer("Hex in which a unit or leader stands at first", ANSWER),
}
"""What `data/asks/` holds."""
