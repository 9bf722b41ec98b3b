"""A club's mailbox: games that it keeps, forwards and minds the clocks of."""
