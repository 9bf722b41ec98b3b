"""`pbem play`: a server on this computer alone, whose page reads, orders, signs, sends and receives."""
