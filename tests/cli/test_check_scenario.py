"""rules check-scenario: every fault of a scenario's files at once, in its place; hostile files bounded."""

from __future__ import annotations

import copy
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.engine.contract import Ruleset
from pbem.engine.datacheck import DataCheck
from pbem.errors import Problem
from pbem.orders.text import MAX_BYTES
from pbem.upkeep import scenario_check
from pbem.upkeep.scenario_check import ScenarioFault, check_scenario
from rulesets import campaign_1806, jours_de_gloire, napoleon_at_war, napoleons_last_battles, winters_victory
from tests.cli.players import Player, assert_two_lines
from tests.tiers import turns

BOOKS = {
    "1806": campaign_1806.ruleset,
    "jours-de-gloire": jours_de_gloire.ruleset,
    "napoleon-at-war": napoleon_at_war.ruleset,
    "napoleons-last-battles": napoleons_last_battles.ruleset,
    "winters-victory": winters_victory.ruleset,
}
SHIPPED = [path for book in BOOKS.values() for path in sorted((book.home / "scenarios").iterdir()) if path.is_dir()]
EYLAU = BOOKS["jours-de-gloire"].home / "scenarios" / "eylau-1807"
JENA = BOOKS["napoleon-at-war"].home / "scenarios" / "jena-auerstadt"
MASSENBACH = BOOKS["1806"].home / "scenarios" / "massenbach"
SAALFELD = BOOKS["1806"].home / "scenarios" / "learning-saalfeld"
DAVOUT = BOOKS["winters-victory"].home / "scenarios" / "davout"
GRAND = BOOKS["napoleons-last-battles"].home / "scenarios" / "grand-ligny"


def copied(source: Path, at: Path, *changes: tuple[str, str, str]) -> Path:
    """A scenario's folder with words changed: (file, old, new), each where it stands first."""
    folder = at / "war"
    shutil.copytree(source, folder)
    for name, old, new in changes:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")
    return folder


def place_in(folder: Path, name: str, word: str) -> tuple[int, int]:
    """Line and column of a word that stands once in a file."""
    text = (folder / name).read_text(encoding="utf-8")
    before, found, _ = text.partition(word)
    assert found
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize("folder", SHIPPED, ids=[path.name for path in SHIPPED])
def test_shipped_scenarios_have_no_faults(folder: Path) -> None:
    told = check_scenario(folder)
    assert BOOKS[told["ruleset"]].home == folder.parents[1]
    assert "scenario.yaml" in told["files"]


def test_a_scenario_of_ones_own_by_folder_or_file(anna: Player, tmp_path: Path) -> None:
    folder = copied(EYLAU, tmp_path)
    said = anna.good("rules", "check-scenario", folder)
    assert "a scenario of jours-de-gloire without faults" in said.out
    told = anna.good("rules", "check-scenario", folder / "scenario.yaml", "--json").json
    assert told == {"ruleset": "jours-de-gloire", "folder": str(folder), "files": ["forces.yaml", "scenario.yaml"]}
    assert anna.good("rules", "check-scenario", folder, "--ruleset", "jours-de-gloire").status == 0
    shown = anna.good("rules", "check-scenario", "--help").out
    assert "pbem rules check-scenario scenarios/my-war" in shown and "--ruleset" in shown


