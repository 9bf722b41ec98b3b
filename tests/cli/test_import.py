"""import: a campaign's folder from mailboxes, and everything that a mailbox may do to it."""

from __future__ import annotations

import mailbox
import shutil
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.cli.commands import import_
from tests.cli.players import Duel, Player, assert_two_lines, begin_duel, fresh_player
from tests.cli.test_hostile import ALLOWED, HOSTILE
from tests.mail.test_armour import CHANGES
from tests.mail.test_mailboxes import HOSTILE as HOSTILE_MAILS
from tests.mail.test_mailboxes import alternative, attached, forwarded, listed, many_parts, plain
from tests.stopwatch import bounded

FORMS = (plain, attached, forwarded, alternative, listed)
LAST = 7


@pytest.fixture
def played(duel: Duel) -> Duel:
    """A game of eight messages, all of them received."""
    for seq in range(2, LAST + 1):
        duel.turn(seq)
    return duel


def texts(duel: Duel) -> list[str]:
    """Everything that was mailed, in order."""
    return [duel.mail((duel.anna, duel.bert)[seq % 2], seq).read_text(encoding="utf-8") for seq in range(LAST + 1)]


def lost(player: Player) -> Player:
    """The same person at a new computer, his identity restored; he stands above where his campaign was."""
    identity = (player.home / "identity.json").read_bytes()
    shutil.rmtree(player.home)
    shutil.rmtree(player.place)
    player.home.mkdir()
    (player.home / "identity.json").write_bytes(identity)
    return Player(player.home, player.place.parent)


def as_mbox(at: Path, texts: list[str]) -> Path:
    """One mailbox, newest first, every turn in another form and mangled in another way, between other mail."""
    box = mailbox.mbox(at)
    for number, text in reversed(list(enumerate(texts))):
        box.add(FORMS[number % len(FORMS)](CHANGES[number % len(CHANGES)](text)))
        box.add(plain("Dear friend,\n\nFrom tomorrow on I am away.\n"))
    box.flush()
    return at


def as_maildir(at: Path, texts: list[str]) -> Path:
    box = mailbox.Maildir(at)
    for text in texts:
        box.add(attached(text))
    sent = box.add_folder("Sent")
    sent.add(plain("nothing in it\n"))
    return at


def as_files(at: Path, texts: list[str]) -> Path:
    """A folder of saved mails, in folders below it, with other things among them."""
    for number, text in enumerate(texts):
        folder = at / f"year-{number % 3}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"mail {number}.eml").write_bytes(FORMS[number % len(FORMS)](text).as_bytes())
    (at / "photo.jpg").write_bytes(bytes(range(256)) * 100)
    return at


def as_text(at: Path, texts: list[str]) -> Path:
    at.write_text("My whole game:\n\n" + "\n\nand then\n\n".join(reversed(texts)), encoding="utf-8")
    return at


@pytest.mark.slow
@pytest.mark.parametrize("form", [as_mbox, as_text, as_maildir, as_files], ids=lambda form: form.__name__)
def test_the_game_goes_on_after_a_loss(played: Duel, tmp_path: Path, form: object) -> None:
    source = form(tmp_path / "source", texts(played))  # type: ignore[operator]
    log = (played.bert.place / "log.jsonl").read_bytes()
    said = lost(played.bert).good("import", source, "--into", "game")
    assert "8 messages verified, 8 of them new" in said.out and "you play: Bert (Prussian)" in said.out
    assert "the last message is 7 of Bert (Prussian), dated " in said.out
    assert (played.bert.place / "log.jsonl").read_bytes() == log
    for seq in range(LAST + 1, LAST + 4):
        played.turn(seq)
    assert (played.bert.place / "log.jsonl").read_bytes() == (played.anna.place / "log.jsonl").read_bytes()


@pytest.mark.slow
def test_archive_log_and_drawers_of_a_campaign_are_sources_too(played: Duel, tmp_path: Path) -> None:
    played.anna.good("archive", "--output", tmp_path / "whole.pbem")
    mail = EmailMessage()
    mail.set_content("my archive\n")
    data = (tmp_path / "whole.pbem").read_bytes()
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename="whole.pbem")
    (tmp_path / "mail.eml").write_bytes(mail.as_bytes())
    anna = played.anna.place
    sources = [[tmp_path / "whole.pbem"], [tmp_path / "mail.eml"], [anna / "log.jsonl"], [anna]]
    sources += [[anna / "inbox", anna / "outbox"]]
    for number, named in enumerate(sources):
        carla = fresh_player(tmp_path, f"carla-{number}")
        told = carla.good("import", *named, "--json").json["imported"]
        assert [one["messages"] for one in told] == [8] and told[0]["side"] == ""
        assert (carla.place / "jena-auerstadt/log.jsonl").read_bytes() == (anna / "log.jsonl").read_bytes()
        assert not (carla.home / "campaigns").exists()
        assert "verified" in carla.good("verify", "jena-auerstadt").out


