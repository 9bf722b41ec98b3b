"""`pbem export --vassal`: the saves are read back with the library that wrote them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.telling.exporting import Situation, situation
from pbem.orders.loader import load
from pbem.store.home import Home
from tests.cli.players import Duel, Player, begin_hidden_duel
from tests.vassal.modules import NAME, VERSION, Read, piece_at, read_back
from tests.vassal.scenes import (
    described,
    expected,
    module_beside,
    onlooker,
    pixel,
    shown,
    three_moments,
    veiled_description,
    write,
)


@pytest.fixture(scope="module")
def jena(tmp_path_factory: pytest.TempPathFactory) -> Player:
    """An onlooker of the hex game, with a module of it beside him."""
    return module_beside(tmp_path_factory.mktemp("jena"))


@pytest.fixture(scope="module")
def moments() -> dict[int, Situation]:
    """Positions of the hex game."""
    return three_moments()


# -- the hex game ----------------------------------------------------------------------------


@pytest.mark.parametrize("seq", [1, 14, 27])
@pytest.mark.parametrize("grid", [False, True], ids=["by pixels", "by the module's grid"])
def test_every_unit_lies_where_it_stands(jena: Player, moments: dict[int, Situation], seq: int, grid: bool) -> None:
    seen = moments[seq]
    write(jena, described(seen, grid=grid))
    said = jena.good("export", "--vassal", "vassal.yaml", "--module", "two.vmod", "--at", str(seq), "--json").json
    read = read_back(Path(said["file"]))
    found = piece_at(read)
    assert found.pop("turn marker") == ("South map", pixel("0101"))
    assert found == expected(seen)
    assert len(found) == said["pieces"] == len(seen.standing)
    assert (said["message"], said["remarks"]) == (seq, [])
    assert Path(said["file"]).name == f"jena-auerstadt-{seq:04d}.vsav"


def test_pieces_are_those_of_the_module_and_stacks_hold_them(jena: Player, moments: dict[int, Situation]) -> None:
    write(jena, described(moments[27]))
    jena.good("export", "--vassal", "vassal.yaml", "--module", "two.vmod", "--out", "last.vsav")
    read = read_back(jena.place / "last.vsav")
    stacked = [uid for inside in read.stacks.values() for uid in inside]
    moved = [piece for piece in read.pieces if piece.name != "turn marker"]
    assert {piece.kinds for piece in moved} == {("mark", "piece")}
    assert sorted(stacked) == sorted(piece.id for piece in moved)
    where = {piece.id: (piece.map, *piece.at) for piece in moved}
    assert all(where[uid] == spot for spot, inside in read.stacks.items() for uid in inside)
    # From bottom to top as in the scene, and with the numbers that the module gives its pieces.
    order = [piece.name for piece in moved]
    assert order == [f"{one.counter.army} {one.counter.hover[0]}" for one in moments[27].standing]
    assert {piece.gpid for piece in moved} <= {str(number) for number in range(101, 189)}
    assert "South mapBoardPicker\tJena\t0\t0" in read.text
    assert "North mapBoardPicker\tAuerstadt\t0\t0" in read.text
    assert NAME in read.about and VERSION in read.about and "3.7.0" in read.about


def test_without_a_module_pieces_are_bare(jena: Player, moments: dict[int, Situation]) -> None:
    data = described(moments[14])
    first = moments[14].standing[0].counter.id
    data["units"][first] = {"piece": data["units"][first], "gpid": 77, "image": "guard.png"}
    data["module"]["vassal"] = "3.7.9"
    write(jena, data)
    jena.good("export", "--vassal", "vassal.yaml", "--at", "14", "--out", "bare.vsav")
    read = read_back(jena.place / "bare.vsav")
    assert piece_at(read) == expected(moments[14])
    assert {piece.kinds for piece in read.pieces} == {("piece",)}
    assert {piece.gpid for piece in read.pieces} == {"", "77"}
    assert len({piece.id for piece in read.pieces}) == len(read.pieces)
    assert "guard.png" in read.text and "3.7.9" in read.about


def test_boards_on_one_map_lie_where_the_description_says(jena: Player, moments: dict[int, Situation]) -> None:
    data = described(moments[14])
    for board, entry in data["boards"].items():
        entry["map"] = "South map"
        entry["offset"] = [0, 0] if board == "jena" else [4000, 0]
    data["columns"] = {"South map": 2}
    write(jena, data)
    jena.good("export", "--vassal", "vassal.yaml", "--at", "14", "--out", "one.vsav")
    read = read_back(jena.place / "one.vsav")
    moved = {
        name: ("South map", (x + (4000 if window == "North map" else 0), y))
        for name, (window, (x, y)) in expected(moments[14]).items()
    }
    assert piece_at(read) == moved
    boards = [entry["board"] for _, entry in sorted(data["boards"].items())]
    assert f"South mapBoardPicker\t{boards[0]}\t0\t0\t{boards[1]}\t1\t0" in read.text


def test_units_that_are_gone_are_taken_from_where_the_module_sets_them_up(
    jena: Player, moments: dict[int, Situation]
) -> None:
    gone = "turn marker"
    data = described(moments[14])
    absent = next(uid for uid in data["units"] if uid not in {one.counter.id for one in moments[14].standing})
    data["units"][absent] = gone
    write(jena, data)
    jena.good("export", "--vassal", "vassal.yaml", "--module", "two.vmod", "--at", "14", "--out", "gone.vsav")
    assert gone not in piece_at(read_back(jena.place / "gone.vsav"))


@pytest.mark.slow
def test_the_template_names_everything_and_becomes_a_description(jena: Player) -> None:
    jena.good("export", "--vassal-template", "--out", "template.yaml")
    text = (jena.place / "template.yaml").read_text("utf-8")
    data = load(text).data
    seen = shown()
    assert set(data["boards"]) == {"jena", "auerstadt"}
    assert set(data["units"]) >= {one.counter.id for one in seen.standing}
    assert all(len(board["places"]) == 2 for board in data["boards"].values())
    # Nothing is filled in yet, and each place is told.
    said = jena("export", "--vassal", "template.yaml")
    assert said.status == 2 and "template.yaml:" in said.err and "map:" in said.err
    filled = described(seen)
    for board, entry in data["boards"].items():
        entry |= {"map": filled["boards"][board]["map"], "board": filled["boards"][board]["board"]}
        entry["places"] = {at: list(pixel(at)) for at in entry["places"]}
    data["module"] = filled["module"]
    data["units"] = {uid: filled["units"][uid] for uid in data["units"]}
    write(jena, data)
    jena.good("export", "--vassal", "vassal.yaml", "--module", "two.vmod", "--out", "filled.vsav")
    found = piece_at(read_back(jena.place / "filled.vsav"))
    assert found.pop("turn marker") and found == expected(seen)
    assert jena("export", "--vassal-template", "--out", "template.yaml").status == 2
    assert jena.good("export", "--vassal-template").out == text


# -- the hidden game -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """A campaign whose armies lie face down; both are set up, and one has moved."""
    return begin_hidden_duel(tmp_path_factory.mktemp("hidden"))


def exported(player: Player, *more: str) -> Read:
    player.good("export", "--vassal", "vassal.yaml", "--out", "now.vsav", *more)
    return read_back(player.place / "now.vsav")


@pytest.mark.parametrize(("who", "mine", "theirs"), [("anna", "f", "r"), ("bert", "r", "f")])
def test_ones_own_are_known_and_the_enemy_lies_face_down(hidden: Duel, who: str, mine: str, theirs: str) -> None:
    player: Player = getattr(hidden, who)
    units = veiled_description(player)
    backs = {"f": "blue", "r": "green"}
    facts = json.loads(player.good("map", "--json").out)
    counters = facts["scene"]["counters"]
    own = {one["place"]: 0 for one in counters if one["id"].startswith(mine)}
    read = exported(player)
    names = [piece.name for piece in read.pieces]
    enemies = [one["id"] for one in counters if one["id"].startswith(theirs)]
    # The enemy's are told by their numbers alone.
    assert sorted(name for name in names if name.startswith(f"{backs[theirs]} ")) == sorted(
        f"{backs[theirs]} back {number}" for number in enemies
    )
    known = [name for name in names if name.startswith("Lützow")]
    dummies = [name for name in names if name == f"{backs[mine]} dummy"]
    assert len(known) + len(dummies) == sum(one["id"].startswith(mine) for one in counters)
    army = {"f": "french", "r": "russian"}[mine]
    assert set(known) <= {name for name in units.values() if name.endswith(army)}
    assert len(set(known)) == len(known) > 10 and dummies
    # No two pieces or stacks share an id, though many are copies of one slot.
    ids = [piece.id for piece in read.pieces]
    assert len(set(ids)) == len(ids)
    # Each lies in the box in which the map shows it.
    spots = {place["id"]: tuple(place["centre"]) for place in boxes()}
    want = sorted((spots[one["place"]][0] + 1, spots[one["place"]][1] + 1) for one in counters)
    assert sorted(piece.at for piece in read.pieces) == want and own
    assert sorted(uid for inside in read.stacks.values() for uid in inside) == sorted(ids)


def current_umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def boxes() -> list[dict[str, Any]]:
    from rulesets.jours_de_gloire.ruleset import JoursDeGloire

    [board] = JoursDeGloire().game("eylau-1807", {}).telling.pictures.boards()
    return [{"id": place.id, "centre": place.centre} for place in board.places]


def test_what_is_public_names_nobody(hidden: Duel) -> None:
    units = veiled_description(hidden.anna)
    read = exported(hidden.anna, "--public")
    assert {piece.name.rpartition(" ")[0] for piece in read.pieces} == {"blue back", "green back"}
    assert "Lützow" not in read.text and not any(name in read.text for name in units.values())
    told = hidden.anna.good("export", "--vassal", "vassal.yaml", "--out", "now.vsav")
    assert "keep it to yourself" in told.out
    own = (hidden.anna.place / "now.vsav").stat().st_mode & 0o777
    assert "keep it" not in hidden.anna.good("export", "--vassal", "vassal.yaml", "--public", "--out", "now.vsav").out
    assert own == 0o600 and (hidden.anna.place / "now.vsav").stat().st_mode & 0o777 == 0o666 & ~current_umask()


def test_an_earlier_position_is_known_as_it_was(hidden: Duel) -> None:
    veiled_description(hidden.anna)
    before = exported(hidden.anna, "--at", "3")
    assert not any("green" in piece.name for piece in before.pieces)
    assert any("Lützow" in piece.name for piece in before.pieces)


@pytest.mark.slow
def test_of_an_archive_only_what_was_opened_is_told(tmp_path: Path) -> None:
    carla = onlooker(tmp_path, "eylau-1807")
    campaign = open_campaign(carla.place, Home(carla.home), None, write=False)
    units = veiled_description(carla)
    for seq in (4, 20):
        seen = situation(campaign, seq)
        open_ones = {unit for one in seen.standing for unit in one.units}
        read = exported(carla, "--at", str(seq))
        named = {piece.name for piece in read.pieces if piece.name.startswith("Lützow")}
        assert named == {units[unit] for unit in open_ones}
        assert bool(named) == (seq == 20)
        assert len(read.pieces) == len(seen.standing)
