"""`pbem export --vassal`: what goes wrong is told with its unit and line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.telling.exporting import Situation
from pbem.orders.findings import OrdersFault
from pbem.orders.writer import dump
from pbem.vassal.description import description_of
from pbem.vassal.saving import save
from tests.cli.players import Player, assert_two_lines, fresh_player
from tests.places import PROJECT as ROOT
from tests.vassal.modules import VERSION, read_back, write_module
from tests.vassal.scenes import (
    WINDOWS,
    described,
    module_beside,
    pixel,
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


def changed(seen: Situation, change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data = described(seen)
    change(data)
    return data


def line_of(path: Path, text: str) -> int:
    return next(n for n, line in enumerate(path.read_text("utf-8").split("\n"), 1) if line.strip().startswith(text))


def test_a_unit_without_a_piece_is_named_with_its_line(jena: Player, moments: dict[int, Situation]) -> None:
    data = described(moments[14])
    first, second = (one.counter for one in moments[14].standing[:2])
    data["units"][first.id] = ""
    del data["units"][second.id]
    path = write(jena, data)
    said = jena("export", "--vassal", "vassal.yaml", "--at", "14")
    assert_two_lines(said)
    lines = said.err.split("\n")
    empty = next(line for line in lines if f"({first.id})" in line)
    absent = next(line for line in lines if f"({second.id})" in line)
    assert f"vassal.yaml:{line_of(path, first.id + ':')}:" in empty and first.place in empty
    assert f"vassal.yaml:{line_of(path, 'units:')}:" in absent


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data["boards"].pop("jena"), "counters stand on board jena, which is not described"),
        (lambda data: data["boards"]["jena"].update(places={"0101": [70, 66]}), "no pixel is known of"),
        (lambda data: data["boards"]["jena"]["places"].update({"9999": [1, 1]}), "there is no place '9999'"),
        (lambda data: data["boards"].update(elba=data["boards"]["jena"]), "there is no board 'elba' here"),
        (lambda data: data.update(unknown={"swiss": "x"}), "there is no army 'swiss' here"),
        (lambda data: data["boards"]["jena"].update(map="South"), "the module has no map 'South'"),
        (lambda data: data["boards"]["jena"].update(board="Gera"), "has no board 'Gera'"),
        (lambda data: data["boards"]["jena"].update(grid={"zone": "z", "location": "{id}"}), "has no zone 'z'"),
        (
            lambda data: data["units"].update(dict.fromkeys(data["units"], "french Gaurd")),
            "did you mean french Guard",
        ),
        (
            lambda data: data["units"].update({key: {"piece": "french Guard", "gpid": 900} for key in data["units"]}),
            "that number belongs to 'turn marker'",
        ),
        (lambda data: data["boards"]["jena"]["places"].update({"0101": [-1, 3]}), "0101"),
        (lambda data: data["boards"]["jena"].update(grid={"location": "id"}), "not a form of location names"),
        (lambda data: data.update(unit={}), "did you mean units"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(
    jena: Player, moments: dict[int, Situation], change: Callable[[dict[str, Any]], Any], says: str
) -> None:
    source = dump(changed(moments[14], change)).encode("utf-8")
    with pytest.raises(OrdersFault) as caught:
        save(moments[14], description_of(source, "vassal.yaml"), jena.place / "two.vmod")
    assert caught.value.status == 2 and says in caught.value.what
    assert all(finding.line > 0 for finding in caught.value.findings)


def test_pieces_of_one_name_are_told_apart_by_their_numbers(jena: Player, moments: dict[int, Situation]) -> None:
    names = ["corps"] * 88
    write_module(jena.place / "alike.vmod", dict(WINDOWS.values()), names)
    data = described(moments[1])
    for number, uid in enumerate(data["units"], 101):
        data["units"][uid] = {"piece": "corps", "gpid": number}
    path = write(jena, data)
    arguments = ("export", "--vassal", "vassal.yaml", "--module", "alike.vmod", "--at", "1", "--out", "alike.vsav")
    jena.good(*arguments)
    read = read_back(jena.place / "alike.vsav")
    ids = {uid: str(number) for number, uid in enumerate(data["units"], 101)}
    found = {piece.gpid: piece.at for piece in read.pieces if piece.name == "corps"}
    assert found == {ids[one.counter.id]: pixel(one.counter.place) for one in moments[1].standing}
    data["units"] = dict.fromkeys(data["units"], "corps")
    write(jena, data)
    said = jena(*arguments)
    assert "has 88 pieces 'corps'; say which, with gpid: 101, 102" in said.err and str(path.name) in said.err


def test_another_version_of_the_module_is_refused(jena: Player, moments: dict[int, Situation]) -> None:
    write(jena, described(moments[1]))
    write_module(jena.place / "old.vmod", dict(WINDOWS.values()), [], version="1.1")
    said = jena("export", "--vassal", "vassal.yaml", "--module", "old.vmod", "--json")
    assert said.json["error"]["code"] == "VASSAL_VERSION"
    assert "1.1" in said.json["error"]["what"] and VERSION in said.json["error"]["what"]


def test_the_grid_is_asked_only_where_there_is_a_module(jena: Player, moments: dict[int, Situation]) -> None:
    write(jena, described(moments[1], grid=True))
    said = jena("export", "--vassal", "vassal.yaml")
    assert_two_lines(said)
    assert "say --module, or write places:" in said.err


def test_without_the_library_it_says_what_to_install(
    jena: Player, moments: dict[int, Situation], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(jena, described(moments[1]))
    for name in [name for name in sys.modules if name.partition(".")[0] == "pywargame"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pywargame", None)
    error = jena("export", "--vassal", "vassal.yaml", "--json").json["error"]
    assert error["code"] == "NO_PYWARGAME" and "pbem[vassal]" in error["mend"]


def test_an_old_python_is_named(jena: Player, moments: dict[int, Situation], monkeypatch: pytest.MonkeyPatch) -> None:
    write(jena, described(moments[1]))
    for name in [name for name in sys.modules if name.partition(".")[0] == "pywargame"]:
        monkeypatch.delitem(sys.modules, name)

    def failing(name: str) -> Any:
        raise SyntaxError(f"{name}: f-string expression part cannot include a backslash")

    monkeypatch.setattr("pbem.vassal.library.import_module", failing)
    monkeypatch.setattr("pbem.vassal.library.sys.version_info", (3, 11, 4))
    error = jena("export", "--vassal", "vassal.yaml", "--json").json["error"]
    assert error["code"] == "PYTHON_TOO_OLD" and "3.12" in error["what"] and "3.11" in error["what"]


@pytest.mark.slow
def test_without_repairs_it_works_from_python_3_12_on(jena: Player, moments: dict[int, Situation]) -> None:
    """As installed: in a process of its own, where nothing of the library is repaired."""
    write(jena, described(moments[1]))
    command = [sys.executable, "-m", "pbem", "export", "--vassal", "vassal.yaml", "--out", "plain.vsav", "--json"]
    places = {"PBEM_HOME": str(jena.home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=jena.place, env=os.environ | places, capture_output=True, check=False)
    told = json.loads(done.stdout)
    if sys.version_info < (3, 12):
        assert told["error"]["code"] == "PYTHON_TOO_OLD" and not (jena.place / "plain.vsav").exists()
    else:
        assert done.returncode == 0 and told["pieces"] > 0


def test_nobody_on_a_board_and_nothing_asked(tmp_path: Path, jena: Player) -> None:
    anna = fresh_player(tmp_path, "anna")
    begin = ("--ruleset", "jours-de-gloire", "--scenario", "eylau-1807", "--side", "french", "--name", "Anna")
    anna.good("new", *begin, "--no-passphrase", "--folder=game")
    at = anna.within("game")
    veiled_description(at)
    said = at("export", "--vassal", "vassal.yaml", "--json")
    assert said.json["error"]["code"] == "NOBODY_PLACED"
    for wrong in (["export"], ["export", "--vassal-template", "--module", "x"], ["export", "--vassal", "none.yaml"]):
        assert_two_lines(jena(*wrong))
    assert jena("export", "--vassal", "vassal.yaml", "--at", "99", "--json").json["error"]["code"] == "NO_MESSAGE"


def test_nothing_but_an_older_save_is_written_over(jena: Player, moments: dict[int, Situation]) -> None:
    write(jena, described(moments[1]))
    (jena.place / "letter.txt").write_text("dear Bert", encoding="utf-8")
    said = jena("export", "--vassal", "vassal.yaml", "--at", "1", "--out", "letter.txt", "--json")
    assert said.json["error"]["code"] == "FILE_EXISTS"
    assert (jena.place / "letter.txt").read_text("utf-8") == "dear Bert"
    for _ in range(2):
        jena.good("export", "--vassal", "vassal.yaml", "--at", "1", "--out", "twice.vsav")
    assert zipfile.is_zipfile(jena.place / "twice.vsav")


@pytest.mark.parametrize("name", ["game.pbem", "two.vmod", "letter.docx", "game.vsav", "save.zip"])
def test_other_zip_files_are_no_saves(jena: Player, moments: dict[int, Situation], name: str) -> None:
    """An archive, a module, a letter, a zip that is only called a save, and a save that is not called one."""
    write(jena, described(moments[1]))
    path = jena.place / name
    if name == "save.zip":
        jena.good("export", "--vassal", "vassal.yaml", "--at", "1", "--out", "once.vsav")
        path.write_bytes((jena.place / "once.vsav").read_bytes())
    elif name.startswith("game."):
        path.write_bytes((ROOT / "samples/jena-auerstadt/campaign.pbem").read_bytes())
    elif name != "two.vmod":
        with zipfile.ZipFile(path, "w") as file:
            file.writestr("word/document.xml", "<x/>")
    before = path.read_bytes()
    said = jena("export", "--vassal", "vassal.yaml", "--at", "1", "--out", name, "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_EXISTS") and path.read_bytes() == before
    assert "no save of VASSAL" in said.json["error"]["what"]
