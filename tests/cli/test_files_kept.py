"""No command destroys a file that a person may have written or named: every option with a path, one row each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

from pbem.cli.lazy import COMMANDS
from pbem.cli.main import app
from tests.cli.players import SCENARIO, Duel, Player, begin_duel, fresh_player
from tests.places import SAMPLES

MINE = b"<!-- my own words -->\n"


@dataclass(frozen=True)
class Row:
    """A command that writes a file where a person says. line: what is typed, FILE for its name. name: of the file.

    code: of the refusal. force: whether `--force` writes nevertheless.
    """

    line: tuple[str, ...]
    name: str
    code: str = "FILE_EXISTS"
    force: bool = True


# (command, parameter) -> how it is typed. What is missing here and below fails the test of the walk.
OUTPUTS = {
    ("audit", "shown"): Row(("audit", "--show", "FILE"), "mine.txt", force=False),
    ("archive", "output"): Row(("archive", "--output", "FILE"), "mine.pbem"),
    ("export", "out"): Row(("export", "--vassal-template", "--out", "FILE"), "mine.yaml", force=False),
    ("keys backup", "out"): Row(("keys", "backup", "--out", "FILE"), "mine.txt", force=False),
    ("map", "svg"): Row(("map", "--svg", "FILE"), "mine.svg"),
    ("map", "png"): Row(("map", "--png", "FILE"), "mine.png"),
    ("orders", "file"): Row(("orders", "--page", "FILE"), "mine.html"),
    ("overdue", "out"): Row(("overdue", "--as-of", "2099-01-01", "--out", "FILE"), "mine.jsonl", force=False),
    ("report", "html"): Row(("report", "2", "--html", "FILE"), "mine.html"),
    ("report", "replay"): Row(("report", "--replay", "FILE"), "mine.html"),
    ("seat", "leave"): Row(("seat", "--hand-over", "FILE"), "mine.txt", force=False),
    ("stats", "plot"): Row(("stats", "--plot", "FILE"), "mine.svg"),
    ("verify", "page"): Row(("verify", "--page", "FILE"), "mine.html"),
}
# Drawing in pixels takes long.
MARKS = {("map", "png"): pytest.mark.slow}
# Folders that a command fills: whatever is in them that is not the command's own stops it.
FOLDERS = {
    ("demo", "folder"): Row(("demo", "--folder", "FILE"), "mine", "FOLDER_NOT_EMPTY"),
    ("import", "into"): Row(("import", "game/outbox", "--into", "FILE", "--partial"), "mine", "FOLDER_NOT_EMPTY"),
    ("join", "folder"): Row(
        ("join", "game/outbox/0000-a.yaml", "--folder", "FILE", "--yes", "--no-passphrase"), "mine", "FOLDER_NOT_EMPTY"
    ),
    ("new", "folder"): Row(
        ("new", "--scenario", SCENARIO, "--side", "french", "--folder", "FILE"), "mine", "FOLDER_NOT_EMPTY"
    ),
    ("practice", "folder"): Row(
        ("practice", "--scenario", SCENARIO, "--side", "french", "--folder", "FILE", "--no-passphrase"),
        "mine",
        "FOLDER_NOT_EMPTY",
    ),
    ("seat", "into"): Row(("seat", "game/outbox", "game/inbox", "--into", "FILE"), "mine", "FOLDER_NOT_EMPTY"),
}
# Only read.
INPUTS = {
    ("audit", "path"), ("audit", "books"), ("check", "file"), ("diverge", "file"), ("export", "module"),
    ("export", "vassal"), ("hotseat", "orders"),
    ("import", "sources"), ("join", "file"), ("join", "standing"), ("keys restore", "file"),
    ("mail setup", "ca"), ("new", "overlay"), ("odds", "archive"), ("offer amend", "patch"),
    ("part", "file"), ("receive", "files"), ("rules check-scenario", "path"), ("rules coverage", "tests"),
    ("seat", "sources"), ("seat", "handed"), ("seat", "markers"), ("seat", "agree"), ("stats", "paths"),
    ("submit", "file"), ("try", "file"), ("verify", "path"), ("verify", "head"), ("verify", "report"),
    ("verify", "tapes"), ("check", "part"), ("submit", "part"), ("answer", "file"),
}  # fmt: skip
# Its own mailbox folder; a game's file, which a test below looks at.
OTHERS = {("mail serve", "club"), ("hotseat", "file")}


def _commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if not inner:
        yield name, command
    for sub, one in (inner or {}).items():
        yield from _commands(one, f"{name} {sub}")


METAVARS = ("FILE", "DIR", "PATH", "SOURCE", "DESCRIPTION")


def paths_named() -> set[tuple[str, str]]:
    """Every parameter of every command that a person writes a file or a folder into."""
    root: Any = typer.main.get_command(app)
    context = typer.Context(root)
    found = set()
    for top in COMMANDS:
        for name, command in _commands(root.get_command(context, top), top):
            found |= {
                (name, str(param.name))
                for param in command.params
                if param.name != "campaign" and param.metavar in METAVARS
            }
    return found


def test_every_path_that_a_command_takes_is_known() -> None:
    assert paths_named() == set(OUTPUTS) | set(FOLDERS) | INPUTS | OTHERS


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """A campaign with one message of each behind it; Anna moves."""
    duel = begin_duel(tmp_path_factory.mktemp("kept"))
    duel.turn(2)
    duel.turn(3)
    return duel


def typist(game: Duel, key: tuple[str, str]) -> Player:
    """Who types a command: overdue is what the one who waits says."""
    return game.bert if key[0] == "overdue" else game.anna


@pytest.mark.parametrize("key", [pytest.param(key, marks=MARKS.get(key, ())) for key in sorted(OUTPUTS)])
def test_a_file_of_somebody_else_stays(game: Duel, key: tuple[str, str]) -> None:
    row, player = OUTPUTS[key], typist(game, key)
    path = player.place / row.name
    line = [row.name if word == "FILE" else word for word in row.line]
    path.write_bytes(MINE)
    orders = player.place / "orders.yaml"
    before = orders.read_bytes()
    try:
        said = player(*line, "--json")
        assert (said.status, said.json["error"]["code"]) == (2, row.code), said
        assert path.read_bytes() == MINE and orders.read_bytes() == before
        assert ("--force" in said.json["error"]["mend"]) == row.force
        if row.force:
            player.good(*line, "--force", "--json")
            assert path.read_bytes() != MINE
            # What pbem wrote itself it writes again without being asked twice.
            player.good(*line, "--json")
        else:
            path.unlink()
            player.good(*line, "--json")
    finally:
        path.unlink()


@pytest.mark.parametrize("key", sorted(FOLDERS))
def test_a_folder_of_somebody_else_stays(game: Duel, key: tuple[str, str], tmp_path: Path) -> None:
    row = FOLDERS[key]
    carla = fresh_player(tmp_path, "carla")
    shutil.copytree(game.anna.place, carla.place / "game")
    mine = carla.place / row.name
    (mine / "sub").mkdir(parents=True)
    (mine / "notes.txt").write_bytes(MINE)
    said = carla(*(row.name if word == "FILE" else word for word in row.line), "--json", PBEM_PASSPHRASE="")
    assert said.status != 0 and said.json["error"]["code"] == row.code, said
    assert [path.name for path in sorted(mine.iterdir())] == ["notes.txt", "sub"]
    assert (mine / "notes.txt").read_bytes() == MINE


@pytest.mark.parametrize("name", ["foreign.svg", "foreign.png", "foreign.vsav", "other.pbem"])
def test_a_file_of_the_same_kind_is_still_not_ours(game: Duel, name: str, tmp_path: Path) -> None:
    """A drawing or a photograph of the player's, a save that he played on in VASSAL, the archive of another game."""
    from pbem.report.picture.png import png

    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>\n'
    path = game.anna.place / name
    if name.endswith(".pbem"):
        path.write_bytes((SAMPLES / "jena-auerstadt/campaign.pbem").read_bytes())
    else:
        path.write_bytes(png(svg) if name.endswith(".png") else svg.encode())
    before = path.read_bytes()
    words = {"svg": ("map", "--svg"), "png": ("map", "--png"), "pbem": ("archive", "--output")}
    line = words.get(name.rpartition(".")[2], ("map", "--svg"))
    said = game.anna(*line, name, "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_EXISTS")
    assert path.read_bytes() == before
    path.unlink()


