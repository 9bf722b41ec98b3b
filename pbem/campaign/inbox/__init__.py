"""What arrives, what a crash left, and where the campaign stands then."""
