"""What team-mates mail each other, read as if an enemy had written it; and what a crash leaves of a part."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.campaign.core.briefed import BRIEFING_TYPE, read_briefing
from pbem.campaign.core.offers import due_for
from pbem.campaign.inbox.receipts import receipt_data, receipt_lines
from pbem.campaign.inbox.team_mail import papers_in
from pbem.campaign.outbox.briefing import write_briefing
from pbem.campaign.outbox.preparing import prepare
from pbem.campaign.outbox.submit import submit
from pbem.campaign.seats.seating import prepare_seating
from pbem.campaign.writing.orders_file import check_orders, template_text
from pbem.campaign.writing.team_orders import parts_at_hand, resume_part
from pbem.errors import Problem
from pbem.mail.armour import BRIEFING, PART, TURN, read_blocks, write_block
from pbem.protocol import teams
from pbem.protocol.canonical import canon, parse
from pbem.protocol.envelope import PART_TYPE, read_envelope, sign_envelope
from pbem.protocol.faults import Fault
from pbem.store.folder import DRAWERS
from tests.teams.players import Peer, Table, master_of
from tests.tiers import examples

LEFT = {"units": ["red-left-1"], "do": "advance"}
RIGHT = {"units": ["red-right-1"], "do": "advance"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Message 4 is Anna's; her briefing lies beside."""
    root = tmp_path_factory.mktemp("papers") / "table"
    root.mkdir()
    table = Table.begin(root)
    for captain, orders in ((table.anna, []), (table.bert, [{"units": ["blue-right-1"], "do": "fire"}])):
        mail = captain.submit(orders)
        for other in table.everybody_but(captain):
            other.take(mail)
    return root


@pytest.fixture
def table(built: Path) -> Iterator[Table]:
    """The table as it was, whatever a test before has done to it."""
    saved = built.with_name("saved")
    shutil.copytree(built, saved)
    try:
        yield Table(built, {name: Peer(built, name) for name in ("anna", "bert", "ney", "york")})
    finally:
        shutil.rmtree(built)
        saved.rename(built)


def refused(peer: Peer, data: bytes) -> tuple[str, str]:
    """Code and class of what became of a mail; the log stands, the mail is kept."""
    before = (peer.path / "log.jsonl").read_bytes()
    (receipt,) = peer.receive(data)
    assert receipt.fault is not None and receipt.evidence is not None and not receipt.kept
    kept = receipt.evidence.read_bytes()
    assert (kept == data or (receipt.evidence.name.startswith("unsigned-") and kept in data)) and (
        peer.path / "log.jsonl"
    ).read_bytes() == before
    assert peer.open(write=False).folder.names("parts") == []
    return receipt.fault.code, receipt.fault.cls


def rewritten(mail: bytes, kind: str, type_: str, master: bytes, edit: Callable[[dict[str, Any]], Any]) -> bytes:
    """A paper with another payload, signed anew."""
    body = parse(read_envelope(read_blocks(mail, kind)[0].envelope).payload)
    edit(body)
    return write_block(sign_envelope(canon(body), master, kind=type_), kind).encode()


# -- parts ---------------------------------------------------------------------------


def test_a_part_has_no_room_for_a_note(table: Table) -> None:
    """The note of an orders file is for the opponent, and only the captain's message carries one."""
    table.ney.take(table.anna.brief())
    campaign = table.ney.open(write=False)
    due = campaign.due()
    (finding,) = check_orders(campaign, due, table.ney.document(campaign, due, [LEFT], note="Help!")).findings
    assert (finding.path, finding.code) == (("note",), "part-scope") and "carries no words" in finding.what
    assert "note" not in template_text(campaign, due)
    captain = table.anna.open(write=False)
    assert "# note: |" in template_text(captain, captain.due())


# -- the letter around a paper ------------------------------------------------------

WORDS = "Bert is near.\nLet red-left-1 wait for me.\n\n"
WARNED = ["honour rule: a letter names no unit; this one has red-left-1 (7.2)"]


