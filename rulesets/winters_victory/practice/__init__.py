"""The practice opponent of Winter's Victory."""
