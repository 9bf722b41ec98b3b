"""What innocent players could be accused of: refused versions, files that nobody signed, messages of other games."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.machine import engine_name
from pbem.campaign.records.archiving import archive_files
from pbem.campaign.records.importing import Target, import_game
from pbem.campaign.records.log_assembly import sort_games
from pbem.campaign.records.open_target import Against, judge_path
from pbem.campaign.records.verification import judge_archive, judge_log, judge_single
from pbem.mail.armour import write_block
from pbem.protocol import keys
from pbem.protocol.messages import peek
from pbem.protocol.verify import tape_lines
from pbem.protocol.verify_without_rules import check_without_rules
from pbem.store.archive import write_archive
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from tests.attacks.world import Body, Diagnosis, Edit, World, drawer, fresh, judged, signed
from tests.campaign.folders import Peer
from tests.places import PROJECT as ROOT


def of(verdict: Any) -> Diagnosis:
    return verdict.code, verdict.cls, verdict.seq, verdict.signed_by


def wrong_state(body: Body) -> None:
    body["state"] = fresh("state")


FAULTS: list[tuple[Edit, str]] = [
    (wrong_state, "STATE_MISMATCH"),
    (lambda b: b.update(tape=fresh("tape")), "TAPE_MISMATCH"),
    (lambda b: b.update(reveal=fresh("reveal")), "REVEAL_MISMATCH"),
    (lambda b: b.pop("roots"), "ROOT_MISSING"),
]


@pytest.mark.slow
@pytest.mark.attack("N05")
@pytest.mark.parametrize(("edit", "code"), FAULTS)
def test_n05_a_refused_message_and_its_correction_are_shown_to_a_third(
    replied: World, world: World, tmp_path: Path, edit: Edit, code: str
) -> None:
    """His program was faulty, the other one refused what it wrote, he mended it: that is no second word of his."""
    bad = replied.cheat(edit)
    assert replied.refused(bad) == (code, "invalid", 9, "")
    assert not [name for name in drawer(replied.victim) if name.startswith("fork")]
    # The same where the first was refused before the second came: then, and only then, it is named.
    before = World(world.cheater, world.victim, 9, world.checked)
    assert before.refused(before.cheat(edit)) == (code, "proof", 9, "b")
    # A third person who is given everything that was ever mailed.
    lines = replied.victim.log()
    for given in ([bad, *lines], [*lines, bad]):
        peer = Peer(tmp_path / f"{code}-{given[0] == bad}", "c")
        (game,) = sort_games(given)[0]
        imported = import_game(game, Target(folder=peer.path), peer.home(), None)
        assert peer.log() == lines and imported.exit == 0 and imported.assembled.forks == []
        (refused,) = imported.assembled.refused
        assert of(refused.fault) == (code, "invalid", 9, "") and drawer(peer).keys() == {f"0009-{code.lower()}.txt"}
    # What is written as the evidence of a fork is none.
    assert judged([*lines[:10], bad]) == (code, "invalid", 9, "")
    found = check_without_rules(b"".join(line + b"\n" for line in [*lines, bad])).fault
    assert found is not None and found.signed_by == ""


def beside(world: World, path: Path, tapes: bytes) -> list[Diagnosis]:
    """What every verifier says of the victim's log with this tape file beside it."""
    lines = world.victim.log()
    log = b"".join(line + b"\n" for line in lines)
    files = dict(archive_files(world.victim.open(write=False)))
    copy = path / "copy"
    shutil.copytree(world.victim.path, copy, dirs_exist_ok=True)
    (copy / "tapes.jsonl").write_bytes(tapes)
    (path / "log.jsonl").write_bytes(log)
    (path / "tapes.jsonl").write_bytes(tapes)
    home = world.victim.home()
    unruled = check_without_rules(log, tapes).fault
    assert unruled is not None
    told = checked_by_the_script(path / "log.jsonl", path / "tapes.jsonl")
    assert told.startswith("REPORT_MISMATCH: "), told
    return [
        of(judge_log(log, tapes).verdict),
        of(judge_archive(write_archive(list({**files, "tapes.jsonl": tapes}.items()))).verdict),
        of(judge_path(copy, Against(), home).verdict),
        of(judge_path(path / "log.jsonl", Against(tapes=path / "tapes.jsonl"), home).verdict),
        (unruled.code, unruled.cls, unruled.seq, unruled.signed_by),
    ]


