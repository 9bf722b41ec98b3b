"""Play without a correspondent: one terminal, the practice opponent, demonstrations, rehearsals."""
