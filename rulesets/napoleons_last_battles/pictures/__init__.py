"""Boards, counters and arrows for maps."""
