"""What leaves: messages made, signed and laid out for mailing."""