def checked_by_the_script(log: Path, tapes: Path) -> str:
    """What the reader that shares no code with pbem says, "" where it has nothing against these files."""
    spec = importlib.util.spec_from_file_location("check_dice", ROOT / "docs" / "check_dice.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    try:
        script.check(log, tapes)
    except script.Fault as fault:
        return str(fault)
    return ""


DAMAGED = ("REPORT_MISMATCH", "damage", None, "")


@pytest.mark.slow
@pytest.mark.attack("N06")
@pytest.mark.parametrize("at", [0, 2, -1])
def test_n06_an_edited_tape_file_accuses_nobody(world: World, tmp_path: Path, at: int) -> None:
    lines = tape_lines(world.victim.open(write=False).chain).splitlines(keepends=True)
    for number, other in enumerate((b"[]\n", b'[["x",6,1]]\n', b"[[1]]\n", b"\n", b"x\n")):
        if lines[at] == other:
            continue
        edited = [*lines]
        edited[at] = other
        (tmp_path / str(number)).mkdir()
        assert beside(world, tmp_path / str(number), b"".join(edited)) == [DAMAGED] * 5


@pytest.mark.slow
@pytest.mark.attack("N15")
def test_n15_a_tape_file_with_more_fewer_or_torn_lines(world: World, tmp_path: Path) -> None:
    whole = tape_lines(world.victim.open(write=False).chain)
    lines = whole.splitlines(keepends=True)
    others = (b"".join(lines[:-1]), b"".join(lines[1:]), whole + b"[]\n", whole[:-1], whole + b"[", b"")
    for number, other in enumerate(others):
        (tmp_path / str(number)).mkdir()
        assert beside(world, tmp_path / str(number), other) == [DAMAGED] * 5


def unreadable(above: str, line: bytes) -> bytes:
    block = "\n".join(f"  {row}" for row in write_block(line).strip("\n").split("\n"))
    return f"# Signed orders. Only the block at the end counts.\n{above}\nsigned: |\n{block}\n".encode()


@pytest.mark.attack("N14")
@pytest.mark.parametrize(
    "above",
    ["moves: [", "attacks: x: y", "- a\n- b", "{" * 3000, "\x07", "all stay where they are", "x: " + "y" * 300_000],
)
def test_n14_a_readable_part_that_does_not_parse(world: World, tmp_path: Path, above: str) -> None:
    line = world.cheat(lambda b: None)
    mail = unreadable(above, line)
    saved = shutil.copytree(world.victim.path, tmp_path / "before")
    try:
        (receipt,) = world.victim.receive(mail)
        assert receipt.fault is None and receipt.accepted == [9]
        assert [(one.code, one.seq) for one in receipt.notices] == [("READABLE_PART_DIFFERS", 9)]
        assert "could not be read" in receipt.notices[0].detail
        assert peek(world.victim.log()[-1]).id == peek(line).id
    finally:
        shutil.rmtree(world.victim.path)
        shutil.copytree(saved, world.victim.path)
    verdict = judge_single(mail, keys.public_key(world.master)).verdict
    assert (of(verdict), verdict.exit) == (("OK", "ok", 9, "b"), 0)
    assert [one.code for one in verdict.warnings] == ["READABLE_PART_DIFFERS"]


def cut_off(body: Body) -> bytes:
    """Bytes that are no message any more, but say of which game they were."""
    return b'{"game": "' + body["game"].encode() + b'", "v":1'


@pytest.mark.attack("N16")
def test_n16_a_malformed_message_of_another_game(world: World) -> None:
    """The same player signed it in another campaign, with the same key; here he has done nothing."""
    elsewhere = {**world.body(), "game": fresh("another game")}
    for payload in ({**elsewhere, "foo": 1}, cut_off(elsewhere)):
        line = signed(payload, world.master)
        assert world.refused(line) == ("GAME_MISMATCH", "stranger", 9, "")
    nameless = {name: value for name, value in elsewhere.items() if name != "game"}
    assert world.refused(signed(nameless, world.master)) == ("PAYLOAD_SCHEMA", "invalid", 9, "")
    assert world.refused(signed({**nameless, "game": 7}, world.master)) == ("PAYLOAD_SCHEMA", "invalid", 9, "")
    assert world.refused(signed(b"[" * 100, world.master)) == ("PAYLOAD_NONCANONICAL", "invalid", 9, "")
    # Of this game it is his own.
    assert world.refused(signed({**world.body(), "foo": 1}, world.master)) == ("PAYLOAD_SCHEMA", "proof", 9, "b")
    assert world.refused(signed(cut_off(world.body()), world.master)) == ("PAYLOAD_NONCANONICAL", "proof", 9, "b")


# -- files of the rulebook that no manifest can hold -----------------------------------


def a_link(folder: Path) -> None:
    (folder / "linked.yaml").symlink_to("/dev/null")


def a_fifo(folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")


def an_odd_name(folder: Path) -> None:
    (folder / "Notes (old).TXT").write_bytes(b"x")


def a_file_less(folder: Path) -> None:
    next(path for path in sorted(folder.glob("*.yaml"), reverse=True) if path.name != "scenario.yaml").unlink()


def a_broken_file(folder: Path) -> None:
    next(path for path in sorted(folder.glob("*.yaml"), reverse=True) if path.name != "scenario.yaml").write_bytes(b"[")


def a_folder_less(folder: Path) -> None:
    shutil.rmtree(folder)


@pytest.mark.parametrize("place", ["data", "scenarios/jena-auerstadt"])
@pytest.mark.parametrize("change", [a_link, a_fifo, an_odd_name, a_file_less, a_broken_file])
def test_data_that_no_manifest_can_hold(
    world: World, tmp_path: Path, change: Callable[[Path], None], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = installed(tmp_path)
    change(rules.home / place)
    monkeypatch.setattr("pbem.campaign.core.machine.ruleset_for", lambda _: rules)
    code = "RULESET_MISMATCH" if place == "data" else "SCENARIO_MISMATCH"
    assert judged(world.victim.log()) == (code, "environment", 0, "")


def test_a_scenario_that_is_not_installed_and_one_that_is_nobodys_business(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = installed(tmp_path)
    (rules.home / "scenarios" / "other").mkdir()
    a_link(rules.home / "scenarios" / "other")
    monkeypatch.setattr("pbem.campaign.core.machine.ruleset_for", lambda _: rules)
    assert judged(world.victim.log())[:2] == ("OK", "ok")
    rules = installed(tmp_path / "second")
    a_folder_less(rules.home / "scenarios" / "jena-auerstadt")
    assert judged(world.victim.log()) == ("SCENARIO_MISMATCH", "environment", 0, "")
    rules.version = "0"
    assert engine_name(rules).endswith(" 0")
    assert judged(world.victim.log()) == ("ENGINE_MISMATCH", "environment", 0, "")


def installed(root: Path) -> NapoleonAtWar:
    """The rulebook as somebody else may have it."""
    home = root / "installed"
    for folder in ("data", "scenarios"):
        shutil.copytree(NapoleonAtWar().home / folder, home / folder)
    return NapoleonAtWar(home)


def test_a_file_more_in_an_archive(world: World) -> None:
    files = dict(archive_files(world.victim.open(write=False)))
    for name, code, cls in (
        ("scenario/more.yaml", "SCENARIO_MISMATCH", "environment"),
        ("reports/0099-b.txt", "REPORT_MISMATCH", "damage"),
    ):
        verdict = judge_archive(write_archive(list({**files, name: b"x"}.items()))).verdict
        assert of(verdict) == (code, cls, None, "")
