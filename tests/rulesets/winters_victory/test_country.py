"""The small countries of these tests are what their texts say."""

from __future__ import annotations

from tests.rulesets.winters_victory.country import board, country


def test_a_map_is_made_of_few_words() -> None:
    field = country(
        {"woods": "0505", "town": "0606"},
        levels={2: "0507"},
        minor=("0505 0605",),
        stream="0505-0506",
        light_cover_side="0506-0507",
    )
    assert [field.terrain[at] for at in ("0505", "0606", "0101")] == ["woods", "town", "clear"]
    assert (field.levels["0507"], field.levels["0506"]) == (2, 0)
    assert field.has("stream", "0505", "0506")
    assert field.has("light-cover-side", "0506", "0507")
    assert field.on_way("minor-road", "0505", "0605")
    assert field.neighbours["0505"] == ("0504", "0605", "0506", "0406", "0405", "0404")


def test_counters_are_put_down_in_few_words() -> None:
    placed = board({"f12": "0505 v1 extended 11sp +0606", "r1": "0707 disordered", "flt.s1": "0505"})
    assert placed.units_in("0505") == ("f12", "flt.s1")
    assert placed.units_in("0606") == ("f12",)
    line = placed.piece("f12")
    assert (line.facing, line.strength, line.formation, line.state) == (1, 11, "extended", "good")
    assert placed.piece("r1").state == "disordered"
