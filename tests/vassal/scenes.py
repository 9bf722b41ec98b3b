"""Descriptions of the tiny modules for the two games, and what has to come of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.exporting import Situation, situation
from pbem.orders.writer import dump
from tests.cli.players import Player, fresh_player
from tests.places import SAMPLES
from tests.vassal.modules import COLUMN, FIRST, NAME, ROW, VERSION, write_module

WINDOWS = {"jena": ("South map", "Jena"), "auerstadt": ("North map", "Auerstadt")}


def pixel(hexagon: str) -> tuple[int, int]:
    """Where the tiny module prints a hex."""
    column, row = int(hexagon[:2]) - 1, int(hexagon[2:]) - 1
    return FIRST[0] + COLUMN * column, FIRST[1] + ROW * row + (ROW // 2 if column % 2 else 0)


def onlooker(at: Path, sample: str) -> Player:
    """Somebody who plays no part, in the folder of a sample campaign."""
    carla = fresh_player(at, sample)
    carla.good("import", SAMPLES / sample / "campaign.pbem", "--into", "game")
    return carla.within("game")


def module_beside(at: Path) -> Player:
    """An onlooker of the hex game, with a module of it beside him."""
    player = onlooker(at, "jena-auerstadt")
    write_module(player.place / "two.vmod", dict(WINDOWS.values()), pieces_of(shown()))
    return player


@cache
def archived() -> Campaign:
    """The sample of the hex game."""
    judged = judge_archive((SAMPLES / "jena-auerstadt" / "campaign.pbem").read_bytes())
    assert judged.campaign is not None
    return judged.campaign


def shown(seq: int | None = None) -> Situation:
    """A position of it."""
    return situation(archived(), seq)


def three_moments() -> dict[int, Situation]:
    """Positions of the hex game: the first, one in the middle, the last."""
    return {seq: shown(seq) for seq in (1, 14, 27)}


def pieces_of(seen: Situation) -> list[str]:
    """What the tiny module calls its pieces."""
    return [f"{one.army} {one.hover[0]}" for one in every_unit(seen)]


def every_unit(seen: Situation) -> Any:
    from rulesets.napoleon_at_war.ruleset import NapoleonAtWar

    return NapoleonAtWar().game("jena-auerstadt", {}).telling.pictures.countersheet()


def described(seen: Situation, *, grid: bool = False) -> dict[str, Any]:
    """A whole description of the tiny module for the hex game."""
    boards: dict[str, Any] = {}
    for board in seen.boards:
        ids = sorted(place.id for place in board.places)
        window, name = WINDOWS[board.id]
        boards[board.id] = {"map": window, "board": name}
        if grid:
            boards[board.id]["grid"] = {"zone": "hexes", "location": "{id}"}
        else:
            boards[board.id]["places"] = {at: list(pixel(at)) for at in (ids[0], ids[-1])}
    units = {one.id: f"{one.army} {one.hover[0]}" for one in every_unit(seen)}
    return {"module": {"name": NAME, "version": VERSION}, "boards": boards, "units": units}


def write(player: Player, data: Any) -> Path:
    """A description file."""
    path = player.place / "vassal.yaml"
    path.write_text(dump(data), encoding="utf-8")
    return path


def expected(seen: Situation) -> dict[str, tuple[str, tuple[int, int]]]:
    """Piece -> map window and pixel, by the arithmetic of the tiny module alone."""
    board_of = {place.id: board.id for board in seen.boards for place in board.places}
    names = {one.id: f"{one.army} {one.hover[0]}" for one in every_unit(seen)}
    return {
        names[one.counter.id]: (WINDOWS[board_of[one.counter.place]][0], pixel(one.counter.place))
        for one in seen.standing
    }


def veiled_description(player: Player) -> dict[str, str]:
    """Writes a description of the box game; unit id -> piece comes back."""
    from rulesets.jours_de_gloire.pictures.countersheet import countersheet
    from rulesets.jours_de_gloire.ruleset import JoursDeGloire

    game = JoursDeGloire().game("eylau-1807", {})
    [board] = game.telling.pictures.boards()
    places = {place.id: [place.centre[0] + 1, place.centre[1] + 1] for place in board.places}
    units = {one.id: f"Lützow {one.id}; {one.army}" for one in countersheet(game.setting)}
    data = {
        "module": {"name": NAME, "version": VERSION},
        "boards": {board.id: {"map": "Map", "board": "Poland", "places": places}},
        "units": units,
        "unknown": {"french": "blue back", "russian": "green back"},
        "dummies": {"french": "blue dummy", "russian": "green dummy"},
    }
    write(player, data)
    return units
