"""PNG put together from kept pieces: drawn once, the same bytes whatever is kept, and nobody's way is barred by it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.picture import Board, Place, Scene
from pbem.report.picture import kept, placing
from pbem.report.picture.crop import Window, extent, frame
from pbem.report.picture.kept import remembering
from pbem.report.picture.layout import laid_out, spread
from pbem.report.picture.painter import painted
from pbem.report.picture.pixels import Canvas, Sprite, nearest, palette
from pbem.report.picture.png import png
from pbem.report.picture.svg import drawing, sheet
from pbem.store.picture_folder import LIMIT, MOST, PictureFolder
from tests.report.picture.boards import ARMIES, battle, boxes, campaign, hexes


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What resvg is given to draw."""
    given: list[str] = []

    def counted(svg: str, zoom: int = 2, **more: str | None) -> bytes:
        given.append(svg)
        return png(svg, zoom, **more)

    monkeypatch.setattr("pbem.report.picture.painter.png", counted)
    yield given


def paint(board: Board, scene: Scene, cache: PictureFolder | None = None, *, window: Window | None = None) -> bytes:
    return painted(spread([laid_out(board, scene, ARMIES, window=window)]), 1, cache)


def pixels(data: bytes) -> list[bytes]:
    """The rows of a picture with a palette, as numbers of colours."""
    width, height = struct.unpack(">II", data[16:24])
    at, body = 8, b""
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        body += data[at + 8 : at + 8 + length] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += 12 + length
    raw = zlib.decompress(body)
    return [raw[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]


def test_what_was_drawn_is_not_drawn_a_second_time(tmp_path: Path, calls: list[str]) -> None:
    cache = PictureFolder(tmp_path / "cache" / "pictures")
    first = paint(hexes(), battle(), cache)
    assert calls
    calls.clear()
    assert paint(hexes(), battle(), cache) == first and calls == []


@pytest.mark.slow
def test_a_counter_that_moves_brings_no_ground_to_be_drawn(tmp_path: Path, calls: list[str]) -> None:
    cache, scene = PictureFolder(tmp_path / "cache"), replace(battle(), arrows=(), fights=())
    paint(hexes(), scene, cache)
    free = next(p.id for p in hexes().places if p.id not in {c.place for c in scene.counters})
    moved = replace(scene, counters=(replace(scene.counters[0], place=free), *scene.counters[1:]))
    calls.clear()
    data = paint(hexes(), moved, cache)
    assert not any(f'height="{512}" viewBox="0 0 512 512"' in svg for svg in calls)
    assert data == paint(hexes(), moved)


@pytest.mark.parametrize("board", [hexes(), boxes()])
def test_the_bytes_are_the_same_with_and_without_a_cache(board: Board, tmp_path: Path) -> None:
    scene = battle() if board.grid == "hex" else campaign()
    cache = PictureFolder(tmp_path / "cache")
    alone = paint(board, scene)
    assert paint(board, Scene(), cache) != alone
    assert paint(board, scene, cache) == alone == paint(board, scene, cache)


@pytest.mark.slow
def test_another_board_has_another_ground(tmp_path: Path) -> None:
    cache, board = PictureFolder(tmp_path / "cache"), hexes()
    paint(board, Scene(), cache)
    flooded = replace(board, places=tuple(replace(place, terrain="water") for place in board.places))
    assert paint(flooded, Scene(), cache) == paint(flooded, Scene()) != paint(board, Scene(), cache)


@pytest.mark.slow
def test_a_part_of_a_board_is_cut_from_the_same_ground(tmp_path: Path, calls: list[str]) -> None:
    board = hexes()
    whole = extent(board)
    half = Window(whole.left + board.span, whole.top, whole.right, whole.bottom - board.span)
    data = paint(board, battle(), PictureFolder(tmp_path / "cache"), window=half)
    assert data == paint(board, battle(), window=half)


@pytest.mark.slow
def test_windows_of_like_size_are_drawn_at_one_scale() -> None:
    """So that the ground of the map of one turn serves for that of the next."""
    board = replace(hexes(), places=tuple(place_at(x, y) for x in range(40) for y in range(40)), strokes=())
    windows = [Window(0, 0, board.span * width, board.span * 20) for width in range(20, 41)]
    frames = [frame(board, window) for window in windows]
    assert len({one.scale for one in frames}) <= 5
    assert all(one.window.holds((window.right - 1, 0)) for one, window in zip(frames, windows, strict=True))
    assert all(700 <= one.width <= 740 or one.window == extent(board) for one in frames)


def place_at(x: int, y: int) -> Place:
    """A box in a lattice wide enough for counters."""
    span = hexes().span
    return Place(f"{x:02d}{y:02d}", (x * span * 2, y * span * 2))


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut", "other", "empty", "folder", "link"])
def test_a_damaged_shelf_costs_time_only(damage: str, tmp_path: Path) -> None:
    cache = PictureFolder(tmp_path / "cache")
    right = paint(hexes(), battle(), cache)
    for path in sorted((tmp_path / "cache").iterdir()):
        data = path.read_bytes()
        path.unlink()
        if damage == "folder":
            path.mkdir()
        elif damage == "link":
            path.symlink_to("/dev/zero")
        else:
            path.write_bytes(
                {"cut": data[: len(data) // 2], "other": data[:40] + bytes(len(data)), "empty": b""}[damage]
            )
    assert paint(hexes(), battle(), cache) == right


@pytest.mark.slow
def test_a_shelf_on_which_nothing_can_be_put(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    assert paint(hexes(), battle(), PictureFolder(tmp_path / "cache" / "pictures")) == paint(hexes(), battle())
    assert (tmp_path / "cache").read_text(encoding="utf-8").startswith("a file")


def test_a_shelf_is_bounded_and_private(tmp_path: Path) -> None:
    cache = PictureFolder(tmp_path / "cache")
    for number in range(2 * MOST + 3):
        cache.write(f"ground-{number}", b"x")
        assert len(list((tmp_path / "cache").iterdir())) <= MOST
    cache.write("large", bytes(LIMIT + 1))
    cache.write("../outside", b"x")
    assert cache.read("large") is None and not (tmp_path / "outside").exists()
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "cache").iterdir())


def test_a_picture_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        painted(replace(spread([laid_out(hexes(), Scene(), ARMIES)]), height=30_000.0), 4)


def test_the_palette_has_what_is_drawn_with() -> None:
    assert len(palette()) == len(set(palette())) <= 256
    assert all(palette()[nearest(colour)] == colour for colour in palette())


def test_edges_are_mixed_and_solid_parts_copied() -> None:
    canvas = Canvas(4, 1)
    ink, paper = nearest(0x1A1A1A), nearest(0xFFFFFF)
    canvas.lay(Sprite.seen(5, 1, bytes([ink]) * 5, bytes([255, 128, 0, 255, 255])), -1, 0)
    (row,) = pixels(canvas.png())
    assert row[0] not in (ink, paper) and row[1] == paper and row[2] == row[3] == ink


@pytest.mark.slow
def test_what_is_hidden_on_hover_is_in_no_picture() -> None:
    """Titles and ids never reach a PNG: two scenes that differ in them alone are one picture."""
    scene = battle()
    other = replace(
        scene, counters=tuple(replace(one, id=f"x{n}", hover=("?",)) for n, one in enumerate(scene.counters))
    )
    assert paint(hexes(), replace(scene, arrows=())) == paint(hexes(), replace(other, arrows=()))


# -- names and grounds ---------------------------------------------------------------


def document(board: Board, scene: Scene, cache: PictureFolder | None) -> str:
    with remembering(cache):
        return sheet([drawing(board, scene, ARMIES)])


@pytest.mark.parametrize(("board", "scene"), [(hexes(), battle()), (boxes(), campaign())], ids=["hexes", "boxes"])
def test_an_svg_is_the_same_with_what_is_kept_and_without(board: Board, scene: Scene, tmp_path: Path) -> None:
    cache = PictureFolder(tmp_path / "cache")
    alone = document(board, scene, None)
    assert document(board, Scene(), cache) != alone
    assert document(board, scene, cache) == alone == document(board, scene, cache)
    flooded = replace(board, places=tuple(replace(place, terrain="water") for place in board.places))
    assert document(flooded, scene, cache) == document(flooded, scene, None) != alone


def test_a_name_is_placed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks again, in a program or with its cache, tries no spot; where a counter moved, the names near it do."""
    cache, scene = PictureFolder(tmp_path / "cache"), replace(campaign(), arrows=(), fights=())
    tried: list[str] = []
    best = placing._best

    def counted(label: placing.Label, *more: Any) -> Any:
        tried.append(label.text)
        return best(label, *more)

    monkeypatch.setattr(placing, "_best", counted)
    document(boxes(), scene, cache)
    first = tried.copy()
    tried.clear()
    document(boxes(), scene, cache)
    assert first and not tried
    taken = {counter.place for counter in scene.counters}
    free = next(place.id for place in boxes().places if place.id not in taken)
    document(boxes(), replace(scene, counters=(replace(scene.counters[0], place=free), *scene.counters[1:])), cache)
    assert 0 < len(tried) < len(first)


@pytest.mark.parametrize("damage", ["cut", "turned", "empty", "foreign"])
def test_damaged_notes_cost_time_only(damage: str, tmp_path: Path) -> None:
    cache = PictureFolder(tmp_path / "cache")
    right = document(boxes(), campaign(), cache)
    names = {"names", "drawn"}
    assert {path.name for path in (tmp_path / "cache").iterdir()} == names
    for name in names:
        path = tmp_path / "cache" / name
        data = path.read_bytes()
        other = {"cut": data[:-7], "turned": data[:99] + bytes([data[99] ^ 1]) + data[100:], "empty": b""}
        if damage == "foreign":
            kept.put(cache, name, dict.fromkeys(kept.taken(cache, name), b"[]"), 2**20)
        else:
            path.write_bytes(other[damage])
    assert document(boxes(), campaign(), cache) == right
