"""The practice opponent: whom it commands, where it goes, whom it attacks."""
