"""Wrong orders about detachments, arrivals, dummies, reactions and battles, in the form of `mistakes`."""

from __future__ import annotations

from typing import Any

from tests.rulesets.jours_de_gloire.mistakes import move, row

PART = {"makow": "soult iv vii v french-a<iii=1"}
DUE: dict[str, Any] = {"turn": 2, "due": [0], "arrivals": [0, 1, 2, 3]}
POOL = {"french": [{"command": "grande-armee", "pf": 1}], "russian": []}
OUT3 = {"french": {"infantry": 0, "cavalry": 0, "other": 3}, "russian": {}}
OUT_FOOT = {"french": {"infantry": 0, "cavalry": 0, "other": 4}, "russian": {}}
HORSES = {"golymin": "french:cavalry", "ciechanow": "french:cavalry"}
MASKED = {"pultusk": "davout iii iv lasalle french:infantry", "makow": "soult vii v"}
HORSE = {"lissewo": "sahuc", "thorn": "dombrowski", "graudenz": "courbiere"}
FOOT = {"lissewo": "dombrowski", "thorn": "sahuc", "graudenz": "courbiere"}


def battle(names: str, box: str, wanted: str) -> str:
    """A file in which some go to a box, their last step, and want something of the battle there."""
    move = "" if box in ("thorn",) else f"orders: [{{stack: [{names}], path: [{box}]}}]\n"
    return f"{move}battles: {{{box}: {{{wanted}}}}}"


