"""One battle that nobody has ordered: what the preview of such orders says, and nothing that the asker cannot know."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.hidden import NOTHING
from pbem.engine.odds_query import Outlook, Unanswerable, WhatIf
from rulesets.jours_de_gloire.telling.odds_question import what_if
from tests.rulesets.jours_de_gloire.papers import field, own
from tests.rulesets.jours_de_gloire.telling.test_preview import seen
from tests.rulesets.jours_de_gloire.world import World, small


def asked(place: World, box: str, army: str = "french", **words: Any) -> Sequence[Outlook]:
    return what_if(place.setting, place.board.position(), army, WhatIf((box,), **words), own(place, army))


def refused(place: World, *on: str, **words: Any) -> str:
    with pytest.raises(Unanswerable) as error:
        what_if(place.setting, place.board.position(), "french", WhatIf(on, **words), own(place))
    assert all(refusal.text for refusal in error.value.refusals)
    return str(error.value)


def shares(outlook: Outlook) -> dict[str, str]:
    return {chance.result: str(chance.share) for chance in outlook.chances}


def test_it_is_what_the_preview_says_of_orders() -> None:
    place = field({"garten": "napoleon^ i^ ii^", "heide": "rus-2^"}, setting=small(hiding="open"))
    orders = {"orders": [{"stack": ["napoleon", "i", "ii"], "path": ["heide"]}]}
    (ordered,) = seen(place, orders)["battles"]
    found = asked(place, "Heide", by=("napoleon", "I Corps", "ii"))
    assert [shares(outlook) for outlook in found] == [dict(row["wins"]) for row in ordered["battle"]["chits"]]
    assert all(sum(chance.share for chance in outlook.chances) == 1 for outlook in found)
    assert place.board.box(place.of("i")[0]) == "garten"


def test_two_ways_in_make_a_flank_attack_here_too() -> None:
    place = field({"garten": "i^", "eiche": "ii^", "fels": "rus-2^"}, setting=small(hiding="open"))
    (first, *_) = asked(place, "fels", by=("i", "ii"))
    assert "8.5-2" in [step.case for step in first.steps]


def test_a_fortress_has_siege_assault_and_battle() -> None:
    place = field({"dachs": "napoleon^ i^", "castell": "rus-3^"}, setting=small(hiding="open"))
    found = asked(place, "castell", by=("napoleon", "i"))
    siege = next(outlook for outlook in found if outlook.chain)
    assert [str(chance.share) for chance in siege.chances][:2] == ["1/6", "4/9"]
    assault = next(outlook for outlook in found if "assault" in outlook.title)
    assert "8.8-2" in [step.case for step in assault.steps]
    horse = field({"dachs": "napoleon^ murat-i^", "castell": "rus-3^"}, setting=small(hiding="open"))
    barred = next(outlook for outlook in asked(horse, "castell", by=("murat-i", "napoleon")) if not outlook.chances)
    assert barred.notes[-1].case == "8.8-4"


def test_a_siege_that_goes_on() -> None:
    siege = {"castell": {"by": "french", "step": 3, "turn": 1, "own": True}}
    place = field({"castell": "napoleon^ i^ rus-3^"}, sieges=siege, turn=2, setting=small(hiding="open"))
    place.board.at.inside = {"castell": list(place.of("rus-3"))}
    (found,) = asked(place, "castell")
    assert found.chances[0].share == Fraction(1, 2)
    (other,) = asked(place, "castell", army="russian")
    assert other.chances == () and other.notes[-1].case == "8.8-S3"


def test_the_enemys_strength_can_be_supposed() -> None:
    place = field({"eiche": "napoleon i ii", "garten": "rus-2 russian:infantry"})
    weak, strong = (asked(place, "garten", by=("napoleon", "i"), enemy=pf)[0] for pf in (2, 14))
    assert weak.chances[0].share > strong.chances[0].share
    assert "supposed 2 PF in all" in weak.title
    known = field({"eiche": "napoleon i ii", "garten": "rus-2^"})
    assert "5 PF of the enemy are known" in refused(known, "garten", by=("i",), enemy=4)
    more = asked(known, "garten", by=("i",), enemy=9)[0]
    assert any("9 PF" in step.text for step in more.steps)
    nobody = asked(place, "fels", by=("i",), enemy=3)[0]
    assert "supposed 3 PF" in nobody.title and shares(nobody)["attacker"] != "0"


def test_what_lies_face_down_is_never_looked_at() -> None:
    one = field({"eiche": "napoleon i", "garten": "rus-1 rus-2", "moor": "rus-3"}, turn=2)
    other = field({"eiche": "napoleon i", "garten": "rus-3 russian:cavalry", "moor": "rus-1"}, turn=2)
    first, second = (asked(place, "garten", by=("i", "napoleon")) for place in (one, other))
    assert [(o.title, shares(o), o.steps) for o in first] == [(o.title, shares(o), o.steps) for o in second]
    with pytest.raises(Unanswerable, match="no counter of yours"):
        what_if(one.setting, one.board.position(), "russian", WhatIf(("eiche",), ("rus-1",)), own(one, "french"))
    with pytest.raises(Unanswerable, match="not known here"):
        what_if(one.setting, one.board.position(), "french", WhatIf(("garten",), ("f2",)), NOTHING)


def test_chits_can_be_chosen() -> None:
    place = field({"garten": "napoleon^ i^ ii^", "heide": "rus-2^"}, setting=small(hiding="open"))
    (found,) = asked(place, "heide", by=("napoleon", "i"), tactic="screen", against="screen")
    assert (
        "screen/screen" in found.title and "," not in found.title.split("screen/screen: ")[0].split("; a battle, ")[1]
    )
    assert "what can be played" in refused(place, "heide", by=("i",), against="decisive")


@pytest.mark.parametrize(
    ("on", "words", "text"),
    [
        (("gartn",), {}, "did you mean garten"),
        (("garten", "heide"), {}, "a single one"),
        (("heide",), {}, "next to it: I Corps"),
        (("fels",), {"by": ("i",)}, "say which strength"),
        (("fels",), {"by": ("i",), "enemy": 0}, "no strength"),
        (("heide",), {"by": ("v-corps",)}, "no counter of yours"),
        (("heide",), {"by": ("i",), "far": ("ii",)}, "fires into a box"),
        (("heide",), {"by": ("i",), "column": "2-1"}, "no column"),
        (("heide",), {"by": ("i",), "moved": (("ii", "fels"),)}, "supposed to be in the box"),
        (("heide",), {"by": ("i",), "tactic": "shock"}, "you cannot play 'shock'"),
        (("moor",), {"by": ("i",)}, "the enemy there has no units"),
    ],
)
def test_refusals(on: tuple[str, ...], words: dict[str, Any], text: str) -> None:
    place = field(
        {"garten": "i^", "eiche": "ii^", "heide": "rus-2^", "moor": "bagration^"}, setting=small(hiding="open")
    )
    assert text in refused(place, *on, **words)


def test_nobody_fights_in_the_set_up() -> None:
    place = field({"garten": "i^"}, setting=small(hiding="open"), stage="setup")
    assert "set up" in refused(place, "garten")
