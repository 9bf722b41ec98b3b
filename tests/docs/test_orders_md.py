"""docs/orders.md is true: its examples are read by the loader, checked by the schemas and judged by the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.campaign.outbox.new_game import invitation_of
from pbem.campaign.telling.revealing import secret_lines
from pbem.campaign.writing.standing import standing_schema
from pbem.errors import Problem
from pbem.hexgame.documents.form import Fields
from pbem.local import hotseat
from pbem.orders.check import check
from pbem.orders.findings import render
from pbem.orders.loader import load
from pbem.orders.schemas import combine, read_schema
from rulesets.napoleon_at_war import ruleset
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.forms import ATTACK, MOVE
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.telling.preview import preview
from tests.docs.blocks import Block, blocks
from tests.docs.member_tables import table
from tests.installed import installed
from tests.places import PROJECT

PAGE = "orders.md"
DOCS = PROJECT / "docs"
GAME = ruleset.game("jena-auerstadt", {})
FRAME = ("campaign", "phase", "for", "note")
AT = {
    "suc-1": "0609",
    "suc-2": "0507",
    "v-art": "0509",
    "gd": "0607",
    "gaz-1": "0707",
    "tau-1": "0610",
    "tau-2": "0808",
}


Data = dict[str, Any]


def schema(ask: str) -> Data:
    return combine(read_schema("orders"), GAME.writing.document_schema(ask))


def typed(block: Block, wanted: Data) -> Data:
    found: Data
    found, findings = check(load(block.text), wanted)
    assert not findings, render("orders.yaml", findings)
    return found


def test_every_yaml_block_says_what_it_is() -> None:
    kinds = {"orders", "answer", "standing", "refused", "faulty", "hidden"}
    found = [block.words[:1] for block in blocks(PAGE, "yaml")]
    assert len(found) > 9
    assert set(found) == {(kind,) for kind in kinds}


@pytest.mark.parametrize("block", blocks(PAGE, "yaml", "orders"), ids=str)
def test_orders_fit_frame_and_fragment(block: Block) -> None:
    data = typed(block, schema("orders"))
    assert data["phase"] == GAME.telling.phase_name({"turn": 6, "army": "french"})


@pytest.mark.parametrize("block", blocks(PAGE, "yaml", "answer"), ids=str)
def test_answers_fit_the_document_and_the_binding_schema(block: Block) -> None:
    (ask,) = block.words[1:]
    data = typed(block, schema(ask))
    assert data["phase"] == f"french-06-{ask}"
    Draft202012Validator(GAME.schema(ask)).validate({"answer": data["answer"]})


@pytest.mark.parametrize("block", blocks(PAGE, "yaml", "standing"), ids=str)
def test_standing_orders_fit_the_slots_of_their_army(block: Block) -> None:
    (army,) = block.words[1:]
    slots = GAME.slots(army)
    data, findings = check(load(block.text, "standing.yaml"), standing_schema(slots))
    assert not findings, render("standing.yaml", findings)
    units = GAME.setting.roster.units
    named = [word for word in json.dumps(data).split('"') if word in units]
    assert all(units[unit].army == army for unit in named)


def test_every_kind_of_standing_order_is_in_the_table() -> None:
    page = "\n".join(b.text for b in blocks(PAGE, "yaml", "standing"))
    kinds = {slot.name.partition(".")[0] for army in GAME.scenario.armies for slot in GAME.slots(army)}
    assert all(f"\n{kind}:" in f"\n{page}" for kind in kinds)


@pytest.mark.parametrize("block", blocks(PAGE, "yaml", "refused"), ids=str)
def test_what_the_page_calls_refused_is_refused(block: Block) -> None:
    with pytest.raises(Problem) as caught:
        load(block.text)
    assert caught.value.code == "ORDERS_YAML"


def test_the_faults_shown_are_those_of_the_faulty_example() -> None:
    (faulty,) = blocks(PAGE, "yaml", "faulty")
    (shown,) = blocks(PAGE, "text", "faults")
    _, findings = check(load(faulty.text), schema("orders"))
    assert render("orders.yaml", findings) == shown.text.rstrip("\n")


def test_the_complete_example_is_legal_and_does_what_the_page_says() -> None:
    (block,) = [b for b in blocks(PAGE, "yaml", "orders") if "complete" in b.words]
    data = typed(block, schema("orders"))
    out = {unit for unit in GAME.setting.roster.units if unit not in AT}
    position = Position(6, "french", at=dict(AT), choice="A", out=out)
    compiled = compile_orders(GAME.setting, position, {k: v for k, v in data.items() if k not in FRAME})
    assert not compiled.faults
    Draft202012Validator(GAME.schema("orders")).validate(compiled.input)
    shown = preview(GAME.setting, position, compiled.input)
    assert not shown["void"]
    columns = {
        attack["id"]: [manner["calculation"]["used"] for manner in attack["manners"]] for attack in shown["attacks"]
    }
    assert columns == {"cospeda": ["1-1"], "closwitz": ["1-1", "1-3"]}


def test_the_hidden_examples_are_legal_and_hide_what_the_page_says(tmp_path: Path) -> None:
    setup, turn, sealed = blocks(PAGE, "yaml", "hidden")
    (shown,) = blocks(PAGE, "text", "hidden")
    with installed(tmp_path / "dist", "veiled"):
        table = hotseat.new_table(tmp_path / "game.json", invitation_of("veiled", "skirmish", "red"))
    for text in (setup.text, "phase: setup-blue\nfor: 2\ncampaign: 24d37563230c\n", turn.text):
        due = hotseat.due_now(table)
        data = text.replace("24d37563230c", table.short_id).encode("utf-8")
        checked = hotseat.check(table, due, data, "orders.yaml")
        assert not checked.findings, render("orders.yaml", checked.findings)
        if text == setup.text:
            assert [name for name, content in checked.hide.items() if not content["units"]] == [
                "red-2",
                "red-5",
                "red-8",
            ]
            assert "r-guard" not in json.dumps(checked.input)
        if text == turn.text:
            assert checked.input["moves"][0] == {"counter": "red-3", "to": "elm"}
            assert "\n".join(secret_lines(table, checked, due.own)) == shown.text.rstrip("\n")
        hotseat.play(table, due, checked)
    wanted = combine(read_schema("orders"), table.game.writing.document_schema("night"))
    assert typed(sealed, wanted)["phase"].endswith("-sealed.night")


@pytest.mark.parametrize("entry", [MOVE, ATTACK], ids=["moves", "attacks"])
def test_the_tables_of_members_are_as_declared(entry: Fields) -> None:
    assert f"\n{table(entry.members)}\n" in (DOCS / PAGE).read_text(encoding="utf-8")