DETACHING = [
    row(
        "out of command", "4.5-2", "detach: [«{from: i, counter: french-a, pf: 1}]", "out of command", "Bernadotte (I)"
    ),
    row("with everything", "6.1-1", "detach: [«{from: iii, counter: french-a, pf: 6}]", "at least 1", "from 1 to 5"),
    row("horse from foot", "6.1-1", "detach: [«{from: iii, counter: french-1, pf: 1}]", "infantry", "Detachment 1"),
    row(
        "an unknown counter", "6.1-1", "detach: [«{from: iii, counter: french-z, pf: 1}]", "french-z", "free: french-a"
    ),
    row(
        "the enemy's counter",
        "6.1-1",
        "detach: [«{from: iii, counter: russian-a, pf: 1}]",
        "no free detachment counter",
    ),
    row(
        "a counter twice",
        "6.1-1",
        "detach:\n  - {from: iii, counter: french-a, pf: 1}\n  - «{from: iii, counter: french-a, pf: 1}",
        "french-a is no free detachment counter",
        "french-b",
    ),
    row("from a general", "6.1-1", "detach: [«{from: davout, counter: french-a, pf: 1}]", "no unit that forms"),
    row("from a dummy", "6.1-1", "detach: [«{from: f8, counter: french-a, pf: 1}]", "dummy", "no unit that forms"),
    row("better than its unit", "6.1-5", "detach: [«{from: becker, counter: french-1, pf: 1}]", "cohesion (4)", "(3)"),
    row(
        "among enemies",
        "6.1-3",
        "detach: [«{from: iii, counter: french-a, pf: 1}]",
        "engaged with the enemy",
        also={"pultusk": "davout iii division-9"},
    ),
    row("another's detachment", "6.1-3", "rejoin: [«{unit: vii, detachment: french-a}]", "not formed from", also=PART),
    row(
        "from another box",
        "6.1-3",
        "rejoin: [«{unit: iii, detachment: french-a}]",
        "two counters of one box",
        also=PART,
    ),
    row("a unit as a detachment", "6.1-3", "rejoin: [«{unit: iv, detachment: vii}]", "no detachment"),
]
ARRIVING = [
    row(
        "nobody is due there",
        "3.3-4",
        "orders: [{stack: [«x], enter: posen-road}]",
        "x does not come by",
        "due there: nobody",
    ),
    row(
        "somebody else is due",
        "3.3-4",
        "orders: [{stack: [«oudinot], enter: posen-road}]",
        "oudinot",
        "due there: lefebvre, x",
        **DUE,
    ),
    row("in haste", "3.3-4", "orders: [«{stack: [x], enter: posen-road, forced: yes}]", "leave out forced", **DUE),
    row(
        "digging in", "3.3-4", "orders: [«{stack: [x], enter: posen-road, entrench: yes}]", "leave out entrench", **DUE
    ),
    row(
        "too far",
        "5.1-1",
        "orders: [{stack: [x], enter: posen-road, path: [pudewitz, posen, «pudewitz]}]",
        "movement points",
        **DUE,
    ),
    row("nothing lost", "3.3-5", "reinforce: [«iii]", "Davout (III)", "has lost nothing for good", pool=POOL),
    row(
        "not in command",
        "3.3-5",
        "reinforce: [«i]",
        "Bernadotte (I)",
        "is not in command",
        pool=POOL,
        also={"bodzanow": "i=4"},
    ),
    row("a general", "3.3-5", "reinforce: [«davout]", "no unit of the roster", pool=POOL),
    row("a dummy", "3.3-5", "reinforce: [«f8]", "dummy", "no unit of the roster", pool=POOL),
    row("none waits", "3.3-5", "reinforce: [«iii]", "no PF waits", also={"pultusk": "davout iii=4"}),
    row(
        "one too many",
        "3.3-5",
        "reinforce: [iii, «vi]",
        "Ney (VI)",
        "no PF waits",
        also={"pultusk": "davout iii=4"},
        pool=POOL,
    ),
]
MASKS = [
    row("none is out of play", "7.1-6", "dummies: [«{kind: infantry, box: warsaw}]", "0 dummies are out of play"),
    row(
        "more than half",
        "7.1-6",
        "dummies: [{kind: infantry, box: warsaw}, «{kind: infantry, box: warsaw}]",
        "so 1 may",
        out=OUT3,
    ),
    row(
        "none of that kind",
        "7.1-6",
        "dummies: [{kind: «cavalry, box: warsaw}]",
        "no cavalry dummy",
        "Warsaw",
        out=OUT_FOOT,
        also=HORSES,
    ),
    row("nobody is there", "7.1-6", "dummies: [{kind: infantry, box: «mlawa}]", "none in Mława", out=OUT3),
    row("no counters to mix", "2-B1-2", "mix: [«mlawa]", "Mława"),
    row("mixed twice", "2-B1-2", "mix: [warsaw, «warsaw]", "twice"),
    row("a Force of two boxes", "7.2-1", "forces: {'1': «[iii, iv]}", "Davout (III)", "Pułtusk", "Maków", "one box"),
    row("a fifth Force", "7.2-1", "forces: {'5': «[iii, lasalle]}", "4 Force markers"),
    row("under two markers", "7.2-1", "forces: {'1': [iii, lasalle], '2': «[lasalle, davout]}", "another marker"),
    row("a dummy reacts", "7.1-2", "reactions: {f8: «{intercept: [makow]}}", "dummy", "cannot react"),
    row("with a dummy", "7.1-2", "reactions: {iii: {intercept: [makow], with: [«f8]}}", "dummy does not react"),
    row("interception too far", "6.5.1-1", "reactions: {iii: {intercept: «[warsaw]}}", "Pułtusk is next to", "golymin"),
    row(
        "interception after a march",
        "6.5.1-1",
        "orders: [{stack: [iii], path: [golymin]}]\nreactions: {iii: {intercept: «[sierock]}}",
        "Davout (III)",
        "Gołymin is next to",
    ),
    row(
        "falling back too far",
        "6.5.1-6",
        "reactions: {iii: {intercept: [makow], back: «warsaw}}",
        "Davout (III)",
        "no box under back",
    ),
    row("infantry slips away", "6.3-6", "reactions: {iii: {withdraw: «yes}}", "Davout (III)", "no cavalry"),
    row("back from nobody", "6.5.1-6", "reactions: {iii: {back: «golymin}}", "Davout (III)", "intercept"),
    row(
        "a mixed stack has its limit",
        "5.3-2",
        move("f9, iii, iv", "golymin", before="«"),
        "3 infantry",
        also=MASKED,
    ),
]
BATTLES = [
    row("nobody will be there", "8.0-1", "battles: {mlawa: «{tactic: screen}}", "nobody of yours will be in Mława"),
    row(
        "decisive with two stars",
        "8.2-4",
        battle("dombrowski, sahuc", "thorn", "tactic: «decisive"),
        "3 stars",
        "Dombrowski",
    ),
    row(
        "decisive with too few",
        "8.2-4",
        battle("iii, davout, lasalle", "wyszkow", "tactic: «decisive"),
        "15 PF",
        "there are 7",
    ),
    row("offensive without a general", "8.2-5", battle("vi", "ostrolenka", "tactic: «offensive"), "needs a general"),
    row(
        "offensive with too few",
        "8.2-5",
        battle("iii, davout", "wyszkow", "tactic: «offensive"),
        "10 PF",
        "there are 6",
    ),
    row(
        "a screen of too few",
        "8.2-6",
        battle("becker", "ostrolenka", "tactic: «screen"),
        "at least 3 PF",
        "there is 1",
    ),
    row(
        "a lone detachment screens",
        "8.2-6",
        battle("french-a", "golymin", "tactic: «screen"),
        "only skirmish",
        also=PART,
    ),
    row(
        "a skirmish of too many",
        "8.2-7",
        battle("iv, vii, soult", "golymin", "tactic: «skirmish"),
        "at most 10 PF",
        "are 11",
    ),
    row(
        "a chit of no such name",
        "",
        "battles: {warsaw: {tactic: «decisiv}}",
        "no such tactic chit",
        "did you mean decisive",
    ),
    row(
        "cavalry besieges",
        "8.8-4",
        battle("sahuc", "graudenz", "siege: «yes"),
        "Sahuc",
        "cavalry lays no siege",
        also=HORSE,
    ),
    row(
        "out of touch with all",
        "4.5-3",
        battle("dombrowski", "graudenz", "siege: «yes"),
        "Dombrowski",
        "no infantry here",
        also=FOOT,
    ),
    row(
        "a siege without a fortress",
        "8.8-3",
        battle("vi", "ostrolenka", "siege: «yes"),
        "Ostrołęka is no fortified city",
    ),
    row(
        "a citadel without a fortress", "8.8-2", "battles: {pultusk: {city: «citadel}}", "Pułtusk is no fortified city"
    ),
    row("a sortie of the free", "8.8-7", "battles: {thorn: {sortie: «yes}}", "nobody of yours is besieged in Thorn"),
    row(
        "back too far", "8.7-1", "battles: {pultusk: {retreat: [makow, «warsaw]}}", "not adjacent to Pułtusk", "golymin"
    ),
    row(
        "back into enemies",
        "8.6-5",
        "battles: {allenstein: {retreat: [«seeburg]}}",
        "Bagration (AG)",
        "Seeburg",
        "jonkendorf",
    ),
    row(
        "back over a broken bridge",
        "8.7-1",
        "battles: {rozan: {retreat: [«makow]}}",
        "not adjacent",
        broken=["makow:rozan"],
    ),
    row("on into nowhere", "8.4-7", "battles: {pultusk: {advance: «warsaw}}", "Warsaw is not adjacent to Pułtusk"),
    row("on into enemies", "8.4-8", "battles: {allenstein: {advance: «seeburg}}", "Seeburg", "nobody advances"),
    row(
        "losses of the absent",
        "8.4-2",
        "battles: {pultusk: {losses: [iii, «iv]}}",
        "Soult (IV)",
        "in Maków",
        "not in Pułtusk",
    ),
    row(
        "a battle under two names",
        "",
        "battles: {pultusk: {retreat: [golymin]}, Pułtusk: «{stay: 'yes'}}",
        "Pułtusk and pultusk are the same",
        "one entry, such as pultusk: {retreat: [golymin], stay: yes}",
    ),
    row(
        "a plan under two names",
        "",
        "reactions: {iii: {intercept: [golymin]}, Davout (III): «{with: [davout]}}",
        "Davout (III) and iii are the same",
        "one entry, such as iii: {intercept: [golymin], with: [davout]}",
    ),
    row("a battle twice in the order", "8.0-2", "order: [pultusk, «pultusk]", "twice"),
    row("an order of unknown boxes", "", "order: [«pultsk]", "did you mean pultusk?"),
]
