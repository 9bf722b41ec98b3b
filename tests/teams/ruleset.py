"""Wings, a tiny rulebook made for tests: two armies of several commands, and more than two players.

Each army has two or three wings of two units on a road of nine places. An order names units of any wing and lets them
advance or fire; after four rounds the army that came farther has won. A unit that is fired at stands or ducks by its
army's standing orders.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.contract import (
    NO_LEGEND,
    Compiled,
    Game,
    Line,
    Opponent,
    PlacedRefusal,
    Ruleset,
    Scenario,
    Slot,
    Telling,
    Writing,
)
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Listed, Refusal
from pbem.engine.requests import ORDERS, SILENT, Choose, Phase, Roll, Tell
from pbem.engine.teams import Teams

Json = Any
FOE = {"red": "blue", "blue": "red"}
WINGS = {"red": ("red-left", "red-centre", "red-right"), "blue": ("blue-left", "blue-right")}
UNITS = {f"{wing}-{i}": wing for wings in WINGS.values() for wing in wings for i in (1, 2)}
ROUNDS = 4
TALK = "Team-mates talk only while their wings stand at one place (7.1)."
SIGNALS = ("none", "charge")


def army_of(unit: str) -> str:
    return unit.partition("-")[0]


class Entries:
    """The orders of a turn, judged one by one as they are carried out."""

    def __init__(self, at: Json) -> None:
        self.at = at

    def why_not(self, answer: Json) -> Refusal | None:
        return None

    def default(self) -> Json:
        return {}

    def sample(self, pick: Any) -> Json:
        army = self.at["army"]
        units = [unit for unit in self.at["units"] if army_of(unit) == army]
        orders = [{"units": [unit], "do": ("advance", "fire")[pick(2)]} for unit in units if pick(3)]
        return {"orders": orders, **({"signal": "charge"} if pick(2) else {})}

    def describe(self) -> Json:
        return {"units": [unit for unit in self.at["units"] if army_of(unit) == self.at["army"]]}


class Entry:
    """One order: units of the army that are there and have not acted."""

    def __init__(self, at: Json, acted: set[str]) -> None:
        self.at = at
        self.acted = frozenset(acted)

    def why_not(self, answer: Json) -> Refusal | None:
        for unit in answer["units"]:
            if army_of(unit) != self.at["army"] or unit not in self.at["units"]:
                return Refusal("1.1", f"{unit} is no unit of yours", unit=unit)
            if unit in self.acted:
                return Refusal("2.1", f"{unit} has its order already", unit=unit)
        return None

    def default(self) -> Json:
        return {}

    def sample(self, pick: Any) -> Json:
        return {}

    def describe(self) -> Json:
        return {}


def play(at: Json) -> Generator[Any, Any, Json]:
    army, label = at["army"], f"r{at['round']}.{at['army']}"
    units = dict(at["units"])
    yield Tell({"kind": "headline", "text": f"Round {at['round']}, {army}"})
    orders = yield Choose(army, ORDERS, Entries(at), f"{label}.orders", scene=at)
    acted: set[str] = set()
    for i, said in enumerate(orders.get("orders", ())):
        options = Entry({**at, "units": units}, acted)
        entry = yield Choose(army, "order", options, f"{label}.o{i}", said=said, where=("orders", i), scene=at)
        for unit in entry.get("units", ()) if entry else ():
            acted.add(unit)
            yield from act(units, army, unit, entry["do"], f"{label}.o{i}.{unit}")
    signal = orders.get("signal", SILENT)
    options = Listed(SIGNALS, "3.1", "a signal")
    if (yield Choose(army, "signal", options, f"{label}.signal", said=signal, where=("signal",), scene=at)) == "charge":
        (die,) = yield Roll("1d6", f"{label}.charge", "3.1")
        for unit in sorted(units):
            units[unit] += army_of(unit) == army and die > 3
    return {"round": at["round"] + (army == "blue"), "army": FOE[army], "units": units}


def act(units: dict[str, int], army: str, unit: str, do: str, label: str) -> Generator[Any, Any, None]:
    if do == "advance":
        units[unit] = min(units[unit] + 1, 8)
        yield Tell({"kind": "advanced", "unit": unit, "to": units[unit]})
        return
    targets = sorted(foe for foe in units if army_of(foe) == FOE[army])
    if not targets:
        return
    target = targets[-1]
    options = Listed(("stand", "duck"), "4.2", "a reaction")
    react = yield Choose(FOE[army], "react", options, f"{label}.react", slot=f"react.{UNITS[target]}", obliged=True)
    (die,) = yield Roll("1d6", f"{label}.fire", "4.1")
    if die >= (4 if react == "stand" else 6):
        del units[target]
        yield Tell({"kind": "lost", "unit": target})


class WingsTeams(Teams):
    """`pbem.engine.teams.Teams`."""

    talk = TALK

    def formations(self, army: str) -> Sequence[str]:
        return WINGS[army]

    def letter(self, text: str) -> Sequence[Refusal]:
        found = [word for word in text.split() if word in UNITS]
        return [Refusal("7.2", f"a letter names no unit; this one has {found[0]}")] if found else ()

    def concerned(self, at: Json, army: str, order: Json) -> Sequence[str]:
        return sorted({UNITS[unit] for unit in order["units"] if unit in UNITS})


_ORDER = {
    "type": "object",
    "additionalProperties": False,
    "required": ["units", "do"],
    "properties": {
        "units": {"type": "array", "maxItems": 8, "items": {"type": "string", "maxLength": 20}},
        "do": {"enum": ["advance", "fire"]},
        "ready": {"type": "boolean"},
    },
}
_ORDERS = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "orders": {"type": "array", "maxItems": 40, "items": _ORDER},
        "signal": {"enum": list(SIGNALS)},
    },
}


class WingsGame(Game, Writing, Telling):
    """Decides, writes and tells all by itself."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def start(self) -> Json:
        return {"round": 1, "army": "red", "units": dict.fromkeys(UNITS, 0)}

    def phase(self, at: Json) -> Phase:
        return play(at)

    def over(self, at: Json) -> dict[str, Json]:
        if at["round"] <= ROUNDS:
            return {}
        far = {army: sum(place for unit, place in at["units"].items() if army_of(unit) == army) for army in FOE}
        winner = "" if far["red"] == far["blue"] else max(FOE, key=lambda army: far[army])
        return {"how": "played", "winner": winner, "level": str(abs(far["red"] - far["blue"]))}

    @property
    def teams(self) -> WingsTeams:
        return WingsTeams()

    def slots(self, army: str) -> Sequence[Slot]:
        return [Slot(f"react.{wing}", {"enum": ["stand", "duck"]}, "stand", "Under fire.") for wing in WINGS[army]]

    def schema(self, ask: str) -> Json:
        if ask == ORDERS:
            return _ORDERS
        answer = {"enum": ["stand", "duck"]}
        return {
            "type": "object",
            "additionalProperties": False,
            "required": ["answer"],
            "properties": {"answer": answer},
        }

    @property
    def writing(self) -> Writing:
        return self

    @property
    def telling(self) -> Telling:
        return self

    def document_schema(self, ask: str) -> Json:
        return self.schema(ask)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        return self.schema(request.what)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        if request.what != ORDERS:
            return Compiled({"answer": document["answer"]})
        unknown = [
            PlacedRefusal(("orders", i), Refusal("", f"there is no unit {unit}", unit=unit))
            for i, order in enumerate(document.get("orders", ()))
            for unit in order["units"]
            if unit not in UNITS
        ]
        return Compiled(dict(document), unknown)

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        if request.what != ORDERS:
            return [Line("answer: stand")]
        there = request.options.describe()["units"]
        return [
            Line("signal: none", "charge: all advance on a 4, 5 or 6"),
            Line("orders: []", "a list: {units: [...], do: advance or fire}"),
            *(Line(f"- {{units: [{unit}], do: advance}}", indent=1, off=True) for unit in there),
        ]

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        lines = [f"{', '.join(o['units'])}: {o['do']}" for o in orders.get("orders", ())]
        return {"lines": lines, "open": True}

    def position_of(self, request: Choose) -> Json:
        return request.scene

    def phase_name(self, at: Json) -> str:
        return f"{at['army']}-{at['round']:02d}"

    def headline(self, at: Json) -> str:
        return f"Round {at['round']}, {self.name(at['army'])}"

    def text(self, at: Json) -> str:
        return f"{at['round']} {at['army']} " + " ".join(f"{u}={n}" for u, n in sorted(at["units"].items()))

    def read_text(self, text: str) -> Json:
        number, army, *units = text.split(" ")
        return {"round": int(number), "army": army, "units": {u: int(n) for u, n in (one.split("=") for one in units)}}

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        if event["kind"] == "ordered" and event["member"] == "orders":
            return f"{', '.join(event['entry']['units'])}: {event['entry']['do']}"
        if event["kind"] in ("advanced", "lost"):
            return f"{event['unit']} {event['kind']}"
        return str(event.get("text", ""))

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        return NO_LEGEND

    def name(self, thing: str) -> str:
        return thing.replace("-", " ").title() if thing in (*FOE, *UNITS.values()) else thing

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        return {"standing": [(army.title(), str(sum(army_of(u) == army for u in at["units"]))) for army in FOE]}


class Wings(Ruleset):
    """The rulebook."""

    id = "wings"
    version = "1"
    title = "Wings"
    home = Path(__file__).resolve().parent

    def scenarios(self) -> Sequence[Scenario]:
        return [Scenario("road", "The road", ("red", "blue"))]

    def data_files(self) -> Mapping[str, bytes]:
        return {"rules.txt": b"wings\n"}

    def scenario_files(self, scenario: str) -> Mapping[str, bytes]:
        return {"road": {"scenario.txt": b"road\n"}}[scenario]

    def game(self, scenario: str, options: Mapping[str, Json], overlay: Sequence[Json] = ()) -> WingsGame:
        if scenario != "road" or options or overlay:
            raise ValueError("Wings has one scenario, and nothing to choose")
        return WingsGame(self.scenarios()[0])

    def opponent(self, game: Any, army: str) -> Opponent:
        raise ValueError("Wings has no practice opponent")

    def catalogue(self) -> Json:
        return {"entries": []}


ruleset = Wings()
