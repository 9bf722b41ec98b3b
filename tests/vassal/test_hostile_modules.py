"""Modules of anybody's making: bounded in size and expansion, refused in two lines."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.telling.exporting import OnBoard, Situation
from pbem.engine.picture import Board, Counter, Place
from pbem.errors import Problem
from pbem.vassal.description import description_of
from pbem.vassal.modulefile import build_file, check_pieces
from pbem.vassal.saving import save
from pbem.vassal.zipped import is_save
from tests.vassal.modules import FIRST, NAME, VERSION, read_back, write_module

BUILD = "<VASSAL.build.GameModule name='Two Rivers' version='1.2'>{}</VASSAL.build.GameModule>"
DESCRIPTION = f"""
module: {{name: {NAME}, version: "{VERSION}"}}
boards: {{field: {{map: Map, board: Field, grid: {{location: "{{id}}"}}}}}}
units: {{guard: guard}}
"""


def situation_of(unit: str = "guard") -> Situation:
    """One counter in one box."""
    place = Place("0101", (10, 10))
    board = Board("field", "Field", (place,), (), 10, "boxes")
    counter = Counter(unit, "0101", "red", "infantry", unit)
    return Situation("Turn 1", 1, "field-0001", [board], [OnBoard(counter, (unit,))], {"red": "Red"}, [counter], False)


def module_with(path: Path, build: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as module:
        module.writestr("buildFile.xml", build)
    return path


def refused(path: Path) -> Problem:
    with pytest.raises(Problem) as caught:
        save(situation_of(), description_of(DESCRIPTION.encode(), "v.yaml"), path)
    assert caught.value.where == str(path)
    return caught.value


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    bomb = module_with(tmp_path / "bomb.vmod", " " * (30 * 2**20))
    assert bomb.stat().st_size < 2**16
    assert "larger than 24 MiB" in refused(bomb).what


def test_a_size_that_lies_is_found_out(tmp_path: Path) -> None:
    path = module_with(tmp_path / "lie.vmod", BUILD.format("<a/>" * 1000))
    data = bytearray(path.read_bytes())
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = (7).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    assert refused(path).code == "VASSAL_MODULE"


def test_a_table_of_contents_that_fills_the_memory_is_not_read(tmp_path: Path) -> None:
    path = module_with(tmp_path / "table.vmod", BUILD.format(""))
    data = bytearray(path.read_bytes())
    at = data.rfind(b"PK\x05\x06")
    data[at + 12 : at + 16] = (2**31).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    assert "table of contents" in refused(path).what


def with_large_end(path: Path, entries: int) -> None:
    """A zip whose small end record is put right by one for more than 4 GiB: thousands of names for one file."""
    name, data = b"buildFile.xml", BUILD.format("").encode()
    sums = (zlib.crc32(data), len(data), len(data))
    head = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 0, 0, 0, *sums, len(name), 0) + name + data

    def entry(called: bytes) -> bytes:
        return struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 0, *sums, len(called), *[0] * 6) + called

    table = entry(name) + b"".join(entry(b"%07d" % number) for number in range(entries))
    counts = (entries + 1, entries + 1, len(table), len(head))
    large = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, *counts)
    place = struct.pack("<4sLQL", b"PK\6\7", 0, len(head) + len(table), 1)
    path.write_bytes(head + table + large + place + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, 100, len(head), 0))


def test_a_second_end_record_does_not_get_round_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.vmod"
    with_large_end(path, 3)
    assert len(zipfile.ZipFile(path).namelist()) == 4
    assert "ZIP64" in refused(path).what and not is_save(path)
    # Behind a comment, too.
    data = path.read_bytes()
    path.write_bytes(data[:-2] + (7).to_bytes(2, "little") + b"comment")
    assert len(zipfile.ZipFile(path).namelist()) == 4
    assert "ZIP64" in refused(path).what


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ("<a " + " ".join(f"a{n}=''" for n in range(100_000)) + "/>", "a tag, or a comment, of more than 256 KiB"),
        ("<a b='" + "x" * 400_000, "a tag, or a comment, of more than 256 KiB"),
        ("<!--" + "x" * 400_000 + "-->", "a tag, or a comment, of more than 256 KiB"),
        (("<a " + " ".join(f"a{n}=''" for n in range(5000)) + "/>") * 81, "more elements or attributes"),
    ],
    ids=["one tag", "no end", "comment", "many tags"],
)
def test_attributes_are_bounded_like_elements(tmp_path: Path, inside: str, says: str) -> None:
    with pytest.raises(Problem) as caught:
        build_file(module_with(tmp_path / "m.vmod", BUILD.format(inside)))
    assert caught.value.code == "VASSAL_MODULE" and says in caught.value.what


def test_long_texts_and_long_attributes_are_read(tmp_path: Path) -> None:
    inside = f"<a b='{'x' * 100_000}'>{'piece;;;;/' * 60_000}</a><![CDATA[{'y' * 600_000}]]>"
    assert inside.encode() in build_file(module_with(tmp_path / "m.vmod", BUILD.format(inside)))


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (BUILD.format("<a>" * 100 + "</a>" * 100), "deeper"),
        (BUILD.format("<a/>" * 200_001), "more elements"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]>" + BUILD.format("&a;"), "document type"),
        (BUILD.format("<a>"), "no XML"),
        ("", "no XML"),
        ("<x/>", "pywargame cannot work with this module"),
        (BUILD.replace("name='Two Rivers'", "").format(""), "the description is for 'Two Rivers' 1.2"),
    ],
    ids=["deep", "wide", "entities", "open", "empty", "foreign", "nameless"],
)
def test_build_files_that_are_none(tmp_path: Path, build: str, says: str) -> None:
    assert says in refused(module_with(tmp_path / "m.vmod", build)).what.replace("'1.2'", "1.2")


def no_zip(path: Path) -> None:
    path.write_bytes(b"PK" + b"\0" * 100)


def other_files(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as module:
        module.writestr("images/x.png", b"")


def folder(path: Path) -> None:
    path.mkdir()


def nothing(path: Path) -> None:
    assert not path.exists()


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (no_zip, "VASSAL_MODULE"),
        (other_files, "VASSAL_MODULE"),
        (folder, "NOT_A_REGULAR_FILE"),
        (nothing, "FILE_MISSING"),
    ],
)
def test_files_that_are_no_modules(tmp_path: Path, make: Callable[[Path], None], code: str) -> None:
    path = tmp_path / "m.vmod"
    make(path)
    assert refused(path).code == code


def test_a_file_of_many_gigabytes_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "huge.vmod"
    with path.open("wb") as file:
        file.truncate(2**30 + 1)
    assert refused(path).code == "FILE_TOO_LARGE"


def doubling(count: int) -> dict[str, str]:
    """Prototypes each of which uses the next one twice."""
    uses = {n: f"+/null/prototype;p{n + 1}\tprototype;p{n + 1}\\\tpiece;;;;/\t\\\t0" for n in range(count)}
    return {f"p{n}": uses.get(n, "+/null/mark;a\tpiece;;;;/\t0") for n in range(count + 1)}


def test_prototypes_that_multiply_or_use_each_other_in_a_circle_are_refused() -> None:
    check_pieces(doubling(4), {}, "m.vmod")
    circle = {"a": "+/null/prototype;b\tpiece;;;;/\t", "b": "+/null/prototype;a\tpiece;;;;/\t"}
    itself = {"a": "+/null/mark;x\tprototype;a\\\tpiece;;;;/\t"}
    chain = {f"p{n}": f"+/null/prototype;p{n + 1}\tpiece;;;;/\t" for n in range(100)} | {"p100": "+/null/piece;;;;/"}
    for codes in (doubling(40), circle, itself, chain):
        with pytest.raises(Problem) as caught:
            check_pieces(codes, {}, "m.vmod")
        assert caught.value.code == "VASSAL_MODULE"
    check_pieces({}, {"guard": "mark;a\t" * 500}, "m.vmod")
    with pytest.raises(Problem, match="'guard' has more than 300 traits"):
        check_pieces({}, {"guard": "mark;a\t" * 700}, "m.vmod")


SLOT = "<{0} entryName='x' gpid='5'>+/null/piece;;;;x/null;0;0;;0</{0}>".format("VASSAL.build.widget.PieceSlot")


def stack_of(slots: str, more: str = "owningBoard=''") -> str:
    """What a module sets up at its start."""
    return "<{0} name='x' location='' x='7' y='8' {1}>{2}</{0}>".format(
        "VASSAL.build.module.map.SetupStack", more, slots
    )


def test_what_is_set_up_in_private_windows_or_nowhere_is_left_out(tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", {"Map": "Field"}, ["guard"])
    private = "<{0} mapName='Hand'>{1}</{0}>".format(
        "VASSAL.build.module.PrivateMap", stack_of(SLOT) + stack_of(SLOT, "owningBoard='Field'")
    )
    elsewhere = stack_of(SLOT, "owningBoard='Gera'")
    build = build_file(path).decode("utf-8")
    ends = ("</VASSAL.build.GameModule>", "</VASSAL.build.module.Map>")
    build = build.replace(ends[0], private + ends[0]).replace(ends[1], elsewhere + stack_of(SLOT) + ends[1])
    saved = save(situation_of(), description_of(DESCRIPTION.encode(), "v.yaml"), module_with(path, build))
    (tmp_path / "m.vsav").write_bytes(saved.data)
    found = read_back(tmp_path / "m.vsav").pieces
    assert sorted((piece.name, piece.at) for piece in found if piece.name != "turn marker") == [
        ("guard", FIRST),
        ("x", (7, 8)),
    ]


def test_a_module_that_sets_up_a_flood_is_refused(tmp_path: Path) -> None:
    build = BUILD.format(stack_of(SLOT * 2001))
    assert "sets up 2001 pieces" in refused(module_with(tmp_path / "m.vmod", build)).what


def test_a_module_whose_prototypes_multiply_is_refused_at_once(tmp_path: Path) -> None:
    inside = "".join(
        f"<VASSAL.build.module.PrototypeDefinition name='{name}'>{code}</VASSAL.build.module.PrototypeDefinition>"
        for name, code in doubling(40).items()
    )
    container = "VASSAL.build.module.PrototypesContainer"
    path = module_with(tmp_path / "m.vmod", BUILD.format(f"<{container}>{inside}</{container}>"))
    assert "more than 300 traits" in refused(path).what


@pytest.mark.parametrize("separator", ["(1+)+$", ".*", "(" * 50])
def test_a_grid_with_an_expression_in_its_names_is_not_asked(tmp_path: Path, separator: str) -> None:
    path = write_module(tmp_path / "m.vmod", {"Map": "Field"}, ["guard"])
    build = build_file(path).decode("utf-8").replace('sep=""', f'sep="{separator}"')
    with pytest.raises(Problem, match="no pixel is known of 0101"):
        save(situation_of(), description_of(DESCRIPTION.encode(), "v.yaml"), module_with(path, build))


def test_what_the_library_does_not_know_is_passed_on_as_a_remark(tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", {"Map": "Field"}, ["guard"])
    assert save(situation_of(), description_of(DESCRIPTION.encode(), "v.yaml"), path).remarks == []
    build = build_file(path).decode("utf-8").replace("mark;Kind", "sparkle;Kind")
    saved = save(situation_of(), description_of(DESCRIPTION.encode(), "v.yaml"), module_with(path, build))
    assert saved.placed == 1 and saved.remarks == ["Warning: Unknown trait 'sparkle'"]
