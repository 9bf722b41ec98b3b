"""What a player may write of this game: each member of orders, answers and set-ups is declared here.

Schemas, translation, templates, reports and docs follow from it (`pbem.hexgame.documents`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from pbem.engine import gesture
from pbem.engine.options import Json
from pbem.engine.requests import ASK
from pbem.hexgame.documents.form import By, Entries, Form, Instead, Some, answer, fields, one, some
from pbem.hexgame.documents.kinds import Called, Choice, Hex, Schema, Target, Unit, Word, Writer, Yes
from pbem.hexgame.documents.names import Names, Path
from pbem.hexgame.documents.vocabulary import reduce
from pbem.lean import dataclass
from rulesets.campaign_1806.hidden.bound import HIDDEN_ORDERS, hidden_bound
from rulesets.campaign_1806.rules.march.stack import ALONE, WORDS
from rulesets.campaign_1806.scenarios_data import ALTERNATE, REGULAR

NUMBER: Final = "[ns][0-9]{4}"
_PRINTED: Final = ".{0,56}[A-Za-zÀ-ž]{3}.{0,56}"
_MEND: Final = "write the sheet and four digits, such as n1330, or the name that is printed there"
UNIT: Final = Unit("write its id or its name, such as gudin or Gudin")
LEADER: Final = Unit("write his name, such as ney", "a leader", "leader")
HEX: Final = Hex(NUMBER, _PRINTED, _MEND)
TARGET: Final = Target(NUMBER, _PRINTED, _MEND, noun="the hex of an enemy", key="target")


@dataclass(frozen=True, slots=True)
class Step:
    """osg 8.0, 8.21-1, 8.4, 9.2-1, 10.1, 13.11-1: one word of a course: a hex, or what is done there."""

    key: str = "step"

    def written(self, writer: Writer) -> Schema:
        return writer.ref(self.key, self._word)

    def _word(self) -> Schema:
        deeds = ", ".join((*ALONE, *(f"{word} n1330" for word in WORDS)))
        return {
            "type": "string",
            "minLength": 1,
            "maxLength": 72,
            "x-noun": "a hex of a path",
            "x-mend": f"write hexes in order, such as n1330; or between them: {deeds}",
        }

    def bound(self) -> Schema:
        return {"type": "string", "pattern": f"^({'|'.join(ALONE)}|(({'|'.join(WORDS)}) )?{NUMBER})$"}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        text = str(said)
        if text in ALONE:
            return text
        word, blank, at = text.partition(" ")
        if word in WORDS and blank:
            return f"{word} {names.hex(at, path)}"
        return names.hex(text, path)

    def told(self, value: Json, called: Called) -> str:
        return str(value)


# -- movement ------------------------------------------------------------------------

MOVE: Final = replace(
    fields(
        unit=one(UNIT, "who moves", more=", a unit, leader or train", gesture=gesture.WHO, written=True),
        units=some(
            UNIT,
            "those of a hex who go together",
            more=", each at its own costs; on a road march everybody goes alone (8.22)",
            noun="those who move together",
            mend="write a list: [gudin, davout]",
            least=1,
            most=12,
        ),
        to=one(
            HEX,
            "destination; the cheapest way is taken and shown",
            more=", around enemy zones where need be",
            written=True,
        ),
        path=some(
            Step(),
            "every hex in order, its own or the one of entry first",
            more=(
                "; between them march and drop (road march, 8.21, 8.23), vedettes (break down, 13.11), and with a hex "
                "repulse (10), damage, repair (8.4), lay, burn (9.2)"
            ),
            noun="a path",
            mend='write every hex in order: ["n1330", "n1431"]',
            least=1,
            single=False,
            gesture=gesture.PATH,
            most=60,
        ),
        enter=one(HEX, "the hex in which a reinforcement comes in", more=" (15); with `to` it goes on", written=True),
        road=one(Yes(), "go by road march (8.21)", more="; with `to`", written=True),
    ),
    key="move",
    noun="a move",
    any_of=("unit", "units"),
    shapes=(("units", "path"),),
)
DISENGAGE: Final = replace(
    fields(
        units=some(UNIT, "who leaves an enemy zone by night", required=True, least=1, most=12, noun="units"),
        path=some(HEX, "one or two hexes, its own left out (4.2)", required=True, least=1, most=2, noun="a way out"),
    ),
    key="way-out",
    noun="a way out",
)

# -- combat ----------------------------------------------------------------------------

_ADVANCE: Final = fields(
    units=some(UNIT, required=True, noun="who advances", least=1, most=8), to=one(HEX, required=True)
)
ATTACK: Final = replace(
    fields(
        on=some(
            TARGET,
            "the hexes under attack",
            required=True,
            noun="the hexes under attack",
            least=1,
            most=6,
            said="on {}",
            gesture=gesture.TARGETS,
        ),
        by=some(
            UNIT,
            "who attacks, each with all of its stack",
            more=", wherever they have come to; instead of `with`",
            noun="the units that attack",
            said="by {}",
            gesture=gesture.ALL,
            most=24,
        ),
        with_=some(HEX, "the hexes of the stacks that attack", noun="the hexes that attack", said="from {}", most=6),
        reduce=reduce("11.32"),
        leave=some(
            UNIT,
            "horse that retreats before combat (16.2, 13.22)",
            default="none",
            noun="horse that leaves",
            instead={ASK: "retreat before combat asked"},
            said="{} leave before",
        ),
        advance=one(
            _ADVANCE,
            "who enters a hex that was won (11.46)",
            more=": yes for as many as may, or {units, to}",
            default="no",
            instead={"no": "no advance", "yes": "advance", ASK: "advance asked"},
            said="advance {}",
        ),
        retreat=some(
            HEX,
            "hexes toward which it retreats if it must (11.43)",
            default="away from the enemy",
            noun="hexes",
            instead={ASK: "retreats asked"},
            said="retreat to {}",
        ),
        exchange=some(
            UNIT,
            "who pays first in an exchange (11.4)",
            default="the least that is enough",
            noun="units",
            instead={ASK: "payment asked"},
            said="an exchange is paid with {}",
        ),
    ),
    key="attack",
    noun="an attack",
    mend="write {on: [n1531], by: [suchet]}",
    any_of=("by", "with"),
)

# -- command ----------------------------------------------------------------------------

GIVEN: Final = fields(
    officers=some(LEADER, "officers, whose formations follow them (7.11)", noun="officers", most=4, said="{}"),
    units=some(UNIT, "single units (7.11)", noun="units", most=4, said="{}"),
)
REORGANIZE: Final = replace(
    fields(
        leader=one(LEADER, "who brings them back (6.13)", required=True),
        units=some(UNIT, "up to two of the night half (6.21)", required=True, least=1, most=2, noun="units"),
    ),
    key="reorganization",
    noun="a reorganization",
)

# -- the document -----------------------------------------------------------------------

SETUP, PLAN = "setup", "plan"
FORCE: Final = Word("^[a-z][a-z0-9-]{0,23}$", "a force of the tables")
_ATTACKS: Final = "Attacks, in this order. Whatever the rules demand beside them is added (4.31)."
ORDERS_FORM: Final = Form(
    "Orders of a player turn, or a set-up",
    {
        "reorganize": Entries(REORGANIZE, "Units that come back (6).", "a list of units that are reorganized", 40),
        "orders": Entries(MOVE, "Moves, executed in this order; each counter at most once.", "a list of moves", 200),
        "attacks": Entries(ATTACK, _ATTACKS, "a list of attacks", 64),
        "disengage": Entries(DISENGAGE, "Ways out of enemy zones by night (4.2).", "a list of ways", 100),
    },
    {
        "replace": one(By(LEADER, HEX, 16), "captured leader -> where his place is taken (5.13)", default="the first"),
        "command": one(
            By(LEADER, GIVEN, 16),
            "whom each commander puts in command (7.11)",
            default="officers with most to follow them, then the strongest units",
        ),
        "reassemble": some(UNIT, "units that their vedettes become again (13.12)", noun="units", default="none"),
        PLAN: one(
            By(FORCE, Choice((REGULAR, ALTERNATE))),
            "force -> the track by which it comes in (21.81)",
            default="regular",
        ),
        SETUP: one(By(UNIT, HEX, 96), "counter -> the hex in which it begins", default="as the tables have it"),
    },
)

DEAL, SHOW, NOWHERE, CORPS = "deal", "show", "none", "corps"
HIDDEN_MOVE: Final = replace(
    MOVE,
    members={
        **MOVE.members,
        CORPS: one(
            Word("^[a-z][a-z0-9-]{0,23}$", "a corps"),
            "whose counters they are, from one of several players of a side (18); his captain sees whether it is so",
        ),
    },
)
HIDDEN_FORM: Final = replace(
    ORDERS_FORM,
    lists={**ORDERS_FORM.lists, "orders": replace(ORDERS_FORM.lists["orders"], entry=HIDDEN_MOVE)},
    members={
        **ORDERS_FORM.members,
        DEAL: some(
            HEX,
            "hexes whose counters of yours lie face down under fresh numbers from now on (1.5)",
            more=", so that nobody knows any more who is who in them",
            noun="hexes, or none",
            instead={NOWHERE: "nobody is dealt anew"},
            default="every hex in which one of yours lies face up",
            most=96,
        ),
        SHOW: some(UNIT, "who is turned up before he moves (1.5)", noun="units", default="nobody", most=96),
    },
)
"""osg 1.5: what a player writes where counters lie face down."""

# -- answers in mid-phase -----------------------------------------------------------------

_WAY: Final = Word("^[a-z0-9 ]{1,24}$")
_ATTACK_ANSWER: Final = replace(ATTACK, key="", any_of=())
ASKS: Final[dict[str, Json]] = {
    "orders": ORDERS_FORM.bound(),
    "advance": answer("Who advances after combat, and where to", Instead({"no": ""}, _ADVANCE)),
    "attacks": answer("The attacks of a combat phase", Some(_ATTACK_ANSWER, most=64)),
    "exchange": answer("Units that pay an exchange", Some(UNIT)),
    "leave": answer("The way by which a unit retreats before combat, or stay", _WAY),
    "retreat": answer("The way by which a unit retreats", _WAY),
    HIDDEN_ORDERS: hidden_bound(ORDERS_FORM.bound(), NUMBER, Step().bound()["pattern"]),
}
"""What `data/asks/` holds."""
