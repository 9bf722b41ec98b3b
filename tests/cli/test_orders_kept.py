"""What becomes of orders.yaml when the next question is due."""

from __future__ import annotations

from tests.cli.players import Duel


def kept(duel: Duel) -> list[str]:
    return sorted(path.name for path in (duel.anna.place / "orders").iterdir())


def test_orders_that_were_sent_are_kept_once(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    duel.anna.good("orders")
    assert [name[:5] for name in kept(duel)] == ["0002-"]


def test_orders_that_were_never_sent_are_kept_too(duel: Duel) -> None:
    duel.turn(2)
    ours = duel.anna.place / "orders.yaml"
    ours.write_text(ours.read_text(encoding="utf-8") + "# a second thought\n", encoding="utf-8")
    duel.turn(3)
    duel.anna.good("orders")
    assert [name[:6] for name in kept(duel)] == ["0002-f", "unsent"]
    assert (duel.anna.place / "orders/unsent.yaml").read_text(encoding="utf-8").endswith("# a second thought\n")
