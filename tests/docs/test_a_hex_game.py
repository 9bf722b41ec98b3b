"""The hex game of docs/adding-a-ruleset.md: it installs, plays by its rules and against people, and keeps the kit."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.machine import machine_for
from pbem.campaign.outbox.create import Invitation
from pbem.engine.answerers import RandomPlayer, Scripted, begin, faults
from pbem.engine.loop import advance
from pbem.engine.odds_query import Unanswerable, WhatIf
from pbem.engine.state import fresh
from pbem.local.practice import Client, exchange, local_pair
from pbem.protocol.verify import log_lines, tape_lines, verify_log
from pbem.upkeep.coverage import coverage
from tests.docs.blocks import blocks
from tests.docs.packages import files_of, installed, write
from tests.places import PROJECT

PAGE, PACKAGE = "adding-a-ruleset.md", "millbrook"
SEATS = {"red": "a", "blue": "b"}
MOST_LINES = 400
"""What the page promises."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the game is installed."""
    root = tmp_path_factory.mktemp(PACKAGE)
    write(PAGE, PACKAGE, root)
    return root


@pytest.fixture(scope="module")
def ruleset(home: Path) -> Iterator[Any]:
    with installed(home, PACKAGE) as found:
        yield found


@pytest.fixture
def game(ruleset: Any) -> Any:
    return ruleset.game("first", {})


def position(game: Any, at: str, **more: Any) -> Any:
    """Units in their hexes, `r1 0402, b1 0403`, everybody else still to come."""
    places = dict(one.split() for one in at.split(", "))
    return {**game.start(), "at": places, **more}


def test_the_page_keeps_its_word() -> None:
    files = files_of(PAGE, PACKAGE)
    assert sum(text.count("\n") for text in files.values()) < MOST_LINES
    (block,) = blocks(PAGE, "toml", f"entry={PACKAGE}")
    assert f'{PACKAGE} = "{PACKAGE}:ruleset"' in block.text


def test_every_case_has_its_function(ruleset: Any, tmp_path: Path) -> None:
    found = coverage(ruleset, tmp_path)
    assert (found["counts"]["cases"], found["counts"]["without_function"]) == (11, 0)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_end_and_are_told(game: Any, seed: int) -> None:
    rng, state, turns = random.Random(seed), fresh(game.start()), 0
    while not state["over"]:
        assert game.writing.read_text(game.writing.text(state["at"])) == state["at"]
        outcome = advance(game, state, RandomPlayer(rng.randrange, phases=1), SEATS)
        assert all(game.telling.wording(event) for event in outcome.events)
        state, turns = outcome.state, turns + 1
    assert turns == 12
    assert sum(state["over"]["points"].values()) >= 3


# -- its rules ------------------------------------------------------------------------

R1, B1 = "1/Red", "1/Blue"


@pytest.mark.parametrize(
    ("at", "moves", "case", "text"),
    [
        ("r1 0102", [("r1", "0203")], "", ""),
        ("r1 0102", [("r1", "0401")], "", ""),
        ("r1 0102", [("r1", "0501")], "2.1", f"{R1} cannot reach 0501"),
        ("r1 0303, b1 0503", [("r1", "0402")], "", ""),
        ("r1 0303, b1 0503", [("r1", "0501")], "2.1", f"{R1} cannot reach 0501"),
        ("r1 0402, b1 0403", [("r1", "0302")], "2.2", "may not leave it"),
        ("r1 0102, r2 0203", [("r1", "0203")], "2.3", "taken back"),
        ("r1 0102", [("r3", "0103")], "2.4", "3/Red comes in"),
        ("r1 0102, b1 0403", [("b1", "0404")], "1.0", "Blue unit"),
    ],
)
def test_moves_are_judged_and_told(game: Any, at: str, moves: list[tuple[str, str]], case: str, text: str) -> None:
    outcome = begin(game, fresh(position(game, at)), SEATS)
    document = {"moves": [{"unit": unit, "to": to} for unit, to in moves]}
    found = game.writing.compile(outcome.request, document).faults
    told = [(fault.refusal.case, fault.refusal.text) for fault in found]
    assert [one for one, _ in told] == [case] * bool(case), told
    assert all(text in words for _, words in told), told


@pytest.mark.parametrize(("turn", "faulty"), [(1, True), (2, False), (5, False)])
def test_who_comes_later_comes_in_from_his_turn_on(game: Any, turn: int, faulty: bool) -> None:
    state = fresh(position(game, "r1 0102", turn=turn))
    found = faults(game, state, {"moves": [{"unit": "r3", "path": ["0103", "0203"]}]}, SEATS)
    assert [fault.refusal.case for fault in found] == ["2.4"] * faulty


