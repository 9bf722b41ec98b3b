"""Logs gathered, judged, kept and rebuilt."""
