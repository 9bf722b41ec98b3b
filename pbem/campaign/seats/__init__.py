"""Who plays: places handed over, taken and agreed to."""
