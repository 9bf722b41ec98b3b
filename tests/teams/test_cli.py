"""Teams as people type them: four configuration folders, and nothing between them but files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.players import Player, assert_two_lines, fresh_player
from tests.teams.ruleset import TALK


class Four:
    """anna and bert are captains; ney and york have the campaign in `game`, imported from mails."""

    def __init__(self, at: Path) -> None:
        anna, bert, ney, york = (fresh_player(at, name) for name in ("anna", "bert", "ney", "york"))
        keys = {who: who.good("part", "--key", "--no-passphrase", "--json").json["key"] for who in (ney, york)}
        (anna.place / "ney.key").write_text(f"from ney:\n{keys[ney]}\n", encoding="utf-8")
        begin = ["new", "--ruleset", "wings", "--side", "red", "--name", "Anna", "--no-passphrase", "--folder", "game"]
        self.new = anna.good(*begin, "--member", "ney:ney.key:red-left").out
        invitation = anna.place / "game/outbox/0000-a.yaml"
        join = ["join", invitation, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes"]
        self.join = bert.good(*join, "--member", f"york:{keys[york]}:blue-left, blue-right").out
        accept = bert.place / "game/outbox/0001-b.yaml"
        anna.good("receive", accept, "--quiet")
        for member in (ney, york):
            self.imported = member.good("import", invitation, accept, "--into", "game").out
        self.invitation = invitation.read_text(encoding="utf-8")
        self.anna, self.bert, self.ney, self.york = (who.within("game") for who in (anna, bert, ney, york))

    def everybody(self) -> list[Player]:
        return [self.anna, self.bert, self.ney, self.york]

    def spread(self, sender: Player, seq: int) -> None:
        mail = next((sender.place / "outbox").glob(f"{seq:04d}-?.yaml"))
        for other in self.everybody():
            if other is not sender:
                other.good("receive", mail, "--quiet")


def write(player: Player, *orders: dict[str, Any], **more: str) -> None:
    """Replaces the list in the template that lies there."""
    player.good("orders", "--fresh")
    path = player.place / "orders.yaml"
    lines = [f"- {{units: [{', '.join(o['units'])}], do: {o['do']}}}" for o in orders]
    text = path.read_text(encoding="utf-8").replace("orders: []", "orders:\n  " + "\n  ".join(lines))
    for name, value in more.items():
        text += f"{name}: {value}\n"
    path.write_text(text, encoding="utf-8")


LEFT = {"units": ["red-left-1"], "do": "advance"}
CENTRE = {"units": ["red-centre-1"], "do": "advance"}


@pytest.fixture
def four(tmp_path: Path) -> Four:
    return Four(tmp_path)


@pytest.mark.slow
@pytest.mark.smoke
def test_a_turn_of_four(four: Four) -> None:
    assert "In your team: ney: Red Left (" in four.new and f"honour rule: {TALK}" in four.new
    assert "his team" in four.join and "york: Blue Left, Blue Right (" in four.join and TALK in four.join
    assert "team:\n  ney: [red-left]" in four.invitation
    assert "you play: york, in the team of Bert (Blue)" in four.imported
    assert four.ney.good("list", "--json").json["campaigns"][0]["you"] == "ney, in the team of Anna (Red)"
    said = four.ney.good("status").out
    assert "you        ney, in the team of Anna (Red)" in said and "your part of the orders in message 2" in said
    assert TALK in said and "next       pbem orders" in said
    assert "no part of message 2 yet" in four.anna.good("status").out

    write(four.ney, LEFT)
    assert "signal" not in (four.ney.place / "orders.yaml").read_text("utf-8")
    assert "You command Red Left." in (four.ney.place / "orders.yaml").read_text("utf-8")
    assert "Next: pbem part" in four.ney.good("check").out
    told = four.ney.good("part", "--yes", "--json").json
    assert told["member"] == "ney" and told["signed"] is True and len(told["orders"]) == 1
    part = Path(told["file"])
    assert part.name == "part-0002-ney.txt" and "mail outbox/part-0002-ney.txt" in four.ney.good("status").out

    assert "the part of ney for message 2, 1 order" in four.anna.good("receive", part).out
    assert "his part of message 2 is here" in four.anna.good("status").out
    write(four.anna, CENTRE)
    checked = four.anna.good("check").out
    assert "With the part of ney: 1 order" in checked and "red-left-1: advance" in checked
    four.anna.good("submit", "--yes", "--empty")
    four.spread(four.anna, 2)
    report = four.bert.good("report", "2").out
    assert "  ney: red-left-1: advance\n  red-centre-1: advance" in report

    assert "a briefing for message 3" in four.york.good("status").out
    refused = four.york("orders")
    assert refused.status == 3 and "pbem part --brief" in refused.err
    briefing = Path(four.bert.good("part", "--brief", "--json").json["briefing"])
    told_york = four.york.good("receive", briefing).out
    assert "the briefing for message 3" in told_york and "pbem orders, pbem check, pbem part" in told_york
    position = [player.good("map", "--json").json["at"] for player in (four.york, four.bert)]
    assert position[0] == position[1]
    write(four.york, {"units": ["blue-left-1"], "do": "advance"})
    mailed = four.york.good("part", "--yes", "--json").json["file"]
    write(four.bert)
    four.bert.good("submit", "--yes", "--empty", "--part", mailed)
    four.spread(four.bert, 3)
    for player in four.everybody():
        assert "4 messages" in player.good("status").out
        assert player.good("verify").status == 0


def test_a_part_that_is_the_untouched_template_is_not_signed_by_accident(four: Four) -> None:
    four.ney.good("orders", "--fresh")
    for options in (("--yes",), ("--yes", "--json")):
        said = four.ney("part", *options)
        assert said.status == 2 and "--empty" in said.out + said.err
    assert not list((four.ney.place / "outbox").glob("part-*"))
    assert four.ney.good("part", "--yes", "--empty", "--json").json["signed"] is True


def test_who_plays_alone_reads_of_no_honour_rule(tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    said = anna.good("new", "--ruleset", "wings", "--side", "red", "--no-passphrase", "--folder", "game").out
    assert TALK not in said and TALK not in anna.within("game").good("status").out
    assert anna.within("game").good("status", "--json").json["team"] == []


def test_what_a_member_must_not_order(four: Four) -> None:
    assert "then pbem check, then pbem part" in four.ney.good("orders").out
    write(four.ney, LEFT, CENTRE)
    for command in ("check", "part"):
        said = four.ney(command)
        assert said.status == 1
        assert_two_lines(said)
        assert "it concerns Red Centre; ney commands Red Left [PART_SCOPE]" in said.err
    write(four.ney, LEFT, signal="charge")
    said = four.ney("part", "--yes")
    assert said.status == 1 and "signal: this is your captain's to say" in said.err
    write(four.ney, {"units": ["nobody"], "do": "fire"})
    assert four.ney("part", "--yes").status != 0
    assert not list((four.ney.place / "outbox").iterdir())


def test_each_signs_what_is_his(four: Four) -> None:
    for wish, code in (
        (("submit", "--yes", "--empty"), "its captain signs"),
        (("resign", "--yes"), "its captain signs"),
    ):
        said = four.ney(*wish)
        assert said.status == 3 and code in said.err
        assert_two_lines(said)
    said = four.anna("part")
    assert said.status == 2 and "no member" in said.err and "a captain writes: pbem submit" in said.err
    assert four.ney("part", "--brief").status == 2
    assert four.anna("part", "--brief").status == 2  # message 2: everybody knows the position
    assert four.bert("part", "--brief").status == 3
    assert four.york("part").status == 3


def test_a_second_part_wants_a_word(four: Four) -> None:
    write(four.ney, LEFT)
    first = Path(four.ney.good("part", "--yes", "--json").json["file"])
    before = first.read_bytes()
    write(four.ney, {**LEFT, "do": "fire"})
    said = four.ney("part", "--yes", "--json")
    assert said.status == 2 and said.json["error"]["code"] == "JOURNAL_REFUSED"
    assert four.ney.good("part", "--resend", "--json").json["file"] == str(first) and first.read_bytes() == before
    second = Path(four.ney.good("part", "--yes", "--again", "--json").json["file"])
    assert second.name == "part-0002-ney-2.txt" and second.read_bytes() != before
    for part in (first, second):
        four.anna.good("receive", part)
    write(four.anna)
    said = four.anna("submit", "--yes", "--empty", "--json")
    assert said.json["error"]["code"] == "PART_TWICE" and "part-0002-ney" in said.json["error"]["what"]
    told = four.anna.good("submit", "--dry-run", "--json", "--part", second).json
    assert [order["do"] for order in told["input"]["orders"]] == ["fire"]


def test_a_fault_in_merged_orders_names_member_and_formation(four: Four) -> None:
    write(four.ney, LEFT)
    four.anna.good("receive", four.ney.good("part", "--yes", "--json").json["file"])
    write(four.anna, CENTRE, LEFT)
    said = four.anna("check", "--json")
    (finding,) = said.json["error"]["findings"]
    assert said.status == 1 and finding["path"] == ["orders", 1] and finding["line"] > 0
    assert "red-left-1 has its order already" in finding["what"]
    write(four.anna, LEFT)
    (finding,) = four.anna("check", "--json").json["error"]["findings"]
    assert finding["path"] == ["orders", 0] and "red-left-1 has its order already" in finding["what"]


def test_a_part_that_contradicts_itself_is_named_by_its_member(four: Four) -> None:
    """Whoever has a member's key can sign what his own program refuses; the captain's tells whose it is."""
    from pbem.campaign.inbox.recovery import open_campaign
    from pbem.local.practice import local_person
    from pbem.mail.armour import PART, write_block
    from pbem.protocol.teams import part_payload, sign_part
    from pbem.store.home import Home

    home = Home(four.ney.home)
    chain = open_campaign(four.ney.place, home, local_person(home), write=False).chain
    line = sign_part(local_person(home).master, part_payload(chain, "ney", [LEFT, LEFT]))
    mail = four.anna.place / "mail.txt"
    mail.write_text(write_block(line, PART), encoding="utf-8")
    four.anna.good("receive", mail)
    write(four.anna, CENTRE)
    said = four.anna("check")
    assert said.status == 1 and "order 2 of ney (Red Left): red-left-1 has its order already" in said.err


@pytest.mark.parametrize(
    ("member", "code"),
    [
        ("ney", "MEMBER"),
        ("ney:red-left", "MEMBER"),
        ("Ney:{key}:red-left", "MEMBER"),
        ("ney:{key}:", "MEMBER"),
        ("ney:{key}:blue-left", "MEMBER"),
        ("ney:{key}:red-lef", "MEMBER"),
        ("ney:missing.key:red-left", "FILE_MISSING"),
        ("ney:" + "0" * 64 + ":red-left", "KEY_INVALID"),
        ("ney:{own}:red-left", "KEY_REUSED"),
    ],
)
def test_members_that_cannot_be(tmp_path: Path, member: str, code: str) -> None:
    anna, ney = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "ney")
    key, own = (who.good("part", "--key", "--no-passphrase", "--json").json["key"] for who in (ney, anna))
    text = member.format(key=key, own=own)
    said = anna("new", "--ruleset", "wings", "--side", "red", "--folder", "game", "--json", "--member", text)
    assert said.status == 2 and said.json["error"]["code"] == code
    assert not (anna.place / "game/log.jsonl").exists()


def test_a_ruleset_without_team_play_says_so(tmp_path: Path) -> None:
    anna, ney = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "ney")
    key = ney.good("part", "--key", "--no-passphrase", "--json").json["key"]
    new = ["new", "--ruleset", "napoleon-at-war", "--side", "french", "--no-passphrase", "--json"]
    said = anna(*new, "--member", f"ney:{key}:v-corps")
    assert said.json["error"]["code"] == "ENGINE_MISMATCH" and "no team play" in said.json["error"]["what"]
