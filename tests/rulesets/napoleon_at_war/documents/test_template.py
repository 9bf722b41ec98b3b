"""The orders template: what it offers, and that it is legal as it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.engine.answerers import Scripted, begin
from pbem.engine.contract import Line
from pbem.engine.loop import advance
from pbem.engine.options import Listed
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.state import fresh
from pbem.hexgame.documents.members import flow
from pbem.hexgame.fighting.advance import AdvanceOptions
from pbem.hexgame.fighting.payment import PayOptions
from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import combine
from rulesets.napoleon_at_war.documents.writing import NapoleonWriting
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from tests.rulesets.napoleon_at_war.playing import real, small, standing_at

FRAME: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def written(lines: list[Line], *, on: bool = False) -> str:
    """The lines as a file; `on` takes the comment signs off the offered entries."""
    rows = []
    for line in lines:
        pad = "  " * line.indent
        text = f"# {line.text}" if line.off and not on else line.text
        comment = f"# {line.comment}" if line.comment else ""
        rows.append(f"{pad}{text}{'   ' if text and comment else ''}{comment}".rstrip())
    return "\n".join(rows) + "\n"


def question(game: NapoleonGame, position: Position) -> Choose:
    request = begin(game, fresh(position.to_json()), {army: army[0] for army in game.setting.armies}).request
    assert request is not None
    return request


def document(game: NapoleonGame, request: Choose, text: str) -> Any:
    """The text read and typed as `pbem check` does it; it has no fault of form."""
    schema = combine(FRAME, NapoleonWriting(game.setting).document_schema(request.what))
    data, findings = check(load(text.encode(), "orders.yaml"), schema)
    assert not findings, findings
    return data


def text_of(game: NapoleonGame, position: Position) -> str:
    return written(list(game.writing.template(question(game, position))))


def later(turn: int, at: dict[str, str], **rest: Any) -> Position:
    position = standing_at(real(), turn, "french", at, choice="A", **rest)
    position.out = {u for u in real().setting.roster.units if u not in at and u not in position.track}
    return position


CONTACT = {"suc-1": "0609", "v-art": "0709", "gd-art": "0710", "suc-2": "0507", "tau-1": "0610", "tau-art": "0811"}


def test_offered_attacks_are_the_default_allocation() -> None:
    position = later(6, {"suc-1": "0609", "suc-2": "0507", "tau-1": "0610"})
    request = question(real(), position)
    data = document(real(), request, written(list(real().writing.template(request)), on=True))
    assert data["attacks"] == [{"on": ["0610"], "by": ["suc-1"]}]
    assert not real().writing.compile(request, data).faults


def test_who_may_move_and_what_holds_the_others() -> None:
    text = text_of(real(), later(6, CONTACT))
    assert '# - {unit: suc-2, to: "0507"}   # 2/Suchet 8-4 (suc-2) in 0507, 4 MP' in text
    assert "1/Suchet 8-4 (suc-1) in 0609 may not move: held by 1/Tauenzien in 0610 (5.13)" in text
    assert "unit: suc-1" not in text.split("attacks:")[0].split("moves:")[1]


def test_halved_allowance_in_fog() -> None:
    text = text_of(real(), later(4, {"suc-2": "0507"}))
    assert "2/Suchet 8-4 (suc-2) in 0507, 2 MP" in text
    assert "Fog: movement allowances are halved" in text


def test_no_attacks_at_night() -> None:
    text = text_of(real(), real().setting.start())
    assert "\nattacks:" not in text
    assert "Night: no combat" in text


def test_reinforcements_and_their_default() -> None:
    text = text_of(real(), real().setting.start())
    assert (
        '# - {unit: gd, enter: "0104", to: "0104"}   # Guard 11-4, 4 MP, due at 0104; default: enters at 0104' in text
    )
    assert "de-1" not in text


def test_reinforcements_of_one_hex_are_offered_one_beside_the_other() -> None:
    """14.0: whoever comes second enters at the nearest hex that the first has left vacant."""
    text = text_of(real(), real().setting.start())
    assert '# - {unit: v-art, enter: "0103", to: "0103"}' in text
    assert "due at 0104; default: enters at 0103" in text and "none is open beside" not in text


def test_refusal_is_offered_to_the_demoralized_only() -> None:
    position = standing_at(real(), 6, "french", {"suc-2": "0507"}, choice="A", broken={"auerstadt": "french"})
    text = text_of(real(), position)
    assert "- {unit: fri-1, refuse: true}" in text
    assert "- {unit: hil-1, refuse: true}" not in text


def test_track_units() -> None:
    position = later(6, {"suc-2": "0507"}, track={"gd": ("western", 1, "jena"), "van": ("western", 3, "jena")})
    text = text_of(real(), position)
    assert "- {unit: gd, track: wait}   # Guard 11-4: western section of the transit track, space 1 of 3" in text
    assert "- {unit: van, enter:" in text
    assert "default: waits" in text


def test_bombardment_is_offered_not_demanded() -> None:
    position = standing_at(small(), 3, "french", {"f1": "0108", "fb": "0801", "a1": "0803"}, out={"f3", "fa"})
    text = text_of(small(), position)
    assert '- {on: ["0803"], bombard: [fb]}   # Reserve artillery 4 need not fire' in text
    assert "Nobody is in contact before you move." in text


def test_other_questions_are_answered_by_their_default() -> None:
    options = AdvanceOptions([{"unit": "suc-1", "to": "0811"}], CASES)
    request = Choose("french", "advance", options, "gt6.french.a1.advance")
    text = written(list(real().writing.template(request)))
    assert 'answer: "no"   # the default' in text
    assert '# answer: {unit: suc-1, to: "0811"}' in text
    assert document(real(), request, text) == {"answer": "no"}
    taken = document(real(), request, 'answer: {unit: 1/Suchet, to: "0811"}\n')
    assert options.why_not(real().writing.compile(request, taken).input["answer"]) is None


def test_a_question_in_mid_phase_is_asked_on_the_board_of_the_moment() -> None:
    position = standing_at(real(), 6, "french", {"suc-1": "0508", "tau-1": "0610"}, choice="A")
    orders = {"moves": [{"unit": "suc-1", "to": "0609"}], "attacks": [{"on": "0610", "by": "suc-1"}]}
    orders = real().writing.compile(question(real(), position), orders).input
    script = Scripted([orders], {}, {"retreat.tauenzien": "ask"}, [1])
    out = advance(real(), fresh(position.to_json()), script, {"french": "a", "prussian": "b"})
    assert out.request is not None and out.request.what == "retreat"
    assert out.state["at"]["at"]["suc-1"] == "0508"
    assert real().position_of(out.request)["at"]["suc-1"] == "0609"
    text = written(list(real().writing.template(out.request)))
    assert "# 1/Tauenzien 6-3 (tau-1) in 0610 (Closwitz) has to retreat: to which hex (7.71)?" in text
    assert "gt6" not in text


def test_answers_are_named() -> None:
    options = Listed(["no", "0811", "suc-1"], "7.74")
    text = written(list(real().writing.template(Choose("french", "advance", options, "gt6.french.a1.advance"))))
    assert "# Who may enter a hex that was vacated, if anybody (7.74)?" in text
    assert "# answer: suc-1   # 1/Suchet" in text


def test_payment_says_what_is_owed_and_who_can_pay() -> None:
    options = PayOptions([("suc-1", 8), ("suc-2", 8)], 6, CASES)
    request = Choose("french", "pay", options, "gt6.french.a1.pay")
    text = written(list(real().writing.template(request)))
    assert "# The exchange costs 6 strength points (7.6)." in text
    assert "# Units: 1/Suchet 8-4 (suc-1) in 0508, 2/Suchet 8-4 (suc-2) in 0408" in text
    assert options.why_not(real().writing.compile(request, document(real(), request, text)).input["answer"]) is None


def test_hexes_stay_text() -> None:
    request = Choose("french", "retreat", Listed(["0607", "0608"], "7.71"), "gt6.french.a1.retreat.suc-1")
    assert document(real(), request, written(list(real().writing.template(request)))) == {"answer": "0607"}


def test_flow_quotes_what_yaml_would_read_otherwise() -> None:
    assert flow({"a": ["suc-1", "no", "0607", True, 3]}) == '{a: [suc-1, "no", "0607", true, 3]}'


def test_helper_schema_lists_what_there_is() -> None:
    request = question(real(), later(6, CONTACT))
    schema = NapoleonWriting(real().setting).helper_schema(request)
    own = schema["$defs"]["unit"]["anyOf"][0]["enum"]
    assert "suc-1" in own
    assert "tau-1" not in own
    assert "haut" not in own
    assert schema["$defs"]["target"]["anyOf"][0]["enum"] == ["0610", "0811"]
    assert request.what == ORDERS
    text = 'moves: [{unit: 1/Suchet, to: "0608"}]\nattacks: [{on: "0610", by: suc-1}]\n'
    assert not check(load(text.encode(), "o.yaml"), combine(FRAME, schema))[1]


def test_at_night_the_editor_offers_no_attacks() -> None:
    """They would be refused (10.1)."""
    for turn in (1, 6):
        request = question(real(), later(turn, CONTACT))
        schema = NapoleonWriting(real().setting).helper_schema(request)
        assert ("attacks" in schema["properties"]) != real().setting.is_night(turn)
    assert real().setting.is_night(1)


def test_unknown_key_and_form_are_told_with_their_place() -> None:
    schema = combine(FRAME, NapoleonWriting(real().setting).document_schema(ORDERS))
    text = 'moves:\n  - {unit: suc-1, too: "0508"}\n  - {unit: suc-2, to: "05O8"}\nattaks: []\n'
    found = [(one.line, one.code) for one in check(load(text.encode(), "o.yaml"), schema)[1]]
    assert (2, "unknown-key") in found
    assert (3, "wrong-form") in found
    assert (4, "unknown-key") in found


def test_night_and_fog_say_how_long_they_last() -> None:
    setting = real().setting
    for turn in range(1, setting.turns + 1):
        weather, last = setting.weather(turn), setting.weather_until(turn)
        assert {setting.weather(other) for other in range(turn, last + 1)} == {weather}
        assert last == setting.turns or setting.weather(last + 1) != weather
    assert "# Night lasts until the end of Game-Turn 3.\n" in text_of(real(), setting.start())
    assert f"# Fog lasts until the end of Game-Turn {max(setting.fog)}.\n" in text_of(real(), later(4, CONTACT))
    assert "lasts until" not in text_of(real(), later(6, CONTACT))


def test_examples_are_of_the_own_army_and_units_stand_map_by_map() -> None:
    position = later(6, {**CONTACT, "div1-1": "1622", "tau-2": "0908"})
    position.army = "prussian"
    text = text_of(real(), position)
    examples = text.split("Beside on:")[1].split("attacks:")[0]
    assert "bombard: [tau-art]" in examples and "pay: [tau-" in examples and "displace: [tau-" in examples
    assert not {unit.id for unit in real().setting.roster.of("french")} & set(re.findall("[a-z0-9-]+", examples))
    maps = [line.strip() for line in text.splitlines() if "On the map of" in line]
    assert maps == ["# On the map of Jena:", "# On the map of Auerstadt:"]
    assert text.index("tau-2") < text.index("On the map of Auerstadt") < text.index("(div1-1)")
    assert "On the map of" not in text_of(real(), later(6, CONTACT))


@pytest.mark.rule("naw", "16.21-2")
def test_in_fog_the_paper_knows_of_no_artillery_from_afar() -> None:
    for turn, words in ((5, "across a river (8.1, 16.2) that joins in"), (6, "two hexes away (8.1) that joins in")):
        position = standing_at(real(), turn, "french", {"suc-1": "0609", "v-art": "0608", "tau-1": "0610"}, choice="A")
        told = [line for line in text_of(real(), position).splitlines() if "bombard: [" in line]
        assert any(words in line for line in told), (turn, told)