@pytest.mark.slow
def test_what_is_missing_is_said_and_whom_to_ask(played: Duel, tmp_path: Path) -> None:
    written = texts(played)
    source = as_text(tmp_path / "some.txt", [text for seq, text in enumerate(written) if seq not in (3, 4)])
    bert = lost(played.bert)
    said = bert("import", source)
    assert said.status == 12
    assert "missing: messages 3 to 4; the log reaches to message 2 [SEQ_GAP]" in said.out
    assert "they are of Anna and Bert: ask Anna" in said.out and "--partial" in said.out
    assert [path.name for path in bert.place.iterdir()] == []
    (told,) = bert("import", source, "--json").json["imported"]
    assert told["missing"] == [{"first": 3, "last": 4}] and told["broken"]["class"] == "damage"
    said = bert("import", source, "--partial", "--into", "game")
    assert said.status == 12 and "3 messages verified, 3 of them new" in said.out
    (tmp_path / "rest.txt").write_text(written[3] + written[4], encoding="utf-8")
    assert "8 messages verified" in bert.good("import", source, tmp_path / "rest.txt").out
    assert (played.bert.place / "log.jsonl").read_bytes() == (played.anna.place / "log.jsonl").read_bytes()


def test_a_fork_is_told_and_proved(duel: Duel, tmp_path: Path) -> None:
    duel.anna.good("orders")
    twin = Duel(Player(tmp_path / "twin-home", tmp_path / "twin"), duel.bert)
    shutil.copytree(duel.anna.home, twin.anna.home)
    shutil.copytree(duel.anna.place, twin.anna.place)
    for register in (twin.anna.home / "campaigns").iterdir():
        register.write_text(str(twin.anna.place), encoding="utf-8")
    twin.anna.good("submit", "--yes", "--empty")
    twin_mail = twin.mail(twin.anna, 2)
    duel.anna.good("submit", "--yes", "--empty")
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")
    kept = (duel.bert.place / "log.jsonl").read_bytes()
    outbox = shutil.copytree(duel.anna.place / "outbox", tmp_path / "outbox")
    said = duel.bert("import", outbox, twin_mail)
    assert said.status == 11
    assert "message 2: side a signed two different ones; one of them is in the log [FORK]" in said.out
    (told,) = duel.bert("import", outbox, twin_mail, "--json").json["imported"]
    assert told["added"] == [] and told["forks"][0]["signed_by"] == "a" and told["exit"] == 11
    verdict = duel.bert("verify", told["evidence"][0], "--json").json
    assert (verdict["code"], verdict["exit"], verdict["signed_by"]) == ("FORK", 11, "a")
    assert (duel.bert.place / "log.jsonl").read_bytes() == kept


@pytest.mark.slow
def test_several_games_are_listed(played: Duel, tmp_path: Path) -> None:
    other = begin_duel(tmp_path / "other", 1)
    source = as_text(tmp_path / "all.txt", [*texts(played), *texts_of_handshake(other)])
    carla = fresh_player(tmp_path, "carla")
    said = carla("import", source)
    assert said.status == 2 and "pbem: error: these sources hold messages of 2 games" in said.err
    assert said.out.count("jena-auerstadt: Anna and Bert") == 2
    told = carla("import", source, "--json").json
    assert told["error"]["code"] == "SEVERAL_GAMES" and [game["messages"] for game in told["games"]] == [8, 2]
    digits = told["games"][1]["game"][:8]
    assert "2 messages verified" in carla.good("import", source, "--game", digits, "--into", "second").out
    assert_two_lines(carla("import", source, "--game", "xyz"))
    said = carla.good("import", source, "--all", "--into", "games", "--json")
    folders = sorted(Path(one["folder"]).name for one in said.json["imported"])
    assert folders == sorted(f"jena-auerstadt-{game['game'][:12]}" for game in told["games"])
    assert (carla.place / "games" / folders[0] / "log.jsonl").exists()
    broken = next(carla.place.glob("games/*/log.jsonl"))
    broken.write_bytes(broken.read_bytes().replace(b'"sig":"', b'"sig":"A', 1))
    said = carla("import", source, "--all", "--into", "games", "--json")
    assert said.status == 12
    assert sorted(one["exit"] for one in said.json["imported"]) == [0, 12]
    assert "move the folder away" in carla("import", source, "--all", "--into", "games").out


