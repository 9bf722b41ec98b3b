"""`pbem report --html`, `--replay`, `--map` and `pbem stats --plot`, for players of all games and for onlookers."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, assert_two_lines, begin_duel, fresh_player
from tests.report.markup import assert_harmless
from tests.tiers import later


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """A campaign with hidden forces, set up by both; Anna has given her first orders and Bert has taken them in."""
    at = tmp_path_factory.mktemp("hidden")
    anna, bert = fresh_player(at, "anna"), fresh_player(at, "bert")
    who = ("--no-passphrase", "--folder", "game")
    anna.good("new", "--scenario", "pultusk-1806", "--side", "french", "--name", "Anna", *who)
    bert.good("join", anna.place / "game/outbox/0000-a.yaml", "--name", "Bert", "--yes", *who)
    anna.good("receive", bert.place / "game/outbox/0001-b.yaml", "--quiet")
    duel = Duel(anna.within("game"), bert.within("game"))
    for seq in (2, 3, 4):
        duel.turn(seq)
    return duel


@pytest.fixture(scope="module")
def onlooker(hidden: Duel) -> Player:
    """Somebody who has got the mails of both."""
    carla = fresh_player(hidden.anna.place.parents[1], "carla")
    carla.good("import", hidden.anna.place / "outbox", hidden.bert.place / "outbox", "--into", "game", "--partial")
    return carla.within("game")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_is_public_is_the_same_for_players_and_onlookers(hidden: Duel, onlooker: Player) -> None:
    for number, who in enumerate((onlooker, hidden.anna, hidden.bert)):
        for seq in ("3", "4"):
            who.good("report", seq, "--html", f"{number}-{seq}.html")
        who.good("report", "--replay", f"{number}-replay.html")
        who.good("stats", "--plot", f"{number}-plot.html")
    for name in ("3.html", "4.html", "replay.html", "plot.html"):
        pages = [
            read(who.place / f"{number}-{name}") for number, who in enumerate((onlooker, hidden.anna, hidden.bert))
        ]
        assert pages[0] == pages[1] == pages[2]
        assert_harmless(pages[0])


@pytest.mark.slow
def test_the_own_page_and_replay_know_more_and_say_so(hidden: Duel) -> None:
    contents = {}
    for who, army in ((hidden.anna, "f"), (hidden.bert, "r")):
        who.good("report", "--own", "--html", "own.html")
        who.good("report", "--own", "--replay", "own-replay.html")
        for name in ("own.html", "own-replay.html"):
            page = read(who.place / name)
            parsed = assert_harmless(page)
            assert "For your eyes only" in parsed.text()
            titles = dict(re.findall(r'data-unit="([fr]\d+)"[^>]*><title>([^\n<]*)', page))
            mine = [title for unit, title in titles.items() if unit.startswith(army)]
            other = [title for unit, title in titles.items() if not unit.startswith(army)]
            assert any("PF" in title or "(" in title for title in mine) and mine
            assert all(title == f"{unit}, face down" for unit, title in titles.items() if not unit.startswith(army))
            assert other
        contents[army] = read(who.place / "own.html")
    public = read(hidden.anna.place / "1-4.html") if (hidden.anna.place / "1-4.html").exists() else ""
    assert "What you alone know" in contents["f"] and "What you alone know" not in public


@pytest.mark.slow
def test_an_onlooker_has_no_page_of_his_own(onlooker: Player) -> None:
    for options in (("--html", "own.html"), ("--replay", "own.html"), ("--map",)):
        said = onlooker("report", "--own", *options)
        assert said.status == 2 and not (onlooker.place / "own.html").exists()
        assert_two_lines(said)


def test_a_page_lies_beside_its_report_and_is_opened(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    launched: list[str] = []
    monkeypatch.setattr("pbem.cli.pages.hand_over", lambda path: launched.append(str(path)) or True)
    duel.turn(2)
    told = duel.anna.good("report", "--public", "--open", "--json").json
    page = duel.anna.place / "reports/0002-a.html"
    assert told == {"page": str(page), "bytes": page.stat().st_size} and launched == [str(page)]
    own = duel.bert.good("report", "--open").out
    assert str(duel.bert.place / "reports/own/0002.html") in own and len(launched) == 2
    # It may be written again, and nothing of the campaign takes notice.
    duel.anna.good("report", "--public", "--open")
    assert duel.anna.good("doctor").status == 0
    assert duel.anna.good("report", "--html", "../away.html").out.startswith(str(page.parents[2] / "away.html"))
    assert read(duel.anna.place.parent / "away.html") == read(page)


@pytest.mark.parametrize("options", [("--html",), ("--replay",)])
def test_a_page_goes_over_nothing_else(whole: Player, options: tuple[str, ...]) -> None:
    orders = whole.place / "notes.html"
    orders.write_text("my notes", encoding="utf-8")
    for name, code in (("notes.html", "FILE_EXISTS"), ("log.jsonl", "FILE_KIND"), (".", "FILE_KIND")):
        said = whole("report", *(["4"] if options == ("--html",) else []), *options, name, "--json")
        assert (said.status, said.json["error"]["code"]) == (2, code)
    assert orders.read_text(encoding="utf-8") == "my notes"


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("report", "4", "--html"),
        *(later((words,)) for words in [("report", "--replay"), ("stats", "--plot"), ("verify", "--page")]),
    ],
)
def test_a_page_of_somebody_else_is_kept(whole: Player, words: tuple[str, ...]) -> None:
    path = whole.place / "home.html"
    path.write_text("<!doctype html><p>my own homepage", encoding="utf-8")
    said = whole(*words, "home.html", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_EXISTS")
    assert read(path) == "<!doctype html><p>my own homepage"
    path.unlink()
    for _ in range(2):
        whole.good(*words, "home.html")
    # Any page of pbem may take the place of another, and an empty file is in nobody's way.
    whole.good("report", "5", "--html", "home.html")
    path.write_bytes(b"")
    whole.good(*words, "home.html")
    assert read(path).startswith("<!doctype html>")
    path.unlink()


def test_no_other_page_is_called_by_a_name_of_another_kind(whole: Player) -> None:
    log = (whole.place / "log.jsonl").read_bytes()
    said = whole("verify", "--page", "log.jsonl", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_KIND")
    assert (whole.place / "log.jsonl").read_bytes() == log


@pytest.mark.slow
def test_what_one_alone_knows_is_for_oneself_alone(hidden: Duel, onlooker: Player) -> None:
    def mode(who: Player, name: str) -> int:
        return (who.place / name).stat().st_mode & 0o777

    def written(who: Player, *words: str, name: str) -> int:
        (who.place / name).unlink(missing_ok=True)
        who.good(*words, name)
        return mode(who, name)

    anna = hidden.anna
    mask = os.umask(0o022)
    try:
        for words in (("report", "--own", "--html"), ("report", "--own", "--replay")):
            assert written(anna, *words, name="mine.html") == 0o600
            # Not even in the place of a page that others could read.
            (anna.place / "mine.html").chmod(0o644)
            anna.good(*words, "mine.html")
            assert mode(anna, "mine.html") == 0o600
        for kind in ("svg", "png"):
            assert written(anna, "map", f"--{kind}", name=f"mine.{kind}") == 0o600
            assert written(anna, "map", "--public", f"--{kind}", name=f"all.{kind}") == 0o644
        assert written(anna, "map", "--at", "3", "--svg", name="mine.svg") == 0o600
        assert written(onlooker, "map", "--svg", name="all.svg") == 0o644
        assert written(anna, "report", "4", "--html", name="all.html") == 0o644
        assert written(anna, "report", "--replay", name="all.html") == 0o644
        assert written(anna, "stats", "--plot", name="all.html") == 0o644
    finally:
        os.umask(mask)


def test_two_pages_at_once_are_refused(whole: Player) -> None:
    said = whole("report", "--html", "a.html", "--replay", "b.html")
    assert said.status == 2 and "both --html and --replay" in said.err
    assert_two_lines(said)
    assert not (whole.place / "a.html").exists() and not (whole.place / "b.html").exists()


def test_a_replay_takes_no_number(whole: Player) -> None:
    said = whole("report", "4", "--replay", "x.html")
    assert said.status == 2 and "message 4 is named" in said.err and not (whole.place / "x.html").exists()
    assert_two_lines(said)


@pytest.mark.slow
def test_an_own_report_of_earlier_on_is_what_was_kept_then(whole: Player) -> None:
    kept = sorted((whole.place / "reports/own").glob("*.txt"))
    for path in (kept[0], kept[4]):
        number = str(int(path.stem))
        told = whole.good("report", number, "--own").out
        assert told.rstrip() == path.read_text(encoding="utf-8").rstrip()
        assert told.split("\n")[0].endswith(f"after message {number}")
    html = whole.place.parent / "own.html"
    whole.good("report", str(int(kept[4].stem)), "--own", "--html", html)
    assert f"what message {int(kept[4].stem)} led to" in read(html)
    for number in ("0", "4", "99"):
        said = whole("report", number, "--own")
        assert said.status == 2 and "no report of your own" in said.err
        assert_two_lines(said)


def test_the_page_says_whose_orders_it_tells_of(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    duel.anna.good("report", "--html", "3.html")
    assert "message 3: what message 2 led to</title>" in read(duel.anna.place / "3.html")
    duel.anna.good("report", "--own", "--replay", "own-replay.html")
    page = read(duel.anna.place / "own-replay.html")
    assert "Now, what your program rolled" in page and "Message 4 of" not in page


def test_before_play_begins(duel: Duel) -> None:
    for options in (("--replay", "x.html"), ("2", "--html", "x.html")):
        said = duel.anna("report", *options)
        assert said.status == 2 and not (duel.anna.place / "x.html").exists()
        assert_two_lines(said)
    duel.anna.good("report", "--own", "--html", "x.html")
    assert "Nothing has been played yet." in assert_harmless(read(duel.anna.place / "x.html")).text()
    said = duel.anna("stats", "--plot", "x.svg")
    assert said.status == 2 and "nothing to draw" in said.err


@pytest.mark.slow
def test_of_an_archive(whole: Player, archive: Path, tmp_path: Path) -> None:
    somebody = fresh_player(tmp_path, "dora")
    somebody.good("report", "4", "--html", "a.html", "--campaign", archive)
    whole.good("report", "4", "--html", tmp_path / "b.html")
    assert read(somebody.place / "a.html") == read(tmp_path / "b.html")
    assert somebody.good("report", "4", "--campaign", archive).out == whole.good("report", "4").out
    (somebody.place / "cut.pbem").write_bytes(archive.read_bytes()[:-9])
    nowhere = somebody("report", "4", "--open", "--campaign", archive)
    assert nowhere.status == 2 and "--html FILE" in nowhere.err
    said = somebody("report", "--replay", "x.html", "--campaign", "cut.pbem", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "NOT_VERIFIED")


@pytest.mark.slow
def test_a_map_below_the_report(whole: Player) -> None:
    text = whole.good("report", "6").out
    said = whole.good("report", "6", "--map").out
    assert said.startswith(text.rstrip("\n")) and "\nThe maps after message 6\n" in said
    assert max(map(len, said.split("\n"))) <= 72 and said.isascii()
    assert not whole.good("report", "6", "--map", "--unicode").out.isascii()
    assert len(whole.good("report", "--own", "--map").out) > len(whole.good("report", "--own").out) + 400
    assert whole.good("report", "6", "--map", "--json").out == whole.good("report", "6", "--json").out


@pytest.mark.slow
def test_figures_as_numbers_picture_and_page(whole: Player) -> None:
    told = whole.good("stats", "--plot", "f.svg", "--json").json
    picture = read(whole.place / "f.svg")
    assert picture.startswith("<svg ") and told["file"].endswith("f.svg")
    assert [one["message"] for one in told["messages"]] == sorted(one["message"] for one in told["messages"])
    assert told["luck"] and ("luckier" in told["said"] or "nobody" in told["said"])
    lines = whole.good("stats", "--plot", "f.html").out.split("\n")
    assert lines[-2].startswith("Drawn: ") and any(line.startswith("strength points eliminated: ") for line in lines)
    assert_harmless(read(whole.place / "f.html"))
    whole.good("stats", "--plot", "f.svg")
    assert read(whole.place / "f.svg") == picture
    assert json.loads(whole.good("stats", "--plot", "f.svg", ".", "--json").out) == told


@pytest.mark.parametrize(
    "args", [("--plot", "f.pdf"), ("--plot", "f.svg", "--mails"), ("--plot", "f.svg", ".", "."), ()]
)
def test_figures_that_cannot_be_drawn(whole: Player, args: tuple[str, ...]) -> None:
    said = whole("stats", *args)
    assert said.status == 2 and not (whole.place / "f.pdf").exists()
    assert_two_lines(said)


def test_ones_own_page_shows_the_orders_that_wait_until_they_are_carried_out(tmp_path: Path) -> None:
    duel = begin_duel(tmp_path)
    ordered = 'class="arrow ordered"'

    def own_page(who: Player) -> str:
        who.good("report", "--own", "--html", "own.html", "--force")
        return read(who.place / "own.html")

    assert ordered not in own_page(duel.anna)
    duel.anna.good("orders", "--fresh")
    orders = duel.anna.place / "orders.yaml"
    text = read(orders).replace("moves:", 'moves:\n  - {unit: suc-1, to: "0406"}', 1)
    orders.write_text(text, encoding="utf-8")
    duel.anna.good("submit", "--yes")
    page = own_page(duel.anna)
    assert page.count(ordered) == 1 and 'data-units="suc-1"' in page
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")
    assert ordered not in own_page(duel.bert)
    for who in (duel.anna, duel.bert):
        assert "ordered: " in who.good("report", "2", "--map").out
