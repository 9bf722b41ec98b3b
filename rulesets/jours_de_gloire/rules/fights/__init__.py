"""Contacts on the map: what each army turns up, battles, sieges, and what follows."""
