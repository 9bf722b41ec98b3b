"""The shapes of papers and inputs, the template that a player starts from, and a position in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from pbem.engine.contract import Line
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Listed
from pbem.engine.requests import Choose
from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import combine, read_schema
from pbem.report.textmap.listing import listing
from rulesets.jours_de_gloire import mapdata
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.documents import document_schema, helper_schema
from rulesets.jours_de_gloire.documents.standing import slots
from rulesets.jours_de_gloire.documents.template import orders_template
from rulesets.jours_de_gloire.documents.translation import Translation
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.pictures.pictures import JoursPictures
from rulesets.jours_de_gloire.position import Position, encode
from rulesets.jours_de_gloire.ruleset import JoursDeGloire
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.facts import facts, headline, printed_name
from tests.rulesets.jours_de_gloire.documents.test_compile import FIELD, GOOD, WRONG
from tests.rulesets.jours_de_gloire.papers import compiled, field, own, question, set_up
from tests.rulesets.jours_de_gloire.world import World, small

ASKS = Path(mapdata.__file__).parent / "data" / "asks"
BOOK = "jours-de-gloire"

# -- shapes ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_question_that_a_slot_can_ask_has_its_schema() -> None:
    names = {slot.name for slot in slots(small(), "french")}
    asked = {name for name in names if not name.startswith("tactic.") and name != "losses"}
    assert asked <= {path.stem for path in ASKS.glob("*.json")}


def test_good_papers_fit_and_what_becomes_of_them_fits() -> None:
    paper_schema = Draft202012Validator(document_schema(small(), "orders"))
    public = Draft202012Validator(json.loads((ASKS / "orders.json").read_text(encoding="utf-8")))
    for paper, _ in GOOD:
        assert paper_schema.is_valid(paper), paper
        assert public.is_valid(compiled(field(FIELD), paper).input)
    assert all(paper_schema.is_valid(paper) for _, paper, *_ in WRONG)


MISSHAPEN: list[dict[str, Any]] = [
    {"orders": [{"path": ["fels"]}]},
    {"orders": [{"stack": [], "path": ["fels"]}]},
    {"orders": [{"stack": ["i"], "path": [{"blow": "fels"}]}]},
    {"orders": [{"stack": ["i"], "forced": "perhaps"}]},
    {"dummies": [{"kind": "artillery", "box": "eiche"}]},
    {"detach": [{"from": "i", "counter": "french-b", "pf": 0}]},
    {"battles": {"eiche": {"tactic": "charge"}}},
    {"reactions": {"i": {"intercept": ["fels"] * 7}}},
    {"forces": {"x": ["i"]}},
    {"next": "third"},
]


@pytest.mark.parametrize("paper", MISSHAPEN)
def test_misshapen_papers(paper: dict[str, Any]) -> None:
    assert not Draft202012Validator(document_schema(small(), "orders")).is_valid(paper)


WRITTEN = """\
campaign: 0123456789
phase: french-01
for: 3
forces: {"1": [i, ii]}
detach:
  - {from: i, counter: french-b, pf: 2}
orders:
  - {stack: "1", path: [Fels], forced: yes}
  - {stack: [murat-i], path: [fels, garten, {recon: [fels]}], flag: no}
  - {stack: [III Corps], path: [{destroy: eiche}]}
