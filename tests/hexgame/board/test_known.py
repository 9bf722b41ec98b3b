"""Names in files and in written positions: what there is not is told at its place, with what may have been meant."""

from __future__ import annotations

import pytest

from pbem.hexgame.board.known import Known, hint, require_possible

KNOWN = Known("war.yaml", {"hex": ("hex {} on the map", {"0101", "0102"}), "army": ("army {}", ("blue", "red"))})


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("army", "blue", []),
        ("army", "", []),
        ("army", "blue red blue", []),
        ("army", "blues", ["there is no army blues; did you mean blue?"]),
        ("hex", "0101 9999", ["there is no hex 9999 on the map"]),
        ("army", "x" * 40, [f"there is no army {'x' * 24}"]),
    ],
)
def test_each_word_of_a_text_is_a_name(kind: str, text: str, told: list[str]) -> None:
    found = list(KNOWN.unknown(kind, text, ("setup", 2)))
    assert [one.what for one in found] == told
    assert all((one.file, one.path) == ("war.yaml", ("setup", 2)) for one in found)


def test_a_hint_names_what_is_near_and_nothing_else() -> None:
    assert hint("jean", ["jena", "eylau"]) == "; did you mean jena?"
    assert hint("quatre-bras", ["jena", "eylau"]) == ""


def test_a_position_names_only_what_there_is() -> None:
    known = {"unit": {"f1", "f2"}, "hex": ("0101",)}
    require_possible({"unit": ["f1"], "hex": ["0101"]}, known)
    with pytest.raises(
        ValueError, match=r"^not a position: there is no unit f9; there is no hex 0909; f1 stands twice$"
    ):
        require_possible({"unit": ["f9", "f1"], "hex": ["0909"]}, known, ["f1 stands twice"])
    with pytest.raises(ValueError) as error:
        require_possible({"unit": [f"u{n}" for n in range(9)], "hex": []}, known)
    assert str(error.value).count("there is no unit") == 5
