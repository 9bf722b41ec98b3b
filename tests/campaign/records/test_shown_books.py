"""A book that is shown while the game runs: its side is judged as at the end, and only the log is believed (13.5)."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.disclosing import audit_data, audit_path
from pbem.errors import Problem
from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.messages import peek
from tests.attacks.world import World
from tests.campaign.folders import Peer
from tests.campaign.records.test_disclosing import _one_missing, _turn
from tests.cli.players import Player, fresh_player
from tests.installed import installed
from tests.toy_hidden.world import build, lie, play_on

Body = dict[str, Any]
Edit = Callable[[Body], object]
STOP = 14


@pytest.fixture(scope="module", autouse=True)
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The ruleset is installed."""
    with installed(tmp_path_factory.mktemp("veiled-dist"), "veiled"):
        yield


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, veiled: None) -> Path:
    """Where two folders of a game lie that goes on, with the book of each side beside them."""
    at = tmp_path_factory.mktemp("running")
    world = build(at, lambda campaign, due: len(campaign.chain.messages) >= STOP)
    root = world.victim.path.parent
    for seat in "ab":
        Player(root / f"{seat}-home", root / seat).good("audit", "--show", root / f"book-{seat}.txt")
    return root


def body_of(book: Path) -> Body:
    """What a book says."""
    line = next(line for line in book.read_bytes().splitlines() if not line.startswith(b"#"))
    return dict(parse_value(line))


def rewritten(running: Path, to: Path, edit: Edit, seat: str = "a") -> Path:
    """The book of a side with something in it changed."""
    body = body_of(running / f"book-{seat}.txt")
    edit(body)
    to.write_bytes(canon(body) + b"\n")
    return to


@pytest.mark.parametrize("seats", ["a", "b", "ab"])
def test_a_stranger_judges_whoever_shows_his_book(running: Path, tmp_path: Path, seats: str) -> None:
    books = [running / f"book-{seat}.txt" for seat in seats]
    told = audit_data(audit_path(running / "a", books))
    last = told["shown_up_to"]
    assert (told["state"], told["exit"], told["findings"], told["fault"]) == ("running", 0, [], None)
    assert set(told["disclosed"]) == set(seats) and set(told["hidden"]) == set("ab") - set(seats)
    for seat in seats:
        assert told["disclosed"][seat]["message"] == last + 1
        assert told["disclosed"][seat]["markers"] and told["checked"]["trees"] > 0
    options = [part for book in books for part in ("--book", book)]
    said = fresh_player(tmp_path, "nobody").good("audit", running / "b", *options).out
    assert f"shows what was hidden up to message {last}" in said and "held" in said
    assert said.rstrip().endswith(f"said up to message {last} is belied by what is shown.")


def test_without_a_book_nothing_is_judged(running: Path) -> None:
    told = audit_data(audit_path(running / "a"))
    assert told["shown_up_to"] is None and set(told["hidden"]) == {"a", "b"} and not told["disclosed"]


def test_a_book_is_for_its_owner_to_give_away(running: Path, tmp_path: Path) -> None:
    book = running / "book-a.txt"
    assert stat.S_IMODE(book.stat().st_mode) == 0o600
    assert "never for the opponent" in book.read_text("utf-8")
    # Nothing in it tells a die that is still to be thrown.
    assert set(body_of(book)["audit"]) == {"veils", "book"}
    said = Player(tmp_path / "home", running / "a")("audit", "--show", tmp_path / "book")
    assert said.status and "neither player" in said.err and not (tmp_path / "book").exists()
    again = Player(running / "a-home", running / "a")("audit", "--show", book)
    assert again.status and "under this name already" in again.err


def test_a_log_is_judged_as_far_as_its_book_goes(running: Path, tmp_path: Path) -> None:
    """The other side's book and the log may go further: what comes later belongs to the next book."""

    def earlier(body: Body) -> None:
        folder = (running / "a" / "log.jsonl").read_bytes().splitlines()
        body["message"] -= 4
        body["id"] = peek(folder[body["message"]]).id.hex()
        body["audit"]["book"] = [one for one in body["audit"]["book"] if one["at"] <= body["message"]]

    older = rewritten(running, tmp_path / "older", earlier)
    told = audit_data(audit_path(running / "a", [older, running / "book-b.txt"]))
    assert told["shown_up_to"] == body_of(older)["message"] and told["exit"] == 0 and len(told["disclosed"]) == 2


def _no_veil(body: Body) -> None:
    body["audit"]["veils"][0]["veil"] = "x"


