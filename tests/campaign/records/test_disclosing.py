"""`pbem audit` in a game that hides things: everything is told, everything is checked, and a lie has its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.records.disclosing import _refused, audit_data, audit_path
from pbem.campaign.records.verification import judge_log
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.hidden import Accusation, Record
from pbem.protocol.faults import Fault
from tests.cli.players import Player, fresh_player
from tests.games.shown_early import check_shown_early
from tests.installed import installed
from tests.toy_hidden.campaigns import play_open
from tests.toy_hidden.forces import VeiledForces
from tests.toy_hidden.world import build, found_out, lie


@pytest.fixture(scope="module", autouse=True)
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The ruleset is installed."""
    with installed(tmp_path_factory.mktemp("veiled-dist"), "veiled"):
        yield


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, veiled: None) -> Path:
    """The folder of one side of a game played to its end."""
    at = tmp_path_factory.mktemp("finished")
    play_open(at, 3)
    return at / "a"


@pytest.mark.parametrize(("audited", "told"), [(False, "AUDIT_CLAIM"), (True, "")])
def test_of_books_that_were_refused_the_first_is_told_unless_another_was_good(audited: bool, told: str) -> None:
    tried = [Fault("SEQ_GAP", "a message is missing"), Fault("AUDIT_CLAIM", "a lie"), Fault("AUDIT_DRAW", "another")]
    fold = SimpleNamespace(chain=SimpleNamespace(audited=audited, messages=()), tried=tried, fault=None)
    _refused(SimpleNamespace(names=lambda _: []), fold)  # type: ignore[arg-type]
    assert (fold.fault.code if fold.fault else "") == told


@pytest.mark.slow
def test_a_verification_judges_each_book_once_and_by_itself(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Record]] = []
    judge = VeiledForces.audit

    def noted(self: VeiledForces, army: str, record: Record) -> Sequence[Accusation]:
        asked.append((army, record))
        return judge(self, army, record)

    monkeypatch.setattr(VeiledForces, "audit", noted)
    judged = judge_log((finished / "log.jsonl").read_bytes())
    assert (judged.verdict.code, judged.verdict.detail) == ("OK", "finished and audited")
    assert sorted(army for army, _ in asked) == sorted(judged.campaign.machine.armies.values())
    for army, record in asked:
        own = {step.seq for step in record.steps if step.army == army}
        assert record.disclosed == [army] and set(record.owed) == {army} and set(record.draws) == {army}
        assert record.content and {at for _, at in record.content} <= own
        assert not any(step.committed or step.leaves for step in record.steps if step.army != army)


@pytest.mark.slow
def test_everything_that_was_hidden_is_told(finished: Path) -> None:
    audited = audit_path(finished)
    told, chain = audit_data(audited), audited.campaign.chain
    assert (told["state"], told["exit"], told["findings"], told["fault"]) == ("audited", 0, [], None)
    assert not told["hidden"] and set(told["disclosed"]) == {"a", "b"}
    for seat, book in told["disclosed"].items():
        hidden = [(m.seq, e["marker"]) for m in chain.messages if m.seat == seat for e in m.body.get("hide", [])]
        assert sorted(hidden) == sorted((one["message"], one["marker"]) for one in book["markers"])
        sealed = [m.seq for m in chain.messages if m.seat == seat and "sealed" in m.body.get("input", {})]
        assert sealed == [one["message"] for one in book["sealed"]] and sealed
        openings = {
            (entry["at"], entry["marker"]): m.seq
            for m in reversed(chain.messages)
            for entry in (*m.body.get("open", []), *m.body.get("input", {}).get("open", []))
            if entry["t"] == "marker"
        }
        for one in book["markers"]:
            assert one["shown_in"] == openings.get((one["message"], one["marker"]))
        # The same army's units stand in the counters of the set-up, each once.
        first = min(one["message"] for one in book["markers"])
        units = [unit for one in book["markers"] if one["message"] == first for unit in one["units"]]
        assert len(units) == len(set(units)) == 6
        assert book["draws"] and all(1 <= draw["result"] <= draw["faces"] for draw in book["draws"])
        assert {leaf["name"] for leaf in book["leaves"]} >= {"scout"}
    claims = sum(len(m.body.get("claims", [])) for m in chain.messages)
    assert told["checked"]["claims"] == claims == len(told["claims"]) and all(one["holds"] for one in told["claims"])
    drawn = sum(1 for tape in chain.tapes for entry in tape if entry[1] and not entry[2])
    assert told["checked"]["draws"] == drawn > 0


@pytest.mark.slow
def test_whoever_shows_his_book_early_is_judged_alike(finished: Path, tmp_path: Path) -> None:
    assert check_shown_early(finished, tmp_path, 3) > 5
    said = Player(finished.parent / "a-home", finished)("audit", "--show", tmp_path / "book")
    assert said.status and "your book is open already" in said.err


@pytest.mark.slow
def test_words_for_people(finished: Path, tmp_path: Path) -> None:
    reader = fresh_player(tmp_path, "nobody")
    said = reader.good("audit", finished).out
    assert "held no unit" in said and "never shown" in said and "the sealed answer was" in said
    assert "; that was true" in said and "private draw" in said
    assert said.rstrip().endswith("belied by what he disclosed.")


def _turn(campaign: Campaign, due: Due) -> bool:
    return due.kind == "orders" and due.state["at"]["stage"] == "setup"


def _one_missing(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A unit is left out of the set-up."""
    emptied = next(counter for counter, content in sorted(checked.hide.items()) if content["units"])
    return replace(checked, hide={**checked.hide, emptied: {"units": []}})


@pytest.mark.slow
def test_a_lie_is_told_with_its_case_and_message(tmp_path: Path) -> None:
    world = build(tmp_path, _turn)
    seq = lie(world, _one_missing)
    running = audit_data(audit_path(world.victim.path))
    assert running["state"] == "running" and set(running["hidden"]) == {"a", "b"}
    assert len(running["hidden"][world.cheater.seat]["markers"]) == 8 and not running["findings"]
    found_out(world)
    # The victim refused the disclosure; it lies in his evidence, and his audit reads it there.
    told = audit_data(audit_path(world.victim.path))
    (finding, *_) = told["findings"]
    assert (finding["code"], finding["side"], finding["message"]) == ("AUDIT_CONSERVATION", world.cheater.seat, seq)
    assert finding["case"] == "1.2" and finding["text"] and told["exit"] == 11
    reader = Player(tmp_path / "home", tmp_path)
    said = reader("audit", world.victim.path)
    assert said.status == 11
    assert f"in message {seq}, 1.2: " in said.out and "AUDIT_CONSERVATION" in said.out
    assert "belied" not in said.out