def attached(mail: bytes) -> bytes:
    """The same in a mail of several parts."""
    letter = EmailMessage()
    letter["Subject"], letter["From"] = "red-left-1", "ney@example.org"
    letter.set_content(WORDS)
    letter.add_attachment(mail, "text", "plain", filename="part.txt")
    return letter.as_bytes()


@pytest.mark.parametrize(
    ("letter", "remarks"),
    [
        (lambda mail: mail, []),
        (lambda mail: WORDS.encode() + mail, WARNED),
        (lambda mail: mail + WORDS.encode(), WARNED),
        (lambda mail: b"Nobody is near.\n" + mail, []),
        # What is quoted somebody else wrote.
        (lambda mail: b"> Let red-left-1 wait for me.\n" + mail, []),
        (lambda mail: b"<p>Let red-left-1<br> wait for me.</p>\n" + mail, WARNED),
        (attached, WARNED),
        (lambda mail: b"\xe4 red-left-1 \xff\n" + mail, WARNED),
    ],
)
def test_a_letter_is_held_against_the_rules_of_talk(
    table: Table, letter: Callable[[bytes], bytes], remarks: list[str]
) -> None:
    """It is a warning: the part is taken in all the same."""
    table.ney.take(table.anna.brief())
    (receipt,) = table.anna.take(letter(table.ney.part([LEFT])))
    assert receipt.kept and receipt.remarks == remarks
    assert receipt_data("mail", receipt)["remarks"] == remarks
    assert set(remarks) <= {line.removeprefix("mail: ") for line in receipt_lines("mail", receipt, True)}


def test_the_letter_with_a_briefing_is_read_alike(table: Table) -> None:
    (receipt,) = table.ney.take(WORDS.encode() + table.anna.brief())
    assert receipt.remarks == WARNED


def test_a_member_who_puts_it_into_a_note_is_told_too(table: Table) -> None:
    table.ney.take(table.anna.brief())
    campaign = table.ney.open(write=False)
    due = campaign.due()
    document = table.ney.document(campaign, due, [LEFT], note=WORDS)
    told = {finding.case: finding.what for finding in check_orders(campaign, due, document).findings}
    assert "carries no words" in told.pop("") and "red-left-1" in told.pop("7.2") and not told


# -- briefings -----------------------------------------------------------------------


def test_a_briefing_is_the_same_each_time_and_only_for_the_team(table: Table) -> None:
    mail = table.anna.brief()
    assert table.anna.brief() == mail
    table.ney.take(mail)
    table.ney.take(b"> " + mail.replace(b"\n", b"\r\n> "))
    assert table.ney.open(write=False).folder.names("parts") == ["briefing-0004-a.txt"]
    for other in (table.bert, table.york, table.anna):
        with pytest.raises(Problem, match=r"do not belong|not due"):
            other.receive(mail)


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda b: b.update(reveal="0" * 64), "REVEAL_MISMATCH"),
        (lambda b: b.update(reveal="zz"), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(reveal=7), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(seq=6), "PARENT_MISMATCH"),
        (lambda b: b.update(parent="0" * 64), "PARENT_MISMATCH"),
        (lambda b: b.update(answer="perhaps"), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(v=2), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(more=1), "PAYLOAD_SCHEMA"),
        (lambda b: b.pop("open"), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(open=[7]), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(open=[]), "OPEN_MISSING"),
        (lambda b: b["open"][0].update(value="duck"), "OPEN_MISMATCH"),
        (lambda b: b["open"].append({"t": "sealed", "at": 2, "salt": "0" * 64, "value": 1}), "OPEN_EXTRA"),
        (lambda b: b.update(claims=[{"marker": "m", "say": "s", "value": 1}]), "OPEN_EXTRA"),
    ],
)
def test_a_briefing_that_the_log_belies(table: Table, edit: Callable[[dict[str, Any]], Any], code: str) -> None:
    anna = table.anna.person.master
    mail = rewritten(table.anna.brief(), BRIEFING, BRIEFING_TYPE, anna, edit)
    assert refused(table.ney, mail)[0] == code
    assert table.ney.open(write=False).due().kind == "wait"