def test_no_force_reaches_what_the_campaign_lives_on(game: Duel) -> None:
    for name in ("log.jsonl", "orders.yaml", "standing.yaml", "secrets/journal.jsonl"):
        path = game.anna.place / name
        before = path.read_bytes()
        for line in (("archive", "--output"), ("map", "--svg"), ("map", "--png"), ("verify", "--page")):
            said = game.anna(*line, name, "--force", "--json")
            assert said.status == 2 and said.json["error"]["code"] in ("FILE_EXISTS", "FILE_KIND"), said
        assert path.read_bytes() == before


def test_the_page_beside_the_orders_goes_over_nothing_else(game: Duel) -> None:
    path = game.anna.place / "orders.html"
    path.write_bytes(MINE)
    said = game.anna("orders", "--page", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_EXISTS") and path.read_bytes() == MINE
    path.unlink()


# -- orders -------------------------------------------------------------------------------


def test_orders_that_somebody_wrote_are_put_away_each_time(duel: Duel) -> None:
    """Three times: no second file takes the name of the first, and the command says where each went."""
    orders = duel.anna.place / "orders.yaml"
    duel.anna.good("orders")
    blank = orders.read_bytes()
    written, kept = [], []
    for number in range(3):
        written.append(blank + b"# plan %d\n" % number)
        orders.write_bytes(written[-1])
        said = duel.anna.good("orders", "--fresh", "--json").json
        assert orders.read_bytes() == blank
        kept.append(Path(said["put_away"]))
    assert [path.name for path in kept] == ["unsent.yaml", "unsent-2.yaml", "unsent-3.yaml"]
    assert [path.read_bytes() for path in kept] == written
    orders.write_bytes(written[0])
    assert str(kept[0]) in duel.anna.good("orders", "--fresh").out
    # Nothing of his own lies there: nothing is put away.
    assert duel.anna.good("orders", "--fresh", "--json").json["put_away"] == ""


def test_orders_that_cannot_be_read_are_put_away_too(duel: Duel) -> None:
    orders = duel.anna.place / "orders.yaml"
    for text in (b"moves: [\n", b"\xff\xfe\0", b"just words\n"):
        orders.write_bytes(text)
        assert Path(duel.anna.good("orders", "--fresh", "--json").json["put_away"]).read_bytes() == text
    orders.write_bytes(b"x" * 300_000)
    said = duel.anna("orders", "--fresh", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_TOO_LARGE") and len(orders.read_bytes()) == 300_000


def test_the_own_report_bears_the_number_of_its_message_and_stays_as_its_reader_left_it(duel: Duel) -> None:
    duel.turn(2)
    (report,) = (duel.bert.place / "reports/own").iterdir()
    assert report.name == "0002.txt"
    with report.open("a", encoding="utf-8") as noted:
        noted.write("Mind his guns.\n")
    duel.bert.good("orders")
    assert [path.name for path in report.parent.iterdir()] == ["0002.txt"]
    assert report.read_text(encoding="utf-8").endswith("Mind his guns.\n")


def test_standing_orders_are_never_written_over(duel: Duel) -> None:
    path = duel.bert.place / "standing.yaml"
    mine = path.read_bytes() + b"# mine\n"
    path.write_bytes(mine)
    duel.bert.good("standing")
    duel.bert("orders", "--fresh")
    assert path.read_bytes() == mine


def test_names_and_addresses_are_put_away(duel: Duel) -> None:
    """campaign.yaml of somebody who begins a game in a folder where he has written one."""
    place = duel.anna.place.parent / "again"
    place.mkdir()
    (place / "campaign.yaml").write_bytes(MINE.replace(b"<!--", b"#"))
    duel.anna.within("..").good("new", "--scenario", SCENARIO, "--side", "french", "--folder", "again")
    assert (place / "orders/campaign.yaml").read_bytes() == MINE.replace(b"<!--", b"#")
    assert not list((duel.anna.place / "orders").glob("campaign*"))


# -- hotseat --------------------------------------------------------------------------------


def test_hotseat_keeps_what_was_not_played(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    sheet = anna.place / "hotseat.yaml"
    blank = sheet.read_bytes()
    (anna.place / "b2.yaml").write_bytes(blank + b"# the other plan\n")
    sheet.write_bytes(blank + b"# a plan\n")
    said = anna.good("hotseat", "--orders", "b2.yaml", "--json").json
    assert Path(said["put_away"]).name == "hotseat.unsent.yaml"
    assert Path(said["put_away"]).read_bytes() == blank + b"# a plan\n"
    # Nothing is kept of a template, nor of what was played.
    assert anna.good("hotseat", "--orders", "hotseat.yaml", "--json").json["put_away"] == ""
    assert sorted(path.name for path in anna.place.glob("hotseat.*")) == [
        "hotseat.json", "hotseat.unsent.yaml", "hotseat.yaml"]  # fmt: skip


def test_hotseat_with_hidden_forces_keeps_them_for_their_owner(anna: Player) -> None:
    anna.good("hotseat", "--scenario", "eylau-1807", "--json")
    sheet = anna.place / "hotseat.yaml"
    blank = sheet.read_bytes()
    (anna.place / "b2.yaml").write_bytes(blank)
    sheet.write_bytes(blank + b"# a plan\n")
    kept = Path(anna.good("hotseat", "--orders", "b2.yaml", "--json").json["put_away"])
    assert kept.read_bytes() == blank + b"# a plan\n" and not sheet.exists()
    assert os.name == "nt" or kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ["evening.yaml", "evening.yml", "orders.schema.json"])
def test_a_game_is_not_called_like_its_orders(anna: Player, name: str) -> None:
    (anna.place / name).write_bytes(MINE)
    said = anna("hotseat", "--file", name, "--scenario", SCENARIO, "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "USAGE") and (anna.place / name).read_bytes() == MINE


def test_a_game_of_somebody_else_stays(anna: Player) -> None:
    (anna.place / "hotseat.json").write_bytes(MINE)
    said = anna("hotseat", "--scenario", SCENARIO, "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_EXISTS")


# -- demo, mail --------------------------------------------------------------------------------


def test_a_demonstration_takes_away_its_own_archive_only(tmp_path: Path) -> None:
    from pbem.local.demo import MARK, _mark, _prepare

    for name in ("mine.pbem", "ours.pbem"):
        (tmp_path / name).write_bytes(MINE)
    (tmp_path / MARK).write_bytes(_mark("ours.pbem"))
    _prepare(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.pbem", MARK]


def test_mail_settings_stay_unless_they_are_to_be_replaced(anna: Player) -> None:
    line = (
        "mail",
        "setup",
        "--address",
        "anna@example.org",
        "--imap",
        "imap.example.org",
        "--smtp",
        "smtp.example.org",
    )
    path = Path(anna.good(*line, "--json").json["settings"])
    path.write_bytes(path.read_bytes() + b"# mine\n")
    mine = path.read_bytes()
    said = anna(*line, "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "FILE_EXISTS") and path.read_bytes() == mine
    anna.good(*line, "--replace", "--json")
    assert path.with_name("mail.former.yaml").read_bytes() == mine
