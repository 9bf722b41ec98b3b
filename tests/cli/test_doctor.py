"""doctor: what is well, what was mended, what is wrong."""

from __future__ import annotations

from tests.cli.players import Duel, Player


def states(told: dict[str, list[dict[str, str]]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in told["findings"]:
        found.setdefault(finding["state"], []).append(f"{finding['about']}: {finding['text']}")
    return found


def test_without_identity_and_campaign(anna: Player) -> None:
    told = anna.good("doctor", "--json").json
    assert told["ok"] and any("ruleset napoleon-at-war" in line for line in states(told)["good"])
    assert "none yet" in anna.good("doctor").out


def test_tapes_are_healed(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    path = duel.anna.place / "tapes.jsonl"
    good = path.read_bytes()
    assert states(duel.anna.good("doctor", "--json").json).get("mended") is None
    lines = good.splitlines(keepends=True)
    for broken in (b"", b"".join(lines[:-1]), good.replace(lines[1], b'[["x",6,1]]\n', 1), good + b'[["to'):
        path.write_bytes(broken)
        told = duel.anna.good("doctor", "--json").json
        assert told["ok"] and path.read_bytes() == good
        assert duel.anna("verify", "--campaign", duel.anna.place).status == 0


def test_a_moved_folder_is_registered_again(duel: Duel) -> None:
    moved = duel.anna.place.with_name("moved")
    duel.anna.place.rename(moved)
    at = Player(duel.anna.home, moved)
    assert "receive went to" in at.good("doctor").out
    assert states(at.good("doctor", "--json").json).get("mended") is None


def test_a_log_that_was_changed(duel: Duel) -> None:
    path = duel.anna.place / "log.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"sig":"', b'"sig":"A', 1))
    said = duel.anna("doctor")
    assert said.status == 2 and "the log is not valid" in said.out


def test_an_identity_that_others_may_read(duel: Duel) -> None:
    (duel.anna.home / "identity.json").chmod(0o644)
    said = duel.anna("doctor")
    assert said.status == 2 and "chmod 600" in said.out
    (duel.anna.home / "identity.json").write_bytes(b"{}")
    assert duel.anna("doctor").status == 2


def test_former_identities_are_named_where_they_do_not_open(anna: Player) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "game")
    anna.good("keys", "renew", "--yes")
    told = anna.good("doctor", "--json").json["findings"]
    assert [one["text"].split(",")[0] for one in told if one["about"] == "former identities"] == ["1 open"]
    (kept,) = (anna.home / "former").iterdir()
    kept.write_text("{}", encoding="utf-8")
    (one,) = (one for one in anna.good("doctor", "--json").json["findings"] if one["about"] == "former identities")
    assert one["state"] == "note" and str(kept) in one["text"] and "pbem keys restore FILE --former" in one["mend"]
