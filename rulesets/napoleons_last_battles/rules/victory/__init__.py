"""Control, points and victory (3.4, 9.1, chapters 18 to 28)."""
