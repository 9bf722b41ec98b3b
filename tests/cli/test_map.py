"""`pbem map`: drawn in a pipe and on a terminal, as files, at earlier messages, and what it refuses."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.report.picture import painter
from pbem.store.folder import LOG
from rulesets.napoleon_at_war.telling.telling import NapoleonTelling
from tests.cli.players import Duel, Player, assert_two_lines, fresh_player
from tests.places import SAMPLES
from tests.tiers import turns

NAMES = ("eylau-1807", "jena-auerstadt")


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Player]]:
    """An onlooker in a folder of each sample campaign; read only."""
    onlooker = fresh_player(tmp_path_factory.mktemp("samples"), "olga")
    for name in NAMES:
        onlooker.good("import", SAMPLES / name / "campaign.pbem", "--into", name)
    yield {name: onlooker.within(name) for name in NAMES}


@pytest.mark.parametrize("name", turns(NAMES))
def test_a_piped_map_is_plain_and_fits(samples: dict[str, Player], name: str) -> None:
    said = samples[name].good("map", "--at", "13")
    assert said.out.isascii() and "\033" not in said.out
    assert max(len(line) for line in said.out.split("\n")) <= 80
    assert "French" in said.out and "F1 " in said.out
    assert not samples[name].good("map", "--at", "13", "--unicode").out.isascii()


@pytest.mark.parametrize("name", turns(NAMES))
def test_pictures_as_files(samples: dict[str, Player], name: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    said = samples[name].good("map", "--at", "13", "--svg", svg, "--png", png, "--json")
    assert said.json == {"files": [str(svg), str(png)]}
    root = ElementTree.fromstring(svg.read_text(encoding="utf-8"))
    drawn = {one.get("data-unit") for one in root.iter() if one.get("data-unit")}
    scene = samples[name].good("map", "--at", "13", "--json").json["scene"]
    assert drawn and drawn <= {one["id"] for one in scene["counters"]}
    assert png.read_bytes().startswith(b"\x89PNG")
    assert samples[name].good("map", "--at", "13", "--svg", "-").out == svg.read_text(encoding="utf-8")
    # A picture may take the place of an older one.
    samples[name].good("map", "--whole", "--svg", svg)
    assert svg.stat().st_size > 10_000


@pytest.mark.slow
def test_nothing_but_pictures_is_written_over(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "painted", lambda *_: b"a picture")
    said = duel.anna("map", "--svg", LOG)
    assert said.status == 2 and "no picture" in said.err
    assert_two_lines(said)
    assert_two_lines(duel.anna("map", "--svg", "outbox"))
    missing = duel.anna("map", "--png", "nowhere/map.png")
    assert missing.status == 2
    assert_two_lines(missing)
    duel.anna.good("status")


@pytest.mark.slow
def test_before_and_after(samples: dict[str, Player]) -> None:
    player = samples["jena-auerstadt"]
    text = player.good("map", "--at", "13", "--before-after", "--board", "jena").out
    assert "Game-Turn 6, French player turn: before" in text and "Game-Turn 6, French player turn: after" in text
    assert "Auerstadt\n" not in text
    svg = player.good("map", "--at", "13", "--before-after", "--board", "jena", "--svg", "-").out
    root = ElementTree.fromstring(svg)
    boards = [one for one in root.iter() if one.get("class") == "board"]
    assert [one.get("id") for one in boards] == ["m0a-board", "m0b-board"]
    before, after = ([one for one in board.iter() if "arrow" in one.get("class", "").split()] for board in boards)
    assert before and not after
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
@pytest.mark.smoke
def test_a_phase_that_has_halted_is_one_picture(samples: dict[str, Player]) -> None:
    text = " ".join(samples["eylau-1807"].good("map", "--at", "13", "--before-after").out.split())
    assert "the position as it began, and what has happened since" in text and ": after" not in text


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_message_has_a_map(samples: dict[str, Player], name: str) -> None:
    count = samples[name].good("status", "--json").json["messages"]
    for seq in range(1, count, 9):
        told = samples[name].good("map", "--at", str(seq), "--json").json
        assert told["scene"]["counters"] or seq < 6
        assert told["boards"] and told["phase"] and told["own"] == []
    assert samples[name].good("map", "--at", "-1").out == samples[name].good("map", "--at", str(count - 1)).out


def test_the_list_of_the_ruleset(duel: Duel) -> None:
    told = duel.anna.good("map", "--json").json
    assert told["map"].rstrip() in duel.anna.good("map", "--text").out
    assert told["map"].rstrip() not in duel.anna.good("map").out
    assert {"scene", "boards", "title", "own", "since", "facts", "at", "text"} <= told.keys()
    places = {one["place"] for one in told["scene"]["counters"]}
    assert places and all(place in told["map"] for place in places)


@pytest.mark.slow
def test_one_sees_into_ones_own_counters_and_no_others(tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    begin = ("practice", "--scenario", "pultusk-1806", "--side", "french", "--no-passphrase", "--folder", "game")
    anna.good(*begin)
    anna = anna.within("game")
    anna.good("orders")
    anna.good("submit", "--yes", "--empty")
    anna.good("practice")
    for args in ((), ("--at", "3")):
        counters = anna.good("map", *args, "--json").json["scene"]["counters"]
        mine = [one for one in counters if one["side"] == "french"]
        assert mine and not any(one["down"] for one in mine)
        assert {"Davout", "Lannes"} <= {one["name"] for one in mine}
        assert all(one["down"] and one["name"] == one["id"] for one in counters if one["side"] != "french")
        public = anna.good("map", *args, "--public", "--json").json
        assert all(one["down"] and one["name"] == one["id"] for one in public["scene"]["counters"])
        assert public["own"] == [] and "Davout" not in str(public["scene"]["counters"])
    assert "Davout 7" in anna.good("map").out and "What you alone know" in anna.good("map").out
    shown = anna.good("map", "--public")
    assert "Davout 7" not in shown.out and "What you alone know" not in shown.out
    assert "Davout" in anna.good("map", "--svg", "-").out
    assert "Davout" not in anna.good("map", "--public", "--svg", "-").out
    assert "Davout (III) (f" not in anna.good("map", "--public", "--text").out


def test_numbers_in_every_hex(samples: dict[str, Player]) -> None:
    player = samples["jena-auerstadt"]
    plain = player.good("map", "--at", "5", "--board", "auerstadt").out
    numbered = player.good("map", "--at", "5", "--board", "auerstadt", "--hexes", "--whole").out
    assert plain != numbered and " 0633 " not in plain


def test_a_larger_scale_gives_larger_counters_and_all_names(duel: Duel) -> None:
    """At twice the width of a mail a whole map is twice as large, and bears every name that a part of it has."""
    roots = [
        ElementTree.fromstring(duel.anna.good("map", "--whole", "--board", "jena", "--scale", scale, "--svg", "-").out)
        for scale in ("1", "2")
    ]
    boards = [next(one for one in root.iter() if one.get("class") == "board") for root in roots]
    one, two = (float(board.attrib["width"]) for board in boards)
    assert abs(two - 2 * one) < 1 and one == 740
    units = duel.anna.good("map", "--json").json["scene"]["counters"]
    here = {name for board in boards[1:] for part in board.iter() if part.tag.endswith("text") for name in [part.text]}
    drawn = {str(part.get("data-unit")) for part in boards[1].iter() if part.get("data-unit")}
    names = {unit["name"] for unit in units if unit["id"] in drawn}
    assert len(names) > 5 and all(any(str(text).startswith(name[:6]) for text in here) for name in names)
    assert duel.anna("map", "--scale", "5", "--svg", "-").status == 2


def test_overlays_are_those_that_the_ruleset_offers(duel: Duel) -> None:
    bare, text = duel.anna.good("map", "--whole").out, duel.anna.good("map", "--whole", "--overlay", "zoc").out
    assert "Zones of control" in text and "zone of control" not in bare
    told = duel.anna.good("map", "--overlay", "zoc", "--json").json["scene"]["overlays"]
    assert [one["id"] for one in told] == ["zoc"] and told[0]["areas"]
    svg = duel.anna.good("map", "--overlay", "zoc,zoc", "--svg", "-").out
    assert svg.count("zone of control</text>") == len(told[0]["areas"]) and 'class="overlay zone"' in svg
    said = duel.anna("map", "--overlay", "supply")
    assert said.status == 2 and "'supply'" in said.err and "zoc: zones of control" in said.err
    assert_two_lines(said)


def test_orders_are_on_the_map_until_they_are_carried_out(duel: Duel) -> None:
    """Of the sender, of the receiver and of everybody, as in the mail."""
    scene = duel.anna.good("map", "--json").json["scene"]
    assert not [one for one in scene["arrows"] if one["kind"] == "ordered"]
    duel.anna.good("orders")
    sheet = duel.anna.place / "orders.yaml"
    text = sheet.read_text(encoding="utf-8").replace("\nmoves:\n", '\nmoves: [{unit: suc-2, to: "0308"}]\n', 1)
    sheet.write_text(text, encoding="utf-8")
    duel.anna.good("submit", "--yes")
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")
    for player, args in (
        (duel.anna, ()),
        (duel.anna, ("--public",)),
        (duel.bert, ("--at", "2")),
        (duel.bert, ("--public",)),
    ):
        arrows = player.good("map", *args, "--json").json["scene"]["arrows"]
        assert [one["kind"] for one in arrows] == ["ordered"], args
        assert "ordered: " in player.good("map", *args).out
    # Bert's program has carried them out.
    arrows = duel.bert.good("map", "--json").json["scene"]["arrows"]
    assert [one["kind"] for one in arrows if one["who"] == ["suc-2"]] == ["march"]
    assert "ordered" not in {one["kind"] for one in arrows}


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--at", "400"), "message 400"),
        (("--at", "0"), "message 0"),
        (("--board", "atlantis"), "atlantis"),
        (("--text", "--svg", "x.svg"), "--text"),
        (("--png", "-"), "--png"),
        (("--svg", "-", "--json"), "--json"),
        (("--svg", "-", "--png", "x.png"), "--png"),
    ],
)
def test_what_cannot_be_drawn(samples: dict[str, Player], args: tuple[str, ...], code: str) -> None:
    said = samples["jena-auerstadt"]("map", *args)
    assert said.status == 2
    if "--json" in args:
        assert code in said.json["error"]["what"]
    else:
        assert code in said.err
        assert_two_lines(said)


def test_a_ruleset_without_pictures_shows_its_list(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NapoleonTelling, "pictures", property(lambda telling: None))
    told = duel.anna.good("map", "--json").json
    assert told["scene"] == {} and told["map"].rstrip() in duel.anna.good("map").out
    said = duel.anna("map", "--svg", "map.svg")
    assert said.status == 2 and "draws no pictures" in said.err
    assert_two_lines(said)
    assert not (duel.anna.place / "map.svg").exists()


def on_a_terminal(player: Player, **env: str) -> str:
    """What `pbem map` writes to a terminal of 100 columns."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "PBEM_HOME": str(player.home), "COLUMNS": "100", "TERM": "xterm", **env}
    environment.pop("NO_COLOR", None) if "NO_COLOR" not in env else None
    environment["PYTHONIOENCODING"] = "utf-8"
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", "map", "--at", "13"], stdout=follower, cwd=player.place, env=environment
    ) as process:
        os.close(follower)
        data = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:
                break
            if not piece:
                break
            data += piece
    os.close(leader)
    assert process.returncode == 0
    return data.decode("utf-8")


@pytest.mark.slow
def test_on_a_terminal_it_has_colours_and_signs(samples: dict[str, Player]) -> None:
    text = on_a_terminal(samples["jena-auerstadt"])
    assert "\033[1;37;44m" in text and "\033[30;43m" in text and not text.isascii()
    plain = on_a_terminal(samples["jena-auerstadt"], NO_COLOR="1")
    assert "\033" not in plain and not plain.isascii()
