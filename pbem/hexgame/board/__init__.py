"""The pieces, and where they stand."""