reactions: {iv: {intercept: [kiefer], guns: any, withdraw: no}}
battles: {garten: {tactic: screen, advance: no, retreat: [fels], stay: yes}}
next: second
"""


def test_a_written_paper_is_read_and_compiled() -> None:
    schema = combine(read_schema("orders"), document_schema(small(), "orders"))
    data, findings = check(load(WRITTEN), schema)
    assert findings == ()
    members = document_schema(small(), "orders")["properties"]
    second = field(FIELD, order=["russian", "french"])
    found = compiled(second, {name: value for name, value in data.items() if name in members})
    assert found.faults == []
    assert found.input["orders"][0] == {"path": ["fels"], "forced": True, "stack": ["f2", "f3"]}
    assert found.input["battles"] == {
        "garten": {"tactic": "screen", "advance": "no", "retreat": ["fels"], "stay": "yes"}
    }


def test_a_printed_name_of_two_is_no_name() -> None:
    """In 1813 Sacken is a general and a corps."""
    setting = JoursDeGloire().game("poland-1813", {"hiding": "open"}).setting
    both = {uid: {"general": uid} for uid, general in setting.generals.items() if general.name == "Sacken"}
    both |= {
        uid: {"unit": uid, "pf": unit.pf, "lag": 0} for uid, unit in setting.units.items() if unit.name == "Sacken"
    }
    army = setting.foe("french")
    board = Board(setting, replace(empty_position(setting), stage="play", player=army))
    for counter, content in zip(board.fresh(army, len(both)), both.values(), strict=True):
        board.place(counter, army, "warsaw", content)
    holdings = Holdings(setting, board, army, NOTHING)
    translation = Translation(holdings)
    translation.counter("Sacken", ("show", 0))
    (fault,) = translation.faults
    assert (len(both), fault.path, sorted(fault.refusal.legal)) == (2, ("show", 0), sorted(both))
    assert [holdings.find(uid) for uid in both] == list(board.counters(army))


def test_the_helper_lists_words_and_refuses_no_printed_name() -> None:
    place = field(FIELD)
    board = Board(place.setting, place.board.position())
    holdings = Holdings(place.setting, board, "french", own(place))
    schema = helper_schema(place.setting, board, question(place), holdings)
    assert schema["$defs"]["unit"]["anyOf"][0]["enum"][:3] == ["napoleon", "i", "ii"]
    assert schema["$defs"]["box"]["anyOf"][0]["enum"] == list(place.setting.boxes)
    assert schema["$defs"]["detachment"]["anyOf"][0]["enum"] == ["french-a", "french-b", "french-1"]
    assert Draft202012Validator(schema).is_valid({"orders": [{"stack": ["I Corps"], "path": ["Fels"]}]})


# -- the template ------------------------------------------------------------------------------------


def written(lines: Sequence[Line], keep: Sequence[Line] = ()) -> dict[str, Any]:
    """The paper with the lines that are on, and some that are off."""
    texts = ["  " * line.indent + line.text for line in lines if line.text and (not line.off or line in keep)]
    data = yaml.load("\n".join(texts), Loader=yaml.BaseLoader)
    return {name: value for name, value in (data or {}).items() if value != ""}


def comments(lines: Sequence[Line]) -> str:
    return "\n".join(line.comment for line in lines)


def place_of_all_decisions() -> World:
    """Somebody seen, dummies out, points that wait, reinforcements at the entry, plans."""
    return field(
        {"eiche": "napoleon i=5/1^ ii guard murat-i french:infantry", "iller": "davout iii", "garten": "rus-2"},
        turn=2,
        order=["russian", "french"],
        due=[0],
        arrivals=[0],
        out={"french": {"infantry": 2, "cavalry": 0, "other": 0}, "russian": {}},
        pool={"french": [{"command": "grande-armee", "pf": 1}], "russian": []},
    )


def plans(place: World) -> dict[str, Any]:
    leaf = {"kind": "infantry", "vc": 0, "rank": 0, "link": 2}
    return {"f3": {**leaf, "plan": {"intercept": ["fels"], "guns": "any", "with": ["f5"], "withdraw": False}}}


def test_all_lines_of_the_template_can_be_taken_together() -> None:
    """Section by section, and all that are no moves at once; the moves are few, and go towards the enemy."""
    place = place_of_all_decisions()
    knows = own(place, **plans(place))
    lines = orders_template(place.setting, question(place), knows)
    shape = Draft202012Validator(document_schema(place.setting, "orders"))
    orders = [line for line in lines if line.off and not line.text.startswith("- {stack")]
    paper = written(lines, orders)
    said = "battles detach dummies forces mix next order reactions reinforce rejoin show squatter stranded"
    assert " ".join(sorted(paper)) == said
    assert (shape.is_valid(paper), compiled(place, paper, knows=knows).faults) == (True, [])
    moves = [line for line in lines if line.text.startswith("- {stack")]
    paper = written(lines, moves)
    assert 1 < len(paper["orders"]) <= 6 and all("to" in entry or "enter" in entry for entry in paper["orders"])
    assert (shape.is_valid(paper), compiled(place, paper, knows=knows).faults) == (True, [])


def test_the_template_tells_what_is_there() -> None:
    place = place_of_all_decisions()
    text = comments(orders_template(place.setting, question(place), own(place, **plans(place))))
    assert "turn 2 of 4 (second week), French player turn. Weather: clear." in text
    assert "Grande Armée (grande-armee): 6 PC" in text
    corps = "f2   i              I Corps infantry 5 PF (and 1 PF of stragglers)"
    assert f"{corps}  linked to the chief  1 PC  6 PM  face up" in text
    assert "f6   dummy          infantry dummy" in text
    assert "Late Foot infantry 3 PF may come by the road from the north into nebel (3.3-4)" in text
    assert "1 PF for grande-armee (3.3-5)" in text
    off = [line.text for line in orders_template(place.setting, question(place), own(place, **plans(place)))]
    assert "ii: {intercept: [fels], guns: any, with: [murat-i], withdraw: no}" in off


@pytest.mark.rule(BOOK, "7.1-1")
def test_the_set_up_template() -> None:
    request, knows, setting = set_up()
    lines = orders_template(setting, request, knows)
    full = written(lines)
    assert list(full) == ["dummies"]
    assert [entry["box"] for entry in full["dummies"]] == ["iller", "eiche", "kiefer", "iller", "eiche"]
    taken = compile_document(setting, request, full, knows)
    assert (taken.faults, taken.input) == ([], compile_document(setting, request, {}, knows).input)


def test_the_template_of_another_question() -> None:
    place = field(FIELD)
    options = Listed(("fels", "ahorn"), "8.7-1", "a box to go back to")
    request = Choose("french", "retreat", options, "t1.french.fight.eiche.retreat", scene=place.board.position())
    lines = orders_template(place.setting, request, own(place))
    assert written(lines) == {"answer": "fels"}
    assert [line.text for line in lines if line.off] == ["answer: ahorn"]
    assert compile_document(place.setting, request, {"answer": "Ahorn"}, own(place)).input == {"answer": "ahorn"}


# -- in words ------------------------------------------------------------------------------------------


def listed_at(setting: Setting, at: Position, own: Own = NOTHING) -> str:
    """The list of a position that `pbem map --text` prints."""
    drawn, armies = JoursPictures(setting), {army: printed_name(setting, army) for army in setting.armies}
    return "\n".join(listing(drawn.boards(), drawn.scene(encode(at), own), armies, own.army))


def test_a_position_in_words() -> None:
    place = field({"eiche": "napoleon^ i", "castell": "rus-1^"}, entrenched={"eiche": "french"}, broken=["eiche:iller"])
    at = place.board.position()
    assert headline(place.setting, at) == "Turn 1 (first week), French player turn"
    told = facts(place.setting, at)
    assert (told["sides"]["french"]["counters"], "mine" in told) == (2, False)
    assert ["French", "2 counters, 1 face up; 0 PF lost; 2 victory points (2 for boxes)"] in told["standing"]
    text = listed_at(place.setting, at)
    assert "Eiche (eiche), control of French, entrenched of French, bridge destroyed to Iller" in " ".join(text.split())
    assert "clear terrain; 2 victory points (9-2); to Ahorn: plain, ford over the Bach;" in text
    assert "French: Napoléon (f1) **** 4, f2?" in text
    assert "Castell (castell), control of Russian" in text and "clear terrain, fortified city (8.8)" in text
    assert "Russian: 1st Russian (r1) 6" in text
    assert "Moor" not in text
    assert max(map(len, text.split("\n"))) <= 80


@pytest.mark.rule(BOOK, "1.1-2")
def test_a_reader_sees_his_own_and_what_lies_round_it() -> None:
    place = field(
        {"eiche": "napoleon^ i=5/1", "castell": "rus-1^ rus-2", "fels": "french:cavalry", "moor": "bennigsen"}
    )
    at = place.board.position()
    public, french = listed_at(place.setting, at), listed_at(place.setting, at, own(place))
    assert "f2?" in public and "I Corps" not in public
    assert "French: Napoléon (f1) **** 4 (seen), I Corps (f2) 5" in french and "French: cavalry dummy (f3)" in french
    assert "Elsewhere Russian: Castell (castell) r2?, 1st Russian (r1) 6; Moor (moor) r3?" in french
    assert "2nd Russian" not in public + french and "Bennigsen" not in public + french
    told = facts(place.setting, at, own(place))
    assert told["mine"] == {"units": 1, "pf": 5, "stragglers": 1, "generals": 1, "dummies": 1}
    assert ["Yours", "units 1, with 5 PF and 1 PF of stragglers; generals 1; dummies 1"] in told["standing"]


def test_an_open_list_has_names_and_strengths() -> None:
    place = field({"eiche": "napoleon^ i^", "castell": "rus-1^"}, setting=small(hiding="open"))
    text = listed_at(place.setting, place.board.position())
    assert "French: Napoléon (f1) **** 4, I Corps (f2) 7" in text and "Russian: 1st Russian (r1) 6" in text
    near = listed_at(place.setting, place.board.position(), Own("russian"))
    assert "Elsewhere French: Eiche (eiche) Napoléon (f1) **** 4, I Corps (f2) 7" in near


def test_the_map_of_the_set_up_shows_where_one_begins_and_to_everybody_where_both_do() -> None:
    at = empty_position(small())

    def drawn(own: Own = NOTHING) -> set[str]:
        return {
            line
            for line in listed_at(small(), at, own).split("\n")
            if not line.startswith(" ") and (line.endswith(")") or "), " in line)
        }

    french, russian = drawn(Own("french")), drawn(Own("russian"))
    assert french - russian and russian - french
    assert drawn() == french | russian


def test_names() -> None:
    setting = small()
    assert [printed_name(setting, thing) for thing in ("i", "ney", "fels", "grande-armee", "french", "xyz")] == [
        "I Corps",
        "Ney",
        "Fels",
        "Grande Armée",
        "French",
        "xyz",
    ]


# -- the ruleset -------------------------------------------------------------------------------------------


def test_the_ruleset_binds_every_scenario() -> None:
    ruleset = JoursDeGloire()
    found = {scenario.id: scenario for scenario in ruleset.scenarios()}
    assert {"pultusk-1806", "eylau-1807", "friedland-1807", "poland-1806-07", "poland-1813"} <= set(found)
    assert {"danube-1805", "danube-1809"} <= set(found)
    for uid, scenario in found.items():
        one = ruleset.game(uid, {"hiding": "open"})
        assert one.scenario.armies == scenario.armies
        assert one.writing.read_text(one.writing.text(one.start())) == one.start()
        assert one.telling.phase_name(one.start()) == f"setup-{scenario.armies[0]}"
    assert len(ruleset.catalogue()["entries"]) == 250


@pytest.mark.parametrize(
    ("scenario", "options", "overlay"),
    [
        ("borodino", {}, ()),
        ("eylau-1807", {"hiding": True}, ()),
        ("eylau-1807", {"fog": "yes"}, ()),
        ("eylau-1807", {}, ({},)),
    ],
)
def test_what_the_ruleset_does_not_bind(scenario: str, options: dict[str, Any], overlay: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"scenario|option|maps"):
        JoursDeGloire().game(scenario, options, overlay)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, '{"stage": "play"}'])
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        JoursDeGloire().game("eylau-1807", {}).writing.read_text(text)
