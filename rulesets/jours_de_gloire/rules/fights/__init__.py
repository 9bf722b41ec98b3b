"""Contacts on the map: what each side turns up, battles, sieges, and what follows."""
