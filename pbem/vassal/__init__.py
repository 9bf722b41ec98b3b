"""Positions as save files of VASSAL modules, by the library pywargame (docs/vassal.md)."""