@pytest.mark.parametrize(
    ("at", "on", "by", "column"),
    [
        ("r1 0402, b1 0503", "0503", ["r1"], "1-2"),
        ("r1 0403, b1 0503", "0503", ["r1"], "1-1"),
        ("r1 0402, r2 0403, b1 0503", "0503", ["r1", "r2"], "2-1"),
        ("r1 0402, b1 0403", "0403", ["r1"], "1-2"),
        ("r1 0602, bc 0703", "0703", ["r1"], "3-1"),
    ],
)
def test_odds_count_the_stream_the_bridge_and_the_village(
    game: Any, at: str, on: str, by: list[str], column: str
) -> None:
    (outlook,) = game.telling.odds.what_if(position(game, at), "red", WhatIf((on,), tuple(by)))
    assert outlook.title.endswith(f": {column}")
    assert sum(chance.share for chance in outlook.chances) == 1


def test_a_question_about_nobody_is_refused(game: Any) -> None:
    with pytest.raises(Unanswerable):
        game.telling.odds.what_if(game.start(), "red", WhatIf(("0101",)))


def test_a_defender_who_retreats_leaves_his_hex_to_a_victor(game: Any) -> None:
    state = fresh(position(game, "r1 0302, r2 0303, bc 0402", held={}))
    attack = {"on": ["0402"], "by": ["r1", "r2"], "advance": [{"unit": "r1", "to": "0402"}]}
    outcome = advance(game, state, Scripted([{"attacks": [attack]}], dice=[3]), SEATS)
    told = [event["kind"] for event in outcome.events]
    assert told[:4] == ["headline", "combat", "retreated", "advanced"]
    assert outcome.state["at"]["at"]["r1"] == "0402"


def test_who_stands_on_a_hex_of_worth_holds_it(game: Any) -> None:
    outcome = advance(game, fresh(position(game, "r1 0204, b1 0602", held={"0204": "blue"})), Scripted([{}]), SEATS)
    assert outcome.state["at"]["held"] == {"0204": "red", "0602": "blue"}


# -- people -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_signed_campaign_between_two_folders(ruleset: Any, tmp_path: Path) -> None:
    """One plays by chance, the other by the practice opponent; standing orders ask one of them in mid-phase."""
    campaigns = local_pair(tmp_path, Invitation(PACKAGE, "first", "red"), ("Ann", "Ben"))
    game = ruleset.game("first", {})
    opponent = ruleset.opponent(game, "blue")

    def by_chance(at: Any, due: Any) -> dict[str, Any]:
        answer: Any = due.request.options.sample(random.Random(due.state["need"]["n"]).randrange)
        return answer if due.kind == "orders" else {"answer": answer}

    def practised(at: Any, due: Any) -> dict[str, Any]:
        if due.kind != "orders":
            return by_chance(at, due)
        orders: dict[str, Any] = opponent.orders(game.position_of(due.request))
        return orders

    a, b = Client(campaigns[0], by_chance), Client(campaigns[1], practised)
    a.campaign.folder.write_document("standing.yaml", b"retreat:\n  van: {to: [nw, sw]}\n")
    b.campaign.folder.write_document("standing.yaml", b"retreat:\n  guard: ask\n")
    exchange(a, b)
    chain = a.campaign.chain
    assert chain.audited and chain.over["how"] == "played"
    machine = machine_for(chain.terms)
    verdict = verify_log(log_lines(chain), machine, machine.depths, tapes=tape_lines(chain), complete=True)
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")
    for campaign in campaigns:
        campaign.folder.close()


def run(home: Path, folder: Path, *words: str) -> str:
    """What a command prints, run in a folder with the game installed."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(PROJECT)]), "HOME": str(home)}
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, check=False, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.slow
def test_the_program_knows_it_and_plays_it(home: Path, tmp_path: Path) -> None:
    assert "millbrook  version 1  Millbrook: first" in run(home, tmp_path, "pbem", "rules", "list")
    told = run(home, tmp_path, "pbem", "demo", "--ruleset", PACKAGE, "--folder", "demo")
    assert "verified: finished and audited" in told
    (archive,) = (tmp_path / "demo").glob("*.pbem")
    assert "finished and audited" in run(home, tmp_path, "pbem", "verify", str(archive))


@pytest.mark.slow
def test_the_kit_of_all_rulesets_finds_nothing(home: Path) -> None:
    words = ("pytest", "-q", "-k", PACKAGE, "--tier", "test", "-p", "no:cacheprovider", "tests/rulesets/kit")
    assert " passed" in run(home, PROJECT, *words).replace("[100%]\n", "[100%] passed")
