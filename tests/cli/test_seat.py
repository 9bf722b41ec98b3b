"""`pbem seat`, `pbem overdue` and the clock in `pbem status`: typed by three people at their own computers."""

from __future__ import annotations

import json
import re
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.campaign.seats.cosign_seat import read_seating
from pbem.campaign.telling.timewords import span_words
from pbem.mail.armour import write_block
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import CLAIM_TYPE, read_envelope, sign_envelope
from pbem.protocol.keyfile import read_keyfile
from tests.cli.players import Duel, Player, assert_two_lines, fresh_player

LATE = "2099-01-01"


@dataclass(frozen=True)
class Loss:
    """Message 5 is Bert's; his computer is lost, Carl has Anna's archive."""

    anna: Player
    bert: Player
    carl: Player
    archive: Path


@pytest.fixture
def loss(duel: Duel, tmp_path: Path) -> Loss:
    for seq in (2, 3, 4):
        duel.turn(seq)
    archive = tmp_path / "jena.pbem"
    duel.anna.good("archive", "--output", archive)
    return Loss(duel.anna, duel.bert, fresh_player(tmp_path, "carl"), archive)


def sit_down(loss: Loss, *more: str | Path) -> Path:
    """Carl's seat, as he mails it."""
    said = loss.carl.good(
        "seat", loss.archive, "--name", "Carl", "--into", "game", "--no-passphrase", "--yes", "--json", *more
    )
    return Path(said.json["file"])


def play_to_the_end(one: Player, two: Player, seq: int) -> None:
    """Both submit their templates until one of them resigns, and close the campaign."""
    players = {seq % 2: one, (seq + 1) % 2: two}
    for number in range(seq, seq + 3):
        sender, receiver = players[number % 2], players[(number + 1) % 2]
        if number == seq:
            sender.good("resign", "--yes")
        else:
            assert sender("submit", "--yes", "--empty").status in (0, 3)
            if not list((sender.place / "outbox").glob(f"{number:04d}-?.yaml")):
                return
        receiver.good("receive", next((sender.place / "outbox").glob(f"{number:04d}-?.yaml")), "--quiet")


# -- the whole story -------------------------------------------------------------------


@pytest.mark.slow
def test_a_void_seat_from_the_archive_to_the_verdict(loss: Loss) -> None:
    said = loss.carl.good("seat", loss.archive, "--name", "Carl", "--into", "game", "--no-passphrase", typed="y\n")
    assert "Carl (Prussian) takes the place of Bert (Prussian)" in said.out
    assert "what message 4 began is not played" in said.out
    assert "pbem seat --cosign FILE" in said.out and "pbem receive FILE" in said.out
    file = loss.carl.place / "game/outbox/seat-0005-b.yaml"
    assert f"signed: {file}" in said.out
    fingerprint = re.search(r"[a-z2-7]{5}(-[a-z2-7]{5}){4}", said.out)
    assert fingerprint is not None
    told = loss.anna.good("seat", "--cosign", file, "--opponent", "Carl <carl@example.org>", typed="y\n")
    assert "takes the place of Bert" in told.out and fingerprint[0] in told.out
    assert "counted for ever" in told.out and "Compare the new key by voice" in told.out
    back = loss.anna.place / "outbox/0005-b.yaml"
    assert f"signed it: {back}" in told.out
    carl = loss.carl.within("game")
    report = carl.good("receive", back)
    assert "message 5 of Carl (Prussian): valid" in report.out and "1 void seat" in report.out
    anna = loss.anna
    assert "carl@example.org" in (anna.place / "campaign.yaml").read_text("utf-8")
    anna.good("orders")
    sent = anna.good("submit", "--yes", "--empty", "--json").json
    assert sent["mail_to"] == "carl@example.org"
    carl.good("receive", sent["file"], "--quiet")
    play_to_the_end(carl, anna, 7)
    verdict = carl.good("verify", "--complete", "--json").json
    assert verdict["detail"] == "finished and audited"
    assert verdict["players"]["b"]["name"] == "Carl (Prussian)"


