"""What verify.html says of teams, beside pbem: everything but which formations an order concerns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.campaign.records.verification import judge_log
from pbem.protocol import keys
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import sign_envelope
from tests.report.page.browser import Page
from tests.teams.players import Table
from tests.teams.test_parts_of_a_message import CENTRE, LEFT, RIGHT, SOULT, Cheat, table

__all__ = ["table"]
Body = dict[str, Any]


@pytest.fixture
def page(browser: Page) -> Page:
    return browser


def said(page: Page, log: bytes) -> tuple[str, str, int | None, str]:
    (verdict,) = page.judge_all([{"log.jsonl": log}])
    return verdict["code"], verdict["class"], verdict["seq"], verdict["signed_by"]


def both(page: Page, table: Table, body: Body) -> str:
    """The code on which page and pbem agree, with all that goes with it."""
    line = sign_envelope(canon(body), table.anna.person.master)
    log = (table.bert.path / "log.jsonl").read_bytes() + line + b"\n"
    ours = judge_log(log).verdict
    theirs = said(page, log)
    assert theirs == (ours.code, ours.cls, ours.seq, ours.signed_by)
    return ours.code


@pytest.mark.slow
def test_parts_that_are_good_and_parts_that_are_not(page: Page, table: Table) -> None:
    cheat = Cheat(table)
    ney, soult = cheat.part("ney", [LEFT]), cheat.part("soult", [RIGHT])
    assert both(page, table, cheat.body([soult, ney], [LEFT, RIGHT, CENTRE])) == "OK"
    assert both(page, table, cheat.body([], [CENTRE])) == "OK"
    wrong = [
        cheat.body([ney, soult], [RIGHT, LEFT]),
        cheat.body([ney, ney], [LEFT, LEFT]),
        cheat.body([cheat.part("ney", by="soult")], [LEFT]),
        cheat.body([cheat.part("ney", seq=2)], [LEFT]),
        cheat.body([cheat.part("ney", parent="0" * 64)], [LEFT]),
        cheat.body([cheat.part("ney", game="0" * 64)], [LEFT]),
        cheat.body([cheat.part("ney", extra=1)], [LEFT]),
        cheat.body([cheat.part("york", by="ney")], [LEFT]),
        cheat.body([ney + " "], [LEFT]),
        cheat.body(["{}"], []),
        cheat.body([cheat.part("ney", [{**LEFT, "ready": 1}])], [{**LEFT, "ready": True}]),
    ]
    assert {both(page, table, body) for body in wrong} == {"PART_INVALID"}


@pytest.mark.slow
def test_which_formation_an_order_concerns_is_a_matter_of_rules(page: Page, table: Table) -> None:
    cheat = Cheat(table)
    body = cheat.body([cheat.part("ney", [RIGHT])], [RIGHT])
    log = (table.bert.path / "log.jsonl").read_bytes() + sign_envelope(canon(body), table.anna.person.master) + b"\n"
    assert judge_log(log).verdict.code == "PART_SCOPE"
    assert said(page, log)[0] == "OK"


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda team, own: None, "OK"),
        (lambda team, own: team[0].update(key=own), "KEY_REUSED"),
        (lambda team, own: team[0].update(key=team[1]["key"]), "KEY_REUSED"),
        (lambda team, own: team[0].update(key="01" + "00" * 31), "KEY_INVALID"),
        (lambda team, own: team[0].update(id="soult"), "PAYLOAD_SCHEMA"),
    ],
)
def test_members(page: Page, table: Table, edit: Callable[[list[Body], str], Any], code: str) -> None:
    body = table.anna.open(write=False).chain.messages[0].body
    body = {**body, "members": [dict(member) for member in body["members"]]}
    edit(body["members"], table.anna.person.key.hex())
    log = sign_envelope(canon(body), table.anna.person.master) + b"\n"
    ours = judge_log(log).verdict
    assert said(page, log) == (ours.code, ours.cls, ours.seq, ours.signed_by) and ours.code == code


def test_a_captain_never_plays_on_with_a_key_of_his_team(page: Page, table: Table) -> None:
    cheat = Cheat(table)
    body = cheat.body([], [CENTRE])
    body["key"] = keys.public_key(SOULT).hex()
    line = sign_envelope(canon(body), cheat.masters["anna"], SOULT)
    log = (table.bert.path / "log.jsonl").read_bytes() + line + b"\n"
    assert said(page, log) == ("KEY_REUSED", "invalid", 4, "")
    assert judge_log(log).verdict.code == "KEY_REUSED"
