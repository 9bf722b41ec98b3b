"""The set-up charts of the scenarios as the rulebook has them, corps by corps: counter, hex, `r` for reduced.

They are copied from the charts, not from the scenarios' files. What the charts have lost is filled in as the README of
the ruleset says.
"""

from __future__ import annotations

LIGNY = """
fri-gr 3065, roug-gr 3064, mrnd-ch 3163, mich-ch 3164, chrt-y 3261, guye-y 3262, guyot 3264, lall 3363,
st-maur 3364, duch-g 3264,
vill-7 2956, piat-7 2957,
bill-8 3258, cors-8 3158, gen-10 2960, dup-10 2961, duf-11 3158, lag-11 3058, dom 2954, dogr 3258,
rome-12 3857, schf-12 4056, cap-13 3858, desp-13 4057, hul-14 4257, touss-14 4359, maur 3760, baltus 3658,
soult-1c 4560, sbrvie 4761, coth 4561,
strolz 4260, chastel 4361, godet 4261,
stal 3662, del 3763, duch-4c 3663,
12-1 3256r, 24-1 3256, 1w-1 3457, 6-2 3253, 28-2 3453r, 2w-2 3155, 7-3 3656, 29-3 3657, 3w-3 3657, 19-4 3754,
4w-4 3853, tresk 3653, lutz 3753, lehm 3655, horse-1 3656,
2-5 3554, 25-5 3653, 5w-5 3554, 9-6 3955, 26-6 3855, 1e-6 3854, 14-7 3449, 22-7 3450, 2e-7 3450, 21-8 3851,
23-8 3951, 3e-8 4051, thum 3649, sohr 3650, schul 3550, rohl 3750, horse-2 3751,
8-9 4558, 30-9 4759, 1k-9 4759, 27-10 4351, 2k-10 4450, 3k-11 4554, 4k-11 4654, 31-12 4751, 5k-12 4651, 6k-12
4752, mar 5454, lott 5555, mohn 4952, horse-3 4852
"""
QUATRE_BRAS = """
lf-ds 1451,
huss-5 1647, camp-5 1648, baud-6 1754, soye-6 1755, gauth-9 1751, jamin-9 1752, pire 1847, pell 1753,
lher 1553, durb 1454, marc 1356,
blndt 1545, wmar 1845, opstl 1744,
mrln 0738
"""
WAVRE = """
bill-8 4617r, cors-8 4617r, gen-10 4718, dup-10 4719, duf-11 4719r, lag-11 4820, dogr 4921,
rome-12 5523r, schf-12 5523, cap-13 5524, desp-13 5524r, hul-14 5525, touss-14 5625, maur 5726, baltus 5726,
laf-21 5214, pen-21 5214,
soult-1c 5212, coth 5212,
strolz 4317, chastel 4314, godet 4613,
12-1 3709r, 24-1 3808r, 1w-1 3909r, 6-2 3810r, 28-2 3910r, 2w-2 3909r, 7-3 4008r, 29-3 4108r, 19-4 4207r,
tresk 3609r, lutz 3810, lehm 4008r, horse-1 4307,
2-5 4609r, 5w-5 4609r, 9-6 4508r, 26-6 4608r, 14-7 4407, 22-7 4407, 2e-7 4508, 21-8 4709r, 23-8 5008r, thum
4710r, sohr 5110r, schul 4910r, rohl 4710, horse-2 4910r,
8-9 4308, 30-9 4308, 1k-9 4405, 27-10 4205, 2k-10 4205, 3k-11 4105, 31-12 4405, 5k-12 4305, 6k-12 4305, mar
4206, lott 4505, mohn 4404, horse-3 4404
"""
LA_BELLE_ALLIANCE = """
fri-gr 0820, roug-gr 0820r, mrnd-ch 1020, mich-ch 1020, chrt-y 0921, guye-y 0921, guyot 0620, lf-ds 1219, lall
0821, st-maur 1021, duch-g 0620,
quiot-1 1017, bourg-1 1017, schmtz-2 1118, aulard-2 1118, nogues-3 1217, grenr-3 1318, pegot-4 1317, brue-4
1317, jacq 1416, desal 1217,
huss-5 0818r, camp-5 0818r, baud-6 0519, soye-6 0519, gauth-9 0719r, jamin-9 0719, pire 0319, pell 0619,
dom 1018r,
bell-19 0919, thev-19 0919, bony-20 0920, trom-20 0920, noury 0819,
sbrvie 1018r,
lher 0720r, durb 0520r, marc 0720,
stal 1218, del 1119, duch-4c 1119,
mait 0616, byng 0617, adye 0716,
adam 0516, du-plat 0614, halk-2 0514, gold 0516,
halk-3 0716r, omptda 0916, kiel 0815, wllmsn 0815,
mitch 0517,
kempt 0915r, pack 1115, vincke 1214r, heisse 0915,
lamb 0811, best 1214, kruse 0615, bruck 0811,
bttlr 0715, specht 0715, cramm 0613, mahn 0613,
blndt 1015r, wmar 1315r,
detm 0215, daub 0314, smiss 0215,
trip 0813, ghngy 0914, mrln 0714,
somerset 0814, pons 1014, drnbrg 0615, vand 1314, grant 0616, vivian 1513, arnts 0714, hake 0914, frazer 1314
"""
CAMPAIGN = """
quiot-1 1563, bourg-1 1564, schmtz-2 1464, aulard-2 1465, nogues-3 1366, grenr-3 1266,
kempt 1633, pack 1532, vincke 1632, heisse 1531,
bttlr 1430, specht 1429, cramm 1328, mahn 1329
"""
LA_BELLE_ALLIANCE_VARIANT = """
fri-gr 1022, roug-gr 0922r, mrnd-ch 1022, mich-ch 0922, guyot 0721, res-g 1021, gr-g 0821, ch-g 0821, yng-g
1021, lt-g 1219, hvy-g 0721,
grenr-3 1217, jacq 1417, desal-s 1117,
lt-6 0418r, lt-9 0619r, left-heavy 1117, left-horse 1018,
sbrvie 1019r, coth 1019,
durb 0620,
adye 0616,
du-plat 0515, halk-2 0515,
wllmsn 0716,
kruse 0715,
drmrnd 0815, drnbrg-s 0715, grant-s 0615, hake 0614, frazer-s 0913,
blndt-b 1115r, ornass 1415, opstl-s 1015r,
detm-2 0215, daub 0315, daub-2 0315, smiss-s 0214,
gd 0513r, bttlr-s 0713r, specht 0713,
trip-s 0914, ghngy 1013, mrln-s 0813
"""
CAMPAIGN_VARIANT = """
lf-ds 1647,
huss-5 1856, camp-5 1856, vill-7 2863, piat-7 2863, gauth-9 1366, jamin-9 1366, pire 1762
"""
SECOND_NETHERLANDS_DIVISION = """
blndt-a 1845, blndt-b 1644, 2-nass 1443, ornass 1642, opstl-s 1744
"""
