"""Row N12 of the adversarial plan: who writes in a member's name, and a member who plays against himself."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.campaign.inbox.mailstate import StateFile
from pbem.club.clubclock import open_games
from pbem.club.clubdoor import MailHandler
from pbem.club.clubgames import GameStore
from pbem.club.clubletters import ClubMailer
from pbem.club.clubrules import ClubRules, Limits
from pbem.club.clubstate import ClubState, load_club, save_club
from pbem.mail.armour import read_blocks, write_block
from pbem.mailservice.maildelivery import letter_of
from pbem.protocol.messages import peek
from tests.campaign.folders import Peer, invite, join

CLUB, ANNA, EVE = "club@example.org", "anna@example.org", "eve@example.org"
NOON, DAY = 1_790_000_000, 86400
LIMITS = Limits(games=12, invitations=2, open=3)


class House:
    """A club without its mailbox: what is mailed to it is opened at once."""

    def __init__(self, root: Path) -> None:
        self.root, self.now, self.mails = root, NOON, 0
        self.state = ClubState(secret="5" * 32)
        self.rules = ClubRules(players={ANNA: "Anna", EVE: "Eve"}, pictures=False, limits=LIMITS)
        self.folder = root / "club"
        self.answers: list[bytes] = []

    def opens(self, line: bytes, sender: str, *, reply_to: str = "") -> list[str]:
        """A mail with one message, from an address that anybody may have written. Returns what the club notes."""
        self.mails += 1
        head = f"From: {sender}\nTo: {CLUB}\nSubject: turn {self.mails}\nMessage-ID: <{self.mails}@example.test>\n"
        head += f"In-Reply-To: {reply_to}\n" if reply_to else ""
        desk = ClubMailer(self.rules.name, CLUB, self.now, self.state.secret)
        door = MailHandler(desk, self.rules, self.state, GameStore(self.folder, self.state, pictures=False))
        door.open(letter_of(f"{head}\n{write_block(line)}".encode("ascii"), CLUB))
        self.answers += [mail.data for mail in door.outgoing if mail.to == sender]
        return door.events

    def mailed_to_anna(self) -> str:
        """The Message-ID of a mail that Anna has got from the club, and nobody else."""
        mail = ClubMailer(self.rules.name, CLUB, self.now, self.state.secret).write(ANNA, "STATUS", ["none"], "seed")
        return str(message_from_bytes(mail, policy=policy.default)["Message-ID"])

    def begun(self, sender: str) -> int:
        return sum(game.a == sender for game in self.state.games.values())


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def invitation(root: Path, name: str) -> Peer:
    """A whole client that has just invited somebody."""
    peer = Peer(root / name, "a")
    invite(peer)
    return peer


def test_replies_are_known_by_what_only_their_writer_got(house: House) -> None:
    assert house.mailed_to_anna().startswith("<pbem.")


@pytest.mark.slow
@pytest.mark.attack("N12")
def test_n12_forged_invitations_use_up_nothing_of_the_member(house: House, tmp_path: Path) -> None:
    forged = [house.opens(invitation(tmp_path, f"eve-{n}").log()[0], ANNA) for n in range(4)]
    assert ["begun by" in events[0] for events in forged] == [True, True, False, False]
    assert b"as a reply to this mail" in house.answers[-1]
    real = [invitation(tmp_path, f"anna-{n}").log()[0] for n in range(3)]
    assert any("too many games" in event for event in house.opens(real[0], ANNA))
    # What she answers to a mail of the club is hers; an id that somebody has made up, or one of another's, is none.
    other = ClubMailer(house.rules.name, CLUB, house.now, "6" * 32).write(ANNA, "x", ["x"], "seed")
    made_up = str(message_from_bytes(other, policy=policy.default)["Message-ID"])
    assert any("too many games" in event for event in house.opens(real[0], ANNA, reply_to=made_up))
    reply = house.mailed_to_anna()
    for n, expected in enumerate(("begun by", "begun by", "too many games")):
        assert any(expected in event for event in house.opens(real[n], ANNA, reply_to=reply)), n
    # The next days' forgeries fill their own places, and never all of the club.
    for day in range(1, 6):
        house.now = NOON + day * DAY
        for n in range(2):
            house.opens(invitation(tmp_path, f"eve-{day}-{n}").log()[0], ANNA)
            house.opens(invitation(tmp_path, f"self-{day}-{n}").log()[0], EVE)
    assert open_games(house.state, house.now, ANNA, proven=False) == LIMITS.open
    assert open_games(house.state, house.now, proven=False) == LIMITS.games // 2
    assert any("begun by" in event for event in house.opens(real[2], ANNA, reply_to=reply))


@pytest.mark.slow
@pytest.mark.attack("N12")
def test_n12_who_accepts_his_own_invitations_does_not_fill_the_club_for_ever(house: House, tmp_path: Path) -> None:
    began = []
    for day in range(4):
        house.now = NOON + day * DAY
        for n in range(2):
            peer = invitation(tmp_path, f"self-{day}-{n}")
            began.append(any("begun by" in event for event in house.opens(peer.log()[0], EVE)))
            himself = Peer(peer.root, "b")
            join(himself, peer.mail(0))
            accept = himself.log()[1]
            assert peek(read_blocks(himself.mail(1))[0].envelope).kind == "accept"
            house.opens(accept, "eve-too@example.org")
    assert began == [True] * LIMITS.open + [False] * (8 - LIMITS.open)
    accepted = [game for game in house.state.games.values() if game.game]
    assert len(accepted) == LIMITS.open and all(game.waits == "a" and game.days == 14 for game in accepted)
    # When the clocks of those games have run out they take up no place: for him, and for all others.
    house.now += 15 * DAY
    assert open_games(house.state, house.now) == 0
    late = invitation(tmp_path, "late")
    assert any("begun by" in event for event in house.opens(late.log()[0], EVE))
    assert house.begun(EVE) == LIMITS.open + 1, "the old ones are still hosted, and can be played on"
    # All of it is remembered.
    files = StateFile(house.folder)
    save_club(files, house.state)
    assert load_club(files).games == house.state.games
