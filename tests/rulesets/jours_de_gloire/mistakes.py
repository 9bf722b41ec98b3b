"""Wrong orders about marches, works and scouts: a file with one mistake, its rule, and the words that mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

EYLAU = "eylau-1807"
# January 1807 as the tests need it: the Emperor in Warsaw, Davout and Soult before him, the Russians beyond the Narew.
FIELD = {
    "warsaw": "napoleon gd-foot gd-horse nansouty",
    "pultusk": "davout iii lasalle french:infantry",
    "makow": "soult iv vii v",
    "rozan": "becker vi=3",
    "bodzanow": "i",
    "thorn": "dombrowski sahuc",
    "allenstein": "ney hautpoul",
    "ostrolenka": "division-2 golitsyn-horse",
    "seeburg": "bagration russian-ag^",
}


def row(what: str, case: str, body: str, *words: str, also: Mapping[str, str] | None = None, **at: Any) -> Any:
    """what: the mistake. case: the rule that it breaks, "" for a name that means nothing. body: the file, with the
    mark. words: those of the message. also: boxes of the position that are different. at: members of the position."""
    marks = [pytest.mark.rule("jdg", case)] if case else []
    return pytest.param(case, body, words, dict(also or {}), at, id=what, marks=marks)


def move(names: str, path: str, more: str = "", before: str = "") -> str:
    """A file with one move: `before` stands before it."""
    return f"orders:\n  - {before}{{stack: [{names}], path: [{path}]{more}}}"


PC0, PC1 = {"grande-armee": 0}, {"grande-armee": 1}
CORPS = {"makow": "soult iv vii becker=2 v", "rozan": "vi"}
FEW = {"bodzanow": "i=4"}
THERE = {"ostrolenka": "lasalle division-2", "pultusk": "davout iii"}
MENDING: dict[str, Any] = {"also": {"przasnysz": "vi=3", "rozan": "becker"}, "broken": ["makow:rozan"]}


NAMES = [
    row("a general misspelt", "", move("«davoust", "makow"), "davoust", "did you mean davout?"),
    row("a corps by a wrong number", "", move("«iiii", "makow"), "iiii", "did you mean", "iii"),
    row("a printed name misspelt", "", move("«Soult (V)", "makow"), "Soult (V)", "did you mean", "iv"),
    row("a unit of the enemy", "", move("«division-2", "makow"), "division-2 is of the Russian side", "your own"),
    row("a counter of the enemy", "", move("«r1", "makow"), "r1 is a counter of the Russian side"),
    row("who has not come yet", "", move("«oudinot", "makow"), "oudinot is not on the map now"),
    row("a box misspelt", "", move("iii", "«golmyn"), "there is no box golmyn", "did you mean golymin?"),
    row("a box of another map", "", move("iii", "«austerlitz"), "there is no box austerlitz on this map"),
    row(
        "an entry misspelt", "", "orders: [{stack: [x], enter: «posen-raod}]", "posen-raod", "did you mean posen-road?"
    ),
    row(
        "a Force that is not there", "", "orders: [{stack: [«'3'], path: [golymin]}]", "no Force marker 3", "map: none"
    ),
    row("a member misspelt", "", "orders: [{stack: [iii], «pth: [golymin]}]", "no such key", "did you mean path?"),
    row("a flag of no such value", "", move("iii", "makow", ", forced: «maybe"), "only yes can stand here"),
    row("a unit twice in a list", "", "forces: {'1': [iii, «iii]}", "Davout (III)", "twice"),
    row("another question's answer", "", "«answer: golymin", "no such key", "orders"),
    row("a step of no such kind", "", move("iii", "«[golymin]"), "a step", "destroy: BOX", "recon: stay"),
]
TWICE = "orders:\n  - {stack: [iii], path: [golymin]}\n  - «{stack: [iii], path: [pultusk]}"
FIVE = {"warsaw": "napoleon gd-foot iv vii", "makow": "soult v"}
SIX_OF_HORSE = {"warsaw": "napoleon nansouty gd-horse hautpoul sahuc", "allenstein": "ney", "thorn": "dombrowski"}
BESIEGED = {"by": "russian", "step": 2, "turn": 1, "own": True}
MARCHING = [
    row("no link", "5.1-4", move("iii", "«rozan"), "Davout (III)", "no link joins Pułtusk and Różan", "golymin"),
    row("a step missed out", "5.1-4", move("iii", "nasielsk, «jablonna"), "no link", "Nasielsk", "modlin"),
    row("a fleuve without a bridge", "5.1-5", move("i", "«ilow"), "Bernadotte (I)", "Iłów", "no bridge", "pontoon"),
    row(
        "a broken bridge", "6.4-2", move("becker", "«makow"), "Becker", "is destroyed", "Różan", broken=["makow:rozan"]
    ),
    row(
        "too far",
        "5.1-1",
        move("iii", "golymin, ciechanow, grudusk, przasnysz, makow, «rozan"),
        "takes 7 movement",
        "are 6",
    ),
    row(
        "too far in the rain", "5.1-1", move("iii", "nasielsk, modlin, jablonna, «warsaw"), "5", "are 4", weather="rain"
    ),
    row("out of touch a point less", "5.1-1", move("i", "plonsk, bodzanow, «plonsk"), "takes 6", "there are 5"),
    row(
        "nothing to do",
        "5.1-2",
        move("iii", "", before="«"),
        "Davout (III)",
        "Pułtusk",
        "nowhere to go",
        "write a path",
    ),
    row("two turns for one corps", "5.1-3", TWICE, "Davout (III)", "has had its turn", "one entry"),
    row("three corps of infantry", "5.3-2", move("iv, vii, v", "golymin", before="«"), "3 infantry", "at most 3 units"),
    row(
        "four of cavalry",
        "5.3-2",
        move("nansouty, gd-horse, hautpoul, sahuc", "jablonna", before="«"),
        "4 cavalry",
        "at most 3 units",
        also=SIX_OF_HORSE,
    ),
    row(
        "the chief's three, not said",
        "5.3-2",
        move("napoleon, gd-foot, iv, vii", "jablonna", before="«"),
        "Napoléon",
        "add concentrate: yes",
        also=FIVE,
    ),
    row(
        "a concentration without the chief",
        "5.3-2",
        move("soult, iv, vii, v", "golymin", ", concentrate: yes", before="«"),
        "Soult (IV)",
        "unless their commander-in-chief leads",
    ),
    row("from two boxes", "5.3-5", move("iii, iv", "golymin", before="«"), "is in Maków", "in Pułtusk", "one box"),
    row("a unit twice", "5.3-5", "orders: [{stack: «[iii, iii], path: [golymin]}]", "Davout (III)", "twice"),
    row(
        "forced without a line", "5.4-2", move("i", "plock", ", forced: yes", before="«"), "no line", "leave out forced"
    ),
    row("led by nobody", "5.4-3", move("iv", "golymin", ", forced: yes, lead: «yes"), "Soult (IV)", "leave out lead"),
    row(
        "a flag by a general",
        "9-3",
        move("ney", "danzig", ", flag: yes", before="«"),
        "Ney",
        "only combat units turn a flag",
        also={"langenau": "ney", "allenstein": "hautpoul"},
        control={"danzig": "russian"},
    ),
    row(
        "out of a siege",
        "8.8-6",
        move("dombrowski", "culmsee", before="«"),
        "Dombrowski (PL)",
        "is besieged",
        "sortie",
        also={"thorn": "dombrowski division-3"},
        sieges={"thorn": BESIEGED},
        inside={"thorn": "dombrowski"},
    ),
]
THIRD = "orders:\n  - {stack: [iii], path: [golymin]}\n  - «{stack: [iv], path: [golymin]}"
DIG = "orders: [«{stack: [iii], entrench: yes}]"
COMMAND = [
    row("a point too few", "4.4-3", move("iii", "golymin", before="«"), "Davout (III)", "1 PC", "has 0", pc=PC0),
    row("two for who is out of touch", "4.4-3", move("i", "plock", before="«"), "2 PC of Grande", "has 1", pc=PC1),
    row("points add up", "4.4-3", THIRD, "Soult (IV)", "activating this stack takes 1 PC", "which has 0", pc=PC1),
    row("two points for digging", "4.4-8", DIG, "entrenching takes 2 PC", "which has 1", pc=PC1),
    row(
        "another army's points",
        "4.4-2",
        move("iii", "golymin", ", command: narew-corps", before="«"),
        "narew-corps does not command this stack",
        "grande-armee",
    ),
]
WORKS = [
    row("digging and marching", "6.2-1", "orders: [«{stack: [iii], entrench: yes, path: [golymin]}]", "leave out path"),
    row("digging in haste", "6.2-1", "orders: [«{stack: [iii], entrench: yes, forced: yes}]", "leave out", "forced"),
    row("digging after a reaction", "6.2-1", DIG, "Davout (III)", "moved or reacted", moved=["iii"]),
    row("digging twice", "6.2-1", DIG, "Pułtusk is entrenched already", entrenched={"pultusk": "french"}),
    row(
        "digging at once with marching",
        "5.1-3",
        f"{DIG.replace('«', '')[:-1]}, «{{stack: [iii], path: [makow]}}]",
        "turn",
    ),
    row("a dummy digs", "7.1-2", "orders: [«{stack: [f8], entrench: yes}]", "infantry dummy (f8)", "but march"),
    row("a general digs", "6.2-4", "orders: [«{stack: [davout], entrench: yes}]", "Davout", "a unit of infantry"),
    row(
        "digging before a fortress", "6.2-5", "orders: [«{stack: [dombrowski], entrench: yes}]", "Thorn is a fortified"
    ),
    row("cavalry digs", "6.2-6", "orders: [«{stack: [iii, lasalle], entrench: yes}]", "Lasalle", "is cavalry"),
    row("no bridge to break", "6.4-1", move("iii", "«{destroy: makow}"), "Pułtusk to Maków", "no bridge to destroy"),
    row("a bridge elsewhere", "6.4-1", move("iii", "«{destroy: rozan}"), "no link leads from Pułtusk", "rozan"),
    row(
        "too weak to break it", "6.4-1", move("vi", "{destroy: makow}", before="«"), "Ney (VI)", "3 strength", "takes 5"
    ),
    row("broken and then passed", "6.4-2", move("becker, soult", "{destroy: rozan}, «rozan"), "destroyed", also=CORPS),
    row("no bridge to mend", "6.4-4", move("vi", "«{repair: makow}"), "no bridge is destroyed there"),
    row(
        "mending under the enemy's eyes",
        "6.4-4",
        move("vi", "«{repair: ostrolenka}"),
        "Ney (VI)",
        "the enemy stands across",
        broken=["ostrolenka:rozan"],
    ),
    row(
        "too weak to mend", "6.4-4", move("becker", "{repair: makow}", before="«"), "1 strength", broken=["makow:rozan"]
    ),
    row("mending on the march", "6.4-4", move("vi", "makow, «{repair: rozan}"), "all movement points", **MENDING),
    row("a pontoon on dry land", "6.4-5", move("iii", "«{pontoon: golymin}"), "Gołymin", "cannot be crossed otherwise"),
    row("a pontoon beside a bridge", "6.4-5", move("iii", "«{pontoon: wyszkow}"), "cannot be crossed otherwise"),
    row(
        "no pontoon left",
        "6.4-5",
        move("i", "«{pontoon: ilow}"),
        "Bernadotte (I)",
        "no pontoon is left",
        "removed first",
        pontoons={"gombin:plock": "french", "gostynin:plock": "french"},
    ),
    row("too weak for a pontoon", "6.4-5", move("i", "{pontoon: ilow}", before="«"), "4 strength", "takes 5", also=FEW),
    row("a pontoon that is not there", "6.4-5", move("i", "«{remove: ilow}"), "no pontoon of this side is there"),
    row(
        "a pontoon paid by a general",
        "6.4-5",
        move("bernadotte, i", "{pontoon: ilow}", before="«"),
        "first counter of the stack",
        also={"bodzanow": "bernadotte i", "ilow": "division-6"},
    ),
    row(
        "engineers among enemies",
        "6.4-6",
        move("iii", "«{destroy: wyszkow}"),
        "Davout (III)",
        "enemies in Pułtusk",
        also={"pultusk": "iii division-9"},
    ),
]
SCOUTING = [
    row("infantry scouts", "6.3-1", move("vi", "ostrolenka, {recon: stay}", before="«"), "Ney (VI)", "only cavalry"),
    row(
        "cavalry with infantry",
        "6.3-1",
        move("becker, vi", "ostrolenka, {recon: stay}", before="«"),
        "Ney (VI)",
        "take everybody else out",
    ),
    row(
        "a dummy scouts", "7.1-2", move("f8", "wyszkow, {recon: stay}", before="«"), "dummy", also={"wyszkow": "essen"}
    ),
    row("an empty box", "6.3-1", move("becker", "makow, golymin, «{recon: stay}"), "no enemy stands in Gołymin"),
    row("friends are there", "6.3-1", move("becker", "ostrolenka, «{recon: stay}"), "units of yours stand", also=THERE),
    row("without entering", "6.3-1", move("becker", "«{recon: stay}"), "the last item of the path"),
    row(
        "going on after it", "6.3-1", move("becker", "ostrolenka, {recon: stay}, «czerwin"), "the last item of the path"
    ),
    row("back another way", "6.3-5", move("becker", "ostrolenka, {recon: [«czerwin]}"), "back to Różan"),
    row(
        "back beyond one's points",
        "5.1-1",
        move("becker", "makow, rozan, ostrolenka, «{recon: [rozan]}"),
        "there are 5",
        weather="mud",
    ),
]
