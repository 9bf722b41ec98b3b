"""`pbem odds`: on a campaign of one's own, by either player, on an archive; its faults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.cli.commands.odds import percent
from pbem.engine.odds_query import Chance, Outlook
from tests.cli.players import Duel, Player, assert_two_lines
from tests.places import SAMPLES

ARCHIVE = SAMPLES / "jena-auerstadt/campaign.pbem"
HIDDEN = SAMPLES / "eylau-1807/campaign.pbem"
BOXES = ("guttstadt", "heilsberg", "allenstein")


def test_both_players_may_ask_whoever_is_due(duel: Duel) -> None:
    before = {path: path.read_bytes() for path in duel.anna.place.rglob("*") if path.is_file()}
    words = ("0610", "--by", "suc-1", "--from", "suc-1=0609")
    told = duel.anna.good("odds", *words, "--json").json["odds"]
    (mine,) = told
    assert sum(Fraction(one["share"]) for one in mine["chances"]) == 1
    assert [step["case"] for step in mine["steps"]][:1] == ["7.22"]
    assert duel.bert.good("odds", *words, "--side", "french", "--json").json["odds"] == told
    his = duel.bert.good("odds", "0609", "--by", "tau-1", "--from", "suc-1=0609").out
    assert his.startswith("1/Tauenzien against 1/Suchet") and "%" in his
    assert before == {path: path.read_bytes() for path in before}


def test_text_has_steps_cases_shares_and_bars(duel: Duel) -> None:
    said = duel.anna.good("odds", "0610", "--by", "suc-1", "--from", "suc-1=0609").out
    assert "(7.22)" in said and "counts x 2" in said and "  1/3   33.3%  [########................]  " in said
    assert "note: supposed: 1/Suchet in 0609, not in 0508" in said


_ASKED: dict[tuple[tuple[str, ...], ...], tuple[str, ...]] = {}


# Where they stand next to each other in the samples as they are; wherever else, it is looked for.
HERE = (("13", "sax-1"), ("9", "guttstadt"))


def first_asked(anna: Player, targets: tuple[str, ...], *words: str) -> tuple[str, ...]:
    """A question that has an answer, looked for once: samples are played anew, and nobody knows who meets where."""
    if (targets, words) in _ASKED:
        return _ASKED[targets, words]
    known = [(at, target) for at, target in HERE if target in targets]
    for at, target in [*known, *((str(at), target) for at in range(3, 40, 2) for target in targets)]:
        asked = ("odds", target, *words, "--at", at, "--side", "french")
        if anna(*asked).status == 0:
            return _ASKED.setdefault((targets, words), asked)
    raise AssertionError(f"nobody stands next to {targets}, or in their boxes")


@pytest.mark.slow
def test_an_archive(anna: Player) -> None:
    units = ("tau-1", "tau-2", "sax-1", "sax-2", "gra-1", "gra-2")
    said = anna.good(*first_asked(anna, units, "--archive", str(ARCHIVE))).out
    assert " against " in said.split("\n")[0] and "%" in said
    boxes = anna.good(*first_asked(anna, BOXES, "--by", "vi", "--archive", str(HIDDEN))).out
    assert boxes.count("a battle") > 1 and "mean losses" in boxes
    # What several ways to fight have in common is told once: a column for each of the two sides.
    assert boxes.count("column ") == 2


@pytest.mark.parametrize(
    ("args", "status", "code"),
    [
        (("0610", "--by", "suc-1"), 1, "ODDS_FORBIDDEN"),
        (("0610", "--by", "suchet-1"), 2, "ODDS_UNKNOWN"),
        (("9999",), 2, "ODDS_UNKNOWN"),
        (("0610", "--side", "russian"), 2, "SIDE_UNKNOWN"),
        (("0610", "--from", "suc-1"), 2, "USAGE"),
        (("0610", "--at", "99"), 2, "NO_MESSAGE"),
        (("0610", "--archive", ARCHIVE), 2, "SIDE_UNKNOWN"),
        (("0610", "--archive", "nothing.pbem"), 2, "FILE_MISSING"),
        ((), 2, "USAGE"),
    ],
)
def test_faults(duel: Duel, args: tuple[str, ...], status: int, code: str) -> None:
    said = duel.anna("odds", *args, "--json")
    assert (said.status, said.json["error"]["code"]) == (status, code)
    assert_two_lines(duel.anna("odds", *args))


def test_a_damaged_archive_gives_no_odds(anna: Player) -> None:
    data = ARCHIVE.read_bytes()
    (anna.place / "bad.pbem").write_bytes(data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])
    said = anna("odds", "0610", "--archive", "bad.pbem", "--side", "french")
    assert said.status == 2 and "pbem verify" in said.err


def test_a_mailed_file_is_no_campaign(duel: Duel) -> None:
    duel.turn(2)
    (mail,) = (duel.anna.place / "outbox").glob("0002-a.yaml")
    said = duel.anna("odds", "0610", "--archive", mail, "--side", "french", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "NOT_VERIFIED")
    assert "mailed file" in said.json["error"]["what"]
    for words in (("report", "--campaign", mail), ("stats", "--mails", mail), ("stats", "--plot", "x.svg", mail)):
        assert duel.anna(*words, "--json").json["error"]["code"] == "NOT_VERIFIED"


@pytest.mark.slow
def test_chances_that_hold_one_another_say_so(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    words = first_asked(anna, BOXES, "--by", "vi", "--archive", str(HIDDEN))
    plain = anna.good(*words, "--json").json["odds"]
    assert [one["chain"] for one in plain] == [False] * len(plain) and "do not add up" not in anna.good(*words).out
    for one in plain:
        assert sum(Fraction(chance["share"]) for chance in one["chances"]) == 1
    falls = (Chance("falls by die 1", Fraction(1, 3)), Chance("falls by die 2", Fraction(5, 9)))
    siege = [Outlook("a siege", (), falls, chain=True)]
    monkeypatch.setattr("pbem.cli.commands.odds.foresee", lambda *given: siege)
    assert anna.good(*words, "--json").json["odds"][0]["chain"] is True
    lines = anna.good(*words).out.split("\n")
    assert "  each of these holds the one above it: they do not add up" in lines[3]


def test_a_share_is_never_rounded_to_certainty() -> None:
    assert [percent(Fraction(n, 3000)) for n in (0, 1, 1500, 2999, 3000)] == [
        "0.0%",
        "0.1%",
        "50.0%",
        "99.9%",
        "100.0%",
    ]


def test_a_strength_is_supposed_or_not_at_all(duel: Duel) -> None:
    said = duel.anna("odds", "--help").out
    assert "x>=" not in said and "default: -1" not in said
    refused = duel.anna("odds", "0610", "--enemy", "-2")
    assert refused.status == 2 and "--enemy -2 is no strength" in refused.err
