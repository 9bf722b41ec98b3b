"""verify, archive, diverge: judged by what lies there, with the exit status of the diagnosis."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulesets import napoleon_at_war
from tests.cli.players import Duel, Player, assert_two_lines, fresh_player


def nobody(at: Path) -> Player:
    """Somebody without an identity, to whom everything must be verifiable."""
    return fresh_player(at, "nobody")


def test_the_archive_is_verified_by_anybody(archive: Path, tmp_path: Path) -> None:
    said = nobody(tmp_path).good("verify", archive, "--complete")
    assert "Anna (French)" in said.out and re.search(r"[0-9]+ messages, [0-9]+ dice", said.out)
    assert said.out.rstrip().split("\n")[-1] == "verified: finished and audited"
    told = nobody(tmp_path / "again").good("verify", archive, "--json").json
    assert told["ok"] and told["players"]["a"]["fingerprint"] and told["decisions"] > 100


@pytest.mark.parametrize("version", ["0", "7"])
def test_other_rules_are_named_that_made_an_archive(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    """Rules older or newer than those of the archive do not judge it; what needs no rules is checked all the same."""
    rules = napoleon_at_war.ruleset
    made, installed = f"{rules.id} {rules.version}", f"{rules.id} {version}"
    monkeypatch.setattr(type(rules), "version", version)
    said = nobody(tmp_path)("verify", archive)
    assert said.status == 13 and "ENGINE_MISMATCH (environment)" in said.out and "nobody named" in said.out
    assert f"rules '{made}' made this campaign, installed are '{installed}'" in said.out
    told = nobody(tmp_path / "again")("verify", archive, "--json")
    assert told.status == 13 and made in told.out and installed in told.out


@pytest.mark.slow
def test_folder_log_head_tapes_and_report(whole: Player, tmp_path: Path) -> None:
    log, tapes, report = (whole.place / name for name in ("log.jsonl", "tapes.jsonl", "reports/0004-a.txt"))
    assert "verified" in whole.good("verify").out
    reader = nobody(tmp_path)
    reader.good("verify", whole.place)
    reader.good("verify", log, "--tapes", tapes)
    assert "report of message 4" in reader.good("verify", log, "--report", report).out
    altered = tmp_path / "r.txt"
    altered.write_text(report.read_text(encoding="utf-8").replace("French", "Saxon"), encoding="utf-8")
    said = reader("verify", log, "--report", altered)
    assert said.status == 12 and "REPORT_MISMATCH" in said.out
    cut = tmp_path / "tapes.jsonl"
    cut.write_bytes(
        re.sub(rb",6,[1-6]\]", lambda die: b",6,1]" if die[0] != b",6,1]" else b",6,2]", tapes.read_bytes(), count=1)
    )
    assert reader("verify", log, "--tapes", cut).status == 12


def test_every_way_of_being_unfinished(duel: Duel) -> None:
    assert duel.anna("verify", "--complete").status == 15
    duel.turn(2)
    assert duel.anna("verify", "--as-of", "2999-01-01").status == 15
    assert duel.anna.good("verify", "--as-of", "2000-01-01").status == 0
    assert_two_lines(duel.anna("verify", "--as-of", "tomorrow"))


def test_dice_that_have_no_answer_yet_are_said_to_be_missing(duel: Duel, archive: Path) -> None:
    """Who has rolled for a message sees more dice than the log can hold."""
    told = "  the dice are those that both sides hold; what is thrown for message 2 comes with its answer"
    assert "both sides hold" not in duel.anna.good("verify").out
    assert duel.anna.good("verify", "--json").json["unanswered"] is None
    duel.turn(2)
    for player in (duel.anna, duel.bert):
        assert told in player.good("verify").out.split("\n")
        assert player.good("verify", "--json").json["unanswered"] == 2
    assert "both sides hold" not in duel.anna.good("verify", archive).out
    assert duel.anna.good("verify", archive, "--json").json["unanswered"] is None


def test_a_single_mail_against_its_campaign_and_against_a_key(duel: Duel, tmp_path: Path) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    mail = duel.mail(duel.anna, 2)
    said = duel.bert.good("verify", mail)
    assert "would extend the log" in said.out
    assert len((duel.bert.place / "log.jsonl").read_bytes().splitlines()) == 2
    players = duel.anna.good("verify", "--json").json["players"]
    reader = nobody(tmp_path)
    unknown = reader("verify", mail)
    assert unknown.status == 2 and "--key" in unknown.err
    assert "not held against a log" in reader.good("verify", mail, "--key", players["a"]["key"]).out
    (reader.place / "key.txt").write_text(f"Anna {players['a']['key']}\n", encoding="ascii")
    reader.good("verify", mail, "--key", "key.txt")
    assert reader("verify", mail, "--key", players["b"]["key"]).status == 14
    (reader.place / "key.txt").write_text("no key\n", encoding="ascii")
    assert_two_lines(reader("verify", mail, "--key", "key.txt"))


def test_a_truncated_archive_and_one_with_a_foreign_byte(archive: Path, tmp_path: Path) -> None:
    data = archive.read_bytes()
    reader = nobody(tmp_path)
    broken = reader.place / "broken.pbem"
    for changed in (data[:-7], data[: len(data) // 2], data + b"x", data[:400] + b"#" + data[401:]):
        broken.write_bytes(changed)
        said = reader("verify", broken)
        assert 10 <= said.status <= 14, said
        assert "NOT verified" in said.out and "Traceback" not in said.err
        assert not reader("verify", broken, "--json").json["ok"]


def test_a_log_with_a_changed_letter_names_message_and_reason(whole: Player, tmp_path: Path) -> None:
    lines = (whole.place / "log.jsonl").read_bytes().split(b"\n")
    lines[5] = lines[5].replace(b'"sig":"', b'"sig":"A', 1)
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"\n".join(lines))
    told = nobody(tmp_path)("verify", log, "--json").json
    assert told["message"] in (5, None) and told["messages"] == 5 and told["exit"] in (10, 11, 12, 14)


def test_head_of_a_longer_log(whole: Player, archive: Path, tmp_path: Path) -> None:
    import zipfile

    head = tmp_path / "head"
    head.write_bytes(zipfile.ZipFile(archive).read("head"))
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join((whole.place / "log.jsonl").read_bytes().splitlines(keepends=True)[:9]))
    said = nobody(tmp_path)("verify", log, "--head", head)
    assert said.status == 12 and "LOG_TRUNCATED" in said.out


def test_archive_has_a_name_and_the_same_bytes_each_time(whole: Player, archive: Path, tmp_path: Path) -> None:
    player = Player(whole.home, tmp_path)
    told = player.good("archive", "--campaign", whole.place, "--json").json
    assert Path(told["archive"]).name == archive.name
    player.good("archive", "--campaign", whole.place, "--output", "second.pbem")
    assert (tmp_path / "second.pbem").read_bytes() == archive.read_bytes() == Path(told["archive"]).read_bytes()


def test_nothing_to_archive_yet(tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "g")
    said = anna("archive", "--campaign", "g")
    assert said.status == 2
    assert_two_lines(said)


def test_two_programs_that_agree(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    export = duel.anna.good("diverge", "--export").out
    (duel.bert.place / "hers.json").write_text(export, encoding="utf-8")
    assert "agree" in duel.bert.good("diverge", "hers.json").out


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"tape":[', '"tape":[["gt1.x",6,1],', "draw 1 of the tape"),
        ('"engine":"', '"engine":"x', "rules version"),
    ],
)
def test_the_first_difference_is_named(whole: Player, tmp_path: Path, old: str, new: str, what: str) -> None:
    reader = Player(whole.home, tmp_path)
    export = reader.good("diverge", "--export", "--campaign", whole.place, "--message", "5").out
    assert old in export
    (tmp_path / "his.json").write_text(export.replace(old, new, 1).replace(",]", "]"), encoding="utf-8")
    told = reader.good("diverge", "his.json", "--campaign", whole.place, "--json").json
    assert not told["same"] and what in told["what"] and told["own"] != told["other"]


def test_a_state_that_differs_is_named_by_its_place(whole: Player, tmp_path: Path) -> None:
    reader = Player(whole.home, tmp_path)
    export = reader.good("diverge", "--export", "--campaign", whole.place, "--message", "5").out
    last = export.rindex('"turn":')
    (tmp_path / "his.json").write_text(f'{export[:last]}"turn":9{export[last + 8 :]}', encoding="utf-8")
    told = reader.good("diverge", "his.json", "--campaign", whole.place, "--json").json
    assert not told["same"] and "turn" in told["what"]


def test_diverge_is_told_one_thing_to_do(duel: Duel, whole: Player) -> None:
    for args in ((), ("--export", "x.json")):
        assert_two_lines(duel.anna("diverge", *args))
    shutil.copy(whole.place / "log.jsonl", duel.anna.place / "x.json")
    said = duel.anna("diverge", "x.json")
    assert said.status == 2 and "no export" in said.err


def test_the_step_is_named_where_a_refused_message_was_judged_differently(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.campaign.core.machine import GameMachine

    honest = GameMachine.run

    def other_rules(self: GameMachine, *args: object) -> dict[str, object]:
        state = honest(self, *args)  # type: ignore[arg-type]
        return {**state, "at": {**state["at"], "choice": "B"}}

    duel.turn(2)
    monkeypatch.setattr(GameMachine, "run", other_rules)
    duel.bert.good("orders")
    duel.bert.good("submit", "--yes", "--empty")
    (duel.anna.place / "his.json").write_text(duel.bert.good("diverge", "--export").out, encoding="utf-8")
    monkeypatch.setattr(GameMachine, "run", honest)
    refused = duel.anna("receive", duel.mail(duel.bert, 3))
    assert refused.status == 11 and "STATE_MISMATCH" in refused.out
    assert '"seq":2' in duel.anna.good("diverge", "--export").out
    told = duel.anna.good("diverge", "his.json", "--json").json
    assert told["what"].endswith("at/choice") and told["other"] == '"B"' != told["own"]