@pytest.mark.slow
def test_a_kept_seat_from_the_handover(loss: Loss, tmp_path: Path) -> None:
    handed = tmp_path / "for-carl.txt"
    said = loss.bert.good("seat", "--hand-over", handed)
    assert "for your successor alone" in said.out and "Sign nothing more" in said.out
    assert stat.S_IMODE(handed.stat().st_mode) == 0o600
    assert handed.read_text("utf-8").startswith("# pbem: what Bert (Prussian) hands to his successor")
    assert loss.bert("seat", "--hand-over", handed).status == 2
    file = sit_down(loss, "--from", handed)
    told = loss.anna.good("seat", "--cosign", file, "--yes", "--json").json
    assert told["void"] is False and told["who"] == "Carl (Prussian)"
    carl = loss.carl.within("game")
    report = carl.good("receive", told["file"])
    assert "1 seat taken over" in report.out
    anna = loss.anna.good("status")
    assert "mail outbox/0005-b.yaml" in anna.out


@pytest.mark.slow
def test_the_person_with_a_new_identity_sits_down_in_his_own_folder(loss: Loss) -> None:
    lost = Player(loss.bert.home.with_name("bert-new-home"), loss.bert.place)
    said = lost.good("seat", "--name", "Bert", "--no-passphrase", "--yes", "--json")
    assert said.json["folder"] == str(loss.bert.place) and said.json["void"] is True
    back = loss.anna.good("seat", "--cosign", said.json["file"], "--yes", "--json").json["file"]
    lost.good("receive", back, "--quiet")
    assert "you        Bert (Prussian)" in lost.good("status").out


# -- asking and refusing -----------------------------------------------------------------


@pytest.mark.slow
def test_no_means_that_nothing_is_signed(loss: Loss) -> None:
    said = loss.carl.good("seat", loss.archive, "--into", "game", "--no-passphrase", typed="n\n")
    assert "Nothing was signed." in said.out
    carl = loss.carl.within("game")
    assert not list((carl.place / "outbox").glob("seat-*")) and "an onlooker" in carl.good("status").out
    # The standing orders are there to be looked at before.
    assert (carl.place / "standing.yaml").exists()
    file = sit_down(loss)
    told = loss.anna.good("seat", "--cosign", file, typed="\n")
    assert "Nothing was signed." in told.out and not (loss.anna.place / "outbox/0005-b.yaml").exists()


@pytest.mark.slow
def test_again_it_is_the_same_seat(loss: Loss) -> None:
    file = sit_down(loss)
    before = file.read_bytes()
    file.unlink()
    said = loss.carl.within("game").good("seat", "--json")
    assert said.json["again"] is True and Path(said.json["file"]).read_bytes() == before
    first = loss.anna.good("seat", "--cosign", file, "--yes", "--json").json
    again = loss.anna.good("seat", "--cosign", file, "--json").json
    assert (first["again"], again["again"], again["file"]) == (False, True, first["file"])


@pytest.mark.slow
def test_status_of_whoever_waits_for_the_second_signature(loss: Loss) -> None:
    sit_down(loss)
    said = loss.carl.within("game").good("status")
    assert "that Anna (French) signs your taking this seat, too" in said.out
    assert "mail outbox/seat-0005-b.yaml" in said.out and "pbem receive FILE" in said.out


@pytest.mark.slow
def test_receive_says_what_a_seat_is(loss: Loss) -> None:
    said = loss.anna("receive", sit_down(loss))
    assert said.status == 14
    assert "COSIGN_MISSING" in said.out and "pbem seat --cosign FILE" in said.out


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--cosign", "x.txt", "--hand-over", "y.txt"), "USAGE"),
        (("archive", "--hand-over", "y.txt"), "USAGE"),
        (("--cosign", "x.txt"), "FILE_MISSING"),
        (("missing.pbem",), "FILE_MISSING"),
    ],
)
def test_wrong_usage(loss: Loss, args: tuple[str, ...], code: str) -> None:
    said = loss.anna("seat", *args, "--json")
    assert said.status == 2 and said.json["error"]["code"] == code
    assert_two_lines(loss.anna("seat", *args))


