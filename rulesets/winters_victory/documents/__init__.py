"""What players write, and what it comes to in the words of the rules."""
