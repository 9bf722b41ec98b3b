"""docs/adding-a-ruleset.md is true: its files make a ruleset that installs, plays, and survives a signed campaign."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.machine import machine_for
from pbem.campaign.outbox.create import Invitation
from pbem.engine.answerers import RandomPlayer, Scripted, begin, faults
from pbem.engine.loop import advance
from pbem.engine.requests import ORDERS
from pbem.engine.state import fresh
from pbem.local.practice import Client, exchange, local_pair
from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import combine, read_schema
from pbem.protocol.verify import log_lines, tape_lines, verify_log
from pbem.upkeep.coverage import coverage
from tests.docs.blocks import DOCS, blocks
from tests.docs.packages import installed, write
from tests.places import PROJECT

PAGE = "adding-a-ruleset.md"
SEATS = {"red": "a", "blue": "b"}


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The ruleset of the page, written to an empty folder and imported from there."""
    root = tmp_path_factory.mktemp("outposts")
    write(PAGE, "outposts", root)
    with installed(root, "outposts") as found:
        yield found


@pytest.fixture
def game(ruleset: Any) -> Any:
    return ruleset.game("first", {})


def test_the_page_has_the_entry_point_of_its_ruleset(ruleset: Any) -> None:
    (block, _) = blocks(PAGE, "toml")
    assert f'\n{ruleset.id} = "outposts:ruleset"\n' in block.text


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end_and_every_position_has_its_line(ruleset: Any, seed: int) -> None:
    game = ruleset.game("first", {"rain": seed % 2 == 1})
    rng, state, turns = random.Random(seed), fresh(game.start()), 0
    while not state["over"]:
        assert game.writing.read_text(game.writing.text(state["at"])) == state["at"]
        state = advance(game, state, RandomPlayer(rng.randrange, phases=1), SEATS).state
        turns += 1
        assert turns <= 6
    assert turns == 6
    assert state["over"]["points"] == state["at"]["points"]


def test_the_first_question_and_its_template(game: Any) -> None:
    outcome = begin(game, fresh(game.start()), SEATS)
    assert outcome.state["need"] == {"side": "a", "ask": ORDERS, "n": 1}
    assert outcome.request is not None
    lines = [
        ("# " if line.off else "") + (line.text or f"# {line.comment}")
        for line in game.writing.template(outcome.request)
    ]
    frame = 'campaign: "0123"\nphase: 01-red\nfor: 1\n'
    schema = combine(read_schema("orders"), game.writing.document_schema(ORDERS))
    assert check(load(frame + "\n".join(lines)), schema)[1] == ()
    opened = frame + next(line for line in lines if "raid:" in line).removeprefix("# ")
    data, findings = check(load(opened), schema)
    assert findings == ()
    assert game.writing.compile(outcome.request, {"raid": data["raid"]}).input == {"raid": "mill"}
    combine(read_schema("orders"), game.writing.helper_schema(outcome.request))


def test_an_illegal_raid_is_reported_and_void(game: Any) -> None:
    state = fresh(game.start())
    assert [fault.refusal.case for fault in faults(game, state, {"raid": "moon"}, SEATS)] == ["2.1"]
    outcome = advance(game, state, Scripted([{"raid": "moon"}]), SEATS)
    assert [event["kind"] for event in outcome.events] == ["headline", "void", "headline"]
    assert outcome.state["at"] == {**game.start(), "army": "blue"}


@pytest.mark.parametrize(("rain", "won"), [(False, 3), (True, 0)])
def test_a_raid_follows_data_standing_orders_and_options(ruleset: Any, rain: bool, won: int) -> None:
    game = ruleset.game("first", {"rain": rain})
    stood = advance(game, fresh(game.start()), Scripted([{"raid": "ford"}], dice=[6]), SEATS)
    assert stood.state["at"]["points"] == {"blue": 0, "red": won}
    yielded = Scripted([{"raid": "ford"}], standing={"defend.ford": "yield"})
    assert advance(game, fresh(game.start()), yielded, SEATS).state["at"]["points"] == {"blue": 0, "red": 1}


def test_coverage_reads_the_cases_of_the_docstrings(ruleset: Any, tmp_path: Path) -> None:
    found = coverage(ruleset, tmp_path)
    assert found["counts"]["without_function"] == 0
    assert [case["id"] for case in found["cases"]] == ["1.0", "2.1", "2.2", "2.3"]


def test_a_signed_campaign_between_two_folders(ruleset: Any, tmp_path: Path) -> None:
    campaigns = local_pair(tmp_path, Invitation("outposts", "first", "red"), ("Ann", "Ben"))

    def player(at: Any, due: Any) -> dict[str, Any]:
        answer: dict[str, Any] = due.request.options.sample(random.Random(due.state["need"]["n"]).randrange)
        return answer if due.kind == "orders" else {"answer": answer}

    a, b = (Client(campaign, player) for campaign in campaigns)
    b.campaign.folder.write_document("standing.yaml", b"defend:\n  mill: yield\n  ford: ask\n")
    exchange(a, b)
    chain = a.campaign.chain
    assert chain.audited and chain.over["how"] == "played"
    assert any(slot == ["open", "defend.ford", "ask"] for state in chain.states for slot in state.get("trace", ()))
    machine = machine_for(chain.terms)
    verdict = verify_log(log_lines(chain), machine, machine.depths, tapes=tape_lines(chain), complete=True)
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")
    for campaign in campaigns:
        campaign.folder.close()


def test_the_tables_of_the_series_name_what_the_files_use() -> None:
    page = (DOCS / PAGE).read_text("utf-8")
    series = page[page.index("## 8 ") :]
    small = PROJECT / "tests" / "rulesets" / "napoleon_at_war" / "small"
    members = [load((small / name).read_text("utf-8")).data for name in ("scenario.yaml", "maps/field.yaml")]
    named = set(re.findall(r"`([a-z-]+)`", series))
    assert [key for data in members for key in data if key not in named] == []
