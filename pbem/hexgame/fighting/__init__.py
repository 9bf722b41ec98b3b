"""Who fights whom, how it is fought, and what comes of it."""