def _no_entry(body: Body) -> None:
    body["audit"]["book"].append({"at": -1, "kind": "marker"})


def _longer(body: Body) -> None:
    body["message"] += 40


def _elsewhere(body: Body) -> None:
    body["id"] = "00" * 32


UNFIT: dict[str, tuple[Edit, str]] = {
    "not of its form": (lambda body: body.pop("audit"), "damaged"),
    "veil": (_no_veil, "damaged"),
    "entry": (_no_entry, "damaged"),
    "another version": (lambda body: body.update(v=2), "damaged"),
    "another side": (lambda body: body.update(side="c"), "damaged"),
    "another game": (lambda body: body.update(game="00" * 32), "another game"),
    "a longer log": (_longer, "not in this log"),
    "another log": (_elsewhere, "another one in this log"),
    "before the beginning": (lambda body: body.update(message=-1), "damaged"),
}


@pytest.mark.parametrize("what", UNFIT)
def test_a_book_that_fits_nothing(running: Path, tmp_path: Path, what: str) -> None:
    edit, words = UNFIT[what]
    with pytest.raises(Problem, match=words) as refused:
        audit_path(running / "a", [rewritten(running, tmp_path / "bad", edit)])
    assert refused.value.code == "BOOK_UNFIT"


@pytest.mark.parametrize("data", [b"", b"# pbem\n", b"{}\n", b"{", b"\xff\n", b'{"v":1}\n{"v":1}\n', b"[" * 5000])
def test_a_file_that_is_no_book(running: Path, tmp_path: Path, data: bytes) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(data)
    with pytest.raises(Problem) as refused:
        audit_path(running / "a", [bad])
    assert refused.value.code == "BOOK_UNFIT"


def test_one_book_of_each_side(running: Path) -> None:
    book = running / "book-a.txt"
    with pytest.raises(Problem, match="same side"):
        audit_path(running / "a", [book, book])


def _first(body: Body, kind: str) -> Body:
    return next(entry for entry in body["audit"]["book"] if entry["kind"] == kind)


def _another_veil(body: Body) -> None:
    body["audit"]["veils"][0]["veil"] = "00" * 32


FALSE: dict[str, tuple[Edit, str]] = {
    "a marker held something else": (
        lambda body: _first(body, "marker").update(value={"units": ["x"]}),
        "AUDIT_COMMIT",
    ),
    "a hidden value was another": (lambda body: _first(body, "hidden").update(value="x"), "AUDIT_COMMIT"),
    "the veil was another": (_another_veil, "AUDIT_COMMIT"),
    "a marker is left out": (lambda body: body["audit"]["book"].remove(_first(body, "marker")), "AUDIT_MISSING"),
    "nothing is told": (lambda body: body["audit"].update(book=[]), "AUDIT_"),
    "veils do not ascend": (lambda body: body["audit"]["veils"].append(body["audit"]["veils"][0]), "AUDIT_MISSING"),
}


@pytest.mark.parametrize("what", FALSE)
def test_a_book_that_the_log_belies(running: Path, tmp_path: Path, what: str) -> None:
    edit, code = FALSE[what]
    bad = rewritten(running, tmp_path / "bad", edit)
    with pytest.raises(Problem, match="does not fit the log") as refused:
        audit_path(running / "a", [bad])
    assert refused.value.code == "BOOK_UNFIT" and code in str(refused.value)


def test_an_archive_will_do(running: Path, tmp_path: Path) -> None:
    archive = tmp_path / "game.pbem"
    archive.write_bytes(archive_bytes(Peer(running, "a").open(write=False)))
    told = audit_data(audit_path(archive, [running / "book-b.txt"]))
    assert told["exit"] == 0 and set(told["disclosed"]) == {"b"}


@pytest.mark.slow
def test_a_lie_is_found_while_the_game_runs(tmp_path: Path) -> None:
    world: World = build(tmp_path, _turn)
    seq = lie(world, _one_missing)
    later = play_on(world, lambda campaign, due: campaign.chain.states[-1]["at"]["stage"] != "setup")
    home = later.cheater.path.parent / f"{later.cheater.seat}-home"
    Player(home, later.cheater.path).good("audit", "--show", tmp_path / "book")
    told = audit_data(audit_path(later.victim.path, [tmp_path / "book"]))
    (finding, *_) = told["findings"]
    assert (finding["code"], finding["side"], finding["message"]) == ("AUDIT_CONSERVATION", world.cheater.seat, seq)
    assert told["state"] == "running" and told["exit"] == 11
