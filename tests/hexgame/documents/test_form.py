"""What follows from a declaration fits together: what may be written, what the public input is, what people read."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.gesture import ALL, TARGETS, WHO
from pbem.engine.requests import ASK
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.form import Form, Node, fields, one, some
from pbem.hexgame.documents.kinds import Writer
from pbem.hexgame.documents.members import gesture, may_be, template_rows
from pbem.hexgame.documents.names import Names, Places, Units
from tests.hexgame.documents.drawing import Drawer
from tests.hexgame.documents.sample_forms import ATTACK, ORDERS, STANDING, UNIT, Facing

PIECES = {
    uid: Piece(uid, name, "infantry", 5, 4, army, "f", order)
    for order, (uid, name, army) in enumerate(
        [
            ("camp-5", "Campi", "french"),
            ("huss-5", "Husson", "french"),
            ("pell", "Pelletier", "french"),
            ("ney", "Ney", "french"),
            ("reille", "Reille", "french"),
            ("opstl", "van Opstal", "coalition"),
        ]
    )
}
HEXES = {"1744": "Gemioncourt", "1745": "", "1545": "Bossu", "1844": ""}
WORDS = ["camp-5", "Husson", "pell", "ney", "Reille", "1744", "Bossu", "1545", "gem", "hal", "7"]
COLUMNS = ("1-2", "1-1", "2-1", "3-1")


def names() -> Names:
    places = Places(HEXES, {at: name for at, name in HEXES.items() if name})
    return Names(Units(PIECES, "french"), places, {"coalition": "Coalition"}, "5.1")


class Printed:
    """Names as reports give them."""

    def unit(self, uid: str) -> str:
        return PIECES[uid].name

    def hex(self, at: str) -> str:
        return f"{at} ({HEXES[at]})" if HEXES[at] else at


def schema(form: Form) -> dict[str, Any]:
    return form.written(Writer({"column": COLUMNS}))


def fits(schema: Any, value: Any) -> bool:
    return Draft202012Validator(schema).is_valid(value)


def public(form: Form, document: dict[str, Any], found: Names) -> dict[str, Any]:
    """The parts of a document that no rules of movement have to judge, as public input."""
    nodes: dict[str, Node] = {key: member.node for key, member in form.members.items()}
    made = {key: node.read(document[key], (key,), found) for key, node in nodes.items() if key in document}
    entry = form.lists["attacks"].entry
    attacks = [entry.read(one, ("attacks", i), found) for i, one in enumerate(document.get("attacks", ()))]
    return {**made, **({"attacks": attacks} if attacks else {})}


EXAMPLE: dict[str, Any] = {
    "command": {"ney": {"officers": ["reille"], "units": "Campi"}},
    "orders": [
        {"unit": "huss-5", "to": "1844"},
        {"unit": "pell", "path": ["1745", "1744"]},
        {"units": ["camp-5", "Husson"], "to": "1545"},
        {"unit": "pell", "enter": "1844"},
        {"unit": "camp-5", "path": ["1844"], "charge": True},
        {"unit": "huss-5", "garrison": True},
        {"unit": "huss-5", "exit": "south"},
    ],
    "attacks": [
        {
            "id": "gem",
            "on": "Gemioncourt",
            "by": ["camp-5", "Husson"],
            "bombard": "pell",
            "reduce": "3-1",
            "advance": ["camp-5"],
        },
        {
            "id": "bos",
            "on": ["1545"],
            "by": "huss-5",
            "leader": "ney",
            "pay": ASK,
            "retreat": {"unit": "huss-5", "to": ["s", "1844"]},
            "if": {
                "all": [
                    {"attack": "gem", "result": "Dr"},
                    {"not": {"any": [{"vacant": "1844"}, {"odds-at-least": "2-1"}]}},
                ]
            },
            "else": {"reduce": "1-2", "advance": "no"},
        },
    ],
    "mounted": {"Husson": "never", "camp-5": {"odds-at-least": "2-1"}},
    "memos": {"hal": "none"},
    "pass": True,
}


def test_the_documents_of_a_bigger_game_are_written_and_read() -> None:
    assert fits(schema(ORDERS), EXAMPLE)
    found = names()
    made = public(ORDERS, EXAMPLE, found)
    assert not found.faults
    assert fits(ORDERS.bound(), made)
    assert made["command"] == {"ney": {"officers": ["reille"], "units": ["camp-5"]}}
    assert made["attacks"][0] == {
        "id": "gem",
        "on": ["1744"],
        "by": ["camp-5", "huss-5"],
        "bombard": ["pell"],
        "reduce": "3-1",
        "advance": [{"unit": "camp-5"}],
    }
    assert made["attacks"][1]["if"]["all"][0] == {"attack": "gem", "result": ["Dr"]}
    assert made["mounted"] == {"huss-5": "never", "camp-5": {"odds-at-least": "2-1"}}


@pytest.mark.parametrize(
    ("entry", "right"),
    [
        ({"unit": "pell", "path": ["1745", "1744"]}, True),
        ({"units": ["pell", "ney"], "path": ["1745"], "exit": "south"}, True),
        ({"unit": "pell", "garrison": True}, True),
        ({"unit": "pell", "to": "1744"}, False),
        ({"unit": "pell", "garrison": True, "charge": True}, False),
        ({"unit": "pell", "units": ["ney"], "path": ["1745"]}, False),
    ],
)
def test_a_move_in_the_public_input_has_one_of_its_shapes(entry: dict[str, Any], right: bool) -> None:
    assert fits(ORDERS.bound(), {"orders": [entry]}) is right


@pytest.mark.parametrize("seed", range(120))
def test_what_may_be_written_is_read_into_what_binds_and_what_is_broken_is_refused(seed: int) -> None:
    """A broken document that the first schema lets pass has a fault, or means something that binds all the same."""
    written = schema(ORDERS)
    drawer = Drawer(written, WORDS, seed)
    drawn = {key: drawer.draw(one) for key, one in written["properties"].items()}
    assert fits(written, drawn)
    found = names()
    assert fits(ORDERS.bound(), public(ORDERS, drawn, found)) or found.faults
    broken = drawer.broken(drawn)
    if fits(written, broken):
        found = names()
        made = public(ORDERS, broken, found)
        assert found.faults or _empty(broken) or fits(ORDERS.bound(), made)


def _empty(value: Any) -> bool:
    """Whether a list in it is empty, of which the rules tell in their own words."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value == [] or any(_empty(one) for one in inner)


