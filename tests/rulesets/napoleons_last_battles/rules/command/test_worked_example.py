"""The worked command example of chapter 11. Its picture is lost: the hexes are ours, and do what its text says."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.rules.command.authority import Authority
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from tests.rulesets.napoleons_last_battles.files import roster
from tests.rulesets.napoleons_last_battles.rules.command.stage import cases, give, stage

rule = pytest.mark.rule
ALLIES = {
    "willem": "1642",
    "perponcher": "1444",
    "blndt": "1545",
    "opstl": "1644",
    "wmar": "1845",
    "wellington": "1641",
    "picton": "1539",
    "brunswick": "1540",
    "kempt": "1538",
    "vincke": "1638",
    "heisse": "1539",
    "pack": "1543",
    "mrln": "1442",
    "bttlr": "1440",
    "specht": "1439",
    "cramm": "1340",
    "mahn": "1340",
}
FRENCH = {
    "ney": "1751",
    "reille": "1750",
    "huss-5": "1648",
    "camp-5": "1748",
    "baud-6": "1753",
    "soye-6": "1849",
    "gauth-9": "1751",
    "jamin-9": "1752",
    "pell": "1850",
    "pire": "1746",
    "lf-ds": "1451",
    "lher": "1553",
    "durb": "1553",
    "marc": "1554",
}


@rule("nlb", "11.0-example", "11.1A", "11.1B-1")
def test_the_allies_have_command_to_spare() -> None:
    board = stage({**ALLIES, "pire": "1752"}, land="belgium", army="coalition")
    said = {
        "willem": {"officers": ["perponcher"], "units": ["wmar"]},
        "wellington": {"officers": ["picton", "brunswick"], "units": ["mrln", "pack"]},
    }
    assert cases(board, said) == []
    given = give(board, said)
    assert given.idle == [] and given.chain.through["perponcher"] == ("blndt", "opstl")
    assert board.field.distance(ALLIES["perponcher"], ALLIES["wmar"]) == 4
    authority = Authority(board)
    assert (
        authority.capacity("wellington") - len(said["wellington"]["officers"]) == given.chain.spare["wellington"] == 2
    )


@rule("nlb", "11.0-example", "11.0-2")
def test_ney_commands_one_officer_and_one_unit_and_not_all_have_command() -> None:
    board = stage(FRENCH, land="belgium")
    assert board.field.distance(FRENCH["reille"], FRENCH["pire"]) == 4
    left = ["durb", "lf-ds", "lher", "marc", "pire"]
    assert give(board, {"ney": {"officers": ["reille"]}}).idle == left
    for unit in left:
        given = give(board, {"ney": {"officers": ["reille"], "units": [unit]}})
        assert given.cases == [] and given.idle == [one for one in left if one != unit]
    assert cases(board, {"ney": {"officers": ["reille"], "units": ["pire", "lf-ds"]}}) == [
        (("ney", "units", 1), "11.1A")
    ]


@rule("nlb", "11.0-example")
def test_the_default_does_as_the_example_does() -> None:
    said = CommandOptions(stage(FRENCH, land="belgium")).default()
    assert said == {"ney": {"officers": ["reille"], "units": ["lher"]}}


@rule("nlb", "11.0-example")
def test_capacities_of_the_example() -> None:
    capacity = {one.id: one.capacity for one in roster().units.values() if one.capacity}
    assert [(capacity[uid].value, capacity[uid].mark) for uid in ("ney", "wellington")] == [(1, "text"), (4, "text")]
