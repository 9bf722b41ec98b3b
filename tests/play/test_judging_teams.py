"""What the page tells a captain and the members of his team: what `pbem check` tells each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.writing.team_orders import keep_part
from pbem.engine.desk import Combat, Course, Layout, Movable, Move, OrdersDesk, Reach, Step
from pbem.engine.gesture import ALL, Gesture
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.requests import Choose
from pbem.mail.armour import PART, read_blocks
from pbem.play.evening import Evening
from pbem.play.judging import desk_data, judged
from pbem.play.openings import Openings
from tests.installed import installed
from tests.play.visitor import Visitor
from tests.teams.players import Peer, Table
from tests.teams.ruleset import WingsGame, WingsTeams

LEFT = {"units": ["red-left-1"], "do": "advance"}
FIRE = {**LEFT, "do": "fire"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with installed(tmp_path / "dist", "wings"):
        yield Table.begin(tmp_path / "table")


def opened(peer: Peer) -> Openings:
    return Openings(peer.home, peer.person)


def test_a_captain_sees_what_his_team_has_ordered(table: Table) -> None:
    at = opened(table.anna)
    campaign, due = at.at(table.anna.path).due()
    assert judged(campaign, due, {})["lines"][:1] != ["With the part of ney: 1 order"]
    part = table.ney.part([LEFT])
    writing = table.anna.open()
    keep_part(writing, read_blocks(part, PART)[0].envelope)
    writing.folder.close()
    assert at.at(table.anna.path).campaign is campaign, "the log has not changed"
    told = judged(*at.at(table.anna.path).due(), {})
    assert told["ok"] and told["lines"][0] == "With the part of ney: 1 order"
    twice = judged(*at.at(table.anna.path).due(), {"orders": [LEFT]})
    assert twice["ok"] is (not twice["findings"])


def test_a_member_orders_what_is_his_alone(table: Table) -> None:
    at = opened(table.ney)
    campaign, due = at.at(table.ney.path).due()
    assert due.kind == "orders" and desk_data(campaign, due)["standing_file"] is None
    assert judged(campaign, due, {"orders": [LEFT]})["ok"]
    told = judged(campaign, due, {"orders": [LEFT]}, "hello")
    assert [one["code"] for one in told["findings"]] == ["part-scope"] and told["findings"][0]["path"] == ["note"]


def test_what_a_member_is_told_of_the_position_is_noticed(table: Table) -> None:
    table.send(table.anna.submit([LEFT]), table.anna)
    at = opened(table.york)
    before = at.at(table.york.path).due()[1]
    briefing = table.bert.brief()
    table.york.take(briefing)
    after = at.at(table.york.path).due()[1]
    assert before is not after and after.kind == "orders"
    assert at.at(table.york.path).due()[1] is after


# -- a part that is signed again -------------------------------------------------------------------


def page(peer: Peer) -> Visitor:
    evening = Evening(peer.home, peer.person, peer.path, peer.path)
    return Visitor(evening, evening.begins_with)


def typed(peer: Peer, *orders: Any) -> None:
    """Orders in the file that lies there, as the page writes them."""
    peer_page = page(peer)
    peer_page.post("/api/C/orders")
    base = peer_page.get("/api/C/desk")["file"]["digest"]
    peer_page.post("/api/C/keep", base=base, orders={"orders": list(orders)})


def test_a_part_that_was_signed_is_signed_again_after_a_word_and_the_first_one_once_more(table: Table) -> None:
    ney = page(table.ney)
    typed(table.ney, LEFT)
    first = ney.post("/api/C/part/sign", digest=ney.post("/api/C/part/prepare")["digest"])
    typed(table.ney, FIRE)
    shown = ney.post("/api/C/part/prepare")
    assert not shown["again"] and shown["orders"] == [FIRE]
    refused = ney.refused("/api/C/part/sign", 409, digest=shown["digest"])
    assert refused["code"] == "JOURNAL_REFUSED" and "--again" in refused["mend"]
    assert ney.post("/api/C/part/resend") == {"message": 2, "file": first["file"], "text": first["text"]}
    second = ney.post("/api/C/part/sign", digest=shown["digest"], again=True)
    assert Path(second["file"]).name == "part-0002-ney-2.txt" and second["text"] != first["text"]
    assert ney.post("/api/C/part/prepare")["again"], "what was signed last is the part that counts"


@pytest.mark.slow
def test_a_captain_says_which_of_two_parts_counts(table: Table) -> None:
    anna = page(table.anna)
    for part in (table.ney.part([LEFT]), table.ney.part([FIRE], again=True)):
        anna.post("/api/receive", text=part.decode())
    listed = anna.get("/api/C/parts")["parts"]
    assert [(one["member"], one["orders"]) for one in listed] == [("ney", 1), ("ney", 1)]
    assert {one["file"] for one in listed} == {"part-0002-ney.txt", "part-0002-ney-2.txt"}
    anna.post("/api/C/orders")
    for path in ("prepare", "judge"):
        assert anna.refused(f"/api/C/{path}", 422, orders={})["code"] == "PART_TWICE"
    chosen = ["part-0002-ney-2.txt"]
    assert anna.post("/api/C/judge", orders={}, parts=chosen)["lines"][0] == "With the part of ney: 1 order"
    shown = anna.post("/api/C/prepare", parts=chosen)
    assert shown["input"]["orders"] == [FIRE]
    assert anna.refused("/api/C/sign", 422, digest=shown["digest"])["code"] == "PART_TWICE"
    assert anna.post("/api/C/sign", digest=shown["digest"], parts=chosen)["signed"]
    assert table.anna.open(write=False).chain.messages[2].body["input"]["orders"] == [FIRE]


@pytest.mark.parametrize("name", ["nothing.txt", "../log.jsonl", "/etc/passwd", ""])
def test_a_part_that_counts_lies_in_the_drawer(table: Table, name: str) -> None:
    anna = page(table.anna)
    for path in ("prepare", "judge", "reach", "sign"):
        refused = anna.refused(f"/api/C/{path}", 422, orders={}, digest="", parts=[name])
        assert refused["code"] in {"FILE_MISSING", "FILE_NAME_UNSAFE"}


# -- the captain's desk ----------------------------------------------------------------------------


class RoadDesk(OrdersDesk):
    """Units go one place on from where the orders before have brought them."""

    def __init__(self, team: Sequence[Any] = ()) -> None:
        self.team = team

    def layout(self, request: Choose, own: Own = NOTHING) -> Layout:
        units = request.options.describe()["units"]
        return Layout(
            tuple(Movable(unit, unit, "0") for unit in units), Gesture("orders", {"units": ALL, "do": "advance"})
        )

    def reach(
        self, request: Choose, document: Any, who: Sequence[str], own: Own = NOTHING, way: Sequence[str] = ()
    ) -> Reach:
        ordered = {unit for order in [*self.team, *document.get("orders", ())] for unit in order["units"]}
        return Reach("1", () if ordered & set(who) else (Step("1", "1"),))

    def course(self, request: Choose, document: Any, own: Own = NOTHING) -> Course:
        orders = [*self.team, *document.get("orders", ())]
        moves = [Move(("orders", number), tuple(order["units"]), ("0", "1")) for number, order in enumerate(orders)]
        combats = [
            Combat(("orders", number, "fight"), ("1",), tuple(order["units"])) for number, order in enumerate(orders)
        ]
        return Course(tuple(moves), combats=tuple(combats))


def test_what_his_members_have_ordered_counts_on_a_captain_s_desk(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WingsGame, "desk", property(lambda self: RoadDesk()))
    monkeypatch.setattr(WingsTeams, "desk", lambda self, orders: RoadDesk(orders))
    anna, own = page(table.anna), {"orders": [{"units": ["red-centre-1"], "do": "advance"}]}
    for unit in ("red-left-1", "red-left-2"):
        assert anna.post("/api/C/reach", orders=own, who=[unit])["reach"]["steps"]
    anna.post("/api/receive", text=table.ney.part([LEFT]).decode())
    assert not anna.post("/api/C/reach", orders=own, who=["red-left-1"])["reach"]["steps"]
    assert anna.post("/api/C/reach", orders=own, who=["red-left-2"])["reach"]["steps"]
    course = anna.post("/api/C/judge", orders=own)["course"]
    assert [(move["at"], move["who"]) for move in course["moves"]] == [
        ([], ["red-left-1"]),
        (["orders", 0], ["red-centre-1"]),
    ]
    assert [combat["at"] for combat in course["combats"]] == [[], ["orders", 0, "fight"]]