@pytest.mark.slow
def test_who_is_not_due_cannot_be_replaced_and_who_plays_sits_already(loss: Loss) -> None:
    said = loss.carl("seat", loss.archive, "--side", "french", "--into", "game", "--no-passphrase", "--yes", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "SEAT_NOT_DUE"
    said = loss.anna("seat", "--yes", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "SEATED_ALREADY"


@pytest.mark.slow
def test_the_real_message_arrives_first(loss: Loss) -> None:
    file = sit_down(loss)
    loss.bert.good("orders", "--fresh")
    loss.bert.good("submit", "--yes", "--empty")
    loss.anna.good("receive", loss.bert.place / "outbox/0005-b.yaml", "--quiet")
    said = loss.anna("seat", "--cosign", file, "--yes", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "SEAT_TAKEN"
    assert_two_lines(loss.anna("seat", "--cosign", file, "--yes"))


@pytest.mark.slow
def test_a_handover_of_something_else(loss: Loss, tmp_path: Path) -> None:
    junk = tmp_path / "junk.txt"
    junk.write_text("{}\n", encoding="utf-8")
    said = loss.carl("seat", loss.archive, "--from", junk, "--into", "game", "--no-passphrase", "--yes", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "HANDOVER_UNFIT"


@pytest.mark.slow
def test_a_forged_seat_is_kept_as_evidence_and_not_signed(loss: Loss) -> None:
    file = sit_down(loss)
    master = read_keyfile((loss.carl.home / "identity.json").read_bytes(), "")
    body = {**read_seating(file.read_bytes()).body, "state": "0" * 64}
    file.write_text(write_block(sign_envelope(canon(body), master)), encoding="ascii")
    said = loss.anna("seat", "--cosign", file, "--yes", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "STATE_MISMATCH"
    kept = (loss.anna.place / "evidence/unsigned-000001-0005-seat.txt").read_text(encoding="ascii")
    assert kept in file.read_text(encoding="ascii") and kept.startswith("BEGIN PBEM TURN")
    assert loss.anna.good("status", "--json").json["messages"] == 5


# -- the clock ----------------------------------------------------------------------------


@pytest.mark.slow
def test_k12_silence(loss: Loss, tmp_path: Path) -> None:
    """Anna's message 4 waits for an answer: nothing by itself, evidence when the days are over."""
    quiet = loss.anna.good("status")
    assert "pbem overdue" not in quiet.out
    late = loss.anna.good("status", "--as-of", LATE)
    assert "the 14 days of Bert (Prussian) for message 5" in late.out and "the game is forfeit" in late.out
    assert "pbem overdue" in late.out and "pbem seat" in late.out
    assert loss.bert.good("status", "--as-of", LATE, "--json").json["overdue"] == ""
    assert loss.anna.good("verify", "--as-of", "2000-01-01").status == 0
    assert loss.anna("verify", "--as-of", LATE, "--json").json["code"] == "OPEN_SEGMENT"
    said = loss.anna("overdue", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "NOT_OVERDUE"
    out = tmp_path / "claim.jsonl"
    said = loss.anna.good("overdue", "--as-of", LATE, "--out", out)
    assert "Bert (Prussian) owes message 5" in said.out and f"signed claim: {out}" in said.out
    verdict = loss.carl("verify", out, "--json")
    assert verdict.status == 15
    told = verdict.json
    assert (told["code"], told["class"], told["message"], told["signed_by"]) == ("OPEN_SEGMENT", "pending", None, "")
    assert told["claim"] == {
        "side": "a",
        "by": "Anna (French)",
        "date": f"{LATE}T00:00:00Z",
        "founded": True,
        "why_not": "",
        "default": "forfeit",
    }
    assert "waits for b since" in told["detail"] and "as a claims" in told["detail"]
    assert loss.anna("overdue", "--as-of", LATE, "--out", out).status == 2


@pytest.mark.slow
def test_the_clock_is_told_to_people_in_words_and_to_programs_to_the_second(loss: Loss, tmp_path: Path) -> None:
    stamp = re.compile(r"\dT\d\d:\d\d:\d\dZ")
    out = tmp_path / "claim.jsonl"
    for said in (
        loss.anna("overdue"),
        loss.anna.good("overdue", "--as-of", LATE, "--out", out),
        loss.anna.good("status", "--as-of", LATE),
        loss.anna("verify", "--as-of", LATE),
        loss.carl("verify", out),
    ):
        assert not stamp.search(said.out + said.err), said
        assert re.search(r"\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC", said.out + said.err), said
    assert re.search(r"1[34] days(?: and \d+ hours?)? are left of them", loss.anna("overdue").err)
    assert re.search(r"have been over for \d+ days(?: and \d+ hours?)?", loss.anna("status", "--as-of", LATE).out)
    assert "waits for Bert (Prussian) since" in loss.carl("verify", out).out
    told = loss.anna.good("overdue", "--as-of", LATE, "--json").json
    assert stamp.search(told["since"]) and told["date"] == f"{LATE}T00:00:00Z"
    assert stamp.search(loss.anna("overdue", "--json").json["error"]["what"])


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a minute"),
        (60, "1 minute"),
        (3_599, "59 minutes"),
        (3_660, "1 hour and 1 minute"),
        (86_400, "1 day"),
        (2 * 86_400 + 3 * 3_600 + 59, "2 days and 3 hours"),
    ],
)
def test_a_span_of_time_in_words(seconds: int, words: str) -> None:
    assert span_words(seconds) == words


def test_evidence_is_kept_in_its_drawer(loss: Loss) -> None:
    told = loss.anna.good("overdue", "--as-of", LATE, "--json").json
    assert Path(told["file"]) == loss.anna.place / "evidence/overdue-0005.jsonl"
    assert (told["default"], told["side"], told["days"]) == ("forfeit", "b", 14)
    assert loss.carl("verify", told["file"]).status == 15


def test_only_who_waits_claims(loss: Loss) -> None:
    said = loss.bert("overdue", "--as-of", LATE, "--json")
    assert said.status == 2 and said.json["error"]["code"] == "NOT_WAITING"
    assert loss.anna("overdue", "--as-of", "tomorrow", "--json").json["error"]["code"] == "DATE"


def claimed(loss: Loss, edit: dict[str, object], signer: Player) -> dict[str, object]:
    """The verdict on a claim that somebody has changed."""
    path = Path(loss.anna.good("overdue", "--as-of", LATE, "--json").json["file"])
    *log, claim = path.read_bytes().splitlines()
    body = {**json.loads(read_envelope(claim).payload), **edit}
    master = read_keyfile((signer.home / "identity.json").read_bytes(), "")
    forged = path.with_name("forged.jsonl")
    forged.write_bytes(b"".join(line + b"\n" for line in [*log, sign_envelope(canon(body), master, kind=CLAIM_TYPE)]))
    said = loss.anna("verify", forged, "--json")
    return dict(said.json)


@pytest.mark.slow
def test_claims_that_are_none(loss: Loss) -> None:
    assert claimed(loss, {}, loss.anna)["code"] == "OPEN_SEGMENT"
    for edit, code in (
        ({"game": "0" * 64}, "GAME_MISMATCH"),
        ({"last": "0" * 64}, "LOG_TRUNCATED"),
        ({"messages": 6}, "LOG_TRUNCATED"),
        ({"messages": 0}, "LOG_TRUNCATED"),
        ({"side": "b"}, "SIG_WRONG_KEY"),
        ({"side": "c"}, "SIG_WRONG_KEY"),
        ({"date": "soon"}, "PAYLOAD_SCHEMA"),
        ({"messages": "5"}, "PAYLOAD_SCHEMA"),
        ({"more": 1}, "PAYLOAD_SCHEMA"),
        ({"v": 2}, "VERSION_UNKNOWN"),
    ):
        found = claimed(loss, edit, loss.anna)
        assert (found["code"], found["signed_by"]) == (code, ""), edit
    assert claimed(loss, {}, loss.bert)["code"] == "SIG_WRONG_KEY"
    # By the other side, with its own key: a claim of whoever has to write himself is not founded.
    own = claimed(loss, {"side": "b"}, loss.bert)
    assert (own["code"], own["exit"]) == ("OK", 0) and "not founded" in str(own["detail"])
    early = claimed(loss, {"date": "2001-01-01T00:00:00Z"}, loss.anna)
    assert (early["code"], early["exit"]) == ("OK", 0) and "not over" in str(early["detail"])


@pytest.mark.slow
def test_a_claim_does_not_cover_a_log_that_went_on(loss: Loss) -> None:
    path = Path(loss.anna.good("overdue", "--as-of", LATE, "--json").json["file"])
    claim = path.read_bytes().splitlines()[-1]
    loss.bert.good("orders", "--fresh")
    loss.bert.good("submit", "--yes", "--empty")
    loss.anna.good("receive", loss.bert.place / "outbox/0005-b.yaml", "--quiet")
    path.write_bytes((loss.anna.place / "log.jsonl").read_bytes() + claim + b"\n")
    said = loss.carl.good("verify", path, "--json").json
    assert said["claim"]["founded"] is False and "message 5 has come since" in said["detail"]


def test_a_claim_with_one_bit_changed(loss: Loss) -> None:
    path = Path(loss.anna.good("overdue", "--as-of", LATE, "--json").json["file"])
    data = bytearray(path.read_bytes())
    place = data.rindex(b'"sig":"') + 12
    data[place] = ord("A") if data[place] != ord("A") else ord("B")
    path.write_bytes(bytes(data))
    assert loss.carl("verify", path, "--json").json["code"] == "SIG_INVALID"
