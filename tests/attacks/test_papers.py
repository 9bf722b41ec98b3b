"""Rows C08 and C09 of the adversarial plan, at the command line of two players: what an orders.yaml may not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks.test_hostile_correspondent import bodies
from tests.cli.players import Duel, Player, assert_two_lines, begin_duel


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """Message 2 is Anna's, with orders."""
    return begin_duel(tmp_path_factory.mktemp("papers"))


def kept(player: Player) -> dict[str, bytes]:
    """Everything in a campaign folder, and what the configuration folder remembers of it."""
    files = [path for folder in (player.place, player.home) for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path): path.read_bytes() for path in files if path.name != "lock"}


def paper(player: Player, *lines: str) -> Path:
    """The template without its proposals, and these lines."""
    player.good("orders", "--fresh")
    path = player.place / "orders.yaml"
    head = [line for line in path.read_text(encoding="utf-8").split("\n") if line.split(":")[0] in _FRAME]
    path.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
    return path


_FRAME = ("campaign", "phase", "for")


@pytest.mark.attack("C08")
@pytest.mark.parametrize(
    "lines",
    [
        ("moves: &all []", "attacks: *all"),
        ("moves:", '  - &m {unit: suc-1, to: "0406"}', "  - *m"),
        ("moves:", '  - {unit: suc-1, <<: {to: "0406"}}'),
        ("<<: {moves: []}",),
        ("moves: !!python/object/apply:os.system [ls]",),
        ("moves: !!seq []",),
        ("moves: []", "moves: []"),
        ("moves:", '  - {unit: suc-1, to: "0406", to: "0405"}'),
        ("moves: []", "---", "moves: []"),
        ("%TAG ! x",),
        ("a0: &a0 [x]", *(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9))),
    ],
    ids=lambda lines: lines[-1][:30],
)
def test_c08_an_orders_file_that_is_no_plain_data_is_refused_unsigned(duel: Duel, lines: tuple[str, ...]) -> None:
    paper(duel.anna, *lines)
    before = kept(duel.anna)
    for command in (("check",), ("submit", "--yes", "--empty")):
        said = duel.anna(*command)
        assert said.status == 2 and said.err.startswith("pbem: error: orders.yaml:")
        assert_two_lines(said)
        told = duel.anna(*command, "--json")
        assert told.status == 2 and told.json["error"]["code"] == "ORDERS_YAML"
    assert kept(duel.anna) == before and len(bodies(duel.anna)) == 2


@pytest.mark.attack("C09")
def test_c09_what_is_typed_is_taken_as_text(tmp_path: Path) -> None:
    """A hex with a leading nought, a unit called `no`, a time of day: no parser makes numbers or truth of them."""
    duel = begin_duel(tmp_path)
    path = paper(duel.anna, "moves:", "  - {unit: no, to: 0406}")
    refused = duel.anna("submit", "--yes", "--empty", "--json")
    assert (
        refused.status == 2 and '"no"' in refused.out and "false" not in refused.out.lower().replace('"ok": false', "")
    )
    assert len(bodies(duel.anna)) == 2
    path = paper(duel.anna, "note: 12:30", "moves:", "  - {unit: suc-1, to: 0406}")
    assert "0406" in path.read_text(encoding="utf-8")
    duel.anna.good("submit", "--yes", "--empty")
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")
    body = bodies(duel.bert)[-1]
    assert body["note"] == ["12:30"] and body["input"]["moves"][0]["unit"] == "suc-1"
    assert body["input"]["moves"][0]["path"][-1] == "0406"
