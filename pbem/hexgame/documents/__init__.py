"""Player documents: one declaration of their members, and all that follows from it."""
