"""`pbem export --vassal-template --module`: what a module names is filled in, what it does not is listed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pbem.orders.loader import load
from tests.cli.players import Player, assert_two_lines
from tests.vassal.modules import NAME, VERSION, piece_at, read_back, write_module
from tests.vassal.scenes import WINDOWS, expected, onlooker, pieces_of, shown


@pytest.fixture(scope="module")
def jena(tmp_path_factory: pytest.TempPathFactory) -> Player:
    return onlooker(tmp_path_factory.mktemp("filled"), "jena-auerstadt")


def filled(player: Player, module: str, out: str) -> tuple[Any, list[str], str]:
    """The template's data, what is still empty, and its text."""
    (player.place / out).unlink(missing_ok=True)
    said = player.good("export", "--vassal-template", "--module", module, "--out", out, "--json").json
    text = (player.place / out).read_text(encoding="utf-8")
    return load(text, out).data, said["rest"], text


@pytest.mark.slow
def test_a_module_that_names_all_leaves_nothing_to_do(jena: Player) -> None:
    write_module(jena.place / "all.vmod", dict(WINDOWS.values()), pieces_of(shown()))
    data, rest, text = filled(jena, "all.vmod", "all.yaml")
    assert rest == [] and "Still to be filled in" not in text
    assert data["module"] == {"name": NAME, "version": VERSION}
    for board, (window, name) in WINDOWS.items():
        assert data["boards"][board] == {"map": window, "board": name, "grid": {"location": "{id}"}}
    said = jena.good("export", "--vassal", "all.yaml", "--module", "all.vmod", "--out", "all.vsav", "--json").json
    found = piece_at(read_back(Path(said["file"])))
    found.pop("turn marker")
    assert found == expected(shown())


@pytest.mark.slow
def test_what_it_does_not_name_is_listed_and_stays_empty(jena: Player) -> None:
    names = pieces_of(shown())
    lost, twice = names[0], names[1]
    write_module(jena.place / "some.vmod", {"South map": "Jena"}, [*names[2:], twice, twice])
    data, rest, text = filled(jena, "some.vmod", "some.yaml")
    empty = [uid for uid, piece in data["units"].items() if piece == ""]
    assert len(empty) == 2 and any(f"units: 2 of {len(data['units'])}" in one for one in rest)
    assert any(one.startswith("boards: auerstadt") and "Jena on South map" in one for one in rest)
    assert data["boards"]["auerstadt"]["map"] == "" and data["boards"]["jena"]["board"] == "Jena"
    assert "Still to be filled in:" in text and f"may be {twice} (" in text and f"may be {lost} (" not in text


@pytest.mark.slow
def test_small_differences_of_writing_are_none(jena: Player) -> None:
    names = [name.replace(" ", "_").upper().replace("E", "É") for name in pieces_of(shown())]
    write_module(jena.place / "loud.vmod", {"S": "the JENA board", "N": "Auerstädt (north)"}, names)
    data, rest, _ = filled(jena, "loud.vmod", "loud.yaml")
    assert all(data["units"].values()) and rest == []
    assert data["boards"]["auerstadt"]["board"] == "Auerstädt (north)"


def test_one_piece_stands_for_no_two_units(jena: Player) -> None:
    """Both sides have a unit of one printed name, and the module one piece of it."""
    plain = [name.split(" ", 1)[1] for name in pieces_of(shown())]
    shared = {name for name in plain if plain.count(name) > 1}
    write_module(jena.place / "plain.vmod", dict(WINDOWS.values()), sorted(set(plain)))
    data, rest, _ = filled(jena, "plain.vmod", "plain.yaml")
    used = [json.dumps(piece) for piece in data["units"].values() if piece]
    assert len(used) == len(set(used)) == len(set(plain) - shared)
    assert bool(shared) == bool(rest)


def raw(path: Path, build: bytes) -> str:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("buildFile.xml", build)
    return path.name


HOSTILE = {
    "entities": b'<!DOCTYPE a [<!ENTITY x "y">]><VASSAL.build.GameModule name="&x;"/>',
    "no xml": b"<VASSAL.build.GameModule",
    "deep": b"<a>" * 70 + b"</a>" * 70,
    "many": b"<r>" + b"<a/>" * 120_001 + b"</r>",
    "large": b"<r>" + b" " * (24 * 2**20) + b"</r>",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_modules_are_refused(jena: Player, kind: str) -> None:
    module = raw(jena.place / "hostile.vmod", HOSTILE[kind])
    said = jena("export", "--vassal-template", "--module", module, "--out", "hostile.yaml")
    assert_two_lines(said)
    assert said.status == 2 and not (jena.place / "hostile.yaml").exists()
    coded = jena("export", "--vassal-template", "--module", module, "--json").json
    assert coded["error"]["code"] == "VASSAL_MODULE"


def test_names_that_are_no_names_fill_in_nothing(jena: Player) -> None:
    build = (
        '<VASSAL.build.GameModule name="A&#10;B" version="1">'
        '<VASSAL.build.widget.PieceSlot entryName="x&#x202e;y" gpid="1"/>'
        f'<VASSAL.build.widget.PieceSlot entryName="{"n" * 300}" gpid="{"9" * 40}"/></VASSAL.build.GameModule>'
    )
    module = raw(jena.place / "odd.vmod", build.encode())
    data, rest, _ = filled(jena, module, "odd.yaml")
    assert data["module"] == {"name": "", "version": "1"} and not any(data["units"].values()) and rest


def test_without_the_library_names_are_filled_in_all_the_same(jena: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.errors import Problem
    from pbem.vassal import matching

    def missing() -> None:
        raise Problem("NO_PYWARGAME", "it is not here")

    write_module(jena.place / "bare.vmod", dict(WINDOWS.values()), pieces_of(shown()))
    monkeypatch.setattr(matching, "library", missing)
    data, rest, _ = filled(jena, "bare.vmod", "bare.yaml")
    assert all(data["units"].values()) and list(data["boards"]["jena"]["places"].values()) == [["0", "0"]] * 2
    assert [one.split(":")[0] for one in rest] == ["places", "places"]
