"""Maps in plain characters, for a terminal and for reports as text."""