def test_a_briefing_of_another_hand_or_kind(table: Table) -> None:
    honest = table.anna.brief()
    for master in (table.ney.person.master, master_of("stranger"), table.bert.person.master):
        mail = rewritten(honest, BRIEFING, BRIEFING_TYPE, master, lambda b: None)
        assert refused(table.ney, mail) == ("SIG_WRONG_KEY", "stranger")
    mail = rewritten(honest, BRIEFING, PART_TYPE, table.anna.person.master, lambda b: None)
    assert refused(table.ney, mail) == ("PAYLOAD_TYPE", "stranger")


def test_a_briefing_in_the_drawer_that_no_longer_fits_is_passed_over(table: Table) -> None:
    table.ney.take(table.anna.brief())
    assert table.ney.open(write=False).due().kind == "orders"
    (table.ney.path / "parts/briefing-0004-a.txt").write_text("BEGIN PBEM BRIEFING\nAAAA\n", encoding="utf-8")
    assert table.ney.open(write=False).due().kind == "wait"


# -- parts ---------------------------------------------------------------------------


def part_of(table: Table, *orders: Any, member: str = "ney", master: bytes = b"") -> bytes:
    """A part as somebody with the key could write it."""
    chain = table.anna.open(write=False).chain
    payload = teams.part_payload(chain, member, orders)
    return write_block(teams.sign_part(master or table.ney.person.master, payload), PART).encode()


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda b: b.update(seq=6), "PART_INVALID"),
        (lambda b: b.update(seq=2), "PART_INVALID"),
        (lambda b: b.update(parent="0" * 64), "PART_INVALID"),
        (lambda b: b.update(member="soult"), "PART_INVALID"),
        (lambda b: b.update(member=["ney"]), "PART_INVALID"),
        (lambda b: b.update(orders=[RIGHT]), "PART_SCOPE"),
        (lambda b: b.pop("v"), "PART_INVALID"),
    ],
)
def test_a_part_that_cannot_go_into_the_message(table: Table, edit: Callable[[dict[str, Any]], Any], code: str) -> None:
    mail = rewritten(part_of(table, LEFT), PART, PART_TYPE, table.ney.person.master, edit)
    assert refused(table.anna, mail) == (code, "invalid")


@pytest.mark.parametrize(
    "order",
    [
        7,
        "",
        True,
        [],
        {},
        {**LEFT, "units": 7},
        {**LEFT, "units": [["red-left-1"]]},
        {**LEFT, "do": 1},
        {**LEFT, "x": 1},
    ],
    ids=str,
)
def test_orders_that_no_ruleset_looks_at(table: Table, order: Any) -> None:
    """A member may sign anything; his captain's program tells the captain, and asks no rules about it."""
    mail = part_of(table, LEFT, order)
    assert refused(table.anna, mail) == ("PART_INVALID", "invalid")
    campaign = table.anna.open(write=False)
    with pytest.raises(Problem, match="orders of ney") as refusal:
        parts_at_hand(campaign, campaign.due(), [("part.txt", mail)])
    assert refusal.value.code == "PART_INVALID"


def test_parts_go_to_their_own_captain_alone(table: Table) -> None:
    mail = part_of(table, LEFT)
    assert refused(table.bert, mail) == ("PART_INVALID", "invalid")
    with pytest.raises(Problem, match="neither player"):
        table.york.receive(mail)
    foreign = rewritten(mail, PART, PART_TYPE, table.ney.person.master, lambda b: b.update(game="0" * 64))
    with pytest.raises(Problem) as unknown:
        table.anna.receive(foreign)
    assert unknown.value.code == "UNKNOWN_GAME"


def test_a_damaged_part_says_so(table: Table) -> None:
    mail = part_of(table, LEFT)
    lines = mail.decode().split("\n")
    lines[1] = lines[1][:-1] + ("A" if lines[1][-1] != "A" else "B")
    with pytest.raises(Fault) as damaged:
        table.anna.receive("\n".join(lines).encode())
    assert damaged.value.code == "ARMOR_DAMAGED"