def texts_of_handshake(duel: Duel) -> list[str]:
    return [duel.mail(player, seq).read_text(encoding="utf-8") for seq, player in enumerate((duel.anna, duel.bert))]


@pytest.mark.slow
def test_nothing_and_damaged_things(played: Duel, tmp_path: Path) -> None:
    carla = fresh_player(tmp_path, "carla")
    (tmp_path / "letter.txt").write_text("See you tomorrow.\n", encoding="utf-8")
    said = carla("import", tmp_path / "letter.txt")
    assert said.status == 2 and "no signed message" in said.err
    assert_two_lines(said)
    text = texts(played)[2]
    (tmp_path / "torn.txt").write_text(text[:-60], encoding="utf-8")
    said = carla("import", tmp_path / "torn.txt")
    assert said.status == 12 and "torn.txt" in said.err
    said = carla("import", tmp_path / "torn.txt", as_text(tmp_path / "all.txt", texts(played)))
    assert said.status == 0 and "damaged, ask for it again: " in said.out
    said = carla("import", tmp_path / "nowhere.mbox")
    assert said.status == 2
    assert_two_lines(said)


@pytest.mark.slow
def test_links_in_a_source_are_not_followed(played: Duel, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere"
    secret.mkdir()
    as_text(secret / "all.txt", texts(played))
    source = tmp_path / "source"
    source.mkdir()
    (source / "in").symlink_to(secret)
    (source / "all.txt").symlink_to(secret / "all.txt")
    (source / "loop").symlink_to(source)
    (source / "mail.txt").write_text("nothing", encoding="utf-8")
    carla = fresh_player(tmp_path, "carla")
    said = carla("import", source)
    assert said.status == 2 and "a link" in said.err
    # A link that is named itself leads where its owner says.
    assert carla.good("import", source / "in", "--json").json["imported"][0]["messages"] == 8


@pytest.mark.slow
def test_hostile_files_beside_a_game(played: Duel, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    dora = fresh_player(tmp_path, "dora")
    for number, (name, data) in enumerate([*HOSTILE.items(), *HOSTILE_MAILS.items()]):
        (source / f"{number}.bin").write_bytes(data)
        said = dora("import", source / f"{number}.bin")
        assert said.status in ALLOWED and "Traceback" not in said.out + said.err, name
    as_mbox(source / "zz.mbox", texts(played))
    carla = fresh_player(tmp_path, "carla")
    (one,) = carla.good("import", source, "--json").json["imported"]
    assert one["messages"] == 8


@pytest.mark.slow
def test_a_hostile_mailbox_is_read_in_bounded_time(played: Duel, tmp_path: Path) -> None:
    parts = [b"From x\n" + many_parts(10_000, text.encode("utf-8")) for text in texts(played)]
    garbage = b"From y\n" + b"\xff: \x00\n" * 20_000 + b"\n" + b"BEGIN PBEM TURN\n" * 3000
    large = b"From z\nSubject: large\n\n" + b"BEGIN PBEM TURN\n" + b"A" * (66 * 2**20) + b"\n"
    (tmp_path / "box").write_bytes(b"\n".join([garbage, parts[0], large, *parts[1:], garbage]))
    carla = fresh_player(tmp_path, "carla")
    with bounded(60):
        said = carla.good("import", tmp_path / "box")
    assert "8 messages verified" in said.out and "passed over: " in said.out and "larger than" in said.out


@pytest.mark.slow
def test_an_identity_that_was_not_restored_makes_an_onlooker_until_it_is(played: Duel, tmp_path: Path) -> None:
    source = as_mbox(tmp_path / "box", texts(played))
    identity = (played.bert.home / "identity.json").read_bytes()
    bert = lost(played.bert)
    (bert.home / "identity.json").unlink()
    said = bert.good("import", source, "--into", "game")
    assert "you do not play in it" in said.out
    (bert.home / "identity.json").write_bytes(identity)
    said = bert.good("import", source, "--into", "game")
    assert "8 messages verified, 0 of them new" in said.out and "you play: Bert" in said.out
    assert (bert.place / "game/secrets/journal.jsonl").read_bytes().count(b"\n") == 4
    played.turn(8)
    played.turn(9)


def test_the_bar_is_drawn_only_where_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(import_.Bar, "step", lambda self, done, total, text: drawn.append(text))
    bar = import_._Patient()
    bar.step(1, 2, "early")
    monkeypatch.setattr(import_, "_PATIENCE", 0.0)
    bar.step(2, 2, "late")
    assert drawn == ["late"]
