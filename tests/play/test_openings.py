"""Campaigns kept open: the same as one opened now, after whatever has happened to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.core.person import load_person
from pbem.campaign.inbox.receive import take
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.submit import submit
from pbem.campaign.writing.orders_file import check_orders, template_text
from pbem.errors import Problem
from pbem.local.practice import outbox
from pbem.mail.armour import read_blocks
from pbem.play.keeping import Keeper
from pbem.play.openings import Openings
from pbem.store.home import Home
from tests.games import games
from tests.games.clients import DATE

JENA = Invitation("napoleon-at-war", "learning-jena", "french")


@pytest.fixture
def openings(tmp_path: Path) -> tuple[Openings, Path]:
    """Those of Anna, whose message 2 is due."""
    a, b = games.begin(tmp_path, JENA)
    mail = outbox(b, 1)
    assert take(a, mail, read_blocks(mail)).fault is None
    a.folder.close()
    b.folder.close()
    home = Home(tmp_path / "a-home")
    return Openings(home, load_person(home, str)), tmp_path / "a"


def test_nothing_is_opened_or_worked_out_twice(openings: tuple[Openings, Path]) -> None:
    at, path = openings
    opening = at.at(path)
    assert at.at(path) is opening and opening.due()[1] is opening.due()[1]
    campaign, due = opening.due()
    template_text(campaign, due)
    with at.locked(path) as (writing, same):
        assert same is due and writing.drafted is campaign.drafted is not None
    assert at.at(path) is opening


def test_a_longer_log_is_opened_anew(openings: tuple[Openings, Path]) -> None:
    at, path = openings
    opening = at.at(path)
    with at.locked(path) as (writing, due):
        text = template_text(writing, due).encode()
        with pytest.raises(Problem) as told:
            at.locked(path).__enter__()
        assert told.value.code == "FOLDER_LOCKED"
        checked = check_orders(writing, due, text)
    from pbem.campaign.inbox.recovery import open_campaign

    written = open_campaign(path, opening.campaign.home, at.person, write=True)
    submit(written, written.due(), checked, date=DATE)
    written.folder.close()
    again = at.at(path)
    assert again is not opening and len(again.campaign.chain.messages) == 3
    assert again.due()[1].kind == "wait"


def test_a_log_that_was_replaced_is_opened_anew(openings: tuple[Openings, Path]) -> None:
    at, path = openings
    opening, log = at.at(path), path / "log.jsonl"
    lines = log.read_bytes().split(b"\n")
    other = path / "other"
    other.write_bytes(lines[0] + b"\n")
    other.replace(log)
    (path / "tapes.jsonl").write_bytes(b"")
    assert len(at.at(path).campaign.chain.messages) == 1 and at.at(path) is not opening


def test_files_that_a_person_writes_are_written_under_the_lock(openings: tuple[Openings, Path]) -> None:
    at, path = openings
    with at.locked(path) as (writing, due):
        digest = Keeper().orders(writing, due, {}, "Hello", "").digest
    assert digest and (path / "orders.yaml").read_bytes().endswith(b"note: Hello\n")
    with at.locked(path) as (writing, _):
        assert writing.folder.has_document("orders.yaml")


def test_only_so_many_are_kept(openings: tuple[Openings, Path], tmp_path: Path) -> None:
    at, path = openings
    import shutil

    copies = [path, *(tmp_path / f"copy-{number}" for number in range(4))]
    for copy in copies[1:]:
        shutil.copytree(path, copy)
    found = [at.at(copy) for copy in copies]
    assert at.at(copies[-1]) is found[-1] and at.at(path) is not found[0]


def test_an_answer_without_an_offer_is_refused_each_time(openings: tuple[Openings, Path]) -> None:
    at, path = openings
    for _ in range(2):
        with pytest.raises(Problem) as told:
            at.at(path).due("accept")
        assert told.value.code == "NO_OFFER"
