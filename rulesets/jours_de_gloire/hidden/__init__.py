"""What lies face down: contents, dealing, signs, and the audit."""