def test_a_part_is_no_turn_and_a_turn_no_part(table: Table) -> None:
    part, turn = part_of(table, LEFT), table.anna.open(write=False).chain.messages[3].line
    assert read_blocks(part, TURN) == [] and read_blocks(part, BRIEFING) == []
    assert read_blocks(write_block(turn), PART) == []
    forged = write_block(read_blocks(part, PART)[0].envelope).encode()
    assert refused(table.bert, forged) == ("PAYLOAD_TYPE", "stranger")


def test_a_mail_may_hold_the_opponents_turn_and_the_briefing(table: Table) -> None:
    """The member's log is a message behind; the turn is taken first, wherever it stands."""
    ney = table.ney
    lines = (ney.path / "log.jsonl").read_bytes().splitlines(keepends=True)
    (ney.path / "log.jsonl").write_bytes(b"".join(lines[:-1]))
    tapes = (ney.path / "tapes.jsonl").read_bytes().splitlines(keepends=True)
    (ney.path / "tapes.jsonl").write_bytes(b"".join(tapes[:-1]))
    for name in (ney.path / "inbox").iterdir():
        name.unlink()
    with pytest.raises(Problem, match="captain is not due"):
        ney.receive(table.anna.brief())
    receipts = ney.take(table.anna.brief() + b"\n" + write_block(lines[-1][:-1]).encode())
    assert [receipt.accepted for receipt in receipts] == [[3], []]
    assert receipts[1].kept and receipts[1].report is not None


@pytest.mark.slow
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_payload_is_read_in_bounds(built: Path, data: st.DataObject) -> None:
    """Whatever stands in a part or a briefing: a documented fault, or a good paper."""
    chain = Peer(built, "anna").open(write=False).chain
    value = st.recursive(
        st.one_of(st.integers(-(2**60), 2**60), st.booleans(), st.text(max_size=9), st.none()),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    )
    names = ("v", "game", "seq", "parent", "member", "orders", "reveal", "open", "claims", "answer")
    body = {name: data.draw(value) for name in data.draw(st.lists(st.sampled_from(names), unique=True))}
    body |= {"game": chain.game.hex(), "seq": 4} if data.draw(st.booleans()) else {}
    payload = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    for kind, read in ((PART_TYPE, teams.read_part), (BRIEFING_TYPE, read_briefing)):
        with pytest.raises(Fault):
            read(chain, sign_envelope(payload, Peer(built, "anna").person.master, kind=kind))


@pytest.mark.slow
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(noise=st.binary(max_size=300), cut=st.integers(0, 900), kind=st.sampled_from([PART, BRIEFING]))
def test_any_text_is_read_in_bounds(built: Path, noise: bytes, cut: int, kind: str) -> None:
    line = Peer(built, "anna").open(write=False).chain.messages[2].line
    text = write_block(line, kind).encode()
    for mail in (noise, text[:cut] + noise + text[cut:], noise + text + noise):
        for turns in (False, True):
            for _, block in papers_in(mail, turns=turns):
                assert block.damage or block.envelope


def test_a_deep_or_large_part_is_refused_in_bounds(table: Table) -> None:
    ney = table.ney.person.master
    for payload in (b"[" * 500_000, b'{"orders":[' + b"0," * 400_000 + b"0]}", b"9" * 20_000):
        line = sign_envelope(payload, ney, kind=PART_TYPE)
        chain = table.anna.open(write=False).chain
        with pytest.raises(Fault) as refusal:
            teams.read_part(chain, line)
        assert refusal.value.code == "PART_INVALID" and len(refusal.value.detail) <= 500


# -- journal, crash and drawer ---------------------------------------------------------


