"""The practice opponent of this rulebook."""
