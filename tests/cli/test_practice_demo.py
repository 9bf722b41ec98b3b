"""practice and demo: the plumbing around the practice opponent, here a random player."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.players import Player, assert_two_lines, random_opponents


@pytest.fixture(autouse=True)
def _random(monkeypatch: pytest.MonkeyPatch) -> None:
    random_opponents(monkeypatch)


@pytest.mark.slow
def test_practice_begins_answers_and_waits(anna: Player) -> None:
    begun = anna.good(
        "practice", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--name", "Anna", "--json"
    ).json
    assert begun["answered"] == [1] and "pbem orders" in begun["commands"]
    at = anna.within("practice")
    nothing = at("practice")
    assert nothing.status == 3
    assert_two_lines(nothing)
    for number in (2, 4):
        at.good("orders", "--fresh")
        at.good("submit", "--yes", "--empty")
        told = at.good("practice", "--json").json
        assert told["answered"] == [number + 1] and told["report"].startswith("pbem report 3 ")
    assert "Practice opponent (Prussian)" in at.good("show", "3").out
    at.good("verify")


def test_practice_goes_on_where_it_was_interrupted(anna: Player) -> None:
    anna.good("practice", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase")
    at = anna.within("practice")
    at.good("orders")
    at.good("submit", "--yes", "--empty")
    copy = {name: (at.place / name).read_bytes() for name in ("log.jsonl", "tapes.jsonl")}
    at.good("practice")
    for name, data in copy.items():
        (at.place / name).write_bytes(data)
    for path in (at.place / "inbox").glob("0003*"):
        path.unlink()
    assert at.good("practice", "--json").json["answered"] == [3]


def test_a_campaign_against_a_person_has_no_practice_opponent(anna: Player) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "g")
    said = anna("practice", "--campaign", "g")
    assert said.status == 2 and "--side" in said.err


@pytest.mark.slow
def test_demo_plays_archives_and_verifies(whole: Player, archive: Path) -> None:
    # Pages are drawn beside it by other tests.
    assert sorted(path.name for path in archive.parent.iterdir() if path.suffix != ".html") == [
        "a",
        "a-home",
        "b",
        "b-home",
        archive.name,
        "pbem-demo.txt",
    ]
    assert (whole.place / "log.jsonl").read_bytes() == (archive.parent / "b/log.jsonl").read_bytes()


@pytest.mark.slow
def test_demo_can_be_repeated_and_says_verified(anna: Player) -> None:
    first = anna.good("demo", "--json").json
    assert first["verdict"]["ok"] and first["verdict"]["detail"] == "finished and audited"
    second = anna.good("demo")
    assert second.out.rstrip().split("\n")[-1] == "verified: finished and audited"
    assert len(list((anna.place / "demo").glob("*.pbem"))) == 1
    assert not Path(first["archive"]).exists()


def test_demo_leaves_a_foreign_folder_alone(anna: Player) -> None:
    (anna.place / "demo/a").mkdir(parents=True)
    (anna.place / "demo/a/log.jsonl").write_text("mine", encoding="utf-8")
    said = anna("demo")
    assert said.status == 2 and "--folder" in said.err
    assert_two_lines(said)
    assert (anna.place / "demo/a/log.jsonl").read_text(encoding="utf-8") == "mine"
