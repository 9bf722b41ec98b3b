"""What lies face down: counters, what they hold, looks at them, dealing, and the audit (1.5)."""
