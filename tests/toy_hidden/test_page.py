"""verify.html on random games of Veiled, honest and tampered with: beside pbem, which knows the rules, it says no less
than it can see and no more than it knows. One game in `make test`, twelve in `make campaigns-all`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.records.archiving import LOG, TAPES
from pbem.campaign.records.verification import Wanted, judge_log
from tests.report.page.browser import Page
from tests.toy_hidden.tampering import ACCIDENTS, LIES, LOOSE, RULES, VERSIONS, Case, Files, HiddenGame, cases

SEEDS = (2, 7)
MANY = range(3000, 3010)
GOOD = "signatures, chain and dice are good; rules not checked here"
BLIND = "signatures and chain are good; dice not checked, for want of tapes.jsonl; rules not checked here"
OK = ("OK", "ok", None, "")
FILE_DIFFERS = ("REPORT_MISMATCH", "damage", None, "")


@pytest.fixture
def page(browser: Page) -> Page:
    return browser


def said(verdict: dict[str, Any]) -> tuple[str, str, int | None, str]:
    """What the page accuses whom of; of the rules it says every time that it does not check them."""
    assert verdict["rules"] == "rules not checked here"
    assert "verified" not in f"{verdict['detail']} {verdict['status']}".lower()
    assert verdict["class"] != "ok" or "rules not checked here" in verdict["detail"]
    return verdict["code"], verdict["class"], verdict["seq"], verdict["signed_by"]


def by_pbem(files: Files) -> tuple[str, str, int | None, str]:
    """The same of pbem, which checks the rules, too."""
    verdict = judge_log(files[LOG], files.get(TAPES), Wanted(head=files.get("head"))).verdict
    return verdict.code, verdict.cls, verdict.seq, verdict.signed_by


def check_honest(page: Page, game: HiddenGame, rng: random.Random) -> None:
    """Nothing is wrong with a game, or with any beginning of it, and everything is counted that can be."""
    counts = [2, 3, *sorted(rng.sample(range(4, len(game.log)), 4))]
    log_alone = {LOG: game.files()[LOG]}
    beginnings = [game.beginning(count) for count in counts]
    archive, whole, blind, *early = page.judge_all(
        [{"campaign.pbem": game.archive}, game.files(), log_alone, *beginnings]
    )
    for verdict in (archive, whole):
        assert said(verdict) == OK and verdict["detail"] == GOOD and verdict["status"] == "finished and audited"
        assert (verdict["messages"], verdict["dice"]) == (game.verdict.messages, game.verdict.dice)
        check_counts(verdict["checked"], game)
    assert said(blind) == OK and blind["detail"] == BLIND and (blind["dice"], blind["checked"]["tapes"]) == (0, 0)
    for count, files, verdict in zip(counts, beginnings, early, strict=True):
        assert said(verdict) == by_pbem(files) == OK
        assert (verdict["messages"], verdict["detail"]) == (count, GOOD)


def check_counts(checked: dict[str, int], game: HiddenGame) -> None:
    """Every signature, seal, reveal and opening, every public die, and every marker and sealed answer in the books."""
    bodies = game.bodies
    assert checked["signatures"] == len(bodies) and checked["seals"] == len(bodies) - 1
    assert checked["reveals"] == len(bodies) - 3
    assert checked["openings"] == sum(len(body.get("open", ())) for body in bodies) > 0
    assert 0 < checked["dice"] < checked["draws"] == game.verdict.dice
    hidden = sum(len(body.get("hide", ())) + ("sealed" in body.get("input", {})) for body in bodies)
    assert checked["book"] == hidden > 0


def check_tampered(page: Page, game: HiddenGame, rng: random.Random) -> set[str]:
    """What both can see both name alike; what follows from rules the page leaves alone. Returns what was tried."""
    tried = list(cases(game, rng))
    for case, verdict in zip(tried, page.judge_all([case.files for case in tried]), strict=True):
        check_case(case, verdict)
    return {case.name for case in tried}


def check_case(case: Case, verdict: dict[str, Any]) -> None:
    theirs, ours = said(verdict), by_pbem(case.files)
    assert ours[0] == case.code, (case.name, ours)
    without_rules = {RULES: OK, LOOSE: FILE_DIFFERS, VERSIONS: (ours[0], "invalid", ours[2], "")}
    assert theirs == without_rules.get(case.by, ours), (case.name, verdict["detail"])
    if theirs == OK:
        assert verdict["detail"] == GOOD


@pytest.fixture(scope="module")
def games(veiled: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[int, HiddenGame]:
    root = tmp_path_factory.mktemp("games")
    return {seed: HiddenGame.played(root / str(seed), seed) for seed in SEEDS}


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_without_a_fault(page: Page, games: dict[int, HiddenGame], seed: int) -> None:
    check_honest(page, games[seed], random.Random(seed))


@pytest.mark.slow
def test_random_games_that_somebody_has_tampered_with(page: Page, games: dict[int, HiddenGame]) -> None:
    """Between them the games have a place for every lie."""
    tried = [check_tampered(page, game, random.Random(seed)) for seed, game in games.items()]
    assert set.union(*tried) == {*(lie.name for lie in LIES), *ACCIDENTS}


@pytest.mark.campaigns
@pytest.mark.parametrize("seed", MANY)
def test_many_random_games(page: Page, tmp_path: Path, seed: int) -> None:
    game, rng = HiddenGame.played(tmp_path, seed), random.Random(seed)
    check_honest(page, game, rng)
    assert check_tampered(page, game, rng) > {lie.name for lie in LIES if lie.code in ("TAPE_MISMATCH", "OPEN_MISSING")}