@pytest.mark.parametrize("kind", STANDING)
@pytest.mark.parametrize("seed", range(12))
def test_standing_orders_are_slots_of_one_value(kind: str, seed: int) -> None:
    node = STANDING[kind].node
    written = node.written(Writer({"column": COLUMNS}, inline=True))
    drawn = Drawer(written, WORDS, seed).draw(written)
    assert fits(written, drawn)
    found = names()
    assert fits(node.bound(), node.read(drawn, (kind,), found)) or found.faults


def test_faults_lead_to_their_place() -> None:
    found = names()
    document = {
        "command": {"nay": {"officers": ["opstl"]}},
        "attacks": [
            {"on": "Campi", "by": ["camp-5", "huson"], "else": {"advance": [{"unit": "camp-5", "to": "1799"}]}}
        ],
        "mounted": {"camp-5": "never", "Campi": "always"},
    }
    public(ORDERS, document, found)
    assert [fault.path for fault in found.faults] == [
        ("command", "nay"),
        ("command", "nay", "officers", 0),
        ("mounted", "Campi"),
        ("attacks", 0, "on"),
        ("attacks", 0, "by", 1),
        ("attacks", 0, "else", "advance", 0, "to"),
    ]
    told = [fault.refusal.text for fault in found.faults]
    assert "did you mean ney (Ney)?" in told[0]
    assert told[1] == "van Opstal (opstl) is a Coalition unit; orders are for your own units only"
    assert told[2] == "Campi stands here twice; write it once"
    assert told[3] == "Campi is a unit; name the hex in which it is attacked"
    assert "did you mean huss-5 (Husson)?" in told[4]


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("Marcillac", "did you mean marc (Marcillac's horse artillery)?"),
        ("horse artillery", "did you mean marc (Marcillac's horse artillery)?"),
        ("Opstal", "did you mean opstl (van Opstal)?"),
        ("Opstl.", "did you mean opstl (van Opstal)?"),
        ("Marcillac of Piré", ""),
        ("-", ""),
    ],
)
def test_who_has_the_word_in_his_name_may_be_meant(said: str, hint: str) -> None:
    battery = Piece("marc", "Marcillac's horse artillery", "artillery", 2, 6, "french", "f", 9)
    told = Units(PIECES | {"marc": battery}, "french").unknown(said).text
    assert told.partition("; ")[2] == hint