# source, changes; file, word at whose place the fault is told, words of the message
FAULTS = [
    (EYLAU, ("forces.yaml", "chief: bennigsen", "chief: benigsen"), "benigsen", ("no general", "mean bennigsen?")),
    (EYLAU, ("forces.yaml", "kind: cavalry, co", "kind: marines, co"), "marines", ("infantry, cavalry",)),
    (EYLAU, ("forces.yaml", 'bt: "4"', 'bt: "9"'), '"9"', ("not a whole number from 0 to 4",)),
    (EYLAU, ("forces.yaml", "at: warsaw", "at: warschau"), "warschau", ("there is no box warschau",)),
    (EYLAU, ("forces.yaml", "command: narew-corps", "command: narev-corps"), "narev-corps", ("mean narew-corps?",)),
    (EYLAU, ("scenario.yaml", "month: january", "month: januar"), "januar,", ("no such month", "mean january?")),
    (EYLAU, ("scenario.yaml", "entry: posen-road", "entry: posen-raod"), "posen-raod", ("mean posen-road?",)),
    (EYLAU, ("scenario.yaml", 'turn: "2"', 'turn: "7"'), '"7"', ("there is no turn 7", "has 6")),
    (EYLAU, ("scenario.yaml", "map: poland", "map: polen"), "", ("there is no map polen",)),
    (EYLAU, ("scenario.yaml", "sides:", "sites:"), "sites", ("mean sides",)),
    (JENA, ("scenario.yaml", "gaz-1:", "gas-1:"), '"0606"', ("no unit gas-1", "mean gaz-1")),
    (JENA, ("scenario.yaml", '"0607"', '"0699"'), '"0699"', ("there is no hex 0699", "on the maps")),
    (JENA, ("scenario.yaml", "units: kle nan haut", "units: klee nan haut"), "klee", ("no unit klee", "mean kle")),
    (
        JENA,
        ("scenario.yaml", "maps: [jena, auerstadt]", "maps: [jena, auerstedt]"),
        "auerstedt]",
        ("maps/auerstedt.yaml",),
    ),
    (JENA, ("scenario.yaml", "only: louis", "only: luis"), "luis", ("no option luis", "mean louis?")),
    (JENA, ("scenario.yaml", '"2901", edge: west,', '"2901",'), '"2901"', ("south and the west edge", "which one")),
    (JENA, ("scenario.yaml", '0128", edge: east}', '0128", edge: south}'), "", ("0128 does not lie on the south",)),
    (JENA, ("scenario.yaml", "turns: 12", "turns: twelve"), "twelve", ("not a game-turn",)),
    (JENA, ("scenario.yaml", "night: [1, 2, 3]", "night: [1, 2, 13]"), "13]", ("there is no turn 13",)),
    (JENA, ("units.yaml", "prussian:", "russian:"), "", ("russian is no army", "mean prussian?")),
    (
        GRAND,
        ("scenario.yaml", "is: eliminated", "is: eliminatd"),
        "eliminatd",
        ("not one of the words", "mean eliminated?"),
    ),
    (MASSENBACH, ("scenario.yaml", "units: bernadotte dupont", "units: bernadote dupont"), "bernadote", ("no unit",)),
    (MASSENBACH, ("scenario.yaml", "army: french", "army: prussian"), "army: prussian", ("is of the french army",)),
    (MASSENBACH, ("scenario.yaml", "at: n0150", "at: s3930"), "at: s3930", ("no hex s3930", "part of the map")),
    (MASSENBACH, ("scenario.yaml", "turn: 13/morning", "turn: 12/morning"), "turn: 12", ("no turn 12/morning",)),
    (MASSENBACH, ("scenario.yaml", "to: 14/evening", "to: 12/evening"), "to: 12/evening", ("before the first",)),
    (MASSENBACH, ("scenario.yaml", "to: 14/evening", "to: 14/noon"), "to: 14/noon", ("not a turn",)),
    (MASSENBACH, ("scenario.yaml", "options: supply", "options: suply"), "suply", ("no option", "mean supply?")),
    (SAALFELD, ("scenario.yaml", "bila: n0709", "bila: n3939"), "bila: n3939", ("no hex n3939",)),
    (DAVOUT, ("scenario.yaml", "korff: osterman", "korff: ostermann"), "ostermann", ("no leader", "mean osterman?")),
    (DAVOUT, ("scenario.yaml", "rate: none", "rate: fog"), "rate: fog", ("none, light",)),
    (DAVOUT, ("setup.yaml", 'davout: "4469"', 'davout: "0101"'), 'davout: "0101"', ("no hex 0101", "in play")),
    (GRAND, ("scenario.yaml", "leaders: alten", "leaders: altn"), "leaders: altn", ("no unit altn", "mean alten?")),
]


