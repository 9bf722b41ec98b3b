"""What a mailbox may hold beside a game: forks, forgeries, other games; and the folders that are in the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.campaign.records.importing import Target, chosen, import_game
from pbem.campaign.records.log_assembly import sort_games
from pbem.campaign.records.verification import judge_log
from pbem.errors import Problem
from pbem.mail.armour import write_block
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import MESSAGE_TYPE, sign_envelope, write_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.keys import public_key
from pbem.protocol.messages import peek
from tests.campaign.folders import Peer, begin
from tests.campaign.lost import (
    PLAYED,
    envelopes,
    files,
    fork_of_last,
    lose,
    mails,
    master_of,
    onlooker,
    payloads,
    rebuild,
    resigned,
    tampered,
    the_game,
)


@pytest.fixture
def peers(tmp_path: Path) -> tuple[Peer, Peer]:
    """A game of eight messages; a has not received the last one of b yet."""
    return begin(tmp_path, PLAYED)


# -- forks and forgeries -------------------------------------------------------------


def test_of_two_messages_the_one_that_was_answered_is_kept(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    a, b = peers
    other = fork_of_last(peers, tmp_path)
    a.receive(b.mail(7))
    assert a.submit() is not None
    whole = a.log()
    lines = [other, *envelopes(mails(a, b))]
    lose(a)
    imported = rebuild(a, lines)
    assert a.log() == whole and imported.exit == 11
    (fork,) = imported.assembled.forks
    assert (fork.fault.code, fork.fault.cls, fork.fault.seq, fork.fault.signed_by) == ("FORK", "proof", 7, "b")
    (evidence,) = imported.evidence
    assert evidence.name == "fork-0007.jsonl"
    verdict = judge_log(evidence.read_bytes()).verdict
    assert (verdict.code, verdict.seq, verdict.signed_by) == ("FORK", 7, "b")


@pytest.mark.parametrize("swapped", [False, True])
def test_an_onlooker_keeps_the_longer_one(peers: tuple[Peer, Peer], tmp_path: Path, swapped: bool) -> None:
    a, b = peers
    other = fork_of_last(peers, tmp_path)
    a.receive(b.mail(7))
    assert a.submit() is not None
    lines = [other, *a.log()]
    peer, imported = onlooker(tmp_path, reversed(lines) if swapped else lines)
    assert peer.log() == a.log() and imported.exit == 11


@pytest.mark.parametrize("kept", ["the first", "the second"])
def test_of_two_own_messages_the_journal_says_which(peers: tuple[Peer, Peer], tmp_path: Path, kept: str) -> None:
    """He went on without importing first and has signed message 7 twice; the folder was lost once more."""
    _, b = peers
    other = fork_of_last(peers, tmp_path)
    lines = [*b.log(), other]
    peer = b if kept == "the first" else Peer(tmp_path / "second", "b")
    wanted = peer.log()
    shutil.rmtree(peer.path)
    imported = rebuild(peer, lines)
    assert peer.log() == wanted and imported.exit == 11
    assert [fork.fault.signed_by for fork in imported.assembled.forks] == ["b"]
    # Whatever is found later, a log is never changed.
    again = rebuild(peer, [line for line in lines if line != wanted[7]])
    assert again.exit == 11 and peer.log() == wanted


def test_forgeries_and_damaged_copies_change_nothing(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    a, b = peers
    lines = envelopes(mails(a, b))
    game = the_game(lines).id
    junk = []
    for number in range(40):
        seq = number % 9
        body = {
            **peek(b.log()[min(seq, 7)]).body,
            "seq": seq + 2 * number,
            "side": "ab"[seq % 2],
            "note": [f"{number}"],
        }
        if body["kind"] == "move":
            junk.append(sign_envelope(canon(body), b"%032d" % number))
    last = peek(b.log()[7])
    far = {**last.body, "seq": 2**40 + 1, "parent": "0" * 64}
    junk += [sign_envelope(canon(far), b"x" * 32), tampered(b.log()[5]), tampered(b.log()[7])]
    lose(b)
    imported = import_game(
        the_game([*junk, *lines]), Target(folder=b.path), b.home(), b.person(), progress=lambda *told: None
    )
    assert imported.exit == 0 and imported.game == game and len(b.log()) == PLAYED
    assert imported.assembled.missing == [] and imported.evidence == []


def test_a_number_that_was_signed_far_away_costs_nothing(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    _, b = peers
    far = sign_envelope(canon({**peek(b.log()[7]).body, "seq": 2**50 + 1}), master_of(b))
    _, imported = onlooker(tmp_path, [*b.log(), far])
    assert imported.exit == 12 and imported.assembled.missing == [(8, 2**50)]


def test_a_signed_message_that_is_not_valid_is_kept_as_evidence(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    _, b = peers
    wrong = resigned(b, 7, reveal="0" * 64)
    peer, imported = onlooker(tmp_path, [*b.log()[:7], wrong])
    assert imported.exit == 11 and len(peer.log()) == 7
    (refused,) = imported.refused_last
    assert (refused.fault.code, refused.fault.signed_by) == ("REVEAL_MISMATCH", "b")
    assert [path.name for path in imported.evidence] == ["0007-reveal_mismatch.txt"]
    assert imported.evidence[0].read_text(encoding="ascii") == write_block(wrong)
    # He made it again without the fault: a refused message does not occupy its number, and nobody forked.
    peer, imported = onlooker(tmp_path, [*b.log(), wrong], "d")
    assert imported.exit == 0 and len(peer.log()) == 8 and imported.assembled.forks == []
    (refused,) = imported.assembled.refused
    assert (refused.fault.code, refused.fault.cls, refused.fault.seq, refused.fault.signed_by) == (
        "REVEAL_MISMATCH",
        "invalid",
        7,
        "",
    )
    assert [path.name for path in imported.evidence] == ["0007-reveal_mismatch.txt"]
    # What he sends twice over and nobody could ever accept is each time his own.
    worse = resigned(b, 7, state="0" * 64)
    _, imported = onlooker(tmp_path, [*b.log()[:7], wrong, worse], "e")
    assert imported.exit == 11 and imported.assembled.forks == []
    assert sorted((one.fault.code, one.fault.signed_by) for one in imported.refused_last) == [
        ("REVEAL_MISMATCH", "b"),
        ("STATE_MISMATCH", "b"),
    ]


@pytest.mark.parametrize("swapped", [False, True])
def test_n05_a_refused_message_and_its_correction_are_no_fork(
    peers: tuple[Peer, Peer], tmp_path: Path, swapped: bool
) -> None:
    """A folder that holds the corrected message is shown the refused one as well, in any order."""
    a, b = peers
    wrong = resigned(b, 7, state="0" * 64)
    lines = [wrong, *b.log()] if not swapped else [*b.log(), wrong]
    rebuild(a, lines)
    imported = rebuild(a, lines)
    assert a.log() == b.log() and imported.exit == 0 and imported.assembled.forks == []
    assert [(one.fault.code, one.fault.signed_by) for one in imported.assembled.refused] == [("STATE_MISMATCH", "")]


def test_a_refused_message_that_was_answered_breaks_the_log(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    _, b = peers
    wrong = resigned(b, 7, reveal="0" * 64)
    after = sign_envelope(
        canon({**peek(b.log()[6]).body, "seq": 8, "parent": peek(wrong).id.hex()}), master_of(peers[0])
    )
    _, imported = onlooker(tmp_path, [*b.log()[:7], wrong, after])
    assert imported.campaign is None and imported.broken is not None
    assert (imported.broken.code, imported.exit, imported.assembled.missing) == ("REVEAL_MISMATCH", 11, [])


def test_a_journal_that_says_otherwise_is_told_and_kept(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    """The configuration folder survived, and its journal holds another message than his mail."""
    _, b = peers
    other = fork_of_last(peers, tmp_path)
    lines = [*b.log()[:7], other]
    journal = payloads(b)
    shutil.rmtree(b.path)
    imported = rebuild(b, lines)
    assert len(imported.notices) == 1 and "message 7" in imported.notices[0]
    assert payloads(b) == journal and imported.exit == 0


# -- where it goes -------------------------------------------------------------------


def test_another_campaign_in_the_folder_is_left_alone(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    a, _ = peers
    second = Peer(tmp_path / "second", "a")
    begin(tmp_path / "second", 3)
    before = files(second.path, "**/*")
    with pytest.raises(Problem) as refused:
        import_game(the_game(a.log()), Target(folder=second.path), Peer(tmp_path, "c").home(), None)
    assert refused.value.code == "CAMPAIGN_EXISTS" and files(second.path, "**/*") == before
    stuff = tmp_path / "stuff"
    stuff.mkdir()
    (stuff / "letter.txt").write_bytes(b"mine")
    with pytest.raises(Problem) as refused:
        import_game(the_game(a.log()), Target(folder=stuff), Peer(tmp_path, "c").home(), None)
    assert refused.value.code == "FOLDER_NOT_EMPTY"
    assert [path.name for path in stuff.iterdir()] == ["letter.txt"]


def test_a_campaign_is_in_one_folder_of_its_player(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    a, b = peers
    with pytest.raises(Problem) as refused:
        import_game(the_game(b.log()), Target(folder=tmp_path / "new"), a.home(), a.person())
    assert refused.value.code == "ELSEWHERE_ALREADY" and str(a.path) in refused.value.mend
    imported = import_game(the_game(b.log()), Target(), a.home(), a.person())
    assert imported.added == [7] and len(a.log()) == PLAYED


def test_a_log_here_that_is_not_valid_stops_the_import(peers: tuple[Peer, Peer]) -> None:
    a, b = peers
    lines = a.log()
    lines[3] = tampered(lines[3])
    (a.path / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    with pytest.raises(Problem) as refused:
        rebuild(a, b.log())
    assert (refused.value.code, refused.value.status) == (
        "SIG_INVALID",
        12,
    ) and "move the folder away" in refused.value.mend


def test_a_game_whose_rules_are_not_here(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    master = b"q" * 32
    body = peek(peers[1].log()[0]).body
    names = {"ruleset": "unheard-of", "scenario": "x"}
    terms = {**body["terms"], "engine": "unheard-of 1", "names": names}
    line = sign_envelope(canon({**body, "key": public_key(master).hex(), "terms": terms}), master)
    with pytest.raises(Fault) as refused:
        onlooker(tmp_path, [line])
    assert (refused.value.code, refused.value.exit) == ("ENGINE_MISMATCH", 13)
    # Terms that nobody signed say nothing of what is installed here.
    _, imported = onlooker(tmp_path, [tampered(line)])
    assert imported.campaign is None and imported.broken is not None and imported.broken.code == "SEQ_GAP"


def test_games_are_told_apart_and_chosen_by_their_digits(peers: tuple[Peer, Peer], tmp_path: Path) -> None:
    _, b = peers
    begin(tmp_path / "second", 4)
    other = Peer(tmp_path / "second", "b")
    games, broken = sort_games([*b.log(), *other.log(), write_envelope(b"{}", [(b"k" * 32, b"s" * 64)], MESSAGE_TYPE)])
    assert [len(game.messages) for game in games] == [PLAYED, 4] and broken == 1
    with pytest.raises(Problem) as asked:
        chosen(games, "", every=False)
    assert asked.value.code == "SEVERAL_GAMES"
    assert chosen(games, games[1].id[:6].upper(), every=False) == [games[1]]
    assert chosen(games, "", every=True) == games
    with pytest.raises(Problem) as unknown:
        chosen(games, "zz", every=False)
    assert unknown.value.code == "UNKNOWN_GAME"


def test_an_invitation_that_two_accepted_begins_two_games(tmp_path: Path) -> None:
    from tests.campaign.folders import join

    a, b = begin(tmp_path, 2)
    second = Peer(tmp_path / "second", "b")
    join(second, a.mail(0))
    games, _ = sort_games([*b.log(), *second.log()])
    assert len(games) == 2 and all(len(game.messages) == 2 for game in games)
    for number, game in enumerate(games):
        folder = tmp_path / f"look-{number}"
        assert import_game(game, Target(folder=folder), Peer(tmp_path, "c").home(), None).added == [0, 1]
