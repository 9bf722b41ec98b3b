"""Veiled without the mail, and what a person has to do with it: templates, papers, faults, practice, commands."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.telling.reports import own_json, own_text, public_text
from pbem.campaign.writing.orders_file import check_orders, template_text
from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import Stop, advance
from pbem.engine.requests import ORDERS, Phase, Roll
from pbem.engine.state import fresh
from pbem.engine.views import Hidden, HiddenRead
from pbem.local.practice import exchange, local_pair, practice_client
from pbem.protocol.canonical import canon
from tests.games.games import Tally
from tests.installed import environment as environment_of
from tests.tiers import turns
from tests.toy_hidden.acts import marches
from tests.toy_hidden.board import Board
from tests.toy_hidden.campaigns import VeiledHand, costs
from tests.toy_hidden.invariants import check_position
from tests.toy_hidden.leaks import close, play
from tests.toy_hidden.ruleset import ruleset
from tests.toy_hidden.world import build, orders

SEATS = {"red": "a", "blue": "b"}


def _game(contact: str) -> Any:
    return ruleset.game("skirmish", {"contact": contact})


@pytest.mark.parametrize("contact", ["declared", "proved"])
@pytest.mark.parametrize("seed", range(10))
def test_random_players_end_every_game(contact: str, seed: int) -> None:
    game = _game(contact)
    player = RandomPlayer(random.Random(seed).randrange, game=game)
    outcome = advance(game, fresh(game.start(), hidden=True), player, SEATS)
    assert outcome.state["over"]["how"] == "played" and outcome.phases == 14
    check_position(game, outcome.state["at"])
    kinds = {event["kind"] for event in outcome.events}
    assert {"posted", "moved", "drew", "night", "scout", "over"} <= kinds


class Interrupted(RandomPlayer):
    """Stops once before every die, as a segment that ends there does."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.stopped = False

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        self.stopped = not self.stopped
        return Stop(self.roller or "red", "continue") if self.stopped else super().roll(request, count, faces)


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_that_was_interrupted_ends_as_one_that_was_not(seed: int) -> None:
    """Events are told once, and the recorded steps lead to the same position."""
    game, start = _game("proved"), fresh(_game("proved").start(), hidden=True)
    whole = advance(game, start, RandomPlayer(random.Random(seed).randrange, game=game), SEATS)
    player = Interrupted(random.Random(seed).randrange, game=game)
    outcome = advance(game, start, player, SEATS)
    events, stops = list(outcome.events), 0
    while not outcome.state["over"]:
        stops += 1
        outcome = advance(game, json.loads(canon(outcome.state)), player, SEATS)
        events += outcome.events
    assert stops > 12 and events == whole.events
    assert outcome.state["at"] == whole.state["at"]


def test_no_rule_can_read_a_private_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a rule is sent for a draw of somebody's own raises when it is read or compared."""
    game, sent = _game("declared"), []
    plain = game.phase

    def listening(at: Any) -> Phase:
        inner = plain(at)
        request = next(inner)
        while True:
            answer = yield request
            if isinstance(request, Roll) and request.owner:
                sent.extend(answer)
            try:
                request = inner.send(answer)
            except StopIteration as end:
                return end.value

    monkeypatch.setattr(game, "phase", listening)
    advance(game, fresh(game.start(), hidden=True), RandomPlayer(random.Random(3).randrange, game=game), SEATS)
    assert len(sent) == 12
    for draw in sent:
        assert isinstance(draw, Hidden)
        with pytest.raises(HiddenRead):
            draw.seen_by("red" if draw.owner == "blue" else "blue")
        with pytest.raises(HiddenRead):
            _ = draw == 4


def _first(campaign: Campaign, due: Due) -> bool:
    return due.kind == ORDERS and due.state["at"]["stage"] == "setup"


def _third(campaign: Campaign, due: Due) -> bool:
    return due.kind == ORDERS and due.state["at"]["round"] == 3 and bool(due.own.draws)


def _due(world: Any) -> tuple[Campaign, Due]:
    campaign = world.cheater.open(write=False)
    return campaign, campaign.due()


@pytest.mark.slow
def test_a_template_submitted_unchanged_takes_every_default(tmp_path: Path) -> None:
    for name, wanted in (("first", _first), ("third", _third)):
        campaign, due = _due(build(tmp_path / name, wanted))
        checked = check_orders(campaign, due, template_text(campaign, due).encode("utf-8"))
        assert checked.findings == ()
        assert set(checked.input) <= {"for", "setup"}
        held = sorted(unit for content in checked.hide.values() for unit in content["units"])
        assert held == (list(campaign.game.setting.order_of_battle[campaign.army]) if name == "first" else [])  # type: ignore[attr-defined]


def test_a_player_names_his_units_and_the_input_names_counters(tmp_path: Path) -> None:
    campaign, due = _due(build(tmp_path, _third))
    board = Board(campaign.game.setting, due.state["at"])  # type: ignore[attr-defined]
    counter = next(c for c in board.hidden(board.army) if due.own.markers[c]["units"])
    to = board.neighbours(board.box(counter))[0]
    unit = due.own.markers[counter]["units"][0]
    checked = orders(campaign, due, {"moves": [{"unit": unit, "to": to}], "show": [unit, "chit"]})
    assert checked.findings == ()
    assert checked.input["moves"] == [{"counter": counter, "to": to}] and checked.show == (counter, "chit")
    assert unit not in json.dumps(checked.input)