def test_a_part_that_was_written_down_is_laid_out_again(table: Table) -> None:
    """After a crash between journal and outbox, and in a copy of the folder from before."""
    ney = table.ney
    ney.take(table.anna.brief())
    mail = ney.part([LEFT])
    (ney.path / "outbox/part-0004-ney.txt").unlink()
    (ney.path / "secrets/parts.jsonl").unlink()
    campaign = ney.open()
    campaign.folder.close()
    assert (ney.path / "outbox/part-0004-ney.txt").read_bytes() == mail
    assert ney.part([LEFT]) == mail
    with pytest.raises(Problem) as second:
        ney.part([{**LEFT, "do": "fire"}])
    assert second.value.code == "JOURNAL_REFUSED"


def test_nothing_is_laid_out_once_the_message_is_there(table: Table) -> None:
    table.ney.take(table.anna.brief())
    table.ney.part([LEFT])
    mail = table.anna.submit()
    table.ney.take(mail)
    (table.ney.path / "outbox/part-0004-ney.txt").unlink()
    campaign = table.ney.open()
    with campaign.folder:
        resume_part(campaign)
        assert campaign.folder.names("outbox") == []


def test_the_drawer_is_there_for_teams_alone(table: Table) -> None:
    assert "parts" not in DRAWERS and not (table.bert.path / "parts").exists()
    table.anna.take(part_of(table, LEFT))
    assert [path.name for path in (table.anna.path / "parts").iterdir()] == ["part-0004-ney.txt"]


def test_a_link_in_the_place_of_the_drawer_is_refused(table: Table, tmp_path: Path) -> None:
    (table.anna.path / "parts").symlink_to(tmp_path)
    with pytest.raises(Problem) as refusal:
        table.anna.receive(part_of(table, LEFT))
    assert refusal.value.code == "NOT_A_FOLDER" and list(tmp_path.iterdir()) == []


def test_a_file_in_the_drawer_that_is_no_part_stops_the_captain(table: Table) -> None:
    """Better than to leave a team-mate's orders out in silence."""
    table.anna.take(part_of(table, LEFT))
    (table.anna.path / "parts/part-0004-ney.txt").write_text("nothing", encoding="utf-8")
    campaign = table.anna.open(write=False)
    with pytest.raises(Problem) as refusal:
        parts_at_hand(campaign, campaign.due())
    assert refusal.value.code == "NO_PART"


def test_a_member_takes_no_seat_with_his_key(table: Table) -> None:
    """A member's key serves in the game already."""
    campaign = table.ney.open(write=False)
    with pytest.raises(Problem) as refusal:
        prepare_seating(campaign)
    assert refusal.value.code == "KEY_REUSED"


# -- an offer in between ---------------------------------------------------------------


def test_a_part_for_the_position_to_which_an_accepted_offer_leads(table: Table) -> None:
    """Bert offers to take message 2 back; Anna accepts and orders anew, ney with her."""
    anna, bert, ney = table.anna, table.bert, table.ney
    mail = anna.submit()
    for other in (bert, ney):
        other.take(mail)
    campaign = bert.open()
    with campaign.folder:
        offer = submit(campaign, campaign.due(), control={"offer": "takeback", "to": 2}).text.encode()
    for other in (anna, ney):
        other.take(offer)
    assert ney.open(write=False).due().closing is None
    ney.take(anna.brief())
    assert ney.open(write=False).due().kind == "wait" and ney.open(write=False).due().closing is not None
    campaign = anna.open()
    with campaign.folder:
        ney.take(write_briefing(campaign, "accept").read_bytes())
    due = ney.open(write=False).due()
    assert due.kind == "orders" and due.state["at"]["round"] == 1
    anna.take(ney.part([LEFT]))
    campaign = anna.open()
    with campaign.folder:
        judged, due = due_for(campaign, "accept")
        prepared = prepare(judged, due, lambda: (anna.document(judged, due, [RIGHT]), "orders.yaml"), "accept")
        assert prepared.preview is not None and "With the part of ney: 1 order" in prepared.lines
        mail = submit(judged, due, prepared.preview.checked, control=prepared.control).text.encode()
    for other in table.everybody_but(anna):
        if other is not table.york:
            other.take(mail)
    body = bert.open(write=False).chain.messages[6].body
    assert body["input"]["orders"] == [LEFT, RIGHT] and len(body["parts"]) == 1
