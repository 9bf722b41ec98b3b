"""hotseat with a rulebook that hides something: each player sees his own counters, and the file shows neither's."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.due import Due
from pbem.campaign.outbox.new_game import invitation_of
from pbem.campaign.telling.revealing import secret_lines
from pbem.errors import Problem
from pbem.local.hotseat import Table, check, due_now, known_rows, load_table, new_table, play
from pbem.orders.writer import dump
from tests.cli.players import Player, fresh_player
from tests.installed import installed
from tests.toy_hidden.data import RULES, SCENARIOS, Setting, read_setting
from tests.toy_hidden.sampling import random_document

NONE: dict[str, list[str]] = {"units": []}
RED = {"r-hussars", "r-lancers", "r-guard", "r-line", "r-jaegers", "r-guns"}
BLUE_NAMES = ("Dragoons", "Uhlans", "Grenadiers", "Fusiliers", "Militia", "Blue Guns")
RED_NAMES = ("Hussars", "Lancers", "Guard", "Line", "Jaegers", "Red Guns")


@pytest.fixture(scope="module", autouse=True)
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("veiled-dist"), "veiled"):
        yield


@pytest.fixture(params=["declared", "proved"])
def contact(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def table_at(path: Path, contact: str = "declared") -> Table:
    return new_table(path, invitation_of("veiled", "skirmish", "red", [f"contact={contact}"]))


def setting(contact: str) -> Setting:
    return read_setting(RULES, SCENARIOS["skirmish"], proved=contact == "proved")


def paper(table: Table, due: Due, answer: Any) -> bytes:
    ask, at = due.state["need"]["ask"], due.state["at"]
    phase = table.game.telling.phase_name(at) + ("" if ask == "orders" else f"-{ask}")
    return dump({"campaign": "hotseat", "phase": phase, "for": due.state["need"]["n"], **answer}).encode("utf-8")


def unseen(table: Table) -> set[str]:
    """Units of both armies that stand in face-down counters alone: one that was mixed away goes at the phase's end."""
    entries = table.state["markers"]
    contents = {name: content for hand in table.hands.values() for name, content in hand.markers.items()}
    hidden = {unit for name, content in contents.items() if "seen" not in entries[name] for unit in content["units"]}
    return hidden - {u for name, content in contents.items() if "seen" in entries[name] for u in content["units"]}


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_played_to_their_end_from_the_file_alone(
    tmp_path: Path, contact: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    table_at(path, contact)
    pick, asked = random.Random(seed).randrange, set()
    monkeypatch.setattr("pbem.local.hotseat_answerer.secrets.randbelow", pick)
    for _ in range(300):
        # Every question is answered by somebody who has just opened the file.
        table = load_table(path)
        due = due_now(table)
        if due.kind == "over":
            break
        asked.add(due.state["need"]["ask"])
        assert due.own.army == table.machine.armies[due.seat]
        assert set(due.own.markers) <= set(table.hands[due.own.army].markers)
        checked = check(
            table, due, paper(table, due, random_document(setting(contact), due.request, due.own, pick)), "x"
        )
        assert checked.findings == (), checked.findings
        before = unseen(table)
        report = play(table, due, checked).report
        shown = {
            unit for name in checked.show for unit in checked.hide.get(name, due.own.markers.get(name, NONE))["units"]
        }
        for unit in (before & unseen(table)) - shown:
            assert not re.search(rf"\b{table.game.telling.name(unit)}\b", report), (unit, report)
    assert due_now(load_table(path)).kind == "over"
    assert {"orders", "sealed.night"} <= asked


def test_standing_orders_beside_the_file_answer_and_are_consulted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pick = tmp_path / "game.json", random.Random(1).randrange
    monkeypatch.setattr("pbem.local.hotseat_answerer.secrets.randbelow", pick)
    for army in ("red", "blue"):
        text = "chit: push\nevade: stand\nloss: strongest\n" if army == "red" else "chit: feint\nloss: ask\n"
        (tmp_path / f"game.{army}.yaml").write_text(text, encoding="utf-8")
    table, asked, told = table_at(path), set(), ""
    while (due := due_now(table)).kind != "over":
        asked.add((due.seat, due.state["need"]["ask"]))
        document = random_document(setting("declared"), due.request, due.own, pick)
        told += play(table, due, check(table, due, paper(table, due, document), "x")).report
    assert ("b", "evade") in asked and not {("a", "evade"), ("a", "loss")} & asked
    assert "push" in told and "feint" in told and "hold" not in told


def test_standing_orders_that_do_not_fit_are_named(tmp_path: Path) -> None:
    """To their author word for word; to the other one by their file and line alone."""
    table = table_at(tmp_path / "game.json")
    due = due_now(table)
    own, foe = [table.machine.armies[letter] for letter in (due.seat, "ab".replace(due.seat, ""))]

    def refused() -> Problem:
        with pytest.raises(Problem) as caught:
            play(table, due, check(table, due, paper(table, due, {}), "x"))
        assert table.played == 0
        return caught.value

    broken = tmp_path / f"game.{own}.yaml"
    broken.write_text("chit: charge\n", encoding="utf-8")
    assert f"game.{own}.yaml" in str(refused()) and "charge" in str(refused())
    broken.rename(tmp_path / f"game.{foe}.yaml")
    for text, line in (("\nchit: charge\n", 2), ("evade: [charge\n", 1), ("charge: charge\n", 1), ("\x00charge", 0)):
        (tmp_path / f"game.{foe}.yaml").write_text(text, encoding="utf-8")
        told = refused()
        assert f"game.{foe}.yaml" in told.what and (f"in line {line}" in told.what) == bool(line), told
        assert "charge" not in f"{told.to_json()}" and "correct it or move it away" in told.mend


def test_private_draws_stay_in_their_owners_hand(tmp_path: Path) -> None:
    table = table_at(tmp_path / "game.json")
    for _ in range(3):
        due = due_now(table)
        play(table, due, check(table, due, paper(table, due, {}), "x"))
    drawn = {army: [draw.label for draw in hand.draws] for army, hand in table.hands.items()}
    assert drawn == {"red": [], "blue": ["r1.red.draw"]}
    assert 1 <= table.hands["blue"].draws[0].result <= 6
    assert any(label == "draw r1.red.draw" for label, _ in known_rows(table, "b"))
    assert not any("draw" in label for label, _ in known_rows(table, "a"))


def test_the_file_shows_no_content_in_clear(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    table = table_at(path)
    for _ in range(2):
        due = due_now(table)
        play(table, due, check(table, due, paper(table, due, {}), "x"))
    text = path.read_text("utf-8")
    assert not [unit for unit in RED if unit in text]
    assert json.loads(zlib.decompress(base64.b64decode(json.loads(text)["hidden"])))["red"]["markers"]["red-1"]


def test_what_orders_hide_and_open_is_told_to_their_author(tmp_path: Path) -> None:
    table = table_at(tmp_path / "game.json")
    for _ in range(2):
        due = due_now(table)
        checked = check(table, due, paper(table, due, {}), "x")
        assert any("no units" in line for line in secret_lines(table, checked, due.own))
        play(table, due, checked)
    due = due_now(table)
    checked = check(table, due, paper(table, due, {"show": ["r-guard"]}), "x")
    told = secret_lines(table, checked, due.own)
    assert "Opened with this message, for your opponent to see: red-3 (Guard, Red Guns)" in told
    assert re.search(r"Opened red-3 +Guard, Red Guns", play(table, due, checked).report)


def hidden(record: dict[str, Any], change: Any) -> dict[str, Any]:
    """The record with its hands changed by `change`."""
    hands = json.loads(zlib.decompress(base64.b64decode(record["hidden"])))
    change(hands)
    packed = base64.b64encode(zlib.compress(json.dumps(hands).encode("utf-8"))).decode("ascii")
    return {**record, "hidden": packed}


DAMAGE = {
    "no text": lambda r: {**r, "hidden": 7},
    "no letters": lambda r: {**r, "hidden": "*"},
    "cut off": lambda r: {**r, "hidden": r["hidden"][:40]},
    "a bomb": lambda r: {**r, "hidden": base64.b64encode(zlib.compress(b" " * (9 * 2**20))).decode("ascii")},
    "missing": lambda r: {name: value for name, value in r.items() if name != "hidden"},
    "no markers": lambda r: {**r, "state": {k: v for k, v in r["state"].items() if k != "markers"}},
    "one army": lambda r: hidden(r, lambda hands: hands.pop("red")),
    "other members": lambda r: hidden(r, lambda hands: hands["red"].pop("draws")),
    "a marker less": lambda r: hidden(r, lambda hands: hands["red"]["markers"].pop("red-1")),
    "their marker": lambda r: hidden(r, lambda hands: hands["blue"]["markers"].update({"red-1": {"units": []}})),
    "no content": lambda r: hidden(r, lambda hands: hands["red"]["markers"].update({"red-1": [1]})),
    "a foreign leaf": lambda r: hidden(r, lambda hands: hands["red"]["leaves"].update({"hidden": {"x": 1}})),
    "a draw of words": lambda r: hidden(r, lambda hands: hands["red"]["draws"].append(["1", 2, 3, 4])),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_refused_in_words(tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "game.json"
    table = table_at(path)
    due = due_now(table)
    play(table, due, check(table, due, paper(table, due, {}), "x"))
    path.write_text(json.dumps(damage(json.loads(path.read_text("utf-8")))), encoding="utf-8")
    with pytest.raises(Problem) as caught:
        load_table(path)
    assert caught.value.code == "HOTSEAT_FILE" and caught.value.mend


# -- at the terminal --------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Player:
    return fresh_player(tmp_path, "home")


def test_each_player_sees_his_own_counters_and_the_screen_is_handed_over(home: Player) -> None:
    said = home.good("hotseat", "--scenario", "skirmish", typed="\n\n\n\n\n\n\n\n\nq\n").out
    red, blue, again = said.split("are you alone at the screen?")[1:]
    assert all(name in red for name in RED_NAMES) and not any(name in red for name in BLUE_NAMES)
    assert all(name in blue for name in BLUE_NAMES) and not any(name in blue for name in RED_NAMES)
    assert "What you alone know:" in again and not any(name in again for name in BLUE_NAMES)
    assert "it shows what its author hides" in again


def test_stopping_at_the_hand_over_leaves_no_sheet_behind(home: Player) -> None:
    said = home.good("hotseat", "--scenario", "skirmish", typed="\n\n\nq\n").out
    assert said.count("are you alone") == 1 and "Blue has to decide" in said
    assert [path.name for path in home.place.iterdir()] == ["hotseat.json"]


def test_one_question_at_a_time_shows_nothing_of_the_next_player(home: Player) -> None:
    begun = home.good("hotseat", "--scenario", "skirmish", "--json").json
    assert begun["own"] == [] and (home.place / "hotseat.yaml").is_file()
    for army in ("Blue", "Red"):
        told = home.good("hotseat", "--orders", "hotseat.yaml", "--json").json
        assert told["own"] == [] and "He alone types: pbem hotseat" in told["awaited"]
        assert f"{army} has to decide" in told["awaited"]
        assert not (home.place / "hotseat.yaml").exists() and not (home.place / "orders.schema.json").exists()
        own = home.good("hotseat", "--json").json["own"]
    assert ["red-3", "Guard, Red Guns"] in own and not any(label.startswith("blue") for label, _ in own)
    assert "r-guard" in (home.place / "hotseat.yaml").read_text("utf-8")