def test_the_program_keeps_a_player_from_what_the_audit_would_find(tmp_path: Path) -> None:
    campaign, due = _due(build(tmp_path, _third))
    draw = due.own.draws[-1]
    here = due.own.leaves["hidden"]["scout"]["path"][-1] if due.own.leaves["hidden"]["scout"] else "elm"
    papers = [
        ({"card": {"draw": draw.label, "face": draw.result % 6 + 1}}, "5.1"),
        ({"scout": [here, here]}, "7.1"),
        ({"moves": [{"unit": "nobody", "to": "elm"}]}, "4.1"),
        ({"mix": [{"box": "elm", "units": [["r-guard"], ["r-guard"]]}]}, "2.2"),
    ]
    for document, case in papers:
        checked = orders(campaign, due, document)
        assert [finding.case for finding in checked.findings][:1] == [case], document


class Shower(VeiledHand):
    """Attacks at once, shows everything that an attack needs, and searches only where it can be proved."""

    def __call__(self, campaign: Campaign, due: Due) -> tuple[dict[str, Any], Any]:
        checked = None
        if due.request is not None:
            document = {"answer": due.request.options.sample(self.rng.randrange)}
            if due.kind == ORDERS:
                document = self._turn(campaign, due)
            checked = orders(campaign, due, document)
            assert not checked.findings, checked.findings
        return {}, checked

    def _turn(self, campaign: Campaign, due: Due) -> dict[str, Any]:
        at = due.state["at"]
        if at["stage"] == "setup":
            return {}
        board = Board(campaign.game.setting, at)  # type: ignore[attr-defined]
        moves = marches(board, self.rng.randrange)
        fights = board.contested()
        shown = [counter for counter in board.hidden(board.army) if board.box(counter) in fights]
        return {"moves": moves, "show": [*shown, "chit"], "loss": "weakest"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", turns(range(3)))
def test_an_attacker_who_shows_his_own_costs_nobody_a_mail(tmp_path: Path, seed: int) -> None:
    """One message a turn, fights and private draws and all; nights and the last turn ask for more."""
    hands = {seat: Shower(random.Random(f"{seed}/{seat}"), Tally(seed)) for seat in "ab"}
    campaigns = play(tmp_path, Invitation("veiled", "skirmish", "red", {"contact": "proved"}), hands)
    fights = [e for told in campaigns["a"].machine.events.values() for e in told if e["kind"] in ("fight", "walkover")]
    assert fights
    turns = costs(campaigns["a"])
    assert len(turns) == 12
    assert all(cost.messages == 1 for cost in turns if not cost.asked and not cost.last)
    close(campaigns)


def test_the_own_report_tells_what_the_reader_alone_knows(tmp_path: Path) -> None:
    campaign, due = _due(build(tmp_path, _third))
    text, data = own_text(campaign, due), own_json(campaign, due)
    assert "What you alone know" in text
    rows = {row["label"]: row["text"] for row in data["secret"]}
    board = Board(campaign.game.setting, due.state["at"])  # type: ignore[attr-defined]
    assert set(board.hidden(board.army)) <= set(rows)
    assert f"draw {due.own.draws[0].label}" in rows
    for seq in range(2, len(campaign.chain.messages)):
        assert "What you alone know" not in public_text(campaign, seq)


@pytest.mark.slow
def test_public_reports_tell_of_what_was_opened_and_turned_down(tmp_path: Path) -> None:
    found = ""
    for seed in range(3):
        world = build(tmp_path / str(seed), lambda campaign, due: bool(due.state.get("over")), first=40 + seed)
        campaign, _ = _due(world)
        found += "".join(public_text(campaign, seq) for seq in range(2, len(campaign.chain.messages)))
        for message in campaign.chain.messages[2:]:
            report = public_text(campaign, message.seq)
            assert all(entry["marker"] in report for entry in message.body.get("hide", []))
            assert ("salt" not in report) and ("commit" not in report)
    for words in (
        "Opened red-",
        "Turned face down",
        "Stated",
        "(asked of",
        "cavalry:",
        "Sealed answer",
        "Standing order chit",
    ):
        assert words in found, words


@pytest.mark.slow
def test_two_practice_opponents_play_to_the_end(tmp_path: Path) -> None:
    pair = local_pair(tmp_path, Invitation("veiled", "skirmish", "blue", {}), ("Anna", "Bert"))
    a, b = (practice_client(campaign) for campaign in pair)
    assert exchange(a, b) > 16
    assert a.campaign.chain.audited and a.campaign.chain.over["winner"] == ""
    close({"a": a.campaign, "b": b.campaign})


@pytest.mark.slow
def test_the_command_line_knows_it_too(tmp_path: Path, veiled: Path) -> None:
    """A subprocess finds the ruleset by its entry point, as it would an installed one."""
    environment = {**environment_of(veiled), "PBEM_HOME": str(tmp_path / "home")}

    def pbem(*words: str) -> str:
        run = [sys.executable, "-m", "pbem", *words]
        return subprocess.run(run, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "veiled" in pbem("rules", "list")
    assert "proved" in pbem("rules", "show", "veiled")


def test_silence_sets_nothing_up_and_nobody_sets_up_abroad() -> None:
    game = _game("declared")
    phase = game.phase(game.start())
    next(phase)
    request = phase.send(None)
    assert request.what == ORDERS and request.hide == game.setting.counters("red")
    assert request.options.default() == {} and request.options.why_not({}) is None
    refusal = request.options.why_not({"setup": [{"counter": "red-1", "box": "hill"}]})
    assert refusal is not None and refusal.case == "1.1"
