"""What the page writes: the file of an editor, changed where it means to. Nothing that was written is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_at_hand import digest_of
from pbem.campaign.writing.orders_file import HELPER_SCHEMA, ORDERS_FILE, check_orders, keep_orders, template_text
from pbem.campaign.writing.rewriting import Rewritten
from pbem.campaign.writing.standing import STANDING, STANDING_SCHEMA, read_standing, standing_text
from pbem.errors import Problem
from pbem.orders.loader import load
from pbem.play import keeping
from pbem.play.judging import orders_data, standing_data
from pbem.play.keeping import Keeper
from tests.games import games
from tests.games.chance import fixed_secrets
from tests.play.evenings import questions

# By a name that no example of the template has.
ORDERS = {"moves": [{"unit": "1/Suchet", "to": "0508"}]}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[tuple[Campaign, Due]]:
    """The first question of a game, and nothing in orders.yaml."""
    game = questions(tmp_path, Invitation("napoleon-at-war", "learning-jena", "french"), "keeping", 2)
    campaign, due, _ = next(game)
    yield campaign, due
    game.close()


def text(campaign: Campaign, name: str = ORDERS_FILE) -> bytes:
    return campaign.folder.read_document(name)


def edit(campaign: Campaign, before: bytes, after: bytes, name: str = ORDERS_FILE) -> str:
    """An edit with an editor; the digest of the file."""
    data = text(campaign, name)
    assert data.count(before) == 1
    (campaign.folder.path / name).write_bytes(data.replace(before, after))
    return digest_of(data.replace(before, after))


def put_away(campaign: Campaign) -> list[bytes]:
    return [(campaign.folder.path / "orders" / name).read_bytes() for name in campaign.folder.names("orders")]


def test_the_first_change_writes_the_template_with_it(at: tuple[Campaign, Due]) -> None:
    campaign, due = at
    kept = Keeper().orders(campaign, due, ORDERS, "Good luck!", "")
    assert kept.digest == digest_of(text(campaign)) and kept.put_away is None
    for line in template_text(campaign, due).splitlines():
        assert line in text(campaign).decode().splitlines()
    assert load(text(campaign)).data["note"] == "Good luck!" and campaign.folder.has_document(HELPER_SCHEMA)
    assert check_orders(campaign, due, text(campaign)).findings == ()
    assert (campaign.folder.path / ORDERS_FILE).stat().st_mode & 0o777 == 0o600


def test_what_a_hand_has_edited_is_put_away_once_and_kept_but_for_the_change(at: tuple[Campaign, Due]) -> None:
    campaign, due = at
    keeper = Keeper()
    base = keeper.orders(campaign, due, ORDERS, "", "").digest
    base = edit(campaign, b'- {unit: 1/Suchet, to: "0508"}', b"- {unit:   1/Suchet, to: '0508'}   # stays  ")
    mine = text(campaign)
    more = {"moves": [*ORDERS["moves"], {"unit": "gaz-1", "to": "0606"}]}
    first = keeper.orders(campaign, due, more, "", base)
    assert first.put_away is not None and first.put_away.read_bytes() == mine
    entry = b"- {unit:   1/Suchet, to: '0508'}   # stays  \n"
    assert text(campaign) == mine.replace(entry, entry + b'  - {unit: gaz-1, to: "0606"}\n')
    second = keeper.orders(campaign, due, ORDERS, "", first.digest)
    assert second.put_away is None and text(campaign) == mine
    # Another program, or this one started anew, has not written it.
    assert Keeper().orders(campaign, due, more, "", second.digest).put_away == first.put_away


def test_the_untouched_template_and_sent_orders_need_no_copy(at: tuple[Campaign, Due]) -> None:
    campaign, due = at
    campaign.folder.write_document(ORDERS_FILE, template_text(campaign, due).encode())
    base = digest_of(text(campaign))
    kept = Keeper().orders(campaign, due, ORDERS, "", base)
    assert kept.put_away is None and put_away(campaign) == []
    keep_orders(campaign, 2, due.state["at"])
    assert Keeper().orders(campaign, due, {}, "", kept.digest).put_away is None and len(put_away(campaign)) == 1


def test_a_clash_keeps_both(at: tuple[Campaign, Due]) -> None:
    campaign, due = at
    keeper = Keeper()
    base = keeper.orders(campaign, due, ORDERS, "", "").digest
    theirs = edit(campaign, b'1/Suchet, to: "0508"', b'1/Suchet, to: "0509"')
    edited = text(campaign)
    wanted = {"moves": [{"unit": "gaz-1", "to": "0606"}]}
    with pytest.raises(Problem) as told:
        keeper.orders(campaign, due, wanted, "mine", base)
    assert told.value.code == "CLASH" and "orders" in told.value.mend
    assert text(campaign) == edited
    (mine,) = put_away(campaign)
    assert load(mine).data["moves"] == wanted["moves"] and load(mine).data["note"] == "mine"
    # Whoever has seen the other file may write; nobody is told of a clash who wants what is there.
    assert keeper.orders(campaign, due, {"moves": [{"unit": "1/Suchet", "to": "0509"}]}, "", base).digest == theirs
    assert keeper.orders(campaign, due, wanted, "mine", theirs).put_away is not None
    assert edited in put_away(campaign)


def test_two_windows_that_clash_keep_both_versions_whoever_wins(at: tuple[Campaign, Due]) -> None:
    """Both pages are of one program: what one of them wrote is no work of the other."""
    campaign, due = at
    keeper = Keeper()
    base = keeper.orders(campaign, due, {}, "", "").digest
    first, second = ({"moves": [{"unit": unit, "to": "0606"}]} for unit in ("gaz-1", "1/Suchet"))
    written = keeper.orders(campaign, due, first, "", base)
    hers = text(campaign)
    with pytest.raises(Problem) as told:
        keeper.orders(campaign, due, second, "", base)
    assert told.value.code == "CLASH" and text(campaign) == hers
    kept = keeper.orders(campaign, due, second, "", written.digest)
    assert kept.put_away is not None and kept.put_away.read_bytes() == hers
    assert load(text(campaign)).data["moves"] == second["moves"]


@pytest.mark.parametrize("standing", [False, True])
def test_a_window_that_clashes_again_and_again_keeps_each_version_once(
    at: tuple[Campaign, Due], standing: bool
) -> None:
    campaign, due = at
    keeper = Keeper()

    def write(goal: str, base: str) -> str:
        if standing:
            return keeper.standing(campaign, {"retreat": {"v-corps": {"to": [goal]}}}, base).digest
        return keeper.orders(campaign, due, {"moves": [{"unit": "gaz-1", "to": goal}]}, "", base).digest

    begun = digest_of(text(campaign, STANDING)) if standing else ""
    goals = ("n", "s") if standing else ("0606", "0605")
    base = write(goals[0], begun)
    for _ in range(3):
        with pytest.raises(Problem):
            write(goals[1], begun)
    assert len(put_away(campaign)) == 1
    write(goals[1], base)
    assert len(put_away(campaign)) == 2


@pytest.mark.parametrize("name", [ORDERS_FILE, STANDING])
def test_what_an_editor_saves_while_a_change_is_worked_out_is_not_written_over(
    at: tuple[Campaign, Due], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    campaign, due = at
    orders = name == ORDERS_FILE
    path, worked_out = campaign.folder.path / name, keeping.orders_rewritten if orders else keeping.standing_rewritten

    def meanwhile(*args: Any) -> Rewritten:
        found = worked_out(*args)
        path.write_bytes(b"# saved meanwhile\n")
        return found

    base = digest_of(text(campaign, name)) if campaign.folder.has_document(name) else ""
    monkeypatch.setattr(keeping, worked_out.__name__, meanwhile)
    with pytest.raises(Problem) as told:
        if orders:
            Keeper().orders(campaign, due, ORDERS, "", base)
        else:
            Keeper().standing(campaign, {"retreat": {"v-corps": {"to": ["n"]}}}, base)
    assert told.value.code == "CLASH" and path.read_bytes() == b"# saved meanwhile\n"
    assert any(b"1/Suchet" in data if orders else b'v-corps: {to: ["n"]}' in data for data in put_away(campaign))


@pytest.mark.parametrize("gone", [False, True])
def test_a_file_that_came_or_went_is_a_clash(at: tuple[Campaign, Due], gone: bool) -> None:
    campaign, due = at
    keeper = Keeper()
    base = keeper.orders(campaign, due, ORDERS, "", "").digest
    if gone:
        (campaign.folder.path / ORDERS_FILE).unlink()
    with pytest.raises(Problem) as told:
        keeper.orders(campaign, due, {}, "", base if gone else "")
    assert told.value.code == "CLASH"
    assert campaign.folder.has_document(ORDERS_FILE) is not gone


@pytest.mark.parametrize(
    "broken",
    [
        b"moves: [\n",
        b"moves: &a []\n",
        b"\xff\xfe",
        b"campaign: other\nphase: x\nfor: 1\nmoves: []\n",
        b"# nothing but a comment\n",
        b'{campaign: "HERE", phase: PHASE, for: 1, moves: []}\n',
    ],
)
def test_what_cannot_be_changed_is_put_away_and_written_anew(at: tuple[Campaign, Due], broken: bytes) -> None:
    campaign, due = at
    keeper = Keeper()
    keeper.orders(campaign, due, {}, "", "")
    frame = load(text(campaign)).data
    broken = broken.replace(b"HERE", frame["campaign"].encode()).replace(b"PHASE", frame["phase"].encode())
    (campaign.folder.path / ORDERS_FILE).write_bytes(broken)
    kept = keeper.orders(campaign, due, ORDERS, "", digest_of(broken))
    assert kept.put_away is not None and kept.put_away.read_bytes() == broken
    assert load(text(campaign)).data["moves"] == ORDERS["moves"]


def test_a_file_that_is_too_large_is_left_alone(at: tuple[Campaign, Due]) -> None:
    campaign, due = at
    large = b"# " + b"x" * 300_000
    (campaign.folder.path / ORDERS_FILE).write_bytes(large)
    with pytest.raises(Problem) as told:
        Keeper().orders(campaign, due, ORDERS, "", "")
    assert told.value.code == "FILE_TOO_LARGE" and (campaign.folder.path / ORDERS_FILE).read_bytes() == large
    (campaign.folder.path / STANDING).write_bytes(large)
    for name, found in ((ORDERS_FILE, orders_data(campaign, due)), (STANDING, standing_data(campaign))):
        (notice,) = found["notices"]
        assert f"The present {name} is not in this page" in notice and "move it away first" in notice


def test_a_link_leads_nowhere(at: tuple[Campaign, Due], tmp_path: Path) -> None:
    campaign, due = at
    (tmp_path / "else.yaml").write_bytes(b"mine")
    (campaign.folder.path / ORDERS_FILE).symlink_to(tmp_path / "else.yaml")
    Keeper().orders(campaign, due, ORDERS, "", "")
    assert (tmp_path / "else.yaml").read_bytes() == b"mine"
    assert not (campaign.folder.path / ORDERS_FILE).is_symlink()


def test_standing_orders_are_kept_in_the_same_way(at: tuple[Campaign, Due]) -> None:
    campaign, _ = at
    keeper, begun = Keeper(), digest_of(text(campaign, STANDING))
    base = keeper.standing(campaign, {"retreat": {"v-corps": {"to": ["n"]}}}, begun).digest
    lines = text(campaign, STANDING).decode().splitlines()
    template = standing_text(campaign, campaign.seat).splitlines()
    assert [line for line in lines if line not in template] == ['  v-corps: {to: ["n"]}']
    at_line = lines.index('  v-corps: {to: ["n"]}')
    assert lines[at_line - 1].startswith("  # v-corps: {}") and campaign.folder.has_document(STANDING_SCHEMA)
    base = edit(campaign, b'  v-corps: {to: ["n"]}', b"  v-corps: {units: {1/Suchet: [n]}}  # by name", STANDING)
    value = {one.slot.name: one.value for one in read_standing(campaign, campaign.seat)}["retreat.v-corps"]
    assert value == {"units": {"suc-1": ["n"]}}
    kept = keeper.standing(campaign, {"retreat": {"v-corps": value}, "advance": {"v-corps": {"when": "safe"}}}, base)
    assert kept.put_away is not None and b"1/Suchet: [n]}}  # by name\n" in text(campaign, STANDING)
    with pytest.raises(Problem) as told:
        keeper.standing(campaign, {}, base)
    assert told.value.code == "CLASH"
    keeper.standing(campaign, {}, kept.digest)
    assert text(campaign, STANDING).decode().splitlines() == template


def test_who_only_looks_on_has_no_standing_orders(tmp_path: Path) -> None:
    with fixed_secrets("onlooker"):
        a, b = games.begin(tmp_path, Invitation("napoleon-at-war", "learning-jena", "french"))
    stranger = Campaign(a.folder, a.machine, a.chain, None, None)
    with pytest.raises(Problem) as told:
        Keeper().standing(stranger, {}, "")
    assert told.value.code == "NOT_A_PLAYER"
    a.folder.close()
    b.folder.close()
