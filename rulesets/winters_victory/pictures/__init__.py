"""What maps of Winter's Victory show."""
