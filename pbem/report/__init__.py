"""Events to text and data. No rules: what is printed comes from events and from what the caller hands in."""
