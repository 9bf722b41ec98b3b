"""Where two programs parted ways: the first thing that differs, and what is no export at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.records.diverge import compare, export
from pbem.errors import Problem
from pbem.protocol.canonical import canon, parse_value
from tests.campaign.folders import begin

Edit = Any


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """Eight messages."""
    opened = begin(tmp_path, 8)[0].open(write=False)
    yield opened
    opened.folder.close()


def edited(campaign: Campaign, edit: Edit, seq: int = 5) -> bytes:
    record: Any = parse_value(export(campaign, seq)[:-1])
    edit(record)
    return canon(record) + b"\n"


@pytest.mark.slow
def test_every_closed_segment_is_exported_and_the_last_of_them_by_default(campaign: Campaign) -> None:
    last = len(campaign.chain.messages) - 1
    assert export(campaign) == export(campaign, last - 1)
    for seq in range(2, last):
        assert parse_value(export(campaign, seq)[:-1])["seq"] == seq
        assert compare(campaign, export(campaign, seq)).same
    for seq in (0, 1, last, last + 1):
        with pytest.raises(Problem, match=f"messages 2 to {last - 1} opened one") as refused:
            export(campaign, seq)
        assert refused.value.code == "NO_SEGMENT"


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (lambda r: r.update(engine="other 1"), "the rules version"),
        (lambda r: r.update(ruleset="0" * 64), "the data of the ruleset"),
        (lambda r: r["before"]["need"].update(n=99), "the state before the segment, need/n"),
        (lambda r: r["tape"].append(["r9", 6, 1]), "draw {} of the tape"),
        (lambda r: r["tape"].insert(0, ["r9", 6, 1]), "draw 1 of the tape"),
        (lambda r: r["after"]["trace"].append(["roll", "r9", [1]]), "step {} of the trace"),
        (lambda r: r["after"].update(phase_seq=99), "the state after the segment, phase_seq"),
    ],
)
def test_the_first_difference_is_told(campaign: Campaign, edit: Edit, what: str) -> None:
    record: Any = parse_value(export(campaign, 5)[:-1])
    count = len(record["tape"] if "tape" in what else record["after"]["trace"]) + 1
    found = compare(campaign, edited(campaign, edit))
    assert found.what == what.format(count) and not found.same and found.own != found.other


@pytest.mark.parametrize(
    "edit",
    [
        lambda r: r.pop("tape"),
        lambda r: r.update(more=1),
        lambda r: r.update(format=2),
        lambda r: r.update(tape={}),
        lambda r: r.update(seq=True),
        lambda r: r["after"].update(trace={}),
    ],
)
def test_what_is_no_export_is_refused_with_what_to_ask_for(campaign: Campaign, edit: Edit) -> None:
    with pytest.raises(Problem) as refused:
        compare(campaign, edited(campaign, edit))
    assert (refused.value.code, refused.value.what) == ("DIVERGE_FILE", "this is no export of pbem diverge")
    assert refused.value.mend == "ask your opponent for the output of: pbem diverge --export"
    with pytest.raises(Problem, match=r"no export of pbem diverge: .+") as refused:
        compare(campaign, export(campaign)[:-9])
    assert refused.value.code == "DIVERGE_FILE"


def test_an_export_of_another_game_is_named_as_such(campaign: Campaign) -> None:
    with pytest.raises(Problem, match="another game"):
        compare(campaign, edited(campaign, lambda r: r.update(game="0" * 64)))
