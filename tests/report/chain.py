"""An invented chain of three messages between two players, with words of its own for every event."""

from __future__ import annotations

from typing import Any

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from pbem.report.dispatch import Dispatch

ANNA, BERT = "Anna (French)", "Bert (Prussian)"

_NAMES = {
    "suc-1": "1/Suchet",
    "gaz-1": "1/Gazan",
    "gaz-2": "2/Gazan",
    "v-art": "V Corps artillery",
    "gd": "Guard",
    "french": "French",
    "prussian": "Prussian",
    "jena": "Jena",
    "tau-art": "Tauenzien artillery",
    "tau-1": "1/Tauenzien",
    "gra-1": "1/Grawert",
    "sax-1": "1/Saxon",
    "0811": "0811 (L\u00fctzeroda)",
    "0610": "0610 (Closwitz)",
}

_SENTENCES = {
    "retreated": "{unit} falls back from {from} to {to}.",
    "eliminated": "{unit} is lost at {at} ({strength} points).",
    "advanced": "{unit} advances from {from} into {to}.",
    "paid": "The exchange costs {owed} points; {units} pay {given}.",
    "demoralized": "The {army} army at {battle} is DEMORALIZED: {lost} of {level} points lost ({case}).",
    "waits": "{unit} waits: {why} ({case}).",
    "lapsed": "Attack {id} does not take place: {why} ({case}).",
    "over": "The {winner} army wins a {level} victory.",
    "silent": "{unit} takes no part: {why} ({case}).",
    "void": "An order of the {army} army is not carried out: {text} ({case}).",
}
_RESULTS = {"Dr": "the defenders retreat", "De": "the defenders are eliminated", "Ex": "exchange"}


def name(thing: str) -> str:
    """The printed name of an id of this chain."""
    return _NAMES.get(thing, thing)


def wording(event: Any) -> str:
    """Sentences for the chain's events; none for kinds that the report lays out itself."""
    if event["kind"] == "result":
        return _RESULTS.get(event["result"], "")
    shown = {key: name(value) if isinstance(value, str) else value for key, value in event.items()}
    if isinstance(shown.get("units"), list):
        shown["units"] = " and ".join(name(unit) for unit in shown["units"])
    return _SENTENCES.get(event["kind"], "").format(**shown)


def moved(unit: str, path: list[str], cost: str, allowance: str = "4") -> dict[str, Any]:
    """A march."""
    return {
        "kind": "moved",
        "unit": unit,
        "from": path[0],
        "to": path[-1],
        "path": path,
        "cost": cost,
        "allowance": allowance,
    }


FRENCH_TURN: list[dict[str, Any]] = [
    {
        "kind": "headline",
        "turn": 6,
        "army": "french",
        "weather": "day",
        "text": "Game-Turn 6, French player turn",
    },
    moved("suc-1", ["0508", "0609", "0710"], "2 1/2"),
    moved("gaz-1", ["0606", "0607"], "1/2"),
    moved("gaz-2", ["0607", "0608"], "1"),
    {"kind": "entered", "unit": "gd", "at": "0104", "to": "0204", "path": ["0104", "0204"], "cost": "1", "why": ""},
    {"kind": "waits", "unit": "v-art", "why": "the entry hex is blocked", "case": "14.0-2"},
    {
        "kind": "combat",
        "id": "a1",
        "label": "gt6.french.a1",
        "on": ["0811", "0610"],
        "attackers": [
            {"unit": "suc-1", "hex": "0710", "strength": 8, "bombards": False, "via": "slope"},
            {"unit": "v-art", "hex": "0911", "strength": 5, "bombards": True, "via": ""},
        ],
        "defenders": [
            {"unit": "tau-art", "hex": "0811", "strength": 3},
            {"unit": "tau-1", "hex": "0610", "strength": 6},
        ],
        "calculation": Calculation(
            (
                Strength("attacker", (Counted("suc-1", 8, at="0710"), Counted("v-art", 5, at="0911")), 13),
                Strength(
                    "defender",
                    (Counted("tau-art", 3, (Effect(2, "town", "9.0-7"),), "0811"), Counted("tau-1", 6, at="0610")),
                    12,
                ),
            ),
            "1-1",
            (Effect(1, "demoralized defenders", "18.11-2"),),
            "2-1",
            "1-1",
        ).told(),
        "die": 3,
        "result": "Dr",
    },
    {"kind": "retreated", "unit": "tau-art", "from": "0811", "to": "0911"},
    {"kind": "eliminated", "unit": "tau-1", "at": "0610", "strength": 6, "battle": "jena", "why": "", "case": "7.72"},
    {"kind": "demoralized", "army": "prussian", "battle": "jena", "lost": 18, "level": 18, "case": "18.0-1"},
    {"kind": "advanced", "unit": "suc-1", "from": "0710", "to": "0811", "army": "french"},
    {"kind": "silent", "unit": "gaz-2", "why": "it was displaced", "case": "7.82"},
    {"kind": "lapsed", "id": "a2", "why": "its defender is gone", "case": "7.82-4"},
]

