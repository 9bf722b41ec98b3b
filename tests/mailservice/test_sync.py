"""`pbem mail sync` against real servers: a game by it alone, and all that may happen twice, late or not at all."""

from __future__ import annotations

import email
import json
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.campaign.inbox.mailstate import StateFile
from pbem.errors import Problem
from pbem.mailservice import mailing, mailloop
from pbem.store.folder import CampaignFolder
from pbem.store.home import Home
from tests.cli.players import assert_two_lines
from tests.mailservice.people import Correspondent, accepted, begin, correspondent, invites, joins, sent
from tests.mailservice.servers import PostOffice


def opened(mail: bytes) -> EmailMessage:
    return email.message_from_bytes(mail, policy=default)  # type: ignore[return-value]


def letter(text: str, **fields: str) -> bytes:
    mail = EmailMessage()
    for name, value in {"From": "carla@example.test", "Subject": "hello", **fields}.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


@pytest.mark.slow
def test_a_game_by_sync_alone(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    for seq in range(2, 7):
        sender, receiver = (anna, bert) if seq % 2 == 0 else (bert, anna)
        sender.turn()
        assert sent(sender.sync()) == [seq]
        assert accepted(receiver.sync()) == [seq]
        assert sender.messages() == receiver.messages() == seq + 1
    for sender, receivers, mail in office.log:
        found = opened(mail)
        assert (found["X-Unsent"], [sender]) == (None, [found["From"].addresses[0].addr_spec])
        assert receivers == [found["To"].addresses[0].addr_spec]
    ids = [opened(mail)["Message-ID"] for _, _, mail in office.log]
    assert len(set(ids)) == len(ids) == 7 and opened(office.log[-1][2])["In-Reply-To"] == ids[-2]


@pytest.mark.slow
def test_twice_is_once(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    anna.turn()
    assert sent(anna.sync()) == [2]
    for _ in range(2):
        told = anna.sync()
        assert (told["sent"], told["received"], told["invitations"], told["passed_over"]) == ([], [], [], {})
    assert len(office.log) == 3


@pytest.mark.slow
def test_numbers_that_changed_bring_nothing_twice(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    anna.turn()
    anna.sync()
    bert.sync()
    office.renumber(bert.address)
    told = bert.sync()
    assert told["received"] == [] and told["invitations"] == [] and told["passed_over"] == {"known": 2}
    assert bert.messages() == 3


def test_a_state_that_is_lost_or_damaged_costs_one_mail_twice(anna: Correspondent, bert: Correspondent) -> None:
    begin(anna, bert)
    anna.turn()
    before = sent(anna.sync()), anna.office.log[-1]
    anna.state().write_text('{"v": 1, "marks": [', encoding="utf-8")
    told = anna.sync()
    assert sent(told) == before[0] == [2] and anna.office.log[-1] == before[1]
    assert told["passed_over"] == {"known": 1} and "damaged" in told["notices"][0]
    assert len(list(anna.state().parent.glob("state.json*damaged*"))) == 1
    assert accepted(bert.sync()) == [2] and bert.messages() == 3


def test_killed_between_sending_and_remembering(
    anna: Correspondent, bert: Correspondent, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    invites(anna, f"Bert <{bert.address}>")

    class Killed(BaseException):
        pass

    def die(self: StateFile, data: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(StateFile, "save_data", die)
        with pytest.raises(Killed):
            anna.player("mail", "sync", "--no-fetch")
    assert len(office.log) == 1
    assert sent(anna.sync()) == [0]
    assert office.log[0] == office.log[1]
    told = bert.sync()
    assert len(told["invitations"]) == 1 and told["passed_over"] == {"known": 1}


@pytest.mark.slow
def test_mails_out_of_order_and_days_apart(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    mails = []
    for seq in (2, 3, 4):
        sender, receiver = (anna, bert) if seq % 2 == 0 else (bert, anna)
        sender.turn()
        sender.sync()
        mails.append(office.log[-1][2])
        if seq < 4:
            receiver.sync()
    carla = correspondent(office, anna.player.place.parent, "Carla")
    log = [mail for _, _, mail in office.log[:2]]
    for number, mail in enumerate(log):
        (carla.player.place / f"{number}.eml").write_bytes(mail)
    carla.player.good("import", "0.eml", "1.eml", "--into", "game")
    (game,) = Home(anna.player.home).campaigns()
    Home(carla.player.home).register(game, carla.game.place)
    office.deliver(carla.address, mails[2])
    said = carla.tries()
    assert said.status == 12 and said.json["received"][0]["error"]["code"] == "SEQ_GAP"
    assert "tried again" in said.json["notices"][0]
    assert carla.sync()["received"] == []
    for mail in (mails[1], mails[0]):
        office.deliver(carla.address, mail)
    assert accepted(carla.sync()) == [2, 3, 4]
    assert (carla.game.place / "log.jsonl").read_bytes() == (anna.game.place / "log.jsonl").read_bytes()
    assert list((carla.player.home / "mail/waiting").iterdir()) == []


def test_history_before_sync_is_not_sent(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    invites(anna, f"Bert <{bert.address}>")
    bert.player.good("join", anna.game.place / "outbox/0000-a.eml", "--name", "Bert", "--no-passphrase", "--yes",
                     "--folder", "game", "--opponent", f"Anna <{anna.address}>")  # fmt: skip
    anna.player.good("receive", bert.game.place / "outbox/0001-b.eml", "--quiet")
    anna.turn()
    bert.player.good("receive", anna.game.place / "outbox/0002-a.eml", "--quiet")
    assert bert.sync()["sent"] == []
    assert sent(anna.sync("--dry-run")) == [2] and office.log == []
    assert sent(anna.sync()) == [2]
    assert bert.sync()["passed_over"] == {"known": 1}


def test_an_address_that_is_written_later(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    invites(anna, "Bert")
    said = anna.tries()
    assert (said.status, said.json["error"]["code"]) == (2, "NO_ADDRESS") and "campaign.yaml" in said.json["error"][
        "where"
    ]
    people = anna.game.place / "campaign.yaml"
    people.write_text(f"you: {{name: Anna}}\nopponent: {{name: Bert, mail: {anna.address}}}\n", encoding="utf-8")
    assert "your own" in anna.tries().json["error"]["what"]
    people.write_text(f"you: {{name: Anna}}\nopponent: {{name: Bert, mail: {bert.address}}}\n", encoding="utf-8")
    assert sent(anna.sync()) == [0]
    assert opened(office.log[0][2])["To"] == f"Bert <{bert.address}>"
    assert len(bert.sync()["invitations"]) == 1


def test_an_accept_with_the_invitation_quoted_below_it(anna: Correspondent, bert: Correspondent) -> None:
    invites(anna, f"Bert <{bert.address}>")
    anna.sync()
    (invitation,) = bert.sync()["invitations"]
    assert invitation["next"] == f"pbem join {invitation['file']} --opponent 'Anna <{anna.address}>'"
    joins(bert, invitation["file"], f"Anna <{anna.address}>")
    accept = (bert.game.place / "outbox/0001-b.yaml").read_text(encoding="utf-8")
    quoted = "".join(f"> {line}\n" for line in Path(invitation["file"]).read_text(encoding="utf-8").split("\n"))
    anna.office.deliver(anna.address, letter(f"I take it!\n\n{accept}\nAnna wrote:\n{quoted}", From=bert.address))
    told = anna.sync()
    assert accepted(told) == [1] and told["invitations"] == []


def test_what_the_server_refuses_is_kept(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    invites(anna, f"Bert <{bert.address}>")
    office.refused.add(bert.address)
    said = anna.tries()
    assert (said.status, said.json["error"]["code"]) == (2, "MAIL_REFUSED") and "no such user" in said.json["error"][
        "what"
    ]
    # What was refused for good is told, and not tried again by itself: only for another address, or when asked to.
    office.refused.clear()
    for _ in range(2):
        told = anna.sync()
        assert told["sent"] == [] and "no such user" in told["notices"][0] and "--again" in told["notices"][0]
    assert len(office.asked) == 1
    assert anna.sync("--dry-run")["sent"] == []
    office.down = True
    said = anna.tries("--again", str(anna.game.place))
    assert said.json["error"]["code"] == "MAIL_DEFERRED" and said.json["error"]["where"] == str(anna.game.place)
    office.down = False
    assert sent(anna.sync("--again", str(anna.game.place))) == [0] and len(office.log) == 1
    assert anna.sync()["notices"] == []


def test_another_address_for_what_was_refused(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    invites(anna, "Bert <wrong@example.test>")
    office.refused.add("wrong@example.test")
    assert anna.tries().status == 2
    assert anna.sync()["sent"] == []
    people = anna.game.place / "campaign.yaml"
    people.write_text(f"you: {{name: Anna}}\nopponent: {{name: Bert, mail: {bert.address}}}\n", encoding="utf-8")
    assert sent(anna.sync()) == [0] and office.log[0][1] == [bert.address]


@pytest.mark.slow
def test_no_fetch_no_send_and_a_dry_run(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    anna.turn()
    assert sent(anna.sync("--no-send")) == [] and len(office.log) == 2
    assert sent(anna.sync("--no-fetch")) == [2]
    before = bert.state().read_bytes()
    told = bert.sync("--dry-run")
    assert told["received"] == [] and told["would_receive"][0].endswith(
        f"of game {bert.game.good('status', '--json').json['game']}"
    )
    assert bert.state().read_bytes() == before and bert.messages() == 2
    assert bert.sync("--no-fetch")["received"] == []
    assert accepted(bert.sync()) == [2]


def test_other_mail_is_passed_over_and_left_alone(anna: Correspondent, office: PostOffice) -> None:
    office.deliver(anna.address, letter("See you on Monday."))
    office.deliver(anna.address, letter("I am away.", Auto_Submitted="auto-replied"))
    office.deliver(anna.address, letter("Offers", Precedence="bulk"))
    office.deliver(anna.address, letter("Talk", List_Id="<talk.example.test>"))
    office.deliver(anna.address, letter("Note to myself", From=anna.address))
    told = anna.sync()
    assert told["passed_over"] == {"automatic": 2, "list": 1, "own": 1, "personal": 1}
    assert anna.sync()["passed_over"] == {}
    assert all("S" not in path.name.partition(":2,")[2] for path in office.maildir(anna.address).glob("*/*"))


@pytest.mark.slow
def test_a_bounce_is_told(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    anna.turn()
    anna.sync()
    lost = opened(office.log[-1][2])
    head = "".join(f"{name}: {lost[name]}\n" for name in ("From", "To", "Subject", "Message-ID", "References"))
    office.deliver(anna.address, bounce(anna.address, bert.address, head))
    told = anna.sync()
    game = anna.game.good("status", "--json").json["game"]
    assert told["returned"] == [
        f"your mail with message 2 of campaign {game} to {bert.address} came back: 550 5.1.1 no such user"
        f"; mend the address in campaign.yaml, then: pbem mail sync --again {game}"
    ]
    assert told["received"] == [] and anna.sync()["returned"] == []
    elsewhere = office.user("bert-elsewhere")
    people = anna.game.place / "campaign.yaml"
    people.write_text(f"you: {{name: Anna}}\nopponent: {{name: Bert, mail: {elsewhere}}}\n", encoding="utf-8")
    assert sent(anna.sync("--again", str(anna.game.place))) == [2] and office.log[-1][1] == [elsewhere]
    assert anna.sync()["sent"] == []


def bounce(to: str, lost: str, head: str) -> bytes:
    return (
        f"From: MAILER-DAEMON@mx.example.test\nTo: {to}\nSubject: Undelivered Mail\nMessage-ID: <b1@mx.example.test>\n"
        "Auto-Submitted: auto-replied\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="X"\n\n'
        "--X\nContent-Type: text/plain\n\nIt did not work.\n\n"
        "--X\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.test\n\n"
        f"Final-Recipient: rfc822; {lost}\nAction: failed\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\n\n"
        f"--X\nContent-Type: text/rfc822-headers\n\n{head}\n--X--\n"
    ).encode()


def test_a_mail_that_is_too_large(anna: Correspondent, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.fetching.MAIL_LIMIT", 2000)
    monkeypatch.setattr("pbem.mailservice.maildelivery.MAIL_LIMIT", 2000)
    office.deliver(anna.address, letter("x " * 2000))
    told = anna.sync()
    assert len(told["notices"]) == 1 and "2000 are not read" in told["notices"][0]
    assert anna.sync()["notices"] == []


def test_more_mails_than_one_go_takes(anna: Correspondent, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailloop, "MOST_MAILS", 3)
    monkeypatch.setattr("pbem.mail.fetching._PORTION_MAILS", 2)
    for number in range(5):
        office.deliver(anna.address, letter(f"{number}"))
    told = [anna.sync() for _ in range(3)]
    assert [(one["left"], one["passed_over"].get("personal", 0)) for one in told] == [(2, 3), (0, 2), (0, 0)]


@pytest.mark.slow
def test_somebody_elses_game_and_nonsense(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    carla = correspondent(office, anna.player.place.parent, "Carla")
    anna.turn()
    anna.sync()
    office.deliver(carla.address, office.log[-1][2])
    office.deliver(carla.address, letter("They wrote BEGIN PBEM TURN, and I do not know what it means."))
    office.deliver(carla.address, letter("BEGIN PBEM TURN\nAAAA\nEND PBEM TURN 0123456789abcdef\n"))
    said = carla.tries()
    assert {one["code"] for one in said.json["errors"]} == {"UNKNOWN_GAME", "ARMOR_DAMAGED"} and said.status == 12
    assert carla.tries().status == 0


@pytest.mark.usefixtures("impatient")
@pytest.mark.slow
def test_a_campaign_that_is_in_use(anna: Correspondent, bert: Correspondent) -> None:
    begin(anna, bert)
    anna.turn()
    anna.sync()
    with CampaignFolder.open(bert.game.place, write=True):
        told = bert.tries().json
        assert told["received"] == [] and "in use" in told["notices"][0]
    assert accepted(bert.sync()) == [2]


@pytest.mark.slow
def test_a_campaign_that_is_away_for_a_while(anna: Correspondent, bert: Correspondent) -> None:
    """A stick that is not plugged in, a disk that is full: it is said once, and the mail waits."""
    begin(anna, bert)
    anna.turn()
    anna.sync()
    away = bert.game.place.with_name("away")
    bert.game.place.rename(away)
    said = bert.tries()
    assert (said.status, said.json["error"]["code"]) == (2, "NO_CAMPAIGN") and "tried again" in said.json["notices"][0]
    said = bert.tries()
    assert said.status == 0 and said.json["received"] == said.json["notices"] == []
    away.rename(bert.game.place)
    assert accepted(bert.sync()) == [2] and list((bert.player.home / "mail/waiting").iterdir()) == []


@pytest.mark.slow
def test_what_failed_counts_when_it_is_mailed_again(
    anna: Correspondent, bert: Correspondent, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(anna, bert)
    anna.turn()
    anna.sync()

    def refuse(*args: object, **named: object) -> None:
        raise Problem("LOG_DAMAGED", "the log of this campaign is damaged", "see pbem doctor")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.mailservice.maildelivery.receive", refuse)
        assert bert.tries().json["error"]["code"] == "LOG_DAMAGED"
    anna.sync("--again", str(anna.game.place))
    assert accepted(bert.sync()) == [2]


def test_an_invitation_beside_a_campaign_that_cannot_be_read(
    anna: Correspondent, bert: Correspondent, office: PostOffice
) -> None:
    begin(anna, bert)
    log = bert.game.place / "log.jsonl"
    log.unlink()
    log.mkdir()
    carla = correspondent(office, anna.player.place.parent, "Carla")
    invites(carla, f"Bert <{bert.address}>")
    carla.sync()
    said = bert.tries()
    assert len(said.json["invitations"]) == 1


def test_two_at_once(anna: Correspondent) -> None:
    with StateFile.of(Home(anna.player.home)).lock():
        said = anna.player("mail", "sync")
    assert said.status == 2 and "another pbem mail" in said.err
    assert_two_lines(said)


def test_watching_waits_longer_while_the_network_is_down(
    anna: Correspondent, bert: Correspondent, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    invites(anna, f"Bert <{bert.address}>")
    naps: list[float] = []

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 5:
            raise KeyboardInterrupt

    # The account is read once: it is the network that comes back.
    port = iter([1, 1, 1, office.imaps, office.imaps])
    real = mailing.Mailbox

    def mailbox(account: mailing.Account, password: str) -> mailing.Mailbox:
        from dataclasses import replace

        return real(replace(account, imap=replace(account.imap, port=next(port))), password)

    monkeypatch.setattr(mailing, "Mailbox", mailbox)
    monkeypatch.setattr("pbem.mailservice.mailloop.rest", sleep)
    said = anna.player("mail", "sync", "--watch", "--every", "15", "--json")
    assert said.status == 130 and naps == [30, 60, 120, 15, 15]
    goes = [json.loads(line) for line in said.out.splitlines()]
    assert [one.get("error", {}).get("code") for one in goes] == ["MAIL_UNREACHABLE"] * 3
    assert sent(goes[0]) == [0] and len(office.log) == 1
