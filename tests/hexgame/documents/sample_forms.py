"""The documents of a bigger game in the forms of the toolkit: stacks, commanders, memos, conditions within conditions,
and a facing, a kind of word that the toolkit does not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.engine.gesture import ALL, PATH, TARGETS, WHO
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK
from pbem.hexgame.documents.form import By, Entries, Fields, Form, Instead, Member, Node, OneOf, Some, fields, one, some
from pbem.hexgame.documents.kinds import Called, Choice, Hex, OwnUnit, Schema, Target, Unit, Wish, Word, Writer, Yes
from pbem.hexgame.documents.names import Names, Path

DIRECTIONS: Final = ("n", "ne", "se", "s", "sw", "nw")
PLACE: Final = ("[0-9]{4}", ".{0,56}[A-Za-zÀ-ž]{3}.{0,56}")
UNIT: Final = Unit("write its id or its printed name, such as camp-5 or Campi")
LEADER: Final = Unit("write his name, such as ney", "a leader", "leader")
HEX: Final = Hex(*PLACE)
TARGET: Final = Target(*PLACE, noun="the hex of an enemy", key="target")
WISH: Final = Wish(HEX, DIRECTIONS)
NAME: Final = Word("^[a-z0-9][a-z0-9_-]{0,15}$", "the name of an attack")
COLUMN: Final = Choice(noun="an odds column", key="column", pattern="^[0-9]{1,2}-[0-9]{1,2}$")
RESULT: Final = Choice(("Ae", "De", "Ex", "Ar", "Dr"), "a combat result")
DEPTH: Final = 3


def _condition(depth: int) -> Node:
    """Conditions, which may hold others as often as depth says."""
    simple = (
        fields(
            attack=one(NAME, required=True, said="attack {}"),
            result=some(RESULT, required=True, least=1, said="gave {}"),
        ),
        fields(vacant=one(HEX, required=True, said="{} is vacant")),
        Fields({"odds-at-least": one(COLUMN, required=True, said="the odds are at least {}")}),
    )
    if not depth:
        return OneOf(simple, "a condition")
    inner = _condition(depth - 1)
    joined = (
        fields(all=some(inner, required=True, least=1, single=False, said="{}")),
        fields(any=some(inner, required=True, least=1, single=False, ends="or", said="{}")),
        Fields({"not": one(inner, required=True, said="not so that {}")}),
    )
    return OneOf((*simple, *joined), "a condition")


CONDITION: Final = _condition(DEPTH)
_STEPS: Final = fields(
    to=one(HEX, "destination", written=True),
    path=some(HEX, "every hex in order", least=1, single=False, gesture=PATH),
    enter=one(HEX, "the hex in which it comes in", written=True),
    exit=one(Choice(("north", "east", "south", "west"), "a map edge"), "leave for good"),
    garrison=one(Yes(), "stays as a garrison"),
    charge=one(Yes(), "marked to charge"),
)
_MOVE: Final[Mapping[str, Any]] = {
    "any_of": tuple(_STEPS.members),
    "shapes": (("path",), ("path", "exit"), ("path", "charge"), ("garrison",)),
}
ORDER: Final = OneOf(
    (
        replace(fields(unit=one(UNIT, required=True, gesture=WHO), **_STEPS.members), **_MOVE),
        replace(fields(units=some(UNIT, required=True, least=1, single=False), **_STEPS.members), **_MOVE),
    ),
    "a move",
)
_RETREAT: Final = fields(
    unit=one(UNIT, required=True, said="{}"),
    to=some(WISH, required=True, instead={ASK: "where asked"}, ends="or", each=True, said="to {}"),
)
_ADVANCE: Final = replace(fields(unit=one(UNIT, required=True, said="{}"), to=one(HEX, said="to {}")), short="unit")
MANNER: Final = replace(
    fields(
        bombard=some(UNIT, "artillery exactly two hexes away", default="none", said="bombarded by {}"),
        reduce=one(COLUMN, "lower the odds", default="not", example="3-1", said="odds lowered to {}"),
        leader=one(LEADER, "who leads it", default="nobody", said="led by {}"),
        pay=some(UNIT, "who pays an exchange", default="the fewest", instead={ASK: "payment asked"}, said="{} pay"),
        retreat=some(
            _RETREAT, "where they retreat", default="away", instead={ASK: "retreats asked"}, said="retreat of {}"
        ),
        displace=some(UNIT, "who gives way", default="the weakest", instead={ASK: "asked"}, said="{} give way"),
        advance=some(
            _ADVANCE,
            "who follows",
            default="no",
            instead={"no": "no advance", ASK: "advance asked"},
            said="advance of {}",
        ),
    ),
    key="manner",
)
ATTACK: Final = replace(
    fields(
        id=one(NAME, "its name", default="the first hex", example="a1"),
        on=some(TARGET, "the hexes under attack", required=True, least=1, said="on {}", gesture=TARGETS),
        by=some(UNIT, "who attacks", default="all who can", said="by {}", gesture=ALL),
        **MANNER.members,
        if_=one(CONDITION, "when it is made", said="only if {}"),
        else_=one(MANNER, "how it is made otherwise"),
    ),
    key="attack",
)
_GIVEN: Final = Instead(
    {
        "reorganizes": "reorganizes",
        "withholds": "passes no command on",
        "active": "is made active",
        "inactive": "is made inactive",
    },
    fields(officers=some(LEADER, said="commands {}"), units=some(UNIT, said="{}")),
)
_WHEN: Final = Instead({"never": "never", "always": "always"}, Fields({"odds-at-least": one(COLUMN, required=True)}))
ORDERS: Final = Form(
    "Orders of a player turn",
    {
        "orders": Entries(ORDER, "Moves in this order.", "a list of moves"),
        "attacks": Entries(ATTACK, "Attacks in this order.", "a list of attacks"),
    },
    {
        "command": one(
            By(LEADER, _GIVEN),
            "whom each commander commands, who reorganizes instead, and headquarters (11, 12.1D, 16.14)",
        ),
        "mounted": one(By(UNIT, _WHEN), "who falls back before combat"),
        "memos": one(By(Word("^[a-z0-9-]{1,24}$"), Word("^[a-z0-9-]{1,24}$")), "decisions written down"),
        "pass": one(Yes(), "nothing is ordered this night"),
    },
)
_OWN: Final = OwnUnit(UNIT.mend)
STANDING: Final[Mapping[str, Member]] = {
    "retreat": one(fields(to=some(WISH), units=one(By(_OWN, Some(WISH)))), "where it retreats to"),
    "displace": one(fields(push=some(_OWN)), "who gives way first"),
    "advance": one(
        fields(when=one(Choice(("never", "always", "safe"))), units=some(_OWN), hexes=some(HEX)), "who follows"
    ),
    "order": one(fields(first=some(_OWN)), "who retreats first"),
    "chateau": one(Choice(("hold", "leave")), "whether it stays on Dr", default="hold"),
    "mounted": one(fields(when=one(_WHEN), to=some(WISH)), "when it falls back before combat"),
    "arm": one(Choice(("infantry", "cavalry", "artillery")), "which arm counts first"),
    "leader": one(Instead({"never": "never"}, Word("^[1-9][0-9]?$")), "from which strength a leader joins"),
    "flee": one(fields(hexes=some(HEX)), "where leaders go"),
    "deploy": one(fields(hexes=some(HEX)), "where units of an opened marker stand"),
}


@dataclass(frozen=True, slots=True)
class Facing:
    """A kind of word that the toolkit does not know: the corner of a hex to which somebody looks."""

    vertices: tuple[str, ...] = ("n", "ne", "se", "s", "sw", "nw")

    def written(self, writer: Writer) -> Schema:
        return writer.ref("facing", lambda: {"type": "string", "maxLength": 20, "x-noun": "a facing"})

    def bound(self) -> Schema:
        return {"enum": list(self.vertices)}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        short = "".join(word[:1] for word in str(said).replace("-", " ").split())
        found = said if said in self.vertices else short
        if found not in self.vertices:
            names.fault(path, Refusal("", f"{said} is no corner of a hex", legal=self.vertices))
        return found

    def told(self, value: Json, called: Called) -> str:
        return f"towards {value}"
