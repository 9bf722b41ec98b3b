"""Typical events of a game and the sentences that they make, for `test_wording`."""

from __future__ import annotations

from typing import Any

F = {"army": "french", "stack": ["f1", "f2"]}
R = {"army": "russian", "at": "castell"}
# fmt: off
GOLDEN: list[tuple[dict[str, Any], str]] = [
    (
        {"kind": "void", "army": "french", "text": "f9 has had its turn", "case": "5.1-3", "obliged": True},
        "An order of the French side is not carried out: f9 has had its turn (5.1-3); the default counts instead.",
    ),
    (
        {"kind": "claimed", "army": "russian", "say": "real", "value": "r7"},
        "The Russian side names counter r7 as a combat unit.",
    ),
    ({"kind": "claimed", "army": "russian", "say": "leader", "value": ""}, ""),
    (
        {"kind": "claimed", "army": "russian", "say": "screen", "value": ""},
        "The Russian side names no further screening cavalry.",
    ),
    ({"kind": "set-up", "army": "french", "case": "7.1-1"}, "The French side sets up (7.1-1)."),
    (
        {"kind": "player-turn", "army": "french", "turn": 2, "weather": "rain", "case": "2-0"},
        "French player turn of game turn 2; weather: rain.",
    ),
    (
        {"kind": "game-turn", "army": "", "turn": 2, "days": "second week", "case": "2-0"},
        "Game turn 2 begins: second week (2-0).",
    ),
    (
        {"kind": "weather", "army": "", "die": 5, "month": "april", "weather": "rain", "mud_next": True}
        | {"case": "3.1-1"},
        "Weather: die 5, +1 April = 6: rain, and mud in the next turn (3.1-1).",
    ),
    (
        {"kind": "weather", "army": "", "weather": "mud", "mud_next": False, "case": "3.1-RS"},
        "Weather: no die after heavy rain: mud (3.1-RS).",
    ),
    (
        {
            "kind": "replaced", **R, "command": "russian-army", "general": "kamenskoi", "counter": "r3", "chief":
            "bennigsen", "why": "He goes home.", "case": "4.2-2"
        },
        "Kamenskoi (counter r3 in Castell) gives up Russian army; Bennigsen is its chief now."
        " Why: He goes home (4.2-2).",
    ),
    (
        {
            "kind": "arrived", **R, "counters": {"r17": {"general": "essen"}, "r18": {"unit": "late-rus", "pf": 4,
            "lag": 0}}, "case": "3.3-2"
        },
        "The Russian side receives in Castell: r17 Essen, r18 Late Russians with 4 PF (3.3-2).",
    ),
    (
        {
            "kind": "loyalty", "army": "french", "command": "army-west", "die": 4, "least": 3, "goes": True, "why":
            "a convention", "case": "B.7.1"
        },
        "Does Army of the West change sides? die 4, it takes 3 or more: it goes over; a convention (B.7.1).",
    ),
    (
        {
            "kind": "went-over", "army": "french", "command": "army-west", "to": "russian", "counters": {"f3":
            "r9"}, "at": ["fels"], "case": "B.7.1"
        },
        "Army of the West in Fels goes over to the Russian side: counter f3 is now r9 (B.7.1).",
    ),
    (
        {"kind": "order", "army": "french", "place": "second", "order": ["russian", "french"], "case": "3.2-1"},
        "The French side chooses to play second. Order of play: Russian then French (3.2-1).",
    ),
    (
        {"kind": "first-dice", "army": "", "dice": {"french": 2, "russian": 4}, "values": {"french": 2,
         "russian": 0}, "case": "3.2-2"},
        "Dice for the order of play: French die 2, +2 VC of the chief = 4; Russian die 4: nobody is ahead, so they are"
        " thrown again (3.2-2).",
    ),
    (
        {"kind": "may-enter", "army": "french", "number": 0, "entry": "north-road", "case": "3.3-4"},
        "French reinforcements (Late Foot and Late Horse) may enter by the road from the north (3.3-4).",
    ),
    (
        {"kind": "delay", "army": "russian", "number": 1, "die": 3, "least": 4, "comes": False, "case": "3.3-1"},
        "Russian reinforcements (Essen and Late Russians): die 3, they need 4: they are late and try again next turn"
        " (3.3-1).",
    ),
    (
        {"kind": "strength-points-due", "army": "french", "command": "grande-armee", "pf": 3, "case": "3.3-5"},
        "3 strength points for Grande Armée from now on (3.3-5).",
    ),
    (
        {
            "kind": "stepped-aside", "army": "french", "from": "castell", "to": "garten", "for": "russian",
            "counters": ["f4"], "case": "3.3-3"
        },
        "French counter f4 steps aside from Castell to Garten for Russian reinforcements (3.3-3).",
    ),
    ({"kind": "control", **R, "case": "8.8-1"}, "Castell is Russian now (8.8-1)."),
    (
        {
            "kind": "command-points", "army": "french", "command": "grande-armee", "chief": "napoleon", "die": 3,
            "pc": 7, "case": "4.4-1"
        },
        "Grande Armée under Napoléon: die 3, +4 VC of Napoléon = 7: 7 command points (4.4-1).",
    ),
    (
        {"kind": "force", **R, "marker": "1", "counters": ["r1", "r2"], "case": "7.2-1"},
        "Russian Force marker 1 in Castell lies on counters r1 and r2 (7.2-1).",
    ),
    (
        {
            "kind": "strength-points", "army": "french", "counter": "f3", "command": "grande-armee", "pf": 1,
            "left": 2, "case": "3.3-5"
        },
        "Counter f3 receives 1 PF that waited for Grande Armée; 2 PF left waiting (3.3-5).",
    ),
    (
        {"kind": "mixed", **R, "old": ["r1", "r2"], "new": ["r5", "r6", "r7"], "back": 1, "case": "7.1-6"},
        "Russian counters r1 and r2 are dealt anew in Castell, face down, as counters r5, r6 and r7, 1 dummy coming"
        " back among them (7.1-6).",
    ),
    (
        {"kind": "turned-down", "army": "french", "counters": ["f1"], "case": "2-B1-2"},
        "French counter f1 is turned face down (2-B1-2).",
    ),
    (
        {"kind": "not-hidden", "army": "french", "counters": ["f1", "f2"], "case": "2-B1-2"},
        "The French side did not commit to what counters f1 and f2 should hold, so nothing is dealt (2-B1-2).",
    ),
    (
        {"kind": "dealt", **R, "counters": ["r1", "r2"], "case": "7.1-1"},
        "The Russian side places counters r1 and r2 in Castell (7.1-1).",
    ),
    (
        {
            "kind": "deployed", **R, "counters": {"r10": {"general": "kamenskoi"}, "r9": {"dummy": "cavalry"}},
            "case": ""
        },
        "The Russian side sets up face up in Castell: r9 a cavalry dummy, r10 Kamenskoi.",
    ),
    (
        {"kind": "detached", **R, "counter": "r1", "new": "r5", "case": "6.1-1"},
        "Counter r1 in Castell forms a detachment, counter r5 (6.1-1).",
    ),
    (
        {"kind": "rejoined", **R, "counter": "r1", "gone": "r5", "case": "6.1-3"},
        "Counter r1 in Castell takes up a detachment, counter r5 (6.1-3).",
    ),
    (
        {"kind": "activated", **F, "at": "eiche", "forced": True, "concentrate": True, "case": "4.4-3"},
        "French counters f1 and f2 are activated in Eiche for a forced march and a concentration (4.4-3).",
    ),
    (
        {
            "kind": "activated", **F, "at": "eiche", "forced": False, "concentrate": False,
            "paid": {"army-west": 1}, "case": "4.4-3"
        },
        "French counters f1 and f2 are activated in Eiche, at 1 command point of Army of the West (4.4-3).",
    ),
    (
        {
            "kind": "activated", **F, "at": "eiche", "forced": False, "concentrate": False,
            "paid": {"grande-armee": 2, "army-west": 1}, "case": "4.4-3"
        },
        "French counters f1 and f2 are activated in Eiche, at 2 command points of Grande Armée and 1 command point of"
        " Army of the West (4.4-3).",
    ),
    (
        {"kind": "entrenched", **F, "at": "eiche", "case": "6.2-1"},
        "French counters f1 and f2 dig in at Eiche (6.2-1).",
    ),
    (
        {"kind": "leads", **F, "counter": "f2", "vc": 3, "case": "5.4-3"},
        "Counter f2 is a general of VC 3 who leads the march (5.4-3).",
    ),
    (
        {"kind": "points", **F, "dice": {"infantry": 3, "general": 5}, "points": 5, "case": "10-2"},
        "French counters f1 and f2 throw for movement points, general 5 and infantry 3: 5 (10-2).",
    ),
    ({"kind": "points", **R, "points": 3, "case": "9-5"}, "The Russian side wins 3 victory points at Castell (9-5)."),
    (
        {"kind": "came-on", **F, "entry": "north-road", "to": "nebel", "case": "3.3-4"},
        "French counters f1 and f2 enter by the road from the north at Nebel (3.3-4).",
    ),
    (
        {"kind": "step", **F, "stack": ["f1"], "from": "eiche", "to": "ahorn", "crossing": "ford", "case": "5.1-1"},
        "French counter f1 marches from Eiche to Ahorn over the ford (5.1-1).",
    ),
    (
        {"kind": "step", **F, "from": "garten", "to": "heide", "crossing": "", "case": "6.3-5"},
        "French counters f1 and f2 withdraw from Garten to Heide (6.3-5).",
    ),
    (
        {"kind": "halted", **F, "at": "garten", "why": "contact", "case": "5.2-1"},
        "French counters f1 and f2 halt before the enemy in Garten (5.2-1).",
    ),
    (
        {"kind": "works", **F, "at": "eiche", "to": "iller", "work": "pontoon", "lost": 1, "case": "6.4-5"},
        "French counters f1 and f2 lay a pontoon between Eiche and Iller, which costs 1 PF (6.4-5).",
    ),
    (
        {
            "kind": "stragglers", **R, "counter": "r2", "die": 5, "vcs": [3], "lost": 1, "cause": "march", "case":
            "5.4-3", "modifiers": [{"by": -1, "why": "leader", "case": "5.4-3"}]
        },
        "Russian counter r2 in Castell, forced march: die 5, -1 leader (5.4-3) = 4: 1 PF falls out (5.4-3).",
    ),
    (
        {"kind": "stragglers", **R, "counter": "r2", "die": 5, "vcs": [], "cause": "mass", "case": "5.4-3"},
        "Russian counter r2 in Castell, concentration: die 5: what falls out shows when it is turned up (5.4-3).",
    ),
    (
        {"kind": "rested", **R, "counter": "r2", "die": 5, "back": 2, "case": "5.4-4"},
        "Russian counter r2 rests in Castell: die 5: 2 PF come back (5.4-4).",
    ),
    (
        {"kind": "worn-away", **R, "counter": "r2", "unit": "rus-1", "case": "5.4-3"},
        "1st Russian, Russian counter r2 in Castell, has no strength left and is eliminated (5.4-3).",
    ),
    (
        {"kind": "contact", **R, "real": False, "case": "5.2-2"},
        "The Russian side enters Castell: no enemy combat unit is there (5.2-2).",
    ),
    (
        {"kind": "opened", **R, "counters": {"r2": {"unit": "rus-1", "pf": 6, "lag": 2}}, "case": "8.1-P1"},
        "Russian counters turned up in Castell: r2 1st Russian with 6 PF and 2 stragglers (8.1-P1).",
    ),
    (
        {"kind": "dummies-removed", **R, "counters": ["r4"], "case": "7.1-4"},
        "Russian counter r4 leaves play in Castell: a dummy (7.1-4).",
    ),
    (
        {"kind": "stranded", "army": "russian", "counter": "r4", "from": "garten", "to": "castell", "case": "4.2-3"},
        "A Russian general, counter r4, alone among enemies in Garten, makes for Castell (4.2-3).",
    ),
    (
        {"kind": "no-recon", **F, "at": "garten", "case": "6.3-1"},
        "French counters f1 and f2 make no reconnaissance in Garten: not all are cavalry (6.3-1).",
    ),
    (
        {"kind": "recon-failed", **F, "at": "garten", "points": 3, "screen": 4, "case": "6.3-3"},
        "French counters f1 and f2 see nothing in Garten: 3 PF against a screen of 4 (6.3-3).",
    ),
    (
        {
            "kind": "recon", **F, "at": "garten", "screen": ["r3"], "points": 2, "cohesion": [3, 4], "die": 4,
            "sum": 3, "count": 1,
            "case": "6.3-3"
        },
        "French counters f1 and f2 reconnoitre Garten past the screen of counter r3, 2 PF more than the screen:"
        " die 4, -1 cohesion above the screen's = 3: 1 counter seen (6.3-3).",
    ),
    (
        {
            "kind": "interception", **F, "from": "heide", "at": "garten", "die": 5, "sum": 4, "value": 4,
            "link": "chief", "modifier": -2, "passed": True, "case": "6.5.1-4"
        },
        "French counters f1 and f2 try to react from Heide to the enemy in Garten: die 5, -2 linked to the"
        " chief (6.5.1-5), +1 a link of two points or more (6.5.1-5) = 4, at most 4 is needed: passed (6.5.1-4).",
    ),
    (
        {"kind": "fell-back", **F, "from": "heide", "to": "moor", "case": "6.5.1-6"},
        "French counters f1 and f2 fall back from Heide to Moor (6.5.1-6).",
    ),
    (
        {"kind": "intercepted", **F, "stack": ["f1"], "from": "heide", "to": "garten", "case": "6.5.1-6"},
        "French counter f1 intercepts from Heide into Garten (6.5.1-6).",
    ),
    (
        {"kind": "no-reaction", **F, "at": "heide", "text": "a friend is there already", "case": "6.5.1-3"},
        "French counters f1 and f2 stay in Heide, although ordered to react: a friend is there already (6.5.1-3).",
    ),
    (
        {
            "kind": "guns", **F, "from": "heide", "at": "garten", "die": 3, "sum": 2, "value": 3, "link": "general",
            "modifier": -1, "passed": True, "points": 2, "case": "6.5.2-2"
        },
        "French counters f1 and f2 hear in Heide the guns of Garten: die 3, -1 linked to a general = 2, at most 3"
        " is needed: passed, the march takes 2 movement points (6.5.2-2).",
    ),
    (
        {"kind": "battles", "army": "french", "at": ["garten", "heide"], "case": "2-B3"},
        "Both sides stand in Garten and Heide (2-B3).",
    ),
    ({"kind": "no-combat", **R, "case": "7.1-4"}, "Nobody is there to fight in Castell (7.1-4)."),
    (
        {"kind": "went-back", "army": "french", "counters": ["f1"], "from": "fels", "to": "eiche", "case": "8.7-1"},
        "French counter f1 goes back from Fels to Eiche (8.7-1).",
    ),
    (
        {"kind": "withdrew", "army": "french", "counters": ["f1"], "from": "fels", "to": "eiche", "case": "6.3-6"},
        "French counter f1 withdraws from Fels to Eiche (6.3-6).",
    ),
    (
        {"kind": "advanced", "army": "french", "counters": ["f1"], "from": "fels", "to": "eiche", "case": "8.4-7"},
        "French counter f1 advances from Fels to Eiche (8.4-7).",
    ),
    (
        {"kind": "withdrawal", "side": "russian", "at": ["garten"], "chased": True, "dead": [], "case": "6.3-6"}
        | {
            "dice": [{"unit": "rus-1", "die": 4, "sum": 3, "lost": 0}, {"unit": "rus-2", "die": 6, "sum": 5, "lost": 1}]
        },
        "Russian cavalry withdraws from Garten, with enemy cavalry there, which costs from 4 on: 1st Russian die 4,"
        " -1 Russian cavalry (6.3-6) = 3, 0 PF lost; 2nd Russian die 6, -1 Russian cavalry (6.3-6) = 5, 1 PF lost"
        " (6.3-6).",
    ),
    (
        {"kind": "sheltered", **R, "counters": ["r1", "r2"], "case": "8.8-2"},
        "Russian counters r1 and r2 go into the citadel of Castell (8.8-2).",
    ),
    (
        {"kind": "back-inside", **R, "counters": ["r1"], "case": "8.8-7"},
        "Russian counter r1 goes back into the citadel of Castell (8.8-7).",
    ),
    (
        {"kind": "siege-laid", "army": "french", "at": "castell", "counters": ["r1", "r2"], "case": "8.8-S1"},
        "The French side lays siege to Castell; inside: counters r1 and r2 (8.8-S1).",
    ),
    (
        {"kind": "siege", "at": ["castell"], "by": "french", "row": 3, "die": 4, "falls": False, "step": 3},
        "Siege of Castell by the French side: die 4, it falls from 5 on: it holds; the siege is at step 3 (8.8-S3).",
    ),
    (
        {"kind": "siege", "at": ["castell"], "by": "french", "row": 2, "die": 6, "falls": True, "step": 0},
        "Siege of Castell by the French side: die 6, it falls from 6 on: the city falls (8.8-S2).",
    ),
    ({"kind": "assault", **R, "case": "8.8-3"}, "The Russian side assaults the citadel of Castell (8.8-3)."),
    ({"kind": "sortie", **R, "case": "8.8-7"}, "The Russian side makes a sortie from the citadel of Castell (8.8-7)."),
    (
        {"kind": "relief", **R, "case": "8.8-8"},
        "The Russian side attacks together with its friends at the siege of Castell (8.8-8).",
    ),
    ({"kind": "relief-alone", **R, "case": "8.8-7"}, "The Russian side comes to the relief of Castell (8.8-7)."),
    ({"kind": "siege-raised", **R, "case": "8.8-7"}, "The Russian side no longer besieges Castell (8.8-7)."),
    ({"kind": "siege-over", **R, "case": "8.8-7"}, "The siege of Castell by the Russian side is over (8.8-7)."),
    (
        {"kind": "captured", "army": "french", "at": "garten", "generals": ["bennigsen"], "points": 3, "case": "9-7"},
        "The French side takes Bennigsen prisoner in Garten, 3 victory points (9-7).",
    ),
    (
        {"kind": "emperor-taken", **R, "case": "9-8"},
        "The Russian side has taken Napoléon prisoner in Castell, which ends the game (9-8).",
    ),
    (
        {"kind": "wiped-out", **R, "units": {"rus-2": 2, "rus-1": 3}, "case": "8.4-8"},
        "Russian units in Castell are eliminated: 1st Russian 3 and 2nd Russian 2 PF (8.4-8).",
    ),
    (
        {
            "kind": "over", "army": "french", "case": "9-10", "result": { "winner": "french", "level": "victory",
            "points": {"french": 9, "russian": 5}, "kinds": {"french": {"boxes": 4, "battles": 5}, "russian":
            {"boxes": 5, "battles": 0}}, "margin": 4, }
        },
        "The game is over: the French side wins by 4 points. Victory points: French 9: battles 5, boxes 4;"
        " Russian 5: battles 0, boxes 5 (9-10).",
    ),
    ({"kind": "result", "result": "1*"}, "1 PF lost and a morale test"),
    (
        {
            "kind": "ordered", "member": "orders", "entry": { "stack": ["f1", "f2"], "path": ["fels", {"destroy":
            "iller"}, {"recon": ["eiche"]}], "forced": True, }
        },
        "Counters f1 and f2: Fels - destroy the bridge to Iller - reconnoitre and back by Eiche (forced march).",
    ),
    ({"kind": "ordered", "member": "next", "entry": "first"}, ""),
]
# fmt: on
