"""Maps made out of sketches of the country: a fit through known hexes, then hex by hex. No rule reads this."""