def test_a_report_tells_an_attack_member_by_member() -> None:
    found = names()
    first, second = (ATTACK.read(entry, ("attacks",), found) for entry in EXAMPLE["attacks"])
    assert ATTACK.told(first, Printed()) == (
        "on 1744 (Gemioncourt) by Campi and Husson bombarded by Pelletier odds lowered to 3-1 advance of Campi"
    )
    assert list(ATTACK.parts(second, Printed(), ("leader", "pay", "retreat", "if"))) == [
        "led by Ney",
        "payment asked",
        "retreat of Husson to s or 1844",
        "only if attack gem gave Dr and not so that 1844 is vacant or the odds are at least 2-1",
    ]
    assert list(ATTACK.parts({"pay": [], "advance": "no"}, Printed(), ("pay", "advance"))) == ["no advance"]


def test_templates_and_gestures_name_each_member_once() -> None:
    rows = list(template_rows(ATTACK.members, {"bombard": "[pell]", "id": ""}, {"bombard": "guns in the rain"}))
    assert rows == [
        "bombard: [pell]        guns in the rain; default: none",
        "reduce: 3-1            lower the odds; default: not",
    ]
    assert may_be(ATTACK.members, ASK) == "pay, retreat, displace and advance"
    made = gesture("attacks", ATTACK, doc="Who attacks whom.", together=True)
    assert made.entry == {"on": TARGETS, "by": ALL}
    assert gesture("orders", ORDERS.lists["orders"].entry.maps[0], doc="").entry["unit"] == WHO  # type: ignore[attr-defined]


def test_a_further_kind_of_word_is_an_object_of_its_own() -> None:
    turn = fields(unit=one(UNIT, required=True, said="{} looks"), facing=one(Facing(), "where it looks", said="{}"))
    form = Form("Facings", {}, {"turns": some(turn, "who turns", single=False)})
    document = {"turns": [{"unit": "Campi", "facing": "south east"}, {"unit": "pell", "facing": "up"}]}
    assert fits(schema(form), document)
    found = names()
    made = form.members["turns"].node.read(document["turns"], ("turns",), found)
    assert made[0] == {"unit": "camp-5", "facing": "se"}
    assert [(fault.path, fault.refusal.legal[:2]) for fault in found.faults] == [(("turns", 1, "facing"), ("n", "ne"))]
    assert fits(form.bound(), {"turns": made[:1]}) and not fits(form.bound(), {"turns": made})
    assert turn.told(made[0], Printed()) == "Campi looks towards se"


def test_an_editor_completes_what_it_knows_and_refuses_no_printed_name() -> None:
    written = ORDERS.written(Writer({"column": COLUMNS, "unit": ["camp-5", "pell"], "target": ["1744"]}))
    assert written["$defs"]["unit"]["anyOf"][0] == {"enum": ["camp-5", "pell"]}
    assert fits(written, EXAMPLE)
    assert written["$defs"]["attack"]["properties"]["by"]["description"] == "Who attacks."
    terse = ORDERS.written(Writer({"column": COLUMNS}, ("attack",)))
    assert "description" not in terse["$defs"]["attack"]["properties"]["by"]
