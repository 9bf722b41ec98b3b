"""A game made for tests: it asks for everything that a rule can ask for.

Two armies, six rounds. In each the phasing army sends a patrol to one of three boxes. The owner of the
face-down counter there first claims whether it is awake, then both show the secret chit of their
standing orders, the counter is turned face up, dice fall, the loser gives up a point of his choice and
the owner draws a card that nobody else sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import NO_LEGEND, PHASE_BOUND, Compiled, Game, Line, Scenario, Slot, Telling, Writing
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import ORDERS, Choose, Claim, Consult, Open, Phase, Roll, Tell
from pbem.engine.views import Hidden

BOXES = ("east", "mill", "west")
FOE = {"red": "blue", "blue": "red"}


class Patrol:
    """Orders: {"box": one of BOXES}; {} sends nobody."""

    def why_not(self, answer: Json) -> Refusal | None:
        if answer in ({}, *({"box": box} for box in BOXES)):
            return None
        return Refusal("2.1", f"no patrol can go to {answer!r}", legal=BOXES)

    def default(self) -> Json:
        return {}

    def sample(self, pick: Pick) -> Json:
        return {"box": BOXES[pick(len(BOXES))]}

    def describe(self) -> Json:
        return {"boxes": list(BOXES)}


class Ambush(Game, Writing, Telling):
    """Decides, writes and tells all by itself."""

    scenario = Scenario("ambush", "Ambush", ("red", "blue"))

    def start(self) -> Json:
        return {"round": 1, "army": "red", "points": {"red": 5, "blue": 5}, "cards": 0}

    def over(self, at: Json) -> dict[str, Json]:
        if at["round"] <= 6 and min(at["points"].values()) > 0:
            return {}
        best = max(at["points"], key=lambda army: (at["points"][army], army))
        return {"how": "played", "winner": best}

    def phase(self, at: Json) -> Phase:
        army, foe = at["army"], FOE[at["army"]]
        points = dict(at["points"])
        label = f"r{at['round']}.{army}"
        yield Tell({"kind": "headline", "round": at["round"], "army": army})
        wind = (yield Roll("1d6", label=f"{label}.wind", rule="1.1"))[0]
        orders = yield Choose(army, ORDERS, Patrol(), f"{label}.orders")
        cards = at["cards"]
        box = yield Choose(
            army, "box", Listed(("none", *BOXES), "2.1", "a box"), f"{label}.box", said=orders.get("box", "none")
        )
        if box != "none":
            yield from self._contact(label, army, foe, box, wind, points)
            yield Roll("1d10", label=f"{label}.card", rule="3.4", owner=foe)
            cards += 1
        nxt = at["round"] + (army == "blue")
        return {"round": nxt, "army": foe, "points": points, "cards": cards}

    def _contact(self, label: str, army: str, foe: str, box: str, wind: int, points: dict[str, int]) -> Phase:
        marker = f"{foe}-{box}"
        awake = yield Claim(foe, marker, "awake", Listed((False, True), "2.2", "a claim"), f"{label}.awake")
        (chit,) = yield Consult(foe, ("chit",), f"{label}.chits")
        own = yield Choose(army, "chit", Listed((0, 1, 2), "3.1", "a chit"), f"{label}.chit", slot="chit", obliged=True)
        (content,) = yield Open(foe, (marker,), f"{label}.contact")
        facts = Hidden(foe, content)
        dice = yield Roll("2d6", label=f"{label}.fight", rule="3.2", where=(box,))
        defence = dice[1] + facts.seen_by(foe)["strength"] + (1 if awake else 0) + (chit if type(chit) is int else 0)
        loser = army if dice[0] + own + (wind == 6) <= defence else foe
        pays = yield Choose(
            loser,
            "pay",
            Listed(("point", "honour"), "3.3", "a payment"),
            f"{label}.pay",
            slot="pay" if loser == foe else "",
            said="ask" if loser == army else "point",
            read=lambda said: ("ask" if points[loser] == 1 else "point") if said == "careful" else said,
            obliged=True,
        )
        if pays == "point":
            points[loser] -= 1
        yield Tell({"kind": "fight", "box": box, "loser": loser, "pays": pays, "dice": list(dice)})

    def slots(self, army: str) -> Sequence[Slot]:
        return (
            Slot("chit", {"type": "integer", "minimum": 0, "maximum": 2}, 0, "Secret chit.", PHASE_BOUND),
            Slot("pay", {"enum": ["point", "honour", "careful"]}, "point", "What a loser gives up."),
        )

    def schema(self, ask: str) -> Json:
        if ask == ORDERS:
            return {
                "type": "object",
                "additionalProperties": False,
                "properties": {"box": {"type": "string", "maxLength": 8}},
            }
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {"answer": {"type": "string"}},
            "required": ["answer"],
        }

    @property
    def writing(self) -> Writing:
        return self

    @property
    def telling(self) -> Telling:
        return self

    def phase_name(self, at: Json) -> str:
        return f"{at['round']}-{at['army']}"

    def headline(self, at: Json) -> str:
        return f"Round {at['round']}, {at['army']}"

    def text(self, at: Json) -> str:
        return f"{at['round']} {at['army']} {at['points']['red']}/{at['points']['blue']} {at['cards']}"

    def read_text(self, text: str) -> Json:
        turn, army, points, cards = text.split()
        red, blue = points.split("/")
        return {"round": int(turn), "army": army, "points": {"red": int(red), "blue": int(blue)}, "cards": int(cards)}

    def position_of(self, request: Choose) -> Json:
        return request.scene

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        return (Line("box: mill", off=True),)

    def document_schema(self, ask: str) -> Json:
        return self.schema(ask)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        return self.schema(request.what)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        return Compiled(dict(document))

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        return {}

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        return str(event["kind"])

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        return NO_LEGEND

    def name(self, thing: str) -> str:
        return thing

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        return {"points": at["points"]}


def markers() -> dict[str, Any]:
    """What every counter holds."""
    return {f"{army}-{box}": {"strength": i} for army in FOE for i, box in enumerate(BOXES)}