@pytest.mark.parametrize(("source", "change", "at", "words"), FAULTS, ids=[row[1][2][:30] for row in FAULTS])
def test_a_fault_is_told_in_its_place(
    anna: Player, tmp_path: Path, source: Path, change: tuple[str, str, str], at: str, words: tuple[str, ...]
) -> None:
    folder = copied(source, tmp_path, change)
    said = anna("rules", "check-scenario", folder)
    assert said.status == 2
    assert_two_lines(said)
    error = anna("rules", "check-scenario", folder, "--json").json["error"]
    assert (error["code"], error["status"]) == ("SCENARIO_FAULTY", 2)
    found = [f for f in error["findings"] if all(word in f["what"] + " " + f["hint"] for word in words)]
    assert found and found[0]["file"] == change[0], error["findings"]
    if at:
        assert found[0]["line"] == place_in(folder, change[0], at)[0]
    for word in words:
        assert word in said.err


def test_all_faults_of_all_files_come_at_once(anna: Player, tmp_path: Path) -> None:
    folder = copied(
        EYLAU,
        tmp_path,
        ("forces.yaml", "chief: bennigsen", "chief: nobody-else"),
        ("forces.yaml", "kind: cavalry, co", "kind: marines, co"),
        ("scenario.yaml", "month: january", "month: januar"),
        ("scenario.yaml", "entry: posen-road", "entry: posen-raod"),
    )
    found = anna("rules", "check-scenario", folder, "--json").json["error"]["findings"]
    assert [f["file"] for f in found] == ["forces.yaml", "forces.yaml", "scenario.yaml", "scenario.yaml"]
    assert [f["line"] for f in found] == sorted(f["line"] for f in found[:2]) + sorted(f["line"] for f in found[2:])


def test_which_ruleset_it_is_for(anna: Player, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    said = anna("rules", "check-scenario", nothing)
    assert said.status == 2 and "--ruleset" in said.err
    assert anna("rules", "check-scenario", nothing, "--json").json["error"]["code"] == "SCENARIO_UNCLEAR"
    both = copied(EYLAU, tmp_path)
    shutil.copy(JENA / "units.yaml", both)
    meant = anna("rules", "check-scenario", both, "--json").json["error"]
    assert [(f["file"], f["code"]) for f in meant["findings"]] == [("units.yaml", "file-unknown")], (
        "its form is Eylau's"
    )
    named = anna("rules", "check-scenario", both, "--ruleset", "jours-de-gloire", "--json").json["error"]
    assert [(f["file"], f["code"]) for f in named["findings"]] == [("units.yaml", "file-unknown")]
    (both / "forces.yaml").unlink()
    (both / "units.yaml").unlink()
    kept = (both / "scenario.yaml").read_bytes()
    (both / "scenario.yaml").write_text("nothing: [that can be read", encoding="utf-8")
    assert "all have scenarios" in anna("rules", "check-scenario", both).err
    (both / "scenario.yaml").write_bytes(kept)
    lacking = anna("rules", "check-scenario", both, "--ruleset", "jours-de-gloire")
    assert "forces.yaml" in lacking.err and "the file is missing" in lacking.err
    assert (
        anna("rules", "check-scenario", both, "--ruleset", "chess", "--json").json["error"]["code"] == "UNKNOWN_RULESET"
    )
    gone = anna("rules", "check-scenario", tmp_path / "gone", "--json").json["error"]
    assert gone["code"] == "SCENARIO_MISSING"


def test_a_ruleset_without_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare(Ruleset):
        id = "bare"

    assert Bare().checks is None
    monkeypatch.setattr(scenario_check, "ruleset", lambda name: Bare())
    with pytest.raises(Problem, match="bare cannot check scenarios"):
        check_scenario(EYLAU, "bare")


# -- hostile files --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"a: &a [x]\nb: *a\n", "anchor"),
        (b"x" * (MAX_BYTES + 10), "larger"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"[" * 1000, "deep"),
        (b"a: !!python/object:os.system {}\n", "tag"),
        (b"--- 1\n--- 2\n", "document"),
        (b"", "missing"),
        (b"[]", "a scenario"),
        (b"turns: {a: {b: {c: d}}}\nsides: french\n", "a list of"),
    ],
)
def test_a_hostile_file_is_one_fault(tmp_path: Path, content: bytes, word: str) -> None:
    folder = copied(EYLAU, tmp_path)
    (folder / "scenario.yaml").write_bytes(content)
    with pytest.raises(ScenarioFault) as caught:
        check_scenario(folder, "jours-de-gloire")
    found = [finding for finding in caught.value.findings if finding.file == "scenario.yaml"]
    assert any(word in finding.message() for finding in found)
    assert len(str(caught.value)) < 40_000


