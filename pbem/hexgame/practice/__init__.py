"""A practice opponent's search: which attacks are worth their risk, and where everybody else stands best."""
