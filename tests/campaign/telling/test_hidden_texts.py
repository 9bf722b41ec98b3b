"""What a player of a rulebook with face-down counters reads: previews, faults with their place, the map, the audit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, fresh_player
from tests.installed import installed


@pytest.fixture(scope="module", autouse=True)
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("veiled-dist"), "veiled"):
        yield


@pytest.fixture
def duel(tmp_path: Path) -> Duel:
    """Veiled, accepted; message 2 is Anna's set-up. The scenario's name alone says which rulebook is meant."""
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    anna.good("new", "--scenario", "skirmish", "--side", "red", "--name", "Anna", "--no-passphrase", "--folder", "game")
    invitation = anna.place / "game/outbox/0000-a.yaml"
    bert.good("join", invitation, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes")
    anna.good("receive", bert.place / "game/outbox/0001-b.yaml", "--quiet")
    return Duel(anna.within("game"), bert.within("game"))


def orders(player: Player, text: str) -> None:
    """The template with these orders in it."""
    player.good("orders", "--fresh")
    path = player.place / "orders.yaml"
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def uncommented(player: Player) -> str:
    player.good("orders", "--fresh")
    text = (player.place / "orders.yaml").read_text("utf-8")
    return re.sub(r"^( *)# (setup|scout|- \{)", r"\1\2", text, flags=re.MULTILINE)


FAULTS = [
    ("red-1,", "red-99,", r":9:\d+ +unknown +marker red-99 cannot be turned face down now; those that can: red-1, "),
    (
        "units: []",
        "units: [r-hussars]",
        r":10:\d+ +unknown +Hussars would stand in two markers, red-1 and red-2; write",
    ),
    ("[r-hussars]", "[Hussars]", r":9:\d+ +unreadable +units: Hussars +not of .*; expected one word of a-z 0-9 \. -"),
    ("box: abbey", "box: [abbey]", r":9:\d+ +unreadable .*not text; write one text, without \[ \] or \{ \}"),
    ("units: []", "units:", r":10:\d+: inside \[ \] or \{ \} a colon stands here with nothing behind it"),
]


@pytest.mark.parametrize(("old", "new", "said"), FAULTS)
def test_every_fault_of_hidden_things_has_its_place_and_a_way_out(duel: Duel, old: str, new: str, said: str) -> None:
    path = duel.anna.place / "orders.yaml"
    path.write_text(uncommented(duel.anna).replace(old, new, 1), "utf-8")
    checked = duel.anna("check")
    assert checked.status in (1, 2) and re.search(rf"orders\.yaml{said}", checked.err), checked.err


def test_what_is_hidden_and_opened_is_told_before_it_is_signed(duel: Duel) -> None:
    duel.anna.good("orders")
    for command in (("check",), ("submit", "--dry-run")):
        said = duel.anna.good(*command).out
        assert "Hidden, seen by you alone until it is opened:\n  red-1: Hussars\n  red-2: no units\n" in said
    duel.turn(2)
    duel.turn(3)
    orders(duel.anna, "show: [r-guard]\nmoves:\n- {unit: r-guard, to: elm}\n")
    told = duel.anna.good("check", "--json").json
    assert told["secret"][-1] == "Opened with this message, for your opponent to see: red-3 (Guard, Red Guns)"
    assert "Opened with this message" in duel.anna.good("submit", "--dry-run").out


def test_the_map_tells_its_owner_what_his_counters_hold(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    assert re.search(r"red-3 +Guard, Red Guns", duel.anna.good("map").out)
    assert ["red-3", "Guard, Red Guns"] in duel.anna.good("map", "--json").json["own"]
    assert not re.search(r"red-\d +[A-Z]", duel.bert.good("map").out)


def test_a_trial_ends_where_it_comes_to_what_the_other_hides(duel: Duel) -> None:
    for seq in (2, 3):
        duel.turn(seq)
    orders(duel.anna, "moves:\n- {unit: r-guard, to: elm}\n")
    duel.anna.good("submit", "--yes", "--empty")
    duel.bert.good("receive", duel.mail(duel.anna, 4), "--quiet")
    orders(duel.bert, "moves:\n- {unit: b-fusiliers, to: elm}\n")
    assert duel.bert.good("try", "--times", "5", "--json").json["unknown"] == 5
    assert "ended early: what comes next hangs on something hidden" in duel.bert.good("try", "--times", "5").out


def test_a_message_is_shown_without_screens_of_what_is_encrypted(duel: Duel) -> None:
    duel.turn(2)
    shown = duel.anna.good("show", "2").out
    assert max(map(len, shown.splitlines())) < 200 and "all of them with --json" in shown
    assert len(duel.anna.good("show", "2", "--json").json["payload"]["vault"]) > 1000


@pytest.mark.slow
def test_a_sealed_question_says_that_it_is_sealed_and_the_end_names_the_audit(duel: Duel) -> None:
    sealed = halted = False
    for seq in range(2, 60):
        sender, receiver = (duel.anna, duel.bert) if seq % 2 == 0 else (duel.bert, duel.anna)
        status = sender.good("status", "--json").json
        if status["due"] == "over":
            break
        if status["due"] in ("orders", "answer"):
            sender.good("orders", "--fresh")
        if status["due"] == "continue":
            # Both would be those of the phase's beginning.
            own = sender.good("report", "--own").out
            assert "The state of the armies" not in own
            alone = own.partition("What you alone know\n")[2].partition("\n\n")[0].splitlines()[1:]
            assert all(line.startswith("draw ") for line in alone)
            assert "What you alone know" in sender.good("map").out
            halted = True
        if "sealed" in status["awaited"]:
            assert status["awaited"].endswith("(night, sealed)")
            assert status["asked"].startswith("The turn stopped to ask you: ")
            head = (sender.place / "orders.yaml").read_text("utf-8")
            assert "# The turn has stopped to ask: night\n# Your answer is sealed: your opponent does not see" in head
            sealed = True
        sender.good("submit", "--yes", "--empty")
        receiver.good("receive", duel.mail(sender, seq), "--quiet")
    assert sealed and halted and "pbem audit" in duel.bert.good("status").out
    audit = duel.bert.good("audit").out
    assert re.search("hidden scout became path bridge", audit, re.IGNORECASE) and "{" not in audit
    assert "message 2: marker red-2 held no units, never shown" in audit
