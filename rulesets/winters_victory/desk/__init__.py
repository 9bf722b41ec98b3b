"""What the page of Winter's Victory asks of the rules."""
