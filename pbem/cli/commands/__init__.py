"""One module for each command: its arguments, one use-case, one print."""