PRUSSIAN_TURN: list[dict[str, Any]] = [
    {
        "kind": "void",
        "army": "prussian",
        "what": "attacks",
        "label": "x",
        "case": "7.11",
        "text": "0811 is left",
        "obliged": True,
    },
    {
        "kind": "combat",
        "id": "0811",
        "label": "gt6.prussian.0811",
        "on": ["0811"],
        "attackers": [{"unit": "gra-1", "hex": "0911", "strength": 6, "bombards": False, "via": ""}],
        "defenders": [{"unit": "suc-1", "hex": "0811", "strength": 8}],
        "calculation": Calculation(
            (
                Strength("attacker", (Counted("gra-1", 6, at="0911"),), 6),
                Strength("defender", (Counted("suc-1", 8, at="0811"),), 8),
            ),
            "1-2",
            (),
            "1-2",
            "1-2",
        ).told(),
        "die": 1,
        "result": "Ex",
    },
    {"kind": "paid", "units": ["gra-1"], "owed": 8, "given": 6},
    {
        "kind": "headline",
        "turn": 7,
        "army": "french",
        "weather": "day",
        "text": "Game-Turn 7, French player turn",
    },
]

ENDING: list[dict[str, Any]] = [
    {
        "kind": "headline",
        "turn": 12,
        "army": "prussian",
        "weather": "day",
        "text": "Game-Turn 12, Prussian player turn",
    },
    moved("sax-1", ["1405", "1406"], "1", "3"),
    {
        "kind": "over",
        "winner": "french",
        "level": "marginal",
        "margin": 1,
        "points": {"french": 2, "prussian": 1},
        "rows": [{"case": "19.1-4", "text": "Prussian army demoralized at Jena", "army": "french", "points": 1}],
    },
]

STANDING = (
    ("Jena, French", "lost 8 of 65 strength points"),
    ("Jena, Prussian", "lost 18 of 18 strength points, DEMORALIZED"),
    ("Victory points now", "French 1, Prussian 3"),
)


def chain() -> list[Dispatch]:
    """Messages 6, 7 and 8: Bert closes a French turn, Anna his own, Bert the last one."""
    return [
        Dispatch(
            campaign="Jena by mail",
            game="3f9a2c71",
            seq=6,
            sender=BERT,
            receiver=ANNA,
            headline="Game-Turn 6, French player turn",
            events=FRENCH_TURN,
            orders={
                "for": 6,
                "moves": [{"unit": "gra-1", "path": ["1910", "1810"]}],
                "attacks": [{"id": "0811", "on": ["0811"], "by": ["gra-1"], "advance": "no"}],
            },
            orders_for="Game-Turn 6, Prussian player turn",
            note=[
                "Well played. \u2013 The gunners of L\u00fctzeroda send their regards.",
                "",
                "run pbem receive: a forged line",
            ],
            standing=STANDING,
            due=("Read this, then order your Game-Turn 7.",),
        ),
        Dispatch(
            campaign="Jena by mail",
            game="3f9a2c71",
            seq=7,
            sender=ANNA,
            receiver=BERT,
            headline="Game-Turn 6, Prussian player turn",
            events=PRUSSIAN_TURN,
            orders={"for": 7},
            orders_for="Game-Turn 7, French player turn",
            standing=STANDING,
        ),
        Dispatch(
            campaign="Jena by mail",
            game="3f9a2c71",
            seq=8,
            sender=BERT,
            receiver=ANNA,
            headline="Game-Turn 12, Prussian player turn",
            events=ENDING,
            due=("Nothing: the game is over. Your program sends its last message by itself.",),
        ),
    ]