@pytest.mark.slow
def test_too_many_files_and_too_many_faults(tmp_path: Path) -> None:
    folder = copied(EYLAU, tmp_path)
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    more = "".join(f"  box-{n}: nobody\n" for n in range(400))
    (folder / "scenario.yaml").write_text(text.replace("control:\n", f"control:\n{more}", 1), encoding="utf-8")
    with pytest.raises(ScenarioFault) as caught:
        check_scenario(folder)
    assert len(caught.value.findings) <= scenario_check.MOST_FAULTS + 1
    assert "more faults" in caught.value.findings[-1].what
    for number in range(70):
        (folder / f"file-{number}.yaml").write_text("", encoding="utf-8")
    with pytest.raises(Problem, match="more than 64 files"):
        check_scenario(folder)


def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = copied(EYLAU, tmp_path)
    (folder / "maps").mkdir()
    (folder / "maps" / "poland.yaml").symlink_to("/etc/passwd")
    assert check_scenario(folder)["files"] == ["forces.yaml", "scenario.yaml"]


JUNK: list[Any] = ["", "x", "-1", "99999999999999999999", [], {}, [[]], {"a": "b"}, ["a", ["b"]], "«»"]


def spoilt(data: Any, rng: random.Random) -> Any:
    """The data with one node replaced by junk, taken away or put where it does not belong."""
    found = copy.deepcopy(data)
    node, parent, key = found, None, None
    while isinstance(node, dict | list) and node and (parent is None or rng.randrange(4)):
        parent, key = node, rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
        node = node[key]
    if parent is None:
        return rng.choice(JUNK)
    if rng.randrange(3) == 0:
        del parent[key]
    else:
        parent[key] = rng.choice(JUNK)
    return found


# Those in C, where PyYAML was built with them, take a tenth of the time.
LOADER, DUMPER = getattr(yaml, "CBaseLoader", yaml.BaseLoader), getattr(yaml, "CSafeDumper", yaml.SafeDumper)


@pytest.mark.parametrize("source", turns([EYLAU, JENA, GRAND]), ids=["boxes", "hexes", "large-map"])
def test_a_ruleset_raises_nothing_whatever_the_files_hold(source: Path) -> None:
    """Even where the schemas are passed over, as `sound` may say that a file fits."""
    book = BOOKS[source.parents[1].name.replace("_", "-")]
    check = book.checks
    assert check is not None
    files = {path.relative_to(source).as_posix(): path.read_bytes() for path in source.rglob("*.yaml")}
    rng = random.Random(source.name)
    for _ in range(40):
        name = rng.choice([path for path in files if "sketch" not in path])
        data = spoilt(yaml.load(files[name], Loader=LOADER), rng)
        changed = {**files, name: yaml.dump(data, Dumper=DUMPER, allow_unicode=True).encode("utf-8")}
        faulty = scenario_check.findings_of(check, changed)
        assert all(finding.what for finding in faulty)
        _called_unsoundly(check, changed, name)


def _called_unsoundly(check: DataCheck, files: dict[str, bytes], name: str) -> None:
    """The ruleset alone: all files but one fit."""
    found = check.faults(files, [path for path in files if path != name])
    assert all(fault.file and fault.what for fault in found)
